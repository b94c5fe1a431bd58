package worldtest

import "github.com/mudlark-mud/mudlark/world"

// boardFacts is what an auditor knows of the board in a room: the number of the last note, and who wrote those that
// hang there.
type boardFacts struct {
	last int
	pins map[int]uint32
}

// fillBoard draws what is done with boards: mostly with notes that hang there.
func (g *Gamer) fillBoard(who world.ActorID, kind world.Action) world.Action {
	number := func() int {
		a := g.s.Actors[who]
		if a != nil && g.s.Pinboards[a.Room] != nil && len(g.s.Pinboards[a.Room].Pins) > 0 && !g.oneIn(4) {
			return pick(g, "note", g.s.Pinboards[a.Room].Pins).N
		}
		return g.index("no note", 4)
	}
	switch kind.(type) {
	case world.PinNote:
		if g.oneIn(3) {
			return world.PinNote{Text: g.text(), Re: number()}
		}
		return world.PinNote{Title: g.text(), Text: g.text()}
	case world.ReadPin:
		return world.ReadPin{N: number()}
	case world.Unpin:
		return world.Unpin{N: number(), All: g.oneIn(8)}
	default: // of another topic, see Fill
		return nil
	}
}

// pinned holds notes against who may write, read and take down what, and where.
func (a *Auditor) pinned(e world.Event) {
	switch e := e.(type) {
	case world.NotePinned:
		by, spec, facts := a.who(e.Actor), a.rooms[e.Room].Board, a.board(e.Room)
		if !by.in || by.owner == "" || by.room != e.Room || spec == nil || e.N != facts.last+1 || e.Text == "" ||
			e.Title == "" && e.Re == 0 || e.Re >= e.N {
			a.object("%s pins note %d in %s, and cannot", e.Actor, e.N, e.Room)
			return
		}
		staffs := spec.Read == world.UseStaff || spec.Write == world.UseStaff
		if staffs && by.role < world.RoleBuilder || e.Open != (spec.Read == "") {
			a.object("%s pins a note in %s, which is for staff", e.Actor, e.Room)
		}
		facts.last, facts.pins[e.N] = e.N, by.num
		if len(facts.pins) > spec.Room() {
			a.object("%d notes hang in %s", len(facts.pins), e.Room)
		}
	case world.PinRead:
		if b := a.who(e.Actor); !b.in || !b.player || b.room != e.Room || a.board(e.Room).pins[e.N] == 0 {
			a.object("%s reads note %d in %s, and cannot", e.Actor, e.N, e.Room)
		}
	case world.PinRemoved:
		writer, hangs := a.board(e.Room).pins[e.N]
		if by := a.bodies[e.Actor]; !hangs || e.Actor != "" && by.num != writer && by.role < world.RoleWizard &&
			a.owner(writer) != by.owner {
			a.object("note %d in %s is taken down by %q, and cannot be", e.N, e.Room, e.Actor)
		}
		delete(a.board(e.Room).pins, e.N)
	default: // of no boards
	}
}

// board is what the auditor knows of the board in a room.
func (a *Auditor) board(room world.RoomID) *boardFacts {
	if a.boards[room] == nil {
		a.boards[room] = &boardFacts{pins: map[int]uint32{}}
	}
	return a.boards[room]
}

// owner is the account of whoever has a number; "" for nobody.
func (a *Auditor) owner(num uint32) world.AccountID {
	for _, b := range a.bodies {
		if b.num == num {
			return b.owner
		}
	}
	return ""
}

// boardAudience is the audience of what is done with notes: who stands by where everybody may read them, else whoever
// does it.
func (a *Auditor) boardAudience(e world.Event) (audience, bool) {
	switch e := e.(type) {
	case world.NotePinned:
		if e.Open {
			return a.here(e.Actor), true
		}
		return audience{only: []world.ActorID{e.Actor}}, true
	case world.PinRead:
		return audience{only: []world.ActorID{}}, true
	case world.PinRemoved:
		if e.Actor == "" {
			return audience{only: []world.ActorID{}}, true
		}
		return audience{only: []world.ActorID{e.Actor}}, true
	default: // of another topic
		return audience{}, false
	}
}
