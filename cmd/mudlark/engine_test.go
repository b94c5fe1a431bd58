package main

import (
	"context"
	"io"
	"net/http"
	"regexp"

	"github.com/coder/websocket"
	"github.com/rogpeppe/go-internal/testscript"
)

// cmdEngine is what a game engine does that has agents for a world of its own: it connects, sends one message, and
// reads the one that answers it.
func cmdEngine(ts *testscript.TestScript, neg bool, args []string) {
	s := stageOf(ts)
	if len(args) == 2 && args[0] == "find" && args[1] == "bridge" {
		where := regexp.MustCompile(`(?m)^bridge +http://([^/\s]+)/`)
		if !eventually(func() bool { return where.MatchString(s.out.String()) }) {
			ts.Fatalf("the bridge is not open:\n%s", s.out)
		}
		ts.Setenv("BRIDGE", where.FindStringSubmatch(s.out.String())[1])
		return
	}
	if len(args) == 1 && args[0] == "find" {
		where := regexp.MustCompile(`(?m)^engines ws://([^/\s]+)/`)
		if !eventually(func() bool { return where.MatchString(s.out.String()) }) {
			ts.Fatalf("no door for game engines is open:\n%s", s.out)
		}
		ts.Setenv("ENGINES", where.FindStringSubmatch(s.out.String())[1])
		return
	}
	expects(ts, !neg && len(args) == 4, "engine find [bridge], or engine ADDRESS[/PATH] TOKEN|- MESSAGE REGEXP")
	o := &websocket.DialOptions{HTTPHeader: http.Header{}}
	if args[1] != "-" {
		o.HTTPHeader.Set("Authorization", "Bearer "+args[1])
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	want := pattern(ts, args[3])
	//nolint:bodyclose // its documentation: never to be closed
	ws, resp, err := websocket.Dial(ctx, "ws://"+args[0], o)
	if err != nil {
		text := err.Error()
		if resp != nil && resp.Body != nil {
			why, _ := io.ReadAll(resp.Body)
			text = resp.Status + ": " + string(why)
		}
		if !want.MatchString(text) {
			ts.Fatalf("no connection: %s", text)
		}
		return
	}
	defer func() { _ = ws.CloseNow() }()
	ts.Check(ws.Write(ctx, websocket.MessageText, []byte(args[2])))
	_, answer, err := ws.Read(ctx)
	if err != nil || !want.Match(answer) {
		ts.Fatalf("%s: got %s %v", args[2], answer, err)
	}
}
