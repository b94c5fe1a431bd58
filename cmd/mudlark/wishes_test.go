package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/mcphost"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/minds"
	"github.com/mudlark-mud/mudlark/world"
)

// A mind elsewhere learns who agreed to the host of the server's own model. About another of its choice nobody is
// asked, and what they chose stays.
func TestAgreedElsewhere(t *testing.T) {
	racedElsewhere(t)
	warmKeep(t)
	synctest.Test(t, func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "world")
		foundTavern(t, dir)
		g := &guests{tavern: openTavern(t, dir, "")}
		g.comes("Ann", false, true)
		ann := world.ActorID(g.body("Ann"))
		was := g.s.minds.Current.Load()
		defer g.s.minds.Current.Store(was)
		agreed := func(host string, want bool) {
			t.Helper()
			if got := g.s.minds.Elsewhere.(*mcphost.Wishes).Agreed(ann, host); got != want {
				t.Errorf("agreed to %q: %v", host, got)
			}
			synctest.Wait()
		}
		g.s.minds.Current.Store(nil)
		agreed(hostA, false)
		g.s.minds.Current.Store(&minds.Minds{Yes: g.agreements("")})
		agreed("", false)
		agreed(hostA, false)
		g.telnet.Hub.Model.Move(hostA)
		g.heardBy("Ann")
		agreed(hostB, false)
		if heard := g.heardBy("Ann"); strings.Contains(heard, "language model") {
			t.Errorf("she is asked about a host that a stranger named: %s", heard)
		}
		agreed(hostA, false)
		if heard := strings.Join(strings.Fields(g.heardBy("Ann")), " "); !strings.Contains(heard, "at "+hostA+".") {
			t.Errorf("she is not asked: %s", heard)
		}
		g.quiet("Ann", "options ai on")
		agreed(hostA, true)
		agreed(hostB, false)
		agreed(hostA, true)
	})
}

// Somebody has one wish to be forgotten, the newest, with all that they were called. Its number is none that a mind
// elsewhere has seen, also when the world was restored to a time before that.
func TestWishes(t *testing.T) {
	racedElsewhere(t)
	warmKeep(t)
	synctest.Test(t, func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "world")
		foundTavern(t, dir)
		h := openTavern(t, dir, "")
		told := func(w *mcphost.Wishes) []string {
			people, newest := w.Forgotten(0, 10)
			var out []string
			for _, one := range people {
				out = append(out, string(one.Person)+" "+strings.Join(one.Names, " "))
			}
			if n := len(people); n > 0 && people[n-1].N != newest {
				t.Errorf("the newest is %d, and the last is %d", newest, people[n-1].N)
			}
			return out
		}
		wish := func(w *mcphost.Wishes, person world.ActorID, names ...string) uint64 {
			t.Helper()
			_, before := w.Forgotten(0, 0)
			if err := w.Forgets(h.ctx, person, names); err != nil {
				t.Fatal(err)
			}
			people, newest := w.Forgotten(before, 10)
			if len(people) != 1 || newest <= before || people[0].Person != person {
				t.Errorf("behind %d there is %v, up to %d", before, people, newest)
			}
			return newest
		}
		mine, _ := h.s.minds.Elsewhere.(*mcphost.Wishes)
		wish(mine, "pc-ann", "Ann")
		wish(mine, "pc-ben", "Ben")
		wish(mine, "pc-ann", "Ann")
		seen := wish(mine, "pc-ann", "Anna")
		want := []string{"pc-ben Ben", "pc-ann Ann Anna"}
		if got := told(mine); !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		again, err := mcphost.OpenWishes(h.d, h.s.minds)
		if err != nil {
			t.Fatal(err)
		}
		if got := told(again); !slices.Equal(got, want) {
			t.Errorf("after a restart: got %q, want %q", got, want)
		}
		<-time.After(time.Second)
		restored := &mcphost.Wishes{D: h.d}
		if n := wish(restored, "pc-eve", "Eve"); n <= seen {
			t.Errorf("after a restore a wish has the number %d, and %d was seen", n, seen)
		}
	})
}
