package tui

import (
	"bytes"
	"encoding/json"
)

// kept is what a screen remembers from one evening to the next.
type kept struct {
	Aliases map[string]string `json:"aliases,omitempty"`
	Theme   string            `json:"theme,omitempty"` // likewise of Mouse: only where the session does not say
	Mouse   *bool             `json:"mouse,omitempty"`
	Panes   json.RawMessage   `json:"panes,omitempty"`
}

// remember hands over what is to be kept.
func (s *Screen) remember() {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	k := kept{Aliases: s.shorthand.Aliases(), Panes: json.RawMessage(s.arranged)}
	if !s.governed {
		k.Theme, k.Mouse = s.worn, s.moused
	}
	if err := e.Encode(k); err != nil {
		return // There is nothing in it that could not be encoded.
	}
	if state := bytes.TrimSpace(b.Bytes()); len(state) <= KeepMaxBytes {
		s.outbox.keepState(string(state))
	}
}

// restore takes what was kept. Whatever is wrong with it counts as nothing: it may have been kept by another version.
func (s *Screen) restore(state string) {
	var k kept
	if len(state) > KeepMaxBytes || json.Unmarshal([]byte(state), &k) != nil {
		return
	}
	s.shorthand.Restore(k.Aliases)
	s.panes.Restore(string(k.Panes))
	s.arranged = s.panes.Remember()
	if s.governed {
		return
	}
	if k.Theme != "" {
		s.worn = k.Theme
		s.wear(k.Theme)
	}
	if k.Mouse != nil {
		s.mouse, s.moused = *k.Mouse, k.Mouse
	}
}
