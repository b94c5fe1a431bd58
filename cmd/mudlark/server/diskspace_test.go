package server

import (
	"log/slog"
	"strings"
	"testing"
	"time"
)

// TestRoom: wizards are told when a level is reached and once an hour while it lasts, whatever the clock does.
func TestRoom(t *testing.T) {
	const need = 100
	start := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	type look struct {
		at   time.Duration
		free uint64
		want string // a part of what is told, "" for nothing
	}
	low, ample := uint64(need+spaceSpare-1), uint64(need+spaceSpare)
	looks := []look{
		{0, ample, ""},
		{1 * time.Second, low, "becomes full"},
		{2 * time.Second, low - 50, ""},
		{time.Hour, low, ""},
		{time.Hour + time.Second, low, "becomes full"},
		{-24 * time.Hour, low, "becomes full"}, // a clock that jumped back does not keep it quiet for a day
		{-24*time.Hour + time.Second, need - 1, "nearly full"},
		{-24*time.Hour + 2*time.Second, need, "becomes full"},
		{-24*time.Hour + 3*time.Second, ample, "room on the disk of this world again"},
		{365 * 24 * time.Hour, ample, ""},
	}
	var got string
	r := spaceWatch{log: slog.New(slog.DiscardHandler), wizards: func(text string) { got = text }}
	for _, l := range looks {
		got = ""
		r.observe(start.Add(l.at), l.free, need)
		if l.want == "" && got != "" || !strings.Contains(got, l.want) {
			t.Errorf("at %s with %d free: got %q, want %q", l.at, l.free, got, l.want)
		}
	}
}
