package terminals_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/mudlark-mud/mudlark/scripts/terminals"
	"github.com/mudlark-mud/mudlark/scripts/terminals/pane"
	"github.com/mudlark-mud/mudlark/scripts/terminals/tap"
)

const (
	// lookEvery is how often a screen is read while something is awaited on it.
	lookEvery = 100 * time.Millisecond
	// lettersMost is how many letters may stand behind a question on the screen: a client's own status line has some. A
	// question that was asked and answered before has more.
	lettersMost = 30
	// windowTries is how often a client may try to start.
	windowTries = 3
	// firstQuestion is what the server asks first.
	firstQuestion = "Your name, or guest:"
	// panelEdge stands between the text and the panel beside it, on the screen that the server draws for SSH.
	panelEdge = "│"
)

// screen is what a client shows itself on: a terminal or a window.
type screen interface {
	Type(ctx context.Context, line string) error
	Read(ctx context.Context) ([]string, error)
	Resize(ctx context.Context, size pane.Size) error
	Close(ctx context.Context) error
}

// player is a person at one client.
type player struct {
	*testing.T

	ctx     context.Context //nolint:containedctx // of the test
	house   *house
	client  terminals.Client
	name    string
	tap     *tap.Tap // nil where what is said is secret: SSH, TLS
	screen  screen
	record  *tap.Record // nil likewise
	address string      // where there is no tap
	isDrawn bool        // the server draws the screen
	after   string      // what is awaited on such a screen stands behind this
	opened  int         // terminals so far
	marks   int         // of finishes
	secrets int         // passwords typed in this one
}

// connect opens a terminal with the client in it.
func (p *player) connect() {
	p.Helper()
	p.opened++
	p.secrets, p.after = 0, ""
	door := terminals.Door{Name: p.name, Folder: p.TempDir()}
	var err error
	if p.tap != nil {
		door.Host, door.Port = p.tap.Host, p.tap.Port
	} else {
		door.Host, door.Port, err = net.SplitHostPort(p.address)
		check(p.T, err)
	}
	if p.client.Command == nil {
		p.openWindow(door)
		return
	}
	command, err := p.client.Command(door)
	check(p.T, err)
	name := strings.NewReplacer(" ", "", "+", "").Replace(p.client.Name) + fmt.Sprint(p.opened)
	p.screen, err = p.house.panes.Open(p.ctx, name, wide, command)
	check(p.T, err)
	if p.tap != nil {
		ctx, cancel := context.WithTimeout(p.ctx, *waitMax)
		defer cancel()
		p.record, err = p.tap.Next(ctx)
		check(p.T, err)
	}
}

// openWindow opens the client that has a window, again if it dies while it starts, as it does now and then.
func (p *player) openWindow(door terminals.Door) {
	p.Helper()
	for range windowTries {
		folder := p.TempDir()
		w, err := p.house.display.Open(p.ctx, p.client.Program, folder, door.Host, door.Port, environment(folder))
		check(p.T, err)
		ctx, cancel := context.WithTimeout(p.ctx, *waitMax)
		p.record, err = p.tap.Next(ctx)
		if err == nil {
			err = p.record.Await(ctx, 0, firstQuestion)
		}
		if err == nil {
			_, err = w.Read(ctx)
		}
		cancel()
		if err == nil {
			p.screen = w
			check(p.T, w.Resize(p.ctx, wide))
			return
		}
		p.Logf("%s died while it started: %v", p.client.Name, err)
		check(p.T, w.Close(p.ctx))
	}
	p.Fatalf("%s does not start", p.client.Name)
}

// awaits waits until the server has said a text, behind some bytes of what it had said, and the screen shows it.
func (p *player) awaits(from int, text string) {
	p.Helper()
	if p.record != nil {
		ctx, cancel := context.WithTimeout(p.ctx, *waitMax)
		defer cancel()
		check(p.T, p.record.Await(ctx, from, text))
	}
	p.sees(func(lines []string) error {
		if p.isDrawn && strings.HasSuffix(text, ":") {
			return asksLast(lines, text)
		}
		for i, l := range lines {
			lines[i], _, _ = strings.Cut(l, panelEdge)
		}
		shown := tap.Words(strings.Join(lines, " "))
		at := strings.LastIndex(shown, text)
		switch {
		case at < 0, p.after != "" && at < strings.LastIndex(shown, p.after):
			return fmt.Errorf("the screen does not show %q", text)
		case strings.HasSuffix(text, ":") && letters(shown[at+len(text):]) > lettersMost:
			return fmt.Errorf("the screen shows %q, but not as its last question", text)
		}
		return nil
	})
}

// asksLast judges whether the screen that the server draws asks a question now: it stands above the last line, which
// says what keys do. Before there is such a screen it is the last.
func asksLast(lines []string, question string) error {
	lines = slices.DeleteFunc(lines, func(l string) bool { return l == "" })
	if last := strings.Join(lines[max(0, len(lines)-2):], " "); !strings.Contains(last, question) {
		return fmt.Errorf("the screen does not ask %q", question)
	}
	return nil
}

func letters(s string) int {
	n := 0
	for _, c := range s {
		if unicode.IsLetter(c) {
			n++
		}
	}
	return n
}

// sees reads the screen until it is as it should be.
func (p *player) sees(judge func([]string) error) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, *waitMax)
	defer cancel()
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	var lines []string
	var wrong error
	for {
		now, err := p.screen.Read(ctx)
		if err == nil {
			lines = now
			if wrong = judge(slices.Clone(lines)); wrong == nil {
				return
			}
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			p.Fatalf("%v:\n%s", errors.Join(wrong, err), strings.Join(lines, "\n"))
		}
	}
}

// does types a line and waits for what must come of it.
func (p *player) does(line, want string) {
	p.Helper()
	p.types(line, "> "+line, want)
}

func (p *player) types(line, after, want string) {
	p.Helper()
	from := 0
	if p.record != nil {
		from = len(p.record.Shown())
	}
	if p.isDrawn {
		p.after = after
	}
	check(p.T, p.screen.Type(p.ctx, line))
	p.awaits(from, want)
}

// secret types a password and waits for what must come of it; the password is never to be seen.
func (p *player) secret(password, want string) {
	p.Helper()
	p.secrets++
	p.answersEcho()
	p.types(password, p.after, want)
	if p.record != nil && strings.Contains(string(p.record.Shown()), password) {
		p.Errorf("the server showed the password %q", password)
	}
	lines, err := p.screen.Read(p.ctx)
	check(p.T, err)
	hides := p.client.Hides == terminals.Always || p.client.Hides == terminals.Once && p.secrets == 1
	if shown := strings.Contains(strings.Join(lines, ""), password); shown == hides {
		p.Errorf("the screen shows the password %q: %t, want %t:\n%s", password, shown, !hides, strings.Join(lines, "\n"))
	}
}

// answersEcho waits until a client that hides passwords has answered the server's latest WILL ECHO: the server has
// asked before the client, on a busy machine, has read it, and a person would not type a password that shows.
func (p *player) answersEcho() {
	p.Helper()
	if p.record == nil || p.client.Hides != terminals.Always {
		return
	}
	all := p.record.Commands()
	asked := len(all) - 1
	for asked >= 0 && (all[asked].FromClient || all[asked].Option != tap.Echo || all[asked].Verb != tap.Will) {
		asked--
	}
	if asked < 0 {
		return
	}
	ctx, cancel := context.WithTimeout(p.ctx, *waitMax)
	defer cancel()
	check(p.T, p.record.AwaitCommand(ctx, asked, func(c tap.Command) bool {
		return c.FromClient && c.Option == tap.Echo && c.Verb == tap.Do
	}))
}

// registers answers the rest of what somebody new is asked.
func (p *player) registers(password string) {
	p.Helper()
	p.types("yes", "yes or no:", "Choose a password (8 characters or more):")
	p.secret(password, "The same again:")
	p.secret(password, steps)
}

// changes changes the password.
func (p *player) changes(from, to string) {
	p.Helper()
	before := 0
	if p.record != nil {
		before = len(p.record.Commands())
	}
	p.does("password", "Your present password:")
	p.secret(from, "Choose a password (8 characters or more):")
	p.secret(to, "The same again:")
	p.secret(to, "Your password is changed.")
	if p.record == nil || p.client.IsDumb {
		return
	}
	said := func(verb byte) int {
		n := 0
		for _, c := range p.record.Commands()[before:] {
			if !c.FromClient && c.Verb == verb && c.Option == tap.Echo {
				n++
			}
		}
		return n
	}
	if on, off := said(tap.Will), said(tap.Wont); on == 0 || off == 0 {
		p.Errorf("changing the password: WILL ECHO %d times, WONT ECHO %d times, want both", on, off)
	}
}

// resizes drags the window to another size and waits until the server has been told.
func (p *player) resizes(to pane.Size) {
	p.Helper()
	from := len(p.record.Commands())
	check(p.T, p.screen.Resize(p.ctx, to))
	ctx, cancel := context.WithTimeout(p.ctx, *waitMax)
	defer cancel()
	check(p.T, p.record.AwaitCommand(ctx, from, func(c tap.Command) bool {
		return c.FromClient && c.Verb == tap.Sub && c.Option == tap.NAWS
	}))
}

// fits judges the description that the server sent last: it must be wrapped where the window ends, no sooner, and each
// of its lines must be one of the screen's.
func (p *player) fits() {
	p.Helper()
	lines, err := description(strings.Split(tap.Plain(p.record.Shown()), "\n"))
	check(p.T, err)
	if err := judgeWrap(lines, terminals.Width(p.record.Commands())); err != nil {
		p.Error(err)
	}
	p.sees(func(shown []string) error {
		for _, l := range lines {
			if !slices.Contains(shown, l) {
				return fmt.Errorf("the line %q is not on the screen", l)
			}
		}
		return nil
	})
}

// wrapped waits until the screen that the server draws shows the description wrapped for its width.
func (p *player) wrapped(columns int) {
	p.Helper()
	p.sees(func(shown []string) error {
		width := columns
		for i, l := range shown {
			text, _, isBeside := strings.Cut(l, panelEdge)
			if isBeside {
				width = len([]rune(text)) - 1
			}
			shown[i] = strings.TrimRight(text, " ")
		}
		lines, err := description(shown)
		if err != nil {
			return err
		}
		return judgeWrap(lines, width)
	})
}

// description finds the last description of the room where everybody begins.
func description(text []string) ([]string, error) {
	begin := -1
	for i, l := range text {
		if strings.HasPrefix(l, "Forty stone steps") {
			begin = i
		}
	}
	if begin < 0 {
		return nil, errors.New("there is no description")
	}
	n := slices.IndexFunc(text[begin:], func(l string) bool { return strings.HasPrefix(l, "Exits:") })
	if n < 0 || !strings.HasSuffix(tap.Words(strings.Join(text[begin:begin+n], " ")), steps) {
		return nil, fmt.Errorf("the description is not whole: %q", text[begin:])
	}
	return text[begin : begin+n], nil
}

// judgeWrap says what is wrong with how a paragraph is wrapped.
func judgeWrap(lines []string, width int) error {
	for i, l := range lines {
		if len(l) > width {
			return fmt.Errorf("at a width of %d a line has %d: %q", width, len(l), l)
		}
		if i+1 == len(lines) {
			break
		}
		if next, _, _ := strings.Cut(lines[i+1], " "); len(l)+1+len(next) <= width {
			return fmt.Errorf("at a width of %d %q would have had room at the end of %q", width, next, l)
		}
	}
	return nil
}

// asksProtocol has the server say what it believes was agreed, which must be what the client said.
func (p *player) asksProtocol() {
	p.Helper()
	from := len(p.record.Shown())
	p.does("protocol", "ECHO: not offered")
	ctx, cancel := context.WithTimeout(p.ctx, *waitMax)
	defer cancel()
	check(p.T, p.record.Await(ctx, from, "ECHO: "))
	told := make(map[string]string)
	for line := range strings.Lines(tap.Plain(p.record.Shown()[from:])) {
		line = line[strings.LastIndex(line, ">")+1:] // the first may stand behind the prompt
		if name, state, ok := strings.Cut(strings.TrimSpace(line), ": "); ok {
			told[name] = state
		}
	}
	for _, option := range terminals.Asked() {
		want := terminals.Agreement(p.record.Commands(), option)
		if got, _, _ := strings.Cut(told[tap.Name(option)], ","); option != tap.Echo && got != want {
			p.Errorf("protocol: %s: %q, want %q", tap.Name(option), told[tap.Name(option)], want)
		}
	}
}

// leaves quits, and judges what the server sent while the client was connected.
func (p *player) leaves() {
	p.Helper()
	p.does("quit", "Goodbye.")
	ctx, cancel := context.WithTimeout(p.ctx, *waitMax)
	defer cancel()
	check(p.T, p.record.AwaitEnd(ctx))
	for _, fault := range p.record.Faults() {
		p.Errorf("the server sent %s", fault)
	}
	check(p.T, p.screen.Close(p.ctx))
}
