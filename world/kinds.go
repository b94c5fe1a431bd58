package world

// EventKinds lists every kind of event, one value each: the journal names them by their Go type names, and those
// names and shapes freeze with the first golden journal.
func EventKinds() []Event {
	return []Event{
		Started{}, PackApplied{}, ContentChanged{}, DraftHeld{}, DraftEdited{}, DraftClosed{}, TimerSet{}, TimerGone{},
		Created{}, Entered{}, Rejoined{}, HelmTaken{}, Severed{}, Departed{}, Forgotten{}, Embodied{},
		Moved{}, Engaged{}, GiftCounted{}, Bested{}, FollowBegan{}, FollowEnded{}, HeldBack{}, DoorWorked{}, LidWorked{},
		ItemMade{}, ItemMoved{}, ItemGone{}, ItemTaken{}, CoinsTaken{}, ItemDropped{}, ItemPut{}, ItemGiven{},
		ItemWorn{}, ItemRemoved{}, MostChanged{}, EffectBegan{}, EffectEnded{},
		Refreshed{}, Kindled{}, Doused{}, CoinsGiven{}, CoinsLaid{}, ThingsLeft{}, Consumed{}, Listening{},
		Sipped{}, Poured{}, FigureMoved{}, MakeBegan{}, MakeStopped{}, Crafted{}, Gathered{},
		CoinsBanked{}, CoinsDrawn{},
		Invoked{}, Loosed{},
		WayFound{}, Outwitted{}, Practised{}, Probed{}, Unearthed{}, WadeBegan{}, Harked{},
		Said{}, Shouted{}, Told{}, Whispered{}, Hushed{}, Emoted{}, Gestured{},
		IgnoreBegan{}, IgnoreEnded{}, Chatted{}, ChannelSwitched{},
		PartyInvited{}, PartyJoined{}, PartyUnasked{}, PartyLeft{}, PartyLed{}, PartyTold{},
		LetterSent{}, LetterRead{}, LetterDropped{}, NotePinned{}, PinRead{}, PinRemoved{}, FriendMade{}, FriendDropped{},
		FriendSeen{}, Introduced{},
		Hired{}, HireEnded{},
		Imposed{}, Lifted{}, Kicked{}, Noted{}, Founded{}, CommandsSet{}, Snooped{}, Switched{},
		MotdSet{}, NewsPosted{}, NewsDropped{}, NewsRead{},
		PowerUsed{}, WizTalked{}, EchoedAll{}, Sent{}, Forced{}, Pacified{}, Slain{}, Renamed{}, Redescribed{},
		CharacterDeleted{}, CharacterUndeleted{},
		MobMade{}, MobGone{}, FightBegan{}, BlowLanded{}, BlowMissed{}, FightEnded{}, FleeFailed{}, Died{}, CorpseLeft{},
		Healed{}, Learned{},
		QuestAccepted{}, QuestAdvanced{}, QuestAbandoned{}, QuestDone{},
		TideWarned{}, TideTurned{}, SeaHurt{},
		GrantMinted{}, GrantRevoked{}, KeyKept{}, GrantTuned{}, IntentStated{}, HoldAsked{}, HoldAnswered{}, HoldEnded{},
		AgentsBanned{}, AgentsShut{}, AgentsCapped{},
		FieldSet{}, Echoed{}, HaltAnnounced{}, Halted{}, Erased{}, MindRead{},
		Reported{}, ReportClosed{}, ItemRestored{}, CharacterRestored{},
		SeatTaken{}, SeatLeft{}, WatchBegan{}, WatchEnded{},
		GameBegan{}, MovePlayed{}, GameEnded{}, Taunted{}, RematchAsked{}, BoardCleared{},
		Bought{}, Sold{}, Haggled{}, Quoted{}, DealGone{}, Taught{}, Promised{}, PromiseKept{}, PromiseGone{},
		LoreWritten{}, LoreDropped{},
		ScriptRan{}, ScriptTimed{}, ScriptParked{}, ScriptTended{}, Narrated{}, ScriptKept{}, ScriptHurt{},
		ScriptEchoed{}, ScriptsForgot{},
		EncounterOpened{}, FighterJoined{}, FighterChanged{}, FighterLeft{}, FighterHeld{}, InitiativeRolled{}, MoveApplied{},
		AttackResolved{}, TurnEnded{}, TurnTimed{}, Stunned{}, EncounterEnded{},
	}
}

// ActionKinds lists every kind of action, one value each.
func ActionKinds() []Action {
	return []Action{
		Start{}, ApplyPack{}, EditContent{}, UndoChange{}, HoldDraft{}, PublishDraft{}, DiscardDraft{}, Tick{},
		Create{}, Enter{}, Sever{}, Depart{}, Embody{},
		Move{}, Attempt{}, Follow{}, WorkDoor{}, WorkLid{}, Probe{}, Unearth{}, Wade{}, Hark{},
		Take{}, Drop{}, Put{}, Give{}, Wear{}, Remove{}, GiveCoins{}, LayCoins{}, Consume{}, Listen{},
		DrinkFrom{}, Pour{}, Become{}, Make{}, StopMaking{}, Glean{}, Deposit{}, Withdraw{},
		Invoke{},
		Say{}, Shout{}, Tell{}, Whisper{}, Emote{}, Gesture{}, Ignore{}, Chat{}, SwitchChannel{},
		PartyInvite{}, PartyJoin{}, PartyDecline{}, PartyLeave{}, PartyDrop{}, PartyLead{}, PartyTell{}, SplitCoins{},
		SendLetter{}, ReadLetter{}, DropLetter{}, PinNote{}, ReadPin{}, Unpin{}, Befriend{}, Introduce{},
		Hire{}, Dismiss{},
		Attack{}, Flee{},
		AcceptQuest{}, AbandonQuest{}, CompleteQuest{},
		MintGrant{}, MintFor{}, RevokeGrant{}, TuneGrant{}, StateIntent{}, AskOwner{}, AnswerHold{},
		BanAgents{}, ShutAgents{}, CapAgents{},
		Haul{}, Conjure{}, Purge{}, ResetZone{}, SetField{}, Echo{}, Restore{}, Halt{}, Anoint{}, Erase{}, ReadMind{},
		Report{}, CloseReport{}, TellAnswer{}, BringBack{},
		Impose{}, Lift{}, Kick{}, Annotate{}, Allow{}, Snoop{}, Switch{},
		SetMotd{}, PostNews{}, DropNews{}, ReadNews{},
		UsePower{}, WizTalk{}, EchoAll{}, Send{}, Gather{}, RestoreAll{}, ClearRoom{}, Unaffect{}, Pacify{}, Slay{}, Rename{},
		Redescribe{}, DeleteCharacter{}, UndeleteCharacter{},
		Sit{}, Stand{}, WatchBoard{}, PlaceMark{}, TauntAt{}, Rematch{}, HousePlay{}, HouseTaunt{}, HouseDeal{},
		Buy{}, Sell{}, Haggle{}, Quote{}, Study{}, Teach{}, Promise{},
		WriteLore{}, DropLore{}, TendScript{},
		OpenEncounter{}, JoinEncounter{}, RollInitiative{}, March{}, EndTurn{},
	}
}
