package panes

import (
	"strings"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// picture is a pane as it was drawn.
type picture struct {
	rows   []string
	title  string
	canvas Canvas
	before int // blanks before each row
	width  int // of each row, with all blanks
}

// canvas is what a pane of a name is drawn on.
func (s *Set) canvas(name string, width, height int) Canvas {
	p := s.pen
	p.Width = max(width, 1)
	c := Canvas{Pen: p, Theme: s.theme, Height: height, Focused: s.focus == name && name != ""}
	return c
}

// Frame is what is drawn around the text, row by row, each row exactly as wide as its part.
type Frame struct {
	Left, Right  []string // beside the text, with the rule, for each row of the whole area; nil for none
	Above, Below []string // over and under the text, as wide as it
}

// Frame draws what has changed and returns all of it.
func (s *Set) Frame() Frame {
	plan := s.Plan()
	if s.frame != nil {
		return *s.frame
	}
	f := &Frame{}
	rule := s.theme.Styled(cell.TokenRule, s.pen.Signs.Rule)
	for _, at := range plan.Panes {
		rows := s.picture(at)
		switch {
		case at.X < plan.Text.X:
			for _, r := range rows {
				f.Left = append(f.Left, r+rule)
			}
		case at.X > plan.Text.X:
			for _, r := range rows {
				f.Right = append(f.Right, rule+r)
			}
		case at.Y < plan.Text.Y:
			f.Above = rows
		default:
			f.Below = rows
		}
	}
	s.frame = f
	return *f
}

// margins are how many blanks stand before and behind a pane's rows: one on each side that has a rule. That behind a
// left column is the rule's.
func (s *Set) margins(at Placed) (before, behind int) {
	text := s.plan.Text
	switch {
	case at.X > text.X:
		return 1, 0
	case at.X < text.X:
		return 0, 1
	}
	if text.X > 0 {
		before = 1
	}
	if text.X+text.Width < s.width {
		behind = 1
	}
	if before+behind >= text.Width {
		return 0, 0
	}
	return before, behind
}

// picture returns a pane's rows, its title first, padded to its area.
func (s *Set) picture(at Placed) []string {
	before, behind := s.margins(at)
	width := at.Width - before - behind
	high, isAbove := at.Height-titleRows, at.X == s.plan.Text.X && at.Y < s.plan.Text.Y
	if isAbove {
		high -= footRows
	}
	p := s.pane(at.Name)
	c := s.canvas(at.Name, width, high)
	title := p.Title()
	if was := s.drawn[at.Name]; was != nil && was.canvas == c && was.title == title && was.before == before &&
		was.width == at.Width {
		return was.rows
	}
	body := p.Draw(c)
	title = p.Title() // which may have changed: what is drawn has been read
	rows := make([]string, 0, at.Height)
	put := func(row string) {
		blanks := width - c.Ruler.Method.StringWidth(row) + behind
		rows = append(rows, cell.Blanks(before)+row+cell.Blanks(blanks))
	}
	put(s.heading(title, c))
	for y := range high {
		if y < len(body) {
			put(body[y])
		} else {
			put("")
		}
	}
	if isAbove {
		put(s.theme.Styled(cell.TokenRule, strings.Repeat(c.Signs.Dash, width)))
	}
	s.drawn[at.Name] = &picture{rows: rows, title: title, canvas: c, before: before, width: at.Width}
	return rows
}

// heading is the row of a pane's title. Brackets mark the pane that has the keys.
func (s *Set) heading(title string, c Canvas) string {
	role := prose.Title
	words := c.Ruler.Clip(title, c.Width, c.Signs.Cut)
	if c.Focused && c.Width > 2 {
		role, words = cell.TokenChosen, "["+c.Ruler.Clip(title, c.Width-2, c.Signs.Cut)+"]"
	}
	left := c.Width - c.Ruler.Width(words)
	if left < 2 {
		return s.theme.Styled(role, words) + cell.Blanks(left)
	}
	return s.theme.Styled(role, words) + " " + s.theme.Styled(cell.TokenRule, strings.Repeat(c.Signs.Dash, left-1))
}
