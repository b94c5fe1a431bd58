package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mudlark-mud/mudlark/world"
)

// helm is an agent at the door for agents, in one of the two ways of the protocol.
type helm struct {
	b                        *bout
	who, token, era, session string
}

// owner makes a character over telnet who walks to the Lantern, and lets an agent play it.
func (b *bout) owner(who, era string, lines ...string) *helm {
	b.t.Helper()
	b.comes(who, false, true)
	h := &helm{b: b, who: who, era: era}
	h.token = regexp.MustCompile(`mlk_[a-z0-9]{52}`).FindString(b.quiet(who, "token new player"))
	for _, line := range append(lines, "north", "east", "quit") {
		b.quiet(who, line)
	}
	delete(b.lines, who)
	b.seen[who] = &strings.Builder{}
	if era == eraOld {
		h.post(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"`+eraOld+`",`+
			`"capabilities":{},"clientInfo":{"name":"fights","version":"1"}}}`, "", "")
		h.post(`{"jsonrpc":"2.0","method":"notifications/initialized"}`, "", "")
	}
	return h
}

// post sends a message and returns the answer.
func (h *helm) post(body, method, tool string) []byte {
	t := h.b.t
	t.Helper()
	req, err := http.NewRequestWithContext(h.b.ctx, http.MethodPost, "http://127.0.0.1/mcp", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	set := map[string]string{
		"Content-Type": "application/json", "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": h.era,
		"Authorization": "Bearer " + h.token, "Mcp-Method": method, "Mcp-Name": tool, "Mcp-Session-Id": h.session,
	}
	if h.era == eraOld {
		delete(set, "Mcp-Method")
		delete(set, "Mcp-Name")
	}
	for k, v := range set {
		if v != "" {
			req.Header.Set(k, v)
		}
	}
	web := &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(context.Context, string, string) (net.Conn, error) {
			near, far := net.Pipe()
			h.b.web.calls <- far
			return near, nil
		},
	}
	<-time.After(pressMin)
	resp, err := web.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	synctest.Wait()
	if id := resp.Header.Get("Mcp-Session-Id"); id != "" {
		h.session = id
	}
	if at := bytes.Index(raw, []byte("data: ")); at >= 0 {
		raw = raw[at+len("data: "):]
	}
	return raw
}

// calls lets the agent call a tool, and writes down what it is told.
func (h *helm) calls(tool, args string) string {
	t := h.b.t
	t.Helper()
	meta := ""
	if h.era == eraNew {
		meta = fmt.Sprintf(`,"_meta":{"io.modelcontextprotocol/protocolVersion":%q,`+
			`"io.modelcontextprotocol/clientCapabilities":{},`+
			`"io.modelcontextprotocol/clientInfo":{"name":"fights","version":"1"}}`, eraNew)
	}
	raw := h.post(fmt.Sprintf(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":%q,"arguments":%s%s}}`,
		tool, args, meta), "tools/call", tool)
	var answer struct {
		Result struct {
			Content []struct{ Text string }
		}
	}
	if err := json.Unmarshal(raw, &answer); err != nil || len(answer.Result.Content) == 0 {
		t.Fatalf("%s %s: %s %v", tool, args, raw, err)
	}
	text := strings.TrimSpace(answer.Result.Content[0].Text)
	h.b.seen[h.who].WriteString("\n" + typedMark + tool + " " + args + "\n" + text + "\n")
	h.b.pass(fightBeat)
	return text
}

// declared is an act as it is declared.
func declared(k *world.Skirmish) string {
	act := k.Tactic(k.Active)
	var out any
	switch act.Kind {
	case world.ActMove:
		out = struct {
			Type     world.ActKind `json:"type"`
			EntityID world.ActorID `json:"entityId"`
			Path     []world.Cell  `json:"path"`
		}{act.Kind, act.Entity, act.Path}
	case world.ActAttack:
		out = struct {
			Type     world.ActKind `json:"type"`
			Attacker world.ActorID `json:"attackerId"`
			Target   world.ActorID `json:"targetId"`
		}{act.Kind, act.Entity, act.Target}
	default:
		out = struct {
			Type     world.ActKind `json:"type"`
			EntityID world.ActorID `json:"entityId"`
		}{world.ActEndTurn, k.Active}
	}
	raw, err := json.Marshal(out)
	if err != nil {
		panic(err) // words and numbers
	}
	return string(raw)
}

// TestFightByAgents: Pim, who comes in the new way of the protocol, and Quince, who comes in the old one, have it out
// with both Clems.
func TestFightByAgents(t *testing.T) {
	warmKeep(t)
	synctest.Test(t, func(t *testing.T) {
		b, dir := newBout(t, "agents")
		pim := b.owner("Pim", eraNew, "north", "east", "up", "get cutlass", "wield cutlass", "down", "west", "south")
		quince := b.owner("Quince", eraOld, "east", "get boathook", "wield boathook", "west")
		pim.calls("look", `{}`)
		pim.calls("battle", `{"person":"big clem"}`)
		quince.calls("look", `{}`)
		quince.calls("command", `{"line":"join pim"}`)
		quince.calls("declare", `{"type":"MOVE","entityId":"pc-pim","path":[{"x":2,"y":2}]}`)
		pim.calls("declare", `{"type":"ROLL_INITIATIVE"}`)
		b.fights(func(k *world.Skirmish) (string, string) {
			switch k.Active {
			case "pc-pim":
				pim.calls("declare", declared(k))
			case "pc-quince":
				quince.calls("declare", declared(k))
			default:
			}
			return "", ""
		})
		quince.calls("events", `{}`)
		b.ends(dir)
	})
}
