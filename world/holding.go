package world

import "slices"

// An owner may want to be asked before an agent does certain things. The deed is then refused until there is a yes
// for exactly that deed; the yes is state, is used up by the deed, and the deed is judged anew when it comes.

// Asking says for which of its deeds an agent needs its owner's yes.
type Asking string

// What an agent has to ask for. The zero value is what grants had before there was a choice.
const (
	AskNothing     Asking = ""
	AskDestructive Asking = "destructive" // attacking people, giving away, destroying, selling, spending, deleting
	AskAll         Asking = "all"         // whatever it does with its body
)

func (a Asking) known() bool { return a == AskNothing || a == AskDestructive || a == AskAll }

// String returns the word for it that an owner types.
func (a Asking) String() string {
	if a == AskNothing {
		return "none"
	}
	return string(a)
}

// Limits of holds.
const (
	HoldsMost = 4           // deeds of one grant that wait, or stand allowed
	HoldLasts = 10 * Minute // how long a deed waits for its answer, and how long an answer stands
)

// Hold is a deed that waits for the owner's word, or has it.
type Hold struct {
	N        int    `json:"n"` // unlike any other of the owner's, for typing
	What     string `json:"what"`
	Print    string `json:"print"` // of the deed
	At       Time   `json:"at"`    // when it was asked for, or answered
	Answered bool   `json:"answered,omitempty"`
	Yes      bool   `json:"yes,omitempty"`
}

// lapsed reports whether a hold means nothing any more.
func (h Hold) lapsed(now Time) bool { return now >= h.At+HoldLasts }

// AskOwner asks the owner for a deed that needs a yes. Only an agent's door asks; [State.Plea] makes it.
type AskOwner struct {
	Print string `json:"print" words:"fixed"`
	What  string `json:"what" words:"fixed"`
	Words string `json:"words,omitempty" words:"few"` // that the deed would speak
}

// AnswerHold is the owner's answer, at the keyboard of any of the account's characters.
type AnswerHold struct {
	Hold int  `json:"hold"`
	Yes  bool `json:"yes"`
}

// HoldAsked says that an agent asked its owner for a deed.
type HoldAsked struct {
	Actor ActorID `json:"actor"` // for whom the agent acts
	Grant GrantID `json:"grant"`
	Label string  `json:"label" words:"label"`
	Hold  int     `json:"hold"`
	Print string  `json:"print" words:"fixed"`
	What  string  `json:"what" words:"fixed"`
	Words string  `json:"words,omitempty" words:"few"`
	At    Time    `json:"at"`
}

// HoldAnswered says what the owner answered.
type HoldAnswered struct {
	Actor ActorID `json:"actor"` // at whose keyboard the owner was
	Body  ActorID `json:"body"`  // for whom the agent acts
	Grant GrantID `json:"grant"`
	Label string  `json:"label" words:"label"`
	Hold  int     `json:"hold"`
	What  string  `json:"what" words:"fixed"`
	Yes   bool    `json:"yes"`
	At    Time    `json:"at"`
}

// HoldEnded says that a hold is no more: its deed was done, or nobody wanted it any longer.
type HoldEnded struct {
	Actor ActorID `json:"actor"`
	Grant GrantID `json:"grant"`
	Hold  int     `json:"hold"`
	Done  bool    `json:"done,omitempty"` // by the deed itself
}

// granted marks what only an agent's door asks for.
type granted interface{ granted() }

func (AskOwner) needs() Role { return RolePlayer }

func (AskOwner) deed() deed    { return deed{} }
func (AskOwner) granted()      {}
func (AnswerHold) needs() Role { return RolePlayer }

func (AnswerHold) deed() deed { return deed{} }
func (AnswerHold) personal()  {}
func (AnswerHold) bodiless()  {}

func (a AskOwner) decide(t *Turn) *Refusal {
	g := t.s.Grants[t.in.Via.Grant]
	if len(a.Print) != 2*printBytes || a.What == "" || a.What != clipped(a.What) || len(a.Words) > SpeechBytesMax {
		return refuse(CodeBadValue, "That is nothing to ask for.")
	}
	old := 0
	for _, h := range g.Holds {
		switch {
		case h.lapsed(t.now):
			old++
		case h.Print == a.Print:
			return nil // it waits already, or is answered
		}
	}
	if len(g.Holds)-old >= HoldsMost {
		return refuse(CodeFull, "Your owner has enough questions of yours to answer. Do something else meanwhile.")
	}
	for _, h := range slices.Clone(g.Holds) {
		if h.lapsed(t.now) {
			t.emit(HoldEnded{Actor: t.me.ID, Grant: g.ID, Hold: h.N})
		}
	}
	t.emit(HoldAsked{
		Actor: t.me.ID, Grant: g.ID, Label: g.Label, Hold: t.s.nextHold(t.me.Account), Print: a.Print, What: a.What,
		Words: Clean(a.Words), At: t.now,
	})
	return nil
}

// nextHold returns the number after the last that an owner was asked under.
func (s *State) nextHold(owner AccountID) int {
	last := 0
	for _, g := range anyhow(s.Grants) {
		if a := s.Actors[g.Actor]; a != nil && a.Account == owner {
			last = max(last, g.Asked)
		}
	}
	return last + 1
}

func (a AnswerHold) decide(t *Turn) *Refusal {
	g, h := t.s.holdOf(t.me.Account, a.Hold, t.now)
	switch {
	case h == nil:
		return refuse(CodeUnknown, "Nothing waits for your answer under that number. Type agent to see what does.")
	case h.Answered && h.Yes == a.Yes:
		return refuse(CodeAlready, "You have answered that already.")
	}
	t.emit(HoldAnswered{
		Actor: t.me.ID, Body: g.Actor, Grant: g.ID, Label: g.Label, Hold: h.N, What: h.What, Yes: a.Yes, At: t.now,
	})
	return nil
}

// holdOf finds what an owner was asked under a number, unless it has lapsed.
func (s *State) holdOf(owner AccountID, n int, now Time) (*Grant, *Hold) {
	for _, g := range Ordered(s.Grants) {
		a := s.Actors[g.Actor]
		if owner == "" || a == nil || a.Account != owner {
			continue
		}
		for i, h := range g.Holds {
			if h.N == n && !h.lapsed(now) {
				return g, &g.Holds[i]
			}
		}
	}
	return nil, nil
}

// wouldHappen ends a decision of which only was asked whether anything would come of it.
type wouldHappen struct{}

// would decides up to the first event and stops there, so that nothing happens: it returns the refusal that the
// action meets anyhow, and whether it would do anything.
func (t *Turn) would() (r *Refusal, happens bool) {
	dry := *t
	dry.dry = true
	defer func() {
		switch p := recover(); p.(type) {
		case nil:
		case wouldHappen:
			r, happens = nil, true
		default:
			panic(p)
		}
	}()
	return dry.in.Action.decide(&dry), false
}

// agreed refuses a deed that its owner wants to be asked for, and has not said yes to. An owner is not troubled with
// what cannot be done anyway.
func (t *Turn) agreed() *Refusal {
	if t.in.Via.Kind != ViaGrant || !t.mustAsk(t.s.Grants[t.in.Via.Grant]) {
		return nil
	}
	if r, happens := t.would(); r != nil || !happens {
		return r
	}
	g, wanted := t.s.Grants[t.in.Via.Grant], printOf(t.in.Action)
	for _, h := range g.Holds {
		if h.Print != wanted || h.lapsed(t.now) || !h.Answered {
			continue
		}
		if !h.Yes {
			return refuse(CodeOwnerRefused, "Your owner said no to that. Do something else.")
		}
		t.hold = h.N
		return nil
	}
	return refuse(CodeNeedsYes, "Your owner wants to be asked before you do that.")
}

// mustAsk reports whether the action is one that its grant has to ask for.
func (t *Turn) mustAsk(g *Grant) bool {
	if _, reports := t.in.Action.(Report); reports || len(t.in.Action.deed().verbs) == 0 {
		return false // a word to whoever looks after the world, or the grant's own business: coming in, asking
	}
	switch g.Ask {
	case AskAll:
		return true
	case AskDestructive:
		return t.destroys(t.in.Action)
	case AskNothing:
	}
	return false
}

// spend uses up the yes under which something has happened.
func (t *Turn) spend() {
	if t.hold != 0 {
		t.emit(HoldEnded{Actor: t.me.ID, Grant: t.in.Via.Grant, Hold: t.hold, Done: true})
	}
}

// Plea returns what asks the owner for an action that was refused with [CodeNeedsYes], and the number under which it
// was asked already, if it was. It reports false when there is nothing to ask for.
func (s *State) Plea(now Time, in Input) (ask AskOwner, hold int, ok bool) {
	t := &Turn{s: s, seq: s.Seq + 1, now: max(now, s.Now), in: in, me: s.Actors[in.Actor]}
	g := s.Grants[in.Via.Grant]
	if g == nil || t.me == nil || !t.mustAsk(g) {
		return AskOwner{}, 0, false
	}
	ask.Print = printOf(in.Action)
	ask.What, ask.Words = s.inWords(in.Action)
	for _, h := range g.Holds {
		if h.Print == ask.Print && !h.lapsed(t.now) {
			hold = h.N
		}
	}
	return ask, hold, true
}

// OwnerOf returns the characters at whose keyboards the owner of a body may be, the body itself among them.
func (s *State) OwnerOf(body ActorID) []ActorID {
	a := s.Actors[body]
	if a == nil || a.Account == "" {
		return []ActorID{body}
	}
	return s.Characters(a.Account)
}

func (e HoldAsked) fold(s *State) {
	g := s.grant(e.Grant)
	g.Holds = append(g.Holds, Hold{N: e.Hold, What: e.What, Print: e.Print, At: e.At})
	g.Asked = e.Hold
}

func (e HoldAnswered) fold(s *State) {
	g := s.grant(e.Grant)
	for i := range g.Holds {
		if h := &g.Holds[i]; h.N == e.Hold {
			h.At, h.Answered, h.Yes = e.At, true, e.Yes
		}
	}
}

func (e HoldEnded) fold(s *State) {
	g := s.grant(e.Grant)
	g.Holds = slices.DeleteFunc(g.Holds, func(h Hold) bool { return h.N == e.Hold })
	if len(g.Holds) == 0 {
		g.Holds = nil
	}
}

// grant returns a grant for changing.
func (s *State) grant(id GrantID) *Grant {
	s.touch(kindGrant, string(id))
	return s.Grants[id]
}

func (e HoldAsked) scene(s *State) scene { return scene{actor: e.Actor, others: s.OwnerOf(e.Actor)} }

func (e HoldAnswered) scene(s *State) scene { return scene{actor: e.Actor, others: s.OwnerOf(e.Body)} }
func (HoldEnded) scene(*State) scene        { return scene{} }

func (HoldAsked) traits() Traits    { return Traits{Cue: cue("Permission asked")} }
func (HoldAnswered) traits() Traits { return Traits{Cue: cue("Permission answered")} }
func (HoldEnded) traits() Traits    { return Traits{} }
