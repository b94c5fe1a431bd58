package server

import (
	"context"
	"fmt"
	"reflect"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
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

// concerns reports whether a record is a deed of somebody's: what they did, what they made another do, and how they
// came to be a wizard.
func concerns(rec *world.Record, who world.ActorID) bool {
	anointed, ok := rec.Action.(world.Anoint)
	return rec.Actor == who || rec.Via.By == who || ok && anointed.Body == who
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
