package guard

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"sync"
	"sync/atomic"
)

// CorrelationKey is the name under which a result's _meta carries the correlation id (S0-103).
const CorrelationKey = "correlationId"

// CorrelationHeader carries the correlation id both ways.
const CorrelationHeader = "X-Correlation-Id"

// call is what is known of one HTTP request while it runs. It travels in the context, so that handlers and hooks deep
// inside mcp-go can speak to the guard around it.
type call struct {
	correlation string
	modern      bool
	id          json.RawMessage        // of the request, as its client wrote it; nil: of none
	inner       string                 // and as mcp-go knows it
	revision    string                 // of the protocol, agreed on by an initialize
	fault       atomic.Pointer[Fault]  // replaces the error of the response
	splice      atomic.Pointer[splice] // replaces the content of the response's result
	streaming   chan struct{}          // closed when the first event of a stream has been written
	once        sync.Once
}

type callKey struct{}

func withCall(ctx context.Context, c *call) context.Context {
	return context.WithValue(ctx, callKey{}, c)
}

// callFrom returns the call that ctx belongs to, or nil in-process.
func callFrom(ctx context.Context) *call {
	c, _ := ctx.Value(callKey{}).(*call)
	return c
}

// wireID is the id with which an answer of ours is written, for own to change; nil when the request has none.
func (c *call) wireID() json.RawMessage {
	if c.inner == "" {
		return nil
	}
	return quoted(c.inner)
}

// streams notes that the response has become a stream.
func (c *call) streams() { c.once.Do(func() { close(c.streaming) }) }

// CorrelationFrom returns the id that joins a request's log lines, its result's _meta and its response header, or "".
func CorrelationFrom(ctx context.Context) string {
	if c := callFrom(ctx); c != nil {
		return c.correlation
	}
	return ""
}

// Streaming returns a channel that is closed once the response to the call in ctx has begun to stream, or nil
// in-process.
func Streaming(ctx context.Context) <-chan struct{} {
	if c := callFrom(ctx); c != nil {
		return c.streaming
	}
	return nil
}

// Raise makes the response to the call in ctx say what f says. mcp-go gives every handler's error the code -32603; it
// only keeps the text, so in-process callers see that.
func Raise(ctx context.Context, f *Fault) error {
	if c := callFrom(ctx); c != nil {
		c.fault.Store(f.in(c.modern))
	}
	return f
}

// correlate returns the id a client asked its request to be known by if it is fit for a log, or a new one.
func correlate(asked string) string {
	const idCharsMax = 64
	if asked != "" && len(asked) <= idCharsMax && isToken(asked) {
		return asked
	}
	var id [8]byte
	_, _ = rand.Read(id[:]) // never fails since Go 1.24
	return hex.EncodeToString(id[:])
}

// isToken reports whether s holds nothing but letters, digits and - . _ ~ + / =, the characters of a bearer token
// (RFC 6750, 2.1).
func isToken(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9':
		case c == '-', c == '.', c == '_', c == '~', c == '+', c == '/', c == '=':
		default:
			return false
		}
	}
	return s != ""
}
