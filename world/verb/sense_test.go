package verb_test

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// copied is a stage like this one, whose state is another.
func (s *stage) copied() *stage {
	s.t.Helper()
	out := *s
	out.state = world.New(0)
	for _, k := range s.state.Keys() {
		value, err := journal.EncodeRow(s.state.Row(k))
		if err == nil {
			err = journal.LoadRow(out.state, k.Kind+"/"+k.ID, value)
		}
		if err != nil {
			s.t.Fatal(err)
		}
	}
	out.state.Reindex()
	return &out
}

// ways are the calls that an affordance offers: each pair of candidates of two arguments, up to so many.
func ways(a verb.Affordance, most int) []map[string]string {
	out := []map[string]string{{}}
	names := make([]string, 0, len(a.Args))
	for name := range a.Args { // sorted below
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		var more []map[string]string
		for _, value := range a.Args[name] {
			for _, way := range out {
				with := maps.Clone(way)
				with[name] = value
				more = append(more, with)
			}
		}
		out = more
	}
	return out[:min(len(out), most)]
}

// free are the words that no list can offer.
var free = map[string]map[string]string{
	"say": {"text": "Hm."}, "tell": {"text": "Hm."}, "whisper": {"text": "Hm."}, "offer": {"coins": "1"},
}

// do performs an affordance in one of its ways, as an agent does.
func (s *stage) do(a verb.Affordance, way map[string]string) answer {
	s.t.Helper()
	for name, value := range free[a.Verb] {
		if way[name] == "" {
			way[name] = value
		}
	}
	if a.Tool == "" {
		return s.line(s.bob, s.table.Named("command", a.Verb).Line(way))
	}
	raw, err := json.Marshal(way)
	if err != nil {
		s.t.Fatal(err)
	}
	return s.carry(s.bob, s.table.Call(s.ctx(s.bob), a.Tool, raw))
}

// DOOR D9: whatever is offered as making sense is accepted: a walk through a world by chance, at each step of which
// everything that is offered is done in a copy of it.
func TestWhatMakesSenseIsAccepted(t *testing.T) {
	met := map[string]bool{}
	for seed := range uint64(4) {
		s := newStage(t, world.RolePlayer)
		chance := rand.New(rand.NewPCG(seed, 1))
		for step := range 30 {
			offered := s.table.Affordances(s.ctx(s.bob))
			for _, a := range offered {
				if a.Verb == "offer" {
					continue // for how much is a matter of haggling
				}
				for _, way := range ways(a, 24) {
					c := s.copied()
					got := c.do(a, way)
					if got.refusal != nil && !met[a.Verb+got.refusal.Text] {
						met[a.Verb+got.refusal.Text] = true
						t.Errorf("seed %d, step %d: %s %v is offered, and refused: %s", seed, step, a.Verb, way, got.refusal.Text)
					}
				}
			}
			a := offered[chance.IntN(len(offered))]
			list := ways(a, 1000)
			s.do(a, list[chance.IntN(len(list))])
			s.now += world.Second
		}
	}
}

// DOOR D9: whoever is paused is offered nothing but to look, and so is an agent whose player drives.
func TestWhoIsPausedOnlyLooks(t *testing.T) {
	s := newStage(t, world.RolePlayer)
	s.act(s.bob, world.MintGrant{Grant: "g-1", Label: "scout"})
	c := s.ctx(s.bob)
	c.Via = world.Via{Kind: world.ViaGrant, Grant: "g-1"}
	if len(s.table.Affordances(c)) <= len(s.table.Views(c)) {
		t.Error("an agent is offered nothing to do")
	}
	s.state.Grants["g-1"].Paused = true
	for _, list := range [][]verb.Affordance{s.table.Affordances(c), s.table.Views(c)} {
		for _, a := range list {
			if v := s.table.Named(a.Tool, a.Verb); v != nil && v.Effect != verb.Reads {
				t.Errorf("%s is offered", a.Verb)
			}
		}
	}
}

// DOOR D10: with full hands the room's own things are still offered, before what one carries.
func TestRoomComesBeforePack(t *testing.T) {
	s := newStage(t, world.RolePlayer)
	for _, a := range s.table.Affordances(s.ctx(s.bob)) {
		if a.Verb != "examine" {
			continue
		}
		target := a.Args["target"]
		if chest, coat := slices.Index(target, "chest"), slices.Index(target, "oilskin coat"); chest < 0 || coat < chest {
			t.Errorf("examine offers %q", target)
		}
	}
}
