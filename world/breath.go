package world

import "fmt"

// What speaking over a distance costs of a speaker's breath, which comes back by itself as time passes.
const (
	breathPerCall = Second // for a tell or a shout
	breathPerByte = 4      // and for each byte of it, in milliseconds
)

// BreathAheadMax is how far ahead of its breath a body may speak: about 57 short tells at once, and then one a second.
const BreathAheadMax = Minute

// breathed returns until when the actor's breath is spent once it has spoken a text over a distance, or refuses when
// that is too far ahead.
func (t *Turn) breathed(text string) (Time, *Refusal) {
	spent := max(t.me.Breath, t.now) + breathPerCall + breathPerByte*Time(len(text))
	if over := spent - t.now - BreathAheadMax; over > 0 {
		wait := (over + Second - 1) / Second
		return 0, refuse(CodeOutOfBreath,
			fmt.Sprintf("You are out of breath. In %s your voice will carry again.", seconds(wait)))
	}
	return spent, nil
}

// seconds puts a number of seconds into words.
func seconds(n Time) string {
	if n == 1 {
		return "one second"
	}
	return fmt.Sprintf("%d seconds", n)
}

// outOfBreath takes in until when somebody's breath is spent; older events do not say.
func (s *State) outOfBreath(who ActorID, until Time) {
	if until > 0 {
		s.actor(who).Breath = until
	}
}
