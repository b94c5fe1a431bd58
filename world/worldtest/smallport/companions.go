package smallport

import "github.com/mudlark-mud/mudlark/world"

// Companions adds people to a pack who can be hired: a porter for nothing, who does not fight, nor go into the pit; and
// a soldier for three coins at low water and ebb, who does, likes rats, and goes where the tide goes.
func Companions(p *world.Pack) {
	p.Hash += "-companions"
	words := world.HireWords{
		Agrees: "Yes.", Refuses: "No.", Waits: "I wait.", Follows: "There you are.", Helps: "Have at them.",
		Warns: "Not much longer.", Done: "That was it.", Hurt: "I am hurt.", Wronged: "Not the rats.", Parts: "Farewell.",
	}
	p.Mobs = append(p.Mobs, world.MobSpec{
		ID: "porter", Name: "porter", Desc: "Patient.", Level: 2, HP: 20, Guarded: true,
		Mind: &world.MindSpec{Voice: "Slow.", Hire: &world.HireSpec{
			Hours: 2, Beside: 1, Zones: []string{"port", "shore"}, Never: []world.RoomID{Loft}, Wet: true, Words: words,
		}},
	}, world.MobSpec{
		ID: "soldier", Name: "soldier", Desc: "Tall.", Level: 3, HP: 24, Skill: 12, Damage: world.Dice{N: 1, S: 4},
		Mind: &world.MindSpec{Voice: "Loud.", Relations: []world.RelationSpec{{To: "rat", Is: "friend", Feels: 2}},
			Hire: &world.HireSpec{
				Price: 3, Hours: 1, Takes: "stone", Fights: true, Shares: true, Leaves: 40, Words: words,
				When: &world.WhenSpec{Tide: []world.Tide{world.TideLow, world.TideEbb, world.TideFlow}},
			}},
	})
	p.Spawns = append(p.Spawns,
		world.SpawnSpec{ID: "s-porter", Mob: "porter", As: "npc-porter", Room: Quay, Every: 20},
		world.SpawnSpec{ID: "s-soldier", Mob: "soldier", As: "npc-soldier", Room: Market, Every: 20},
	)
}
