package game

import (
	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/allow"
	"github.com/mudlark-mud/mudlark/world"
)

// Allows reports whether the principal's role and grant permit an entry.
func (g *Game) Allows(p mcp.Principal, e mcp.Entry) bool {
	return allow.Entry(p, e, g.allowed[min(p.Role, world.RolePlayer)])
}
