package world_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
)

// DOOR D16, OWNERS D17: nobody new is called like whoever has a say here, nor like a person or beast of the world,
// however it is written; a common word of a creature's name is free, and who has such a name keeps it.
func TestNamesOfAuthority(t *testing.T) {
	c := newScene(t)
	c.s.MobSpecs["hedda"] = &world.MobSpec{ID: "hedda", Name: "Hedda Lusk", A: "none"}
	c.s.MobSpecs["mud-crab"] = &world.MobSpec{ID: "mud-crab", Name: "mud-crab", Keys: []string{"crab", "miss fenn"}}
	c.s.MobSpecs["cat"] = &world.MobSpec{ID: "cat", Name: "cat"}
	for name, want := range map[string]world.Code{
		"Owner": world.CodeTaken, "YourOwner": world.CodeTaken, "user": world.CodeTaken, "Assistant": world.CodeTaken,
		"Tool": world.CodeTaken, "System": world.CodeTaken, "Admin": world.CodeTaken, "Wizard": world.CodeTaken,
		"Operator": world.CodeTaken, "Moderator": world.CodeTaken, "Hedda": world.CodeTaken, "lusk": world.CodeTaken,
		"Heddalusk": world.CodeTaken, "Mudcrab": world.CodeTaken, "Cat": world.CodeTaken, "Fenn": world.CodeTaken,
		"Missfenn": world.CodeTaken, "Mud": "", "Ownerly": "", "Catherine": "", "Hed": "",
	} {
		got := world.Code("")
		if r := c.s.NameFit(name); r != nil {
			got = r.Code
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}
