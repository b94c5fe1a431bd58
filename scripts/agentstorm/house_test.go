package agentstorm_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/gauge"
	"github.com/mudlark-mud/mudlark/scripts/agentstorm"
	"github.com/mudlark-mud/mudlark/scripts/agentstorm/daemon"
	"github.com/mudlark-mud/mudlark/scripts/agentstorm/keyboard"
)

var ask = flag.String("agents.ask", "", "which checks to run, with commas between: abuse, cost, soak")

const password = "three-pins-for-the-bell"

// asked skips a check that nobody asked for.
func asked(t *testing.T, name string) {
	t.Helper()
	if !slices.ContainsFunc(strings.Split(*ask, ","), func(s string) bool { return s == name }) {
		t.Skipf("takes a while; run it with -agents.ask=%s", name)
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// house is a server and what is known of the people in it.
type house struct {
	*testing.T

	at   *daemon.Daemon
	last int // of the ids of those who came, each with an address of its own
}

// open starts a server on a new world.
func open(t *testing.T, flags ...string) *house {
	t.Helper()
	program, err := daemon.Build(t.Context(), t.TempDir())
	check(t, err)
	log, err := os.Create(filepath.Join(t.TempDir(), "serve.log"))
	check(t, err)
	at, err := daemon.Start(t.Context(), program, t.TempDir(), log, flags...)
	check(t, err)
	t.Cleanup(at.Kill)
	t.Cleanup(func() {
		if !t.Failed() {
			return
		}
		text, err := os.ReadFile(log.Name())
		t.Logf("the end of the server's log: %v\n%s", err, text[max(0, len(text)-4000):])
	})
	return &house{T: t, at: at}
}

func (h *house) sit(name string) *keyboard.Person {
	h.Helper()
	h.last++
	p, err := keyboard.Sit(h.Context(), h.at.Telnet, h.last, name, password)
	check(h.T, err)
	return p
}

// agent makes an account, a character and a token, and an agent that holds it, whose session has begun.
func (h *house) agent(name, era string) *agentstorm.Caller {
	h.Helper()
	p := h.sit(name)
	token, err := p.Mint(h.Context(), "scout")
	check(h.T, err)
	check(h.T, p.Leave(h.Context()))
	c := agentstorm.New(h.at.MCP, token, era, h.last)
	check(h.T, c.Begin(h.Context()))
	return c
}

// call calls a tool, which must come to something.
func (h *house) call(c *agentstorm.Caller, tool string, args map[string]any) agentstorm.Answer {
	h.Helper()
	a, err := c.Call(h.Context(), tool, args, nil)
	check(h.T, err)
	if a.Failed() {
		h.Fatalf("%s %v: status %d: %.600s", tool, args, a.Status, a.Body)
	}
	return a
}

// usage is what the server process has used by now.
func (h *house) usage() gauge.Usage {
	h.Helper()
	u, err := gauge.UsageOf(h.at.PID)
	check(h.T, err)
	return u
}

// figure reads a figure of /metrics, summed over its labels.
func (h *house) figure(name string) float64 {
	h.Helper()
	page, err := h.at.Page(h.Context(), "/metrics")
	check(h.T, err)
	sum := 0.0
	for line := range strings.Lines(page) {
		rest, ok := strings.CutPrefix(line, name)
		if !ok || rest[0] != '{' && rest[0] != ' ' {
			continue
		}
		var value float64
		if _, err := fmt.Sscan(rest[strings.LastIndexByte(rest, ' ')+1:], &value); err != nil {
			h.Fatalf("%s: %v", line, err)
		}
		sum += value
	}
	return sum
}

// until waits for something to become so.
func (h *house) until(what string, so func() bool) {
	h.Helper()
	const patience, glance = 60 * time.Second, 50 * time.Millisecond
	ctx, cancel := context.WithTimeout(h.Context(), patience)
	defer cancel()
	tick := time.NewTicker(glance)
	defer tick.Stop()
	for !so() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			h.Fatalf("never: %s", what)
		}
	}
}

// honest is somebody who looks around at a steady pace, whatever others do, and notes how long it takes.
type honest struct {
	stop func()
	done sync.WaitGroup

	mu    sync.Mutex
	took  *gauge.Histogram
	wrong int
}

const lookEvery = 100 * time.Millisecond

func (h *house) honest(c *agentstorm.Caller) *honest {
	ctx, stop := context.WithCancel(h.Context())
	o := &honest{stop: stop, took: &gauge.Histogram{}}
	o.done.Go(func() {
		tick := time.NewTicker(lookEvery)
		defer tick.Stop()
		for ctx.Err() == nil {
			began := time.Now()
			a, err := c.Call(ctx, "look", nil, nil)
			o.mu.Lock()
			o.took.Add(time.Since(began))
			if ctx.Err() == nil && (err != nil || a.Failed()) {
				o.wrong++
			}
			o.mu.Unlock()
			select {
			case <-tick.C:
			case <-ctx.Done():
			}
		}
	})
	return o
}

// since returns how long looks took since the last call of since, and how many went wrong.
func (o *honest) since() (gauge.Latency, int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	l, wrong := o.took.Latency(), o.wrong
	o.took, o.wrong = &gauge.Histogram{}, 0
	return l, wrong
}

func (o *honest) end() {
	o.stop()
	o.done.Wait()
}
