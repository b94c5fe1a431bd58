package mcphost

import (
	"fmt"
	"log/slog"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
)

// S2-44: what is kept of cursors is read again, in few rows, and a grant that is gone is forgotten.
func TestCursors(t *testing.T) {
	j := journal.NewMemory()
	c, err := openCursors(j, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	var list []game.Mark
	const grants = 500
	for i := range grants {
		list = append(list, game.Mark{Grant: world.GrantID(fmt.Sprintf("g-%d", i)), Seq: uint64(i + 1)})
	}
	keep := func(list ...game.Mark) int {
		step := c.Keep(list)
		if err := j.Commit(journal.Batch{Puts: step.Puts}); err != nil {
			t.Fatal(err)
		}
		return len(step.Puts)
	}
	if got := keep(list...); got > grantRowsCount {
		t.Errorf("%d rows were written for %d grants", got, grants)
	}
	if got := keep(game.Mark{Grant: "g-7"}); got != 1 {
		t.Errorf("%d rows were written for one grant", got)
	}
	if c, err = openCursors(j, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	if seq, ok := c.Cursor("g-499"); seq != 500 || !ok {
		t.Errorf("got %d %v", seq, ok)
	}
	if _, ok := c.Cursor("g-7"); ok {
		t.Error("a forgotten cursor is there")
	}
	for i := range grantRowsCount * grantsRowMost * 2 {
		if grant := world.GrantID(fmt.Sprintf("n-%d", i)); grantRow(grant) == 0 {
			keep(game.Mark{Grant: grant, Seq: uint64(1000 + i)})
		}
	}
	for n := range c.rows {
		if len(c.rows[n]) > grantsRowMost {
			t.Errorf("row %d has %d cursors", n, len(c.rows[n]))
		}
	}
}
