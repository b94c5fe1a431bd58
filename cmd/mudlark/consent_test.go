package main

import (
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/mudlark-mud/mudlark/world"
)

// agreements are those of one run of the daemon, with a model at a host.
func (g *guests) agreements(host string) *consents {
	g.telnet.hub.Model.Move(host)
	return newConsents(g.d, g.telnet.hub)
}

// body is somebody's, by name.
func (g *guests) body(name string) (id string) {
	g.t.Helper()
	g.see(func(s *world.State, _ world.Time) {
		if a := s.PlayerNamed(name); a != nil {
			id = string(a.ID)
		}
	})
	if id == "" {
		g.t.Fatalf("%s is not in the world", name)
	}
	return id
}

const (
	hostA, hostB = "api.example.org", "model.example.net:8443"
	question     = "Some people of this world can answer in words of their own"
)

// Words go to the host that somebody agreed to, and to no other; no is heard at once; each host is asked about once,
// also after a restart; and a choice that was kept without a host is none.
func TestConsentIsForOneHost(t *testing.T) {
	warmKeep(t)
	synctest.Test(t, func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "world")
		foundTavern(t, dir)
		g := &guests{tavern: openTavern(t, dir, "")}
		g.comes("Ann", false, true)
		ann := g.body("Ann")
		if got := g.quiet("Ann", "options ai on"); !strings.Contains(got, "There is no language model here") {
			t.Errorf("she agrees to nothing: %s", got)
		}
		c := g.agreements(hostA)
		expects := func(what, host string, yes, asked bool) {
			t.Helper()
			g.heardBy("Ann")
			if got := c.agreed(ann, host); got != yes {
				t.Errorf("%s: agreed %v", what, got)
			}
			synctest.Wait()
			heard := strings.Join(strings.Fields(g.heardBy("Ann")), " ")
			if got := strings.Contains(heard, question) && strings.Contains(heard, "at "+host+"."); got != asked {
				t.Errorf("%s: asked %v: %s", what, got, heard)
			}
		}
		expects("at first", hostA, false, true)
		expects("a second time", hostA, false, false)
		if got := g.quiet("Ann", "options ai on"); !strings.Contains(got, "ai: on, for "+hostA) {
			t.Errorf("she agrees: %s", got)
		}
		expects("agreed", hostA, true, false)
		g.quiet("Ann", "options ai off")
		expects("no", hostA, false, false)
		g.quiet("Ann", "options ai on")
		expects("and yes again", hostA, true, false)

		g.lines = nil
		g.stop()
		g.tavern = openTavern(t, dir, "")
		g.comes("Ann", false, false)
		c = g.agreements(hostA)
		expects("after a restart", hostA, true, false)
		c = g.agreements(hostB)
		if got := g.quiet("Ann", "options ai"); !strings.Contains(strings.Join(strings.Fields(got), " "),
			"off, as you agreed to "+hostA+" and words would go to "+hostB+" now") {
			t.Errorf("what she reads of it: %s", got)
		}
		expects("elsewhere", hostB, false, true)
		c = g.agreements(hostB)
		expects("elsewhere, after another restart", hostB, false, false)

		g.keepSettings("Ann", `{"v":1,"set":{"ai":"on"}}`)
		expects("a yes from before hosts were named", hostB, false, true)
	})
}

// keepSettings writes somebody's settings as an older program would have.
func (g *guests) keepSettings(name, raw string) {
	g.t.Helper()
	var owner world.AccountID
	g.see(func(s *world.State, _ world.Time) { owner = s.PlayerNamed(name).Account })
	puts, err := g.d.accounts.KeepSettings(owner, []byte(raw))
	if err == nil {
		err = g.d.put(g.ctx, puts)
	}
	if err != nil {
		g.t.Fatal(err)
	}
}

// A guest agrees for as long as the visit; whoever is nobody's character has not agreed, whatever is asked.
func TestConsentOfGuests(t *testing.T) {
	warmKeep(t)
	synctest.Test(t, func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "world")
		foundTavern(t, dir)
		g := &guests{tavern: openTavern(t, dir, ""), lines: map[string]*listener{}}
		l := g.call()
		l.press("guest\n")
		g.lines["guest"] = l
		var id world.ActorID
		g.see(func(s *world.State, _ world.Time) {
			for _, a := range world.Ordered(s.Actors) {
				if a.Player() {
					id = a.ID
				}
			}
		})
		c := g.agreements(hostA)
		if c.agreed(string(id), hostA) {
			t.Error("not asked, and agreed")
		}
		synctest.Wait()
		if got := g.heardBy("guest"); !strings.Contains(got, "Some people of this world") {
			t.Errorf("not asked: %s", got)
		}
		g.quiet("guest", "options ai on")
		if !c.agreed(string(id), hostA) || c.agreed(string(id), hostB) {
			t.Error("agreed to one host, and not heard, or heard for another")
		}
		g.quiet("guest", "options ai off")
		if c.agreed(string(id), hostA) {
			t.Error("no is not heard")
		}
		g.quiet("guest", "options ai on")
		g.quiet("guest", "quit")
		if c.agreed(string(id), hostA) {
			t.Error("gone, and agreed still")
		}
		for _, who := range []string{"npc-barkeep-01", "pc-nobody", ""} {
			if c.agreed(who, hostA) {
				t.Errorf("%q agreed", who)
			}
		}
	})
}
