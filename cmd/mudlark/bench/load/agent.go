package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/bots"
)

const (
	callMax        = 30 * time.Second // for the answer to one call
	answerBytesMax = 1 << 20
	sessionHeader  = "Mcp-Session-Id"
	initialize     = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",` +
		`"capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}`
	initialized = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
)

// agent is one player over MCP: a legacy session (2025-11-25) with one call at a time. Its goroutine does everything.
type agent struct {
	run     *run
	group   *group
	id      int
	token   string
	session string
	held    bool
	away    bool
	chance  *bots.Chance
	breath  bots.Breath
	due     chan pending // commands whose moment has come

	mu    sync.Mutex
	ended bool
	open  int // commands without an answer
	last  int64
}

func newAgent(r *run, g *group, id int) *agent {
	if r.http == nil {
		r.http = &http.Client{Timeout: callMax, Transport: &http.Transport{
			MaxIdleConnsPerHost: r.c.Crowd.Agents, DisableCompression: true,
		}}
	}
	// An id is not negative.
	return &agent{
		run: r, group: g, id: id, chance: bots.NewChance(r.c.Seed, uint64(id)), due: make(chan pending, pendingMost),
	}
}

// signUp makes accounts, characters and tokens for all agents, a few at a time.
func (r *run) signUp(ctx context.Context) error {
	label := "bench" + time.Now().Format("0102150405")
	errs := make(chan error, len(r.players))
	doors := make(chan struct{}, signupsMost)
	visits := 0
	for _, p := range r.players {
		a, ok := p.(*agent)
		if !ok {
			continue
		}
		visits++
		doors <- struct{}{}
		go func() {
			defer func() { <-doors }()
			errs <- a.signUp(ctx, label)
		}()
	}
	var err error
	for range visits {
		err = errors.Join(err, <-errs)
	}
	if err == nil && visits > 0 {
		r.c.Told(fmt.Sprintf("%d agents have their tokens after %s", visits, time.Since(r.began).Round(time.Millisecond)))
	}
	return err
}

// signUp makes the agent's account, character and token, and takes the character to its place.
func (a *agent) signUp(ctx context.Context, label string) (err error) {
	s := signup{id: a.id, name: agentName(a.id), label: label}
	if a.run.c.Town.Rooms > 0 {
		s.path = a.run.c.Town.Path(a.run.room(a.id))
	}
	a.token, err = s.run(ctx, a.run.c.At.Telnet)
	return err
}

// live implements player.
func (a *agent) live(ctx context.Context, entered func()) error {
	began := time.Now()
	if err := a.enter(ctx); err != nil {
		return err
	}
	a.group.login.Add(time.Since(began))
	a.run.arrived(a.group, a.id, agentName(a.id))
	entered()
	for {
		select {
		case p := <-a.due:
			a.call(ctx, p)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// command implements player.
func (a *agent) command(due time.Time) {
	t := a.group.now.Load()
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.ended {
		t.lose()
		return
	}
	select {
	case a.due <- pending{at: due, tally: t}:
		a.open++
		if t != nil && a.run.c.Loop == Open {
			t.lag.Add(time.Since(due))
		}
	default:
		t.lose()
	}
}

// call makes one call. Those that were due before it was answered wait, and their time counts from when they were due.
func (a *agent) call(ctx context.Context, p pending) {
	body, token := a.next(p.at)
	answer, status, err := a.post(ctx, body)
	a.mu.Lock()
	a.open--
	a.mu.Unlock()
	switch {
	case ctx.Err() != nil:
		p.tally.lose()
		return
	case err != nil || status != http.StatusOK || !bytes.Contains(answer, token):
		if t := a.group.now.Load(); t != nil {
			t.refused.Add(1)
		}
		p.tally.lose()
		a.run.noted(fmt.Errorf("agent %d: %s: status %d: %.200s: %w", a.id, body, status, answer, orRefusal(err)))
	default:
		a.group.answered(p)
	}
	if a.run.c.Loop == Closed && a.run.sending.Load() {
		a.command(time.Now())
	}
}

// errRefused says that a call was answered, and not with what was asked for.
var errRefused = errors.New("the call was refused")

func orRefusal(err error) error {
	if err == nil {
		return errRefused
	}
	return err
}

// waiting implements player.
func (a *agent) waiting() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.open
}

// end implements player.
func (a *agent) end() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ended = true
	for {
		select {
		case p := <-a.due:
			p.tally.lose()
		default:
			return
		}
	}
}

// post sends a JSON-RPC message and returns the answer's body.
func (a *agent) post(ctx context.Context, body []byte) ([]byte, int, error) {
	q, err := http.NewRequestWithContext(ctx, http.MethodPost, a.run.c.At.MCP, bytes.NewReader(body))
	if err != nil {
		return nil, 0, err
	}
	q.Header.Set("Authorization", "Bearer "+a.token)
	q.Header.Set("Content-Type", "application/json")
	q.Header.Set("Accept", "application/json, text/event-stream")
	if a.session != "" {
		q.Header.Set(sessionHeader, a.session)
	}
	p, err := a.run.http.Do(q)
	if err != nil {
		return nil, 0, err
	}
	defer func() { _ = p.Body.Close() }()
	if id := p.Header.Get(sessionHeader); id != "" {
		a.session = id
	}
	answer, err := io.ReadAll(io.LimitReader(p.Body, answerBytesMax))
	a.group.bytesOut(len(body)) // of the messages; what HTTP adds is not counted
	a.group.bytesIn(len(answer))
	return answer, p.StatusCode, err
}

// enter opens a session and looks around, which brings the body into the world.
func (a *agent) enter(ctx context.Context) error {
	look, err := json.Marshal(callOf("look", map[string]string{}))
	if err != nil {
		return err
	}
	for _, body := range [][]byte{[]byte(initialize), []byte(initialized), look} {
		answer, status, err := a.post(ctx, body)
		if err != nil {
			return err
		}
		if status/100 != 2 {
			return fmt.Errorf("status %d: %.200s", status, answer)
		}
	}
	return nil
}

func callOf(tool string, arguments map[string]string) any {
	return map[string]any{
		"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": map[string]any{"name": tool, "arguments": arguments},
	}
}

// next makes the next call of the mix, and what must be in its answer; nil: anything, for "you see no stone here" is an
// answer too.
func (a *agent) next(due time.Time) (body, token []byte) {
	a.last = max(a.last+1, due.Sub(a.run.began).Microseconds())
	words := bots.Token(a.id, a.last)
	var c any
	switch a.breath.Draw(a.run.deck, a.chance, time.Now()).Name {
	case "say":
		c, token = callOf("say", map[string]string{"text": words}), []byte(words)
	case "tell":
		c, token = callOf("tell", map[string]string{"to": a.run.friend(a.id), "text": words}), []byte(words)
	case "item":
		a.held = !a.held
		tool := "drop"
		if a.held {
			tool = "pick_up"
		}
		c = callOf(tool, map[string]string{"item": bots.Stone})
	case "move":
		c = callOf("look", map[string]string{})
		if room := a.run.room(a.id); room > 0 {
			a.away = !a.away
			way := bots.WayIn(room)
			if a.away {
				way = bots.WayOut
			}
			c = callOf("move", map[string]string{"direction": way})
		}
	default:
		c = callOf("look", map[string]string{})
	}
	body, err := json.Marshal(c)
	if err != nil {
		panic(err) // maps of strings
	}
	return body, token
}
