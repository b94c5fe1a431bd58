package world

import "slices"

// QuestRun is how far somebody has come with a quest.
type QuestRun struct {
	Stage QuestStage `json:"stage"`
	Found []bool     `json:"found,omitempty"` // which needs were met, in the order of the quest's list
}

// QuestStage says where somebody stands with a quest.
type QuestStage string

// The stages. A quest nobody took has none.
const (
	QuestNone      QuestStage = ""
	QuestActive    QuestStage = "active"
	QuestCompleted QuestStage = "completed"
)

// AcceptQuest takes on the quest that is offered here.
type AcceptQuest struct {
	Quest QuestID `json:"quest"`
}

// AbandonQuest gives a quest up.
type AbandonQuest struct {
	Quest QuestID `json:"quest"`
}

// CompleteQuest ends a quest where it was offered: what was to be found is handed over.
type CompleteQuest struct {
	Quest QuestID `json:"quest"`
}

// QuestAccepted says that somebody took a quest on that has so many needs.
type QuestAccepted struct {
	Actor ActorID `json:"actor"`
	Quest QuestID `json:"quest"`
	Needs int     `json:"needs"`
}

// QuestAdvanced says that one need of a quest was met. Done of Of are met now.
type QuestAdvanced struct {
	Actor ActorID `json:"actor"`
	Quest QuestID `json:"quest"`
	Need  int     `json:"need"`
	What  string  `json:"what" words:"fixed"` // "tide key", "the guardian"
	Done  int     `json:"done"`
	Of    int     `json:"of"`
}

// QuestAbandoned says that somebody gave a quest up.
type QuestAbandoned struct {
	Actor ActorID `json:"actor"`
	Quest QuestID `json:"quest"`
}

// QuestDone says that somebody completed a quest. Text is the pack's last word on it.
type QuestDone struct {
	Actor ActorID `json:"actor"`
	Quest QuestID `json:"quest"`
	Coins int     `json:"coins,omitempty"`
	Text  string  `json:"text" words:"fixed"`
}

func (AcceptQuest) needs() Role   { return RoleGuest }
func (AbandonQuest) needs() Role  { return RoleGuest }
func (CompleteQuest) needs() Role { return RoleGuest }

func (AcceptQuest) deed() deed   { return deed{verbs: []string{"accept"}} }
func (AbandonQuest) deed() deed  { return deed{verbs: []string{"abandon"}} }
func (CompleteQuest) deed() deed { return deed{verbs: []string{"complete"}} }

func (a AcceptQuest) decide(t *Turn) *Refusal {
	q := t.s.Quests[a.Quest]
	switch {
	case q == nil || q.Room != t.me.Room:
		return refuse(CodeNotHere, "No such quest is offered here.")
	case t.me.Quests[a.Quest].Stage == QuestActive:
		return refuse(CodeAlready, "You are on that quest already.")
	case t.me.Quests[a.Quest].Stage == QuestCompleted:
		return refuse(CodeAlready, "You have done that, and it need not be done twice.")
	}
	t.emit(QuestAccepted{Actor: t.me.ID, Quest: a.Quest, Needs: len(q.Needs)})
	for i, need := range q.Needs {
		if need.Find != "" && t.s.hasFound(t.me, q, i) {
			t.advance(t.me, q, i)
		}
	}
	return nil
}

// hasFound reports whether somebody carries what a need of a quest asks for, and as much of it as the needs before it
// that ask for the same.
func (s *State) hasFound(a *Actor, q *QuestSpec, need int) bool {
	var have []ItemID
	for _, n := range q.Needs[:need+1] {
		if n.Find != q.Needs[need].Find {
			continue
		}
		id := s.carriesBut(a.ID, n.Find, have)
		if id == "" {
			return false
		}
		have = append(have, id)
	}
	return true
}

func (a AbandonQuest) decide(t *Turn) *Refusal {
	if t.me.Quests[a.Quest].Stage != QuestActive {
		return refuse(CodeUnknown, "You are on no such quest.")
	}
	t.emit(QuestAbandoned{Actor: t.me.ID, Quest: a.Quest})
	return nil
}

func (a CompleteQuest) decide(t *Turn) *Refusal {
	q := t.s.Quests[a.Quest]
	switch {
	case q == nil || t.me.Quests[a.Quest].Stage != QuestActive:
		return refuse(CodeUnknown, "You are on no such quest.")
	case q.Room != t.me.Room:
		return refuse(CodeNotHere, "This is not the place to end that quest.")
	}
	give, no := t.s.handing(t.me, q)
	if no != nil {
		return no
	}
	for _, id := range give {
		for _, in := range append([]ItemID(nil), t.s.Index.Inside[id]...) {
			t.emit(ItemMoved{Item: in, Place: Place{Actor: t.me.ID}})
		}
		t.emit(ItemGone{Item: id, How: GivenUp, By: t.me.ID})
	}
	t.emit(QuestDone{Actor: t.me.ID, Quest: a.Quest, Coins: q.Coins, Text: q.Done})
	if q.XP > 0 {
		t.learn(t.me, q.XP)
	}
	return nil
}

// handing returns what somebody hands over to end a quest, or what is still missing.
func (s *State) handing(a *Actor, q *QuestSpec) (give []ItemID, no *Refusal) {
	run := a.Quests[q.ID]
	for i, need := range q.Needs {
		if need.Slay != "" {
			if i >= len(run.Found) || !run.Found[i] {
				return nil, refuse(CodeMissing, "There is still something to be slain: "+s.NeedName(need)+".")
			}
			continue
		}
		id := s.carriesBut(a.ID, need.Find, slices.Concat(give, a.Kit))
		if id == "" {
			return nil, refuse(CodeMissing, "You still lack something: the "+s.NeedName(need)+".")
		}
		give = append(give, id)
	}
	return give, nil
}

// advance marks a need as met, once, and reports whether it was not yet.
func (t *Turn) advance(a *Actor, q *QuestSpec, need int) bool {
	run := a.Quests[q.ID]
	if run.Stage != QuestActive || need >= len(run.Found) || run.Found[need] {
		return false
	}
	done := 1
	for _, f := range run.Found {
		if f {
			done++
		}
	}
	t.emit(QuestAdvanced{
		Actor: a.ID, Quest: q.ID, Need: need, What: t.s.NeedName(q.Needs[need]), Done: done, Of: len(q.Needs),
	})
	return true
}

// NeedName says what a need asks for: "tide key", "the guardian".
func (s *State) NeedName(n NeedSpec) string {
	if n.Slay != "" {
		if m := s.MobSpecs[n.Slay]; m != nil {
			return "the " + m.Name
		}
		return string(n.Slay)
	}
	if sp := s.ItemSpecs[n.Find]; sp != nil {
		return sp.Name
	}
	return string(n.Find)
}

// questFound is the reaction to somebody coming to hold a thing.
func (t *Turn) questFound(who ActorID, item ItemID) {
	a, it := t.s.Actors[who], t.s.Items[item]
	if a == nil || it == nil || !a.Player() {
		return
	}
	for id, run := range Ordered(a.Quests) {
		q := t.s.Quests[id]
		if run.Stage != QuestActive || q == nil {
			continue
		}
		for i, need := range q.Needs {
			if need.Find == it.Proto && t.s.hasFound(a, q, i) {
				t.advance(a, q, i)
			}
		}
	}
}

// questSlain is the reaction to a creature's death: whoever fought it counts.
func (t *Turn) questSlain(dead ActorID, by ActorID) {
	m, killer := t.s.Actors[dead], t.s.Actors[by]
	if m == nil || killer == nil || m.Player() {
		return
	}
	counted := map[ActorID]bool{} // who shares in it and struck as well is there twice
	for _, who := range slices.Concat(t.s.sharers(killer), t.s.Index.Attackers[dead]) {
		a := t.s.Actors[who]
		if a == nil || !a.Player() || counted[who] {
			continue
		}
		counted[who] = true
		for id := range Ordered(a.Quests) {
			q := t.s.Quests[id]
			if q == nil {
				continue
			}
			for i, need := range q.Needs {
				if need.Slay == m.Proto && t.advance(a, q, i) {
					break // one death is one of those that it asks for
				}
			}
		}
	}
}

func (s *State) setQuest(who ActorID, q QuestID, run QuestRun) { s.actor(who).Quests[q] = run }

func (e QuestAccepted) fold(s *State) {
	s.setQuest(e.Actor, e.Quest, QuestRun{Stage: QuestActive, Found: make([]bool, e.Needs)})
}

func (e QuestAdvanced) fold(s *State) { s.actor(e.Actor).Quests[e.Quest].Found[e.Need] = true }

func (e QuestAbandoned) fold(s *State) { delete(s.actor(e.Actor).Quests, e.Quest) }

func (e QuestDone) fold(s *State) {
	run := s.Actors[e.Actor].Quests[e.Quest]
	run.Stage = QuestCompleted
	s.setQuest(e.Actor, e.Quest, run)
	s.actor(e.Actor).Coins += e.Coins
}

func (e QuestAccepted) scene(*State) scene  { return scene{actor: e.Actor, closed: true} }
func (e QuestAdvanced) scene(*State) scene  { return scene{actor: e.Actor, closed: true} }
func (e QuestAbandoned) scene(*State) scene { return scene{actor: e.Actor, closed: true} }
func (e QuestDone) scene(s *State) scene    { return s.seen(e.Actor) }

func (QuestAccepted) traits() Traits {
	return Traits{Touches: AspectSelf | AspectBelongings | AspectQuests, Cue: cue("Quest begun")}
}

func (QuestAdvanced) traits() Traits {
	return Traits{Touches: AspectSelf | AspectBelongings | AspectQuests, Cue: befalls("Quest progress")}
}

func (QuestAbandoned) traits() Traits {
	return Traits{Touches: AspectSelf | AspectBelongings | AspectQuests, Cue: cue("Quest dropped")}
}

func (QuestDone) traits() Traits {
	return Traits{
		Public: true, Touches: AspectSelf | AspectBelongings | AspectQuests, Cue: befalls("Quest done"),
		Sound: SoundQuest,
	}
}
