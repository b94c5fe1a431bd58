package world

// Tokens for creatures. A creature with a mind can be played from elsewhere: by the same mind in another process, or by
// a stranger's agent. A wizard lets it in, and any wizard shuts it out again; the law of minds holds for it as it does
// for a mind at home.

// MintFor lets an agent play a creature with a mind. Only a wizard at a keyboard may, and the daemon.
type MintFor struct {
	Body  ActorID  `json:"body"`
	Grant GrantID  `json:"grant"`
	Label string   `json:"label" words:"label"`
	Verbs []string `json:"verbs,omitempty" words:"fixed"`
	For   Time     `json:"for,omitempty"` // how long it holds; 0: until it is revoked
}

func (MintFor) needs() Role { return RoleWizard }

func (MintFor) deed() deed { return deed{} }
func (MintFor) personal()  {}
func (MintFor) remote()    {}

func (a MintFor) decide(t *Turn) *Refusal {
	body := t.s.Actors[a.Body]
	if t.s.Minded(body) == nil {
		return refuse(CodeUnknown, "There is no creature of that name with a mind of its own.")
	}
	mint := MintGrant{Grant: a.Grant, Label: a.Label, Role: GrantNPC, Verbs: a.Verbs, For: a.For}
	label, r := mint.labelled(t)
	if r == nil {
		r = mint.termed()
	}
	if r != nil {
		return r
	}
	return t.mint(mint, label, body)
}

// lent reports whether an agent has a creature in its hands. One whose mind a pack took away meanwhile is lent for as
// long as there is the token.
func (s *State) lent(a *Actor) bool {
	if a == nil || a.Player() || a.Agent == "" || a.Presence != Here {
		return false
	}
	g := s.Grants[a.Agent]
	return s.Minded(a) != nil || g != nil && g.Actor == a.ID
}

// handBack gives a creature back to its own mind, when the agent that has it is the one of a grant. An agent that may
// still act takes it again by acting.
func (t *Turn) handBack(id ActorID, grant GrantID) {
	if a := t.s.Actors[id]; t.s.lent(a) && a.Agent == grant {
		t.emit(HelmTaken{Actor: id, At: t.now})
	}
}

// handAllBack does so with every creature that any agent has.
func (t *Turn) handAllBack() {
	for id, a := range Ordered(t.s.Actors) {
		t.handBack(id, a.Agent)
	}
}

// letGo takes away what agents have for a creature that is no more.
func (t *Turn) letGo(creature ActorID) {
	for _, g := range t.s.GrantsOf(creature) {
		t.emit(GrantRevoked{Grant: g.ID, Actor: creature, Label: g.Label})
		t.cancel(TimerGrant, string(g.ID))
	}
}
