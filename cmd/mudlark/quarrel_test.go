package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mudlark-mud/mudlark/world"
)

// TestFightOfMinds: two ropemakers fall out, and a niece takes sides, while Ann, who came to look at rope, stands by
// and does nothing at all. Each mind would decide again as it did (S0-90).
func TestFightOfMinds(t *testing.T) {
	racedElsewhere(t)
	warmKeep(t)
	synctest.Test(t, func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "world")
		foundTavern(t, dir)
		b := &bout{name: "minds", seen: map[string]*strings.Builder{}, guests: &guests{
			tavern: openTavernSo(t, dir, nil, func(c *serveCmd) { c.Pack = filepath.Join("testdata", "quarrel") }),
		}}
		b.comes("Mara", true, true)
		b.quiet("Mara", "claim "+regexp.MustCompile(`(?m)^ +claim (\S+)$`).FindStringSubmatch(b.out.String())[1])
		b.quiet("Mara", "down")
		b.comes("Ann", false, true)
		b.seen["Ann"] = &strings.Builder{}
		b.does("Ann", "look")
		const most = 1200 // beats; a quarter of an hour
		over := func() (won world.Side) {
			b.see(func(s *world.State, _ world.Time) {
				for _, e := range s.Encounters {
					won = e.Won
				}
			})
			return won
		}
		for n := 0; over() == ""; n++ {
			if n == most {
				t.Fatalf("nobody has won:\n%s", b.seen["Ann"])
			}
			b.pass(fightBeat)
		}
		b.pass(10 * time.Second)
		for _, who := range []string{"wick", "tallow", "bea", "cordage"} {
			if got := b.quiet("Mara", "npc replay "+who); !strings.Contains(got, "All came out as it had been.") {
				t.Errorf("npc replay %s: %s", who, got)
			}
		}
		for who, want := range map[string]string{"cordage": "knocked", "tallow": "knocked", "wick": "knocked"} {
			if got := b.quiet("Mara", "npc inspect "+who); !strings.Contains(got, want) {
				t.Errorf("%s remembers nothing of it:\n%s", who, got)
			}
		}
		text := b.seen["Ann"].String()
		for _, want := range []string{
			"Mistress Wick squares up to Master Tallow", "Bea joins the fight", "Not on my floor!",
			"Mistress Wick goes down",
		} {
			if !strings.Contains(text, want) {
				t.Errorf("Ann was not told %q", want)
			}
		}
		delete(b.seen, "Mara")
		b.ends(dir)
	})
}
