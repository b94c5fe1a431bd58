package sessionlog

import (
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/tui/cell"
)

// Kind is a kind of log.
type Kind string

// The kinds.
const (
	Plain Kind = "plain" // text, a line a line
	HTML  Kind = "html"  // a page that stands alone
	Cast  Kind = "cast"  // asciinema's version 2
)

// sizeMax is how long a log may become: weeks of play, or some hours of a cast.
const sizeMax = 64 << 20

// ErrFull says that a log has become as long as it may.
var ErrFull = errors.New("the log is full")

// Options say what a log cannot know. The zero value is of use for everything but a cast.
type Options struct {
	Title         string    // of a page and a cast; "" is "mudlark"
	Light         bool      // a page on a light ground
	Width, Height int       // of the terminal, in cells, for a cast; 0 is 80 by 24
	Term          string    // TERM, for a cast
	Began         time.Time // for a cast, whose times count from here
	Most          int       // bytes; 0 is 64 MiB
}

// kind is what makes one kind of log. Each method returns what to write, nil for nothing.
type kind interface {
	open() []byte
	line(l cell.Line, now time.Time) []byte
	input(line string, now time.Time) []byte
	output(p []byte, now time.Time) []byte
	close() []byte
}

// Log is a log that is being written.
type Log struct {
	mu   sync.Mutex
	to   io.Writer
	kind kind
	left int
	over bool
}

// New begins a log. It fails for a kind it does not know, and when the beginning cannot be written.
func New(k Kind, to io.Writer, o Options) (*Log, error) {
	if o.Title = cell.Clean(o.Title); o.Title == "" {
		o.Title = "mudlark"
	}
	b := &Log{to: to, left: o.Most}
	if b.left <= 0 {
		b.left = sizeMax
	}
	switch k {
	case Plain:
		b.kind = &text{}
	case HTML:
		b.kind = newPage(o)
	case Cast:
		b.kind = newCast(o)
	default:
		return nil, fmt.Errorf("there is no log of the kind %q; there are %s, %s and %s", k, Plain, HTML, Cast)
	}
	return b, b.write(b.kind.open)
}

// Line writes down a line that was shown. A cast takes none: it has what the terminal was sent. An error is returned
// once, and ends the log: whatever comes after it is not written, and no error.
func (b *Log) Line(l cell.Line, now time.Time) error {
	return b.write(func() []byte { return b.kind.line(cell.CleanLine(l), now.UTC()) })
}

// Input writes down a line that was typed, and shown as it was; it must not be given what was hidden. Errors are as
// with Line.
func (b *Log) Input(line string, now time.Time) error {
	return b.write(func() []byte { return b.kind.input(cell.Clean(line), now.UTC()) })
}

// Output writes down what the terminal was sent, for a cast; other kinds take none of it. Errors are as with Line.
func (b *Log) Output(p []byte, now time.Time) error {
	return b.write(func() []byte { return b.kind.output(p, now.UTC()) })
}

// Close writes the end of the log. It does not close what the log is written to.
func (b *Log) Close() error {
	err := b.write(b.kind.close)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.over = true
	return err
}

// write writes what make makes, unless the log is over.
func (b *Log) write(make func() []byte) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.over {
		return nil
	}
	p := make()
	if len(p) == 0 {
		return nil
	}
	if len(p) > b.left {
		b.over = true
		return ErrFull
	}
	b.left -= len(p)
	if _, err := b.to.Write(p); err != nil {
		b.over = true
		return fmt.Errorf("write log: %w", err)
	}
	return nil
}
