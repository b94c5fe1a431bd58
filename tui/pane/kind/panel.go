package kind

import (
	"reflect"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// panels is the pane of whatever else a place offers.
type panels struct{ list []view.Panel }

// NewLog makes the pane of whatever else a place offers.
func NewLog() Pane { return &panels{} }

func (p *panels) Name() string { return Log }

// Title is that of the first panel; the others have theirs inside.
func (p *panels) Title() string {
	if len(p.list) == 0 {
		return "Log"
	}
	return p.list[0].Title
}

func (p *panels) Keys() string           { return "Esc types" }
func (p *panels) Key(string) (Act, bool) { return Act{}, false }
func (p *panels) Click(int, int) Act     { return Act{} }

func (p *panels) See(v *view.View) bool {
	if reflect.DeepEqual(p.list, v.Panels) {
		return false
	}
	p.list = v.Panels
	return true
}

func (p *panels) sections(c Canvas) []section {
	var out []section
	for _, panel := range p.list {
		s := section{title: panel.Title, log: panel.Log}
		for _, line := range panel.Text {
			s.entries = append(s.entries, c.Rows(c.Theme, line))
		}
		out = append(out, s)
	}
	return out
}

func (p *panels) Wants(c Canvas) (least, best int) {
	if len(p.list) == 0 {
		return 0, 0
	}
	best = len(p.list) - 2 // a blank between two, and the first has its title outside
	for _, s := range p.sections(c) {
		best += s.rows()
	}
	return min(best, 3*len(p.list)-1), best
}

func (p *panels) Draw(c Canvas) []string {
	if len(p.list) == 0 {
		return clipped(c.Rows(c.Theme, cell.L(prose.Hint, "There is nothing else here.")), c.Height)
	}
	rows := stacked(shrink(p.sections(c), c.Height+1), c.Theme, c.Pen)
	return clipped(rows[1:], c.Height)
}
