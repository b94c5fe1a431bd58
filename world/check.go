package world

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"
	"reflect"
	"slices"
)

// checkProblemsMost bounds what one Check reports.
const checkProblemsMost = 50

// Check looks for what must never be: a thing in two places or none, bonds that point nowhere, numbers out of range,
// an index that disagrees with the state. It returns nil or an error that lists what it found, in a fixed order.
func (s *State) Check() error {
	if len((&checker{s: s, hurried: true}).look()) == 0 {
		return nil
	}
	return errors.Join((&checker{s: s}).look()...)
}

func (c *checker) look() []error {
	c.items()
	c.actors()
	c.rest()
	c.tables()
	c.battles()
	c.sanctions()
	c.groups()
	c.edits()
	c.drafts()
	c.bulletin()
	c.plots()
	c.scripted()
	c.index()
	return c.found
}

type checker struct {
	s       *State
	hurried bool // in no order: whether there is anything to be found is the same in any
	found   []error
}

// all walks a map of the state.
func all[K cmp.Ordered, V any](c *checker, m map[K]V) iter.Seq2[K, V] {
	if c.hurried {
		return anyhow(m)
	}
	return Ordered(m)
}

func (c *checker) bad(format string, args ...any) {
	if len(c.found) < checkProblemsMost {
		c.found = append(c.found, fmt.Errorf(format, args...))
	}
}

func (c *checker) items() {
	for id, it := range all(c, c.s.Items) {
		if it.ID != id {
			c.bad("item %s is filed under %s", it.ID, id)
		}
		c.vessel(it)
		places := 0
		if it.At.Room != "" {
			places++
			if c.s.Rooms[it.At.Room] == nil {
				c.bad("item %s lies in no room: %s", id, it.At.Room)
			}
		}
		if it.At.Actor != "" {
			places++
			if c.s.Actors[it.At.Actor] == nil {
				c.bad("item %s is held by nobody: %s", id, it.At.Actor)
			}
		}
		if it.At.Item != "" {
			places++
			outer := c.s.Items[it.At.Item]
			switch {
			case outer == nil:
				c.bad("item %s is inside nothing: %s", id, it.At.Item)
			case outer.At.Item != "" && !c.corpse(outer.At.Item): // the dead keep their pouches
				c.bad("item %s is inside %s, which is inside another", id, outer.ID)
			}
		}
		if places != 1 {
			c.bad("item %s is in %d places", id, places)
		}
		if it.Worn != "" && (it.At.Actor == "" || !slices.Contains(Places(), it.Worn)) {
			c.bad("item %s is worn by nobody, or at %q, which is no place", id, it.Worn)
		}
		if it.Buried && (it.At.Room == "" || !it.Home) {
			c.bad("item %s is buried nowhere, or not by a rule", id)
		}
		if min(it.Coins, it.Used) < 0 || it.Order > c.s.Made {
			c.bad("item %s has numbers that cannot be", id)
		}
		c.burning(it)
		if it.Bolt && !it.Shut {
			c.bad("item %s is locked and open", id)
		}
		if a := c.s.Actors[it.Kit]; it.Kit != "" && (a == nil || !slices.Contains(a.Kit, id)) {
			c.bad("item %s is of the kit of %s, who has no such", id, it.Kit)
		}
		if a := c.s.Actors[it.Guest]; it.Guest != "" && (a == nil || !a.Guest() || it.At.Actor != "" && !c.keeps(it)) {
			c.bad("item %s was bought by %s, who is no guest, or another player has it", id, it.Guest)
		}
	}
}

// keeps reports whether whoever holds what a guest bought may: the guest, or a creature.
func (c *checker) keeps(it *Item) bool {
	holder := c.s.Actors[it.At.Actor]
	return it.At.Actor == it.Guest || holder != nil && !holder.Player()
}

func (c *checker) corpse(id ItemID) bool {
	it := c.s.Items[id]
	return it != nil && it.Proto == corpseProto
}

func (c *checker) actors() {
	for id, a := range all(c, c.s.Actors) {
		if a.ID != id || a.Num == 0 || c.s.Index.Nums[a.Num] != id {
			c.bad("actor %s is filed wrongly (number %d)", id, a.Num)
		}
		if a.Presence != Away && c.s.Rooms[a.Room] == nil {
			c.bad("actor %s stands in no room: %s", id, a.Room)
		}
		if a.HP < 0 || a.HP > a.HPMost() || min(a.HPMax, a.HPMost()) < 1 || a.Coins < 0 || a.XP < 0 || a.HPAt > c.s.Now {
			c.bad("actor %s has numbers that cannot be: hp %d of %d, %d coins, %d xp", id, a.HP, a.HPMost(), a.Coins, a.XP)
		}
		if a.Role < RoleGuest || a.Role > RoleHead {
			c.bad("actor %s has the role %d", id, a.Role)
		}
		if !a.Player() && len(a.Grudges) > 0 || len(a.Grudges) > grudgesMost {
			c.bad("actor %s is remembered by %d creatures, which cannot be", id, len(a.Grudges))
		}
		if a.Player() && a.Spoke != 0 || a.Spoke > c.s.Now+1 || a.Tolled > a.Spoke {
			c.bad("actor %s reacted at %d, which cannot be", id, a.Spoke)
		}
		if a.Player() && (len(a.Gave) > 0 || a.Engaged != 0) || a.Engaged > c.s.Now+1 {
			c.bad("actor %s has what only creatures have, or has it too soon", id)
		}
		for proto, at := range all(c, a.Beat) {
			if !a.Player() || proto == "" || at < 0 || at > c.s.Now+1 {
				c.bad("actor %s beat %s at %d, which cannot be", id, proto, at)
			}
		}
		for room, dirs := range anyhow(a.Found) {
			if len(dirs) == 0 || !a.Player() {
				c.bad("actor %s found no way out of %s", id, room)
			}
		}
		if !slices.IsSorted(a.Lessons) || len(a.Lessons) > lessonsMost {
			c.bad("actor %s learned what cannot be: %v", id, a.Lessons)
		}
		if a.Body != "" && !a.Guest() || a.Body == "" && len(a.Kit) > 0 || len(a.Kit) > KitMost {
			c.bad("actor %s is a ready-made body that cannot be, or has things that only such have", id)
		}
		c.quests(a)
		c.bonds(a)
		c.effects(a)
		c.crafts(a)
		c.figures(a)
		c.making(a)
		c.banked(a)
		c.ignoring(a)
		c.invited(a)
		c.switched(a)
		c.letters(a)
		c.pinsRead(a)
		c.friends(a)
		c.introduced(a)
		c.hired(a)
		c.answered(a)
		c.noted(a)
		c.powers(a)
		c.deleted(a)
		c.ranked(a)
		c.worn(id)
	}
}

// worn looks for two things that somebody wears in one place.
func (c *checker) worn(who ActorID) {
	worn := map[Slot]ItemID{}
	for _, id := range c.s.Index.Held[who] {
		it := c.s.Items[id]
		if it == nil || it.Worn == "" {
			continue
		}
		if other, twice := worn[it.Worn]; twice {
			c.bad("actor %s wears %s and %s in one place", who, other, id)
		}
		worn[it.Worn] = id
	}
}

func (c *checker) bonds(a *Actor) {
	if a.Following != "" && (c.s.Actors[a.Following] == nil || a.Presence == Away) {
		c.bad("actor %s follows nobody: %s", a.ID, a.Following)
	}
	if b := c.s.Actors[a.Drives]; a.Drives != "" && (a.Presence != Here || b == nil || b.Player() || b.Driver != a.ID) {
		c.bad("actor %s plays %s and should not", a.ID, a.Drives)
	}
	if b := c.s.Actors[a.Driver]; a.Driver != "" && (b == nil || b.Drives != a.ID) {
		c.bad("actor %s is played by nobody: %s", a.ID, a.Driver)
	}
	if a.Fighting == "" {
		return
	}
	foe := c.s.Actors[a.Fighting]
	switch {
	case foe == nil:
		c.bad("actor %s fights nobody: %s", a.ID, a.Fighting)
	case foe.Room != a.Room || foe.Presence == Away || a.Presence == Away:
		c.bad("actor %s fights %s, who is elsewhere", a.ID, a.Fighting)
	case c.s.Timers[timerID(TimerRound, string(a.ID))] == nil:
		c.bad("actor %s fights without a next round", a.ID)
	}
}

func (c *checker) rest() {
	for id, d := range all(c, c.s.Doors) {
		if d.Bolt && !d.Shut {
			c.bad("door %s is locked and open", id)
		}
	}
	for id, t := range all(c, c.s.Timers) {
		if t.ID != id || timerID(t.Kind, t.Subject) != id {
			c.bad("timer %s is filed wrongly", id)
		}
	}
	c.grants()
	c.trade()
	c.pinboards()
	for _, p := range all(c, c.s.Packs) {
		if c.s.Rooms[p.Start] == nil {
			c.bad("pack %s starts nowhere: %s", p.Name, p.Start)
		}
	}
}

func (c *checker) grants() {
	for id, g := range all(c, c.s.Grants) {
		switch {
		case c.s.Actors[g.Actor] == nil:
			c.bad("grant %s is nobody's: %s", id, g.Actor)
		case g.Role.Reach() == Reach{} || !g.Ask.known():
			c.bad("grant %s has the role %q and asks for %q", id, g.Role, g.Ask)
		case len(g.Verbs) > GrantVerbsMost || !slices.IsSorted(g.Verbs) || len([]rune(g.Intent)) > IntentRunesMax:
			c.bad("grant %s has a list or an intent that cannot be", id)
		case len(g.Holds) > HoldsMost:
			c.bad("grant %s waits for %d answers", id, len(g.Holds))
		case g.Until != 0 && c.s.Timers[timerID(TimerGrant, string(id))] == nil:
			c.bad("grant %s ends at %d and nothing ends it", id, g.Until)
		}
		for i, h := range g.Holds {
			if h.N > g.Asked || i > 0 && h.N <= g.Holds[i-1].N || len(h.Print) != 2*printBytes || h.Yes && !h.Answered {
				c.bad("grant %s has a hold that cannot be: %+v", id, h)
			}
		}
	}
	if p := &c.s.Agents; !slices.IsSorted(p.Banned) || !p.Shut && p.Reason != "" || min(p.All, p.Account, p.Room) < 0 {
		c.bad("what is decided about agents cannot be: %+v", *p)
	}
}

// trade looks into bargains, promises, lessons and lore. The creature that made a promise may be no more; who was made
// it is.
func (c *checker) trade() {
	for id, d := range all(c, c.s.Deals) {
		if d.ID != id || dealID(d.Of, d.With, side{d.Item, d.Sell}) != id || c.s.Actors[d.Of] == nil {
			c.bad("bargain %s is filed wrongly, or nobody's", id)
		}
		if d.Price < 0 || d.Offer < 0 || d.Price+d.Offer == 0 || d.Asks < 0 || d.Asks > haggleSteps {
			c.bad("bargain %s has numbers that cannot be: %+v", id, *d)
		}
	}
	for id, p := range all(c, c.s.Promises) {
		if p.ID != id || promiseID(p.By, p.To, p.Promise) != id || c.s.Actors[p.To] == nil || p.Kept < 0 {
			c.bad("promise %s is filed wrongly, or nobody's", id)
		}
	}
	for id, f := range all(c, c.s.Lore) {
		if f.ID != id || f.Text == "" || len(f.Text) > LoreTextBytesMax || f.Rev == 0 || f.Rev > c.s.Seq {
			c.bad("lore %s is filed wrongly, or cannot be: %+v", id, *f)
		}
	}
	if n := len(c.s.Lore); n > LoreMost {
		c.bad("there are %d pieces of lore", n)
	}
}

// index compares the index with one made anew.
func (c *checker) index() {
	have := c.s.Index
	c.s.Reindex()
	want := c.s.Index
	c.s.Index = have
	for i := range want.Due {
		if i >= len(have.Due) || *have.Due[i] != *want.Due[i] {
			c.bad("the timers are not in order")
			break
		}
	}
	h, w := reflect.ValueOf(have), reflect.ValueOf(want)
	for i := range h.NumField() {
		name := h.Type().Field(i).Name
		if name != "Due" && !sameIndex(h.Field(i).Interface(), w.Field(i).Interface()) {
			c.bad("the index of %s disagrees with the state", name)
		}
	}
	if len(have.Due) != len(want.Due) || !slices.IsSortedFunc(have.Due, byDue) {
		c.bad("the timers' index disagrees with the state")
	}
}

// sameIndex compares one index with another; reflection, which could do it all, is slow on what is large.
func sameIndex(have, want any) bool {
	switch have := have.(type) {
	case map[RoomID][]ItemID:
		return sameLists(have, want)
	case map[ItemID][]ItemID:
		return sameLists(have, want)
	case map[ActorID][]ItemID:
		return sameLists(have, want)
	case map[RoomID][]ActorID:
		return sameLists(have, want)
	case map[ActorID][]ActorID:
		return sameLists(have, want)
	case map[SpawnID][]string:
		return sameLists(have, want)
	case map[SpawnID][]SpawnID:
		return sameLists(have, want)
	case map[AccountID][]ActorID:
		return sameLists(have, want)
	case map[DoorID][]RoomID:
		return sameLists(have, want)
	case map[string]ActorID:
		return sameValues(have, want)
	case map[uint32]ActorID:
		return sameValues(have, want)
	case map[ActorID]EncounterID:
		return sameValues(have, want)
	}
	return reflect.DeepEqual(have, want)
}

func sameLists[K, V comparable](have map[K][]V, want any) bool {
	other, ok := want.(map[K][]V)
	return ok && maps.EqualFunc(have, other, slices.Equal)
}

func sameValues[K, V comparable](have map[K]V, want any) bool {
	other, ok := want.(map[K]V)
	return ok && maps.Equal(have, other)
}

// battles looks into encounters: who stands in one is where it is fought, on a cell of their own.
func (c *checker) battles() {
	for id, e := range all(c, c.s.Encounters) {
		switch {
		case e.ID != id || e.Encounter != id:
			c.bad("encounter %s is filed wrongly", id)
		case e.Mode == ModeOver:
			continue
		case c.s.Rooms[e.Room] == nil || c.s.Timers[timerID(TimerTurn, string(id))] == nil:
			c.bad("encounter %s is fought nowhere, or without a clock", id)
		case c.s.Index.Battles[e.Room] != id:
			c.bad("encounter %s is not the one in %s", id, e.Room)
		case e.Mode == ModeCombat && c.s.Index.Battling[e.Active] != id:
			c.bad("encounter %s waits for %s, who is not in it", id, e.Active)
		}
		for i := range e.Fighters {
			f := &e.Fighters[i]
			if !f.Stands() {
				continue
			}
			a := c.s.Actors[f.ID]
			if a == nil || a.Presence == Away || a.Room != e.Room || a.Fighting != "" || c.s.Index.Battling[f.ID] != id {
				c.bad("%s stands in encounter %s and is elsewhere", f.ID, id)
			}
			if e.Ground.Blocked(f.At) || e.standing(f.At) != f {
				c.bad("%s stands on a cell of encounter %s that is taken: %v", f.ID, id, f.At)
			}
		}
	}
}
