package npc_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/ai/mind/dialogue"
	"github.com/mudlark-mud/mudlark/ai/mind/npc"
)

func port() *npc.Town {
	return &npc.Town{
		Places: []npc.Place{
			{ID: "inn", Name: "The Drowned Lantern"}, {ID: "tide-house", Name: "The Tide House"},
			{ID: "relic-shop", Name: "Pell's Relics"}, {ID: "ferry-stage", Name: "The Ferry Stage"},
			{ID: "chapel-yard", Name: "The Chapel Yard"}, {ID: "chapel", Name: "The Chapel of the Settling"},
		},
		Folk: []npc.Neighbour{
			{ID: "hob", Name: "the barkeep", Keys: []string{"hob"}, Rounds: []npc.Hour{{6, "inn"}}, Trades: true},
			{
				ID: "fenn", Name: "the tide-clerk", Keys: []string{"miss fenn", "clerk"}, About: []string{"tide", "bell"},
				Rounds: []npc.Hour{{0, "tide-house"}, {12, "inn"}, {13, "tide-house"}},
			},
			{
				ID: "pell", Name: "the relic dealer", Keys: []string{"mr pell", "dealer"}, Trades: true,
				Rounds: []npc.Hour{{8, "relic-shop"}, {19, "inn"}, {22, "relic-shop"}},
			},
		},
	}
}

func TestWhoIsMeant(t *testing.T) {
	for said, want := range map[string]string{
		"the dealer": "pell", "Mr Pell": "pell", "relic dealer": "pell", "Hob": "hob", "the tide": "", "Miss Fenn": "fenn",
		"the clerk": "fenn", "the tide-clerk": "fenn", "the dealer's cat": "", "": "",
	} {
		got := ""
		if n := port().Neighbour(dialogue.Topic(dialogue.Split(said))); n != nil {
			got = n.ID
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", said, got, want)
		}
	}
}

func TestWhichPlaceIsMeant(t *testing.T) {
	for said, want := range map[string]string{
		"the ferry": "ferry-stage", "the lantern": "inn", "the tide house": "tide-house", "the Warden's house": "",
		"the chapel": "chapel", "the chapel yard": "chapel-yard", "": "",
	} {
		if got, _ := port().Place(dialogue.Topic(dialogue.Split(said))); got.ID != want {
			t.Errorf("%q: got %q, want %q", said, got.ID, want)
		}
	}
}

func TestWhereTheHourWantsThem(t *testing.T) {
	fenn := port().Folk[1]
	for hour, want := range map[int]string{
		0: "tide-house", 11: "tide-house", 12: "inn", 13: "tide-house", 23: "tide-house",
	} {
		if got := fenn.At(hour); got != want {
			t.Errorf("at %d: got %q, want %q", hour, got, want)
		}
	}
}

// Who talks of it answers before who keeps the house, and who keeps it before who is only there.
func TestWhomItSuits(t *testing.T) {
	p := port()
	tide := dialogue.Stems("tide")
	fenn, hob := p.Suits("fenn", "inn", 12, tide), p.Suits("hob", "inn", 12, tide)
	pell := p.Suits("pell", "inn", 12, tide)
	if fenn <= hob || hob <= pell {
		t.Errorf("of the tide: Fenn %d, Hob %d, Pell %d, want them in this order", fenn, hob, pell)
	}
	if fenn, hob := p.Suits("fenn", "inn", 12, nil), p.Suits("hob", "inn", 12, nil); fenn >= hob {
		t.Errorf("of nothing: Fenn %d, Hob %d, want Hob, whose house it is", fenn, hob)
	}
	if pell, hob := p.Suits("pell", "inn", 20, nil), p.Suits("hob", "inn", 20, nil); pell >= hob {
		t.Errorf("who drinks there: Pell %d, Hob %d, want Hob: Pell has a shop elsewhere", pell, hob)
	}
	if n := p.Teller(tide, "hob"); n == nil || n.ID != "fenn" {
		t.Errorf("of the tide tells %+v, want Fenn", n)
	}
}

// Directions are true: whoever follows them comes to where they were to lead, and there is no shorter way.
func TestDirectionsAreTrue(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		room := rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f"})
		ways, next := map[npc.Way]bool{}, map[[2]string]string{}
		for range rapid.IntRange(0, 16).Draw(rt, "ways") {
			w := npc.Way{From: room.Draw(rt, "from"), Dir: rapid.SampledFrom([]string{"n", "e", "s", "w"}).Draw(rt, "dir")}
			if next[[2]string{w.From, w.Dir}] == "" {
				w.To = room.Draw(rt, "to")
				ways[w], next[[2]string{w.From, w.Dir}] = true, w.To
			}
		}
		steps := map[string]int{"a": 0}
		for range 6 {
			for w := range ways {
				if n, ok := steps[w.From]; ok {
					if old, known := steps[w.To]; !known || n+1 < old {
						steps[w.To] = n + 1
					}
				}
			}
		}
		for _, to := range []string{"a", "b", "c", "d", "e", "f"} {
			dirs, ok := npc.Route(ways, "a", to)
			if n, reached := steps[to]; ok != reached || ok && len(dirs) != n {
				rt.Fatalf("to %s: got %q, %v, want %d steps, %v; %v", to, dirs, ok, n, reached, ways)
			}
			at := "a"
			for _, d := range dirs {
				at = next[[2]string{at, d}]
			}
			if ok && at != to {
				rt.Fatalf("%q leads to %s, want %s; %v", dirs, at, to, ways)
			}
			if again, _ := npc.Route(ways, "a", to); !slices.Equal(dirs, again) {
				rt.Fatalf("got %q, then %q", dirs, again)
			}
		}
	})
}

func TestDirections(t *testing.T) {
	got := npc.Directions([]string{"west", "west", "south", "west", "west", "west", "down"})
	if want := "west twice, then south, then west three times, then down"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
