package world_test

import (
	"maps"
	"reflect"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// A deed of the small play in which bugs are planted.
type deed struct {
	now world.Time
	in  world.Input
}

// play is a short game in which everything happens that a planted bug spoils: it takes, drops, gives, whispers, is
// refused, walks, fights, dies and is swept.
func play() []deed {
	host := world.Via{Kind: world.ViaHost}
	var out []deed
	for _, in := range worldtest.Genesis() {
		out = append(out, deed{0, in})
	}
	for _, name := range []string{"Anna", "Benno", "Clara"} {
		born := world.Create{Account: "a", Name: name, Role: world.RolePlayer}
		out = append(out, deed{1, world.Input{Via: host, Action: born}})
		id := world.ActorID("pc-" + strings.ToLower(name))
		out = append(out, deed{1, worldtest.Typed(id, world.Enter{})})
	}
	anna := func(now world.Time, a world.Action) { out = append(out, deed{now, worldtest.Typed("pc-anna", a)}) }
	key := []world.ItemID{"brass-key-01"}
	anna(10, world.Take{Items: key})
	anna(20, world.Drop{Items: key})
	anna(30, world.Take{Items: key})
	anna(40, world.Give{Items: key, To: "pc-benno"})
	anna(50, world.Give{Items: key, To: "pc-benno"}) // refused: she has it no longer
	anna(60, world.Whisper{To: "pc-benno", Text: "psst"})
	anna(70, world.Move{Dir: world.North})
	anna(80, world.Move{Dir: world.North})
	anna(90, world.Attack{Target: "npc-bess"})
	merla := func(now world.Time, a world.Action) { out = append(out, deed{now, worldtest.Typed("pc-merla", a)}) }
	born := world.Create{Account: "m", Name: "Merla", Role: world.RoleWizard}
	out = append(out, deed{91, world.Input{Via: host, Action: born}})
	merla(92, world.Enter{})
	merla(93, world.Purge{Item: "chest-01"})
	merla(94, world.BringBack{
		As: 3, Item: "chest-01", Things: []world.PastItem{{ID: "chest-01", Proto: "chest"}}, Reason: "a slip of the hand",
	})
	out = append(out, atTable()...)
	for i := range world.Time(40) {
		out = append(out, deed{5_000 + i*3_100, worldtest.Timed()})
	}
	return out
}

// atTable is a game between Benno and Clara on the quay: both try each square, and the one whose turn it is gets it.
func atTable() []deed {
	var out []deed
	both := func(now world.Time, a world.Action) {
		for _, who := range []world.ActorID{"pc-benno", "pc-clara"} {
			out = append(out, deed{now, worldtest.Typed(who, a)})
		}
	}
	both(95, world.Sit{Board: "barrel"})
	for i, name := range []string{"a1", "b1", "a2", "b2", "a3"} {
		both(96+world.Time(i), spot(name))
	}
	both(102, world.TauntAt{Text: "Ha!"})
	both(103, world.Stand{})
	return out
}

// honest lets the judge decide the play and returns the first broken promise.
func honest(j *worldtest.Judge) error {
	for _, d := range play() {
		if _, _, err := j.Do(d.now, d.in); err != nil {
			return err
		}
	}
	return j.Close()
}

// plant spoils what came of an input.
type plant func(s *world.State, rec *world.Record, r *world.Refusal)

// plants are the ways in which worlds break.
func plants() map[string]plant {
	decided := 0
	out := map[string]plant{
		"a refusal costs a coin": func(s *world.State, _ *world.Record, r *world.Refusal) {
			if r != nil {
				s.Actors["pc-anna"].Coins++
			}
		},
		"a drop keeps its holder": after(func(s *world.State, e world.ItemDropped) {
			s.Items[e.Item].At = world.Place{Actor: e.Actor}
			s.Reindex()
		}),
		"a gift is lost": after(func(s *world.State, e world.ItemGiven) {
			delete(s.Items, e.Item)
			s.Reindex()
		}),
		"a gift is in two hands": after(func(s *world.State, e world.ItemGiven) {
			twin := *s.Items[e.Item]
			twin.ID, twin.At.Actor = "twin", e.Actor
			s.Items[twin.ID] = &twin
			s.Reindex()
		}),
		"a fold forgets the index": after(func(s *world.State, e world.Moved) {
			s.Actors[e.Actor].Room = worldtest.Store
		}),
		"a fold forgets to mark what it changed": after(func(s *world.State, e world.ItemGiven) {
			delete(s.Dirty, world.Key{Kind: "item", ID: string(e.Item)})
		}),
		"a death leaves a foe behind": after(func(s *world.State, e world.Died) {
			s.Actors["pc-benno"].Fighting = e.By
			s.Reindex()
		}),
		"a tick rolls other dice each time": func(_ *world.State, rec *world.Record, _ *world.Refusal) {
			decided++
			change(rec, func(e world.BlowMissed) world.Event { e.Roll = decided; return e })
		},
		"a record carries an event twice": func(_ *world.State, rec *world.Record, _ *world.Refusal) {
			change(rec, func(e world.ItemTaken) world.Event {
				rec.Notices = append(rec.Notices, world.Notice{Seq: rec.Seq, Event: e})
				return e
			})
		},
		"a step goes through a wall": func(_ *world.State, rec *world.Record, _ *world.Refusal) {
			change(rec, func(e world.Moved) world.Event { e.Dir = world.Up; return e })
		},
		"a blow does more than it says": func(_ *world.State, rec *world.Record, _ *world.Refusal) {
			change(rec, func(e world.BlowLanded) world.Event { e.Harm++; return e })
		},
		"a whisper is overheard": overhears(func(e world.Event) bool { _, ok := e.(world.Whispered); return ok }),
		"somebody afar sees a step": overhears(func(e world.Event) bool {
			m, ok := e.(world.Moved)
			return ok && m.To == worldtest.Arena
		}),
	}
	maps.Copy(out, doubles())
	maps.Copy(out, cheats())
	return out
}

// cheats are the ways in which tables break them.
func cheats() map[string]plant {
	return map[string]plant{
		"a move is told of another square": func(_ *world.State, rec *world.Record, _ *world.Refusal) {
			change(rec, func(e world.MovePlayed) world.Event { e.Col++; return e })
		},
		"a move is told of the other side": func(_ *world.State, rec *world.Record, _ *world.Refusal) {
			change(rec, func(e world.MovePlayed) world.Event { e.Source, e.Side = "mcp", "O"; return e })
		},
		"a game is told to be the loser's": func(_ *world.State, rec *world.Record, _ *world.Refusal) {
			change(rec, func(e world.GameEnded) world.Event { e.Actor, e.Other = e.Other, e.Actor; return e })
		},
		"a seat is left behind": after(func(s *world.State, e world.SeatLeft) {
			b := s.Boards[e.Board]
			b.Seats = append(b.Seats, world.Seat{Actor: e.Actor})
			s.Reindex()
		}),
		"a mark is wiped away": after(func(s *world.State, e world.MovePlayed) {
			s.Boards[e.Board].Match.Cells = make([]string, len(e.Cells))
		}),
		"a taunt is heard elsewhere": func(s *world.State, rec *world.Record, _ *world.Refusal) {
			change(rec, func(e world.Taunted) world.Event {
				for i := range rec.Notices {
					far := world.Group{Sense: world.Heard, Who: []uint32{s.Actors["pc-anna"].Num}}
					rec.Notices[i].To = append(rec.Notices[i].To, far)
				}
				return e
			})
		},
	}
}

// doubles are the ways in which bringing back breaks them.
func doubles() map[string]plant {
	return map[string]plant{
		"what comes back is there twice": after(func(s *world.State, e world.ItemRestored) {
			twin := *s.Items[e.Item]
			twin.ID = "chest-02"
			s.Items[twin.ID] = &twin
			s.Reindex()
		}),
		"what nobody lost comes back": func(s *world.State, rec *world.Record, _ *world.Refusal) {
			change(rec, func(e world.ItemRestored) world.Event {
				ghost := s.Items[e.Item]
				delete(s.Items, ghost.ID)
				ghost.ID, e.Item = "chest-02", "chest-02"
				s.Items[ghost.ID] = ghost
				s.Reindex()
				s.Dirty[world.Key{Kind: "item", ID: string(ghost.ID)}] = struct{}{}
				return e
			})
		},
	}
}

// TestPlantedBugs breaks the world and wants each break to be caught, for else the simulation proves nothing.
func TestPlantedBugs(t *testing.T) {
	if err := honest(worldtest.NewJudge()); err != nil {
		t.Fatalf("the honest world is objected to: %v", err)
	}
	for name, plant := range plants() {
		t.Run(name, func(t *testing.T) {
			j := worldtest.NewJudge()
			j.CutEvery = 1
			j.Decide = func(s *world.State, now world.Time, in world.Input) (*world.Record, *world.Refusal) {
				rec, r := s.Decide(now, in)
				plant(s, rec, r)
				return rec, r
			}
			err := honest(j)
			if err == nil {
				t.Fatal("nobody noticed")
			}
			t.Log(err)
		})
	}
}

// after spoils the state behind each event of a kind.
func after[E world.Event](spoil func(*world.State, E)) plant {
	return func(s *world.State, rec *world.Record, _ *world.Refusal) {
		if rec == nil {
			return
		}
		for _, n := range rec.Notices {
			if e, ok := n.Event.(E); ok {
				spoil(s, e)
			}
		}
	}
}

// change rewrites the events of a kind in a record.
func change[E world.Event](rec *world.Record, to func(E) world.Event) {
	if rec == nil {
		return
	}
	for i := range rec.Notices {
		if e, ok := rec.Notices[i].Event.(E); ok {
			rec.Notices[i].Event = to(e)
		}
	}
}

// overhears adds Clara to those who perceive what she should not.
func overhears(what func(world.Event) bool) plant {
	return func(s *world.State, rec *world.Record, _ *world.Refusal) {
		if rec == nil {
			return
		}
		for i := range rec.Notices {
			if n := &rec.Notices[i]; what(n.Event) {
				n.To = append(n.To, world.Group{Sense: world.Heard, Who: []uint32{s.Actors["pc-clara"].Num}})
			}
		}
	}
}

// The generator makes every kind of action, and the auditor knows every kind of event.
func TestKindsAreKnown(t *testing.T) {
	s := worldtest.Small()
	worldtest.Join(s, 0, worldtest.Person{Name: "Anna"})
	for _, kind := range world.ActionKinds() {
		if got := worldtest.Fills(t, s, "pc-anna", kind); reflect.TypeOf(got) != reflect.TypeOf(kind) {
			t.Errorf("the generator fills %T with %T", kind, got)
		}
	}
	for _, e := range world.EventKinds() {
		err := worldtest.NewAuditor().Record(&world.Record{Notices: []world.Notice{{Event: e}}})
		if err != nil && strings.Contains(err.Error(), "does not know") {
			t.Errorf("%T: %v", e, err)
		}
	}
}
