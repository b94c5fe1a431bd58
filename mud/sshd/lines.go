package sshd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/mud/sshd/plainedit"
	"github.com/mudlark-mud/mudlark/mud/sshd/renderer"
)

// What ReadLine may answer besides a line and io.EOF.
var (
	// ErrInterrupted says that ctrl-c was typed on an empty line.
	ErrInterrupted = errors.New("interrupted")
	// ErrLineTooLong says that a line of more than 2 KiB was dropped whole; the next ReadLine gives the next line.
	ErrLineTooLong = errors.New("line too long")
)

// LineBytesMax is the longest line a player can send.
const LineBytesMax = plainedit.LineBytesMax

// LineIO is a session in lines: what a player types, and text for them. With a terminal it echoes and edits (package
// plainedit says how); without one it passes lines through. ReadLine is for one goroutine, all else for any.
type LineIO struct {
	s        *Session
	in       contextReader
	release  func()
	complete func(line string) []string
	buf      [readBytes]byte
	rest     []byte // read and not yet fed
	ended    error  // what the input ended with

	mu    sync.Mutex
	line  *plainedit.Line
	raw   rawLine
	width int
	timer *time.Timer // releases what waits for whoever types
	over  bool
}

// NewLineIO serves a session in lines. complete lists the lines that a line may become, for Tab; it may be slow, or
// nil. Close it when done.
func NewLineIO(s *Session, complete func(line string) []string) *LineIO {
	l := &LineIO{s: s, width: max(1, s.Size.Width), complete: complete}
	l.line = plainedit.New(plainedit.Config{Width: l.width})
	l.in, l.release = s.reader()
	return l
}

// Close tells what waited and lets go of the session's input.
func (l *LineIO) Close() error {
	defer l.release()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.over = true
	if l.timer != nil {
		l.timer.Stop()
	}
	return l.send(l.line.Release())
}

// Width is the terminal's width in cells by now; 80 when unknown.
func (l *LineIO) Width() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.resizeLocked()
	return l.width
}

// Hide stops the echo, for passwords. Without a terminal the echo is the client's, and a password is seen.
func (l *LineIO) Hide() { l.conceal(hiding) }

// Show brings the echo back.
func (l *LineIO) Show() { l.conceal(showing) }

type visibility int

const (
	showing visibility = iota
	hiding
)

func (l *LineIO) conceal(v visibility) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.line.Hide(v == hiding)
}

// Wait says whether what is said waits while somebody types, as for those who listen.
func (l *LineIO) Wait(on bool) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.send(l.line.Wait(on && l.s.PTY))
}

// Say shows text, whose line ends are "\n", and behind it the prompt for the line that is typed next: from then on that
// is the prompt, or there is none. It never waits for the client: what a slow one does not take is kept up to
// Limits.OutputBytes, and past that the connection ends with ReasonSlowReader, which is then the error.
func (l *LineIO) Say(text, prompt string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.s.PTY {
		return l.send(text + prompt)
	}
	l.resizeLocked()
	err := l.send(l.line.Say(text, prompt, time.Now()))
	l.awaitLocked()
	return err
}

// awaitLocked sees to it that what waits is told in time.
func (l *LineIO) awaitLocked() {
	at, holds := l.line.Due()
	if !holds || l.over {
		return
	}
	if l.timer == nil {
		l.timer = time.AfterFunc(time.Until(at), l.rested)
		return
	}
	l.timer.Reset(time.Until(at))
}

// rested tells what waited, unless it was told since the timer was set.
func (l *LineIO) rested() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if at, holds := l.line.Due(); !holds || l.over || time.Until(at) > 0 {
		l.awaitLocked()
		return
	}
	_ = l.send(l.line.Release()) // a client that is gone is noticed by whoever reads
}

func (l *LineIO) send(text string) error {
	if text == "" {
		return nil
	}
	if box, ok := l.s.Out.(interface{ offer(p []byte) error }); ok {
		return box.offer([]byte(text))
	}
	if _, err := io.WriteString(l.s.Out, text); err != nil {
		return fmt.Errorf("send text: %w", err)
	}
	return nil
}

// ReadLine waits for the next line, without its end, printable, in UTF-8. Errors: io.EOF when the client sends no
// more or typed ctrl-d on an empty line, ErrInterrupted, ErrLineTooLong, a Reason, the cause of ctx's end, or a
// *renderer.PanicError: the goroutine that reads is seldom the handler's.
func (l *LineIO) ReadLine(ctx context.Context) (line string, err error) {
	defer func() {
		if v := recover(); v != nil {
			line, err = "", &renderer.PanicError{Value: v, Stack: debug.Stack()}
		}
	}()
	for {
		for len(l.rest) > 0 {
			b := l.rest[0]
			l.rest = l.rest[1:]
			if line, done, err := l.take(b); done || err != nil {
				return line, err
			}
		}
		if l.ended != nil {
			return l.lastLine()
		}
		n, err := l.in.ReadContext(ctx, l.buf[:])
		l.rest = l.buf[:n]
		if err != nil && ctx.Err() != nil {
			return "", context.Cause(ctx)
		}
		l.ended = err
	}
}

// lastLine gives what stood before the end of the input, then the end.
func (l *LineIO) lastLine() (string, error) {
	if line, ok := l.raw.end(); ok && !l.s.PTY {
		return line, nil
	}
	return "", l.ended
}

// resizeLocked takes the newest size, if one has come.
func (l *LineIO) resizeLocked() {
	select {
	case size, ok := <-l.s.Resizes:
		if ok {
			l.width = max(1, size.Width)
			l.line.Resize(l.width)
		}
	default:
	}
}

// take feeds one byte and says whether a line is done.
func (l *LineIO) take(b byte) (string, bool, error) {
	if !l.s.PTY {
		return l.raw.take(b)
	}
	event, before, err := l.press(b)
	if err != nil {
		return "", true, err
	}
	switch event {
	case plainedit.Entered:
		return l.line.Take(), true, nil // only this goroutine enters lines
	case plainedit.Interrupt:
		return "", true, ErrInterrupted
	case plainedit.Leave:
		return "", true, io.EOF
	case plainedit.Ask:
		return "", false, l.completed(before)
	case plainedit.None:
	}
	return "", false, nil
}

func (l *LineIO) press(b byte) (event plainedit.Event, before string, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.resizeLocked()
	out, event := l.line.Type(b, time.Now())
	return event, l.line.Before(), l.send(out)
}

// completed finds out what a text may become. The world is asked while nothing is locked: it may be telling something.
func (l *LineIO) completed(before string) error {
	var all []string
	if l.complete != nil {
		all = l.complete(before)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.send(l.line.Complete(all, time.Now()))
}

// rawLine gathers lines without a terminal: there is no editing, since the client's own terminal did that.
type rawLine struct {
	text    []byte
	afterR  bool
	tooLong bool
}

func (r *rawLine) take(b byte) (string, bool, error) {
	afterR := r.afterR
	r.afterR = b == '\r'
	switch {
	case b == '\n' && afterR:
		return "", false, nil
	case b == '\n' || b == '\r':
		line, tooLong := plainedit.Clean(string(r.text)), r.tooLong
		r.text, r.tooLong = r.text[:0], false
		if tooLong {
			return "", true, ErrLineTooLong
		}
		return line, true, nil
	case len(r.text) >= LineBytesMax:
		r.tooLong = true
		return "", false, nil
	}
	r.text = append(r.text, b)
	return "", false, nil
}

// end gives what stood before the end, once.
func (r *rawLine) end() (string, bool) {
	line := string(r.text)
	r.text = nil
	return plainedit.Clean(line), line != "" && !r.tooLong
}
