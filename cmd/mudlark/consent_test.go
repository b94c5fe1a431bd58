package main

import (
	"context"
	"net"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mudlark-mud/mudlark/ai/model/modeltest"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/minds"
	"github.com/mudlark-mud/mudlark/world"
)

// agreements are those of one run of the daemon, with a model at a host.
func (g *guests) agreements(host string) *minds.Consents {
	g.telnet.Hub.Model.Move(host)
	return minds.NewConsents(g.d, g.telnet.Hub)
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
	racedElsewhere(t)
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
			if got := c.Agreed(ann, host); got != yes {
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

// What somebody said before they agreed is not agreed on: it counts since when they agree now, through a restart, and
// anew after a no. To ask since when asks nobody.
func TestConsentCountsFromWhenItWasGiven(t *testing.T) {
	racedElsewhere(t)
	warmKeep(t)
	synctest.Test(t, func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "world")
		foundTavern(t, dir)
		g := &guests{tavern: openTavern(t, dir, "")}
		g.comes("Ann", false, true)
		guest := g.call()
		guest.press("guest\n")
		g.lines["guest"] = guest
		var visitor string
		g.see(func(s *world.State, _ world.Time) {
			for id, a := range world.Ordered(s.Actors) {
				if a.Guest() {
					visitor = string(id)
				}
			}
		})
		ann := g.body("Ann")
		c := g.agreements(hostA)
		since := func(who, host string) world.Time {
			t.Helper()
			at, ok := c.Since(g.ctx, who, host)
			if !ok {
				return -1
			}
			return at
		}
		for name, who := range map[string]string{"Ann": ann, "guest": visitor} {
			g.heardBy(name)
			if since(who, hostA) >= 0 {
				t.Errorf("%s has agreed to nothing", name)
			}
			synctest.Wait()
			if got := g.heardBy(name); strings.Contains(got, question) {
				t.Errorf("%s is asked: %s", name, got)
			}
			g.quiet(name, "options ai on")
			first := since(who, hostA)
			<-time.After(time.Minute)
			g.quiet(name, "options ai on")
			if again := since(who, hostA); first < 0 || again != first || since(who, hostB) >= 0 {
				t.Errorf("%s agreed at %d, and said so again: since %d", name, first, again)
			}
			g.quiet(name, "options ai off")
			if since(who, hostA) >= 0 {
				t.Errorf("%s said no", name)
			}
			<-time.After(time.Minute)
			g.quiet(name, "options ai on")
			if anew := since(who, hostA); anew < first+2*world.Minute {
				t.Errorf("%s agreed anew, since %d, and first at %d", name, anew, first)
			}
		}
		before := since(ann, hostA)
		g.lines = nil
		g.stop()
		g.tavern = openTavern(t, dir, "")
		c = g.agreements(hostA)
		if got := since(ann, hostA); got != before {
			t.Errorf("after a restart: since %d, want %d", got, before)
		}
		g.keepSettings("Ann", `{"v":1,"set":{"ai":"on `+hostA+`"}}`)
		if got := since(ann, hostA); got != 0 {
			t.Errorf("a yes from before times were kept: since %d", got)
		}
	})
}

// keepSettings writes somebody's settings as an older program would have.
func (g *guests) keepSettings(name, raw string) {
	g.t.Helper()
	var owner world.AccountID
	g.see(func(s *world.State, _ world.Time) { owner = s.PlayerNamed(name).Account })
	puts, err := g.d.Accounts.KeepSettings(owner, []byte(raw))
	if err == nil {
		err = g.d.Put(g.ctx, puts)
	}
	if err != nil {
		g.t.Fatal(err)
	}
}

// A guest agrees for as long as the visit; whoever is nobody's character has not agreed, whatever is asked.
func TestConsentOfGuests(t *testing.T) {
	racedElsewhere(t)
	warmKeep(t)
	synctest.Test(t, func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "world")
		foundTavern(t, dir)
		g := &guests{tavern: openTavern(t, dir, ""), lines: map[string]*caller{}}
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
		if c.Agreed(string(id), hostA) {
			t.Error("not asked, and agreed")
		}
		synctest.Wait()
		if got := g.heardBy("guest"); !strings.Contains(got, "Some people of this world") {
			t.Errorf("not asked: %s", got)
		}
		g.quiet("guest", "options ai on")
		if !c.Agreed(string(id), hostA) || c.Agreed(string(id), hostB) {
			t.Error("agreed to one host, and not heard, or heard for another")
		}
		g.quiet("guest", "options ai off")
		if c.Agreed(string(id), hostA) {
			t.Error("no is not heard")
		}
		g.quiet("guest", "options ai on")
		g.quiet("guest", "quit")
		if c.Agreed(string(id), hostA) {
			t.Error("gone, and agreed still")
		}
		for _, who := range []string{"npc-barkeep-01", "pc-nobody", ""} {
			if c.Agreed(who, hostA) {
				t.Errorf("%q agreed", who)
			}
		}
	})
}

// SECURITY.md: the whole daemon, with a model at a host elsewhere. Nothing is dialled before somebody agreed to that
// very host, nor after they took it back; what goes then has another name in it; and of another world's agents only
// what was told to one whose players agreed to it.
func TestModelElsewhere(t *testing.T) {
	const away = "192.0.2.7:9" // nobody has it (RFC 5737)
	warmKeep(t)
	ok, _ := modeltest.Named("ok")
	fake := modeltest.New(ok)
	server := httptest.NewUnstartedServer(fake)
	server.Config.SetKeepAlivesEnabled(false) // a connection that waits would hold up the clock of the test
	server.Start()
	defer server.Close()
	synctest.Test(t, func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "world")
		foundTavern(t, dir)
		var dialled atomic.Int64
		env := map[string]string{"OPENAI_BASE_URL": "http://" + away + "/v1", "OPENAI_MODEL": "large"}
		g := &guests{tavern: openTavernSo(t, dir, env, func(c *serveCmd) {
			c.Mind.Budget.AITokens, c.Mind.Budget.ForeignTokens, c.Mind.AIStages = 1_000_000, 1_000_000, "all"
			c.dial = func(ctx context.Context, network, address string) (net.Conn, error) {
				if dialled.Add(1); address != away {
					t.Errorf("dialled %s", address)
				}
				return (&net.Dialer{}).DialContext(ctx, network, server.Listener.Addr().String())
			}
		})}
		g.comes("Mara", true, true)
		g.quiet("Mara", "north")
		g.quiet("Mara", "east")
		<-time.After(lanternBeat)
		says := func(what, line string, want bool) {
			t.Helper()
			was, reached := len(fake.Requests()), dialled.Load()
			g.quiet("Mara", "say "+line)
			<-time.After(4 * lanternBeat)
			asked := fake.Requests()[was:]
			if got := dialled.Load() - reached; (got > 0) != want || (len(asked) > 0) != want {
				t.Errorf("%s: %d calls, dialled %d times", what, len(asked), got)
			}
			for _, r := range asked {
				if strings.Contains(string(r.Body), "Mara") {
					t.Errorf("%s: her name went along: %s", what, r.Body)
				}
			}
		}
		says("before", "Hob, I am fond of marmalade, are you?", false)
		says("asked", "Hob, I am fond of pickles, are you?", false)
		if got := g.quiet("Mara", "options ai on"); !strings.Contains(got, "ai: on, for "+away) {
			t.Fatalf("she agrees: %s", got)
		}
		says("agreed", "Hob, I am fond of walnuts, are you?", true)
		g.quiet("Mara", "options ai off")
		says("taken back", "Hob, I am fond of radishes, are you?", false)

		for id, config := range map[string]string{"shy": `{}`, "open": `{"players_agreed_to":"` + away + `"}`} {
			reached := dialled.Load()
			g.agent(id, config)
			if got := dialled.Load() > reached; got != (id == "open") {
				t.Errorf("another world's agent %s: dialled %v", id, got)
			}
		}
	})
}
