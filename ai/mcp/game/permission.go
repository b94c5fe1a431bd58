package game

import (
	"slices"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/world"
)

// healthTool says whether the world is well; every role but a player's may ask.
const healthTool = "health"

// readTools are the tools for reading places, people and events by their ids: for grants whose role says so.
var readTools = []string{ //nolint:gochecknoglobals // immutable: nothing writes it
	"get-location", "list-exits", "getPlayerState", "listRecentEvents", "getRoom", "getNeighbors", "get-canonical-fact",
	"search-lore",
}

// selfTool is for creatures with minds alone: what they are like is nobody else's business.
const selfTool = "self"

// privacyToolNames tell minds elsewhere what players wish.
//
//nolint:gochecknoglobals // immutable: nothing writes it
var privacyToolNames = []string{"agreed", "forgotten", "named"}

// mindTools and mindResource are for grants that make agents for another world.
//
//nolint:gochecknoglobals // immutable: nothing writes it
var mindTools = []string{"create_agent", "process_observation", "cleanup_agent"}

const mindResource = "agent://{agent_id}/info"

// alwaysTools are allowed whatever an owner's list says: whoever may play at all may listen and read the manual, and
// command judges the verb that it is given.
var alwaysTools = []string{commandTool, eventsTool, "help"} //nolint:gochecknoglobals // immutable: nothing writes it

// Allows reports whether the principal's role and grant permit an entry.
func (g *Game) Allows(p mcp.Principal, e mcp.Entry) bool {
	return EntryAllowed(p, e, g.allowed[min(p.Role, world.RolePlayer)])
}

// EntryAllowed reports whether a grant permits an entry of the catalogue, at list and at call time. The grant's role
// decides ([world.GrantRole]), and what is not in the tables above is refused; a tool that acts or looks needs no line
// there. The world judges every call again. played are the tools that somebody of its character's role plays
// with. No grant reaches beyond a player's role, whatever its character may do at a keyboard (ARCHITECTURE.md,
// invariant 1).
func EntryAllowed(p mcp.Principal, e mcp.Entry, played map[string]bool) bool {
	reach := p.Kind.Reach()
	switch {
	case isMinds(e): // their own body and place in the world do not matter
		return reach.Minds && p.ID != ""
	case p.Role < world.RoleGuest || p.Actor == "" || p.Grant == "" && !p.Mind:
		return false
	case e.Kind != mcp.KindTool:
		return reach.Looks
	case e.Name == healthTool:
		return reach.Health
	case e.Name == selfTool, slices.Contains(privacyToolNames, e.Name):
		return reach.Reads && reach.Acts && (p.Mind || p.Minded)
	case slices.Contains(readTools, e.Name):
		return reach.Reads
	case !reach.Looks:
		return false
	case len(p.Tools) > 0 && !slices.Contains(alwaysTools, e.Name) && !slices.Contains(p.Tools, e.Name):
		return false
	}
	return played[e.Name]
}

// isMinds reports whether an entry is one of those that have to do with agents of another world.
func isMinds(e mcp.Entry) bool {
	if e.Kind == mcp.KindTool {
		return slices.Contains(mindTools, e.Name)
	}
	return e == mcp.Entry{Kind: mcp.KindResource, Name: mindResource}
}
