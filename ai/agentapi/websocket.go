package agentapi

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"github.com/mudlark-mud/mudlark/ai/mcp"
)

// Limits of a [WebSocketServer].
const (
	// MessageBytesMax is the most one message may hold.
	MessageBytesMax = 256 << 10
	// MessageMax is how long a message may take once it has begun.
	MessageMax = 10 * time.Second
	// writeMax is how long one answer may take before its client counts as gone.
	writeMax = 10 * time.Second
	// ConnectionsMost is how many connections a server has.
	ConnectionsMost = 64
	// ConnectionsPerPrincipalMost is how many of them one principal has at a server with tokens.
	ConnectionsPerPrincipalMost = 8
	// pingEvery is the time between looks whether a client is there, and still welcome.
	pingEvery = 25 * time.Second
	// pongMax is how long a client may take to show it. It may be busy with an answer, and so may this server.
	pongMax = 20 * time.Second
)

const (
	messagesPerSecond = 2 * CallsPerSecond // of a connection; those beyond wait before they are looked at
	partMax           = time.Second        // for a client to take its leave
)

// subprotocol is the name by which MCP's own clients ask for WebSockets.
const subprotocol = "mcp"

// Caller is who opened a connection. It is asked before each message, and returns false once it is no longer welcome.
type Caller func(ctx context.Context) (mcp.Principal, bool)

// WebSocketServer serves WebSockets. Agents and Protocol are needed. The caller must [WebSocketServer.Run] it.
type WebSocketServer struct {
	Agents   Agents
	Protocol Protocol
	// Enter says who asks for a connection, or answers the request and returns false.
	Enter func(w http.ResponseWriter, r *http.Request) (Caller, bool)
	// Most is how many connections one principal may have; [ConnectionsMost] when zero.
	Most int
	Log  *slog.Logger // nil: nobody is told

	mu   sync.Mutex
	shut bool
	open map[*websocket.Conn]context.CancelFunc
	by   map[string]int
	crew sync.WaitGroup
}

func (d *WebSocketServer) log() *slog.Logger {
	if d.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return d.Log
}

// Run waits until ctx ends, then ends every connection and waits for them.
func (d *WebSocketServer) Run(ctx context.Context) {
	<-ctx.Done()
	d.mu.Lock()
	d.shut = true
	for ws, end := range d.open { // each is ended by itself; the order does not matter
		d.crew.Go(func() {
			late := time.AfterFunc(partMax, end)
			defer late.Stop()
			part(ws, websocket.StatusGoingAway, "the server stops")
			end()
		})
	}
	d.mu.Unlock()
	d.crew.Wait()
}

// ServeHTTP implements http.Handler: it makes a connection of a request, and serves it until it ends.
func (d *WebSocketServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	who, ok := d.Enter(w, r)
	if !ok {
		return
	}
	p, ok := who(r.Context())
	if !ok {
		http.Error(w, "A valid bearer token is needed.", http.StatusUnauthorized)
		return
	}
	if r.Header.Get("Upgrade") == "" {
		w.Header().Set("Connection", "Upgrade")
		w.Header().Set("Upgrade", "websocket")
		http.Error(w, "This address speaks WebSocket.", http.StatusUpgradeRequired)
		return
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(r.Context()))
	defer cancel()
	if !d.place(p.ID) {
		w.Header().Set("Retry-After", "5")
		http.Error(w, "There are as many connections as there may be.", http.StatusServiceUnavailable)
		return
	}
	defer d.leave(p.ID)
	// Enter has looked at the origin.
	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{
		InsecureSkipVerify: true, Subprotocols: []string{subprotocol},
	})
	if err != nil {
		return // the library has answered
	}
	if !d.enter(ws, cancel) {
		part(ws, websocket.StatusGoingAway, "the server stops")
		return
	}
	defer d.forget(ws)
	d.serve(ctx, cancel, ws, who)
}

// place counts a connection of a principal in.
func (d *WebSocketServer) place(who string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.by == nil {
		d.by, d.open = map[string]int{}, map[*websocket.Conn]context.CancelFunc{}
	}
	all := 0
	for _, n := range d.by { // a sum; the order does not matter
		all += n
	}
	most := d.Most
	if most <= 0 {
		most = ConnectionsMost
	}
	if d.shut || all >= ConnectionsMost || d.by[who] >= most {
		return false
	}
	d.by[who]++
	d.crew.Add(1)
	return true
}

func (d *WebSocketServer) leave(who string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.by[who]--; d.by[who] == 0 {
		delete(d.by, who)
	}
	d.crew.Done()
}

// enter lets a connection be ended with the server, unless that is over already.
func (d *WebSocketServer) enter(ws *websocket.Conn, end context.CancelFunc) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.shut {
		return false
	}
	d.open[ws] = end
	return true
}

func (d *WebSocketServer) forget(ws *websocket.Conn) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.open, ws)
}

// serve answers a connection's messages, one after the other, until it ends.
func (d *WebSocketServer) serve(ctx context.Context, end context.CancelFunc, ws *websocket.Conn, who Caller) {
	ws.SetReadLimit(MessageBytesMax)
	defer func() { _ = ws.CloseNow() }() // after a proper close this does nothing
	var watch sync.WaitGroup
	defer watch.Wait()
	defer end()
	watch.Go(func() { watchOver(ctx, end, ws, who) })
	pace := rate.NewLimiter(messagesPerSecond, messagesPerSecond)
	for {
		message, err := next(ctx, ws)
		if err != nil || pace.Wait(ctx) != nil {
			return
		}
		p, ok := who(ctx)
		if !ok {
			part(ws, websocket.StatusPolicyViolation, unwelcome)
			return
		}
		answer := d.Answer(ctx, p, message)
		if answer == nil {
			continue
		}
		if err := write(ctx, ws, answer); err != nil {
			return
		}
	}
}

// next waits for a message, and reads it within its time.
func next(ctx context.Context, ws *websocket.Conn) ([]byte, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	_, r, err := ws.Reader(ctx)
	if err != nil {
		return nil, err //nolint:wrapcheck // whoever asked looks only whether there is one
	}
	late := time.AfterFunc(MessageMax, cancel)
	defer late.Stop()
	return io.ReadAll(r) //nolint:wrapcheck // likewise
}

func write(ctx context.Context, ws *websocket.Conn, answer []byte) error {
	ctx, cancel := context.WithTimeout(ctx, writeMax)
	defer cancel()
	return ws.Write(ctx, websocket.MessageText, answer) //nolint:wrapcheck // likewise
}

// part closes a connection and says why, if its client listens still.
func part(ws *websocket.Conn, status websocket.StatusCode, why string) { _ = ws.Close(status, why) }

const unwelcome = "the token is no longer valid"

// watchOver ends a connection whose client is gone, or is no longer welcome.
func watchOver(ctx context.Context, end context.CancelFunc, ws *websocket.Conn, who Caller) {
	defer end()
	tick := time.NewTicker(pingEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if _, ok := who(ctx); !ok {
			part(ws, websocket.StatusPolicyViolation, unwelcome)
			return
		}
		ping, cancel := context.WithTimeout(ctx, pongMax)
		err := ws.Ping(ping)
		cancel()
		if err != nil && !errors.Is(err, context.Canceled) {
			return
		}
	}
}
