package world

// What the events of a fight in rounds make of its fighters, who perceives them and what they are.

func (e FightBegan) fold(s *State) {
	a, b := s.actor(e.Actor), s.actor(e.Target)
	s.bond(e.Actor, a.Following, e.Target)
	a.HP, a.HPAt = e.ActorHP, e.At
	b.HP, b.HPAt = e.TargetHP, e.At
}

func (e BlowLanded) fold(s *State) {
	b := s.actor(e.Target)
	b.HP, b.HPAt = e.HP, e.At
}

func (e FightEnded) fold(s *State) {
	a := s.actor(e.Actor)
	s.bond(e.Actor, a.Following, "")
	a.HP, a.HPAt = e.HP, e.At
	if e.Grudge != "" {
		s.foldGrudge(e.Actor, e.Grudge, e.At)
	}
}

func (e CorpseLeft) fold(s *State) {
	s.Made++
	it := &Item{ID: e.Item, Proto: corpseProto, Name: e.Name, At: Place{Room: e.Room}, Order: s.Made}
	s.Items[e.Item] = it
	s.touch(kindItem, string(e.Item))
	s.indexItem(it)
	for _, id := range e.Holds {
		s.putItem(id, Place{Item: e.Item})
	}
}

func (e Healed) fold(s *State) {
	a := s.actor(e.Actor)
	a.HP, a.HPAt = e.HP, e.At
}

func (e Learned) fold(s *State) {
	a := s.actor(e.Actor)
	a.XP += e.XP
	a.Level, a.HPMax = e.Level, e.HPMax
	s.refit(e.Actor)
}

func (e MobGone) fold(s *State) {
	a := s.Actors[e.Actor]
	s.unindexActor(a)
	s.unindexBonds(a)
	s.unindexName(a)
	delete(s.Actors, e.Actor)
	s.touch(kindActor, string(e.Actor))
}

func (e ItemGone) fold(s *State) { s.dropItem(e.Item) }

func (Died) fold(*State)       {}
func (BlowMissed) fold(*State) {}
func (FleeFailed) fold(*State) {}

func (e FightBegan) scene(s *State) scene { return s.clash(e.Actor, e.Target) }
func (e BlowLanded) scene(s *State) scene { return s.clash(e.Actor, e.Target) }
func (e BlowMissed) scene(s *State) scene { return s.clash(e.Actor, e.Target) }
func (e FleeFailed) scene(s *State) scene { return s.clash(e.Actor, "") }
func (e Died) scene(s *State) scene       { return s.clash(e.Actor, e.By) }
func (e Learned) scene(*State) scene      { return scene{actor: e.Actor, closed: true} }
func (e FightEnded) scene(s *State) scene { return scene{room: s.whereIs(e.Actor)} }
func (e CorpseLeft) scene(*State) scene   { return scene{room: e.Room} }
func (e Healed) scene(s *State) scene {
	if e.By == "" {
		return scene{room: s.whereIs(e.Actor)}
	}
	return scene{target: e.Actor, sight: true, closed: true}
}

// Whoever stands by sees a wizard take a creature away; how it died was told before.
func (e MobGone) scene(*State) scene { return scene{room: e.Room, sight: e.By != ""} }

func (e ItemGone) scene(s *State) scene {
	if e.Room == "" {
		return scene{room: s.whereIs(e.By)}
	}
	return scene{room: e.Room, sight: true}
}

func (FightBegan) traits() Traits {
	return Traits{Fray: true, Public: true, Weight: WeightHeavy, Cue: Cues{Mine: "Attack", Others: "Fight"}}
}

func (BlowLanded) traits() Traits {
	return Traits{
		Fray: true, Public: true, Blow: true, Cue: Cues{Did: "Hit", Mine: "Hurt", Others: "Blow"}, Sound: SoundBlow,
	}
}

func (BlowMissed) traits() Traits {
	return Traits{
		Fray: true, Public: true, OnlyTold: true, Blow: true, Cue: Cues{Did: "Miss", Mine: "Dodge", Others: "Swing"},
	}
}

func (FleeFailed) traits() Traits {
	return Traits{Fray: true, Public: true, OnlyTold: true, Cue: Cues{Did: "Stuck", Mine: "Cornered", Others: "Cornered"}}
}

func (Died) traits() Traits {
	return Traits{
		Fray:   true,
		Public: true, Weight: WeightHeavy, Cue: Cues{Did: "You die", Mine: "Kill", Others: "Death"},
		Sound: SoundDeath,
	}
}

func (Learned) traits() Traits    { return Traits{Cue: befalls("Experience")} }
func (FightEnded) traits() Traits { return Traits{} }
func (CorpseLeft) traits() Traits { return Traits{} }
func (Healed) traits() Traits     { return Traits{Cue: befalls("Healed")} }

func (e MobGone) traits() Traits {
	if e.By == "" {
		return Traits{}
	}
	return Traits{Public: true, Shows: AspectRoom, Cue: cue("No more")}
}

func (ItemGone) traits() Traits {
	return Traits{Public: true, Touches: AspectsUsual | AspectBelongings, Shows: AspectRoom, Cue: cue("Gone")}
}

// clash is the scene of a blow: seen and heard.
func (s *State) clash(actor, target ActorID) scene {
	return scene{actor: actor, target: target, room: s.whereIs(actor), sight: true, sound: true}
}
