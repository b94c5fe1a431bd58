package history

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
)

// Limits of looking for a name.
const (
	// GoneRecordsMost is how many records, the newest, are looked through for the name of what is no more.
	GoneRecordsMost = 100_000
	subjectsMost    = 12 // that one answer names
)

// The kinds of entities that have a history.
const (
	Actor = "actor"
	Item  = "item"
	Room  = "room"
)

// A Subject is what a name may mean.
type Subject struct {
	Key   world.Key
	Name  string // "rusty key"
	Where string // "Bede carries it, at the Ropewalk", or that it is no more
	Last  uint64 // of what is no more: the newest record that names it
}

// said is how a subject is shown among several.
func (s Subject) said() string { return s.Key.ID + " (" + s.Where + ")" }

// Present lists what in a state a text names, best match first: an id means that one alone. Kinds says which kinds are
// looked for. It only reads the state.
func Present(s *world.State, text string, kinds ...string) []Subject {
	q := newQuery(text)
	for _, kind := range kinds {
		if sub, ok := ofID(s, world.Key{Kind: kind, ID: q.id}); ok && len(q.words) == 1 {
			return []Subject{sub}
		}
	}
	m := matches{query: q}
	for _, kind := range kinds {
		switch kind {
		case Actor:
			for _, a := range world.Ordered(s.Actors) {
				m.add(s.ActorWords(a), a.Name, func() Subject { return actorSubject(s, a) })
			}
		case Item:
			for _, it := range world.Ordered(s.Items) {
				m.add(s.ItemWords(it), s.ItemName(it), func() Subject { return itemSubject(s, it) })
			}
		case Room:
			for _, r := range world.Ordered(s.Rooms) {
				m.add(strings.Fields(strings.ToLower(r.Name)), r.Name, func() Subject { return roomSubject(r) })
			}
		}
	}
	return m.found
}

// ofID is the entity of an id.
func ofID(s *world.State, k world.Key) (Subject, bool) {
	switch k.Kind {
	case Actor:
		if a := s.Actors[world.ActorID(k.ID)]; a != nil {
			return actorSubject(s, a), true
		}
	case Item:
		if it := s.Items[world.ItemID(k.ID)]; it != nil {
			return itemSubject(s, it), true
		}
	case Room:
		if r := s.Rooms[world.RoomID(k.ID)]; r != nil {
			return roomSubject(r), true
		}
	}
	return Subject{}, false
}

func actorSubject(s *world.State, a *world.Actor) Subject {
	where := "out of the world"
	if r := s.Rooms[a.Room]; r != nil && a.Presence != world.Away {
		where = "at " + world.PlaceName(r.Name)
	}
	return Subject{Key: archive.KeyOf(a.ID), Name: a.Name, Where: where}
}

func itemSubject(s *world.State, it *world.Item) Subject {
	return Subject{Key: archive.KeyOf(it.ID), Name: s.ItemName(it), Where: s.Whereabouts(it)}
}

func roomSubject(r *world.RoomSpec) Subject {
	return Subject{Key: archive.KeyOf(r.ID), Name: r.Name, Where: "a place of that name"}
}

// Past lists what records name so and a state no longer has, the last named first: an id wherever the record has it, a
// name in the newest records.
func Past(ctx context.Context, b Book, now func(world.Key) bool, text string, kinds ...string) ([]Subject, error) {
	q := newQuery(text)
	if len(q.words) == 1 && world.ValidID(q.id) {
		for _, kind := range kinds {
			sub, err := ofPast(ctx, b, world.Key{Kind: kind, ID: q.id})
			if err != nil {
				return nil, err
			}
			if sub.Last > 0 && !now(sub.Key) {
				return []Subject{sub}, nil
			}
		}
	}
	from := b.First()
	if last := b.Last(); last > GoneRecordsMost {
		from = max(from, last-GoneRecordsMost)
	}
	found := map[world.Key]Subject{}
	err := b.Records(ctx, from, b.Last(), func(r journal.Record) error {
		rec, err := journal.Decode(r.Bytes)
		if err != nil {
			return fmt.Errorf("record %d: %w", r.Seq, err)
		}
		for i := range rec.Notices {
			for _, c := range rec.Notices[i].Captions {
				k, ok := keyOf(c)
				if ok && slices.Contains(kinds, k.Kind) && q.fit(strings.Fields(strings.ToLower(c.Name)), c.Name, c.ID) > 0 {
					found[k] = gone(k, c.Name, rec.Seq)
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("look for a name in the record: %w", err)
	}
	var out []Subject
	for k, s := range found { // put into order below
		if !now(k) {
			out = append(out, s)
		}
	}
	slices.SortFunc(out, func(a, b Subject) int {
		return cmp.Or(cmp.Compare(b.Last, a.Last), strings.Compare(a.Key.String(), b.Key.String()))
	})
	return out, nil
}

// ofPast is the entity that the newest record with an id names; its Last is 0 when there is none.
func ofPast(ctx context.Context, b Book, key world.Key) (Subject, error) {
	var out Subject
	if b.First() == 0 {
		return out, nil
	}
	err := b.TouchingBack(ctx, []world.Key{key}, b.First(), b.Last(), func(rec *world.Record) error {
		for i := range rec.Notices {
			for _, c := range rec.Notices[i].Captions {
				if k, ok := keyOf(c); ok && k == key {
					out = gone(key, c.Name, rec.Seq)
					return errEnough
				}
			}
		}
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) {
		return out, fmt.Errorf("look for an id in the record: %w", err)
	}
	return out, nil
}

func gone(key world.Key, name string, last uint64) Subject {
	return Subject{
		Key: key, Name: name, Last: last, Where: fmt.Sprintf("no more; the record names it last at #%d", last),
	}
}

// keyOf is the key of what a caption names.
func keyOf(c world.Caption) (world.Key, bool) {
	switch c.Kind {
	case world.KindPerson, world.KindCreature:
		return world.Key{Kind: Actor, ID: c.ID}, true
	case world.KindItem:
		return world.Key{Kind: Item, ID: c.ID}, true
	case world.KindRoom:
		return world.Key{Kind: Room, ID: c.ID}, true
	case world.KindDoor, world.KindQuest, world.KindTable, world.KindText:
	}
	return world.Key{}, false
}

// One returns the one subject that is meant, or a refusal that lists those that may be.
func One(text string, found []Subject) (Subject, *world.Refusal) {
	switch len(found) {
	case 0:
		return Subject{}, &world.Refusal{Code: world.CodeUnknown, Text: fmt.Sprintf(
			"There is nothing of the name %q, and the last %d records name nothing so that is gone. An id is found as long "+
				"as its records are kept.", world.Clean(text), GoneRecordsMost)}
	case 1:
		return found[0], nil
	}
	var said []string
	for i, s := range found {
		if i == subjectsMost {
			said = append(said, fmt.Sprintf("and %d more", len(found)-i))
			break
		}
		said = append(said, s.said())
	}
	return Subject{}, &world.Refusal{
		Code: world.CodeUnclear, Text: "That may be several; say which by its id: " + strings.Join(said, "; ") + ".",
	}
}

// query is a name as somebody typed it.
type query struct {
	id    string
	words []string
}

func newQuery(text string) query {
	words := strings.Fields(strings.ToLower(text))
	for len(words) > 1 && (words[0] == "the" || words[0] == "a" || words[0] == "an") {
		words = words[1:]
	}
	return query{id: strings.Join(words, "-"), words: words}
}

// fit says how well a name is meant: 0 not at all, then by beginnings, by whole words, by the whole name or id.
func (q query) fit(words []string, name, id string) int {
	if len(q.words) == 0 {
		return 0
	}
	whole := strings.Join(q.words, " ")
	if bare := strings.ToLower(name); whole == bare || "the "+whole == bare || id != "" && q.id == id {
		return 3
	}
	best := 2
	for _, w := range q.words {
		switch {
		case slices.Contains(words, w):
		case slices.ContainsFunc(words, func(x string) bool { return strings.HasPrefix(x, w) }):
			best = 1
		default:
			return 0
		}
	}
	return best
}

// matches keeps the subjects that fit best.
type matches struct {
	query

	best  int
	found []Subject
}

func (m *matches) add(words []string, name string, subject func() Subject) {
	f := m.fit(words, name, "")
	if f == 0 || f < m.best {
		return
	}
	if f > m.best {
		m.best, m.found = f, nil
	}
	m.found = append(m.found, subject())
}
