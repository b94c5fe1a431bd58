// Package play is what every agent needs to begin: a connection to the game, calls that bear with its limits, and the
// results as Go values. It knows no tactics; the examples beside it do.
//
// Its one idea: a result is self-sufficient. Each says how things stand, what happened since the last one and what
// makes sense now, so an agent is a loop over [Session.Call] and needs no notifications, no resources and no state on
// the wire.
//
// A Session may be used by several goroutines.
package play

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// The two eras of the protocol. The older one has sessions, the newer one has none; the game is the same.
const (
	EraSessions  = mcp.ProtocolVersion20251125
	EraStateless = mcp.ProtocolVersion20260728
)

// Config says where to play and as whom.
type Config struct {
	URL   string // the endpoint, http://127.0.0.1:7397/mcp
	Token string // of a character: its owner typed `agent grant LABEL` in the game
	Era   string // a protocol version; [EraStateless] when empty
	Name  string // of this program, for the server's log

	Wire http.RoundTripper // carries the requests; [http.DefaultTransport] when nil
}

// Flags makes the flags that all examples share. The token is never one of them: a command line can be read by others.
func Flags(name string) (*flag.FlagSet, *Config) {
	c := &Config{Name: name}
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.StringVar(&c.URL, "url", "http://127.0.0.1:7397/mcp", "the game's `endpoint`")
	f.StringVar(&c.Era, "era", EraStateless, "the protocol `version`, "+EraSessions+" or "+EraStateless)
	return f, c
}

// Session is one agent's connection.
type Session struct{ client *client.Client }

// Dial connects and says hello. Close the session in the end.
func Dial(ctx context.Context, c Config) (*Session, error) {
	if c.Token == "" {
		return nil, errors.New("no token: put it into MUDLARK_TOKEN; in the game, `agent grant LABEL` makes one")
	}
	if c.Era == "" {
		c.Era = EraStateless
	}
	if c.Wire == nil {
		c.Wire = http.DefaultTransport
	}
	wire, err := transport.NewStreamableHTTP(c.URL,
		transport.WithHTTPHeaders(map[string]string{"Authorization": "Bearer " + c.Token}),
		transport.WithHTTPBasicClient(&http.Client{
			Transport:     patient{c.Wire}, // and a token is carried nowhere else
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}))
	if err != nil {
		return nil, fmt.Errorf("set up the connection: %w", err)
	}
	return begin(ctx, wire, c)
}

// Within is Dial for a program that serves the game itself: ctx, and that of every call, carries who plays.
func Within(ctx context.Context, game *server.MCPServer, name string) (*Session, error) {
	for {
		s, err := begin(ctx, newInside(game), Config{URL: "this program", Era: EraStateless, Name: name})
		if !errors.Is(err, server.ErrSessionExists) {
			return s, err
		}
		select { // sessions are named by the clock's nanoseconds, and this one came together with another
		case <-ctx.Done():
			return nil, err
		case <-time.After(time.Microsecond):
		}
	}
}

func begin(ctx context.Context, wire transport.Interface, c Config) (*Session, error) {
	s := &Session{client: client.NewClient(wire, client.WithProtocolVersion(c.Era))}
	if err := s.client.Start(ctx); err != nil {
		return nil, fmt.Errorf("connect to %s: %w", c.URL, err)
	}
	hello := mcp.InitializeRequest{}
	hello.Params.ProtocolVersion = c.Era
	hello.Params.ClientInfo = mcp.Implementation{Name: c.Name, Version: "1"}
	if _, err := s.client.Initialize(ctx, hello); err != nil {
		return nil, errors.Join(fmt.Errorf("say hello to %s: %w", c.URL, err), s.Close())
	}
	return s, nil
}

// Close ends the session.
func (s *Session) Close() error { return s.client.Close() }

// Args are a tool's arguments.
type Args map[string]any

// Call calls a tool. What the world refuses is no error of the call: [View.Error] has it, and the rest of the view is
// as good as ever.
func (s *Session) Call(ctx context.Context, tool string, args Args) (*View, error) {
	return s.Once(ctx, "", tool, args)
}

// What a call may carry beside its arguments: an idempotency key, and the wish for a result that leaves nothing out.
const (
	keyField   = "mudlark/key"
	wholeField = "mudlark/whole"
)

// Once is [Session.Call] under a key: what is called again under the same one, because the answer was lost with the
// connection or with the server, is done once. "" is no key.
func (s *Session) Once(ctx context.Context, key, tool string, args Args) (*View, error) {
	request := mcp.CallToolRequest{}
	request.Params.Name = tool
	request.Params.Meta = &mcp.Meta{AdditionalFields: map[string]any{wholeField: true}}
	if key != "" {
		request.Params.Meta.AdditionalFields[keyField] = key
	}
	if len(args) > 0 {
		request.Params.Arguments = map[string]any(args)
	}
	result, err := s.result(ctx, request)
	if err != nil {
		return nil, err
	}
	v := &View{Raw: result.RawStructuredContent}
	if len(v.Raw) == 0 {
		v.Raw = json.RawMessage("null")
	}
	if err := json.Unmarshal(v.Raw, v); err != nil {
		return nil, fmt.Errorf("read what %s answered: %w", tool, err)
	}
	if len(result.Content) > 0 {
		if text, ok := result.Content[0].(mcp.TextContent); ok {
			v.Text = text.Text
		}
	}
	if result.IsError && v.Error == nil {
		v.Error = &Failure{Code: "error", Text: strings.TrimPrefix(v.Text, "Error: ")}
	}
	return v, nil
}

// result calls a tool and returns what it answered.
func (s *Session) result(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	ctx, room := makeRoom(ctx)
	result, err := s.client.CallTool(ctx, request)
	if err != nil {
		return nil, fmt.Errorf("call %s: %w", request.Params.Name, err)
	}
	if room.result == nil {
		return result, nil
	}
	own := *room.result
	if own.StructuredContent != nil {
		if own.RawStructuredContent, err = json.Marshal(own.StructuredContent); err != nil {
			return nil, fmt.Errorf("call %s: encode the answer: %w", request.Params.Name, err)
		}
	}
	return &own, nil
}

// Words is [Session.Call] for whoever reads nothing but words: the texts of a result, which leave out what is as it
// was, and whether the call was refused.
func (s *Session) Words(ctx context.Context, tool string, args Args) (texts []string, refused bool, err error) {
	request := mcp.CallToolRequest{}
	request.Params.Name = tool
	if len(args) > 0 {
		request.Params.Arguments = map[string]any(args)
	}
	result, err := s.result(ctx, request)
	if err != nil {
		return nil, false, err
	}
	for _, c := range result.Content {
		if text, ok := c.(mcp.TextContent); ok {
			texts = append(texts, text.Text)
		}
	}
	return texts, result.IsError, nil
}

// Command types a line, for what has no tool of its own.
func (s *Session) Command(ctx context.Context, line string) (*View, error) {
	return s.Call(ctx, "command", Args{"line": line})
}

// Wait waits until something happens, at most so long.
func (s *Session) Wait(ctx context.Context, most time.Duration) (*View, error) {
	return s.Call(ctx, "events", Args{"wait_ms": most.Milliseconds()})
}

// Explore goes to where one has been the least: been counts visits by room, and the caller keeps it. Doors that can be
// opened are opened.
func (s *Session) Explore(ctx context.Context, v *View, been map[string]int) (*View, error) {
	been[v.Room.ID]++
	opens, _ := v.Can("open", "target")
	var best *Exit
	for i, e := range v.Exits {
		isShut := e.Closed && !slices.Contains(opens, Bare(e.Door))
		if !isShut && !e.Under && (best == nil || been[e.To] < been[best.To]) {
			best = &v.Exits[i]
		}
	}
	if best == nil {
		return v, nil
	}
	if best.Closed {
		if _, err := s.Call(ctx, "open", Args{"target": best.Dir}); err != nil {
			return nil, err
		}
	}
	return s.Call(ctx, "move", Args{"direction": best.Dir})
}

// patient sends a request again that came too soon: 429 says when to come back.
type patient struct{ http.RoundTripper }

const triesMost = 20

// RoundTrip implements [http.RoundTripper].
func (p patient) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, fmt.Errorf("read the request: %w", err)
		}
	}
	for try := 1; ; try++ {
		r.Body = io.NopCloser(bytes.NewReader(body))
		response, err := p.RoundTripper.RoundTrip(r)
		if err != nil || response.StatusCode != http.StatusTooManyRequests || try == triesMost {
			return response, err
		}
		_ = response.Body.Close()
		seconds, err := strconv.Atoi(response.Header.Get("Retry-After"))
		if err != nil {
			seconds = 1
		}
		select {
		case <-r.Context().Done():
			return nil, r.Context().Err()
		case <-time.After(time.Duration(seconds) * time.Second):
		}
	}
}
