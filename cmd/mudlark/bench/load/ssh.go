package load

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"slices"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/bots"
)

const (
	screenWidth  = 80 // of a bot's terminal
	screenHeight = 24
	lineKeptSSH  = 4 << 10 // of a line without an end, in bytes
)

// counted counts the bytes of a connection, so that SSH's are those on the wire, as telnet's are.
type counted struct {
	net.Conn
	group *group
}

// Read implements net.Conn.
func (c counted) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.group.bytesIn(n)
	return n, err
}

// Write implements net.Conn.
func (c counted) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	c.group.bytesOut(n)
	return n, err
}

// sshWire is a session over SSH: with a terminal for a full screen, without one in lines.
type sshWire struct {
	b      *bot
	conn   net.Conn
	client *gossh.Client
	in     io.WriteCloser
	out    io.Reader
	glass  *Glass // nil: lines
	frames uint64
	rest   []byte // of a line that has no end yet
	ended  string // how a line ends that is sent
}

// ssh comes in as a guest, who is asked for nothing.
func (b *bot) ssh(ctx context.Context) (_ wire, err error) {
	conn, err := bots.Dial(ctx, b.run.c.At.SSH, b.id)
	if err != nil {
		return nil, err
	}
	w := &sshWire{b: b, conn: conn, ended: "\n"}
	defer func() {
		if err != nil {
			w.close()
		}
	}()
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer stop()
	if err := conn.SetDeadline(time.Now().Add(loginMax)); err != nil {
		return nil, err
	}
	session, err := w.open()
	if err != nil {
		return nil, err
	}
	if b.group.door == DoorScreen {
		w.glass, w.ended = NewGlass(screenWidth, screenHeight), "\r"
		if err := session.RequestPty("xterm-256color", screenHeight, screenWidth, nil); err != nil {
			return nil, fmt.Errorf("%w: %w", errNoTerminal, err)
		}
	}
	if w.in, err = session.StdinPipe(); err != nil {
		return nil, err
	}
	if w.out, err = session.StdoutPipe(); err != nil {
		return nil, err
	}
	if err := session.Shell(); err != nil {
		return nil, err
	}
	if err := conn.SetDeadline(time.Time{}); err != nil {
		return nil, err
	}
	b.wired(w)
	return w, nil
}

// open shakes hands and opens a session.
func (w *sshWire) open() (*gossh.Session, error) {
	nothing := func(_, _ string, questions []string, _ []bool) ([]string, error) {
		return make([]string, len(questions)), nil
	}
	conn, channels, requests, err := gossh.NewClientConn(counted{w.conn, w.b.group}, w.b.run.c.At.SSH, &gossh.ClientConfig{
		User: "guest", Timeout: loginMax, Auth: []gossh.AuthMethod{gossh.KeyboardInteractive(nothing)},
		HostKeyCallback: gossh.InsecureIgnoreHostKey(), // nothing that a bot says is worth protecting
	})
	if err != nil {
		return nil, err
	}
	w.client = gossh.NewClient(conn, channels, requests)
	return w.client.NewSession()
}

func (w *sshWire) listen(heard func()) error {
	buf := make([]byte, readBytes)
	for {
		n, err := w.out.Read(buf)
		w.b.mu.Lock()
		if w.glass != nil {
			w.seen(buf[:n])
		} else {
			w.lines(buf[:n])
		}
		heard()
		w.b.mu.Unlock()
		if err != nil {
			return err
		}
	}
}

func (w *sshWire) send(line []byte) {
	_, _ = w.in.Write(append(line, w.ended...)) // what is wrong with it, the next read tells
}

func (w *sshWire) close() {
	if w.client != nil {
		_ = w.client.Close()
	}
	_ = w.conn.Close()
}

// lines takes text in which a prompt has no end: what follows it stands on the same line.
func (w *sshWire) lines(text []byte) {
	w.rest = append(w.rest, text...)
	for {
		line, rest, ok := bytes.Cut(w.rest, []byte{'\n'})
		if !ok {
			break
		}
		w.b.heard(behindPrompts(bytes.TrimSuffix(line, []byte{'\r'})))
		w.rest = append(w.rest[:0], rest...)
	}
	if w.b.stage == entering && begins(w.rest, "[") && bytes.HasSuffix(w.rest, []byte("> ")) {
		w.b.prompted(w.rest)
	}
	if len(w.rest) > lineKeptSSH {
		w.rest = w.rest[:0]
	}
}

// behindPrompts returns what stands behind prompts such as "[30/30] > ".
func behindPrompts(line []byte) []byte {
	for begins(line, "[") {
		_, rest, ok := bytes.Cut(line, []byte("> "))
		if !ok {
			return line
		}
		line = rest
	}
	return line
}

// seen takes what changes the screen, and looks there for what was waited for.
func (w *sshWire) seen(text []byte) {
	_, _ = w.glass.Write(text) // it never fails
	b := w.b
	if n := w.glass.Frames(); n > w.frames {
		if t := b.group.now.Load(); t != nil {
			t.frames.Add(n - w.frames)
		}
		w.frames = n
	}
	switch b.stage {
	case entering:
		if w.glass.Shows("[", "] >") {
			b.walk()
		}
	case walking:
		for y := range w.glass.Rows() {
			if row := w.glass.Row(y); has([]byte(row), " of level ") {
				b.heard([]byte(row))
			}
		}
		if w.glass.Shows(unknownWord, b.marker) {
			b.play()
		}
	case playing:
		w.shown()
	case atDoor, ended:
	}
}

// shown takes the answers that the screen shows. Those before the newest that it does not show have come and gone
// between two frames: nobody has read them, so they are lost.
func (w *sshWire) shown() {
	b := w.b
	for newest, last := range slices.Backward(b.pending) {
		if !w.glass.Shows(last.kind.Shown, last.token) {
			continue
		}
		for _, p := range slices.Clone(b.pending[:newest+1]) {
			if w.glass.Shows(p.kind.Shown, p.token) {
				b.answered(p)
				continue
			}
			b.pending = append(b.pending[:0], b.pending[1:]...)
			p.tally.lose()
		}
		return
	}
}
