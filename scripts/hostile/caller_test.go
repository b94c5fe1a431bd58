package hostile_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/mud/telnet/dialer"
)

// What the client may cost and say, whatever it is sent.
const (
	memoryMost = 64 << 20 // bytes on the heap while one attack runs, the attack's own among them
	saidMost   = 64 << 10 // bytes that it answers
	secret     = "a-password-nobody-shall-see"

	stillHere = "still here"
	pong      = "pong"
)

// colour is the one sequence that may come out.
var colour = regexp.MustCompile(`\x1b\[([0-9;:]*)m`) // immutable

// Every attack on mud/telnet/dialer: it says only what is safe to show, in bounded memory, and ends or goes on as the
// row says.
func TestCaller(t *testing.T) {
	for _, a := range attacks() {
		t.Run(a.name, func(t *testing.T) { attackCaller(t, a) })
	}
}

func attackCaller(t *testing.T, a attack) {
	h := newHostile(t)
	runtime.GC()
	mem := watchMemory()
	defer func() {
		if most := mem.stop(); most > memoryMost {
			t.Errorf("%d MiB were on the heap", most>>20)
		}
	}()
	logins := 0
	c, err := dialer.Dial(t.Context(), dialer.Config{
		Addr: h.Addr().String(), TLS: dialer.Off, Supports: []string{"Char 1", "Room 1", "Comm.Channel 1", "Mudlark 1"},
		Login:  func() (string, string, bool) { logins++; return "ann", secret, true },
		Limits: dialer.Limits{Silence: 5 * time.Millisecond},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	p := h.next(t)
	played := make(chan struct{})
	go func() {
		defer close(played)
		a.play(p)
		if a.ends == "" {
			p.send("\r\n" + stillHere + "\r\n")
			p.await(pong)
			_ = p.nc.Close()
		}
	}()
	if a.types {
		go func() {
			for c.Send(strings.Repeat("x", 1<<10)) == nil {
			}
		}()
	}
	why, wellBefore := watchCaller(t, c)
	<-played
	want := a.ends
	if want == "" {
		want = dialer.ReasonGone
		if !wellBefore {
			t.Error("nothing was shown behind it")
		}
	}
	if why.Reason != want {
		t.Errorf("it ended as %q (%v), want %q", why.Reason, why.Err, want)
	}
	if h.called() {
		t.Error("it called an address that the server named")
	}
	said := p.heard()
	if n := strings.Count(said, secret); n > a.answers || logins > 1 {
		t.Errorf("the password was asked for %d times and sent %d times", logins, n)
	}
	if len(said) > saidMost && !a.types {
		t.Errorf("%d bytes were answered", len(said))
	}
	for _, private := range []string{"USER", "HOME", "PATH", "SSH_AUTH"} {
		if strings.Contains(said, private) {
			t.Errorf("%s was told: %q", private, said)
		}
	}
}

// A server, or whoever stands before it, that shows another certificate than it did is told nothing.
func TestChangedCertificate(t *testing.T) {
	h := newHostile(t)
	first, second := certificate(t), certificate(t)
	said := make(chan string, 2)
	var serving sync.WaitGroup
	serving.Go(func() {
		for _, shown := range []tls.Certificate{first, second} {
			nc, err := h.Accept()
			if err != nil {
				return
			}
			conn := tls.Server(nc, &tls.Config{Certificates: []tls.Certificate{shown}})
			_, _ = conn.Write([]byte(will + gmcp + "Welcome.\r\n"))
			heard, _ := io.ReadAll(conn)
			said <- string(heard)
			_ = conn.Close()
		}
	})
	book := pins{}
	config := dialer.Config{
		Addr: h.Addr().String(), TLS: dialer.On, Pins: book,
		Login: func() (string, string, bool) { return "ann", secret, true },
	}
	c, err := dialer.Dial(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(c.Send("hello"), c.Close()); err != nil {
		t.Fatal(err)
	}
	if <-said == "" || len(book) != 1 {
		t.Errorf("the first was not talked to, or not remembered: %v", book)
	}
	_, err = dialer.Dial(t.Context(), config)
	changed, ok := errors.AsType[*dialer.PinChanged](err)
	if !ok || changed.Pinned == changed.Found || book[config.Addr] != changed.Pinned {
		t.Errorf("got %v, and pinned is %v", err, book)
	}
	if heard := <-said; heard != "" {
		t.Errorf("the second was told %q", heard)
	}
	serving.Wait()
}

// pins remembers certificates for a test.
type pins map[string]string

func (p pins) Pinned(addr string) (string, bool, error) {
	found, ok := p[addr]
	return found, ok, nil
}

func (p pins) Pin(addr, fingerprint string) error {
	p[addr] = fingerprint
	return nil
}

// certificate is one that nobody vouches for.
func certificate(t *testing.T) tls.Certificate {
	t.Helper()
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	plan := &x509.Certificate{
		SerialNumber: big.NewInt(now.UnixNano()), NotBefore: now.Add(-time.Hour), NotAfter: now.Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, plan, plan, public, private)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: private}
}

// watchCaller judges what comes out to the end, and reports whether the line behind the attack came.
func watchCaller(t *testing.T, c *dialer.Conn) (dialer.Closed, bool) {
	t.Helper()
	late := time.NewTimer(2 * patience)
	defer late.Stop()
	well := false
	for {
		select {
		case <-late.C:
			t.Fatal("it never ended")
		case e, open := <-c.Events():
			if !open {
				t.Fatal("it ended without a word")
			}
			if end, over := e.(dialer.Closed); over {
				return end, well
			}
			if err := judge(e); err != nil {
				t.Error(err)
			}
			if l, ok := e.(dialer.Line); ok && colour.ReplaceAllString(l.Text, "") == stillHere {
				well = true
				if err := c.Send(pong); err != nil {
					t.Errorf("answer: %v", err)
				}
			}
		}
	}
}

// judge says what is wrong with an event.
func judge(e dialer.Event) error {
	switch e := e.(type) {
	case dialer.Line:
		return unsafeText(e.Text)
	case dialer.Prompt:
		return unsafeText(e.Text)
	case dialer.Note:
		if strings.Contains(e.Text, "\x1b") {
			return fmt.Errorf("a note with an escape: %q", e.Text)
		}
		return unsafeText(strings.ReplaceAll(e.Text, mark, "")) // it may quote the server, without what a terminal minds
	case dialer.GMCP:
		switch {
		case len(e.Data) > dialer.GMCPBytes:
			return fmt.Errorf("a message of %d bytes", len(e.Data))
		case len(e.Data) > 0 && !json.Valid(e.Data), !utf8.Valid(e.Data):
			return fmt.Errorf("no JSON: %q", e.Data)
		}
		return unsafeText(e.Package)
	case dialer.MSSP, dialer.Hidden, dialer.Closed:
	}
	return nil
}

// unsafeText says what a terminal could mind in a text.
func unsafeText(text string) error {
	if len(text) > dialer.LineBytes || !utf8.ValidString(text) {
		return fmt.Errorf("%d bytes, or no UTF-8", len(text))
	}
	for _, m := range colour.FindAllStringSubmatch(text, -1) {
		if strings.Count(m[1], ";")+strings.Count(m[1], ":") >= 32 {
			return fmt.Errorf("a colour of %d bytes", len(m[1]))
		}
	}
	plain := colour.ReplaceAllString(text, "")
	for i, r := range plain {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r >= 0xe0000 && r < 0xe0080 || r == '\u2028' {
			return fmt.Errorf("%q in %q", r, plain[max(0, i-40):min(len(plain), i+40)])
		}
	}
	if strings.Contains(plain, mark) && !strings.Contains(plain, "#system") {
		return fmt.Errorf("what was for the terminal is shown: %q", plain[:min(len(plain), 200)])
	}
	return nil
}

// memory is how much was on the heap at most.
type memory struct {
	done chan struct{}
	most chan uint64
}

func watchMemory() *memory {
	m := &memory{done: make(chan struct{}), most: make(chan uint64)}
	go func() {
		tick := time.NewTicker(10 * time.Millisecond)
		defer tick.Stop()
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		before, most := stats.HeapAlloc, stats.HeapAlloc
		for {
			select {
			case <-tick.C:
				runtime.ReadMemStats(&stats)
				most = max(most, stats.HeapAlloc)
			case <-m.done:
				m.most <- most - before
				return
			}
		}
	}()
	return m
}

func (m *memory) stop() uint64 {
	close(m.done)
	return <-m.most
}
