package bots

import (
	"bytes"
	"context"
	"net"
	"slices"
	"sync"
)

// echoBufferBytes is what the echo server keeps for each connection.
const echoBufferBytes = 1 << 10

// Echo is the least that a server of Go can do for its players, and so the floor of every figure: a goroutine for each
// connection, which sends back what comes.
type Echo struct {
	// FanBytes makes it send what one connection says to every other as well, in a line of so many bytes with its end: as
	// many as a game spends on telling somebody what another said. 0: it does not.
	FanBytes int

	mu    sync.RWMutex
	conns []net.Conn
}

// Serve serves until the context ends.
func (e *Echo) Serve(ctx context.Context, ln net.Listener) {
	stop := context.AfterFunc(ctx, func() { _ = ln.Close() })
	defer stop()
	var wg sync.WaitGroup
	defer wg.Wait()
	for {
		conn, err := ln.Accept()
		if err != nil {
			return
		}
		wg.Go(func() {
			defer func() { _ = conn.Close() }()
			stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
			defer stop()
			e.connection(conn)
		})
	}
}

func (e *Echo) connection(conn net.Conn) {
	if e.FanBytes > 0 {
		e.join(conn)
		defer e.leave(conn)
	}
	b := make([]byte, echoBufferBytes)
	for {
		n, err := conn.Read(b)
		if err != nil {
			return
		}
		if _, err := conn.Write(b[:n]); err != nil {
			return
		}
		if e.FanBytes > 0 {
			e.fan(conn, b[:n])
		}
	}
}

func (e *Echo) join(conn net.Conn) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.conns = append(e.conns, conn)
}

func (e *Echo) leave(conn net.Conn) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if i := slices.Index(e.conns, conn); i >= 0 {
		e.conns = slices.Delete(e.conns, i, i+1)
	}
}

// fan tells all others what one said, each by a write of its own, as the plainest of servers does.
func (e *Echo) fan(from net.Conn, text []byte) {
	for line := range bytes.Lines(text) {
		words, ok := bytes.CutPrefix(bytes.TrimRight(line, "\r\n"), []byte("say "))
		if !ok {
			continue
		}
		told := append([]byte("Speaker says: "), words...)
		for len(told) < e.FanBytes-len("\r\n") {
			told = append(told, '.')
		}
		told = append(told, '\r', '\n')
		e.mu.RLock()
		for _, to := range e.conns {
			if to != from {
				_, _ = to.Write(told) // whoever is gone is noticed by the goroutine that reads
			}
		}
		e.mu.RUnlock()
	}
}
