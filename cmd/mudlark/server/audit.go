package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
	"github.com/mudlark-mud/mudlark/world/journal/rewind"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

const (
	auditRecordsMost = 50_000 // records looked through, newest
	auditLinesMost   = 100    // deeds shown
)

// errAudited ends a reading of the record that has found enough.
var errAudited = errors.New("enough was found")

// Audit lists deeds, newest last. Private speech is not shown, only that it took place; so nothing finds its words.
func (d *Daemon) Audit(ctx context.Context, q verb.Audit) (verb.RecordReport, error) {
	a := &audit{q: q, d: d, from: d.Book.First(), to: d.Book.Last()}
	if q.Before > 0 {
		a.to = min(a.to, q.Before-1)
	}
	if q.Since != "" {
		from, err := d.sinceWhen(ctx, q.Since)
		if err != nil {
			return verb.RecordReport{}, err
		}
		a.from = max(a.from, from)
	}
	if a.to < max(a.from, 1) {
		return a.report(ctx)
	}
	err := a.read(ctx)
	if err != nil && !errors.Is(err, errAudited) {
		return verb.RecordReport{}, fmt.Errorf("read the record: %w", err)
	}
	return a.report(ctx)
}

// sinceWhen finds the first record of a time that somebody typed.
func (d *Daemon) sinceWhen(ctx context.Context, words string) (uint64, error) {
	if seq, err := strconv.ParseUint(strings.TrimPrefix(words, "#"), 10, 64); err == nil {
		return seq, nil
	}
	at, ok := rewind.Moment(words, time.Now())
	if !ok {
		return 0, &world.Refusal{
			Code: world.CodeBadValue, Text: "Since when is that? Say 2h, 14:00, 2026-11-21 14:00 or #48211.",
		}
	}
	if !strings.HasPrefix(words, "-") {
		at = at.Add(-time.Second) // a moment is meant to the end of its second, and here with that second
	}
	seq, err := d.Book.SeqAt(ctx, at)
	if _, isBefore := errors.AsType[*archive.RangeError](err); isBefore {
		return 0, nil
	}
	return seq + 1, err
}

// audit is deeds being read.
type audit struct {
	q        verb.Audit
	d        *Daemon
	from, to uint64
	looked   int
	deeds    []deed // newest first
	more     uint64 // there may be others up to this record; 0: there are none
}

// deed is one record as an audit tells it.
type deed struct {
	seq  uint64
	text string
}

// read looks through the record, the newest first: of one body through what concerns it, else through all.
func (a *audit) read(ctx context.Context) error {
	if a.q.Who != "" {
		return a.d.Book.TouchingBack(ctx, []world.Key{archive.KeyOf(a.q.Who)}, a.from, a.to, a.look)
	}
	for to := a.to; to >= max(a.from, 1); {
		from := max(a.from, 1, to-min(to, auditBlock)+1)
		var block []*world.Record
		err := a.d.Book.Records(ctx, from, to, func(r journal.Record) error {
			rec, err := journal.Decode(r.Bytes)
			block = append(block, rec)
			return err
		})
		if err != nil {
			return err
		}
		for _, rec := range slices.Backward(block) {
			if err := a.look(rec); err != nil {
				return err
			}
		}
		to = from - 1
	}
	return nil
}

const auditBlock = 1000 // records that are read at a time where all are looked through

// look takes a record if it is wanted; errAudited says that it is one too many.
func (a *audit) look(rec *world.Record) error {
	if a.looked == auditRecordsMost || len(a.deeds) == auditLinesMost {
		a.more = rec.Seq
		return errAudited
	}
	a.looked++
	text := deedLine(rec)
	switch {
	case a.q.All && rec.Via.Kind == world.ViaTimer, !a.q.All && !concerns(rec, a.q.Who):
		return nil
	case a.q.All:
		text = cmp.Or(string(rec.Actor), "the host") + " " + text
	}
	low := strings.ToLower(text)
	for _, w := range a.q.Words {
		if !strings.Contains(low, w) {
			return nil
		}
	}
	a.deeds = append(a.deeds, deed{rec.Seq, text})
	return nil
}

// report puts what was read into the form in which it is told, with the wall clock of each deed.
func (a *audit) report(ctx context.Context) (verb.RecordReport, error) {
	out := verb.RecordReport{Title: "What was decided about people"}
	asked := "audit"
	switch {
	case a.q.All:
		out.Title, asked = "What everybody did", "audit all"
	case a.q.Who != "":
		out.Title, asked = "What "+string(a.q.Who)+" did", "audit "+string(a.q.Who)
	}
	for _, x := range slices.Backward(a.deeds) {
		at, err := a.d.Book.When(ctx, x.seq)
		if err != nil {
			return out, fmt.Errorf("find when record %d was: %w", x.seq, err)
		}
		out.Lines = append(out.Lines, verb.RecordLine{
			Day: at.Format("Monday 2 January 2006"), Time: at.Format(time.TimeOnly), Seq: x.seq, Text: x.text,
		})
	}
	if a.q.Since != "" {
		asked += " since " + prose.Marked(a.from)
	}
	asked += strings.TrimRight(" before "+prose.Marked(a.more+1)+" "+strings.Join(a.q.Words, " "), " ")
	switch {
	case a.more > 0 && len(a.deeds) < auditLinesMost:
		out.Notes = []string{fmt.Sprintf("Only %d records were looked through. To read on: %s", a.looked, asked)}
	case a.more > 0:
		out.Notes = []string{"There may be more before: " + asked}
	case len(out.Lines) == 0:
		out.Notes = []string{"The journal holds nothing of that."}
	}
	return out, nil
}

// concerns reports whether a record is a deed of somebody's: what they did, what they made another do, what was decided
// about them, and how they came to be a wizard. Of nobody it is what was decided about anybody.
func concerns(rec *world.Record, who world.ActorID) bool {
	if about, ok := decidedAbout(rec); ok && (who == "" || slices.Contains(about, who)) {
		return true
	}
	if who == "" {
		return false
	}
	anointed, ok := rec.Action.(world.Anoint)
	return rec.Actor == who || rec.Via.By == who || ok && anointed.Body == who
}

// decidedAbout lists the characters about whom a wizard or the operator decided something, and whether that is what a
// record is.
func decidedAbout(rec *world.Record) (about []world.ActorID, is bool) {
	switch rec.Action.(type) {
	case world.Impose, world.Lift, world.Kick, world.Annotate, world.Rename, world.Redescribe, world.Allow,
		world.SetMotd, world.PostNews, world.DropNews, world.Snoop, world.DeleteCharacter, world.UndeleteCharacter:
	default:
		return nil, false
	}
	for i := range rec.Notices {
		switch e := rec.Notices[i].Event.(type) {
		case world.Imposed:
			about = append(about, e.On)
		case world.Lifted:
			about = append(about, e.On)
		case world.Kicked:
			about = append(about, e.Actor)
		case world.Noted:
			about = append(about, e.On)
		case world.Renamed:
			about = append(about, e.Actor)
		case world.Snooped:
			about = append(about, e.Actor)
		case world.CommandsSet:
			about = append(about, e.Actor)
		case world.Redescribed:
			about = append(about, e.Actor)
		case world.CharacterDeleted:
			about = append(about, e.Actor)
		case world.CharacterUndeleted:
			about = append(about, e.Actor)
		default: // what follows
		}
	}
	return about, true
}

// deedLine shows one record: who, door, world time, action.
func deedLine(rec *world.Record) string {
	via := string(rec.Via.Kind)
	switch {
	case rec.Via.Grant != "":
		via += " " + string(rec.Via.Grant)
	case rec.Via.By != "":
		via += " by " + string(rec.Via.By) + " on " + string(rec.Actor)
	}
	public, _ := world.BlankPrivate(rec)
	what := fmt.Sprintf("%+v", public.Action)
	if _, ok := decidedAbout(rec); ok {
		via += " by " + cmp.Or(string(rec.Actor), "the operator")
		what = decided(rec)
	}
	switch a := rec.Action.(type) {
	case world.Tell:
		what = "{to " + string(a.To) + "}"
	case world.Whisper:
		what = "{to " + string(a.To) + "}"
	case world.SendLetter:
		what = "{to " + string(a.To) + "}"
	case world.PartyTell:
		what = "{to their group}"
	case world.Send:
		what = "{to " + string(a.To) + "}"
	case world.WizTalk:
		what = "{to all wizards}"
	case world.BringBack:
		what = fmt.Sprintf("{%s as it was at %d: %s}", a.Item, a.As, a.Reason)
		if a.Who != nil {
			what = fmt.Sprintf("{%s as it was at %d: %s}", a.Who.ID, a.As, a.Reason)
		}
	case world.ApplyPack:
		what = fmt.Sprintf("{%s %s}", a.Pack.ID, a.Pack.Hash)
	// Whole entries would fill the screen.
	case world.EditContent, world.UndoChange, world.HoldDraft, world.PublishDraft, world.DiscardDraft:
		what = decided(rec)
	case world.AskOwner: // the words that the deed would speak may be for one person
		what = "{to " + a.What + "}"
	default:
	}
	at := time.Duration(rec.At) * time.Millisecond
	kind := reflect.TypeOf(rec.Action).Name()
	return fmt.Sprintf("at world time %s (%s): %s %s", at.Round(time.Second), via, kind, what)
}

// decided tells what was decided about people in a record: the decision, and whom it sent out.
func decided(rec *world.Record) string {
	var out []string
	for i := range rec.Notices {
		switch rec.Notices[i].Event.(type) {
		case world.Imposed, world.Lifted, world.Kicked, world.Noted, world.Renamed, world.Redescribed, world.CommandsSet,
			world.MotdSet, world.NewsPosted, world.NewsDropped, world.Snooped, world.CharacterDeleted,
			world.CharacterUndeleted, world.ContentChanged, world.DraftHeld, world.DraftEdited, world.DraftClosed:
			out = append(out, prose.ReaderText(prose.Text{prose.History(&rec.Notices[i])}))
		default: // what follows
		}
	}
	return strings.Join(out, " ")
}
