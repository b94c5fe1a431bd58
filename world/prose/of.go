package prose

import "github.com/mudlark-mud/mudlark/world"

// Of puts an event into words for those who perceived it in one way. It returns nothing where there is nothing to
// say: to somebody whose look around follows, to somebody in the dark about something silent, and of events that
// are nobody's news. The words depend on the event, its captions and the sense alone.
func Of(n *world.Notice, sense world.Sense) Text { return view{n: n, sense: sense}.event() }

func (v view) event() Text {
	switch n := v.n; n.Event.(type) {
	case world.Entered, world.Rejoined, world.Severed, world.Departed, world.MobMade:
		return v.presence(n.Event)
	case world.Moved, world.FollowBegan, world.FollowEnded, world.HeldBack, world.WayFound:
		return v.movement(n.Event)
	case world.DoorWorked, world.LidWorked:
		return v.latch(n.Event)
	case world.ItemTaken, world.CoinsTaken, world.CoinsGiven, world.CoinsLaid, world.ThingsLeft, world.ItemDropped,
		world.ItemPut, world.ItemGiven, world.ItemGone, world.Consumed:
		return v.thing(n.Event)
	case world.ItemWorn, world.ItemRemoved:
		return v.gear(n.Event)
	case world.Said, world.Shouted, world.Told, world.Whispered, world.Hushed, world.Emoted, world.Gestured,
		world.Chatted, world.ChannelSwitched:
		return v.talk(n.Event)
	case world.IgnoreBegan, world.IgnoreEnded:
		return v.ignoring(n.Event)
	case world.PartyInvited, world.PartyJoined, world.PartyUnasked, world.PartyLeft, world.PartyLed, world.PartyTold:
		return v.grouping(n.Event)
	case world.LetterSent, world.LetterDropped:
		return v.mailing(n.Event)
	case world.NotePinned, world.PinRemoved:
		return v.pinning(n.Event)
	case world.FriendMade, world.FriendDropped, world.FriendSeen, world.Introduced:
		return v.company(n.Event)
	case world.Hired, world.HireEnded:
		return v.hiring(n.Event)
	case world.Imposed, world.Lifted, world.Kicked, world.CommandsSet, world.NewsPosted, world.Snooped,
		world.Switched:
		return v.sanction(n.Event)
	case world.PowerUsed, world.WizTalked, world.EchoedAll, world.Sent, world.Forced, world.Pacified, world.Slain,
		world.MobGone, world.Renamed, world.Redescribed, world.CharacterDeleted, world.CharacterUndeleted:
		return v.decreed(n.Event)
	case world.FightBegan, world.BlowLanded, world.BlowMissed, world.FleeFailed, world.Died, world.Learned,
		world.Outwitted:
		return v.fight(n.Event)
	case world.QuestAccepted, world.QuestAdvanced, world.QuestAbandoned, world.QuestDone:
		return v.quest(n.Event)
	case world.TideWarned, world.TideTurned, world.SeaHurt:
		return v.sea(n.Event)
	case world.EffectBegan, world.EffectEnded, world.Refreshed, world.Kindled, world.Doused:
		return v.effect(n.Event)
	case world.Practised, world.Probed, world.Unearthed, world.WadeBegan, world.Harked:
		return v.craft(n.Event)
	case world.MakeBegan, world.MakeStopped, world.Crafted, world.Gathered, world.CoinsBanked, world.CoinsDrawn:
		return v.making(n.Event)
	case world.Sipped, world.Poured, world.FigureMoved:
		return v.liquid(n.Event)
	case world.Invoked, world.Loosed:
		return v.magic(n.Event)
	default:
		return v.further()
	}
}

// further is what is told of other kinds of events, and which are told by nothing.
func (v view) further() Text {
	switch n := v.n; n.Event.(type) {
	case world.GrantMinted, world.GrantRevoked, world.FieldSet, world.Echoed, world.HaltAnnounced, world.Halted:
		return v.notice(n.Event)
	case world.GrantTuned, world.IntentStated, world.HoldAsked, world.HoldAnswered, world.AgentsBanned,
		world.AgentsShut, world.AgentsCapped:
		return v.agents(n.Event)
	case world.ItemRestored, world.CharacterRestored, world.Reported, world.ReportClosed:
		return v.rewound(n.Event)
	case world.SeatTaken, world.SeatLeft, world.WatchBegan, world.WatchEnded:
		return v.table(n.Event)
	case world.GameBegan, world.MovePlayed, world.GameEnded, world.Taunted, world.RematchAsked:
		return v.game(n.Event)
	case world.Bought, world.Sold, world.Haggled, world.Quoted:
		return v.trade(n.Event)
	case world.Taught, world.Promised, world.PromiseKept:
		return v.teach(n.Event)
	case world.LoreWritten, world.LoreDropped:
		return v.lore(n.Event)
	case world.ContentChanged, world.DraftHeld, world.DraftEdited, world.DraftClosed:
		return v.built(n.Event)
	case world.ScriptRan, world.ScriptParked, world.ScriptTended, world.Narrated, world.ScriptHurt:
		return v.scripted(n.Event)
	case world.EncounterOpened, world.FighterJoined, world.FighterLeft, world.FighterHeld, world.InitiativeRolled,
		world.MoveApplied, world.AttackResolved, world.TurnEnded, world.Stunned, world.EncounterEnded:
		return v.encounter(n.Event)
	case world.FighterChanged, world.TurnTimed, world.DealGone, world.PromiseGone, // nobody waits for a price to lapse
		world.BoardCleared, world.HelmTaken, world.Listening: // nobody sees who is at the other end
		return nil // seen on the grid, or part of sitting down, which is told
	case world.Started, world.PackApplied, world.TimerSet, world.TimerGone, world.Erased, world.KeyKept,
		world.HoldEnded, world.Engaged, world.GiftCounted, world.Bested, world.MindRead, world.Noted,
		world.Founded, world.MotdSet, world.NewsDropped, world.NewsRead,
		world.ScriptTimed, world.ScriptEchoed, world.ScriptsForgot, // the daemon's own business
		world.Created, world.Embodied, world.Forgotten, // nobody has met them, or remembers
		world.ItemMade, world.ItemMoved, world.CorpseLeft, world.FightEnded, world.MostChanged:
		return nil // part of something that is told, or seen when one looks
	case world.Healed:
		return v.healed()
	default: // which TestEveryKindSpeaks lets no kind be
		return nil
	}
}

// healed tells somebody of their health; that of others is seen when one looks, and it is on the prompt.
func (v view) healed() Text {
	if !v.mine() {
		return nil
	}
	return tell(Gain, "Warmth goes through you, and everything that hurt does not.")
}

// History says in one sentence what an event was, in the third person, as the record tells it to whoever looks after
// the world: with the place where it happened, and with what nobody saw. Words that were meant for few are not quoted.
// It returns no spans for what only keeps the clock running, and for what another event of the same record says.
func History(n *world.Notice) Line {
	h := teller{view{n: n, sense: world.Saw | world.Heard}}
	switch n.Event.(type) {
	case world.Started, world.PackApplied, world.Created, world.Embodied, world.Entered, world.Rejoined, world.HelmTaken,
		world.Severed, world.Departed, world.Forgotten, world.MobMade, world.MobGone:
		return h.being(n.Event)
	case world.Moved, world.FollowBegan, world.FollowEnded, world.HeldBack, world.WayFound:
		return h.going(n.Event)
	case world.DoorWorked, world.LidWorked:
		return h.latching(n.Event)
	case world.TideWarned, world.TideTurned, world.SeaHurt:
		return h.tides(n.Event)
	case world.ItemMade, world.ItemMoved, world.ItemGone, world.ItemTaken, world.CoinsTaken, world.ItemDropped,
		world.ItemPut, world.ItemGiven, world.ItemWorn, world.ItemRemoved, world.CoinsGiven, world.CoinsLaid,
		world.ThingsLeft, world.CorpseLeft, world.Consumed:
		return h.handling(n.Event)
	case world.Said, world.Shouted, world.Told, world.Whispered, world.Emoted, world.Gestured, world.Chatted,
		world.ChannelSwitched:
		return h.speaking(n.Event)
	case world.IgnoreBegan, world.IgnoreEnded:
		return h.ofIgnoring(n.Event)
	case world.PartyInvited, world.PartyJoined, world.PartyUnasked, world.PartyLeft, world.PartyLed, world.PartyTold:
		return h.ofGroups(n.Event)
	case world.LetterSent, world.LetterRead, world.LetterDropped:
		return h.ofLetters(n.Event)
	case world.NotePinned, world.PinRead, world.PinRemoved:
		return h.ofBoards(n.Event)
	case world.FriendMade, world.FriendDropped, world.FriendSeen, world.Introduced:
		return h.ofCompany(n.Event)
	case world.Hired, world.HireEnded:
		return h.ofHiring(n.Event)
	case world.Imposed, world.Lifted, world.Kicked, world.Noted, world.Founded, world.CommandsSet,
		world.MotdSet, world.NewsPosted, world.NewsDropped, world.Snooped, world.Switched:
		return h.ofSanctions(n.Event)
	case world.PowerUsed, world.WizTalked, world.EchoedAll, world.Sent, world.Forced, world.Pacified, world.Slain,
		world.Renamed, world.Redescribed:
		return h.ofDecrees(n.Event)
	case world.CharacterDeleted, world.CharacterUndeleted:
		return h.ofDeletions(n.Event)
	case world.FightBegan, world.BlowLanded, world.BlowMissed, world.FightEnded, world.FleeFailed, world.Died,
		world.Outwitted, world.Healed, world.Learned:
		return h.fighting(n.Event)
	case world.EncounterOpened, world.FighterJoined, world.FighterChanged, world.FighterLeft, world.FighterHeld,
		world.InitiativeRolled, world.MoveApplied, world.AttackResolved, world.TurnEnded, world.Stunned, world.EncounterEnded:
		return h.byTurns(n.Event)
	case world.EffectBegan, world.EffectEnded, world.Refreshed, world.Kindled, world.Doused:
		return h.ofEffects(n.Event)
	case world.Sipped, world.Poured, world.FigureMoved:
		return h.ofLiquids(n.Event)
	case world.Invoked, world.Loosed:
		return h.ofPower(n.Event)
	case world.Practised, world.Probed, world.Unearthed, world.WadeBegan, world.Harked:
		return h.ofCrafts(n.Event)
	case world.MakeBegan, world.MakeStopped, world.Crafted, world.Gathered, world.CoinsBanked, world.CoinsDrawn:
		return h.ofMaking(n.Event)
	case world.QuestAccepted, world.QuestAdvanced, world.QuestAbandoned, world.QuestDone:
		return h.questing(n.Event)
	default:
		return h.further(n.Event)
	}
}

// further tells of other kinds of events, and which are told by nothing.
func (h teller) further(e world.Event) Line {
	switch e.(type) {
	case world.GrantMinted, world.GrantRevoked, world.FieldSet, world.HaltAnnounced, world.Halted, world.Erased,
		world.Echoed, world.MindRead:
		return h.ruling(e)
	case world.ItemRestored, world.CharacterRestored, world.Reported, world.ReportClosed:
		return h.rewinding(e)
	case world.SeatTaken, world.SeatLeft, world.WatchBegan, world.WatchEnded, world.GameBegan, world.MovePlayed,
		world.GameEnded, world.Taunted, world.RematchAsked, world.BoardCleared:
		return h.playing(e)
	case world.GrantTuned, world.IntentStated, world.HoldAsked, world.HoldAnswered, world.AgentsBanned,
		world.AgentsShut, world.AgentsCapped:
		return h.ofAgents(e)
	case world.Bought, world.Sold, world.Haggled, world.Quoted, world.Taught, world.Promised, world.PromiseKept:
		return h.trading(e)
	case world.LoreWritten, world.LoreDropped:
		return h.ofLore(e)
	case world.ContentChanged, world.DraftHeld, world.DraftEdited, world.DraftClosed:
		return h.ofBuilding(e)
	case world.ScriptRan, world.ScriptParked, world.ScriptTended, world.Narrated, world.ScriptHurt:
		return h.ofScripts(e)
	case world.DealGone, world.PromiseGone, world.Engaged, world.GiftCounted, world.Bested: // nobody did that
	case world.TimerSet, world.TurnTimed, world.TimerGone, world.KeyKept, world.HoldEnded: // clocks, and the door's own
	case world.Listening, world.NewsRead, world.MostChanged, world.ScriptTimed, world.ScriptEchoed,
		world.ScriptsForgot: // nobody's news
	default: // the whisper says so of Hushed itself; TestHistory lets no other kind be
	}
	return Line{}
}
