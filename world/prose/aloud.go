package prose

import "github.com/mudlark-mud/mudlark/world"

// Aloud puts an event into words for somebody who listens: as [Of] does, with a cue before it where an ear must tell
// kinds of events apart. What one does oneself needs none; one has just typed it.
func Aloud(n *world.Notice, sense world.Sense) Text {
	text := Of(n, sense)
	cue := Cue(n.Event, sense)
	if cue == "" || len(text) == 0 || text[0].Drawn {
		return text
	}
	out := append(Text(nil), text...)
	out[0] = Line{
		Spans:  append([]Span{{Text: cue + ": ", Role: text[0].lead()}}, text[0].Spans...),
		Indent: text[0].Indent,
	}
	return out
}

// lead is the role of a line's first words.
func (l Line) lead() Role {
	if len(l.Spans) == 0 {
		return Plain
	}
	return l.Spans[0].Role
}

// Cue is the word or two that tell a kind of event from every other by ear; "" where none is wanted. No two kinds
// share one.
func Cue(e world.Event, sense world.Sense) string {
	did := sense&world.Did != 0
	if cue := befalls(e, sense); cue != "" {
		return cue
	}
	if did {
		return ""
	}
	for _, of := range []func(world.Event) string{cuePeople, cueThings, cueTalk, cueTables, cueTrade, cueHouse} {
		if cue := of(e); cue != "" {
			return cue
		}
	}
	return ""
}

// befalls cues what happens to somebody, whoever did it: nobody types each blow of a fight.
func befalls(e world.Event, sense world.Sense) string {
	did, mine := sense&world.Did != 0, sense&world.Mine != 0
	of := func(own, me, other string) string {
		switch {
		case did:
			return own
		case mine:
			return me
		}
		return other
	}
	switch e.(type) {
	case world.FightBegan:
		return of("", "Attack", "Fight")
	case world.BlowLanded:
		return of("Hit", "Hurt", "Blow")
	case world.BlowMissed:
		return of("Miss", "Dodge", "Swing")
	case world.FleeFailed:
		return of("Stuck", "Cornered", "Cornered")
	case world.Died:
		return of("You die", "Kill", "Death")
	case world.Learned:
		return "Experience"
	case world.QuestAdvanced:
		return "Quest progress"
	case world.QuestDone:
		return "Quest done"
	case world.Healed:
		return "Healed"
	case world.TideWarned:
		return "Tide warning"
	case world.TideTurned:
		return "Tide"
	case world.SeaHurt:
		return "Sea"
	case world.GameEnded:
		return "Game over"
	default:
		return cueTurns(e, of)
	}
}

// cueTurns cues what happens in a fight by turns.
func cueTurns(e world.Event, of func(own, me, other string) string) string {
	switch e := e.(type) {
	case world.EncounterOpened:
		return of("", "Challenge", "Challenge")
	case world.InitiativeRolled:
		return "Initiative"
	case world.AttackResolved:
		if e.Hit {
			return of("You strike", "You are struck", "Strike")
		}
		return of("You miss", "You are missed", "Missed")
	case world.TurnEnded:
		return of("", "Turn", "Turn")
	case world.FighterHeld:
		return of("Held", "Held back", "Held back")
	case world.FighterJoined:
		return of("", "Joins", "Joins")
	case world.FighterLeft:
		return of("", "Out", "Out")
	case world.MoveApplied:
		return of("", "Steps", "Steps")
	case world.Stunned:
		return of("You fall", "Felled", "Falls")
	case world.EncounterEnded:
		return "Fight over"
	default:
		return ""
	}
}

func cuePeople(e world.Event) string {
	switch e.(type) {
	case world.Entered:
		return "Arrival"
	case world.Rejoined:
		return "Awake"
	case world.Severed:
		return "Asleep"
	case world.Departed:
		return "Departure"
	case world.MobMade:
		return "Appears"
	case world.Moved:
		return "Walk"
	case world.FollowBegan:
		return "Follower"
	case world.FollowEnded:
		return "Follower gone"
	case world.QuestAccepted:
		return "Quest begun"
	case world.QuestAbandoned:
		return "Quest dropped"
	default:
		return ""
	}
}

func cueThings(e world.Event) string {
	switch e.(type) {
	case world.DoorWorked:
		return "Door"
	case world.LidWorked:
		return "Lid"
	case world.ItemTaken:
		return "Taken"
	case world.CoinsTaken:
		return "Coins taken"
	case world.ItemDropped:
		return "Dropped"
	case world.ItemPut:
		return "Put"
	case world.ItemGiven:
		return "Gift"
	case world.ItemGone:
		return "Gone"
	case world.ItemWorn:
		return "Worn"
	case world.ItemRemoved:
		return "Taken off"
	case world.ItemRestored:
		return "Thing restored"
	default:
		return ""
	}
}

func cueTalk(e world.Event) string {
	switch e.(type) {
	case world.Said:
		return "Say"
	case world.Shouted:
		return "Shout"
	case world.Told:
		return "Tell"
	case world.Whispered:
		return "Whisper"
	case world.Hushed:
		return "Hush"
	case world.Emoted:
		return "Emote"
	case world.Gestured:
		return "Gesture"
	case world.Echoed:
		return "Voice"
	default:
		return ""
	}
}

func cueTables(e world.Event) string {
	switch e.(type) {
	case world.SeatTaken:
		return "Seat taken"
	case world.SeatLeft:
		return "Seat left"
	case world.GameBegan:
		return "Game"
	case world.MovePlayed:
		return "Move"
	case world.Taunted:
		return "Taunt"
	case world.RematchAsked:
		return "Rematch"
	default:
		return ""
	}
}

func cueTrade(e world.Event) string {
	switch e.(type) {
	case world.Bought:
		return "Bought"
	case world.Sold:
		return "Sold"
	case world.Haggled:
		return "Offer"
	case world.Quoted:
		return "Price"
	case world.Taught:
		return "Lesson"
	case world.Promised:
		return "Promise"
	case world.PromiseKept:
		return "Promise kept"
	default:
		return ""
	}
}

// cueHouse cues what the house and the owners of agents have to say.
func cueHouse(e world.Event) string {
	switch e.(type) {
	case world.GrantMinted:
		return "Token made"
	case world.GrantRevoked:
		return "Token withdrawn"
	case world.GrantTuned:
		return "Token changed"
	case world.IntentStated:
		return "Intent"
	case world.HoldAsked:
		return "Permission asked"
	case world.HoldAnswered:
		return "Permission answered"
	case world.AgentsBanned:
		return "Agents banned"
	case world.AgentsShut:
		return "Agents shut"
	case world.AgentsCapped:
		return "Agents capped"
	case world.LoreWritten:
		return "Lore"
	case world.LoreDropped:
		return "Lore dropped"
	case world.FieldSet:
		return "Change"
	case world.HaltAnnounced:
		return "Shutdown coming"
	case world.Halted:
		return "Shutdown"
	case world.CharacterRestored:
		return "Character restored"
	case world.Reported:
		return "Report"
	case world.ReportClosed:
		return "Report closed"
	default:
		return ""
	}
}
