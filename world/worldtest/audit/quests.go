package audit

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// QuestLedger is what the events told of all quests so far: who is on which, how far, and how often it was done.
type QuestLedger struct {
	specs map[world.QuestID]world.QuestSpec
	runs  map[world.ActorID]map[world.QuestID]*errand
	given map[world.ProtoID]int // what was handed over for good in this record
}

type errand struct {
	active bool
	done   bool
	at     world.Time // when it was done last, if it may be done again
	spent  bool       // it was given up at that time, with something lent used up
	asks   []string
	met    []bool
	have   []int
	lent   int
}

// NewQuestLedger returns the ledger of a world in which nobody is on a quest yet.
func NewQuestLedger() *QuestLedger {
	return &QuestLedger{
		specs: map[world.QuestID]world.QuestSpec{}, runs: map[world.ActorID]map[world.QuestID]*errand{},
		given: map[world.ProtoID]int{},
	}
}

// Pack takes in which quests there are.
func (l *QuestLedger) Pack(e world.PackApplied) {
	for _, id := range e.QuestsGone {
		delete(l.specs, id)
	}
	for i := range e.Quests {
		l.specs[e.Quests[i].ID] = e.Quests[i]
	}
}

// Begin begins a record.
func (l *QuestLedger) Begin() { clear(l.given) }

// Apply takes an event in, before anything else does: a thing that goes must still be known.
func (l *QuestLedger) Apply(e world.Event, w TradeWitness) {
	switch e := e.(type) {
	case world.ItemGone:
		if e.How == world.GivenUp {
			l.given[w.Proto(e.Item)]++
		}
	case world.QuestAccepted:
		l.accepted(e, w)
	case world.QuestAdvanced:
		l.advanced(e, w)
	case world.QuestAbandoned:
		r := l.run(e.Actor, e.Quest)
		if !r.active || len(e.Back) > r.lent {
			w.Object("%s gave up %s, being on it: %v, and gives back %v", e.Actor, e.Quest, r.active, e.Back)
		}
		if e.Spent != 0 && (r.lent == 0 || e.Spent < w.Now) {
			w.Object("%s gave up %s with %d things lent, of which one was used up at %d", e.Actor, e.Quest, r.lent, e.Spent)
		}
		if e.Spent != 0 {
			r.at, r.spent = e.Spent, !r.done
		}
		r.active, r.asks, r.met, r.have, r.lent = false, nil, nil, nil, 0
	case world.QuestDone:
		l.done(e, w)
	case world.CharacterRestored:
		l.runs[e.Actor] = map[world.QuestID]*errand{}
		for id, run := range e.Quests {
			r := l.run(e.Actor, id)
			r.active, r.done, r.at = run.Stage == world.QuestActive, run.Done(), run.At
			r.met, r.have, r.lent = slices.Clone(run.Found), make([]int, len(run.Found)), len(run.Lent)
			copy(r.have, run.Counts)
			r.spent = run.Stage == world.QuestNone
			for _, key := range run.Asks {
				r.asks = append(r.asks, string(key))
			}
		}
	case world.Forgotten:
		delete(l.runs, e.Actor)
	default: // tells of nothing that a quest depends on
	}
}

func (l *QuestLedger) run(who world.ActorID, id world.QuestID) *errand {
	if l.runs[who] == nil {
		l.runs[who] = map[world.QuestID]*errand{}
	}
	if l.runs[who][id] == nil {
		l.runs[who][id] = &errand{}
	}
	return l.runs[who][id]
}

func times(n int) int { return min(max(n, 1), world.NeedCountMost) }

func (r *errand) meets(need int, n world.NeedSpec) bool {
	if need >= len(r.met) {
		return false
	}
	have := r.have[need]
	if r.met[need] { // it may have been wanted fewer times then
		have = max(have, 1)
	}
	return have >= times(n.Count)
}

// asks lists what a quest asks for, each thing in words of its own.
func asks(q world.QuestSpec) (out []string) {
	for _, n := range q.Needs {
		kind, what := string(n.Kind()), string(n.Find+n.Slay+n.Outwit+n.Give)+string(n.Reach)+strings.Join(n.Say, " ")
		if n.To != "" || kind == "say" || kind == "give" {
			what += ":" + string(n.To)
		}
		out = append(out, kind+":"+what)
	}
	return out
}

// refit brings what was met into the order of a quest's present list: each need takes what was met of the same, and
// what is asked for no more is lost.
func (r *errand) refit(q world.QuestSpec) {
	now := asks(q)
	if !r.active || slices.Equal(now, r.asks) {
		return
	}
	if r.asks == nil {
		r.asks = now[:min(len(now), len(r.met))]
	}
	met, have := make([]bool, len(now)), make([]int, len(now))
	for i, what := range now {
		if j := slices.Index(r.asks, what); j >= 0 {
			met[i], have[i], r.asks[j] = r.met[j], r.have[j], "" // taken
		}
	}
	r.asks, r.met, r.have = now, met, have
}

func (l *QuestLedger) accepted(e world.QuestAccepted, w TradeWitness) {
	q, r := l.specs[e.Quest], l.run(e.Actor, e.Quest)
	room, in := w.Stands(e.Actor)
	switch wait := r.at + world.Time(q.Again)*world.Second; {
	case q.ID == "" || !in || room != q.Room || e.Needs != len(q.Needs):
		w.Object("%s takes on %s in %s, with %d needs", e.Actor, e.Quest, room, e.Needs)
	case r.spent && w.Now < max(r.at+30*world.Minute, wait):
		w.Object("%s takes on %s at %d, having used up at %d what it lends", e.Actor, e.Quest, w.Now, r.at)
	case r.active || r.done && (q.Again == 0 || r.at > 0 && w.Now < wait):
		w.Object("%s takes on %s, being on it: %v, having done it: %v at %d", e.Actor, e.Quest, r.active, r.done, r.at)
	}
	for _, id := range q.After {
		if first := l.run(e.Actor, id); l.specs[id].ID != "" && !first.done {
			w.Object("%s takes on %s without having done %s", e.Actor, e.Quest, id)
		}
	}
	for id, other := range l.runs[e.Actor] {
		bars := slices.Contains(q.Bars, id) || slices.Contains(l.specs[id].Bars, e.Quest)
		if bars && id != e.Quest && l.specs[id].ID != "" && (other.active || other.done) {
			w.Object("%s takes on %s, and %s bars it", e.Actor, e.Quest, id)
		}
	}
	l.handed(q.Lends, e.Lent, "lent for "+string(e.Quest), w)
	if r.spent {
		r.at, r.spent = 0, false
	}
	r.active, r.met, r.have, r.lent = true, make([]bool, e.Needs), make([]int, e.Needs), len(e.Lent)
	r.asks = asks(q)
}

// handed objects to things of which a quest hands over none, or fewer.
func (l *QuestLedger) handed(list []world.QuestThing, things []world.ItemID, how string, w TradeWitness) {
	left := map[world.ProtoID]int{}
	for _, thing := range list {
		left[thing.Item] += times(thing.Count)
	}
	for _, id := range things {
		if left[w.Proto(id)]--; left[w.Proto(id)] < 0 {
			w.Object("%s is %s, which does not hand out as much", id, how)
		}
	}
	if len(things) > world.QuestThingsMost {
		w.Object("%d things are %s", len(things), how)
	}
}

func (l *QuestLedger) advanced(e world.QuestAdvanced, w TradeWitness) {
	q, r := l.specs[e.Quest], l.run(e.Actor, e.Quest)
	r.refit(q)
	if !r.active || e.Need >= len(q.Needs) || e.Need >= len(r.met) {
		w.Object("%s comes on with %s by need %d, being on it: %v", e.Actor, e.Quest, e.Need, r.active)
		return
	}
	n := q.Needs[e.Need]
	want, have := max(e.Want, 1), max(e.Have, 1)
	if want != times(n.Count) || have > want || have <= r.have[e.Need] || r.meets(e.Need, n) {
		w.Object("%s comes on with %s by need %d: %d of %d, and had %d", e.Actor, e.Quest, e.Need, have, want,
			r.have[e.Need])
	}
	for i, before := range q.Needs[:e.Need] {
		if q.Order && !r.meets(i, before) {
			w.Object("%s meets need %d of %s before need %d", e.Actor, e.Need, e.Quest, i)
		}
	}
	if room, in := w.Stands(e.Actor); n.Reach != "" && (!in || room != n.Reach) {
		w.Object("%s is said to have come to %s and stands in %s", e.Actor, n.Reach, room)
	}
	r.have[e.Need], r.met[e.Need] = have, have >= want
}

func (l *QuestLedger) done(e world.QuestDone, w TradeWitness) {
	q, r := l.specs[e.Quest], l.run(e.Actor, e.Quest)
	if room, in := w.Stands(e.Actor); !r.active || !in || room != q.Room || len(e.Back) > r.lent {
		w.Object("%s ends %s in %s, being on it: %v, and gives back %v", e.Actor, e.Quest, room, r.active, e.Back)
	}
	r.refit(q)
	wants := map[world.ProtoID]int{}
	for i, n := range q.Needs {
		switch {
		case n.Find != "":
			wants[n.Find] += times(n.Count)
		case !r.meets(i, n):
			w.Object("%s ends %s without need %d", e.Actor, e.Quest, i)
		}
	}
	for proto, n := range wants {
		if l.given[proto] != n {
			w.Object("%s ends %s and gives up %d of %s, not %d", e.Actor, e.Quest, l.given[proto], proto, n)
		}
	}
	if e.At != 0 && e.At < w.Now || (e.At != 0) != (q.Again > 0) {
		w.Object("%s has done %s at %d", e.Actor, e.Quest, e.At)
	}
	l.handed(q.Gives, slices.Concat(e.Given, e.Laid), "given for "+string(e.Quest), w)
	r.active, r.done, r.at, r.lent = false, true, e.At, 0
}

// Compare objects to what a state says of somebody's quests and was never told.
func (l *QuestLedger) Compare(a *world.Actor, object func(string, ...any)) {
	for id, run := range a.Quests {
		r := l.run(a.ID, id)
		met, here := 0, len(run.Asks) == len(r.asks) // a list that was changed is brought in order when one comes on
		for i := range run.Asks {
			here = here && string(run.Asks[i]) == r.asks[i]
		}
		for i := range run.Found {
			if run.Found[i] && r.active && here && (i >= len(r.met) || !r.met[i]) {
				met = i + 1
			}
		}
		if (run.Stage == world.QuestActive) != r.active || run.Done() != r.done || run.At != r.at || met > 0 ||
			len(run.Lent) != r.lent {
			object("%s has come with %s to %+v; told was %+v", a.ID, id, run, *r)
		}
	}
	for id, r := range l.runs[a.ID] {
		if _, is := a.Quests[id]; !is && (r.active || r.done) {
			object("%s was told to be on %s, or to have done it, and is not: %+v", a.ID, id, *r)
		}
	}
}
