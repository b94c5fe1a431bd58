package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/mudlark-mud/mudlark/ai/keep"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/prose"
)

type eraseCmd struct {
	Seq      uint64 `arg:"" help:"The record's sequence, as verify, history and audit show it."`
	Reason   string `required:"" help:"Why. It is kept in the record, and shown to whoever looks."`
	AllWords bool   `help:"Take out what was said aloud, too, and not only what was meant for few."`
	Data     string `default:"${data}" help:"The data folder."`
}

// Help is what mudlark erase --help adds.
func (c *eraseCmd) Help() string {
	return "Takes the words out of one record, for good, in the journal or in its sealed segment. Who did it, to whom " +
		"and when stays; the world stays as it is, the chain still verifies, and verify counts the record as blanked. " +
		"That it was done, and why, becomes a record of its own.\n\nWhat left the machine before cannot be called back: " +
		"backups and slices made earlier keep the words, and so do players who were told them."
}

// Run erases, through the daemon if one runs.
func (c *eraseCmd) Run(e *command.Env) error {
	if err := worldIn(c.Data); err != nil {
		return err
	}
	call := command.ControlCall{Seq: c.Seq, Reason: c.Reason, All: c.AllWords}
	text, err := askDaemon(e, c.Data, "erase", call, func(ctx context.Context, d *daemon) (string, error) {
		return d.erase(ctx, call)
	})
	if err != nil {
		return err
	}
	e.Println(command.Wrapped("", text, command.Columns(e.Stdout)))
	return nil
}

// erase takes the words out of a record. The trace is written first: a crash between the two leaves the word of a deed
// that can be done again, and never a deed without a word.
func (d *daemon) erase(ctx context.Context, c command.ControlCall) (string, error) {
	blank := world.BlankPrivate
	if c.All {
		blank = world.BlankWords
	}
	old, texts, err := d.words(ctx, c.Seq, blank)
	if err != nil {
		return "", err
	}
	if texts == 0 {
		return "", d.wordless(ctx, c)
	}
	reply, err := d.host(ctx, world.Erase{Record: c.Seq, All: c.All, Reason: c.Reason})
	if err != nil {
		return "", err
	}
	if reply.Refusal != nil {
		return "", reply.Refusal
	}
	_, err = d.book.Blank(ctx, c.Seq, c.Seq, func(r journal.Record) ([]byte, error) {
		rec, err := journal.Decode(r.Bytes)
		if err != nil {
			return nil, err
		}
		quiet, n := blank(rec)
		if n == 0 {
			return nil, nil
		}
		return journal.Encode(quiet)
	})
	if err != nil {
		return "", fmt.Errorf("the words of record %d are NOT gone, though record %d says so; erase them again: %w", c.Seq,
			reply.Seq, err)
	}
	kept, err := d.eraseCopies(ctx, c.Seq)
	if err != nil {
		return "", err
	}
	d.log.Warn("erased words of a record", slog.Uint64("seq", c.Seq), slog.Int("texts", texts), slog.Bool("all", c.All),
		slog.Uint64("trace", reply.Seq), slog.Int("reports", kept))
	what := prose.Deed(old)
	if c.All || what == "" {
		what = deedName(old)
	}
	also := ""
	if kept > 0 {
		also = fmt.Sprintf(" They are gone from %s that kept them, too.", command.Counted(uint64(kept), "report"))
	}
	return fmt.Sprintf("The words of record %d are gone (%s): %s\nThat it was done, and why, is record %d.%s Backups and "+
		"slices made earlier still have them.", c.Seq, command.Counted(uint64(texts), "text"), what, reply.Seq, also), nil
}

// eraseCopies takes the words of a record that was blanked out of whatever else has them, and returns how many reports
// did. What fails keeps none of the rest from it, and can be done again.
func (d *daemon) eraseCopies(ctx context.Context, seq uint64) (reports int, err error) {
	reports, err = d.eraseKept(ctx, seq)
	scrubbed := d.journal.Scrub(ctx)
	if scrubbed != nil {
		scrubbed = fmt.Errorf("the words of record %d are gone, but pages of the journal's file that are free now may still "+
			"hold them; erase them again: %w", seq, scrubbed)
	}
	return reports, errors.Join(err, scrubbed, d.eraseRemembered(ctx, seq))
}

// eraseRemembered has the people of the world forget what they know of a record. Those who are awake wake anew without
// it.
func (d *daemon) eraseRemembered(ctx context.Context, seq uint64) error {
	err := d.withKeep(func(k *keep.Keep) error {
		gone := func() error { return k.Erase(ctx, []uint64{seq}) }
		if m := d.minds.Load(); m != nil {
			return m.house.Anew(ctx, gone)
		}
		return gone()
	})
	if err != nil {
		return fmt.Errorf("the words of record %d are gone from the record, but the people of the world may remember them "+
			"still; erase them again: %w", seq, err)
	}
	return nil
}

// words reads a record and counts the texts that would be taken out.
func (d *daemon) words(
	ctx context.Context, seq uint64, blank func(*world.Record) (*world.Record, int),
) (rec *world.Record, texts int, err error) {
	rec, _, err = d.recordOf(ctx, seq)
	if err == nil {
		_, texts = blank(rec)
	}
	return rec, texts, err
}

// recordOf reads a record, and whether words were taken out of it.
func (d *daemon) recordOf(ctx context.Context, seq uint64) (rec *world.Record, isBlanked bool, err error) {
	if seq == 0 || seq < d.book.First() || seq > d.book.Last() {
		return nil, false, fmt.Errorf("there is no record %d: the record reaches from %d to %d", seq, d.book.First(),
			d.book.Last())
	}
	err = d.book.Records(ctx, seq, seq, func(r journal.Record) error {
		rec, err = journal.Decode(r.Bytes)
		isBlanked = r.Was != nil
		return err
	})
	if err != nil {
		return nil, false, fmt.Errorf("read record %d: %w", seq, err)
	}
	if rec == nil {
		return nil, false, fmt.Errorf("there is no record %d any more", seq)
	}
	return rec, isBlanked, nil
}

// wordless says why there is nothing to erase. What was erased before is taken out of its copies once more: perhaps
// the last try came no further. Of a record that was never erased nobody forgets anything.
func (d *daemon) wordless(ctx context.Context, c command.ControlCall) error {
	rec, isBlanked, err := d.recordOf(ctx, c.Seq)
	if err != nil {
		return err
	}
	if isBlanked {
		if _, err := d.eraseCopies(ctx, c.Seq); err != nil {
			return err
		}
	}
	if _, texts := world.BlankWords(rec); texts > 0 {
		return fmt.Errorf("record %d (%s) holds no words that were meant for few; --all-words takes out what was said "+
			"aloud, too", c.Seq, deedName(rec))
	}
	return errors.New("record " + fmt.Sprint(c.Seq) + " (" + deedName(rec) + ") holds no words that could be taken out: " +
		"there were none, they are gone already, or they are part of the world, as names and labels are")
}

// deedName names an action and who wanted it, without a word of theirs.
func deedName(rec *world.Record) string {
	kind, who, _ := deedParts(deed(world.Input{Actor: rec.Actor, Action: rec.Action}, ""))
	if who == "" {
		return kind
	}
	return kind + " by " + who
}
