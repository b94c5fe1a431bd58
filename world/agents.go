package world

import (
	"cmp"
	"slices"
)

// AgentPolicy is what the operator decided about agents. The zero policy lets all in who have a grant.
type AgentPolicy struct {
	Shut    bool        `json:"shut,omitempty"`    // no agent may come or stay
	Reason  string      `json:"reason,omitempty"`  // why
	All     int         `json:"all,omitempty"`     // how many may be in the world at once; 0: any number
	Account int         `json:"account,omitempty"` // of one owner
	Room    int         `json:"room,omitempty"`    // in one place
	Banned  []AccountID `json:"banned,omitempty"`  // owners none of whose agents may; sorted
}

// Limits of what an operator may decide about agents.
const (
	AgentsBannedMost    = 1000
	AgentsCapMost       = 100_000
	AgentsReasonMost    = 200 // bytes
	bannedText          = "The operator of this world does not let agents act for this account."
	shutTextWithoutWhy  = "The operator has closed this world to agents for now."
	shutTextBeforeWhy   = "The operator has closed this world to agents for now: "
	agentsFullText      = "There are as many agents in the world as the operator allows. Try again later."
	agentsAccountText   = "As many agents of this account are in the world as the operator allows. Let one go first."
	agentsRoomText      = "There are as many agents in that place as the operator allows. Go elsewhere, or wait."
	agentsUnbannedText  = "No agent of theirs was shut out."
	agentsBannedText    = "Their agents are shut out already."
	agentsNoAccountText = "Nobody owns that character; guests have no agents."
)

func (p *AgentPolicy) zero() bool {
	return !p.Shut && p.Reason == "" && p.All == 0 && p.Account == 0 && p.Room == 0 && len(p.Banned) == 0
}

func (p *AgentPolicy) banned(owner AccountID) bool {
	_, found := slices.BinarySearch(p.Banned, owner)
	return found && owner != ""
}

// ShutText says that agents are shut out, and why.
func (p *AgentPolicy) ShutText() string {
	if p.Reason == "" {
		return shutTextWithoutWhy
	}
	return shutTextBeforeWhy + p.Reason
}

// AgentCap names what a cap counts.
type AgentCap string

// What can be capped.
const (
	CapAll     AgentCap = "all"
	CapAccount AgentCap = "account"
	CapRoom    AgentCap = "room"
)

// BanAgents shuts out the agents of one owner, or lets them in again.
type BanAgents struct {
	Account AccountID `json:"account"`
	Off     bool      `json:"off,omitempty"`
}

// ShutAgents closes the world to all agents, or opens it again.
type ShutAgents struct {
	Open   bool   `json:"open,omitempty"`
	Reason string `json:"reason,omitempty" words:"fixed"`
}

// CapAgents bounds how many agents may be in the world at once, of one owner, or in one place. Most 0 means any
// number.
type CapAgents struct {
	What AgentCap `json:"what" words:"fixed"`
	Most int      `json:"most"`
}

// AgentsBanned says that the agents of one owner are shut out, or no longer.
type AgentsBanned struct {
	By      ActorID   `json:"by"`
	Account AccountID `json:"account"`
	Off     bool      `json:"off,omitempty"`
}

// AgentsShut says that the world is closed to agents, or open to them again.
type AgentsShut struct {
	By     ActorID `json:"by"`
	Open   bool    `json:"open,omitempty"`
	Reason string  `json:"reason,omitempty" words:"fixed"`
}

// AgentsCapped says how many agents may be there at once.
type AgentsCapped struct {
	By   ActorID  `json:"by"`
	What AgentCap `json:"what" words:"fixed"`
	Most int      `json:"most"`
}

func (BanAgents) needs() Role  { return RoleWizard }
func (ShutAgents) needs() Role { return RoleWizard }
func (CapAgents) needs() Role  { return RoleWizard }

func (BanAgents) deed() deed  { return deed{} }
func (ShutAgents) deed() deed { return deed{} }
func (CapAgents) deed() deed  { return deed{} }
func (BanAgents) personal()   {}
func (ShutAgents) personal()  {}
func (CapAgents) personal()   {}
func (BanAgents) bodiless()   {}
func (ShutAgents) bodiless()  {}
func (CapAgents) bodiless()   {}

func (a BanAgents) decide(t *Turn) *Refusal {
	switch p := &t.s.Agents; {
	case a.Account == "" || len(a.Account) > idBytesMax:
		return refuse(CodeUnknown, agentsNoAccountText)
	case a.Off && !p.banned(a.Account):
		return refuse(CodeAlready, agentsUnbannedText)
	case !a.Off && p.banned(a.Account):
		return refuse(CodeAlready, agentsBannedText)
	case !a.Off && len(p.Banned) >= AgentsBannedMost:
		return refuse(CodeFull, "As many are shut out as can be. Let some in again, or close the door to all.")
	}
	t.emit(AgentsBanned{By: t.me.ID, Account: a.Account, Off: a.Off})
	return nil
}

func (a ShutAgents) decide(t *Turn) *Refusal {
	reason := Clean(a.Reason)
	switch p := &t.s.Agents; {
	case len(reason) > AgentsReasonMost:
		return refuse(CodeBadValue, "That reason is too long.")
	case a.Open == !p.Shut && (a.Open || reason == p.Reason):
		return refuse(CodeAlready, "It is so already.")
	case a.Open:
		reason = ""
	}
	t.emit(AgentsShut{By: t.me.ID, Open: a.Open, Reason: reason})
	t.handAllBack()
	return nil
}

func (a CapAgents) decide(t *Turn) *Refusal {
	switch {
	case t.s.Agents.cap(a.What) == nil:
		return refuse(CodeBadValue, "One can say all, account or room there.")
	case a.Most < 0 || a.Most > AgentsCapMost:
		return refuse(CodeBadValue, "A cap is a number from 1 to 100000, or 0 for none.")
	case *t.s.Agents.cap(a.What) == a.Most:
		return refuse(CodeAlready, "It is so already.")
	}
	t.emit(AgentsCapped{By: t.me.ID, What: a.What, Most: a.Most})
	return nil
}

func (p *AgentPolicy) cap(what AgentCap) *int {
	switch what {
	case CapAll:
		return &p.All
	case CapAccount:
		return &p.Account
	case CapRoom:
		return &p.Room
	}
	return nil
}

// uncrowded refuses an agent that comes where as many are as may be. Whoever is there already may stay.
func (t *Turn) uncrowded() *Refusal {
	p := &t.s.Agents
	switch a := t.in.Action.(type) {
	case Enter:
		if t.me.Presence == Here && t.me.Agent != "" {
			return nil
		}
		all, own := 0, 0
		for _, id := range t.s.Index.Awake {
			if b := t.s.Actors[id]; b.Driven() && id != t.me.ID {
				all++
				own += boolInt(b.Account != "" && b.Account == t.me.Account)
			}
		}
		switch {
		case p.All > 0 && all >= p.All:
			return refuse(CodeAgentsFull, agentsFullText)
		case p.Account > 0 && own >= p.Account:
			return refuse(CodeAgentsFull, agentsAccountText)
		}
		return t.uncrowdedRoom(t.me.Room)
	case Move:
		for _, e := range t.s.exitsOf(t.me.Room) {
			if e.Dir == a.Dir {
				return t.uncrowdedRoom(e.To)
			}
		}
	default: // changes nothing about who is where
	}
	return nil
}

func (t *Turn) uncrowdedRoom(room RoomID) *Refusal {
	if t.s.Agents.Room == 0 {
		return nil
	}
	n := 0
	for _, id := range t.s.Index.Present[room] {
		n += boolInt(t.s.Actors[id].Driven() && id != t.me.ID)
	}
	if n >= t.s.Agents.Room {
		return refuse(CodeAgentsFull, agentsRoomText)
	}
	return nil
}

func (s *State) exitsOf(room RoomID) []ExitSpec {
	if r := s.Rooms[room]; r != nil {
		return r.Exits
	}
	return nil
}

// Driven reports whether an agent is at the other end of a body that is in the world.
func (a *Actor) Driven() bool { return a.Agent != "" && a.Presence == Here }

// Driver returns who owns the agent that drives a body: the eldest of its owner's characters, which may be the body
// itself; and what the agent said that it is about. It reports false when no agent drives it.
func (s *State) Driver(a *Actor) (owner *Actor, intent string, ok bool) {
	g := s.Grants[a.Agent]
	if !a.Driven() || g == nil {
		return nil, "", false
	}
	owner = a
	for _, id := range s.Characters(a.Account) {
		if b := s.Actors[id]; cmp.Or(cmp.Compare(b.Born, owner.Born), cmp.Compare(b.ID, owner.ID)) < 0 {
			owner = b
		}
	}
	return owner, g.Intent, true
}

func (e AgentsBanned) fold(s *State) {
	p := &s.Agents
	at, found := slices.BinarySearch(p.Banned, e.Account)
	switch {
	case e.Off && found:
		p.Banned = slices.Delete(p.Banned, at, at+1)
	case !e.Off && !found:
		p.Banned = slices.Insert(p.Banned, at, e.Account)
	}
	if len(p.Banned) == 0 {
		p.Banned = nil
	}
	s.touch(kindAgents, kindAgents)
}

func (e AgentsShut) fold(s *State) {
	s.Agents.Shut, s.Agents.Reason = !e.Open, e.Reason
	s.touch(kindAgents, kindAgents)
}

func (e AgentsCapped) fold(s *State) {
	if c := s.Agents.cap(e.What); c != nil {
		*c = e.Most
	}
	s.touch(kindAgents, kindAgents)
}

func (e AgentsBanned) scene(*State) scene { return scene{actor: e.By, closed: true} }
func (e AgentsShut) scene(*State) scene   { return scene{actor: e.By, closed: true} }
func (e AgentsCapped) scene(*State) scene { return scene{actor: e.By, closed: true} }

func (AgentsBanned) traits() Traits { return Traits{Cue: cue("Agents banned")} }
func (AgentsShut) traits() Traits   { return Traits{Cue: cue("Agents shut")} }
func (AgentsCapped) traits() Traits { return Traits{Cue: cue("Agents capped")} }
