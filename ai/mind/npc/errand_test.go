package npc_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/npc"
	"github.com/mudlark-mud/mudlark/world"
)

// street is where somebody goes about what he wants: rooms in a row, a player who stands in each of them, and a record
// of what was done when.
type street struct {
	t    *testing.T
	m    *npc.Mind
	at   world.Time
	seq  uint64
	room int
	hour int
	log  []string
	when []world.Time
	shut bool // no door opens
}

var rooms = []string{"home", "quay", "ferry", "gate"}

func newStreet(t *testing.T, wants ...world.WantSpec) *street {
	c := npc.Config{
		ID: "npc-child-01", Name: "Tuppence", Spec: world.MindSpec{
			Traits: []string{"curious"}, Wants: wants, Rounds: []world.RoundSpec{{Hour: 6, Room: "home"}},
			Lines: []world.LineSpec{
				{On: "idle", About: []string{"ferry"}, Text: "It's coming in! No. It's a gull."},
				{On: "idle", About: []string{"watch"}, Text: "Has anybody a watch that stopped at ten to seven?"},
				{On: "greet", Text: "Hello."}, {On: "nod", Text: "Is it?"}, {On: "unknown", Text: "Dunno."},
			},
		},
	}
	for i := range len(rooms) - 1 {
		c.Ways = append(c.Ways, npc.Way{From: rooms[i], Dir: "east", To: rooms[i+1]},
			npc.Way{From: rooms[i+1], Dir: "west", To: rooms[i]})
	}
	return &street{t: t, m: npc.New(c), at: world.GameDay, hour: 12}
}

func (s *street) look(list ...mind.Percept) mind.Output {
	for i := range list {
		s.seq++
		list[i].Seq, list[i].At = s.seq, s.at
	}
	directions := []string{"east", "west"}
	return s.m.Step(mind.Input{At: s.at, Look: &mind.Look{
		Room:     mind.Place{ID: rooms[s.room], Name: rooms[s.room]},
		You:      mind.Body{ID: "npc-child-01", Hour: s.hour, HP: 9, HPMax: 9},
		Entities: []mind.Entity{{ID: fmt.Sprint("pc-p", s.room), Name: fmt.Sprint("Person", s.room), Kind: "person"}},
		Percepts: list,
		Actions: []mind.Action{
			{Name: "move", Params: []mind.Param{{Name: "direction", Candidates: directions}}},
			{Name: "say", Params: []mind.Param{{Name: "text"}}}, {Name: "emote", Params: []mind.Param{{Name: "text"}}},
		},
	}})
}

// turn lets it look once, and does what it chooses. It reports whether it goes on by itself.
func (s *street) turn(list ...mind.Percept) bool {
	s.t.Helper()
	out := s.look(list...)
	later := out.Later
	for n := 0; out.Choice != nil; n++ {
		if n > 4 {
			s.t.Fatal("it never ends its turn")
		}
		done := &mind.Done{Text: "Done."}
		c := *out.Choice
		switch c.Action {
		case "move":
			to := s.room + map[string]int{"east": 1, "west": -1}[c.Params["direction"]]
			if s.shut || to < 0 || to >= len(rooms) {
				done.Refused = "shut"
				break
			}
			s.seq++
			done.Percepts = []mind.Percept{{Seq: s.seq, At: s.at, Kind: "moved", Actor: "npc-child-01", Sense: []string{"did"},
				Data: map[string]any{"direction": c.Params["direction"], "to": rooms[to]}}}
			s.room = to
		default:
			c.Action += " " + c.Params["text"]
		}
		s.log = append(s.log, strings.TrimSpace(c.Action+" "+c.Params["direction"]))
		s.when = append(s.when, s.at)
		out = s.m.Step(mind.Input{At: s.at, Done: done})
		later = out.Later
	}
	return later
}

// live lets it look as its house would: every minute, and sooner where it says so.
func (s *street) live(long world.Time) {
	s.t.Helper()
	for end := s.at + long; s.at < end; {
		if s.turn() {
			s.at += 3 * world.Second
		} else {
			s.at += world.Minute
		}
	}
}

// What it wants it goes about: there, what there is to do, and back home, at a human pace; and again in a while.
func TestErrands(t *testing.T) {
	for _, c := range []struct {
		name string
		want world.WantSpec
		deed []string
	}{
		{"the ferry", world.WantSpec{ID: "ferry", Weight: 5, Verb: "go", Arg: "ferry"},
			[]string{"move east", "move east", "say It's coming in! No. It's a gull.", "move west", "move west"}},
		{"a beat", world.WantSpec{ID: "beat", Weight: 5, Verb: "walk", Arg: "quay, gate: tries the door."},
			[]string{"move east", "emote tries the door.", "move east", "move east", "emote tries the door.",
				"move west", "move west", "move west"}},
		{"lamps", world.WantSpec{ID: "lamps", Weight: 5, Verb: "emote", Arg: "trims a wick."},
			[]string{"emote trims a wick."}},
		{"a watch", world.WantSpec{ID: "watch", Weight: 5, Verb: "talk", Arg: "anyone"},
			[]string{"say Has anybody a watch that stopped at ten to seven?"}},
		{"nowhere", world.WantSpec{ID: "moon", Weight: 5, Verb: "go", Arg: "moon"}, nil},
		{"no verb", world.WantSpec{ID: "peace", Weight: 5}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStreet(t, c.want)
			s.live(npc.WantPace - world.Minute)
			if len(s.log) > 0 {
				t.Fatalf("it did %q as soon as it woke", s.log)
			}
			s.live(9 * world.Minute)
			got := slices.DeleteFunc(slices.Clone(s.log), func(l string) bool { return l == "say Hello." })
			if !slices.Equal(got, c.deed) || s.room != 0 {
				t.Errorf("got %q, want %q", got, c.deed)
			}
			if len(c.deed) > 0 {
				took := s.when[len(s.when)-1] - s.when[0]
				if most := world.Time(len(c.deed)) * 4 * world.Second; took > most {
					t.Errorf("it took %v, want at most %v", took, most)
				}
			}
			s.live(npc.WantEvery)
			if again := len(s.log) > len(got); again != (len(c.deed) > 0 && c.name != "a watch") {
				t.Errorf("afterwards it did %q", s.log[len(got):])
			}
		})
	}
}

// Of several wants one is followed at a time, some minutes apart, none while somebody talks with it, and none when it
// is struck by a refusal for longer than it takes to see that.
func TestErrandsWait(t *testing.T) {
	ferry := world.WantSpec{ID: "ferry", Weight: 5, Verb: "go", Arg: "ferry"}
	lamps := world.WantSpec{ID: "lamps", Weight: 9, Verb: "emote", Arg: "trims a wick."}
	s := newStreet(t, ferry, lamps)
	s.live(25 * world.Minute)
	var began []world.Time
	for i, l := range s.log {
		if l == "emote trims a wick." || l == "move east" && rooms[0] == "home" && (i == 0 || s.log[i-1] != "move east") {
			began = append(began, s.when[i])
		}
	}
	if len(began) < 4 || s.log[0] != "emote trims a wick." {
		t.Fatalf("it did %q, want both wants, each twice, the heavier first", s.log)
	}
	for i := range began[1:] {
		if began[i+1]-began[i] < npc.WantPace {
			t.Errorf("two wants %v apart, want at least %v", began[i+1]-began[i], npc.WantPace)
		}
	}

	s = newStreet(t, ferry)
	talk := func() {
		s.turn(mind.Percept{Kind: "said", Actor: fmt.Sprint("pc-p", s.room), ActorName: fmt.Sprint("Person", s.room),
			Text: "Tuppence, it rains", Sense: []string{"saw", "heard"}, Data: map[string]any{"text": "Tuppence, it rains"}})
	}
	for range 10 {
		talk()
		s.at += world.Minute
	}
	if slices.Contains(s.log, "move east") {
		t.Errorf("it walked away from a talk: %q", s.log)
	}
	s.live(4 * world.Minute)
	if !slices.Contains(s.log, "move east") {
		t.Fatalf("the talk is over, and it did %q", s.log)
	}

	s = newStreet(t, ferry)
	for s.room == 0 {
		s.turn()
		s.at += world.Minute
	}
	talk() // on the way
	n := len(s.log)
	for range 10 {
		s.turn()
		s.at += 10 * world.Second
	}
	if slices.Contains(s.log[n:], "move east") {
		t.Errorf("spoken to on its way, it went on: %q", s.log[n:])
	}

	s = newStreet(t, ferry)
	s.shut = true
	s.live(9 * world.Minute)
	if n := len(s.log); n != 1 {
		t.Errorf("before a shut door it did %q, want one try", s.log)
	}
}

// Nobody gets up from a game that is on: neither for a want, nor because the round says so. Afterwards they do.
func TestErrandsWaitForGames(t *testing.T) {
	for name, s := range map[string]*street{
		"a want": newStreet(t, world.WantSpec{ID: "ferry", Weight: 5, Verb: "go", Arg: "ferry"}), "its round": newStreet(t),
	} {
		if name == "its round" {
			s.room = 2
		}
		table := func(kind string, data map[string]any) {
			s.turn(mind.Percept{Kind: kind, Actor: fmt.Sprint("pc-p", s.room), ActorName: fmt.Sprint("Person", s.room),
				Sense: []string{"saw", "mine"}, Data: data})
		}
		table("game_began", map[string]any{"x": "Tuppence", "o": fmt.Sprint("Person", s.room)})
		for range 6 {
			table("move_played", nil)
			s.at += world.Minute
			s.turn()
		}
		if len(s.log) > 0 {
			t.Errorf("%s: it got up from its game: %q", name, s.log)
		}
		table("game_ended", map[string]any{"how": "drawn"})
		s.live(6 * world.Minute)
		if !slices.ContainsFunc(s.log, func(l string) bool { return strings.HasPrefix(l, "move ") }) {
			t.Errorf("%s: the game is over, and it did %q", name, s.log)
		}
	}
}
