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

	Keys []KeptKey `json:"keys,omitempty"` // used lately, oldest first; see keying.go
}

// Limits of grants.
const (
	GrantsMost    = 16 // per character
	LabelBytesMax = 40
)

// MintGrant lets an agent act for the character that asks.
type MintGrant struct {
	Grant GrantID   `json:"grant"`
	Label string    `json:"label" words:"label"`
	Role  GrantRole `json:"role,omitempty"`
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
}

// GrantRevoked says that an agent no longer may.
type GrantRevoked struct {
	Grant GrantID `json:"grant"`
	Actor ActorID `json:"actor"`
	Label string  `json:"label" words:"label"`
}

func (MintGrant) needs() Role   { return RolePlayer }
func (RevokeGrant) needs() Role { return RolePlayer }
func (MintGrant) personal()     {}
func (RevokeGrant) personal()   {}
func (MintGrant) bodiless()     {}
func (RevokeGrant) bodiless()   {}

func (a MintGrant) decide(t *Turn) *Refusal {
	label := Clean(a.Label)
	switch {
	case label == "":
		return refuse(CodeMissing, "Give the token a label, so that you know it again.")
	case len(label) > LabelBytesMax:
		return refuse(CodeBadValue, "That label is too long.")
	case !ValidID(string(a.Grant)) || t.s.Grants[a.Grant] != nil:
		return refuse(CodeTaken, "That token exists already.")
	case a.Role.Reach() == Reach{}:
		return refuse(CodeUnknown, "There is no such role for a token.")
	case !a.Role.Reach().Acts && t.me.Role < RoleWizard:
		return refuse(CodeNotAllowed, "Only a wizard can mint a token of that role.")
	}
	n := 0
	for _, g := range anyhow(t.s.Grants) {
		if g.Actor == t.me.ID {
			n++
		}
	}
	if n >= GrantsMost {
		return refuse(CodeFull, "You have as many tokens as you may; revoke one first.")
	}
	t.emit(GrantMinted{Grant: a.Grant, Actor: t.me.ID, Label: label, At: t.now, Role: a.Role})
	return nil
}

func (a RevokeGrant) decide(t *Turn) *Refusal {
	g := t.s.Grants[a.Grant]
	if g == nil || g.Actor != t.me.ID {
		return refuse(CodeUnknown, "You have no such token.")
	}
	t.emit(GrantRevoked{Grant: a.Grant, Actor: t.me.ID, Label: g.Label})
	return nil
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
	s.Grants[e.Grant] = &Grant{ID: e.Grant, Actor: e.Actor, Label: e.Label, Since: e.At, Role: e.Role}
	s.touch(kindGrant, string(e.Grant))
}

func (e GrantRevoked) fold(s *State) {
	delete(s.Grants, e.Grant)
	s.touch(kindGrant, string(e.Grant))
}

func (e GrantMinted) scene(*State) scene  { return scene{actor: e.Actor, closed: true} }
func (e GrantRevoked) scene(*State) scene { return scene{actor: e.Actor, closed: true} }
