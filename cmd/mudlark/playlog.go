package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/logbook"
)

// logsFolder holds the logs of a MUD, in its folder.
const logsFolder = "logs"

// openLog begins the log that was asked for, and returns what ends it.
func (p *player) openLog() (end func() error, err error) {
	if p.profile.Log == "" {
		return func() error { return nil }, nil
	}
	ending := map[logbook.Kind]string{logbook.Plain: ".txt", logbook.HTML: ".html"}[logbook.Kind(p.profile.Log)]
	if ending == "" {
		return nil, usageError{fmt.Errorf("--log %s: a log is %s or %s", p.profile.Log, logbook.Plain, logbook.HTML)}
	}
	dir := p.folder.Path(logsFolder)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of logs: %w", err)
	}
	name := filepath.Join(dir, time.Now().Format("2006-01-02T15-04-05")+ending)
	book, end, err := newBook(name, logbook.Kind(p.profile.Log), logbook.Options{Title: p.title()})
	p.book = book
	return end, err
}

// newBook begins a log in a file that is nobody else's to read.
func newBook(name string, kind logbook.Kind, o logbook.Options) (*logbook.Book, func() error, error) {
	file, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, nil, fmt.Errorf("begin the log: %w", err)
	}
	book, err := logbook.New(kind, file, o)
	if err != nil {
		return nil, nil, errors.Join(err, file.Close())
	}
	return book, func() error { return errors.Join(book.Close(), file.Close()) }, nil
}

// logged writes to the log, if there is one. Why one ends is told once.
func (p *player) logged(write func(b *logbook.Book) error) {
	if p.book == nil {
		return
	}
	if err := write(p.book); err != nil {
		p.far.Say("The log ends here: " + err.Error() + ".")
	}
}

// Heard implements far.Host.
func (p *player) Heard(line cell.Line) {
	p.logged(func(b *logbook.Book) error { return b.Line(line, time.Now()) })
}

// recorded is a terminal whose output is written down too.
type recorded struct {
	*os.File
	cast *logbook.Book
	say  func(words ...string)
}

// Write shows and writes down. Why the recording ends is told once, and the screen goes on.
func (r recorded) Write(b []byte) (int, error) {
	n, err := r.File.Write(b)
	if met := r.cast.Output(b[:n], time.Now()); met != nil {
		r.say("The recording ends here: " + met.Error() + ".")
	}
	return n, err
}

// record lets a terminal be recorded, if that was asked for.
func (p *player) record(out *os.File, width, height int) (io.Writer, func() error, error) {
	if p.cast == "" {
		return out, func() error { return nil }, nil
	}
	book, end, err := newBook(p.cast, logbook.Cast, logbook.Options{
		Title: p.title(), Width: width, Height: height, Term: p.e.getenv("TERM"), Began: time.Now(),
	})
	return recorded{out, book, p.far.Say}, end, err
}
