package game_test

import (
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/world"
)

// Of programs for one creature the first has it until it leaves or is silent for long; players' bodies and creatures'
// own minds are nobody's business here.
func TestOneAtATime(t *testing.T) {
	one := mcp.Principal{ID: "grant-a", Actor: "npc-mara", Kind: world.GrantNPC, Minded: true, Driver: "one"}
	two, three := one, one
	two.Driver = "two"
	three.ID = "grant-b"
	own := mcp.Principal{ID: "mind:npc-mara", Actor: "npc-mara", Kind: world.GrantNPC, Mind: true}
	mine := mcp.Principal{ID: "grant-c", Actor: "pc-ann", Kind: world.GrantNPC, Driver: "one"}
	yours := mine
	yours.Driver = "two"
	var h game.DriverLeases
	begin := time.Now()
	takes := func(p mcp.Principal, after time.Duration, want bool) {
		t.Helper()
		no := h.Take(p, begin.Add(after))
		if got := no == nil; got != want || !got && no.Code != game.CodeDrivenByAnother {
			t.Errorf("%s, %s after %s: %v, want it to be given: %v", p.ID, p.Driver, after, no, want)
		}
	}
	takes(one, 0, true)
	takes(two, time.Second, false)
	takes(three, time.Second, false)
	takes(own, time.Second, true)
	takes(mine, 0, true)
	takes(yours, 0, true)
	takes(one, 2*time.Second, true)
	takes(two, game.DriverLeaseAge+time.Second, false)
	takes(two, game.DriverLeaseAge+2*time.Second, true)
	takes(one, game.DriverLeaseAge+3*time.Second, false)
	h.Drop(three) // who never had it
	takes(three, game.DriverLeaseAge+3*time.Second, false)
	h.Drop(two)
	takes(three, game.DriverLeaseAge+3*time.Second, true)
	if got := game.IdleLimit(one, time.Hour); got != game.MindedIdleMax {
		t.Errorf("a creature is kept for %s", got)
	}
	if got := game.IdleLimit(mine, time.Hour); got != time.Hour {
		t.Errorf("a player's body is kept for %s", got)
	}
}
