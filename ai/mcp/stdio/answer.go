package stdio

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net"
	"net/http"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
)

// startAdvice is what to do when there is no server.
const startAdvice = "start it with: mudlark serve, or play in a world of your own with: mudlark mcp --solo"

// codeBridge is the JSON-RPC error code of what fails between the client and the server.
const codeBridge = -32000

var (
	errAway    = errors.New("the server is away")
	errSession = errors.New("the session could not be opened again")
)

// call carries one message to the server and its answer back. A message that the server cannot have seen, or that only
// reads, is sent again; any other failure is told, for only the client knows whether asking twice does harm.
func (b *bridge) call(ctx context.Context, m message) {
	for isSecond := false; ; isSecond = true {
		session, target := b.current(), b.endpoint()
		response, err := b.post(ctx, m, session)
		if err != nil {
			b.lost(ctx, m, err)
			return
		}
		if response.StatusCode == http.StatusUnauthorized && !isSecond && b.find(ctx, target) {
			_ = response.Body.Close()
			continue
		}
		isGone := response.StatusCode == http.StatusNotFound && m.modern == "" && session != ""
		if !isGone || isSecond {
			if q, isAsked := b.forward(ctx, m, response); isAsked {
				b.consult(ctx, m, q)
			}
			return
		}
		_ = response.Body.Close()
		if err := b.reopen(ctx, session); err != nil {
			b.lost(ctx, m, err)
			return
		}
	}
}

func (b *bridge) current() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.session
}

// post sends a message, waiting up to [connectMax] for a server that takes no connection.
func (b *bridge) post(ctx context.Context, m message, session string) (*http.Response, error) {
	for deadline := time.Now().Add(connectMax); ; {
		target := b.endpoint()
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, target.URL, bytes.NewReader(m.line))
		if err != nil {
			return nil, fmt.Errorf("make request: %w", err)
		}
		b.head(r, m, head{target.Token, session})
		if b.repeats(m) {
			r.Header["Idempotency-Key"] = nil // not sent; net/http asks again when a connection that lay idle proves dead
		}
		response, err := b.client(target).Do(r)
		var at *net.OpError
		if err == nil {
			b.here()
			return response, nil
		}
		if !errors.As(err, &at) || at.Op != "dial" {
			return nil, fmt.Errorf("send request: %w", err)
		}
		b.gone(err)
		isFound := b.find(ctx, target)
		if time.Now().After(deadline) || !isFound && !pause(ctx, connectRetry) {
			return nil, errAway
		}
	}
}

// pause waits, and reports false when ctx ended first.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// gone tells the log once that the server is away, and here that it is back.
func (b *bridge) gone(err error) {
	b.mu.Lock()
	isNews := !b.away
	b.away = true
	b.mu.Unlock()
	if isNews {
		b.log.Error("no mudlark server answers; "+startAdvice, slog.String("url", b.endpoint().URL), slog.Any("err", err))
	}
}

func (b *bridge) here() {
	b.mu.Lock()
	isNews := b.away
	b.away = false
	b.mu.Unlock()
	if isNews {
		b.log.Info("the server answers again", slog.String("url", b.endpoint().URL))
	}
}

// head is what a request says of its sender.
type head struct{ token, session string }

// head sets what the HTTP transport wants in headers.
func (b *bridge) head(r *http.Request, m message, h head) {
	r.Header.Set("Authorization", "Bearer "+h.token)
	r.Header.Set("Accept", "application/json, text/event-stream")
	if r.Method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
	}
	if told := b.consults(m); told != "" {
		r.Header.Set(guard.OwnerHeader, told)
	}
	if m.modern != "" {
		r.Header.Set(mcpgo.HeaderProtocolVersion, m.modern)
		for name, value := range mcpgo.StandardHeaders(m.modern, mcpgo.MCPMethod(m.Method), m.Params) {
			r.Header.Set(name, value)
		}
		return
	}
	if h.session != "" {
		r.Header.Set(server.HeaderKeySessionID, h.session)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.version != "" && !m.is(string(mcpgo.MethodInitialize)) {
		r.Header.Set(mcpgo.HeaderProtocolVersion, b.version)
	}
}

// forward writes an answer to stdout, unless it is a question that the client's user has to be asked first.
func (b *bridge) forward(ctx context.Context, m message, response *http.Response) (q question, isAsked bool) {
	defer func() { _ = response.Body.Close() }()
	if m.is(string(mcpgo.MethodInitialize)) {
		b.opened(response, m)
	}
	kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	isAnswered := false
	err := each(response.Body, kind == "text/event-stream", func(text []byte) {
		text, isAnswer := b.fit(m, response, text)
		if text == nil {
			return
		}
		isAnswered = isAnswered || isAnswer
		if isAnswer && !isAsked {
			if q, isAsked = b.asks(m, text); isAsked {
				return
			}
		}
		b.emit(text)
	})
	switch {
	case isAnswered || !m.isRequest():
		if response.StatusCode >= http.StatusBadRequest {
			b.log.Warn("the server refused", slog.Int("status", response.StatusCode), slog.String("method", m.Method))
		}
	case ctx.Err() != nil: // cancelled; nobody waits
	case err != nil:
		b.lost(ctx, m, err)
	default:
		b.fail(m.ID, codeBridge, fmt.Sprintf("the server answered %s and nothing more", response.Status))
	}
	return q, isAsked
}

// fit makes a message of the server fit for the client, and reports whether it answers m. The guard answers what it
// refuses without an id, because it has not read the message; the client needs the id. What is no JSON is dropped.
func (b *bridge) fit(m message, response *http.Response, text []byte) (out []byte, isAnswer bool) {
	var in struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Result json.RawMessage `json:"result"`
		Error  *struct {
			Code    int             `json:"code"`
			Message string          `json:"message"`
			Data    json.RawMessage `json:"data"`
		} `json:"error"`
	}
	if json.Unmarshal(text, &in) != nil {
		return nil, false
	}
	if m.is(string(mcpgo.MethodInitialize)) && len(in.Result) > 0 {
		var result struct {
			ProtocolVersion string `json:"protocolVersion"`
		}
		if json.Unmarshal(in.Result, &result) == nil {
			b.mu.Lock()
			b.version = result.ProtocolVersion
			b.mu.Unlock()
		}
	}
	if in.Error == nil || len(in.ID) > 0 && string(in.ID) != "null" {
		return text, in.Method == ""
	}
	if !m.isRequest() {
		b.log.Warn("the server refused", slog.Int("status", response.StatusCode), slog.String("why", in.Error.Message))
		return nil, false
	}
	return failure(m.ID, in.Error.Code, in.Error.Message, in.Error.Data), true
}

// opened notes the session that came with the answer to initialize.
func (b *bridge) opened(response *http.Response, m message) {
	if response.StatusCode != http.StatusOK || m.modern != "" {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.session = response.Header.Get(server.HeaderKeySessionID)
}

// each calls take with every message of a body: one for JSON, any number for events.
func each(body io.Reader, isEvents bool, take func([]byte)) error {
	if isEvents {
		return events(body, take)
	}
	text, err := io.ReadAll(io.LimitReader(body, AnswerBytesMax+1))
	switch {
	case err != nil:
		return fmt.Errorf("read answer: %w", err)
	case len(text) > AnswerBytesMax:
		return fmt.Errorf("the answer is longer than %d bytes", AnswerBytesMax)
	}
	if len(bytes.TrimSpace(text)) > 0 {
		take(text)
	}
	return nil
}

// events reads an event stream (WHATWG HTML, 9.2.6). Only data matters: ids and retry times belong to resumption,
// which the server does not offer.
func events(body io.Reader, take func([]byte)) error {
	scan := bufio.NewScanner(body)
	scan.Buffer(nil, AnswerBytesMax)
	var data []byte
	for scan.Scan() {
		line := scan.Bytes()
		switch value, isData := bytes.CutPrefix(line, []byte("data:")); {
		case len(line) == 0 && len(data) > 0:
			take(data)
			data = nil
		case isData:
			data = append(append(data, bytes.TrimPrefix(value, []byte(" "))...), '\n')
			if len(data) > AnswerBytesMax {
				return fmt.Errorf("an event is longer than %d bytes", AnswerBytesMax)
			}
		}
	}
	if err := scan.Err(); err != nil {
		return fmt.Errorf("read events: %w", err)
	}
	return nil
}

// lost answers a request whose answer will not come.
func (b *bridge) lost(ctx context.Context, m message, err error) {
	if ctx.Err() != nil {
		return
	}
	var text string
	switch {
	case errors.Is(err, errAway):
		text = "no mudlark server answers at " + b.endpoint().URL + "; " + startAdvice
	case errors.Is(err, errSession):
		b.log.Error("could not open the session again", slog.Any("err", err))
		text = "the server was restarted and the session could not be opened again"
	default:
		b.log.Warn("connection lost", slog.String("method", m.Method), slog.Any("err", err))
		text = "the connection broke; what was asked may or may not have happened, so look before you repeat it"
	}
	if m.isRequest() { // a notification has no answer
		b.fail(m.ID, codeBridge, text)
	}
}

// fail answers a request with an error. A nil id is for lines that have none to be found.
func (b *bridge) fail(id json.RawMessage, code int, text string) {
	b.emit(failure(id, code, text, nil))
}

func failure(id json.RawMessage, code int, text string, data json.RawMessage) []byte {
	if len(id) == 0 {
		id = json.RawMessage("null")
	}
	type details struct {
		Code    int             `json:"code"`
		Message string          `json:"message"`
		Data    json.RawMessage `json:"data,omitempty"`
	}
	out, err := json.Marshal(struct {
		JSONRPC string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   details         `json:"error"`
	}{JSONRPC: mcpgo.JSONRPC_VERSION, ID: id, Error: details{Code: code, Message: text, Data: data}})
	if err != nil { // an id or data that is no JSON, and both were read as JSON
		return []byte(`{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"internal error"}}`)
	}
	return out
}

// emit writes one message as one line.
func (b *bridge) emit(text []byte) {
	var line bytes.Buffer
	if err := json.Compact(&line, text); err != nil {
		return
	}
	line.WriteByte('\n')
	b.write.Lock()
	defer b.write.Unlock()
	if _, err := b.cfg.Out.Write(line.Bytes()); err != nil {
		b.broken(fmt.Errorf("write stdout: %w", err))
	}
}
