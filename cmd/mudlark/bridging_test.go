package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
)

// program runs the program inside the test, as main does.
type program struct {
	stop func()
	done chan error
	errs *lockedBuffer
}

type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

func begin(t *testing.T, stdin io.Reader, stdout io.Writer, args ...string) *program {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	p := &program{stop: stop, done: make(chan error, 1), errs: &lockedBuffer{}}
	e := &command.Env{
		Ctx: ctx, Getenv: func(string) string { return "" }, Stdin: stdin, Stdout: stdout, Stderr: p.errs,
	}
	go func() { p.done <- run(e, args) }()
	t.Cleanup(stop)
	return p
}

// end stops the program as a signal does; it must end without a complaint.
func (p *program) end(t *testing.T) {
	t.Helper()
	p.stop()
	select {
	case err := <-p.done:
		if err != nil {
			t.Errorf("it ended with %v\n%s", err, p.errs)
		}
	case <-time.After(2 * patience):
		t.Fatalf("it did not end\n%s", p.errs)
	}
}

// host serves a world from a folder.
func host(t *testing.T, dir string) *program {
	t.Helper()
	p := begin(t, strings.NewReader(""), io.Discard, "serve", "--data", dir, "--telnet=", "--ssh=", "--ops=",
		"--http=127.0.0.1:0", "--log-level=error")
	if err := awaitControl(t.Context(), dir, p.done); err != nil {
		t.Fatalf("%v\n%s", err, p.errs)
	}
	return p
}

// talk is a client on the bridge's standard input and output.
type talk struct {
	in    io.WriteCloser
	lines chan string
}

func newTalk() (*talk, io.Reader, io.Writer) {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	c := &talk{in: inW, lines: make(chan string, 64)}
	go func() {
		defer close(c.lines)
		scan := bufio.NewScanner(outR)
		scan.Buffer(nil, 1<<20)
		for scan.Scan() {
			c.lines <- scan.Text()
		}
	}()
	return c, inR, outW
}

// ask sends a line and waits for the answer of that id, which must hold some text.
func (c *talk) ask(t *testing.T, line, id, want string) {
	t.Helper()
	if _, err := io.WriteString(c.in, line+"\n"); err != nil {
		t.Fatal(err)
	}
	for deadline := time.After(2 * patience); id != ""; {
		select {
		case answer := <-c.lines:
			if strings.Contains(answer, `"id":`+id+`,`) {
				if !strings.Contains(answer, want) {
					t.Errorf("got %.300s, want %q in it", answer, want)
				}
				return
			}
		case <-deadline:
			t.Fatalf("no answer to %s", line)
		}
	}
}

const (
	helloLine = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",` +
		`"capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	readyLine = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	moveLine  = `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"move","arguments":{"direction":"north"}}}`
	lookLine  = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"look","arguments":{}}}`
)

// S2-29, S4-02: the world ends and begins again at another port, where the lent token is no longer good; the client of
// the bridge sees none of it.
func TestBridgeOutlivesItsWorld(t *testing.T) {
	dir := t.TempDir()
	served := host(t, dir)
	born := &loan{dir: dir, call: command.ControlCall{Actor: "Ann", New: true}}
	if _, err := born.find(t.Context()); err != nil {
		t.Fatal(err)
	}
	born.giveBack()
	c, in, out := newTalk()
	bridged := begin(t, in, out, "mcp", "--data", dir, "--character", "Ann")
	c.ask(t, helloLine, "1", `"protocolVersion":"2025-11-25"`)
	c.ask(t, readyLine, "", "")
	c.ask(t, lookLine, "2", "Harbour Steps")
	served.end(t)
	served = host(t, dir)
	c.ask(t, strings.Replace(lookLine, `"id":2`, `"id":3`, 1), "3", "Harbour Steps")
	_ = c.in.Close()
	bridged.end(t)
	served.end(t)
}

// Two clients that begin at once share the world of one's own, in one's own folder; whichever goes first, the other
// plays on, and the world is there the next time.
func TestSoloKeepsItsWorld(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	type player struct {
		*talk
		p *program
	}
	var two []player
	for range 2 {
		c, in, out := newTalk()
		two = append(two, player{c, begin(t, in, out, "mcp", "--solo")})
	}
	for _, c := range two {
		c.ask(t, helloLine, "1", `"protocolVersion":"2025-11-25"`)
		c.ask(t, readyLine, "", "")
		c.ask(t, lookLine, "2", "Harbour Steps")
	}
	for i, c := range two {
		c.ask(t, moveLine, "3", "You go")
		_ = c.in.Close()
		c.p.end(t)
		if i == 0 {
			two[1].ask(t, lookLine, "2", "Lantern Row")
		}
	}
	c, in, out := newTalk()
	p := begin(t, in, out, "mcp", "--solo", "--data", filepath.Join(home, ".local", "share", "mudlark", "solo"))
	c.ask(t, helloLine, "1", `"protocolVersion":"2025-11-25"`)
	c.ask(t, lookLine, "2", "Bell Square")
	_ = c.in.Close()
	p.end(t)
}

// Where a system keeps what programs store for a person.
func TestUserData(t *testing.T) {
	t.Setenv("HOME", "/ann")
	for _, c := range []struct{ system, variable, value, want string }{
		{"linux", "", "", "/ann/.local/share"}, {"linux", "XDG_DATA_HOME", "/data", "/data"},
		{"linux", "XDG_DATA_HOME", "data", "/ann/.local/share"},
		{"darwin", "XDG_DATA_HOME", "/data", "/ann/Library/Application Support"},
		{"windows", "LocalAppData", `local`, `local`}, {"windows", "", "", ""},
	} {
		got, err := userData(func(name string) string {
			if name == c.variable {
				return c.value
			}
			return ""
		}, c.system)
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%+v: got %q, %v", c, got, err)
		}
	}
}

// DOOR D19: a bridge that cannot begin says why and what to do in answer to each request, for a desktop client shows
// its user nothing else.
func TestBridgeSaysWhyNot(t *testing.T) {
	empty := t.TempDir()
	for want, args := range map[string][]string{
		"put it into MUDLARK_TOKEN":        {"--solo", "--url", "http://127.0.0.1:1/mcp"},
		"read the token":                   {"--token-file", filepath.Join(empty, "none")},
		"start it with: mudlark serve":     {"--data", empty, "--character", "Ann"},
		"is a file, and a data folder is":  {"--solo", "--data", os.Args[0]},
		"name one for the world with --da": {"--solo"},
	} {
		t.Run(want, func(t *testing.T) {
			t.Setenv("HOME", "")
			c, in, out := newTalk()
			p := begin(t, in, out, append([]string{"mcp"}, args...)...)
			c.ask(t, helloLine, "1", want)
			c.ask(t, readyLine, "", "")
			c.ask(t, lookLine, "2", `"error":{"code":-32000,"message":"`)
			_ = c.in.Close()
			select {
			case err := <-p.done:
				if err == nil || !strings.Contains(strings.Join(strings.Fields(p.errs.String()), " "), want) {
					t.Errorf("it ended with %v and said %s", err, p.errs)
				}
			case <-time.After(patience):
				t.Fatal("it did not end")
			}
		})
	}
}

// A signal ends the bridge and the world of its own, and what it kept for itself is gone.
func TestSoloEndsCleanly(t *testing.T) {
	racedElsewhere(t)
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	c, in, out := newTalk()
	p := begin(t, in, out, "mcp", "--solo", "--fresh")
	c.ask(t, helloLine, "1", `"protocolVersion":"2025-11-25"`)
	if left, err := os.ReadDir(temp); err != nil || len(left) != 1 {
		t.Errorf("while it runs: %v %v", left, err)
	}
	p.end(t)
	if left, err := os.ReadDir(temp); err != nil || len(left) != 0 {
		t.Errorf("it left %v %v", left, err)
	}
	_ = c.in.Close()
}
