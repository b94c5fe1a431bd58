package world

// timeTurn winds the clock of whose turn begins, or goes on with another act; or of those who have not come to blows.
func (t *Turn) timeTurn(e *Encounter) { t.timeFrom(e, t.now) }

// timeFrom winds the clock of a turn that began at since: who was cut off and is back has no more time than others.
func (t *Turn) timeFrom(e *Encounter, since Time) {
	wait := Time(e.Clock) * Second
	due := since + wait
	switch a, ear := t.s.Actors[e.Active], t.s.listening(e); {
	case a == nil && e.Mode == ModeExploration && ear != nil:
		due = since + t.listener(e, ear, wait)
	case a == nil:
	case t.s.Reflexive(a):
		due = t.now + reflexPace
	case !a.Player():
		due = t.now + min(wait, mindsClock)
	case a.Presence == Linkdead:
		due = min(due, t.now+lostClock)
	case a.Listens:
		due = since + t.listener(e, a, wait)
	}
	due = max(due, t.now).grid()
	t.emit(TurnTimed{Encounter: e.ID, Actor: e.Active, Since: since, Due: due})
	t.emit(TimerSet{Kind: TimerTurn, Subject: string(e.ID), Due: due})
}

// rewind winds the clock of a turn for somebody who has just been cut off, or is back.
func (t *Turn) rewind(who ActorID) {
	if e := t.s.EncounterOf(who); e != nil && e.Active == who {
		t.timeFrom(e, e.Since)
	}
}
