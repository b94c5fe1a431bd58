// Package memory is what a mind remembers: long-term memories that are searched by words, what it has in mind now
// ([Working]), and the last things said between it and each person ([Turns]).
//
// Its one idea: whose words a memory is, and for whom it may be recalled, are part of it from the first moment and
// never change. What was told in confidence is recalled for the teller alone, and for everybody else a memory answers
// exactly as if it had never been told: it does not outweigh, it does not merge, it is in no reflection of others.
// What somebody claims is kept as that person's claim; only the world makes events.
//
// All scores are whole thousandths, time comes from whoever calls, and nothing depends on the order of maps, so that
// the same calls make the same memory everywhere. A [Memory] belongs to one goroutine at a time. To keep one, keep the
// changes that Remember, Forget and Changes return, and give the rows to Load.
//
// A new kind of event gets a line in the table of weight.go; what several of them come to, one in themes.
package memory

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/memory/search"
	"github.com/mudlark-mud/mudlark/world"
)

// RowsMost is how many memories a mind has, unless its [Config] says less.
const RowsMost = 2000

// nearWindow is with how many newer memories of the same circumstances a new one is compared.
const nearWindow = 64

// drawnMost is of how many memories that were compared lately the sketches are kept: about a kilobyte each.
const drawnMost = 4 * nearWindow

// Config is how large a memory is.
type Config struct {
	Most int // rows; 0 or more than [RowsMost]: RowsMost
}

// Memory is the long-term memory of one mind. The zero value is not ready; see [New].
type Memory struct {
	most    int
	last    uint64 // the highest id given out
	rows    map[uint64]*Row
	order   []uint64 // ids, ascending
	index   search.Index[uint64]
	indexed uint64              // the highest id in the index: most minds are never asked, so that it waits for a question
	like    map[string][]uint64 // by circumstances
	drawn   map[uint64]sketch   // of memories that were compared lately, as they read now
	weight  map[string]int      // importance gathered since the last reflection, by Only
	touched map[uint64]bool     // to be drained by Changes
	dropped []uint64            // likewise
}

// New makes an empty memory.
func New(c Config) *Memory {
	if c.Most <= 0 || c.Most > RowsMost {
		c.Most = RowsMost
	}
	return &Memory{
		most: c.Most, rows: map[uint64]*Row{}, like: map[string][]uint64{}, weight: map[string]int{},
		touched: map[uint64]bool{}, drawn: map[uint64]sketch{},
	}
}

// Load puts rows back as they were kept. Rows beyond what the memory holds are evicted; Changes says which.
func (m *Memory) Load(rows []Row) {
	rows = slices.Clone(rows)
	slices.SortFunc(rows, func(a, b Row) int { return cmp.Compare(a.ID, b.ID) })
	for _, r := range rows {
		r, ok := r.fit()
		if !ok || r.ID == 0 || m.rows[r.ID] != nil {
			continue
		}
		m.put(r)
	}
	for len(m.rows) > m.most {
		m.dropped = append(m.dropped, m.evict())
	}
}

// Remember keeps a row under a new id, or adds it to one that says nearly the same of the same people from the same
// source. It returns the row as it is kept, and what has changed; what may not be kept (words without a speaker, an
// unknown kind, no text) returns nothing, and what is evicted at once returns with its own end.
func (m *Memory) Remember(r Row) (Row, []Change) {
	r, ok := r.fit()
	if !ok {
		return Row{}, nil
	}
	var out []Change
	if old := m.alike(&r); old != nil {
		old.Count++
		old.Again = max(old.Again, r.At)
		old.Used = max(old.Used, r.At)
		old.Importance = max(old.Importance, r.Importance)
		m.gather(&r)
		kept := old.copy()
		return old.copy(), []Change{{Put: &kept}}
	}
	if r.Kind == Reflection {
		for _, id := range m.earlier(&r) {
			m.drop(id)
			out = append(out, Change{Drop: id})
		}
	}
	m.last++
	r.ID = m.last
	m.put(r)
	m.gather(&r)
	kept := r.copy()
	out = append(out, Change{Put: &kept})
	if len(m.rows) > m.most {
		out = append(out, Change{Drop: m.evict()})
	}
	return r.copy(), out
}

// put takes a row in under its id.
func (m *Memory) put(r Row) {
	m.last = max(m.last, r.ID)
	m.rows[r.ID] = &r
	m.order = append(m.order, r.ID)
	key := r.circumstances()
	m.like[key] = append(m.like[key], r.ID)
}

func (m *Memory) drop(id uint64) {
	r := m.rows[id]
	if r == nil {
		return
	}
	delete(m.rows, id)
	delete(m.drawn, id)
	m.index.Remove(id)
	if i, ok := slices.BinarySearch(m.order, id); ok {
		m.order = slices.Delete(m.order, i, i+1)
	}
	key := r.circumstances()
	if i := slices.Index(m.like[key], id); i >= 0 {
		m.like[key] = slices.Delete(m.like[key], i, i+1)
	}
	if len(m.like[key]) == 0 {
		delete(m.like, key)
	}
}

// circumstances are what two memories must share to be one: where they come from, for whom they are, of whom
// they are, and to which model's host they may go.
func (r *Row) circumstances() string {
	who := slices.Sorted(slices.Values(r.Who))
	mine := ""
	if r.Mine {
		mine = "mine"
	}
	return strings.Join([]string{
		string(r.Kind), r.Deed, r.By, mine, r.Source, r.Only, r.Agreed, strings.Join(who, "\x01"),
	}, "\x00")
}

// alike returns a memory that says nearly the same; nil when there is none. A reflection takes the place of an earlier
// one instead.
func (m *Memory) alike(r *Row) *Row {
	if r.Kind == Reflection {
		return nil
	}
	ids := m.like[r.circumstances()]
	ids = ids[max(0, len(ids)-nearWindow):]
	for _, id := range slices.Backward(ids) {
		if old := m.rows[id]; old.Text == r.Text {
			return old
		}
	}
	if len(ids) == 0 || r.Kind == Given || r.Kind == Lore { // written down by somebody, each for itself
		return nil
	}
	s := sketchOf(r.Text)
	for _, id := range slices.Backward(ids) {
		if old := m.rows[id]; s.isLike(m.sketch(old), r.isFact()) {
			return old
		}
	}
	return nil
}

// sketch returns the sketch of a memory, and keeps it: the next one of these circumstances is compared with it, too.
func (m *Memory) sketch(r *Row) sketch {
	s, ok := m.drawn[r.ID]
	if !ok {
		if len(m.drawn) >= drawnMost {
			clear(m.drawn)
		}
		s = sketchOf(r.Text)
		m.drawn[r.ID] = s
	}
	return s
}

// isFact reports whether every word of a memory matters, because it was made by the world and not by somebody's tongue.
func (r *Row) isFact() bool { return r.Kind != Claim && r.Kind != Gossip }

// earlier returns the reflections that a new one replaces.
func (m *Memory) earlier(r *Row) []uint64 { return slices.Clone(m.like[r.circumstances()]) }

// gather counts a memory towards the next reflection of those who may know of it.
func (m *Memory) gather(r *Row) {
	if r.Kind != Reflection && r.Kind != Lore && r.Kind != Given {
		m.weight[r.Only] += r.Importance
		m.lighten()
	}
}

// lighten drops what has gathered of people of whom there is no confidence any more, once there are more of them than
// there can be memories: everybody who ever passed through may have whispered.
func (m *Memory) lighten() {
	if len(m.weight) <= m.most+1 {
		return
	}
	told := map[string]bool{"": true}
	for _, r := range m.rows { // into a set
		told[r.Only] = true
	}
	maps.DeleteFunc(m.weight, func(only string, _ int) bool { return !told[only] })
}

// evict drops the memory that is worth least for how much it matters and how fresh it is, and returns its id. Promises,
// debts and deaths stay, the newest of them up to half of all rows.
func (m *Memory) evict() uint64 {
	var now world.Time
	for _, r := range m.rows { // the newest of all
		now = max(now, r.Used)
	}
	kept, worst, least := 0, uint64(0), 0
	for _, id := range slices.Backward(m.order) {
		r := m.rows[id]
		if r.isLasting() && kept < m.most/2 {
			kept++
			continue
		}
		value := recency(now-r.Used)*recencyShare + r.Importance*thousand/ImportanceMost*importanceShare
		if worst == 0 || value <= least {
			worst, least = id, value
		}
	}
	m.drop(worst)
	return worst
}

// Rows returns all memories by their ids.
func (m *Memory) Rows() []Row {
	out := make([]Row, 0, len(m.order))
	for _, id := range m.order {
		out = append(out, m.rows[id].copy())
	}
	return out
}

// Changes returns what Recall, Reflect and Load changed since it was asked last.
func (m *Memory) Changes() []Change {
	var out []Change
	for _, id := range m.dropped {
		out = append(out, Change{Drop: id})
	}
	for _, id := range m.order {
		if m.touched[id] {
			kept := m.rows[id].copy()
			out = append(out, Change{Put: &kept})
		}
	}
	m.dropped = nil
	clear(m.touched)
	return out
}
