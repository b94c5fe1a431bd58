package world

import (
	"slices"
	"strings"
)

// How progress with a quest survives a change of what the quest asks for, and what becomes of what a quest lent.

// NeedKey says what a need asks for, but not how often: "find:tide-key", "give:parcel:ferryman".
type NeedKey string

// key returns what a need asks for.
func (n NeedSpec) key() NeedKey {
	parts := []string{string(n.Kind())}
	switch n.Kind() {
	case NeedSlay:
		parts = append(parts, string(n.Slay))
	case NeedOutwit:
		parts = append(parts, string(n.Outwit))
	case NeedSay:
		parts = append(parts, strings.Join(n.Say, " "), string(n.To))
	case NeedGive:
		parts = append(parts, string(n.Give), string(n.To))
	case NeedReach:
		parts = append(parts, string(n.Reach))
	case NeedFind:
		parts = append(parts, string(n.Find))
	}
	return NeedKey(strings.Join(parts, ":"))
}

// asks returns what a quest asks for, in its order.
func (q *QuestSpec) asks() []NeedKey {
	out := make([]NeedKey, len(q.Needs))
	for i, n := range q.Needs {
		out[i] = n.key()
	}
	return out
}

// run returns how far somebody has come with a quest by its present list of needs.
func (a *Actor) run(q *QuestSpec) QuestRun { return a.Quests[q.ID].fitted(q) }

// fitted returns the same progress by the present list of a quest's needs. When that was changed meanwhile, what still
// fits is kept, whatever its place, and the rest is dropped.
func (r QuestRun) fitted(q *QuestSpec) QuestRun {
	asks := q.asks()
	if r.Stage != QuestActive || slices.Equal(r.Asks, asks) {
		return r
	}
	was := r.Asks
	if len(was) == 0 { // written before needs had keys
		was = asks[:min(len(asks), len(r.Found))]
	}
	fit := r
	fit.Asks, fit.Found, fit.Counts = asks, make([]bool, len(asks)), nil
	if len(r.Counts) > 0 {
		fit.Counts = make([]int, len(asks))
	}
	kept := make([]bool, len(was))
	for i, key := range asks {
		for j := range was {
			if was[j] != key || kept[j] {
				continue
			}
			kept[j], fit.Found[i] = true, r.Found[j]
			if len(r.Counts) > 0 {
				fit.Counts[i] = r.Counts[j]
			}
			break
		}
	}
	return fit
}

// lentWait is how long a quest is not to be had that was given up after what it had lent was used: else there would be
// no end of a meal that is lent. One that may be done again after a longer time takes that.
const lentWait = 30 * Minute

// spentWait is how long it is until somebody may take on a quest that they gave up so; 0 when they may now.
func (r QuestRun) spentWait(q *QuestSpec, now Time) Time {
	if r.Stage != QuestNone || r.At == 0 {
		return 0
	}
	return max(0, r.At+max(lentWait, Time(q.Again)*Second)-now)
}

// usedUpLent reports whether something of what a quest lent somebody was used: it is no more, and not for having been
// given to whom the quest wants to have it, or less is left of it.
func (s *State) usedUpLent(a *Actor, id QuestID) bool {
	q, gone := s.Quests[id], 0
	for _, it := range a.Quests[id].Lent {
		switch thing := s.Items[it]; {
		case thing == nil:
			gone++
		case thing.Used > 0:
			return true
		}
	}
	if q == nil {
		return false
	}
	run := a.run(q)
	for i, n := range q.Needs {
		if n.Kind() == NeedGive {
			gone -= run.have(i, n)
		}
	}
	return gone > 0
}

// Astray names what a quest lent somebody, wants them to give away still, and they do not carry.
func (s *State) Astray(a *Actor, q *QuestSpec) []string {
	run := a.run(q)
	if run.Stage != QuestActive {
		return nil
	}
	var out []string
	for i, n := range q.Needs {
		isLent := slices.ContainsFunc(q.Lends, func(l QuestThing) bool { return l.Item == n.Give })
		if n.Kind() == NeedGive && isLent && run.have(i, n) < n.want() && s.Carries(a.ID, n.Give) == "" {
			if sp := s.ItemSpecs[n.Give]; sp != nil && !slices.Contains(out, sp.Name) {
				out = append(out, sp.Name)
			}
		}
	}
	return out
}

// LentAgain says how to get what is astray, see [State.Astray].
func LentAgain(astray []string) string {
	return "What was lent you for it is not in your hands: the " + strings.Join(astray, ", the ") +
		". Ask whoever has it, or give the quest up, which takes it back wherever it is, and take it on again."
}

// NeedGone reports whether a need of a quest was met by what somebody found and does not carry any more as often as it
// is wanted: it has to be there in the end.
func (s *State) NeedGone(a *Actor, q *QuestSpec, need int) bool {
	run, n := a.run(q), q.Needs[need]
	return run.Stage == QuestActive && n.Kind() == NeedFind && run.have(need, n) >= n.want() &&
		s.hasFound(a, q, need) < n.want()
}
