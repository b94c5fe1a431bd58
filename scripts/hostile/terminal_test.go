package hostile_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"
)

const (
	columns, rows = 100, 30

	programMost = 400 << 20 // bytes of memory that the client may have had at most
	bitesMost   = 400       // lines that a trigger may have sent in about a second
)

// terminal is the real client in a terminal of its own.
type terminal struct {
	in  io.Writer
	pid string // the file where its number stands

	mu    sync.Mutex
	shown []byte
	read  int           // bytes that were judged
	done  chan struct{} // closed at the end
}

// TestTerminal plays every attack against `mudlark play`, one process for all of them: whatever reaches the terminal is
// the screen's own.
func TestTerminal(t *testing.T) { playAll(t, "", drawing) }

// TestReader is the same for somebody who listens: there is nothing but text.
func TestReader(t *testing.T) { playAll(t, "--reader", speaking) }

// playAll plays the table against the client with a flag.
func playAll(t *testing.T, flag string, allowed func(m []string) bool) {
	t.Helper()
	if testing.Short() {
		t.Skip("it builds and runs the client")
	}
	for _, program := range []string{"script", "stty"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s is not installed", program)
		}
	}
	h := newHostile(t)
	x := start(t, h, flag)
	p := h.next(t)
	p.send("Welcome.\r\n")
	x.answers(t, p, "start")
	x.types(t, "#trigger {take the bait} {"+bite+"}\r")
	x.judge(t, anything) // what a screen begins with is its own
	for _, a := range attacks() {
		t.Run(a.name, func(t *testing.T) {
			if p == nil {
				x.types(t, "#reconnect\r")
				p = h.next(t)
			}
			a.play(p)
			if p.declined { // it saw only after it was told to reconnect how the last attack by compression ended
				_ = p.nc.Close()
				x.types(t, "#reconnect\r")
				p = h.next(t)
				a.play(p)
			}
			if p.declined {
				t.Error("it does not compress")
			}
			if a.ends == "" {
				x.answers(t, p, a.name)
			}
			x.judge(t, allowed)
			if n := strings.Count(p.heard(), bite); n > bitesMost {
				t.Errorf("a trigger sent %d lines", n)
			}
			if strings.Contains(p.heard(), mark) {
				t.Error("the terminal answered, or a mark was sent back")
			}
			_ = p.nc.Close()
			p = nil
			if h.called() {
				t.Error("it called an address that the server named")
			}
		})
		if t.Failed() && x.ended() {
			t.Fatalf("the client is gone:\n%q", x.last(4000))
		}
	}
	if most := x.memory(t); most > programMost {
		t.Errorf("the client has had %d MiB", most>>20)
	}
	x.types(t, "#quit\r")
	x.wait(t, "the last word", func() bool { return bytes.Contains(x.shown[x.read:], []byte("You have left.")) })
	_, _ = io.WriteString(x.in, "\r") // a screen waits for it; lines are over
	over := time.NewTimer(patience)
	defer over.Stop()
	select {
	case <-x.done:
	case <-over.C:
		t.Errorf("it does not end:\n%q", x.last(2000))
	}
}

// TestMain takes the client away that was built. What it and its tests hold is measured as people have it, whatever
// collecting of garbage make test asks for.
func TestMain(m *testing.M) {
	debug.SetGCPercent(100)
	if err := os.Setenv("GOGC", "100"); err != nil {
		panic(err)
	}
	code := m.Run()
	if built != "" {
		_ = os.RemoveAll(built)
	}
	os.Exit(code)
}

// built is where the client is, once a test has built it.
var built string

// client builds the client, once for all tests.
func client(t *testing.T) string {
	t.Helper()
	if built == "" {
		dir, err := os.MkdirTemp("", "mudlark-hostile-") //nolint:usetesting // it is for all tests
		if err != nil {
			t.Fatal(err)
		}
		built = dir
		build := exec.CommandContext(t.Context(), "go", "build", "-buildvcs=false", "-o", dir, "../../cmd/mudlark")
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("build the client: %v\n%s", err, out)
		}
	}
	return filepath.Join(built, "mudlark")
}

// start calls the server with the client.
func start(t *testing.T, h hostile, flag string) *terminal {
	t.Helper()
	dir := t.TempDir()
	program := client(t)
	x := &terminal{pid: filepath.Join(dir, "pid"), done: make(chan struct{})}
	shell := fmt.Sprintf("stty cols %d rows %d; echo $$ > %s; exec env -u DBUS_SESSION_BUS_ADDRESS HOME=%s "+
		"TERM=xterm-256color %s play %s --no-tls --data %s %s", columns, rows, x.pid, dir, program, flag, dir, h.Addr())
	cmd := exec.CommandContext(t.Context(), "script", "-q", "-e", "-c", shell, "/dev/null")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	x.in = in
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var reading sync.WaitGroup
	reading.Go(func() { x.listen(out) })
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		reading.Wait()
		_ = cmd.Wait()
	})
	return x
}

func (x *terminal) listen(r io.Reader) {
	buf := make([]byte, 16<<10)
	for {
		n, err := r.Read(buf)
		x.mu.Lock()
		x.shown = append(x.shown, buf[:n]...)
		x.mu.Unlock()
		if err != nil {
			close(x.done)
			return
		}
	}
}

func (x *terminal) types(t *testing.T, keys string) {
	t.Helper()
	if _, err := io.WriteString(x.in, keys); err != nil {
		t.Fatalf("type %q: %v", keys, err)
	}
}

// wait polls until something holds; x is locked for it.
func (x *terminal) wait(t *testing.T, what string, holds func() bool) {
	t.Helper()
	poll := time.NewTicker(2 * time.Millisecond)
	defer poll.Stop()
	for deadline := time.Now().Add(patience); ; <-poll.C {
		ended := x.ended()
		x.mu.Lock()
		done := holds()
		x.mu.Unlock()
		switch {
		case done:
			return
		case ended: // before it was looked whether it holds, so that the last words count
			t.Fatalf("waited for %s, and the client ended:\n%q", what, x.last(2000))
		case time.Now().After(deadline):
			t.Fatalf("waited in vain for %s:\n%q", what, x.last(2000))
		}
	}
}

func (x *terminal) ended() bool {
	select {
	case <-x.done:
		return true
	default:
		return false
	}
}

// last is the end of what the terminal was sent.
func (x *terminal) last(n int) []byte {
	x.mu.Lock()
	defer x.mu.Unlock()
	return slices.Clone(x.shown[max(0, len(x.shown)-n):])
}

// answers has the server say something and the player answer it. A painter leaves out what stands on the screen
// already, so it is said in several words of which no two look alike.
func (x *terminal) answers(t *testing.T, p *puppet, name string) {
	t.Helper()
	sum := sha256.Sum256([]byte(name))
	text := strings.ToLower(base32.StdEncoding.EncodeToString(sum[:25]))
	words := []string{text[:12], text[12:24], text[24:36]}
	x.mu.Lock()
	from := len(x.shown)
	x.mu.Unlock()
	p.send("\r\n" + strings.Join(words, "\r\n") + "\r\n")
	x.wait(t, "the line behind it", func() bool {
		return slices.ContainsFunc(words, func(w string) bool { return bytes.Contains(x.shown[from:], []byte(w)) })
	})
	x.types(t, pong+text[36:]+"\r")
	if !p.await(pong + text[36:]) {
		t.Fatalf("what was typed did not come; the terminal shows\n%q", x.last(2000))
	}
}

// order is one sequence or control for the terminal.
var order = regexp.MustCompile( // immutable
	`\x1b\[([<-?]?)([0-9;:]*)([ -/]*)([@-~])|\x1b[\]P_^X][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[ -/]*[0-~]|[\x00-\x1f\x7f]`)

// judge looks at what the terminal was sent since it was last asked.
func (x *terminal) judge(t *testing.T, allowed func(m []string) bool) {
	t.Helper()
	x.mu.Lock()
	shown := x.shown[x.read:]
	if at := bytes.LastIndexByte(shown, 0x1b); at >= max(0, len(shown)-32) {
		shown = shown[:at] // it may not be whole yet
	}
	text := string(shown)
	x.read += len(shown)
	x.mu.Unlock()
	told := 0
	for _, m := range order.FindAllStringSubmatch(text, -1) {
		if !allowed(m) {
			if told++; told < 5 {
				t.Errorf("the terminal was sent %q", m[0])
			}
		}
	}
	for i, r := range order.ReplaceAllString(text, "") {
		if r == utf8.RuneError || r >= 0x80 && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
			t.Fatalf("the terminal was sent %q (at %d)", r, i)
		}
	}
}

func anything([]string) bool { return true }

// speaking reports whether an order is one that a screen reader's terminal may be sent.
func speaking(m []string) bool { return m[4] == "" && strings.Contains("\r\n\b\a", m[0]) }

// drawing reports whether an order is one that a screen of this size is drawn with: moves within it, colours, erasing.
func drawing(m []string) bool {
	private, params, between, final := m[1], m[2], m[3], m[4]
	if final == "" {
		return strings.Contains("\r\n\b\t\x1bM", m[0]) // ESC M goes up a row, and is in no attack
	}
	if between != "" {
		return false
	}
	if private == "?" {
		return strings.Contains("hl", final) && slices.Contains([]string{"25", "2026"}, params)
	}
	if private != "" {
		return false
	}
	if final == "m" {
		return true
	}
	most := columns
	if final == "A" || final == "B" || final == "d" {
		most = rows
	}
	for i, f := range strings.Split(params, ";") {
		n, err := strconv.Atoi(f)
		if f != "" && (err != nil || n > most) || final == "H" && i == 0 && n > rows || final == "r" && n > rows {
			return false
		}
	}
	return strings.Contains("ABCDGHJKPXb@dLMSTr", final)
}

// memory is the most that the client has had.
func (x *terminal) memory(t *testing.T) int {
	t.Helper()
	pid, err := os.ReadFile(x.pid)
	if err != nil {
		t.Fatal(err)
	}
	status, err := os.ReadFile(filepath.Join("/proc", strings.TrimSpace(string(pid)), "status"))
	if err != nil {
		t.Skipf("there is nowhere to read how much: %v", err)
	}
	m := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(status)
	if m == nil {
		t.Fatalf("no figure in %s", status)
	}
	kib, err := strconv.Atoi(string(m[1]))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("the client has had %d MiB at most", kib>>10)
	return kib << 10
}
