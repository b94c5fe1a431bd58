package world

// Snoop has a wizard read what a player is shown, or no longer. Who reads along is the host's to know: this lets it
// begin, tells the player, and keeps in the record that it was so.
type Snoop struct {
	Who ActorID `json:"who"`
	Off bool    `json:"off,omitempty"`
}

// Snooped says that a wizard reads what a player is shown from now on, or no longer.
type Snooped struct {
	By    ActorID `json:"by"`
	Actor ActorID `json:"actor"`
	Off   bool    `json:"off,omitempty"`
}

func (Snoop) needs() Role             { return RoleWizard }
func (Snoop) deed() deed              { return deed{} }
func (Snoop) commands(*Turn) []string { return []string{"snoop"} }
func (a Snoop) decide(t *Turn) *Refusal {
	who := t.s.Actors[a.Who]
	switch {
	case who == nil || !who.Player():
		return refuse(CodeUnknown, "Nobody of that name plays here.")
	case t.me == nil:
		return refuse(CodeNotAllowed, "Somebody in the world reads along, or nobody.")
	case a.Off:
		t.emit(Snooped{By: t.me.ID, Actor: who.ID, Off: true})
		return nil
	case t.in.Via.Kind != ViaKeyboard:
		return refuse(CodeKeyboard, "Only you yourself, at a keyboard, can do that.")
	case t.s.kin(t.me, who):
		return refuse(CodeCannot, "You read what you are shown anyway.")
	case who.Presence == Away:
		return refuse(CodeAbsent, who.Name+" is not in the world just now.")
	}
	for _, id := range t.s.persons(who) {
		if b := t.s.Actors[id]; b.Rank() >= max(t.me.Rank(), RoleWizard) || b.Founder {
			return refuse(CodeNotAllowed, b.Name+" is of your rank or above it.")
		}
	}
	t.emit(Snooped{By: t.me.ID, Actor: who.ID})
	return nil
}

func (Snooped) fold(*State) {}

// Whoever is read along with is told: nobody is listened to unseen here (OWNERS, section 2).
func (e Snooped) scene(*State) scene {
	return scene{actor: e.By, target: e.Actor, sound: true, closed: true}
}

func (Snooped) traits() Traits { return Traits{OnlyTold: true, Names: anySense, Cue: befalls("Snoop")} }
