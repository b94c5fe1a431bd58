package bots

import (
	"context"
	"net"
	"sync"
)

// echoBufferBytes is what the echo server keeps for each connection.
const echoBufferBytes = 1 << 10

// ServeEcho sends back what comes, with a goroutine for each connection, until the context ends. It is the least that a
// server of Go can do for its players, and so the floor of every figure.
func ServeEcho(ctx context.Context, ln net.Listener) {
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
			b := make([]byte, echoBufferBytes)
			for {
				n, err := conn.Read(b)
				if err != nil {
					return
				}
				if _, err := conn.Write(b[:n]); err != nil {
					return
				}
			}
		})
	}
}
