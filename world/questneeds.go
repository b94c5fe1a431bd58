package world

import "slices"

// What quests ask for, and what follows when it is done.

// NeedCountMost is how often a quest may ask for one thing.
const NeedCountMost = 40

// want is how often a need has to be met.
func (n NeedSpec) want() int { return min(max(n.Count, 1), NeedCountMost) }

// have is how often a need was met. One that was met when it was wanted fewer times was met as often as it was then.
func (r QuestRun) have(need int, n NeedSpec) int {
	have := 0
	if need < len(r.Counts) {
		have = r.Counts[need]
	}
	if need < len(r.Found) && r.Found[need] {
		have = max(have, 1)
	}
	return min(have, n.want())
}

// open reports whether a need is still to be met, and is one's turn.
func (q *QuestSpec) open(run QuestRun, need int) bool {
	if run.Stage != QuestActive || need >= len(run.Found) || run.have(need, q.Needs[need]) >= q.Needs[need].want() {
		return false
	}
	return !q.waits(run, need)
}

// waits reports whether one of the needs before a need has to be met first.
func (q *QuestSpec) waits(run QuestRun, need int) bool {
	for i, n := range q.Needs[:need] {
		if q.Order && run.have(i, n) < n.want() {
			return true
		}
	}
	return false
}

// opened is what is told of the need whose turn comes when another was met so often; "" when none does.
func (q *QuestSpec) opened(run QuestRun, need, have int) string {
	if have < q.Needs[need].want() {
		return ""
	}
	then := run.copied()
	then.Found[need] = true
	if len(then.Counts) > 0 {
		then.Counts[need] = have
	}
	for i, n := range q.Needs {
		if n.Text != "" && q.waits(run, i) && !q.waits(then, i) && then.have(i, n) < n.want() {
			return n.Text
		}
	}
	return ""
}

// NeedKind says what is to be done to meet a need.
type NeedKind string

// The kinds, by the keys of packs.
const (
	NeedFind   NeedKind = "find"
	NeedSlay   NeedKind = "slay"
	NeedOutwit NeedKind = "outwit"
	NeedSay    NeedKind = "say"
	NeedGive   NeedKind = "give"
	NeedReach  NeedKind = "reach"
)

// Kind returns what is to be done; a need that names nothing is to be found.
func (n NeedSpec) Kind() NeedKind {
	switch {
	case n.Slay != "":
		return NeedSlay
	case n.Outwit != "":
		return NeedOutwit
	case len(n.Say) > 0:
		return NeedSay
	case n.Give != "":
		return NeedGive
	case n.Reach != "":
		return NeedReach
	}
	return NeedFind
}

// lack says what a need that is not met wants.
func (n NeedSpec) lack() string {
	switch n.Kind() {
	case NeedSlay:
		return "something to be slain"
	case NeedOutwit:
		return "somebody to get the better of"
	case NeedSay:
		return "something to be said"
	case NeedGive:
		return "something to be given"
	case NeedReach:
		return "somewhere to go"
	case NeedFind:
	}
	return "something to be found"
}

// NeedLine is how far somebody has come with one need of a quest.
type NeedLine struct {
	What       string // "tide key", "the guardian"
	Kind       NeedKind
	Have, Want int
	Waits      bool   // one before it in the list has to be met first
	Text       string // what is told of it; "" while it waits, and of a quest that one is not on
}

// Met reports whether nothing is left to do for it.
func (l NeedLine) Met() bool { return l.Have >= l.Want }

// QuestNeeds says how far somebody has come with a quest: each need, and how much of all is done.
func (s *State) QuestNeeds(a *Actor, q *QuestSpec) (lines []NeedLine, done, of int) {
	run := a.run(q)
	for i, n := range q.Needs {
		l := NeedLine{What: s.NeedName(n), Kind: n.Kind(), Have: run.have(i, n), Want: n.want()}
		if run.Stage == QuestCompleted {
			l.Have = l.Want
		}
		switch l.Waits = !l.Met() && q.waits(run, i); {
		case l.Waits && n.Text != "": // what is still to be found out is not told by its name either
			l.What = n.lack()
		case run.Stage == QuestActive:
			l.Text = n.Text
		}
		lines, done, of = append(lines, l), done+l.Have, of+l.Want
	}
	return lines, done, of
}

// NeedName says what a need asks for: "tide key", "the guardian", "the word with Nan".
func (s *State) NeedName(n NeedSpec) string {
	thing := func(id ProtoID) string {
		if sp := s.ItemSpecs[id]; sp != nil {
			return sp.Name
		}
		return string(id)
	}
	person := func(id ProtoID) string {
		switch m := s.MobSpecs[id]; {
		case m == nil:
			return string(id)
		case m.A == "none":
			return m.Name
		default:
			return "the " + m.Name
		}
	}
	switch n.Kind() {
	case NeedSlay, NeedOutwit:
		if m := s.MobSpecs[n.Slay+n.Outwit]; m != nil {
			return "the " + m.Name
		}
		return string(n.Slay + n.Outwit)
	case NeedSay:
		return "the word with " + person(n.To)
	case NeedGive:
		return "the " + thing(n.Give) + " for " + person(n.To)
	case NeedReach:
		if r := s.Rooms[n.Reach]; r != nil {
			return PlaceName(r.Name)
		}
		return string(n.Reach)
	case NeedFind:
	}
	return thing(n.Find)
}

// advance marks that a need was met so often, if it is its turn and that is more than before, and reports whether it
// was.
func (t *Turn) advance(a *Actor, q *QuestSpec, need, have int) bool {
	run, n := a.run(q), q.Needs[need]
	before := run.have(need, n)
	have = min(have, n.want())
	if !q.open(run, need) || have <= before {
		return false
	}
	_, done, of := t.s.QuestNeeds(a, q)
	e := QuestAdvanced{
		Actor: a.ID, Quest: q.ID, Need: need, What: t.s.NeedName(n), Done: done - before + have, Of: of,
	}
	if n.want() > 1 {
		e.Have, e.Want = have, n.want()
	}
	if n.Kind() == NeedReach {
		e.Reach = n.Reach
	}
	e.Next = q.opened(run, need, have)
	if was := a.Quests[q.ID]; !slices.Equal(was.Asks, run.Asks) {
		e.Fit = &QuestFit{Asks: run.Asks, Found: slices.Clone(run.Found), Counts: slices.Clone(run.Counts)}
	}
	t.emit(e)
	if q.Order {
		t.catchUp(a, q)
	}
	return true
}

// onceMore is advance for what happened once.
func (t *Turn) onceMore(a *Actor, q *QuestSpec, need int) bool {
	return t.advance(a, q, need, a.run(q).have(need, q.Needs[need])+1)
}

// catchUp meets the needs that are met by what somebody carries and by where they stand.
func (t *Turn) catchUp(a *Actor, q *QuestSpec) {
	for i, n := range q.Needs {
		switch {
		case n.Kind() == NeedFind:
			t.advance(a, q, i, t.s.hasFound(a, q, i))
		case n.Kind() == NeedReach && n.Reach == a.Room && a.Presence != Away:
			t.advance(a, q, i, n.want())
		}
	}
}

// hasFound counts what somebody carries of what a need of a quest asks for, beside what the needs before it that ask
// for the same want.
func (s *State) hasFound(a *Actor, q *QuestSpec, need int) int {
	var have []ItemID
	for i, n := range q.Needs[:need+1] {
		if n.Find != q.Needs[need].Find {
			continue
		}
		got := 0
		for ; got < n.want(); got++ {
			id := s.findsBut(a.ID, n.Find, have)
			if id == "" {
				break
			}
			have = append(have, id)
		}
		if i == need {
			return got
		}
	}
	return 0
}

// findsBut returns a thing of a pattern that somebody carries and that they may hand over to end a quest: none that a
// quest lent, of which there would be no end, as that quest can be given up and taken on again.
func (s *State) findsBut(who ActorID, p ProtoID, but []ItemID) ItemID {
	for {
		id := s.carriesBut(who, p, but)
		if id == "" || !s.Items[id].Lent {
			return id
		}
		but = append(slices.Clone(but), id)
	}
}

// running calls do for each quest that a player is on, and each of its needs, until do is true for one of the quest.
func (t *Turn) running(who ActorID, do func(a *Actor, q *QuestSpec, need int) bool) {
	a := t.s.Actors[who]
	if a == nil || !a.Player() {
		return
	}
	for id, run := range Ordered(a.Quests) {
		q := t.s.Quests[id]
		if run.Stage != QuestActive || q == nil {
			continue
		}
		for i := range q.Needs {
			if do(a, q, i) {
				break
			}
		}
	}
}

// questFound is the reaction to somebody coming to hold a thing.
func (t *Turn) questFound(who ActorID, item ItemID) {
	it := t.s.Items[item]
	if it == nil {
		return
	}
	t.running(who, func(a *Actor, q *QuestSpec, need int) bool {
		if q.Needs[need].Find == it.Proto {
			t.advance(a, q, need, t.s.hasFound(a, q, need))
		}
		return false
	})
}

// questReached is the reaction to somebody coming to a room.
func (t *Turn) questReached(who ActorID, room RoomID) {
	t.running(who, func(a *Actor, q *QuestSpec, need int) bool {
		return q.Needs[need].Reach == room && a.Presence != Away && t.advance(a, q, need, q.Needs[need].want())
	})
}

// questSaid is the reaction to words: said to all who stand there, or to one of them.
func (t *Turn) questSaid(who ActorID, text string, to ActorID) {
	t.running(who, func(a *Actor, q *QuestSpec, need int) bool {
		n := q.Needs[need]
		heard := n.Kind() == NeedSay && slices.ContainsFunc(t.s.Index.Present[a.Room], func(id ActorID) bool {
			return (to == "" || to == id) && t.s.Actors[id].Proto == n.To
		})
		return heard && n.To != "" && saysAll(text, n.Say) && t.onceMore(a, q, need)
	})
}

// gift is what was given, and to what kind of creature.
type gift struct{ of, to ProtoID }

func (s *State) gift(e ItemGiven) gift {
	it, to := s.Items[e.Item], s.Actors[e.To]
	if it == nil || to == nil || to.Player() {
		return gift{}
	}
	return gift{it.Proto, to.Proto}
}

// questGiven is the reaction to a gift. What a quest wanted to be given is put away for good, and is not there to be
// taken from the dead and given again.
func (t *Turn) questGiven(e ItemGiven, g gift) {
	if g.to == "" {
		return
	}
	wanted := false
	t.running(e.Actor, func(a *Actor, q *QuestSpec, need int) bool {
		n := q.Needs[need]
		met := n.Kind() == NeedGive && n.Give == g.of && n.To == g.to && t.onceMore(a, q, need)
		wanted = wanted || met
		return met
	})
	if wanted {
		t.receives(e) // while it has it
	}
	if it := t.s.Items[e.Item]; wanted && it != nil && it.At.Actor == e.To {
		t.giveUpBy(e.Actor, e.Item)
	}
}

// tooEarly refuses to give away what a quest wants given to that very creature once something else is done: it would
// not count, and be gone.
func (t *Turn) tooEarly(id ItemID, to *Actor) *Refusal {
	if to.Player() || t.s.QuestTakes(t.me, to) {
		return nil
	}
	it := t.s.Items[id]
	for qid, run := range Ordered(t.me.Quests) {
		q := t.s.Quests[qid]
		if run.Stage != QuestActive || q == nil {
			continue
		}
		for i, n := range q.Needs {
			if n.Kind() == NeedGive && n.Give == it.Proto && n.To == to.Proto && q.waits(run.fitted(q), i) {
				return refuse(CodeTooSoon, "That has to wait: for "+q.Name+" there is something else to do first.")
			}
		}
	}
	return nil
}

// giftWanted reports whether a quest that somebody is on wants something given to a creature now: of those patterns.
func (s *State) giftWanted(who, to *Actor, is func(ProtoID) bool) bool {
	if who == nil || to == nil || to.Proto == "" {
		return false
	}
	for id, run := range anyhow(who.Quests) {
		q := s.Quests[id]
		if run.Stage != QuestActive || q == nil {
			continue
		}
		for i, n := range q.Needs {
			if n.Kind() == NeedGive && n.To == to.Proto && is(n.Give) && q.open(run.fitted(q), i) {
				return true
			}
		}
	}
	return false
}

// QuestTakes reports whether a quest that somebody is on wants something given to a creature that they carry.
func (s *State) QuestTakes(who, to *Actor) bool {
	return s.giftWanted(who, to, func(p ProtoID) bool { return s.Carries(who.ID, p) != "" })
}

// questSlain is the reaction to a creature's death: whoever fought it counts.
func (t *Turn) questSlain(dead ActorID, by ActorID) {
	m, killer := t.s.Actors[dead], t.s.Actors[by]
	if m == nil || killer == nil || m.Player() {
		return
	}
	t.questBeaten(m, slices.Concat(t.s.sharers(killer), t.s.Index.Attackers[dead]), NeedSlay)
}

// questOutwitted is what follows when somebody got the better of a creature by wits.
func (t *Turn) questOutwitted(foe ActorID, c credit) {
	if m := t.s.Actors[foe]; m != nil && !m.Player() {
		t.questBeaten(m, c.counts, NeedOutwit)
		for _, id := range c.shares {
			t.practise(id, DoOutwit, m.Proto)
		}
	}
}

// questBeaten counts a creature that was beaten, once for each of those and each of their quests.
func (t *Turn) questBeaten(foe *Actor, who []ActorID, how NeedKind) {
	counted := map[ActorID]bool{} // who shares in it and struck as well is there twice
	for _, id := range who {
		if counted[id] {
			continue
		}
		counted[id] = true
		t.running(id, func(a *Actor, q *QuestSpec, need int) bool {
			n := q.Needs[need]
			isIt := how == NeedSlay && n.Slay == foe.Proto || how == NeedOutwit && n.Outwit == foe.Proto
			return isIt && foe.Proto != "" && t.onceMore(a, q, need)
		})
	}
}
