package storm

import "github.com/mudlark-mud/mudlark/world"

// hearing holds what a client read on one connection against what the journal says that its body perceived.
type hearing struct {
	g    *Ledger
	v    *Visit
	want []wanted
	next int // of want
}

// wanted is one line that a client must be told.
type wanted struct {
	line string
	seq  uint64
	word string // the unique word that its record says, if any
	own  bool   // the record is the body's own
}

// Hear checks a connection. Of what the body perceived the client was told a beginning, in order, and nothing besides.
// A command that was answered is done when it is answered: no word of it may come later.
func (g *Ledger) Hear(v *Visit) { g.hear(v) }

// HearAll is Hear for a client that must have been told all there was.
func (g *Ledger) HearAll(v *Visit) {
	if h := g.hear(v); h.next < len(h.want) {
		g.notes.Fail("connection %d is quiet, and was never told %q (record %d)", v.ID, h.want[h.next].line,
			h.want[h.next].seq)
	}
}

func (g *Ledger) hear(v *Visit) *hearing {
	h := &hearing{g: g, v: v}
	if v.Actor != "" && !h.expect() {
		return h
	}
	answered := map[string]bool{}
	marks := 0
	for i, line := range v.Lines {
		switch {
		case h.next < len(h.want) && line == h.want[h.next].line:
			h.next++
			g.notes.Saw(Told)
		case marks < v.Answers && v.Sent[marks].IsMark(line):
			answered[v.Sent[marks].Word] = true
			if marks++; !h.caughtUp(answered) {
				return h
			}
		case g.lines[line]:
			h.object(i)
			return h
		}
	}
	h.order()
	return h
}

// expect gathers what the body perceived behind the record with which the client came in.
func (h *hearing) expect() bool {
	if h.v.From > h.g.read {
		h.g.notes.Fail("connection %d was let in behind record %d, and the journal ends at %d", h.v.ID, h.v.From, h.g.read)
		return false
	}
	num := h.g.number(h.v.Actor, h.v.From)
	for _, rec := range h.g.records[h.v.From:] {
		for i := range rec.Notices {
			n := &rec.Notices[i]
			sense, ok := n.SenseOf(num)
			if !ok {
				continue
			}
			for _, line := range wordsOf(n, sense) {
				h.want = append(h.want, wanted{
					line: line, seq: rec.Seq, word: spokenIn(rec.Action),
					own: rec.Actor == h.v.Actor && rec.Via.Kind == world.ViaKeyboard,
				})
			}
		}
	}
	return true
}

// caughtUp wants what is still to be told to be no deed of a command that was answered.
func (h *hearing) caughtUp(answered map[string]bool) bool {
	for _, w := range h.want[h.next:] {
		if w.own && w.word != "" && answered[w.word] {
			h.g.notes.Fail("connection %d was answered, and only then told %q (record %d)", h.v.ID, w.line, w.seq)
			return false
		}
	}
	return true
}

// object says what is wrong with a line that is told where another should be.
func (h *hearing) object(at int) {
	line := h.v.Lines[at]
	wants := "nothing more"
	if h.next < len(h.want) {
		wants = h.want[h.next].line
	}
	for _, w := range h.want[:h.next] {
		if w.line == line {
			h.g.notes.Fail("connection %d is told %q again, or out of its order (record %d told it); next is %q", h.v.ID, line,
				w.seq, wants)
			return
		}
	}
	h.g.notes.Fail("connection %d is told %q, which the journal does not have there; next is %q", h.v.ID, line, wants)
}

// order wants what a client said on one connection to stand in the journal in that order.
func (h *hearing) order() {
	last := uint64(0)
	for i, c := range h.v.Sent {
		seq := h.g.spoken[c.Word]
		if i >= h.v.Answers {
			h.g.notes.Saw(OpenAtDeath)
			if seq != 0 {
				h.g.notes.Saw(OpenHappened)
			}
		}
		if c.Word == "" || seq == 0 {
			continue
		}
		if seq < last {
			h.g.notes.Fail("connection %d said %q after what record %d has, and record %d has it", h.v.ID, c.Word, last, seq)
		}
		last = seq
	}
}
