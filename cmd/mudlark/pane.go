package main

import (
	"context"
	"errors"
	"log/slog"
	"sync"

	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/tui"
	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

const (
	paneLinesMost    = 16  // typed lines on their way to the session
	paneMessagesMost = 512 // messages on their way to the screen; more ends the session
	paneAsksMost     = 4   // pages on their way to be asked for
)

// pane is a session on a tui screen: a session.Screen on one side, a tui.Link on the other. It carries prose as it is
// and the view as the screen wants it.
type pane struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	behind func() // told when the screen cannot keep up
	typed  chan string
	asked  chan tui.Page
	out    chan tui.Message

	mu   sync.Mutex
	sess *session.Session
	echo tui.Echo

	theme string // as the screen was told; the session's goroutine's
}

func newPane(ctx context.Context, behind func()) *pane {
	ctx, cancel := context.WithCancelCause(ctx)
	return &pane{
		ctx: ctx, cancel: cancel, behind: sync.OnceFunc(behind),
		typed: make(chan string, paneLinesMost), asked: make(chan tui.Page, paneAsksMost),
		out: make(chan tui.Message, paneMessagesMost),
	}
}

// run opens a session and owns it until it or the screen ends, or it goes on in lines: then it returns the session,
// otherwise nil. Then it closes the messages.
func (p *pane) run(
	ctx context.Context, hub *session.Hub, t *turning, o session.Options, log *slog.Logger,
) (on *session.Session) {
	defer close(p.out)
	defer p.cancel(nil)
	defer func() {
		if r := recover(); r != nil {
			log.Error("session panicked", slog.String("remote", string(o.From)), slog.Any("panic", r))
		}
	}()
	s := hub.New(ctx, t, o)
	p.mu.Lock()
	p.sess = s
	p.mu.Unlock()
	defer func() {
		if on == nil {
			s.Closed("client_closed")
		}
	}()
	for !s.Ended() && !t.turned.Load() {
		typed := p.typed
		if s.Busy() {
			typed = nil
		}
		select {
		case line := <-typed:
			s.Line(line)
		case page := <-p.asked:
			page.Lines = []cell.Line{cell.L(prose.Hint, "There is nothing here yet.")}
			p.put(tui.Message{Page: &page})
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

// Keep implements tui.Link: nothing is kept yet.
func (p *pane) Keep(string) {}

// Messages implements tui.Link.
func (p *pane) Messages() <-chan tui.Message { return p.out }

// Resize implements tui.Link: the screen wraps for itself.
func (p *pane) Resize(int, int) {}

func (p *pane) put(m tui.Message) {
	select {
	case p.out <- m:
	default:
		p.behind()
		p.cancel(errors.New("slow_reader"))
	}
}

// Show implements session.Screen.
func (p *pane) Show(f session.Frame) {
	m := tui.Message{Prompt: f.Prompt, Echo: p.echo}
	for _, part := range f.Parts {
		text := part.Words()
		if part.Stamp != "" && len(text) > 0 {
			first := text[0]
			first.Spans = append([]prose.Span{{Text: part.Stamp, Role: prose.Hint}}, first.Spans...)
			m.Text, text = append(m.Text, first), text[1:]
		}
		m.Text = append(m.Text, text...)
	}
	if f.View != nil {
		m.View = viewOf(f.View)
	}
	p.put(m)
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
func (p *pane) Wants() bool { return true }

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
}

// Now implements session.Screen: the screen follows the terminal.
func (p *pane) Now(string) string { return "" }

// viewOf makes the screen's view of a session's.
func viewOf(v *session.View) *view.View {
	out := &view.View{
		Name: v.You.Name, HP: v.You.HP, MaxHP: v.You.HPMax, Fighting: v.You.Fighting, Room: v.Room.Name,
		Time: prose.Hour(v.You.Hour), Tide: tideWord(v.You.Tide),
		Things: entries(v.Room.Things, 0), Carrying: entries(v.Carrying, 0), People: entries(v.Others(), v.Room.More),
	}
	for _, w := range v.Room.Exits {
		out.Exits = append(out.Exits, view.Exit{Dir: string(w.Dir), Closed: w.Closed})
	}
	if v.Board != nil {
		out.Board, out.Panels = canvas(v.Board, v.You.ID)
	}
	return out
}

func tideWord(t world.Tide) string {
	switch t {
	case world.TideEbb:
		return "ebbing"
	case world.TideLow:
		return "low water"
	case world.TideFlow:
		return "rising"
	case world.TideHigh:
		return "high water"
	}
	return ""
}

// entries lists things and people, equal ones counted.
func entries(refs []world.Ref, more int) view.Entries {
	out := view.Entries{More: more}
	at := map[[2]string]int{}
	for _, r := range refs {
		key := [2]string{r.Name, r.State}
		if i, ok := at[key]; ok {
			out.List[i].Count++
			continue
		}
		role := prose.Thing
		switch {
		case r.Kind == "creature" && r.Foe:
			role = prose.Foe
		case r.Kind != "item":
			role = prose.Person
		}
		at[key] = len(out.List)
		out.List = append(out.List, view.Entry{Text: r.Name, Role: role, Count: 1, Note: r.State})
	}
	return out
}
