package hostile_test

import (
	"bytes"
	"compress/zlib"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Telnet's bytes and options, as far as attacks need them.
const (
	iac  = "\xff"
	dont = iac + "\xfe"
	do   = iac + "\xfd"
	wont = iac + "\xfc"
	will = iac + "\xfb"
	sb   = iac + "\xfa"
	se   = iac + "\xf0"
	ga   = iac + "\xf9"
	eor  = iac + "\xef"

	echo    = "\x01"
	ttype   = "\x18"
	environ = "\x27"
	charset = "\x2a"
	mssp    = "\x46"
	mccp2   = "\x56"
	gmcp    = "\xc9"
)

// mark is in what must never come out, neither shown nor acted upon.
const mark = "HOSTILE"

// patience is how long anything may take on a machine with other things to do.
const patience = 30 * time.Second

// puppet is the server's end of one connection.
type puppet struct {
	nc net.Conn

	mu      sync.Mutex
	changed sync.Cond
	got     bytes.Buffer
	gone    bool
	deaf    bool // reads no more

	declined bool // it was asked to take compressed text, and would not
}

func newPuppet(nc net.Conn) *puppet {
	p := &puppet{nc: nc}
	p.changed.L = &p.mu
	return p
}

// listen reads what the client sends, until it goes.
func (p *puppet) listen() {
	buf := make([]byte, 4<<10)
	for {
		n, err := p.nc.Read(buf)
		p.mu.Lock()
		p.got.Write(buf[:n])
		p.gone = p.gone || err != nil
		p.changed.Broadcast()
		for p.deaf && !p.gone {
			p.changed.Wait()
		}
		p.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// send sends bytes, and reports whether the client still takes them.
func (p *puppet) send(parts ...string) bool {
	for _, s := range parts {
		_ = p.nc.SetWriteDeadline(time.Now().Add(patience))
		if _, err := p.nc.Write([]byte(s)); err != nil {
			p.mu.Lock()
			p.gone = true
			p.changed.Broadcast()
			p.mu.Unlock()
			return false
		}
	}
	return true
}

// slowly sends each byte by a write of its own.
func (p *puppet) slowly(text string) {
	for i := range len(text) {
		if !p.send(text[i : i+1]) {
			return
		}
	}
}

// heard is everything that the client has sent.
func (p *puppet) heard() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.got.String()
}

// await waits until the client has sent something, and reports whether it did before it went or refused with another.
func (p *puppet) await(text string, refusals ...string) bool {
	stop := time.AfterFunc(patience, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.gone = true
		p.changed.Broadcast()
	})
	defer stop.Stop()
	p.mu.Lock()
	defer p.mu.Unlock()
	has := func(s string) bool { return bytes.Contains(p.got.Bytes(), []byte(s)) }
	for !has(text) && !slices.ContainsFunc(refusals, has) && !p.gone {
		p.changed.Wait()
	}
	return has(text)
}

// offer has the client agree to an option of ours. One that compression failed with does not compress again.
func (p *puppet) offer(option string) bool {
	return p.send(will+option) && p.await(do+option, dont+option)
}

// url is one at which the server would notice a visitor.
func (p *puppet) url() string { return "http://" + p.nc.LocalAddr().String() + "/x" }

// ask has it agree to one of its own.
func (p *puppet) ask(option string) bool {
	return p.send(do+option) && p.await(will+option, wont+option)
}

// sub is a subnegotiation.
func sub(option, payload string) string {
	return sb + option + strings.ReplaceAll(payload, iac, iac+iac) + se
}

// tells sends messages of GMCP to a client that speaks it.
func (p *puppet) tells(messages ...string) {
	if !p.offer(gmcp) {
		return
	}
	for _, m := range messages {
		if !p.send(sub(gmcp, m)) {
			return
		}
	}
}

// compress begins compression and sends what stands for compressed text.
func (p *puppet) compress(stream string) {
	if p.declined = !p.offer(mccp2); !p.declined {
		p.send(sub(mccp2, "") + stream)
	}
}

// packed is a whole zlib stream.
func packed(text string) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, _ = w.Write([]byte(text)) // neither fails into memory
	_ = w.Close()
	return b.String()
}

// hostile is a server that plays one attack on each connection.
type hostile struct{ net.Listener }

func newHostile(t testing.TB) hostile {
	t.Helper()
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = on.Close() })
	return hostile{on}
}

// called reports whether somebody calls who was not expected.
func (h hostile) called() bool {
	tcp, ok := h.Listener.(*net.TCPListener)
	if !ok || tcp.SetDeadline(time.Now().Add(10*time.Millisecond)) != nil {
		return true
	}
	nc, err := h.Accept()
	if err == nil {
		_ = nc.Close()
	}
	return err == nil || tcp.SetDeadline(time.Time{}) != nil
}

// next waits for a client.
func (h hostile) next(t testing.TB) *puppet {
	t.Helper()
	nc, err := h.Accept()
	if err != nil {
		t.Fatal(err)
	}
	p := newPuppet(nc)
	var listening sync.WaitGroup
	listening.Go(p.listen)
	t.Cleanup(func() {
		p.mu.Lock()
		p.gone = true
		p.changed.Broadcast()
		p.mu.Unlock()
		_ = nc.Close()
		listening.Wait()
	})
	return p
}
