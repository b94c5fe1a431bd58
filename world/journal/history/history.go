package history

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// An Entry is one event as history tells it.
type Entry struct {
	Seq  uint64        `json:"seq"`
	N    int           `json:"n"`
	At   world.Time    `json:"at"`   // world time, milliseconds
	Wall time.Time     `json:"wall"` // by the clock of the machine then
	Kind string        `json:"kind"` // item_given
	Room world.RoomID  `json:"room,omitempty"`
	By   world.ActorID `json:"by,omitempty"` // who acted; "" for the host and the clock
	Via  world.Via     `json:"via"`
	Text string        `json:"text"`
	Of   world.ItemID  `json:"of,omitempty"` // of what the thing was inside of meanwhile

	box world.ItemID // what the thing is inside of from then on
}

// Span says which part of a history is wanted.
type Span struct {
	From  uint64 // not older than this record; 0 for all
	To    uint64 // not newer; 0 for all
	Limit int    // entries; whole records are told, so there may be a few more
}

// A Page is a part of a history, the newest last.
type Page struct {
	First   []Entry `json:"first,omitempty"` // of a provenance that is not told whole: how it began
	Entries []Entry `json:"entries"`
	Older   uint64  `json:"older,omitempty"` // there is more up to this record; 0 when there is not
}

// errEnough ends a reading that has what it wants.
var errEnough = errors.New("enough")

// History tells the newest entries of a span that concern somebody, something or some place.
func History(ctx context.Context, b Book, key world.Key, in Span) (Page, error) {
	return read(ctx, b, key, in, func(rec *world.Record) []Entry { return entries(rec, key) })
}

// read collects what tell makes of the records that concern a key, newest first, and puts it into order.
func read(ctx context.Context, b Book, key world.Key, in Span, tell func(*world.Record) []Entry) (Page, error) {
	var page Page
	to := in.To
	if to == 0 {
		to = b.Last()
	}
	if b.First() == 0 || to < max(in.From, b.First()) {
		return page, nil
	}
	var parts [][]Entry
	n := 0
	err := b.TouchingBack(ctx, []world.Key{key}, max(in.From, b.First()), to, func(rec *world.Record) error {
		told := tell(rec)
		if len(told) == 0 {
			return nil
		}
		if n >= in.Limit {
			page.Older = rec.Seq
			return errEnough
		}
		n += len(told)
		parts = append(parts, told)
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) {
		return Page{}, fmt.Errorf("read the record: %w", err)
	}
	slices.Reverse(parts)
	page.Entries = slices.Concat(parts...)
	return page, dated(ctx, b, page.Entries)
}

// dated gives entries their wall clock.
func dated(ctx context.Context, b Book, list []Entry) error {
	seq, wall := uint64(0), time.Time{}
	for i := range list {
		if list[i].Seq != seq {
			at, err := b.When(ctx, list[i].Seq)
			if err != nil {
				return fmt.Errorf("find when record %d was: %w", list[i].Seq, err)
			}
			seq, wall = list[i].Seq, at
		}
		list[i].Wall = wall
	}
	return nil
}

// entries are what a record tells of an entity.
func entries(rec *world.Record, key world.Key) []Entry {
	var out []Entry
	for i := range rec.Notices {
		n := &rec.Notices[i]
		if !concerns(n, key) {
			continue
		}
		if e, ok := entry(rec, n); ok {
			out = append(out, e)
		}
	}
	if len(out) > 0 || key.Kind != Actor || rec.Actor != world.ActorID(key.ID) && rec.Via.By != world.ActorID(key.ID) {
		return out
	}
	for i := range rec.Notices { // they did it, and no event names them
		if e, ok := entry(rec, &rec.Notices[i]); ok {
			out = append(out, e)
		}
	}
	return out
}

// concerns reports whether an event names an entity, or happened there.
func concerns(n *world.Notice, key world.Key) bool {
	return slices.ContainsFunc(n.Captions, func(c world.Caption) bool {
		k, ok := keyOf(c)
		return ok && k == key
	})
}

// entry tells one event; false when there is nothing to tell.
func entry(rec *world.Record, n *world.Notice) (Entry, bool) {
	words := prose.History(n).String()
	if words == "" {
		return Entry{}, false
	}
	return Entry{
		Seq: rec.Seq, N: n.N, At: rec.At, Kind: kindOf(n.Event), Room: n.Room, By: rec.Actor, Via: rec.Via,
		Text: words + through(rec),
	}, true
}

// through says through which door it came, where that is not the keyboard, the clock or the host.
func through(rec *world.Record) string {
	switch rec.Via.Kind {
	case world.ViaGrant:
		return " (by an agent)"
	case world.ViaForce:
		return " (forced by " + string(rec.Via.By) + ")"
	case world.ViaMind, world.ViaScript:
		return " (by " + string(rec.Via.Kind) + ")"
	case world.ViaKeyboard, world.ViaTimer, world.ViaHost, world.ViaTable:
	}
	return ""
}

// kindOf names an event by its type: item_given.
func kindOf(e world.Event) string {
	var b strings.Builder
	for i, r := range reflect.TypeOf(e).Name() {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
