package main

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/zalando/go-keyring"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/mud/listener"
)

// hasTerminal reports whether script is here, which gives a program a terminal.
func hasTerminal() bool {
	for _, program := range []string{"script", "stty"} {
		if _, err := exec.LookPath(program); err != nil {
			return false
		}
	}
	return true
}

// dialPlay runs the client in a terminal.
func dialPlay(ts *testscript.TestScript, words []string, how map[string]string) (*client, error) {
	program, err := exec.LookPath("mudlark")
	if err != nil {
		return nil, err
	}
	args := []string{
		"env", "-u", "DBUS_SESSION_BUS_ADDRESS", "USER=ann", "HOME=" + ts.MkAbs("home"), program, "play",
		"--data", ts.MkAbs("client"),
	}
	for _, w := range words {
		if !strings.HasPrefix(w, "size=") && !strings.HasPrefix(w, "term=") {
			args = append(args, w)
		}
	}
	c, size, err := dialProgram(ts, how, args)
	if err == nil && !slices.Contains(words, "--reader") {
		c.mu.Lock()
		c.screen = newGlass(size[0], size[1])
		c.screen.write(c.got)
		c.mu.Unlock()
	}
	return c, err
}

// fakeMUD is a MUD that does what a test says.
type fakeMUD struct {
	t  *testing.T
	ln net.Listener
}

func newFakeMUD(t *testing.T) *fakeMUD {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ln.Close() })
	return &fakeMUD{t: t, ln: ln}
}

// guest is a client as a fake MUD sees it.
type guest struct {
	t     *testing.T
	nc    net.Conn
	lines *bufio.Scanner
}

// accept waits for the next client.
func (m *fakeMUD) accept() *guest {
	m.t.Helper()
	nc, err := m.ln.Accept()
	if err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(func() { _ = nc.Close() })
	if err := nc.SetDeadline(time.Now().Add(patience)); err != nil {
		m.t.Fatal(err)
	}
	p := &parser{}
	var echo bool
	r, w := io.Pipe()
	go func() { // takes what telnet itself says out of the stream, until the client is gone
		buf := make([]byte, 4<<10)
		for {
			n, err := nc.Read(buf)
			text, _ := p.feed(buf[:n], &echo)
			_, _ = w.Write(text)
			if err != nil {
				_ = w.CloseWithError(err)
				return
			}
		}
	}()
	return &guest{t: m.t, nc: nc, lines: bufio.NewScanner(r)}
}

func (g *guest) say(text string) {
	g.t.Helper()
	if _, err := io.WriteString(g.nc, text); err != nil {
		g.t.Fatalf("the client is gone: %v", err)
	}
}

// hears waits for a line of the client.
func (g *guest) hears(want string) {
	g.t.Helper()
	if !g.lines.Scan() {
		g.t.Fatalf("the client went away, and %q was to come: %v", want, g.lines.Err())
	}
	if got := strings.TrimRight(g.lines.Text(), "\r"); got != want {
		g.t.Fatalf("got %q, want %q", got, want)
	}
}

func (g *guest) hangUp() { _ = g.nc.Close() }

// playing is the client in lines, run within the test.
type playing struct {
	*client
	t    *testing.T
	dir  string
	end  chan error
	stop context.CancelFunc
}

// startPlay runs the client in lines against an address; none is a world of one's own.
func startPlay(t *testing.T, dir string, args ...string) *playing {
	t.Helper()
	in, typed := io.Pipe()
	shown, out := io.Pipe()
	ctx, stop := context.WithCancel(t.Context())
	p := &playing{t: t, dir: dir, end: make(chan error, 1), stop: stop}
	p.client = &client{in: typed, eol: "\n", end: func() { _ = typed.Close() }}
	var done sync.WaitGroup
	done.Go(func() { p.listen(shown) })
	getenv := func(name string) string {
		if name == "USER" {
			return "ann"
		}
		return ""
	}
	done.Go(func() {
		e := &command.Env{Ctx: ctx, Getenv: getenv, Stdin: in, Stdout: out, Stderr: io.Discard}
		err := run(e, append([]string{"play", "--reader", "--data", dir}, args...))
		_ = out.Close()
		_ = in.Close()
		p.end <- err
	})
	t.Cleanup(func() { stop(); _ = typed.Close(); done.Wait() })
	return p
}

func (p *playing) sees(pattern string) {
	p.t.Helper()
	if err := p.expect(regexp.MustCompile(pattern)); err != nil {
		p.t.Fatal(err)
	}
}

func (p *playing) types(lines ...string) {
	p.t.Helper()
	for _, l := range lines {
		if err := p.line(l); err != nil {
			p.t.Fatal(err)
		}
	}
}

// ends waits until the client has ended by itself.
func (p *playing) ends() {
	p.t.Helper()
	if err := <-p.end; err != nil {
		p.t.Fatalf("the client ended with %v", err)
	}
	if text := p.raw(); strings.ContainsAny(text, "\x1b\x07") {
		p.t.Errorf("somebody who listens was sent an escape: %q", text)
	}
}

// TestPlayForeign plays a MUD of the Diku kind, through a password, a rule, a lost connection and leave.
func TestPlayForeign(t *testing.T) {
	m := newFakeMUD(t)
	dir := filepath.Join(t.TempDir(), "client")
	p := startPlay(t, dir, m.ln.Addr().String())
	g := m.accept()
	g.say("\x1b[1;32mWelcome to Testmud!\x1b[0m\x1b[2J\r\nBy what name? ")
	p.sees("Welcome to Testmud!\nBy what name\\? ")
	p.types("bob")
	g.hears("bob")
	g.say("\xff\xfb\x01Password: ")
	p.sees("Password: ")
	p.types("#opensesame;look")
	g.hears("#opensesame;look")
	g.say("\xff\xfc\x01\r\nThe Quay\r\n[ Exits: n e ]\r\n\r\n<20hp 100m 83mv> ")
	p.sees(`<20hp 100m 83mv>`)
	p.types("#trigger {^A gull steals your %1$} {say give back %1}", "#vitals")
	p.sees("health 20 of 20\nmana 100 of 100\nmoves 83")
	g.say("\r\nA gull steals your hat\r\n<4hp 100m 83mv> ")
	g.hears("say give back hat")
	p.sees(`<4hp 100m 83mv>`)
	p.types("#vitals", "2n")
	p.sees("health 4 of 20, low")
	g.hears("n")
	g.hears("n")
	g.hangUp()
	p.sees("The server closed the connection")
	g = m.accept() // by itself
	g.say("Once more? ")
	p.sees("Once more")
	p.types("exit", "exit", "look", "quit")
	for _, line := range []string{"exit", "exit", "look", "quit"} { // what lists the ways out does not end the client
		g.hears(line)
	}
	g.say("Farewell.\r\n")
	g.hangUp()
	p.sees("You have left")
	p.ends()
	kept := readAllOf(t, dir)
	if strings.Contains(kept, "opensesame") {
		t.Error("the password was written down")
	}
	if !strings.Contains(kept, "gull") {
		t.Errorf("the rule was not remembered:\n%s", kept)
	}
}

// TestPlayPiped has all lines ready before anybody asks for one: each reaches the MUD, and as nobody can tell which of
// them is a password, none is written down.
func TestPlayPiped(t *testing.T) {
	m := newFakeMUD(t)
	dir := filepath.Join(t.TempDir(), "client")
	var out strings.Builder
	var done sync.WaitGroup
	done.Go(func() {
		in := strings.NewReader("bob\nopensesame\nlook\nquit\n")
		args := []string{"play", "--log=plain", "--data", dir, m.ln.Addr().String()}
		e := &command.Env{
			Ctx: t.Context(), Getenv: func(string) string { return "" }, Stdin: in, Stdout: &out, Stderr: io.Discard,
		}
		if err := run(e, args); err != nil {
			t.Errorf("it ended with %v", err)
		}
	})
	g := m.accept()
	for _, line := range []string{"bob", "opensesame", "look", "quit"} {
		g.hears(line)
	}
	g.say("Name? \xff\xfb\x01Password: \xff\xfc\x01\r\nThe Quay\r\nFarewell.\r\n")
	g.hangUp()
	done.Wait()
	if !strings.Contains(out.String(), "The Quay") {
		t.Errorf("got %q", out.String())
	}
	if kept := readAllOf(t, dir); strings.Contains(kept, "opensesame") || !strings.Contains(kept, "The Quay") {
		t.Errorf("this is kept:\n%s", kept)
	}
}

// readAllOf is the text of all files below a folder.
func readAllOf(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v", path, info.Mode())
		}
		text, err := os.ReadFile(path)
		b.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestPlayPipeEnds: when nothing more will be typed, a connection that is already lost is not made again.
func TestPlayPipeEnds(t *testing.T) {
	m := newFakeMUD(t)
	p := startPlay(t, t.TempDir(), m.ln.Addr().String())
	g := m.accept()
	p.types("look")
	g.hears("look")
	_ = m.ln.Close()
	g.hangUp()
	p.sees("Trying again in 2s") // nobody answers any more
	p.client.end()
	p.sees("You have left")
	p.ends()
}

// TestPlayStaysAway has a MUD that throws its guest out: to come back by itself would be rude, or a fight of two
// windows.
func TestPlayStaysAway(t *testing.T) {
	for _, word := range []string{
		"You have been kicked out by Olad.",
		"Somebody else sits down at your keyboard: this character was taken over from another place.",
	} {
		m := newFakeMUD(t)
		p := startPlay(t, t.TempDir(), m.ln.Addr().String())
		g := m.accept()
		g.say("Hello.\r\n" + word + "\r\n")
		g.hangUp()
		p.sees("The server closed the connection")
		p.ends()
	}
}

// TestPlayNobody calls where nobody answers.
func TestPlayNobody(t *testing.T) {
	m := newFakeMUD(t)
	addr := m.ln.Addr().String()
	_ = m.ln.Close()
	p := startPlay(t, t.TempDir(), addr)
	p.sees("Could not reach " + regexp.QuoteMeta(addr))
	var code command.ExitCode
	if err := <-p.end; !errors.As(err, &code) || code != 1 {
		t.Errorf("it ended with %v", err)
	}
}

// TestPlayCard shows once what a MUD says of itself, and to --look alone.
func TestPlayCard(t *testing.T) {
	const card = "\xff\xfb\x46\xff\xfa\x46\x01NAME\x02Test\x1b[2Jmud\x01PLAYERS\x0212\x01WEBSITE\x02https://example.org" +
		"\xff\xf0"
	m := newFakeMUD(t)
	dir := t.TempDir()
	for visit := range 2 {
		p := startPlay(t, dir, m.ln.Addr().String())
		g := m.accept()
		g.say("Welcome!\r\nName? ")
		g.say(card)
		p.sees(`Name\? `)
		shown := strings.Contains(p.all(), "Players: 12\nWebsite: https://example.org")
		isLate := strings.Index(p.all(), "Players: 12") > strings.Index(p.all(), "Welcome!")
		if shown != (visit == 0) || isLate {
			t.Errorf("visit %d: got\n%s", visit, p.all())
		}
		p.types("x", "#quit")
		g.hears("x")
		p.sees("You have left")
		p.ends()
		g.hangUp()
	}
	p := startPlay(t, dir, "--look", m.ln.Addr().String())
	g := m.accept()
	g.say("Welcome!\r\nName? ")
	g.say(card)
	p.sees("Players: 12")
	p.ends()
	if strings.Contains(p.all(), "Welcome") {
		t.Errorf("got\n%s", p.all())
	}
}

// TestPlayCertificates pins what a MUD shows first, and asks when it shows another.
func TestPlayCertificates(t *testing.T) {
	var now atomic.Pointer[tls.Config]
	renew := func() {
		source, err := listener.SelfSigned(t.TempDir(), []string{"localhost"}, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		now.Store(source.Config())
	}
	renew()
	ln, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{
		MinVersion:         tls.VersionTLS12,
		GetConfigForClient: func(*tls.ClientHelloInfo) (*tls.Config, error) { return now.Load(), nil },
		GetCertificate:     func(h *tls.ClientHelloInfo) (*tls.Certificate, error) { return now.Load().GetCertificate(h) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ln.Close() })
	go func() { // a handshake needs both sides to read
		for {
			nc, err := ln.Accept()
			if err != nil {
				return
			}
			go func() {
				_, _ = io.WriteString(nc, "Within.\r\n")
				_, _ = io.Copy(io.Discard, nc)
			}()
		}
	}()
	dir := t.TempDir()
	addr := "telnets://" + ln.Addr().String()
	visit := func(word string, answers ...string) {
		t.Helper()
		p := startPlay(t, dir, addr)
		for i, answer := range answers {
			p.sees([]string{"(?s)Before: .*Now: .*yes or no", "Please answer yes or no"}[min(i, 1)])
			p.types(answer)
		}
		p.sees(word)
		if word == "Within" {
			p.types("#quit")
		}
		p.ends()
	}
	visit("Within")
	visit("Within")
	renew()
	visit("not trusted", "no")
	visit("not trusted", "")
	visit("Within", "perhaps", "yes")
	visit("Within")
}

// TestPlayAlone plays twice in a world of one's own: what was done the first time is there the second.
func TestPlayAlone(t *testing.T) {
	dir := t.TempDir()
	p := startPlay(t, dir)
	p.sees("Harbour Steps")
	p.types("n")
	p.sees("Lantern Row")
	p.types("get lamp")
	p.sees("(?i)you .*lamp")
	p.types("quit")
	p.ends()
	p = startPlay(t, dir)
	p.sees("Lantern Row")
	p.types("inventory", "#map")
	p.sees("mudlark's lamp")
	p.sees("Lantern Row.*The map has 2 places")
	p.types("#quit")
	p.ends()
	if strings.Contains(p.all(), "Your name, or guest:") {
		t.Errorf("it asked who one is:\n%s", p.all())
	}
}

// TestPlayProfiles remembers a MUD under a name, and whose password the keyring has.
func TestPlayProfiles(t *testing.T) {
	keyring.MockInit()
	m := newFakeMUD(t)
	dir := t.TempDir()
	offer := func(g *guest) {
		g.say("\xff\xfb\xc9Name? \xff\xfa\xc9Char.Login.Default {\"type\":[\"password-credentials\"]}\xff\xf0")
	}
	p := startPlay(t, dir, "--profile", "home", m.ln.Addr().String())
	g := m.accept()
	g.say("Hello.\r\n")
	p.sees("Hello")
	p.types("#password save bob")
	p.sees("The password of bob")
	p.types("opensesame")
	p.sees("It is in the keyring")
	p.types("#quit")
	p.ends()
	g.hangUp()

	p = startPlay(t, dir, "home")
	g = m.accept()
	offer(g)
	p.sees("Entering with the login that is remembered")
	p.types("#password forget")
	p.sees("It is forgotten")
	p.types("#quit")
	p.ends()
	kept := readAllOf(t, dir)
	for word, want := range map[string]bool{"opensesame": false, "account: bob": true} {
		if strings.Contains(kept, word) != want {
			t.Errorf("%q is kept: %v\n%s", word, !want, kept)
		}
	}

	for _, bad := range [][]string{
		{"--profile", "nowhere"}, {"--profile", "../x", "localhost"}, {"http://localhost"}, {"localhost:x"},
		{"--log=stone", "home"}, {"--look"}, {"--record", filepath.Join(dir, "x.cast"), "home"},
	} {
		e := &command.Env{
			Ctx: t.Context(), Getenv: func(string) string { return "" },
			Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: io.Discard,
		}
		err := run(e, append([]string{"play", "--data", dir}, bad...))
		if misused := (command.UsageError{}); !errors.As(err, &misused) {
			t.Errorf("%v: got %v, want a word on how it is used", bad, err)
		}
	}
}

// TestPlayBadCompression: a MUD whose compression is broken can be played without.
func TestPlayBadCompression(t *testing.T) {
	const offer, begins = "\xff\xfb\x56", "\xff\xfa\x56\xff\xf0"
	m := newFakeMUD(t)
	p := startPlay(t, t.TempDir(), "--no-tls", m.ln.Addr().String())
	g := m.accept()
	g.say(offer + "One.\r\n")
	p.sees("One.")
	g.say(begins + "Two.\r\n")
	p.sees("cannot be read: what came is no zlib stream.\nFrom now on this MUD is asked not to compress.")
	p.types("")
	g = m.accept()
	g.say(offer + "Three.\r\n")
	p.sees("Three.")
	g.say(begins + "Four.\r\n")
	p.sees("Four.")
	p.types("#quit")
	p.ends()
}
