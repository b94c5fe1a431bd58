package playclient

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/charmbracelet/x/term"

	"github.com/mudlark-mud/mudlark/mud/sshd"
	"github.com/mudlark-mud/mudlark/tui"
	"github.com/mudlark-mud/mudlark/tui/cell"
)

// lingerAfter is how long a MUD may be silent after the last line of a pipe before the client leaves.
const lingerAfter = 3 * time.Second

const lineTooLong = "That line is too long, and was not sent."

// earshot is a MUD in lines: nothing is drawn, moved or coloured.
type earshot struct {
	p      *player
	io     *sshd.LineIO
	term   *os.File // nil for a pipe
	sizes  chan sshd.Size
	size   sshd.Size
	prompt string
	secret atomic.Bool
}

// read shows the MUD in lines until it is over.
func (p *player) read(ctx context.Context) error {
	s := &sshd.Session{Reader: true, Plain: true, Term: p.e.Getenv("TERM"), In: p.e.Stdin, Out: p.e.Stdout}
	s.Size = sshd.Size{Width: widthUnknown, Height: heightUnknown}
	ear := &earshot{p: p, sizes: make(chan sshd.Size, 1)}
	s.Resizes = ear.sizes
	if in, ok := terminalOf(p.e.Stdin); ok {
		was, err := term.MakeRaw(in.Fd())
		if err != nil {
			return fmt.Errorf("take over the terminal: %w", err)
		}
		defer func() { _ = term.Restore(in.Fd(), was) }()
		s.PTY, s.Out, ear.term = true, feeder{p.e.Stdout}, in
		if w, h, err := term.GetSize(in.Fd()); err == nil {
			s.Size = sshd.Size{Width: w, Height: h}
		}
	}
	ear.size = s.Size
	p.Resize(s.Size.Width, s.Size.Height)
	ear.io = sshd.NewLineIO(s, p.far.Complete)
	defer func() { _ = ear.io.Close() }()
	if err := ear.io.Wait(true); err != nil {
		return err
	}
	typed := make(chan error, 1)
	own, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() { typed <- ear.listen(own) }() // ends with own, or with the input: that of a program cannot be given up
	return ear.tell(ctx, typed)
}

// listen takes what is typed. Nothing of a pipe is remembered: whoever fills one does not wait to be asked, and so
// nobody knows which of its lines is a password.
func (r *earshot) listen(ctx context.Context) error {
	if r.term == nil && !r.p.heard(ctx) {
		return ctx.Err()
	}
	for {
		line, err := r.io.ReadLine(ctx)
		switch {
		case errors.Is(err, sshd.ErrInterrupted):
			r.p.far.Say("Type quit, or #quit to leave without asking the MUD.")
			continue
		case errors.Is(err, sshd.ErrLineTooLong):
			r.p.far.Say(lineTooLong)
			continue
		case err != nil:
			return err
		}
		if r.secret.Load() {
			r.p.far.Send(line)
			continue
		}
		if r.term != nil {
			r.p.typed(line)
		}
		lines, say := r.p.far.Expand(line)
		if len(say) > 0 {
			r.p.far.Say(say...)
		}
		for _, l := range lines {
			r.p.far.Send(l)
		}
	}
}

// tell says what happens until it is over. typed brings how what is typed ended.
func (r *earshot) tell(ctx context.Context, typed <-chan error) error {
	var silent <-chan time.Time
	for {
		select {
		case m, ok := <-r.p.far.Messages():
			if !ok {
				return nil
			}
			if over, err := r.message(m); over || err != nil {
				return err
			}
			if silent != nil {
				silent = time.After(lingerAfter)
			}
		case err := <-typed:
			if !errors.Is(err, io.EOF) && ctx.Err() == nil {
				return err
			}
			if typed = nil; r.term != nil || ctx.Err() != nil {
				r.p.leave()
				continue
			}
			r.p.noMore()
			silent = time.After(lingerAfter)
		case <-silent:
			r.p.leave()
		}
	}
}

// message says one message, and whether it was the last.
func (r *earshot) message(m tui.Message) (over bool, err error) {
	switch m.Echo {
	case tui.EchoHide:
		r.secret.Store(true)
		r.io.Hide()
	case tui.EchoShow:
		r.secret.Store(false)
		r.io.Show()
	case tui.EchoKeep:
	}
	r.resize()
	var b strings.Builder
	for _, l := range slices.Concat(cell.Text(m.Text), m.Lines) {
		b.WriteString(strings.TrimLeft(cell.Clean(l.String()), " ") + "\n") // nobody sees how far in a row begins
	}
	if m.End != "" {
		b.WriteString(cell.Clean(m.End) + "\n")
	}
	switch {
	case m.End != "":
		r.prompt = ""
	case m.Prompt != "":
		r.prompt = strings.TrimLeft(cell.Clean(m.Prompt), " ")
	}
	if b.Len() > 0 || m.Prompt != "" {
		err = r.io.Say(b.String(), r.prompt)
	}
	return m.End != "", err
}

// resize follows the window.
func (r *earshot) resize() {
	if r.term == nil {
		return
	}
	w, h, err := term.GetSize(r.term.Fd())
	if err != nil || w == r.size.Width && h == r.size.Height {
		return
	}
	r.size = sshd.Size{Width: w, Height: h}
	select {
	case r.sizes <- r.size:
	default: // the line looks before it draws
	}
	r.p.Resize(w, h)
}

// feeder ends lines as a terminal wants them that does nothing by itself.
type feeder struct{ w io.Writer }

func (f feeder) Write(b []byte) (int, error) {
	if _, err := io.WriteString(f.w, strings.ReplaceAll(string(b), "\n", "\r\n")); err != nil {
		return 0, err
	}
	return len(b), nil
}
