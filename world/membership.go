package world

import "slices"

// PartyMember is one of a group, as the others of it know them.
type PartyMember struct {
	ID    ActorID `json:"id"`
	Name  string  `json:"name"`
	Level int     `json:"level"`
	HP    int     `json:"hp"`
	HPMax int     `json:"hp_max"`
	Leads bool    `json:"leads,omitempty"`
	Hired bool    `json:"hired,omitempty"`    // a companion of one of them
	Here  bool    `json:"here,omitempty"`     // in the same room as whoever asks
	Lost  bool    `json:"linkdead,omitempty"` // nobody is at the other end
}

// PartyReport says with whom somebody goes about, and who has asked them to.
type PartyReport struct {
	Members []PartyMember `json:"members,omitempty"` // who leads first; none: in no group
	Asked   []string      `json:"asked_by,omitempty"`
	You     ActorID       `json:"you"`
}

// PartyMembers lists those of somebody's group, who leads first; nil for who is in none.
func (s *State) PartyMembers(a *Actor, now Time) []PartyMember {
	g := s.PartyOf(a.ID)
	if g == nil {
		return nil
	}
	out := make([]PartyMember, 0, len(g.Members))
	for i, id := range g.Members {
		o := s.Actors[id]
		out = append(out, PartyMember{
			ID: id, Name: o.Name, Level: o.Level, HP: s.HPNow(o, now), HPMax: o.HPMost(), Leads: i == 0,
			Here: o.Room == a.Room && s.Sees(a, o), Lost: o.Presence == Linkdead, Hired: o.Hire != nil,
		})
	}
	return out
}

// Grouping reports with whom somebody goes about.
func (s *State) Grouping(a *Actor, now Time) PartyReport {
	out := PartyReport{You: a.ID, Members: s.PartyMembers(a, now)}
	for _, i := range s.Invitations(a, now) {
		out.Asked = append(out.Asked, s.Actors[i.By].Name)
	}
	return out
}

// groups looks into groups: two to six people, each in one, each in the world.
func (c *checker) groups() {
	in := map[ActorID]bool{}
	for id, g := range all(c, c.s.Parties) {
		if g.ID != id || len(g.Members) < partyLeast || len(g.Members) > PartyMost {
			c.bad("group %s is filed wrongly, or has %d members", id, len(g.Members))
		}
		for _, who := range g.Members {
			a := c.s.Actors[who]
			isHired := a != nil && a.Hire != nil && slices.Contains(g.Members, a.Hire.By)
			if a == nil || !a.Player() && !isHired || a.Presence == Away || in[who] {
				c.bad("%s is in group %s, and in another, no player or out of the world", who, id)
			}
			in[who] = true
		}
	}
}

// invited looks into who asked somebody into a group.
func (c *checker) invited(a *Actor) {
	if len(a.Invited) > 0 && (!a.Player() || a.Presence == Away) || len(a.Invited) > InvitationsMost {
		c.bad("actor %s is asked into %d groups, which cannot be", a.ID, len(a.Invited))
	}
}
