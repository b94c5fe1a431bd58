package dialer_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/mud/listener"
	"github.com/mudlark-mud/mudlark/mud/telnet/dialer"
)

// pins are kept in memory.
type pins map[string]string

func (p pins) Pinned(addr string) (string, bool, error) { pin, ok := p[addr]; return pin, ok, nil }
func (p pins) Pin(addr, pin string) error               { p[addr] = pin; return nil }

// full are pins to which nothing can be added.
type full struct{ pins }

var errFull = errors.New("full")

// torn are pins that cannot be read.
type torn struct{ pins }

var errTorn = errors.New("torn")

func (torn) Pinned(string) (string, bool, error) { return "", false, errTorn }

func (full) Pin(string, string) error { return errFull }

// certificate makes one.
func certificate(t *testing.T) *listener.Certificate {
	t.Helper()
	source, err := listener.SelfSigned(t.TempDir(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return source
}

// secureServer serves a greeting over TLS, on the loopback address, with the certificate that is pointed to.
func secureServer(t *testing.T, source **listener.Certificate, most uint16) (addr string) {
	t.Helper()
	l, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{
		MaxVersion: most, MinVersion: tls.VersionTLS10,
		GetCertificate: func(h *tls.ClientHelloInfo) (*tls.Certificate, error) {
			return (*source).Config().GetCertificate(h)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			nc, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				_, _ = io.WriteString(nc, "Welcome.\r\n"+will+mssp+sb+mssp+"\x01NAME\x02Lowtide\x01SSL\x0299"+se)
				_, _ = io.Copy(io.Discard, nc)
				_ = nc.Close()
			}()
		}
	}()
	return l.Addr().String()
}

// call returns what is said up to the first line, and the facts.
func call(t *testing.T, c dialer.Config) (said string, facts dialer.Facts, err error) {
	t.Helper()
	conn, err := dialer.Dial(t.Context(), c)
	if err != nil {
		return "", dialer.Facts{}, err
	}
	for e := range conn.Events() {
		said += told(e) + "\n"
		if _, ok := e.(dialer.Line); ok {
			facts = conn.Facts()
			if err := conn.Close(); err != nil {
				t.Error(err)
			}
			return said, facts, nil
		}
	}
	return said, facts, conn.Close()
}

func TestPins(t *testing.T) {
	first, second := certificate(t), certificate(t)
	shown := first
	addr := secureServer(t, &shown, 0)
	kept := pins{}
	c := dialer.Config{Addr: addr, TLS: dialer.On, Pins: kept}

	said, facts, err := call(t, c)
	expect(t, "the first time", said, "note Nobody vouches for this server's certificate. It is remembered, and another "+
		"one will be refused: SHA-256 "+first.Fingerprint()+"\nline \"Welcome.\"\n")
	if err != nil || !facts.Encrypted || facts.Vouched || facts.Fingerprint != first.Fingerprint() {
		t.Errorf("%+v, %v", facts, err)
	}
	c.TLS = dialer.Auto
	said, facts, err = call(t, c)
	expect(t, "by what is pinned", said, "line \"Welcome.\"\n")
	if err != nil || !facts.Encrypted {
		t.Errorf("%+v, %v", facts, err)
	}

	shown = second
	_, _, err = call(t, c)
	var changed *dialer.PinChanged
	if !errors.As(err, &changed) || *changed != (dialer.PinChanged{
		Addr: addr, Pinned: first.Fingerprint(), Found: second.Fingerprint(),
	}) {
		t.Fatalf("another certificate: %v", err)
	}
	for _, word := range []string{first.Fingerprint(), second.Fingerprint(), addr, "pin the new one"} {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("%q does not say %s", err, word)
		}
	}
	if kept[addr] != first.Fingerprint() {
		t.Errorf("pinned %q", kept[addr])
	}
	c.TLS = dialer.Off
	c.Dial = func(ctx context.Context, network, addr string) (net.Conn, error) {
		ours, theirs := net.Pipe()
		go func() { _, _ = io.WriteString(theirs, "Plain.\r\n") }()
		return ours, nil
	}
	if said, facts, err := call(t, c); err != nil || facts.Encrypted || said != "line \"Plain.\"\n" {
		t.Errorf("in plain text: %q %+v, %v", said, facts, err)
	}
}

// TestVouched: what an authority vouches for may change, and must be vouched for from then on.
func TestVouched(t *testing.T) {
	first, second := certificate(t), certificate(t)
	shown := first
	addr := secureServer(t, &shown, 0)
	roots := x509.NewCertPool()
	for _, s := range []*listener.Certificate{first, second} {
		c, err := s.Config().GetCertificate(nil)
		if err != nil {
			t.Fatal(err)
		}
		roots.AddCert(c.Leaf)
	}
	kept := pins{}
	c := dialer.Config{Addr: addr, TLS: dialer.On, Pins: kept, Roots: roots}
	const note = "note An authority vouches for this server's certificate; that is remembered.\n"
	said, facts, err := call(t, c)
	expect(t, "the first time", said, note+"line \"Welcome.\"\n")
	if err != nil || !facts.Vouched || kept[addr] != dialer.Vouched {
		t.Errorf("%+v, pinned %q, %v", facts, kept[addr], err)
	}
	shown = second
	said, _, err = call(t, c)
	if expect(t, "renewed", said, "line \"Welcome.\"\n"); err != nil {
		t.Error(err)
	}
	c.Roots = nil
	_, _, err = call(t, c)
	var changed *dialer.PinChanged
	if !errors.As(err, &changed) || changed.Pinned != dialer.Vouched {
		t.Errorf("nobody vouches any more: %v", err)
	}
	kept[addr] = first.Fingerprint()
	c.Roots = roots
	if said, _, err := call(t, c); err != nil || said != note+"line \"Welcome.\"\n" || kept[addr] != dialer.Vouched {
		t.Errorf("somebody vouches now: %q, %q, %v", said, kept[addr], err)
	}
	c.Pins = nil
	if said, _, err := call(t, c); err != nil || said != "line \"Welcome.\"\n" {
		t.Errorf("with nothing to remember it by: %q, %v", said, err)
	}
	c.Addr = "mud.example:4000"
	c.Dial = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, addr)
	}
	if _, _, err := call(t, c); !errors.Is(err, dialer.ErrUnvouched) {
		t.Errorf("vouched for under another name: %v", err)
	}
}

func TestRefused(t *testing.T) {
	shown := certificate(t)
	addr := secureServer(t, &shown, 0)
	old := secureServer(t, &shown, tls.VersionTLS11)
	silent, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = silent.Close() })
	never := func(ctx context.Context, _, _ string) (net.Conn, error) { <-ctx.Done(); return nil, ctx.Err() }
	short := dialer.Limits{Dial: 20 * time.Millisecond}
	for name, tt := range map[string]struct {
		c    dialer.Config
		want error
	}{
		"nowhere to remember it":  {dialer.Config{Addr: addr, TLS: dialer.On}, dialer.ErrUnvouched},
		"it cannot be remembered": {dialer.Config{Addr: addr, TLS: dialer.On, Pins: full{pins{}}}, errFull},
		"nobody knows its pin":    {dialer.Config{Addr: addr, TLS: dialer.On, Pins: torn{pins{}}}, errTorn},
		"or whether it has one":   {dialer.Config{Addr: addr, TLS: dialer.Auto, Pins: torn{pins{}}}, errTorn},
		"TLS 1.1":                 {dialer.Config{Addr: old, TLS: dialer.On, Pins: pins{}}, nil},
		"no TLS within the time": {dialer.Config{Addr: silent.Addr().String(), TLS: dialer.On, Limits: short},
			context.DeadlineExceeded},
		"no connection in time": {dialer.Config{Addr: "x:1", Dial: never, Limits: short}, context.DeadlineExceeded},
		"no port":               {dialer.Config{Addr: "localhost"}, nil},
	} {
		_, _, err := call(t, tt.c)
		if err == nil || tt.want != nil && !errors.Is(err, tt.want) {
			t.Errorf("%s: got %v, want %v", name, err, tt.want)
		}
	}
}

// TestIPv6 calls by an address in brackets.
func TestIPv6(t *testing.T) {
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "[::1]:0")
	if err != nil {
		t.Skip("this machine has no IPv6")
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		if nc, err := l.Accept(); err == nil {
			_, _ = io.WriteString(nc, "Welcome.\r\n")
		}
	}()
	said, _, err := call(t, dialer.Config{Addr: l.Addr().String()})
	if expect(t, "said", said, "line \"Welcome.\"\n"); err != nil {
		t.Error(err)
	}
}

// TestHalfClosed: a server that closes its side is heard to the end, and one that we leave gets our last word.
func TestHalfClosed(t *testing.T) {
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	heard := make(chan string, 2)
	go func() {
		for {
			nc, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = io.WriteString(nc, strings.Repeat("Much that nobody reads.\r\n", 5000)+"Bye.")
			_ = nc.(*net.TCPConn).CloseWrite()
			all, err := io.ReadAll(nc)
			if err != nil {
				all = []byte(err.Error())
			}
			heard <- string(all)
			_ = nc.Close()
		}
	}()
	c := dialer.Config{Addr: l.Addr().String()}
	conn, err := dialer.Dial(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	last := [2]string{}
	for e := range conn.Events() {
		last = [2]string{last[1], told(e)}
	}
	if last != [2]string{`line "Bye."`, "closed the server closed the connection"} {
		t.Errorf("the last words: %q", last)
	}
	if err := conn.Close(); err != nil {
		t.Error(err)
	}
	expect(t, "the first heard", <-heard, "")
	if conn, err = dialer.Dial(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(conn.Send("quit"), conn.Close()); err != nil {
		t.Error(err)
	}
	expect(t, "the second heard", <-heard, "quit\r\n")
}

// TestGoneWithoutGoodbye: few servers say goodbye by TLS, and none is lost for that.
func TestGoneWithoutGoodbye(t *testing.T) {
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	shown := certificate(t).Config()
	go func() {
		if nc, err := l.Accept(); err == nil {
			_, _ = io.WriteString(tls.Server(nc, shown), "Bye.")
			_ = nc.Close()
		}
	}()
	conn, err := dialer.Dial(t.Context(), dialer.Config{Addr: l.Addr().String(), TLS: dialer.On, Pins: pins{}})
	if err != nil {
		t.Fatal(err)
	}
	said := ""
	for e := range conn.Events() {
		said += told(e) + "\n"
	}
	if !strings.HasSuffix(said, "line \"Bye.\"\nclosed the server closed the connection\n") {
		t.Errorf("got %q", said)
	}
	if err := conn.Close(); err != nil {
		t.Error(err)
	}
}

func TestPreviewOverTLS(t *testing.T) {
	shown := certificate(t)
	kept := pins{}
	c := dialer.Config{Addr: secureServer(t, &shown, 0), TLS: dialer.On, Pins: kept}
	card, err := dialer.Preview(t.Context(), c)
	if err != nil || card.Value("name") != "Lowtide" || len(kept) != 0 {
		t.Errorf("got %q, %v; pinned %v", card, err, kept)
	}
	if _, err := dialer.Preview(t.Context(), dialer.Config{Addr: filepath.Base(c.Addr), TLS: dialer.On}); err == nil {
		t.Error("previewed what nobody vouches for")
	}
}
