// Package far joins the screen to a MUD somewhere else: it is the tui.Link of the client.
//
// Its one idea is that a foreign MUD is a session like our own whose state has to be gathered: lines become text with
// their colours, GMCP and prompts become the panes' view (package told), lines pass the person's rules on their way in
// and out, and what is asked that the MUD has no answer for is answered with what to type instead. It knows no socket:
// a [Wire] sends, and whoever has the connection feeds what comes.
//
// Concurrency: the feeding methods ([Far.Line], [Far.Prompt], [Far.GMCP], ...) belong to one goroutine and wait while
// the screen is behind, so that a flood slows the reading and costs no memory. Those of tui.Link are the screen's.
// [Far.Run] passes on what is to be shown, and belongs to a goroutine of its own. One lock guards the state; nothing is
// sent and nobody is waited for while it is held, since the screen asks from its event loop. The rules have a lock of
// their own, which is taken first.
//
// To show another fact of a MUD, let package told read it and add it to picture.go; a command of the client's goes into
// command.go.
package far

import (
	"context"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/tui"
	"github.com/mudlark-mud/mudlark/tui/atlas"
	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/far/told"
	"github.com/mudlark-mud/mudlark/tui/rules"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// Wire is the connection of the moment, or none: then it says so to the person.
type Wire interface {
	Send(line string)
	GMCP(pkg string, data []byte)
	Resize(width, height int)
}

// Host is the program around the screen. Its methods are called without the lock of Far, and none from the screen's
// event loop.
type Host interface {
	// Heard is told of each line of the MUD that is shown, as it is shown.
	Heard(line cell.Line)
	// Keep remembers how the screen is arranged.
	Keep(state string)
	// Save writes the file of rules.
	Save(text []byte)
}

// Config is what a Far needs. Wire and Host are needed.
type Config struct {
	Wire  Wire
	Host  Host
	Title string // what the MUD is called where it does not say where one is
	// Rules are the person's; their commands are added to those of the client.
	Rules rules.Config
	Atlas *atlas.Atlas // the map as far as it is known; nil begins one
	// Propose reads what is said to gm in a fight by turns that the MUD tells of; nil lets the MUD read it.
	Propose Reader
}

// Far is one MUD on a screen. Make it with New, and let Run run.
type Far struct {
	c     Config
	rules *rules.Engine
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

	state    told.State
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
	_ tui.Link     = (*Far)(nil)
	_ tui.Expander = (*Far)(nil)
	_ tui.Keyer    = (*Far)(nil)
)

// New makes a Far that is not connected.
func New(c Config) *Far {
	f := &Far{c: c, out: make(chan tui.Message), news: make(chan struct{}, 1)}
	f.drained.L = &f.mu
	if f.land.atlas = c.Atlas; c.Atlas == nil {
		f.land.atlas = atlas.New(nil)
	}
	f.land.saved = f.land.atlas.Edits()
	f.asking.waits = make(chan question, 1)
	c.Rules.Commands = slices.Concat(f.commands(), f.mapCommands(), c.Rules.Commands)
	f.rules = rules.New(c.Rules)
	return f
}

// Run passes on to the screen what there is and lets the rules' timers run, until the context ends.
func (f *Far) Run(ctx context.Context) {
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
func (f *Far) load() {
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
func (f *Far) stop() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.over = true
	f.drained.Broadcast()
}

// next is the next message and where it goes, with the view if that has changed and nothing else waits. Without a
// message there is no such place.
func (f *Far) next() (tui.Message, chan<- tui.Message) {
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
func (f *Far) back(m tui.Message, out chan<- tui.Message) {
	if out == nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.queue.back(m)
}

// write lets the file of rules be written, if it has changed.
func (f *Far) write() {
	f.mu.Lock()
	text := f.save
	f.save = nil
	f.mu.Unlock()
	if text != nil {
		f.c.Host.Save(text)
	}
}

// begin takes the lock for feeding, when there is room.
func (f *Far) begin() {
	f.mu.Lock()
	for f.queue.full() && !f.over {
		f.drained.Wait()
	}
}

// end lets go of the lock and wakes Run.
func (f *Far) end() {
	f.mu.Unlock()
	select {
	case f.news <- struct{}{}:
	default:
	}
}

// carry does what the rules want, but for what becomes of a line. What they would send while there is no connection is
// let go: nobody typed it, and a timer would be told so at each of its turns.
func (f *Far) carry(o rules.Outcome) {
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
func (f *Far) kept(o rules.Outcome) {
	if o.Save != nil {
		f.save = o.Save
	}
}

// Line takes a line of the MUD, with SGR sequences and without its end.
func (f *Far) Line(text string) {
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
func (f *Far) step(line string) {
	if line != "" {
		f.send(line)
	}
}

// Prompt takes a prompt of the MUD.
func (f *Far) Prompt(text string) {
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
func (f *Far) Hidden(on bool) {
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
func (f *Far) GMCP(pkg string, data []byte) {
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
func (f *Far) Say(words ...string) {
	f.mu.Lock()
	defer f.end()
	f.say(words...)
}

// say shows the client's own words. The lock is held.
func (f *Far) say(words ...string) {
	var m tui.Message
	for _, w := range words {
		m.Lines = append(m.Lines, cell.L(prose.System, w))
	}
	f.queue.add(m)
}

// Kept is given once, before Run: how the screen was arranged last time.
func (f *Far) Kept(state string) {
	f.mu.Lock()
	defer f.end()
	f.queue.add(tui.Message{Keep: state})
}

// Theme sets one of prose.Themes.
func (f *Far) Theme(name string) {
	f.mu.Lock()
	defer f.end()
	f.queue.add(tui.Message{Theme: name})
}

// Question asks the person for something that is not for the MUD: answer takes the next typed line.
func (f *Far) Question(words string, secret bool, answer func(line string)) {
	f.mu.Lock()
	defer f.end()
	f.answer = answer
	m := tui.Message{Lines: []cell.Line{cell.L(prose.System, words)}, Echo: echo(secret)}
	f.queue.add(m)
}

// Online says that there is a connection: what was known of an earlier one is stale.
func (f *Far) Online() {
	f.ink = ink{}
	f.begin()
	defer f.end()
	f.state, f.hidden, f.guessed, f.own = told.State{}, false, false, f.own.renewed()
	f.online, f.status, f.prompted = true, "", false
	f.asking.number, f.asking.lines = f.asking.number+1, nil
	f.lost()
	if f.answer == nil {
		f.queue.add(tui.Message{Echo: tui.EchoShow})
	}
}

// Offline says that there is none, and what is done about it.
func (f *Far) Offline(status string) {
	f.begin()
	defer f.end()
	was := f.online
	f.online, f.status, f.dirty, f.hidden, f.guessed = false, status, true, false, false
	if was && f.answer == nil {
		f.queue.add(tui.Message{Echo: tui.EchoShow})
	}
}

// Closed says that all is over, with a word to the person.
func (f *Far) Closed(word string) {
	f.begin()
	defer f.end()
	f.queue.add(tui.Message{End: word, Echo: tui.EchoShow})
}
