package tui

import (
	"fmt"

	"github.com/mudlark-mud/mudlark/tui/pane/kind"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// asks reports whether something has the keys that must say what they do, hint row or not.
func (s *Screen) asks() bool {
	return s.palette.Active() || s.paste.Active() || s.search.Active() || s.text.Choosing() || s.finding.typing ||
		s.finding.on
}

// hint is the row under the input: candidates, a notice, or what the keys do now.
func (s *Screen) hint() string {
	width := s.areas.input.width
	if s.completion.Active() {
		return s.completion.Row(s.theme, s.pen.Ruler, width)
	}
	words := s.notice
	if words == "" {
		for _, words = range s.hints() {
			if s.pen.Ruler.Width(words) <= width {
				break
			}
		}
	}
	return s.theme.Styled(prose.Hint, s.pen.Ruler.Clip(words, width, s.pen.Signs.Cut))
}

// hints says what the keys do now, from the fullest to the shortest words for it.
func (s *Screen) hints() []string {
	switch {
	case s.ended:
		return nil
	case s.palette.Active():
		return s.palette.Hints()
	case s.paste.Active():
		return s.pasteHints()
	case s.search.Active():
		return s.searchHints()
	case s.text.Choosing():
		return []string{
			"Arrows choose a line   shift+arrows choose more   Enter copies   Esc leaves",
			"Arrows, shift+arrows choose   Enter copies   Esc leaves",
			"Enter copies   Esc leaves",
		}
	case s.finding.typing:
		return []string{
			s.findWord() + "Enter keeps them marked   Up goes to an older one   Esc leaves",
			s.findWord() + "Enter   Up older   Esc leaves",
		}
	case s.finding.on:
		return []string{
			s.findWord() + "n goes to an older one   N to a newer one   / finds other words   Esc leaves",
			s.findWord() + "n older   N newer   / other words   Esc leaves",
		}
	case s.input.Secret:
		return []string{"What you type now is hidden and not kept.", "Hidden, and not kept."}
	case s.panes.Focused() != "":
		return s.panes.Hints()
	case s.text.Back():
		return []string{
			"PgUp and PgDn turn pages   / finds words   alt+c copies   End returns to the newest",
			"PgUp and PgDn turn pages   / finds   End returns",
			"PgUp, PgDn   End returns",
		}
	case s.input.Rows() > 1:
		return []string{
			"Enter sends all lines, one by one   alt+Enter begins another   ctrl+c clears",
			"Enter sends all   alt+Enter one more",
		}
	case s.ghost() != "":
		return []string{
			"Right takes the rest   Tab completes   ctrl+k commands   F1 keys",
			"Right takes the rest   Tab completes",
		}
	case s.board() != nil:
		return []string{
			"F3 plays on the board   ctrl+k commands   F1 keys   F2 panes   ctrl+c leaves",
			"F3 plays on the board   ctrl+k commands   F1 keys",
			"F3 plays on the board",
		}
	}
	if n := s.panes.Unread(); n > 0 && !s.panes.Shown(kind.Chat) {
		return []string{
			fmt.Sprintf("F5 chat, %d new   ctrl+k commands   Tab completes   PgUp reads back   F1 keys   F2 panes", n),
			fmt.Sprintf("F5 chat, %d new   ctrl+k commands   Tab completes   F1 keys   F2 panes", n),
			fmt.Sprintf("F5 chat, %d new   ctrl+k commands   F1 keys", n),
			fmt.Sprintf("F5 chat, %d new", n),
		}
	}
	return []string{
		"ctrl+k commands   Tab completes   PgUp reads back   F1 keys   F2 panes   F6 next pane   ctrl+c leaves",
		"ctrl+k commands   Tab completes   PgUp reads back   F1 keys   ctrl+c leaves",
		"ctrl+k commands   Tab completes   F1 keys   ctrl+c leaves",
		"ctrl+k commands   F1 keys",
	}
}

// findWord says how finding goes.
func (s *Screen) findWord() string {
	if s.finding.word == "" {
		return ""
	}
	return "Found " + s.finding.word + "   "
}

// pasteHints asks about what was pasted.
func (s *Screen) pasteHints() []string {
	n := len(s.paste.Lines)
	more := ""
	if s.paste.Cut {
		more = " (there was more: it is left out)"
	}
	return []string{
		fmt.Sprintf("Pasted %d lines%s. Enter sends them   e edits them   Esc drops them", n, more),
		fmt.Sprintf("%d lines: Enter sends   e edits   Esc drops", n),
	}
}

// searchHints says what is looked for among what was typed.
func (s *Screen) searchHints() []string {
	words := "Typed before: " + s.search.Query() + "_"
	if s.search.Lost() {
		words += "  (no other)"
	}
	return []string{
		words + "   ctrl+r older   ctrl+s newer   Enter sends   Tab edits   Esc leaves",
		words + "   Enter sends   Tab edits   Esc leaves",
		words + "   Esc leaves",
		words,
	}
}
