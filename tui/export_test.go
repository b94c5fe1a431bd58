package tui

import tea "charm.land/bubbletea/v2"

// Arrived is what a batch of messages looks like to Update, for benchmarks; tests let them come by the link.
func Arrived(messages ...Message) tea.Msg { return arrivedMsg{messages: messages} }

// Kept says how much the transcript holds, and how many paragraphs hold drawn rows.
func (s *Screen) Kept() (paragraphs, bytes, drawn int) { return s.text.Kept() }

// Remembered returns the history.
func (s *Screen) Remembered() []string { return s.history.Lines() }

// Layout returns the areas in order text and panes, bar, input, hint, each x, y, width, height, in play.
func Layout(width, height int) (all [][4]int) {
	a := layout(width, height, true)
	for _, r := range []rect{a.around, a.bar, a.input, a.hint} {
		all = append(all, [4]int{r.x, r.y, r.width, r.height})
	}
	return all
}
