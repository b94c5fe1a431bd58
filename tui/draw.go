package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/lineedit"
	"github.com/mudlark-mud/mudlark/tui/panes"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// promptDefault stands before the input line until the session names another prompt, promptShare bounds any prompt to
// one part in so many of the width.
const (
	promptDefault = "> "
	promptShare   = 2
)

// View draws the screen. Only what has changed since the last call is made anew.
func (s *Screen) View() tea.View {
	rows := make([]string, 0, s.height)
	rows = append(rows, s.told()...)
	if s.palette.Active() {
		s.cover(rows)
	}
	rows = append(rows, s.bar()...)
	typed, x, y := s.typing()
	at := len(rows) + y
	rows = append(rows, typed...)
	if s.areas.hint.height > 0 {
		rows = append(rows, s.hint())
	}
	v := tea.NewView(strings.Join(rows, "\n"))
	v.AltScreen = true
	v.WindowTitle = s.cfg.Title
	if s.mouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	if !s.ended {
		v.Cursor = tea.NewCursor(x, at)
	}
	return v
}

// textRows is the rows of text and panes as they were drawn last.
type textRows struct {
	of, tail []cell.Painted // what they were drawn from
	frame    panes.Frame
	fresh    int
	choosing bool
	rows     []string
}

// told returns the rows of text with the panes around them.
func (s *Screen) told() []string {
	plan := s.fit()
	window, tail := s.text.Window()
	frame := s.panes.Frame()
	d := &s.textRows
	if d.rows != nil && same(d.of, window) && same(d.tail, tail) && sameFrame(d.frame, frame) &&
		d.fresh == s.text.fresh && d.choosing == s.text.Choosing() {
		return d.rows
	}
	lines := s.lines(window, tail, plan.Text.Height)
	var b strings.Builder // of all rows, as one piece of memory costs less than many
	b.Grow(s.width * s.areas.around.height * 2)
	ends := make([]int, 0, s.areas.around.height)
	for y := range s.areas.around.height {
		if y < len(frame.Left) {
			b.WriteString(frame.Left[y])
		}
		cells := plan.Text.Width
		switch at := y - plan.Text.Y; {
		case at < 0 && y < len(frame.Above):
			b.WriteString(frame.Above[y])
		case at >= 0 && at < len(lines):
			b.WriteString(cell.Blanks(inset(plan)))
			b.WriteString(lines[at].Text)
			cells = inset(plan) + lines[at].Cells
		case at >= plan.Text.Height && at-plan.Text.Height < len(frame.Below):
			b.WriteString(frame.Below[at-plan.Text.Height])
		default:
			cells = 0
		}
		if y < len(frame.Right) {
			b.WriteString(cell.Blanks(plan.Text.Width - cells))
			b.WriteString(frame.Right[y])
		}
		ends = append(ends, b.Len())
	}
	rows, from := make([]string, 0, len(ends)), 0
	for _, end := range ends {
		rows = append(rows, b.String()[from:end])
		from = end
	}
	*d = textRows{
		of: window, tail: tail, frame: frame, fresh: s.text.fresh, choosing: s.text.Choosing(), rows: rows,
	}
	return rows
}

// lines returns the rows of text. Text that does not fill its area stands at the bottom, next to where one types.
func (s *Screen) lines(window, tail []cell.Painted, height int) []cell.Painted {
	lines := make([]cell.Painted, 0, height)
	marked := s.text.Back() && height > 1
	empty := height - len(window) - len(tail)
	if marked {
		empty--
	}
	for range empty {
		lines = append(lines, cell.Painted{})
	}
	lines = append(lines, window...)
	if marked {
		mark := s.mark()
		lines = append(lines, cell.Painted{Text: s.theme.Styled(cell.TokenMark, mark), Cells: s.pen.Ruler.Width(mark)})
	}
	return append(lines, tail...)
}

// markRow is the row of the text's area that has the mark while one reads back.
func (s *Screen) markRow() int {
	_, tail := s.text.Window()
	return s.panes.Plan().Text.Height - 1 - len(tail)
}

func sameFrame(a, b panes.Frame) bool {
	return same(a.Left, b.Left) && same(a.Right, b.Right) && same(a.Above, b.Above) && same(a.Below, b.Below)
}

// same reports whether two drawings are the same one; what is drawn anew is in new memory.
func same[T any](a, b []T) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// cover draws the palette over the lowest rows of the text and the panes.
func (s *Screen) cover(rows []string) {
	p := s.pen
	p.Width = s.width
	box := s.palette.Rows(s.theme, p, len(rows))
	copy(rows[len(rows)-len(box):], box)
	s.covered = len(box)
}

// mark is what stands under the text while there is more of it below.
func (s *Screen) mark() string {
	words := "-- more below --"
	switch {
	case s.text.Choosing():
		words = "-- choosing lines to copy --"
	case s.text.fresh > 0:
		words = fmt.Sprintf("-- more below, %d new --", s.text.fresh)
	}
	return s.pen.Ruler.Clip(words, s.fit().Measure, "")
}

// bar returns the status bar's rows. Where there is no hint row, a notice or the candidates take its last row.
func (s *Screen) bar() []string {
	rows := s.areas.bar.height
	if rows == 0 {
		return nil
	}
	if s.barRows == nil {
		p := s.pen
		p.Width = s.areas.bar.width
		s.barRows = panes.Bar(s.view, s.cfg.Title, s.theme, p, rows)
	}
	if s.areas.hint.height == 0 && (s.notice != "" || s.completion.Active() || s.asks()) {
		return append(append([]string(nil), s.barRows[:rows-1]...), s.hint())
	}
	return s.barRows
}

// promptText is the prompt with a blank behind it.
func (s *Screen) promptText() string {
	switch {
	case s.prompt == "":
		return promptDefault
	case strings.HasSuffix(s.prompt, " "):
		return s.prompt
	}
	return s.prompt + " "
}

// typing returns the rows of what is being typed, and the cursor's cell and row in them.
func (s *Screen) typing() (rows []string, x, y int) {
	width, high := s.areas.input.width, s.areas.input.height
	query, finds := s.reader.queryLine()
	switch {
	case s.ended:
		word := s.pen.Ruler.Clip("Press Enter to leave.", width, s.pen.Signs.Cut)
		rows = []string{s.theme.Styled(prose.System, word)}
	case s.palette.Active():
		rows, x, y = s.line("Command: ", s.palette.Input(), "")
	case s.paste.Active():
		rows = s.pastedRows(width, high)
	case finds:
		rows, x, y = s.line("Find: ", query, "")
	case s.search.Active():
		line, at, ok := s.search.Found()
		found := lineedit.Input{Ruler: s.pen.Ruler}
		if ok {
			found.Set(line)
			found.Place(at)
		}
		rows, x, y = s.line(s.promptText(), &found, "")
	default:
		rows, x, y = s.line(s.promptText(), &s.input, s.ghost())
	}
	for len(rows) < high {
		rows = append(rows, "")
	}
	return rows, min(x, max(width-1, 0)), y
}

// line draws a line, or several, behind a prompt, and the rest that could be taken behind it.
func (s *Screen) line(prompt string, in *lineedit.Input, rest string) (rows []string, x, y int) {
	width, high := s.areas.input.width, s.areas.input.height
	prompt = s.pen.Ruler.Clip(prompt, width/promptShare, s.pen.Signs.Cut)
	used := s.pen.Ruler.Width(prompt)
	shown, x, y := in.Visible(width-used, high)
	for i, text := range shown {
		row := s.theme.Styled(prose.Plain, prompt) + s.theme.Styled(prose.Command, text)
		if i > 0 {
			row = cell.Blanks(used) + s.theme.Styled(prose.Command, text)
		}
		if i == y && rest != "" {
			room := width - used - x - 1 // the last cell is the cursor's
			row += s.theme.Styled(cell.TokenGhost, s.pen.Ruler.Clip(rest, room, s.pen.Signs.Cut))
		}
		rows = append(rows, row)
	}
	return rows, used + x, y
}

// pastedRows draws the beginning of what was pasted.
func (s *Screen) pastedRows(width, high int) []string {
	var rows []string
	lines := s.paste.Lines
	for i := 0; i < min(high, len(lines)); i++ {
		words := "| " + lines[i]
		if i == high-1 && len(lines) > high {
			words = fmt.Sprintf("| and %d more", len(lines)-i)
		}
		rows = append(rows, s.theme.Styled(prose.Command, s.pen.Ruler.Clip(words, width, s.pen.Signs.Cut)))
	}
	return rows
}
