package websocket

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/coder/websocket"
)

// Telnet's bytes (RFC 854), and the options of which an envoy knows.
const (
	iac  = 255
	dont = 254
	do   = 253
	wont = 252
	will = 251
	sb   = 250
	se   = 240

	optEcho     = 1
	optTermType = 24
	optEOR      = 25
	optGMCP     = 201

	termTypeIs   = 0
	termTypeSend = 1
)

// subBytesMax bounds what an envoy keeps of a subnegotiation of the server's.
const subBytesMax = 1 << 20

// envoy speaks telnet with the door for a client that knows none. It agrees to what such a client can do: text is UTF-8
// with colours, as its terminal type says, and GMCP if the sub-protocol has a place for it.
type envoy struct {
	c    *Conn
	done chan struct{} // closed when listen has ended

	// The server's side of the stream, taken apart. The writer's own.
	state  byte // 0: text; iac, sb, or the command whose option comes next
	sub    []byte
	quoted bool // within a subnegotiation, behind an IAC
	text   []byte
	asked  int           // for the terminal type
	on     map[byte]bool // what the server does, as agreed

	mu   sync.Mutex
	free sync.Cond
	held []byte // the client's side, for whoever reads
	over error
}

// newEnvoy begins to listen to the client of a connection.
func newEnvoy(c *Conn) *envoy {
	e := &envoy{c: c, done: make(chan struct{}), on: map[byte]bool{}}
	e.free.L = &e.mu
	go e.listen()
	return e
}

// agrees reports whether the client can do with what the server wants to do.
func (e *envoy) agrees(option byte) bool {
	switch option {
	case optEcho:
		return true
	case optEOR, optGMCP: // a message's end is where a prompt's is
		return e.c.protocol == GMCP
	}
	return false
}

// terminalTypes are what an envoy answers who asks for them: a name, a terminal, and ANSI, UTF-8, 256 and 16 million
// colours in the bits of MTTS.
func terminalTypes() []string { return []string{"WEBSOCKET", "XTERM-256COLOR", "MTTS 269"} }

// listen turns what the client says into telnet, until it ends.
func (e *envoy) listen() {
	defer close(e.done)
	var message []byte
	buf := make([]byte, 4<<10)
	for {
		n, end, err := e.c.next(buf)
		if err != nil {
			e.end(err)
			return
		}
		if e.c.kind == websocket.MessageBinary || e.c.protocol != GMCP {
			e.hold(quote(nil, buf[:n]))
			continue
		}
		if message = append(message, buf[:n]...); end { // the message's size is bounded already
			e.hold(append(quote([]byte{iac, sb, optGMCP}, message), iac, se))
			message = nil
		}
	}
}

// quote doubles IAC.
func quote(to, p []byte) []byte {
	for _, b := range p {
		if to = append(to, b); b == iac {
			to = append(to, b)
		}
	}
	return to
}

// hold keeps something for the reader, and waits while much is held.
func (e *envoy) hold(p []byte) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for len(e.held) > HeldBytesMax && e.over == nil {
		e.free.Wait()
	}
	e.held = append(e.held, p...)
	e.free.Broadcast()
}

// answer keeps something for the reader that must not wait: the server's own writing waits for nobody.
func (e *envoy) answer(p ...byte) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.held = append(e.held, p...)
	e.free.Broadcast()
}

// end says that nothing more comes.
func (e *envoy) end(err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.over == nil {
		e.over = err
	}
	e.free.Broadcast()
}

// close ends the envoy once its WebSocket is closed.
func (e *envoy) close() {
	e.end(io.EOF)
	<-e.done
}

// read is Conn.Read.
func (e *envoy) read(p []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for len(e.held) == 0 && e.over == nil {
		e.free.Wait()
	}
	if len(e.held) == 0 {
		return 0, e.over
	}
	n := copy(p, e.held)
	if e.held = e.held[n:]; len(e.held) == 0 {
		e.held = nil // an idle client keeps no buffer
	}
	e.free.Broadcast()
	return n, nil
}

// write is Conn.Write.
func (e *envoy) write(p []byte) (int, error) {
	for _, b := range p {
		if err := e.take(b); err != nil {
			return 0, err
		}
	}
	if err := e.flush(); err != nil {
		return 0, err
	}
	return len(p), nil
}

// take takes one byte of the server's.
func (e *envoy) take(b byte) error {
	switch e.state {
	case 0:
		if b == iac {
			e.state = iac
			return nil
		}
		e.text = append(e.text, b)
	case iac:
		e.state = 0
		switch b {
		case iac:
			e.text = append(e.text, b)
		case will, wont, do, dont:
			e.state = b
		case sb:
			e.state, e.sub, e.quoted = sb, nil, false
		}
	case sb:
		return e.takeSub(b)
	default:
		e.negotiate(e.state, b)
		e.state = 0
	}
	return nil
}

// takeSub takes one byte of a subnegotiation.
func (e *envoy) takeSub(b byte) error {
	switch {
	case !e.quoted && b == iac:
		e.quoted = true
		return nil
	case e.quoted && b == se:
		e.state, e.quoted = 0, false
		return e.heard(e.sub)
	}
	e.quoted = false
	if len(e.sub) >= subBytesMax {
		return errors.New("a subnegotiation without end")
	}
	e.sub = append(e.sub, b)
	return nil
}

// heard does what a subnegotiation asks for.
func (e *envoy) heard(sub []byte) error {
	switch {
	case len(sub) == 2 && sub[0] == optTermType && sub[1] == termTypeSend:
		names := terminalTypes()
		name := names[min(e.asked, len(names)-1)]
		e.asked++
		e.answer(append(append([]byte{iac, sb, optTermType, termTypeIs}, name...), iac, se)...)
	case len(sub) > 1 && sub[0] == optGMCP && e.c.protocol == GMCP:
		if err := e.flush(); err != nil {
			return err
		}
		// JSON out of our hands is ASCII; what is not UTF-8 would end the connection at the client.
		return e.say(websocket.MessageText, bytes.ToValidUTF8(sub[1:], []byte("?")))
	}
	return nil
}

// negotiate answers a command, once and only if it changes something.
func (e *envoy) negotiate(command, option byte) {
	switch command {
	case will:
		if !e.agrees(option) {
			e.answer(iac, dont, option)
		} else if !e.on[option] {
			e.on[option] = true
			e.answer(iac, do, option)
		}
	case wont:
		if e.on[option] {
			e.on[option] = false
			e.answer(iac, dont, option)
		}
	case do:
		if option == optTermType {
			e.answer(iac, will, option)
			return
		}
		e.answer(iac, wont, option)
	}
}

// flush sends the text that has gathered.
func (e *envoy) flush() error {
	if len(e.text) == 0 {
		return nil
	}
	err := e.say(websocket.MessageBinary, e.text)
	if e.text = e.text[:0]; cap(e.text) > keepBytes {
		e.text = nil
	}
	return err
}

// keepBytes is the most that an envoy keeps of a buffer.
const keepBytes = 4 << 10

func (e *envoy) say(kind websocket.MessageType, p []byte) error {
	if err := e.c.ws.Write(e.c.ctx, kind, p); err != nil {
		return fmt.Errorf("write a message: %w", err)
	}
	return nil
}
