package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/ai/store"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/mcphost"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/screens"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/mud/sshd"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// tavern is the daemon on a folder inside a synctest bubble: its journal, its memories and its doors are the real ones,
// and only the wires that lead to them are not the machine's.
type tavern struct {
	t      *testing.T
	ctx    context.Context //nolint:containedctx // of the daemon's doors
	s      *serving
	d      *server.Daemon
	telnet *screens.TelnetDoor
	parlour
	web  *wires
	out  bytes.Buffer
	stop func()
	crew sync.WaitGroup
}

// lanternSeed are the dice of the evening.
const lanternSeed = 7

// foundTavern makes the folder of a world whose dice are known.
func foundTavern(t *testing.T, dir string) {
	t.Helper()
	d, err := server.OpenDaemon(dir, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.Loop.Run(ctx) }()
	start := world.Start{Build: command.Version, Wall: time.Now().UnixMilli(), Seed: lanternSeed}
	if r, err := d.Host(ctx, start); err != nil || r.Refusal != nil {
		t.Fatal(err, r.Refusal)
	}
	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if err := d.Journal.Close(); err != nil {
		t.Fatal(err)
	}
}

// warmKeep makes what all files of memories share, which may belong to no bubble.
func warmKeep(t *testing.T) {
	t.Helper()
	k, err := store.Open(filepath.Join(t.TempDir(), store.FileName), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const long = 20_000
	k.Apply(store.Batch{Mind: "nobody", Turn: json.RawMessage(`"` + strings.Repeat("a", long) + `"`)})
	all := func(store.Entry) bool { return true }
	if err := errors.Join(k.Flush(t.Context()), k.Latest("nobody", all), k.Close()); err != nil {
		t.Fatal(err)
	}
}

// openTavern runs the daemon on a folder until close. An address is that of a model for its people; "" is none.
func openTavern(t *testing.T, dir, model string) *tavern {
	t.Helper()
	set := map[string]string{}
	if model != "" {
		set = map[string]string{"OPENAI_BASE_URL": model, "OPENAI_MODEL": "large", "OPENAI_API_KEY": "key"}
	}
	return openTavernSo(
		t,
		dir,
		set,
		func(c *serveCmd) { c.Mind.Budget.AITokens = 1_000_000 },
	) // they count where there is a model
}

// openTavernSo is openTavern with an environment and flags.
func openTavernSo(t *testing.T, dir string, set map[string]string, flags func(*serveCmd)) *tavern {
	t.Helper()
	h := &tavern{t: t, web: newWires()}
	h.parlour = parlour{t: t, doors: newWires()}
	e := &command.Env{
		Getenv: func(name string) string { return set[name] }, Stdin: strings.NewReader(""),
		Stdout: &h.out, Stderr: t.Output(),
	}
	var cancel func()
	e.Ctx, cancel = context.WithCancel(context.WithoutCancel(t.Context()))
	serve, err := soloServe(e, dir)
	if err != nil {
		t.Fatal(err)
	}
	flags(serve)
	open, ended := make(chan struct{}), make(chan error, 1)
	serve.inside = func(ctx context.Context, s *serving, door *screens.TelnetDoor) error {
		h.ctx, h.s, h.d, h.telnet = ctx, s, s.d, door
		defer close(open)
		return h.enter()
	}
	go func() { ended <- serve.Run(e) }()
	h.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("the daemon ended: %v", err)
		}
		h.crew.Wait()
	})
	t.Cleanup(h.stop)
	select {
	case <-open:
	case err := <-ended:
		t.Fatalf("the daemon did not open: %v", err)
	}
	synctest.Wait()
	return h
}

func newWires() *wires { return &wires{calls: make(chan net.Conn), closed: make(chan struct{})} }

// enter opens the doors for SSH and for agents.
func (h *tavern) enter() error {
	d, hub, log := h.d, h.telnet.Hub, h.d.Log
	ssh, err := sshd.New(sshd.Config{
		Listener: h.doors, HostKeyPath: d.Path("ssh_host_ed25519_key"), Logger: log,
		Auth: screens.KeyAuth{Accounts: d.Accounts, Meter: d.Meter},
	}, (&screens.SSHDoor{Hub: hub, Log: log, Meter: d.Meter}).Serve)
	if err != nil {
		return err
	}
	verbs := verb.New()
	g, err := h.s.agentsGame()
	if err != nil {
		return err
	}
	helm := mcphost.NewAgentDoor(mcphost.NewPrincipals(d, verbs), hub, g)
	helm.HangUp, helm.Left = func() {}, func() {}
	server, err := mcp.New(mcp.Options{Game: g, Version: command.Version, Guard: guard.Config{
		Principals: helm.Principals, Key: guard.SealKey(make([]byte, mcphost.KeyBytes)), Log: log,
	}})
	if err != nil {
		return err
	}
	if err := helm.Begin(h.ctx, server); err != nil {
		return err
	}
	hub.OpenAgents(helm)
	d.Withdrawn = helm.Ended
	h.crew.Go(func() { _ = ssh.Serve(h.ctx) })
	h.crew.Go(func() { g.Run(h.ctx, server) })
	h.crew.Go(func() { helm.Watch(h.ctx) })
	h.crew.Go(func() { _ = server.Serve(h.ctx, h.web) })
	return nil
}

// call connects by telnet.
func (h *tavern) call() *caller {
	near, far := newWire()
	l := &caller{t: h.t, in: near}
	h.crew.Go(func() {
		h.telnet.Connection(h.ctx, far, far.RemoteAddr())
		_ = far.Close()
	})
	h.crew.Go(func() { _, _ = io.Copy(l, near) })
	synctest.Wait()
	return l
}

// tool calls a tool as an agent does, and returns what it is told in words.
func (h *tavern) tool(token, name, args string) string {
	h.t.Helper()
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":%q,"arguments":%s,"_meta":{`+
		`"io.modelcontextprotocol/protocolVersion":%q,"io.modelcontextprotocol/clientCapabilities":{},`+
		`"io.modelcontextprotocol/clientInfo":{"name":"lantern","version":"1"}}}}`, name, args, eraNew)
	req, err := http.NewRequestWithContext(h.ctx, http.MethodPost, "http://127.0.0.1/mcp", strings.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	for k, v := range map[string]string{
		"Content-Type": "application/json", "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": eraNew,
		"Mcp-Method": "tools/call", "Mcp-Name": name, "Authorization": "Bearer " + token,
	} {
		req.Header.Set(k, v)
	}
	web := &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(context.Context, string, string) (net.Conn, error) {
			near, far := net.Pipe()
			h.web.calls <- far
			return near, nil
		},
	}
	<-time.After(pressMin)
	resp, err := web.RoundTrip(req)
	if err != nil {
		h.t.Fatal(err)
	}
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	_ = resp.Body.Close()
	synctest.Wait()
	if at := bytes.Index(raw, []byte("data: ")); at >= 0 {
		raw = raw[at+len("data: "):]
	}
	var answer struct {
		Result struct {
			Content []struct{ Text string }
		}
	}
	if err := json.Unmarshal(raw, &answer); err != nil || len(answer.Result.Content) == 0 {
		h.t.Fatalf("%s %s: %s %v", name, args, raw, err)
	}
	return answer.Result.Content[0].Text
}

// see reads the world.
func (h *tavern) see(look func(s *world.State, now world.Time)) {
	h.t.Helper()
	if err := h.d.See(h.ctx, look); err != nil {
		h.t.Fatal(err)
	}
}
