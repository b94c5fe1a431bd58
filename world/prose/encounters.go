package prose

import (
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// encounter speaks of fights by turns. A turn takes a line or two: who goes where, and what came of the blow.
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
func square(c world.Cell) Span { return plain(cellName(c)) }

func cellName(c world.Cell) string { return strconv.Itoa(c.X) + "," + strconv.Itoa(c.Y) }

func (v view) opened(e world.EncounterOpened) Text {
	if v.dark() && !v.mine() {
		return tell(Warning, "You hear feet shuffle apart, as they do before a fight.")
	}
	foes := v.foes(e)
	pattern := strings.Repeat("@", len(foes))
	switch {
	case v.did():
		return Text{
			line(Warning, "You square up to "+pattern+". Everybody else gives you room.", foes...),
			L(Hint, "Type grid to see where everybody stands. It comes to blows when somebody types roll, or by itself "+
				v.soon(e.Clock)+"."),
		}
	case v.mine():
		return Text{
			line(Warning, "@ squares up to you. Everybody else gives you room.", v.whoAs(e.Actor, Foe)),
			L(Hint, "Type grid to see where everybody stands. It comes to blows when somebody types roll."),
		}
	}
	return Text{
		line(Warning, "@ squares up to "+pattern+". Everybody else gives them room.",
			append([]Span{v.fighter(e.Actor)}, foes...)...),
		L(Hint, "You can watch, or type join to take part."),
	}
}

// soon says when a fight comes to blows by itself: so many seconds after it was opened, and later for who listens.
func (v view) soon(seconds int) string {
	if v.ear {
		return "after a good while"
	}
	return "in " + count(seconds, "second")
}

// foes are those against whom a fight was opened, in speech; several who are called the same are counted.
func (v view) foes(e world.EncounterOpened) []Span {
	var names []Span
	times := map[string]int{}
	all := e.Foes
	if len(all) == 0 {
		all = []world.ActorID{e.Target}
	}
	for _, id := range all {
		s := v.whoAs(id, Foe)
		if times[s.Text]++; times[s.Text] == 1 {
			names = append(names, s)
		}
	}
	phrases := make([][]Span, len(names))
	for i, s := range names {
		if n := times[s.Text]; n > 1 {
			s.Text += " (" + strconv.Itoa(n) + ")"
		}
		phrases[i] = []Span{s}
	}
	return List(phrases...)
}

func (v view) joined(e world.FighterJoined) Text {
	switch {
	case e.Opening: // the opening named them
		return nil
	case v.did():
		return Text{
			line(Warning, "You join the fight, at @.", square(e.Fighter.At)),
			L(Hint, "Type grid to see where everybody stands."),
		}
	case v.sees():
		return tell(Warning, "@ joins the fight, at @.", v.fighter(e.Actor), square(e.Fighter.At))
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

const yourTurn = "The turn is yours."

// turnHint says what one does on one's turn; it is told in the first round.
const turnHint = "You have your steps and one blow, in either order. Type move and a cell or a name, or attack and a " +
	"name; then end."

func (v view) initiative(e world.InitiativeRolled) Text {
	if v.dark() {
		return tell(Warning, "You hear a fight break out.")
	}
	phrases := make([][]Span, 0, len(e.Order))
	for i, id := range e.Order {
		if i < len(e.Totals) {
			phrases = append(phrases, []Span{v.fighter(id), plain(" (" + strconv.Itoa(e.Totals[i]) + ")")})
		}
	}
	names := List(phrases...)
	text := Text{line(Warning, "It comes to blows! In turn: "+strings.Repeat("@", len(names))+".", names...)}
	if v.mine() || v.did() && len(e.Order) > 0 && e.Order[0] == e.Actor {
		return append(text, L(Warning, yourTurn), L(Hint, turnHint))
	}
	return text
}

func (v view) marched(e world.MoveApplied) Text {
	if len(e.Path) == 0 {
		return nil
	}
	to := e.Path[len(e.Path)-1]
	how := plain(count(len(e.Path), "step"))
	if e.From.Steps(to) == len(e.Path) { // straight, or round one corner
		how.Text += " " + bearing(e.From, to)
	}
	switch {
	case v.did() && e.Left > 0:
		return tell(Plain, "You go @, to @. You could go @ more.", how, square(to), number(e.Left))
	case v.did():
		return tell(Plain, "You go @, to @.", how, square(to))
	case v.sees():
		return tell(Plain, "@ goes @, to @.", v.fighter(e.Actor), how, square(to))
	}
	return nil
}

// bearing says how a cell lies from another: "east", "2 east and 1 north".
func bearing(from, to world.Cell) string {
	across, along := "east", "south"
	if to.X < from.X {
		across = "west"
	}
	if to.Y < from.Y {
		along = "north"
	}
	switch dx, dy := apart(from.X, to.X), apart(from.Y, to.Y); {
	case dy == 0:
		return across
	case dx == 0:
		return along
	default:
		return "(" + strconv.Itoa(dx) + " " + across + ", " + strconv.Itoa(dy) + " " + along + ")"
	}
}

func apart(a, b int) int { return max(a-b, b-a) }

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
	if len(text) == 0 || !v.sees() || v.bare {
		return text
	}
	spans := text[len(text)-1].Spans
	end := &spans[len(spans)-1]
	end.Text = strings.TrimSuffix(end.Text, ".")
	text[len(text)-1].Spans = append(spans, Span{Text: v.dice(e) + ".", Role: Hint})
	return text
}

// dice is what the dice said of a blow: " [12+2 against 11 in cover]", and to who listens ", 14 against 11 in cover".
func (v view) dice(e world.AttackResolved) string {
	against := " against " + strconv.Itoa(e.AC)
	if e.Cover > 0 {
		against += " in cover"
	}
	if v.ear {
		return ", " + strconv.Itoa(e.Total) + against
	}
	sum := strconv.Itoa(e.Roll)
	if skill := e.Total - e.Roll; skill != 0 {
		sum += "+" + strconv.Itoa(skill)
	}
	return " [" + sum + against + "]"
}

// turned says whose turn it is. That of a creature is announced to whoever had the turn before, who is owed an answer;
// others are told what it does.
func (v view) turned(e world.TurnEnded) Text {
	var text Text
	switch {
	case e.Late && v.did():
		text = tell(Warning, "You hesitate too long, and the moment is gone.")
	case e.Late && v.sees():
		text = tell(Plain, "@ hesitates too long.", v.fighter(e.Actor))
	}
	isMine := v.mine() || v.did() && e.Next == e.Actor
	switch {
	case isMine && e.Round <= 1:
		return append(text, L(Warning, yourTurn), L(Hint, turnHint))
	case isMine:
		return append(text, L(Warning, yourTurn))
	case v.has(world.Saw) && (v.did() || v.as(string(e.Next)).Kind != world.KindCreature):
		return append(text, line(Plain, "It is @'s turn.", v.fighter(e.Next)))
	case v.did() && !e.Late:
		return tell(Plain, "Your turn is over.")
	}
	return text
}

func (v view) stunned(e world.Stunned) Text {
	switch {
	case v.did():
		return tell(Loss, "The floor comes up to meet you. You are out of this fight, and will feel it tomorrow.")
	case v.mine() && v.sees():
		return tell(Gain, "@ goes down before you, and stays down, groaning.", v.whoAs(e.Actor, Foe))
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
	case world.OutcomeFled:
		return Text{L(Plain, "One side has gone, and the fight is over.")}
	case world.OutcomeWon, world.OutcomeSettled:
	}
	return Text{L(Plain, "That settles it.")}
}

// byTurns tells of fights by turns, in the third person.
func (h teller) byTurns(e world.Event) Line {
	switch e := e.(type) {
	case world.EncounterOpened:
		names := h.foes(e)
		return h.told("@ opens a fight by turns against @", h.whom(e.Actor), plain(Line{Spans: names}.String()))
	case world.FighterJoined:
		return h.told("@ takes a stand in a fight@, at @,", h.whom(e.Actor), side(e.Fighter.Side), square(e.Fighter.At))
	case world.FighterChanged:
		return h.told("@ has @ in a fight", h.whom(e.Fighter.ID), plain(count(e.Fighter.HP, "hit point")))
	case world.FighterLeft:
		if e.Fled {
			return h.told("@ gets away from a fight", h.whom(e.Actor))
		}
		return h.told("@ is out of a fight", h.whom(e.Actor))
	case world.FighterHeld:
		return h.told("@ tries to get away from a fight and cannot,", h.whom(e.Actor))
	case world.InitiativeRolled:
		first := Span{}
		if len(e.Order) > 0 {
			first = plain(", and " + h.whom(e.Order[0]).Text + " is first,")
		}
		return h.told("A fight comes to blows@", first)
	case world.MoveApplied:
		if len(e.Path) == 0 {
			return h.told("@ moves in a fight", h.whom(e.Actor))
		}
		return h.told("@ goes from @ to @ in a fight", h.whom(e.Actor), square(e.From), square(e.Path[len(e.Path)-1]))
	case world.AttackResolved:
		if !e.Hit {
			return h.told("@ misses @ (@ against @)", h.whom(e.Actor), h.whom(e.Target), number(e.Total), number(e.AC))
		}
		return h.told("@ @ @ for @ (@ against @) and leaves @,", h.whom(e.Actor), plain(third(verbOr(e.Verb))),
			h.whom(e.Target), number(e.Harm), number(e.Total), number(e.AC), plain(count(e.HP, "hit point")))
	case world.TurnEnded:
		if e.Late {
			return h.told("The turn of @ runs out, and @ is next,", h.whom(e.Actor), h.whom(e.Next))
		}
		return h.told("@ ends a turn, and @ is next,", h.whom(e.Actor), h.whom(e.Next))
	case world.Stunned:
		return h.told("@ is struck down@ and lives", h.whom(e.Actor), h.by(e.By))
	case world.EncounterEnded:
		return h.bare("A fight by turns@ is over: @", h.here(), plain(ending(e)))
	default:
		return Line{}
	}
}

// side names a side of a fight.
func side(s world.Side) Span {
	switch s {
	case world.SideA:
		return plain(" on the side of whoever opened it")
	case world.SideB:
		return plain(" on the other side")
	}
	return Span{}
}

// ending says how a fight ended.
func ending(e world.EncounterEnded) string {
	won := ", for whoever opened it"
	switch e.Won {
	case world.SideA:
	case world.SideB:
		won = ", for the other side"
	default:
		won = ""
	}
	switch e.How {
	case world.OutcomeWon:
		return "it is won" + won
	case world.OutcomeFled:
		return "one side got away" + won
	case world.OutcomeSettled:
		return "it was settled by wits" + won
	case world.OutcomeDrawn:
		return "nobody won it"
	case world.OutcomeOff:
	}
	return "it came to nothing"
}
