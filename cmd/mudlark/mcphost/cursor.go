package mcphost

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"log/slog"
	"sync"

	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// Cursors lie in few rows, each with those of many grants: to put a row for each of five hundred agents every few
// seconds would scatter over the file what everybody waits for.
const (
	cursorBucket   = "cursors"
	cursorRows     = 64
	cursorsRowMost = 256 // cursors in a row; then those furthest behind are let go
)

// cursors keeps in the database how far each agent was told. It is game.Cursors.
type cursors struct {
	mu   sync.Mutex
	rows [cursorRows]map[world.GrantID]uint64
}

// openCursors reads what is kept. Cursors that cannot be read are as if they had never been kept: an agent then begins
// with what is new.
func openCursors(rows scanner, log *slog.Logger) (*cursors, error) {
	c := &cursors{}
	err := rows.Scan(cursorBucket, nil, func(key, value []byte) error {
		row, ok := readCursors(value)
		if !ok || len(key) != 1 || int(key[0]) >= cursorRows {
			log.Warn(
				"a row of agents' cursors cannot be read and is passed over",
				slog.String("row", fmt.Sprintf("%x", key)),
			)
			return nil
		}
		c.rows[key[0]] = row
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read agents' cursors: %w", err)
	}
	return c, nil
}

func readCursors(value []byte) (row map[world.GrantID]uint64, ok bool) {
	row = map[world.GrantID]uint64{}
	err := json.Unmarshal(value, &row)
	return row, err == nil
}

// scanner reads the rows of a table.
type scanner interface {
	Scan(bucket string, prefix []byte, fn func(key, value []byte) error) error
}

func cursorRow(grant world.GrantID) byte {
	h := fnv.New32a()
	_, _ = h.Write([]byte(grant)) // a hash takes everything
	return byte(h.Sum32() % cursorRows)
}

// Cursor implements game.Cursors.
func (c *cursors) Cursor(grant world.GrantID) (uint64, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	seq, ok := c.rows[cursorRow(grant)][grant]
	return seq, ok
}

// Keep implements game.Cursors.
func (c *cursors) Keep(marks []game.Mark) loop.Step {
	c.mu.Lock()
	defer c.mu.Unlock()
	var changed [cursorRows]bool
	for _, m := range marks {
		n := cursorRow(m.Grant)
		changed[n] = true
		if m.Seq == 0 {
			delete(c.rows[n], m.Grant)
			continue
		}
		if c.rows[n] == nil {
			c.rows[n] = map[world.GrantID]uint64{}
		}
		c.rows[n][m.Grant] = m.Seq
		c.shed(n)
	}
	step := loop.Step{Name: loop.NameHost}
	for n, row := range c.rows {
		if !changed[n] {
			continue
		}
		value, err := json.Marshal(row)
		if err != nil {
			panic(err) // texts and numbers always marshal
		}
		step.Puts = append(step.Puts, journal.Put{Bucket: cursorBucket, Key: []byte{byte(n)}, Value: value})
	}
	return step
}

// shed lets the cursor go that is furthest behind when a row is full. The mutex is held.
func (c *cursors) shed(n byte) {
	row := c.rows[n]
	if len(row) <= cursorsRowMost {
		return
	}
	var oldest world.GrantID
	for grant, seq := range world.Ordered(row) {
		if oldest == "" || seq < row[oldest] {
			oldest = grant
		}
	}
	delete(row, oldest)
}
