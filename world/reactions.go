package world

// react is the one fixed list of what follows what. A reaction may emit or do nothing; it never refuses.
func (t *Turn) react(e Event) {
	switch e := e.(type) {
	case Entered:
		t.arrive(e.Actor, e.Room)
		t.tellFriends(e.Actor, false)
	case Rejoined:
		t.arrive(e.Actor, e.Room)
		t.rewind(e.Actor)
		t.cancel(TimerSeat, string(e.Actor))
	case Severed:
		t.rewind(e.Actor)
		if t.s.Index.Seated[e.Actor] != "" {
			t.after(lostWait, TimerSeat, string(e.Actor))
		}
	case Moved:
		t.cancel(TimerWade, string(e.Actor))
		t.leaveTable(e.Actor, RoseWalked)
		t.quitEncounter(e.Actor)
		t.findWay(e)
		t.questReached(e.Actor, e.To)
		if e.Manner != Followed { // whoever leads them is there before them
			t.settle(e.Actor, e.To, e.From)
		}
		t.stir(e.Actor, e.To)
	case Departed:
		t.quitEncounter(e.Actor)
		t.quitParty(e.Actor, "")
		t.backAgain(e.Actor)
		t.tellFriends(e.Actor, true)
	case MobMade:
		t.rouse(e.Actor)
	case MobGone:
		t.quitEncounter(e.Actor)
		t.letGo(e.Actor)
	case ItemTaken:
		t.missed(e.Item)
		t.questFound(e.Actor, e.Item)
	case ItemGiven:
		gift := t.s.gift(e)
		t.missed(e.Item)
		t.questFound(e.To, e.Item)
		t.keepsPromise(e)
		t.outwitGiven(e)
		t.questGiven(e, gift)
	case CorpseLeft:
		for _, id := range e.Holds {
			t.missed(id)
		}
		t.after(t.corpseStays(e.Actor), TimerDecay, string(e.Item))
	case Said:
		t.outwitSaid(e)
		t.questSaid(e.Actor, e.Text, "")
		t.engage(e.Actor, "")
		t.answer(e)
	case Whispered:
		t.questSaid(e.Actor, e.Text, e.To)
		t.engage(e.Actor, e.To)
		t.whisperBack(e)
	case Told:
		t.questSaid(e.Actor, e.Text, e.To)
		t.engage(e.Actor, e.To)
	default:
		t.reactByTurns(e)
	}
	t.reactFitting(e)
	t.reactWild(e)
	t.reactHired(e)
	t.practised(e)
}

// reactFitting is react for what is laid down or worn, and what is upon somebody.
func (t *Turn) reactFitting(e Event) {
	switch e := e.(type) {
	case ItemDropped:
		t.missed(e.Item)
	case ItemPut:
		t.missed(e.Item)
	case Unearthed:
		t.missed(e.Item)
	case ItemWorn:
		t.affect(t.s.Actors[e.Actor], e.Item, t.s.spec(t.s.Items[e.Item]).Effect)
	case Moved:
		t.leaveOff(e.Actor, "You have left the place of work.")
	case Departed:
		t.leaveOff(e.Actor, "You have left the place of work.")
		t.cancel(TimerWade, string(e.Actor))
		t.cancel(TimerEffect, string(e.Actor))
		t.tend(e.Actor)
	case MobGone:
		t.cancel(TimerEffect, string(e.Actor))
	case Died:
		t.dispel(e.Actor)
		t.swing(e)
	case PackApplied, ContentChanged:
		t.refitAll()
	default:
	}
}

// arrive is what follows whoever comes into the world.
func (t *Turn) arrive(id ActorID, room RoomID) {
	t.wakeWorld()
	t.fade(id)
	t.tend(id)
	t.settle(id, room, "")
	t.stir(id, room)
}

// reactByTurns is react for fights of both kinds, games and purchases.
func (t *Turn) reactByTurns(e Event) {
	switch e := e.(type) {
	case FightBegan:
		t.leaveTable(e.Actor, RoseFight)
		t.leaveTable(e.Target, RoseFight)
	case Died:
		t.questSlain(e.Actor, e.By)
	case GameEnded:
		t.creditWin(e)
	case Bought:
		t.questFound(e.Actor, e.Item)
	case FighterJoined:
		t.leaveTable(e.Actor, RoseFight)
	case MoveApplied:
		t.outwitStood(e)
	case EncounterEnded:
		t.brawlWon(e)
		if e.How != OutcomeSettled {
			for _, id := range t.s.Index.Present[e.Room] {
				t.stir(id, e.Room)
			}
		}
	default:
	}
}

// wakeWorld winds the tide's clock when somebody comes into a world that slept, if it has a sea.
func (t *Turn) wakeWorld() {
	if len(t.s.Index.Tidal) == 0 {
		return
	}
	turn := t.s.Timers[timerID(TimerTide, tideTurn)]
	if turn == nil || turn.Due < t.now {
		t.windTide()
	}
}

// stir lets creatures notice somebody who came and whom they hunt.
func (t *Turn) stir(who ActorID, room RoomID) {
	prey := t.s.Actors[who]
	if prey == nil || !prey.Player() {
		return
	}
	for _, id := range t.s.Index.Present[room] {
		if a := t.s.Actors[id]; t.hunts(a, prey) && !t.s.Fights(a) &&
			t.s.Timers[timerID(TimerNotice, string(id))] == nil { // coming and going must not put it off
			t.after(noticeWait, TimerNotice, string(id))
		}
	}
}

// rouse lets a creature that just came, or came to be, notice who is there.
func (t *Turn) rouse(id ActorID) {
	a := t.s.Actors[id]
	for _, other := range t.s.Index.Present[a.Room] {
		if prey := t.s.Actors[other]; prey.Player() && t.hunts(a, prey) {
			t.after(noticeWait, TimerNotice, string(id))
			return
		}
	}
}

// missed lets a spawn rule know that a thing left the place where it was put.
func (t *Turn) missed(item ItemID) {
	it := t.s.Items[item]
	if it == nil || it.Spawn == "" {
		return
	}
	if sp := t.s.Spawns[it.Spawn]; sp != nil && t.s.supplied(sp) < max(sp.Max, 1) {
		t.supply(it.Spawn)
	}
}
