package mcphost

import (
	"log/slog"
	"sync"

	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// cursors keeps in the database how far each agent was told. It is game.Cursors.
type cursors struct {
	mu sync.Mutex
	grantRows[uint64]
}

// openCursors reads what is kept. Cursors that cannot be read are as if they had never been kept: an agent then begins
// with what is new. Where there are too many, the one goes that is furthest behind.
func openCursors(rows scanner, log *slog.Logger) (*cursors, error) {
	furthest := func(a, b uint64) bool { return a < b }
	c := &cursors{grantRows: grantRows[uint64]{bucket: "cursors", less: furthest}}
	return c, c.read(rows, log)
}

// Cursor implements game.Cursors.
func (c *cursors) Cursor(grant world.GrantID) (uint64, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.of(grant)
}

// Keep implements game.Cursors.
func (c *cursors) Keep(marks []game.Mark) loop.Step {
	c.mu.Lock()
	defer c.mu.Unlock()
	var changed [grantRowsCount]bool
	for _, m := range marks {
		if m.Seq == 0 {
			changed[c.drop(m.Grant)] = true
			continue
		}
		changed[c.set(m.Grant, m.Seq)] = true
	}
	step := loop.Step{Name: loop.NameHost}
	for n, isChanged := range changed {
		if isChanged {
			step.Puts = append(step.Puts, c.put(byte(n)))
		}
	}
	return step
}
