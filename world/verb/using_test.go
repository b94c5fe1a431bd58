package verb_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
)

// Things of power are called by names of several words, with and without whom they are used on.
func TestThingsOfPowerHaveNamesOfSeveralWords(t *testing.T) {
	s := newStage(t, world.RolePlayer)
	p := stagePack()
	p.Hash = "powers"
	power := func(id, name string, way world.PowerWay) {
		p.Items = append(p.Items, world.ItemSpec{
			ID: world.ProtoID(id), Name: name, Desc: "Ash.", Charges: 3,
			Power:  &world.PowerSpec{Way: way, Text: "It hums."},
			Effect: &world.EffectSpec{Heals: 1},
		})
		p.Spawns = append(p.Spawns, world.SpawnSpec{
			ID: world.SpawnID("s-" + id), As: id + "-1", Item: world.ProtoID(id), Room: "hall",
		})
	}
	power("fire-wand", "fire wand", world.Point)
	power("fire-staff", "staff of fire", world.Strike)
	power("wall-wand", "wand on the wall", world.Point)
	s.host(world.ApplyPack{Pack: p})
	for _, id := range []world.ItemID{"fire-wand-1", "fire-staff-1", "wall-wand-1"} {
		s.act(s.bob, world.Take{Items: []world.ItemID{id}})
	}
	for line, want := range map[string]string{
		"use fire wand":               `Invoke{"item":"fire-wand-1"}`,
		"use fire wand on ann":        `Invoke{"item":"fire-wand-1","target":"pc-ann"}`,
		"use fire wand ann":           `Invoke{"item":"fire-wand-1","target":"pc-ann"}`,
		"use fire wand nan silt":      `Invoke{"item":"fire-wand-1","target":"npc-nan"}`,
		"zap 1.fire at ann":           `Invoke{"item":"fire-wand-1","target":"pc-ann"}`,
		"use staff of fire":           `Invoke{"item":"fire-staff-1"}`,
		"use wand on the wall on ann": `Invoke{"item":"wall-wand-1","target":"pc-ann"}`,
		"recite fire wand to ann":     `Invoke{"item":"fire-wand-1","target":"pc-ann"}`,
		"use fire wand on":            "missing: Use it on whom? (Usage: use <thing> [on <person>])",
		"use fire wand on ghost":      "not_here: You see nobody called ghost here.",
	} {
		if got := told(s.table.Parse(s.ctx(s.bob), line)); got != want {
			t.Errorf("%q is understood as %s, want %s", line, got, want)
		}
	}
}
