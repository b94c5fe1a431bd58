package verify

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"slices"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
	"github.com/mudlark-mud/mudlark/world/journal/segment"
	"github.com/mudlark-mud/mudlark/world/script"
)

// The checks of [Verify], in the order in which they are told.
const (
	CheckChain   = "chain"   // each record follows the one before, and the last leads to the head
	CheckRecords = "records" // each can be read, and folds
	CheckBases   = "bases"   // the state that a segment opens with is what the records before it make
	CheckAgain   = "again"   // the same actions, decided again, have the same events
	CheckSound   = "sound"   // the world that comes out can be
	CheckLoaded  = "loaded"  // it is the one that a start loads
	CheckErased  = "erased"  // each record without its words has another that says so, and why
	CheckReceipt = "receipt" // a head that was noted down lies on the chain
)

// Options say what to verify. The zero value is everything there is.
type Options struct {
	// From is the record to begin at, or one in the segment to begin with: the state before it is taken on trust.
	// 0 is the oldest.
	From uint64
	// Receipts are heads that were noted down elsewhere.
	Receipts []journal.Head
	// Progress is told of records.
	Progress archive.Progress
}

// Verify reads the record, folds it, decides it again where the present rules did, and says what is not as it should
// be. The error is that it could not look.
//
// tail is the journal that the book was opened with; with nil there is no world to compare with.
func Verify(ctx context.Context, b *archive.Book, tail archive.Tail, o Options) (*Verdict, error) {
	release := b.Hold()
	defer release()
	v := &verifier{
		book: b, tail: tail, ctx: ctx, o: o, began: time.Now(), again: true, traces: map[uint64]bool{},
		receipts: map[uint64][]journal.Head{},
		first:    map[string]*Difference{}, seen: map[string]bool{},
	}
	for _, r := range o.Receipts {
		v.receipts[r.Seq] = append(v.receipts[r.Seq], r)
	}
	err := v.run()
	if err != nil && !errors.Is(err, errDiffers) {
		return nil, err
	}
	return v.verdict(), nil
}

// errDiffers ends a verification that cannot go on behind what it found.
var errDiffers = errors.New("it differs")

// verifier is one verification under way.
type verifier struct {
	book     *archive.Book
	tail     archive.Tail
	ctx      context.Context
	o        Options
	began    time.Time
	out      Verdict
	receipts map[uint64][]journal.Head

	head    journal.Head
	folded  *world.State
	decided *world.State
	again   bool // records are still decided again
	total   uint64
	silent  []quiet         // blanked records
	deaf    bool            // scripts keep words that are known no more; what they do is not decided again
	traces  map[uint64]bool // records that another says were blanked

	first map[string]*Difference
	seen  map[string]bool
}

// quiet is a record that was blanked, and those whose words scripts had in it: it may be for one of those.
type quiet struct {
	seq   uint64
	heard []uint64
}

// differ notes the first difference of a check.
func (v *verifier) differ(check string, d *Difference) {
	v.seen[check] = true
	if v.first[check] == nil {
		v.first[check] = d
	}
}

func (v *verifier) run() error {
	parts := v.stretches()
	for len(parts) > 1 && v.o.From > parts[0].head.Seq {
		parts = parts[1:]
	}
	v.head = parts[0].anchor
	v.out.From, v.total = v.head.Seq+1, parts[len(parts)-1].head.Seq-v.head.Seq
	if last := parts[len(parts)-1].head.Seq; v.o.From > last+1 {
		return &archive.RangeError{Seq: v.o.From, First: v.book.First(), Last: last}
	}
	v.out.Trusted = v.head.Seq > 0
	for seq := range v.receipts {
		if seq < v.head.Seq {
			return fmt.Errorf("hold the record to receipt %s: what is looked at begins with record %d, and nothing can be said "+
				"of what was before", v.receipts[seq][0], v.out.From)
		}
	}
	if err := v.begin(); err != nil {
		return err
	}
	if err := v.receipt(); err != nil {
		return err
	}
	for i, p := range parts {
		if err := v.stretch(p, i > 0); err != nil {
			return err
		}
	}
	return v.close()
}

// begin makes the two states that the records are folded into and decided in.
func (v *verifier) begin() error {
	var err error
	if v.folded, err = v.book.Base(v.ctx, v.out.From); err != nil {
		return err
	}
	if v.decided, err = copyState(v.folded); err != nil {
		return err
	}
	v.deaf = v.decided.Deaf()
	v.seen[CheckChain], v.seen[CheckRecords], v.seen[CheckAgain] = true, true, true
	return nil
}

// copyState makes a second state that shares nothing with the first.
func copyState(s *world.State) (*world.State, error) {
	out := script.NewWorld(0)
	for _, k := range s.Keys() {
		b, err := journal.EncodeRow(s.Row(k))
		if err != nil {
			return nil, fmt.Errorf("copy %s: %w", k, err)
		}
		if err := journal.LoadRow(out, k.String(), b); err != nil {
			return nil, err
		}
	}
	out.Reindex()
	return out, nil
}

// stretch verifies one segment, or what is not sealed yet.
func (v *verifier) stretch(p stretch, follows bool) error {
	if p.sealed() {
		v.out.Segments++
	}
	if follows && v.head != p.anchor {
		v.differ(CheckChain, &Difference{
			What: p.name + " begins elsewhere on the chain than where the record before it ends",
			Seq:  p.anchor.Seq + 1, Wants: "it says", Want: p.anchor.String(), Gets: "the records lead to", Got: v.head.String(),
		})
		v.head = p.anchor
	}
	if follows && p.sealed() {
		if err := v.base(p); err != nil {
			return err
		}
	}
	if err := p.check(v.ctx); err != nil {
		if !Damaged(err) {
			return err
		}
		v.differ(CheckRecords, &Difference{What: err.Error(), Seq: p.anchor.Seq + 1})
	}
	if err := v.records(v.head.Seq+1, p.head.Seq); err != nil {
		return err
	}
	if v.head != p.head {
		v.differ(CheckChain, &Difference{
			What: fmt.Sprintf("records %d to %d do not lead to the head of %s, so at least one was changed, left out or put in",
				p.anchor.Seq+1, p.head.Seq, p.name),
			Seq: p.head.Seq, Wants: "it says", Want: p.head.String(), Gets: "the records lead to", Got: v.head.String(),
		})
		v.head = p.head
	}
	return nil
}

// base holds the state that a segment opens with to what the records before it made.
func (v *verifier) base(p stretch) error {
	v.seen[CheckBases] = true
	base, err := v.book.Base(v.ctx, p.anchor.Seq+1)
	if err != nil {
		if !Damaged(err) {
			return err
		}
		v.differ(CheckBases, &Difference{What: err.Error(), Seq: p.anchor.Seq + 1})
		return nil
	}
	d, err := statesApart(v.folded, base)
	if d != nil {
		d.What, d.Seq = "the state that "+p.name+" opens with is another than the records before it make", p.anchor.Seq
		d.Wants, d.Gets = "the records make it", "the segment has"
		v.differ(CheckBases, d)
	}
	return err
}

// records takes in the records from..to.
func (v *verifier) records(from, to uint64) error {
	if from > to {
		return nil
	}
	err := v.book.Records(v.ctx, from, to, v.record)
	if err != nil && Damaged(err) {
		v.differ(CheckRecords, &Difference{What: err.Error(), Seq: v.head.Seq + 1})
		return errDiffers
	}
	return err
}

func (v *verifier) record(r journal.Record) error {
	next, err := v.head.Next(r)
	if err != nil {
		v.differ(CheckRecords, &Difference{What: err.Error(), Seq: v.head.Seq + 1})
		return errDiffers
	}
	v.head = next
	rec, err := journal.Decode(r.Bytes)
	if err == nil && rec.Seq != r.Seq {
		err = fmt.Errorf("it calls itself record %d", rec.Seq)
	}
	if err != nil {
		v.differ(CheckRecords, &Difference{What: "it cannot be read: " + err.Error(), Seq: r.Seq})
		return errDiffers
	}
	v.out.Records++
	v.out.To = r.Seq
	if p := caught(func() { v.folded.Fold(rec) }); p != nil {
		d := differs(rec, "it does not fold into what the records before it made: "+p.cause)
		v.differ(CheckRecords, d)
		return errDiffers
	}
	if err := v.decide(rec, r); err != nil {
		return err
	}
	if v.out.Records%progressEvery == 0 || v.out.Records == v.total {
		v.tell()
	}
	return v.receipt()
}

// progressEvery is how many records pass between two words of progress.
const progressEvery = 1_000

func (v *verifier) tell() {
	if v.o.Progress != nil {
		v.o.Progress(v.out.Records, max(v.total, v.out.Records))
	}
}

// decide decides a record's action again, or folds it where that would say nothing: its words are not those it was
// decided with, or its rules are not ours.
func (v *verifier) decide(rec *world.Record, r journal.Record) error {
	blank := r.Was != nil
	if blank {
		v.blanked(rec)
	}
	if erase, ok := rec.Action.(world.Erase); ok {
		v.traces[erase.Record] = true
	}
	switch {
	case !v.again:
		return nil
	case blank, rec.Rules != world.Rules, v.deaf:
		if !blank && rec.Rules != world.Rules {
			v.out.Older++
		}
		v.decided.Fold(rec) // it folded into an equal state a moment ago
		v.deaf = (v.deaf || blank) && v.decided.Deaf()
		return nil
	}
	v.out.Again++
	d, err := decideAgain(v.decided, rec, r.Bytes)
	if d != nil {
		v.differ(CheckAgain, d)
		v.again, v.decided = false, nil // what comes behind would differ because of this
	}
	return err
}

// blanked takes in a record whose payload is not the one that the chain goes over.
func (v *verifier) blanked(rec *world.Record) {
	v.out.Blanked++
	heard := world.HeardFrom(rec)
	v.silent = append(v.silent, quiet{rec.Seq, heard})
	if _, n := world.BlankPrivate(rec); n > 0 && len(heard) == 0 { // else only what was heard may be gone
		v.differ(CheckErased, differs(rec, "its payload was replaced, as erasing words does, and it still holds words that "+
			"were meant for few: whoever replaced it did something else"))
	}
}

// erased looks for the traces of what was erased. A slice has none: what is no business of its reader was left out.
func (v *verifier) erased() {
	if v.tail == nil || len(v.silent) == 0 {
		return
	}
	v.seen[CheckErased] = true
	for _, q := range v.silent {
		if !v.traces[q.seq] && !slices.ContainsFunc(q.heard, func(seq uint64) bool { return v.traces[seq] }) {
			v.differ(CheckErased, &Difference{Seq: q.seq, What: "its payload was replaced, and no record says that its words " +
				"were erased, or why"})
		}
	}
}

// receipt holds the chain to the heads that were noted down at this record.
func (v *verifier) receipt() error {
	for _, r := range v.receipts[v.head.Seq] {
		v.seen[CheckReceipt] = true
		if r == v.head {
			continue
		}
		d := &Difference{What: "the receipt is of another record than this one: the journal was changed since it was " +
			"given, here or before, or the receipt is not of this world"}
		d.Seq = r.Seq
		d.Wants, d.Want, d.Gets, d.Got = "the receipt says", r.String(), "the chain stands at", v.head.String()
		v.differ(CheckReceipt, d)
	}
	delete(v.receipts, v.head.Seq)
	return nil
}

// close compares what came out at the end.
func (v *verifier) close() error {
	for seq := range v.receipts {
		if seq > v.head.Seq {
			v.differ(CheckReceipt, &Difference{
				What: fmt.Sprintf("the receipt is of record %d, and the record ends at %d: what came behind is missing", seq,
					v.head.Seq),
				Seq: v.head.Seq,
			})
		}
	}
	if v.again {
		d, err := statesApart(v.folded, v.decided)
		if err != nil {
			return err
		}
		if d != nil {
			d.What, d.Seq = "deciding changed the world in a way that no event tells", v.head.Seq
			d.Wants, d.Gets = "folded, it is", "decided, it is"
			v.differ(CheckAgain, d)
		}
	}
	v.decided = nil
	v.erased()
	v.seen[CheckSound] = true
	if err := v.folded.Check(); err != nil {
		v.differ(CheckSound, &Difference{What: "the world that comes out cannot be: " + err.Error(), Seq: v.head.Seq})
	}
	return v.loaded()
}

// loaded compares with what a start would load: the current cut and the records behind it. Beside a world that goes on
// the cut may be newer than where the folding stopped; then it goes on to there.
func (v *verifier) loaded() error {
	if v.tail == nil {
		return nil
	}
	v.seen[CheckLoaded] = true
	s := world.New(0)
	indexed := false
	_, err := v.tail.Load(
		func(key string, value []byte) error { return journal.LoadRow(s, key, value) },
		func(r journal.Record) error {
			if !indexed {
				s.Reindex()
				indexed = true
			}
			rec, err := journal.Decode(r.Bytes)
			if err != nil {
				return err
			}
			if p := caught(func() { s.Fold(rec) }); p != nil {
				return &journal.DamagedError{What: fmt.Sprintf("record %d does not fold into the current cut: %s", r.Seq, p.cause)}
			}
			return nil
		})
	if err != nil {
		if !Damaged(err) {
			return err
		}
		v.differ(CheckLoaded, &Difference{What: err.Error(), Seq: v.head.Seq})
		return nil
	}
	if err := v.records(v.head.Seq+1, s.Seq); err != nil {
		return err
	}
	d, err := statesApart(v.folded, s)
	if d != nil {
		d.What, d.Seq = "the world that a start loads is another than its records make", v.head.Seq
		d.Wants, d.Gets = "the records make it", "a start loads"
		v.differ(CheckLoaded, d)
	}
	return err
}

// Damaged reports whether an error is about what was found in the record, and not about getting to read it.
func Damaged(err error) bool {
	var file *journal.DamagedError
	var sealed *segment.DamagedError
	var gap *archive.GapError
	return errors.As(err, &file) || errors.As(err, &sealed) || errors.As(err, &gap)
}

// trouble is a panic that was caught.
type trouble struct {
	cause string
	stack []byte
}

// caught runs f and returns what it panicked with: a record that was tampered with may be too much for a fold.
func caught(f func()) (t *trouble) {
	defer func() {
		if p := recover(); p != nil {
			t = &trouble{cause: fmt.Sprint(p), stack: debug.Stack()}
		}
	}()
	f()
	return nil
}

// stretch is one segment, or what is not sealed yet.
type stretch struct {
	name         string // its file
	path         string // of a segment
	anchor, head journal.Head
}

func (p stretch) sealed() bool { return p.path != "" }

// check holds a segment's file to its own sum.
func (p stretch) check(ctx context.Context) (err error) {
	if !p.sealed() {
		return nil
	}
	r, err := segment.Open(p.path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	return r.Check(ctx, nil)
}

// stretches are the segments, oldest first, and what is not sealed yet.
func (v *verifier) stretches() []stretch {
	var out []stretch
	end := v.book.Anchor()
	for _, s := range v.book.Segments() {
		out = append(out, stretch{
			name: filepath.Base(s.Path), path: s.Path, anchor: s.Info.Anchor, head: s.Info.Head,
		})
		end = s.Info.Head
	}
	if head := v.book.Head(); head.Seq > end.Seq || len(out) == 0 {
		out = append(out, stretch{name: "the journal's file", anchor: end, head: head})
	}
	return out
}
