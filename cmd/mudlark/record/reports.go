package record

import (
	"bytes"
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

// What wizards do with reports: list them, read one beside what the record says now, and close one.
const (
	reportsShown    = 20  // in a list
	reportTextShown = 120 // bytes of a report's words in a list
)

// headAt follows the chain to a record from the nearest place before it where it is written down.
func (c *Clerk) headAt(ctx context.Context, seq uint64) (journal.Head, error) {
	from := c.d.Journal.Anchor()
	for _, s := range c.d.Book.Segments() {
		if a := s.Info.Anchor; from.Seq >= seq || a.Seq < seq && a.Seq > from.Seq {
			from = a
		}
	}
	return c.headFrom(ctx, from, seq)
}

// reports lists reports, shows one, or closes one.
func (c *Clerk) reports(ctx context.Context, q verb.Asked, text string) (any, error) {
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
		return nil, &world.Refusal{
			Code: world.CodeBadValue,
			Text: "Say reports, reports all, reports and a number, or " +
				"reports close, a number and a word.",
		}
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
func (c *Clerk) keptReport(seq uint64) (*keptReport, error) {
	b, err := c.d.Journal.Get(reportsTable, reportKey(seq))
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
func (c *Clerk) listReports(ctx context.Context, all bool) (any, error) {
	table, title := reportsOpen, "Open reports"
	if all {
		table, title = reportsTable, "Reports"
	}
	var seqs []uint64
	more := 0
	err := c.d.Journal.Scan(table, nil, func(key, _ []byte) error {
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
	return verb.RecordLine{
		Day:  at.Format("Monday 2 January 2006"),
		Time: at.Format(time.TimeOnly),
		Seq:  seq,
		Text: text,
	}
}

// showReport shows a report, what its author was shown, and whether record and receipt still say so.
func (c *Clerk) showReport(ctx context.Context, k *keptReport) (any, error) {
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
func (c *Clerk) receiptHolds(ctx context.Context, k *keptReport) (string, error) {
	if k.Receipt == "" {
		return "Its author got no receipt: the server stopped just then.", nil
	}
	want, err := journal.ParseHead(k.Receipt)
	if err != nil {
		return "", fmt.Errorf("report %d: %w", k.Seq, err)
	}
	if want.Seq <= c.d.Book.Anchor().Seq {
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
func (c *Clerk) copyHolds(ctx context.Context, k *keptReport) (string, error) {
	if len(k.Lines) == 0 {
		return "Nothing that was shown is kept with it.", nil
	}
	if k.Lines[0].Seq < c.d.Book.First() {
		return "What is kept here cannot be held against the record: those records are no longer kept.", nil
	}
	var differs []string
	blanked := false
	for _, part := range bySeq(k.Lines) {
		err := c.d.Book.Records(ctx, part[0].Seq, part[0].Seq, func(r journal.Record) error {
			rec, err := journal.Decode(r.Bytes)
			if err != nil {
				return err
			}
			now := shownTo(rec, k.Num, 0)
			for _, l := range part {
				if !slices.Contains(now, l) {
					differs = append(differs, prose.Marked(l.Seq))
					blanked = blanked || r.Was != nil
				}
			}
			return nil
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
		return "The record says otherwise at " + strings.Join(
			differs,
			", ",
		) + ": words were erased from it on request.", nil
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

// answers tells somebody who came back how reports of theirs were answered meanwhile.
func (c *Clerk) answers(ctx context.Context, who world.ActorID) (any, error) {
	var waiting []uint64
	err := c.d.See(ctx, func(s *world.State, _ world.Time) {
		if a := s.Actors[who]; a != nil {
			waiting = slices.Clone(a.Answers)
		}
	})
	for _, seq := range waiting {
		if err == nil {
			err = c.tellAnswer(ctx, who, seq)
		}
	}
	return nil, err
}

// tellAnswer tells how one was. Who left meanwhile, or was told elsewhere, is not told now.
func (c *Clerk) tellAnswer(ctx context.Context, who world.ActorID, seq uint64) error {
	act := world.TellAnswer{Body: who, Report: seq}
	k, err := c.keptReport(seq)
	if no := (*world.Refusal)(nil); err != nil && !errors.As(err, &no) { // a report that is no more was answered, too
		return err
	}
	if k != nil && k.Closed != nil {
		act.By, act.Text = k.Closed.Who, k.Closed.Text
	}
	_, err = c.d.Loop.Do(ctx, func(*world.State, world.Time) loop.Step {
		in := &world.Input{Via: world.Via{Kind: world.ViaHost}, Action: act}
		return loop.Step{Name: loop.NameHost, Input: in}
	})
	return err
}

// closeReport answers a report; its author is told, at once or when they are back in the world.
func (c *Clerk) closeReport(ctx context.Context, q verb.Asked, k *keptReport, text string) (any, error) {
	if k.Closed != nil {
		return nil, &world.Refusal{
			Code: world.CodeAlready, Text: "That report is closed already, by " + k.Closed.By + ".",
		}
	}
	old, err := c.oldReports(ctx)
	if err != nil {
		return nil, err
	}
	var broken error
	reply, err := c.d.Loop.Do(ctx, func(s *world.State, _ world.Time) loop.Step {
		by := ""
		if a := s.Actors[q.Actor]; a != nil {
			by = a.Name
		}
		act := world.CloseReport{Report: k.Seq, To: k.Who, Text: text}
		if is := s.Actors[k.Who]; is == nil || is.Num != k.Num {
			act.To = "" // the author is no more, though somebody else may have that name
		}
		in := &world.Input{Actor: q.Actor, Via: q.Via, Action: act}
		return loop.Step{Name: verb.AskReports, Input: in, Then: func(s *world.State, _ world.Time) loop.Step {
			k.Closed = &closedReport{By: by, Who: q.Actor, Seq: s.Seq, Wall: time.Now().UTC(), Text: world.Clean(text)}
			row, err := k.row()
			if err != nil {
				broken = err
				return loop.Step{}
			}
			return loop.Step{Puts: append(old, row, journal.Put{Bucket: reportsOpen, Key: reportKey(k.Seq)})}
		}}
	})
	if err = errors.Join(err, broken); err != nil {
		return nil, err
	}
	if reply.Refusal != nil {
		return nil, reply.Refusal
	}
	said := "Report " + strconv.FormatUint(k.Seq, 10) + " is closed" + reaches(reply, k.Name) + "."
	return verb.DoneReport{Text: said}, nil
}

// oldReports are the puts that clear away what was closed long ago.
func (c *Clerk) oldReports(ctx context.Context) (puts []journal.Put, err error) {
	since := c.d.Now().Add(-ReportsKept)
	err = c.d.Journal.Scan(reportsTable, nil, func(key, value []byte) error {
		var k keptReport
		if err := json.Unmarshal(value, &k); err != nil {
			return err
		}
		if k.Closed != nil && k.Closed.Wall.Before(since) && len(puts) < reportsDropMost {
			puts = append(puts, journal.Put{Bucket: reportsTable, Key: bytes.Clone(key)})
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("look for old reports: %w", err)
	}
	return puts, nil
}

// reaches says who reads the answer that closed a report, and when.
func reaches(r loop.Reply, author string) string {
	for _, rec := range r.Records {
		for i := range rec.Notices {
			switch e, ok := rec.Notices[i].Event.(world.ReportClosed); {
			case !ok:
			case e.Kept:
				return "; " + author + " is away, and reads your word when coming back"
			case e.To == "":
				return "; " + author + " is no more, so nobody reads your word"
			}
		}
	}
	return ""
}
