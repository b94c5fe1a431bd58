package memory

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/memory/search"
	"github.com/mudlark-mud/mudlark/world"
)

// RecallUsual is how many memories come to mind at once unless a [Query] says another number, and RecallMost the most.
const (
	RecallUsual = 8
	RecallMost  = 20
)

// What a memory is worth at a moment, in thousandths: how well it fits counts whole, how fresh it is half, how much it
// matters seven tenths. In the order of what comes to mind, freshness and weight decide only among those that fit about
// as well: with the larger shares what is fresh and grave displaces the answer, which costs 8 of 100 places on the set
// that scripts/recall measures.
const (
	thousand        = 1000
	relevanceShare  = 1000
	recencyShare    = 500
	importanceShare = 700

	recencyRank    = 20
	importanceRank = 60

	aboutBonus = 300            // a memory of somebody who is asked about fits by so much better
	sceneLeast = world.GameHour // memories within one game hour of each other are of one scene
)

// Query is what is to be remembered. Without words and people everything comes to mind that matters and is fresh.
type Query struct {
	Words []string   // questions and words; taken together
	About []string   // ids of people whom it is about
	For   string     // id of the one person who will hear of it; "" when nobody or several will: no confidences then
	At    world.Time // now
	Most  int        // 0: [RecallUsual]; at most [RecallMost]
}

// Found is a memory that came to mind.
type Found struct {
	Row   Row
	Score int    // in thousandths: whether it is worth being spoken of; the order is by how well it fits
	Why   string // the parts of the score
}

// Recall returns the memories that fit best, the best first and equal ones by their ids, and notes that they were used.
// Of those that fit about as well the fresher and graver comes first.
func (m *Memory) Recall(q Query) []Found {
	if q.Most <= 0 {
		q.Most = RecallUsual
	}
	words := strings.Join(q.Words, " ")
	relevant := m.relevant(words, q.For)
	isOpen := strings.TrimSpace(words) == "" && len(q.About) == 0
	var worths []worth
	for _, id := range m.order {
		r := m.rows[id]
		if !r.isFor(q.For) {
			continue
		}
		rel := relevant[id]
		if slices.ContainsFunc(q.About, func(who string) bool { return slices.Contains(r.Who, who) || r.By == who }) {
			rel = min(rel+aboutBonus, thousand)
		}
		if rel > 0 || isOpen {
			worths = append(worths, worth{id, rel, recency(q.At - r.Used), r.Importance * thousand / ImportanceMost})
		}
	}
	slices.SortFunc(worths, func(a, b worth) int {
		return cmp.Or(cmp.Compare(b.rank(), a.rank()), cmp.Compare(a.id, b.id))
	})
	var out []Found
	for _, w := range worths[:min(q.Most, RecallMost, len(worths))] {
		m.touch(w.id, q.At)
		out = append(out, Found{Row: m.rows[w.id].copy(), Score: w.score(), Why: w.why()})
	}
	return out
}

// worth is what a memory is worth at a moment, in thousandths.
type worth struct {
	id            uint64
	rel, rec, imp int
}

func (w worth) score() int {
	return (w.rel*relevanceShare + w.rec*recencyShare + w.imp*importanceShare) / thousand
}

// rank is where a memory stands among those that come to mind.
func (w worth) rank() int {
	return (w.rel*relevanceShare + w.rec*recencyRank + w.imp*importanceRank) / thousand
}

func (w worth) why() string {
	return fmt.Sprintf("fits %d, fresh %d, matters %d", w.rel, w.rec, w.imp)
}

// relevant says how well memories fit words, beside the one that fits best. A scale of its own for each question, and
// not the whole of the question, which no memory has: else what is fresh outweighs every answer.
func (m *Memory) relevant(words, who string) map[uint64]int {
	m.fill()
	hits := m.index.Find(search.Query[uint64]{
		Text: words, Most: len(m.rows),
		Seen: func(id uint64) bool { return m.rows[id].isFor(who) },
		Next: func(a, b uint64) bool { return m.rows[a].goesOn(m.rows[b]) },
	})
	out := make(map[uint64]int, len(hits))
	for _, h := range hits {
		out[h.ID] = h.Score * thousand / hits[0].Score
	}
	return out
}

// fill takes into the index what came since it was asked last, in the order of the memories: who stands beside whom in
// it counts.
func (m *Memory) fill() {
	from, _ := slices.BinarySearch(m.order, m.indexed+1)
	for _, id := range m.order[from:] {
		m.index.Add(id, m.rows[id].Text)
		m.indexed = id
	}
}

// goesOn reports whether a later memory goes on where this one ends: words soon after the last words, whoever spoke. An
// answer stands beside its question.
func (r *Row) goesOn(later *Row) bool {
	return r.Source != "" && later.Source != "" && later.At-r.At <= sceneLeast
}

// touch notes that a memory was used. Within one game hour it makes no difference, so it is not written down.
func (m *Memory) touch(id uint64, now world.Time) {
	if r := m.rows[id]; now-r.Used >= world.GameHour {
		r.Used = now
		m.touched[id] = true
	}
}

// recency is .995 to the power of the game hours since, in thousandths: half after six days. Squares of .995 are
// multiplied as the bits of the hours say, in fixed point.
func recency(since world.Time) int {
	const (
		pointBits = 30
		longest   = 1 << 12 // hours after which nothing is left of a thousand
	)
	hours := since / world.GameHour // below zero in a world that was restored, and then it is now
	if hours >= longest {
		return 0
	}
	out, square := uint64(1)<<pointBits, uint64(995)<<pointBits/thousand
	for ; hours > 0; hours >>= 1 {
		if hours&1 == 1 {
			out = out * square >> pointBits
		}
		square = square * square >> pointBits
	}
	return int((out*thousand + 1<<(pointBits-1)) >> pointBits)
}
