package usage

import (
	"cmp"
	"slices"
	"time"
)

// Limits of what is kept in memory.
const (
	ModelsMax = 16                 // different names of models; more count as "other"
	RowsMax   = 8192               // of all slices together; then the oldest slice goes
	sliceSpan = 10 * time.Minute   // how finely Aggregates can look back
	PastMax   = 7 * 24 * time.Hour // how far
	TableMax  = 512                // rows of one slice, and of the totals; then models and verdicts count as "other"
	otherWord = "other"
)

// LatencyBounds are the upper bounds in milliseconds of the classes that [Row.Took] counts in; one more class, without
// a bound, follows.
func LatencyBounds() []int { return []int{50, 100, 250, 500, 1000, 2000, 3000, 5000, 8000, 12000} }

// latencyClasses is how many classes there are.
const latencyClasses = 11

// Row sums up the events that have the same name, purpose, model, outcome, failure and verdict. One with a verdict
// counts refusals of answers that other rows count; all other rows count calls.
type Row struct {
	Event, Purpose, Model, Outcome, Failure, Verdict string

	Count, Flagged, Cached, Retries, ToolCalls uint64

	PromptTokens, CompletionTokens uint64

	TookMS uint64   // all together
	Took   []uint64 // how many took how long, by LatencyBounds
	P50MS  int      // the bound that half of them stay within; 0 when nothing took time, -1 beyond the last bound
	P95MS  int
}

type key struct{ event, purpose, model, outcome, failure, verdict string }

func (k key) compare(o key) int {
	return cmp.Or(cmp.Compare(k.event, o.event), cmp.Compare(k.purpose, o.purpose), cmp.Compare(k.model, o.model),
		cmp.Compare(k.outcome, o.outcome), cmp.Compare(k.failure, o.failure), cmp.Compare(k.verdict, o.verdict))
}

// cell is what is summed.
type cell struct {
	count, flagged, cached, retries, tools, prompt, completion, took uint64

	classes [latencyClasses]uint64
}

func (c *cell) join(o *cell) {
	c.count += o.count
	c.flagged += o.flagged
	c.cached += o.cached
	c.retries += o.retries
	c.tools += o.tools
	c.prompt += o.prompt
	c.completion += o.completion
	c.took += o.took
	for i, n := range o.classes {
		c.classes[i] += n
	}
}

type table map[key]*cell

// add joins what a cell sums into the table's own, and reports whether that is a new row.
func (t table) add(k key, c *cell) bool {
	if t[k] == nil && len(t) >= TableMax {
		k.model = otherWord
		if k.failure != "" {
			k.failure = otherWord
		}
		if k.verdict != "" {
			k.verdict = otherWord
		}
	}
	own, ok := t[k]
	if !ok {
		own = &cell{}
		t[k] = own
	}
	own.join(c)
	return !ok
}

// slice is what happened in one span of time.
type slice struct {
	from time.Time
	rows table
}

// count adds an event to the sums and reports whether the sink is told of it.
func (t *Tracker) count(e Event) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	k, c := t.keyOf(e), cellOf(e)
	t.total.add(k, c)
	from := e.At.Truncate(sliceSpan)
	if n := len(t.past); n == 0 || from.After(t.past[n-1].from) {
		t.past = append(t.past, slice{from: from, rows: table{}})
	}
	if t.past[len(t.past)-1].rows.add(k, c) { // a clock that went back adds to the newest
		t.rows++
	}
	for len(t.past) > 1 && (t.rows > RowsMax || e.At.Sub(t.past[0].from) > PastMax) {
		t.rows -= len(t.past[0].rows)
		t.past[0] = slice{}
		t.past = t.past[1:]
	}
	return t.isTold(e)
}

// keyOf bounds the names of models. The mutex is held.
func (t *Tracker) keyOf(e Event) key {
	word := func(d Dim) string { s, _ := e.Dims[d].(string); return s }
	k := key{
		event: string(e.Name), purpose: word(DimPurpose), model: word(DimModel), outcome: word(DimOutcome),
		failure: word(DimFailure), verdict: word(DimVerdict),
	}
	if k.model != "" && !t.models[k.model] {
		if len(t.models) >= ModelsMax {
			k.model = otherWord
		} else {
			t.models[k.model] = true
		}
	}
	return k
}

func cellOf(e Event) *cell {
	number := func(d Dim) uint64 {
		n, _ := e.Dims[d].(int)
		return uint64(max(n, 0))
	}
	truth := func(d Dim) uint64 {
		if e.Dims[d] == true {
			return 1
		}
		return 0
	}
	c := &cell{
		count: 1, flagged: truth(DimFlagged), cached: truth(DimCached), retries: number(DimRetries),
		tools: number(DimTools), prompt: number(DimPrompt), completion: number(DimCompletion), took: number(DimLatency),
	}
	_, isVerdict := e.Dims[DimVerdict]
	if _, ok := e.Dims[DimLatency]; ok && !isVerdict {
		class, _ := slices.BinarySearch(LatencyBounds(), int(c.took))
		c.classes[class] = 1
	}
	return c
}

// Query says which sums are wanted. Zero fields want everything.
type Query struct {
	Since   time.Time // rounded down to sliceSpan
	Event   string
	Purpose string
}

// Aggregates sums up what happened since a moment, at most [PastMax] ago, in the order of the rows' names.
func (t *Tracker) Aggregates(q Query) []Row {
	t.mu.Lock()
	defer t.mu.Unlock()
	sum, from := table{}, q.Since.Truncate(sliceSpan)
	for _, s := range t.past {
		if s.from.Before(from) {
			continue
		}
		for k, c := range s.rows { // sums do not depend on their order
			if (q.Event == "" || q.Event == k.event) && (q.Purpose == "" || q.Purpose == k.purpose) {
				sum.add(k, c)
			}
		}
	}
	return sum.list()
}

// Totals sums up everything since the tracker was made.
func (t *Tracker) Totals() []Row {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.total.list()
}

func (t table) list() []Row {
	keys := make([]key, 0, len(t))
	for k := range t { // put in order below
		keys = append(keys, k)
	}
	slices.SortFunc(keys, key.compare)
	out := make([]Row, len(keys))
	for i, k := range keys {
		c := t[k]
		out[i] = Row{
			Event: k.event, Purpose: k.purpose, Model: k.model, Outcome: k.outcome, Failure: k.failure, Verdict: k.verdict,
			Count: c.count, Flagged: c.flagged, Cached: c.cached, Retries: c.retries, ToolCalls: c.tools,
			PromptTokens: c.prompt, CompletionTokens: c.completion, TookMS: c.took, Took: slices.Clone(c.classes[:]),
			P50MS: c.percentile(50), P95MS: c.percentile(95),
		}
	}
	return out
}

// percentile is the bound that so many percent of the calls stay within.
func (c *cell) percentile(percent uint64) int {
	var all, sum uint64
	for _, n := range c.classes {
		all += n
	}
	if all == 0 {
		return 0
	}
	for i, bound := range LatencyBounds() {
		if sum += c.classes[i]; sum*100 >= all*percent {
			return bound
		}
	}
	return -1
}
