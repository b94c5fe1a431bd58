package world_test

import (
	"slices"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// uttered lists what creatures said and did in a record.
func uttered(all []world.Event) (out []string) {
	for _, e := range all {
		switch e := e.(type) {
		case world.Said:
			if e.Actor != "pc-anna" {
				out = append(out, e.Text)
			}
		case world.Emoted:
			out = append(out, e.Text)
		default:
		}
	}
	return out
}

// does lets somebody do something and returns what happened.
func does(tb testing.TB, s *world.State, who world.ActorID, a world.Action) (all []world.Event) {
	tb.Helper()
	rec, r := s.Decide(s.Now, worldtest.Typed(who, a))
	if r != nil {
		tb.Fatalf("%T: %s", a, r.Text)
	}
	for i := range rec.Notices {
		all = append(all, rec.Notices[i].Event)
	}
	return all
}

func TestACreatureReactsToPersonsAndSeldom(t *testing.T) {
	s, anna := wild(t, world.MobSpec{On: []world.OnSpec{
		{Enter: true, Does: "looks up."}, {Say: []string{"old", "bell"}, Says: "It rang."}, {Hour: 9, Says: "Nine."},
		{Hour: world.Midnight, Says: "Twelve."}, {Dies: true, Says: "Oh."},
	}}, worldtest.Market, 2)
	want := func(all []world.Event, texts ...string) {
		t.Helper()
		got := uttered(all)
		if len(got) != len(texts) {
			t.Fatalf("they said and did %q, want %q", got, texts)
		}
		for i := range got {
			if got[i] != texts[i] {
				t.Fatalf("they said and did %q, want %q", got, texts)
			}
		}
	}
	want(does(t, s, anna, world.Move{Dir: world.North})) // first one sees the place
	want(elapse(t, s, 2*world.Second), "looks up.", "looks up.")
	want(does(t, s, anna, world.Say{Text: "The old BELL?"}), "It rang.", "It rang.") // though it did something just now
	want(does(t, s, anna, world.Say{Text: "Old bells!"}), "It rang.", "It rang.")
	elapse(t, s, 10*world.Second)
	s.Now += 3 * world.Second
	want(does(t, s, anna, world.Say{Text: "A bell."}))
	want(does(t, s, anna, world.Say{Text: "The old BELL?"}), "It rang.", "It rang.")
	want(elapse(t, s, 3*world.GameHour), "Nine.", "Nine.")
	want(elapse(t, s, 15*world.GameHour), "Twelve.", "Twelve.")
	if uttered(does(t, s, anna, world.Attack{Target: beasts(s)[0].ID})) != nil {
		t.Error("it speaks before it dies")
	}
}

func TestWhatACreatureDoesForWhatItIsGiven(t *testing.T) {
	s, anna := wild(t, world.MobSpec{On: []world.OnSpec{
		{Give: "stone", Uses: true, Gives: "pearl", Says: "For me?"}, {Give: "lamp", Does: "blinks."},
		{Give: "cap", Says: "Never.", When: &world.WhenSpec{Carries: "helmet"}}, {Give: "cap", Says: "Warm."},
	}}, worldtest.Quay, 1)
	b := beasts(s)[0]
	take := func(proto world.ProtoID) world.ItemID {
		for _, id := range s.Index.Floor[worldtest.Quay] {
			if s.Items[id].Proto == proto {
				typed(t, s, anna, world.Take{Items: []world.ItemID{id}})
				return id
			}
		}
		t.Fatalf("there is no %s", proto)
		return ""
	}
	one, two, lamp := take("stone"), take("stone"), take("lamp")
	got := uttered(does(t, s, anna, world.Give{Items: []world.ItemID{one, two}, To: b.ID}))
	if len(got) != 1 || got[0] != "For me?" {
		t.Errorf("it said %q for two stones, want one sentence", got)
	}
	pearls := 0
	for _, id := range s.Index.Held[anna] {
		if s.Items[id].Proto == "pearl" {
			pearls++
		}
	}
	if pearls != 2 || s.Items[one] != nil || s.Items[two] != nil || len(s.Index.Held[b.ID]) != 0 {
		t.Errorf("for two stones there are %d pearls, and it has %v", pearls, s.Index.Held[b.ID])
	}
	s.Now += 3 * world.Second
	if got := uttered(does(t, s, anna, world.Give{Items: []world.ItemID{lamp}, To: b.ID})); len(got) != 1 ||
		s.Items[lamp].At.Actor != b.ID {
		t.Errorf("it did %q, and the lamp is at %+v, want it to have it", got, s.Items[lamp].At)
	}
}

// Whatever people hang upon a creature, what it uses up needs no room in its hands.
func TestACreatureWithFullHandsTakesWhatItUsesUp(t *testing.T) {
	s := worldtest.Small()
	p := worldtest.SmallPack()
	p.Hash = "laden"
	p.Mobs = append(p.Mobs, world.MobSpec{
		ID: "beast", Name: "beast", Desc: "Grey.", HP: 20, Guarded: true,
		On: []world.OnSpec{{Give: "stone", Uses: true, Gives: "pearl", Says: "For me?"}, {Give: "lamp", Says: "Oh."}},
	})
	p.Spawns = append(p.Spawns, world.SpawnSpec{ID: "s-beast", Mob: "beast", Room: worldtest.Quay, Max: 1},
		world.SpawnSpec{ID: "s-load", Item: "cap", On: "s-beast", Max: 40})
	if _, r := s.Decide(1, host(world.ApplyPack{Pack: p})); r != nil {
		t.Fatal(r.Text)
	}
	anna := worldtest.Join(s, 2, worldtest.Person{Name: "Anna", Account: "a-ann"})
	b := beasts(s)[0]
	given := 0
	for _, id := range slices.Clone(s.Index.Floor[worldtest.Quay]) {
		give := world.Give{Items: []world.ItemID{id}, To: b.ID}
		switch s.Items[id].Proto {
		case "stone":
			typed(t, s, anna, world.Take{Items: []world.ItemID{id}})
			s.Now += 4 * world.Second
			if got := uttered(does(t, s, anna, give)); len(got) != 1 || s.Items[id] != nil {
				t.Errorf("given a stone it said %q, and the stone is %+v", got, s.Items[id])
			}
			given++
		case "lamp":
			typed(t, s, anna, world.Take{Items: []world.ItemID{id}})
			if _, r := s.Decide(s.Now, worldtest.Typed(anna, give)); r == nil || r.Code != world.CodeFull {
				t.Errorf("given a lamp, which it keeps, it refuses %+v", r)
			}
		default:
		}
	}
	if n := len(s.Index.Held[b.ID]); given == 0 || n != 40 {
		t.Errorf("it was given %d stones, and has %d things, want 40", given, n)
	}
}

// What something is handed over for is used up, whether its entry says so or not: else it could be had again from the
// dead, and given again.
func TestWhatIsRewardedIsUsedUp(t *testing.T) {
	on := []world.OnSpec{{Give: "stone", Gives: "pearl", Says: "For me?"}}
	s, anna := wild(t, world.MobSpec{On: on}, worldtest.Quay, 1)
	for _, id := range s.Index.Floor[worldtest.Quay] {
		if s.Items[id].Proto == "stone" {
			typed(t, s, anna, world.Take{Items: []world.ItemID{id}})
			does(t, s, anna, world.Give{Items: []world.ItemID{id}, To: beasts(s)[0].ID})
			if s.Items[id] != nil {
				t.Errorf("the stone is at %+v, want it used up", s.Items[id].At)
			}
			return
		}
	}
	t.Fatal("there is no stone")
}

// A creature that waits for something does not let its hands be filled with what it makes nothing of.
func TestACreatureKeepsHandsFreeForWhatItReactsTo(t *testing.T) {
	s := worldtest.Small()
	p := worldtest.SmallPack()
	p.Hash = "junk"
	p.Mobs = append(p.Mobs, world.MobSpec{
		ID: "beast", Name: "beast", Desc: "Grey.", HP: 20, On: []world.OnSpec{{Give: "stone", Says: "Oh."}},
	})
	p.Spawns = append(p.Spawns, world.SpawnSpec{ID: "s-beast", Mob: "beast", Room: worldtest.Quay, Max: 1},
		world.SpawnSpec{ID: "s-load", Item: "cap", On: "s-beast", Max: 30})
	if _, r := s.Decide(1, host(world.ApplyPack{Pack: p})); r != nil {
		t.Fatal(r.Text)
	}
	anna := worldtest.Join(s, 2, worldtest.Person{Name: "Anna", Account: "a-ann"})
	b := beasts(s)[0]
	for _, id := range slices.Clone(s.Index.Floor[worldtest.Quay]) {
		proto := s.Items[id].Proto
		if proto != "stone" && proto != "lamp" {
			continue
		}
		typed(t, s, anna, world.Take{Items: []world.ItemID{id}})
		_, r := s.Decide(s.Now, worldtest.Typed(anna, world.Give{Items: []world.ItemID{id}, To: b.ID}))
		if isRefused := r != nil; isRefused != (proto == "lamp") {
			t.Errorf("given a %s it refuses %+v", proto, r)
		}
	}
}

// What a creature does at an hour is done, though it has just reacted to something else.
func TestAnHourIsKeptAfterAnotherReaction(t *testing.T) {
	s, anna := wild(t, world.MobSpec{On: []world.OnSpec{
		{Enter: true, Does: "looks up."}, {Hour: 9, Says: "Nine."},
	}}, worldtest.Market, 1)
	elapse(t, s, 2*world.GameHour-s.Now+world.Second/2)
	s.Now = 2*world.GameHour + world.Second/2
	does(t, s, anna, world.Move{Dir: world.North})
	got := uttered(elapse(t, s, 20*world.Second))
	if len(got) != 2 || got[0] != "looks up." || got[1] != "Nine." {
		t.Errorf("it did and said %q, want it to look up and to say the hour, once", got)
	}
}
