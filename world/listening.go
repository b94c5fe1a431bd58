package world

const (
	listenTimes = 3                // how many times as long the turns are of somebody who listens
	listenAlone = 10 * 60 * Second // of one beside whom nobody else plays in the fight: nobody waits
)

// Listen says whether the world is read to somebody, as a screen reader does. Whoever listens has more time for a turn,
// for words take longer than a look.
type Listen struct {
	On bool `json:"on,omitempty"`
}

// Listening says that somebody listens from now on, or looks again.
type Listening struct {
	Actor ActorID `json:"actor"`
	On    bool    `json:"on,omitempty"`
}

func (Listen) needs() Role { return RoleGuest }

func (Listen) deed() deed { return deed{} }

func (a Listen) decide(t *Turn) *Refusal {
	if t.me.Listens == a.On {
		return nil
	}
	t.emit(Listening{Actor: t.me.ID, On: a.On})
	if e := t.s.EncounterOf(t.me.ID); e != nil && (e.Active == t.me.ID || e.Mode == ModeExploration) {
		t.timeTurn(e)
	}
	return nil
}

func (e Listening) fold(s *State) { s.actor(e.Actor).Listens = e.On }

// Nobody sees how another reads, and who reads so knows.
func (e Listening) scene(*State) scene { return scene{} }

func (Listening) traits() Traits { return Traits{} }

// listening is a player who is there, listens and stands in an encounter; nil when none does.
func (s *State) listening(e *Encounter) *Actor {
	for i := range e.Fighters {
		a := s.Actors[e.Fighters[i].ID]
		if e.Fighters[i].Stands() && a != nil && a.Player() && a.Listens && a.Presence == Here {
			return a
		}
	}
	return nil
}

// listener is how long somebody who listens has for a turn of so long, or until it comes to blows.
func (t *Turn) listener(e *Encounter, a *Actor, wait Time) Time {
	for i := range e.Fighters {
		f := &e.Fighters[i]
		if other := t.s.Actors[f.ID]; f.Stands() && f.ID != a.ID && other != nil && other.Player() {
			return wait * listenTimes
		}
	}
	return max(wait*listenTimes, listenAlone)
}
