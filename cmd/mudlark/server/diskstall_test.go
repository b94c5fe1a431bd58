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
		{"quick", []time.Duration{0, breathMax - 1, 0, breathMax - 1, 1}, nil},
		{"long", []time.Duration{0, breathMax, breathMax + 1, 2 * breathAgain, 0, 0}, []string{breathWord, breezeWord}},
		{"followed by a quick one", []time.Duration{breathMax, 1, 2, 0}, []string{breathWord, breezeWord}},
		{
			"followed by a long one", []time.Duration{2 * breathMax, breathMax, 0},
			[]string{breathWord, breezeWord, breathWord, breezeWord},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			b := breath{log: slog.New(slog.DiscardHandler), word: func(text string) { got = append(got, text) }}
			for _, committing := range c.looks {
				b.told(committing)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
