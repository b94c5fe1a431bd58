package soak

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// Ledger reads the journal of a daemon that is down, again and again, and holds it against itself: what it read before
// must still be there byte for byte, the world folded from the first record must be the one that the last cut and the
// records behind it make, and so must the one that comes of deciding every action again.
type Ledger struct {
	read    uint64
	sum     [sha256.Size]byte // of the records read
	folded  *world.State
	decided *world.State
	auditor *worldtest.Auditor
	names   map[world.ActorID]string
	protos  map[world.ItemID]string
	spoken  map[string]int // how often each speech is in the journal, since its beginning
}

// NewLedger returns a ledger of a journal without a record.
func NewLedger() *Ledger {
	return &Ledger{
		folded: world.New(0), decided: world.New(0), auditor: worldtest.NewAuditor(), names: map[world.ActorID]string{},
		protos: map[world.ItemID]string{}, spoken: map[string]int{},
	}
}

// Recovered is the world as it comes back, and what the journal has added since it was read last.
type Recovered struct {
	State   *world.State
	Deeds   []Deed         // in order
	Spoken  map[string]int // of all time
	Records uint64         // of all time
	Cut     uint64         // the sequence of the cut that was loaded; 0: none
	Bytes   int64          // size of the database
}

// Read reads the journal in a data folder, by way of a copy in scratch, so that the next daemon finds what its
// predecessor left and not what an auditor tidied up.
func (l *Ledger) Read(data, scratch string) (_ *Recovered, err error) {
	size, err := copyFile(filepath.Join(scratch, journal.FileName), filepath.Join(data, journal.FileName))
	if err != nil {
		return nil, err
	}
	j, err := journal.Open(scratch, journal.Options{NoSync: true})
	if err != nil {
		return nil, fmt.Errorf("open the journal: %w", err)
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	s, info, err := journal.Recover(j)
	if err != nil {
		return nil, err
	}
	r := &Recovered{State: s, Spoken: l.spoken, Records: j.Last(), Cut: info.Cut, Bytes: size}
	if r.Deeds, err = l.follow(j); err != nil {
		return nil, err
	}
	if err := l.agree(s); err != nil {
		return nil, err
	}
	return r, nil
}

// follow reads all records: the old ones must be as they were, the new ones are folded, decided again and audited.
func (l *Ledger) follow(j *journal.Journal) ([]Deed, error) {
	h := sha256.New()
	old := l.read
	var deeds []Deed
	err := j.Records(1, j.Last(), func(r journal.Record) error {
		sumRecord(h, r)
		switch {
		case r.Seq < old:
			return nil
		case r.Seq == old:
			if [sha256.Size]byte(h.Sum(nil)) != l.sum {
				return fmt.Errorf("the first %d records are not what they were before", old)
			}
			return nil
		case r.Seq != l.read+1:
			return fmt.Errorf("record %d follows %d", r.Seq, l.read)
		}
		l.read = r.Seq
		d, err := l.next(r)
		deeds = append(deeds, d...)
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case j.Last() < old:
		return nil, fmt.Errorf("there were %d records, and %d are left", old, j.Last())
	}
	l.sum = [sha256.Size]byte(h.Sum(nil))
	return deeds, nil
}

func sumRecord(h hash.Hash, r journal.Record) {
	var head [16]byte
	binary.BigEndian.PutUint64(head[:8], r.Seq)
	binary.BigEndian.PutUint64(head[8:], uint64(len(r.Bytes)))
	h.Write(head[:])
	h.Write(r.Bytes)
}

// next takes one new record in.
func (l *Ledger) next(r journal.Record) ([]Deed, error) {
	rec, err := journal.Decode(r.Bytes)
	if err != nil {
		return nil, err
	}
	l.folded.Fold(rec)
	if err := l.auditor.Record(rec); err != nil {
		return nil, fmt.Errorf("record %d, %T: %w", rec.Seq, rec.Action, err)
	}
	if rec.Rules != world.Rules {
		return nil, fmt.Errorf("record %d has rules %d, and this program %d", rec.Seq, rec.Rules, world.Rules)
	}
	got, refusal := l.decided.Decide(rec.At, world.Input{Actor: rec.Actor, Via: rec.Via, Action: rec.Action})
	if got == nil {
		return nil, fmt.Errorf("record %d, %T, comes to nothing when it is decided again (refused: %t)", rec.Seq, rec.Action,
			refusal != nil)
	}
	b, err := journal.Encode(got)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(b, r.Bytes) {
		return nil, fmt.Errorf("record %d, %T, differs when it is decided again", rec.Seq, rec.Action)
	}
	var deeds []Deed
	for i := range rec.Notices {
		if d, ok := l.deed(rec.Notices[i].Event); ok {
			deeds = append(deeds, d)
		}
	}
	return deeds, nil
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

// roomName is the name of the room with an id, as WritePlace makes both.
func roomName(id world.RoomID) string { return "Cell " + strings.TrimPrefix(string(id), "cell-") }

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
