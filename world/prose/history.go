package prose

import (
	"strconv"

	"github.com/mudlark-mud/mudlark/world"
)

// History says in one sentence what an event was, in the third person, as the record tells it to whoever looks after
// the world: with the place where it happened, and with what nobody saw. Words that were meant for few are not quoted.
// It returns no spans for what only keeps the clock running, and for what another event of the same record says.
func History(n *world.Notice) Line {
	h := teller{view{n: n, sense: world.Saw | world.Heard}}
	switch n.Event.(type) {
	case world.Started, world.PackApplied, world.Created, world.Embodied, world.Entered, world.Rejoined, world.HelmTaken,
		world.Severed, world.Departed, world.Forgotten, world.MobMade, world.MobGone:
		return h.being(n.Event)
	case world.Moved, world.FollowBegan, world.FollowEnded, world.DoorWorked, world.LidWorked, world.TideWarned,
		world.TideTurned:
		return h.going(n.Event)
	case world.ItemMade, world.ItemMoved, world.ItemGone, world.ItemTaken, world.CoinsTaken, world.ItemDropped,
		world.ItemPut, world.ItemGiven, world.ItemWorn, world.ItemRemoved, world.CorpseLeft, world.ItemRestored:
		return h.handling(n.Event)
	case world.Said, world.Shouted, world.Told, world.Whispered, world.Emoted, world.Gestured, world.Echoed:
		return h.speaking(n.Event)
	case world.FightBegan, world.BlowLanded, world.BlowMissed, world.FightEnded, world.FleeFailed, world.Died,
		world.Healed, world.Learned, world.SeaHurt:
		return h.fighting(n.Event)
	case world.EncounterOpened, world.FighterJoined, world.FighterChanged, world.FighterLeft, world.FighterHeld,
		world.InitiativeRolled, world.MoveApplied, world.AttackResolved, world.TurnEnded, world.Stunned, world.EncounterEnded:
		return h.byTurns(n.Event)
	case world.QuestAccepted, world.QuestAdvanced, world.QuestAbandoned, world.QuestDone:
		return h.questing(n.Event)
	case world.GrantMinted, world.GrantRevoked, world.FieldSet, world.HaltAnnounced, world.Halted, world.Erased,
		world.Reported, world.ReportClosed, world.CharacterRestored:
		return h.ruling(n.Event)
	case world.SeatTaken, world.SeatLeft, world.WatchBegan, world.WatchEnded, world.GameBegan, world.MovePlayed,
		world.GameEnded, world.Taunted, world.RematchAsked, world.BoardCleared:
		return h.playing(n.Event)
	case world.GrantTuned, world.IntentStated, world.HoldAsked, world.HoldAnswered, world.AgentsBanned,
		world.AgentsShut, world.AgentsCapped:
		return h.ofAgents(n.Event)
	case world.Bought, world.Sold, world.Haggled, world.Quoted, world.Taught, world.Promised, world.PromiseKept:
		return h.trading(n.Event)
	case world.LoreWritten, world.LoreDropped:
		return h.ofLore(n.Event)
	case world.DealGone, world.PromiseGone, world.Engaged, world.GiftCounted: // nobody did that
	case world.TimerSet, world.TurnTimed, world.TimerGone, world.KeyKept, world.HoldEnded: // clocks, and the door's own
	case world.Hushed: // the whisper itself says so
	}
	return Line{}
}

// teller tells of one notice in the third person.
type teller struct{ view }

// told fills a pattern and ends the sentence with where it happened.
func (h teller) told(pattern string, parts ...Span) Line {
	return line(Plain, pattern+"@.", append(parts, h.here())...)
}

// bare fills a pattern and does not say where.
func (h teller) bare(pattern string, parts ...Span) Line { return line(Plain, pattern+".", parts...) }

// here is where it happened: " at the Ropewalk", or nothing.
func (h teller) here() Span {
	if h.n.Room == "" {
		return Span{}
	}
	return plain(" at " + h.placeName(h.n.Room))
}

func (h teller) placeName(id world.RoomID) string {
	for _, c := range h.n.Captions {
		if c.Kind == world.KindRoom && c.ID == string(id) {
			return world.PlaceName(Clean(c.Name))
		}
	}
	return Clean(string(id))
}

func (h teller) place(id world.RoomID) Span { return Span{Text: h.placeName(id), Role: Title} }

// whom is somebody who is always known here: "Ann", "the barkeep"; "the host" for nobody.
func (h teller) whom(id world.ActorID) Span {
	if id == "" {
		return Span{Text: "the host", Role: System}
	}
	return h.name(id, Person)
}

// by says who did it, if anybody did.
func (h teller) by(id world.ActorID) Span {
	if id == "" {
		return Span{}
	}
	return Span{Text: " by " + h.whom(id).Text}
}

func (h teller) mark(seq uint64) Span { return plain("#" + strconv.FormatUint(seq, 10)) }

// being tells of who is in the world, and of what there is.
func (h teller) being(e world.Event) Line {
	switch e := e.(type) {
	case world.Started:
		return h.bare("The world is taken up by release @, under rules @", said(Plain, e.Build), number(e.Rules))
	case world.PackApplied:
		changed := len(e.Rooms) + len(e.Doors) + len(e.Items) + len(e.Mobs) + len(e.Spawns) + len(e.Quests) +
			len(e.Socials) + len(e.Help)
		gone := len(e.RoomsGone) + len(e.DoorsGone) + len(e.ItemsGone) + len(e.MobsGone) + len(e.SpawnsGone) +
			len(e.QuestsGone) + len(e.SocialsGone) + len(e.HelpGone)
		return h.bare("The pack @ is applied: @ new or changed, @ withdrawn", said(Plain, string(e.ID)), number(changed),
			number(gone))
	case world.Created:
		return h.told("@ is made, a @,", h.whom(e.Actor), plain(e.Role.String()))
	case world.Embodied:
		return h.told("@ is made ready for a guest", h.whom(e.Actor))
	case world.Entered:
		return h.told("@ enters the world@", h.whom(e.Actor), agent(e.Agent))
	case world.Rejoined:
		return h.told("@ is link-dead no longer@", h.whom(e.Actor), agent(e.Agent))
	case world.HelmTaken:
		if e.Agent != "" {
			return h.told("An agent takes the helm of @", h.whom(e.Actor))
		}
		return h.told("The player of @ takes the helm", h.whom(e.Actor))
	case world.Severed:
		return h.told("@ goes link-dead", h.whom(e.Actor))
	case world.Departed:
		if e.How == world.LeftLinkdead {
			return h.told("@, link-dead for long, leaves the world", h.whom(e.Actor))
		}
		return h.told("@ leaves the world", h.whom(e.Actor))
	case world.Forgotten:
		return h.bare("@ is forgotten", h.whom(e.Actor))
	case world.MobMade:
		if e.By != "" {
			return h.told("@ conjures @", h.whom(e.By), h.comer(e.Actor))
		}
		return h.told("@ comes to be@", h.comer(e.Actor), rule(e.Spawn))
	case world.MobGone:
		if e.By != "" {
			return h.told("@ purges @", h.whom(e.By), h.whom(e.Actor))
		}
		return h.told("@ is no more", h.whom(e.Actor))
	default:
		return Line{}
	}
}

func agent(g world.GrantID) Span {
	if g == "" {
		return Span{}
	}
	return plain(", driven by an agent,")
}

// rule names the rule that made something.
func rule(id world.SpawnID) Span {
	if id == "" {
		return Span{}
	}
	return plain(" by the rule " + Clean(string(id)))
}

// going tells of ways, doors and the sea.
func (h teller) going(e world.Event) Line {
	switch e := e.(type) {
	case world.Moved:
		return h.moved(e)
	case world.FollowBegan:
		return h.told("@ follows @ from now on", h.whom(e.Actor), h.whom(e.Leader))
	case world.FollowEnded:
		return h.told("@ follows @ no longer", h.whom(e.Actor), h.whom(e.Leader))
	case world.DoorWorked:
		return h.worked(e.Actor, e.Work, h.the(world.ItemID(e.Door)))
	case world.LidWorked:
		return h.worked(e.Actor, e.Work, h.the(e.Item))
	case world.TideWarned:
		return h.bare("The bell rings for the tide")
	case world.TideTurned:
		return h.bare("The tide turns: @", said(Plain, string(e.Now)))
	default:
		return Line{}
	}
}

func (h teller) moved(e world.Moved) Line {
	who, from, to := h.whom(e.Actor), h.place(e.From), h.place(e.To)
	switch e.Manner {
	case world.Walked:
		return h.bare("@ goes@ from @ to @", who, toward(e.Dir), from, to)
	case world.Followed:
		return h.bare("@ follows @@ from @ to @", who, h.whom(e.Leader), toward(e.Dir), from, to)
	case world.Fled:
		return h.bare("@ flees@ from @ to @", who, fleeing(e.Dir), from, to)
	case world.Swept:
		return h.bare("The sea sweeps @ from @ to @", who, from, to)
	case world.Conjured:
		return h.bare("@ is moved from @ to @@", who, from, to, h.by(e.By))
	case world.Woke:
		return h.bare("@ wakes at @ after death", who, to)
	case world.Settled:
		return h.bare("@ is at @ and no longer at @, as the hour wants it", who, to, from)
	}
	return h.bare("@ comes from @ to @", who, from, to)
}

func (h teller) worked(who world.ActorID, w world.Work, what Span) Line {
	if who == "" {
		return h.told("@ is @ again, by itself,", what, plain(workDone(w)))
	}
	return h.told("@ @ @", h.whom(who), plain(third(Clean(string(w)))), what)
}

// workDone says how a door is that was worked.
func workDone(w world.Work) string {
	switch w {
	case world.WorkOpen:
		return "open"
	case world.WorkClose:
		return "closed"
	case world.WorkLock:
		return "locked"
	case world.WorkUnlock:
		return "unlocked"
	}
	return Clean(string(w))
}

// questing tells of quests.
func (h teller) questing(e world.Event) Line {
	quest := func(id world.QuestID) Span { return Span{Text: h.as(string(id)).Name, Role: Quest} }
	switch e := e.(type) {
	case world.QuestAccepted:
		return h.told("@ takes on the quest @", h.whom(e.Actor), quest(e.Quest))
	case world.QuestAdvanced:
		return h.told("@ comes on with the quest @: @, @ of @,", h.whom(e.Actor), quest(e.Quest), said(Plain, e.What),
			number(e.Done), number(e.Of))
	case world.QuestAbandoned:
		return h.told("@ gives up the quest @", h.whom(e.Actor), quest(e.Quest))
	case world.QuestDone:
		return h.told("@ completes the quest @ for @", h.whom(e.Actor), quest(e.Quest), plain(count(e.Coins, "coin")))
	default:
		return Line{}
	}
}

// ruling tells of what owners, wizards and the host decide.
func (h teller) ruling(e world.Event) Line {
	switch e := e.(type) {
	case world.GrantMinted:
		if e.By != "" {
			return h.bare("@ lets an agent play @, by the token @", h.whom(e.By), h.whom(e.Actor), quoted(Plain, e.Label))
		}
		return h.bare("@ lets an agent act for them, by the token @", h.whom(e.Actor), quoted(Plain, e.Label))
	case world.GrantRevoked:
		if e.Lapsed {
			return h.bare("The time of the token @ of @ is over", quoted(Plain, e.Label), h.whom(e.Actor))
		}
		return h.bare("@ revokes the token @", h.whom(e.Actor), quoted(Plain, e.Label))
	case world.FieldSet:
		was, is := strconv.Itoa(e.Was), strconv.Itoa(e.Value)
		if e.Field == "role" {
			was, is = roleName(e.Was), roleName(e.Value)
		}
		return h.bare("The @ of @ is set from @ to @ by @", plain(fieldName(e.Field)), h.whom(e.Actor), plain(was), plain(is),
			h.whom(e.By))
	case world.HaltAnnounced:
		if e.Off {
			return h.bare("The shutdown is called off")
		}
		return h.bare("The world will close @@", plain(closing(e.Seconds)), because(e.Reason))
	case world.Halted:
		return h.bare("The world closes@", because(e.Reason))
	case world.Erased:
		return h.bare("Words are taken out of the record @@", h.mark(e.Record), because(e.Reason))
	case world.Reported:
		return h.told("@ makes a report", h.whom(e.Actor))
	case world.ReportClosed:
		return h.bare("@ closes the report @ of @", h.whom(e.Actor), h.mark(e.Report), h.whom(e.To))
	case world.CharacterRestored:
		return h.bare("@ gives @ back what they had at @: level @, @ experience, @ and @ hit points@", h.whom(e.By),
			h.whom(e.Actor), h.mark(e.As), number(e.Level), number(e.XP), plain(count(e.Coins, "coin")), number(e.HP),
			because(e.Reason))
	default:
		return Line{}
	}
}

func roleName(n int) string { return world.Role(max(0, min(n, int(world.RoleHost)))).String() }

// Marked is how a record is named to people: "#48211".
func Marked(seq uint64) string { return "#" + strconv.FormatUint(seq, 10) }
