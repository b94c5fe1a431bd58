package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/screens"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/ops"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/sshd"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/verb"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// An evening in reader mode over SSH is kept in testdata/ears, for each size of a terminal, as it was on the wire:
//
//	> keys        what was pressed, as Go writes it between quotes
//	(Ben: words)  what a friend typed at another connection
//	(time)        that nothing was done for
//
// and below each what was sent because of it. CR LF is the end of a row; a row without one ends with a backslash. Of
// the other bytes only \b and \a may come, and are written so; a backslash is two. Nothing else is changed, and nothing
// is left out. The clock of the test and the dice of its world are always the same.

// step is something that happens in an evening.
type step struct {
	keys   string // that the listener presses
	friend string // a line that a friend types
	pass   time.Duration
	wide   bool // the typed line is longer than a row
}

// earSizes are the sizes of terminals, the smallest first. immutable.
var earSizes = []sshd.Size{
	{Width: 60, Height: 20}, {Width: 80, Height: 24}, {Width: 120, Height: 40}, {Width: 200, Height: 50},
}

const (
	keyUp   = "\x1b[A"
	keyLeft = "\x1b[D"
)

// earSteps are one evening: the door, a look about, company, one's own hands, a fight, and goodbye.
func earSteps() []step {
	steps := []step{
		{keys: "eve\r"}, {keys: "yes\r"}, {keys: passwordOf("eve") + "\r"}, {keys: passwordOf("eve") + "\r"},
		// Where one is, what one has, and how it is said.
		{keys: "look\r"}, {keys: "survey\r"}, {keys: "map\r"}, {keys: "inventory\r"}, {keys: "equipment\r"},
		{keys: "status\r"}, {keys: "hp\r"}, {keys: "time\r"}, {keys: "who\r"}, {keys: "exits\r"},
		{keys: "options\r"}, {keys: "options width\r"}, {keys: "options width 40\r"}, {keys: "look\r"},
		{keys: "options width auto\r"},
		// Pages longer than any of the terminals is high come whole: a reader reads back by itself.
		{keys: "help newbie\r"}, {keys: "help get\r"}, {keys: "commands\r"},
	}
	return append(append(append(steps, companySteps()...), handSteps()...), fightSteps()...)
}

// companySteps are what others do: it waits for whoever types, until Enter or for five seconds.
func companySteps() []step {
	return []step{
		{friend: "say Good evening, Eve."}, {friend: "tell eve Mind the bell."},
		{keys: "say good"}, {friend: "wave"}, {friend: "say The ebb has begun."}, {keys: " evening, Ben\r"},
		{keys: "tell ben I"}, {friend: "say Are you coming?"},
		{pass: 4900 * time.Millisecond}, {pass: 200 * time.Millisecond}, {keys: " am here\r"},
		{keys: "look"}, {friend: "wave"}, {keys: "\x15"}, // nobody types any more
		{keys: "history say\r"}, {keys: "history tell\r"}, {keys: "history all\r"},
	}
}

// handSteps are the hands of somebody who hears what they do: a slip mended, a word put in, a line brought back, a word
// made whole or listed, a line given up, one longer than the row.
func handSteps() []step {
	long := "say a word that is longer than any row, and after it another that is, and then more of the same until it " +
		"does not fit, not even where two hundred letters have room beside each other, and it would run over the edge\r"
	return []step{
		{keys: "souht\x7f\x7fth\r"}, {keys: "noth" + keyLeft + keyLeft + "r\r"},
		{keys: keyUp + keyUp + "\x15north\r"}, {keys: keyUp + keyUp + "\r"}, {keys: keyUp + keyUp + "\r"},
		{keys: "get mudl\t"}, {keys: "\r"}, {keys: "inventory\r"},
		{keys: "lo\t"}, {keys: "\t"}, {keys: "k\x0c"}, {keys: "\x15\t"}, {keys: "say never mind\x03"},
		{keys: keyUp + "\x15"}, {keys: long, wide: true}, {keys: "xyzzy\r"}, {keys: "\r"},
	}
}

// fightSteps are a fight to its end, told blow by blow and then a round at a time.
func fightSteps() []step {
	return []step{
		{
			keys: "east\r",
		}, {keys: "open hatch\r"}, {keys: "down\r"}, {keys: "options combat all\r"}, {keys: "attack rat\r"},
		{pass: 5 * time.Second}, {keys: "options combat brief\r"}, {pass: 5 * time.Second}, {keys: "hp\r"},
		{pass: time.Minute}, {keys: "quit\r"},
	}
}

// direction is how a step stands in the file.
func (s *step) direction() string {
	switch {
	case s.friend != "":
		return "(Ben: " + s.friend + ")"
	case s.keys != "":
		q := strconv.Quote(strings.ReplaceAll(s.keys, passwordOf("eve"), secretMark))
		return typedMark + strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`)
	}
	return "(" + s.pass.String() + ")"
}

// pressMin is how long a step takes at least. It is no part of a tick, so that what is typed and what the world does by
// itself come in one order.
const pressMin = 137 * time.Millisecond

// TestEars plays an evening in reader mode at each size, and holds it against what is kept.
func TestEars(t *testing.T) {
	racedElsewhere(t)
	var heard [][]string
	for _, size := range earSizes {
		name := fmt.Sprintf("%dx%d", size.Width, size.Height)
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				got := hearEvening(t, size)
				heard = append(heard, got)
				keptEvening(t, name, got)
			})
		})
	}
	if len(heard) != len(earSizes) {
		t.Fatal("not every evening was heard to its end")
	}
	sameAtAllSizes(t, heard)
}

// sameAtAllSizes: no word is broken, nothing is left out and nothing stops for the width or height of a terminal that
// nobody looks at. Rows end behind words, where the terminal would cut them. Only a line that one types goes on upon
// the next row in the middle of a word, since no backspace goes back over an edge.
func sameAtAllSizes(t *testing.T, heard [][]string) {
	t.Helper()
	small, rows, wide := heard[0], 0, 0
	for k, at := range heard {
		for i, sent := range at {
			if k == 0 {
				rows = max(rows, strings.Count(sent, "\n"))
			}
			if i > 0 && earSteps()[i-1].wide {
				wide = max(wide, strings.Count(small[i], "\n")-strings.Count(sent, "\n"))
				continue
			}
			if words(sent) != words(small[i]) {
				t.Errorf("at %v this was sent\n%s\nand at %v\n%s", earSizes[0], small[i], earSizes[k], sent)
			}
			for row := range strings.SplitSeq(sent, "\r\n") {
				if n := len(row); n > earSizes[k].Width && !strings.Contains(row, "\b") {
					t.Errorf("at %v a row of %d was sent, which is cut: %q", earSizes[k], n, row)
				}
			}
		}
	}
	if most := earSizes[0].Height; rows <= most {
		t.Errorf("the longest page had %d lines: whether one of more than %d stops was not tried", rows, most)
	}
	if wide == 0 {
		t.Error("no typed line went over the edge of a row")
	}
}

// widthNow is what options tells of the width of the terminal.
var widthNow = regexp.MustCompile(`width: auto, which is \d+ at present`) // immutable

// words are those of what was sent, wherever its rows end, and without how wide the terminal is.
func words(sent string) string {
	return widthNow.ReplaceAllString(strings.Join(strings.Fields(sent), " "), "width: auto")
}

// hearEvening plays the evening and returns what was sent after each step, first of all before any.
func hearEvening(t *testing.T, size sshd.Size) []string {
	h := newParlour(t)
	ben := h.dial("ben", "plain", sshd.Size{})
	for _, line := range []string{"yes", passwordOf("ben"), passwordOf("ben")} {
		ben.press(line + "\n")
	}
	eve := h.dial("reader", "", size)
	out := []string{eve.heard()}
	for _, s := range earSteps() {
		switch {
		case s.friend != "":
			ben.press(s.friend + "\n")
		case s.keys != "":
			eve.press(s.keys)
		}
		<-time.After(s.pass)
		out = append(out, eve.heard())
	}
	if !eve.over() {
		t.Error("the door is open after goodbye")
	}
	return out
}

// keptEvening compares what was heard with what is kept, and judges whether it can be heard.
func keptEvening(t *testing.T, name string, heard []string) {
	t.Helper()
	var b strings.Builder
	steps := earSteps()
	for i, sent := range heard {
		if i > 0 {
			b.WriteString("\n" + steps[i-1].direction() + "\n")
		}
		b.WriteString(inked(sent))
		if r, ok := unheard(sent); ok {
			t.Errorf("%q was sent in %q", r, sent)
		}
		typed := ""
		if i > 0 {
			typed = steps[i-1].keys
		}
		for row := range strings.SplitSeq(strings.NewReplacer("\r", "", "\a", "").Replace(sent), "\n") {
			row = row[strings.LastIndexByte(row, '\b')+1:]
			if strings.Contains(typed, row) {
				continue // an echo
			}
			for _, fault := range worldtest.HardToHear(strings.TrimSuffix(row, " ")) {
				t.Errorf("%s: %s", steps[max(0, i-1)].direction(), fault)
			}
		}
	}
	file := earFile(name)
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := b.String(); got != string(want) {
		t.Errorf("%s: %s\nIf it is meant, -update rewrites the file.", file, parting(string(want), got))
	}
}

func earFile(size string) string { return filepath.Join("testdata", "ears", size+".txt") }

// parting is where two texts part.
func parting(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	n := 0
	for n < len(w) && n < len(g) && w[n] == g[n] {
		n++
	}
	near := func(l []string) string { return strings.Join(l[min(max(0, n-3), len(l)):min(n+3, len(l))], "\n") }
	return fmt.Sprintf("line %d: got\n%s\nwant\n%s", n+1, near(g), near(w))
}

// inked is what was sent as it stands in the file.
func inked(sent string) string {
	out := strings.NewReplacer("\r\n", "\n", "\\", `\\`, "\b", `\b`, "\a", `\a`).Replace(sent)
	if out != "" && !strings.HasSuffix(out, "\n") {
		out += "\\\n"
	}
	return out
}

// unheard is the first byte of what was sent that is neither text, nor the end of a row, a backspace or a bell.
func unheard(sent string) (rune, bool) {
	for _, r := range strings.ReplaceAll(sent, "\r\n", "") {
		if r < ' ' && r != '\b' && r != '\a' || r >= 0x7f && r < 0xa0 {
			return r, true
		}
	}
	return 0, false
}

// parlour is Lowtide with its SSH door inside a synctest bubble: real accounts, a journal in memory, no sockets.
type parlour struct {
	t     *testing.T
	doors *wires
}

func newParlour(t *testing.T) *parlour {
	t.Helper()
	content := server.ReadContent("")
	if err := content.Load(); err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	disk := journal.NewMemory()
	d := &server.Daemon{
		Log: log, Meter: server.NewMeter(ops.Config{}, log), Staged: account.NewStaged(disk),
		Machine: loop.NewMachine(world.New(0), loop.MachineOptions{}),
	}
	d.Loop = loop.New(d.Machine, disk, loop.Options{})
	hasher, err := account.NewHasher(account.HasherConfig{MemoryKiB: 8, Passes: 1})
	if err != nil {
		t.Fatal(err)
	}
	d.Accounts, err = account.New(account.Config{Rows: d.Staged, Hasher: hasher, Throttle: account.NewThrottle(0)})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	var done sync.WaitGroup
	done.Go(func() {
		if err := d.Loop.Run(ctx); err != nil {
			t.Errorf("the world ended: %v", err)
		}
	})
	const dice = 7
	start := world.Start{Build: command.Version, Wall: time.Now().UnixMilli(), Seed: dice}
	if r, err := d.Host(ctx, start); err != nil || r.Refusal != nil {
		t.Fatal(err, r.Refusal)
	}
	if err := d.Apply(ctx, content.Pack); err != nil {
		t.Fatal(err)
	}
	welcome, art, err := d.Welcome(ctx)
	if err != nil {
		t.Fatal(err)
	}
	hub := session.NewHub(session.Config{
		World: d.Loop, Table: verb.New(), Accounts: d.Accounts, Staged: d.Staged, Log: log, Art: art,
		Welcome: func() string { return welcome },
	})
	h := &parlour{t: t, doors: &wires{calls: make(chan net.Conn), closed: make(chan struct{})}}
	server, err := sshd.New(sshd.Config{
		Listener: h.doors, HostKeyPath: filepath.Join(t.TempDir(), "key"), Logger: log,
		Auth: screens.KeyAuth{Accounts: d.Accounts, Meter: d.Meter},
	}, (&screens.SSHDoor{Hub: hub, Log: log, Meter: d.Meter}).Serve)
	if err != nil {
		t.Fatal(err)
	}
	doorCtx, shut := context.WithCancel(ctx)
	var door sync.WaitGroup
	door.Go(func() { _ = server.Serve(doorCtx) })
	t.Cleanup(func() { shut(); door.Wait(); stop(); done.Wait() })
	return h
}

// caller is somebody at the other end of an SSH connection.
type caller struct {
	t    *testing.T
	in   io.Writer
	mu   sync.Mutex
	got  bytes.Buffer
	done bool
}

// dial connects. A size of zero is no terminal.
func (h *parlour) dial(user, command string, size sshd.Size) *caller {
	h.t.Helper()
	near, far := newWire()
	h.doors.calls <- far
	conn, channels, requests, err := gossh.NewClientConn(near, "", &gossh.ClientConfig{
		User: user, HostKeyCallback: gossh.InsecureIgnoreHostKey(), // the server is our own
		Auth: []gossh.AuthMethod{gossh.KeyboardInteractive(
			func(_, _ string, asked []string, _ []bool) ([]string, error) {
				return slices.Repeat([]string{passwordOf(user)}, len(asked)), nil
			})},
	})
	if err != nil {
		h.t.Fatal(err)
	}
	client := gossh.NewClient(conn, channels, requests)
	s, err := client.NewSession()
	if err == nil && size != (sshd.Size{}) {
		err = s.RequestPty("xterm-256color", size.Height, size.Width, nil)
	}
	if err != nil {
		h.t.Fatal(err)
	}
	l := &caller{t: h.t}
	s.Stdout = l
	if l.in, err = s.StdinPipe(); err != nil {
		h.t.Fatal(err)
	}
	if command == "" {
		err = s.Shell()
	} else {
		err = s.Start(command)
	}
	if err != nil {
		h.t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = s.Wait()
		l.mu.Lock()
		defer l.mu.Unlock()
		l.done = true
	}()
	h.t.Cleanup(func() { _ = client.Close(); <-ended })
	synctest.Wait()
	return l
}

// Write takes what is sent.
func (l *caller) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.got.Write(p)
}

// press types, and waits until all that comes of it has come.
func (l *caller) press(keys string) {
	l.t.Helper()
	<-time.After(pressMin)
	if _, err := io.WriteString(l.in, keys); err != nil {
		l.t.Fatal(err)
	}
	synctest.Wait()
}

// heard gives what was sent since it was last asked.
func (l *caller) heard() string {
	synctest.Wait()
	l.mu.Lock()
	defer l.mu.Unlock()
	defer l.got.Reset()
	return l.got.String()
}

func (l *caller) over() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.done
}
