package record

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
	"github.com/mudlark-mud/mudlark/world/journal/rewind"
)

// JournalCmd is mudlark journal.
type JournalCmd struct {
	Slice sliceCmd `cmd:"" help:"Cut a piece out of the record: a bug report that reproduces."`
}

// sliceBefore is how many records a slice holds before a crash when nobody says from where.
const sliceBefore = 1_000

type sliceCmd struct {
	From string `arg:"" optional:"" placeholder:"TIME|SEQ" help:"The first record: a sequence, or a moment as of replay."`
	To   string `arg:"" optional:"" placeholder:"TIME|SEQ" help:"The last record."`
	Out  string `short:"o" required:"" placeholder:"FILE" help:"The file to write; one that is there is left alone."`
	Full bool   `help:"Leave private speech and account names in it."`
	Data string `default:"${data}" help:"The data folder."`
	JSON bool   `name:"json" help:"Say as JSON what it holds."`
	command.QuietFlag
}

// Help is what mudlark journal slice --help adds.
func (c *sliceCmd) Help() string {
	return "A slice holds the whole world as it was before its first record, and every record from there to its last; " +
		"mudlark replay verifies it, decides it again and lets you walk about in it, on any machine. Private speech is " +
		"blanked in it, and accounts and the labels of tokens get other names; what was said aloud stays, and so do the " +
		"names of characters. If the world crashed right behind the last record, what crashed it is in the slice, too; " +
		"without FROM and TO it holds the last thousand records before that.\n\nExit codes: 0 it is written; 2 it is not."
}

// sliceNote is what goes into a slice beside the record.
type sliceNote struct {
	Full  bool           `json:"full,omitempty"`  // nothing was blanked
	Lost  uint64         `json:"lost,omitempty"`  // records decided with the crash that were never durable
	Crash *journal.Crash `json:"crash,omitempty"` // what crashed behind the last record
	Words bool           `json:"words,omitempty"` // its words were blanked
}

// Run cuts a slice.
func (c *sliceCmd) Run(e *command.Env) error {
	if err := c.cut(e); err != nil {
		return e.Blind("cut a slice", err)
	}
	return nil
}

func (c *sliceCmd) cut(e *command.Env) error {
	b, err := openRecord(e, c.Data, c.QuietFlag)
	if err != nil {
		return err
	}
	done, note, err := c.from(e, b.Book)
	if err := errors.Join(err, b.Close()); err != nil {
		return err
	}
	if c.JSON {
		return e.JSON(struct {
			File string `json:"file"`
			*archive.Slice
			sliceNote
		}{c.Out, done, note})
	}
	c.say(e, done, note)
	return nil
}

// from cuts the slice out of an open record.
func (c *sliceCmd) from(e *command.Env, book *archive.Book) (*archive.Slice, sliceNote, error) {
	note := sliceNote{Full: c.Full}
	crash, err := journal.ReadCrash(c.Data)
	if err != nil {
		return nil, note, err
	}
	behind := uint64(0) // the last record before the crash
	if crash != nil {
		crash.Earlier = nil // their records lie before, and their words are nobody's business
		if behind, err = crashedBehind(e.Ctx, book, crash); err != nil {
			return nil, note, err
		}
	}
	from, to, err := c.span(e.Ctx, book, behind)
	if err != nil {
		return nil, note, err
	}
	if crash != nil && to == behind {
		note.Crash, note.Lost = crash, crash.Seq-1-behind
		if !c.Full {
			note.Crash, note.Words = blankCrash(crash)
		}
	}
	text, err := json.Marshal(note)
	if err != nil {
		return nil, note, fmt.Errorf("write the slice's note: %w", err)
	}
	p := e.Progress("slice", "records", c.QuietFlag)
	defer p.End()
	done, err := c.write(e, book, archive.SliceOptions{
		From: from, To: to, Full: c.Full, Note: text, Build: command.Version, Progress: p.Tell,
	})
	return done, note, err
}

// write writes the file; what goes wrong leaves none.
func (c *sliceCmd) write(e *command.Env, book *archive.Book, o archive.SliceOptions) (*archive.Slice, error) {
	f, err := os.OpenFile(c.Out, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%s is there already, and is left alone: choose another name", c.Out)
	}
	if err != nil {
		return nil, fmt.Errorf("make the slice's file: %w", err)
	}
	done, err := archive.CutSlice(e.Ctx, book, f, o)
	err = errors.Join(err, f.Close())
	if err != nil {
		return nil, errors.Join(err, os.Remove(c.Out))
	}
	return done, nil
}

// span finds the records that are meant.
func (c *sliceCmd) span(ctx context.Context, book *archive.Book, behind uint64) (from, to uint64, err error) {
	switch {
	case c.From == "" && behind == 0:
		return 0, 0, errors.New("say from where to where, such as 48100 48211 or \"10m ago\" last; the world has not " +
			"crashed, so nothing is meant of itself")
	case c.From == "":
		return max(book.First(), behind-min(behind, sliceBefore)+1), behind, nil
	case c.To == "":
		return 0, 0, errors.New("say to where, too: a sequence, a moment, or last")
	}
	if from, err = rewind.Find(ctx, book, c.From, time.Now()); err != nil {
		return 0, 0, err
	}
	if to, err = rewind.Find(ctx, book, c.To, time.Now()); err != nil {
		return 0, 0, err
	}
	return from, to, nil
}

// crashSearch is how far behind a crash the next start is looked for: what was decided with it and never durable.
const crashSearch = 10_000

// crashedBehind returns the last record that was durable when the world crashed: the newest, or the one before the
// start that came next.
func crashedBehind(ctx context.Context, book *archive.Book, crash *journal.Crash) (uint64, error) {
	newest := min(book.Last(), crash.Seq-1)
	behind := newest
	from := max(book.First(), crash.Seq-min(crash.Seq, crashSearch))
	err := book.Records(ctx, from, crash.Seq, func(r journal.Record) error {
		rec, err := journal.Decode(r.Bytes)
		if err != nil {
			return err
		}
		if start, ok := rec.Action.(world.Start); ok && time.UnixMilli(start.Wall).After(crash.At) {
			behind = min(behind, r.Seq-1)
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("look for where the world crashed: %w", err)
	}
	if behind == 0 {
		return newest, nil // the clock was set back since, and every start seems to have come later
	}
	return behind, nil
}

// say tells what was written.
func (c *sliceCmd) say(e *command.Env, s *archive.Slice, note sliceNote) {
	width := command.Columns(e.Stdout)
	say := func(format string, args ...any) { e.Println(command.Hung("", fmt.Sprintf(format, args...), width)) }
	const stamp = "2006-01-02 15:04:05 MST"
	say("Wrote %s: %s, readable by you alone.", c.Out, command.Bytes(uint64(s.Bytes)))
	say("It holds %s (%d to %d), from %s to %s, in which %s acted; and the whole world as it was before.",
		command.Counted(s.Records, "record"), s.From, s.To, s.Began.Format(stamp), s.Ended.Format(stamp),
		command.Counted(uint64(s.People), "body", "bodies"))
	if c.Full {
		say("NOTHING IS BLANKED in it: private speech and account names can be read. Give it only to those who may.")
	} else {
		private := "There is no private speech in it"
		if s.Blanked > 0 {
			private = "Private speech is blanked in " + command.Counted(s.Blanked, "record")
		}
		say("%s; %s and the labels of tokens have other names. What was said aloud is in it, and so are the names of "+
			"characters.", private, command.Counted(uint64(s.Accounts), "account"))
	}
	if note.Crash != nil {
		kind, who, _ := server.DeedParts(note.Crash.Action)
		say("What crashed the world behind it is in it: %s.", strings.TrimSpace(kind+" "+who))
		if note.Lost > 0 {
			say("%s decided in the same moment were never on the disk, and nobody was told of them; they are missing.",
				command.Capitalized(command.Counted(note.Lost, "record")))
		}
		if note.Words {
			say("Its words were private and are blanked, so that it may not crash again: --full keeps them.")
		}
	}
	say("To look at it: mudlark replay %s", c.Out)
}

// blankCrash takes private words out of a crash note, and reports whether there were any.
func blankCrash(c *journal.Crash) (*journal.Crash, bool) {
	out := *c
	action, ok := crashAction(c)
	if !ok {
		return &out, false
	}
	rec := &world.Record{Action: action}
	quiet, texts := world.BlankPrivate(rec)
	if texts == 0 {
		return &out, false
	}
	_, who, _ := server.DeedParts(c.Action)
	out.Action = server.Deed(world.Input{Actor: world.ActorID(who), Action: quiet.Action}, "")
	// The panic's own words may repeat what was said; the stack behind them does not.
	if _, stack, ok := strings.Cut(out.Stack, "\n\n"); ok {
		out.Stack = world.Blanked + "\n\n" + stack
	}
	return &out, true
}

// crashAction makes the action of a crash note again; ok is false for a timer and for what this release does not know.
func crashAction(c *journal.Crash) (action world.Action, ok bool) {
	kind, _, text := server.DeedParts(c.Action)
	return actionOf(kind, []byte(text))
}

// openSlice opens a slice's file.
func openSlice(path string) (past rewind.Past, end func() error, err error) {
	book, err := archive.OpenSlice(path)
	if err != nil {
		return nil, nil, err
	}
	return book, func() error { return nil }, nil
}

// noteOf reads what a slice carries beside the record; a sealed segment carries nothing.
func noteOf(text []byte) (sliceNote, error) {
	var note sliceNote
	if len(bytes.TrimSpace(text)) == 0 {
		return note, nil
	}
	if err := json.Unmarshal(text, &note); err != nil {
		return note, fmt.Errorf("read the slice's note: %w", err)
	}
	return note, nil
}
