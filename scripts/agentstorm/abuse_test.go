package agentstorm_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/bots"
	"github.com/mudlark-mud/mudlark/scripts/agentstorm"
)

// cast is the house in which Bea's agent means harm to Ann's, while Hon's looks around and a wizard talks.
type cast struct {
	*house

	ann, bea, hon *agentstorm.Caller // with sessions
	annNew        *agentstorm.Caller // Ann's agent again, without them
	beaNew        *agentstorm.Caller
}

// secret is told to Ann alone.
const secret = "the spoon is under the third tread"

func openCast(t *testing.T) *cast {
	t.Helper()
	h := open(t)
	c := &cast{house: h}
	c.ann, c.bea = h.agent("Ann", agentstorm.Legacy), h.agent("Bea", agentstorm.Legacy)
	c.hon = h.agent("Hon", agentstorm.Legacy)
	h.last += 2
	c.annNew = agentstorm.New(h.at.MCP, c.ann.Token, agentstorm.Modern, h.last-1)
	c.beaNew = agentstorm.New(h.at.MCP, c.bea.Token, agentstorm.Modern, h.last)
	for _, who := range []*agentstorm.Caller{c.ann, c.bea, c.hon} {
		h.call(who, "say", map[string]any{"text": "Good evening."})
	}
	return c
}

// Two agents, one of whom means harm. What is tried by ids: none of it reaches the other.
func TestAbuseByNames(t *testing.T) {
	asked(t, "abuse")
	c := openCast(t)
	t.Run("sessions", c.sessions)
	t.Run("cancelling", c.cancelling)
	t.Run("events", c.events)
	t.Run("keys", c.keys)
	t.Run("subscriptions", c.subscriptions)
	t.Run("commands", c.commands)
	t.Run("doors", c.doors)
	check(t, c.at.Stop())
	check(t, c.at.Verify(context.WithoutCancel(t.Context())))
}

// sessions: Bea has learned the id of Ann's session, and uses it by every method.
func (c *cast) sessions(t *testing.T) {
	stolen := agentstorm.New(c.at.MCP, c.bea.Token, agentstorm.Legacy, c.last)
	stolen.Session = c.ann.Session
	for _, method := range []string{http.MethodPost, http.MethodGet, http.MethodDelete} {
		q, err := stolen.Request(t.Context(), method, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
		check(t, err)
		a, err := stolen.Do(q)
		check(t, err)
		if a.Status != http.StatusNotFound {
			t.Errorf("%s with another's session: status %d, want 404: %.200s", method, a.Status, a.Body)
		}
	}
	c.call(c.ann, "look", nil) // hers is still there
}

// cancelling: Ann waits for events; Bea cancels requests of every id that Ann's could have, in both eras.
func (c *cast) cancelling(t *testing.T) {
	for _, who := range []*agentstorm.Caller{c.ann, c.annNew} {
		c.call(who, "events", nil) // so that nothing old ends the wait
		waits := make(chan agentstorm.Answer, 1)
		go func() {
			a, _ := who.Send(t.Context(), agentstorm.Message{ID: "wait", Method: "tools/call", Name: "events",
				Params: map[string]any{"name": "events", "arguments": map[string]any{"wait_ms": 20000}}})
			waits <- a
		}()
		c.until("she waits", func() bool { return c.figure("mudlark_agent_requests_running") >= 1 })
		for _, bad := range []*agentstorm.Caller{c.bea, c.beaNew} {
			for _, id := range []any{"wait", 1, 2, 3} {
				_, err := bad.Send(t.Context(), agentstorm.Message{Method: "notifications/cancelled",
					Params: map[string]any{"requestId": id, "progressToken": id, "reason": "because"}})
				check(t, err)
			}
		}
		c.call(c.hon, "say", map[string]any{"text": "Wake up, " + who.Era})
		if a := <-waits; a.Failed() || !strings.Contains(a.Body, "Wake up, "+who.Era) {
			t.Errorf("%s: her wait ended with %d %.300s", who.Era, a.Status, a.Body)
		}
	}
}

// events: what is told to Ann alone, Bea can read by no cursor and from no resource.
func (c *cast) events(t *testing.T) {
	c.call(c.hon, "tell", map[string]any{"to": "Ann", "text": secret})
	if a := c.call(c.ann, "events", nil); !strings.Contains(a.Body, secret) {
		t.Fatalf("Ann was not told: %.300s", a.Body)
	}
	for _, args := range []map[string]any{nil, {"after": 0}, {"after": 1, "limit": 100}, {"after": 1 << 40}} {
		a, err := c.bea.Call(t.Context(), "events", args, nil)
		check(t, err)
		if strings.Contains(a.Body, secret) {
			t.Errorf("events %v tells Bea what Ann was told", args)
		}
	}
	for _, uri := range []string{
		"game://log/recent", "game://player/state", "game://player/inventory", "game://log/recent?actor=pc-ann",
		"game://player/state/pc-ann", "game://player/pc-ann/state", "game://room/../player/state",
	} {
		a, err := c.bea.Send(t.Context(), agentstorm.Message{ID: 7, Method: "resources/read", Name: uri,
			Params: map[string]any{"uri": uri}})
		check(t, err)
		isHers := !a.Failed() && strings.Contains(a.Body, "Ann") && uri != "game://log/recent"
		if strings.Contains(a.Body, secret) || isHers {
			t.Errorf("%s tells Bea of Ann: %.300s", uri, a.Body)
		}
	}
}

// keys: Bea repeats a call of Ann's with Ann's idempotency key. Each key is its token's own.
func (c *cast) keys(t *testing.T) {
	listener := c.sit("Lis")
	meta := map[string]any{"mudlark/key": "k-1"}
	args := map[string]any{"text": "Once and no more."}
	for _, who := range []*agentstorm.Caller{c.ann, c.bea, c.ann, c.bea} {
		a, err := who.Call(t.Context(), "say", args, meta)
		check(t, err)
		if a.Failed() {
			t.Errorf("with a key: %.300s", a.Body)
		}
	}
	for _, name := range []string{"Ann", "Bea"} {
		_, err := listener.Await(t.Context(), name+` says: "Once and no more\."`)
		check(t, err)
	}
	check(t, listener.Finish(t.Context(), "look"))
	if listener.Saw(regexp.MustCompile(`(says: "Once and no more\.".*){3}`)) {
		t.Error("a repeated call acted twice")
	}
	a, err := c.bea.Call(t.Context(), "say", map[string]any{"text": "Other words."}, meta)
	check(t, err)
	if !a.Failed() {
		t.Errorf("a key was taken for other words: %.300s", a.Body)
	}
	check(t, listener.Leave(t.Context()))
}

// listen opens a stream and returns the lines that come on it.
func (c *cast) listen(ctx context.Context, t *testing.T, q *http.Request, who *agentstorm.Caller) <-chan string {
	t.Helper()
	r, err := who.Open(q.WithContext(ctx)) //nolint:bodyclose // whoever reads the lines closes it
	check(t, err)
	if r.StatusCode != http.StatusOK {
		t.Fatalf("a stream is refused: %d", r.StatusCode)
	}
	lines := make(chan string, 1000)
	go func() {
		defer close(lines)
		defer func() { _ = r.Body.Close() }()
		for s := bufio.NewScanner(r.Body); s.Scan(); {
			if strings.HasPrefix(s.Text(), "data:") {
				lines <- s.Text()
			}
		}
	}()
	return lines
}

// subscriptions: both subscribe to what is theirs under the same names and the same ids. Only hers tells her.
func (c *cast) subscriptions(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	uris := []string{"game://player/inventory"}
	subscribe := agentstorm.Message{ID: "sub-1", Method: "subscriptions/listen",
		Params: map[string]any{"notifications": map[string]any{"resourceSubscriptions": uris}}}
	streams := map[string]<-chan string{}
	for name, who := range map[string]*agentstorm.Caller{"Ann": c.annNew, "Bea": c.beaNew} {
		q, err := who.Make(ctx, subscribe)
		check(t, err)
		streams[name] = c.listen(ctx, t, q, who)
		if first := <-streams[name]; !strings.Contains(first, "acknowledged") {
			t.Errorf("%s's stream begins with %s", name, first)
		}
	}
	for _, who := range []*agentstorm.Caller{c.bea, c.beaNew} { // to end hers: none of it is a way
		for _, m := range []agentstorm.Message{
			{Method: "notifications/cancelled", Params: map[string]any{"requestId": "sub-1"}},
			{ID: 9, Method: "resources/unsubscribe", Params: map[string]any{"uri": uris[0]}},
		} {
			_, err := who.Send(t.Context(), m)
			check(t, err)
		}
	}
	c.call(c.ann, "move", map[string]any{"direction": "north"})
	c.call(c.ann, "pick_up", map[string]any{"item": "lamp"})
	const patience, quiet = 30 * time.Second, time.Second
	select {
	case line := <-streams["Ann"]:
		if !strings.Contains(line, uris[0]) {
			t.Errorf("Ann's stream says %s", line)
		}
	case <-time.After(patience):
		t.Error("Ann's stream never told her of her lamp")
	}
	select {
	case line := <-streams["Bea"]:
		t.Errorf("Bea is told of Ann's lamp: %s", line)
	case <-time.After(quiet):
	}
}

// keyboards are lines that only a person at a keyboard, or a wizard, may type.
func keyboards() []string {
	return []string{
		"quit", "password", "token new another", "token list", "token revoke scout", "key add ssh-ed25519 AAAA", "copilot on",
		"characters new Mallory", "claim aaaaaa-aaaaaa-aaaaaa-aaaaaa", "shutdown 0", "shutdown off", "goto well-head",
		"summon ann", "at ann say hello", "force ann to say hello", "load rusty-key", "purge lamp", "set me hp 30",
		"set me role wizard", "restore me", "echo boo", "stat ann", "check", "audit ann", "unpoison", "reports",
		"history ann", "provenance lamp", "rewind look here 1m", "agent grant another", "agent revoke scout",
		"agent yes 1", "agents", "agents off",
		"look;quit", "look && quit", "look\nquit", "look\r\nshutdown 0", " QUIT", "qui", "passw",
		"force ann force bea quit", "tok list", "\x1b[2Jquit", "q\u200buit",
	}
}

// commands: none of what a token is refused can be had by typing it.
func (c *cast) commands(t *testing.T) {
	heard := regexp.MustCompile(`mlk_[a-z0-9]{52}|"text":"(The [a-z ]+ of .* is now|The .* is gone|You .* whole|You make)`)
	for _, line := range keyboards() {
		for _, who := range []*agentstorm.Caller{c.bea, c.beaNew} {
			a, err := who.Call(t.Context(), "command", map[string]any{"line": line}, nil)
			check(t, err)
			if !a.Failed() || heard.MatchString(a.Body) {
				t.Errorf("command %q passes: %.300s", line, a.Body)
			}
		}
		t.Logf("refused: %q", line)
		c.pause(t)
	}
	for _, tool := range []string{"goto", "force", "shutdown", "token", "quit", "agent", "agents", "claim", "Look"} {
		a, err := c.bea.Call(t.Context(), tool, map[string]any{}, nil)
		check(t, err)
		if !a.Failed() {
			t.Errorf("the tool %q exists: %.300s", tool, a.Body)
		}
	}
	c.call(c.ann, "look", nil)
	c.call(c.bea, "look", nil)
}

// pause lets a bucket fill again, so that what refuses is the verb and not the rate.
func (c *cast) pause(t *testing.T) {
	t.Helper()
	const refill = 200 * time.Millisecond
	select {
	case <-time.After(refill):
	case <-t.Context().Done():
	}
}

// doors: names of hosts and pages that are not this server's, and tokens where none belong.
func (c *cast) doors(t *testing.T) {
	for _, try := range []struct {
		name   string
		change func(*http.Request)
		want   int
	}{
		{"nothing", func(*http.Request) {}, http.StatusOK},
		{"a page", func(q *http.Request) { q.Header.Set("Origin", "https://evil.example") }, http.StatusForbidden},
		{"a page that begins so", func(q *http.Request) { q.Header.Set("Origin", "http://localhost.evil.example") },
			http.StatusForbidden},
		{"no page", func(q *http.Request) { q.Header.Set("Origin", "null") }, http.StatusForbidden},
		{"a host", func(q *http.Request) { q.Host = "evil.example" }, http.StatusForbidden},
		{"a host with a port", func(q *http.Request) { q.Host = "127.0.0.1.evil.example:80" }, http.StatusForbidden},
		{"a guess", func(q *http.Request) { q.Header.Set("Authorization", "Bearer mlk_"+strings.Repeat("a", 52)) },
			http.StatusUnauthorized},
		{"two tokens", func(q *http.Request) { q.Header.Add("Authorization", "Bearer "+c.ann.Token) },
			http.StatusUnauthorized},
		{"a token in the URL", func(q *http.Request) { q.URL.RawQuery = "token=" + c.ann.Token }, http.StatusBadRequest},
	} {
		q, err := c.bea.Make(t.Context(), agentstorm.Message{ID: 1, Method: "ping"})
		check(t, err)
		try.change(q)
		a, err := c.bea.Do(q)
		check(t, err)
		if a.Status != try.want {
			t.Errorf("%s: status %d, want %d: %.200s", try.name, a.Status, try.want, a.Body)
		}
	}
}

// What is tried by weight: none of it makes the server large, or an honest agent wait.
func TestAbuseByWeight(t *testing.T) {
	asked(t, "abuse")
	c := openCast(t)
	hon := c.honest(c.hon)
	defer hon.end()
	const grownMax = 96 << 20 // bytes of memory that an attack may leave behind, the collector's lag included
	report := []string{fmt.Sprintf("%-34s %8s %9s %9s %9s %8s %8s %6s",
		"attack", "refused", "before", "after", "heap", "p50", "p99", "wrong")}
	_, _ = hon.since()
	c.refill(t)
	report = append(report, c.row("nothing", hon, c.usage().Resident(), 0))
	for _, attack := range []struct {
		name string
		do   func(*testing.T) int64
	}{
		{"64 MiB bodies, 40", c.giants}, {"10,000 sessions", c.manySessions}, {"1,000 streams", c.manyStreams},
		{"300 bodies, a byte a second", c.slowBodies}, {"300 headers, a byte a second", c.slowHeaders},
		{"5,000 guesses of a token", c.guesses},
	} {
		t.Run(attack.name, func(t *testing.T) {
			before := c.usage().Resident()
			refused := attack.do(t)
			if grown := c.usage().Resident() - before; grown > grownMax {
				t.Errorf("the server has grown by %d MiB", grown>>20)
			}
			report = append(report, c.row(attack.name, hon, before, refused))
		})
	}
	t.Logf("\n%s", strings.Join(report, "\n"))
	c.call(c.ann, "look", nil)
	sessions, streams := c.figure("mudlark_agent_sessions"), c.figure("mudlark_agent_streams")
	if sessions > 12 || streams > 6 {
		t.Errorf("%v sessions and %v streams are open afterwards", sessions, streams)
	}
}

// waitMax is how many milliseconds 99 of 100 honest calls may take under an attack, with which it shares the machine.
const waitMax = 500

// row is a line of the report: what an attack was refused, and what was felt of it.
func (c *cast) row(name string, hon *honest, before, refused int64) string {
	felt, wrong := hon.since()
	if felt.P99 > waitMax {
		c.Errorf("%s: 1 of 100 honest calls takes %.0f ms or longer", name, felt.P99)
	}
	if wrong > 0 {
		c.Errorf("%s: %d of %d honest calls came to nothing", name, wrong, felt.Count)
	}
	return fmt.Sprintf("%-34s %8d %5d MiB %5d MiB %5.0f MiB %5.1f ms %5.1f ms %6d", name, refused, before>>20,
		c.usage().Resident()>>20, c.figure("go_memstats_heap_inuse_bytes")/(1<<20), felt.P50, felt.P99, wrong)
}

// spread runs a piece of work n times, a few at once, and counts what it returns.
func spread(n, atOnce int, work func(i int) int64) int64 {
	var all sync.WaitGroup
	var next, sum atomic.Int64
	for range atOnce {
		all.Go(func() {
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				sum.Add(work(int(i)))
			}
		})
	}
	all.Wait()
	return sum.Load()
}

// one is 1 for what is so.
func one(is bool) int64 {
	if is {
		return 1
	}
	return 0
}

// giants: bodies of 64 MiB, half of them undeclared, with a token and without.
func (c *cast) giants(t *testing.T) int64 {
	refused := spread(40, 4, func(i int) int64 {
		body := io.MultiReader(strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"`), io.LimitReader(letters{}, 64<<20))
		bad := agentstorm.New(c.at.MCP, map[bool]string{true: c.bea.Token}[i%2 == 0], agentstorm.Modern, c.last)
		q, err := bad.Request(t.Context(), http.MethodPost, io.NopCloser(body))
		if err != nil {
			return 0
		}
		if i%4 < 2 {
			q.ContentLength = 64<<20 + 34
		}
		a, err := bad.Do(q)
		return one(err != nil || a.Status == http.StatusRequestEntityTooLarge || a.Status == http.StatusUnauthorized ||
			a.Status == http.StatusTooManyRequests)
	})
	if refused != 40 {
		t.Errorf("%d of 40 giants were refused", refused)
	}
	return refused
}

type letters struct{}

func (letters) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

func (c *cast) manySessions(t *testing.T) int64 {
	hello, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": map[string]any{
		"protocolVersion": agentstorm.Legacy, "capabilities": map[string]any{},
		"clientInfo": map[string]any{"name": strings.Repeat("x", 1000), "version": "1"},
	}})
	check(t, err)
	refused := spread(10_000, 16, func(int) int64 {
		q, err := c.bea.Request(t.Context(), http.MethodPost, strings.NewReader(string(hello)))
		if err != nil {
			return 0
		}
		a, err := c.bea.Do(q)
		return one(err != nil || a.Status == http.StatusTooManyRequests)
	})
	if sessions := c.figure("mudlark_agent_sessions"); sessions > 12 {
		t.Errorf("%v sessions are kept; a token has 8, and three have one here", sessions)
	}
	return refused
}

func (c *cast) manyStreams(t *testing.T) int64 {
	c.refill(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	refused := spread(1000, 16, func(i int) int64 {
		q, err := c.beaNew.Make(ctx, agentstorm.Message{ID: i, Method: "subscriptions/listen", Params: map[string]any{
			"notifications": map[string]any{"toolsListChanged": true},
		}})
		if err != nil {
			return 0
		}
		r, err := c.beaNew.Open(q)
		if err != nil || r.StatusCode != http.StatusOK {
			if err == nil {
				_ = r.Body.Close()
			}
			return 1
		}
		context.AfterFunc(ctx, func() { _ = r.Body.Close() })
		return 0
	})
	if streams := c.figure("mudlark_agent_streams"); streams > 4 {
		t.Errorf("%v streams are open; a token has 4", streams)
	}
	return refused
}

// refill waits until Bea's bucket is full again.
func (c *cast) refill(t *testing.T) {
	t.Helper()
	for range 15 {
		c.pause(t)
	}
}

func (c *cast) slowBodies(t *testing.T) int64 {
	return c.drip(t, "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer "+c.bea.Token+
		"\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n")
}

func (c *cast) slowHeaders(t *testing.T) int64 {
	return c.drip(t, "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
}

// drip sends a beginning over many connections and then a byte a second, and returns how many the server has cut.
func (c *cast) drip(t *testing.T, begin string) int64 {
	t.Helper()
	at, err := url.Parse(c.at.MCP)
	check(t, err)
	const many, seconds = 300, 20
	refused := spread(many, many, func(i int) int64 {
		conn, err := bots.Dial(t.Context(), at.Host, c.last+100+i/50) // from six addresses
		if err != nil {
			return 1
		}
		defer func() { _ = conn.Close() }()
		if _, err := conn.Write([]byte(begin)); err != nil {
			return 1
		}
		over := make(chan struct{})
		go func() {
			defer close(over)
			_, _ = io.Copy(io.Discard, conn)
		}()
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for range seconds {
			select {
			case <-over:
				return 1
			case <-tick.C:
				if _, err := conn.Write([]byte(" ")); err != nil {
					return 1
				}
			}
		}
		return 0
	})
	if refused != many {
		t.Errorf("%d of %d slow connections were cut within %d s", refused, many, seconds)
	}
	return refused
}

// guesses: wrong tokens, as fast as they go.
func (c *cast) guesses(t *testing.T) int64 {
	refused := spread(5000, 16, func(i int) int64 {
		bad := c.beaNew.As(fmt.Sprintf("mlk_%052d", i))
		a, err := bad.Send(t.Context(), agentstorm.Message{ID: 1, Method: "tools/list"})
		return one(err != nil || a.Status == http.StatusUnauthorized || a.Status == http.StatusTooManyRequests)
	})
	if refused != 5000 {
		t.Errorf("%d of 5000 guesses were refused", refused)
	}
	return refused
}
