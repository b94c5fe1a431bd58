package history

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
	"github.com/mudlark-mud/mudlark/world/journal/rewind"
)

// A Query is what somebody typed behind rewind: what, as of when, and the rest of the line.
type Query struct {
	What string // "rusty key"
	When string // "21:04", "-10m", "48211", "2026-11-21 21:04"
	Rest string
}

// ParseQuery takes a line apart at its first time: "rusty key 21:04 it fell into the well".
func ParseQuery(line string, now time.Time) (Query, *world.Refusal) {
	words := strings.Fields(line)
	for i := range words {
		for _, n := range []int{2, 1} { // a day and a time before a time
			if i == 0 || i+n > len(words) {
				continue
			}
			when, ok := moment(strings.Join(words[i:i+n], " "), now)
			if !ok {
				continue
			}
			rest := words[i+n:]
			if len(rest) > 0 && rest[0] == "ago" {
				rest = rest[1:]
			}
			return Query{What: strings.Join(words[:i], " "), When: when, Rest: strings.Join(rest, " ")}, nil
		}
	}
	return Query{}, &world.Refusal{Code: world.CodeBadValue, Text: "Say what and as of when: 21:04, 10m for ten minutes " +
		"ago, #48211 for a record, or 2026-11-21 21:04."}
}

const hoursPerDay = 24

// moment reads a time as it is typed in the game and returns it as [replay.Find] wants it.
func moment(words string, now time.Time) (string, bool) {
	if seq, ok := strings.CutPrefix(words, "#"); ok {
		digits := seq != "" && strings.Trim(seq, "0123456789") == ""
		return seq, digits
	}
	if days, err := strconv.Atoi(strings.TrimSuffix(words, "d")); err == nil && strings.HasSuffix(words, "d") {
		words = strconv.Itoa(days*hoursPerDay) + "h"
	}
	if _, err := time.ParseDuration(words); err == nil && !strings.HasPrefix(words, "-") && words != "0" {
		words = "-" + words
	}
	_, ok := rewind.Moment(words, now)
	return words, ok
}

// FindMoment returns the record as of which a query is meant. The log has at least one record.
func (q Query) FindMoment(ctx context.Context, b Book, now time.Time) (uint64, error) {
	seq, err := rewind.Find(ctx, b, q.When, now)
	var off *archive.RangeError
	switch {
	case errors.As(err, &off):
		return 0, &world.Refusal{Code: world.CodeUnknown, Text: upper(off.Error()) + "."}
	case err != nil:
		return 0, fmt.Errorf("find the moment: %w", err)
	case seq < b.First() || seq > b.Last():
		return 0, &world.Refusal{Code: world.CodeUnknown, Text: fmt.Sprintf(
			"The record does not reach there; it has #%d to #%d.", b.First(), b.Last())}
	}
	return seq, nil
}

// upper makes the first letter of an error's words a capital.
func upper(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// Back returns what brings a thing or a character of a past state back. What it was is named as of then.
func Back(past *world.State, text string) (world.BringBack, *world.Refusal) {
	found := slices.DeleteFunc(Present(past, text, Item, Actor), func(s Subject) bool {
		a := past.Actors[world.ActorID(s.Key.ID)]
		return s.Key.Kind == Actor && (a == nil || !a.Player())
	})
	sub, r := One(text, found)
	if r != nil && len(found) == 0 {
		r.Text = fmt.Sprintf("There was no thing or character of the name %q then. Creatures come back by themselves, or "+
			"are loaded.", world.Clean(text))
	}
	if r != nil {
		return world.BringBack{}, r
	}
	if sub.Key.Kind == Actor {
		out, _ := past.PastCharacter(world.ActorID(sub.Key.ID))
		return out, nil
	}
	out, _ := past.PastThing(world.ItemID(sub.Key.ID))
	return out, nil
}

// Ended returns how a thing came to its end behind a record, and the sentence that tells of it; "" when it did not.
func Ended(ctx context.Context, b Book, item world.ItemID, after uint64) (world.Ending, string, error) {
	var how world.Ending
	words := ""
	keys := []world.Key{archive.KeyOf(item)}
	if after >= b.Last() {
		return "", "", nil
	}
	err := b.TouchingBack(ctx, keys, after+1, b.Last(), func(rec *world.Record) error {
		for i := range rec.Notices {
			switch e := rec.Notices[i].Event.(type) {
			case world.ItemGone:
				if e.Item != item {
					continue
				}
				how = e.How
			case world.CoinsTaken:
				if e.Item != item {
					continue
				}
			case world.Consumed:
				if e.Item != item || e.Left > 0 {
					continue
				}
			case world.Invoked:
				if e.Item != item || !e.Spent {
					continue
				}
			default:
				continue
			}
			if told, ok := entry(rec, &rec.Notices[i]); ok {
				words = told.Text
			}
			return errEnough
		}
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) {
		return "", "", fmt.Errorf("read the record: %w", err)
	}
	return how, words, nil
}
