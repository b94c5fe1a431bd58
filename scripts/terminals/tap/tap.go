// Package tap stands between a telnet client and a server, hands every byte on, and writes down what both said.
//
// Its one idea: what was said is judged by somebody who belongs to neither side. The reading of telnet here is its own,
// shares no code with mud/telnet, and knows what a server may never send: see [Record.Faults].
//
// A [Record] is written by the goroutines of its connection and may be read by any other at any time.
package tap

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/bots"
)

const (
	chunkBytes  = 16 << 10
	recordsMost = 16 // connections that nobody has asked for yet
)

// Tap is a door before the server's.
type Tap struct {
	// Host and Port are where clients connect.
	Host, Port string

	listener net.Listener
	server   string
	id       int
	records  chan *Record
	wg       sync.WaitGroup
}

// Listen opens a tap before a server. The server sees its clients come from the id-th address of this machine, since
// sign-ins from one address are slowed down.
func Listen(ctx context.Context, server string, id int) (*Tap, error) {
	ln, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("open a tap: %w", err)
	}
	t := &Tap{listener: ln, server: server, id: id, records: make(chan *Record, recordsMost)}
	if t.Host, t.Port, err = net.SplitHostPort(ln.Addr().String()); err != nil {
		return nil, fmt.Errorf("open a tap: %w", err)
	}
	t.wg.Go(func() { t.accept(ctx) })
	return t, nil
}

// Next waits for the record of the next connection.
func (t *Tap) Next(ctx context.Context) (*Record, error) {
	select {
	case r := <-t.records:
		return r, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("nobody connected: %w", ctx.Err())
	}
}

// Close closes the door and waits until the connections through it have ended. Whoever stands behind it must have gone.
func (t *Tap) Close() error {
	err := t.listener.Close()
	t.wg.Wait()
	return err
}

func (t *Tap) accept(ctx context.Context) {
	for {
		client, err := t.listener.Accept()
		if err != nil {
			return
		}
		t.wg.Go(func() { t.join(ctx, client) })
	}
}

// join hands bytes on until both sides have ended, or ctx has.
func (t *Tap) join(ctx context.Context, client net.Conn) {
	server, err := bots.Dial(ctx, t.server, t.id)
	if err != nil {
		_ = client.Close()
		return
	}
	defer context.AfterFunc(ctx, func() { _, _ = client.Close(), server.Close() })()
	r := newRecord()
	t.records <- r
	var both sync.WaitGroup
	both.Go(func() { hand(server, client, r.fromClient) })
	both.Go(func() {
		hand(client, server, r.fromServer)
		r.serverEnded()
		_ = client.Close() // a server that hangs up hangs up on both
	})
	both.Wait()
	_, _ = client.Close(), server.Close()
}

// hand writes down what comes from one side, and only then hands it to the other: so an answer is never written down
// before its question.
func hand(to, from net.Conn, note func([]byte)) {
	buf := make([]byte, chunkBytes)
	for {
		n, err := from.Read(buf)
		note(buf[:n])
		if n > 0 {
			if _, err := to.Write(buf[:n]); err != nil {
				return
			}
		}
		if errors.Is(err, io.EOF) {
			if half, ok := to.(interface{ CloseWrite() error }); ok {
				_ = half.CloseWrite()
			}
		}
		if err != nil {
			return
		}
	}
}
