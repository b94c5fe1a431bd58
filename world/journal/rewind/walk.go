package rewind

import (
	"context"
	"fmt"
	"maps"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// Past is what a walk needs of the record; a *chronicle.Book is one.
type Past interface {
	First() uint64
	Last() uint64
	At(ctx context.Context, seq uint64, progress archive.Progress) (*world.State, error)
	Records(ctx context.Context, from, to uint64, fn func(journal.Record) error) error
	SeqAt(ctx context.Context, wall time.Time) (uint64, error)
}

// Options of a walk. The zero value is fine.
type Options struct {
	// Progress is told how far the making of a past world has come.
	Progress archive.Progress
	// Now is the wall clock that "21:04" and "-10m" count from; nil is the time of the newest record.
	Now func() time.Time
	// Zone is where the visitor lives; nil is UTC.
	Zone *time.Location
	// Style is how reports are put into words.
	Style prose.Style
}

// A Walk is one visitor in the past.
type Walk struct {
	past  Past
	o     Options
	table *verb.Table

	state  *world.State
	room   world.RoomID
	known  map[world.RoomID]bool
	deed   string // what the record is about behind which the visitor stands
	memory verb.Memory
	mark   mark
	over   bool
}

// visitorID is no slug, so that it is nobody's.
const visitorID world.ActorID = "~visitor"

// Begin opens the world as it was when record seq had been folded. The visitor stands where that record happened, or
// where people arrive.
func Begin(ctx context.Context, past Past, seq uint64, o Options) (*Walk, error) {
	if o.Zone == nil {
		o.Zone = time.UTC
	}
	w := &Walk{past: past, o: o, table: verb.New()}
	if err := w.travel(ctx, seq); err != nil {
		return nil, err
	}
	return w, nil
}

// Open is [Begin] at a moment in words, as the command `to` understands them.
func Open(ctx context.Context, past Past, words string, o Options) (*Walk, error) {
	if o.Zone == nil {
		o.Zone = time.UTC
	}
	w := &Walk{past: past, o: o}
	seq, err := w.seqAt(ctx, words)
	if err != nil {
		return nil, err
	}
	return Begin(ctx, past, seq, o)
}

// Over reports whether the visitor has left.
func (w *Walk) Over() bool { return w.over }

// Seq returns the record behind which the visitor stands.
func (w *Walk) Seq() uint64 { return w.state.Seq }

// Room returns the name of the place where the visitor stands.
func (w *Walk) Room() string {
	if r := w.state.Rooms[w.room]; r != nil {
		return prose.Clean(r.Name)
	}
	return "nowhere"
}

// Time returns the wall clock there.
func (w *Walk) Time() time.Time { return w.clock(w.state.Now) }

// clock is the wall clock at a world time of this state.
func (w *Walk) clock(at world.Time) time.Time {
	return time.UnixMilli(w.state.Wall).Add(time.Duration(at-w.state.WallAt) * time.Millisecond).In(w.o.Zone)
}

// stamp writes a moment as every line of the walk does.
const stamp = "2006-01-02 15:04:05 MST"

// mark is the state a little before where the visitor is, as rows: going back a few records then costs a few records,
// and not the whole way from the last base.
type mark struct {
	seq  uint64
	rows []row
}

type row struct {
	key   string
	value []byte
}

// markBefore is how many records before a place that was travelled to a mark is made.
const markBefore = 2_000

// travel makes the state at a sequence the visitor's own.
func (w *Walk) travel(ctx context.Context, seq uint64) error {
	if w.state != nil && seq == w.state.Seq {
		return nil
	}
	if first, last := w.past.First(), w.past.Last(); seq > last || seq+1 < first {
		return &archive.RangeError{Seq: seq, First: first, Last: last}
	}
	s, err := w.near(ctx, seq)
	if err != nil {
		return err
	}
	if err := w.fold(ctx, s, seq, s.Fold, nil); err != nil {
		return err
	}
	w.state, w.known, w.deed = s, nil, ""
	err = w.past.Records(ctx, max(seq, w.past.First()), seq, func(r journal.Record) error {
		rec, err := journal.Decode(r.Bytes)
		if err != nil {
			return err
		}
		w.arrived(rec)
		return nil
	})
	w.settle()
	return err
}

// arrived takes in the record behind which the visitor stands. Who stands nowhere yet stands where it happened.
func (w *Walk) arrived(rec *world.Record) {
	w.deed = prose.Deed(rec)
	for i := range rec.Notices {
		if room := rec.Notices[i].Room; w.room == "" && w.state.Rooms[room] != nil {
			w.room = room
		}
	}
}

// near returns a state at or a little before a sequence.
func (w *Walk) near(ctx context.Context, seq uint64) (*world.State, error) {
	if w.mark.rows != nil && w.mark.seq <= seq && seq-w.mark.seq <= 2*markBefore {
		return w.mark.state()
	}
	from := max(w.past.First(), 1) - 1
	if seq > from+markBefore {
		from = seq - markBefore
	}
	s, err := w.past.At(ctx, min(from, seq), w.o.Progress)
	if err != nil {
		return nil, fmt.Errorf("make the world as it was at record %d: %w", seq, err)
	}
	return s, w.mark.take(s)
}

func (m *mark) take(s *world.State) error {
	m.seq, m.rows = s.Seq, nil
	for _, k := range s.Keys() {
		b, err := journal.EncodeRow(s.Row(k))
		if err != nil {
			return fmt.Errorf("keep %s: %w", k, err)
		}
		m.rows = append(m.rows, row{k.String(), b})
	}
	return nil
}

func (m *mark) state() (*world.State, error) {
	s := world.New(0)
	for _, r := range m.rows {
		if err := journal.LoadRow(s, r.key, r.value); err != nil {
			return nil, err
		}
	}
	s.Reindex()
	return s, nil
}

// fold folds the records behind a state, through seq, in its own way; after, which may be nil, may end it.
func (w *Walk) fold(
	ctx context.Context, s *world.State, seq uint64, how func(*world.Record), after func(*world.Record) error,
) error {
	if s.Seq >= seq {
		return nil
	}
	return w.past.Records(ctx, s.Seq+1, seq, func(r journal.Record) error {
		rec, err := journal.Decode(r.Bytes)
		if err != nil {
			return fmt.Errorf("record %d: %w", r.Seq, err)
		}
		if err := guarded(rec, how); err != nil || after == nil {
			return err
		}
		return after(rec)
	})
}

// guarded folds a record; one that does not fold, as in a slice that somebody tampered with, is an error.
func guarded(rec *world.Record, how func(*world.Record)) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("record %d does not fold into what the records before it made: %v", rec.Seq, p)
		}
	}()
	how(rec)
	return nil
}

// end returns the wall clock at the newest record.
func (w *Walk) end(ctx context.Context) (func() time.Time, error) {
	s, err := w.past.At(ctx, w.past.Last(), w.o.Progress)
	if err != nil {
		return nil, fmt.Errorf("read the end of the record: %w", err)
	}
	at := time.UnixMilli(s.Wall).Add(time.Duration(s.Now-s.WallAt) * time.Millisecond)
	return func() time.Time { return at }, nil
}

// settle puts the visitor where people arrive when there is no such place as where they stood.
func (w *Walk) settle() {
	if w.state.Rooms[w.room] != nil {
		return
	}
	for _, p := range world.Ordered(w.state.Packs) {
		w.room = p.Start
	}
}

// ctx is how the verbs see the visitor: somebody in the room who knows every place and for whom there is light. It is
// a copy for reading only, and only until the state changes.
func (w *Walk) ctx() verb.Ctx {
	if w.known == nil {
		w.known = make(map[world.RoomID]bool, len(w.state.Rooms))
		for id := range w.state.Rooms {
			w.known[id] = true
		}
	}
	ghost := &world.Actor{
		ID: visitorID, Name: "visitor", Role: world.RoleWizard, Presence: world.Here, Room: w.room, Known: w.known,
	}
	s := *w.state
	s.Actors = maps.Clone(w.state.Actors)
	s.Actors[visitorID] = ghost
	if r := s.Rooms[w.room]; r != nil && !s.Bright(w.room, s.Now) {
		lit := *r
		lit.Light = world.LightLit
		s.Rooms = maps.Clone(s.Rooms)
		s.Rooms[w.room] = &lit
	}
	return verb.Ctx{
		State: &s, Now: s.Now, Actor: ghost, Via: world.Via{Kind: world.ViaKeyboard}, Memory: &w.memory,
	}
}
