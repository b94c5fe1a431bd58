package soak

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
	"github.com/mudlark-mud/mudlark/world/script"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// wholeEvery is how often, in lives, all that is left of the record is read again and not only what is new.
const wholeEvery = 25

// How the daemon names what it seals.
const (
	segmentsName = "segments"
	draftSuffix  = ".tmp"
)

// Ledger reads the record of a daemon that is down, again and again, and holds it against itself. It reads only what is
// new: what it read before is unchanged if the chain still has the head there that it noted. The world folded from the
// first record must be the one that the last cut and the records behind it make, and so must the one that comes of
// deciding every action again. In memory is the world, three times, and the new deeds.
type Ledger struct {
	heads   []journal.Head // noted at each reading; they must all lie on the chain
	folded  *world.State
	decided *world.State
	auditor *worldtest.Auditor
	names   map[world.ActorID]string
	protos  map[world.ItemID]string
	spoken  map[string]int // how often each speech was made, since the last reading
	deeds   []Deed
}

// NewLedger returns a ledger of a journal without a record.
func NewLedger() *Ledger {
	return &Ledger{
		heads: []journal.Head{{}}, folded: world.New(0), decided: script.NewWorld(0), auditor: worldtest.NewAuditor(),
		names: map[world.ActorID]string{}, protos: map[world.ItemID]string{},
	}
}

// Recovered is the world as it comes back, and what the journal has added since it was read last.
type Recovered struct {
	State   *world.State
	Deeds   []Deed         // in order
	Spoken  map[string]int // how often each speech was made
	Head    journal.Head   // behind all records
	Cut     uint64         // the sequence of the cut that was loaded; 0: none
	Bytes   int64          // size of the database
	Sealed  int            // segments there are
	Dropped uint64         // records that are no longer kept
	Sealing bool           // the daemon was killed while it sealed
}

// Read reads the record in a data folder, by way of a copy in scratch, so that the next daemon finds what its
// predecessor left and not what an auditor tidied up.
func (l *Ledger) Read(ctx context.Context, data, scratch string) (_ *Recovered, err error) {
	r := &Recovered{}
	if r.Bytes, r.Sealing, err = copyRecord(scratch, data); err != nil {
		return nil, err
	}
	j, err := journal.Open(scratch, journal.Options{NoSync: true})
	if err != nil {
		return nil, fmt.Errorf("open the journal: %w", err)
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	anchor := j.Anchor()
	book, err := archive.Open(scratch, j, archive.Options{NoSync: true})
	if err != nil {
		return nil, fmt.Errorf("open the record: %w", err)
	}
	r.Sealing = r.Sealing || j.Anchor() != anchor // the file still had what a segment has
	r.Sealed, r.Head = len(book.Segments()), book.Head()
	if first := book.First(); first > 0 {
		r.Dropped = first - 1
	}
	if err := l.old(ctx, book); err != nil {
		return nil, err
	}
	l.deeds, l.spoken = nil, map[string]int{}
	if err := l.follow(ctx, book); err != nil {
		return nil, err
	}
	r.Deeds, r.Spoken = l.deeds, l.spoken
	var info journal.LoadInfo
	if r.State, info, err = journal.Recover(j); err != nil {
		return nil, err
	}
	r.Cut = info.Cut
	return r, l.agree(r.State)
}

// old wants what was read before to be what it was.
func (l *Ledger) old(ctx context.Context, book *archive.Book) error {
	if len(l.heads)%wholeEvery == 0 {
		return l.whole(ctx, book)
	}
	noted := l.heads[len(l.heads)-1]
	if noted.Seq == 0 {
		return nil
	}
	if last := book.Last(); last < noted.Seq {
		return fmt.Errorf("there were %d records, and %d are left", noted.Seq, last)
	}
	now, err := book.HeadAt(ctx, noted.Seq)
	switch {
	case err != nil:
		return fmt.Errorf("find the head behind record %d: %w", noted.Seq, err)
	case now != noted:
		return fmt.Errorf("the records up to %d are not what they were: the head was %v and is %v", noted.Seq, noted, now)
	}
	return nil
}

// Whole follows the chain through all that is left in the copy that was read last.
func (l *Ledger) Whole(ctx context.Context, scratch string) (err error) {
	j, err := journal.Open(scratch, journal.Options{NoSync: true})
	if err != nil {
		return fmt.Errorf("open the journal: %w", err)
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	book, err := archive.Open(scratch, j, archive.Options{NoSync: true})
	if err != nil {
		return fmt.Errorf("open the record: %w", err)
	}
	return l.whole(ctx, book)
}

// whole follows the chain through all that is left of the record, past every head that was ever noted.
func (l *Ledger) whole(ctx context.Context, book *archive.Book) error {
	head, next := book.Anchor(), 0
	meet := func() error {
		for next < len(l.heads) && l.heads[next].Seq <= head.Seq {
			if noted := l.heads[next]; noted.Seq == head.Seq && noted != head {
				return fmt.Errorf("record %d: the head was %v and is %v", head.Seq, noted, head)
			}
			next++
		}
		return nil
	}
	if err := meet(); err != nil {
		return err
	}
	err := book.Records(ctx, head.Seq+1, book.Last(), func(r journal.Record) (err error) {
		if head, err = head.Next(r); err != nil {
			return err
		}
		return meet()
	})
	switch {
	case err != nil:
		return fmt.Errorf("follow the chain: %w", err)
	case head != book.Head():
		return fmt.Errorf("the chain leads to %v, and the journal says %v", head, book.Head())
	case next < len(l.heads):
		return fmt.Errorf("the chain ends at %d, before the head that was noted at %d", head.Seq, l.heads[next].Seq)
	}
	return nil
}

// follow folds the new records, decides them again and audits them.
func (l *Ledger) follow(ctx context.Context, book *archive.Book) error {
	head := l.heads[len(l.heads)-1]
	err := book.Records(ctx, head.Seq+1, book.Last(), func(r journal.Record) (err error) {
		if head, err = head.Next(r); err != nil {
			return err
		}
		return l.next(r)
	})
	switch {
	case err != nil:
		return err
	case head != book.Head():
		return fmt.Errorf("the chain leads to %v, and the journal says %v", head, book.Head())
	}
	l.heads = append(l.heads, head)
	return nil
}

// next takes one new record in.
func (l *Ledger) next(r journal.Record) error {
	rec, err := journal.Decode(r.Bytes)
	if err != nil {
		return err
	}
	l.folded.Fold(rec)
	if err := l.auditor.Record(rec); err != nil {
		return fmt.Errorf("record %d, %T: %w", rec.Seq, rec.Action, err)
	}
	if rec.Rules != world.Rules {
		return fmt.Errorf("record %d has rules %d, and this program %d", rec.Seq, rec.Rules, world.Rules)
	}
	if err := worldtest.Again(rec, r.Bytes, l.decided.Decide); err != nil {
		return err
	}
	for i := range rec.Notices {
		if d, ok := l.deed(rec.Notices[i].Event); ok {
			l.deeds = append(l.deeds, d)
		}
	}
	return nil
}

// deed turns an event into a deed, if it is one that bots are told of.
func (l *Ledger) deed(e world.Event) (d Deed, ok bool) {
	switch e := e.(type) {
	case world.Created:
		l.names[e.Actor] = e.Name
		return d, false
	case world.ItemMade:
		l.protos[e.Item] = string(e.Proto)
		return d, false
	case world.ItemTaken:
		d = Deed{Who: l.names[e.Actor], Did: Took, What: l.protos[e.Item]}
		if e.From != "" {
			d.Did, d.To = TookOut, l.protos[e.From]
		}
	case world.ItemDropped:
		d = Deed{Who: l.names[e.Actor], Did: Dropped, What: l.protos[e.Item]}
	case world.ItemPut:
		d = Deed{Who: l.names[e.Actor], Did: Put, What: l.protos[e.Item], To: l.protos[e.Into]}
	case world.ItemGiven:
		d = Deed{Who: l.names[e.Actor], Did: Gave, What: l.protos[e.Item], To: l.names[e.To]}
	case world.Said:
		d = Deed{Who: l.names[e.Actor], Did: Said, What: e.Text}
		l.spoken[e.Text]++
	case world.Told:
		d = Deed{Who: l.names[e.Actor], Did: Told, What: e.Text, To: l.names[e.To]}
		l.spoken[e.Text]++
	case world.Moved:
		d = Deed{Who: l.names[e.Actor], Did: Walked, What: roomName(e.To)}
	default:
		return d, false
	}
	return d, true
}

// roomName is the name of the room with an id, as Place.Write makes both.
func roomName(id world.RoomID) string { return cellWord + strings.TrimPrefix(string(id), "cell-") }

// agree wants the loaded world, the folded one and the one decided again to be the same.
func (l *Ledger) agree(loaded *world.State) error {
	if err := worldtest.SameState(l.folded, loaded); err != nil {
		return fmt.Errorf("cut and tail do not make what the records make: %w", err)
	}
	if err := worldtest.SameState(l.folded, l.decided); err != nil {
		return fmt.Errorf("deciding again makes another world: %w", err)
	}
	if err := l.auditor.Compare(loaded); err != nil {
		return fmt.Errorf("the auditor of the records disagrees: %w", err)
	}
	sums := map[[sha256.Size]byte]bool{}
	for _, s := range []*world.State{loaded, l.folded, l.decided} {
		sum, err := journal.Digest(s)
		if err != nil {
			return err
		}
		sums[sum] = true
	}
	if len(sums) != 1 {
		return errors.New("the loaded, the folded and the decided world have different digests")
	}
	return nil
}

// copyRecord makes scratch a copy of the record in a data folder. Segments are linked: they never change. It reports
// the size of the database, and whether a segment was being written.
func copyRecord(scratch, data string) (size int64, unfinished bool, err error) {
	if err := os.RemoveAll(scratch); err != nil {
		return 0, false, fmt.Errorf("make room for a copy: %w", err)
	}
	from, to := filepath.Join(data, segmentsName), filepath.Join(scratch, segmentsName)
	if err := os.MkdirAll(to, 0o700); err != nil {
		return 0, false, fmt.Errorf("make room for a copy: %w", err)
	}
	entries, err := os.ReadDir(from)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, false, fmt.Errorf("list the segments: %w", err)
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), draftSuffix) {
			unfinished = true
			continue
		}
		if err := os.Link(filepath.Join(from, e.Name()), filepath.Join(to, e.Name())); err != nil {
			return 0, false, fmt.Errorf("link a segment: %w", err)
		}
	}
	size, err = copyFile(filepath.Join(scratch, journal.FileName), filepath.Join(data, journal.FileName))
	return size, unfinished, err
}

func copyFile(to, from string) (size int64, err error) {
	src, err := os.Open(from)
	if err != nil {
		return 0, fmt.Errorf("copy the journal: %w", err)
	}
	defer func() { _ = src.Close() }()
	dst, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, fmt.Errorf("copy the journal: %w", err)
	}
	size, err = io.Copy(dst, src)
	if err := errors.Join(err, dst.Close()); err != nil {
		return 0, fmt.Errorf("copy the journal: %w", err)
	}
	return size, nil
}
