package server

import (
	"log/slog"
	"slices"
	"testing"
	"time"
)

// TestBreath: everybody is told once that a commit takes long and once that it is over, be it followed by another or
// not, and nobody of one that is quick.
func TestBreath(t *testing.T) {
	for _, c := range []struct {
		name  string
		looks []time.Duration // for how long the commit under way has been, at each look
		want  []string
	}{
		{"quick", []time.Duration{0, stallMax - 1, 0, stallMax - 1, 1}, nil},
		{"long", []time.Duration{0, stallMax, stallMax + 1, 2 * stallAgain, 0, 0}, []string{stallWord, stallOverWord}},
		{"followed by a quick one", []time.Duration{stallMax, 1, 2, 0}, []string{stallWord, stallOverWord}},
		{
			"followed by a long one", []time.Duration{2 * stallMax, stallMax, 0},
			[]string{stallWord, stallOverWord, stallWord, stallOverWord},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			b := stallWatch{log: slog.New(slog.DiscardHandler), word: func(text string) { got = append(got, text) }}
			for _, committing := range c.looks {
				b.observe(committing)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
