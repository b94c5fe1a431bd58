package game

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/mcp/result"
)

// Limits of one result. What has no room is told by the next one, or by the tool events.
const (
	// TextBytesMax is how many bytes of text a result has.
	TextBytesMax = 16 << 10
	// EventBytesMax is how many bytes its events have in the structure, a record of its own caller's apart.
	EventBytesMax = 32 << 10

	asideBytes  = 4 << 10 // of the text are for how things stand
	newsBytes   = 1 << 10 // and so many for news in any case
	markBytes   = len("- \n")
	escapeMost  = 6   // bytes that JSON makes of one, at most: \u0026
	eventsOwn   = 512 // bytes of an event beside its words, at most, but for odd ones
	wordsInBoth = 2   // an event has its words in text and in data
)

// The names of limits that a result can meet, as [Config].Met is told them.
const (
	LimitText   = "agent_result_text_bytes"
	LimitEvents = "agent_result_event_bytes"
)

// reading is what an answer tells of what happened.
type reading struct {
	after *uint64 // what came behind this record; nil: what is new
	upTo  uint64
	limit int
	own   map[uint64]bool // the call's own records, which are told in any case
	text  int             // bytes that there is room for
}

// newsOf is the reading of what a call's result tells, when its answer has so many bytes.
func newsOf(a response, answer int) reading {
	return reading{
		upTo: a.seq, limit: EventsShownMax, own: a.own, text: max(TextBytesMax-asideBytes-answer, newsBytes),
	}
}

// batch is some of what was told, oldest first.
type batch struct {
	entries []entry
	cursor  uint64  // all up to here has been told
	more    bool    // there is more behind the cursor
	left    int     // so much at least
	missed  *uint64 // the cursor, when some of the entries lie behind what was left out
}

// page tells what a reading asks for, the oldest first, and moves the cursor: from the journal what the ring no longer
// holds.
func (g *Game) page(ctx context.Context, st *seat, q reading) (batch, error) {
	pos := st.place(q)
	for range pagesMax {
		if g.told == nil || st.holds(pos) {
			break
		}
		span := st.span(pos, q.limit)
		told, next, err := g.told.Since(ctx, span)
		if err != nil {
			return batch{}, fmt.Errorf("read the journal: %w", err)
		}
		var found []entry
		for _, t := range told {
			if text := result.EventText(t); text != "" && t.At >= span.From {
				found = append(found, entry{told: t, text: text})
			}
		}
		if next <= pos { // there is nothing more on the disk, so the ring has the rest
			break
		}
		pos = next
		if len(found) > 0 {
			return st.tell(q, found, pos), nil
		}
	}
	return st.page(q, pos), nil
}

// place says where a reading begins.
func (s *seat) place(q reading) uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if q.after != nil {
		return min(*q.after, q.upTo)
	}
	return s.cursor
}

// page tells what the ring holds behind a position.
func (s *seat) page(q reading, pos uint64) batch {
	s.mu.Lock()
	defer s.mu.Unlock()
	if q.after == nil {
		pos = max(pos, s.cursor) // another call may have told more meanwhile
	}
	return s.told(q, s.between(max(pos, s.from), q.upTo), max(pos, q.upTo))
}

// tell tells what was found in the journal up to a position.
func (s *seat) tell(q reading, found []entry, end uint64) batch {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.told(q, found, end)
	b.more = b.more || b.cursor < q.upTo
	return b
}

// told tells of what was found so much as there is room for, whole records only, with the call's own, and moves the
// cursor. The mutex is held.
func (s *seat) told(q reading, found []entry, end uint64) batch {
	own := s.ownOf(q)
	isNew := q.after == nil || *q.after >= s.cursor
	found = slices.DeleteFunc(slices.Clone(found), func(e entry) bool {
		return q.own[e.seq()] || isNew && (e.seq() <= s.cursor && q.after == nil || slices.Contains(s.ahead, e.seq()))
	})
	n, limit := q.fit(own, found)
	if limit != "" {
		s.game.met(limit)
	}
	b := batch{entries: append(own, found[:n]...), cursor: end, more: n < len(found), left: len(found) - n}
	if b.more {
		b.cursor = found[n].seq() - 1
	}
	slices.SortStableFunc(b.entries, func(x, y entry) int { return cmp.Compare(x.seq(), y.seq()) })
	if len(own) > 0 && own[len(own)-1].seq() > b.cursor {
		cursor := b.cursor
		b.missed = &cursor
	}
	s.cursor = max(s.cursor, b.cursor)
	for _, e := range own {
		s.ahead = append(s.ahead, e.seq())
	}
	s.ahead = slices.DeleteFunc(s.ahead, func(seq uint64) bool { return seq <= s.cursor })
	return b
}

// ownOf returns what the call itself did. The mutex is held.
func (s *seat) ownOf(q reading) []entry {
	if len(q.own) == 0 {
		return nil
	}
	first := q.upTo
	for seq := range q.own { // the least of them: the order does not matter
		first = min(first, seq)
	}
	return slices.DeleteFunc(slices.Clone(s.between(first-1, q.upTo)), func(e entry) bool { return !q.own[e.seq()] })
}

// fit counts the entries that have room beside a call's own, whole records only: one record in any case, unless there
// is news of one's own. It names the limit in bytes that kept others out, if one did.
func (q reading) fit(own, found []entry) (n int, limit string) {
	left := allowance{text: q.text, events: EventBytesMax, isRoomy: isRoomy(own, found)}
	for _, e := range own {
		left.take(e)
	}
	for n < len(found) {
		end := n
		for ; end < len(found) && found[end].seq() == found[n].seq(); end++ {
			left.take(found[end])
		}
		isFirst := n == 0 && len(own) == 0
		switch {
		case n >= q.limit:
			return n, ""
		case left.isSpent() && !isFirst:
			return n, left.limit()
		}
		n = end
	}
	return len(found), ""
}

// allowance is the room that is left in a result.
type allowance struct {
	text, events int
	isRoomy      bool // there is room in the structure without counting
}

// take counts an entry.
func (a *allowance) take(e entry) {
	a.text -= len(e.text) + markBytes
	if !a.isRoomy {
		a.events -= eventBytes(e)
	}
}

func (a *allowance) isSpent() bool { return a.text < 0 || a.events < 0 }

// limit names what is spent.
func (a *allowance) limit() string {
	if a.text < 0 {
		return LimitText
	}
	return LimitEvents
}

// isRoomy reports whether all entries have room in the structure whatever is in them.
func isRoomy(lists ...[]entry) bool {
	most := 0
	for _, list := range lists {
		for _, e := range list {
			most += eventsOwn + len(e.text)*wordsInBoth*escapeMost
		}
	}
	return most <= EventBytesMax
}

// eventBytes is how long an event is in the structure.
func eventBytes(e entry) int {
	raw, err := json.Marshal(result.EventOf(e.told, e.text))
	if err != nil {
		return EventBytesMax // the result will say what is wrong with it
	}
	return len(raw) + len(",")
}

// newest returns the last of some entries, as many as have room in a structure.
func newest(list []entry) []entry {
	list = list[max(len(list)-EventsShownMax, 0):]
	left := allowance{text: EventBytesMax, events: EventBytesMax, isRoomy: isRoomy(list)}
	for n := len(list); n > 0; n-- {
		if left.take(list[n-1]); left.isSpent() && n < len(list) {
			return list[n:]
		}
	}
	return list
}

// clipped cuts the answer in words where a result would be too long; the structure has all of it.
func (g *Game) clipped(head, aside string) string {
	const note = " " + cutText
	over := len(head) + len(aside) - TextBytesMax
	if over <= 0 {
		return head
	}
	g.met(LimitText)
	return strings.ToValidUTF8(head[:max(len(head)-over-len(note), 0)], "") + note
}
