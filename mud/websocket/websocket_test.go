package websocket_test

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mudlark-mud/mudlark/mud/websocket"
)

// Opcodes of frames (RFC 6455, 5.2). The highest bit says that the message ends with the frame.
const (
	more, text, binaryFrame = 0x0, 0x1, 0x2
	closing, ping, pong     = 0x8, 0x9, 0xa
	fin                     = 0x80
)

// frame writes one as a client does; the mask is all zeros, which the RFC allows and makes tests readable.
func frame(head byte, payload string) []byte {
	b := []byte{head}
	switch n := len(payload); {
	case n < 126:
		b = append(b, 0x80|byte(n))
	case n < 1<<16:
		b = binary.BigEndian.AppendUint16(append(b, 0x80|126), uint16(n))
	default:
		b = binary.BigEndian.AppendUint64(append(b, 0x80|127), uint64(n))
	}
	return append(append(b, 0, 0, 0, 0), payload...)
}

// taker is an HTTP response whose connection can be taken over.
type taker struct {
	*httptest.ResponseRecorder

	nc net.Conn
}

// Hijack implements http.Hijacker.
func (t taker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return t.nc, bufio.NewReadWriter(bufio.NewReader(t.nc), bufio.NewWriter(t.nc)), nil
}

func handshake(protocols string) *http.Request {
	r := httptest.NewRequest(http.MethodGet, "http://localhost:7397/ws/telnet", nil)
	for name, value := range map[string]string{
		"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
		"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol": protocols,
	} {
		if value != "" {
			r.Header.Set(name, value)
		}
	}
	return r
}

// peer is a client at the other end of a connection. What the server sends is kept as it comes.
type peer struct {
	t  *testing.T
	nc net.Conn
	in chan string // one frame: its head byte and payload
}

// dial makes a connection in this process.
func dial(t *testing.T, d websocket.Door, p websocket.Protocol) (*websocket.Conn, *peer) {
	t.Helper()
	ours, theirs := net.Pipe()
	w := taker{httptest.NewRecorder(), ours}
	c, why := d.Accept(w, handshake(string(p)))
	if why != "" {
		t.Fatalf("refused: %s %s", why, w.Body)
	}
	if got := w.Header().Get("Sec-WebSocket-Protocol"); got != string(p) {
		t.Errorf("the protocol of the answer = %q, want %q", got, p)
	}
	out := &peer{t: t, nc: theirs, in: make(chan string, 1000)}
	go out.listen()
	return c, out
}

func (p *peer) listen() {
	defer close(p.in)
	for {
		var head [2]byte
		if _, err := io.ReadFull(p.nc, head[:]); err != nil {
			return
		}
		n := int(head[1])
		switch n {
		case 126:
			var size [2]byte
			_, _ = io.ReadFull(p.nc, size[:])
			n = int(binary.BigEndian.Uint16(size[:]))
		case 127:
			var size [8]byte
			_, _ = io.ReadFull(p.nc, size[:])
			n = int(binary.BigEndian.Uint64(size[:]))
		}
		payload := make([]byte, n)
		if _, err := io.ReadFull(p.nc, payload); err != nil {
			return
		}
		p.in <- string(head[:1]) + string(payload)
	}
}

func (p *peer) send(frames ...[]byte) {
	for _, f := range frames {
		_, _ = p.nc.Write(f) // a server that has closed takes no more
	}
}

// expect compares the server's next frame.
func (p *peer) expect(head byte, payload string) {
	p.t.Helper()
	if got, want := <-p.in, string([]byte{head})+payload; got != want {
		p.t.Errorf("the client got %q, want %q", got, want)
	}
}

// read reads so many bytes.
func read(t *testing.T, c io.Reader, n int) string {
	t.Helper()
	b := make([]byte, n)
	if m, err := io.ReadFull(c, b); err != nil {
		t.Fatalf("read %q: %v", b[:m], err)
	}
	return string(b)
}

func TestChoice(t *testing.T) {
	for _, c := range []struct {
		name, named string
		want        websocket.Protocol
		why         websocket.Reason
	}{
		{"telnet", "telnet.mudstandards.org", websocket.Telnet, ""},
		{"telnet before the rest", "terminal.mudstandards.org, gmcp.mudstandards.org,telnet.mudstandards.org",
			websocket.Telnet, ""},
		{"gmcp before terminal", "terminal.mudstandards.org, gmcp.mudstandards.org", websocket.GMCP, ""},
		{"terminal", "terminal.mudstandards.org", websocket.Terminal, ""},
		{"one that is known", "json.mudstandards.org, v1.evennia.com, GMCP.mudstandards.org", websocket.GMCP, ""},
		{"none", "", websocket.Telnet, ""},
		{"unknown ones", "json.mudstandards.org, mcp", "", websocket.ReasonProtocol},
	} {
		t.Run(c.name, func(t *testing.T) {
			ours, theirs := net.Pipe()
			_ = theirs.Close()
			w := taker{httptest.NewRecorder(), ours}
			r := handshake(c.named)
			r.Header.Set("Sec-WebSocket-Extensions", "permessage-deflate")
			got, why := (&websocket.Door{}).Accept(w, r)
			if why != c.why {
				t.Fatalf("reason = %q, want %q", why, c.why)
			}
			if c.why != "" {
				if got, want := w.Code, http.StatusBadRequest; got != want {
					t.Errorf("status = %d, want %d", got, want)
				}
				return
			}
			if got := got.Protocol(); got != c.want {
				t.Errorf("protocol = %s, want %s", got, c.want)
			}
			if got, told := w.Header().Get("Sec-WebSocket-Protocol"), c.named != ""; (got != "") != told {
				t.Errorf("the answer names %q", got)
			}
			if got := w.Header().Get("Sec-WebSocket-Extensions"); got != "" {
				t.Errorf("the answer agrees to %q", got)
			}
			_ = got.Close()
		})
	}
}

func TestOrigin(t *testing.T) {
	d := websocket.Door{Origins: []string{"https://play.example.org"}}
	for _, c := range []struct {
		origin string
		want   websocket.Reason
	}{
		{"", ""},
		{"http://localhost:7397", ""},
		{"https://play.example.org", ""},
		{"http://play.example.org", websocket.ReasonHandshake}, // the origin given is https
		{"https://evil.example.org", websocket.ReasonHandshake},
		{"http://localhost", websocket.ReasonHandshake}, // another port is another site
		{"null", websocket.ReasonHandshake},
	} {
		ours, theirs := net.Pipe()
		_ = theirs.Close()
		w := taker{httptest.NewRecorder(), ours}
		r := handshake("")
		if c.origin != "" {
			r.Header.Set("Origin", c.origin)
		}
		got, why := d.Accept(w, r)
		if why != c.want {
			t.Errorf("origin %q: reason %q, want %q", c.origin, why, c.want)
		}
		if why != "" && w.Code != http.StatusForbidden {
			t.Errorf("origin %q: status %d", c.origin, w.Code)
		}
		if got != nil {
			_ = got.Close()
		}
	}
	for text, want := range map[string]bool{
		"https://play.example.org": true, "http://play.example.org:8080": true, "play.example.org": false,
		"https://*.example.org": false, "https://example.org/": false, "https://": false, "*": false, "null": false,
	} {
		if got := websocket.IsOrigin(text); got != want {
			t.Errorf("IsOrigin(%q) = %v, want %v", text, got, want)
		}
	}
}

func TestAdmitSaysNo(t *testing.T) {
	d := websocket.Door{Admit: func(*http.Request) (string, int) { return "no room", http.StatusServiceUnavailable }}
	w := taker{httptest.NewRecorder(), nil}
	if _, why := d.Accept(w, handshake("")); why != websocket.ReasonRefused || w.Code != http.StatusServiceUnavailable ||
		!strings.Contains(w.Body.String(), "no room") {
		t.Errorf("got %q, %d %s", why, w.Code, w.Body)
	}
}

// The telnet protocol: bytes are bytes, however they are cut into messages and frames.
func TestTelnet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, p := dial(t, websocket.Door{}, websocket.Telnet)
		go p.send(frame(fin|binaryFrame, "\xff\xfb\x18"), frame(binaryFrame, "gu"), frame(fin|ping, "hi"),
			frame(more, ""), frame(fin|more, "est"), frame(fin|binaryFrame, ""), frame(fin|text, "\r\n"))
		if got, want := read(t, c, 10), "\xff\xfb\x18guest\r\n"; got != want {
			t.Errorf("read %q, want %q", got, want)
		}
		p.expect(fin|pong, "hi")
		if _, err := c.Write([]byte("\xff\xfd\x18Welcome")); err != nil {
			t.Fatal(err)
		}
		p.expect(fin|binaryFrame, "\xff\xfd\x18Welcome")
		go p.send(frame(fin|closing, "\x03\xe8"))
		if _, err := c.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
			t.Errorf("behind the client's close: %v, want the end of input", err)
		}
		if got := c.Reason(); got != "" {
			t.Errorf("reason = %q, want none", got)
		}
		_ = c.Close()
	})
}

// The gmcp protocol: the envoy speaks telnet, the client sees text and messages in the order in which they were sent.
func TestGMCP(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, p := dial(t, websocket.Door{}, websocket.GMCP)
		offers := "\xff\xfd\x18\xff\xfd\x1f\xff\xfb\xc9\xff\xfb\x19\xff\xfb\x56\xff\xfb\xc9"
		if _, err := c.Write([]byte(offers + strings.Repeat("\xff\xfa\x18\x01\xff\xf0", 3))); err != nil {
			t.Fatal(err)
		}
		want := "\xff\xfb\x18\xff\xfc\x1f\xff\xfd\xc9\xff\xfd\x19\xff\xfe\x56" +
			"\xff\xfa\x18\x00WEBSOCKET\xff\xf0\xff\xfa\x18\x00XTERM-256COLOR\xff\xf0\xff\xfa\x18\x00MTTS 269\xff\xf0"
		if got := read(t, c, len(want)); got != want {
			t.Errorf("answered %q, want %q", got, want)
		}
		go p.send(frame(text, `Core.Hello {"client"`), frame(fin|more, `:"x"}`), frame(fin|binaryFrame, "look\xff\n"))
		want = "\xff\xfa\xc9" + `Core.Hello {"client":"x"}` + "\xff\xf0look\xff\xff\n"
		if got := read(t, c, len(want)); got != want {
			t.Errorf("heard %q, want %q", got, want)
		}
		for _, half := range []string{"\xff\xf9A room\xff\xff.\r\n\xff\xfa\xc9Room.Info ", "{}\xff\xf0> \xff", "\xef"} {
			if _, err := c.Write([]byte(half)); err != nil {
				t.Fatal(err)
			}
		}
		p.expect(fin|binaryFrame, "A room\xff.\r\n")
		p.expect(fin|text, "Room.Info {}")
		p.expect(fin|binaryFrame, "> ")
		_ = c.Close()
	})
}

// The terminal protocol: no GMCP, no marks; text messages are typed text.
func TestTerminal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, p := dial(t, websocket.Door{}, websocket.Terminal)
		const said = "\xff\xfb\xc9\xff\xfb\x19\xff\xfb\x01\xff\xfc\x01\xff\xfa\xc9X\xff\xf0Hello"
		if _, err := c.Write([]byte(said)); err != nil {
			t.Fatal(err)
		}
		want := "\xff\xfe\xc9\xff\xfe\x19\xff\xfd\x01\xff\xfe\x01"
		if got := read(t, c, len(want)); got != want {
			t.Errorf("answered %q, want %q", got, want)
		}
		p.expect(fin|binaryFrame, "Hello")
		go p.send(frame(fin|text, "look\n"))
		if got, want := read(t, c, 5), "look\n"; got != want {
			t.Errorf("heard %q, want %q", got, want)
		}
		_ = c.Close()
	})
}

func TestReasons(t *testing.T) {
	for _, c := range []struct {
		name string
		send []byte
		want websocket.Reason
	}{
		{"too long a message", frame(fin|binaryFrame, strings.Repeat("x", websocket.MessageBytesMax+1)),
			websocket.ReasonMessage},
		{"too long in parts", append(frame(binaryFrame, ""), bytes.Repeat(frame(more, strings.Repeat("x", 1000)), 40)...),
			websocket.ReasonMessage},
		{"a part of nothing", frame(more, "x"), websocket.ReasonBroken},
		{"an unknown opcode", frame(fin|0x3, "x"), websocket.ReasonBroken},
		{"no mask", []byte{fin | binaryFrame, 1, 'x'}, websocket.ReasonBroken},
		{"a reserved bit", frame(fin|0x40|binaryFrame, "x"), websocket.ReasonBroken},
		{"a ping in parts", frame(ping, "x"), websocket.ReasonBroken},
		{"half a message, and silence", frame(binaryFrame, "x"), websocket.ReasonSlow},
		{"half a frame, and silence", frame(fin|binaryFrame, "xyz")[:7], websocket.ReasonSlow},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, p := range websocket.Protocols() {
				synctest.Test(t, func(t *testing.T) {
					conn, peer := dial(t, websocket.Door{}, p)
					go peer.send(c.send)
					_, _ = io.Copy(io.Discard, conn)
					if got := conn.Reason(); got != c.want {
						t.Errorf("%s: reason = %q, want %q", p, got, c.want)
					}
					_ = conn.Close()
				})
			}
		})
	}
}

// A flood of messages or of pings is taken at the pace of a person's, behind a burst; none is dropped.
func TestPace(t *testing.T) {
	for name, f := range map[string][]byte{
		"messages": frame(fin|binaryFrame, "x"), "empty messages": frame(fin|binaryFrame, ""), "pings": frame(fin|ping, ""),
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				slowed := 0
				c, p := dial(t, websocket.Door{Slowed: func() { slowed++ }}, websocket.Telnet)
				const flood = websocket.MessageBurst + 5*websocket.MessagesPerSecond
				began := time.Now()
				go func() {
					p.send(bytes.Repeat(f, flood))
					p.send(frame(fin|binaryFrame, "!"))
				}()
				for last := byte(0); last != '!'; {
					last = read(t, c, 1)[0]
				}
				if got := time.Since(began); got < 5*time.Second || got > 6*time.Second {
					t.Errorf("%d frames took %v, want 5 seconds", flood, got)
				}
				if slowed == 0 {
					t.Error("nobody was told")
				}
				_ = c.Close()
			})
		})
	}
}

// Bytes that make no messages are paced as well.
func TestPaceOfBytes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, p := dial(t, websocket.Door{}, websocket.Telnet)
		began := time.Now()
		go p.send(frame(binaryFrame, ""), bytes.Repeat(frame(more, ""), (websocket.BytesBurst+5*websocket.BytesPerSecond)/6),
			frame(fin|more, "!"))
		read(t, c, 1)
		if got := time.Since(began); got < 4*time.Second || got > 6*time.Second {
			t.Errorf("it took %v, want 5 seconds", got)
		}
		_ = c.Close()
	})
}

// Behind a close little is read, and not for long, whatever the client goes on to send.
func TestClose(t *testing.T) {
	for name, f := range map[string][]byte{
		"one endless frame": frame(fin|binaryFrame, strings.Repeat("x", 30_000)), "empty frames": frame(fin|binaryFrame, ""),
		"nothing": nil,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, p := dial(t, websocket.Door{}, websocket.Telnet)
				sent := 0
				go func() {
					for len(f) > 0 {
						n, err := p.nc.Write(f)
						if sent += n; err != nil {
							return
						}
					}
				}()
				began := time.Now()
				_ = c.Close()
				if got := time.Since(began); got > websocket.CloseMax {
					t.Errorf("it took %v, want at most %v", got, websocket.CloseMax)
				}
				synctest.Wait()
				if sent > websocket.CloseBytesMax {
					t.Errorf("%d bytes were read, want at most %d", sent, websocket.CloseBytesMax)
				}
				p.expect(fin|closing, "\x03\xe8")
			})
		})
	}
}

// A client that answers no ping is gone, and one that does stays.
func TestSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, p := dial(t, websocket.Door{}, websocket.Telnet)
		began := time.Now()
		go func() {
			asked := <-p.in
			p.send(frame(fin|pong, asked[1:]))
		}()
		_, _ = io.Copy(io.Discard, c)
		if got, want := time.Since(began), 2*websocket.PingEvery+websocket.PongMax; got != want {
			t.Errorf("it was given up after %v, want %v", got, want)
		}
		if got, want := c.Reason(), websocket.ReasonSilent; got != want {
			t.Errorf("reason = %q, want %q", got, want)
		}
		_ = c.Close()
	})
}

// A message of which a byte comes each second is given up as one of which none comes.
func TestDrip(t *testing.T) {
	for _, protocol := range websocket.Protocols() {
		synctest.Test(t, func(t *testing.T) {
			c, p := dial(t, websocket.Door{}, protocol)
			gone := make(chan struct{})
			go func() {
				defer close(gone)
				p.send(frame(binaryFrame, "x"))
				for range 99 {
					<-time.After(time.Second)
					p.send(frame(more, "x"))
				}
			}()
			began := time.Now()
			n, _ := io.Copy(io.Discard, c)
			if got := time.Since(began); got > websocket.MessageMax+10*time.Second || n > 40 {
				t.Errorf("%s: given up after %v and %d bytes, want %v", protocol, got, n, websocket.MessageMax)
			}
			if got, want := c.Reason(), websocket.ReasonSlow; got != want {
				t.Errorf("%s: reason = %q, want %q", protocol, got, want)
			}
			_ = c.Close()
			<-gone
		})
	}
}

// Whoever reads may take their time over what came at once, as over the lines of a paste: the client has sent its
// message in time, and has answered the pings as well.
func TestSlowReader(t *testing.T) {
	for _, protocol := range websocket.Protocols() {
		synctest.Test(t, func(t *testing.T) {
			c, p := dial(t, websocket.Door{}, protocol)
			const lines = 500
			say := make(chan []byte, lines)
			go func() {
				for f := range say {
					p.send(f)
				}
			}()
			say <- frame(fin|binaryFrame, strings.Repeat("look\r\n", lines))
			go func() {
				defer close(say)
				for asked := range p.in {
					say <- frame(fin|pong, asked[1:])
				}
			}()
			for range lines {
				if got, want := read(t, c, 6), "look\r\n"; got != want {
					t.Fatalf("%s: read %q, want %q", protocol, got, want)
				}
				<-time.After(time.Second)
			}
			say <- frame(fin|binaryFrame, "quit\r\n")
			if got, want := read(t, c, 6), "quit\r\n"; got != want || c.Reason() != "" {
				t.Errorf("%s: read %q, want %q; reason %q", protocol, got, want, c.Reason())
			}
			_ = c.Close()
		})
	}
}

// What an envoy holds for whoever reads is bounded, and none of it is lost.
func TestHeld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, p := dial(t, websocket.Door{}, websocket.Terminal)
		const size, count = 2000, websocket.MessageBurst
		sent := 0
		go func() {
			for range count {
				p.send(frame(fin|binaryFrame, strings.Repeat("x", size)))
				sent += size
			}
		}()
		synctest.Wait()
		if most := websocket.HeldBytesMax + 16<<10; sent > most {
			t.Errorf("%d bytes were taken before any was read, want at most %d", sent, most)
		}
		read(t, c, size*count)
		_ = c.Close()
	})
}

// Whatever a client sends, reading comes to an end and gives no more than was sent, and a close leaves nothing running.
func FuzzFrames(f *testing.F) {
	f.Add(uint8(0), frame(fin|binaryFrame, "guest\r\n"))
	f.Add(uint8(1), append(frame(fin|text, `Core.Hello {}`), frame(fin|binaryFrame, "\xff\xff\xfb\x18")...))
	f.Add(uint8(2), append(frame(binaryFrame, "a"), frame(fin|more, "b")...))
	f.Add(uint8(1), append(frame(fin|ping, "a"), frame(fin|closing, "\x03\xe8bye")...))
	f.Fuzz(func(t *testing.T, which uint8, sent []byte) {
		synctest.Test(t, func(t *testing.T) {
			all := websocket.Protocols()
			c, p := dial(t, websocket.Door{}, all[int(which)%len(all)])
			go func() {
				p.send(sent)
				_ = p.nc.Close()
			}()
			got, _ := io.Copy(io.Discard, c)
			if most := int64(2*len(sent) + 5*len(sent)); got > most {
				t.Errorf("%d bytes became %d", len(sent), got)
			}
			_ = c.Close()
		})
	})
}
