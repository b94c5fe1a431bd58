package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// The two ways in which agents speak to a server over Streamable HTTP: with a session, and without.
const (
	eraOld = "2025-06-18"
	eraNew = "2026-07-28"
)

// rpc is one message of an agent.
type rpc struct {
	addr, token, session, era string
	method, tool              string
	body                      string
}

// cmdMCP calls a tool the way an agent does: initialize once for each token, then tools/call; or in the new way, just
// tools/call.
func cmdMCP(ts *testscript.TestScript, neg bool, args []string) {
	s, era := stageOf(ts), eraOld
	if len(args) == 1 && args[0] == "answers" {
		for _, answer := range s.later {
			if wrong := <-answer; wrong != "" {
				ts.Fatalf("%s", wrong)
			}
		}
		s.later = nil
		return
	}
	late, lost, key := false, false, ""
	for ; len(args) > 4; args = args[1:] {
		switch args[0] {
		case "later":
			late = true
		case "lost": // nobody waits for its answer
			lost = true
		case "new":
			era = eraNew
		case "keyed":
			key, era, args = args[1], eraNew, args[1:]
		}
	}
	expects(ts, !neg && len(args) == 4, "mcp [later|lost] [new|keyed KEY] TOKEN TOOL JSON REGEXP, or mcp answers")
	m := rpc{addr: ts.Getenv("HTTP"), token: args[0], era: era, method: "tools/call", tool: args[1]}
	meta := ""
	if era == eraNew {
		meta = `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
			`"io.modelcontextprotocol/clientCapabilities":{},` +
			`"io.modelcontextprotocol/clientInfo":{"name":"story","version":"1"}`
		if key != "" {
			meta += fmt.Sprintf(`,"mudlark/key":%q`, key)
		}
		meta += "}"
	} else if m.session = s.agents[m.addr+" "+m.token]; m.session == "" && m.token != "" {
		if m.session = greet(ts, m, args[3]); m.session == "" {
			return
		}
		s.agents[m.addr+" "+m.token] = m.session
	}
	m.body = fmt.Sprintf(
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":%q,"arguments":%s%s}}`, m.tool, args[2], meta)
	want, answer := pattern(ts, args[3]), make(chan string, 1)
	go func() {
		text, _, err := m.post()
		wrong := ""
		if err != nil || !want.MatchString(text) {
			wrong = fmt.Sprintf("%s %s: got %s %v", m.tool, args[2], text, err)
		}
		answer <- wrong
	}()
	if late {
		s.later = append(s.later, answer)
	} else if lost {
		return
	} else if wrong := <-answer; wrong != "" {
		ts.Fatalf("%s", wrong)
	}
}

// cmdHinted opens the stream of an agent's session, in the old way, and wants a line in it that matches. With a tool it
// is called first; with a URI alone its resource is watched from now on, and no stream is opened.
func cmdHinted(ts *testscript.TestScript, neg bool, args []string) {
	s := stageOf(ts)
	expects(ts, !neg && len(args) >= 2, "hinted TOKEN REGEXP [TOOL JSON], or hinted TOKEN watch URI")
	m := rpc{addr: ts.Getenv("HTTP"), token: args[0], era: eraOld}
	if m.session = s.agents[m.addr+" "+m.token]; m.session == "" {
		ts.Fatalf("that token has no session: call something with mcp first")
	}
	if args[1] == "watch" && len(args) == 3 {
		m.body = fmt.Sprintf(`{"jsonrpc":"2.0","id":3,"method":"resources/subscribe","params":{"uri":%q}}`, args[2])
		text, _, err := m.post()
		if err != nil || !strings.HasPrefix(text, "200 ") || strings.Contains(text, `"error"`) {
			ts.Fatalf("watch %s: %s %v", args[2], text, err)
		}
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	req, err := m.request(ctx, http.MethodGet)
	ts.Check(err)
	resp, err := http.DefaultClient.Do(req)
	ts.Check(err)
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		ts.Fatalf("the stream: %s", resp.Status)
	}
	if len(args) == 4 {
		cmdMCP(ts, false, []string{args[0], args[2], args[3], "^200"})
	}
	var seen strings.Builder
	for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
		if pattern(ts, args[1]).MatchString(lines.Text()) {
			return
		}
		seen.WriteString(lines.Text() + "\n")
	}
	ts.Fatalf("no line of the stream matches %s:\n%s", args[1], seen.String())
}

// greet opens a session in the old way. When the server opens none, its answer must match.
func greet(ts *testscript.TestScript, m rpc, want string) (session string) {
	m.method = "initialize"
	m.body = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",` +
		`"capabilities":{},"clientInfo":{"name":"story","version":"1"}}}`
	text, session, err := m.post()
	ts.Check(err)
	if session == "" {
		if !pattern(ts, want).MatchString(text) {
			ts.Fatalf("initialize: got %s", text)
		}
		return ""
	}
	m.session = session
	m.body = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	_, _, err = m.post()
	ts.Check(err)
	return session
}

// post sends the message and returns status and body, and the session that it opened.
func (m rpc) post() (answer, session string, err error) {
	req, err := m.request(context.Background(), http.MethodPost)
	if err != nil {
		return "", "", err
	}
	client := http.Client{Timeout: patience}
	resp, err := client.Do(req)
	if err != nil {
		return "", "", err
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	return fmt.Sprintf("%d %s", resp.StatusCode, body), resp.Header.Get("Mcp-Session-Id"), err
}

// request is the message over HTTP.
func (m rpc) request(ctx context.Context, method string) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, method, "http://"+m.addr+"/mcp", strings.NewReader(m.body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("MCP-Protocol-Version", m.era)
	if m.era == eraNew {
		req.Header.Set("Mcp-Method", m.method)
		req.Header.Set("Mcp-Name", m.tool)
	}
	if m.token != "" {
		req.Header.Set("Authorization", "Bearer "+m.token)
	}
	if m.session != "" {
		req.Header.Set("Mcp-Session-Id", m.session)
	}
	return req, nil
}
