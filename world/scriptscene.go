package world

// Who perceives what scripts do.

func (e ScriptRan) scene(s *State) scene {
	if len(e.Trace) == 0 || s.Running[e.Script] == nil {
		return scene{}
	}
	var out []ActorID
	for _, id := range s.Running[e.Script].Traced {
		a := s.Actors[id]
		if a != nil && a.Presence == Here && (a.Rank() >= RoleWizard ||
			a.Rank() == RoleBuilder && a.Room == s.selfRoom(e.Self)) {
			out = append(out, id)
		}
	}
	return scene{others: out}
}

func (ScriptTimed) scene(*State) scene { return scene{} }

func (ScriptParked) scene(s *State) scene {
	var out []ActorID
	for _, id := range s.Index.Awake {
		if s.Actors[id].Rank() >= RoleBuilder {
			out = append(out, id)
		}
	}
	return scene{others: out}
}

func (e Narrated) scene(*State) scene {
	if e.To != "" {
		return scene{target: e.To, sound: true, closed: true}
	}
	if e.But != "" {
		return scene{actor: e.But, room: e.Room, sight: true, sound: true, aside: true, plain: true}
	}
	return scene{room: e.Room, sight: true, sound: true}
}

func (ScriptRan) traits() Traits {
	return Traits{OnlyTold: true, Touches: AspectsNone, Cue: cue("Trace")}
}
func (ScriptTimed) traits() Traits { return Traits{} }
func (ScriptParked) traits() Traits {
	return Traits{OnlyTold: true, Touches: AspectsNone, Cue: cue("Script")}
}
func (e Narrated) traits() Traits {
	return Traits{Public: e.To == "", OnlyTold: true, Touches: AspectsNone, Cue: cue("Scene")}
}
