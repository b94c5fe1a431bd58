package agentstorm_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/gauge"
	"github.com/mudlark-mud/mudlark/scripts/agentstorm"
)

const (
	sessions   = 50
	crowd      = 500
	wanderMax  = 12 // steps from where everybody enters, so that they stand about as people do
	costMost   = 2.0
	laterMost  = 50.0 // ms: how much later than a tool that does nothing 99 of 100 looks may be answered
	callsEach  = 400  // in one turn of the closed loop
	turns      = 5    // of each tool, one after the other, so that a busy moment of the machine hits both
	crowdSpan  = 15 * time.Second
	callsEvery = 500 * time.Millisecond
)

// crew is a number of agents with a session each, at a yard.
func (y *yard) crew(many int, era string) []*agentstorm.Caller {
	y.tb.Helper()
	all := make([]*agentstorm.Caller, many)
	for i := range all {
		all[i] = agentstorm.New(y.url, fmt.Sprintf("t%d", i), era, i+1)
		if err := all[i].Begin(y.tb.Context()); err != nil {
			y.tb.Fatal(err)
		}
		y.look(all[i])
	}
	return all
}

func (y *yard) look(c *agentstorm.Caller) {
	y.tb.Helper()
	if a, err := c.Call(y.tb.Context(), "say", map[string]any{"text": "Here."}, nil); err != nil || a.Failed() {
		y.tb.Fatalf("%v: %d %.300s", err, a.Status, a.Body)
	}
}

// wander lets each agent walk about by chance, so that not everybody stands where everybody enters.
func (y *yard) wander(all []*agentstorm.Caller) {
	y.tb.Helper()
	for i, c := range all {
		chance := rand.New(rand.NewPCG(1, uint64(i)))
		for range 1 + chance.IntN(wanderMax) {
			way := []string{"north", "south", "east", "west"}[chance.IntN(4)]
			if _, err := c.Call(y.tb.Context(), "move", map[string]any{"direction": way}, nil); err != nil {
				y.tb.Fatal(err)
			}
		}
	}
	// What was told to them on everybody's ways is read now, and is no part of what is measured.
	for _, c := range all {
		for isMore := true; isMore; {
			a, err := c.Call(y.tb.Context(), "events", map[string]any{"limit": game.EventsLimitMax}, nil)
			if err != nil || a.Failed() {
				y.tb.Fatalf("events: %v %d %.300s", err, a.Status, a.Body)
			}
			isMore = strings.Contains(a.Body, `"more":true`)
		}
	}
}

// round lets every agent call a tool so often, one call after the other, and returns what a call cost the server.
func (y *yard) round(all []*agentstorm.Caller, tool string, calls int) time.Duration {
	y.tb.Helper()
	before := y.spent("")
	var wait sync.WaitGroup
	for _, c := range all {
		wait.Go(func() {
			for range calls {
				if a, err := c.Call(y.tb.Context(), tool, nil, nil); err != nil || a.Failed() {
					y.tb.Errorf("%s: %v %d %.200s", tool, err, a.Status, a.Body)
					return
				}
			}
		})
	}
	wait.Wait()
	return (y.spent("").CPU - before.CPU) / time.Duration(calls*len(all))
}

func median(all []time.Duration) time.Duration {
	all = slices.Sorted(slices.Values(all))
	return all[len(all)/2]
}

// A look costs the server at most twice what a call costs that does nothing, behind the same guard in the same program.
func TestCost(t *testing.T) {
	asked(t, "cost")
	lines := []string{fmt.Sprintf("%-12s %-22s %12s %12s %7s", "era", "where", "nothing", "look", "times")}
	for _, era := range []string{agentstorm.Legacy, agentstorm.Modern} {
		t.Run(era, func(t *testing.T) { lines = append(lines, costs(t, era)...) }) // its yard closes with it
	}
	t.Logf("CPU of the server for a call, %d sessions\n%s", sessions, strings.Join(lines, "\n"))
}

// costs compares the two tools in an era, and returns a line for each place.
func costs(t *testing.T, era string) (lines []string) {
	t.Helper()
	y := enclose(t, sessions)
	all := y.crew(sessions, era)
	for _, where := range []string{"all in one place", "about the town"} {
		if where == "about the town" {
			y.wander(all)
		}
		cost := map[string][]time.Duration{}
		y.round(all, idle, callsEach/10)
		for range turns {
			for _, tool := range []string{idle, "look"} {
				cost[tool] = append(cost[tool], y.round(all, tool, callsEach/turns))
			}
		}
		none, look := median(cost[idle]), median(cost["look"])
		times := float64(look) / float64(none)
		lines = append(lines, fmt.Sprintf("%-12s %-22s %12s %12s %7.2f", era, where, none.Round(time.Microsecond),
			look.Round(time.Microsecond), times))
		if where == "about the town" && times > costMost {
			t.Errorf("%s: a look costs %.2f times as much as nothing, want at most %.0f", era, times, costMost)
		}
	}
	return lines
}

// Hundreds of agents at two calls a second: how late they are answered, and what they weigh.
func TestCrowd(t *testing.T) {
	asked(t, "cost")
	lines := []string{fmt.Sprintf("%-12s %-8s %9s %9s %9s %9s", "era", "tool", "calls/s", "p50", "p99", "max")}
	var weights []string
	for _, era := range []string{agentstorm.Legacy, agentstorm.Modern} {
		y := enclose(t, crowd)
		before := y.spent("clean")
		all := y.crew(crowd, era)
		y.wander(all)
		after := y.spent("clean")
		weights = append(weights, fmt.Sprintf("%-12s %5.1f KiB of heap, %4.1f KiB of stacks, %.1f goroutines", era,
			float64(int64(after.Heap)-int64(before.Heap))/crowd/1024,
			float64(int64(after.Stacks)-int64(before.Stacks))/crowd/1024,
			float64(after.Goroutines-before.Goroutines)/crowd))
		p99 := map[string]float64{}
		for _, tool := range []string{idle, "look"} {
			felt := y.steadily(all, tool, crowdSpan)
			p99[tool] = felt.P99
			lines = append(lines, fmt.Sprintf("%-12s %-8s %9.0f %6.1f ms %6.1f ms %6.1f ms", era, tool,
				float64(felt.Count)/crowdSpan.Seconds(), felt.P50, felt.P99, felt.Max))
		}
		if later := p99["look"] - p99[idle]; later > laterMost {
			t.Errorf("%s: p99 of look is %.0f ms later than that of nothing, want at most %.0f", era, later, laterMost)
		}
	}
	t.Logf("%d agents, two calls a second each\n%s\nan agent with its connection weighs\n%s", crowd,
		strings.Join(lines, "\n"), strings.Join(weights, "\n"))
}

// until waits for a moment, and is false when the context ends before.
func until(ctx context.Context, at time.Time) bool {
	timer := time.NewTimer(time.Until(at))
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}

// steadily lets every agent call a tool twice a second, and returns how long it took from when each call was due.
func (y *yard) steadily(all []*agentstorm.Caller, tool string, span time.Duration) gauge.Latency {
	y.tb.Helper()
	var took gauge.Histogram
	ctx, cancel := context.WithTimeout(y.tb.Context(), span)
	defer cancel()
	began := time.Now()
	var wait sync.WaitGroup
	for i, c := range all {
		wait.Go(func() {
			due := began.Add(callsEvery * time.Duration(i) / time.Duration(len(all)))
			for until(ctx, due) {
				a, err := c.Call(y.tb.Context(), tool, nil, nil)
				if err != nil || a.Failed() {
					y.tb.Errorf("%s: %v %d %.200s", tool, err, a.Status, a.Body)
					return
				}
				took.Add(time.Since(due))
				due = due.Add(callsEvery)
			}
		})
	}
	wait.Wait()
	return took.Latency()
}
