// Package renderer shows a Bubble Tea model on a terminal far away and spends little on it: Run is to a tea.Model what
// tea.Program.Run is, for programs that many people run at once inside one process.
//
// Its one idea is that a screen at rest costs nothing and a changed one costs its changed rows. A [Renderer] compares a
// view with what the terminal shows, row by row, as strings; of a row that differs it sends what differs, and rows that
// moved up it has the terminal move. There is no grid of cells, which is what a tea.Program spends most of its memory
// and time on, and no clock that ticks while nothing happens. Keys are decoded in the loop by ultraviolet's decoder,
// without its table of keys (150 KB a reader). scripts/screencost has the figures.
//
// What of Bubble Tea holds: Init, Update, View; commands, tea.Batch, tea.Sequence, tea.Tick, tea.Quit, tea.Interrupt,
// tea.ClearScreen, tea.RequestBackgroundColor, tea.RequestForegroundColor, tea.RequestWindowSize, tea.SetClipboard,
// tea.SetPrimaryClipboard; messages of keys, pastes, mouse, focus, sizes, colours, profile and modes; of a view
// everything but colours of the whole screen, of the cursor, and the progress bar. tea.Suspend resumes at once.
// Nothing is printed above a program, no other program is run, and no sequence is sent raw.
//
// Concurrency: model and renderer are touched by Run's goroutine alone. Each command has a goroutine of its own, which
// lasts as long as the command; a panic in any of them, or in the model, ends this program only. To add a request of
// the terminal's, see runner.take; to add a mode, see modes.
package renderer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// framesPerSecond caps drawing; nobody reads a MUD faster. The first change after a rest is shown at once.
const framesPerSecond = 30

var (
	// ErrGone says that the terminal's input has ended.
	ErrGone = errors.New("the terminal is gone")
	// ErrFlood says that more than HeldInputMax came without being a paste, or SequenceMax without being a key.
	ErrFlood = errors.New("too much input that completes nothing")
)

// PanicError is a panic inside a model or one of its commands.
type PanicError struct {
	Value any
	Stack []byte
}

// Error tells the value; the stack is for logs.
func (e *PanicError) Error() string { return fmt.Sprintf("panic in terminal program: %v", e.Value) }

// Size is a terminal's size in cells.
type Size struct {
	Width  int
	Height int
}

// Terminal is where a program is shown.
type Terminal struct {
	Size    Size
	Resizes <-chan Size // sizes that come later; nil when there are none
	Profile colorprofile.Profile
	Asks    bool          // the profile is a guess: the terminal is asked whether it shows all colours
	Typed   []byte        // what was typed before and nobody took
	Keys    <-chan []byte // what the terminal sends; closed when it is gone
	Out     io.Writer     // what it shows; a write may wait, and fails when nobody reads any more
}

// Run shows the model until it quits, the terminal goes or ctx ends, and gives the terminal back in each case. It
// returns the last model, and nil when the model quit; otherwise tea.ErrInterrupted, ErrGone, ErrFlood, the context's
// cause, a *PanicError, or what writing failed with.
func Run(ctx context.Context, t Terminal, m tea.Model) (tea.Model, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r := &runner{
		ctx: ctx, cancel: cancel, terminal: t, model: m, msgs: make(chan tea.Msg),
		renderer: New(t.Size, t.Profile),
	}
	defer r.frame.stop()
	defer r.escape.stop()
	err := r.run()
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if last := r.renderer.Close(); len(last) > 0 {
		_, _ = t.Out.Write(last) // whoever is not there any more needs nothing restored
	}
	return r.model, err
}

// errQuit says that the model wants to end.
var errQuit = errors.New("quit")

// runner is one program.
type runner struct {
	ctx      context.Context
	cancel   context.CancelCauseFunc
	terminal Terminal
	model    tea.Model
	renderer *Renderer
	keys     keys
	msgs     chan tea.Msg
	onMouse  func(tea.MouseMsg) tea.Cmd

	changed       bool      // the view may have
	painted       time.Time // the last frame
	frame, escape timer
}

// run is the loop. Whatever panics in it, be it the model, the decoder or the renderer, ends ctx.
func (r *runner) run() error {
	defer r.catch()
	r.renderer.send(ansi.RequestModeSynchronizedOutput + ansi.RequestModeUnicodeCore)
	if r.terminal.Asks {
		r.renderer.send(ansi.RequestTermcap(allColours) + ansi.RequestTermcap(allColoursOfTmux))
	}
	r.start(r.model.Init())
	err := r.takeAll([]tea.Msg{
		tea.ColorProfileMsg{Profile: r.terminal.Profile},
		tea.WindowSizeMsg{Width: r.terminal.Size.Width, Height: r.terminal.Size.Height},
	})
	if err == nil && len(r.terminal.Typed) > 0 {
		err = r.input(r.terminal.Typed)
	}
	for err == nil {
		if r.ctx.Err() != nil {
			return context.Cause(r.ctx)
		}
		if r.changed && r.wait() <= 0 {
			err = r.draw()
			continue
		}
		err = r.step()
	}
	if !errors.Is(err, errQuit) {
		return err
	}
	return r.draw()
}

// wait returns how long the next frame has to.
func (r *runner) wait() time.Duration {
	if r.painted.IsZero() {
		return 0
	}
	return time.Second/framesPerSecond - time.Since(r.painted)
}

// step waits for something to happen and takes it.
func (r *runner) step() error {
	var frame, escape <-chan time.Time
	if r.changed {
		frame = r.frame.in(r.wait())
	}
	if r.keys.waits() {
		escape = r.escape.channel()
	}
	select {
	case <-r.ctx.Done():
		return context.Cause(r.ctx)
	case msg := <-r.msgs:
		return r.take(msg)
	case chunk, ok := <-r.terminal.Keys:
		if !ok {
			return ErrGone
		}
		return r.input(chunk)
	case size, ok := <-r.terminal.Resizes:
		if !ok {
			r.terminal.Resizes = nil
			return nil
		}
		r.terminal.Size = size
		return r.take(tea.WindowSizeMsg{Width: size.Width, Height: size.Height})
	case <-escape:
		return r.takeAll(r.keys.expire())
	case <-frame:
		return nil
	}
}

// input takes what the terminal sent.
func (r *runner) input(chunk []byte) error {
	msgs, err := r.keys.feed(chunk)
	if err != nil {
		return err
	}
	if r.keys.waits() {
		r.escape.in(r.keys.patience())
	}
	return r.takeAll(msgs)
}

func (r *runner) takeAll(msgs []tea.Msg) error {
	for _, msg := range msgs {
		if err := r.take(msg); err != nil {
			return err
		}
	}
	return nil
}

// take does what a message asks of the terminal, and gives it to the model.
func (r *runner) take(msg tea.Msg) error {
	switch m := msg.(type) {
	case nil:
		return nil
	case tea.QuitMsg:
		return errQuit
	case tea.InterruptMsg:
		return tea.ErrInterrupted
	case tea.SuspendMsg:
		msg = tea.ResumeMsg{} // there is no shell to go back to, and the process is not this person's
	case tea.ModeReportMsg:
		r.renderer.Report(m)
	case tea.WindowSizeMsg:
		r.renderer.Resize(Size{Width: m.Width, Height: m.Height})
	case tea.CapabilityMsg:
		if !r.terminal.Asks || !showsAll(m.Content) {
			return nil
		}
		r.terminal.Asks = false
		return r.take(tea.ColorProfileMsg{Profile: colorprofile.TrueColor})
	case tea.ColorProfileMsg:
		r.renderer.profile(m.Profile)
	case tea.MouseMsg:
		if r.onMouse != nil {
			r.start(r.onMouse(m))
		}
	default:
		r.request(msg)
	}
	next, cmd := r.model.Update(msg)
	r.model, r.changed = next, true
	r.start(cmd)
	return nil
}

// draw sends what changed. That nothing did is found out as seldom as a frame is sent.
func (r *runner) draw() error {
	if r.ctx.Err() != nil {
		return context.Cause(r.ctx)
	}
	r.changed, r.painted = false, time.Now()
	view := r.model.View()
	r.onMouse = view.OnMouse
	if out := r.renderer.Frame(view); len(out) > 0 {
		if _, err := r.terminal.Out.Write(out); err != nil {
			return fmt.Errorf("write to the terminal: %w", err)
		}
		r.painted = time.Now() // the write may have waited
	}
	return nil
}

// catch is deferred in every goroutine.
func (r *runner) catch() {
	if v := recover(); v != nil {
		r.cancel(&PanicError{Value: v, Stack: debug.Stack()})
	}
}

// start runs a command in a goroutine that ends with it. Nobody can wait for it: it may take as long as it likes.
func (r *runner) start(cmd tea.Cmd) {
	if cmd != nil {
		go r.perform(cmd)
	}
}

// perform runs a command and those it leads to, and sends on what comes of them.
func (r *runner) perform(cmd tea.Cmd) {
	if cmd == nil || r.ctx.Err() != nil {
		return
	}
	defer r.catch()
	msg := cmd()
	cmds, ordered := group(msg)
	switch {
	case len(cmds) == 0:
		r.send(msg)
	case ordered:
		for _, c := range cmds {
			r.perform(c)
		}
	default:
		var wg sync.WaitGroup
		for _, c := range cmds[1:] {
			wg.Go(func() { r.perform(c) })
		}
		r.perform(cmds[0])
		wg.Wait()
	}
}

// send gives a message to the loop.
func (r *runner) send(msg tea.Msg) {
	if msg == nil {
		return
	}
	select {
	case r.msgs <- msg:
	case <-r.ctx.Done():
	}
}

// timer is a timer that is made when it is first needed.
type timer struct{ timer *time.Timer }

// in sets the alarm and returns where it rings.
func (a *timer) in(d time.Duration) <-chan time.Time {
	if a.timer == nil {
		a.timer = time.NewTimer(d)
	} else {
		a.timer.Reset(d)
	}
	return a.timer.C
}

// channel is where the alarm rings.
func (a *timer) channel() <-chan time.Time { return a.timer.C }

func (a *timer) stop() {
	if a.timer != nil {
		a.timer.Stop()
	}
}
