package record

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// Limits of what is kept with a report.
const (
	reportMinutes     = 5       // of what its author was shown
	reportLinesMost   = 300     // the newest of it
	reportBytesMost   = 48_000  // of words
	reportRecordsMost = 200_000 // looked through for it, by who and where they name
	reportDecodedMost = 5_000   // of them, the newest, looked through for what carries further, too
	reportRoomsMost   = 40      // in which its author was meanwhile
	reportsOpenMost   = 1_000   // then no more are taken
	reportsDropMost   = 1_000   // old ones that one deed clears away
)

// ReportsKept is how long a report is kept after it was closed, by the wall clock.
const ReportsKept = 365 * 24 * time.Hour

// The tables in which reports are kept, for longer than the record: all that there are, and the numbers of the open
// ones. What was closed long ago is cleared away when another is closed.
const (
	reportsTable = "reports"
	reportsOpen  = "reports-open"
)

// keptReport is a report with what its author was shown. It is kept as JSON.
type keptReport struct {
	Seq     uint64        `json:"seq"`
	At      world.Time    `json:"at"`
	Wall    time.Time     `json:"wall"`
	Who     world.ActorID `json:"who"`
	Num     uint32        `json:"num"`
	Name    string        `json:"name"`
	Room    string        `json:"room"`
	Via     world.ViaKind `json:"via"`
	Text    string        `json:"text"`
	From    uint64        `json:"from"` // the first record that was looked through
	To      uint64        `json:"to"`
	Lines   []keptLine    `json:"lines"`
	Cut     bool          `json:"cut,omitempty"`     // there were more lines, older ones
	Receipt string        `json:"receipt,omitempty"` // as its author got it
	Closed  *closedReport `json:"closed,omitempty"`

	bytes int // of the lines
}

// keptLine is what was shown of one event.
type keptLine struct {
	Seq  uint64     `json:"seq"`
	N    int        `json:"n"`
	At   world.Time `json:"at"`
	Text string     `json:"text"`
}

type closedReport struct {
	By   string        `json:"by"`
	Who  world.ActorID `json:"who,omitempty"` // the same, by id
	Seq  uint64        `json:"seq,omitempty"` // of the record
	Wall time.Time     `json:"wall"`
	Text string        `json:"text"`
}

func reportKey(seq uint64) []byte { return binary.BigEndian.AppendUint64(nil, seq) }

// row is what is written of a report.
func (k *keptReport) row() (journal.Put, error) {
	b, err := json.Marshal(k)
	if err != nil {
		return journal.Put{}, fmt.Errorf("encode report %d: %w", k.Seq, err)
	}
	return journal.Put{Bucket: reportsTable, Key: reportKey(k.Seq), Value: b}, nil
}

// report keeps a report with what its author was shown lately, and gives a receipt.
func (c *Clerk) report(ctx context.Context, q verb.Asked, text string) (any, error) {
	open := 0
	if err := c.d.Journal.Scan(reportsOpen, nil, func(_, _ []byte) error { open++; return nil }); err != nil {
		return nil, fmt.Errorf("count the open reports: %w", err)
	}
	if open >= reportsOpenMost {
		return nil, &world.Refusal{
			Code: world.CodeFull, Text: "More reports wait than anybody can read. Try again later.",
		}
	}
	k := &keptReport{Who: q.Actor, Via: q.Via.Kind}
	now, no := world.Time(0), (*world.Refusal)(nil)
	err := c.d.See(ctx, func(s *world.State, at world.Time) {
		a := s.Actors[q.Actor]
		if a == nil {
			no = &world.Refusal{Code: world.CodeAbsent, Text: "Your character is no more."}
			return
		}
		k.Num, k.Name, k.To, now = a.Num, a.Name, s.Seq, at
		if r := s.Rooms[a.Room]; r != nil {
			k.Room = r.Name
		}
		_, no = s.ReportFit(a, text, at)
	})
	switch {
	case err != nil:
		return nil, err
	case no != nil:
		return nil, no
	}
	if err := c.witness(ctx, k, now-reportMinutes*world.Minute); err != nil {
		return nil, err
	}
	return c.put(ctx, q, k, text)
}

// put decides the report; its kept copy rides in the same batch.
func (c *Clerk) put(ctx context.Context, q verb.Asked, k *keptReport, text string) (any, error) {
	before := c.d.Journal.Head()
	var broken error
	reply, err := c.d.Loop.Do(ctx, func(*world.State, world.Time) loop.Step {
		in := &world.Input{Actor: q.Actor, Via: q.Via, Action: world.Report{Text: text}}
		return loop.Step{Name: verb.AskReport, Input: in, Then: func(s *world.State, _ world.Time) loop.Step {
			k.Seq, k.At, k.Wall, k.Text = s.Seq, s.Now, time.Now().UTC(), world.Clean(text)
			row, err := k.row()
			if err != nil {
				broken = err
				return loop.Step{}
			}
			open := journal.Put{Bucket: reportsOpen, Key: reportKey(k.Seq), Value: []byte{}}
			return loop.Step{Puts: []journal.Put{row, open}}
		}}
	})
	switch {
	case err != nil:
		return nil, err
	case broken != nil:
		return nil, broken
	case reply.Refusal != nil:
		return nil, reply.Refusal
	}
	head, err := c.headFrom(ctx, before, k.Seq)
	if err != nil {
		return nil, err
	}
	k.Receipt = head.String()
	row, err := k.row()
	if err != nil {
		return nil, err
	}
	if _, err := c.d.Loop.Do(ctx, func(*world.State, world.Time) loop.Step {
		return loop.Step{Name: verb.AskReport, Puts: []journal.Put{row}}
	}); err != nil {
		return nil, err
	}
	return verb.ReceiptReport{
		Report: k.Seq, Receipt: k.Receipt, Lines: len(k.Lines), Minutes: reportMinutes,
	}, nil
}

// witness fills in what the author of a report was shown since a time, up to where the record stood. In a busy world
// what came from afar, a shout or the bell, is looked for in the newest records alone.
func (c *Clerk) witness(ctx context.Context, k *keptReport, since world.Time) error {
	k.From = 1
	if k.To > reportRecordsMost {
		k.From = k.To - reportRecordsMost
	}
	k.From = max(k.From, c.d.Book.First())
	if seq, err := c.d.Book.SeqAt(ctx, time.Now().Add(-(reportMinutes+1)*time.Minute)); err == nil {
		k.From = max(k.From, seq) // a hint that spares reading; the records' own times decide
	}
	near := k.From
	if k.To > reportDecodedMost {
		near = max(near, k.To-reportDecodedMost)
	}
	err := c.nearby(ctx, k, span{k.From, near - 1}, since)
	if err == nil {
		err = c.d.Book.Records(ctx, near, k.To, func(r journal.Record) error {
			rec, err := journal.Decode(r.Bytes)
			if err != nil {
				return fmt.Errorf("record %d: %w", r.Seq, err)
			}
			k.keep(shownTo(rec, k.Num, since))
			return nil
		})
	}
	if err != nil {
		return fmt.Errorf("read what was shown: %w", err)
	}
	k.Lines = slices.Clone(k.Lines)
	return nil
}

// span is a row of sequences, both ends included.
type span struct{ from, to uint64 }

// nearby keeps what happened around the author of a report: what names them, or a place where they were.
func (c *Clerk) nearby(ctx context.Context, k *keptReport, in span, since world.Time) error {
	if in.from > in.to {
		return nil
	}
	keys := []world.Key{archive.KeyOf(k.Who)}
	err := c.d.Book.Touching(ctx, keys, in.from, k.To, func(rec *world.Record) error {
		for i := range rec.Notices {
			key := archive.KeyOf(rec.Notices[i].Room)
			if key.ID != "" && len(keys) <= reportRoomsMost && !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return c.d.Book.Touching(ctx, keys, in.from, in.to, func(rec *world.Record) error {
		k.keep(shownTo(rec, k.Num, since))
		return nil
	})
}

// keep adds lines, and lets go of the oldest when they are too many.
func (k *keptReport) keep(lines []keptLine) {
	k.Lines = append(k.Lines, lines...)
	for _, l := range lines {
		k.bytes += len(l.Text)
	}
	for len(k.Lines) > reportLinesMost || k.bytes > reportBytesMost && len(k.Lines) > 0 {
		k.bytes -= len(k.Lines[0].Text)
		k.Lines, k.Cut = k.Lines[1:], true
	}
}

// shownTo puts into words what a record told a body.
func shownTo(rec *world.Record, num uint32, since world.Time) []keptLine {
	if rec.At < since {
		return nil
	}
	var out []keptLine
	for i := range rec.Notices {
		n := &rec.Notices[i]
		sense, ok := n.SenseOf(num)
		if !ok {
			continue
		}
		words := strings.Join(strings.Fields(prose.Of(n, sense).String()), " ")
		if moved, walked := n.Event.(world.Moved); walked && words == "" && sense&world.Did != 0 {
			words = "You come to " + world.PlaceName(world.Clean(n.Caption(string(moved.To)).Name)) + "."
		}
		if words != "" {
			out = append(out, keptLine{Seq: n.Seq, N: n.N, At: n.At, Text: words})
		}
	}
	return out
}

// headFrom follows the chain from a head to a record behind it.
func (c *Clerk) headFrom(ctx context.Context, head journal.Head, seq uint64) (journal.Head, error) {
	err := c.d.Book.Records(ctx, head.Seq+1, seq, func(r journal.Record) (err error) {
		head, err = head.Next(r)
		return err
	})
	if err == nil && head.Seq != seq {
		err = fmt.Errorf("it ends at %d", head.Seq)
	}
	if err != nil {
		return head, fmt.Errorf("follow the chain to record %d: %w", seq, err)
	}
	return head, nil
}

// eraseKept takes the words of a record out of the reports that keep them, and returns how many reports that were.
func eraseKept(ctx context.Context, d *server.Daemon, seq uint64) (int, error) {
	var puts []journal.Put
	err := d.Journal.Scan(reportsTable, nil, func(_, value []byte) error {
		k := &keptReport{}
		if err := json.Unmarshal(value, k); err != nil {
			return err
		}
		holds := k.Seq == seq
		if holds {
			k.Text = world.Blanked
		}
		for i := range k.Lines {
			if k.Lines[i].Seq == seq {
				k.Lines[i].Text, holds = world.Blanked, true
			}
		}
		if k.Closed != nil && k.Closed.Seq == seq {
			k.Closed.Text, holds = world.Blanked, true
		}
		if !holds {
			return ctx.Err()
		}
		row, err := k.row()
		puts = append(puts, row)
		return err
	})
	if err == nil && len(puts) > 0 {
		_, err = d.Loop.Do(ctx, func(*world.State, world.Time) loop.Step {
			return loop.Step{Name: loop.NameHost, Puts: puts}
		})
	}
	if err != nil {
		return 0, fmt.Errorf("erase what reports keep of record %d: %w", seq, err)
	}
	return len(puts), nil
}
