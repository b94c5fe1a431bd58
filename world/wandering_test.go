package world_test

import (
	"fmt"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// wild returns the small world with one more kind of creature, so many of it in a room, and a person on the quay.
func wild(tb testing.TB, m world.MobSpec, room world.RoomID, most int) (*world.State, world.ActorID) {
	tb.Helper()
	s := worldtest.Small()
	p := worldtest.SmallPack()
	m.ID, m.Name, m.Desc, p.Hash = "beast", "beast", "Grey.", "wild"
	if m.HP == 0 {
		m.HP = 20
	}
	p.Mobs = append(p.Mobs, m)
	p.Spawns = append(p.Spawns, world.SpawnSpec{ID: "s-beast", Mob: "beast", Room: room, Max: most})
	if _, r := s.Decide(1, host(world.ApplyPack{Pack: p})); r != nil {
		tb.Fatal(r.Text)
	}
	return s, worldtest.Join(s, 2, worldtest.Person{Name: "Anna", Account: "a-ann"})
}

// elapse lets the timers of a while fire, each when it is due, and returns all that happened.
func elapse(tb testing.TB, s *world.State, wait world.Time) (all []world.Event) {
	tb.Helper()
	for end := s.Now + wait; ; {
		due, ok := s.NextTimer(nil)
		if !ok || due > end {
			return all
		}
		rec, r := s.Decide(due, worldtest.Timed())
		if r != nil {
			tb.Fatal(r.Text)
		}
		for i := range rec.Notices {
			all = append(all, rec.Notices[i].Event)
		}
		if err := s.Check(); err != nil {
			tb.Fatal(err)
		}
	}
}

// beasts returns those that wild made.
func beasts(s *world.State) (out []*world.Actor) {
	for _, a := range world.Ordered(s.Actors) {
		if a.Proto == "beast" {
			out = append(out, a)
		}
	}
	return out
}

// steps counts the steps of creatures by where they went.
func steps(all []world.Event) map[world.RoomID]int {
	out := map[world.RoomID]int{}
	for _, e := range all {
		if m, ok := e.(world.Moved); ok && m.Actor != "pc-anna" {
			out[m.To]++
		}
	}
	return out
}

func TestACreatureWandersInItsZoneWhileSomebodyIsThere(t *testing.T) {
	s, anna := wild(t, world.MobSpec{Wanders: &world.WandersSpec{Every: 5}}, worldtest.Market, 1)
	got := steps(elapse(t, s, 10*world.Minute))
	if got[worldtest.Quay] < 10 || got[worldtest.Market] < 10 {
		t.Errorf("in ten minutes it went %v, want to and fro between quay and market", got)
	}
	if got[worldtest.Arena]+got[worldtest.Store]+got[worldtest.Strand] > 0 {
		t.Errorf("it went %v: out of its zone, through a closed door, or where the tide comes", got)
	}
	if _, r := s.Decide(s.Now, worldtest.Typed(anna, world.Depart{})); r != nil {
		t.Fatal(r.Text)
	}
	elapse(t, s, world.Minute) // the last timer finds nobody
	if all := elapse(t, s, world.GameDay); len(steps(all)) > 0 || s.Timers["roam:port"] != nil {
		t.Errorf("with nobody there it went %v, timer: %+v", steps(all), s.Timers["roam:port"])
	}
}

func TestWhereACreatureWandersIsBound(t *testing.T) {
	for name, c := range map[string]struct {
		m      world.MobSpec
		in     world.RoomID
		within []world.RoomID
	}{
		"rooms": {
			world.MobSpec{Wanders: &world.WandersSpec{Every: 5, Rooms: []world.RoomID{worldtest.Market, worldtest.Arena}}},
			worldtest.Market, []world.RoomID{worldtest.Market, worldtest.Arena},
		},
		"far": {
			world.MobSpec{Wanders: &world.WandersSpec{Every: 5, Far: true}},
			worldtest.Market, []world.RoomID{worldtest.Market, worldtest.Arena, worldtest.Quay},
		},
		"aggressive": {
			world.MobSpec{Wanders: &world.WandersSpec{Every: 5, Far: true}, Aggressive: true},
			worldtest.Market, []world.RoomID{worldtest.Market, worldtest.Arena},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := wild(t, c.m, c.in, 1)
			merla := worldtest.Join(s, 3, worldtest.Person{Name: "Merla", Account: "a-wiz", Role: world.RoleWizard})
			typed(t, s, merla, world.UsePower{Power: world.PowerNoHassle, On: true})
			got := map[world.RoomID]int{}
			for range 30 {
				for room, n := range steps(elapse(t, s, world.Minute)) {
					got[room] += n
				}
				if to := beasts(s)[0].Room; to != s.Actors[merla].Room { // somebody keeps it company, or else it rests
					typed(t, s, merla, world.Haul{Body: merla, To: to})
				}
			}
			for room := range got {
				found := false
				for _, w := range c.within {
					found = found || w == room
				}
				if !found {
					t.Errorf("it went to %s, want only %v", room, c.within)
				}
			}
			if len(got) < 2 {
				t.Errorf("it went %v, want to and fro", got)
			}
		})
	}
}

func TestACreatureFleesFromAPlainFightThatGoesBadly(t *testing.T) {
	s, anna := wild(t, world.MobSpec{HP: 40, Flees: 99}, worldtest.Market, 1)
	b := beasts(s)[0]
	typed(t, s, anna, world.Move{Dir: world.North})
	typed(t, s, anna, world.Attack{Target: b.ID})
	all := elapse(t, s, 2*world.Minute)
	if b.Room != worldtest.Quay || s.Fights(b) || s.Actors[anna].Fighting != "" {
		t.Errorf("it is in %s with %d hp, fighting: %v", b.Room, b.HP, s.Fights(b))
	}
	fled := 0
	for _, e := range all {
		if m, ok := e.(world.Moved); ok && m.Manner == world.Fled {
			fled++
		}
	}
	if fled != 1 {
		t.Errorf("it fled %d times, want once", fled)
	}
}

func TestACreatureHelpsItsKind(t *testing.T) {
	s, anna := wild(t, world.MobSpec{HP: 100, Helps: []world.ProtoID{"beast"}}, worldtest.Market, 3)
	typed(t, s, anna, world.Move{Dir: world.North})
	elapse(t, s, 10*world.Second)
	if n := len(s.Index.Attackers[anna]); n != 0 {
		t.Fatalf("%d attack somebody who did nothing", n)
	}
	typed(t, s, anna, world.Attack{Target: beasts(s)[0].ID})
	elapse(t, s, 3*world.Second)
	if n := len(s.Index.Attackers[anna]); n != 3 {
		t.Errorf("%d of three fight who fights one of them", n)
	}
}

func TestACreatureRemembersWhoGotAwayForADay(t *testing.T) {
	s, anna := wild(t, world.MobSpec{HP: 100, Remembers: true}, worldtest.Market, 1)
	b := beasts(s)[0]
	typed(t, s, anna, world.Move{Dir: world.North})
	typed(t, s, anna, world.Attack{Target: b.ID})
	for s.Fights(s.Actors[anna]) {
		typed(t, s, anna, world.Flee{})
	}
	back := func() bool {
		t.Helper()
		for _, d := range map[world.RoomID][]world.Dir{
			worldtest.Arena: {world.South}, worldtest.Quay: {world.North}, worldtest.Market: {world.South, world.North},
		}[s.Actors[anna].Room] {
			typed(t, s, anna, world.Move{Dir: d})
		}
		elapse(t, s, 3*world.Second)
		return b.Fighting == anna
	}
	if !back() {
		t.Error("it does not know who fought it")
	}
	for s.Fights(s.Actors[anna]) {
		typed(t, s, anna, world.Flee{})
	}
	elapse(t, s, world.GameDay)
	s.Now += world.GameDay
	if back() {
		t.Error("it still knows after a day")
	}
}

func TestACreaturePicksUpWhatLiesAboutAndItsCorpseHasIt(t *testing.T) {
	s, anna := wild(t, world.MobSpec{HP: 1, Scavenges: true}, worldtest.Market, 1)
	b := beasts(s)[0]
	elapse(t, s, 30*world.Minute)
	held := s.Index.Held[b.ID]
	if len(held) < 2 {
		t.Fatalf("in half an hour it picked up %v", held)
	}
	for _, id := range held {
		if sp := s.ItemSpecs[s.Items[id].Proto]; sp.Fixed || sp.Coins {
			t.Errorf("it picked up %s", id)
		}
	}
	held = append([]world.ItemID(nil), held...)
	typed(t, s, anna, world.Move{Dir: world.North})
	typed(t, s, anna, world.Attack{Target: b.ID})
	elapse(t, s, 2*world.Minute)
	for _, id := range held {
		if it := s.Items[id]; it == nil || s.Items[it.At.Item] == nil || s.Items[it.At.Item].Proto != "corpse" {
			t.Errorf("%s is not in a corpse: %+v", id, it)
		}
	}
}

// typed lets somebody do something that must not be refused.
func typed(tb testing.TB, s *world.State, who world.ActorID, a world.Action) {
	tb.Helper()
	if _, r := s.Decide(s.Now, worldtest.Typed(who, a)); r != nil {
		tb.Fatalf("%T: %s", a, r.Text)
	}
}

// BenchmarkWandering is a round of the two thousand creatures of one zone, every five seconds, with ten people in it:
// of those that step every forty seconds, as in an imported world every sixty, and of those that hardly ever do.
func BenchmarkWandering(b *testing.B) {
	for _, every := range []int{40, 3600} {
		b.Run(fmt.Sprintf("every=%d", every), func(b *testing.B) {
			const rooms = 1000
			p := bigPack(rooms)
			p.Spawns = p.Spawns[:0]
			p.Mobs = []world.MobSpec{{ID: "beast", Name: "beast", HP: 9, Wanders: &world.WandersSpec{Every: every}}}
			for i := range p.Rooms {
				p.Rooms[i].Zone = "zone"
				p.Spawns = append(p.Spawns, world.SpawnSpec{
					ID: world.SpawnID(fmt.Sprintf("b-%d", i)), Mob: "beast", Room: p.Rooms[i].ID, Max: 2,
				})
			}
			s := world.New(1)
			if _, r := s.Decide(1, host(world.ApplyPack{Pack: p})); r != nil {
				b.Fatal(r.Text)
			}
			for i := range 10 {
				worldtest.Join(s, 2, worldtest.Person{Name: "Z" + string(rune('a'+i)) + "o"})
			}
			b.ReportAllocs()
			events, rounds := 0, 0
			for b.Loop() {
				rec, _ := s.Decide(s.Now+5*world.Second, worldtest.Timed())
				events, rounds = events+len(rec.Notices), rounds+1
			}
			b.ReportMetric(float64(events)/float64(rounds), "events/op")
		})
	}
}
