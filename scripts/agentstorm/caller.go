package agentstorm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/bots"
)

// The eras of the protocol: with sessions, and without.
const (
	Legacy = "2025-11-25"
	Modern = "2026-07-28"
)

const (
	answerMax   = 60 * time.Second
	answerBytes = 8 << 20
	connections = 512 // that are kept for the next call
)

// Caller is one agent.
type Caller struct {
	URL, Token, Era string
	Session         string // that [Caller.Begin] opened; a check may put another's here

	http *http.Client
	last atomic.Int64
}

// New returns a caller with an address of its own, the id-th.
func New(url, token, era string, id int) *Caller {
	dial := func(ctx context.Context, _, addr string) (net.Conn, error) { return bots.Dial(ctx, addr, id) }
	return &Caller{URL: url, Token: token, Era: era, http: &http.Client{
		Timeout:   answerMax,
		Transport: &http.Transport{DialContext: dial, MaxIdleConnsPerHost: connections, DisableCompression: true},
	}}
}

// As returns a caller with another token, and no session, that shares the connections.
func (c *Caller) As(token string) *Caller {
	return &Caller{URL: c.URL, Token: token, Era: c.Era, http: c.http}
}

// Answer is what came back.
type Answer struct {
	Status int
	Header http.Header
	Body   string
}

// Request makes a request of any method with the headers that the era asks for. It is for those who change it before
// [Caller.Do].
func (c *Caller) Request(ctx context.Context, method string, body io.Reader) (*http.Request, error) {
	q, err := http.NewRequestWithContext(ctx, method, c.URL, body)
	if err != nil {
		return nil, fmt.Errorf("make a request: %w", err)
	}
	q.Header.Set("Content-Type", "application/json")
	q.Header.Set("Accept", "application/json, text/event-stream")
	q.Header.Set("MCP-Protocol-Version", c.Era)
	if c.Token != "" {
		q.Header.Set("Authorization", "Bearer "+c.Token)
	}
	if c.Session != "" && c.Era == Legacy {
		q.Header.Set("Mcp-Session-Id", c.Session)
	}
	return q, nil
}

// Do sends a request and reads the whole answer.
func (c *Caller) Do(q *http.Request) (Answer, error) {
	r, err := c.http.Do(q)
	if err != nil {
		return Answer{}, fmt.Errorf("send a request: %w", err)
	}
	defer func() { _ = r.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(r.Body, answerBytes))
	if err != nil {
		err = fmt.Errorf("read an answer: %w", err)
	}
	return Answer{Status: r.StatusCode, Header: r.Header, Body: string(body)}, err
}

// Open sends a request and returns the answer while it still comes; the caller closes its body.
func (c *Caller) Open(q *http.Request) (*http.Response, error) {
	client := *c.http
	client.Timeout = 0 // a stream has no end
	r, err := client.Do(q)
	if err != nil {
		return nil, fmt.Errorf("open a stream: %w", err)
	}
	return r, nil
}

// Message is one JSON-RPC message.
type Message struct {
	ID     any // nil: a notification
	Method string
	Name   string // of the tool or the like, for the header that the modern era wants
	Params map[string]any
	Meta   map[string]any
}

// Make makes the request that carries a message.
func (c *Caller) Make(ctx context.Context, m Message) (*http.Request, error) {
	params, meta := map[string]any{}, map[string]any{}
	maps.Copy(params, m.Params)
	maps.Copy(meta, m.Meta)
	if c.Era == Modern {
		meta["io.modelcontextprotocol/protocolVersion"] = Modern
		meta["io.modelcontextprotocol/clientCapabilities"] = map[string]any{}
		meta["io.modelcontextprotocol/clientInfo"] = map[string]any{"name": "caller", "version": "1"}
	}
	if len(meta) > 0 {
		params["_meta"] = meta
	}
	message := map[string]any{"jsonrpc": "2.0", "method": m.Method, "params": params}
	if m.ID != nil {
		message["id"] = m.ID
	}
	text, err := json.Marshal(message)
	if err != nil {
		return nil, fmt.Errorf("make a message: %w", err)
	}
	q, err := c.Request(ctx, http.MethodPost, bytes.NewReader(text))
	if err == nil && c.Era == Modern {
		q.Header.Set("Mcp-Method", m.Method)
		if m.Name != "" {
			q.Header.Set("Mcp-Name", m.Name)
		}
	}
	return q, err
}

// Send sends a message and reads the whole answer.
func (c *Caller) Send(ctx context.Context, m Message) (Answer, error) {
	q, err := c.Make(ctx, m)
	if err != nil {
		return Answer{}, err
	}
	return c.Do(q)
}

// Begin opens a session, in the era that has them.
func (c *Caller) Begin(ctx context.Context) error {
	if c.Era == Modern {
		return nil
	}
	c.Session = ""
	a, err := c.Send(ctx, Message{ID: 0, Method: "initialize", Params: map[string]any{
		"protocolVersion": Legacy, "capabilities": map[string]any{},
		"clientInfo": map[string]any{"name": "caller", "version": "1"},
	}})
	if c.Session = a.Header.Get("Mcp-Session-Id"); err != nil || c.Session == "" {
		return errors.Join(fmt.Errorf("begin a session: status %d: %.200s", a.Status, a.Body), err)
	}
	_, err = c.Send(ctx, Message{Method: "notifications/initialized"})
	return err
}

// Call calls a tool.
func (c *Caller) Call(ctx context.Context, tool string, args, meta map[string]any) (Answer, error) {
	if args == nil {
		args = map[string]any{}
	}
	return c.Send(ctx, Message{ID: c.last.Add(1), Method: "tools/call", Name: tool, Meta: meta,
		Params: map[string]any{"name": tool, "arguments": args}})
}

// Failed reports whether a call came to nothing, by its status, as an error of the protocol, or as one of the game.
func (a Answer) Failed() bool {
	return a.Status != http.StatusOK || strings.Contains(a.Body, `"isError":true`) || strings.Contains(a.Body, `"error":{`)
}
