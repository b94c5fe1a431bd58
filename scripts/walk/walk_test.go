package walk_test

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/scripts/agentstorm/daemon"
	"github.com/mudlark-mud/mudlark/scripts/terminals/pane"
	"github.com/mudlark-mud/mudlark/tui/client/sessionlog"
)

var (
	tba    = flag.String("walk.tba", "", "the folder of a tbaMUD that was built")
	circle = flag.String("walk.circle", "", "the folder of a CircleMUD 3.1 that was built")
	casts  = flag.String("walk.casts", "", "where casts are kept; nowhere by default")
)

const (
	patience = 30 * time.Second // for anything to be on the screen
	width    = 120
	height   = 40
	password = "oyster-mud"
)

// step is a line that is typed and what must be on the screen then.
type step struct {
	line string
	want []string // regular expressions
}

// mud is a server to walk through.
type mud struct {
	name, dir string
	prepare   []step // once in play
}

// stranger is a name that a server does not know yet, whoever played on it.
func stranger() string {
	name := []byte("Wa")
	for range 8 {
		name = append(name, "aeioubdgklmnrstv"[rand.IntN(16)])
	}
	return string(name)
}

// entering makes a character, the first of which a server has is its god; so this is done twice.
func entering(name string) []step {
	return []step{
		{name, []string{"Did I get that right, " + name}},
		{"y", []string{"Give me a password"}},
		{password, []string{"retype password"}},
		{password, []string{"What is your sex"}},
		{"f", []string{"Select a class"}},
		{"w", []string{"PRESS RETURN"}},
		{"", []string{"Make your choice"}},
		{"1", []string{`(?i)Welcome to (the land of CircleMUD|tbaMUD)!  May your visit`}},
	}
}

// evening is what is played; both servers have the same city.
func evening() []step {
	gauge := `(?m)^ unhurt \d+/\d+ .*mana 100/100 .*moves \d+/\d+`
	market := `(?s)chart:.*\[ .*\[ \].*\[@` // three rooms, one below the other, and one stands in the last
	return []step{
		{"look", []string{"(?m)^ The Temple Of Midgaard  exits", gauge}},
		{"#trigger {^Alas, you cannot go} {say The wall wins.}", []string{"Set: #trigger"}},
		{"up", []string{"Alas, you cannot go", "You say, 'The wall wins.'"}},
		{"2s", []string{"The Temple Square", "(?m)^ Market Square  exits", gauge, market}},
		{"2n", []string{"(?m)^ The Temple Of Midgaard  exits", `(?s)chart:.*\[@.*\[ \].*\[ \]`}},
		{"#find market", []string{`Market Square, 2 steps`}},
		{"#go market square", []string{"Walking to Market Square", "(?m)^ Market Square  exits", market}},
	}
}

// panel is where the panes begin beside the text.
var panel = regexp.MustCompile(`(?m)^.{80,}?│ (.*)$`) // immutable

// TestWalk plays each MUD that there is.
func TestWalk(t *testing.T) {
	if _, err := exec.LookPath("tmux"); err != nil || *tba == "" && *circle == "" {
		t.Skip("needs tmux and -walk.tba or -walk.circle; see README.md")
	}
	program, err := daemon.Build(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	terminals, err := pane.Start(t.Context(), "mudlark-walk-"+strconv.Itoa(os.Getpid()), os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	defer terminals.Stop()
	for _, m := range []mud{
		{name: "tbaMUD", dir: *tba},
		{name: "CircleMUD", dir: *circle, prepare: []step{
			{"display all", []string{"Okay"}}, {"autoexit", []string{"(?i)autoexits"}}, {"color complete", []string{"color"}},
		}},
	} {
		t.Run(m.name, func(t *testing.T) {
			if m.dir == "" {
				t.Skip("no server was given")
			}
			addr := serve(t, m.dir)
			god(t, addr)
			play(t, terminals, program, addr, m)
		})
	}
}

// play walks through one MUD.
func play(t *testing.T, terminals *pane.Server, program, addr string, m mud) {
	t.Helper()
	dir := t.TempDir()
	ready := filepath.Join(dir, "ready")
	screen, err := terminals.Open(t.Context(), m.name, pane.Size{Columns: width, Rows: height},
		fmt.Sprintf("until [ -e %q ]; do sleep 0.05; done; %q play %s --data %q", ready, program, addr, dir))
	if err != nil {
		t.Fatal(err)
	}
	record(t, screen, dir, m.name)
	if err := os.WriteFile(ready, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	wait(t, screen, "By what name")
	steps := append(append(entering(stranger()), m.prepare...), evening()...)
	for _, s := range steps {
		if err := screen.Type(t.Context(), s.line); err != nil {
			t.Fatal(err)
		}
		wait(t, screen, s.want...)
		if s.line == password && strings.Contains(look(t, screen), password) {
			t.Fatal("the password is on the screen")
		}
	}
	if shown := look(t, screen); shown != "" {
		t.Log("the last of it:\n" + shown)
	}
	if err := screen.Type(t.Context(), "#quit"); err != nil {
		t.Fatal(err)
	}
	wait(t, screen, "Press Enter to leave")
	if err := screen.Type(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	wait(t, screen, "ended with 0")
}

// look reads the screen, and what stands beside the text once more for itself.
func look(t *testing.T, p *pane.Pane) string {
	t.Helper()
	lines, err := p.Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	shown := strings.Join(lines, "\n")
	chart := "\nchart:"
	for _, m := range panel.FindAllStringSubmatch(shown, -1) {
		chart += "\n" + m[1]
	}
	return shown + chart
}

// wait looks until all is on the screen.
func wait(t *testing.T, p *pane.Pane, want ...string) {
	t.Helper()
	deadline := time.Now().Add(patience)
	for {
		shown, missing := look(t, p), ""
		for _, w := range want {
			if !regexp.MustCompile(w).MatchString(shown) {
				missing = w
				break
			}
		}
		if missing == "" {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain for %s on\n%s", missing, shown)
		}
		<-time.After(20 * time.Millisecond)
	}
}

// record keeps what the terminal is sent as a cast, in a folder that the flag names.
func record(t *testing.T, p *pane.Pane, dir, name string) {
	t.Helper()
	if *casts == "" {
		return
	}
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	from, err := os.OpenFile(pipe, os.O_RDWR, 0) // so that neither opening nor a late writer makes it end
	if err != nil {
		t.Fatal(err)
	}
	to, err := os.Create(filepath.Join(*casts, strings.ToLower(name)+".cast"))
	if err != nil {
		t.Fatal(err)
	}
	book, err := sessionlog.New(sessionlog.Cast, to, sessionlog.Options{
		Title: "mudlark play: " + name, Width: width, Height: height, Term: "xterm-256color", Began: time.Now(),
	})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		buf := make([]byte, 1<<16)
		for {
			n, err := from.Read(buf)
			if err == nil {
				err = book.Output(buf[:n], time.Now())
			}
			if err != nil {
				done <- err
				return
			}
		}
	}()
	t.Cleanup(func() {
		_ = from.Close()
		if err := <-done; !errors.Is(err, os.ErrClosed) && !errors.Is(err, io.EOF) {
			t.Errorf("the cast ended with %v", err)
		}
		if err := errors.Join(book.Close(), to.Close()); err != nil {
			t.Error(err)
		}
	})
	if err := p.Pipe(t.Context(), fmt.Sprintf("cat > %q", pipe)); err != nil {
		t.Fatal(err)
	}
}

// serve starts a copy of a server on a free port and returns where it listens.
func serve(t *testing.T, from string) string {
	t.Helper()
	dir := t.TempDir()
	for _, sub := range []string{"lib", "bin"} {
		if err := os.CopyFS(filepath.Join(dir, sub), os.DirFS(filepath.Join(from, sub))); err != nil {
			t.Fatal(err)
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	_, port, _ := net.SplitHostPort(addr)
	_ = l.Close() // they take no port but one that is named
	ctx, cancel := context.WithCancel(context.Background())
	server := exec.CommandContext(ctx, filepath.Join(dir, "bin", "circle"), "-q", port)
	server.Dir = dir
	if err := server.Start(); err != nil {
		cancel()
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		_ = server.Wait()
	})
	for deadline := time.Now().Add(patience); ; <-time.After(20 * time.Millisecond) {
		conn, err := net.DialTimeout("tcp", addr, time.Second)
		if err == nil {
			_ = conn.Close()
			return addr
		}
		if time.Now().After(deadline) {
			t.Fatalf("the server did not begin: %v", err)
		}
	}
}

// god makes the first character, who is of no use to a walk.
func god(t *testing.T, addr string) {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(patience))
	from := bufio.NewReader(conn)
	heard := ""
	expect := func(want string) {
		for re := regexp.MustCompile(want); !re.MatchString(heard); {
			c, err := from.ReadByte()
			if err != nil {
				t.Fatalf("waiting for %s: %v; heard %q", want, err, heard)
			}
			heard += string(rune(c))
		}
		heard = ""
	}
	expect("By what name")
	for _, s := range append(entering(stranger()), step{"save", nil}, step{"quit", nil}, step{"0", nil}) {
		if _, err := fmt.Fprintf(conn, "%s\r\n", s.line); err != nil {
			t.Fatal(err)
		}
		for _, w := range s.want {
			expect(w)
		}
	}
	_, _ = io.Copy(io.Discard, from) // until they hang up
}
