package terminals_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/scripts/agentstorm/daemon"
	"github.com/mudlark-mud/mudlark/scripts/agentstorm/keyboard"
	"github.com/mudlark-mud/mudlark/scripts/terminals"
	"github.com/mudlark-mud/mudlark/scripts/terminals/pane"
	"github.com/mudlark-mud/mudlark/scripts/terminals/tap"
)

var (
	play    = flag.Bool("terminals.play", false, "play the scene with what scripts/terminals/run has installed")
	only    = flag.String("terminals.only", "", "play it with the clients whose names match this pattern")
	without = flag.String("terminals.without", "", "the clients that may be missing, with commas between them")
	update  = flag.Bool("terminals.update", false, "write NEGOTIATED.md anew")
	server  = flag.String("terminals.server", "", "the program that serves; made from this tree if it is not given")
	waitMax = flag.Duration("terminals.wait", 30*time.Second, "how long what is awaited may take")
)

var (
	wide   = pane.Size{Columns: 100, Rows: 30}
	narrow = pane.Size{Columns: 64, Rows: 30}
)

// names are the clients' accounts and characters, in the order of terminals.All.
var names = []string{"Annis", "Bede", "Cuthbert", "Dunstan", "Edith", "Frideswide", "Godwin", "Hilda", "Ivo"}

const (
	// steps is part of what stands in the room where everybody begins, row of the one north of it.
	steps = "Lantern Row climbs north into the smell of frying."
	row   = "Every house in the Row"
)

// passwords are what a person has in turn. They occur nowhere else.
func passwords(name string) []string {
	return []string{"withies-" + name, "sluices-" + name, "marram-" + name}
}

// house is what all share.
type house struct {
	at      *daemon.Daemon
	panes   *pane.Server
	display *terminals.Display
}

// every real client shows the game, hides what is secret and wraps where its window ends.
func TestScene(t *testing.T) {
	if !*play {
		t.Skip("needs the clients that scripts/terminals/run installs, and -terminals.play")
	}
	h := open(t)
	all := terminals.All()
	seen := make([]*terminals.Seen, len(all))
	t.Run("clients", func(t *testing.T) {
		for i, c := range all {
			if !wanted(t, c) {
				continue
			}
			t.Run(c.Name, func(t *testing.T) {
				t.Parallel()
				began := time.Now()
				seen[i] = h.plays(t, c, i)
				t.Logf("%s: %s", c.Name, time.Since(began).Round(100*time.Millisecond))
			})
		}
		if c := terminals.SSH(); wanted(t, c) {
			t.Run(c.Name, func(t *testing.T) {
				t.Parallel()
				h.playsSSH(t, c)
			})
		}
	})
	check(t, h.at.Stop())
	check(t, h.at.Verify(t.Context()))
	if !t.Failed() {
		compare(t, slices.DeleteFunc(seen, func(s *terminals.Seen) bool { return s == nil }))
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// wanted reports whether a client is to play. One that is missing is a failure, unless it is known to be.
func wanted(t *testing.T, c terminals.Client) bool {
	t.Helper()
	if matched, err := regexp.MatchString(*only, c.Name); err != nil || !matched {
		check(t, err)
		return false
	}
	for _, program := range append([]string{c.Program}, c.Needs...) {
		if _, err := exec.LookPath(program); err == nil {
			continue
		}
		if !slices.Contains(strings.Split(*without, ","), c.Package) {
			t.Errorf("%s is missing, and -terminals.without does not name the package %s", program, c.Package)
		}
		t.Logf("%s is not played: %s is not installed", c.Name, program)
		return false
	}
	return true
}

// open starts the server, the terminals and the display, and makes the accounts of those who do not make their own.
func open(t *testing.T) *house {
	t.Helper()
	ctx := t.Context()
	program, err := *server, error(nil)
	if program == "" {
		program, err = daemon.Build(ctx, t.TempDir())
	}
	check(t, err)
	h := new(house)
	h.at, err = daemon.Start(ctx, program, t.TempDir(), os.Stderr, "--log-level=warn", "--ssh=127.0.0.1:0",
		"--telnets=127.0.0.1:0")
	check(t, err)
	t.Cleanup(h.at.Kill)
	home := t.TempDir()
	h.panes, err = pane.Start(ctx, "mudlark-"+filepath.Base(home)+fmt.Sprint(os.Getpid()), environment(home))
	check(t, err)
	t.Cleanup(h.panes.Stop)
	if _, err := exec.LookPath("Xvfb"); err == nil {
		h.display, err = terminals.OpenDisplay(ctx)
		check(t, err)
		t.Cleanup(h.display.Close)
	}
	for i, c := range terminals.All() {
		if !c.Registers {
			p, err := keyboard.Sit(ctx, h.at.Telnet, i+1, names[i], passwords(names[i])[0])
			check(t, err)
			check(t, p.Leave(ctx))
		}
	}
	return h
}

// environment is what clients see: nothing of the user's but where programs are.
func environment(home string) []string {
	return []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "LC_ALL=C.UTF-8", "SHELL=/bin/sh"}
}

// plays has one client play the whole scene, and returns what was seen of it.
func (h *house) plays(t *testing.T, c terminals.Client, i int) *terminals.Seen {
	t.Helper()
	p := &player{T: t, ctx: t.Context(), house: h, client: c, name: names[i]}
	var err error
	p.tap, err = tap.Listen(p.ctx, h.at.Telnet, i+1)
	check(t, err)
	t.Cleanup(func() { _ = p.tap.Close() })
	pass := passwords(p.name)
	p.connect()
	p.awaits(0, firstQuestion)
	if c.Registers {
		p.does(p.name, "yes or no:")
		p.registers(pass[0])
	} else {
		p.does(p.name, "Password:")
		p.secret(pass[0], steps)
	}
	first := p.record
	p.does("north", row)
	p.does("south", steps)
	p.does("look", steps)
	p.fits()
	if c.Resizes {
		for _, to := range []pane.Size{narrow, wide} {
			p.resizes(to)
			p.does("look", steps)
			p.fits()
		}
	}
	p.changes(pass[0], pass[1])
	p.changes(pass[1], pass[2])
	p.asksProtocol()
	p.leaves()

	p.connect()
	p.awaits(0, firstQuestion)
	p.does(p.name, "Password:")
	p.secret(pass[2], steps)
	p.leaves()
	return &terminals.Seen{
		Client: c, Version: terminals.Version(p.ctx, c.Package), Commands: first.Commands(), Sent: first.Sent(),
	}
}

// playsSSH has OpenSSH play it. What it and the server say to each other is secret, so there is only the screen.
func (h *house) playsSSH(t *testing.T, c terminals.Client) {
	t.Helper()
	const name = "Judith"
	p := &player{T: t, ctx: t.Context(), house: h, client: c, name: name, address: h.at.SSH, isDrawn: true}
	pass := passwords(name)
	p.connect()
	p.awaits(0, "yes or no:")
	p.registers(pass[0])
	p.does("north", row)
	p.does("south", steps)
	p.wrapped(wide.Columns)
	for _, to := range []pane.Size{narrow, wide} {
		check(t, p.screen.Resize(p.ctx, to))
		p.wrapped(to.Columns)
	}
	p.changes(pass[0], pass[1])
	p.changes(pass[1], pass[2])
	p.does("quit", "[ended with 0]")
	check(t, p.screen.Close(p.ctx))

	p.connect()
	p.awaits(0, "Password:")
	p.secret(pass[2], steps)
	p.does("quit", "[ended with 0]")
}

// compare compares what was seen with what NEGOTIATED.md says, of those clients whose versions it speaks of.
func compare(t *testing.T, seen []*terminals.Seen) {
	t.Helper()
	const file = "NEGOTIATED.md"
	got := terminals.Negotiated(seen)
	if *update {
		if len(seen) < len(terminals.All()) {
			t.Fatal("only a run with every client writes the page")
		}
		check(t, os.WriteFile(file, []byte(got), 0o600))
		return
	}
	page, err := os.ReadFile(file)
	check(t, err)
	known := make(map[string]bool)
	for line := range strings.Lines(string(page)) {
		known[line] = true
	}
	same := slices.DeleteFunc(slices.Clone(seen), func(s *terminals.Seen) bool { return !terminals.IsOf(string(page), s) })
	for _, s := range seen {
		if !slices.Contains(same, s) {
			t.Logf("%s %s is not compared: %s is of another version", s.Client.Name, s.Version, file)
		}
	}
	for line := range strings.Lines(terminals.Negotiated(same)) {
		if !known[line] {
			t.Errorf("not in %s, or otherwise (-terminals.update writes it anew): %s", file, line)
		}
	}
}
