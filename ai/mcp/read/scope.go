package read

import (
	"slices"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/world"
)

// readScope is what one reader may see: the state, the reader's body if there is one, and since when. It is used on the
// writer alone.
type readScope struct {
	s     *world.State
	now   world.Time
	me    *world.Actor // nil for a narrator, who has no body
	since world.Time   // when the grant was given
}

// readScopeOf returns the scope of a principal. The world's word on the grant counts, not the token's.
func readScopeOf(s *world.State, now world.Time, p mcp.Principal) (readScope, *failure) {
	if p.Mind { // a creature's own
		me := s.Actors[p.Actor]
		if s.Minded(me) == nil {
			return readScope{}, &failure{Code: string(world.CodeNotAllowed), Text: "Only creatures of the world read like that."}
		}
		return readScope{s: s, now: now, me: me}, nil
	}
	if no := s.GrantStands(p.Grant, p.Actor, now); no != nil {
		return readScope{}, &failure{Code: string(no.Code), Text: no.Text}
	}
	g := s.Grants[p.Grant]
	if !g.Role.Reach().Reads {
		return readScope{}, &failure{Code: string(world.CodeNotAllowed), Text: "That is beyond what this grant allows."}
	}
	e := readScope{s: s, now: now, since: g.Since}
	if g.Role.Reach().Acts {
		if e.me = s.Actors[p.Actor]; e.me == nil {
			return readScope{}, &failure{Code: string(world.CodeAbsent), Text: "Your character is no more."}
		}
	}
	return e, nil
}

// knows reports whether the reader may know of a place at all: one that the body has discovered, or, for a narrator,
// one that stands open.
func (e readScope) knows(id world.RoomID) bool {
	r := e.s.Rooms[id]
	switch {
	case r == nil:
		return false
	case e.me != nil:
		return e.me.Known[id] || e.me.Room == id && e.me.Presence != world.Away || e.s.Roams(e.me, id)
	}
	return e.open(r)
}

// open reports whether somebody could walk into a place without knowing a secret: a way leads there that is not
// hidden, from a place that it leads to, or people arrive there. A place that one only falls into counts as hidden.
func (e readScope) open(r *world.RoomSpec) bool {
	for _, p := range e.s.Packs { // any of them will do; the order does not matter
		if p.Start == r.ID {
			return true
		}
	}
	return slices.ContainsFunc(r.Exits, func(out world.ExitSpec) bool {
		to := e.s.Rooms[out.To]
		return to != nil && slices.ContainsFunc(to.Exits, func(back world.ExitSpec) bool {
			return back.To == r.ID && !back.Hidden
		})
	})
}

// sees reports whether the reader sees who and what is in a place now.
func (e readScope) sees(id world.RoomID) bool {
	if e.me != nil && (e.me.Room != id || e.me.Presence == world.Away) {
		return false
	}
	return e.knows(id) && (e.s.Bright(id, e.now) || e.me != nil && e.me.Has(world.PowerHolyLight))
}

// seesBody reports whether the reader sees somebody now.
func (e readScope) seesBody(body *world.Actor) bool {
	return body.Presence != world.Away && e.sees(body.Room) && e.s.Sees(e.me, body)
}

// reads reports whether the reader may know what a place looks like: a narrator has never been there with a lamp.
func (e readScope) reads(id world.RoomID) bool {
	return e.knows(id) && (e.me != nil || e.s.Bright(id, e.now))
}

// place finds the place that a call names; "" is where the body stands.
func (e readScope) place(id world.RoomID) (*world.RoomSpec, *failure) {
	if id == "" {
		if e.me == nil {
			return nil, &failure{Code: string(world.CodeMissing), Text: "A narrator stands nowhere: name a place by its id."}
		}
		id = e.me.Room
	}
	if !e.knows(id) {
		return nil, unknown("You know of no place with that id.")
	}
	return e.s.Rooms[id], nil
}
