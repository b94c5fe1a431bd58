package agentstorm_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/bots"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/load"
)

var soakTime = flag.Duration("agents.soak", 15*time.Second, "for how long the crowd lives, with -agents.ask=soak")

const (
	soakAgents = 50
	soakPeople = 50
	perSecond  = 2.0
	visit      = 5 * time.Second // of the crowd before the baseline, so that everybody has been there once
	// heapSlack is how many bytes a server may hold, after a crowd has left, beyond what it held after the first visit:
	// the records that a cut has not yet taken out of memory, and what the allocator rounds up. What each agent was told
	// is kept until its body leaves the world, 10 minutes later; a short soak does not wait for that, and allows for it.
	heapSlack = 16 << 20
	toldSlack = 48 << 20
	// longSoak is how long a soak must be for it to wait until the server has forgotten the agents too, whose bodies it
	// keeps for 10 minutes and whose sessions for 15.
	longSoak    = 10 * time.Minute
	asleepAfter = 17 * time.Minute
	// goSlack is how many goroutines may have come: those of the connection that asks.
	goSlack = 4
)

// A crowd of agents and people comes, lives, and leaves, and leaves nothing behind.
func TestSoak(t *testing.T) {
	asked(t, "soak")
	town := bots.Town{Rooms: 1 + (soakAgents+soakPeople)/4, Stones: 4}
	folder := filepath.Join(t.TempDir(), "town")
	check(t, os.Mkdir(folder, 0o700))
	check(t, town.WriteTo(folder))
	h := open(t, "--pack="+folder, "--new-accounts=0", "--connects-per-second=0")
	first := h.crowd(town, visit)
	h.gone()
	base, baseGo := h.held()
	began := time.Now()
	felt := h.crowd(town, *soakTime)
	peak := h.usage().Resident()
	h.gone()
	left, leftGo := h.held()
	t.Logf("%d agents and %d people for %s: %d commands, p50 %.1f ms, p99 %.1f ms, %d lost; the first visit's p99 %.1f ms",
		soakAgents, soakPeople, time.Since(began).Round(time.Second), felt.Command.Count, felt.Command.P50, felt.Command.P99,
		felt.Lost, first.Command.P99)
	t.Logf("heap after collection: %.1f MiB before, %.1f MiB after; goroutines: %d before, %d after; resident with the "+
		"crowd in it: %d MiB", float64(base)/(1<<20), float64(left)/(1<<20), baseGo, leftGo, peak>>20)
	slack := heapSlack
	if *soakTime < longSoak {
		slack = toldSlack
	}
	if left > base+slack {
		t.Errorf("the heap has grown by %d KiB", (left-base)>>10)
	}
	if leftGo > baseGo+goSlack {
		t.Errorf("goroutines: %d before, %d after", baseGo, leftGo)
	}
	check(t, h.at.Stop())
	check(t, h.at.Verify(context.WithoutCancel(t.Context())))
}

// crowd lets everybody in for a while, and returns what they felt.
func (h *house) crowd(town bots.Town, span time.Duration) load.Traffic {
	h.Helper()
	result, err := load.Run(h.Context(), load.Config{
		At: load.Addresses{Telnet: h.at.Telnet, MCP: h.at.MCP}, Crowd: load.Crowd{Telnet: soakPeople, Agents: soakAgents},
		Loop: load.Open, PerSecond: perSecond, Phases: []load.Phase{{Time: span}}, Town: town, Logins: 8,
		Mix: bots.Mix{"look": 3, "move": 2, "item": 1, "say": 1, "tell": 1}, PID: h.at.PID, Seed: 1,
		Told: func(line string) { h.Log(line) },
	})
	check(h.T, err)
	if result.FirstError != "" {
		h.Errorf("a bot met: %s", result.FirstError)
	}
	return result.Phases[0].All
}

// gone waits until the server knows that nobody is connected any more.
func (h *house) gone() {
	h.Helper()
	h.until("everybody has left", func() bool {
		return h.figure("mudlark_sessions") == 0 && h.figure("mudlark_agent_streams") == 0 &&
			h.figure("mudlark_agent_requests_running") == 0
	})
	if *soakTime < longSoak {
		return // the bodies of agents are still in the world, and what they were told is still kept for them
	}
	asleep := time.NewTimer(asleepAfter)
	defer asleep.Stop()
	select {
	case <-asleep.C:
	case <-h.Context().Done():
	}
	if seated, sessions := h.figure("mudlark_agents_seated"), h.figure("mudlark_agent_sessions"); seated > 0 {
		h.Errorf("%v bodies of agents and %v sessions are still kept after %s", seated, sessions, asleepAfter)
	}
}

var heapLine = regexp.MustCompile(`(?m)^# HeapInuse = (\d+)$`)

// held returns what the server's heap holds after a collection, and how many goroutines there are.
func (h *house) held() (heap, goroutines int) {
	h.Helper()
	page, err := h.at.Page(h.Context(), "/debug/pprof/heap?gc=1&debug=1")
	check(h.T, err)
	found := heapLine.FindStringSubmatch(page)
	if found == nil {
		h.Fatalf("the heap's profile does not say how large it is: %.300s", page)
	}
	heap, err = strconv.Atoi(found[1])
	check(h.T, err)
	return heap, int(h.figure("go_goroutines"))
}
