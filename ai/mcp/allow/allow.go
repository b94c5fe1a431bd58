// Package allow is the one table of which grants may use what of the catalogue, at list and at call time.
//
// Its one idea: the role of a grant says what it may use at all ([world.GrantRole]), and what is not in the table is
// refused. The world judges every deed again. Everything here is a pure function. A tool that acts or looks needs no
// line; one that reads by ids needs its name in readTools.
package allow

import (
	"slices"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/world"
)

// Command and Events are the tools that stand for no verb.
const (
	Command = "command"
	Events  = "events"
)

// health says whether the world is well; every role but a player's may ask.
const health = "health"

// readTools are the tools for reading places, people and events by their ids: for grants whose role says so.
// immutable: nothing writes it.
var readTools = []string{
	"get-location", "list-exits", "getPlayerState", "listRecentEvents", "getRoom", "getNeighbors", "get-canonical-fact",
	"search-lore",
}

// selfTool is for creatures with minds alone: what they are like is nobody else's business.
const selfTool = "self"

// wishTools tell minds elsewhere what players wish. immutable: nothing writes it.
var wishTools = []string{"agreed", "forgotten", "named"}

// mindTools and mindResource are for grants that make agents for another world.
// immutable: nothing writes it.
var mindTools = []string{"create_agent", "process_observation", "cleanup_agent"}

const mindResource = "agent://{agent_id}/info"

// alwaysTools are allowed whatever an owner's list says: whoever may play at all may listen and read the manual, and
// command judges the verb that it is given. immutable: nothing writes it.
var alwaysTools = []string{Command, Events, "help"}

// Entry reports whether a grant permits an entry; played are the tools that somebody of its character's role plays
// with. No grant reaches beyond a player's role, whatever its character may do at a keyboard (ARCHITECTURE.md,
// invariant 1).
func Entry(p mcp.Principal, e mcp.Entry, played map[string]bool) bool {
	reach := p.Kind.Reach()
	switch {
	case isMinds(e): // their own body and place in the world do not matter
		return reach.Minds && p.ID != ""
	case p.Role < world.RoleGuest || p.Actor == "" || p.Grant == "" && !p.Mind:
		return false
	case e.Kind != mcp.KindTool:
		return reach.Looks
	case e.Name == health:
		return reach.Health
	case e.Name == selfTool, slices.Contains(wishTools, e.Name):
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
