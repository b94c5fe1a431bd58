// Package arena is the pane of a fight by turns: the ground drawn as a grid, who stands on it, and a finger to point
// with.
//
// Its one idea is that a key or a click is a line that could have been typed: pointing at a free cell is "move 4,5", at
// a foe within reach "attack hob", and words are "gm" and the words; the pane decides nothing. It works out for itself
// which cells are within steps and by which way, as the world will, from what everybody sees ([Of]), so that pointing
// asks nobody.
//
// A [Pane] does no I/O, belongs to one goroutine, and is shown only what package view has cleaned. Everything that
// colours say is said by a sign or a word as well. To add a key, give it a case in Pane.Key; to add a button, put it
// into Pane.buttons, so that a click and a key do the same.
package arena

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/tui/pane/kind"
	"github.com/mudlark-mud/mudlark/tui/view"
)

// The names of what one can use in the pane, as the browser screen of old had them (S3-28).
const (
	Input   = "ai-input"       // where one says in words what one wants to do
	Propose = "btn-ai-propose" // has a proposal made of the words
	Debug   = "ai-debug"       // what was made of the last words
)

// The names of the other buttons.
const (
	buttonRoll = "btn-roll"
	buttonEnd  = "btn-end"
	buttonFlee = "btn-flee"
	buttonYes  = "btn-yes"
	buttonNo   = "btn-no"
)

// reach is from how many steps away somebody can be struck, whoever strikes: the world gives everybody the same.
const reach = 1

// Pane is the pane of a fight by turns. Make it with New.
type Pane struct {
	a       *view.Arena
	ground  *ground
	doubles []string // names that several here have
	at      view.Cell
	points  bool // at is where the finger is
	words   words
	now     time.Time
	left    string // of the turn, as it was drawn

	zones []zone // of what was drawn last
	vx    int    // where the part of the ground begins that was drawn last
	vy    int
}

var _ kind.Pane = (*Pane)(nil)

// New makes the pane.
func New() *Pane { return &Pane{} }

// Name implements kind.Pane.
func (*Pane) Name() string { return kind.Arena }

// Title implements kind.Pane.
func (p *Pane) Title() string {
	if p.a == nil {
		return "Fight"
	}
	return p.a.Title
}

// Keys implements kind.Pane.
func (p *Pane) Keys() string {
	switch {
	case p.a == nil:
		return ""
	case p.words.on:
		return "Enter has it read   Esc leaves it"
	case p.a.Asked != "":
		return "y does that   n drops it   Arrows point"
	case p.a.You == "":
		return "Arrows point"
	}
	return "Arrows point   Enter goes or strikes   Tab next foe   e ends the turn   g in words   r rolls   f flees"
}

// See implements kind.Pane.
func (p *Pane) See(v *view.View) bool {
	if v.Arena == nil {
		hadOne := p.a != nil
		*p = Pane{now: p.now}
		return hadOne
	}
	doubles := doubled(v.People)
	if reflect.DeepEqual(p.a, v.Arena) && slices.Equal(p.doubles, doubles) {
		return false
	}
	if p.points && p.a != nil {
		p.follow(p.a.On(p.at), v.Arena)
	}
	p.a, p.doubles = v.Arena, doubles
	p.ground = groundOf(p.a)
	if you := p.you(); p.points && (!p.a.Holds(p.at) || you != nil && you.At == p.at) {
		p.points = false // it is where one wanted to go
	}
	p.left = p.clock()
	return true
}

// follow keeps the finger on somebody who goes elsewhere, unless it is one's own self.
func (p *Pane) follow(was *view.Fighter, a *view.Arena) {
	if was == nil || was.ID == a.You {
		return
	}
	if is := a.Fighter(was.ID); is != nil {
		p.at = is.At
	}
}

// doubled lists the names that more than one of those who are here has, in lower case.
func doubled(people view.Entries) []string {
	var out []string
	for _, e := range people.List {
		if e.Count > 1 {
			out = append(out, strings.ToLower(e.Text))
		}
	}
	return out
}

// Tick tells what time it is and reports whether that changes the drawing, and when the next change is due; 0 for
// never.
func (p *Pane) Tick(now time.Time) (changed bool, next time.Duration) {
	p.now = now
	if p.a == nil || p.a.Until.IsZero() {
		return false, 0
	}
	left := p.clock()
	changed, p.left = left != p.left, left
	if until := p.a.Until.Sub(now); until > 0 {
		if next = until % time.Second; next == 0 {
			next = time.Second
		}
	}
	return changed, next
}

// clock is how much of the turn is left, in words; "" if nobody knows.
func (p *Pane) clock() string {
	if p.a == nil || p.a.Until.IsZero() || p.now.IsZero() {
		return ""
	}
	seconds := max(int((p.a.Until.Sub(p.now)+time.Second-1)/time.Second), 0)
	return fmt.Sprintf("%d s", seconds)
}

// you is one's own among those who fight, nil for who looks on.
func (p *Pane) you() *view.Fighter { return p.a.Fighter(p.a.You) }

// steps is how many steps one may take now. Who has to wait plans with a whole turn's.
func (p *Pane) steps() int {
	you := p.you()
	switch {
	case you == nil:
		return 0
	case !p.a.Fights:
		return len(p.ground.steps)
	case p.a.Active == p.a.You:
		return p.a.Left
	}
	return you.Speed
}

// Key implements kind.Pane.
func (p *Pane) Key(key string) (kind.Act, bool) {
	if p.a == nil {
		return kind.Act{}, false
	}
	if p.words.on {
		return p.words.key(key), true
	}
	switch key {
	case "up", "k":
		p.point(0, -1)
	case "down", "j":
		p.point(0, 1)
	case "left", "h":
		p.point(-1, 0)
	case "right", "l":
		p.point(1, 0)
	case "tab":
		p.next(1)
	case "shift+tab":
		p.next(-1)
	case "enter", "space", "ctrl+j", "ctrl+m":
		return p.do(), true
	case "home", "shift+up", "shift+down": // the wheel moves nothing here
		p.points = p.points && key != "home"
	default:
		name, ok := map[string]string{
			"r": buttonRoll, "e": buttonEnd, "f": buttonFlee, "g": Input, "y": buttonYes, "n": buttonNo,
		}[key]
		if !ok || p.a.You == "" {
			return kind.Act{}, false
		}
		return p.press(name), true
	}
	return kind.Act{}, true
}

// point moves the finger, which begins where one stands.
func (p *Pane) point(dx, dy int) {
	if !p.points {
		p.points, p.at = true, p.middle()
	}
	p.at.X = min(max(p.at.X+dx, 0), p.a.Width-1)
	p.at.Y = min(max(p.at.Y+dy, 0), p.a.Height-1)
}

// middle is the cell that matters most while nothing is pointed at: where one stands, or who is on turn.
func (p *Pane) middle() view.Cell {
	for _, id := range []string{p.a.You, p.a.Active} {
		if f := p.a.Fighter(id); f != nil {
			return f.At
		}
	}
	return view.Cell{X: p.a.Width / 2, Y: p.a.Height / 2}
}

// next points at the next foe, by 1 or -1.
func (p *Pane) next(by int) {
	var foes []view.Cell
	for i := range p.a.Fighters {
		if f := &p.a.Fighters[i]; p.against(f) {
			foes = append(foes, f.At)
		}
	}
	if len(foes) == 0 {
		return
	}
	i := slices.Index(foes, p.at)
	switch {
	case i >= 0 && p.points:
		i = (i + by + len(foes)) % len(foes)
	case by < 0:
		i = len(foes) - 1
	default:
		i = 0
	}
	p.points, p.at = true, foes[i]
}

// against reports whether somebody is a foe; to who looks on, everybody is worth a look.
func (p *Pane) against(f *view.Fighter) bool {
	you := p.you()
	return you == nil || f.Foe != you.Foe
}

// Click implements kind.Pane: what a key would do there, at once.
func (p *Pane) Click(x, y int) kind.Act {
	if p.a == nil {
		return kind.Act{}
	}
	for _, z := range p.zones {
		if y != z.y || x < z.from || x >= z.to {
			continue
		}
		if z.button != "" {
			return p.press(z.button)
		}
		p.points, p.at = true, view.Cell{X: z.cell.X + (x-z.from)/z.wide, Y: z.cell.Y}
		if p.you() == nil || p.a.On(p.at) == nil && p.ground.way(p.at, p.steps()) == nil {
			return kind.Act{}
		}
		return p.do()
	}
	return kind.Act{}
}

// do goes to the cell that is pointed at, strikes at who stands there, or goes next to them.
func (p *Pane) do() kind.Act {
	you := p.you()
	switch {
	case you == nil:
		return kind.Act{Notice: "You only look on. Type join to take part."}
	case !p.points:
		return kind.Act{Notice: "Point at a cell with the arrows, or at a foe with Tab."}
	}
	f := p.a.On(p.at)
	switch {
	case f == nil:
		return p.walk(p.at)
	case f == you:
		return kind.Act{Notice: "That is where you stand."}
	case !p.against(f):
		return kind.Act{Notice: f.Name + " is on your side."}
	case distance(you.At, f.At) <= reach:
		return kind.Act{Send: "attack " + p.called(f)}
	}
	to, ok := p.ground.beside(f.At, p.steps())
	if !ok {
		return kind.Act{Notice: "You get no nearer to " + f.Name + " now."}
	}
	return p.walk(to)
}

// walk goes to a cell.
func (p *Pane) walk(to view.Cell) kind.Act {
	if p.ground.way(to, p.steps()) == nil {
		return kind.Act{Notice: p.about(to)}
	}
	return kind.Act{Send: fmt.Sprintf("move %d,%d", to.X, to.Y)}
}

// called is the word for somebody that means nobody else: their name, or their id where others are called the same.
func (p *Pane) called(f *view.Fighter) string {
	name := bare(f.Name)
	for i := range p.a.Fighters {
		if other := &p.a.Fighters[i]; other.ID != f.ID && strings.EqualFold(bare(other.Name), name) {
			return f.ID
		}
	}
	if slices.Contains(p.doubles, strings.ToLower(f.Name)) {
		return f.ID
	}
	return strings.ToLower(name)
}

// bare is a name without its article.
func bare(name string) string {
	for _, article := range []string{"a ", "an ", "the "} {
		if rest, ok := strings.CutPrefix(strings.ToLower(name), article); ok {
			return name[len(name)-len(rest):]
		}
	}
	return name
}

// press does what a button is for.
func (p *Pane) press(name string) kind.Act {
	isAsked := p.a.Asked != ""
	switch name {
	case buttonRoll:
		return kind.Act{Send: "roll"}
	case buttonEnd:
		return kind.Act{Send: "end turn"}
	case buttonFlee:
		return kind.Act{Send: "flee"}
	case buttonYes, buttonNo:
		if !isAsked {
			return kind.Act{Notice: "Nothing waits for a yes or a no."}
		}
		return kind.Act{Send: map[string]string{buttonYes: "yes", buttonNo: "no"}[name]}
	case Input:
		if !p.words.on {
			p.words.begin()
		}
	case Propose:
		return p.words.key("enter")
	}
	return kind.Act{}
}
