package game

import (
	"slices"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/world"
)

// healthTool says whether the world is well; every role that reads at all may ask.
const healthTool = "health"

// readTools are the tools for reading places, people and events by their ids: for grants whose role says so.
// immutable: nothing writes it.
var readTools = []string{
	"get-location", "list-exits", "getPlayerState", "listRecentEvents", "getRoom", "getNeighbors", "get-canonical-fact",
	"search-lore",
}

// alwaysTools are allowed whatever an owner's list says: whoever may play at all may listen and read the manual, and
// command judges the verb that it is given. immutable: nothing writes it.
var alwaysTools = []string{commandTool, eventsTool, "help"}

// Allows reports whether the principal's role and grant permit an entry: the one table of who may use what, and what
// is not in it is refused. The world judges every deed again ([world.GrantRole]). No grant reaches beyond a player's
// role, whatever its character may do at a keyboard (ARCHITECTURE.md, invariant 1).
func (g *Game) Allows(p mcp.Principal, e mcp.Entry) bool {
	reach := p.Kind.Reach()
	switch {
	case p.Role < world.RoleGuest || p.Actor == "" || p.Grant == "":
		return false
	case e.Kind != mcp.KindTool:
		return reach.Looks
	case e.Name == healthTool:
		return reach.Health
	case slices.Contains(readTools, e.Name):
		return reach.Reads
	case !reach.Looks:
		return false
	case len(p.Tools) > 0 && !slices.Contains(alwaysTools, e.Name) && !slices.Contains(p.Tools, e.Name):
		return false
	}
	return g.allowed[min(p.Role, world.RolePlayer)][e.Name]
}
