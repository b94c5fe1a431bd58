package bots

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"
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
	id      int
	token   string
	session string
	sent    int
	uses    map[string]int
	away    bool
	chance  *Chance
}

// RunAgents is [Run] for agents over MCP, at Config.MCP. Config.Addr is the telnet door of the same server, where each
// first gets an account, a character and a token. The server takes 20 calls a second from each; a closed loop is
// refused more.
func RunAgents(ctx context.Context, c Config) (*Report, error) {
	r, err := newRun(c)
	if err != nil {
		return nil, err
	}
	client := &http.Client{Timeout: callMax, Transport: &http.Transport{
		MaxIdleConnsPerHost: c.Players, DisableCompression: true,
	}}
	defer client.CloseIdleConnections()
	r.http = client
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if err := r.usage(&r.usageIdle); err != nil {
		return nil, err
	}
	agents, err := r.signUp(ctx)
	if err != nil {
		return nil, err
	}
	r.began = time.Now()
	for _, a := range agents {
		if err := a.enter(ctx); err != nil {
			return nil, fmt.Errorf("agent %d: %w", a.id, err)
		}
		r.ready.Add(1)
	}
	r.allIn = time.Since(r.began)
	r.c.Told(fmt.Sprintf("%d agents are in after %s", len(agents), r.allIn.Round(time.Millisecond)))
	playCtx, stop := context.WithCancel(ctx)
	defer stop()
	var wg sync.WaitGroup
	began := time.Now()
	for _, a := range agents {
		wg.Go(func() { a.play(playCtx, began) })
	}
	wait(ctx, warmUp)
	w, err := r.window(ctx)
	stop()
	wg.Wait()
	if err != nil {
		return nil, err
	}
	return r.report(w, 0), nil
}

// signUp makes accounts, characters and tokens, a few at a time.
func (r *run) signUp(ctx context.Context) ([]*agent, error) {
	label := "bench" + strconv.FormatInt(time.Now().Unix(), 36)
	agents := make([]*agent, r.c.Players)
	errs := make(chan error, r.c.Players)
	doors := make(chan struct{}, signupsMost)
	for id := range agents {
		doors <- struct{}{}
		go func() {
			defer func() { <-doors }()
			s := signup{name: agentName(id), label: label}
			if r.c.Town.Rooms > 0 {
				s.path = r.c.Town.path(r.room(id))
			}
			token, err := s.run(ctx, r.c.Addr)
			agents[id] = &agent{
				run: r, id: id, token: token, uses: map[string]int{}, chance: NewChance(r.c.Seed, uint64(id)), // not negative
			}
			errs <- err
		}()
	}
	for range agents {
		if err := <-errs; err != nil {
			return nil, err
		}
	}
	for id := range agents {
		r.names[id] = agentName(id)
	}
	return agents, nil
}

// post sends a JSON-RPC message and returns the answer's body.
func (a *agent) post(ctx context.Context, body []byte) ([]byte, int, error) {
	q, err := http.NewRequestWithContext(ctx, http.MethodPost, a.run.c.MCP, bytes.NewReader(body))
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
	a.run.out.Add(uint64(len(body)))
	a.run.in.Add(uint64(len(answer)))
	return answer, p.StatusCode, err
}

// enter opens a session and looks around, which brings the body into the world.
func (a *agent) enter(ctx context.Context) error {
	began := time.Now()
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
			return fmt.Errorf("status %d: %s", status, answer)
		}
	}
	a.run.login.Add(time.Since(began))
	return nil
}

func callOf(tool string, arguments map[string]string) any {
	return map[string]any{
		"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": map[string]any{"name": tool, "arguments": arguments},
	}
}

// play calls at the rate of the run until the context ends.
func (a *agent) play(ctx context.Context, began time.Time) {
	r := a.run
	for n := 0; ctx.Err() == nil; n++ {
		if r.c.PerSecond > 0 {
			at := (float64(n) + float64(a.id)/float64(r.c.Players)) / r.c.PerSecond
			due := began.Add(time.Duration(at * float64(time.Second)))
			wait(ctx, time.Until(due))
			if r.measuring.Load() {
				r.lag.Add(time.Since(due))
			}
		}
		body, token := a.next()
		p := pending{at: time.Now(), timed: r.measuring.Load()}
		answer, status, err := a.post(ctx, body)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil || status != http.StatusOK || !bytes.Contains(answer, token):
			r.refused.Add(1)
			r.noted(fmt.Errorf("agent %d: %s: status %d: %.200s: %w", a.id, body, status, answer, orRefusal(err)))
		default:
			r.answered(p)
		}
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

// next makes the next call of the mix, and what must be in its answer; nil: anything, for "you see no stone here" is an
// answer too.
func (a *agent) next() (body, token []byte) {
	kind := a.run.deck[a.chance.Below(len(a.run.deck))].Name
	a.sent++
	a.uses[kind]++
	words := "q" + strconv.Itoa(a.id) + "x" + strconv.Itoa(a.sent)
	var c any
	switch kind {
	case "say":
		c, token = callOf("say", map[string]string{"text": words}), []byte(words)
	case "tell":
		c, token = callOf("tell", map[string]string{"to": a.run.friend(a.id), "text": words}), []byte(words)
	case "item":
		tool := []string{"drop", "pick_up"}[a.uses[kind]%2]
		c = callOf(tool, map[string]string{"item": Stone})
	case "move":
		c = callOf("look", map[string]string{})
		if room := a.run.room(a.id); room > 0 {
			a.away = !a.away
			way := branchDirs()[(room-1)%branches]
			if a.away {
				way = wayOut
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
