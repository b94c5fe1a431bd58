package world

import "slices"

// Limits of notes on players.
const (
	NotesMost     = 50  // on one character
	NoteBytesMost = 300 // of text
)

// Note is what a wizard or the operator wrote down about somebody, for others who look after the world.
type Note struct {
	Text string `json:"text"`
	By   string `json:"by,omitempty"` // the wizard's name; "" for the operator
	At   int64  `json:"at"`           // by the wall clock, Unix milliseconds
}

// Annotate writes a note on somebody, or with Drop takes one away: the first is 1.
type Annotate struct {
	Who  ActorID `json:"who"`
	Text string  `json:"text,omitempty" words:"fixed"`
	Drop int     `json:"drop,omitempty"`
}

// Noted says that a note on somebody was written, or that number Drop was taken away.
type Noted struct {
	By   ActorID `json:"by,omitempty"`
	On   ActorID `json:"on"`
	Note Note    `json:"note" words:"fixed"`
	Drop int     `json:"drop,omitempty"`
}

// Founded says that somebody claimed the world: no wizard demotes them (OWNERS, section 2).
type Founded struct {
	Actor ActorID `json:"actor"`
}

func (Annotate) needs() Role { return RoleWizard }

func (Annotate) deed() deed { return deed{} }
func (Annotate) remote()    {}

func (a Annotate) decide(t *Turn) *Refusal {
	who, text := t.s.Actors[a.Who], Clean(a.Text)
	switch {
	case who == nil || !who.Player() || who.Guest():
		return refuse(CodeUnknown, "There is nobody with an account of that name.")
	case a.Drop != 0 && (a.Drop < 1 || a.Drop > len(who.Notes)):
		return refuse(CodeUnknown, "There is no note of that number.")
	case a.Drop != 0:
		t.emit(Noted{By: t.in.Actor, On: who.ID, Note: who.Notes[a.Drop-1], Drop: a.Drop})
		return nil
	case text == "":
		return refuse(CodeMissing, "Say what is to be noted.")
	case len(text) > NoteBytesMost:
		return refuse(CodeBadValue, "That is too long for a note: 300 bytes at most.")
	case len(who.Notes) >= NotesMost:
		return refuse(CodeFull, "There are as many notes on "+who.Name+" as there can be. Take one away: notes "+who.Name+
			" drop 1.")
	}
	t.emit(Noted{By: t.in.Actor, On: who.ID, Note: Note{Text: text, By: t.decider(), At: t.s.WallClock(t.now)}})
	return nil
}

func (e Noted) fold(s *State) {
	a := s.actor(e.On)
	if e.Drop == 0 {
		a.Notes = append(slices.Clone(a.Notes), e.Note)
		return
	}
	if e.Drop <= len(a.Notes) {
		a.Notes = slices.Delete(slices.Clone(a.Notes), e.Drop-1, e.Drop)
	}
	if len(a.Notes) == 0 {
		a.Notes = nil
	}
}

func (e Founded) fold(s *State) { s.actor(e.Actor).Founder = true }

// Nobody is told but who writes it.
func (e Noted) scene(*State) scene   { return scene{actor: e.By, closed: true} }
func (e Founded) scene(*State) scene { return scene{} }

func (Noted) traits() Traits   { return Traits{OnlyTold: true, Touches: AspectsNone, Cue: cue("Note")} }
func (Founded) traits() Traits { return Traits{} }

// noted looks into what is written down about somebody.
func (c *checker) noted(a *Actor) {
	if len(a.Notes) > NotesMost || (len(a.Notes) > 0 || a.Founder) && (!a.Player() || a.Guest()) {
		c.bad("actor %s has %d notes, founder: %v, which cannot be", a.ID, len(a.Notes), a.Founder)
	}
}
