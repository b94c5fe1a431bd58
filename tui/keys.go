package tui

import (
	"unicode"

	tea "charm.land/bubbletea/v2"

	"github.com/mudlark-mud/mudlark/tui/lineedit"
	"github.com/mudlark-mud/mudlark/tui/panes"
)

// press takes a key.
func (s *Screen) press(k tea.KeyPressMsg) tea.Cmd {
	key := k.Keystroke()
	if letter, ok := s.hasty(k, key); ok {
		escaped := s.press(tea.KeyPressMsg{Code: tea.KeyEscape})
		return tea.Batch(escaped, s.press(letter))
	}
	s.deleting = key == "ctrl+d" && (s.deleting || s.input.Text() != "")
	quitting := key == "ctrl+c" || key == "ctrl+d" && !s.deleting && !s.text.Back()
	if !quitting {
		s.leaving = false
	}
	if !s.leaving {
		s.notice = ""
	}
	if s.ended && (quitting || key == "enter" || key == "esc") {
		return tea.Quit
	}
	if cmd, ok := s.modeKey(k, key); ok {
		return cmd
	}
	switch {
	case s.ended:
		s.text.key(key)
		return nil
	case s.macro(k, key), s.focusKey(k, key), s.edgeKey(key), s.text.key(key), s.paneKey(key):
		return nil
	case key == "ctrl+l":
		return tea.ClearScreen
	case quitting && s.input.Text() == "":
		return s.leave()
	}
	return s.lineKey(k, key)
}

// hasty reports whether a key is Esc and a letter that was typed right behind it, and which: terminals send both alike,
// so it is alt with a letter that nothing has a use for now.
func (s *Screen) hasty(k tea.KeyPressMsg, key string) (letter tea.KeyPressMsg, ok bool) {
	if k.Mod&^tea.ModShift != tea.ModAlt || !unicode.IsLetter(k.Code) || new(lineedit.Input).EditKey(key) {
		return letter, false
	}
	_, macros := s.cfg.Expand.(Keyer)
	_, finds := s.reader.queryLine()
	opened := s.palette.Active() || s.paste.Active() || s.search.Active() || s.text.Choosing() || finds
	if !opened && (macros || panes.IsKey(key) || key == "alt+c") {
		return letter, false
	}
	code := k.Code
	if k.Mod&tea.ModShift != 0 {
		code = unicode.ToUpper(code)
	}
	return tea.KeyPressMsg{Code: code, Text: string(code)}, true
}

// modeKey takes a key for whatever has the keys beside the input line, and reports whether it was for that.
func (s *Screen) modeKey(k tea.KeyPressMsg, key string) (tea.Cmd, bool) {
	switch {
	case s.palette.Active():
		return s.paletteKey(k, key), true
	case s.paste.Active():
		s.pasteKey(key)
		return nil, true
	case s.search.Active():
		return nil, s.searchKey(k, key)
	case s.reader.active():
		return s.readKey(k, key)
	}
	return nil, false
}

// readKey takes a key while something is found or chosen in the text, and reports whether it was for that.
func (s *Screen) readKey(k tea.KeyPressMsg, key string) (tea.Cmd, bool) {
	answer, ok := s.reader.key(key, typedText(k))
	if answer.notice == "" {
		return nil, ok
	}
	s.notice = answer.notice
	return tea.SetClipboard(answer.copy), ok
}

// typedText is the text that a key types, "" for a key that does something.
func typedText(k tea.KeyPressMsg) string {
	if k.Mod&(tea.ModCtrl|tea.ModAlt) != 0 {
		return ""
	}
	return k.Text
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
			s.input.SetRow(s.completion.Typed())
			s.completion.Stop()
		}
		s.text.Last()
		return nil
	}
	s.completion.Stop()
	if s.toolKey(key) {
		return nil
	}
	switch key {
	case "enter", "ctrl+j", "ctrl+m":
		s.submit()
		return nil
	case "up", "ctrl+p":
		if !s.input.Climb(-1) {
			s.recall(s.history.Older(s.input.Text()))
		}
		return nil
	case "down", "ctrl+n":
		if !s.input.Climb(1) {
			s.recall(s.history.Newer())
		}
		return nil
	case "ctrl+c":
		s.input.Clear()
		s.history.Stop()
		return nil
	case "right", "ctrl+e", "ctrl+right", "alt+right", "alt+f":
		if s.input.AtEnd() && s.takeGhost() {
			return nil
		}
	}
	before := s.input.Text()
	if typed := typedText(k); typed != "" {
		s.typed(typed)
	} else {
		s.input.EditKey(key)
	}
	if s.input.Text() != before {
		s.history.Stop()
	}
	return nil
}

// toolKey takes a key that opens something, and reports whether it was one.
func (s *Screen) toolKey(key string) bool {
	switch key {
	case "f1":
		s.tellKeys()
	case "ctrl+k":
		s.openPalette()
	case "ctrl+r":
		s.startSearch()
	case "ctrl+f":
		s.reader.find(s.pen.Ruler)
	case "/":
		if !s.text.Back() || s.input.Text() != "" {
			return false
		}
		s.reader.find(s.pen.Ruler)
	case "alt+c":
		s.startChoosing()
	case "alt+enter", "shift+enter", "ctrl+enter":
		if !s.input.Break() && !s.input.Secret {
			s.notice = fullNotice
		}
	default:
		return false
	}
	return true
}

// ghost is the rest of the newest line that begins like what is typed, to be shown faintly behind it; "" for none.
// Without colours it could not be told from what is typed.
func (s *Screen) ghost() string {
	if s.input.Secret || !s.input.AtEnd() || s.completion.Active() || !s.theme.Look.Coloured() {
		return ""
	}
	typed := s.input.Text()
	if best := s.history.Best(typed); best != "" {
		return best[len(typed):]
	}
	return ""
}

// takeGhost puts it on the line, and reports whether there was one. While one reads back the keys are for that.
func (s *Screen) takeGhost() bool {
	rest := s.ghost()
	if rest == "" || s.text.Back() {
		return false
	}
	s.history.Stop()
	s.input.Set(s.input.Text() + rest)
	return true
}

// startSearch begins to look for a line that was typed before.
func (s *Screen) startSearch() {
	if s.input.Secret {
		s.notice = "Not while you type something hidden."
		return
	}
	s.history.Stop()
	s.search.Begin(s.history.Lines())
}

// searchKey takes a key while one looks for a line that was typed before, and reports whether it was for that.
func (s *Screen) searchKey(k tea.KeyPressMsg, key string) bool {
	line, _, ok := s.search.Found()
	switch key {
	case "ctrl+r", "up", "ctrl+p":
		s.search.Step(-1)
	case "ctrl+s", "down", "ctrl+n":
		s.search.Step(1)
	case "backspace", "ctrl+h":
		s.search.Erase()
	case "esc", "ctrl+g", "ctrl+c":
		s.search.Stop()
	case "enter", "ctrl+j", "ctrl+m":
		if s.search.Stop(); ok {
			s.input.Set(line)
			s.submit()
		}
	default:
		if text := typedText(k); text != "" {
			s.search.Type(text)
			return true
		}
		if s.search.Stop(); ok {
			s.input.Set(line) // any other key edits what was found
		}
		return key == "tab" || key == "end"
	}
	return true
}

// edgeKey takes the keys to the beginning and the end where they are for the line: it holds something, and nobody reads
// back.
func (s *Screen) edgeKey(key string) bool {
	if key != "home" && key != "end" || s.input.Text() == "" || s.text.Back() {
		return false
	}
	s.completion.Stop()
	switch {
	case key == "home":
		s.input.EditKey("ctrl+a")
	case !s.input.AtEnd() || !s.takeGhost():
		s.input.EditKey("ctrl+e")
	}
	return true
}

// fullNotice says why nothing more can be typed.
const fullNotice = "The line is full."

// typed adds text to the line.
func (s *Screen) typed(text string) {
	if !s.input.Insert(text) {
		s.notice = fullNotice
	}
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
		s.input.SetRow(s.completion.Step(by))
		return nil
	}
	return s.ask()
}

// ask returns the command that asks the link what could complete the line, or nil while an answer is awaited.
func (s *Screen) ask() tea.Cmd {
	if s.palette.Waits() || !s.completion.Ask() {
		return nil
	}
	link, line := s.link, s.input.Row()
	return func() tea.Msg { return completedMsg{line: line, candidates: link.Complete(line)} }
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
		s.outbox.send(quitLine)
		s.asked = true
		s.notice = "Asked to leave. Press ctrl+c again to leave at once."
	}
	return nil
}
