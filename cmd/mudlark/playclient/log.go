package playclient

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/client/sessionlog"
)

// logsFolder holds the logs of a MUD, in its folder.
const logsFolder = "logs"

// log is what is written down of a MUD while somebody wants it.
type log struct {
	mu   sync.Mutex
	book *sessionlog.Log // nil for none
	end  func() error    // writes its end and closes its file
	name string          // of the file
}

// begin writes to another file from now on.
func (l *log) begin(name string, book *sessionlog.Log, end func() error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.name, l.book, l.end = name, book, end
}

// now is the log of the moment, nil for none, and its file's name.
func (l *log) now() (*sessionlog.Log, string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.book, l.name
}

// close ends the log, if there is one.
func (l *log) close() error {
	l.mu.Lock()
	end := l.end
	l.book, l.end, l.name = nil, nil, ""
	l.mu.Unlock()
	if end == nil {
		return nil
	}
	return end()
}

// openLog begins a log of a kind, in place of the one that there is.
func (p *player) openLog(kind string) error {
	ending := map[sessionlog.Kind]string{sessionlog.Plain: ".txt", sessionlog.HTML: ".html"}[sessionlog.Kind(kind)]
	if ending == "" {
		return command.Misuse(fmt.Errorf("--log %s: a log is %s or %s", kind, sessionlog.Plain, sessionlog.HTML))
	}
	dir := p.folder.Path(logsFolder)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make the folder of logs: %w", err)
	}
	name := filepath.Join(dir, time.Now().Format("2006-01-02T15-04-05.000")+ending)
	book, end, err := newBook(name, sessionlog.Kind(kind), sessionlog.Options{Title: p.title()})
	if err != nil {
		return err
	}
	err = p.log.close()
	p.log.begin(name, book, end)
	return err
}

const logUsage = "#log plain or #log html writes down what you see from now on, #log off ends it; #log alone says " +
	"where it is written."

// logs begins a log, ends it, or says where it is.
func (p *player) logs(words []string) []string {
	if len(words) > 1 {
		return []string{logUsage}
	}
	_, name := p.log.now()
	switch kind := strings.Join(words, ""); {
	case kind == "" && name == "":
		return []string{"Nothing is written down. " + logUsage}
	case kind == "":
		return []string{"What you see is written to " + name + "."}
	case kind == "off" && name == "":
		return []string{"Nothing is written down."}
	case kind == "off":
		if err := p.log.close(); err != nil {
			return []string{sentence(err)}
		}
		return []string{"The log ends here: " + name + "."}
	case kind != string(sessionlog.Plain) && kind != string(sessionlog.HTML):
		return []string{logUsage}
	default:
		if err := p.openLog(kind); err != nil {
			return []string{sentence(err)}
		}
		_, name = p.log.now()
		return []string{"What you see is written to " + name + " from now on."}
	}
}

// newBook begins a log in a file that is nobody else's to read.
func newBook(name string, kind sessionlog.Kind, o sessionlog.Options) (*sessionlog.Log, func() error, error) {
	file, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, nil, fmt.Errorf("begin the log: %w", err)
	}
	book, err := sessionlog.New(kind, file, o)
	if err != nil {
		return nil, nil, errors.Join(err, file.Close())
	}
	return book, func() error { return errors.Join(book.Close(), file.Close()) }, nil
}

// logged writes to the log, if there is one. Why one ends is told once.
func (p *player) logged(write func(b *sessionlog.Log) error) {
	book, _ := p.log.now()
	if book == nil {
		return
	}
	if err := write(book); err != nil {
		p.far.Say("The log ends here: " + err.Error() + ".")
	}
}

// Heard implements far.Host.
func (p *player) Heard(line cell.Line) {
	p.logged(func(b *sessionlog.Log) error { return b.Line(line, time.Now()) })
}

// recorded is a terminal whose output is written down too.
type recorded struct {
	*os.File
	cast *sessionlog.Log
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
	book, end, err := newBook(p.cast, sessionlog.Cast, sessionlog.Options{
		Title: p.title(), Width: width, Height: height, Term: p.e.Getenv("TERM"), Began: time.Now(),
	})
	return recorded{out, book, p.far.Say}, end, err
}
