package world

// What an encounter asks of the hands of those who fight in it, and what it earns them.

// hands refuses what hands do while it is not one's turn, or when they have done something already: in the middle of a
// fight by turns, to take, give, put away, put on or take off something is done instead of a blow. To let things fall
// costs nothing. Before it comes to blows only what lies about is out of reach: whoever guards it would not have it.
func (t *Turn) hands() *Refusal {
	_, isTaking := t.in.Action.(Take)
	isDropping := t.drops()
	e := t.s.EncounterOf(t.me.ID)
	switch {
	case e == nil, isDropping, e.Mode == ModeExploration && !isTaking:
		return nil
	case e.Mode == ModeExploration:
		return refuse(CodeFighting, "Not with a fight about to begin! You could flee.")
	case e.Active != t.me.ID:
		return refuse(CodeNotYourTurn, "Not now! On your turn you may, instead of a blow.")
	case e.Fighter(t.me.ID).Struck:
		return refuse(CodeActed, "Your hands have done their part this turn. Move on, or end it.")
	}
	return nil
}

// handled counts what the actor's hands have just done as their blow of this turn.
func (t *Turn) handled() {
	e := t.s.EncounterOf(t.me.ID)
	if t.drops() || e == nil || e.Mode != ModeCombat {
		return
	}
	f := t.fighter(t.me, e.Fighter(t.me.ID).Side)
	f.Struck = true
	_ = t.skirmish(e, Act{Kind: ActChange, Fighter: f})
}

// drops reports whether the action only lets go of something, which is nobody's turn's work.
func (t *Turn) drops() bool {
	if a, isLaying := t.in.Action.(LayCoins); isLaying {
		return a.Into == ""
	}
	_, isDropping := t.in.Action.(Drop)
	return isDropping
}

// sharers lists the people who share in what somebody's deed earns: with those of their group who are there, or in an
// encounter with everybody on the same side who stands and has struck at anybody in it.
func (s *State) sharers(by *Actor) []ActorID {
	var out []ActorID
	if by.Player() {
		out = append(out, by.ID)
	}
	e := s.EncounterOf(by.ID)
	if e == nil {
		return append(out, s.companions(by)...)
	}
	for i := range e.Fighters {
		f := &e.Fighters[i]
		if f.ID != by.ID && f.Side == e.Fighter(by.ID).Side && f.Stands() && f.Blows > 0 && s.Actors[f.ID].Player() {
			out = append(out, f.ID)
		}
	}
	return out
}

// reward shares experience out among those who earned it; a companion's share, if it is one that takes it, is nobody's.
func (t *Turn) reward(who []ActorID, xp int) {
	shares := len(who)
	for _, id := range who {
		for _, with := range t.s.HiredBy(id) {
			a := t.s.Actors[with]
			spec := t.s.hire(a)
			shares += boolInt(spec != nil && spec.Shares && a.Room == t.s.Actors[id].Room)
		}
	}
	for _, id := range who {
		t.learn(t.s.Actors[id], max(1, xp/shares), shares)
	}
}
