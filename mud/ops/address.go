package ops

import (
	"context"
	"errors"
	"fmt"
	"net"
)

// Reach says who may reach the operators' address.
type Reach int

// The reaches. The zero one is the narrow one.
const (
	ThisMachine Reach = iota // only programs on this machine
	Anybody                  // whoever the network lets through
)

// An ExposedError says that an address can be reached from other machines though nobody asked for that.
type ExposedError struct {
	addr string
}

// Error says what is wrong with the address and what to do.
func (e *ExposedError) Error() string {
	return fmt.Sprintf("the address %s for operators can be reached from other machines, and whoever reaches it learns "+
		"how this world is doing: give --ops a loopback address such as 127.0.0.1:9497 and let Prometheus, or a proxy "+
		"that asks for a password, run beside it; or, behind a firewall that lets only your monitoring in, add "+
		"--ops-exposed (profiles are served on loopback only, whatever you choose)", e.addr)
}

// Listen opens the operators' address. Errors: *ExposedError for one that is not on loopback, unless reach says
// Anybody.
func Listen(ctx context.Context, addr string, reach Reach) (net.Listener, error) {
	tcp, err := net.ResolveTCPAddr("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("read the operators' address %q; a host and a port are meant, as in 127.0.0.1:9497: %w",
			addr, err)
	}
	if !tcp.IP.IsLoopback() && reach != Anybody {
		return nil, &ExposedError{addr: addr}
	}
	ln, err := (&net.ListenConfig{}).Listen(ctx, "tcp", tcp.String())
	if err != nil {
		return nil, fmt.Errorf("listen for operators (--ops gives another address, --ops= none): %w", err)
	}
	return ln, nil
}

// isLocal reports whether a listener is on loopback.
func isLocal(ln net.Listener) bool {
	tcp, ok := ln.Addr().(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}

// fewListener accepts so many connections at a time and hangs up on the rest.
type fewListener struct {
	net.Listener
	places chan struct{}
}

func newFewListener(ln net.Listener, most int) *fewListener {
	return &fewListener{Listener: ln, places: make(chan struct{}, most)}
}

// Accept implements net.Listener.
func (l *fewListener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		select {
		case l.places <- struct{}{}:
			return &placed{Conn: c, leave: l.leave()}, nil
		default:
			_ = c.Close()
		}
	}
}

// leave makes what gives a place free, once.
func (l *fewListener) leave() func() {
	left := make(chan struct{}, 1)
	left <- struct{}{}
	return func() {
		select {
		case <-left:
			<-l.places
		default:
		}
	}
}

// placed is a connection that has a place.
type placed struct {
	net.Conn
	leave func()
}

// Close implements net.Conn.
func (p *placed) Close() error {
	p.leave()
	if err := p.Conn.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}
