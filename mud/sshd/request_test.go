package sshd_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"github.com/mudlark-mud/mudlark/mud/sshd"
)

// The names of requests and channels that servers know or once did; a fuzzed byte chooses one, or what was fuzzed is a
// name of its own.
var ( // immutable
	requestNames = []string{
		"shell", "exec", "subsystem", "pty-req", "window-change", "env", "signal", "break", "x11-req", "xon-xoff",
		"auth-agent-req@openssh.com", "exit-status", "exit-signal", "eow@openssh.com", "keepalive@openssh.com",
	}
	globalNames = []string{
		"tcpip-forward", "cancel-tcpip-forward", "streamlocal-forward@openssh.com", "keepalive@openssh.com",
		"no-more-sessions@openssh.com", "hostkeys-prove-00@openssh.com", "elevate", "exit-status",
	}
	channelNames = []string{
		"session", "direct-tcpip", "forwarded-tcpip", "direct-streamlocal@openssh.com", "x11", "tun@openssh.com",
		"auth-agent@openssh.com",
	}
)

// ops of a fuzzed sequence; each is a byte, then a byte that chooses, then a payload behind its length.
const (
	opOpen = iota
	opRequest
	opGlobal
	opData
	opExtended
	opEnd
	opClose
	opsMost
)

// stranger is a connection that does what was fuzzed.
type stranger struct {
	c        *gossh.Client
	channels []gossh.Channel
	script   []byte
}

func (s *stranger) next() byte {
	if len(s.script) == 0 {
		return 0
	}
	b := s.script[0]
	s.script = s.script[1:]
	return b
}

func (s *stranger) payload() []byte {
	n := min(int(s.next())*3, len(s.script))
	p := s.script[:n]
	s.script = s.script[n:]
	return p
}

// name chooses one of some names, or makes one of what follows.
func (s *stranger) name(of []string) string {
	if i := int(s.next()); i < 4*len(of) {
		return of[i%len(of)]
	}
	return string(s.payload())
}

// act does the next thing; an error means that the connection is over.
func (s *stranger) act() error {
	op := s.next() % opsMost
	if op == opOpen {
		ch, requests, err := s.c.OpenChannel(s.name(channelNames), s.payload())
		if refused := (*gossh.OpenChannelError)(nil); errors.As(err, &refused) {
			return nil
		} else if err != nil {
			return err
		}
		go gossh.DiscardRequests(requests)
		go func() { _, _ = io.Copy(io.Discard, ch) }()
		s.channels = append(s.channels, ch)
		return nil
	}
	if op == opGlobal {
		_, _, err := s.c.SendRequest(s.name(globalNames), s.next()%2 == 0, s.payload())
		return err
	}
	if len(s.channels) == 0 {
		return nil
	}
	// Of a channel that is closed errors come, and the connection goes on.
	ch := s.channels[int(s.next())%len(s.channels)]
	switch op {
	case opRequest:
		_, _ = ch.SendRequest(s.name(requestNames), s.next()%2 == 0, s.payload())
	case opData:
		_, _ = ch.Write(s.payload())
	case opExtended:
		_, _ = ch.Stderr().Write(s.payload())
	case opEnd:
		_ = ch.CloseWrite()
	case opClose:
		_ = ch.Close()
	}
	return nil
}

// play does the whole script within a time, and closes what it opened.
func (s *stranger) play(t *testing.T) error {
	done := make(chan error, 1)
	go func() {
		for len(s.script) > 0 {
			if err := s.act(); err != nil {
				done <- err
				return
			}
		}
		for _, ch := range s.channels {
			_ = ch.Close()
		}
		done <- nil
	}()
	select {
	case err := <-done:
		return err
	case <-time.After(patience):
		t.Fatal("a request was never answered")
		return nil
	}
}

// pty is a pty-req of a size with a name and modes.
func pty(term string, width, height uint32, modes string) string {
	return string(gossh.Marshal(struct {
		Term       string
		W, H, X, Y uint32
		Modes      string
	}{term, width, height, 0, 0, modes}))
}

// script is a sequence by hand: op, choice and payload.
func script(steps ...any) []byte {
	var out []byte
	for _, s := range steps {
		switch s := s.(type) {
		case int:
			out = append(out, byte(s))
		case string:
			s += strings.Repeat("\x00", (3-len(s)%3)%3)
			out = append(append(out, byte(len(s)/3)), s...)
		}
	}
	return out
}

// Whatever a client asks for, in whatever order, it is answered, its connection goes on or ends for a reason with a
// name, and others do not notice. The server and its connections are kept from one input to the next.
func FuzzRequests(f *testing.F) {
	shell, env, ptyReq, size := 0, 5, 3, 4
	f.Add(script(opOpen, 0, "", opRequest, 0, ptyReq, 0, pty("xterm", 80, 24, "\x00"), opRequest, 0, shell, 0, "",
		opData, 0, "look\r\x1b[A\t\x7f", opRequest, 0, size, 1, "\x00\x00\x00\x10\xff\xff\xff\xff\x00\x00\x00\x00"))
	f.Add(script(opOpen, 0, "", opRequest, 0, env, 0, "\x00\x00\x00\x04LANG\x00\x00\x00\x01C", opRequest, 0, 1, 0,
		"\x00\x00\x00\x06reader", opData, 0, "quit\r", opEnd, 0, opRequest, 0, shell, 0, "", opClose, 0, opData, 0, "x"))
	f.Add(script(opGlobal, 0, 0, "\x00\x00\x00\x00\x00\x00\x00\x16", opOpen, 1, "x", opOpen, 4, "", opOpen, 200, "no", ""))
	f.Add(script(opOpen, 0, "", opRequest, 0, ptyReq, 0, pty("", 1<<31, 0, strings.Repeat("\x81", 99)), opRequest, 0,
		ptyReq, 0, "\x00\x00\xff\xff", opRequest, 0, 2, 0, "\x00\x00\x00\x04sftp", opExtended, 0, "x", opRequest, 0, shell,
		1, "", opRequest, 0, shell, 0, ""))
	limits := sshd.Limits{
		BytesPerSecond: 1 << 30, BytesBurst: 1 << 30, ConnectionsPerSource: 64, Stall: 5 * time.Second,
	}
	d := open(f, limits, talk)
	var mu sync.Mutex
	var near *gossh.Client
	f.Fuzz(func(t *testing.T, steps []byte) {
		mu.Lock()
		defer mu.Unlock()
		if near == nil {
			c, err := gossh.Dial("tcp", d.Addr().String(), d.config("bob", &banners{}, answering("", new(int))))
			if err != nil {
				t.Fatalf("nobody comes in any more: %v", err)
			}
			near = c
		}
		s := &stranger{c: near, script: steps[:min(len(steps), 1<<12)]}
		err := s.play(t)
		if err == nil {
			// A session that works as ever shows that the connection does.
			err = converse(t, near)
		}
		if err != nil {
			_ = near.Close()
			near = nil
			waitFor(t, "the place to be free", func() bool { return d.Connections() == 0 })
		}
		if said := d.log.taken(); strings.Contains(said, "panic") {
			t.Fatal(said)
		}
	})
}

// converse has a talk in a session of its own. What comes before it may still be on its way out.
func converse(t *testing.T, c *gossh.Client) error {
	t.Helper()
	var s *gossh.Session
	var err error
	waitFor(t, "a session", func() bool {
		s, err = c.NewSession()
		refused := (*gossh.OpenChannelError)(nil)
		return !errors.As(err, &refused)
	})
	if err != nil {
		return fmt.Errorf("open a session: %w", err)
	}
	s.Stdin = strings.NewReader("look\n")
	out, err := s.Output("plain")
	if err != nil {
		return fmt.Errorf("talk: %w", err)
	}
	if !strings.Contains(string(out), `You said "look".`) {
		t.Fatalf("the talk went %q", out)
	}
	return nil
}
