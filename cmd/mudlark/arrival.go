package main

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

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/proxy"
	"github.com/mudlark-mud/mudlark/mud/sshd"
	"github.com/mudlark-mud/mudlark/mud/telnet"
)

// What a connection may take before it says a word.
const (
	// proxyHeaderMax is how long a trusted proxy may take to say for whom it connects.
	proxyHeaderMax = 3 * time.Second
	// tlsHandshakeMax is how long a client may take to agree on keys.
	tlsHandshakeMax = 10 * time.Second
	// handshakesMost is how many may be doing either at a time, at one door.
	handshakesMost = 512
	// handshakesOfAddress is how many from one address may be agreeing on keys at a time.
	handshakesOfAddress = 16
	// acceptPauseMax is the longest a door waits that cannot take connections, as when there are no descriptors left.
	acceptPauseMax = time.Second
)

// Reasons why a connection never came to be.
const (
	reasonHandshakes   = string(sshd.ReasonHandshakes)
	reasonProxyHeader  = "proxy_header"
	reasonProxyTime    = "proxy_header_time"
	reasonTLSHandshake = "tls_handshake"
	reasonTLSTime      = "tls_handshake_time"
)

// serve accepts until the listener closes; it returns when every connection has ended.
func (d *telnetDoor) serve(ctx context.Context, ln net.Listener) {
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
		if d.tls != nil || d.isProxy(nc) {
			wg.Go(func() { d.arrive(ctx, nc) })
			continue
		}
		if source := account.SourceOf(nc.RemoteAddr()); d.admit(nc, source) {
			wg.Go(func() { d.host(ctx, nc, source) })
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

// isProxy reports whether the operator trusts whoever connects to say for whom.
func (d *telnetDoor) isProxy(nc net.Conn) bool {
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
func (d *telnetDoor) admit(nc net.Conn, source account.Source) bool {
	reason := d.gate.enter(source, time.Now())
	if reason == "" {
		return true
	}
	if d.tls == nil { // before the keys are agreed on, words would be taken for noise
		_, _ = nc.Write([]byte(refusedWord(reason) + "\r\n"))
	}
	_ = nc.Close()
	return false
}

// host serves a connection that was let in, and counts it out.
func (d *telnetDoor) host(ctx context.Context, nc net.Conn, source account.Source) {
	reason := telnet.ReasonPanic // unless the connection says another
	defer func() { d.gate.leave(source, string(reason)) }()
	reason = d.connection(ctx, nc, source)
}

// arrive takes a connection in that has to show something before it is one: a header of a proxy's, keys, or both.
func (d *telnetDoor) arrive(ctx context.Context, nc net.Conn) {
	unhook := context.AfterFunc(ctx, func() { _ = nc.Close() })
	defer unhook()
	source := account.SourceOf(nc.RemoteAddr())
	if d.isProxy(nc) {
		told, reason := d.introduced(nc)
		if reason != "" {
			d.gate.turnAway(reason)
			_ = nc.Close()
			return
		}
		if told.IsValid() {
			source = account.SourceOf(net.TCPAddrFromAddrPort(told))
		}
	}
	if !d.admit(nc, source) {
		return
	}
	if d.tls != nil {
		tc, reason := d.shakeHands(ctx, nc, source)
		if reason != "" {
			_ = nc.Close()
			d.gate.leave(source, reason)
			return
		}
		nc = tc
	}
	unhook() // from here on the session says goodbye
	d.host(ctx, nc, source)
}

// introduced reads for whom a proxy connects.
func (d *telnetDoor) introduced(nc net.Conn) (netip.AddrPort, string) {
	if !d.lobby.enter("") {
		return netip.AddrPort{}, reasonHandshakes
	}
	defer d.lobby.leave("")
	_ = nc.SetDeadline(time.Now().Add(proxyHeaderMax))
	h, err := proxy.Read(nc)
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		d.log.Warn("a trusted proxy did not send its PROXY header in time", slog.String("door", d.name),
			slog.String("remote", nc.RemoteAddr().String()), slog.Duration("max", proxyHeaderMax))
		return netip.AddrPort{}, reasonProxyTime
	case err != nil:
		d.log.Warn("a trusted proxy was not let in", slog.String("door", d.name),
			slog.String("remote", nc.RemoteAddr().String()), slog.Any("err", err))
		return netip.AddrPort{}, reasonProxyHeader
	}
	_ = nc.SetDeadline(time.Time{})
	return h.From, ""
}

// shakeHands agrees on keys with a client.
func (d *telnetDoor) shakeHands(ctx context.Context, nc net.Conn, source account.Source) (net.Conn, string) {
	if !d.lobby.enter(source) {
		return nil, reasonHandshakes
	}
	defer d.lobby.leave(source)
	_ = nc.SetDeadline(time.Now().Add(tlsHandshakeMax))
	tc := tls.Server(nc, d.tls)
	switch err := tc.HandshakeContext(ctx); {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, reasonTLSTime
	case err != nil:
		return nil, reasonTLSHandshake
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
	if l.all >= handshakesMost || from != "" && l.from[from] >= handshakesOfAddress {
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
