package main

import (
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// cmdMCP calls a tool the way an agent does: initialize once for each token, then tools/call, over Streamable HTTP (MCP
// 2025-06-18).
func cmdMCP(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 4, "mcp TOKEN TOOL JSON REGEXP")
	s, addr := stageOf(ts), ts.Getenv("HTTP")
	token, tool, arguments := args[0], args[1], args[2]
	name := addr + " " + token
	if s.agents[name] == "" {
		hello := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",` +
			`"capabilities":{},"clientInfo":{"name":"story","version":"1"}}}`
		text, session := rpc(ts, addr, token, "", hello)
		if session == "" {
			if !pattern(ts, args[3]).MatchString(text) {
				ts.Fatalf("initialize: got %s", text)
			}
			return
		}
		s.agents[name] = session
		rpc(ts, addr, token, session, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	}
	call := fmt.Sprintf(
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool, arguments)
	text, _ := rpc(ts, addr, token, s.agents[name], call)
	if !pattern(ts, args[3]).MatchString(text) {
		ts.Fatalf("%s %s: got %s", tool, arguments, text)
	}
}

// rpc posts one message and returns status and body, and the session that it opened.
func rpc(ts *testscript.TestScript, addr, token, session, body string) (string, string) {
	req, err := http.NewRequest(http.MethodPost, "http://"+addr+"/mcp", strings.NewReader(body))
	ts.Check(err)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("MCP-Protocol-Version", "2025-06-18")
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	if session != "" {
		req.Header.Set("Mcp-Session-Id", session)
	}
	client := http.Client{Timeout: patience}
	resp, err := client.Do(req)
	ts.Check(err)
	defer func() { _ = resp.Body.Close() }()
	answer, err := io.ReadAll(resp.Body)
	ts.Check(err)
	return fmt.Sprintf("%d %s", resp.StatusCode, answer), resp.Header.Get("Mcp-Session-Id")
}
