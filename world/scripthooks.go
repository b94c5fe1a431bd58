package world

import "slices"

// Where scripts are asked. Only what people do asks them, so that no two scripts call each other.

// scriptsOff reports that nobody has to be looked for who has scripts. Scripts know nothing of a wizard whom nobody
// sees, so that what they say gives nobody away.
func (t *Turn) scriptsOff(doer *Actor) bool {
	return len(t.s.Scripts) == 0 || t.s.Scripter == nil || doer == nil || !doer.Player() || doer.Presence == Away ||
		doer.Has(PowerInvis)
}

// scriptsIn calls for each script of a room and of the creatures there, but one, that could do something.
func (t *Turn) scriptsIn(room RoomID, but ActorID, each func(id ScriptID, self string)) {
	if spec := t.s.Rooms[room]; spec != nil {
		for _, id := range t.s.scriptsWith("room:"+string(room), spec.Scripts) {
			each(id, "room:"+string(room))
		}
	}
	for _, who := range slices.Clone(t.s.Index.Present[room]) {
		if self := "actor:" + string(who); who != but && t.s.selfAwake(self) {
			for _, id := range t.s.scriptsWith(self, t.s.wild(t.s.Actors[who]).Scripts) {
				each(id, self)
			}
		}
	}
}

// scriptsOf calls for each script of a thing.
func (t *Turn) scriptsOf(it *Item, each func(id ScriptID, self string)) {
	self := "item:" + string(it.ID)
	for _, id := range t.s.scriptsWith(self, t.s.spec(it).Scripts) {
		each(id, self)
	}
}

// selfAwake reports whether who or what has a script can do something: a creature is there, awake and in no fight.
func (s *State) selfAwake(self string) bool {
	kind, id := cutEntry(self)
	if kind != "actor" {
		return s.selfRoom(self) != ""
	}
	a := s.Actors[ActorID(id)]
	return a != nil && s.wild(a) != nil && a.Presence == Here && a.Driver == "" && !s.Fights(a) && !s.sleeps(a)
}

// selfRoom returns where who or what has a script is; "" for nowhere.
func (s *State) selfRoom(self string) RoomID {
	kind, id := cutEntry(self)
	switch kind {
	case "room":
		if s.Rooms[RoomID(id)] != nil {
			return RoomID(id)
		}
	case "actor":
		if a := s.Actors[ActorID(id)]; a != nil && a.Presence == Here {
			return a.Room
		}
	case "item":
		for it := s.Items[ItemID(id)]; it != nil; it = s.Items[it.At.Item] {
			if it.At.Room != "" {
				return it.At.Room
			}
			if a := s.Actors[it.At.Actor]; a != nil && a.Presence != Away {
				return a.Room
			}
		}
	}
	return ""
}

// mayGo asks the scripts here and there whether the actor may walk.
func (t *Turn) mayGo(exit ExitSpec) *Refusal { return t.mayWalk(t.me, exit) }

// mayWalk asks them whether somebody may.
func (t *Turn) mayWalk(a *Actor, exit ExitSpec) (refusal *Refusal) {
	if t.scriptsOff(a) {
		return nil
	}
	ask := func(hook string, room RoomID) {
		t.scriptsIn(room, a.ID, func(id ScriptID, self string) {
			if refusal == nil {
				refusal = t.asks(&scriptRun{id: id, self: self, room: room, who: a, hook: hook, dir: exit.Dir})
			}
		})
	}
	ask("may_leave", a.Room)
	ask("may_enter", exit.To)
	return refusal
}

// mayHandle asks the scripts of a thing, and of where it is handled or of whom it is given, whether that may be.
func (t *Turn) mayHandle(hook string, item ItemID, to *Actor) (refusal *Refusal) {
	it := t.s.Items[item]
	if t.scriptsOff(t.me) || it == nil {
		return nil
	}
	t.handledBy(hook, t.me, it, to, func(r *scriptRun) {
		if refusal == nil {
			refusal = t.asks(r)
		}
	})
	return refusal
}

// handledBy calls for each script that is asked when somebody handles a thing: those of the thing, and of the room
// where it is taken or laid down, or of the creature to whom it is given.
func (t *Turn) handledBy(hook string, who *Actor, it *Item, to *Actor, each func(r *scriptRun)) {
	one := func(id ScriptID, self string) {
		each(&scriptRun{id: id, self: self, room: who.Room, who: who, hook: hook, item: it})
	}
	t.scriptsOf(it, one)
	if to == nil {
		if spec := t.s.Rooms[who.Room]; spec != nil {
			for _, id := range spec.Scripts {
				one(id, "room:"+string(spec.ID))
			}
		}
		return
	}
	if self := "actor:" + string(to.ID); t.s.selfAwake(self) {
		for _, id := range t.s.wild(to).Scripts {
			one(id, self)
		}
	}
}

// reactScripts lets scripts do something about what happened.
func (t *Turn) reactScripts(e Event) {
	if len(t.s.Scripts) == 0 || t.s.Scripter == nil {
		return
	}
	switch e := e.(type) {
	case Entered:
		t.scriptEnter(e.Actor)
	case Moved:
		t.scriptLeave(e)
		t.scriptComes(e)
		t.scriptEnter(e.Actor)
	case Said:
		if a := t.s.Actors[e.Actor]; !t.scriptsOff(a) {
			t.scriptsIn(a.Room, a.ID, func(id ScriptID, self string) {
				t.runScript(&scriptRun{id: id, self: self, room: a.Room, who: a, hook: "on_say", text: e.Text})
			})
		}
	case ItemTaken:
		t.scriptHandled("on_get", e.Actor, e.Item, "")
	case ItemDropped:
		t.scriptHandled("on_drop", e.Actor, e.Item, "")
	case ItemGiven:
		t.scriptHandled("on_give", e.Actor, e.Item, e.To)
	case ItemWorn:
		t.scriptWorn("on_wear", e.Actor, e.Item)
	case ItemRemoved:
		t.scriptWorn("on_remove", e.Actor, e.Item)
	default:
		t.reactMoreScripts(e)
	}
}

func (t *Turn) scriptHandled(hook string, who ActorID, item ItemID, to ActorID) {
	a, it := t.s.Actors[who], t.s.Items[item]
	if !t.scriptsOff(a) && it != nil {
		t.handledBy(hook, a, it, t.s.Actors[to], t.runScript)
	}
}

// scriptLeave lets the scripts of where somebody was do something.
func (t *Turn) scriptLeave(e Moved) {
	a := t.s.Actors[e.Actor]
	if t.scriptsOff(a) || e.Dir == "" {
		return
	}
	t.scriptsIn(e.From, a.ID, func(id ScriptID, self string) {
		t.runScript(&scriptRun{id: id, self: self, room: e.From, who: a, hook: "on_leave", dir: e.Dir})
	})
}

// scriptEnter has the scripts of where somebody came do something in a moment, once they have seen the place.
func (t *Turn) scriptEnter(who ActorID) {
	a := t.s.Actors[who]
	if t.scriptsOff(a) {
		return
	}
	t.scriptsIn(a.Room, a.ID, func(id ScriptID, self string) {
		switch {
		case !t.s.runs(id) || !t.s.Scripter.Has(t.s.Scripts[id], "on_enter"):
		case t.s.Scripts[id].Steps():
			t.starts(&scriptRun{id: id, self: self, room: a.Room, who: a, hook: "on_enter"}, 1)
		default:
			t.scriptAfter(&scriptRun{id: id, self: self, room: a.Room, who: a},
				ScriptDone{Args: map[string]any{"seconds": int64(1), "step": "on_enter"}})
		}
	})
}

// scriptDeath is what the scripts of a creature do when it is killed.
func (t *Turn) scriptDeath(dead *Actor) {
	m := t.s.wild(dead)
	if m == nil || len(m.Scripts) == 0 || t.s.Scripter == nil {
		return
	}
	by := t.s.Actors[dead.Fighting]
	if by != nil && (!by.Player() || by.Has(PowerInvis)) {
		by = nil
	}
	t.dying = dead.ID
	for _, id := range t.s.scriptsWith("actor:"+string(dead.ID), m.Scripts) {
		r := &scriptRun{id: id, self: "actor:" + string(dead.ID), room: dead.Room, who: by, hook: "on_death"}
		switch {
		case !t.s.runs(id) || !t.s.Scripts[id].Steps():
			t.runScript(r)
		case t.s.Scripter.Has(t.s.Scripts[id], r.hook) && t.wants(r):
			t.runSteps(r)
		}
	}
	t.dying = ""
}
