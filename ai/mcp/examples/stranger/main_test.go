package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

// It fights and drops things, so it asks before it comes near the game: only a yes lets it, or -yes.
func TestAsksBeforeItPlays(t *testing.T) {
	var calls atomic.Int32
	game := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		calls.Add(1)
		w.WriteHeader(http.StatusTeapot)
	}))
	defer game.Close()
	for _, c := range []struct {
		typed string
		flags []string
		plays bool
	}{
		{"", nil, false}, {"\n", nil, false}, {"n\n", nil, false}, {"yes, but\n", nil, false},
		{"y\n", nil, true}, {"YES\n", nil, true}, {"", []string{"-yes"}, true},
	} {
		calls.Store(0)
		var out strings.Builder
		args := append([]string{"-url", game.URL}, c.flags...)
		err := run(t.Context(), args, "mlk_x", terminal{strings.NewReader(c.typed), &out})
		if got := calls.Load() > 0; got != c.plays || err == nil {
			t.Errorf("%q %q: it plays: %v, and says %v", c.typed, c.flags, got, err)
		}
		if isAsked := strings.Contains(out.String(), "drops things"); isAsked != (c.flags == nil) {
			t.Errorf("%q %q: asked %q", c.typed, c.flags, out.String())
		}
		if !c.plays && !strings.Contains(err.Error(), "nothing was done") {
			t.Errorf("%q: %v", c.typed, err)
		}
	}
}
