package sshd_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/sshd"
	"github.com/mudlark-mud/mudlark/world"
)

const patience = 60 * time.Second

// waitFor polls until cond holds.
func waitFor(t testing.TB, what string, cond func() bool) {
	t.Helper()
	deadline := time.Now().Add(patience)
	for !cond() {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain for %s", what)
		}
		<-time.After(2 * time.Millisecond)
	}
}

// book is the Auth of these tests: names with passwords and keys in memory.
type book struct {
	mu        sync.Mutex
	passwords map[string]string
	keys      map[string]string // fingerprint -> name
	asked     int
}

func (b *book) Password(_ context.Context, user string, pw account.Secret, _ net.Addr) (sshd.Identity, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.asked++
	switch {
	case pw.Reveal() == "throttle me":
		return sshd.Identity{}, &account.Refusal{Code: account.CodeThrottled, Text: "Please try again in 8 seconds."}
	case pw.Reveal() == "panic":
		panic("defect in the account code")
	case pw.Reveal() != "" && b.passwords[strings.ToLower(user)] == pw.Reveal():
		return identity(user), nil
	}
	return sshd.Identity{}, errors.New("wrong")
}

func (b *book) Key(_ context.Context, user string, key gossh.PublicKey, _ net.Addr) (sshd.Identity, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.keys[gossh.FingerprintSHA256(key)] != strings.ToLower(user) {
		return sshd.Identity{}, false
	}
	return identity(user), true
}

func (b *book) Stranger(net.Addr) {}

func (b *book) Known(user string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	_, ok := b.passwords[strings.ToLower(user)]
	return ok
}

func (b *book) addKey(name string, key gossh.PublicKey) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.keys[gossh.FingerprintSHA256(key)] = name
}

func identity(user string) sshd.Identity {
	return sshd.Identity{Account: world.AccountID("acc-" + strings.ToLower(user)), Name: strings.ToLower(user)}
}

// log keeps what the server logged.
type log struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

// taken gives what was logged since it was last asked.
func (l *log) taken() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer l.buf.Reset()
	return l.buf.String()
}

type door struct {
	*sshd.Server
	auth *book
	log  *log
	stop func() // ends Serve and waits for it
}

// open starts a server on loopback; the test's end stops it.
func open(t testing.TB, limits sshd.Limits, handler sshd.Handler) *door {
	t.Helper()
	auth := &book{passwords: map[string]string{"ann": "correct horse"}, keys: map[string]string{}}
	d := openWith(t, auth, limits, handler)
	d.auth = auth
	return d
}

func openWith(t testing.TB, auth sshd.Auth, limits sshd.Limits, handler sshd.Handler) *door {
	t.Helper()
	return openConfig(t, sshd.Config{Addr: "127.0.0.1:0", Auth: auth, Limits: limits}, handler)
}

// openOn is open on a listener of one's own.
func openOn(t testing.TB, on net.Listener, limits sshd.Limits, handler sshd.Handler) *door {
	t.Helper()
	return openConfig(t, sshd.Config{Listener: on, Auth: &book{}, Limits: limits}, handler)
}

func openConfig(t testing.TB, cfg sshd.Config, handler sshd.Handler) *door {
	t.Helper()
	d := &door{log: &log{}}
	cfg.HostKeyPath, cfg.Logger = filepath.Join(t.TempDir(), "host_key"), slog.New(slog.NewTextHandler(d.log, nil))
	srv, err := sshd.New(cfg, handler)
	if err != nil {
		t.Fatal(err)
	}
	d.Server = srv
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- srv.Serve(ctx) }()
	d.stop = sync.OnceFunc(func() {
		cancel()
		select {
		case err := <-served:
			if err != nil {
				t.Errorf("serve: %v", err)
			}
		case <-time.After(patience):
			t.Error("the server does not stop")
		}
	})
	t.Cleanup(d.stop)
	return d
}

// who is a handler that says who came.
func who(_ context.Context, s *sshd.Session) {
	_, _ = fmt.Fprintf(s.Out, "user=%s account=%s key=%v pty=%v plain=%v term=%s size=%dx%d reader=%v",
		s.User, s.Identity.Account, s.Identity.Fingerprint != "", s.PTY, s.Plain, s.Term, s.Size.Width, s.Size.Height,
		s.Reader)
}

// hold is a handler that stays until its session ends.
func hold(ctx context.Context, _ *sshd.Session) { <-ctx.Done() }

func signer(t testing.TB, n byte) gossh.Signer {
	t.Helper()
	s, err := gossh.NewSignerFromKey(ed25519.NewKeyFromSeed(bytes.Repeat([]byte{n}, ed25519.SeedSize)))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// banners gathers what the server says before authentication.
type banners struct{ text string }

func (b *banners) add(text string) error {
	b.text += text
	return nil
}

func password(pw string) gossh.AuthMethod { return gossh.Password(pw) }

// answering is keyboard-interactive that answers every question alike and counts them.
func answering(answer string, asked *int) gossh.AuthMethod {
	return gossh.KeyboardInteractive(func(_, _ string, questions []string, _ []bool) ([]string, error) {
		answers := make([]string, len(questions))
		for i := range answers {
			answers[i] = answer
			*asked++
		}
		return answers, nil
	})
}

func (d *door) config(user string, said *banners, methods ...gossh.AuthMethod) *gossh.ClientConfig {
	return &gossh.ClientConfig{
		User: user, Auth: methods, HostKeyCallback: gossh.FixedHostKey(d.HostKey()), BannerCallback: said.add,
		Timeout: patience,
	}
}

func (d *door) dial(t testing.TB, user string, methods ...gossh.AuthMethod) *gossh.Client {
	t.Helper()
	if len(methods) == 0 {
		methods = []gossh.AuthMethod{answering("", new(int))}
	}
	c, err := gossh.Dial("tcp", d.Addr().String(), d.config(user, &banners{}, methods...))
	if err != nil {
		t.Fatalf("dial as %s: %v", user, err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func (d *door) session(t testing.TB, c *gossh.Client) *gossh.Session {
	t.Helper()
	s, err := c.NewSession()
	if err != nil {
		t.Fatalf("new session: %v", err)
	}
	return s
}

// shell runs a session without a terminal and gives what it said.
func (d *door) shell(t testing.TB, c *gossh.Client) string {
	t.Helper()
	s := d.session(t, c)
	var out bytes.Buffer
	s.Stdout = &out
	if err := s.Shell(); err != nil {
		t.Fatal(err)
	}
	if err := s.Wait(); err != nil {
		t.Errorf("session ended with %v", err)
	}
	return out.String()
}

func TestSignIn(t *testing.T) {
	d := open(t, sshd.Limits{}, who)
	d.auth.addKey("ann", signer(t, 1).PublicKey())
	d.auth.passwords["reader"] = "made before the name meant something else"
	questions := new(int)
	tests := []struct {
		what, user string
		method     gossh.AuthMethod
		want       string // empty: kept out
	}{
		{"password", "ann", password("correct horse"), "user=ann account=acc-ann key=false"},
		{"password asked for", "Ann", answering("correct horse", questions), "user=Ann account=acc-ann key=false"},
		{"wrong password", "ann", password("wrong"), ""},
		{"empty password", "ann", password(""), ""},
		{"known name without proof", "ann", answering("", new(int)), ""},
		{"registered key", "ann", gossh.PublicKeys(signer(t, 1)), "user=ann account=acc-ann key=true"},
		{"fourth of four keys", "ann", gossh.PublicKeys(signer(t, 7), signer(t, 8), signer(t, 9), signer(t, 1)),
			"key=true"},
		{"unregistered key", "ann", gossh.PublicKeys(signer(t, 2)), ""},
		{"unknown name", "bob", answering("", questions), "user=bob account= key=false"},
		{"unknown name with a password", "bob", password("correct horse"), ""},
		{"unknown name with a known key", "bob", gossh.PublicKeys(signer(t, 1)), ""},
		{"guest", "guest", answering("", questions), "user=guest account= key=false"},
		{"guest in capitals", "GUEST", answering("", questions), "account= key=false"},
		{"who listens", "Reader", answering("", questions), "user= account= key=false pty=false plain=true term=dumb " +
			"size=80x24 reader=true"},
		{"defect in the auth", "ann", password("panic"), ""},
	}
	for _, tt := range tests {
		t.Run(tt.what, func(t *testing.T) {
			c, err := gossh.Dial("tcp", d.Addr().String(), d.config(tt.user, &banners{}, tt.method))
			if (err == nil) != (tt.want != "") {
				t.Fatalf("got error %v, want in: %v", err, tt.want != "")
			}
			if err != nil {
				return
			}
			defer func() { _ = c.Close() }()
			if got := d.shell(t, c); !strings.Contains(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	if *questions != 1 {
		t.Errorf("got %d questions, want one for the known name and none for the others", *questions)
	}
	if strings.Contains(d.log.String(), "correct horse") {
		t.Error("a password is in the log")
	}
}

// A client that wants to know whether it authenticated must be able to tell: "none" never suffices, not even for
// guests.
func TestNoneIsRefused(t *testing.T) {
	d := open(t, sshd.Limits{}, who)
	for _, user := range []string{"ann", "bob", "guest", ""} {
		if c, err := gossh.Dial("tcp", d.Addr().String(), d.config(user, &banners{})); err == nil {
			_ = c.Close()
			t.Errorf("%q came in without authentication", user)
		}
	}
}

// forger claims one key and signs with another.
type forger struct {
	gossh.Signer
	claimed gossh.PublicKey
}

func (f forger) PublicKey() gossh.PublicKey { return f.claimed }

// ATTACK: know somebody's public key (they are public), offer it so that the server looks it up, then prove another, or
// none and go on as a guest. The session must be what was proven, not what was offered (CVE-2024-45337).
func TestOfferedKeyProvesNothing(t *testing.T) {
	d := open(t, sshd.Limits{}, who)
	d.auth.addKey("ann", signer(t, 1).PublicKey())
	d.auth.addKey("guest", signer(t, 1).PublicKey())
	forged := forger{Signer: signer(t, 2), claimed: signer(t, 1).PublicKey()}
	asAnn := d.config("ann", &banners{}, gossh.PublicKeys(forged))
	if c, err := gossh.Dial("tcp", d.Addr().String(), asAnn); err == nil {
		_ = c.Close()
		t.Error("a key was taken without proof")
	}
	c := d.dial(t, "guest", gossh.PublicKeys(forged), answering("", new(int)))
	if got := d.shell(t, c); !strings.Contains(got, "account= key=false") {
		t.Errorf("got %q, want a guest", got)
	}
}

func TestThrottledIsToldWhen(t *testing.T) {
	d := open(t, sshd.Limits{}, who)
	var said banners
	_, err := gossh.Dial("tcp", d.Addr().String(), d.config("ann", &said, password("throttle me")))
	if err == nil || !strings.Contains(said.text, "Please try again in 8 seconds.") {
		t.Errorf("got %v and %q, want the advice", err, said.text)
	}
}

func TestThreePasswordsAConnection(t *testing.T) {
	d := open(t, sshd.Limits{}, who)
	var said banners
	tried := 0
	ask := gossh.RetryableAuthMethod(gossh.PasswordCallback(func() (string, error) {
		tried++
		return "wrong", nil
	}), 10)
	if _, err := gossh.Dial("tcp", d.Addr().String(), d.config("ann", &said, ask)); err == nil {
		t.Fatal("came in")
	}
	if d.auth.asked != 3 || !strings.Contains(said.text, "last try") {
		t.Errorf("got %d passwords checked and %q, want 3 and a word about it", d.auth.asked, said.text)
	}
	waitFor(t, "the end to be counted", func() bool { return d.Ended()[sshd.ReasonTries] == 1 })
}

func TestCommandsAreRefused(t *testing.T) {
	d := open(t, sshd.Limits{}, who)
	c := d.dial(t, "bob")
	for _, command := range []string{"ls", "plain ls", "sh -c plain", "PLAIN", " plain", "scp -t /"} {
		s := d.session(t, c)
		var out, errs bytes.Buffer
		s.Stdout, s.Stderr = &out, &errs
		err := s.Run(command)
		var exit *gossh.ExitError
		if !errors.As(err, &exit) || exit.ExitStatus() != 1 || out.Len() != 0 ||
			!strings.Contains(errs.String(), "runs no commands") {
			t.Errorf("%q: got %v, %q, %q", command, err, out.String(), errs.String())
		}
	}
	for command, reader := range map[string]bool{"plain": false, "--plain": false, "reader": true, "--reader": true} {
		s := d.session(t, c)
		if err := s.RequestPty("xterm", 24, 80, gossh.TerminalModes{}); err != nil {
			t.Fatal(err)
		}
		out, err := s.Output(command)
		wanted := fmt.Sprintf("pty=true plain=true term=xterm size=80x24 reader=%v", reader)
		if err != nil || !strings.Contains(string(out), wanted) {
			t.Errorf("%q: got %q, %v", command, out, err)
		}
	}
}

// Everything else SSH can do is refused, and the session goes on.
func TestOnlySessions(t *testing.T) {
	d := open(t, sshd.Limits{}, who)
	c := d.dial(t, "ann", password("correct horse"))
	s := d.session(t, c)
	for name, payload := range map[string]any{
		"subsystem":                  struct{ Name string }{"sftp"},
		"auth-agent-req@openssh.com": struct{ N uint32 }{0},
		"x11-req":                    struct{ A string }{"x"},
		"break":                      struct{ N uint32 }{1},
		"no-such-request":            struct{ N uint32 }{1},
		"window-change":              struct{ N uint32 }{1}, // cut short
	} {
		if ok, err := s.SendRequest(name, true, gossh.Marshal(payload)); ok || err != nil {
			t.Errorf("%s: got %v, %v, want refused", name, ok, err)
		}
	}
	for name, want := range map[string]bool{
		"LANG": true, "NO_COLOR": true, "COLORTERM": true, "LD_PRELOAD": false, "PATH": false, "TERMINFO": false,
	} {
		if err := s.Setenv(name, "x"); (err == nil) != want {
			t.Errorf("environment %s: got %v, want allowed: %v", name, err, want)
		}
	}
	if err := s.Setenv("LANG", strings.Repeat("x", 5000)); err == nil {
		t.Error("a variable of any length is taken")
	}
	if _, err := c.Listen("tcp", "127.0.0.1:0"); err == nil {
		t.Error("remote forwarding is allowed")
	}
	if conn, err := c.Dial("tcp", d.Addr().String()); err == nil {
		_ = conn.Close()
		t.Error("local forwarding is allowed")
	}
	for _, kind := range []string{"direct-streamlocal@openssh.com", "tun@openssh.com", "x11", "nonsense"} {
		if ch, _, err := c.OpenChannel(kind, nil); err == nil {
			_ = ch.Close()
			t.Errorf("channel %s is allowed", kind)
		}
	}
	if got := d.shell(t, c); !strings.Contains(got, "account=acc-ann") {
		t.Errorf("after all that: got %q", got)
	}
}

func TestConnectionsAreBounded(t *testing.T) {
	d := open(t, sshd.Limits{ConnectionsPerSource: 2, SessionsPerConnection: 2}, hold)
	first := d.dial(t, "bob")
	d.dial(t, "bob")
	asBob := d.config("bob", &banners{}, answering("", new(int)))
	if _, err := gossh.Dial("tcp", d.Addr().String(), asBob); err == nil {
		t.Error("a third connection from one address was let in")
	}
	waitFor(t, "the refusal to be counted", func() bool { return d.Ended()[sshd.ReasonSourceFull] == 1 })
	raw, err := net.Dial("tcp", d.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = raw.Close() }()
	if said, err := io.ReadAll(raw); err != nil || !strings.HasPrefix(string(said), "Too many connections.") {
		t.Errorf("whoever says nothing: got %q, %v, want a word and the end", said, err)
	}
	for range 2 {
		if err := d.session(t, first).Shell(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := first.NewSession(); err == nil {
		t.Error("a third session on one connection was let in")
	}
	waitFor(t, "that to be counted", func() bool { return d.Ended()[sshd.ReasonSessions] == 1 })
	_ = first.Close()
	waitFor(t, "the place to be free", func() bool { return d.Connections() == 1 })
	d.dial(t, "bob")
}

func TestServerIsBounded(t *testing.T) {
	d := open(t, sshd.Limits{Connections: 1}, hold)
	d.dial(t, "bob")
	conn, err := net.Dial("tcp", d.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if said, err := io.ReadAll(conn); err != nil || !strings.HasPrefix(string(said), "Too many connections.") {
		t.Errorf("got %q, %v, want a word and the end", said, err)
	}
	waitFor(t, "the refusal to be counted", func() bool { return d.Ended()[sshd.ReasonFull] == 1 })
}

// Those who have proven nothing are few; those who have make room for others.
func TestHandshakesAreBounded(t *testing.T) {
	d := open(t, sshd.Limits{Handshakes: 2}, hold)
	in := d.dial(t, "bob")
	for _, say := range []string{"", "SSH-2.0-slow\r\n"} {
		conn, err := net.Dial("tcp", d.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		if _, err := io.WriteString(conn, say); err != nil {
			t.Fatal(err)
		}
	}
	waitFor(t, "two handshakes", func() bool { return d.Census() == sshd.Census{Open: 3, Handshakes: 2, Accepted: 3} })
	if _, err := gossh.Dial("tcp", d.Addr().String(), d.config("bob", &banners{}, answering("", new(int)))); err == nil {
		t.Error("a third handshake was let in")
	}
	waitFor(t, "the refusal to be counted", func() bool { return d.Ended()[sshd.ReasonHandshakes] == 1 })
	if err := d.session(t, in).Shell(); err != nil {
		t.Errorf("whoever was in already: %v", err)
	}
}

// One address connects so often and no more.
func TestConnectionsArePaced(t *testing.T) {
	d := open(t, sshd.Limits{Pace: account.NewPace(time.Hour, 2)}, hold)
	d.dial(t, "bob")
	d.dial(t, "bob")
	if _, err := gossh.Dial("tcp", d.Addr().String(), d.config("bob", &banners{}, answering("", new(int)))); err == nil {
		t.Error("a third connection in a short time was let in")
	}
	waitFor(t, "the refusal to be counted", func() bool { return d.Ended()[sshd.ReasonHurried] == 1 })
}

// Whoever stops halfway is cut off, wherever that is.
func TestUnfinishedHandshakesAreCut(t *testing.T) {
	const brief = 150 * time.Millisecond
	tests := []struct {
		what   string
		limits sshd.Limits
		begin  func(t *testing.T, d *door)
		want   sshd.Reason
	}{
		{"says nothing", sshd.Limits{Handshake: brief}, func(t *testing.T, d *door) {
			dialRaw(t, d, "")
		}, sshd.ReasonHandshake},
		{"says its version", sshd.Limits{Handshake: brief}, func(t *testing.T, d *door) {
			dialRaw(t, d, "SSH-2.0-slow\r\n")
		}, sshd.ReasonHandshake},
		{"never types its password", sshd.Limits{SignIn: brief}, func(t *testing.T, d *door) {
			never := gossh.PasswordCallback(func() (string, error) {
				waitFor(t, "the cut", func() bool { return d.Connections() == 0 })
				return "", errors.New("cut")
			})
			_, _ = gossh.Dial("tcp", d.Addr().String(), d.config("ann", &banners{}, never))
		}, sshd.ReasonHandshake},
		{"opens no session", sshd.Limits{Start: brief}, func(t *testing.T, d *door) {
			d.dial(t, "bob")
		}, sshd.ReasonIdle},
		{"leaves its connection behind", sshd.Limits{Start: 10 * brief}, func(t *testing.T, d *door) {
			d.shell(t, d.dial(t, "bob"))
		}, sshd.ReasonIdle},
	}
	for _, tt := range tests {
		t.Run(tt.what, func(t *testing.T) {
			d := open(t, tt.limits, who)
			tt.begin(t, d)
			waitFor(t, "the cut", func() bool { return d.Connections() == 0 && d.Ended()[tt.want] == 1 })
		})
	}
}

// ended is how many connections have ended.
func ended(d *door) (n int) {
	for _, some := range d.Ended() {
		n += int(some)
	}
	return n
}

func dialRaw(t *testing.T, d *door, say string) {
	conn, err := net.Dial("tcp", d.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if _, err := io.WriteString(conn, say); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "the server to see it", func() bool { return d.Connections()+ended(d) == 1 })
}

func TestSilentClientsAreCut(t *testing.T) {
	const every, grace = 200 * time.Millisecond, time.Second // a machine that stands still answers within that
	d := open(t, sshd.Limits{Keepalive: every, KeepaliveGrace: grace}, hold)
	conn, err := net.Dial("tcp", d.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	// The requests are not answered, as by a laptop whose lid was closed.
	c, _, _, err := gossh.NewClientConn(conn, "", d.config("bob", &banners{}, answering("", new(int))))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	if _, _, err := c.OpenChannel("session", nil); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "the cut", func() bool { return d.Ended()[sshd.ReasonSilent] == 1 })

	// One that answers stays, though it was asked often enough to be cut.
	if conn, err = net.Dial("tcp", d.Addr().String()); err != nil {
		t.Fatal(err)
	}
	alive, _, asked, err := gossh.NewClientConn(conn, "", d.config("bob", &banners{}, answering("", new(int))))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = alive.Close() }()
	if _, _, err := alive.OpenChannel("session", nil); err != nil {
		t.Fatal(err)
	}
	for range 10 {
		request, ok := <-asked
		if !ok {
			t.Fatal("a client that answers was cut")
		}
		if err := request.Reply(false, nil); err != nil {
			t.Fatal(err)
		}
	}
}

func TestShutdownLetsPeopleFinish(t *testing.T) {
	began := make(chan struct{})
	d := open(t, sshd.Limits{}, func(ctx context.Context, s *sshd.Session) {
		close(began)
		<-ctx.Done()
		_, _ = fmt.Fprintf(s.Out, "cause=%v", context.Cause(ctx))
	})
	s := d.session(t, d.dial(t, "bob"))
	var out bytes.Buffer
	s.Stdout = &out
	if err := s.Shell(); err != nil {
		t.Fatal(err)
	}
	<-began
	d.stop()
	_ = s.Wait()
	if got := out.String(); !strings.Contains(got, "shutdown") {
		t.Errorf("got %q, want the last words", got)
	}
	if conn, err := net.Dial("tcp", d.Addr().String()); err == nil {
		_ = conn.Close()
		t.Error("the port is still open")
	}
}

func TestPanicEndsThatSessionOnly(t *testing.T) {
	d := open(t, sshd.Limits{}, func(ctx context.Context, s *sshd.Session) {
		if s.User == "bad" {
			panic("a defect")
		}
		who(ctx, s)
	})
	s := d.session(t, d.dial(t, "bad"))
	var out bytes.Buffer
	s.Stdout = &out
	err := s.Run("plain")
	var exit *gossh.ExitError
	if !errors.As(err, &exit) || exit.ExitStatus() != 1 || !strings.Contains(out.String(), "Something went wrong") {
		t.Errorf("got %v and %q", err, out.String())
	}
	if strings.Contains(out.String(), "a defect") || !strings.Contains(d.log.String(), "a defect") {
		t.Error("the panic belongs in the log, not on the player's screen")
	}
	if got := d.shell(t, d.dial(t, "bob")); !strings.Contains(got, "user=bob") {
		t.Errorf("the next visitor got %q", got)
	}
}
