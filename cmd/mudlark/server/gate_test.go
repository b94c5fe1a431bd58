package server

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/mud/account"
)

func TestGate(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	k := &keeper{perSource: 2}
	g := k.Gate("telnet", 3, account.NewPace(time.Second, 4))
	enter := func(from account.Source, want string) {
		t.Helper()
		if got := g.Enter(from, now); got != want {
			t.Errorf("%s: got %q, want %q", from, got, want)
		}
	}
	enter("192.0.2.1", "")
	enter("192.0.2.1", "")
	enter("192.0.2.1", ReasonSourceFull)
	enter("192.0.2.2", "")
	enter("192.0.2.3", ReasonFull)
	g.Leave("192.0.2.1", "quit")
	g.Leave("192.0.2.1", "quit")
	enter("192.0.2.1", "")
	enter("192.0.2.1", "")
	g.Leave("192.0.2.1", "idle")
	enter("192.0.2.1", ReasonHurried)
	now = now.Add(time.Second)
	enter("192.0.2.1", "")
	got := k.census()
	if len(got) != 1 || got[0].Name != "telnet" || got[0].Open != 3 || got[0].Accepted != 6 {
		t.Errorf("got %+v", got)
	}
	want := "map[full:1 hurried:1 idle:1 quit:2 source_full:1]"
	if s := fmt.Sprint(got[0].Ended); s != want {
		t.Errorf("ended: got %s, want %s", s, want)
	}
}

// An HTTP client that a gate does not let in gets an answer that says when to come back; a place is free once the
// connection was closed.
func TestGatedListener(t *testing.T) {
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	k := &keeper{perSource: 1}
	ln := NewGatedListener(inner, k.Gate("mcp", 5, nil))
	in := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "in") })
	web := &http.Server{ReadHeaderTimeout: time.Minute, Handler: in} // the first sends none, and keeps its place
	go func() { _ = web.Serve(ln) }()
	defer func() { _ = web.Close() }()
	url := "http://" + inner.Addr().String()
	first, err := net.Dial("tcp", inner.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	if !comes(func() bool { return k.census()[0].Open == 1 }) {
		t.Fatal("the first did not come in")
	}
	fresh := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	ask := func() (int, string) {
		resp, err := fresh.Get(url)
		if err != nil {
			return 0, err.Error()
		}
		defer func() { _ = resp.Body.Close() }()
		body, _ := io.ReadAll(resp.Body)
		return resp.StatusCode, string(body)
	}
	if code, body := ask(); code != http.StatusServiceUnavailable || !strings.Contains(body, "from your address") {
		t.Errorf("one too many: got %d %q, want 503 and why", code, body)
	}
	_ = first.Close()
	if !comes(func() bool { code, body := ask(); return code == http.StatusOK && body == "in" }) {
		t.Error("the place was not given free")
	}
	if d := k.census()[0]; d.Ended[ReasonSourceFull] == 0 || d.Ended[reasonClosed] == 0 {
		t.Errorf("got %+v, want refusals and ends counted", d)
	}
}

// comes waits for what a goroutine beside this one is about to do.
func comes(holds func() bool) bool {
	poll := time.NewTicker(time.Millisecond)
	defer poll.Stop()
	for deadline := time.Now().Add(time.Minute); !holds(); <-poll.C {
		if time.Now().After(deadline) {
			return false
		}
	}
	return true
}
