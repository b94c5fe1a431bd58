package main

import (
	"sync/atomic"

	"github.com/mudlark-mud/mudlark/world/loop"
)

// meter counts what the loop does, for status.
type meter struct {
	commits, records, bytes, cuts atomic.Uint64
	slowestMicros                 atomic.Int64
}

func newMeter() *meter { return &meter{} }

func (m *meter) commit(c loop.Commit) {
	if c.Cut > 0 {
		m.cuts.Add(1)
		return
	}
	m.commits.Add(1)
	m.records.Add(uint64(c.Records)) // a count is never negative
	m.bytes.Add(uint64(c.Bytes))
	if took := c.Took.Microseconds(); took > m.slowestMicros.Load() {
		m.slowestMicros.Store(took)
	}
}
