package panes

import (
	"slices"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/view"
)

// Set is all panes of a screen: what they show, where they stand, which one has the keys. Make it with New.
type Set struct {
	panes   []pane   // in the order in which they stand
	order   []string // in which they stood at first
	chat    *talk
	effects *fading
	arena   *ArenaPane
	pages   []*paper

	view          *view.View
	theme         *cell.Theme
	pen           cell.Pen
	width, height int
	now           time.Time
	focus         string

	// What the person wishes.
	asked, hidden []string // names; of the asked ones the latest is the last
	were          []string // asked for before all were hidden
	moved         []string // stand in the other column
	extra         map[string]int
	wide          int
	bare          bool // nothing shows by itself

	big     bool // the pane that has the keys is as large as can be
	plan    Plan
	measure int
	stale   bool // the plan must be made anew
	drawn   map[string]*picture
	frame   *Frame // nil when it must be made anew
}

// NewSet makes the panes.
func NewSet() *Set {
	s := &Set{
		chat: newChat(), effects: newEffects(), arena: NewArena(),
		extra: map[string]int{}, drawn: map[string]*picture{},
		pages: []*paper{
			newPage(Who, "Who is here"), newPage(Help, "Help"), newPage(Sheet, "Character"),
		},
		theme: cell.NewTheme(cell.Look{}), pen: cell.Pen{Signs: cell.NewSigns(false)},
	}
	s.panes = []pane{
		s.arena, newBoard(), newLog(), newMap(), newVitals(), newRoom(), s.effects, newQuests(),
		newGear(), s.chat,
	}
	for _, p := range s.pages {
		s.panes = append(s.panes, p)
	}
	s.order = s.Names()
	return s
}

// Dress sets the styles and measures.
func (s *Set) Dress(t *cell.Theme, p cell.Pen) {
	s.theme, s.pen, s.stale = t, p, true
	clear(s.drawn)
}

// Resize tells how large the area of the text and the panes is.
func (s *Set) Resize(width, height int) {
	if s.width != width || s.height != height {
		s.width, s.height, s.stale = width, height, true
	}
}

// See shows a view to all panes. It must have been cleaned.
func (s *Set) See(v *view.View) {
	if s.view == nil || (s.view.Room == "") != (v.Room == "") {
		s.stale = true
	}
	if s.view != nil && s.view.Arena != nil && v.Arena == nil { // what was asked for is over
		s.asked, s.stale = without(s.asked, Arena), true
	}
	s.view = v
	for _, p := range s.panes {
		if p.See(v) {
			s.touch(p.Name())
		}
	}
	s.Tick(s.now)
}

// touch has a pane drawn anew, and the plan made anew as its wants may have changed.
func (s *Set) touch(name string) {
	delete(s.drawn, name)
	s.stale = true
}

// Hear takes something that was said. It must have been cleaned.
func (s *Set) Hear(said view.Saying) {
	s.chat.hear(said)
	s.touch(Chat)
}

// Unread is how many sayings the person has not had in sight in the chat pane.
func (s *Set) Unread() int { return s.chat.unread() }

// Turn takes the answer to something that was asked. It must have been cleaned.
func (s *Set) Turn(answer view.Page) {
	for _, p := range s.pages {
		if p.Name() == answer.Name {
			p.turn(answer)
			s.touch(p.Name())
		}
	}
}

// Asks returns what panes lack, once: each a page without lines, to be asked for by its name and topic.
func (s *Set) Asks() []view.Page {
	var out []view.Page
	for _, p := range s.pages {
		out = append(out, p.lacks()...)
	}
	return out
}

// Tick tells what time it is, and returns after how long it wants to be told again; 0 for not until the next view.
func (s *Set) Tick(now time.Time) time.Duration {
	s.now = now
	changed, next := s.effects.tick(now)
	if changed {
		s.touch(Effects)
	}
	turned, soon := s.arena.Tick(now)
	if turned {
		s.touch(Arena)
	}
	if next == 0 || soon > 0 && soon < next {
		next = soon
	}
	return next
}

// Plan returns where everything is.
func (s *Set) Plan() Plan {
	if s.stale {
		s.arrange()
		s.stale, s.frame = false, nil
		if !s.Shown(s.focus) {
			s.focus = ""
		}
	}
	return s.plan
}

// Measure is how many cells the rows of a session should take: as many as those of the text, and before play as many as
// the panes will leave to them, so that what is told first is not broken twice.
func (s *Set) Measure() int {
	s.Plan()
	return s.measure
}

// Shown reports whether a pane has a place.
func (s *Set) Shown(name string) bool {
	return slices.ContainsFunc(s.Plan().Panes, func(p Placed) bool { return p.Name == name })
}

// pane returns a pane by its name, nil for none.
func (s *Set) pane(name string) pane {
	for _, p := range s.panes {
		if p.Name() == name {
			return p
		}
	}
	return nil
}

// Names returns the names of all panes, in the order in which they stand.
func (s *Set) Names() []string {
	var out []string
	for _, p := range s.panes {
		out = append(out, p.Name())
	}
	return out
}

// Toggle shows a pane or hides it, and returns a word to the person where that cannot be.
func (s *Set) Toggle(name string) (notice string) {
	s.settle()
	if s.Shown(name) {
		if name == s.focus {
			s.Focus("")
		}
		s.asked, s.hidden = without(s.asked, name), append(without(s.hidden, name), name)
		s.stale = true
		return ""
	}
	return s.show(name)
}

func (s *Set) show(name string) (notice string) {
	if s.pane(name) == nil {
		return "There is no such pane."
	}
	if !s.plays() {
		return "There is nothing to show beside the text yet."
	}
	was := s.asked
	s.asked, s.hidden = append(without(s.asked, name), name), without(s.hidden, name)
	s.stale = true
	if !s.Shown(name) {
		s.asked, s.stale = was, true
		return "The window is too small for that pane."
	}
	s.open(name)
	return ""
}

// open lets a pane ask for what it lacks.
func (s *Set) open(name string) {
	if p, ok := s.pane(name).(*paper); ok {
		p.open()
		s.touch(name)
	}
}

// ToggleAll hides all panes, or shows again what was hidden so and what shows by itself; in a window too narrow for
// that, who and what is here. It returns a word to the person where that cannot be.
func (s *Set) ToggleAll() (notice string) {
	if len(s.Plan().Panes) > 0 {
		s.Focus("")
		s.bare, s.were, s.asked, s.stale = true, s.asked, nil, true
		return ""
	}
	asked := s.were
	for _, name := range s.asked {
		asked = append(without(asked, name), name)
	}
	s.bare, s.asked, s.were, s.stale = false, asked, nil, true
	if len(s.Plan().Panes) > 0 {
		return ""
	}
	s.hidden, s.stale = nil, true
	if len(s.Plan().Panes) > 0 {
		return ""
	}
	return s.show(Room)
}

// Focused is the name of the pane that has the keys, "" for none.
func (s *Set) Focused() string {
	s.Plan()
	return s.focus
}

// Focus gives the keys to a pane, showing it if need be; "" gives them back to the line. It returns a word to the
// person where that cannot be.
func (s *Set) Focus(name string) (notice string) {
	if name != s.focus {
		s.settle()
	}
	if name != "" && !s.Shown(name) {
		if notice = s.show(name); notice != "" {
			return notice
		}
	}
	if s.focus != name {
		s.frame, s.focus = nil, name
		s.open(name)
	}
	return ""
}

// settle gives a pane that was as large as can be its place again.
func (s *Set) settle() {
	if s.big {
		s.big, s.stale = false, true
	}
}

// Cycle gives the keys to the next pane, by 1 or -1, and after the last one back to the line.
func (s *Set) Cycle(by int) {
	s.settle()
	panes := s.Plan().Panes
	at := slices.IndexFunc(panes, func(p Placed) bool { return p.Name == s.focus })
	switch {
	case at < 0 && by < 0:
		at = len(panes) - 1
	default:
		at += by
	}
	name := ""
	if at >= 0 && at < len(panes) {
		name = panes[at].Name
	}
	s.Focus(name)
}

// Hints say what keys do in the pane that has them, the fullest words first; none if no pane has them. What matters
// less goes first: keys of all panes, then the pane's last ones.
func (s *Set) Hints() []string {
	p := s.pane(s.Focused())
	switch {
	case p == nil:
		return nil
	case p.Keys() == "":
		return []string{"= enlarges   Tab next pane   Esc types"}
	case strings.Contains(p.Keys(), "Esc"): // it takes every key
		return []string{p.Keys()}
	}
	const gap = "   "
	out := []string{p.Keys() + "   = enlarges   Tab next pane   Esc types", p.Keys() + "   = enlarges   Esc types"}
	for keys := strings.Split(p.Keys(), gap); len(keys) > 0; keys = keys[:len(keys)-1] {
		out = append(out, strings.Join(keys, gap)+"   Esc types")
	}
	return out
}

// Key takes a key for the pane that has the keys, and reports whether it was taken. If not, the keys are the line's
// from then on.
func (s *Set) Key(key string) (Act, bool) {
	p := s.pane(s.Focused())
	if p == nil {
		return Act{}, false
	}
	act, ok := p.Key(key)
	s.touch(p.Name())
	if !ok {
		act, ok = s.key(key)
	}
	if act.Release || !ok {
		s.settle()
		act.Release, s.focus = false, ""
	}
	return act, ok
}

// key takes the keys that all panes have.
func (s *Set) key(key string) (Act, bool) {
	name := s.focus
	switch key {
	case "esc":
		return Act{Release: true}, true
	case "tab":
		s.Cycle(1)
	case "shift+tab":
		s.Cycle(-1)
	case "=":
		s.big = !s.big
	case "+":
		s.extra[name] = min(s.extra[name]+1, extraMost)
	case "-":
		s.extra[name] = max(s.extra[name]-1, -extraMost)
	case "{", "}":
		s.reorder(name, key == "}")
	case "[":
		s.wide--
	case "]":
		s.wide++
	case "\\":
		if s.isMoved(name) {
			s.moved = without(s.moved, name)
		} else {
			s.moved = append(s.moved, name)
		}
	case "delete":
		s.Toggle(name)
	default:
		return Act{}, false
	}
	s.wide = min(max(s.wide, -sideMost), sideMost)
	s.stale = true
	return Act{}, true
}

// reorder moves a pane before the one that stands before it, or behind the next.
func (s *Set) reorder(name string, isDown bool) {
	var shown []string
	for _, p := range s.Plan().Panes {
		shown = append(shown, p.Name)
	}
	at := slices.Index(shown, name)
	with := at - 1
	if isDown {
		with = at + 1
	}
	if at < 0 || with < 0 || with >= len(shown) {
		return
	}
	index := func(name string) int {
		return slices.IndexFunc(s.panes, func(p pane) bool { return p.Name() == name })
	}
	i, j := index(name), index(shown[with])
	s.panes[i], s.panes[j] = s.panes[j], s.panes[i]
}

// Click takes a click on a cell of the area, and reports whether it was on a pane.
func (s *Set) Click(x, y int) (Act, bool) {
	for _, at := range s.Plan().Panes {
		if !at.holds(x, y) {
			continue
		}
		p := s.pane(at.Name)
		before, _ := s.margins(at)
		x, y = x-at.X-before, y-at.Y-titleRows
		if y < 0 || x < 0 {
			s.Focus(at.Name)
			return Act{}, true
		}
		act := p.Click(x, y)
		s.touch(at.Name)
		if act == (Act{}) {
			s.Focus(at.Name)
		}
		act.Release = false
		return act, true
	}
	return Act{}, false
}

// Wheel scrolls the pane at a cell of the area by so many rows, and reports whether there is one.
func (s *Set) Wheel(x, y, by int) bool {
	for _, at := range s.Plan().Panes {
		if at.holds(x, y) {
			key := "shift+down"
			if by < 0 {
				key, by = "shift+up", -by
			}
			for range by {
				s.pane(at.Name).Key(key)
			}
			s.touch(at.Name)
			return true
		}
	}
	return false
}

// without returns a list without a name, in new memory.
func without(list []string, name string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(n string) bool { return n == name })
}
