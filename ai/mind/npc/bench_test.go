package npc_test

import (
	"encoding/json"
	"fmt"
	"runtime"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/npc"
	"github.com/mudlark-mud/mudlark/world"
)

// crowd is some minds, each with so many memories of a town.
func crowd(minds, rows int) []mind.Mind {
	out := make([]mind.Mind, minds)
	for i := range out {
		c := barkeep()
		c.ID = fmt.Sprint("npc-", i)
		c.Memory = memory.New(memory.Config{})
		for j := range rows {
			c.Memory.Remember(memory.Row{
				Kind: memory.Event, Deed: "item_given", At: world.Time(j),
				By: fmt.Sprint("pc-", j%40), Name: fmt.Sprint("Nan", j%40),
				Mine: true, Who: []string{fmt.Sprint("pc-", j%40)}, Importance: 4 + j%4,
				Text: fmt.Sprintf("Nan%d gave me a %s number %d by the %s.", j%40, things[j%5], j, places[j%7]),
			})
		}
		out[i] = npc.New(c)
	}
	return out
}

var (
	things = []string{"lamp", "rope", "pearl", "spoon", "button"}
	places = []string{"well", "bell", "quay", "chapel", "causeway", "table", "fire"}
)

// BenchmarkDecisions is one question to one of several minds, with its answer and what came of it.
func BenchmarkDecisions(b *testing.B) {
	for _, c := range []struct{ minds, rows int }{{100, 0}, {100, 200}, {10, 2000}} {
		b.Run(fmt.Sprintf("%d minds, %d memories each", c.minds, c.rows), func(b *testing.B) {
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			minds := crowd(c.minds, c.rows)
			runtime.GC()
			runtime.ReadMemStats(&after)
			asks := []string{"who gave you a pearl?", "where is the well?", "any news?", "hello", "give me the clock"}
			here := []mind.Entity{{ID: "pc-ann", Name: "Ann", Kind: "person"}}
			acts := []mind.Action{{Name: "say", Params: []mind.Param{{Name: "text"}}}}
			i := 0
			for b.Loop() {
				i++
				at := world.Time(i) * world.Second
				p := said("pc-ann", "Ann", asks[i%len(asks)])
				p.Seq, p.At = uint64(i), at
				m := minds[i%len(minds)]
				m.Step(mind.Input{At: at, Look: &mind.Look{
					Room: mind.Place{ID: "lantern"}, Entities: here, Percepts: []mind.Percept{p}, Actions: acts,
				}})
				m.Step(mind.Input{At: at, Done: &mind.Done{}})
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "decisions/s")
			b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/float64(len(minds)), "bytes/mind")
		})
	}
}

// A step is recorded as JSON: an output must always be writable.
func TestOutputsCanBeWritten(t *testing.T) {
	s := newStage(t, barkeep())
	s.person("pc-ann", "Ann")
	s.event(said("pc-ann", "Ann", "hello"))
	for _, tr := range s.traces {
		if _, err := json.Marshal(tr); err != nil {
			t.Error(err)
		}
	}
}
