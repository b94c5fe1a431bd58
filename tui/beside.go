package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/mudlark-mud/mudlark/tui/panes"
	"github.com/mudlark-mud/mudlark/tui/view"
)

// paneKey takes a key for the panes as a whole or one by one, and reports whether it was one.
func (s *Screen) paneKey(key string) bool {
	switch {
	case !panes.IsKey(key):
		return false
	case s.input.Secret:
	case panes.KeyFor(key) != "":
		s.turnTo(panes.KeyFor(key))
	case key == "shift+f6":
		s.cyclePanes(-1)
	case key == "f2", key == "ctrl+b":
		s.togglePanes()
	default:
		s.cyclePanes(1)
	}
	return true
}

// togglePanes hides all panes, or shows them again.
func (s *Screen) togglePanes() {
	s.notice, s.rearranged = s.panes.ToggleAll(), true
}

// cyclePanes gives the keys to the next pane, or the one before.
func (s *Screen) cyclePanes(by int) {
	if len(s.panes.Plan().Panes) == 0 {
		s.notice = "There are no panes to go to. F2 shows them."
		return
	}
	s.panes.Cycle(by)
}

// turnTo shows a pane that is hidden, gives the keys to one that is shown, and hides one that has them. A board and
// pages that are read get the keys at once.
func (s *Screen) turnTo(name string) {
	s.rearranged = true
	switch {
	case name == panes.Board, name == panes.Arena:
		s.point(name)
	case s.panes.Focused() == name:
		s.notice = s.panes.Toggle(name)
		s.panes.Focus("")
	case s.panes.Shown(name), name == panes.Help, name == panes.Who, name == panes.Sheet:
		s.notice = s.panes.Focus(name)
	default:
		s.notice = s.panes.Toggle(name)
	}
}

// board returns the board that is in view, nil when there is none.
func (s *Screen) board() *view.Board {
	if s.view == nil {
		return nil
	}
	return s.view.Board
}

// arena returns the fight by turns that is in view, nil when there is none.
func (s *Screen) arena() *view.Arena {
	if s.view == nil {
		return nil
	}
	return s.view.Arena
}

// point gives the keys to the board, or to the ground of a fight, or back to the line.
func (s *Screen) point(name string) {
	if s.board() == nil && s.arena() != nil {
		name = panes.Arena
	}
	switch {
	case name == panes.Arena && s.arena() == nil:
		s.notice = "Nobody fights by turns here."
	case name == panes.Board && s.board() == nil:
		s.notice = "There is no board here to play on."
	case s.panes.Focused() == name:
		s.panes.Focus("")
	case s.panes.Focus(name) != "":
		s.notice = "It is hidden. Make the window wider."
	}
}

// lateMost is how long after the ground of a fight went, with the keys, keys count as meant for it: an "e" and an Enter
// would be a step to the east on the line.
const lateMost = time.Second

// focusKey takes a key while a pane has the keys, and reports whether it was for that. Any other key gives them back to
// the line, and is for the line.
func (s *Screen) focusKey(k tea.KeyPressMsg, key string) bool {
	switch {
	case panes.IsKey(key):
		return false
	case s.panes.Focused() == "":
		isLate := k.Mod&^tea.ModShift == 0 && time.Since(s.unheld) < lateMost
		if isLate {
			s.notice = "The ground is gone. Keys are for the line again."
		}
		return isLate
	}
	s.rearranged = true
	if text := typedText(k); text != "" && text != " " {
		key = text
	}
	act, ok := s.panes.Key(key)
	s.act(act)
	return ok
}

// act does what a pane asks for.
func (s *Screen) act(a panes.Act) {
	switch {
	case s.input.Secret && a != (panes.Act{}):
		s.notice = "Not while you type something hidden."
		return
	case a.Send != "":
		s.send(a.Send)
	case a.Put != "" && s.input.Text() != "":
		s.notice = "Send or clear your line first, then choose that again."
	case a.Put != "":
		s.input.Set(a.Put)
	}
	if a.Notice != "" {
		s.notice = a.Notice
	}
}

// beside tells the panes the time, passes on what they ask for, and keeps how they are arranged. It returns the command
// that wakes them when what they show will have changed by itself.
func (s *Screen) beside() tea.Cmd {
	s.outbox.ask(s.panes.Asks()...)
	if s.rearranged {
		s.rearranged = false
		if arranged := s.panes.Remember(); arranged != s.arranged {
			s.arranged = arranged
			s.remember()
		}
	}
	next := s.panes.Tick(time.Now())
	if next <= 0 || s.ended {
		return nil
	}
	at := time.Now().Add(next)
	if s.wakes.After(time.Now()) && !s.wakes.After(at) {
		return nil
	}
	s.wakes = at
	return tea.Tick(next, func(time.Time) tea.Msg { return wokenMsg{} })
}

// wokenMsg says that something beside the text may have changed with time.
type wokenMsg struct{}

// click takes a click, where the mouse is used. For each there is a key.
func (s *Screen) click(m tea.Mouse) tea.Cmd {
	if !s.mouse || s.ended || m.Button != tea.MouseLeft || m.Y >= s.areas.around.height {
		return nil
	}
	s.notice, s.leaving, s.rearranged = "", false, true
	if s.palette.Active() {
		return s.answered(s.palette.Click(m.Y - s.areas.around.height + s.covered))
	}
	if act, ok := s.panes.Click(m.X, m.Y); ok {
		s.act(act)
		return nil
	}
	if s.panes.Focus(""); s.text.Back() && !s.text.Choosing() && m.Y-s.panes.Plan().Text.Y == s.markRow() {
		s.text.Last()
	}
	return nil
}

// wheelRows is how far one notch of the wheel scrolls.
const wheelRows = 3

// wheel scrolls what the mouse is over, where the mouse is used.
func (s *Screen) wheel(m tea.Mouse) {
	by := wheelRows
	switch {
	case !s.mouse:
		return
	case m.Button == tea.MouseWheelUp:
		by = -by
	case m.Button != tea.MouseWheelDown:
		return
	}
	switch {
	case s.palette.Active() && by < 0:
		s.palette.Key("up", "")
	case s.palette.Active():
		s.palette.Key("down", "")
	case !s.panes.Wheel(m.X, m.Y, by):
		s.text.Move(by)
	}
}
