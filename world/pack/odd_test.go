package pack_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/goccy/go-yaml"
	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// TestSimOddPacksStartTwice: whatever pack passes the check makes a world that starts, goes on for days, and starts
// again; and its files are valid by the schema for editors (OWNERS D1).
func TestSimOddPacksStartTwice(t *testing.T) {
	tried, passed, editors := 0, 0, schema(t)
	rapid.Check(t, func(t *rapid.T) {
		tried++
		odd := worldtest.OddPack(t, "odd")
		tame(&odd)
		files := written(t, &odd)
		p, problems, err := pack.Check(files, "p")
		if err != nil {
			t.Fatal(err)
		}
		if p == nil {
			t.Logf("refused:\n%s", problems.Only(pack.Wrong))
			return
		}
		passed++
		for name, file := range files {
			if err := validate(t, editors, file.Data); err != nil {
				t.Fatalf("%s passed the check, and is not valid by the schema: %v", name, err)
			}
		}
		j := worldtest.NewJudge()
		host := world.Via{Kind: world.ViaHost}
		for i, a := range []world.Action{world.Start{Build: "test", Wall: 1, Seed: 7}, world.ApplyPack{Pack: *p}} {
			if _, no, err := j.Do(world.Time(i), world.Input{Via: host, Action: a}); no != nil || err != nil {
				t.Fatalf("%T of a pack that passed: %v, %v", a, no, err)
			}
		}
		for hour := range world.Time(48) {
			tick := world.Input{Via: world.Via{Kind: world.ViaTimer}, Action: world.Tick{}}
			if _, _, err := j.Do(hour*60*world.Minute, tick); err != nil {
				t.Fatal(err)
			}
		}
		if err := j.Close(); err != nil { // it loads the world anew
			t.Fatal(err)
		}
	})
	if tried > 10 && passed == 0 {
		t.Errorf("none of %d packs passed the check", tried)
	}
}

// tame takes out of a pack what the check refuses for other reasons than that the world could not hold it, so that more
// than a few pass.
func tame(p *world.Pack) {
	small := worldtest.SmallPack()
	p.Rooms, p.Tables, p.Start, p.Doors = small.Rooms, small.Tables, small.Start, small.Doors
	p.Quests = small.Quests
	for i := range p.Doors {
		p.Doors[i].Closed = p.Doors[i].Closed || p.Doors[i].Locked
	}
	for i := range p.Items {
		it := &p.Items[i]
		if it.Armour > 0 && it.Wear == "" {
			it.Armour = 0
		}
		if it.Wear != world.SlotWield {
			it.Damage = world.Dice{}
		}
		if it.Coins {
			it.Value, it.Long = max(it.Value, 1), ""
		}
		if it.Fixed {
			it.Wear, it.Armour = "", 0
		}
		if h := it.Holds; h != nil {
			h.Closed, h.Locked = h.Closed && h.Lid, false
			h.Most = min(h.Most+20, 100)
		}
	}
	for i := range p.Mobs {
		m := &p.Mobs[i]
		m.Damage, m.Guarded, m.Mind = world.Dice{N: 1, S: 4}, m.Guarded && !m.Aggressive, nil
		if m.Ready != nil {
			m.Ready = nil // of Smallport's body for guests, a creature
		}
	}
	made := map[string]bool{}
	for i := range p.Spawns {
		sp := &p.Spawns[i]
		sp.Of = ""
		if sp.As = strings.TrimRight(sp.As, "0123456789-"); made[sp.As] {
			sp.As = ""
		}
		made[sp.As] = true
		it := slices.IndexFunc(p.Items, func(it world.ItemSpec) bool { return it.ID == sp.Item })
		if it >= 0 && sp.On != "" && p.Items[it].Fixed {
			sp.On, sp.Room, sp.Worn = "", small.Start, false
		}
		if sp.Worn && (it < 0 || p.Items[it].Wear == "") {
			sp.Worn = false
		}
		if sp.Worn {
			sp.Max = 1
		}
	}
}

// written writes a pack as a builder would.
func written(t *rapid.T, p *world.Pack) fstest.MapFS {
	file := func(v any) *fstest.MapFile {
		text, err := yaml.MarshalWithOptions(v, yaml.CustomMarshaler(func(d world.Dice) ([]byte, error) {
			return []byte(strconv.Quote(d.String())), nil
		}))
		if err != nil {
			t.Fatal(err)
		}
		return &fstest.MapFile{Data: text}
	}
	return fstest.MapFS{
		"p/pack.yaml": file(p),
		"p/all.yaml": file(map[string]any{
			"zone": "Odd", "rooms": p.Rooms, "doors": p.Doors, "items": p.Items, "mobs": p.Mobs, "spawns": p.Spawns,
			"quests": p.Quests, "socials": p.Socials, "help": p.Help, "tables": p.Tables,
		}),
	}
}
