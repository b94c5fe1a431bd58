package server

import (
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

	"github.com/mudlark-mud/mudlark/ai/store"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/backup"
)

// Whoever looks into the record does so on a copy of it, in a process of their own: however long they take and whatever
// they meet there, the world goes on, and they are in nobody's way. The copy is the journal's file as it was at one
// moment, beside the sealed segments, which are linked and not copied. It lies in the data folder, under the same lock
// and key, and goes when they are done.
const (
	lentFolder    = "lent"
	SegmentFolder = "segments"
	LentSpare     = 256 << 20 // bytes that a copy leaves free: a full disk would stop the world
)

// Lender makes copies.
type Lender struct {
	Dir  string // the data folder
	Tail *journal.Journal
	Hold func() (release func())                  // keeps seals away meanwhile
	Free func(dir string) (bytes uint64, ok bool) // room on its disk
	Also func(dir string) error                   // puts more into the copy; nil: nothing
}

// Lend makes a copy for a process and returns its folder.
func (l Lender) Lend(pid int, progress func(done, total int64)) (dir string, err error) {
	release := l.Hold()
	defer release()
	if err := l.room(); err != nil {
		return "", err
	}
	parent := filepath.Join(l.Dir, lentFolder)
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
func (l Lender) room() error {
	info, err := os.Stat(filepath.Join(l.Dir, journal.FileName))
	if err != nil {
		return fmt.Errorf("look at the journal's file: %w", err)
	}
	need := uint64(info.Size()) + LentSpare
	if free, ok := l.Free(l.Dir); ok && free < need {
		return fmt.Errorf(
			"to look into the record takes a copy of the journal's file, and the disk of %s has only %s free "+
				"where %s are wanted; make room, or copy the folder elsewhere and look there",
			l.Dir,
			command.Bytes(free),
			command.Bytes(need),
		)
	}
	return nil
}

func (l Lender) fill(dir string, progress func(done, total int64)) error {
	f, err := os.OpenFile(filepath.Join(dir, journal.FileName), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("copy the journal: %w", err)
	}
	if l.Also != nil { // before the journal, so that nobody remembers what is not in that
		err = l.Also(dir)
	}
	if err == nil {
		_, err = l.Tail.Snapshot(f, progress)
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	return linkSegments(filepath.Join(l.Dir, SegmentFolder), filepath.Join(dir, SegmentFolder))
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

// SweepLent removes copies whose borrowers are no more.
func SweepLent(dir string) error {
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

// LentLine is a line of the daemon's answer to whoever borrows.
type LentLine struct {
	Done  int64  `json:"done,omitempty"`
	Total int64  `json:"total,omitempty"`
	Dir   string `json:"dir,omitempty"`
	Note  string `json:"note,omitempty"` // what is not in the copy, and why
	Error string `json:"error,omitempty"`
}

// copyFunc puts a copy of something into a folder. When that cannot be had, note says why.
type copyFunc func(ctx context.Context, dir string, note *string) error

// lendEvery is how often a borrower is told how far the copy is.
const lendEvery = 50 * time.Millisecond

// ServeLending answers POST /lend: lines of progress, then the folder, which stays for as long as the connection does.
// When the daemon itself stops first, the copy is left to its borrower.
func (d *Daemon) ServeLending(ctx context.Context, minds copyFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var call command.ControlCall
		if err := json.NewDecoder(io.LimitReader(r.Body, command.ControlBodyMax)).Decode(&call); err != nil {
			http.Error(w, "no call", http.StatusBadRequest)
			return
		}
		_, _ = io.Copy(io.Discard, r.Body) // only then it is seen when the borrower goes
		answer := http.NewResponseController(w)
		_ = answer.SetWriteDeadline(time.Time{}) // whoever looks around in the past may take all night
		say := func(line LentLine) {
			_ = json.NewEncoder(w).Encode(line)
			_ = answer.Flush()
		}
		if err := d.Book.Bare(); err != nil {
			say(LentLine{Error: command.Advice(err)})
			return
		}
		var said time.Time
		note := ""
		l := Lender{Dir: d.Dir, Tail: d.Journal, Hold: d.Book.Hold, Free: command.FreeBytes}
		if call.Minds {
			l.Also = func(dir string) error { return minds(r.Context(), dir, &note) }
		}
		dir, err := l.Lend(call.PID, func(done, total int64) {
			if now := time.Now(); now.Sub(said) >= lendEvery {
				said = now
				say(LentLine{Done: done, Total: total})
			}
		})
		if err != nil {
			say(LentLine{Error: command.Advice(err)})
			return
		}
		if dir, err = filepath.Abs(dir); err != nil {
			say(LentLine{Error: err.Error()})
			return
		}
		say(LentLine{Dir: dir, Note: note})
		<-r.Context().Done()
		if ctx.Err() != nil {
			return
		}
		if err := os.RemoveAll(dir); err != nil {
			d.Log.Error("could not remove a copy of the record", slog.Any("err", err))
		}
	}
}

// CopyMinds puts a copy of what minds remember into a folder, where no daemon has the file open. When that cannot be
// had, note says why.
func CopyMinds(data, dir string, note *string) error {
	from := filepath.Join(data, store.FileName)
	if i, err := os.Lstat(from); errors.Is(err, fs.ErrNotExist) || err == nil && i.Size() == 0 { // made, and no more
		return nil
	}
	return MindsInto(dir, note, func(w io.Writer) error { return store.Copy(from, w) })
}

// MindsInto writes what minds remember into a file of a folder.
func MindsInto(dir string, note *string, write func(io.Writer) error) error {
	path := filepath.Join(dir, backup.MindsName)
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("copy what minds remember: %w", err)
	}
	if err := errors.Join(write(f), f.Close()); err != nil {
		*note = command.Advice(err)
		return os.Remove(path)
	}
	return nil
}
