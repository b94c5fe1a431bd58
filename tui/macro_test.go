package tui_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/tui"
)

// keyer has commands on some keys.
type keyer struct{ expander }

func (keyer) Key(key string) (lines, say []string, ok bool) {
	switch key {
	case "f1", "enter", "a", "ctrl+c", "tab", "alt+n":
		return []string{"on " + key, "again"}, []string{"It was " + key + "."}, true
	}
	return nil, nil, false
}

func TestKeysWithCommands(t *testing.T) {
	play(t, tui.Config{Expand: keyer{}}, func(s *stage) {
		s.press("lo", "f1")
		s.sent("on f1", "again")
		s.sees("It was f1.")
		s.types("> lo", 4) // what is being typed stays
		s.press("a", "f5", "enter")
		s.sent("on f1", "again", "loa!", "again")
		s.hear(tui.Message{Echo: tui.EchoHide})
		s.press("f1")
		s.sent("on f1", "again", "loa!", "again")
	})
}
