package storm

import (
	"fmt"

	"github.com/mudlark-mud/mudlark/ai/mcp/result"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// Expect keeps what an agent was told until the journal is read.
func (g *Ledger) Expect(s Span) { g.spans = append(g.spans, s) }

// Settle holds what agents were told against the journal.
func (g *Ledger) Settle() {
	for _, a := range g.spans {
		if err := g.settleSpan(a); err != nil {
			g.notes.Fail("agent %d, told from %d to %d: %v", a.Agent, a.From, a.To, err)
		}
	}
	g.spans = nil
}

func (g *Ledger) settleSpan(a Span) error {
	if a.To > g.read {
		return fmt.Errorf("the journal ends at %d", g.read)
	}
	num := g.number(a.Actor, a.To)
	left := map[[2]uint64]string{}
	for _, e := range a.Events {
		left[[2]uint64{e.Seq, uint64(e.N)}] = e.Text
	}
	for seq := uint64(1); seq <= a.To; seq++ {
		rec := g.records[seq-1]
		for i := range rec.Notices {
			n := &rec.Notices[i]
			sense, ok := n.SenseOf(num)
			if !ok {
				continue
			}
			key := [2]uint64{n.Seq, uint64(n.N)}
			text := result.EventText(&loop.Told{Notice: n, Actor: rec.Actor, Via: rec.Via, Sense: sense})
			told, isTold := left[key]
			switch {
			case isTold && told != text:
				return fmt.Errorf("%d.%d is told as %q, and was %q", n.Seq, n.N, told, text)
			case !isTold && a.IsWhole && seq > a.From && text != "":
				return fmt.Errorf("%d.%d was left out: %q", n.Seq, n.N, text)
			}
			delete(left, key)
		}
	}
	for _, e := range a.Events {
		if _, isLeft := left[[2]uint64{e.Seq, uint64(e.N)}]; isLeft {
			return fmt.Errorf("%d.%d is told as %q, and no record tells it", e.Seq, e.N, e.Text)
		}
	}
	return nil
}
