package sshd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// What ReadLine may answer besides a line and io.EOF.
var (
	// ErrInterrupted says that ctrl-c was typed on an empty line.
	ErrInterrupted = errors.New("interrupted")
	// ErrLineTooLong says that a line of more than 2 KiB was dropped whole; the next ReadLine gives the next line.
	ErrLineTooLong = errors.New("line too long")
)

// LineIO is a session in lines: what a player types, and text for them. With a terminal it echoes and edits, and keeps
// what is being typed below what arrives meanwhile; without one it passes lines through. ReadLine is for one goroutine,
// all else for any.
type LineIO struct {
	s       *Session
	in      contextReader
	release func()
	buf     [readBytes]byte
	rest    []byte // read and not yet fed
	ended   error  // what the input ended with

	mu       sync.Mutex
	editor   editor
	tooLong  bool
	hidden   bool
	prompt   string
	reading  bool // the prompt and the line are on the screen
	width    int
	sentWide int // cells of prompt and line on the screen
}

// NewLineIO serves a session in lines. Close it when done.
func NewLineIO(s *Session) *LineIO {
	l := &LineIO{s: s, width: max(1, s.Size.Width)}
	l.in, l.release = s.reader()
	return l
}

// Close lets go of the session's input.
func (l *LineIO) Close() error {
	l.release()
	return nil
}

// Width is the terminal's width in cells by now; 80 when unknown.
func (l *LineIO) Width() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.resizeLocked()
	return l.width
}

// CanHide reports whether Hide works: without a terminal the echo is the client's, and a password would be seen.
func (l *LineIO) CanHide() bool { return l.s.PTY }

// Hide stops the echo, for passwords.
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
	l.hidden = v == hiding
}

// Prompt sets what stands before the line being typed, on one line without an end. Without a terminal it is sent once.
func (l *LineIO) Prompt(text string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.s.PTY {
		return l.send(text)
	}
	erase := l.erase()
	l.prompt = text
	return l.send(erase + l.draw())
}

// Write shows text whose line ends are "\n". It never waits for the client: what a slow one does not take is kept up to
// Limits.OutputBytes, and past that the connection ends with ReasonSlowReader, which is then the error.
func (l *LineIO) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	text := string(p)
	drawn := l.sentWide > 0
	shown := l.erase()
	redraw := ""
	if drawn || l.s.Term != dumbTerm {
		redraw = l.draw()
	}
	if redraw != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	if err := l.send(shown + text + redraw); err != nil {
		return 0, err
	}
	return len(p), nil
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
// more or typed ctrl-d on an empty line, ErrInterrupted, ErrLineTooLong, a Reason, or the cause of ctx's end.
func (l *LineIO) ReadLine(ctx context.Context) (string, error) {
	if err := l.begin(); err != nil {
		return "", err
	}
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

// begin puts the prompt on the screen.
func (l *LineIO) begin() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.reading || !l.s.PTY {
		return nil
	}
	l.reading = true
	if l.s.Term == dumbTerm {
		return nil // it cannot take a prompt back, so it waits for the one that comes with the answer
	}
	return l.send(l.draw())
}

// lastLine gives what stood before the end of the input, then the end.
func (l *LineIO) lastLine() (string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if text := l.editor.take(); text != "" && !l.s.PTY && !l.tooLong {
		return clean(text), nil
	}
	return "", l.ended
}

// resizeLocked takes the newest size, if one has come.
func (l *LineIO) resizeLocked() {
	select {
	case size, ok := <-l.s.Resizes:
		if ok {
			l.width = max(1, size.Width)
		}
	default:
	}
}

// take feeds one byte and says whether a line is done.
func (l *LineIO) take(b byte) (string, bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.s.PTY {
		return l.takeRaw(b)
	}
	before := l.editor.text
	switch l.editor.feed(b) {
	case editAppended:
		return "", false, l.echo(l.editor.text[len(before):])
	case editChanged:
		erase := l.erase()
		return "", false, l.send(erase + l.draw())
	case editRedraw:
		return "", false, l.send(l.clear() + l.draw())
	case editRefused:
		return "", false, l.send("\a")
	case editEntered:
		return l.finish("\n", nil)
	case editEnd:
		return l.finish("\n", io.EOF)
	case editInterrupt:
		if l.editor.take() != "" {
			l.sentWide = 0
			return "", false, l.send("^C\n" + l.draw())
		}
		return l.finish("^C\n", ErrInterrupted)
	case editNothing:
	}
	return "", false, nil
}

// takeRaw gathers a line without a terminal: no editing, since the client's own terminal did that.
func (l *LineIO) takeRaw(b byte) (string, bool, error) {
	e := &l.editor
	afterR := e.afterR
	e.afterR = b == '\r'
	switch {
	case b == '\n' && afterR:
		return "", false, nil
	case b == '\n' || b == '\r':
		line := e.take()
		if l.tooLong {
			l.tooLong = false
			return "", true, ErrLineTooLong
		}
		return clean(line), true, nil
	case len(e.text) >= LineBytesMax:
		l.tooLong = true
		return "", false, nil
	}
	e.text += string([]byte{b})
	return "", false, nil
}

func (l *LineIO) finish(tail string, err error) (string, bool, error) {
	line := l.editor.take()
	l.reading, l.sentWide = false, 0
	if sendErr := l.send(tail); sendErr != nil {
		return "", true, sendErr
	}
	return line, true, err
}

// echo shows what was appended.
func (l *LineIO) echo(text string) error {
	if l.hidden {
		return nil
	}
	l.sentWide += ansi.StringWidth(text)
	return l.send(text)
}

// draw gives what puts prompt and line on the screen, when they belong there.
func (l *LineIO) draw() string {
	if !l.reading {
		return ""
	}
	text := l.prompt
	if !l.hidden {
		text += l.editor.text
	}
	l.sentWide = ansi.StringWidth(text)
	return text
}

// erase gives what takes prompt and line off the screen again. A dumb terminal cannot, and starts a new line.
func (l *LineIO) erase() string {
	l.resizeLocked()
	if !l.reading || l.sentWide == 0 {
		return ""
	}
	above := (l.sentWide - 1) / l.width
	l.sentWide = 0
	if l.s.Term == dumbTerm {
		return "\n"
	}
	if above == 0 {
		return "\r\x1b[J"
	}
	return fmt.Sprintf("\r\x1b[%dA\x1b[J", above)
}

func (l *LineIO) clear() string {
	if l.s.Term == dumbTerm {
		return "\n"
	}
	return "\x1b[H\x1b[2J"
}

// clean drops what cannot be printed from a line that no editor saw.
func clean(line string) string {
	line = strings.ToValidUTF8(line, "")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r == utf8.RuneError, !unicode.IsPrint(r) && !unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, line)
}
