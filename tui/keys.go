package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/typing"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// wheelRows is how far one notch of the wheel scrolls.
const wheelRows = 3

// press takes a key.
func (s *Screen) press(k tea.KeyPressMsg) tea.Cmd {
	key := k.Keystroke()
	quitting := key == "ctrl+c" || key == "ctrl+d"
	if !quitting {
		s.leaving = false
	}
	if !s.leaving {
		s.notice = ""
	}
	switch {
	case s.ended && (quitting || key == "enter" || key == "esc"):
		return tea.Quit
	case s.scrollKey(key), s.ended, s.boardKey(key):
		return nil
	case key == "ctrl+l":
		return tea.ClearScreen
	case quitting && s.input.Text() == "":
		return s.leave()
	}
	return s.lineKey(k, key)
}

// lineKey takes a key that is for the input line.
func (s *Screen) lineKey(k tea.KeyPressMsg, key string) tea.Cmd {
	switch key {
	case "tab":
		return s.complete(1)
	case "shift+tab":
		return s.complete(-1)
	case "esc":
		if s.completion.Active() {
			s.input.Set(s.completion.Typed())
			s.completion.Stop()
		}
		s.text.Last()
		return nil
	}
	s.completion.Stop()
	switch key {
	case "enter", "ctrl+j", "ctrl+m":
		s.submit()
		return nil
	case "up", "ctrl+p":
		s.recall(s.history.Older(s.input.Text()))
		return nil
	case "down", "ctrl+n":
		s.recall(s.history.Newer())
		return nil
	case "f2", "ctrl+b":
		s.togglePanel()
		return nil
	case "f3", "ctrl+g":
		s.point()
		return nil
	case "ctrl+c":
		s.input.Clear()
		s.history.Stop()
		return nil
	}
	before := s.input.Text()
	if typed := k.Text; typed != "" && k.Mod&(tea.ModCtrl|tea.ModAlt) == 0 {
		s.typed(typed)
	} else {
		s.input.EditKey(key)
	}
	if s.input.Text() != before {
		s.history.Stop()
	}
	return nil
}

// scrollKey moves through the text and reports whether the key was for that.
func (s *Screen) scrollKey(key string) bool {
	switch key {
	case "pgup":
		s.text.Page(-1)
	case "pgdown":
		s.text.Page(1)
	case "home":
		s.text.Home()
	case "end":
		s.text.Last()
	case "shift+up":
		s.text.Move(-1)
	case "shift+down":
		s.text.Move(1)
	default:
		return false
	}
	return true
}

// wheel scrolls by the mouse, where that was asked for.
func (s *Screen) wheel(b tea.MouseButton) {
	switch {
	case !s.cfg.Mouse:
	case b == tea.MouseWheelUp:
		s.text.Move(-wheelRows)
	case b == tea.MouseWheelDown:
		s.text.Move(wheelRows)
	}
}

// typed adds text to the line.
func (s *Screen) typed(text string) {
	if !s.input.Insert(text) {
		s.notice = "The line is full."
	}
}

// paste adds pasted text to the line. Line breaks become blanks: a paste never sends anything by itself.
func (s *Screen) paste(text string) {
	if s.ended {
		return
	}
	s.completion.Stop()
	s.history.Stop()
	s.leaving, s.notice = false, ""
	text = strings.TrimRight(cell.Head(text, typing.LineMaxBytes+1), "\r\n")
	s.typed(strings.ReplaceAll(text, "\r\n", "\n"))
}

// recall puts a line of the history on the input line. Nothing is recalled where a secret is typed.
func (s *Screen) recall(line string, ok bool) {
	switch {
	case s.input.Secret:
		s.history.Stop()
	case ok:
		s.input.Set(line)
	}
}

// complete begins or continues a walk through the candidates.
func (s *Screen) complete(by int) tea.Cmd {
	switch {
	case s.input.Secret:
		return nil
	case s.completion.Active():
		s.history.Stop()
		s.input.Set(s.completion.Step(by))
		return nil
	}
	return s.ask()
}

// ask returns the command that asks the link what could complete the line, or nil while an answer is awaited.
func (s *Screen) ask() tea.Cmd {
	if !s.completion.Ask() {
		return nil
	}
	link, line := s.link, s.input.Text()
	return func() tea.Msg { return completedMsg{line: line, candidates: link.Complete(line)} }
}

// busyNotice says why nothing can be sent.
const busyNotice = "The world has not taken your last lines yet. Wait a moment."

// submit sends the line and shows it among the text, a secret without its words.
func (s *Screen) submit() {
	if s.outbox.full() {
		s.notice = busyNotice
		return
	}
	line := s.input.Text()
	s.input.Clear()
	s.outbox.lines = append(s.outbox.lines, line)
	s.text.Last()
	s.asked = !s.input.Secret && strings.EqualFold(strings.TrimSpace(line), quitLine)
	echoed := cell.Line{Spans: []cell.Span{{Text: s.promptText()}}}
	if s.input.Secret {
		s.text.Append(echoed)
		return
	}
	s.history.Add(line)
	if line != "" {
		echoed.Spans = append(echoed.Spans, cell.Span{Text: line, Role: prose.Command})
		s.text.Append(echoed)
	}
}

// togglePanel shows or hides the side panel.
func (s *Screen) togglePanel() {
	switch {
	case s.areas.panel.width > 0:
		s.wish = panelOff
	case s.width < panelLeast:
		s.notice = "The window is too narrow for the side panel."
	case s.view == nil || s.view.Room == "":
		s.notice = "There is nothing to show beside the text yet."
	default:
		s.wish = panelOn
	}
	s.arrange()
}

// leave asks the world to let one go, and goes at once when asked again. While a secret is typed the world is not
// asked: it would take the word for the secret.
func (s *Screen) leave() tea.Cmd {
	if s.leaving {
		return tea.Quit
	}
	s.leaving = true
	s.completion.Stop()
	s.notice = "Press ctrl+c again to leave."
	if !s.input.Secret && !s.outbox.full() {
		s.outbox.lines = append(s.outbox.lines, quitLine)
		s.asked = true
		s.notice = "Asked to leave. Press ctrl+c again to leave at once."
	}
	return nil
}
