package screens

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/telnet"
	"github.com/mudlark-mud/mudlark/mud/websocket"
)

// WebSocketPath is where web pages come in.
const WebSocketPath = "/ws/telnet"

// webSockets is the door for web pages, beside that for agents.
type webSockets struct {
	door    *TelnetDoor
	gate    guard.Gate
	origins []string

	mu   sync.Mutex
	shut bool
	open sync.WaitGroup
}

// NewWebSockets takes the names under which the server may be reached, and the web pages that may come in.
func NewWebSockets(door *TelnetDoor, hosts, origins []string) *webSockets {
	return &webSockets{door: door, gate: guard.NewGate(hosts, nil), origins: origins}
}

// Before answers what is meant for this door; all else goes on.
func (s *webSockets) Before(ctx context.Context, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != WebSocketPath {
			next.ServeHTTP(w, r)
			return
		}
		s.accept(ctx, w, r)
	})
}

// accept makes a session of a request, or says why not.
func (s *webSockets) accept(ctx context.Context, w http.ResponseWriter, r *http.Request) {
	from, entered := account.TextAddr(r.RemoteAddr), false
	source := account.SourceOf(from)
	door := websocket.Door{
		Origins: s.origins,
		Slowed:  func() { s.door.meter.LimitMet(limitWebSocketPace) },
		Admit: func(r *http.Request) (string, int) {
			if fault := s.gate.Check(r); fault == guard.SourceHost { // what page asks is looked at later
				s.door.gate.TurnAway(string(ReasonHost))
				return fault.Text(), http.StatusForbidden
			}
			if reason := s.door.gate.Enter(source, time.Now()); reason != "" {
				w.Header().Set("Retry-After", "5")
				return server.RefusedWord(reason), http.StatusServiceUnavailable
			}
			entered = true
			return "", 0
		},
	}
	c, reason := door.Accept(w, r)
	if reason == "" && s.enter() {
		go func() {
			defer s.open.Done()
			s.host(ctx, c, from)
		}()
		return
	}
	switch {
	case reason == "": // all doors are closing
		_ = c.Close()
		s.door.gate.Leave(source, string(telnet.ReasonShutdown))
	case entered:
		s.door.gate.Leave(source, string(reason))
	case reason != websocket.ReasonRefused: // who refused has counted it
		s.door.gate.TurnAway(string(reason))
	}
}

// ReasonHost is a WebSocket that was asked for under a name that is not this server's.
const ReasonHost websocket.Reason = "foreign_host"

// host serves a WebSocket, and counts it out.
func (s *webSockets) host(ctx context.Context, c *websocket.Conn, from net.Addr) {
	reason := string(telnet.ReasonPanic) // unless the connection says another
	defer func() { s.door.gate.Leave(account.SourceOf(from), reason) }()
	reason = string(s.door.Connection(ctx, c, from))
	if own := c.Reason(); own != "" {
		reason = string(own)
	}
}

// enter reports whether the door is open, and keeps it until Done is called.
func (s *webSockets) enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.shut {
		s.open.Add(1)
	}
	return !s.shut
}

// Wait returns when ctx and every session have ended.
func (s *webSockets) Wait(ctx context.Context) {
	<-ctx.Done()
	s.mu.Lock()
	s.shut = true
	s.mu.Unlock()
	s.open.Wait()
}
