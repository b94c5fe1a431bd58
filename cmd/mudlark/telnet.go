package main

import (
	"context"
	"log/slog"
	"net"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/telnet"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// idleMax is how long somebody in play may type nothing.
const idleMax = 4 * time.Hour

// telnetDoor serves telnet connections.
type telnetDoor struct {
	hub    *session.Hub
	log    *slog.Logger
	counts *sources
	pace   telnet.Pace
}

// serve accepts until the listener closes; it returns when every connection has ended.
func (d *telnetDoor) serve(ctx context.Context, ln net.Listener) {
	var wg sync.WaitGroup
	defer wg.Wait()
	for {
		nc, err := ln.Accept()
		if err != nil {
			if ctx.Err() == nil {
				d.log.Error("telnet listener ended", slog.Any("err", err))
			}
			return
		}
		source := account.SourceOf(nc.RemoteAddr())
		if !d.counts.enter(source) {
			_, _ = nc.Write([]byte("Too many connections from your address, or in all. Please try again later.\r\n"))
			_ = nc.Close()
			continue
		}
		wg.Go(func() {
			defer d.counts.leave(source)
			d.connection(ctx, nc, source)
		})
	}
}

// connection serves one connection from its own goroutine.
func (d *telnetDoor) connection(ctx context.Context, nc net.Conn, source account.Source) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	conn := telnet.NewConn(nc, telnet.ConnOptions{Pace: d.pace})
	defer func() {
		conn.Close(telnet.ReasonGone)
		conn.Wait()
	}()
	wire := &telnetWire{conn: conn}
	lines := session.NewLines(wire, session.Look{Width: telnet.WidthDefault, Depth: prose.Colours16})
	var s *session.Session
	defer func() {
		if p := recover(); p != nil {
			d.log.Error("session panicked", slog.String("remote", string(source)), slog.Any("panic", p))
		}
		if s != nil {
			s.Closed("client_closed")
		}
	}()
	for {
		events, wake := conn.Events(), (<-chan struct{})(nil)
		if s != nil {
			wake = s.Wake()
			if s.Busy() {
				events = nil
			}
		}
		select {
		case e := <-events:
			switch e := e.(type) {
			case telnet.Ready:
				learn(lines, e.Capabilities)
				s = d.hub.New(ctx, lines, session.Options{Door: "telnet", From: source})
			case telnet.Terminal:
				learn(lines, e.Capabilities)
			case telnet.Resized:
				lines.Resize(e.Width)
			case telnet.Line:
				s.Line(e.Text)
			case telnet.Interrupt:
			case telnet.Closed:
				if s != nil {
					s.Closed(string(e.Reason))
				}
				return
			}
		case <-wake:
			s.Pump()
		case <-ctx.Done(): // the door closes; who is in play was told already
			if s != nil {
				s.Kick(closingWord, session.ReasonShutdown)
				s.Pump()
			}
			return
		}
		if s != nil && s.Ended() {
			return
		}
	}
}

func learn(l *session.Lines, c telnet.Capabilities) {
	l.Resize(c.Width)
	l.Learn(prose.Depth(c.Colour), c.ScreenReader, c.ASCII)
}

// telnetWire lets a line screen write to a telnet connection.
type telnetWire struct {
	conn   *telnet.Conn
	secret bool
}

// Send implements session.Wire.
func (w *telnetWire) Send(text, prompt string) {
	w.conn.Send(telnet.Output{Text: text, Prompt: prompt})
}

// Secret implements session.Wire.
func (w *telnetWire) Secret(on bool) {
	if on == w.secret {
		return
	}
	w.secret = on
	if on {
		w.conn.BeginSecret()
		return
	}
	w.conn.EndSecret()
}

// ASCII implements session.Wire.
func (w *telnetWire) ASCII(on bool) {
	if on {
		w.conn.SetCharset(telnet.CharsetASCII)
		return
	}
	w.conn.SetCharset(telnet.CharsetUTF8)
}

// Settled implements session.Wire.
func (w *telnetWire) Settled() { w.conn.SetIdleMax(idleMax) }

// Close implements session.Wire.
func (w *telnetWire) Close(reason string) { w.conn.Close(telnet.Reason(reason)) }

// sources bounds connections, in all and from one address.
type sources struct {
	mu            sync.Mutex
	open          map[account.Source]int
	all           int
	most, perMost int
}

func newSources(most, perMost int) *sources {
	return &sources{open: map[account.Source]int{}, most: most, perMost: perMost}
}

func (s *sources) enter(from account.Source) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all >= s.most || s.open[from] >= s.perMost {
		return false
	}
	s.all++
	s.open[from]++
	return true
}

func (s *sources) leave(from account.Source) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all--
	if s.open[from]--; s.open[from] <= 0 {
		delete(s.open, from)
	}
}
