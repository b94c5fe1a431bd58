package main

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp/reach"
	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/telnet"
	"github.com/mudlark-mud/mudlark/mud/websocket"
)

// webSocketPath is where web pages come in.
const webSocketPath = "/ws/telnet"

// webSockets is the door for web pages, beside that for agents.
type webSockets struct {
	door    *telnetDoor
	gate    reach.Gate
	origins []string

	mu   sync.Mutex
	shut bool
	open sync.WaitGroup
}

func (c *serveCmd) webSockets(door *telnetDoor) *webSockets {
	return &webSockets{door: door, gate: reach.NewGate(c.Host, nil), origins: c.WebOrigin}
}

// webSocketURL is where a page finds the door.
func (w *webDoor) webSocketURL() string {
	return "ws" + strings.TrimPrefix(w.url(webSocketPath), "http")
}

// before answers what is meant for this door; all else goes on.
func (s *webSockets) before(ctx context.Context, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != webSocketPath {
			next.ServeHTTP(w, r)
			return
		}
		s.accept(ctx, w, r)
	})
}

// accept makes a session of a request, or says why not.
func (s *webSockets) accept(ctx context.Context, w http.ResponseWriter, r *http.Request) {
	source, entered := account.SourceOf(textAddr(r.RemoteAddr)), false
	door := websocket.Door{
		Origins: s.origins,
		Slowed:  func() { s.door.meter.LimitMet(limitWebSocketPace) },
		Admit: func(r *http.Request) (string, int) {
			if fault := s.gate.Check(r); fault == reach.Host { // what page asks is looked at later
				s.door.gate.turnAway(string(reasonHost))
				return fault.Text(), http.StatusForbidden
			}
			if reason := s.door.gate.enter(source, time.Now()); reason != "" {
				w.Header().Set("Retry-After", "5")
				return refusedWord(reason), http.StatusServiceUnavailable
			}
			entered = true
			return "", 0
		},
	}
	c, reason := door.Accept(w, r)
	if reason == "" && s.enter() {
		go func() {
			defer s.open.Done()
			s.host(ctx, c, source)
		}()
		return
	}
	switch {
	case reason == "": // all doors are closing
		_ = c.Close()
		s.door.gate.leave(source, string(telnet.ReasonShutdown))
	case entered:
		s.door.gate.leave(source, string(reason))
	case reason != websocket.ReasonRefused: // who refused has counted it
		s.door.gate.turnAway(string(reason))
	}
}

// reasonHost is a WebSocket that was asked for under a name that is not this server's.
const reasonHost websocket.Reason = "foreign_host"

// host serves a WebSocket, and counts it out.
func (s *webSockets) host(ctx context.Context, c *websocket.Conn, source account.Source) {
	reason := string(telnet.ReasonPanic) // unless the connection says another
	defer func() { s.door.gate.leave(source, reason) }()
	reason = string(s.door.connection(ctx, c, source))
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

// wait returns when ctx and every session have ended.
func (s *webSockets) wait(ctx context.Context) {
	<-ctx.Done()
	s.mu.Lock()
	s.shut = true
	s.mu.Unlock()
	s.open.Wait()
}

// textAddr is an address as a request has it.
type textAddr string

// Network implements net.Addr.
func (textAddr) Network() string { return "tcp" }

// String implements net.Addr.
func (a textAddr) String() string { return string(a) }
