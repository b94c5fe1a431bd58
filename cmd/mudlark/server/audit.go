package server

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/prose"
)

const (
	auditRecordsMost = 50_000 // records looked through, newest
	auditLinesMost   = 100    // deeds shown
)

// Audit lists what a character did lately, newest last. Private speech is not shown, only that it took place.
func (d *Daemon) Audit(ctx context.Context, who world.ActorID) ([]string, error) {
	last := d.Journal.Last()
	from := uint64(1)
	if last > auditRecordsMost {
		from = last - auditRecordsMost
	}
	var out []string
	err := d.Journal.Records(from, last, func(r journal.Record) error {
		rec, err := journal.Decode(r.Bytes)
		if err != nil || !concerns(rec, who) {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if out = append(out, deedLine(rec)); len(out) > auditLinesMost {
			out = out[1:]
		}
		return nil
	})
	return out, err
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
	case world.Impose, world.Lift, world.Kick, world.Annotate:
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
		default: // what follows
		}
	}
	return about, true
}

// deedLine shows one record: sequence, world time, door, action.
func deedLine(rec *world.Record) string {
	via := string(rec.Via.Kind)
	switch {
	case rec.Via.Grant != "":
		via += " " + string(rec.Via.Grant)
	case rec.Via.By != "":
		via += " by " + string(rec.Via.By) + " on " + string(rec.Actor)
	}
	what := fmt.Sprintf("%+v", rec.Action)
	if _, ok := decidedAbout(rec); ok {
		via += " by " + cmp.Or(string(rec.Actor), "the operator")
		what = decided(rec)
	}
	switch a := rec.Action.(type) {
	case world.Tell:
		what = "{to " + string(a.To) + "}"
	case world.Whisper:
		what = "{to " + string(a.To) + "}"
	case world.BringBack:
		what = fmt.Sprintf("{%s as it was at %d: %s}", a.Item, a.As, a.Reason)
		if a.Who != nil {
			what = fmt.Sprintf("{%s as it was at %d: %s}", a.Who.ID, a.As, a.Reason)
		}
	case world.ApplyPack:
		what = fmt.Sprintf("{%s %s}", a.Pack.ID, a.Pack.Hash)
	default:
	}
	at := time.Duration(rec.At) * time.Millisecond
	kind := reflect.TypeOf(rec.Action).Name()
	return fmt.Sprintf("%d at %s (%s): %s %s", rec.Seq, at.Round(time.Second), via, kind, what)
}

// decided tells what was decided about people in a record: the decision, and whom it sent out.
func decided(rec *world.Record) string {
	var out []string
	for i := range rec.Notices {
		switch rec.Notices[i].Event.(type) {
		case world.Imposed, world.Lifted, world.Kicked, world.Noted:
			out = append(out, prose.ReaderText(prose.Text{prose.History(&rec.Notices[i])}))
		default: // what follows
		}
	}
	return strings.Join(out, " ")
}
