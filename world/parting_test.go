package world_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

func host(a world.Action) world.Input {
	return world.Input{Via: world.Via{Kind: world.ViaHost}, Action: a}
}

// decides decides an input of the daemon's, or fails.
func decides(t *testing.T, s *world.State, a world.Action) *world.Record {
	t.Helper()
	rec, r := s.Decide(s.Now, host(a))
	if r != nil {
		t.Fatalf("%T was refused: %s", a, r.Text)
	}
	return rec
}

// contents says what a pack made of a world: its content, and how many of each pattern there are.
func contents(s *world.State) map[string]string {
	out := map[string]string{}
	for _, k := range s.Keys() {
		switch k.Kind {
		case "room", "door", "itemspec", "mobspec", "spawn", "quest", "social", "help", "pack":
			row, err := json.Marshal(s.Row(k))
			if err != nil {
				panic(err)
			}
			out[k.String()] = string(row)
		}
	}
	for _, it := range s.Items {
		out["things of "+string(it.Proto)] += "|"
	}
	for _, a := range s.Actors {
		out["bodies of "+string(a.Proto)] += "|"
	}
	return out
}

func TestPackInParts(t *testing.T) {
	const most = 900 // bytes of text: the small pack falls into many parts
	p := worldtest.SmallPack()
	whole, parted := world.New(1), world.New(1)
	decides(t, whole, world.ApplyPack{Pack: p})
	parts := parted.Parts(&p, most)
	if len(parts) < 5 {
		t.Fatalf("the small pack has %d parts", len(parts))
	}
	for i, part := range parts {
		if parted.Packs[p.ID].Hash != "" {
			t.Errorf("part %d of %d comes, and the pack counts as applied", i+1, len(parts))
		}
		decides(t, parted, part)
		if err := parted.Check(); err != nil {
			t.Fatalf("after part %d of %d: %v", i+1, len(parts), err)
		}
	}
	same := func(when string) {
		t.Helper()
		got, want := contents(parted), contents(whole)
		for k := range want {
			if got[k] != want[k] {
				t.Errorf("%s: %s is %s in parts and %s whole", when, k, got[k], want[k])
			}
		}
		if extra := len(got) - len(want); extra != 0 {
			t.Errorf("%s: parts make %d entries more than the whole", when, extra)
		}
	}
	same("at first")
	if again := parted.Parts(&p, most); again != nil {
		t.Errorf("a pack that was applied has %d parts to apply", len(again))
	}

	p.Hash = "small-2"
	p.Start = worldtest.Market
	p.Rooms = slices.DeleteFunc(p.Rooms, func(r world.RoomSpec) bool { return r.ID == worldtest.Quay })
	p.Mobs[0].Desc = strings.Repeat("Stouter. ", 100)
	p.Spawns = slices.DeleteFunc(p.Spawns, func(sp world.SpawnSpec) bool { return sp.Room == worldtest.Quay })
	worldtest.Join(whole, whole.Now, worldtest.Person{Name: "Anna"})
	worldtest.Join(parted, parted.Now, worldtest.Person{Name: "Anna"})
	decides(t, whole, world.ApplyPack{Pack: p})
	parts = parted.Parts(&p, most)
	for _, part := range parts {
		decides(t, parted, part)
	}
	same("changed")
	if got := parted.Actors[anna].Room; got != worldtest.Market {
		t.Errorf("anna, whose room was withdrawn, is in %s", got)
	}
}

func TestPartsThatDoNotFit(t *testing.T) {
	p := worldtest.SmallPack()
	s := world.New(1)
	parts := s.Parts(&p, 900)
	start := &world.Withdrawn{Rooms: []world.RoomID{p.Start}}
	for name, a := range map[string]world.ApplyPack{
		"a later part before the start":     parts[1],
		"a part that does not exist":        {Pack: p, Part: 9, Of: 8},
		"a whole that withdraws":            {Pack: p, Gone: &world.Withdrawn{}},
		"a part that withdraws the start":   {Pack: p, Part: 1, Of: 1, Gone: start},
		"a whole that is far too large":     {Pack: bigPack(20_000)},
		"a part without the place to start": {Pack: world.Pack{ID: "x", Start: "y"}, Part: 1, Of: 1},
	} {
		if _, r := s.Decide(0, host(a)); r == nil || r.Code != world.CodeBadValue {
			t.Errorf("%s: got %v, want bad_value", name, r)
		}
	}
}

// bigPack is a pack of rooms in a row with two things in each.
func bigPack(rooms int) world.Pack {
	p := world.Pack{ID: "big", Name: "Big", Hash: "big-1", Start: "r-0", Items: []world.ItemSpec{{
		ID: "pebble", Name: "pebble", Desc: "It is round.",
	}}}
	for i := range rooms {
		r := world.RoomSpec{
			ID: world.RoomID(fmt.Sprintf("r-%d", i)), Name: fmt.Sprintf("Passage %d", i),
			Desc: strings.Repeat("It goes on. ", 20),
		}
		if i > 0 {
			r.Exits = append(r.Exits, world.ExitSpec{Dir: world.West, To: world.RoomID(fmt.Sprintf("r-%d", i-1))})
		}
		if i+1 < rooms {
			r.Exits = append(r.Exits, world.ExitSpec{Dir: world.East, To: world.RoomID(fmt.Sprintf("r-%d", i+1))})
		}
		p.Rooms = append(p.Rooms, r)
		p.Spawns = append(p.Spawns, world.SpawnSpec{
			ID: world.SpawnID(fmt.Sprintf("s-%d", i)), Item: "pebble", Room: r.ID, Max: 2,
		})
	}
	return p
}

// recordBytesFit is what a record may have at most here; the journal takes 16 MiB.
const recordBytesFit = 8 << 20

func fitting(t *testing.T, what string, rec *world.Record) {
	t.Helper()
	b, err := journal.Encode(rec)
	if err != nil {
		t.Fatal(err)
	}
	if len(b) > recordBytesFit {
		t.Errorf("%s: a record of %d events has %d bytes", what, len(rec.Notices), len(b))
	}
	t.Logf("%s: %d events, %d bytes", what, len(rec.Notices), len(b))
}

// TestRecordsStaySmall holds the largest records to what the journal takes: a large pack, and a crowd that watches
// all that one tick does.
func TestRecordsStaySmall(t *testing.T) {
	t.Run("a large pack", func(t *testing.T) {
		s, p := world.New(1), bigPack(10_000)
		parts := s.Parts(&p, world.PartBytes)
		for _, part := range parts {
			fitting(t, fmt.Sprintf("part %d of %d", part.Part, part.Of), decides(t, s, part))
		}
		if len(s.Items) != 20_000 || s.Check() != nil {
			t.Errorf("the pack made %d things; %v", len(s.Items), s.Check())
		}
		p.Rooms, p.Spawns, p.Hash = p.Rooms[:1], nil, "big-2"
		for _, part := range s.Parts(&p, world.PartBytes) {
			fitting(t, fmt.Sprintf("withdrawal %d of %d", part.Part, part.Of), decides(t, s, part))
		}
		if len(s.Rooms) != 1 || len(s.Items) != 20_000 {
			t.Errorf("%d rooms are left, and %d things", len(s.Rooms), len(s.Items))
		}
	})
	t.Run("a tick that a crowd watches", func(t *testing.T) {
		const people, things = 1500, 4096
		s := crowdOf(people)
		p := map[world.ItemID]bool{}
		for range things {
			rec := decidesAs(t, s, "pc-merla", world.Conjure{Item: "anvil"})
			made := eventOf[world.ItemMade](t, rec).Item
			p[made] = true
		}
		for id := range world.Ordered(p) {
			s.Fold(&world.Record{Seq: s.Seq + 1, At: s.Now, Notices: []world.Notice{{Event: world.TimerSet{
				Kind: world.TimerDecay, Subject: string(id), Due: s.Now + world.Second,
			}}}})
		}
		ticks := 0
		for now := s.Now + world.Second; len(p) > 0 && ticks < things; ticks++ {
			rec, r := s.Decide(now, world.Input{Via: world.Via{Kind: world.ViaTimer}, Action: world.Tick{}})
			if r != nil || rec == nil {
				break
			}
			fitting(t, "a tick", rec)
			for _, n := range rec.Notices {
				if gone, ok := n.Event.(world.ItemGone); ok {
					delete(p, gone.Item)
				}
			}
		}
		if len(p) > 0 {
			t.Errorf("%d things are left after %d ticks", len(p), ticks)
		}
	})
}

func decidesAs(t *testing.T, s *world.State, who world.ActorID, a world.Action) *world.Record {
	t.Helper()
	rec, r := s.Decide(s.Now, worldtest.Typed(who, a))
	if r != nil || rec == nil {
		t.Fatalf("%T came to nothing: %v", a, r)
	}
	return rec
}

// crowdOf is the small world with a wizard and so many people on the quay.
func crowdOf(people int) *world.State {
	s := worldtest.Small()
	worldtest.Join(s, s.Now, worldtest.Person{Name: "Merla", Account: "a-merla", Role: world.RoleWizard})
	for i := range people {
		worldtest.Join(s, s.Now, worldtest.Person{
			Name: "Z" + string(rune('a'+i/676)) + string(rune('a'+i/26%26)) + string(rune('a'+i%26)),
		})
	}
	return s
}

// TestThingsStayWhereTheirContainerWas: what lies in something that a pack makes no container of, or withdraws, lies
// where that is: on the floor, in somebody's hands (OWNERS D17).
func TestThingsStayWhereTheirContainerWas(t *testing.T) {
	for name, change := range map[string]func(p *world.Pack){
		"no container any more": func(p *world.Pack) {
			for i := range p.Items {
				if id := p.Items[i].ID; id == "pouch" || id == "box" {
					p.Items[i].Holds = nil
				}
			}
		},
		"withdrawn": func(p *world.Pack) {
			p.Items = slices.DeleteFunc(p.Items, func(it world.ItemSpec) bool { return it.ID == "pouch" || it.ID == "box" })
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := newScene(t)
			held := c.gets(anna, "stone")
			pouch := c.gets(anna, "pouch")
			c.does(anna, world.Put{Items: []world.ItemID{held}, Into: pouch})
			box := c.floor(worldtest.Quay, "box")
			lies := c.s.Index.Inside[box][0]
			p := worldtest.SmallPack()
			change(&p)
			p.Spawns = slices.DeleteFunc(p.Spawns, func(sp world.SpawnSpec) bool {
				return sp.Item == "pouch" || sp.Item == "box" || sp.In == "s-pouch" || sp.In == "s-box"
			})
			p.Quests, p.Mobs = nil, slices.DeleteFunc(p.Mobs, func(m world.MobSpec) bool { return m.Ready != nil })
			p.Hash = "changed"
			c.hosts(world.ApplyPack{Pack: p})
			if got := c.s.Items[held]; got == nil || got.At.Actor != anna {
				t.Errorf("what anna had in her pouch is at %+v", got)
			}
			if got := c.s.Items[lies]; got == nil || got.At.Room != worldtest.Quay {
				t.Errorf("what lay in the box is at %+v", got)
			}
		})
	}
}
