package prose

import (
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// encounter speaks of fights by turns.
func (v view) encounter(e world.Event) Text {
	switch e := e.(type) {
	case world.EncounterOpened:
		return v.opened(e)
	case world.FighterJoined:
		return v.joined(e)
	case world.FighterLeft:
		return v.leftFight(e)
	case world.FighterHeld:
		switch {
		case v.did():
			return tell(Warning, "You look for a way out, and cannot get clear!")
		case v.sees():
			return tell(Plain, "@ looks for a way out, and cannot get clear.", v.fighter(e.Actor))
		}
	case world.InitiativeRolled:
		return v.initiative(e)
	case world.MoveApplied:
		return v.marched(e)
	case world.AttackResolved:
		return v.struck(e)
	case world.TurnEnded:
		return v.turned(e)
	case world.Stunned:
		return v.stunned(e)
	case world.EncounterEnded:
		return v.fought(e)
	default:
	}
	return nil
}

// square names a cell as it is typed.
func square(c world.Cell) Span { return plain(strconv.Itoa(c.X) + "," + strconv.Itoa(c.Y)) }

func (v view) opened(e world.EncounterOpened) Text {
	switch {
	case v.did():
		return Text{
			line(Warning, "You square up to @. Everybody else gives you room.", v.whoAs(e.Target, Foe)),
			L(Hint, "It comes to blows when somebody types roll, or by itself in "+strconv.Itoa(e.Clock)+
				" seconds. Type grid to see where everybody stands."),
		}
	case v.mine():
		return Text{
			line(Warning, "@ squares up to you. Everybody else gives you room.", v.whoAs(e.Actor, Foe)),
			L(Hint, "It comes to blows when somebody types roll. Type grid to see where everybody stands."),
		}
	case v.dark():
		return tell(Warning, "You hear feet shuffle apart, as they do before a fight.")
	}
	return Text{
		line(Warning, "@ squares up to @. Everybody else gives them room.", v.fighter(e.Actor), v.fighter(e.Target)),
		L(Hint, "You can watch, or type join."),
	}
}

func (v view) joined(e world.FighterJoined) Text {
	switch {
	case v.did():
		return tell(Plain, "You take your stand at @.", square(e.Fighter.At))
	case v.sees() && e.Roll > 0:
		return tell(Warning, "@ joins the fight, at @.", v.fighter(e.Actor), square(e.Fighter.At))
	case v.sees():
		return tell(Plain, "@ stands at @.", v.fighter(e.Actor), square(e.Fighter.At))
	}
	return nil
}

func (v view) leftFight(e world.FighterLeft) Text {
	switch {
	case v.did() && e.Fled:
		return tell(Warning, "You see a way out, and take it!")
	case v.did():
		return tell(Plain, "You are out of the fight.")
	case v.sees() && e.Fled:
		return tell(Plain, "@ sees a way out, and takes it.", v.fighter(e.Actor))
	case v.sees():
		return tell(Plain, "@ is out of the fight.", v.fighter(e.Actor))
	}
	return nil
}

func (v view) initiative(e world.InitiativeRolled) Text {
	if v.dark() {
		return tell(Warning, "You hear a fight break out.")
	}
	pattern := make([]string, 0, len(e.Order))
	spans := make([]Span, 0, 2*len(e.Order))
	for i, id := range e.Order {
		pattern = append(pattern, "@ (@)")
		spans = append(spans, v.fighter(id), number(e.Totals[i]))
	}
	text := Text{line(Warning, "It comes to blows: "+strings.Join(pattern, ", ")+".", spans...)}
	if v.mine() || v.did() && len(e.Order) > 0 && e.Order[0] == e.Actor {
		return append(text, L(Warning, "You are first."))
	}
	return text
}

func (v view) marched(e world.MoveApplied) Text {
	if len(e.Path) == 0 {
		return nil
	}
	to := square(e.Path[len(e.Path)-1])
	steps := stepsOf(len(e.Path))
	switch {
	case v.did() && e.Left > 0:
		return tell(Plain, "You go @ to @, and could go @ more.", plain(steps), to, plain(strconv.Itoa(e.Left)))
	case v.did():
		return tell(Plain, "You go @ to @.", plain(steps), to)
	case v.sees():
		return tell(Plain, "@ goes @ to @.", v.fighter(e.Actor), plain(steps), to)
	}
	return nil
}

// stepsOf counts steps: "1 step", "3 steps".
func stepsOf(n int) string {
	if n == 1 {
		return "1 step"
	}
	return strconv.Itoa(n) + " steps"
}

// struck is told as a blow in any fight is, with what the dice said behind it.
func (v view) struck(e world.AttackResolved) Text {
	var text Text
	if e.Hit {
		text = v.landed(world.BlowLanded{
			Actor: e.Actor, Target: e.Target, Roll: e.Roll, Harm: e.Harm, HP: e.HP, Verb: e.Verb, With: e.With,
		})
	} else {
		text = v.missed(world.BlowMissed{Actor: e.Actor, Target: e.Target, Roll: e.Roll, Verb: e.Verb})
	}
	if len(text) == 0 || !v.sees() {
		return text
	}
	dice := " [" + strconv.Itoa(e.Roll)
	if skill := e.Total - e.Roll; skill != 0 {
		dice += "+" + strconv.Itoa(skill)
	}
	dice += " against " + strconv.Itoa(e.AC)
	if e.Cover > 0 {
		dice += " in cover"
	}
	last := &text[len(text)-1]
	last.Spans = append(last.Spans, Span{Text: dice + "]", Role: Hint})
	return text
}

func (v view) turned(e world.TurnEnded) Text {
	var text Text
	switch {
	case e.Late && v.did():
		text = tell(Warning, "You hesitate too long, and the moment is gone.")
	case e.Late && v.sees():
		text = tell(Plain, "@ hesitates too long.", v.fighter(e.Actor))
	}
	switch {
	case v.mine() || v.did() && e.Next == e.Actor:
		return append(text, L(Warning, "It is your turn."))
	case v.sees():
		return append(text, line(Plain, "It is @'s turn.", v.fighter(e.Next)))
	}
	return text
}

func (v view) stunned(e world.Stunned) Text {
	switch {
	case v.did():
		return tell(Loss, "The floor comes up to meet you. You are out of this fight, and will feel it tomorrow.")
	case v.sees():
		return tell(Warning, "@ goes down, and stays down, groaning.", v.fighter(e.Actor))
	case v.dark():
		return tell(Warning, "You hear somebody fall, and groan.")
	}
	return nil
}

func (v view) fought(e world.EncounterEnded) Text {
	if e.Text != "" {
		return Text{L(Gain, Clean(e.Text))}
	}
	switch e.How {
	case world.OutcomeDrawn:
		return Text{L(Plain, "Nobody has the breath to go on. The fight is over, and nobody has won it.")}
	case world.OutcomeOff:
		return Text{L(Plain, "Nothing comes of the fight.")}
	case world.OutcomeWon, world.OutcomeFled, world.OutcomeSettled:
	}
	return Text{L(Plain, "The fight is over.")}
}
