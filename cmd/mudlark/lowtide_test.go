package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/mudlark-mud/mudlark/data"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// readLowtide reads the world that comes with the program once for all tests, which leave it as it is.
var readLowtide = sync.OnceValues(func() (*world.Pack, error) {
	p, problems, err := pack.Check(data.Lowtide(), ".")
	if err == nil && problems.String() != "" {
		err = fmt.Errorf("Lowtide is not clean:\n%s", problems)
	}
	return p, err
})

// TestLowtide holds the world that comes with the program: it is without a fault or a doubt, and what the documents fix
// as contract is there to the letter (S2-02, S2-03, S2-11, S2-43; the ids of S1-25 and S3-06).
func TestLowtide(t *testing.T) {
	p, err := readLowtide()
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Rooms) < 30 || len(p.Socials) < 20 {
		t.Errorf("got %d rooms and %d gestures, want at least 30 and 20", len(p.Rooms), len(p.Socials))
	}
	s := world.New(1)
	host := world.Via{Kind: world.ViaHost}
	if _, r := s.Decide(0, world.Input{Via: host, Action: world.ApplyPack{Pack: *p}}); r != nil {
		t.Fatal(r)
	}
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	for room, want := range map[world.RoomID]string{
		"entrance": "You are at the dungeon entrance. Stone walls stretch up into darkness. A torch flickers on the wall, " +
			"casting dancing shadows. Exits: North.",
		"hallway": "You are in a dark hallway with stone walls. The air is musty and cold. Ancient torches provide " +
			"flickering light. You can hear distant echoes from the north. Exits: South, East.",
	} {
		if got := prose.RoomSentence(s.LookInto(room, "", 0)); got != want {
			t.Errorf("%s: got %q, want %q", room, got, want)
		}
	}
	const offer = "A weathered note on the wall describes an ancient treasure hidden deep in the dungeon. The quest " +
		"involves finding three magical keys and defeating the guardian. Do you wish to accept this quest?"
	if q := s.Quests["three-keys"]; q == nil || q.Offer != offer || q.Room != "entrance" {
		t.Errorf("the quest of the three keys is offered as %+v", q)
	}
	for _, id := range []world.ItemID{"rusty-key", "leather-pouch"} {
		if it := s.Items[id]; it == nil || it.At.Room != "hallway" {
			t.Errorf("%s lies in %+v, want the hallway", id, it)
		}
	}
	for _, id := range []world.ActorID{"npc-barkeep-01", "npc-hedda"} {
		if a := s.Actors[id]; a == nil || a.Room != "drowned-lantern" {
			t.Errorf("%s stands in %+v, want the Drowned Lantern", id, a)
		}
	}
	if m := s.MobSpecs["pc-seren"]; m == nil || m.Ready == nil || m.Ready.Room != "drowned-lantern" {
		t.Errorf("no guest can be pc-seren in the Drowned Lantern: %+v", m)
	}
	if dim := s.Rooms["dim-room"]; dim == nil || len(dim.Exits) == 0 {
		t.Error("there is no dim room")
	}
}

// The stranger knows nothing of the world it comes into: no id and no name of Lowtide stands in its program.
func TestStrangerKnowsNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing happens at once")
	}
	p, err := readLowtide()
	if err != nil {
		t.Fatal(err)
	}
	words := map[string]bool{}
	add := func(id, name string) {
		words[strings.ToLower(id)] = true
		if strings.Contains(name, " ") { // a bare word such as "seal" is English
			words[strings.ToLower(name)] = true
		}
	}
	for _, r := range p.Rooms {
		add(string(r.ID), r.Name)
	}
	for _, d := range p.Doors {
		add(string(d.ID), d.Name)
	}
	for _, i := range p.Items {
		add(string(i.ID), i.Name)
	}
	for _, m := range p.Mobs {
		add(string(m.ID), m.Name)
	}
	for _, q := range p.Quests {
		add(string(q.ID), q.Name)
	}
	var source strings.Builder
	for _, dir := range []string{"stranger", "play"} {
		files, err := filepath.Glob("../../ai/mcp/examples/" + dir + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatal(files, err)
		}
		for _, file := range files {
			b, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			source.WriteString(strings.ToLower(string(b)))
		}
	}
	for word := range words {
		if regexp.MustCompile(`\b` + regexp.QuoteMeta(word) + `\b`).MatchString(source.String()) {
			t.Errorf("the stranger knows %q", word)
		}
	}
}
