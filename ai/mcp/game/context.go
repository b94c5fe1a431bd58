package game

import (
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// context returns who asks, or why they may no longer. A wizard's character is a player's in the hands of an agent, so
// that no report and no typed line reaches beyond that. It runs on the writer.
func (s *seat) context(st *world.State, now world.Time) (verb.Ctx, *world.Refusal) {
	body := st.Actors[s.who.Actor]
	s.mu.Lock()
	isGone := s.gone
	s.mu.Unlock()
	switch {
	case body == nil:
		return verb.Ctx{}, &world.Refusal{Code: world.CodeAbsent, Text: "Your character is no more."}
	case isGone:
		return verb.Ctx{}, &world.Refusal{Code: world.CodeNotAllowed, Text: "That permission was withdrawn."}
	}
	if s.who.Mind {
		return s.minded(st, now, body)
	}
	if r := st.GrantStands(s.who.Grant, body.ID, now); r != nil {
		return verb.Ctx{}, r
	}
	if !st.Grants[s.who.Grant].Role.Reach().Looks {
		return verb.Ctx{}, &world.Refusal{Code: world.CodeNotAllowed, Text: "That is beyond what this grant allows."}
	}
	return verb.Ctx{
		State: st, Now: now, Actor: asPlayer(body), Memory: &s.memory,
		Via: world.Via{Kind: world.ViaGrant, Grant: s.who.Grant},
	}, nil
}

// minded returns the context of a creature's own mind.
func (s *seat) minded(st *world.State, now world.Time, body *world.Actor) (verb.Ctx, *world.Refusal) {
	if body.Player() {
		return verb.Ctx{}, &world.Refusal{Code: world.CodeNotAllowed, Text: "Only creatures of the world act like that."}
	}
	return verb.Ctx{
		State: st, Now: now, Actor: body, Memory: &s.memory, Via: world.Via{Kind: world.ViaMind},
	}, nil
}

// asPlayer returns a body as its agent has it: with a player's role at most, whatever its owner may do.
func asPlayer(body *world.Actor) *world.Actor {
	if body.Role <= world.RolePlayer {
		return body
	}
	limited := *body
	limited.Role = min(body.Role, world.RolePlayer)
	return &limited
}
