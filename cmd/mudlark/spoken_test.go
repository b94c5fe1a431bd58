package main

import (
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// A price that is named in words is a price in the world: what the dealer answers is what the list shows (PLAYERS A1,
// PEOPLE 4).
func TestSpokenOffer(t *testing.T) {
	racedElsewhere(t)
	warmKeep(t)
	synctest.Test(t, func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "world")
		foundTavern(t, dir)
		g := &guests{tavern: openTavern(t, dir, "")}
		<-time.After(lanternOpens)
		g.comes("Bob", false, true)
		g.quiet("Bob", "north")
		g.quiet("Bob", "east")
		<-time.After(lanternBeat)
		before := g.quiet("Bob", "list relic dealer")
		g.quiet("Bob", "say Mr Pell, how much is the pewter badge?")
		<-time.After(lanternBeat)
		g.quiet("Bob", "say Mr Pell, thirteen coins for the pewter badge")
		<-time.After(lanternBeat)
		said := g.heardBy("Bob")
		after := g.quiet("Bob", "list relic dealer")
		if strings.Contains(before, "for you") || !strings.Contains(after, "a pewter badge 15 (for you") {
			t.Errorf("he said %q; before\n%s\nafter\n%s\nwant another price", said, before, after)
		}
		g.stop()
	})
}
