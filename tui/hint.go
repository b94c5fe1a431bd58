package tui

import (
	"strconv"

	"github.com/mudlark-mud/mudlark/tui/panes"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// asks reports whether something has the keys that must say what they do, hint row or not.
func (s *Screen) asks() bool {
	return s.palette.Active() || s.paste.Active() || s.search.Active() || s.reader.active()
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
		return s.paste.Hints()
	case s.search.Active():
		return s.search.Hints()
	case s.reader.active():
		return s.reader.hints()
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
	case s.arena() != nil && s.board() == nil:
		return []string{
			"F11 fights on the ground: arrows, Enter   g says it in words   ctrl+k commands   F1 keys",
			"F11 fights on the ground   ctrl+k commands   F1 keys",
			"F11 fights on the ground",
		}
	case s.board() != nil:
		return []string{
			"F3 plays on the board   ctrl+k commands   F1 keys   F2 panes   ctrl+c leaves",
			"F3 plays on the board   ctrl+k commands   F1 keys",
			"F3 plays on the board",
		}
	}
	unread := ""
	if n := s.panes.Unread(); n > 0 && !s.panes.Shown(panes.Chat) {
		unread = "F5 chat, " + strconv.Itoa(n) + " new   "
	}
	return []string{
		unread + "ctrl+k commands   Tab completes   PgUp reads back   F1 keys   F2 panes   F6 next pane   ctrl+c leaves",
		unread + "ctrl+k commands   Tab completes   PgUp reads back   F1 keys   ctrl+c leaves",
		unread + "ctrl+k commands   Tab completes   F1 keys   ctrl+c leaves",
		unread + "ctrl+k commands   F1 keys",
	}
}
