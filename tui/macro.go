package tui

import tea "charm.land/bubbletea/v2"

// Keyer is an [Expander] whose person has put commands on keys: Key makes of one what is sent and said, and reports
// false for a key that nothing is on. It is called while the screen updates, so it must not block, and never for a key
// that types something, while a secret is typed, or for the keys by which one leaves and sends.
type Keyer interface {
	Key(key string) (lines, say []string, ok bool)
}

// macro takes a key that the person has put commands on, before what the screen would do with it.
func (s *Screen) macro(k tea.KeyPressMsg, key string) bool {
	keyer, ok := s.cfg.Expand.(Keyer)
	if !ok || s.ended || s.input.Secret || typedText(k) != "" {
		return false
	}
	switch key {
	case "ctrl+c", "ctrl+d", "ctrl+j", "ctrl+m", "enter", "esc", "backspace", "tab":
		return false
	}
	lines, say, ok := keyer.Key(key)
	if !ok {
		return false
	}
	if s.outbox.full() {
		s.notice = busyNotice
		return true
	}
	s.outbox.send(lines...)
	for _, line := range lines {
		s.text.Append(s.echoed(line))
	}
	s.say(say...)
	s.text.Last()
	return true
}
