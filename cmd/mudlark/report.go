package main

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// Limits of what is kept with a report.
const (
	reportMinutes     = 5      // of what its author was shown
	reportLinesMost   = 300    // the newest of it
	reportBytesMost   = 48_000 // of words
	reportRecordsMost = 50_000 // looked through for it
	reportsOpenMost   = 1_000  // then no more are taken
	reportsShown      = 20     // in a list
	reportTextShown   = 120    // bytes of a report's words in a list
)

// The tables in which reports are kept, for longer than the record: all that there were, and the numbers of the open
// ones.
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
}

// keptLine is what was shown of one event.
type keptLine struct {
	Seq  uint64     `json:"seq"`
	N    int        `json:"n"`
	At   world.Time `json:"at"`
	Text string     `json:"text"`
}

type closedReport struct {
	By   string    `json:"by"`
	Wall time.Time `json:"wall"`
	Text string    `json:"text"`
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
func (c *clerk) report(ctx context.Context, q verb.Asked, text string) (any, error) {
	open := 0
	if err := c.d.journal.Scan(reportsOpen, nil, func(_, _ []byte) error { open++; return nil }); err != nil {
		return nil, fmt.Errorf("count the open reports: %w", err)
	}
	if open >= reportsOpenMost {
		return nil, &world.Refusal{
			Code: world.CodeFull, Text: "More reports wait than anybody can read. Try again later.",
		}
	}
	k := &keptReport{Who: q.Actor, Via: q.Via.Kind}
	now, no := world.Time(0), (*world.Refusal)(nil)
	err := c.see(ctx, func(s *world.State, at world.Time) {
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
func (c *clerk) put(ctx context.Context, q verb.Asked, k *keptReport, text string) (any, error) {
	before := c.d.journal.Head()
	var broken error
	reply, err := c.d.loop.Do(ctx, func(*world.State, world.Time) loop.Step {
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
	if _, err := c.d.loop.Do(ctx, func(*world.State, world.Time) loop.Step {
		return loop.Step{Name: verb.AskReport, Puts: []journal.Put{row}}
	}); err != nil {
		return nil, err
	}
	return verb.ReceiptReport{
		Report: k.Seq, Receipt: k.Receipt, Lines: len(k.Lines), Minutes: reportMinutes,
	}, nil
}

// witness fills in what the author of a report was shown since a time, up to where the record stood.
func (c *clerk) witness(ctx context.Context, k *keptReport, since world.Time) error {
	k.From = 1
	if k.To > reportRecordsMost {
		k.From = k.To - reportRecordsMost
	}
	k.From = max(k.From, c.d.book.First())
	if seq, err := c.d.book.SeqAt(ctx, time.Now().Add(-(reportMinutes+1)*time.Minute)); err == nil {
		k.From = max(k.From, seq) // a hint that spares reading; the records' own times decide
	}
	bytes := 0
	err := c.d.book.Records(ctx, k.From, k.To, func(r journal.Record) error {
		lines, err := shownTo(r, k.Num, since)
		for _, l := range lines {
			bytes += len(l.Text)
		}
		k.Lines = append(k.Lines, lines...)
		for len(k.Lines) > reportLinesMost || bytes > reportBytesMost && len(k.Lines) > 0 {
			bytes -= len(k.Lines[0].Text)
			k.Lines, k.Cut = k.Lines[1:], true
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("read what was shown: %w", err)
	}
	k.Lines = slices.Clone(k.Lines)
	return nil
}

// shownTo puts into words what a record told a body.
func shownTo(r journal.Record, num uint32, since world.Time) ([]keptLine, error) {
	rec, err := journal.Decode(r.Bytes)
	if err != nil {
		return nil, fmt.Errorf("record %d: %w", r.Seq, err)
	}
	if rec.At < since {
		return nil, nil
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
	return out, nil
}

// headFrom follows the chain from a head to a record behind it.
func (c *clerk) headFrom(ctx context.Context, head journal.Head, seq uint64) (journal.Head, error) {
	err := c.d.book.Records(ctx, head.Seq+1, seq, func(r journal.Record) (err error) {
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

// headAt follows the chain to a record from the nearest place before it where it is written down.
func (c *clerk) headAt(ctx context.Context, seq uint64) (journal.Head, error) {
	from := c.d.journal.Anchor()
	for _, s := range c.d.book.Segments() {
		if a := s.Info.Anchor; from.Seq >= seq || a.Seq < seq && a.Seq > from.Seq {
			from = a
		}
	}
	return c.headFrom(ctx, from, seq)
}

// reports lists reports, shows one, or closes one.
func (c *clerk) reports(ctx context.Context, q verb.Asked, text string) (any, error) {
	first, rest, _ := strings.Cut(text, " ")
	switch strings.ToLower(first) {
	case "":
		return c.listReports(ctx, false)
	case "all":
		return c.listReports(ctx, true)
	case "close":
		first, rest, _ = strings.Cut(strings.TrimSpace(rest), " ")
	default:
		rest = ""
	}
	seq, err := strconv.ParseUint(strings.TrimPrefix(first, "#"), 10, 64)
	if err != nil {
		return nil, &world.Refusal{Code: world.CodeBadValue, Text: "Say reports, reports all, reports and a number, or " +
			"reports close, a number and a word."}
	}
	k, err := c.keptReport(seq)
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(strings.ToLower(text), "close") {
		return c.closeReport(ctx, q, k, strings.TrimSpace(rest))
	}
	return c.showReport(ctx, k)
}

// keptReport reads a report, or refuses.
func (c *clerk) keptReport(seq uint64) (*keptReport, error) {
	b, err := c.d.journal.Get(reportsTable, reportKey(seq))
	if err != nil {
		return nil, fmt.Errorf("read report %d: %w", seq, err)
	}
	if b == nil {
		return nil, &world.Refusal{Code: world.CodeUnknown, Text: "There is no report " + strconv.FormatUint(seq, 10) +
			". Type reports for those that are open, reports all for the others."}
	}
	k := &keptReport{}
	if err := json.Unmarshal(b, k); err != nil {
		return nil, fmt.Errorf("read report %d: %w", seq, err)
	}
	return k, nil
}

// listReports lists the open reports, or the newest of all, the newest last.
func (c *clerk) listReports(ctx context.Context, all bool) (any, error) {
	table, title := reportsOpen, "Open reports"
	if all {
		table, title = reportsTable, "Reports"
	}
	var seqs []uint64
	more := 0
	err := c.d.journal.Scan(table, nil, func(key, _ []byte) error {
		if len(key) == len(reportKey(0)) {
			seqs = append(seqs, binary.BigEndian.Uint64(key))
		}
		if len(seqs) > reportsShown {
			seqs, more = seqs[1:], more+1
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("list reports: %w", err)
	}
	out := verb.RecordReport{Title: title}
	for _, seq := range seqs {
		k, err := c.keptReport(seq)
		if err != nil {
			return nil, err
		}
		words := k.Text
		if len(words) > reportTextShown {
			words = strings.ToValidUTF8(words[:reportTextShown], "") + "…"
		}
		line := c.zone.day(k.Wall, k.Seq, k.Name+", at "+world.PlaceName(k.Room)+": "+words)
		if k.Closed != nil {
			line.Text += " (closed by " + k.Closed.By + ")"
		}
		out.Lines = append(out.Lines, line)
	}
	switch {
	case len(seqs) == 0:
		out.Notes = append(out.Notes, "There are none.")
	case more > 0:
		out.Notes = append(out.Notes, strconv.Itoa(more)+" older ones are not shown.")
	}
	return out, nil
}

// day is a line at a wall time.
func (z recordZone) day(at time.Time, seq uint64, text string) verb.RecordLine {
	at = at.In(z.Location)
	return verb.RecordLine{Day: at.Format("Monday 2 January 2006"), Time: at.Format(time.TimeOnly), Seq: seq, Text: text}
}

// showReport shows a report, what its author was shown, and whether record and receipt still say so.
func (c *clerk) showReport(ctx context.Context, k *keptReport) (any, error) {
	out := verb.RecordReport{Title: fmt.Sprintf("Report %d by %s, from %s", k.Seq, k.Name, world.PlaceName(k.Room))}
	for _, l := range k.Lines {
		at := k.Wall.Add(-time.Duration(k.At-l.At) * time.Millisecond)
		out.Lines = append(out.Lines, c.zone.day(at, l.Seq, l.Text))
	}
	out.Lines = append(out.Lines, c.zone.day(k.Wall, k.Seq, k.Name+" reports: "+k.Text))
	if k.Via != world.ViaKeyboard {
		out.Notes = append(out.Notes, "It was made by an agent of theirs.")
	}
	if k.Cut {
		out.Notes = append(out.Notes, "More was shown in those minutes than is kept; the newest is.")
	}
	if k.Closed != nil {
		at := k.Closed.Wall.In(c.zone.Location)
		out.Notes = append(out.Notes, k.Closed.By+" closed it on "+at.Format("Monday 2 January 2006 at 15:04:05")+": "+
			k.Closed.Text)
	}
	receipt, err := c.receiptHolds(ctx, k)
	if err != nil {
		return nil, err
	}
	copied, err := c.copyHolds(ctx, k)
	if err != nil {
		return nil, err
	}
	out.Notes = append(out.Notes, receipt, copied)
	return out, nil
}

// receiptHolds says whether the receipt lies on the chain.
func (c *clerk) receiptHolds(ctx context.Context, k *keptReport) (string, error) {
	if k.Receipt == "" {
		return "Its author got no receipt: the server stopped just then.", nil
	}
	want, err := journal.ParseHead(k.Receipt)
	if err != nil {
		return "", fmt.Errorf("report %d: %w", k.Seq, err)
	}
	if want.Seq <= c.d.book.Anchor().Seq {
		return "The receipt " + k.Receipt + " cannot be checked: the records up to it are no longer kept.", nil
	}
	got, err := c.headAt(ctx, want.Seq)
	if err != nil {
		return "", err
	}
	if got != want {
		return "THE RECEIPT DOES NOT HOLD. Its author was given " + k.Receipt + ", and the record says " + got.String() +
			". Records up to it were changed since; mudlark verify says more.", nil
	}
	return "The receipt holds: " + k.Receipt + " lies on the chain, so nothing up to it was changed since.", nil
}

// copyHolds says whether the record still tells what was kept.
func (c *clerk) copyHolds(ctx context.Context, k *keptReport) (string, error) {
	if len(k.Lines) == 0 {
		return "Nothing that was shown is kept with it.", nil
	}
	if k.Lines[0].Seq < c.d.book.First() {
		return "What is kept here cannot be held against the record: those records are no longer kept.", nil
	}
	var differs []string
	blanked := false
	for _, part := range bySeq(k.Lines) {
		err := c.d.book.Records(ctx, part[0].Seq, part[0].Seq, func(r journal.Record) error {
			now, err := shownTo(r, k.Num, 0)
			for _, l := range part {
				if !slices.Contains(now, l) {
					differs = append(differs, prose.Marked(l.Seq))
					blanked = blanked || r.Was != nil
				}
			}
			return err
		})
		if err != nil {
			return "", fmt.Errorf("read record %d: %w", part[0].Seq, err)
		}
	}
	differs = slices.Compact(differs)
	switch {
	case len(differs) == 0:
		return "The record still says word for word what is kept here.", nil
	case blanked:
		return "The record says otherwise at " + strings.Join(differs, ", ") + ": words were erased from it on request.", nil
	}
	return "THE RECORD SAYS OTHERWISE at " + strings.Join(differs, ", ") + ". If the release is another than then it " +
		"may only word it otherwise; if not, one of the two was changed.", nil
}

// bySeq groups lines by their record.
func bySeq(lines []keptLine) [][]keptLine {
	var out [][]keptLine
	for _, l := range lines {
		if n := len(out); n > 0 && out[n-1][0].Seq == l.Seq {
			out[n-1] = append(out[n-1], l)
			continue
		}
		out = append(out, []keptLine{l})
	}
	return out
}

// closeReport answers a report; its author is told, if they are in the world.
func (c *clerk) closeReport(ctx context.Context, q verb.Asked, k *keptReport, text string) (any, error) {
	if k.Closed != nil {
		return nil, &world.Refusal{
			Code: world.CodeAlready, Text: "That report is closed already, by " + k.Closed.By + ".",
		}
	}
	var broken error
	reply, err := c.d.loop.Do(ctx, func(s *world.State, _ world.Time) loop.Step {
		by := ""
		if a := s.Actors[q.Actor]; a != nil {
			by = a.Name
		}
		act := world.CloseReport{Report: k.Seq, To: k.Who, Text: text}
		if is := s.Actors[k.Who]; is != nil && is.Num != k.Num {
			act.To = "" // somebody else has that name now
		}
		in := &world.Input{Actor: q.Actor, Via: q.Via, Action: act}
		return loop.Step{Name: verb.AskReports, Input: in, Then: func(*world.State, world.Time) loop.Step {
			k.Closed = &closedReport{By: by, Wall: time.Now().UTC(), Text: world.Clean(text)}
			row, err := k.row()
			if err != nil {
				broken = err
				return loop.Step{}
			}
			return loop.Step{Puts: []journal.Put{row, {Bucket: reportsOpen, Key: reportKey(k.Seq)}}}
		}}
	})
	if err = errors.Join(err, broken); err != nil {
		return nil, err
	}
	if reply.Refusal != nil {
		return nil, reply.Refusal
	}
	return verb.DoneReport{Text: "Report " + strconv.FormatUint(k.Seq, 10) + " is closed."}, nil
}

// eraseKept takes the words of a record out of the reports that keep them, and returns how many reports that were.
func (d *daemon) eraseKept(ctx context.Context, seq uint64) (int, error) {
	var puts []journal.Put
	err := d.journal.Scan(reportsTable, nil, func(_, value []byte) error {
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
		if !holds {
			return ctx.Err()
		}
		row, err := k.row()
		puts = append(puts, row)
		return err
	})
	if err == nil && len(puts) > 0 {
		_, err = d.loop.Do(ctx, func(*world.State, world.Time) loop.Step {
			return loop.Step{Name: loop.NameHost, Puts: puts}
		})
	}
	if err != nil {
		return 0, fmt.Errorf("erase what reports keep of record %d: %w", seq, err)
	}
	return len(puts), nil
}
