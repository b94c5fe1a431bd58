package world

import "slices"

// Tuning names what an owner changes about a grant.
type Tuning string

// What can be changed.
const (
	TuneVerbs Tuning = "verbs"
	TuneAsk   Tuning = "ask"
	TunePause Tuning = "pause"
)

// TuneGrant changes what a grant allows. Only the owner does, at a keyboard: no agent widens what it may.
type TuneGrant struct {
	Grant GrantID  `json:"grant"`
	What  Tuning   `json:"what" words:"fixed"`
	Verbs []string `json:"verbs,omitempty" words:"fixed"` // for verbs; none: all
	Ask   Asking   `json:"ask,omitempty" words:"fixed"`   // for ask
	Pause bool     `json:"pause,omitempty"`               // for pause
}

// StateIntent says what an agent is about. Its owner sees it, and whoever examines the body.
type StateIntent struct {
	Text string `json:"text" words:"fixed"`
}

// IntentRunesMax is how long an agent's stated intent may be.
const IntentRunesMax = 120

// GrantTuned says what a grant allows from now on; What is the part that changed.
type GrantTuned struct {
	Actor ActorID  `json:"actor"`
	Grant GrantID  `json:"grant"`
	Label string   `json:"label" words:"label"`
	What  Tuning   `json:"what" words:"fixed"`
	Verbs []string `json:"verbs,omitempty" words:"fixed"`
	Ask   Asking   `json:"ask,omitempty" words:"fixed"`
	Pause bool     `json:"pause,omitempty"`
}

// IntentStated says what an agent said that it is about.
type IntentStated struct {
	Actor ActorID `json:"actor"`
	Grant GrantID `json:"grant"`
	Label string  `json:"label" words:"label"`
	Text  string  `json:"text" words:"fixed"`
}

func (TuneGrant) needs() Role { return RolePlayer }

func (TuneGrant) deed() deed    { return deed{} }
func (TuneGrant) personal()     {}
func (TuneGrant) bodiless()     {}
func (StateIntent) needs() Role { return RolePlayer }

func (StateIntent) deed() deed { return deed{} }
func (StateIntent) granted()   {}
func (StateIntent) bodiless()  {}

func (a TuneGrant) decide(t *Turn) *Refusal {
	g := t.s.Grants[a.Grant]
	if g == nil || !t.owns(g) {
		return refuse(CodeUnknown, "You have no such token.")
	}
	e := GrantTuned{
		Actor: t.me.ID, Grant: g.ID, Label: g.Label, What: a.What, Verbs: g.Verbs, Ask: g.Ask, Pause: g.Paused,
	}
	switch a.What {
	case TuneVerbs:
		if r := verbsFit(a.Verbs); r != nil {
			return r
		}
		e.Verbs = sortedVerbs(a.Verbs)
	case TuneAsk:
		if !a.Ask.known() {
			return refuse(CodeBadValue, "An agent asks for nothing, for what is destructive, or for all.")
		}
		if body := t.s.Actors[g.Actor]; body != nil && !body.Player() && a.Ask != AskNothing {
			return refuse(CodeCannot, "A creature has no owner whom its agent could ask.")
		}
		e.Ask = a.Ask
	case TunePause:
		e.Pause = a.Pause
	default:
		return refuse(CodeBadValue, "There is nothing of that name to change about a token.")
	}
	if slices.Equal(e.Verbs, g.Verbs) && e.Ask == g.Ask && e.Pause == g.Paused {
		return refuse(CodeAlready, "It is so already.")
	}
	t.emit(e)
	if e.Pause {
		t.handBack(g.Actor, g.ID)
	}
	return nil
}

func (a StateIntent) decide(t *Turn) *Refusal {
	text := Clean(a.Text)
	g := t.s.Grants[t.in.Via.Grant]
	switch {
	case len([]rune(text)) > IntentRunesMax:
		return refuse(CodeBadValue, "Say in at most 120 characters what you are about.")
	case text == g.Intent:
		return nil
	}
	t.emit(IntentStated{Actor: t.me.ID, Grant: g.ID, Label: g.Label, Text: text})
	return nil
}

// GrantStands refuses whoever comes with a grant that does not let anybody in: withdrawn, over, or shut out by the
// operator. Body is for whom they would act.
func (s *State) GrantStands(id GrantID, body ActorID, now Time) *Refusal {
	g := s.Grants[id]
	switch {
	case g == nil || g.Actor != body:
		return refuse(CodeNotAllowed, "That permission was withdrawn.")
	case g.Until != 0 && now >= g.Until:
		return refuse(CodeNotAllowed, "That permission was for a time, and the time is over.")
	case s.Agents.Shut:
		return refuse(CodeAgentsOff, s.Agents.ShutText())
	}
	a := s.Actors[body]
	if a != nil && s.Agents.banned(a.Account) {
		return refuse(CodeNotAllowed, bannedText)
	}
	if a != nil && a.Player() {
		return s.Banned(a, now)
	}
	return nil
}

// allowedGrant judges what comes under a grant: whether it stands, and whether it reaches that far.
func (t *Turn) allowedGrant(need Role) *Refusal {
	if r := t.s.GrantStands(t.in.Via.Grant, t.me.ID, t.now); r != nil {
		return r
	}
	g := t.s.Grants[t.in.Via.Grant]
	_, drafts := t.in.Action.(drafted)
	most := RolePlayer
	if drafts && g.Role.Reach().Drafts {
		most = RoleBuilder
	}
	switch {
	case need > most || !g.Role.Reach().Acts:
		return refuse(CodeNotAllowed, "That is beyond what this grant allows.")
	case g.Paused:
		return refuse(CodePaused, "Your owner has paused you. Look and listen until they let you go on.")
	case g.unnamed(t.in.Action):
		return refuse(CodeNotAllowed, UnnamedText)
	case !g.lists(t.in.Action):
		if try, is := t.in.Action.(Attempt); is && try.Verb == "" {
			return refuse(CodeNotAllowed, "That is no verb of the game, and your owner's list names what verbs you may use.")
		}
		return refuse(CodeNotAllowed, "Your owner's list of what you may do does not name that.")
	}
	return t.uncrowded()
}

const (
	// VerbsAll in a grant's list stands for every verb but those that must be named.
	VerbsAll = "all"
	// VerbMail must be named: letters are written to a person, not to whoever acts for them.
	VerbMail = "mail"
	// UnnamedText refuses letters to an agent whose grant does not name them.
	UnnamedText = "Letters are for your owner alone, unless they let you at them. They type: agent scope LABEL all mail"
)

// Open reports whether a grant allows every verb but those that must be named.
func (g *Grant) Open() bool { return len(g.Verbs) == 0 || slices.Contains(g.Verbs, VerbsAll) }

// unnamed reports whether an action is one that a grant without a list does not allow.
func (g *Grant) unnamed(a Action) bool {
	return slices.Contains(a.deed().verbs, VerbMail) && g.Open() && !slices.Contains(g.Verbs, VerbMail)
}

// lists reports whether a grant's list of verbs names an action; a grant without a list names all.
func (g *Grant) lists(a Action) bool {
	if _, own := a.(granted); own || g.Open() {
		return true
	}
	if _, in := a.(Enter); in {
		return true
	}
	return slices.ContainsFunc(a.deed().verbs, g.Lists)
}

// Lists reports whether a grant allows a verb, as far as its list goes.
func (g *Grant) Lists(verb string) bool {
	return slices.Contains(g.Verbs, verb) || verb != VerbMail && g.Open()
}

func (e GrantTuned) fold(s *State) {
	g := s.grant(e.Grant)
	g.Verbs, g.Ask, g.Paused = e.Verbs, e.Ask, e.Pause
}

func (e IntentStated) fold(s *State) { s.grant(e.Grant).Intent = e.Text }

func (e GrantTuned) scene(*State) scene   { return scene{actor: e.Actor, closed: true} }
func (e IntentStated) scene(*State) scene { return scene{actor: e.Actor, closed: true} }

func (GrantTuned) traits() Traits   { return Traits{Cue: cue("Token changed")} }
func (IntentStated) traits() Traits { return Traits{Cue: cue("Intent")} }
