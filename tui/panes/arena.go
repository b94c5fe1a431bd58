package panes

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/tui/view"
)

// The names of what one can use in the pane, as the browser screen of old had them (S3-28).
const (
	arenaInput = "ai-input"       // where one says in words what one wants to do
	propose    = "btn-ai-propose" // has a proposal made of the words
	debug      = "ai-debug"       // what was made of the last words
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

// ArenaPane is the pane of a fight by turns. Make it with New.
type ArenaPane struct {
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

var _ pane = (*ArenaPane)(nil)

// NewArena makes the pane.
func NewArena() *ArenaPane { return &ArenaPane{} }

// Name implements pane.
func (*ArenaPane) Name() string { return Arena }

// Title implements pane.
func (p *ArenaPane) Title() string {
	if p.a == nil {
		return "Fight"
	}
	return p.a.Title
}

// Keys implements pane.
func (p *ArenaPane) Keys() string {
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

// See implements pane.
func (p *ArenaPane) See(v *view.View) bool {
	if v.Arena == nil {
		hadOne := p.a != nil
		*p = ArenaPane{now: p.now}
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
func (p *ArenaPane) follow(was *view.Fighter, a *view.Arena) {
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
func (p *ArenaPane) Tick(now time.Time) (changed bool, next time.Duration) {
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
func (p *ArenaPane) clock() string {
	if p.a == nil || p.a.Until.IsZero() || p.now.IsZero() {
		return ""
	}
	seconds := max(int((p.a.Until.Sub(p.now)+time.Second-1)/time.Second), 0)
	return fmt.Sprintf("%d s", seconds)
}

// you is one's own among those who fight, nil for who looks on.
func (p *ArenaPane) you() *view.Fighter { return p.a.Fighter(p.a.You) }

// steps is how many steps one may take now. Who has to wait plans with a whole turn's.
func (p *ArenaPane) steps() int {
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

// Key implements pane.
func (p *ArenaPane) Key(key string) (Act, bool) {
	if p.a == nil {
		return Act{}, false
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
			"r": buttonRoll, "e": buttonEnd, "f": buttonFlee, "g": arenaInput, "y": buttonYes, "n": buttonNo,
		}[key]
		if !ok || p.a.You == "" {
			return Act{}, false
		}
		return p.press(name), true
	}
	return Act{}, true
}

// point moves the finger, which begins where one stands.
func (p *ArenaPane) point(dx, dy int) {
	if !p.points {
		p.points, p.at = true, p.middle()
	}
	p.at.X = min(max(p.at.X+dx, 0), p.a.Width-1)
	p.at.Y = min(max(p.at.Y+dy, 0), p.a.Height-1)
}

// middle is the cell that matters most while nothing is pointed at: where one stands, or who is on turn.
func (p *ArenaPane) middle() view.Cell {
	for _, id := range []string{p.a.You, p.a.Active} {
		if f := p.a.Fighter(id); f != nil {
			return f.At
		}
	}
	return view.Cell{X: p.a.Width / 2, Y: p.a.Height / 2}
}

// next points at the next foe, by 1 or -1.
func (p *ArenaPane) next(by int) {
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
func (p *ArenaPane) against(f *view.Fighter) bool {
	you := p.you()
	return you == nil || f.Foe != you.Foe
}

// Click implements pane: what a key would do there, at once.
func (p *ArenaPane) Click(x, y int) Act {
	if p.a == nil {
		return Act{}
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
			return Act{}
		}
		return p.do()
	}
	return Act{}
}

// do goes to the cell that is pointed at, strikes at who stands there, or goes next to them.
func (p *ArenaPane) do() Act {
	you := p.you()
	switch {
	case you == nil:
		return Act{Notice: "You only look on. Type join to take part."}
	case !p.points:
		return Act{Notice: "Point at a cell with the arrows, or at a foe with Tab."}
	}
	f := p.a.On(p.at)
	switch {
	case f == nil:
		return p.walk(p.at)
	case f == you:
		return Act{Notice: "That is where you stand."}
	case !p.against(f):
		return Act{Notice: f.Name + " is on your side."}
	case distance(you.At, f.At) <= reach:
		return Act{Send: "attack " + p.called(f)}
	}
	to, ok := p.ground.beside(f.At, p.steps())
	if !ok {
		return Act{Notice: "You get no nearer to " + f.Name + " now."}
	}
	return p.walk(to)
}

// walk goes to a cell.
func (p *ArenaPane) walk(to view.Cell) Act {
	if p.ground.way(to, p.steps()) == nil {
		return Act{Notice: p.about(to)}
	}
	return Act{Send: fmt.Sprintf("move %d,%d", to.X, to.Y)}
}

// called is the word for somebody that means nobody else: their name, or their id where others are called the same.
func (p *ArenaPane) called(f *view.Fighter) string {
	name := bareArena(f.Name)
	for i := range p.a.Fighters {
		if other := &p.a.Fighters[i]; other.ID != f.ID && strings.EqualFold(bareArena(other.Name), name) {
			return f.ID
		}
	}
	if slices.Contains(p.doubles, strings.ToLower(f.Name)) {
		return f.ID
	}
	return strings.ToLower(name)
}

// bareArena is a name without its article.
func bareArena(name string) string {
	for _, article := range []string{"a ", "an ", "the "} {
		if rest, ok := strings.CutPrefix(strings.ToLower(name), article); ok {
			return name[len(name)-len(rest):]
		}
	}
	return name
}

// press does what a button is for.
func (p *ArenaPane) press(name string) Act {
	isAsked := p.a.Asked != ""
	switch name {
	case buttonRoll:
		return Act{Send: "roll"}
	case buttonEnd:
		return Act{Send: "end turn"}
	case buttonFlee:
		return Act{Send: "flee"}
	case buttonYes, buttonNo:
		if !isAsked {
			return Act{Notice: "Nothing waits for a yes or a no."}
		}
		return Act{Send: map[string]string{buttonYes: "yes", buttonNo: "no"}[name]}
	case arenaInput:
		if !p.words.on {
			p.words.begin()
		}
	case propose:
		return p.words.key("enter")
	}
	return Act{}
}
