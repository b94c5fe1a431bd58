package journal_test

import (
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
	last  uint64
	cut   uint64
	rows  map[string]string
	table map[string]string
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
					"merge": func(rt *rapid.T) {
						if err := mc.s.Merge(); err != nil {
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
	mc := &machine{m: model{rows: map[string]string{}, table: map[string]string{}}}
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

// crash has a commit fail at some step, and starts again. What was durable before that step is there.
func (mc *machine) crash(rt *rapid.T) {
	b := drawBatch(rt, &mc.m)
	step := rapid.SampledFrom([]journal.Step{
		journal.StepAppend, journal.StepAppended, journal.StepChunk, journal.StepCurrent,
	}).Draw(rt, "step")
	inject := failAt(step, rapid.IntRange(1, 3).Draw(rt, "pass"))
	mem, inMemory := mc.s.(*journal.Memory)
	if inMemory {
		mem.Inject(inject)
	} else {
		mc.inject = inject
	}
	err := mc.s.Commit(b)
	mc.inject = nil
	switch {
	case err == nil: // the commit did not come to that step
		mc.m.apply(b)
	case !errors.Is(err, errInjected):
		rt.Fatal(err)
	case step != journal.StepAppend:
		b.Cut = nil
		mc.m.apply(b)
	}
	if inMemory {
		mc.s = mem.Crash()
		return
	}
	mc.reopen(rt)
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
		return sameContent(r)
	})
	if err != nil {
		rt.Fatal(err)
	}
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
