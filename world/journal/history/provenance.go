package history

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
)

// Limits of following a thing.
const (
	nestedMost   = 3  // containers inside one another that are followed
	meantimeMost = 20 // entries of a container between two of the thing's own
)

// Provenance tells how a thing came to be and each hand that it went through: the newest of it, and always its
// beginning, where the record still has it. What happened to a container while the thing was inside stands among it.
func Provenance(ctx context.Context, b Book, item world.ItemID, in Span) (Page, error) {
	key := archive.KeyOf(item)
	tell := func(rec *world.Record) []Entry { return passing(rec, item) }
	page, err := read(ctx, b, key, in, tell)
	if err != nil {
		return page, err
	}
	if page.Entries, err = follow(ctx, b, page.Entries, b.Last(), 0); err != nil || page.Older == 0 {
		return page, err
	}
	var first []Entry
	err = b.Touching(ctx, []world.Key{key}, b.First(), b.Last(), func(rec *world.Record) error {
		if first = tell(rec); len(first) > 0 {
			return errEnough
		}
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) {
		return page, fmt.Errorf("read the record: %w", err)
	}
	page.First = first
	return page, dated(ctx, b, page.First)
}

// passing are the events of a record that bring a thing into the world, into other hands, or out of it.
func passing(rec *world.Record, item world.ItemID) []Entry {
	var out []Entry
	for i := range rec.Notices {
		n := &rec.Notices[i]
		box, passes := passed(n.Event, item)
		if !passes {
			continue
		}
		if e, ok := entry(rec, n); ok {
			e.box = box
			out = append(out, e)
		}
	}
	return out
}

// passed reports whether an event brings a thing elsewhere, and into which container.
func passed(e world.Event, item world.ItemID) (box world.ItemID, passes bool) {
	switch e := e.(type) {
	case world.ItemMade:
		return e.Place.Item, e.Item == item
	case world.ItemMoved:
		return e.Place.Item, e.Item == item
	case world.ItemRestored:
		return e.Place.Item, e.Item == item
	case world.ItemPut:
		return e.Into, e.Item == item
	case world.CorpseLeft:
		if e.Item == item {
			return "", true
		}
		return e.Item, slices.Contains(e.Holds, item)
	case world.ItemTaken:
		return "", e.Item == item
	case world.CoinsTaken:
		return "", e.Item == item
	case world.CoinsLaid:
		return e.Place.Item, e.Item == item
	case world.ItemDropped:
		return "", e.Item == item
	case world.ItemGiven:
		return "", e.Item == item
	case world.Bought:
		return "", e.Item == item
	case world.Sold:
		return "", e.Item == item
	case world.ItemGone:
		return "", e.Item == item
	case world.Consumed:
		return "", e.Item == item
	case world.Invoked:
		return "", e.Item == item
	default:
		return "", false
	}
}

// follow puts behind each entry of a thing what happened to its container until the next one, or until a last record.
func follow(ctx context.Context, b Book, own []Entry, last uint64, deep int) ([]Entry, error) {
	var out []Entry
	for i, e := range own {
		out = append(out, e)
		until := last
		if i+1 < len(own) {
			until = own[i+1].Seq - 1
		}
		if e.box == "" || until <= e.Seq || deep == nestedMost {
			continue
		}
		in := Span{From: e.Seq + 1, To: until, Limit: meantimeMost}
		page, err := read(ctx, b, archive.KeyOf(e.box), in, func(rec *world.Record) []Entry { return passing(rec, e.box) })
		if err != nil {
			return nil, err
		}
		meanwhile, err := follow(ctx, b, page.Entries, until, deep+1)
		if err != nil {
			return nil, err
		}
		for _, m := range meanwhile {
			if m.Of == "" {
				m.Of = e.box
			}
			out = append(out, m)
		}
	}
	return out, nil
}
