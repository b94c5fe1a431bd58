package sshd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"runtime/debug"
	"sync"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
)

const (
	// framesPerSecond caps drawing: a changed frame costs about 2 ms of a core, and nobody reads a MUD faster.
	framesPerSecond = 20
	// HeldInputMax is how much input may come without completing a key or a paste before the session ends: the decoder
	// holds it all in memory.
	HeldInputMax = 256 * kib
)

// PanicError is a panic inside a model or one of its commands.
type PanicError struct {
	Value any
	Stack []byte
}

// Error tells the value; the stack is for logs.
func (e *PanicError) Error() string { return fmt.Sprintf("panic in terminal program: %v", e.Value) }

// RunProgram shows a Bubble Tea model on the session's terminal until it quits, the client goes or ctx ends, and
// restores the terminal in each case. It returns the last model, and nil when the model quit; otherwise the cause of
// the end: a Reason, the context's cause, or a *PanicError. Input, output, environment, colours and size are the
// session's; further options may set the rest. tea.Suspend does nothing, since there is no shell to go back to and
// the process is not the player's.
func RunProgram(ctx context.Context, s *Session, m tea.Model, opts ...tea.ProgramOption) (tea.Model, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	g := &guard{cancel: cancel}
	env := s.environ()
	all := append([]tea.ProgramOption{tea.WithFPS(framesPerSecond)}, opts...)
	p := tea.NewProgram(guarded{inner: m, guard: g}, append(all,
		tea.WithContext(ctx),
		// The program must not read for itself: it decodes in goroutines without a recover, and one of them stays for
		// ever if a key is on its way when the program ends. See feed.
		tea.WithInput(untilDone{ctx}),
		tea.WithOutput(s.Out),
		tea.WithEnvironment(env),
		tea.WithColorProfile(colorprofile.Env(env)),
		tea.WithWindowSize(s.Size.Width, s.Size.Height),
		tea.WithoutSignalHandler(),
	)...)
	var wg sync.WaitGroup
	wg.Go(func() { g.feed(ctx, s, p) })
	wg.Go(func() { g.resize(ctx, s, p) })
	last, err := p.Run()
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	cancel(ReasonDone)
	wg.Wait()
	if inner, ok := last.(guarded); ok {
		last = inner.inner
	}
	return last, err
}

// environ is the environment the program sees: never ours.
func (s *Session) environ() []string {
	// SSH_TTY makes Bubble Tea sparing with questions to the terminal.
	env := []string{"TERM=" + s.Term, "SSH_TTY=session"}
	if s.Env.ColorTerm != "" {
		env = append(env, "COLORTERM="+s.Env.ColorTerm)
	}
	if s.Env.NoColor {
		env = append(env, "NO_COLOR=1")
	}
	if s.Env.Lang != "" {
		env = append(env, "LANG="+s.Env.Lang)
	}
	return env
}

// untilDone is input that never comes.
type untilDone struct{ ctx context.Context }

func (u untilDone) Read([]byte) (int, error) {
	<-u.ctx.Done()
	return 0, io.EOF
}

// guard keeps what goes wrong in one program from reaching the others.
type guard struct {
	cancel context.CancelCauseFunc
	failed atomic.Bool
}

// catch is deferred wherever the model's code runs and in every goroutine of ours.
func (g *guard) catch() {
	if v := recover(); v != nil {
		g.failed.Store(true)
		g.cancel(&PanicError{Value: v, Stack: debug.Stack()})
	}
}

// feed decodes input and sends it to the program. It returns when the input or ctx ends.
func (g *guard) feed(ctx context.Context, s *Session, p *tea.Program) {
	defer g.catch()
	events := make(chan uv.Event)
	in, release := s.reader()
	defer release()
	source := &fed{ctx: ctx, in: in}
	var wg sync.WaitGroup
	wg.Go(func() {
		defer close(events)
		defer g.catch()
		err := uv.NewTerminalReader(source, s.Term).StreamEvents(ctx, events)
		switch {
		case errors.Is(err, ReasonInputFlood):
			g.cancel(ReasonInputFlood)
		case ctx.Err() == nil:
			g.cancel(ReasonGone)
		}
	})
	// To the last one, even when the program is gone: the decoder waits for its events to be taken.
	for e := range events {
		source.held.Store(0)
		if ctx.Err() == nil {
			p.Send(e)
		}
	}
	wg.Wait()
}

func (g *guard) resize(ctx context.Context, s *Session, p *tea.Program) {
	defer g.catch()
	for {
		select {
		case <-ctx.Done():
			return
		case size, ok := <-s.Resizes:
			if !ok {
				return
			}
			p.Send(tea.WindowSizeMsg{Width: size.Width, Height: size.Height})
		}
	}
}

// fed counts what the decoder takes without giving an event back.
type fed struct {
	ctx  context.Context
	in   contextReader
	held atomic.Int64
}

func (f *fed) Read(p []byte) (int, error) {
	if f.held.Load() > HeldInputMax {
		return 0, ReasonInputFlood
	}
	n, err := f.in.ReadContext(f.ctx, p)
	f.held.Add(int64(n))
	return n, err
}

// guarded is a model whose panics end its program only.
type guarded struct {
	inner tea.Model
	guard *guard
}

// Init implements tea.Model.
func (m guarded) Init() tea.Cmd {
	defer m.guard.catch()
	return m.guard.command(m.inner.Init())
}

// Update implements tea.Model.
func (m guarded) Update(msg tea.Msg) (next tea.Model, cmd tea.Cmd) {
	next = m
	if m.guard.failed.Load() {
		return m, nil
	}
	defer m.guard.catch()
	inner, cmd := m.inner.Update(msg)
	return guarded{inner: inner, guard: m.guard}, m.guard.command(cmd)
}

// View implements tea.Model.
func (m guarded) View() tea.View {
	if m.guard.failed.Load() {
		return tea.View{}
	}
	defer m.guard.catch()
	return m.inner.View()
}

// command guards a command and those it leads to.
func (g *guard) command(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		defer g.catch()
		return g.message(cmd())
	}
}

// message guards the commands inside a batch or a sequence. The type of a sequence is not exported, so both are known
// by being slices of commands.
func (g *guard) message(msg tea.Msg) tea.Msg {
	if _, ok := msg.(tea.SuspendMsg); ok {
		return tea.ResumeMsg{} // suspending would stop the server
	}
	v := reflect.ValueOf(msg)
	if !v.IsValid() || v.Kind() != reflect.Slice || v.Type().Elem() != reflect.TypeFor[tea.Cmd]() {
		return msg
	}
	out := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
	for i := range v.Len() {
		cmd, _ := reflect.TypeAssert[tea.Cmd](v.Index(i))
		if guarded := g.command(cmd); guarded != nil {
			out.Index(i).Set(reflect.ValueOf(guarded))
		}
	}
	return out.Interface()
}
