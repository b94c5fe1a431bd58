package world

import "slices"

// DeletedKept is how long a character that was deleted is kept, by the wall clock. Until then a wizard can bring it
// back, and nobody else can have its name. Then it is erased, with what it carries.
const DeletedKept = 30 * 24 * 60 * Minute

// bannedWait is how long the erasure of a character waits while a ban on it stands: what is erased, no ban fits.
const bannedWait = 24 * 60 * Minute

// Deletion says how a character was deleted; the zero value, that it was not.
type Deletion struct {
	At    Time    `json:"at"`
	Until int64   `json:"until"`           // it is kept so long at least: Unix milliseconds of the wall clock
	By    ActorID `json:"by,omitempty"`    // "" for the operator
	Whole bool    `json:"whole,omitempty"` // its account was deleted with it
}

// IsDeleted reports whether a character was deleted, and is only kept.
func (a *Actor) IsDeleted() bool { return a.Deleted != Deletion{} }

// DeleteCharacter deletes a character: its owner's wish, a wizard's or the operator's. It leaves the world with what it
// carries, its agents' grants end, and nobody comes in as it. With Whole all characters of its account are, which is
// its owner's wish or the operator's alone; whoever asks deletes the account in the same transaction.
type DeleteCharacter struct {
	Who   ActorID `json:"who"`
	Whole bool    `json:"whole,omitempty"`
}

// UndeleteCharacter brings a deleted character back to its account. One whose account was deleted as well becomes that
// of the owner of the character To.
type UndeleteCharacter struct {
	Who ActorID `json:"who"`
	To  ActorID `json:"to,omitempty"`
}

// CharacterDeleted says that a character is deleted: By its owner, a wizard or the operator. With Whole its account is
// gone, and whoever has it later is a player.
type CharacterDeleted struct {
	Actor ActorID `json:"actor"`
	By    ActorID `json:"by,omitempty"`
	Whole bool    `json:"whole,omitempty"`
	Until int64   `json:"until"` // as in [Deletion]
	At    Time    `json:"at"`
}

// CharacterUndeleted says that a deleted character is one again, and with Account, that it belongs to that from now on.
type CharacterUndeleted struct {
	Actor   ActorID   `json:"actor"`
	By      ActorID   `json:"by,omitempty"`
	Account AccountID `json:"account,omitempty"`
}

func (DeleteCharacter) needs() Role   { return RolePlayer }
func (UndeleteCharacter) needs() Role { return RoleWizard }

func (DeleteCharacter) deed() deed   { return deed{} }
func (UndeleteCharacter) deed() deed { return deed{} }
func (DeleteCharacter) personal()    {}
func (DeleteCharacter) remote()      {}
func (UndeleteCharacter) remote()    {}

func (a DeleteCharacter) decide(t *Turn) *Refusal {
	who := t.s.Actors[a.Who]
	if r := t.deletable(who, a.Whole); r != nil {
		return r
	}
	t.most = tickEventsMost
	ids := []ActorID{who.ID}
	if a.Whole {
		ids = slices.Clone(t.s.Characters(who.Account))
		slices.SortStableFunc(ids, func(x, y ActorID) int { // whoever asks leaves last
			return boolInt(x == t.in.Actor) - boolInt(y == t.in.Actor)
		})
	}
	for _, id := range ids {
		t.delete(t.s.Actors[id], a.Whole)
	}
	return nil
}

// deletable refuses to delete what cannot be, or is not for whoever acts to delete.
func (t *Turn) deletable(who *Actor, whole bool) *Refusal {
	switch {
	case who == nil || !who.Player():
		return refuse(CodeUnknown, "There is nobody with an account of that name.")
	case who.Guest():
		return refuse(CodeCannot, "A guest is forgotten an hour after leaving, and there is nothing else to delete.")
	case t.me == nil:
		return who.deletedAlready(whole)
	case t.s.kin(t.me, who):
		if t.s.Fights(t.me) || t.s.Fights(who) {
			return refuse(CodeFighting, "Not in the middle of a fight! You could flee.")
		}
		return who.deletedAlready(whole)
	case whole || t.me.Role < RoleWizard:
		return refuse(CodeNotAllowed, "That is for its owner to delete.")
	case who.Founder:
		return refuse(CodeNotAllowed, who.Name+" founded this world: that is for its operator alone.")
	case who.Role >= RoleWizard && !t.me.Founder:
		return refuse(CodeNotAllowed, who.Name+" is a wizard. Take that away first: set "+who.Name+" role player.")
	}
	return who.deletedAlready(whole)
}

// deletedAlready refuses to delete a character once more, other than with its account.
func (a *Actor) deletedAlready(whole bool) *Refusal {
	if a.IsDeleted() && (!whole || a.Deleted.Whole) {
		return refuse(CodeAlready, a.DeletedWord())
	}
	return nil
}

// DeletedWord says of a deleted character until when it is kept.
func (a *Actor) DeletedWord() string {
	return a.Name + " is deleted, and is kept until " + WallDate(a.Deleted.Until) + ". Until then a wizard can bring " +
		a.Name + " back."
}

// delete takes a character out of the world until it is erased. One that was deleted before its account is kept no
// longer for that.
func (t *Turn) delete(a *Actor, whole bool) {
	e := CharacterDeleted{
		Actor: a.ID, By: t.in.Actor, Whole: whole, Until: t.s.WallClock(t.now) + int64(DeletedKept), At: t.now,
	}
	if a.IsDeleted() {
		e.Until = a.Deleted.Until
	}
	t.letGo(a.ID)
	t.emit(e)
	t.leaveWorld(a.ID, LeftWilling)
	t.forgetHeard(ScriptsForgot{Who: a.ID})
	t.awaitErasure(a)
}

// awaitErasure sets the timer by which a deleted character is erased, by the wall clock: world time hardly goes on
// while the server is off.
func (t *Turn) awaitErasure(a *Actor) {
	t.after(max(Second, Time(a.Deleted.Until-t.s.WallClock(t.now))), TimerErase, string(a.ID))
}

// erase removes a deleted character whose time is over. What it carries goes with it, and what a spawn rule made of
// that is made anew in time, as after any loss. The rest waits when that fills a record.
func (t *Turn) erase(id ActorID) {
	a := t.s.Actors[id]
	switch {
	case a == nil || !a.IsDeleted():
		return
	case t.s.WallClock(t.now) < a.Deleted.Until: // the wall clock was set back meanwhile
		t.awaitErasure(a)
		return
	case t.s.SanctionOn(SanctionBan, a, t.now) != nil:
		t.after(bannedWait, TimerErase, string(id))
		return
	}
	for _, item := range slices.Clone(t.s.Index.Held[id]) {
		if t.full() {
			t.after(Second, TimerErase, string(id))
			return
		}
		t.goWith(t.s.Items[item])
	}
	if !t.unsend(a) || !t.unpin(a) || !t.unlisted(a) {
		t.after(Second, TimerErase, string(id))
		return
	}
	t.forgetTrade(id)
	t.acquit(id)
	t.callsOtherwise(a.Name, "")
	t.undraft(id)
	t.forgetHeard(ScriptsForgot{Who: id})
	t.emit(Forgotten{Actor: id})
}

// goWith removes a thing with whoever it belonged to, and with all that is inside it.
func (t *Turn) goWith(it *Item) {
	for _, in := range slices.Clone(t.s.Index.Inside[it.ID]) {
		t.goWith(t.s.Items[in])
	}
	spawn := it.Spawn
	t.emit(ItemGone{Item: it.ID, How: TakenBack})
	t.supply(spawn)
}

func (a UndeleteCharacter) decide(t *Turn) *Refusal {
	who, to := t.s.Actors[a.Who], t.s.Actors[a.To]
	switch {
	case who == nil || !who.IsDeleted():
		return refuse(CodeUnknown, "Nobody of that name is deleted, or is kept any more.")
	case !who.Deleted.Whole && a.To != "":
		return refuse(CodeBadValue, who.Name+" has an account, and comes back to that: undelete "+who.Name+".")
	case who.Deleted.Whole && a.To == "":
		return refuse(CodeMissing, "The account of "+who.Name+" is deleted as well. Say whose "+who.Name+" shall be, by a "+
			"character of theirs: undelete "+who.Name+" to NAME.")
	case who.Deleted.Whole && (to == nil || to.Account == "" || to.IsDeleted()):
		return refuse(CodeUnknown, "There is nobody with an account of that name, to whom "+who.Name+" could belong.")
	case who.Deleted.Whole && len(t.s.Characters(to.Account)) >= CharactersMax:
		return refuse(CodeFull, "The account of "+to.Name+" has as many characters as it may have.")
	}
	e := CharacterUndeleted{Actor: who.ID, By: t.in.Actor}
	if to != nil {
		e.Account = to.Account
	}
	t.cancel(TimerErase, string(who.ID))
	t.emit(e)
	return nil
}

// CharactersOf returns an account's characters as its owner may come in as them, and those that are deleted, each in
// order.
func (s *State) CharactersOf(account AccountID) (playable, deleted []ActorID) {
	for _, id := range s.Characters(account) {
		if s.Actors[id].IsDeleted() {
			deleted = append(deleted, id)
			continue
		}
		playable = append(playable, id)
	}
	return playable, deleted
}

// closed refuses a character to an account that was deleted: somebody may still sit at a question of the login then.
func (s *State) closed(account AccountID) *Refusal {
	for _, id := range s.Characters(account) {
		if s.Actors[id].Deleted.Whole {
			return refuse(CodeNotAllowed, "That account is deleted.")
		}
	}
	return nil
}

func (e CharacterDeleted) fold(s *State) {
	a := s.actor(e.Actor)
	a.Deleted = Deletion{At: e.At, Until: e.Until, By: e.By, Whole: e.Whole}
	if e.Whole {
		a.Role, a.Founder, a.Powers = RolePlayer, false, nil
		a.Allowed, a.Denied = nil, nil
	}
}

func (e CharacterUndeleted) fold(s *State) {
	a := s.actor(e.Actor)
	a.Deleted = Deletion{}
	if e.Account != "" {
		s.unindexName(a)
		a.Account = e.Account
		s.indexName(a)
	}
}

func (e CharacterDeleted) scene(*State) scene {
	return scene{actor: e.By, target: e.Actor, sound: true, closed: true}
}

func (e CharacterUndeleted) scene(*State) scene {
	return scene{actor: e.By, target: e.Actor, sound: true, closed: true}
}

func (CharacterDeleted) traits() Traits   { return Traits{Names: anySense, Cue: befalls("Deleted")} }
func (CharacterUndeleted) traits() Traits { return Traits{Names: anySense, Cue: befalls("Undeleted")} }

// deleted looks into whether a deleted character is out of the world, without agents, and waits to be erased.
func (c *checker) deleted(a *Actor) {
	switch {
	case !a.IsDeleted():
	case !a.Player() || a.Guest() || a.Presence != Away || len(c.s.GrantsOf(a.ID)) > 0:
		c.bad("actor %s is deleted, and is in the world, has agents, or has no account", a.ID)
	case c.s.Timers[timerID(TimerErase, string(a.ID))] == nil:
		c.bad("actor %s is deleted, and nothing erases it", a.ID)
	}
}
