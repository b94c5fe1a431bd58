package world

import "slices"

// QuestRun is how far somebody has come with a quest.
type QuestRun struct {
	Stage QuestStage `json:"stage"`
	Found []bool     `json:"found,omitempty"` // which needs were met, in the order of Asks

	// Asks is what the quest asked for when this was written down, see [QuestSpec.asks]; nil in what was written before
	// there was such a thing, and then Found is in the order of the quest's list.
	Asks []NeedKey `json:"asks,omitempty"`

	// Counts is how often each need was met, left out while none that is asked for more than once was.
	Counts []int    `json:"counts,omitempty"`
	Lent   []ItemID `json:"lent,omitempty"`  // what was lent for it
	Times  int      `json:"times,omitempty"` // how often it was completed, of a quest that may be taken again
	At     Time     `json:"at,omitempty"`    // and when last; or when it was given up with something lent used up
}

// Done reports whether the quest was ever completed.
func (r QuestRun) Done() bool { return r.Stage == QuestCompleted || r.Times > 0 }

// copied returns a run that shares nothing with this one.
func (r QuestRun) copied() QuestRun {
	r.Found, r.Counts, r.Lent = slices.Clone(r.Found), slices.Clone(r.Counts), slices.Clone(r.Lent)
	r.Asks = slices.Clone(r.Asks)
	return r
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

// QuestAccepted says that somebody took a quest on that has so many needs, and what was lent for it.
type QuestAccepted struct {
	Actor ActorID  `json:"actor"`
	Quest QuestID  `json:"quest"`
	Needs int      `json:"needs"`
	Lent  []ItemID `json:"lent,omitempty"`

	Asks []NeedKey `json:"asks,omitempty"` // what they are
}

// QuestAdvanced says that one need of a quest was met, or met once more: Have of Want times, which are left out of one
// that is met at once. Done of Of are met now, each as often as it is wanted.
// Fit is set when the quest's list is another one than when progress was last written down: how far one had come by the
// present list before this.
type QuestAdvanced struct {
	Actor ActorID `json:"actor"`
	Quest QuestID `json:"quest"`
	Need  int     `json:"need"`
	What  string  `json:"what" words:"fixed"` // "tide key", "the guardian"
	Done  int     `json:"done"`
	Of    int     `json:"of"`
	Have  int     `json:"have,omitempty"`
	Want  int     `json:"want,omitempty"`
	Reach RoomID  `json:"reach,omitempty"`              // the room of one that was to go somewhere; What is its name
	Next  string  `json:"next,omitempty" words:"fixed"` // what is told of the need whose turn has come by it

	Fit *QuestFit `json:"fit,omitempty"`
}

// QuestFit is how far somebody has come with a quest by a changed list of needs.
type QuestFit struct {
	Asks   []NeedKey `json:"asks"`
	Found  []bool    `json:"found"`
	Counts []int     `json:"counts,omitempty"`
}

// QuestAbandoned says that somebody gave a quest up, and gives back what had been lent for it. Spent is when, if some
// of that was used: then it is lent again after a time only.
type QuestAbandoned struct {
	Actor ActorID  `json:"actor"`
	Quest QuestID  `json:"quest"`
	Back  []ItemID `json:"back,omitempty"`
	Spent Time     `json:"spent,omitempty"`
}

// QuestDone says that somebody completed a quest. Text is the pack's last word on it. What had been lent goes Back,
// what is Given was put into their hands, and what did not fit was Laid at their feet. At is set of a quest that may be
// taken again.
type QuestDone struct {
	Actor ActorID  `json:"actor"`
	Quest QuestID  `json:"quest"`
	Coins int      `json:"coins,omitempty"`
	Text  string   `json:"text" words:"fixed"`
	Given []ItemID `json:"given,omitempty"`
	Laid  []ItemID `json:"laid,omitempty"`
	Back  []ItemID `json:"back,omitempty"`
	At    Time     `json:"at,omitempty"`
}

func (AcceptQuest) needs() Role   { return RoleGuest }
func (AbandonQuest) needs() Role  { return RoleGuest }
func (CompleteQuest) needs() Role { return RoleGuest }

func (AcceptQuest) deed() deed   { return deed{verbs: []string{"accept"}} }
func (AbandonQuest) deed() deed  { return deed{verbs: []string{"abandon"}} }
func (CompleteQuest) deed() deed { return deed{verbs: []string{"complete"}} }

func (a AcceptQuest) decide(t *Turn) *Refusal {
	q := t.s.Quests[a.Quest]
	if q == nil || q.Room != t.me.Room {
		return refuse(CodeNotHere, "No such quest is offered here.")
	}
	if !t.me.Player() {
		return refuse(CodeCannot, "Only people take on quests.")
	}
	if r := t.s.QuestOpen(t.me, q, t.now); r != nil {
		return r
	}
	lends := t.s.portable(q.Lends)
	if r := t.carriesMore(len(lends), len(t.s.Index.Held[t.me.ID])); r != nil {
		return r
	}
	var lent []ItemID
	for _, proto := range lends {
		lent = append(lent, t.handOut(proto, Place{Actor: t.me.ID}, true))
	}
	t.emit(QuestAccepted{Actor: t.me.ID, Quest: a.Quest, Needs: len(q.Needs), Lent: lent, Asks: q.asks()})
	t.catchUp(t.me, q)
	return nil
}

func (a AbandonQuest) decide(t *Turn) *Refusal {
	run := t.me.Quests[a.Quest]
	if run.Stage != QuestActive {
		return refuse(CodeUnknown, "You are on no such quest.")
	}
	back := t.s.there(run.Lent)
	e := QuestAbandoned{Actor: t.me.ID, Quest: a.Quest, Back: back}
	if t.s.usedUpLent(t.me, a.Quest) {
		e.Spent = t.sometime()
	}
	t.emit(e)
	t.takeBack(back)
	return nil
}

func (a CompleteQuest) decide(t *Turn) *Refusal {
	q, run := t.s.Quests[a.Quest], t.me.Quests[a.Quest]
	switch {
	case q == nil || run.Stage != QuestActive:
		return refuse(CodeUnknown, "You are on no such quest.")
	case q.Room != t.me.Room:
		return refuse(CodeNotHere, "This is not the place to end that quest.")
	}
	give, no := t.s.handing(t.me, q)
	if no != nil {
		return no
	}
	gifts := t.s.portable(q.Gives)
	fits, no := t.fitting(len(gifts), give)
	if no != nil {
		return no
	}
	t.giveUpBy(t.me.ID, give...)
	done := QuestDone{
		Actor: t.me.ID, Quest: a.Quest, Coins: q.Coins, Text: q.Done, Back: t.s.there(run.Lent),
	}
	for i, proto := range gifts {
		if i < fits {
			done.Given = append(done.Given, t.handOut(proto, Place{Actor: t.me.ID}, false))
		} else {
			done.Laid = append(done.Laid, t.handOut(proto, Place{Room: t.me.Room}, false))
		}
	}
	if q.Again > 0 {
		done.At = t.sometime()
	}
	t.emit(done)
	t.takeBack(done.Back)
	if q.XP > 0 {
		t.learn(t.me, q.XP, 1)
	}
	for _, id := range done.Given {
		t.questFound(t.me.ID, id)
	}
	return nil
}

// giveUpBy takes things that somebody hands over for good. What lies inside stays with them.
func (t *Turn) giveUpBy(who ActorID, things ...ItemID) {
	for _, id := range things {
		for _, in := range append([]ItemID(nil), t.s.Index.Inside[id]...) {
			t.emit(ItemMoved{Item: in, Place: Place{Actor: who}})
		}
		t.emit(ItemGone{Item: id, How: GivenUp, By: who})
	}
}

// handing returns what somebody hands over to end a quest, or what is still missing.
func (s *State) handing(a *Actor, q *QuestSpec) (give []ItemID, no *Refusal) {
	run := a.run(q)
	for i, need := range q.Needs {
		if need.Find == "" {
			if run.have(i, need) < need.want() {
				if astray := s.Astray(a, q); len(astray) > 0 {
					return nil, refuse(CodeMissing, "There is still "+need.lack()+": "+s.NeedName(need)+". "+
						LentAgain(astray))
				}
				return nil, refuse(CodeMissing, "There is still "+need.lack()+": "+s.NeedName(need)+".")
			}
			continue
		}
		for range need.want() {
			id := s.findsBut(a.ID, need.Find, slices.Concat(give, a.Kit))
			if id == "" {
				return nil, refuse(CodeMissing, "You still lack something: the "+s.NeedName(need)+".")
			}
			give = append(give, id)
		}
	}
	return give, nil
}

func (s *State) setQuest(who ActorID, q QuestID, run QuestRun) { s.actor(who).Quests[q] = run }

func (e QuestAccepted) fold(s *State) {
	run := QuestRun{
		Stage: QuestActive, Found: make([]bool, e.Needs), Lent: slices.Clone(e.Lent), Asks: slices.Clone(e.Asks),
	}
	if was := s.Actors[e.Actor].Quests[e.Quest]; was.Done() {
		run.Times, run.At = max(was.Times, 1), was.At
	}
	s.setQuest(e.Actor, e.Quest, run)
}

func (e QuestAdvanced) fold(s *State) {
	run := s.Actors[e.Actor].Quests[e.Quest].copied()
	if e.Fit != nil {
		run.Asks, run.Found, run.Counts = slices.Clone(e.Fit.Asks), slices.Clone(e.Fit.Found), slices.Clone(e.Fit.Counts)
	}
	if e.Want > 1 {
		if len(run.Counts) == 0 {
			run.Counts = make([]int, len(run.Found))
		}
		run.Counts[e.Need] = e.Have
	}
	if e.Have >= e.Want {
		run.Found[e.Need] = true
	}
	s.setQuest(e.Actor, e.Quest, run)
}

func (e QuestAbandoned) fold(s *State) {
	was := s.Actors[e.Actor].Quests[e.Quest]
	if was.Done() {
		s.setQuest(e.Actor, e.Quest, QuestRun{Stage: QuestCompleted, Times: was.Times, At: max(was.At, e.Spent)})
		return
	}
	if e.Spent > 0 {
		s.setQuest(e.Actor, e.Quest, QuestRun{At: e.Spent})
		return
	}
	delete(s.actor(e.Actor).Quests, e.Quest)
}

func (e QuestDone) fold(s *State) {
	run := s.Actors[e.Actor].Quests[e.Quest]
	run.Stage, run.Lent = QuestCompleted, nil
	if e.At > 0 {
		run.Times, run.At = run.Times+1, e.At
	}
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
