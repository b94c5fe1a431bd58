package journal

import (
	"bytes"
	"cmp"
	"context"
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
	head    Head // behind the last record that Commit answered for; a failed commit may have left more on the disk
	disk    *disk
}

// disk is what outlives a crash.
type disk struct {
	records []Record // the first one follows anchor; what was handed out is never written to
	anchor  Head
	head    Head
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
	next := &Memory{disk: m.disk, head: m.disk.head, unclean: true}
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
		m.head = m.disk.head
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
		m.failed = fmt.Errorf("%w after record %d: %w", ErrStopped, m.head.Seq, err)
	}
	return m.failed
}

func (d *disk) place() place {
	return place{anchor: d.anchor.Seq, last: d.head.Seq, cut: d.cut}
}

func (d *disk) append(b Batch) {
	d.commits++
	for _, r := range b.Records {
		d.head = d.head.step(r.payloadSum())
		d.records = append(d.records, r.clone())
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
	err := m.records(info.Cut+1, info.Last, func(r Record) error {
		info.Records++
		return tail(r)
	})
	return info, err
}

// Records is as Journal.Records.
func (m *Memory) Records(from, to uint64, fn func(Record) error) error {
	m.mu.Lock()
	failed, p := m.failed, m.disk.place()
	m.mu.Unlock()
	if failed != nil {
		return failed
	}
	return m.records(max(from, p.anchor+1), min(to, p.last), fn)
}

// records is Records where each of from..to is asked for.
func (m *Memory) records(from, to uint64, fn func(Record) error) error {
	for seq := from; seq <= to; seq++ {
		r, err := m.record(seq)
		if err != nil {
			return err
		}
		if err := fn(r); err != nil {
			return err
		}
	}
	return nil
}

func (m *Memory) record(seq uint64) (Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.failed != nil {
		return Record{}, m.failed
	}
	at := m.disk.anchor.Seq
	if seq <= at {
		return Record{}, &DroppedError{Seq: seq, First: at + 1}
	}
	return m.disk.records[seq-at-1].clone(), nil
}

// DropThrough is as Journal.DropThrough.
func (m *Memory) DropThrough(ctx context.Context, seq uint64) error {
	for {
		m.mu.Lock()
		done, err := m.drop(ctx, seq)
		m.mu.Unlock()
		if done || err != nil {
			return err
		}
	}
}

// drop does one commit of DropThrough.
func (m *Memory) drop(ctx context.Context, seq uint64) (done bool, err error) {
	p := m.disk.place()
	switch {
	case m.failed != nil:
		return false, m.failed
	case p.checkDrop(seq) != nil:
		return false, p.checkDrop(seq)
	case p.anchor >= seq:
		return true, nil
	case ctx.Err() != nil:
		return false, dropEnded(seq, p.anchor, ctx.Err())
	}
	if err := m.step(StepDrop); err != nil {
		return false, err
	}
	n := min(seq-p.anchor, dropRecordsMax)
	for _, r := range m.disk.records[:n] {
		m.disk.anchor = m.disk.anchor.step(r.payloadSum())
	}
	m.disk.records = m.disk.records[n:]
	m.disk.commits++
	return false, nil
}

// Blank is as Journal.Blank.
func (m *Memory) Blank(seq uint64, bytes []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.failed != nil {
		return m.failed
	}
	p := m.disk.place()
	if err := p.checkBlank(seq, len(bytes)); err != nil {
		return err
	}
	if err := m.step(StepBlank); err != nil {
		return err
	}
	m.disk.records[seq-p.anchor-1] = m.disk.records[seq-p.anchor-1].blanked(bytes)
	m.disk.commits++
	m.disk.bytes += uint64(len(bytes))
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

// Head is as Journal.Head.
func (m *Memory) Head() Head {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.head
}

// Anchor is as Journal.Anchor.
func (m *Memory) Anchor() Head {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.disk.anchor
}

// First is as Journal.First.
func (m *Memory) First() uint64 { return m.Stats().First }

// Last is as Journal.Last.
func (m *Memory) Last() uint64 { return m.Head().Seq }

// CutSeq is as Journal.CutSeq.
func (m *Memory) CutSeq() uint64 { return m.Stats().CutSeq }

// Stats is as Journal.Stats, without durations and sizes of files.
func (m *Memory) Stats() Stats {
	m.mu.Lock()
	defer m.mu.Unlock()
	d := m.disk
	p := place{anchor: d.anchor.Seq, last: m.head.Seq}
	return Stats{
		First: p.first(), Last: p.last, CutSeq: d.cut, Runs: d.runs, Commits: d.commits, CommitBytes: d.bytes,
	}
}

// Scrub is as Journal.Scrub: what is gone is gone.
func (m *Memory) Scrub(ctx context.Context) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.failed != nil {
		return m.failed
	}
	return cmp.Or(ctx.Err(), m.step(StepScrub))
}

// MergeDue is as Journal.MergeDue: never, since there is nothing to merge.
func (m *Memory) MergeDue() bool { return false }

// Merge is as Journal.Merge.
func (m *Memory) Merge(ctx context.Context) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return cmp.Or(m.failed, ctx.Err())
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
	next := &Memory{disk: m.disk, head: m.disk.head}
	next.unclean = m.failed != nil && !errors.Is(m.failed, ErrClosed)
	m.disk = &disk{}
	m.failed = ErrClosed
	return next
}
