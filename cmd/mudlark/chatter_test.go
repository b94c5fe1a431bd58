package main

import (
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// says has one of the world's people say something aloud.
func (g *guests) says(proto world.ProtoID, text string) {
	g.t.Helper()
	r, err := g.d.Loop.Do(g.ctx, func(s *world.State, _ world.Time) loop.Step {
		for id, a := range world.Ordered(s.Actors) {
			if a.Proto == proto {
				return loop.Step{Input: &world.Input{
					Actor: id, Via: world.Via{Kind: world.ViaMind}, Action: world.Say{Text: text},
				}}
			}
		}
		return loop.Step{}
	})
	if err != nil || r.Refusal != nil || r.Seq == 0 {
		g.t.Fatalf("%s cannot say %q: %v %v", proto, text, err, r.Refusal)
	}
	synctest.Wait()
}

// PLAYERS 4.4: who wants little chatter hears the people of the world only when they are meant or have just spoken,
// and everybody else all the time.
func TestChatterLowLeavesOutWhatIsNotMeantForOne(t *testing.T) {
	racedElsewhere(t)
	warmKeep(t)
	synctest.Test(t, func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "world")
		foundTavern(t, dir)
		g := &guests{tavern: openTavernSo(t, dir, nil, func(c *serveCmd) { c.Mind.Minds = false })}
		g.comes("Ann", false, true)
		g.comes("Ben", false, true)
		for _, who := range []string{"Ann", "Ben"} {
			for _, line := range []string{"north", "east"} {
				g.quiet(who, line)
			}
		}
		hears := func(when, text string, want bool) {
			t.Helper()
			g.heardBy("Ann")
			g.says("barkeep", text)
			if got := strings.Contains(g.heardBy("Ann"), text); got != want {
				t.Errorf("%s: %q is heard: %v, want %v", when, text, got, want)
			}
		}
		hears("by default", "The fog is in.", true)
		g.quiet("Ann", "options chatter low")
		hears("with chatter low", "The fog is thick.", false)
		<-time.After(time.Minute) // since she came in
		hears("by her name", "You look wet, Ann.", true)
		g.quiet("Ann", "say good evening")
		hears("after she spoke", "Evening. Pie?", true)
		<-time.After(2 * time.Minute)
		hears("after a silence", "The fog is out.", false)
		g.heardBy("Ann")
		g.quiet("Ben", "say fine weather")
		if got := g.heardBy("Ann"); !strings.Contains(got, "fine weather") {
			t.Errorf("another player is not heard: %q", got)
		}
		g.quiet("Ann", "options chatter all")
		hears("with all of it", "The fog is back.", true)
		g.quiet("Ann", "options chatter low")
		g.quiet("Ann", "west")
		g.quiet("Ann", "east")
		hears("by name, and just come in", "Back so soon, Ann?", false)
	})
}
