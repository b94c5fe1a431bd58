package world

import (
	"cmp"
	"slices"
)

// Stunned says that somebody was struck down in a brawl, where nobody dies of it.
type Stunned struct {
	Encounter EncounterID `json:"encounter"`
	Actor     ActorID     `json:"actor"`
	By        ActorID     `json:"by"`
	HP        int         `json:"hp"`
	At        Time        `json:"at"`
}

// encounter returns an encounter for changing.
func (s *State) encounter(id EncounterID) *Encounter {
	s.touch(kindBattle, string(id))
	return s.Encounters[id]
}

// stroke lets an event of a skirmish happen to its encounter.
func (s *State) stroke(id EncounterID, e Stroke) {
	b := s.encounter(id)
	s.unindexBattle(b)
	e.apply(&b.Skirmish)
	s.indexBattle(b)
}

// hale sets what hit points somebody has from now on.
func (s *State) hale(id ActorID, hp int, at Time) {
	if a := s.Actors[id]; a != nil {
		s.touch(kindActor, string(id))
		a.HP, a.HPAt = hp, at
	}
}

func (s *State) indexBattle(e *Encounter) {
	if e.Mode == ModeOver {
		return
	}
	s.Index.Battles[e.Room] = e.ID
	for i := range e.Fighters {
		if f := &e.Fighters[i]; f.Stands() {
			s.Index.Battling[f.ID] = e.ID
		}
	}
}

func (s *State) unindexBattle(e *Encounter) {
	if s.Index.Battles[e.Room] == e.ID {
		delete(s.Index.Battles, e.Room)
	}
	for i := range e.Fighters {
		if s.Index.Battling[e.Fighters[i].ID] == e.ID {
			delete(s.Index.Battling, e.Fighters[i].ID)
		}
	}
}

func (e EncounterOpened) fold(s *State) {
	s.Made++
	b := &Encounter{
		Skirmish: *NewSkirmish(e),
		ID:       e.Encounter, Room: e.Room, Name: e.Name, Clock: e.Clock, Blunt: e.Blunt, From: s.Seq + 1,
	}
	s.Encounters[e.Encounter] = b
	s.touch(kindBattle, string(e.Encounter))
	s.indexBattle(b)
}

func (e FighterJoined) fold(s *State) {
	s.stroke(e.Encounter, e)
	s.hale(e.Fighter.ID, e.Fighter.HP, e.At)
}

func (e FighterLeft) fold(s *State) {
	s.stroke(e.Encounter, e)
	if f := s.Encounters[e.Encounter].Fighter(e.Actor); f.HP > 0 {
		s.hale(e.Actor, f.HP, e.At)
	}
}

func (e AttackResolved) fold(s *State) {
	s.stroke(e.Encounter, e)
	s.hale(e.Target, e.HP, e.At)
}

func (e FighterChanged) fold(s *State) {
	s.stroke(e.Encounter, e)
	s.hale(e.Fighter.ID, e.Fighter.HP, e.At)
}

func (e TurnTimed) fold(s *State) {
	b := s.encounter(e.Encounter)
	b.Since, b.Due = e.Since, e.Due
}

func (e FighterHeld) fold(s *State)      { s.stroke(e.Encounter, e) }
func (e InitiativeRolled) fold(s *State) { s.stroke(e.Encounter, e) }
func (e MoveApplied) fold(s *State)      { s.stroke(e.Encounter, e) }
func (e TurnEnded) fold(s *State)        { s.stroke(e.Encounter, e) }
func (e Stunned) fold(s *State)          { s.hale(e.Actor, e.HP, e.At) }

// What is over keeps its name and where its record lies. Of those the one that has been over longest is forgotten.
func (e EncounterEnded) fold(s *State) {
	b := s.encounter(e.Encounter)
	for _, id := range e.Stood {
		if f := b.Fighter(id); f != nil {
			s.hale(id, f.HP, e.At)
		}
	}
	s.stroke(e.Encounter, e)
	b.To, b.Since, b.Due, b.Ended = e.Last, 0, 0, e.At
	b.Ground, b.Fighters, b.Order = Ground{}, nil, nil
	var over []EncounterID
	for id, one := range anyhow(s.Encounters) {
		if one.Mode == ModeOver {
			over = append(over, id)
		}
	}
	if len(over) <= foughtKept {
		return
	}
	oldest := slices.MinFunc(over, func(x, y EncounterID) int {
		a, b := s.Encounters[x], s.Encounters[y]
		return cmp.Or(cmp.Compare(a.To, b.To), cmp.Compare(a.From, b.From), cmp.Compare(x, y))
	})
	delete(s.Encounters, oldest)
	s.touch(kindBattle, string(oldest))
}

// arena is the scene of what happens in an encounter: seen and heard by all who are there.
func (s *State) arena(id EncounterID, actor, target ActorID) scene {
	return scene{actor: actor, target: target, room: s.Encounters[id].Room, sight: true, sound: true}
}

func (e EncounterOpened) scene(s *State) scene { return s.arena(e.Encounter, e.Actor, e.Target) }
func (e FighterJoined) scene(s *State) scene   { return s.arena(e.Encounter, e.Actor, "") }
func (e FighterLeft) scene(s *State) scene     { return s.arena(e.Encounter, e.Actor, "") }
func (e FighterHeld) scene(s *State) scene     { return s.arena(e.Encounter, e.Actor, "") }
func (e InitiativeRolled) scene(s *State) scene {
	return s.arena(e.Encounter, e.Actor, e.Order[0])
}

func (e MoveApplied) scene(s *State) scene    { return s.arena(e.Encounter, e.Actor, "") }
func (e AttackResolved) scene(s *State) scene { return s.arena(e.Encounter, e.Actor, e.Target) }
func (e TurnEnded) scene(s *State) scene      { return s.arena(e.Encounter, e.Actor, e.Next) }
func (e EncounterEnded) scene(*State) scene   { return scene{room: e.Room, sight: true, sound: true} }
func (e Stunned) scene(s *State) scene        { return s.arena(e.Encounter, e.Actor, e.By) }
func (FighterChanged) scene(*State) scene     { return scene{} }
func (TurnTimed) scene(*State) scene          { return scene{} }

func (EncounterOpened) traits() Traits {
	return Traits{Public: true, Touches: AspectsUsual | AspectFight, Weight: WeightHeavy, Cue: cue("Challenge")}
}

func (FighterJoined) traits() Traits {
	return Traits{
		Fray:   true,
		Public: true, Wordless: true, Touches: AspectsUsual | AspectFight, Weight: WeightHeavy,
		Cue: cue("Joins"),
	}
}

func (FighterLeft) traits() Traits {
	return Traits{Fray: true, Public: true, Touches: AspectsUsual | AspectFight, Weight: WeightHeavy, Cue: cue("Out")}
}

func (FighterHeld) traits() Traits {
	return Traits{Fray: true, Touches: AspectFight, Cue: Cues{Did: "Held", Mine: "Held back", Others: "Held back"}}
}

func (InitiativeRolled) traits() Traits {
	return Traits{
		Fray: true, Public: true, Touches: AspectsUsual | AspectFight, Weight: WeightHeavy, Cue: befalls("Initiative"),
	}
}

func (MoveApplied) traits() Traits {
	return Traits{Fray: true, Public: true, Wordless: true, Touches: AspectFight, Cue: cue("Steps")}
}

func (e AttackResolved) traits() Traits {
	c := Cues{Mine: "You are missed", Others: "Missed"} // who strikes has just typed it
	if e.Hit {
		c = Cues{Mine: "You are struck", Others: "Strike"}
	}
	return Traits{Fray: true, Public: true, Touches: AspectsUsual | AspectFight, Cue: c}
}

func (TurnEnded) traits() Traits {
	return Traits{Fray: true, Public: true, Wordless: true, Touches: AspectFight, Cue: cue("Turn")}
}

func (EncounterEnded) traits() Traits {
	return Traits{Public: true, Touches: AspectsUsual | AspectFight, Weight: WeightHeavy, Cue: befalls("Fight over")}
}

func (Stunned) traits() Traits {
	return Traits{
		Fray:   true,
		Public: true, Touches: AspectsUsual | AspectFight,
		Cue: Cues{Did: "You fall", Mine: "Felled", Others: "Falls"},
	}
}

func (FighterChanged) traits() Traits { return Traits{} }
func (TurnTimed) traits() Traits      { return Traits{} }
