package world_test

import (
	"slices"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// people are the ids of those whom somebody sees where they stand.
func (c *scene) people(who world.ActorID) (ids []string) {
	for _, p := range c.s.LookAround(who, c.now).People {
		ids = append(ids, p.ID)
	}
	return ids
}

// TestInvisWizardsAreSeenByWizardsAlone: who is invisible comes, goes and acts unseen, is heard as somebody in the dark
// is, and is seen by wizards (OWNERS, section 2: wizards are announced).
func TestInvisWizardsAreSeenByWizardsAlone(t *testing.T) {
	c := newScene(t)
	other := worldtest.Join(c.s, c.now, worldtest.Person{Name: "Olga", Account: "a-olga", Role: world.RoleWizard})
	c.does(benno, world.Follow{Leader: merla})
	rec := c.does(merla, world.UsePower{Power: world.PowerInvis, On: true})
	if got := c.heardBy(anna, rec)["PowerUsed"]; got&world.Saw == 0 {
		t.Errorf("a bystander does not see her vanish: %b", got)
	}
	if c.s.Actors[benno].Following != "" {
		t.Error("she is still followed")
	}
	c.refused(merla, world.UsePower{Power: world.PowerInvis, On: true}, world.CodeAlready)
	if slices.Contains(c.people(anna), string(merla)) || !slices.Contains(c.people(other), string(merla)) {
		t.Errorf("a player sees %v, a wizard %v", c.people(anna), c.people(other))
	}
	silent := func(rec *world.Record, kind string) {
		t.Helper()
		if _, told := c.heardBy(anna, rec)[kind]; told {
			t.Errorf("a player is told of %s", kind)
		}
		if got := c.heardBy(other, rec)[kind]; got&world.Saw == 0 {
			t.Errorf("a wizard is not told of %s: %b", kind, got)
		}
	}
	stone := c.floor(worldtest.Quay, "stone")
	silent(c.does(merla, world.Take{Items: []world.ItemID{stone}}), "ItemTaken")
	silent(c.does(merla, world.Drop{Items: []world.ItemID{stone}}), "ItemDropped")
	silent(c.does(merla, world.Haul{Body: merla, To: worldtest.Market}), "Moved")
	silent(c.does(merla, world.Haul{Body: merla, To: worldtest.Quay}), "Moved")
	silent(c.does(merla, world.Depart{}), "Departed")
	silent(c.does(merla, world.Enter{}), "Entered")
	rec = c.does(merla, world.Say{Text: "Psst."})
	if got := c.heardBy(anna, rec)["Said"]; got != world.Heard {
		t.Errorf("a player perceives what she says as %b", got)
	}
	if got := c.heardBy(other, rec)["Said"]; got&world.Saw == 0 {
		t.Errorf("a wizard perceives what she says as %b", got)
	}
	c.does(merla, world.UsePower{Power: world.PowerInvis})
	if !slices.Contains(c.people(anna), string(merla)) {
		t.Error("she is not seen again")
	}
	c.refused(anna, world.UsePower{Power: world.PowerInvis, On: true}, world.CodeNotAllowed)
	c.refused(merla, world.UsePower{Power: "flight", On: true}, world.CodeUnknown)
}

// TestCreaturesLeaveAWizardAlone: an aggressive creature attacks a wizard as anybody, but for one with nohassle and one
// whom it cannot see.
func TestCreaturesLeaveAWizardAlone(t *testing.T) {
	for _, tt := range []struct {
		power   world.Power
		attacks bool
	}{{"", true}, {world.PowerNoHassle, false}, {world.PowerInvis, false}, {world.PowerHolyLight, true}} {
		t.Run(string(tt.power), func(t *testing.T) {
			c := newScene(t)
			if tt.power != "" {
				c.does(merla, world.UsePower{Power: tt.power, On: true})
			}
			c.goes(merla, worldtest.Cave)
			c.wait(10 * world.Second)
			if got := c.s.Actors[merla].Fighting != ""; got != tt.attacks {
				t.Errorf("attacked: %v, want %v", got, tt.attacks)
			}
		})
	}
}

// TestHolyLightSeesInTheDark: a wizard with it sees a dark place and what is done there, and nobody else does.
func TestHolyLightSeesInTheDark(t *testing.T) {
	c := newScene(t)
	c.does(merla, world.UsePower{Power: world.PowerNoHassle, On: true})
	c.goes(merla, worldtest.Cave)
	if got := c.s.LookAround(merla, c.now); !got.Dark {
		t.Fatalf("the cave is lit: %+v", got)
	}
	c.does(merla, world.UsePower{Power: world.PowerHolyLight, On: true})
	c.goes(anna, worldtest.Cave)
	if got := c.s.LookAround(merla, c.now); got.Dark || !slices.Contains(c.people(merla), string(anna)) {
		t.Errorf("a wizard sees %+v", got)
	}
	if got := c.s.LookAround(anna, c.now); !got.Dark {
		t.Error("everybody sees")
	}
	rec := c.does(anna, world.Emote{Text: "shivers"})
	if got := c.heardBy(merla, rec)["Emoted"]; got&world.Saw == 0 {
		t.Errorf("what is done is perceived as %b", got)
	}
	pearl := c.floor(worldtest.Cave, "pearl")
	c.refused(anna, world.Take{Items: []world.ItemID{pearl}}, world.CodeDark)
	c.does(merla, world.Take{Items: []world.ItemID{pearl}})
}

// TestPowersGoWithTheRole: who is no wizard any more has none of their powers, and gets none back with the role.
func TestPowersGoWithTheRole(t *testing.T) {
	c := newScene(t)
	c.host(world.Anoint{Body: merla, Founds: true})
	other := worldtest.Join(c.s, c.now, worldtest.Person{Name: "Olga", Account: "a-olga", Role: world.RoleWizard})
	c.does(other, world.UsePower{Power: world.PowerInvis, On: true})
	c.does(other, world.UsePower{Power: world.PowerHolyLight, On: true})
	demoted := world.SetField{Actor: other, Field: "role", Value: int(world.RolePlayer)}
	c.emits(merla, demoted, "FieldSet PowerUsed PowerUsed")
	c.does(merla, world.SetField{Actor: other, Field: "role", Value: int(world.RoleWizard)})
	if got := c.s.Actors[other].Powers; len(got) != 0 || !slices.Contains(c.people(anna), string(other)) {
		t.Errorf("she has %v", got)
	}
}

// TestInvisWizardsTakeNoPart: nobody plays or fights by turns with somebody whom they cannot see.
func TestInvisWizardsTakeNoPart(t *testing.T) {
	c := newScene(t)
	c.does(merla, world.UsePower{Power: world.PowerInvis, On: true})
	for id := range world.Ordered(c.s.Boards) {
		if c.s.Boards[id].Room == worldtest.Quay {
			c.refused(merla, world.Sit{Board: id}, world.CodeCannot)
		}
	}
	c.goes(merla, worldtest.Arena)
	c.refused(merla, world.OpenEncounter{Target: c.mob("rat")}, world.CodeCannot)
}
