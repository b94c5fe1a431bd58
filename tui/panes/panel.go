package panes

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// panels is the pane of whatever else a place offers, as far as there is anything in it.
type panels struct{ list []view.Panel }

// newLog makes the pane of whatever else a place offers.
func newLog() pane { return &panels{} }

func (p *panels) Name() string { return Log }

// Title is that of the first panel; the others have theirs inside.
func (p *panels) Title() string {
	if len(p.list) == 0 {
		return "Log"
	}
	return p.list[0].Title
}

func (p *panels) Keys() string           { return "" }
func (p *panels) Key(string) (Act, bool) { return Act{}, false }
func (p *panels) Click(int, int) Act     { return Act{} }

func (p *panels) See(v *view.View) bool {
	list := slices.DeleteFunc(slices.Clone(v.Panels), func(x view.Panel) bool { return len(x.Text) == 0 })
	if len(list) == len(p.list) && (len(list) == 0 || reflect.DeepEqual(p.list, list)) {
		return false
	}
	p.list = list
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
	rows := stacked(shrink(p.sections(c), c.Height+1), c)
	return clipped(rows[1:], c.Height)
}

// section is one titled panel; each entry is the rows that a paragraph takes.
type section struct {
	title   string
	entries [][]string
	more    int  // entries not listed
	log     bool // the last entries matter most
}

// rows is how high a section is, with its title and the count of what is missing.
func (s *section) rows() int {
	total := 1
	for _, e := range s.entries {
		total += len(e)
	}
	if s.more > 0 {
		total++
	}
	return total
}

// stacked draws sections with a blank row between them.
func stacked(kept []section, c Canvas) []string {
	var rows []string
	for i, s := range kept {
		if i > 0 {
			rows = append(rows, "")
		}
		rows = append(rows, c.Theme.Styled(prose.Title, c.Ruler.Clip(s.title, c.Width, c.Signs.Cut)))
		words := "  and %d more"
		if s.log {
			words = "  %d before these"
		}
		more := c.Theme.Styled(prose.Hint, c.Ruler.Clip(fmt.Sprintf(words, s.more), c.Width, c.Signs.Cut))
		if s.more > 0 && s.log {
			rows = append(rows, more)
		}
		for _, e := range s.entries {
			rows = append(rows, e...)
		}
		if s.more > 0 && !s.log {
			rows = append(rows, more)
		}
	}
	return rows
}

// shrink makes sections fit into height: entries of the highest section go first, of equal ones of the last.
func shrink(sections []section, height int) []section {
	for {
		total, highest := len(sections)-1, -1
		for i := range sections {
			total += sections[i].rows()
			if len(sections[i].entries) > 0 && (highest < 0 || sections[i].rows() >= sections[highest].rows()) {
				highest = i
			}
		}
		if total <= height || highest < 0 {
			return sections
		}
		s := &sections[highest]
		if s.more++; s.log {
			s.entries = s.entries[1:]
			continue
		}
		s.entries = s.entries[:len(s.entries)-1]
	}
}
