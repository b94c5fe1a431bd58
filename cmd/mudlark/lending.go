package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
)

// Whoever looks into the record does so on a copy of it, in a process of their own: however long they take and whatever
// they meet there, the world goes on, and they are in nobody's way. The copy is the journal's file as it was at one
// moment, beside the sealed segments, which are linked and not copied. It lies in the data folder, under the same lock
// and key, and goes when they are done.
const (
	lentFolder    = "lent"
	segmentFolder = "segments"
	lentSpare     = 256 << 20 // bytes that a copy leaves free: a full disk would stop the world
)

// lender makes copies.
type lender struct {
	dir  string // the data folder
	tail *journal.Journal
	hold func() (release func())                  // keeps seals away meanwhile
	free func(dir string) (bytes uint64, ok bool) // room on its disk
	also func(dir string) error                   // puts more into the copy; nil: nothing
}

// lend makes a copy for a process and returns its folder.
func (l lender) lend(pid int, progress func(done, total int64)) (dir string, err error) {
	release := l.hold()
	defer release()
	if err := l.room(); err != nil {
		return "", err
	}
	parent := filepath.Join(l.dir, lentFolder)
	if err := os.MkdirAll(parent, 0o700); err != nil {
		return "", fmt.Errorf("make room for a copy: %w", err)
	}
	dir, err = os.MkdirTemp(parent, strconv.Itoa(pid)+"-*")
	if err != nil {
		return "", fmt.Errorf("make room for a copy: %w", err)
	}
	if err := l.fill(dir, progress); err != nil {
		return "", errors.Join(err, os.RemoveAll(dir))
	}
	return dir, nil
}

// room refuses a copy that would leave the world too little of the disk.
func (l lender) room() error {
	info, err := os.Stat(filepath.Join(l.dir, journal.FileName))
	if err != nil {
		return fmt.Errorf("look at the journal's file: %w", err)
	}
	need := uint64(info.Size()) + lentSpare
	if free, ok := l.free(l.dir); ok && free < need {
		return fmt.Errorf("to look into the record takes a copy of the journal's file, and the disk of %s has only %s free "+
			"where %s are wanted; make room, or copy the folder elsewhere and look there",
			l.dir, command.Bytes(free), command.Bytes(need))
	}
	return nil
}

func (l lender) fill(dir string, progress func(done, total int64)) error {
	f, err := os.OpenFile(filepath.Join(dir, journal.FileName), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("copy the journal: %w", err)
	}
	if l.also != nil { // before the journal, so that nobody remembers what is not in that
		err = l.also(dir)
	}
	if err == nil {
		_, err = l.tail.Snapshot(f, progress)
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	return linkSegments(filepath.Join(l.dir, segmentFolder), filepath.Join(dir, segmentFolder))
}

// linkSegments gives sealed segments a second name; where a disk knows no second names they are copied.
func linkSegments(from, to string) error {
	entries, err := os.ReadDir(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("list the segments: %w", err)
	}
	if err := os.Mkdir(to, 0o700); err != nil {
		return fmt.Errorf("link the segments: %w", err)
	}
	for _, entry := range entries {
		// With the state behind the newest segment a look at the recent past need not fold the whole of that.
		if name := entry.Name(); !strings.HasSuffix(name, ".seg") && !strings.HasSuffix(name, ".base") {
			continue
		}
		source, target := filepath.Join(from, entry.Name()), filepath.Join(to, entry.Name())
		if err := os.Link(source, target); err == nil {
			continue
		}
		if err := copyFile(source, target); err != nil {
			return fmt.Errorf("copy segment %s: %w", entry.Name(), err)
		}
	}
	return nil
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// sweepLent removes copies whose borrowers are no more.
func sweepLent(dir string) error {
	parent := filepath.Join(dir, lentFolder)
	entries, err := os.ReadDir(parent)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("list copies of the record: %w", err)
	}
	for _, entry := range entries {
		digits, _, _ := strings.Cut(entry.Name(), "-")
		if pid, err := strconv.Atoi(digits); err == nil && alive(pid) {
			continue
		}
		if err := os.RemoveAll(filepath.Join(parent, entry.Name())); err != nil {
			return fmt.Errorf("remove an old copy of the record: %w", err)
		}
	}
	return nil
}

func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	return err == nil && !errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone)
}

// lentLine is a line of the daemon's answer to whoever borrows.
type lentLine struct {
	Done  int64  `json:"done,omitempty"`
	Total int64  `json:"total,omitempty"`
	Dir   string `json:"dir,omitempty"`
	Note  string `json:"note,omitempty"` // what is not in the copy, and why
	Error string `json:"error,omitempty"`
}

// lendEvery is how often a borrower is told how far the copy is.
const lendEvery = 50 * time.Millisecond

// serveLending answers POST /lend: lines of progress, then the folder, which stays for as long as the connection does.
// When the daemon itself stops first, the copy is left to its borrower.
func (d *daemon) serveLending(ctx context.Context) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var call command.ControlCall
		if err := json.NewDecoder(io.LimitReader(r.Body, command.ControlBodyMax)).Decode(&call); err != nil {
			http.Error(w, "no call", http.StatusBadRequest)
			return
		}
		_, _ = io.Copy(io.Discard, r.Body) // only then it is seen when the borrower goes
		answer := http.NewResponseController(w)
		_ = answer.SetWriteDeadline(time.Time{}) // whoever looks around in the past may take all night
		say := func(line lentLine) {
			_ = json.NewEncoder(w).Encode(line)
			_ = answer.Flush()
		}
		if err := d.book.Bare(); err != nil {
			say(lentLine{Error: command.Advice(err)})
			return
		}
		var said time.Time
		note := ""
		l := lender{dir: d.dir, tail: d.journal, hold: d.book.Hold, free: command.FreeBytes}
		if call.Minds {
			l.also = func(dir string) error { return d.lendMinds(r.Context(), dir, &note) }
		}
		dir, err := l.lend(call.PID, func(done, total int64) {
			if now := time.Now(); now.Sub(said) >= lendEvery {
				said = now
				say(lentLine{Done: done, Total: total})
			}
		})
		if err != nil {
			say(lentLine{Error: command.Advice(err)})
			return
		}
		if dir, err = filepath.Abs(dir); err != nil {
			say(lentLine{Error: err.Error()})
			return
		}
		say(lentLine{Dir: dir, Note: note})
		<-r.Context().Done()
		if ctx.Err() != nil {
			return
		}
		if err := os.RemoveAll(dir); err != nil {
			d.log.Error("could not remove a copy of the record", slog.Any("err", err))
		}
	}
}

// borrowed is a world's record, open for looking at.
type borrowed struct {
	dir     string
	journal *journal.Journal
	book    *archive.Book
	note    string       // what is not in it, and why
	end     func() error // gives it back
}

// extent is what is copied beside the record.
type extent int

const (
	recordAlone extent = iota
	recordAndMinds
)

// borrow has a copy of a world's record made, by its daemon if one runs, and opens it.
func borrow(e *command.Env, data string, q command.QuietFlag) (*borrowed, error) {
	return borrowWith(e, data, recordAlone, q)
}

func borrowWith(e *command.Env, data string, l extent, q command.QuietFlag) (*borrowed, error) {
	p := e.Progress("copy the journal", command.UnitBytes, q)
	defer p.End()
	progress := func(done, total int64) { p.Tell(uint64(done), uint64(total)) }
	b, err := borrowLive(e.Ctx, data, l, progress)
	if errors.Is(err, command.ErrNoDaemon) {
		b, err = borrowIdle(e, data, l, progress)
	}
	if err != nil {
		return nil, err
	}
	return openBorrowed(e, b.swept())
}

// swept lets a copy be removed when it is given back.
func (b *borrowed) swept() *borrowed {
	end := b.end
	b.end = func() error { return errors.Join(os.RemoveAll(b.dir), end()) }
	return b
}

// openRecord opens a world's record: a copy while a daemon runs, else its own file, which is locked meanwhile.
func openRecord(e *command.Env, data string, q command.QuietFlag) (*borrowed, error) {
	return openRecordWith(e, data, recordAlone, q)
}

func openRecordWith(e *command.Env, data string, l extent, q command.QuietFlag) (*borrowed, error) {
	p := e.Progress("copy the journal", command.UnitBytes, q)
	defer p.End()
	progress := func(done, total int64) { p.Tell(uint64(done), uint64(total)) }
	b, err := borrowLive(e.Ctx, data, l, progress)
	if errors.Is(err, command.ErrNoDaemon) {
		if err := worldIn(data); err != nil {
			return nil, err
		}
		return openBorrowed(e, &borrowed{dir: data, end: func() error { return nil }})
	}
	if err != nil {
		return nil, err
	}
	return openBorrowed(e, b.swept())
}

// borrowIdle makes the copy itself: the world's own file is locked for as long as that takes.
func borrowIdle(e *command.Env, data string, l extent, progress func(done, total int64)) (*borrowed, error) {
	j, err := openIdle(e, data)
	if err != nil {
		return nil, err
	}
	err = sweepLent(data)
	b := &borrowed{end: func() error { return nil }}
	if err == nil {
		alone := func() func() { return func() {} }
		lender := lender{dir: data, tail: j, hold: alone, free: command.FreeBytes}
		if l == recordAndMinds {
			lender.also = func(dir string) error { return copyMinds(data, dir, &b.note) }
		}
		b.dir, err = lender.lend(os.Getpid(), progress)
	}
	return b, errors.Join(err, j.Close())
}

// openIdle opens the journal of a world that no daemon runs on.
func openIdle(e *command.Env, data string) (*journal.Journal, error) {
	if err := worldIn(data); err != nil {
		return nil, err
	}
	log, err := e.Logger("error")
	if err != nil {
		return nil, err
	}
	return openJournal(data, log)
}

// worldIn refuses a folder without a world: whoever only looks makes none.
func worldIn(data string) error {
	_, err := os.Stat(filepath.Join(data, journal.FileName))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no world in %s: --data says where one is, and so does MUDLARK_DATA", data)
	}
	if err != nil {
		return fmt.Errorf("look for the world in %s: %w", data, err)
	}
	return nil
}

// openBorrowed opens the record that lies in a folder.
func openBorrowed(e *command.Env, b *borrowed) (*borrowed, error) {
	log, err := e.Logger("error")
	if err == nil {
		b.journal, err = openJournal(b.dir, log)
	}
	if err == nil {
		b.book, err = archive.Open(b.dir, b.journal, archive.Options{Build: command.Version, Log: log})
	}
	if err != nil {
		return nil, errors.Join(err, b.close())
	}
	return b, nil
}

// close gives it back.
func (b *borrowed) close() error {
	var err error
	if b.journal != nil {
		err = b.journal.Close()
	}
	return errors.Join(err, b.end())
}

// borrowLive asks the daemon for a copy; errNoDaemon says that none runs. The copy stays until end is called.
func borrowLive(ctx context.Context, data string, l extent, progress func(done, total int64)) (*borrowed, error) {
	body, err := command.OpenControlCall(
		ctx,
		data,
		"lend",
		command.ControlCall{PID: os.Getpid(), Minds: l == recordAndMinds},
	)
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(body)
	for lines.Scan() {
		var line lentLine
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			return nil, errors.Join(fmt.Errorf("read the daemon's answer: %w", err), body.Close())
		}
		switch {
		case line.Error != "":
			return nil, errors.Join(errors.New(line.Error), body.Close())
		case line.Dir != "":
			return &borrowed{dir: line.Dir, note: line.Note, end: body.Close}, nil
		}
		progress(line.Done, line.Total)
	}
	err = lines.Err()
	if err == nil {
		err = io.ErrUnexpectedEOF
	}
	return nil, errors.Join(fmt.Errorf("read the daemon's answer: %w", err), body.Close())
}
