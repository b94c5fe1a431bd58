package world

import (
	"fmt"
	"slices"
)

// Letters wait for whoever is away. The state holds that a letter is there and who it is of; its words stand in the
// record of its sending and nowhere else, so that erasing them there erases them, and they are kept for as long as the
// record is.

// Limits of letters.
const (
	LettersMost    = 50 // in one person's box
	LettersOneMost = 10 // of them, from the characters of one account
)

// Letter is one in somebody's box. It is called by its number, which it keeps for as long as it lies there.
type Letter struct {
	N    int     `json:"n"`
	Seq  uint64  `json:"seq"` // the record that holds its words
	From ActorID `json:"from"`
	Num  uint32  `json:"num"`  // of the sender
	Name string  `json:"name"` // of the sender, when it was sent
	At   int64   `json:"at"`   // by the wall clock, Unix milliseconds
	Read bool    `json:"read,omitempty"`
}

// SendLetter writes somebody a letter, wherever they are.
type SendLetter struct {
	To   ActorID `json:"to"`
	Text string  `json:"text" words:"few"`
}

// ReadLetter says that the actor reads a letter of theirs. The daemon shows the words.
type ReadLetter struct {
	N int `json:"n"`
}

// DropLetter throws a letter of the actor's away.
type DropLetter struct {
	N int `json:"n"`
}

// LetterSent says that somebody wrote somebody else a letter, which lies in the other's box under its number.
type LetterSent struct {
	Actor  ActorID `json:"actor"`
	To     ActorID `json:"to"`
	N      int     `json:"n"`
	Seq    uint64  `json:"seq"` // of this record
	Num    uint32  `json:"num"` // of the sender
	Name   string  `json:"name" words:"fixed"`
	At     int64   `json:"at"` // by the wall clock, Unix milliseconds
	Text   string  `json:"text" words:"few"`
	Breath Time    `json:"breath"`                     // until when the sender's is spent
	Away   string  `json:"away,omitempty" words:"all"` // what the other says of being away from the keyboard
}

// LetterRead says that somebody read a letter of theirs.
type LetterRead struct {
	Actor ActorID `json:"actor"`
	N     int     `json:"n"`
}

// LetterDropped says that a letter is gone from somebody's box: thrown away, or its sender was erased.
type LetterDropped struct {
	Actor ActorID `json:"actor"`
	N     int     `json:"n"`
	Lost  bool    `json:"lost,omitempty"` // with its sender
}

func (SendLetter) needs() Role { return RolePlayer }
func (ReadLetter) needs() Role { return RolePlayer }
func (DropLetter) needs() Role { return RolePlayer }

func (SendLetter) deed() deed { return deed{verbs: []string{VerbMail}} }
func (ReadLetter) deed() deed { return deed{verbs: []string{VerbMail}} }
func (DropLetter) deed() deed { return deed{verbs: []string{VerbMail}} }

// A letter goes where no voice does.
func (SendLetter) way() way { return way{soundless: true} }

func (ReadLetter) harmless() {}
func (DropLetter) harmless() {}

func (a SendLetter) decide(t *Turn) *Refusal {
	to := t.s.Actors[a.To]
	switch {
	case !t.me.Player() || t.me.Guest():
		return refuse(CodeCannot, "Only who has an account writes letters.")
	case to == nil || !to.Player() || to.IsDeleted():
		return refuse(CodeUnknown, "Nobody of that name plays here.")
	case to.Guest():
		return refuse(CodeCannot, to.Name+" is a guest, and has no box for letters.")
	case to == t.me:
		return refuse(CodeCannot, "You know what you would write.")
	case Clean(a.Text) == "":
		return refuse(CodeMissing, "There is nothing in that letter. Say: mail send "+to.Name+" = and the words.")
	}
	text, spent, r := t.carry(a, to, a.Text)
	mine := 0
	for _, l := range to.Letters {
		mine += boolInt(l.Num == t.me.Num || t.s.ActorByNum(l.Num) != nil && t.s.kin(t.s.ActorByNum(l.Num), t.me))
	}
	switch {
	case r != nil:
		return r
	case len(to.Letters) >= LettersMost:
		return refuse(CodeFull, fmt.Sprintf("The box of %s is full: it holds %d letters.", to.Name, LettersMost))
	case mine >= LettersOneMost:
		return refuse(CodeFull, fmt.Sprintf("%d letters of yours lie in the box of %s. Wait until some are thrown away.",
			mine, to.Name))
	}
	n := 1
	if len(to.Letters) > 0 {
		n = to.Letters[len(to.Letters)-1].N + 1
	}
	t.emit(LetterSent{
		Actor: t.me.ID, To: to.ID, N: n, Seq: t.seq, Num: t.me.Num, Name: t.me.Name, At: t.s.WallClock(t.now), Text: text,
		Breath: spent, Away: to.Gone,
	})
	return nil
}

const noLetterText = "You have no letter of that number. Type mail for the list."

// Nothing comes of reading one again: that is no refusal, because it is shown all the same.
func (a ReadLetter) decide(t *Turn) *Refusal {
	l := t.me.LetterNumbered(a.N)
	if l == nil {
		return refuse(CodeUnknown, noLetterText)
	}
	if !l.Read {
		t.emit(LetterRead{Actor: t.me.ID, N: a.N})
	}
	return nil
}

func (a DropLetter) decide(t *Turn) *Refusal {
	if t.me.LetterNumbered(a.N) == nil {
		return refuse(CodeUnknown, noLetterText)
	}
	t.emit(LetterDropped{Actor: t.me.ID, N: a.N})
	return nil
}

// LetterNumbered returns a letter of somebody's, or nil.
func (a *Actor) LetterNumbered(n int) *Letter {
	for i := range a.Letters {
		if a.Letters[i].N == n {
			return &a.Letters[i]
		}
	}
	return nil
}

// UnreadLetters counts the letters that somebody has not read.
func (a *Actor) UnreadLetters() (n int) {
	for i := range a.Letters {
		n += boolInt(!a.Letters[i].Read)
	}
	return n
}

// Sender returns who wrote a letter, or nil when they are no more.
func (s *State) Sender(l *Letter) *Actor { return s.ActorByNum(l.Num) }

// unsend throws away the letters of somebody who is erased, and reports whether a record held them all.
func (t *Turn) unsend(a *Actor) bool {
	for id, to := range Ordered(t.s.Actors) {
		for _, l := range slices.Clone(to.Letters) {
			switch {
			case l.Num != a.Num:
			case t.full():
				return false
			default:
				t.emit(LetterDropped{Actor: id, N: l.N, Lost: true})
			}
		}
	}
	return true
}

func (e LetterSent) fold(s *State) {
	a := s.actor(e.To)
	a.Letters = append(slices.Clone(a.Letters), Letter{
		N: e.N, Seq: e.Seq, From: e.Actor, Num: e.Num, Name: e.Name, At: e.At,
	})
	s.outOfBreath(e.Actor, e.Breath)
}

func (e LetterRead) fold(s *State) {
	a := s.actor(e.Actor)
	a.Letters = slices.Clone(a.Letters)
	if l := a.LetterNumbered(e.N); l != nil {
		l.Read = true
	}
}

func (e LetterDropped) fold(s *State) {
	a := s.actor(e.Actor)
	a.Letters = slices.DeleteFunc(slices.Clone(a.Letters), func(l Letter) bool { return l.N == e.N })
	if len(a.Letters) == 0 {
		a.Letters = nil
	}
}

func (e LetterSent) scene(*State) scene {
	return scene{actor: e.Actor, target: e.To, sound: true, closed: true}
}

func (e LetterRead) scene(*State) scene { return scene{} }

func (e LetterDropped) scene(*State) scene {
	if e.Lost {
		return scene{}
	}
	return scene{actor: e.Actor, closed: true}
}

func (LetterSent) traits() Traits {
	return Traits{
		OnlyTold: true, Follows: true, Touches: AspectsNone, Weight: WeightPerson, Names: anySense, Cue: cue("Post"),
		Sound: SoundVoice,
	}
}

func (LetterRead) traits() Traits { return Traits{OnlyTold: true, Touches: AspectsNone} }
func (LetterDropped) traits() Traits {
	return Traits{OnlyTold: true, Touches: AspectsNone, Cue: cue("Letter dropped")}
}

// letters looks into somebody's box.
func (c *checker) letters(a *Actor) {
	if len(a.Letters) > LettersMost || len(a.Letters) > 0 && (!a.Player() || a.Guest()) {
		c.bad("actor %s has %d letters, which cannot be", a.ID, len(a.Letters))
	}
	last := 0
	for _, l := range a.Letters {
		if l.N <= last || l.Seq == 0 || l.Seq > c.s.Seq || l.Num == 0 || l.Num == a.Num || l.Name == "" {
			c.bad("actor %s has a letter that cannot be: %+v", a.ID, l)
		}
		last = l.N
	}
}
