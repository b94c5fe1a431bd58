package journal_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/world/journal"
)

// model is what a journal should hold, told in the plainest way.
type model struct {
	anchor uint64 // the last record that was dropped
	last   uint64
	cut    uint64
	blank  map[uint64]string // what stands in a blanked record's place
	rows   map[string]string
	table  map[string]string
}

func (m *model) apply(b journal.Batch) {
	m.last += uint64(len(b.Records))
	for _, p := range b.Puts {
		if p.Value == nil {
			delete(m.table, string(p.Key))
			continue
		}
		m.table[string(p.Key)] = string(p.Value)
	}
	if b.Cut == nil {
		return
	}
	m.cut = b.Cut.Seq
	for _, r := range b.Cut.Rows {
		if r.Value == nil {
			delete(m.rows, r.Key)
			continue
		}
		m.rows[r.Key] = string(r.Value)
	}
}

// drawBatch draws numbers and words only, so that a failure prints as a short story.
func drawBatch(rt *rapid.T, m *model) journal.Batch {
	var b journal.Batch
	if n := rapid.Uint64Range(0, 20).Draw(rt, "records"); n > 0 {
		b.Records = records(m.last+1, m.last+n)
	}
	key := rapid.StringMatching(`[a-d]{1,2}`)
	value := func(label string, size int) []byte {
		switch n := rapid.IntRange(-1, 9).Draw(rt, label); n {
		case -1:
			return nil
		case 0:
			return []byte{}
		default:
			return append(fmt.Append(nil, n), make([]byte, size)...)
		}
	}
	for range rapid.IntRange(0, 3).Draw(rt, "puts") {
		b.Puts = append(b.Puts, journal.Put{Bucket: "t", Key: []byte(key.Draw(rt, "key")), Value: value("value", 0)})
	}
	if rapid.IntRange(0, 2).Draw(rt, "cut") > 0 {
		return b
	}
	b.Cut = &journal.Cut{Seq: rapid.Uint64Range(m.cut, m.last+uint64(len(b.Records))).Draw(rt, "seq")}
	size := rapid.SampledFrom([]int{0, 1, 30_000}).Draw(rt, "size") // so that some cuts have many chunks
	for _, k := range rapid.SliceOfNDistinct(key, 0, 8, rapid.ID[string]).Draw(rt, "rows") {
		b.Cut.Rows = append(b.Cut.Rows, journal.Row{Key: k, Value: value("row", size)})
	}
	return b
}

func TestModel(t *testing.T) {
	for _, kind := range []string{"disk", "memory"} {
		t.Run(kind, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				mc := newMachine(t, rt, kind)
				defer mc.end()
				rt.Repeat(map[string]func(*rapid.T){
					"commit": mc.commit,
					"crash":  mc.crash,
					"reopen": func(rt *rapid.T) { mc.reopen(rt) },
					"drop":   mc.drop,
					"blank":  mc.blank,
					"scrub": func(rt *rapid.T) {
						if err := mc.s.Scrub(t.Context()); err != nil {
							rt.Fatal(err)
						}
					},
					"merge": func(rt *rapid.T) {
						if err := mc.s.Merge(t.Context()); err != nil {
							rt.Fatal(err)
						}
					},
					"": mc.check,
				})
			})
		})
	}
}

// machine drives a store and its model together.
type machine struct {
	m      model
	s      store
	dir    string
	inject func(journal.Step) error
}

func newMachine(t *testing.T, rt *rapid.T, kind string) *machine {
	mc := &machine{m: model{blank: map[uint64]string{}, rows: map[string]string{}, table: map[string]string{}}}
	if kind == "memory" {
		mc.s = journal.NewMemory()
		return mc
	}
	mc.dir = t.TempDir()
	mc.open(rt)
	return mc
}

func (mc *machine) open(rt *rapid.T) {
	j, err := journal.Open(mc.dir, journal.Options{NoSync: true, Inject: func(s journal.Step) error {
		if mc.inject == nil {
			return nil
		}
		return mc.inject(s)
	}})
	if err != nil {
		rt.Fatal(err)
	}
	mc.s = j
}

func (mc *machine) end() {
	_ = mc.s.Close()
	_ = os.RemoveAll(mc.dir)
}

func (mc *machine) commit(rt *rapid.T) {
	b := drawBatch(rt, &mc.m)
	if err := mc.s.Commit(b); err != nil {
		rt.Fatal(err)
	}
	mc.m.apply(b)
}

func (mc *machine) reopen(rt *rapid.T) {
	if m, ok := mc.s.(*journal.Memory); ok {
		mc.s = m.Reopen()
		return
	}
	if err := mc.s.Close(); err != nil {
		rt.Fatal(err)
	}
	mc.open(rt)
}

// drop drops records, sometimes more than may be dropped, which changes nothing.
func (mc *machine) drop(rt *rapid.T) {
	seq := rapid.Uint64Range(0, mc.m.last+1).Draw(rt, "through")
	err := mc.s.DropThrough(rt.Context(), seq)
	switch {
	case seq > mc.m.cut && errors.Is(err, journal.ErrBatch):
	case seq > mc.m.cut || err != nil:
		rt.Fatalf("drop through %d with a cut at %d: %v", seq, mc.m.cut, err)
	default:
		mc.m.anchor = max(mc.m.anchor, seq)
	}
}

// blank blanks a record, sometimes one that is not there, which changes nothing.
func (mc *machine) blank(rt *rapid.T) {
	seq := rapid.Uint64Range(0, mc.m.last+1).Draw(rt, "seq")
	text := rapid.SampledFrom([]string{"", "blank", "blanker"}).Draw(rt, "text")
	err := mc.s.Blank(seq, []byte(text))
	var dropped *journal.DroppedError
	switch {
	case (seq == 0 || seq > mc.m.last) && errors.Is(err, journal.ErrBatch):
	case seq > 0 && seq <= mc.m.anchor && errors.As(err, &dropped):
	case err != nil || seq <= mc.m.anchor || seq > mc.m.last:
		rt.Fatalf("blank %d of %d to %d: %v", seq, mc.m.anchor+1, mc.m.last, err)
	default:
		mc.m.blank[seq] = text
	}
}

// crash has a commit, a drop or a blanking fail at some step, and starts again. What was durable before that step is
// there.
func (mc *machine) crash(rt *rapid.T) {
	step := rapid.SampledFrom([]journal.Step{
		journal.StepAppend, journal.StepAppended, journal.StepChunk, journal.StepCurrent, journal.StepDrop,
		journal.StepBlank,
	}).Draw(rt, "step")
	inject := failAt(step, rapid.IntRange(1, 3).Draw(rt, "pass"))
	mem, inMemory := mc.s.(*journal.Memory)
	if inMemory {
		mem.Inject(inject)
	} else {
		mc.inject = inject
	}
	switch step {
	case journal.StepDrop:
		_ = mc.s.DropThrough(rt.Context(), mc.m.cut)
	case journal.StepBlank:
		if mc.m.last > mc.m.anchor {
			_ = mc.s.Blank(mc.m.last, []byte("blank"))
		}
	default:
		mc.commitFails(rt, step)
	}
	mc.inject = nil
	if inMemory {
		mc.s = mem.Crash()
	} else {
		mc.reopen(rt)
	}
	if step == journal.StepDrop { // it may have come through, or in part
		if got := mc.s.Anchor().Seq; got < mc.m.anchor || got > mc.m.cut {
			rt.Fatalf("records were dropped through %d, and may be up to %d", got, mc.m.cut)
		}
		mc.m.anchor = mc.s.Anchor().Seq
	}
	if step == journal.StepBlank {
		err := mc.s.Records(mc.m.last, mc.m.last, func(r journal.Record) error {
			if r.Was != nil {
				mc.m.blank[r.Seq] = string(r.Bytes)
			}
			return nil
		})
		if err != nil {
			rt.Fatal(err)
		}
	}
}

func (mc *machine) commitFails(rt *rapid.T, step journal.Step) {
	b := drawBatch(rt, &mc.m)
	err := mc.s.Commit(b)
	switch {
	case err == nil: // the commit did not come to that step
		mc.m.apply(b)
	case !errors.Is(err, errInjected):
		rt.Fatal(err)
	case step != journal.StepAppend:
		b.Cut = nil
		mc.m.apply(b)
	}
}

// record is what record seq should be.
func (m *model) record(seq uint64) journal.Record {
	text, ok := m.blank[seq]
	if !ok {
		return journal.Record{Seq: seq, Bytes: content(seq)}
	}
	r := blanked(seq)
	r.Bytes = []byte(text)
	return r
}

// checkChain looks at every record that is kept, and at both ends of the chain.
func (mc *machine) checkChain(rt *rapid.T) {
	heads := chainOf(mc.m.last)
	if got := mc.s.Anchor(); got != heads[mc.m.anchor] {
		rt.Fatalf("anchor: got %v, want %v", got, heads[mc.m.anchor])
	}
	if got := mc.s.Head(); got != heads[mc.m.last] {
		rt.Fatalf("head: got %v, want %v", got, heads[mc.m.last])
	}
	next := mc.m.anchor + 1
	err := mc.s.Records(0, mc.m.last+1, func(r journal.Record) error {
		want := mc.m.record(next)
		if r.Seq != next || !bytes.Equal(r.Bytes, want.Bytes) || (r.Was == nil) != (want.Was == nil) {
			return fmt.Errorf("got %+v, want %+v", r, want)
		}
		next++
		return nil
	})
	if err != nil || next != mc.m.last+1 {
		rt.Fatalf("records end at %d of %d: %v", next-1, mc.m.last, err)
	}
	if mc.dir == "" {
		return
	}
	if got, err := follow(mc.s); err != nil || got != heads[mc.m.last] {
		rt.Fatalf("the records lead to %v, %v, want %v", got, err, heads[mc.m.last])
	}
}

func (mc *machine) check(rt *rapid.T) {
	rows := map[string]string{}
	next := mc.m.cut + 1
	info, err := mc.s.Load(func(k string, v []byte) error {
		rows[k] = string(v)
		return nil
	}, func(r journal.Record) error {
		if r.Seq != next {
			return fmt.Errorf("record %d where %d should be", r.Seq, next)
		}
		next++
		return nil
	})
	if err != nil {
		rt.Fatal(err)
	}
	mc.checkChain(rt)
	if info.Cut != mc.m.cut || info.Last != mc.m.last || mc.s.Last() != mc.m.last || next != mc.m.last+1 {
		rt.Fatalf("got %+v, want cut %d and last %d", info, mc.m.cut, mc.m.last)
	}
	if diff := cmp.Diff(mc.m.rows, rows); diff != "" {
		rt.Fatal(diff)
	}
	table := map[string]string{}
	err = mc.s.Scan("t", nil, func(k, v []byte) error {
		table[string(k)] = string(v)
		return nil
	})
	if err != nil {
		rt.Fatal(err)
	}
	if diff := cmp.Diff(mc.m.table, table); diff != "" {
		rt.Fatal(diff)
	}
}
