package world_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
)

// TestSnoop: it is recorded and told to whom it is about; nobody of the same rank or above is read along with, by no
// second character either, nor oneself (OWNERS, section 2).
func TestSnoop(t *testing.T) {
	c := ranked(t)
	c.refused(anna, world.Snoop{Who: benno}, world.CodeNotAllowed)
	rec := c.does(wanda, world.Snoop{Who: anna})
	if _, told := c.heardBy(anna, rec)["Snooped"]; !told {
		t.Error("anna is not told")
	}
	if _, told := c.heardBy(benno, rec)["Snooped"]; told {
		t.Error("benno is told")
	}
	c.emits(wanda, world.Snoop{Who: anna, Off: true}, "Snooped")
	for _, who := range []world.ActorID{wilma, hedda, merla} {
		c.refused(wanda, world.Snoop{Who: who}, world.CodeNotAllowed)
	}
	c.does(hedda, world.Snoop{Who: wanda})
	c.refused(hedda, world.Snoop{Who: merla}, world.CodeNotAllowed)
	c.refused(wanda, world.Snoop{Who: wanda}, world.CodeCannot)
	c.refused(wanda, world.Snoop{Who: bess}, world.CodeUnknown)
	c.host(world.Create{Name: "Wim", Account: "a-wilma", Role: world.RolePlayer})
	c.does("pc-wim", world.Enter{})
	c.refused(wanda, world.Snoop{Who: "pc-wim"}, world.CodeNotAllowed)
	c.does(benno, world.Depart{})
	c.refused(wanda, world.Snoop{Who: benno}, world.CodeAbsent)
}
