package tablegame_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/ai/mcp/tablegame"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// snug is a world of one room with a table of the house, the door to it, and the guard behind the door.
type snug struct {
	t       *testing.T
	loop    *loop.Loop
	changes chan struct{}
	door    *tablegame.Server
	handler http.Handler
	url     string
	close   func() // ends the door's Run
}

// nobody has a token here.
type nobody struct{}

func (nobody) Find(context.Context, string) (guard.Principal, bool) { return guard.Principal{}, false }

func newSnug(t *testing.T, tune func(*tablegame.Config)) *snug {
	t.Helper()
	n := &snug{t: t, changes: make(chan struct{}, 1)}
	n.loop = loop.New(loop.NewMachine(world.New(7), loop.MachineOptions{OnRecord: func(*world.Record) {
		select {
		case n.changes <- struct{}{}:
		default:
		}
	}}), journal.NewMemory(), loop.Options{})
	ctx, stop := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := n.loop.Run(ctx); err != nil {
			t.Errorf("loop: %v", err)
		}
	})
	t.Cleanup(func() { stop(); wg.Wait() })
	host := world.Via{Kind: world.ViaHost}
	for _, a := range []world.Action{
		world.Start{Build: "test", Seed: 7},
		world.ApplyPack{Pack: world.Pack{
			ID: "inn", Name: "Inn", Start: "snug", Hash: "1",
			Rooms:  []world.RoomSpec{{ID: "snug", Zone: "inn", Name: "Snug", Desc: "A slate."}},
			Tables: []world.TableSpec{{ID: "slate", Name: "slate", Room: "snug", Game: "noughts", House: true}},
			Help:   []world.HelpSpec{{ID: "newbie", Text: "Look about."}},
		}},
	} {
		n.do(host, a)
	}
	config := tablegame.Config{
		World: n.loop, Mode: tablegame.Auto, Local: true, Gate: guard.NewGate([]string{"play.example.org"}, nil),
		Policy: tablegame.ReadPolicy("# words\nblast\n"), Version: "test", Changes: n.changes,
	}
	if tune != nil {
		tune(&config)
	}
	door, err := tablegame.New(config)
	if err != nil {
		t.Fatal(err)
	}
	behind, err := guard.NewGuard(guard.Config{
		Principals: nobody{}, Key: guard.SealKey([]byte("a secret")), Hosts: []string{"play.example.org"},
	})
	if err != nil {
		t.Fatal(err)
	}
	n.door = door
	n.handler = door.Before(behind.Before(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Error("something without a token passed the guard")
	})))
	server := httptest.NewServer(n.handler)
	t.Cleanup(server.Close)
	n.url = server.URL
	running, end := context.WithCancel(context.Background())
	var run sync.WaitGroup
	run.Go(func() { door.Run(running) })
	n.close = sync.OnceFunc(func() { end(); run.Wait() })
	t.Cleanup(n.close)
	return n
}

// do carries out an action that the rules allow.
func (n *snug) do(via world.Via, a world.Action) {
	n.t.Helper()
	r, err := n.loop.Do(context.Background(), func(*world.State, world.Time) loop.Step {
		return loop.Step{Input: &world.Input{Via: via, Action: a}}
	})
	if err != nil || r.Refusal != nil {
		n.t.Fatalf("%T: %v %v", a, err, r.Refusal)
	}
}

// ask sends a request over a real connection and returns status and body.
func (n *snug) ask(method, path, body string) (int, string) {
	n.t.Helper()
	req, err := http.NewRequest(method, n.url+path, strings.NewReader(body))
	if err != nil {
		n.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		n.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		n.t.Fatal(err)
	}
	return resp.StatusCode, strings.TrimSpace(string(text))
}

// call makes a call as a bare method and returns its result.
func (n *snug) call(name, params string) string {
	n.t.Helper()
	status, body := n.ask(http.MethodPost, "/mcp",
		fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, name, params))
	var out struct{ Result json.RawMessage }
	if err := json.Unmarshal([]byte(body), &out); err != nil || status != http.StatusOK {
		n.t.Fatalf("%s: %d %s", name, status, body)
	}
	return string(out.Result)
}

// events reads a stream in lines until the test ends.
func (n *snug) events() <-chan string {
	n.t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, n.url+"/api/events", nil)
	if err != nil {
		n.t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		n.t.Fatal(err)
	}
	if got, want := resp.Header.Get("Content-Type"), "text/event-stream"; got != want {
		n.t.Fatalf("content type = %q, want %q", got, want)
	}
	out := make(chan string, 100)
	var wg sync.WaitGroup
	wg.Go(func() {
		defer close(out)
		defer func() { _ = resp.Body.Close() }()
		var text bytes.Buffer
		part := make([]byte, 4096)
		for {
			k, err := resp.Body.Read(part)
			text.Write(part[:k])
			for {
				event, rest, whole := strings.Cut(text.String(), "\n\n")
				if !whole {
					break
				}
				text.Reset()
				text.WriteString(rest)
				out <- event
			}
			if err != nil {
				return
			}
		}
	})
	n.t.Cleanup(func() { stop(); wg.Wait() })
	return out
}

// next is the next event of a stream that is more than a sign of life, "" when it has ended.
func next(t *testing.T, events <-chan string) string {
	t.Helper()
	const patience = 30 * time.Second
	late := time.After(patience)
	for {
		select {
		case e := <-events:
			if e != ": keep-alive" {
				return e
			}
		case <-late:
			t.Fatal("no event came")
		}
	}
}

// bare is a world in which nothing stands.
type bare struct{ tablegame.World }

// Do asks a world that is empty.
func (bare) Do(_ context.Context, do func(*world.State, world.Time) loop.Step) (loop.Reply, error) {
	return loop.Reply{Refusal: do(world.New(1), 0).Refusal}, nil
}
