package mcphost

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"log/slog"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
)

// What is kept of many grants lies in few rows, each with those of many: to put a row for each of five hundred agents
// every few seconds would scatter over the file what everybody waits for.
const (
	grantRowsCount = 64
	grantsRowMost  = 256 // in a row; then the one goes that is worth the least
)

// grantRows is a table of the database with something for each grant. Its callers hold a mutex.
type grantRows[T any] struct {
	bucket string
	less   func(a, b T) bool // worth
	rows   [grantRowsCount]map[world.GrantID]T
}

// scanner reads the rows of a table.
type scanner interface {
	Scan(bucket string, prefix []byte, fn func(key, value []byte) error) error
}

// read reads what is kept. A row that cannot be read is as if it had never been kept.
func (g *grantRows[T]) read(from scanner, log *slog.Logger) error {
	err := from.Scan(g.bucket, nil, func(key, value []byte) error {
		row := map[world.GrantID]T{}
		if err := json.Unmarshal(value, &row); err != nil || len(key) != 1 || int(key[0]) >= grantRowsCount {
			log.Warn("a row about agents cannot be read and is passed over",
				slog.String("table", g.bucket), slog.String("row", fmt.Sprintf("%x", key)))
			return nil //nolint:nilerr // it is told
		}
		g.rows[key[0]] = row
		return nil
	})
	if err != nil {
		return fmt.Errorf("read the table %s: %w", g.bucket, err)
	}
	return nil
}

func grantRow(grant world.GrantID) byte {
	h := fnv.New32a()
	_, _ = h.Write([]byte(grant)) // a hash takes everything
	return byte(h.Sum32() % grantRowsCount)
}

// of returns what is kept of a grant, and whether anything is.
func (g *grantRows[T]) of(grant world.GrantID) (T, bool) {
	v, ok := g.rows[grantRow(grant)][grant]
	return v, ok
}

// set keeps something of a grant, and returns its row.
func (g *grantRows[T]) set(grant world.GrantID, v T) byte {
	n := grantRow(grant)
	if g.rows[n] == nil {
		g.rows[n] = map[world.GrantID]T{}
	}
	g.rows[n][grant] = v
	if row := g.rows[n]; len(row) > grantsRowMost {
		var least world.GrantID
		for other, its := range world.Ordered(row) {
			if least == "" || g.less(its, row[least]) {
				least = other
			}
		}
		delete(row, least)
	}
	return n
}

// drop lets go of what is kept of a grant, and returns its row.
func (g *grantRows[T]) drop(grant world.GrantID) byte {
	n := grantRow(grant)
	delete(g.rows[n], grant)
	return n
}

// put is how a row is written.
func (g *grantRows[T]) put(n byte) journal.Put {
	value, err := json.Marshal(g.rows[n])
	if err != nil {
		panic(err) // texts and numbers always marshal
	}
	return journal.Put{Bucket: g.bucket, Key: []byte{n}, Value: value}
}
