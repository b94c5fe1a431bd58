package automap

import "slices"

// seen finds out which room was shown, or makes a new one of it.
func (a *Atlas) seen(s SeenRoom) {
	s.Title = bounded(s.Title, NameMaxBytes)
	from, dir := a.here, a.step()
	switch {
	case from == nil:
		a.here = a.only(s) // somewhere that there is only one of, or a new beginning
		if a.here == nil {
			a.here = a.add(s, nil, "")
		}
	case dir == "" && again(from, s): // one looked about
	case dir == "": // one was moved: by a follower's leader, a spell, a lift
		if a.here = a.only(s); a.here == nil {
			a.here = a.add(s, nil, "")
		}
	default:
		a.here = a.beyond(from, dir, s)
	}
	if a.here == nil {
		return
	}
	for _, x := range s.Exits {
		if e := a.here.exit(x.Dir); e != nil {
			e.Door = x.Door
			continue
		}
		a.link(a.here, x.Dir, "")
		if e := a.here.exit(x.Dir); e != nil { // there was a place for it
			e.Sure, e.Door = false, x.Door
		}
	}
	if from != nil && dir != "" {
		a.link(from, dir, a.here.ID)
		a.returns(from, dir)
	}
}

// returns notes that the way back leads back, if the room shows one and nothing better is known. Walking it may prove
// otherwise.
func (a *Atlas) returns(from *Room, dir string) {
	if back := a.here.exit(Opposite(dir)); back != nil && back.To == "" && from != a.here {
		back.To = from.ID
		a.size += len(from.ID)
	}
}

// like reports whether a room looks as what was shown: the same name, and the same ways out but for hidden ones.
func like(r *Room, s SeenRoom) bool {
	if r.Name != s.Title {
		return false
	}
	shown := 0
	for _, x := range r.Exits {
		if slices.ContainsFunc(s.Exits, func(y SeenExit) bool { return y.Dir == x.Dir }) {
			shown++
		} else if isDirection(x.Dir) && !x.Sure {
			return false
		}
	}
	return shown == len(s.Exits)
}

// again reports whether a room may be shown once more, with a door opened or closed meanwhile: many MUDs list the ways
// that are open.
func again(r *Room, s SeenRoom) bool {
	if r.Name != s.Title {
		return false
	}
	others := 0
	for _, x := range r.Exits {
		if !slices.ContainsFunc(s.Exits, func(y SeenExit) bool { return y.Dir == x.Dir }) {
			others++
		}
	}
	for _, y := range s.Exits {
		if r.exit(y.Dir) == nil {
			others++
		}
	}
	return others <= 1
}

// only returns the one room that looks so; nil if there is none or several.
func (a *Atlas) only(s SeenRoom) *Room {
	var found *Room
	for _, r := range a.names[s.Title] {
		if like(r, s) {
			if found != nil {
				return nil
			}
			found = r
		}
	}
	return found
}

// beyond returns the room that a step led to.
func (a *Atlas) beyond(from *Room, dir string, s SeenRoom) *Room {
	if x := from.exit(dir); x != nil && x.To != "" {
		if r := a.rooms[x.To]; r != nil && (like(r, s) || x.Sure && again(r, s)) {
			return r // as the map says
		}
	}
	at, isPlaced := from.after(dir)
	if isPlaced {
		if r := a.places[at]; r != nil && like(r, s) && isFree(r, dir, from) {
			return r
		}
	}
	var found *Room
	for _, r := range a.names[s.Title] {
		if !like(r, s) || !isFree(r, dir, from) || isPlaced && r.Placed && r.Grid == from.Grid {
			continue // it lies elsewhere: another room that looks the same
		}
		if found != nil {
			return a.add(s, from, dir)
		}
		found = r
	}
	if found != nil && !isPlaced {
		return found
	}
	return a.add(s, from, dir)
}

// isFree reports whether the way back from a room may lead to where one came from.
func isFree(r *Room, dir string, from *Room) bool {
	back := r.exit(Opposite(dir))
	return back == nil || back.To == "" || back.To == from.ID
}

// after returns where a step leads on the grid.
func (r *Room) after(dir string) (place, bool) {
	x, y, z, ok := DirectionStep(dir)
	return place{r.Grid, r.X + x, r.Y + y, r.Z + z}, ok && r.Placed
}

// lay gives a new room its place: beside the one it was reached from, if that place is free, or in the middle of a grid
// of its own where no step of the compass leads to it.
func (a *Atlas) lay(r, from *Room, dir string) {
	var at place
	if from != nil && isDirection(dir) {
		var ok bool
		if at, ok = from.after(dir); !ok {
			return
		}
	} else {
		a.grid++
		at.grid = a.grid
	}
	if _, isTaken := a.places[at]; isTaken || coordinate(at.x) != at.x || coordinate(at.y) != at.y {
		return
	}
	r.Grid, r.X, r.Y, r.Z, r.Placed = at.grid, at.x, at.y, at.z, true
	a.places[at] = r
}

// add makes a new room, beyond a step from another or on a grid of its own. It returns nil when the map is full.
func (a *Atlas) add(s SeenRoom, from *Room, dir string) *Room {
	if len(a.rooms) >= RoomsMax {
		return nil
	}
	r := &Room{ID: a.newID(), Name: s.Title}
	for _, x := range s.Exits[:min(len(s.Exits), ExitsMax)] {
		if dir := bounded(x.Dir, IDMaxBytes); dir != "" && r.exit(dir) == nil {
			r.Exits = append(r.Exits, Exit{Dir: dir, Door: x.Door})
		}
	}
	r.ways(r.Exits)
	if a.size+r.size() > a.sizeMax {
		return nil
	}
	a.size += r.size()
	a.lay(r, from, dir)
	a.edits++
	a.rooms[r.ID] = r
	a.names[r.Name] = append(a.names[r.Name], r)
	return r
}
