package loop

import (
	"fmt"
	"slices"
	"time"

	"github.com/mudlark-mud/mudlark/world/journal"
)

// cut writes cuts behind their batches until cuts is closed and all are written, or one fails. Whoever sends does not
// wait: what comes while a cut is being written is laid over what waits already.
func (l *Loop) cut(cuts <-chan *journal.Cut) error {
	var waiting *journal.Cut
	writing := false
	written := make(chan error, 1)
	for cuts != nil || writing || waiting != nil {
		if waiting != nil && !writing {
			c := waiting
			waiting, writing = nil, true
			go func() { written <- l.writeCut(c) }()
		}
		select {
		case c, ok := <-cuts:
			if !ok {
				cuts = nil
				continue
			}
			waiting = overlay(waiting, c)
		case err := <-written:
			writing = false
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func (l *Loop) writeCut(c *journal.Cut) error {
	began := time.Now()
	if err := l.journal.Commit(journal.Batch{Cut: c}); err != nil {
		return fmt.Errorf("write a cut at %d: %w", c.Seq, err)
	}
	if l.observe != nil {
		l.observe(Commit{Seq: c.Seq, Cut: len(c.Rows), Took: time.Since(began)})
	}
	return nil
}

// overlay is one cut that says what two say, of which the second is the newer.
func overlay(older, newer *journal.Cut) *journal.Cut {
	if older == nil {
		return newer
	}
	both := &journal.Cut{Seq: newer.Seq, Rows: slices.Clip(newer.Rows)}
	again := make(map[string]bool, len(newer.Rows))
	for _, r := range newer.Rows {
		again[r.Key] = true
	}
	for _, r := range older.Rows {
		if !again[r.Key] {
			both.Rows = append(both.Rows, r)
		}
	}
	return both
}
