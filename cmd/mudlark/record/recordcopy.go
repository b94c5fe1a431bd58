package record

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
)

// borrowed is a world's record, open for looking at.
type borrowed struct {
	dir     string
	journal *journal.Journal
	Book    *archive.Book
	note    string       // what is not in it, and why
	end     func() error // gives it back
}

// extent is what is copied beside the record.
type extent int

const (
	// RecordAlone is the journal with its sealed segments.
	RecordAlone    extent = iota
	recordAndMinds        // and what minds remember
)

// borrow has a copy of a world's record made, by its daemon if one runs, and opens it.
func borrow(e *command.Env, data string, q command.QuietFlag) (*borrowed, error) {
	return borrowWith(e, data, RecordAlone, q)
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
	return OpenRecordWith(e, data, RecordAlone, q)
}

// OpenRecordWith opens a world's record and what goes with it: a copy while a daemon runs, else its own file, which is
// locked meanwhile.
func OpenRecordWith(e *command.Env, data string, l extent, q command.QuietFlag) (*borrowed, error) {
	p := e.Progress("copy the journal", command.UnitBytes, q)
	defer p.End()
	progress := func(done, total int64) { p.Tell(uint64(done), uint64(total)) }
	b, err := borrowLive(e.Ctx, data, l, progress)
	if errors.Is(err, command.ErrNoDaemon) {
		if err := server.WorldIn(data); err != nil {
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
	err = server.SweepLent(data)
	b := &borrowed{end: func() error { return nil }}
	if err == nil {
		alone := func() func() { return func() {} }
		lender := server.Lender{Dir: data, Tail: j, Hold: alone, Free: command.FreeBytes}
		if l == recordAndMinds {
			lender.Also = func(dir string) error { return server.CopyMinds(data, dir, &b.note) }
		}
		b.dir, err = lender.Lend(os.Getpid(), progress)
	}
	return b, errors.Join(err, j.Close())
}

// openIdle opens the journal of a world that no daemon runs on.
func openIdle(e *command.Env, data string) (*journal.Journal, error) {
	if err := server.WorldIn(data); err != nil {
		return nil, err
	}
	log, err := e.Logger("error")
	if err != nil {
		return nil, err
	}
	return server.OpenJournal(data, log)
}

// openBorrowed opens the record that lies in a folder.
func openBorrowed(e *command.Env, b *borrowed) (*borrowed, error) {
	log, err := e.Logger("error")
	if err == nil {
		b.journal, err = server.OpenJournal(b.dir, log)
	}
	if err == nil {
		b.Book, err = archive.Open(b.dir, b.journal, archive.Options{Build: command.Version, Log: log})
	}
	if err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

// Close gives it back.
func (b *borrowed) Close() error {
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
		var line server.LentLine
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
