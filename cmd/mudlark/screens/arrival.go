package screens

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"sync"
	"syscall"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/listener"
	"github.com/mudlark-mud/mudlark/mud/sshd"
	"github.com/mudlark-mud/mudlark/mud/telnet"
)

// What a connection may take before it says a word.
const (
	// ProxyHeaderMax is how long a trusted proxy may take to say for whom it connects.
	ProxyHeaderMax = 3 * time.Second
	// TLSHandshakeMax is how long a client may take to agree on keys.
	TLSHandshakeMax = 10 * time.Second
	// HandshakesMost is how many may be doing either at a time, at one door.
	HandshakesMost = 512
	// HandshakesOfAddress is how many from one address may be agreeing on keys at a time.
	HandshakesOfAddress = 16
	// acceptPauseMax is the longest a door waits that cannot take connections, as when there are no descriptors left.
	acceptPauseMax = time.Second
)

// Reasons why a connection never came to be.
const (
	ReasonHandshakes   = string(sshd.ReasonHandshakes)
	ReasonProxyHeader  = "proxy_header"
	ReasonProxyTime    = "proxy_header_time"
	ReasonTLSHandshake = "tls_handshake"
	ReasonTLSTime      = "tls_handshake_time"
)

// Serve accepts until the listener closes; it returns when every connection has ended.
func (d *TelnetDoor) Serve(ctx context.Context, ln net.Listener) {
	var wg sync.WaitGroup
	defer wg.Wait()
	for {
		nc, err := accept(ctx, ln, d.log)
		if err != nil {
			if ctx.Err() == nil {
				d.log.Error("telnet listener ended", slog.String("door", d.name), slog.Any("err", err))
			}
			return
		}
		if d.TLS != nil || d.IsProxy(nc) {
			wg.Go(func() { d.arrive(ctx, nc) })
			continue
		}
		if from := nc.RemoteAddr(); d.admit(nc, account.SourceOf(from)) {
			wg.Go(func() { d.host(ctx, nc, from) })
		}
	}
}

// accept takes the next connection. That a process has no descriptors left for one is no reason to close the door.
func accept(ctx context.Context, ln net.Listener, log *slog.Logger) (net.Conn, error) {
	pause := 5 * time.Millisecond
	for {
		nc, err := ln.Accept()
		if err == nil || !isPassing(err) || ctx.Err() != nil {
			return nc, err //nolint:wrapcheck // as the listener says it
		}
		log.Warn("a door cannot take a connection", slog.String("addr", ln.Addr().String()), slog.Any("err", err))
		t := time.NewTimer(pause)
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
		}
		pause = min(2*pause, acceptPauseMax)
	}
}

// isPassing reports whether a failure to accept says nothing about the next try.
func isPassing(err error) bool {
	for _, passing := range []error{
		syscall.EMFILE, syscall.ENFILE, syscall.ENOBUFS, syscall.ENOMEM, syscall.ECONNABORTED, syscall.EINTR,
	} {
		if errors.Is(err, passing) {
			return true
		}
	}
	return false
}

// IsProxy reports whether the operator trusts whoever connects to say for whom.
func (d *TelnetDoor) IsProxy(nc net.Conn) bool {
	if len(d.proxies) == 0 {
		return false
	}
	peer, err := netip.ParseAddrPort(nc.RemoteAddr().String())
	if err != nil {
		return false
	}
	from := peer.Addr().Unmap().WithZone("")
	for _, p := range d.proxies {
		if p.Contains(from) {
			return true
		}
	}
	return false
}

// admit lets a connection through the gate, or tells it why not and hangs up.
func (d *TelnetDoor) admit(nc net.Conn, source account.Source) bool {
	reason := d.gate.Enter(source, time.Now())
	if reason == "" {
		return true
	}
	if d.TLS == nil { // before the keys are agreed on, words would be taken for noise
		_, _ = nc.Write([]byte(server.RefusedWord(reason) + "\r\n"))
	}
	_ = nc.Close()
	return false
}

// host serves a connection that was let in, and counts it out.
func (d *TelnetDoor) host(ctx context.Context, nc net.Conn, from net.Addr) {
	reason := telnet.ReasonPanic // unless the connection says another
	defer func() { d.gate.Leave(account.SourceOf(from), string(reason)) }()
	reason = d.Connection(ctx, nc, from)
}

// arrive takes a connection in that has to show something before it is one: a header of a proxy's, keys, or both.
func (d *TelnetDoor) arrive(ctx context.Context, nc net.Conn) {
	unhook := context.AfterFunc(ctx, func() { _ = nc.Close() })
	defer unhook()
	from := nc.RemoteAddr()
	if d.IsProxy(nc) {
		told, reason := d.introduced(nc)
		if reason != "" {
			d.gate.TurnAway(reason)
			_ = nc.Close()
			return
		}
		if told.IsValid() {
			from = net.TCPAddrFromAddrPort(told)
		}
	}
	source := account.SourceOf(from)
	if !d.admit(nc, source) {
		return
	}
	if d.TLS != nil {
		tc, reason := d.shakeHands(ctx, nc, source)
		if reason != "" {
			_ = nc.Close()
			d.gate.Leave(source, reason)
			return
		}
		nc = tc
	}
	unhook() // from here on the session says goodbye
	d.host(ctx, nc, from)
}

// introduced reads for whom a proxy connects.
func (d *TelnetDoor) introduced(nc net.Conn) (netip.AddrPort, string) {
	if !d.lobby.enter("") {
		return netip.AddrPort{}, ReasonHandshakes
	}
	defer d.lobby.leave("")
	_ = nc.SetDeadline(time.Now().Add(ProxyHeaderMax))
	h, err := listener.ReadProxyHeader(nc)
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		d.log.Warn("a trusted proxy did not send its PROXY header in time", slog.String("door", d.name),
			slog.String("remote", nc.RemoteAddr().String()), slog.Duration("max", ProxyHeaderMax))
		return netip.AddrPort{}, ReasonProxyTime
	case err != nil:
		d.log.Warn("a trusted proxy was not let in", slog.String("door", d.name),
			slog.String("remote", nc.RemoteAddr().String()), slog.Any("err", err))
		return netip.AddrPort{}, ReasonProxyHeader
	}
	_ = nc.SetDeadline(time.Time{})
	return h.From, ""
}

// shakeHands agrees on keys with a client.
func (d *TelnetDoor) shakeHands(ctx context.Context, nc net.Conn, source account.Source) (net.Conn, string) {
	if !d.lobby.enter(source) {
		return nil, ReasonHandshakes
	}
	defer d.lobby.leave(source)
	_ = nc.SetDeadline(time.Now().Add(TLSHandshakeMax))
	tc := tls.Server(nc, d.TLS)
	switch err := tc.HandshakeContext(ctx); {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, ReasonTLSTime
	case err != nil:
		return nil, ReasonTLSHandshake
	}
	_ = nc.SetDeadline(time.Time{})
	return tc, ""
}

// lobby bounds who is about to come in, in all and from one address. The address "" is bounded in all alone.
type lobby struct {
	mu   sync.Mutex
	all  int
	from map[account.Source]int
}

func newLobby() *lobby { return &lobby{from: map[account.Source]int{}} }

func (l *lobby) enter(from account.Source) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all >= HandshakesMost || from != "" && l.from[from] >= HandshakesOfAddress {
		return false
	}
	l.all++
	l.from[from]++
	return true
}

func (l *lobby) leave(from account.Source) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all--
	if l.from[from]--; l.from[from] <= 0 {
		delete(l.from, from)
	}
}
