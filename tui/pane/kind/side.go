package kind

import (
	"fmt"
	"slices"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/view"

	"github.com/mudlark-mud/mudlark/world/prose"
)

// foeSign marks a foe in the lists, so that no colour has to.
const foeSign = "! "

// section is one titled list of the side panel; each entry is the rows it takes.
type section struct {
	title   string
	entries [][]string
	more    int  // entries not listed
	fixed   bool // a drawing, of which nothing may be missing
	log     bool // the last entries matter most
	weak    bool // goes first where there is little room
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

// Side draws the side panel's rows, at most height of them, each at most as wide as the pen.
func Side(v *view.View, f Finger, t *cell.Theme, p cell.Pen, height int) []string {
	lists := []section{
		listed("Here", v.People, t, p),
		listed("Lying here", v.Things, t, p),
		listed("You carry", v.Carrying, t, p),
	}
	var panels []section
	for _, panel := range v.Panels {
		s := section{title: panel.Title, log: panel.Log}
		for _, line := range panel.Text {
			s.entries = append(s.entries, p.Rows(t, line))
		}
		panels = append(panels, s)
	}
	sections := append(lists, panels...)
	if v.Board != nil { // who plays looks at the board; the rest is said in the text
		for i := range lists {
			lists[i].weak = true
		}
		sections = append(append([]section{drawn(v.Board, f, t, p)}, panels...), lists...)
	}
	kept := sections[:0]
	for _, s := range sections {
		if len(s.entries) > 0 || s.more > 0 {
			kept = append(kept, s)
		}
	}
	if len(kept) == 0 {
		return p.Rows(t, cell.L(prose.Hint, "Nobody else and nothing of note."))
	}
	rows := stacked(shrink(kept, height), t, p)
	return rows[:min(len(rows), max(height, 0))]
}

// stacked draws sections with a blank row between them.
func stacked(kept []section, t *cell.Theme, p cell.Pen) []string {
	var rows []string
	for i, s := range kept {
		if i > 0 {
			rows = append(rows, "")
		}
		rows = append(rows, t.Styled(prose.Title, p.Ruler.Clip(s.title, p.Width, p.Signs.Cut)))
		words := "  and %d more"
		if s.log {
			words = "  %d before these"
		}
		more := t.Styled(prose.Hint, p.Ruler.Clip(fmt.Sprintf(words, s.more), p.Width, p.Signs.Cut))
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

// shrink makes sections fit into height: first the weak ones go, the last first, then entries of the highest section,
// of equal ones the last. A drawing stays whole.
func shrink(sections []section, height int) []section {
	for {
		total, highest := len(sections)-1, -1
		for i := range sections {
			total += sections[i].rows()
			isPliable := len(sections[i].entries) > 0 && !sections[i].fixed
			if isPliable && (highest < 0 || sections[i].rows() >= sections[highest].rows()) {
				highest = i
			}
		}
		last := len(sections) - 1
		switch {
		case total <= height || last < 0:
			return sections
		case sections[last].weak:
			sections = sections[:last]
			continue
		case highest < 0:
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

// listed makes a section of a list.
func listed(title string, list view.Entries, t *cell.Theme, p cell.Pen) section {
	s := section{title: title, more: list.More}
	for _, e := range foesFirst(list.List) {
		lead := "  "
		if e.Role == prose.Foe {
			lead = foeSign
		}
		line := cell.Line{Indent: 4, Spans: []cell.Span{{Text: lead + e.Text, Role: e.Role}}}
		if e.Count > 1 {
			line.Spans = append(line.Spans, cell.Span{Text: fmt.Sprintf(" (%d)", e.Count)})
		}
		if e.Note != "" {
			line.Spans = append(line.Spans, cell.Span{Text: ", " + e.Note, Role: prose.Hint})
		}
		s.entries = append(s.entries, p.Rows(t, line))
	}
	return s
}

// foesFirst returns entries with the foes in front, each kind in its order: where there is little room, they matter.
func foesFirst(list []view.Entry) []view.Entry {
	return slices.SortedStableFunc(slices.Values(list), func(a, b view.Entry) int {
		switch foeA, foeB := a.Role == prose.Foe, b.Role == prose.Foe; {
		case foeA == foeB:
			return 0
		case foeA:
			return -1
		}
		return 1
	})
}
