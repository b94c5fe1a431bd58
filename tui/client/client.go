package client

import (
	"context"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/tui"
	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/client/automap"
	"github.com/mudlark-mud/mudlark/tui/client/triggers"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// Wire is the connection of the moment, or none: then it says so to the person.
type Wire interface {
	Send(line string)
	GMCP(pkg string, data []byte)
	Resize(width, height int)
}

// Host is the program around the screen. Its methods are called without the lock of the Client, and none from the
// screen's event loop.
type Host interface {
	// Heard is told of each line of the MUD that is shown, as it is shown.
	Heard(line cell.Line)
	// Keep remembers how the screen is arranged.
	Keep(state string)
	// Save writes the file of rules.
	Save(text []byte)
}

// Config is what a Client needs. Wire and Host are needed.
type Config struct {
	Wire  Wire
	Host  Host
	Title string // what the MUD is called where it does not say where one is
	// Rules are the person's; their commands are added to those of the client.
	Rules triggers.Config
	Atlas *automap.Atlas // the map as far as it is known; nil begins one
	// Propose reads what is said to gm in a fight by turns that the MUD tells of; nil lets the MUD read it.
	Propose Reader
}

// Client is one MUD on a screen. Make it with New, and let Run run.
type Client struct {
	c     Config
	rules *triggers.Engine
	out   chan tui.Message
	news  chan struct{} // has something in it when there may be something to pass on
	ink   ink           // the feeding goroutine's
	last  string        // the last prompt; the feeding goroutine's
	heard string        // the last line; the feeding goroutine's

	mu      sync.Mutex
	drained sync.Cond
	queue   queue
	over    bool
	save    []byte // the file of rules, to be written

	state    Facts
	land     land
	own      own
	asking   asking
	chart    *view.Chart // as the panes have it
	dirty    bool        // the view must be made anew
	words    words
	hidden   bool              // the MUD echoes: what is typed is a secret
	guessed  bool              // its prompt reads as if the next line were one
	prompted bool              // a prompt of the MUD stands
	answer   func(line string) // takes the next line, which is not for the MUD
	online   bool
	status   string // what the connection does while it is not one
}

var (
	_ tui.Link     = (*Client)(nil)
	_ tui.Expander = (*Client)(nil)
	_ tui.Keyer    = (*Client)(nil)
)

// New makes a Client that is not connected.
func New(c Config) *Client {
	f := &Client{c: c, out: make(chan tui.Message), news: make(chan struct{}, 1)}
	f.drained.L = &f.mu
	if f.land.atlas = c.Atlas; c.Atlas == nil {
		f.land.atlas = automap.New(nil)
	}
	f.land.saved = f.land.atlas.Edits()
	f.asking.waits = make(chan question, 1)
	c.Rules.Commands = slices.Concat(f.commands(), f.mapCommands(), c.Rules.Commands)
	f.rules = triggers.New(c.Rules)
	return f
}

// Run passes on to the screen what there is and lets the rules' timers run, until the context ends.
func (f *Client) Run(ctx context.Context) {
	defer close(f.out)
	defer f.stop()
	var reading sync.WaitGroup
	defer reading.Wait()
	if f.c.Propose != nil {
		reading.Go(func() { f.read(ctx) })
	}
	f.load()
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		f.write()
		now := time.Now()
		due, ok := f.rules.Next()
		if by, walks := f.overdue(now); walks && (!ok || by.Before(due)) {
			due, ok = by, true
		}
		if ok {
			timer.Reset(max(due.Sub(now), 0))
		}
		m, out := f.next()
		select {
		case out <- m:
		case <-f.news:
			f.back(m, out)
		case now := <-timer.C:
			f.back(m, out)
			f.carry(f.rules.Tick(now))
		case <-ctx.Done():
			f.write()
			return
		}
	}
}

// load reads the rules, if there are any.
func (f *Client) load() {
	files := f.c.Rules.Files
	if files == nil {
		return
	}
	_, err := fs.Stat(files, f.c.Rules.Sheet)
	scripts, _ := fs.Glob(files, "*.star")
	if err == nil || len(scripts) > 0 {
		f.carry(f.rules.Load())
	}
}

// stop lets go of whoever waits to feed.
func (f *Client) stop() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.over = true
	f.drained.Broadcast()
}

// next is the next message and where it goes, with the view if that has changed and nothing else waits. Without a
// message there is no such place.
func (f *Client) next() (tui.Message, chan<- tui.Message) {
	f.mu.Lock()
	defer f.mu.Unlock()
	m, ok := f.queue.take()
	if f.queue.empty() && f.dirty && m.View == nil {
		f.dirty, ok = false, true
		m.View = f.picture()
	}
	f.drained.Broadcast()
	if !ok {
		return m, nil
	}
	return m, f.out
}

// back puts a message in front again that was not taken.
func (f *Client) back(m tui.Message, out chan<- tui.Message) {
	if out == nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.queue.back(m)
}

// write lets the file of rules be written, if it has changed.
func (f *Client) write() {
	f.mu.Lock()
	text := f.save
	f.save = nil
	f.mu.Unlock()
	if text != nil {
		f.c.Host.Save(text)
	}
}

// begin takes the lock for feeding, when there is room.
func (f *Client) begin() {
	f.mu.Lock()
	for f.queue.full() && !f.over {
		f.drained.Wait()
	}
}

// end lets go of the lock and wakes Run.
func (f *Client) end() {
	f.mu.Unlock()
	select {
	case f.news <- struct{}{}:
	default:
	}
}

// carry does what the rules want, but for what becomes of a line. What they would send while there is no connection is
// let go: nobody typed it, and a timer would be told so at each of its turns.
func (f *Client) carry(o triggers.Outcome) {
	f.mu.Lock()
	online := f.online
	f.mu.Unlock()
	if online {
		for _, line := range o.Send {
			f.send(line)
		}
	}
	if len(o.Say) == 0 && o.Save == nil {
		return
	}
	f.mu.Lock()
	defer f.end()
	f.kept(o)
	f.say(o.Say...)
}

// kept remembers to write the file of rules. The lock is held.
func (f *Client) kept(o triggers.Outcome) {
	if o.Save != nil {
		f.save = o.Save
	}
}

// Line takes a line of the MUD, with SGR sequences and without its end.
func (f *Client) Line(text string) {
	if n := glued(text, f.last); n > 0 {
		f.Prompt(text[:n])
		text = text[n:]
	}
	line := f.ink.line(text)
	plain := line.String()
	f.heard = plain
	o := f.rules.Line(plain)
	f.begin()
	f.words.learn(plain)
	step := f.look(plain)
	if o.Gag && o.Tab != "" { // in its tab alone
		f.queue.add(tui.Message{Said: []tui.Saying{{Channel: o.Tab, Line: line}}})
	}
	if !o.Gag {
		line = marked(line, o)
		m := tui.Message{Lines: []cell.Line{line}, Tab: o.Tab}
		if f.prompted {
			m.Prompt, f.prompted = noPrompt, false // the MUD went on; it will ask again
		}
		f.queue.add(m)
	}
	f.end()
	if !o.Gag {
		f.c.Host.Heard(line)
	}
	f.carry(o)
	f.step(step)
}

// step makes the next step of a walk, if there is one.
func (f *Client) step(line string) {
	if line != "" {
		f.send(line)
	}
}

// Prompt takes a prompt of the MUD.
func (f *Client) Prompt(text string) {
	words := f.ink.line(text).String()
	f.last = words
	f.begin()
	defer f.end()
	f.land.atlas.Prompt()
	f.arrived()
	f.dirty = f.state.Prompt(words) || f.dirty
	if words == "" {
		words = noPrompt
	}
	f.prompted = true
	m := tui.Message{Prompt: words}
	if asks := asksSecret.MatchString(words); asks != f.guessed && !f.hidden && f.answer == nil {
		f.guessed, m.Echo = asks, echo(asks)
	}
	f.queue.add(m)
}

// asksSecret are prompts of MUDs that ask for a password and do not say that it is one: it is hidden all the same, and
// not remembered.
var asksSecret = regexp.MustCompile( // immutable
	`(?i)\b(pass(word|phrase|wort|code)|kennwort|mot de passe|contrase\pL+a)\b[^.!]*[:?>]\s*$`)

// noPrompt takes the prompt away that stood there.
const noPrompt = " "

// Hidden says whether the MUD wants what is typed to be unseen.
func (f *Client) Hidden(on bool) {
	f.begin()
	defer f.end()
	f.hidden, f.guessed = on, false
	if f.answer == nil {
		f.queue.add(tui.Message{Echo: echo(on)})
	}
}

func echo(hidden bool) tui.Echo {
	if hidden {
		return tui.EchoHide
	}
	return tui.EchoShow
}

// GMCP takes a message beside the text.
func (f *Client) GMCP(pkg string, data []byte) {
	o := f.rules.GMCP(pkg, data)
	f.begin()
	var ask string
	var body []byte
	if name, ok := ownName(pkg); ok {
		ask, body = f.takeOwn(name, data)
	}
	n := f.state.Take(pkg, data)
	f.dirty = f.dirty || n.Changed
	if n.Word != "" && !strings.Contains(f.heard, n.Word) {
		f.say((&ink{}).line(n.Word).String())
	}
	if n.Said != nil {
		f.queue.add(tui.Message{Said: []tui.Saying{{
			Channel: n.Said.Channel, Talker: n.Said.Talker, Line: (&ink{}).line(n.Said.Text),
		}}})
	}
	step := ""
	switch {
	case n.Moved:
		step = f.enter(f.state.Room)
	case n.Wrong != "":
		f.halt("there is no way " + n.Wrong)
	}
	f.end()
	if ask != "" {
		f.c.Wire.GMCP(ask, body)
	}
	f.carry(o)
	f.step(step)
}

// Say shows the client's own words.
func (f *Client) Say(words ...string) {
	f.mu.Lock()
	defer f.end()
	f.say(words...)
}

// say shows the client's own words. The lock is held.
func (f *Client) say(words ...string) {
	var m tui.Message
	for _, w := range words {
		m.Lines = append(m.Lines, cell.L(prose.System, w))
	}
	f.queue.add(m)
}

// Kept is given once, before Run: how the screen was arranged last time.
func (f *Client) Kept(state string) {
	f.mu.Lock()
	defer f.end()
	f.queue.add(tui.Message{Keep: state})
}

// Theme sets one of prose.Themes.
func (f *Client) Theme(name string) {
	f.mu.Lock()
	defer f.end()
	f.queue.add(tui.Message{Theme: name})
}

// Question asks the person for something that is not for the MUD: answer takes the next typed line.
func (f *Client) Question(words string, secret bool, answer func(line string)) {
	f.mu.Lock()
	defer f.end()
	f.answer = answer
	m := tui.Message{Lines: []cell.Line{cell.L(prose.System, words)}, Echo: echo(secret)}
	f.queue.add(m)
}

// Online says that there is a connection: what was known of an earlier one is stale.
func (f *Client) Online() {
	f.ink = ink{}
	f.begin()
	defer f.end()
	f.state, f.hidden, f.guessed, f.own = Facts{}, false, false, f.own.renewed()
	f.online, f.status, f.prompted = true, "", false
	f.asking.number, f.asking.lines = f.asking.number+1, nil
	f.lost()
	if f.answer == nil {
		f.queue.add(tui.Message{Echo: tui.EchoShow})
	}
}

// Offline says that there is none, and what is done about it.
func (f *Client) Offline(status string) {
	f.begin()
	defer f.end()
	was := f.online
	f.online, f.status, f.dirty, f.hidden, f.guessed = false, status, true, false, false
	if was && f.answer == nil {
		f.queue.add(tui.Message{Echo: tui.EchoShow})
	}
}

// Closed says that all is over, with a word to the person.
func (f *Client) Closed(word string) {
	f.begin()
	defer f.end()
	f.queue.add(tui.Message{End: word, Echo: tui.EchoShow})
}
