package screens

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/tui"
	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

const (
	paneLinesMost    = 16  // typed lines on their way to the session
	PaneMessagesMost = 512 // messages on their way to the screen; more ends the session
	paneAsksMost     = 4   // pages on their way to be asked for
	paneAsksPace     = 20  // pages a second; what is asked beyond is answered with a word about that
)

// pane is a session on a tui screen: a session.Screen on one side, a tui.Link on the other. It carries prose as it is
// and the view as the screen wants it.
type pane struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	behind func() // told when the screen cannot keep up
	typed  chan string
	asked  chan tui.Page
	kept   chan string // the newest that the screen wants to have kept
	out    chan tui.Message

	mu   sync.Mutex
	sess *session.Session

	// The session's goroutine's.
	waits  backlog
	table  *verb.Table
	echo   tui.Echo
	manner prose.Manner
	theme  string    // as the screen was told
	mouse  bool      // likewise
	role   string    // for which the screen was told the verbs
	state  string    // what the screen remembers, as it is kept with the account
	began  bool      // it was told
	second time.Time // in which so many pages
	asks   int       // were asked for
	seen   sight
}

func newPane(ctx context.Context, behind func()) *pane {
	ctx, cancel := context.WithCancelCause(ctx)
	return &pane{
		ctx: ctx, cancel: cancel, behind: sync.OnceFunc(behind),
		typed: make(chan string, paneLinesMost), asked: make(chan tui.Page, paneAsksMost), kept: make(chan string, 1),
		out: make(chan tui.Message),
	}
}

// run opens a session and owns it until it or the screen ends, or it goes on in lines: then it returns the session,
// otherwise nil. Then it closes the messages.
func (p *pane) run(
	ctx context.Context, hub *session.Hub, t *turning, o session.Options, log *slog.Logger,
) (on *session.Session) {
	defer p.close()
	defer func() {
		if r := recover(); r != nil {
			log.Error("session panicked", slog.String("remote", string(o.From)), slog.Any("panic", r))
		}
	}()
	p.table = hub.Table
	s := hub.New(ctx, t, o)
	p.mu.Lock()
	p.sess = s
	p.mu.Unlock()
	defer func() {
		select {
		case state := <-p.kept:
			s.KeepScreen(state)
		default:
		}
		if on == nil {
			s.Closed("client_closed")
		}
	}()
	for !s.Ended() && !t.turned.Load() {
		typed := p.typed
		if s.Busy() {
			typed = nil
		}
		out, next := p.next()
		select {
		case out <- next:
			p.waits.taken()
		case line := <-typed:
			s.Line(line)
		case page := <-p.asked:
			p.answer(s, page)
		case state := <-p.kept:
			s.KeepScreen(state)
		case <-s.Wake():
			s.Pump()
		case <-p.ctx.Done():
			return nil
		}
	}
	if s.Ended() {
		return nil
	}
	return s
}

// next is the message that the screen takes next, and where to; nowhere while there is none.
func (p *pane) next() (chan<- tui.Message, tui.Message) {
	if len(p.waits.list) == 0 {
		return nil, tui.Message{}
	}
	return p.out, p.waits.list[0].Message
}

// close tells what still waits, to a screen that is there, and closes the messages.
func (p *pane) close() {
	for len(p.waits.list) > 0 && p.ctx.Err() == nil {
		select {
		case p.out <- p.waits.list[0].Message:
			p.waits.taken()
		case <-p.ctx.Done():
		}
	}
	p.cancel(nil)
	close(p.out)
}

// paced reports whether another page may be asked for now.
func (p *pane) paced(now time.Time) bool {
	if now.Sub(p.second) >= time.Second {
		p.second, p.asks = now, 0
	}
	p.asks++
	return p.asks <= paneAsksPace
}

// answer reads a page that the screen asks for.
func (p *pane) answer(s *session.Session, asked tui.Page) {
	put := func(page session.Page) {
		p.put(tui.Message{Page: &tui.Page{Name: page.Name, Topic: page.Topic, Lines: cell.Text(page.Text)}})
	}
	read := func(c verb.Ctx) session.PageAnswer { return session.ReadPage(p.table, c, asked.Name, asked.Topic) }
	if !p.paced(time.Now()) || !consult(s, read, func(a session.PageAnswer) { put(a.Page()) }) {
		put(session.BusyPage(asked.Name, asked.Topic))
	}
}

// left is what was typed and not taken before the screen ended.
func (p *pane) left() (typed []string) {
	for {
		select {
		case line := <-p.typed:
			typed = append(typed, line)
		default:
			return typed
		}
	}
}

// Send implements tui.Link.
func (p *pane) Send(line string) {
	select {
	case p.typed <- line:
	case <-p.ctx.Done():
	}
}

// Complete implements tui.Link.
func (p *pane) Complete(line string) []string {
	p.mu.Lock()
	s := p.sess
	p.mu.Unlock()
	if s == nil {
		return nil
	}
	return s.Complete(line)
}

// Ask implements tui.Link.
func (p *pane) Ask(page, topic string) {
	select {
	case p.asked <- tui.Page{Name: page, Topic: topic}:
	case <-p.ctx.Done():
	}
}

// Keep implements tui.Link. Of what comes faster than it is taken the newest stays.
func (p *pane) Keep(state string) {
	for {
		select {
		case p.kept <- state:
			return
		default:
		}
		select {
		case <-p.kept:
		default:
		}
	}
}

// Messages implements tui.Link.
func (p *pane) Messages() <-chan tui.Message { return p.out }

// Resize implements tui.Link: the screen wraps for itself.
func (p *pane) Resize(int, int) {}

// put has a message told. It is the session's goroutine's.
func (p *pane) put(m tui.Message) {
	if p.waits.add(m) {
		p.behind()
		p.cancel(errors.New("slow_reader"))
	}
}

// Show implements session.Screen.
func (p *pane) Show(f session.Frame) {
	m := tui.Message{Prompt: f.Prompt, Echo: p.echo, Words: &f.Asks}
	for _, part := range f.Parts {
		text := part.In(p.manner)
		if part.Stamp != "" && len(text) > 0 {
			first := text[0]
			first.Spans = append([]prose.Span{{Text: part.Stamp, Role: prose.Hint}}, first.Spans...)
			m.Text, text = append(m.Text, first), text[1:]
		}
		m.Text = append(m.Text, text...)
		if said, ok := saying(part); ok {
			m.Said = append(m.Said, said)
		}
	}
	if f.Card != nil {
		m.View = p.seen.told(f.Card)
	}
	if f.View != nil {
		p.begin(&m, f.View.You.Role)
		m.View = p.seen.of(f.View, time.Now())
	}
	p.put(m)
}

// begin tells what the screen is told once play begins: what it remembers, and all that can be typed.
func (p *pane) begin(m *tui.Message, role string) {
	if !p.began {
		p.began, m.Keep = true, p.state
	}
	if role == p.role {
		return
	}
	p.role = role
	for _, v := range session.VerbsOfNamed(p.table, role) {
		m.Verbs = append(m.Verbs, tui.Verb{Name: v.Name, Usage: v.Usage, Brief: v.Brief, Group: v.Group})
	}
}

// saying is what a part says, if it is talk.
func saying(part session.Part) (tui.Saying, bool) {
	if part.Told == nil {
		return tui.Saying{}, false
	}
	s, ok := session.SpeechOf(part.Told)
	if !ok {
		return tui.Saying{}, false
	}
	line := cell.Of(s.Words[0])
	for _, l := range s.Words[1:] {
		line.Spans = append(append(line.Spans, cell.Span{Text: " "}), cell.Of(l).Spans...)
	}
	return tui.Saying{Channel: string(s.Channel), Talker: s.Talker, Line: line}, true
}

// Secret implements session.Screen.
func (p *pane) Secret(on bool) {
	p.echo = tui.EchoShow
	if on {
		p.echo = tui.EchoHide
	}
}

// drawnWidth is how wide a drawing may be: the text of any window but the smallest has that much beside the panel.
const drawnWidth = 60

// Style implements session.Screen.
func (p *pane) Style() prose.Style { return prose.Style{Width: drawnWidth} }

// Wants implements session.Screen.
func (p *pane) Wants() surroundings.Want { return surroundings.Survey }

// End implements session.Screen.
func (p *pane) End(word, _ string) {
	if word == "" {
		word = "The connection is closed."
	}
	p.put(tui.Message{End: word, Echo: tui.EchoShow})
}

// Settled implements session.Screen.
func (p *pane) Settled() {}

// Face implements session.Screen.
func (p *pane) Face() settings.Face { return settings.Drawn }

// Apply implements session.Screen.
func (p *pane) Apply(chosen *settings.Sheet) {
	if theme := chosen.Value(settings.Theme); theme != p.theme {
		p.theme = theme
		p.put(tui.Message{Theme: theme})
	}
	if mouse := chosen.Value(settings.Mouse) == settings.On; mouse != p.mouse {
		p.mouse = mouse
		p.put(tui.Message{Mouse: &mouse})
	}
	p.state, p.manner = chosen.Screen(), chosen.Manner()
}

// Now implements session.Screen: the screen follows the terminal.
func (p *pane) Now(string) string { return "" }
