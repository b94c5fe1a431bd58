package journal

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Memory is a journal without a disk, for simulations: the same methods, rules and errors, and crashes that keep what
// was committed and nothing else. A commit copies what it is given. Its methods may be called by many goroutines.
type Memory struct {
	mu      sync.Mutex
	inject  func(Step) error
	failed  error
	unclean bool
	last    uint64 // the last record that Commit answered for; a failed commit may have left more on the disk
	disk    *disk
}

// disk is what outlives a crash.
type disk struct {
	records []Record // sequence 1 at index 0
	tables  map[string]map[string][]byte
	rows    map[string][]byte // the state as of cut
	cut     uint64
	runs    int
	commits uint64
	bytes   uint64
}

// NewMemory returns an empty journal.
func NewMemory() *Memory {
	return &Memory{disk: &disk{tables: map[string]map[string][]byte{}, rows: map[string][]byte{}}}
}

// Inject sets what Options.Inject is for a Journal: it is called at each step of a commit, with the journal locked,
// and an error it returns stops the journal at that point. Nil takes it away.
func (m *Memory) Inject(fn func(Step) error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.inject = fn
}

// Crash stops m as kill -9 would, and returns what the next start finds: all that was committed, nothing else.
func (m *Memory) Crash() *Memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	next := &Memory{disk: m.disk, last: m.disk.place().last, unclean: true}
	m.disk = &disk{} // what still holds m must not write to the successor's disk
	m.failed = fmt.Errorf("%w: crashed", ErrStopped)
	return next
}

// Commit is as Journal.Commit.
func (m *Memory) Commit(b Batch) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.failed != nil {
		return m.failed
	}
	if b.Cut != nil {
		cut := *b.Cut
		b.Cut = &cut
	}
	if err := b.check(m.disk.place()); err != nil {
		return err
	}
	if len(b.Records) > 0 || len(b.Puts) > 0 {
		if err := m.step(StepAppend); err != nil {
			return err
		}
		m.disk.append(b)
		if err := m.step(StepAppended); err != nil {
			return err
		}
		m.last = m.disk.place().last
	}
	if b.Cut == nil {
		return nil
	}
	for _, rest := chunk(b.Cut.Rows, cutChunkBytes); len(rest) > 0; _, rest = chunk(rest, cutChunkBytes) {
		if err := m.step(StepChunk); err != nil {
			return err
		}
	}
	if err := m.step(StepCurrent); err != nil {
		return err
	}
	m.disk.overlay(*b.Cut)
	return nil
}

func (m *Memory) step(s Step) error {
	if m.inject == nil {
		return nil
	}
	if err := m.inject(s); err != nil {
		m.failed = fmt.Errorf("%w after record %d: %w", ErrStopped, m.last, err)
	}
	return m.failed
}

func (d *disk) place() place {
	return place{last: uint64(len(d.records)), cut: d.cut}
}

func (d *disk) append(b Batch) {
	d.commits++
	for _, r := range b.Records {
		d.records = append(d.records, Record{Seq: r.Seq, Bytes: append([]byte{}, r.Bytes...)})
		d.bytes += uint64(len(r.Bytes))
	}
	for _, p := range b.Puts {
		if p.Value == nil {
			delete(d.tables[p.Bucket], string(p.Key))
			continue
		}
		if d.tables[p.Bucket] == nil {
			d.tables[p.Bucket] = map[string][]byte{}
		}
		d.tables[p.Bucket][string(p.Key)] = append([]byte{}, p.Value...)
		d.bytes += uint64(len(p.Value))
	}
}

func (d *disk) overlay(c Cut) {
	d.commits++
	d.runs++
	d.cut = c.Seq
	d.bytes += rowsBytes(c.Rows)
	for _, r := range c.Rows {
		if r.Value == nil {
			delete(d.rows, r.Key)
			continue
		}
		d.rows[r.Key] = append([]byte{}, r.Value...)
	}
}

// Load is as Journal.Load.
func (m *Memory) Load(row func(key string, value []byte) error, tail func(Record) error) (LoadInfo, error) {
	m.mu.Lock()
	failed, rows := m.failed, maps.Clone(m.disk.rows)
	p := m.disk.place()
	info := LoadInfo{Cut: p.cut, Last: p.last, Unclean: m.unclean}
	m.mu.Unlock()
	if failed != nil {
		return info, failed
	}
	for _, key := range slices.Sorted(maps.Keys(rows)) {
		if err := row(key, append([]byte{}, rows[key]...)); err != nil {
			return info, err
		}
		info.Rows++
	}
	err := m.Records(info.Cut+1, info.Last, func(r Record) error {
		info.Records++
		return tail(r)
	})
	return info, err
}

// Records is as Journal.Records.
func (m *Memory) Records(from, to uint64, fn func(Record) error) error {
	m.mu.Lock()
	failed, records := m.failed, m.disk.records
	m.mu.Unlock()
	if failed != nil {
		return failed
	}
	for seq := max(from, 1); seq <= min(to, uint64(len(records))); seq++ {
		if err := fn(Record{Seq: seq, Bytes: append([]byte{}, records[seq-1].Bytes...)}); err != nil {
			return err
		}
	}
	return nil
}

// Get is as Journal.Get.
func (m *Memory) Get(bucket string, key []byte) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.failed != nil {
		return nil, m.failed
	}
	return bytes.Clone(m.disk.tables[bucket][string(key)]), nil
}

// Scan is as Journal.Scan.
func (m *Memory) Scan(bucket string, prefix []byte, fn func(key, value []byte) error) error {
	m.mu.Lock()
	failed, table := m.failed, maps.Clone(m.disk.tables[bucket])
	m.mu.Unlock()
	if failed != nil {
		return failed
	}
	for _, key := range slices.Sorted(maps.Keys(table)) {
		if !strings.HasPrefix(key, string(prefix)) {
			continue
		}
		if err := fn([]byte(key), append([]byte{}, table[key]...)); err != nil {
			return err
		}
	}
	return nil
}

// Last is as Journal.Last.
func (m *Memory) Last() uint64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.last
}

// Stats is as Journal.Stats, without durations and sizes of files.
func (m *Memory) Stats() Stats {
	m.mu.Lock()
	defer m.mu.Unlock()
	d := m.disk
	s := Stats{Last: m.last, CutSeq: d.cut, Runs: d.runs, Commits: d.commits, CommitBytes: d.bytes}
	if m.last > 0 {
		s.First = 1
	}
	return s
}

// MergeDue is as Journal.MergeDue: never, since there is nothing to merge.
func (m *Memory) MergeDue() bool { return false }

// Merge is as Journal.Merge.
func (m *Memory) Merge() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.failed
}

// Close is as Journal.Close. Reopen gives what was committed back.
func (m *Memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.failed == nil {
		m.failed = ErrClosed
	}
	return nil
}

// Reopen closes m and returns what the next start finds, as after a clean stop.
func (m *Memory) Reopen() *Memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	next := &Memory{disk: m.disk, last: m.disk.place().last}
	next.unclean = m.failed != nil && !errors.Is(m.failed, ErrClosed)
	m.disk = &disk{}
	m.failed = ErrClosed
	return next
}
