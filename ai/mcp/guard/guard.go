package guard

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/mudlark-mud/mudlark/world/strictjson"
)

// defaultPath is where the endpoint stands when [Config] names no other.
const defaultPath = "/mcp"

// Config is how a [Guard] is set up. Principals and Key are needed; everything else has a safe zero value.
type Config struct {
	Principals Principals
	// Key seals session ids; at least 32 random bytes, kept across restarts so that sessions outlive them.
	Key []byte
	// Path of the endpoint, [defaultPath] when empty.
	Path string
	// Hosts are names besides the loopback ones under which this server may be reached, without a port. "*" means
	// any, for a server behind a proxy that checks it.
	Hosts []string
	// Origins are web origins (https://example.org) besides the loopback ones whose pages may ask.
	Origins []string
	// RequestsPerSecond and RequestsBurst size each principal's token bucket; [RequestsPerSecond] and [RequestsBurst]
	// when zero.
	RequestsPerSecond float64
	RequestsBurst     int
	// HeartbeatEvery is the time between signs of life on a stream; [HeartbeatEvery] when zero.
	HeartbeatEvery time.Duration
	// Bare are methods that are answered without a session, by name. One with a slash in its name is the protocol's
	// own, and is answered so only for a legacy message that comes without a session.
	Bare map[string]Bare
	// Log is where what went wrong is told. Never a token, a session id or what a player said. Nil means nowhere.
	Log *slog.Logger
	// Watch is told of sessions and their streams. Nil means nobody.
	Watch Watcher
}

// Guard stands before mcp-go and settles what that library leaves open. In this order, each step refusing with its
// own status: Host and Origin (403), path (404) and method (405), a token in the URL (400), declared body size (413),
// bearer (401, a plain WWW-Authenticate and no OAuth metadata), the principal's token bucket (429 with Retry-After),
// then for POST the body (413) and [strictjson.Check] (400 with -32700), session ownership (400 without an id, 404 for
// one that is not the principal's, whatever the reason; a [Bare] method needs none), streams and calls in progress
// (429). A session of revision 2025-03-26 may send several messages in one body (batch.go says why); each is held to
// the same, and refused in its place. mcp-go never sees a client's own ids (id.go says why).
// A modern notifications/cancelled is answered 202 and goes no further: mcp-go would cancel anybody's request of that
// id, and 2026-07-28 cancels by closing the stream.
type Guard struct {
	cfg    Config
	gate   Gate
	ledger *ledger
	log    *slog.Logger
	count  counters
	watch  Watcher
}

// Watcher is told of what happens to sessions. Its methods are called without locks held and must not block.
type Watcher interface {
	Opened(principal, session string) // a notification stream has begun
	Closed(session string)            // a notification stream has ended
	Ended(session string)             // the session is over; mcp-go may not know it yet
}

type nobody struct{}

func (nobody) Opened(_, _ string) {}
func (nobody) Closed(string)      {}
func (nobody) Ended(string)       {}

// NewGuard returns a guard. It fails when the configuration has no principals or too short a key.
func NewGuard(cfg Config) (*Guard, error) {
	if cfg.Principals == nil {
		return nil, errors.New("set up guard: no principals")
	}
	if cfg.Path == "" {
		cfg.Path = defaultPath
	}
	if cfg.RequestsPerSecond <= 0 {
		cfg.RequestsPerSecond = RequestsPerSecond
	}
	if cfg.RequestsBurst <= 0 {
		cfg.RequestsBurst = RequestsBurst
	}
	if cfg.HeartbeatEvery <= 0 {
		cfg.HeartbeatEvery = HeartbeatEvery
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Watch == nil {
		cfg.Watch = nobody{}
	}
	l, err := newLedger(cfg.Key, cfg.RequestsPerSecond, cfg.RequestsBurst)
	if err != nil {
		return nil, fmt.Errorf("set up guard: %w", err)
	}
	cfg.Key = nil // the ledger has its own
	return &Guard{cfg: cfg, gate: NewGate(cfg.Hosts, cfg.Origins), ledger: l, log: cfg.Log, watch: cfg.Watch}, nil
}

// Before returns a handler that lets through to next what may pass. The request then carries the principal
// ([PrincipalFrom]) and a correlation id ([CorrelationFrom]).
func (g *Guard) Before(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := &call{
			correlation: correlate(r.Header.Get(CorrelationHeader)),
			streaming:   make(chan struct{}),
		}
		w.Header().Set(CorrelationHeader, c.correlation)
		started := time.Now()
		v := visit{Guard: g, call: c, next: next, w: w}
		f := v.serve(withCall(r.Context(), c), r)
		if f != nil {
			f.write(w, c)
			g.count.refused[f.reason].Add(1)
		} else {
			g.count.served.Add(1)
		}
		v.tell(r, f, time.Since(started))
	})
}

// Stats returns the guard's counters.
func (g *Guard) Stats() Stats {
	s := Stats{Served: g.count.served.Load(), Refused: make(map[string]uint64, reasonCount)}
	s.Principals, s.Sessions, s.Streams, s.Running = g.ledger.census()
	for why := range reasonCount {
		s.Refused[why.String()] = g.count.refused[why].Load()
	}
	return s
}

// Revoked ends everything of a principal at once: its streams, its calls in progress, its sessions.
func (g *Guard) Revoked(principal string) {
	g.over(g.ledger.expel(principal))
}

// over tells that sessions have ended.
func (g *Guard) over(ended []string) {
	for _, id := range ended {
		g.watch.Ended(id)
	}
}

// Live reports whether a session, given by its id, is listed.
func (g *Guard) Live(session string) bool { return g.ledger.listed(session) }

// Revision is which revision of the protocol a session, given by its id, agreed on; "" when it did so before the server
// began, and for one that is not listed.
func (g *Guard) Revision(session string) string { return g.ledger.revision(session) }

// Stop ends all streams at once, gives calls in progress until ctx ends to finish, and then ends them too. Afterwards
// every request is refused with 503. A server's Shutdown, which waits for streams for ever, returns promptly once
// Stop has begun.
func (g *Guard) Stop(ctx context.Context) {
	g.ledger.endS()
	poll := time.NewTicker(drainPoll)
	defer poll.Stop()
	for ctx.Err() == nil {
		if _, _, streams, running := g.ledger.census(); streams+running == 0 {
			break
		}
		select {
		case <-poll.C:
		case <-ctx.Done():
		}
	}
	g.ledger.endAll()
}

// visit is one request on its way through the guard.
type visit struct {
	*Guard
	call  *call
	next  http.Handler
	w     http.ResponseWriter
	who   Principal
	asked string // the JSON-RPC method, for the log
}

// tell writes the request's log line.
func (v *visit) tell(r *http.Request, f *refusal, took time.Duration) {
	attrs := []slog.Attr{
		slog.String("correlation", v.call.correlation), slog.String("remote", r.RemoteAddr),
		slog.String("http", r.Method), slog.String("method", strictjson.Clip(v.asked)), slog.String("principal", v.who.ID),
		slog.String("actor", string(v.who.Actor)), slog.Int64("dur_ms", took.Milliseconds()),
	}
	if f != nil {
		attrs = append(attrs, slog.String("refused", f.reason.String()), slog.Int("status", f.status))
	}
	v.log.LogAttrs(r.Context(), slog.LevelDebug, "agent request", attrs...)
}

func (v *visit) serve(ctx context.Context, r *http.Request) *refusal {
	if f := v.admit(ctx, r); f != nil {
		return f
	}
	ctx = WithPrincipal(ctx, v.who)
	switch r.Method {
	case http.MethodPost:
		return v.post(ctx, r)
	case http.MethodGet:
		return v.get(ctx, r)
	default:
		return v.del(ctx, r)
	}
}

// admit is the part of the guard that is the same for every method.
func (v *visit) admit(ctx context.Context, r *http.Request) *refusal {
	switch v.gate.Check(r) {
	case SourceHost:
		return refuse(reasonHost, http.StatusForbidden, SourceHost.Text())
	case SourceOrigin:
		return refuse(reasonOrigin, http.StatusForbidden, SourceOrigin.Text())
	case SourceFine:
	}
	if strings.TrimSuffix(r.URL.Path, "/") != v.cfg.Path {
		return refuse(reasonPath, http.StatusNotFound, "there is nothing here; the endpoint is "+v.cfg.Path)
	}
	if r.Method != http.MethodPost && r.Method != http.MethodGet && r.Method != http.MethodDelete {
		f := refuse(reasonMethod, http.StatusMethodNotAllowed, "use POST, GET or DELETE")
		f.allow = "POST, GET, DELETE"
		return f
	}
	if CarriesToken(r.URL) {
		return refuse(reasonURLToken, http.StatusBadRequest, URLTokenText)
	}
	if r.ContentLength > BodyBytesMax {
		return tooLarge(BodyBytesMax)
	}
	var ok bool
	if token := bearer(r.Header); token != "" {
		v.who, ok = v.cfg.Principals.Find(ctx, token)
	}
	if !ok || v.who.ID == "" {
		v.who = Principal{}
		return refuse(reasonBearer, http.StatusUnauthorized, "a valid bearer token is needed")
	}
	v.who.Driver = driver(r.Header)
	v.who.consults(r.Header)
	return v.draw()
}

// draw takes one request from the principal's bucket.
func (v *visit) draw() *refusal {
	wait, ended := v.ledger.take(v.who.ID)
	v.over(ended)
	if wait > 0 {
		f := refuse(reasonRate, http.StatusTooManyRequests, "too many requests; wait as long as Retry-After says")
		f.retry = wait
		return f
	}
	return nil
}

func tooLarge(bytesMax int) *refusal {
	text := fmt.Sprintf("a request body may hold %d bytes", bytesMax)
	return refuse(reasonBody, http.StatusRequestEntityTooLarge, text)
}

// read takes the body within its limits of size and time.
func (v *visit) read(r *http.Request) ([]byte, *refusal) {
	rc := http.NewResponseController(v.w)
	_ = rc.SetReadDeadline(time.Now().Add(BodyReadMax)) // not every connection can, for example in tests
	body, err := io.ReadAll(http.MaxBytesReader(v.w, r.Body, BodyBytesMax))
	_ = rc.SetReadDeadline(time.Time{})
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, tooLarge(BodyBytesMax)
	case err != nil:
		return nil, refuse(reasonBody, http.StatusBadRequest, "the body could not be read")
	}
	return body, nil
}

func (v *visit) post(ctx context.Context, r *http.Request) *refusal {
	body, f := v.read(r)
	if f != nil {
		return f
	}
	if isBatch(body) && !isModern(r.Header) {
		return v.batch(ctx, r, body)
	}
	return v.message(ctx, r, body)
}

// message settles what becomes of one message.
func (v *visit) message(ctx context.Context, r *http.Request, body []byte) *refusal {
	e, fault := readEnvelope(r.Header, body)
	if fault != nil {
		return &refusal{reason: reasonMessage, status: http.StatusBadRequest, fault: *fault}
	}
	v.asked, v.call.modern = e.Method, e.modern
	body, err := v.call.inward(body, &e)
	if err != nil {
		return refuse(reasonMessage, http.StatusBadRequest, "the id could not be read")
	}
	if bare := v.bareFor(r, e); bare != nil {
		return v.answer(ctx, e, bare)
	}
	switch {
	case e.modern && e.is(mcpgo.MethodNotificationCancelled):
		v.w.WriteHeader(http.StatusAccepted)
		return nil
	case e.is(mcpgo.MethodInitialize):
		if len(body) > InitializeBytesMax {
			return tooLarge(InitializeBytesMax)
		}
		v.call.revision = e.revision()
	case !e.modern:
		if f := v.own(r); f != nil {
			return f
		}
	}
	if e.is(mcpgo.MethodPromptsGet) {
		if body, err = stringArguments(body, e); err != nil {
			return refuse(reasonMessage, http.StatusBadRequest, "the arguments could not be read")
		}
	}
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	if e.listens() {
		return v.listen(ctx, r)
	}
	run, done, err := v.ledger.begin(ctx, v.who.ID)
	if err != nil {
		return busy(err)
	}
	defer done()
	v.pass(run, r)
	return nil
}

func (v *visit) get(ctx context.Context, r *http.Request) *refusal {
	if isModern(r.Header) {
		v.pass(ctx, r) // mcp-go answers 405, as 2026-07-28 asks
		return nil
	}
	if f := v.own(r); f != nil {
		return f
	}
	return v.listen(ctx, r)
}

func (v *visit) del(ctx context.Context, r *http.Request) *refusal {
	if !isModern(r.Header) {
		if f := v.own(r); f != nil {
			return f
		}
	}
	run, done, err := v.ledger.begin(ctx, v.who.ID)
	if err != nil {
		return busy(err)
	}
	defer done()
	v.pass(run, r)
	return nil
}

// own refuses a request whose session is not the principal's. Foreign, ended and made-up ids look the same from
// outside.
func (v *visit) own(r *http.Request) *refusal {
	ids := r.Header.Values(server.HeaderKeySessionID)
	if len(ids) != 1 || ids[0] == "" {
		return refuse(reasonSession, http.StatusBadRequest,
			"one Mcp-Session-Id header is needed; it comes with the answer to initialize")
	}
	ok, evicted := v.ledger.owns(v.who.ID, ids[0])
	v.over(evicted)
	if !ok {
		return refuse(reasonSession, http.StatusNotFound, "session not found; send initialize again")
	}
	return nil
}

// listen serves a notification stream for as long as the token is good.
func (v *visit) listen(ctx context.Context, r *http.Request) *refusal {
	id := ""
	if r.Method == http.MethodGet {
		id = r.Header.Get(server.HeaderKeySessionID)
	}
	run, done, err := v.ledger.open(ctx, v.who.ID, id)
	if err != nil {
		return busy(err)
	}
	defer done()
	token := bearer(r.Header)
	// The token may have been revoked between the first look and the entry in the ledger, where a revocation would
	// end us.
	if who, ok := v.cfg.Principals.Find(run, token); !ok || who.ID != v.who.ID {
		return refuse(reasonBearer, http.StatusUnauthorized, "a valid bearer token is needed")
	}
	if id != "" {
		v.watch.Opened(v.who.ID, id)
		defer v.watch.Closed(id)
	}
	run, cancel := context.WithCancel(run)
	out := newReply(v.w, v.call)
	idle := make(chan struct{})
	go func() {
		defer close(idle)
		v.keep(run, cancel, out, token)
	}()
	v.passTo(run, r, out)
	cancel()
	<-idle
	return nil
}

// keep gives a stream signs of life until it ends, and ends it when its token is no longer good.
func (v *visit) keep(ctx context.Context, cancel context.CancelFunc, out *reply, token string) {
	defer cancel()
	tick := time.NewTicker(v.cfg.HeartbeatEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			who, ok := v.cfg.Principals.Find(ctx, token)
			if !ok || who.ID != v.who.ID || !out.alive() {
				return
			}
		}
	}
}

func (v *visit) pass(ctx context.Context, r *http.Request) { v.passTo(ctx, r, newReply(v.w, v.call)) }

// passTo hands the request on. A panic ends this request only.
func (v *visit) passTo(ctx context.Context, r *http.Request, out *reply) {
	defer out.finish()
	defer func() {
		met := recover()
		if met == nil {
			return
		}
		v.log.LogAttrs(ctx, slog.LevelError, "agent request panicked", slog.String("correlation", v.call.correlation),
			slog.Any("err", met), slog.String("stack", string(debug.Stack())))
		out.fail()
	}()
	v.next.ServeHTTP(out, r.WithContext(ctx))
	if ctx.Err() != nil && r.Context().Err() == nil {
		out.withdrawn()
	}
}

// busy turns a full ledger into a refusal.
func busy(err error) *refusal {
	switch {
	case errors.Is(err, errTooStreams):
		f := refuse(reasonStreams, http.StatusTooManyRequests,
			fmt.Sprintf("%d notification streams are open, which is all a token may have", StreamsPerPrincipalMax))
		f.retry = HeartbeatEvery
		return f
	case errors.Is(err, errTooManyRuns):
		f := refuse(reasonRunning, http.StatusTooManyRequests,
			fmt.Sprintf("%d requests are in progress, which is all a token may have", CallsPerPrincipalMax))
		f.retry = time.Second
		return f
	}
	f := refuse(reasonStopping, http.StatusServiceUnavailable, "the server is stopping")
	f.retry = HeartbeatEvery
	return f
}

// bearer returns the token of the Authorization header, or "" when there is not exactly one good one (RFC 6750, 2.1).
func bearer(h http.Header) string {
	values := h.Values("Authorization")
	if len(values) != 1 {
		return ""
	}
	scheme, token, _ := strings.Cut(values[0], " ")
	token = strings.Trim(token, " ")
	if !strings.EqualFold(scheme, "Bearer") || len(token) > TokenCharsMax || !isToken(token) {
		return ""
	}
	return token
}

// SealKey derives a key for session ids from a secret that the data folder keeps, so that one secret can serve
// several uses.
func SealKey(secret []byte) []byte {
	sum := sha256.Sum256(append([]byte("mudlark session key\x00"), secret...))
	return sum[:]
}
