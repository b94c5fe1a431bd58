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
	"net/http"
	"sync"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
)

// Limits of the bridge.
const (
	// LineBytesMax is the most a line from stdin may hold; the server takes no more either.
	LineBytesMax = 1 << 20
	// AnswerBytesMax is the most one message of the server may hold.
	AnswerBytesMax = 8 << 20
	// callsMax is how many requests may be in progress; the server allows a token no more.
	callsMax = 16
	// connectMax is how long a request waits for a server that does not answer, for instance while it restarts.
	connectMax = 5 * time.Second
	// connectRetry is the time between two attempts to reach it.
	connectRetry = 200 * time.Millisecond
	// streamRetry is the time between two attempts to open the notification stream.
	streamRetry = time.Second
	// AnswerMax is how long the server may take to begin an answer; its longest waits are half of it.
	AnswerMax = 60 * time.Second
	// drainMax is how long requests in progress may go on after stdin has ended.
	drainMax = 10 * time.Second
	// goodbyeMax is how long ending the session may take.
	goodbyeMax = time.Second
)

// Config is how a bridge is set up. Endpoint, In and Out are needed, or Refusal, In and Out.
type Config struct {
	Endpoint Endpoint
	// Find looks the endpoint up again when nobody answers there or the token is no longer good, as after a restart of
	// a server that lends tokens out for a while. Nil: the endpoint stays as it is.
	Find func(context.Context) (Endpoint, error)
	// Answer hands in what the client's user answered to a question for the owner of the character, by its number. Nil:
	// the user is not the owner, and is not asked.
	Answer func(ctx context.Context, number int, yes bool) error
	// Harmless reports whether a tool only reads, so that a call of it may be sent twice when the connection breaks
	// before an answer begins. Nil: none does.
	Harmless func(tool string) bool
	// Refusal, unless it is empty, is why there can be no bridge: every request is answered with it and nothing is sent
	// anywhere. No Endpoint is needed then.
	Refusal string
	In      io.Reader
	Out     io.Writer    // receives JSON-RPC and nothing else
	Log     *slog.Logger // should write to stderr; nil means nowhere
	// Client makes the requests; it must have no timeout of its own. Nil means one that follows no redirects, which
	// would carry the token elsewhere.
	Client *http.Client
}

// Run carries messages until In ends, ctx ends, or Out can no longer be written. It returns nil when In has ended, and
// does not return an error because the server is away: each request is then answered by an error that says so.
func Run(ctx context.Context, cfg Config) error {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Refusal == "" {
		if err := cfg.Endpoint.Check(); err != nil {
			return fmt.Errorf("start bridge: %w", err)
		}
		cfg.Endpoint.warn(cfg.Log)
	}
	ctx, broken := context.WithCancelCause(ctx)
	defer broken(nil)
	run, stop := context.WithCancel(ctx)
	defer stop()
	b := &bridge{cfg: cfg, log: cfg.Log, broken: broken, at: cfg.Endpoint, trusting: cfg.Client}
	if b.trusting == nil {
		b.trusting = newClient(nil)
	}
	b.proven = newClient(b.prove)
	b.calls, b.slots = make(map[string]*running), make(chan struct{}, callsMax)
	b.replies = make(map[string]chan<- reply)
	b.end(run, b.loop(run), stop)
	b.all.Wait()
	if cause := context.Cause(ctx); cause != nil && ctx.Err() != nil {
		return fmt.Errorf("run bridge: %w", cause)
	}
	return nil
}

// bridge is one run.
type bridge struct {
	cfg    Config
	log    *slog.Logger
	broken context.CancelCauseFunc
	all    sync.WaitGroup
	slots  chan struct{}

	trusting, proven *http.Client // the one trusts authorities, the other the endpoint's proof
	finding          sync.Mutex   // held while the endpoint is looked up

	write sync.Mutex // one message at a time

	opening sync.Mutex // held while a session is being opened
	mu      sync.Mutex
	at      Endpoint
	session string
	version string // negotiated by a legacy initialize
	hello   []byte // the client's initialize, to be said again
	ready   []byte // the client's notifications/initialized
	calls   map[string]*running
	follow  bool // the notification stream is being followed
	again   int  // how often a session was opened again
	away    bool // the log has said that the server is away

	forms     bool                    // the client that said hello can show its user a question
	questions int                     // how many it was given
	replies   map[string]chan<- reply // who waits for its answers, by their ids
	opens     []open                  // what clients of 2026-07-28 have not come back with, oldest first
}

// running is a request in progress.
type running struct {
	cancel  context.CancelFunc
	modern  bool
	listens bool
	asks    bool // it waits for the client's user
}

// message is what the bridge needs to know of a line.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	line   []byte
	modern string // the revision it declares, when that is a modern one
	forms  bool   // and whether its client can show its user a question
	asked  bool   // the user was asked for it already
}

func (m message) is(method string) bool { return m.Method == method }
func (m message) isRequest() bool       { return m.Method != "" && len(m.ID) > 0 }

// repeats reports whether it does no harm to send a message twice.
func (b *bridge) repeats(m message) bool {
	switch mcpgo.MCPMethod(m.Method) {
	case mcpgo.MethodPing, mcpgo.MethodToolsList, mcpgo.MethodResourcesList, mcpgo.MethodResourcesTemplatesList,
		mcpgo.MethodResourcesRead, mcpgo.MethodPromptsList, mcpgo.MethodPromptsGet:
		return true
	case mcpgo.MethodToolsCall:
		var call struct {
			Name string `json:"name"`
		}
		return b.cfg.Harmless != nil && json.Unmarshal(m.Params, &call) == nil && b.cfg.Harmless(call.Name)
	default:
		return false
	}
}

// loop takes lines until there are no more.
func (b *bridge) loop(ctx context.Context) error {
	lines := make(chan []byte)
	var failed error
	go func() { // ends with stdin, or at the next line once ctx has ended
		defer close(lines)
		failed = read(ctx, b.cfg.In, lines)
	}()
	for {
		select {
		case <-ctx.Done():
			return nil
		case line, ok := <-lines:
			if !ok {
				return failed
			}
			b.take(ctx, line)
		}
	}
}

// read sends each line that is not blank. A line that is too long is sent as nil.
func read(ctx context.Context, in io.Reader, lines chan<- []byte) error {
	r := bufio.NewReader(in)
	for {
		line, err := readLine(r)
		if len(bytes.TrimSpace(line)) > 0 || errors.Is(err, errLong) {
			select {
			case lines <- line:
			case <-ctx.Done():
				return nil
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil && !errors.Is(err, errLong):
			return fmt.Errorf("read stdin: %w", err)
		}
	}
}

var errLong = errors.New("line too long")

func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	isLong := false
	for {
		part, err := r.ReadSlice('\n')
		if isLong = isLong || len(line)+len(part) > LineBytesMax; !isLong {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case isLong && err == nil:
			return nil, errLong
		case err != nil:
			return line, err //nolint:wrapcheck // io.EOF is compared
		}
		return line, nil
	}
}

// take starts what a line asks for.
func (b *bridge) take(ctx context.Context, line []byte) {
	if line == nil {
		b.fail(nil, mcpgo.PARSE_ERROR, fmt.Sprintf("the line is longer than %d bytes", LineBytesMax))
		return
	}
	m := message{line: line}
	if err := json.Unmarshal(line, &m); err != nil {
		b.fail(nil, mcpgo.PARSE_ERROR, "the line is no JSON-RPC message")
		return
	}
	var params struct {
		Meta *mcpgo.Meta `json:"_meta"`
	}
	if json.Unmarshal(m.Params, &params) == nil && mcpgo.IsModernProtocol(params.Meta.ProtocolVersion()) {
		m.modern, m.forms = params.Meta.ProtocolVersion(), hasForms(params.Meta.ClientCapabilities())
	}
	switch {
	case b.cfg.Refusal != "" && m.isRequest():
		b.fail(m.ID, codeBridge, b.cfg.Refusal)
	case b.cfg.Refusal != "": // and nothing else has an answer
	case b.replied(m):
	case m.is(string(mcpgo.MethodInitialize)) && m.isRequest():
		b.greeted(m)
		b.call(ctx, m)
	case m.is("notifications/initialized"):
		b.mu.Lock()
		b.ready = m.line
		b.mu.Unlock()
		b.call(ctx, m)
		b.listen(ctx)
	case m.is(string(mcpgo.MethodNotificationCancelled)):
		b.cancelled(ctx, m)
	case m.isRequest() || m.Method == "":
		b.start(ctx, m)
	default:
		b.call(ctx, m)
	}
}

// start runs a request beside the others. Its place is taken before the next line is read, so stdin waits when all
// are taken.
func (b *bridge) start(ctx context.Context, m message) {
	isListen := m.is(string(mcpgo.MethodSubscriptionsListen))
	if !isListen { // streams have their own limit on the server
		select {
		case b.slots <- struct{}{}:
		case <-ctx.Done():
			return
		}
	}
	run, cancel := context.WithCancel(ctx)
	r := &running{cancel: cancel, modern: m.modern != "", listens: isListen}
	id := string(m.ID)
	b.mu.Lock()
	b.calls[id] = r
	b.mu.Unlock()
	b.all.Go(func() {
		defer func() {
			cancel()
			b.mu.Lock()
			if b.calls[id] == r {
				delete(b.calls, id)
			}
			b.mu.Unlock()
			if !isListen {
				<-b.slots
			}
		}()
		if number, action, ok := b.returns(m); ok {
			b.carryOn(run, m, number, action)
			return
		}
		b.call(run, m)
	})
}

// cancelled handles the client's notifications/cancelled. The modern era cancels over HTTP by closing the connection.
func (b *bridge) cancelled(ctx context.Context, m message) {
	var params struct {
		RequestID json.RawMessage `json:"requestId"`
	}
	if json.Unmarshal(m.Params, &params) != nil {
		return
	}
	b.mu.Lock()
	r := b.calls[string(params.RequestID)]
	isOurs := r != nil && (r.modern || r.asks) // there is no call at the server while the user is asked
	b.mu.Unlock()
	switch {
	case r == nil:
	case isOurs:
		r.cancel()
	default:
		b.call(ctx, m)
	}
}

// end lets requests in progress finish, and says goodbye to the session.
func (b *bridge) end(ctx context.Context, err error, stop context.CancelFunc) {
	if err != nil {
		b.log.LogAttrs(ctx, slog.LevelWarn, "could not read on", slog.Any("err", err))
	}
	b.mu.Lock()
	for _, r := range b.calls {
		if r.listens || r.asks { // nobody is left to answer
			r.cancel()
		}
	}
	b.mu.Unlock()
	drained := make(chan struct{})
	go func() { // holds all places, so no request is left
		defer close(drained)
		for range callsMax {
			select {
			case b.slots <- struct{}{}:
			case <-ctx.Done():
				return
			}
		}
	}()
	select {
	case <-drained:
	case <-ctx.Done():
	case <-time.After(drainMax):
	}
	b.goodbye(ctx)
	stop()
	<-drained
}
