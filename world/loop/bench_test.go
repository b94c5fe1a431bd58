package loop_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// BenchmarkLook is a look from offer to reply, through all three goroutines, with a journal in memory.
func BenchmarkLook(b *testing.B) {
	r := run(b, 30, 0)
	who := r.people[0]
	look := func(*world.State, world.Time) loop.Step {
		return loop.Step{Report: func(s *world.State, now world.Time) any { return s.LookAround(who, now) }}
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := r.l.Do(b.Context(), look); err != nil {
			b.Fatal(err)
		}
	}
	if err := r.end(); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkEmote is a deed from offer to reply, with a journal in memory: one client, who waits, and many.
func BenchmarkEmote(b *testing.B) {
	for _, clients := range []int{1, 100} {
		b.Run(fmt.Sprintf("clients=%d", clients), func(b *testing.B) {
			r := run(b, clients, 0)
			b.ReportAllocs()
			b.ResetTimer()
			var wg sync.WaitGroup
			for i, who := range r.people {
				wg.Go(func() {
					for n := i; n < b.N; n += clients {
						if _, err := r.l.Do(b.Context(), types(who, world.Emote{Text: "looks up."})); err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			wg.Wait()
			b.StopTimer()
			if err := r.end(); err != nil {
				b.Fatal(err)
			}
		})
	}
}

// BenchmarkBatch is 500 deeds of 500 people decided, encoded, committed in memory and released to 500 sinks.
func BenchmarkBatch(b *testing.B) {
	const deeds = 500
	r := run(b, deeds, 0)
	if err := r.end(); err != nil {
		b.Fatal(err)
	}
	m, j := r.m, r.j.Reopen()
	sinks := make([]counter, deeds)
	for i, who := range r.people {
		m.Offer(1, loop.Intent{Do: func(*world.State, world.Time) loop.Step {
			return loop.Step{Attach: []loop.Attachment{{Actor: who, Sink: &sinks[i]}}}
		}})
	}
	b.ReportAllocs()
	for b.Loop() {
		for i := range deeds {
			in := types(r.people[i], world.Emote{Text: "looks up."})
			m.Offer(m.State().Now+1, loop.Intent{Do: in, Reply: func(loop.Reply) {}})
		}
		batch, _, err := m.Cut(m.State().Now)
		if err != nil {
			b.Fatal(err)
		}
		if err := commit(j, batch); err != nil {
			b.Fatal(err)
		}
		m.Committed(batch.Number)
		for _, o := range m.Release() {
			o.Deliver()
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*deeds), "ns/deed")
}

var _ loop.Journal = (*journal.Memory)(nil)
