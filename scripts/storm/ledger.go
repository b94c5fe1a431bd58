package storm

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/script"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// Ledger reads the journal whenever the server is down: what it read before must be there byte for byte, and the world
// folded from the first record must be the one that comes of deciding every action again, and the one that a start
// loads. It knows every line that any notice makes, and so which of the lines that a client read are none.
type Ledger struct {
	notes   *Notes
	asked   map[Asking]int // how often somebody asked for a kind of action
	done    map[Asking]int // and how often the journal has it
	read    uint64
	head    journal.Head    // of the chain over all that was read
	raw     [][]byte        // records as they were read, the first at index 0
	records []*world.Record // and what they say
	folded  *world.State
	again   *world.State // decided again
	auditor *worldtest.Auditor
	lines   map[string]bool   // that a decided notice makes for anybody, whether or not it came to the disk
	spoken  map[string]uint64 // unique words, and the records that hold them
	born    map[world.ActorID][]birth
	spans   []Span
}

// birth is a body of some name. A guest's name may be another's later.
type birth struct {
	seq uint64
	num uint32
}

// number is the short number of whoever bore a name when a record was made; 0: nobody.
func (g *Ledger) number(id world.ActorID, at uint64) uint32 {
	num := uint32(0)
	for _, b := range g.born[id] {
		if b.seq <= at {
			num = b.num
		}
	}
	return num
}

// New returns a ledger of a journal without a record, for clients who asked for what the stage knows.
func newLedger(n *Notes, s *Stage) *Ledger {
	return &Ledger{
		notes: n, asked: s.Asked, done: map[Asking]int{},
		folded: world.New(0), again: script.NewWorld(0), auditor: worldtest.NewAuditor(), lines: map[string]bool{},
		spoken: map[string]uint64{}, born: map[world.ActorID][]birth{},
	}
}

// wordsOf are the lines in which a notice is told; width and colours are such that none is broken or painted.
func wordsOf(n *world.Notice, sense world.Sense) []string {
	text := prose.ANSI(prose.Of(n, sense), prose.Palette{}, 0, prose.NoColour)
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimRight(line, " "); line != "" {
			out = append(out, line)
		}
	}
	return out
}

// Read returns how many records there were when the journal was read last.
func (g *Ledger) Read() uint64 { return g.read }

// Decided takes in what the machine decided, durable or not.
func (g *Ledger) Decided(r *world.Record) {
	g.notes.Saw(Records)
	g.notes.Say("    record %d: %T by %q, at the door %q", r.Seq, r.Action, r.Actor, r.Via.Kind)
	if r.Via.Kind == world.ViaTimer {
		g.notes.Saw(Timers)
	}
	for i := range r.Notices {
		n := &r.Notices[i]
		if _, isBack := n.Event.(world.Rejoined); isBack {
			g.notes.Saw(Rejoined)
		}
		for _, to := range n.To {
			for _, line := range wordsOf(n, to.Sense) {
				g.lines[line] = true
			}
		}
	}
}

// Follow reads what the disk has.
func (g *Ledger) Follow(mem *journal.Memory) error {
	old, seen := g.read, uint64(0)
	err := mem.Records(1, mem.Last(), func(r journal.Record) error {
		if seen++; r.Seq != seen {
			return fmt.Errorf("record %d follows %d", r.Seq, seen-1)
		}
		if r.Seq <= old {
			if !bytes.Equal(r.Bytes, g.raw[r.Seq-1]) {
				return fmt.Errorf("record %d is not what it was before", r.Seq)
			}
			return nil
		}
		return g.next(r)
	})
	switch {
	case err != nil:
		return err
	case seen < old:
		return fmt.Errorf("there were %d records, and %d are left", old, seen)
	case mem.Head() != g.head:
		return fmt.Errorf("the records make the head %v, and the journal has %v", g.head, mem.Head())
	}
	return nil
}

// next takes one new record in.
func (g *Ledger) next(r journal.Record) error {
	rec, err := journal.Decode(r.Bytes)
	if err != nil {
		return err
	}
	if g.head, err = g.head.Next(r); err != nil {
		return err
	}
	g.notes.MixBytes(r.Bytes)
	g.read, g.raw, g.records = r.Seq, append(g.raw, r.Bytes), append(g.records, rec)
	g.folded.Fold(rec)
	for i := range rec.Notices {
		if e, ok := rec.Notices[i].Event.(world.Created); ok {
			g.born[e.Actor] = append(g.born[e.Actor], birth{rec.Seq, e.Num})
		}
	}
	if err := g.auditor.Record(rec); err != nil {
		return fmt.Errorf("record %d, %T: %w", rec.Seq, rec.Action, err)
	}
	if err := worldtest.Again(rec, r.Bytes, g.again.Decide); err != nil {
		return err
	}
	return g.deed(rec)
}

// deed wants each unique word once, and no more of a kind of action than somebody asked for.
func (g *Ledger) deed(rec *world.Record) error {
	if word := spokenIn(rec.Action); word != "" {
		if first := g.spoken[word]; first != 0 {
			return fmt.Errorf("record %d says %q, which record %d has said", rec.Seq, word, first)
		}
		g.spoken[word] = rec.Seq
	}
	if rec.Via.Kind != world.ViaKeyboard {
		return nil
	}
	kind := Asking{Who: rec.Actor, Does: reflect.TypeOf(rec.Action).Name()}
	if _, isEnter := rec.Action.(world.Enter); isEnter {
		return nil
	}
	if g.done[kind]++; g.done[kind] > g.asked[kind] {
		return fmt.Errorf("record %d: %T by %s for the %d. time, asked for %d times", rec.Seq, rec.Action, rec.Actor,
			g.done[kind], g.asked[kind])
	}
	return nil
}

// spokenIn is the unique word that somebody says with an action.
func spokenIn(a world.Action) string {
	switch a := a.(type) {
	case world.Say:
		return a.Text
	case world.Shout:
		return a.Text
	case world.Tell:
		return a.Text
	case world.Whisper:
		return a.Text
	case world.Emote:
		return a.Text
	default:
		return ""
	}
}

// Agree wants a loaded world to be the folded one and the one decided again.
func (g *Ledger) Agree(loaded *world.State) error {
	if err := worldtest.SameState(g.folded, loaded); err != nil {
		return fmt.Errorf("cut and tail do not make what the records make: %w", err)
	}
	if err := g.auditor.Compare(loaded); err != nil {
		return fmt.Errorf("the auditor of the records disagrees: %w", err)
	}
	if err := loaded.Check(); err != nil {
		return err
	}
	one, err := journal.Digest(loaded)
	if err != nil {
		return err
	}
	two, err := journal.Digest(g.again)
	if err == nil && one != two {
		err = errors.New("the loaded world and the one decided again have different digests")
	}
	return err
}
