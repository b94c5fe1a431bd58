package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/pane"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// promptDefault stands before the input line until the session names another prompt, promptShare bounds any prompt to
// one part in so many of the width.
const (
	promptDefault = "> "
	promptShare   = 2
)

// The words of the hint row, from the fullest; the first that fits is shown.
func (s *Screen) helps() []string {
	if s.board() != nil {
		return []string{
			"F3 plays on the board   Tab completes   PgUp reads back   F2 side panel   ctrl+c leaves",
			"F3 plays on the board   Tab completes   ctrl+c leaves",
			"F3 plays on the board",
		}
	}
	return []string{
		"Tab completes   Up recalls   PgUp reads back   F2 side panel   ctrl+c leaves",
		"Tab completes   Up recalls   PgUp reads back   ctrl+c leaves",
		"Tab completes   PgUp reads   ctrl+c leaves",
	}
}

// View draws the screen. Only what has changed since the last call is made anew.
func (s *Screen) View() tea.View {
	var b strings.Builder
	b.Grow(s.width * s.height * 2)
	s.drawText(&b)
	for _, r := range s.bar() {
		b.WriteByte('\n')
		b.WriteString(r)
	}
	cursor := s.drawInput(&b)
	if s.areas.hint.height > 0 {
		b.WriteByte('\n')
		b.WriteString(s.hint())
	}
	v := tea.NewView(strings.TrimPrefix(b.String(), "\n"))
	v.AltScreen = true
	v.WindowTitle = s.cfg.Title
	if s.cfg.Mouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	if !s.ended {
		v.Cursor = tea.NewCursor(cursor, s.areas.input.y)
	}
	return v
}

// drawText draws the text and, beside it, the side panel. Text that does not fill its area stands at the bottom, next
// to where one types. Each row is preceded by a line break.
func (s *Screen) drawText(b *strings.Builder) {
	window, area := s.text.Window(), s.areas.text
	marked := s.text.Back() && area.height > 1
	empty := area.height - len(window)
	if marked {
		empty--
	}
	beside := s.side()
	for y := range area.height {
		b.WriteByte('\n')
		used := 0
		switch {
		case y < empty:
		case y-empty < len(window):
			r := window[y-empty]
			b.WriteString(r.Text)
			used = r.Cells
		case marked:
			mark := s.mark()
			b.WriteString(s.theme.Styled(cell.TokenMark, mark))
			used = s.pen.Ruler.Width(mark)
		}
		if s.areas.panel.width == 0 {
			continue
		}
		b.WriteString(cell.Blanks(area.width - used))
		b.WriteString(s.theme.Styled(cell.TokenRule, s.pen.Signs.Rule))
		if y < len(beside) {
			b.WriteByte(' ')
			b.WriteString(beside[y])
		}
	}
}

// mark is what stands under the text while there is more of it below.
func (s *Screen) mark() string {
	words := "-- more below --"
	if s.text.Fresh() > 0 {
		words = fmt.Sprintf("-- more below, %d new --", s.text.Fresh())
	}
	return s.pen.Ruler.Clip(words, s.areas.measure, "")
}

// side returns the side panel's rows.
func (s *Screen) side() []string {
	if s.sideRows == nil && s.areas.panel.width > 1 {
		p := s.pen
		p.Width = s.areas.panel.width - 1
		s.sideRows = pane.Side(s.view, s.finger, s.theme, p, s.areas.panel.height)
	}
	return s.sideRows
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
		s.barRows = pane.Bar(s.view, s.cfg.Title, s.theme, p, rows)
	}
	if s.areas.hint.height == 0 && (s.notice != "" || s.completion.Active()) {
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

// drawInput draws the prompt and the line and returns the cursor's cell.
func (s *Screen) drawInput(b *strings.Builder) int {
	b.WriteByte('\n')
	width := s.areas.input.width
	prompt := s.pen.Ruler.Clip(s.promptText(), width/promptShare, s.pen.Signs.Cut)
	if s.ended {
		b.WriteString(s.theme.Styled(prose.System, s.pen.Ruler.Clip("Press Enter to leave.", width, s.pen.Signs.Cut)))
		return 0
	}
	b.WriteString(s.theme.Styled(prose.Plain, prompt))
	used := s.pen.Ruler.Width(prompt)
	text, cursor := s.input.Visible(width - used)
	b.WriteString(s.theme.Styled(prose.Command, text))
	return min(used+cursor, max(width-1, 0))
}

// hint is the row under the input: candidates, a notice, or a word of help.
func (s *Screen) hint() string {
	width := s.areas.input.width
	words := ""
	switch {
	case s.completion.Active():
		return s.completion.Row(s.theme, s.pen.Ruler, width)
	case s.notice != "":
		words = s.notice
	case s.ended:
	case s.input.Secret:
		words = "What you type now is hidden and not kept."
	case s.finger.On && s.board() != nil:
		words = pane.BoardHint(s.board())
	case s.text.Back():
		words = "PgUp and PgDn turn pages, End returns to the newest."
	default:
		for _, h := range s.helps() {
			if len(h) <= width {
				words = h
				break
			}
		}
	}
	return s.theme.Styled(prose.Hint, s.pen.Ruler.Clip(words, width, s.pen.Signs.Cut))
}
