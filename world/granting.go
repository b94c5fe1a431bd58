package world

import (
	"cmp"
	"slices"
)

// Grant is a permission that the owner of a character gave to an agent. The secret that proves it is kept elsewhere,
// hashed.
type Grant struct {
	ID    GrantID   `json:"id"`
	Actor ActorID   `json:"actor"`
	Label string    `json:"label"`
	Since Time      `json:"since"`
	Role  GrantRole `json:"role,omitempty"`

	Keys   []KeptKey `json:"keys,omitempty"`   // used lately, oldest first; see keying.go
	Verbs  []string  `json:"verbs,omitempty"`  // the verbs it may use, sorted; none: all that its role may
	Ask    Asking    `json:"ask,omitempty"`    // for what its owner has to say yes
	Paused bool      `json:"paused,omitempty"` // it may look and listen, and not act
	Until  Time      `json:"until,omitempty"`  // when it ends by itself; 0: never
	Intent string    `json:"intent,omitempty"` // what its agent said that it is about
	Holds  []Hold    `json:"holds,omitempty"`  // deeds that wait for the owner's word, oldest first
	Asked  int       `json:"asked,omitempty"`  // the number of the last of them
}

// Limits of grants.
const (
	GrantsMost     = 16 // per character
	LabelBytesMax  = 40
	GrantVerbsMost = 64                          // in its list of what it may
	VerbBytesMax   = 32                          // of one of them
	GrantLifeMin   = Second                      // a grant that ends by itself holds so long at least
	GrantLifeMax   = 10 * 366 * 24 * 60 * Minute // and so long at most
)

// MintGrant lets an agent act for the character that asks.
type MintGrant struct {
	Grant GrantID   `json:"grant"`
	Label string    `json:"label" words:"label"`
	Role  GrantRole `json:"role,omitempty"`
	Verbs []string  `json:"verbs,omitempty" words:"fixed"`
	Ask   Asking    `json:"ask,omitempty"`
	For   Time      `json:"for,omitempty"` // how long it holds; 0: until it is revoked
}

// RevokeGrant withdraws that.
type RevokeGrant struct {
	Grant GrantID `json:"grant"`
}

// GrantMinted says that an agent may act for a character.
type GrantMinted struct {
	Grant GrantID   `json:"grant"`
	Actor ActorID   `json:"actor"`
	Label string    `json:"label" words:"label"`
	At    Time      `json:"at"`
	Role  GrantRole `json:"role,omitempty"`
	Verbs []string  `json:"verbs,omitempty" words:"fixed"`
	Ask   Asking    `json:"ask,omitempty"`
	Until Time      `json:"until,omitempty"`
	By    ActorID   `json:"by,omitempty"` // the wizard who minted it for a creature
}

// GrantRevoked says that an agent no longer may.
type GrantRevoked struct {
	Grant  GrantID `json:"grant"`
	Actor  ActorID `json:"actor"`
	Label  string  `json:"label" words:"label"`
	Lapsed bool    `json:"lapsed,omitempty"` // its time was over
}

func (MintGrant) needs() Role   { return RolePlayer }
func (RevokeGrant) needs() Role { return RolePlayer }

func (MintGrant) deed() deed   { return deed{} }
func (RevokeGrant) deed() deed { return deed{} }
func (MintGrant) personal()    {}
func (RevokeGrant) personal()  {}
func (MintGrant) bodiless()    {}
func (RevokeGrant) bodiless()  {}

func (a MintGrant) decide(t *Turn) *Refusal {
	label, r := a.labelled(t)
	if r == nil {
		r = a.fits(t)
	}
	if r != nil {
		return r
	}
	return t.mint(a, label, t.me)
}

// labelled refuses a grant whose label or id cannot be.
func (a MintGrant) labelled(t *Turn) (label string, r *Refusal) {
	switch label = Clean(a.Label); {
	case label == "":
		return "", refuse(CodeMissing, "Give the token a label, so that you know it again.")
	case len(label) > LabelBytesMax:
		return "", refuse(CodeBadValue, "That label is too long.")
	case !ValidID(string(a.Grant)) || t.s.Grants[a.Grant] != nil:
		return "", refuse(CodeTaken, "That token exists already.")
	}
	return label, nil
}

// mint lets an agent act for a body.
func (t *Turn) mint(a MintGrant, label string, body *Actor) *Refusal {
	n := 0
	for _, g := range anyhow(t.s.Grants) {
		if g.Actor == body.ID {
			n++
		}
	}
	if n >= GrantsMost {
		return refuse(CodeFull, "You have as many tokens as you may; revoke one first.")
	}
	e := GrantMinted{
		Grant: a.Grant, Actor: body.ID, Label: label, At: t.now, Role: a.Role, Verbs: sortedVerbs(a.Verbs), Ask: a.Ask,
	}
	if body != t.me && t.me != nil {
		e.By = t.me.ID
	}
	if a.For > 0 {
		e.Until = (t.now + a.For).grid()
	}
	t.emit(e)
	if e.Until > 0 {
		t.emit(TimerSet{Kind: TimerGrant, Subject: string(a.Grant), Due: e.Until})
	}
	return nil
}

// fits refuses a grant that cannot be given by whoever asks.
func (a MintGrant) fits(t *Turn) *Refusal {
	reach := a.Role.Reach()
	switch {
	case t.me.Account == "": // whoever asks: a guest and a creature are gone one day, and their tokens would be nobody's
		return refuse(CodeNotAllowed, "Only an account's characters have tokens.")
	case reach == Reach{}:
		return refuse(CodeUnknown, "There is no such role for a token.")
	case !reach.Acts && t.me.Role < RoleWizard:
		return refuse(CodeNotAllowed, "Only a wizard can mint a token of that role.")
	case reach.Drafts && t.me.Rank() < RoleBuilder:
		return refuse(CodeNotAllowed, "Only a builder can mint a token of that role.")
	case !a.Ask.known():
		return refuse(CodeBadValue, "A token asks for nothing, for what is destructive, or for all.")
	case t.s.Agents.banned(t.me.Account):
		return refuse(CodeNotAllowed, bannedText)
	}
	return a.termed()
}

// termed refuses a term and a list of verbs that nobody could have meant.
func (a MintGrant) termed() *Refusal {
	if a.For != 0 && (a.For < GrantLifeMin || a.For > GrantLifeMax) {
		return refuse(CodeBadValue, "A token that ends by itself holds a second at least, and ten years at most.")
	}
	return verbsFit(a.Verbs)
}

// verbsFit refuses a list of verbs that nobody could have meant.
func verbsFit(verbs []string) *Refusal {
	if len(verbs) > GrantVerbsMost {
		return refuse(CodeFull, "That is a longer list of verbs than a token can have.")
	}
	for _, v := range verbs {
		if v == "" || len(v) > VerbBytesMax || v != Clean(v) {
			return refuse(CodeBadValue, "That is no verb.")
		}
	}
	return nil
}

// sortedVerbs returns a list in order, each once; nil when it is empty.
func sortedVerbs(verbs []string) []string {
	if len(verbs) == 0 {
		return nil
	}
	return slices.Compact(slices.Sorted(slices.Values(verbs)))
}

func (a RevokeGrant) decide(t *Turn) *Refusal {
	g := t.s.Grants[a.Grant]
	if g == nil || !t.owns(g) {
		return refuse(CodeUnknown, "You have no such token.")
	}
	t.handBack(g.Actor, a.Grant)
	t.emit(GrantRevoked{Grant: a.Grant, Actor: t.me.ID, Label: g.Label})
	t.cancel(TimerGrant, string(a.Grant))
	return nil
}

// owns reports whether a grant is of whoever acts: of this character, or of another of the same account. Those of
// creatures are every wizard's.
func (t *Turn) owns(g *Grant) bool {
	body := t.s.Actors[g.Actor]
	switch {
	case g.Actor == t.me.ID:
		return true
	case body == nil:
		return false
	case !body.Player():
		return t.me.Role >= RoleWizard
	}
	return t.me.Account != "" && body.Account == t.me.Account
}

// lapse ends a grant whose time is over.
func (t *Turn) lapse(id GrantID) {
	if g := t.s.Grants[id]; g != nil && g.Until != 0 && t.now >= g.Until {
		t.handBack(g.Actor, id)
		t.emit(GrantRevoked{Grant: id, Actor: g.Actor, Label: g.Label, Lapsed: true})
	}
}

// GrantsOf returns a character's grants in the order of their ids.
func (s *State) GrantsOf(who ActorID) []*Grant {
	var out []*Grant
	for _, g := range anyhow(s.Grants) {
		if g.Actor == who {
			out = append(out, g)
		}
	}
	slices.SortFunc(out, func(a, b *Grant) int { return cmp.Compare(a.ID, b.ID) })
	return out
}

func (e GrantMinted) fold(s *State) {
	s.Grants[e.Grant] = &Grant{
		ID: e.Grant, Actor: e.Actor, Label: e.Label, Since: e.At, Role: e.Role, Verbs: e.Verbs, Ask: e.Ask, Until: e.Until,
	}
	s.touch(kindGrant, string(e.Grant))
}

func (e GrantRevoked) fold(s *State) {
	delete(s.Grants, e.Grant)
	s.touch(kindGrant, string(e.Grant))
}

func (e GrantMinted) scene(*State) scene {
	return scene{actor: cmp.Or(e.By, e.Actor), closed: true}
}

func (e GrantRevoked) scene(*State) scene { return scene{actor: e.Actor, closed: true} }

func (GrantMinted) traits() Traits  { return Traits{Cue: cue("Token made")} }
func (GrantRevoked) traits() Traits { return Traits{Cue: cue("Token withdrawn")} }
