package record

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// eraser takes words out of records.
type eraser struct {
	d        *server.Daemon
	memories memories
}

// NewEraser erases in the record of a daemon, and from memories.
func NewEraser(d *server.Daemon, m memories) *eraser { return &eraser{d: d, memories: m} }

// Erase takes the words out of a record. The trace is written first: a crash between the two leaves the word of a deed
// that can be done again, and never a deed without a word.
func (z *eraser) Erase(ctx context.Context, c command.ControlCall) (string, error) {
	blank := world.BlankPrivate
	if c.All {
		blank = world.BlankWords
	}
	old, texts, err := z.words(ctx, c.Seq, blank)
	if err != nil {
		return "", err
	}
	if texts == 0 {
		return "", z.wordless(ctx, c)
	}
	reply, err := z.d.Host(ctx, world.Erase{Record: c.Seq, All: c.All, Reason: c.Reason})
	if err != nil {
		return "", err
	}
	if reply.Refusal != nil {
		return "", reply.Refusal
	}
	_, err = z.d.Book.Blank(ctx, c.Seq, c.Seq, func(r journal.Record) ([]byte, error) { return quieted(r, blank) })
	if err != nil {
		return "", fmt.Errorf(
			"the words of record %d are NOT gone, though record %d says so; erase them again: %w",
			c.Seq,
			reply.Seq,
			err,
		)
	}
	heard, err := z.eraseHeard(ctx, c)
	if err != nil {
		return "", err
	}
	kept, err := z.eraseCopies(ctx, append([]uint64{c.Seq}, heard...)...)
	if err != nil {
		return "", err
	}
	z.d.Log.Warn(
		"erased words of a record",
		slog.Uint64("seq", c.Seq),
		slog.Int("texts", texts),
		slog.Bool("all", c.All),
		slog.Uint64("trace", reply.Seq),
		slog.Int("reports", kept),
	)
	what := prose.Deed(old)
	if c.All || what == "" {
		what = deedName(old)
	}
	also := ""
	if len(heard) > 0 {
		also = fmt.Sprintf(" They are gone from %s in which scripts had them, too.",
			command.Counted(uint64(len(heard)), "later record"))
	}
	if kept > 0 {
		also += fmt.Sprintf(" They are gone from %s that kept them, too.", command.Counted(uint64(kept), "report"))
	}
	return fmt.Sprintf(
		"The words of record %d are gone (%s): %s\nThat it was done, and why, is record %d.%s Backups and "+
			"slices made earlier still have them.",
		c.Seq,
		command.Counted(uint64(texts), "text"),
		what,
		reply.Seq,
		also,
	), nil
}

// quieted returns a record without some words, as it is to stand in the journal; nil when there are none in it.
func quieted(r journal.Record, blank func(*world.Record) (*world.Record, int)) ([]byte, error) {
	rec, err := journal.Decode(r.Bytes)
	if err != nil {
		return nil, err
	}
	quiet, n := blank(rec)
	if n == 0 {
		return nil, nil
	}
	return journal.Encode(quiet)
}

// eraseCopies takes the words of a record that was blanked out of whatever else has them, and returns how many reports
// did. What fails keeps none of the rest from it, and can be done again.
func (z *eraser) eraseCopies(ctx context.Context, seqs ...uint64) (reports int, err error) {
	for _, seq := range seqs {
		n, wrong := eraseKept(ctx, z.d, seq)
		reports, err = reports+n, errors.Join(err, wrong, z.memories.Erase(ctx, seq))
	}
	scrubbed := z.d.Journal.Scrub(ctx)
	if scrubbed != nil {
		scrubbed = fmt.Errorf(
			"the words of record %d are gone, but pages of the journal's file that are free now may still "+
				"hold them; erase them again: %w",
			seqs[0],
			scrubbed,
		)
	}
	return reports, errors.Join(err, scrubbed)
}

// eraseHeard takes out of later records what scripts kept and said of the words of one, and returns which those are.
func (z *eraser) eraseHeard(ctx context.Context, c command.ControlCall) (seqs []uint64, err error) {
	if !c.All {
		return nil, nil // what scripts heard was said aloud, or typed where they listen
	}
	mark := []byte("heard") // the name of the field: most records are never decoded
	_, err = z.d.Book.Blank(ctx, c.Seq+1, z.d.Book.Last(), func(r journal.Record) ([]byte, error) {
		if !bytes.Contains(r.Bytes, mark) {
			return nil, nil
		}
		quiet, err := quieted(r, func(rec *world.Record) (*world.Record, int) { return world.BlankHeard(rec, c.Seq) })
		if quiet != nil && !slices.Contains(seqs, r.Seq) {
			seqs = append(seqs, r.Seq)
		}
		return quiet, err
	})
	if err != nil {
		return nil, fmt.Errorf("the words of record %d are gone there, and NOT where scripts kept them; erase them again: %w",
			c.Seq, err)
	}
	return seqs, nil
}

// words reads a record and counts the texts that would be taken out.
func (z *eraser) words(
	ctx context.Context, seq uint64, blank func(*world.Record) (*world.Record, int),
) (rec *world.Record, texts int, err error) {
	rec, _, err = z.recordOf(ctx, seq)
	if err == nil {
		_, texts = blank(rec)
	}
	return rec, texts, err
}

// recordOf reads a record, and whether words were taken out of it.
func (z *eraser) recordOf(ctx context.Context, seq uint64) (rec *world.Record, isBlanked bool, err error) {
	if seq == 0 || seq < z.d.Book.First() || seq > z.d.Book.Last() {
		return nil, false, fmt.Errorf("there is no record %d: the record reaches from %d to %d", seq, z.d.Book.First(),
			z.d.Book.Last())
	}
	err = z.d.Book.Records(ctx, seq, seq, func(r journal.Record) error {
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
func (z *eraser) wordless(ctx context.Context, c command.ControlCall) error {
	rec, isBlanked, err := z.recordOf(ctx, c.Seq)
	if err != nil {
		return err
	}
	if isBlanked {
		heard, err := z.eraseHeard(ctx, c)
		if err != nil {
			return err
		}
		if _, err := z.eraseCopies(ctx, append([]uint64{c.Seq}, heard...)...); err != nil {
			return err
		}
	}
	if _, texts := world.BlankWords(rec); texts > 0 {
		return fmt.Errorf("record %d (%s) holds no words that were meant for few; --all-words takes out what was said "+
			"aloud, too", c.Seq, deedName(rec))
	}
	return errors.New(
		"record " + fmt.Sprint(c.Seq) + " (" + deedName(rec) + ") holds no words that could be taken out: " +
			"there were none, they are gone already, or they are part of the world, as names and labels are",
	)
}

// deedName names an action and who wanted it, without a word of theirs.
func deedName(rec *world.Record) string {
	kind, who, _ := server.DeedParts(server.Deed(world.Input{Actor: rec.Actor, Action: rec.Action}, ""))
	if who == "" {
		return kind
	}
	return kind + " by " + who
}
