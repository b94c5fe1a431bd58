package world

import (
	"cmp"
	"slices"
)

// Words reach somebody elsewhere by a shout, a tell, a channel, talk in a group and among wizards, and by a letter.
// Whether somebody may speak so is decided here alone, and so is who hears it: an action that is carried meets every
// bar, and an event of one is perceived by nobody whom words from elsewhere do not reach.

// carried marks actions whose words reach people elsewhere: a mute, a jail and a freeze keep from all of them, and the
// way says what else does.
type carried interface{ way() way }

// way is what keeps somebody from being heard elsewhere, besides what is decided about people. The zero value is the
// strictest: a law of silence holds the words where they are spoken and where they would be heard, and they cost
// breath.
type way struct {
	soundless bool // it makes no sound: no law of silence holds it
	easy      bool // it costs no breath
}

func (Shout) way() way     { return way{} }
func (Tell) way() way      { return way{} }
func (Chat) way() way      { return way{} }
func (PartyTell) way() way { return way{} }

// Those who look after a world reach one another wherever they stand, and are trusted to keep the measure.
func (WizTalk) way() way { return way{soundless: true, easy: true} }

// carry checks words that somebody wants to have carried to one person, or to whoever hears them if to is nil. It
// returns them as they are told, and until when the speaker's breath is spent.
func (t *Turn) carry(a carried, to *Actor, text string) (said string, spent Time, r *Refusal) {
	w := a.way()
	if to != nil {
		r = t.unheard(to)
	}
	if !w.soundless {
		r = cmp.Or(r, t.silenced(to))
	}
	said, wrong := speech(text)
	if r = cmp.Or(r, wrong); r == nil && !w.easy {
		spent, r = t.breathed(said)
	}
	return said, spent, r
}

// carriedTo is the scene of words that are carried to people elsewhere, in the way of an action: who ignores the
// speaker does not hear them, and no sound comes in where a law of silence is.
func (s *State) carriedTo(a carried, speaker ActorID, hearers []ActorID) scene {
	sc := scene{actor: speaker, voice: speaker, others: hearers}
	if !a.way().soundless {
		sc.others = slices.DeleteFunc(slices.Clone(hearers), func(id ActorID) bool { return s.silent(s.whereIs(id)) })
	}
	return sc
}
