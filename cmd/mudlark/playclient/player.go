package playclient

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/mud/telnet/dialer"
	"github.com/mudlark-mud/mudlark/tui/client"
	"github.com/mudlark-mud/mudlark/tui/client/automap"
	"github.com/mudlark-mud/mudlark/tui/client/profile"
	"github.com/mudlark-mud/mudlark/tui/client/triggers"
)

// player is the client: a connection to a MUD, made again when it is lost, and the far side of a screen. It is the
// far.Wire and the far.Host of its Far.
type player struct {
	e       *command.Env
	shelf   *profile.Shelf
	folder  *profile.Folder
	profile profile.Profile
	addr    profile.Address
	far     *client.Client
	dial    func(ctx context.Context, network, addr string) (net.Conn, error) // nil: over the network
	login   func() (account, password string, ok bool)                        // beats the keyring
	again   chan struct{}                                                     // somebody wants to try now

	mu            sync.Mutex
	conn          *dialer.Conn
	cancel        context.CancelFunc // of the attempts
	width, height int
	leaving       bool   // the person asked the MUD for leave
	secret        string // remembered until the client ends
	lacking       bool   // it was said that no keyring answers
	plain         bool   // what the MUD compresses cannot be read

	keepAccount func(account string) error // remembers whose password is in the keyring; nil for nobody
	name        string                     // of the MUD, where its address is none
	fresh       bool                       // it was never visited; the goroutine's that runs
	log         log
	cast        string        // the file that the screen is recorded in; "" for none
	mapless     error         // why the map is not written: it could not be read
	given       atomic.Bool   // the login of a world inside was asked for
	failed      bool          // there never was a connection; the goroutine's that runs
	notes       int           // of the connection since; the goroutine's that runs
	listens     chan struct{} // closed once somebody takes a line: the MUD, or a question
	entered     chan struct{} // closed once somebody is in play
	once        struct{ listen, enter, remember sync.Once }
}

func newPlayer(
	e *command.Env,
	shelf *profile.Shelf,
	folder *profile.Folder,
	p profile.Profile,
	addr profile.Address,
	read client.Reader,
) *player {
	out := &player{
		e: e, shelf: shelf, folder: folder, profile: p, addr: addr, again: make(chan struct{}, 1),
		fresh: !folder.Known(), listens: make(chan struct{}), entered: make(chan struct{}),
		width: widthUnknown, height: heightUnknown,
	}
	var known *automap.Atlas
	known, out.mapless = out.readMap()
	out.far = client.New(client.Config{
		Atlas: known, Wire: out, Host: out, Title: out.title(), Propose: read, Rules: triggers.Config{
			Files: folder.Files(), Sheet: rulesFile, Import: importFile, Commands: out.commands(),
		},
	})
	return out
}

// The size of a window that is not known yet.
const widthUnknown, heightUnknown = 80, 24

// config is what the next connection is made with.
func (p *player) config() dialer.Config {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := dialer.Config{
		Addr: p.addr.String(), TLS: dialer.Auto, Pins: p.shelf, Width: p.width, Height: p.height, Reader: p.profile.Reader,
		Depth: p.depth(), Name: "mudlark", Version: command.Version, Supports: client.Supports(),
		Login: p.credentials, Dial: p.dial,
		Uncompressed: p.plain,
	}
	switch p.profile.TLS {
	case profile.TLSOn:
		c.TLS = dialer.On
	case profile.Plain:
		c.TLS = dialer.Off
	case profile.Auto:
	}
	return c
}

// pauses are how long it takes to try again, after the first failure, the second...
func pauses(try int) time.Duration {
	seconds := []int{1, 2, 5, 10, 30, 60}
	d := time.Duration(seconds[min(try, len(seconds)-1)]) * time.Second
	return d + time.Duration(rand.Int64N(int64(d)/4)) //nolint:gosec // only so that not all come back at once
}

// settledAfter is how long a connection lasts that was worth having: the next failure is the first again.
const settledAfter = time.Minute

// run connects, and connects again, until the person leaves or the MUD says that one is to stay away. It returns the
// last word.
func (p *player) run(ctx context.Context) string {
	for try := 0; ; try++ {
		p.far.Offline("connecting")
		began := time.Now()
		conn, err := dialer.Dial(ctx, p.config())
		changed := (*dialer.PinChanged)(nil)
		switch {
		case ctx.Err() != nil:
			return farewell
		case errors.As(err, &changed):
			if !p.trusts(ctx, changed) {
				return "The certificate was not trusted, and nothing was sent."
			}
			try = -1
			continue
		case err != nil && try == 0:
			p.failed = true
			return p.unreached(err)
		case err != nil:
			p.far.Say(p.unreached(err))
		default:
			if word, over := p.serve(ctx, conn); over {
				return word
			}
			if time.Since(began) >= settledAfter {
				try = 0
			}
		}
		if !p.wait(ctx, pauses(try)) {
			return farewell
		}
	}
}

const farewell = "You have left."

// serve feeds the screen from a connection until it ends, and says whether that is for good.
func (p *player) serve(ctx context.Context, conn *dialer.Conn) (string, bool) {
	defer func() { _ = conn.Close() }() // what was typed last is sent before the program may end
	p.join(conn)
	defer p.join(nil)
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer stop()
	p.far.Online()
	var last tail
	var closed dialer.Closed
	if p.fresh {
		p.fresh = false
		if err := p.folder.Make(); err != nil {
			p.far.Say(sentence(err))
		}
		for _, e := range p.welcome(conn.Events()) {
			p.take(e, &last, &closed)
		}
	}
	for e := range conn.Events() {
		p.take(e, &last, &closed)
	}
	word := parted(closed)
	p.mu.Lock()
	leaving := p.leaving
	p.mu.Unlock()
	switch {
	case ctx.Err() != nil || leaving:
		return farewell, true
	case last.turnedOut():
		return word, true
	}
	p.far.Say(word)
	if closed.Reason == dialer.ReasonCompression {
		p.mu.Lock()
		p.plain = true
		p.mu.Unlock()
		p.far.Say("From now on this MUD is asked not to compress.")
	}
	return "", false
}

// take takes what a MUD did.
func (p *player) take(event dialer.Event, last *tail, closed *dialer.Closed) {
	if p.login != nil && p.asks(event) {
		return
	}
	switch e := event.(type) {
	case dialer.Line:
		last.add(e.Text)
		p.far.Line(e.Text)
	case dialer.Prompt:
		p.far.Prompt(e.Text)
	case dialer.Hidden:
		p.far.Hidden(e.On)
	case dialer.GMCP:
		p.far.GMCP(e.Package, e.Data)
	case dialer.Note:
		p.far.Say(e.Text)
	case dialer.MSSP:
	case dialer.Closed:
		*closed = e
	}
}

// asks reports whether an event is of no use to somebody who is signed in without a question: what a world inside asks
// before, and how it is connected.
func (p *player) asks(event dialer.Event) bool {
	isIn := false
	select {
	case <-p.entered:
		isIn = true
	default:
	}
	switch e := event.(type) {
	case dialer.Note: // that a login was given, and that it was taken
		if p.given.Load() {
			p.notes++
		}
		if p.notes == 2 {
			p.once.enter.Do(func() { close(p.entered) })
		}
		return true
	case dialer.Prompt:
		return !isIn || strings.HasPrefix(e.Text, soloQuestion) // which may be told late, for nothing ends it
	case dialer.Line:
		return !isIn && !p.profile.Reader // who listens was not asked, and is welcomed at once
	case dialer.GMCP, dialer.Hidden, dialer.MSSP, dialer.Closed:
	}
	return false
}

// join makes a connection that of the moment; nil is none.
func (p *player) join(conn *dialer.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.conn = conn
	if conn != nil {
		conn.Resize(p.width, p.height)
		p.once.listen.Do(func() { close(p.listens) })
	}
}

// heard waits until somebody takes what is typed for the first time.
func (p *player) heard(ctx context.Context) bool {
	select {
	case <-p.listens:
		return true
	case <-ctx.Done():
		return false
	}
}

// tailLines is how many last lines are looked at for why the connection ended.
const tailLines = 6

// tail is the last lines of a MUD.
type tail struct{ lines []string }

func (t *tail) add(line string) {
	t.lines = append(t.lines, line)
	if len(t.lines) > tailLines {
		t.lines = t.lines[1:]
	}
}

// sentAway is what a MUD says to somebody who is not to come back by themselves: another of their own windows would
// only be thrown out in turn.
var sentAway = regexp.MustCompile( // immutable
	`(?i)\b(kick(ed)? (you )?(out|off)|been kicked|been banned|you are banned|taken over|takes over|took over|usurped|` +
		`another connection|multiple login|logged in from|sits down at your keyboard|come back whenever)`,
)

func (t *tail) turnedOut() bool {
	return sentAway.MatchString(strings.Join(t.lines, "\n"))
}

// wait waits until it is time to try again, with a word on the screen; false means never.
func (p *player) wait(ctx context.Context, pause time.Duration) bool {
	select {
	case <-p.again:
		return true
	default:
	}
	until := time.Now().Add(pause)
	p.far.Say("Trying again in " + pause.Round(time.Second).String() + ". Enter tries now, quit leaves.")
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		left := time.Until(until).Round(time.Second)
		if left <= 0 {
			return true
		}
		p.far.Offline(fmt.Sprintf("lost; again in %s", left))
		select {
		case <-p.again:
			return true
		case <-ctx.Done():
			return false
		case <-tick.C:
		}
	}
}

// trusts asks whether a changed certificate is to be believed.
func (p *player) trusts(ctx context.Context, changed *dialer.PinChanged) bool {
	p.far.Offline("certificate changed")
	p.far.Say(p.changedWords(changed)...)
	answer := make(chan string, 1)
	for said, question := "", "Trust the new one from now on? yes or no (Enter is no):"; said != "yes"; {
		p.far.Question(question, false, func(line string) { answer <- line })
		p.once.listen.Do(func() { close(p.listens) })
		select {
		case line := <-answer:
			said = strings.ToLower(strings.TrimSpace(line))
		case <-ctx.Done():
			return false
		}
		if said == "" || said == "no" || leaves(said) {
			return false
		}
		question = "Please answer yes or no:"
	}
	if err := p.shelf.Pin(changed.Addr, changed.Found); err != nil {
		p.far.Say(err.Error())
		return false
	}
	return true
}

// entryWait is how long a line waits to be typed that would answer a question which is answered by itself.
const entryWait = 5 * time.Second

// Send implements far.Wire.
func (p *player) Send(line string) {
	if p.login != nil {
		select {
		case <-p.entered:
		case <-time.After(entryWait):
		}
	}
	p.mu.Lock()
	conn := p.conn
	if leaves(line) {
		if p.leaving || conn == nil { // asked twice, or nobody is there to ask
			p.mu.Unlock()
			p.leave()
			return
		}
		p.leaving = true
	} else if len(strings.TrimSpace(line)) > 1 {
		p.leaving = false // they stayed; a menu that quit leads to takes a digit
	}
	p.mu.Unlock()
	switch {
	case conn == nil && strings.TrimSpace(line) == "":
		select {
		case p.again <- struct{}{}:
		default:
		}
	case conn == nil:
		p.far.Say("There is no connection: that was not sent. Enter tries again now, quit leaves.")
	case errors.Is(conn.Send(line), dialer.ErrLong): // a connection that is gone says so itself
		p.far.Say(lineTooLong)
	}
}

// leaves reports whether a line asks a MUD for leave. "exit" does not: it lists the ways out of a room in many.
func leaves(line string) bool {
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "quit", "@quit", "quit!", "logout", "logoff", "bye":
		return true
	}
	return false
}

// leave ends the client.
func (p *player) leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cancel != nil {
		p.cancel()
	}
}

// GMCP implements far.Wire.
func (p *player) GMCP(pkg string, data []byte) {
	p.mu.Lock()
	conn := p.conn
	p.mu.Unlock()
	if conn != nil {
		_ = conn.GMCP(pkg, data)
	}
}

// Resize implements far.Wire.
func (p *player) Resize(width, height int) {
	p.mu.Lock()
	p.width, p.height = width, height
	conn := p.conn
	p.mu.Unlock()
	if conn != nil {
		conn.Resize(width, height)
	}
}

// noMore says that nothing more will be typed: a lost connection is not made again.
func (p *player) noMore() {
	p.mu.Lock()
	p.leaving = true
	isLost := p.conn == nil
	p.mu.Unlock()
	if isLost {
		p.leave()
	}
}
