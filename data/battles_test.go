package data_test

import (
	"cmp"
	"fmt"
	"sync"
	"testing"

	"github.com/mudlark-mud/mudlark/data"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack"
)

// manyFights is how often a battle is fought to learn whether it is even, and someFights to learn how hard it is.
const (
	manyFights = 1000
	someFights = 300
)

// lowtide returns the starter world, and its creatures by pattern.
func lowtide(t *testing.T) (*world.Pack, map[world.ProtoID]*world.MobSpec) {
	t.Helper()
	p, err := readLowtide()
	if err != nil {
		t.Fatal(err)
	}
	mobs := map[world.ProtoID]*world.MobSpec{}
	for _, m := range p.Mobs {
		mobs[m.ID] = &m
	}
	return p, mobs
}

// readLowtide reads the pack once for all tests, which leave it as it is.
var readLowtide = sync.OnceValues(func() (*world.Pack, error) {
	p, problems, err := pack.Check(data.Lowtide(), ".")
	if err == nil && p == nil {
		err = fmt.Errorf("%v", problems)
	}
	return p, err
})

// player is a mudlark of a level, with what they wear and wield.
func player(n, level, armour int, damage world.Dice) *world.Fighter {
	const hp, perLevel, base = 30, 8, 10
	f := &world.Fighter{
		ID: world.ActorID(fmt.Sprint("pc-", n)), Name: fmt.Sprint("P", n), Side: world.SideA,
		HPMax: hp + perLevel*(level-1), AC: base + armour, Speed: world.SpeedUsual, Level: level, Skill: level,
		Damage: damage, Reach: 1, Verb: "hit",
	}
	if damage.S > 3 { // of a weapon, which one hits better with
		f.Skill++
	}
	f.HP = f.HPMax
	return f
}

// creatures are those who stand against players in a room, each as often as its spawns make it.
func creatures(p *world.Pack, mobs map[world.ProtoID]*world.MobSpec, r *world.RoomSpec) []*world.Fighter {
	var out []*world.Fighter
	armour := map[world.ProtoID]int{}
	for _, it := range p.Items {
		armour[it.ID] = it.Armour
	}
	for _, foe := range r.Battle.Foes {
		m := mobs[foe]
		for _, sp := range p.Spawns {
			if sp.Mob != foe || sp.Room != r.ID {
				continue
			}
			ac := 10 + m.Armour
			for _, on := range p.Spawns {
				if on.On == sp.ID && on.Worn {
					ac += armour[on.Item]
				}
			}
			for n := range max(1, sp.Max) {
				out = append(out, &world.Fighter{
					ID: world.ActorID(fmt.Sprint(foe, n)), Name: m.Name, Side: world.SideB, HP: m.HP, HPMax: m.HP, AC: ac,
					Speed: cmp.Or(m.Speed, world.SpeedUsual), Level: m.Level, Skill: m.Skill, Damage: m.Damage, Reach: 1,
					Verb: cmp.Or(m.Blow, "hit"),
				})
			}
		}
	}
	return out
}

// outcomes are how many fights each side won, and how many rounds all of them took.
type outcomes struct {
	won    map[world.Side]int
	rounds int
}

// fought fights a battle by rule, again and again with other dice.
func fought(t *testing.T, r *world.RoomSpec, many int, sides ...*world.Fighter) outcomes {
	t.Helper()
	out := outcomes{won: map[world.Side]int{}}
	for n := range many {
		k := &world.Skirmish{Encounter: "battle-1", Seed: uint64(n), Mode: world.ModeExploration, Ground: world.GroundOf(r)}
		do := func(a world.Act) {
			t.Helper()
			if _, refusal := k.Do(a); refusal != nil {
				t.Fatalf("%s, fight %d: %+v: %s", r.ID, n, a, refusal.Text)
			}
		}
		for _, f := range sides {
			do(world.Act{Kind: world.ActJoin, Fighter: f})
		}
		do(world.Act{Kind: world.ActInitiative})
		const most = 20_000
		for step := 0; k.Mode == world.ModeCombat; step++ {
			if step == most {
				t.Fatalf("%s, fight %d does not end", r.ID, n)
			}
			do(k.Tactic(k.Active))
		}
		out.won[k.Won]++
		out.rounds += k.Round
	}
	return out
}

// Where the pack says that a battle is even, neither side of two that are matched wins over 65 of 100 fights, be it one
// against one or four against four.
func TestEvenBattles(t *testing.T) {
	p, _ := lowtide(t)
	const most = manyFights * 65 / 100
	even := 0
	for _, r := range p.Rooms {
		if r.Battle == nil || !r.Battle.Even {
			continue
		}
		even++
		for size := 1; size <= 4; size++ {
			var all []*world.Fighter
			for i := range size {
				a := player(i, 1, 1, world.Dice{N: 1, S: 4, P: 1})
				b := *a
				b.ID, b.Side = world.ActorID(fmt.Sprint("npc-", i)), world.SideB
				all = append(all, a, &b)
			}
			got := fought(t, &r, manyFights, all...)
			t.Logf("%s, %d against %d: %v in %d rounds", r.ID, size, size, got.won, got.rounds/manyFights)
			if got.won[world.SideA] > most || got.won[world.SideB] > most {
				t.Errorf("%s, %d against %d: %v of %d, want at most %d", r.ID, size, size, got.won, manyFights, most)
			}
		}
	}
	if even == 0 {
		t.Error("the pack says of no battle that it is even")
	}
}

// Each drawn battle is what it is meant to be for those who come: a lone beginner seldom wins by blows, two who are
// prepared win more often than not, and neither always. What they know is worth more: wits are in TestWits.
func TestBattlesAreWorthIt(t *testing.T) {
	p, mobs := lowtide(t)
	fists, rake, hook := world.Dice{N: 1, S: 3}, world.Dice{N: 1, S: 4, P: 1}, world.Dice{N: 1, S: 6}
	for _, tt := range []struct {
		room        world.RoomID
		who         string
		side        []*world.Fighter
		least, most int // fights of someFights
	}{
		{"guardian-hall", "a beginner", []*world.Fighter{player(1, 1, 0, fists)}, 0, 6},
		{"guardian-hall", "a beginner in a coat, with a rake", []*world.Fighter{player(1, 1, 2, rake)}, 0, 30},
		{"guardian-hall", "one of level 3", []*world.Fighter{player(1, 3, 4, hook)}, 15, 120},
		{"guardian-hall", "two of level 2", []*world.Fighter{player(1, 2, 3, rake), player(2, 2, 3, rake)}, 165, 255},
		{"guardian-hall", "two of level 3", []*world.Fighter{player(1, 3, 4, hook), player(2, 3, 4, hook)}, 240, 299},
		{"moored-boats", "a beginner", []*world.Fighter{player(1, 1, 0, fists)}, 0, 6},
		{"moored-boats", "a beginner in a coat, with a rake", []*world.Fighter{player(1, 1, 2, rake)}, 0, 30},
		{"moored-boats", "one of level 3", []*world.Fighter{player(1, 3, 4, hook)}, 15, 120},
		{"moored-boats", "two of level 2", []*world.Fighter{player(1, 2, 3, rake), player(2, 2, 3, rake)}, 165, 255},
		{"moored-boats", "two of level 3", []*world.Fighter{player(1, 3, 4, hook), player(2, 3, 4, hook)}, 240, 299},
		{"drowned-lantern", "a beginner", []*world.Fighter{player(1, 1, 0, fists)}, 0, 30},
		{"drowned-lantern", "two beginners", []*world.Fighter{player(1, 1, 0, fists), player(2, 1, 0, fists)}, 105, 195},
		{"drowned-lantern", "one of level 3", []*world.Fighter{player(1, 3, 4, hook)}, 150, 299},
	} {
		t.Run(string(tt.room)+", "+tt.who, func(t *testing.T) {
			for _, r := range p.Rooms {
				if r.ID != tt.room {
					continue
				}
				foes := creatures(p, mobs, &r)
				got := fought(t, &r, someFights, append(tt.side, foes...)...)
				t.Logf("against %d: %v in %d rounds", len(foes), got.won, got.rounds/someFights)
				if n := got.won[world.SideA]; n < tt.least || n > tt.most {
					t.Errorf("they won %d of %d, want %d to %d", n, someFights, tt.least, tt.most)
				}
			}
		})
	}
}
