package world

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Bringing back puts one thing or one character back as it was, without rolling the world back. The danger is in
// doubling: there are never two of one id, what exists stays where it is, and coins that were pocketed do not come
// back as a pile.

// thingsBackMost is how many things one action brings back.
const thingsBackMost = 150

// BringBack brings a thing back as it was when record As had been folded, with what was inside it; or a character, with
// what it held. The daemon reads the past; the rules decide what of it may be now.
type BringBack struct {
	As     uint64     `json:"as"`
	Item   ItemID     `json:"item,omitempty"`   // the thing: the first of Things
	Things []PastItem `json:"things,omitempty"` // containers before what was inside them
	Who    *PastActor `json:"who,omitempty" words:"fixed"`
	Ended  Ending     `json:"ended,omitempty"`  // how the thing came to its end, as the record says
	Anyway bool       `json:"anyway,omitempty"` // even if something that was gained since is lost
	Reason string     `json:"reason" words:"all"`
}

// PastItem is a thing as it was. In is the thing it was inside of; "" for the thing itself, and for what a character
// held.
type PastItem struct {
	ID    ItemID  `json:"id"`
	Proto ProtoID `json:"proto"`
	Name  string  `json:"name,omitempty" words:"fixed"`
	In    ItemID  `json:"in,omitempty"`
	Shut  bool    `json:"shut,omitempty"`
	Bolt  bool    `json:"bolt,omitempty"`
	Spawn SpawnID `json:"spawn,omitempty"`
	Guest ActorID `json:"guest,omitempty"` // the guest who had bought it
}

// PastActor is a player's character as it was.
type PastActor struct {
	ID      ActorID              `json:"id"`
	Num     uint32               `json:"num"`
	Name    string               `json:"name"`
	Account AccountID            `json:"account,omitempty"`
	Level   int                  `json:"level"`
	XP      int                  `json:"xp"`
	Coins   int                  `json:"coins"`
	HP      int                  `json:"hp"`
	HPMax   int                  `json:"hp_max"`
	Quests  map[QuestID]QuestRun `json:"quests,omitempty"`
	Known   []RoomID             `json:"known,omitempty"`
}

// ItemRestored says that a thing that was gone is there again, as it was when record As had been folded.
type ItemRestored struct {
	Item   ItemID  `json:"item"`
	Proto  ProtoID `json:"proto"`
	Name   string  `json:"name,omitempty" words:"fixed"`
	Place  Place   `json:"place"`
	Shut   bool    `json:"shut,omitempty"`
	Bolt   bool    `json:"bolt,omitempty"`
	Spawn  SpawnID `json:"spawn,omitempty"`
	Guest  ActorID `json:"guest,omitempty"` // the guest who bought it, and who comes back with it
	As     uint64  `json:"as"`
	By     ActorID `json:"by"`
	Reason string  `json:"reason,omitempty" words:"all"`
}

// CharacterRestored says that a character has from now on what it had when record As had been folded.
type CharacterRestored struct {
	Actor  ActorID              `json:"actor"`
	Level  int                  `json:"level"`
	XP     int                  `json:"xp"`
	Coins  int                  `json:"coins"`
	HP     int                  `json:"hp"`
	HPMax  int                  `json:"hp_max"`
	Quests map[QuestID]QuestRun `json:"quests,omitempty" words:"fixed"`
	Known  []RoomID             `json:"known,omitempty"` // places that it knows besides
	As     uint64               `json:"as"`
	By     ActorID              `json:"by"`
	Reason string               `json:"reason" words:"all"`
	At     Time                 `json:"at"`
}

func (BringBack) needs() Role { return RoleWizard }

func (BringBack) deed() deed { return deed{} }

// PastThing returns what brings a thing of this state back into a later one, or false when it is not there. The caller
// adds how it ended, and the reason.
func (s *State) PastThing(id ItemID) (BringBack, bool) {
	it := s.Items[id]
	if it == nil {
		return BringBack{}, false
	}
	return BringBack{As: s.Seq, Item: id, Things: s.pastItems(nil, []ItemID{id}, "")}, true
}

// PastCharacter is PastThing for a player's character.
func (s *State) PastCharacter(id ActorID) (BringBack, bool) {
	a := s.Actors[id]
	if a == nil || !a.Player() {
		return BringBack{}, false
	}
	who := &PastActor{
		ID: id, Num: a.Num, Name: a.Name, Account: a.Account, Level: a.Level, XP: a.XP, Coins: a.Coins,
		HP: min(s.HPNow(a, s.Now), a.HPMax), HPMax: a.HPMax, Quests: maps.Clone(a.Quests),
	}
	for room := range Ordered(a.Known) {
		who.Known = append(who.Known, room)
	}
	return BringBack{As: s.Seq, Who: who, Things: s.pastItems(nil, s.Index.Held[id], "")}, true
}

func (s *State) pastItems(out []PastItem, ids []ItemID, in ItemID) []PastItem {
	for _, id := range ids {
		it := s.Items[id]
		out = append(out, PastItem{
			ID: id, Proto: it.Proto, Name: it.Name, In: in, Shut: it.Shut, Bolt: it.Bolt, Spawn: it.Spawn,
			Guest: it.Guest,
		})
		out = s.pastItems(out, s.Index.Inside[id], id)
	}
	return out
}

func (a BringBack) decide(t *Turn) *Refusal {
	p := t.s.bringing(&a, t.me)
	if p.refusal != nil {
		return p.refusal
	}
	if who := a.Who; who != nil {
		if t.s.Actors[who.ID] == nil {
			t.recreate(who)
		}
		t.emit(CharacterRestored{
			Actor: who.ID, Level: who.Level, XP: who.XP, Coins: who.Coins, HP: who.HP, HPMax: who.HPMax,
			Quests: p.quests, Known: p.known, As: a.As, By: t.me.ID, Reason: p.reason, At: t.now,
		})
	}
	for _, c := range p.comes {
		e := ItemRestored{
			Item: c.ID, Proto: c.Proto, Name: c.Name, Place: c.place, Shut: c.Shut, Bolt: c.Bolt, Spawn: c.Spawn,
			As: a.As, By: t.me.ID,
		}
		if who := a.Who; who != nil && c.Guest == who.ID && t.s.Actors[who.ID].Guest() {
			e.Guest = who.ID
		}
		if c.ID == a.Item {
			e.Reason = p.reason
		}
		t.emit(e)
		if c.Proto == corpseProto {
			t.after(corpseWait, TimerDecay, string(c.ID))
		}
	}
	return nil
}

// recreate makes a character that is no more anew, under its old id and number, out of the world.
func (t *Turn) recreate(who *PastActor) {
	role := RolePlayer
	if who.Account == "" {
		role = RoleGuest
	}
	t.emit(Created{
		Actor: who.ID, Num: who.Num, Name: who.Name, Account: who.Account, Role: role, Room: t.s.start(), HP: who.HPMax,
		At: t.now,
	})
	if role == RoleGuest {
		t.after(guestWait, TimerForget, string(who.ID))
	}
}

// bringing is what would come of bringing something back.
type bringing struct {
	refusal *Refusal
	reason  string
	comes   []coming
	stays   []ItemID // they exist, and so they stay where they are
	barred  []string // what cannot come back, and why
	loses   []string
	quests  map[QuestID]QuestRun
	known   []RoomID
}

// coming is a thing that would come back, and whereto.
type coming struct {
	PastItem
	place Place
}

func (s *State) bringing(a *BringBack, by *Actor) *bringing {
	p := &bringing{}
	if p.reason, p.refusal = a.fit(s); p.refusal != nil {
		return p
	}
	if a.Who != nil {
		s.bringCharacter(p, a, by)
		return p
	}
	root := a.Things[0]
	at := Place{Actor: by.ID}
	if s.spec(&Item{Proto: root.Proto}).Fixed || len(s.Index.Held[by.ID]) >= carryMost {
		at = Place{Room: by.Room}
	}
	if it := s.Items[root.ID]; it != nil {
		p.refusal = refuse(CodeAlready, capital(s.TheThing(it))+" is not gone: "+s.Whereabouts(it)+".")
		p.stays = []ItemID{root.ID}
		return p
	}
	s.bringThings(p, a.Things, func() Place { return at })
	switch {
	case len(p.comes) == 0 || p.comes[0].ID != root.ID:
		p.refusal = refuse(CodeCannot, "That cannot come back: "+strings.Join(p.barred, "; ")+".")
	case a.Ended == Traded && !a.Anyway:
		p.refusal = refuse(CodeLoss, "It was sold, and would be there besides the coins it was sold for. Say anyway before "+
			"the reason if that is meant.")
	case a.Ended == TakenBack && !a.Anyway:
		p.refusal = refuse(CodeLoss, "It went with whoever it belonged to, as it had to, and would be anybody's now. Say "+
			"anyway before the reason if that is meant.")
	case !a.Anyway && slices.ContainsFunc(p.comes, func(c coming) bool { return c.Guest != "" }):
		p.refusal = refuse(CodeLoss, "A guest bought it, or something in it, and that would be anybody's now. Say anyway "+
			"before the reason if that is meant.")
	case a.Ended == GivenUp && !a.Anyway:
		p.refusal = refuse(CodeLoss, "It was given up for the reward of a quest, and would be there besides what it bought. "+
			"Say anyway before the reason if that is meant.")
	}
	return p
}

// fit refuses what makes no sense whatever the world is like.
func (a *BringBack) fit(s *State) (string, *Refusal) {
	reason := Clean(a.Reason)
	ids := map[ItemID]bool{}
	isWrong := func(p PastItem) bool {
		again := ids[p.ID]
		ids[p.ID] = true
		return again || !ValidID(string(p.ID)) || p.In != "" && !ids[p.In] || p.Bolt && !p.Shut
	}
	switch {
	case reason == "":
		return "", refuse(CodeMissing, "Say why: the reason is kept in the record.")
	case len(reason) > SpeechBytesMax:
		return "", refuse(CodeBadValue, "That reason is too long.")
	case a.As > s.Seq || (a.Who == nil) == (a.Item == ""):
		return "", refuse(CodeBadValue, "That is nothing that was.")
	case a.Who == nil && (len(a.Things) == 0 || a.Things[0].ID != a.Item || a.Things[0].In != ""):
		return "", refuse(CodeBadValue, "That is nothing that was.")
	case len(a.Things) > thingsBackMost:
		return "", refuse(CodeFull, "That is too much to bring back at once; bring the things back one by one.")
	case slices.ContainsFunc(a.Things, isWrong):
		return "", refuse(CodeBadValue, "Those are no things that were.")
	}
	return reason, nil
}

// bringThings says which of the things of then come back: those that are gone, whose pattern there is, and whose
// container comes back as well.
func (s *State) bringThings(p *bringing, things []PastItem, place func() Place) {
	comes := map[ItemID]bool{}
	for _, was := range things {
		spec, name := s.ItemSpecs[was.Proto], was.Name
		if name == "" && spec != nil {
			name = spec.Name
		}
		switch {
		case s.Items[was.ID] != nil:
			p.stays = append(p.stays, was.ID)
		case spec == nil:
			p.barred = append(p.barred, "the pattern "+string(was.Proto)+" is no longer part of the world")
		case spec.Coins:
			p.barred = append(p.barred, "the "+name+" may have gone into a purse, and would be there twice")
		case was.In != "" && !comes[was.In]:
			p.barred = append(p.barred, "what the "+name+" was inside of does not come back")
		default:
			at := Place{Item: was.In}
			if was.In == "" {
				at = place()
			}
			comes[was.ID] = true
			p.comes = append(p.comes, coming{was, at})
		}
	}
}

func (s *State) bringCharacter(p *bringing, a *BringBack, by *Actor) {
	who := a.Who
	is := s.Actors[who.ID]
	switch {
	case !ValidID(string(who.ID)) || who.Num == 0 || who.Level < 1 || who.XP < 0 || who.Coins < 0 || who.HPMax < 1 ||
		who.HP < 0 || who.HP > who.HPMax:
		p.refusal = refuse(CodeBadValue, "That is nobody who was.")
		return
	case is == nil:
		if p.refusal = s.mayLive(who); p.refusal != nil {
			return
		}
	case is.Num != who.Num || !is.Player():
		p.refusal = refuse(CodeTaken, is.Name+" of now is somebody else than "+who.Name+" of then.")
		return
	case s.Fights(is):
		p.refusal = refuse(CodeFighting, is.Name+" is in the middle of a fight.")
		return
	}
	p.quests = map[QuestID]QuestRun{}
	for id, run := range Ordered(who.Quests) {
		if s.Quests[id] != nil {
			p.quests[id] = run.copied()
		}
	}
	for _, id := range who.Known {
		if s.Rooms[id] != nil && (is == nil || !is.Known[id]) {
			p.known = append(p.known, id)
		}
	}
	held := len(s.Index.Held[who.ID])
	s.bringThings(p, a.Things, func() Place {
		if held++; held > carryMost {
			return Place{Room: by.Room}
		}
		return Place{Actor: who.ID}
	})
	if is == nil {
		return
	}
	p.loses = s.losses(is, who, p.quests)
	if len(p.loses) > 0 && !a.Anyway {
		p.refusal = refuse(CodeLoss, "That would take from "+is.Name+" what was gained since: "+listed(p.loses)+
			". Say anyway before the reason if that is meant.")
	}
}

// mayLive refuses a character that is no more and cannot be again.
func (s *State) mayLive(who *PastActor) *Refusal {
	if r := s.nameFree(who.Name); r != nil {
		return r
	}
	switch {
	case s.Index.Nums[who.Num] != "":
		return refuse(CodeTaken, "Somebody else has the number of "+who.Name+" now.")
	case who.Account != "" && len(s.Index.Accounts[who.Account]) >= CharactersMax:
		return refuse(CodeFull, "That account has as many characters as it may have.")
	case s.start() == "":
		return refuse(CodeAbsent, "There is no world yet to come back into.")
	}
	return nil
}

// losses says what somebody has now that they had not then.
func (s *State) losses(is *Actor, was *PastActor, quests map[QuestID]QuestRun) []string {
	var out []string
	if n := is.Level - was.Level; n > 0 {
		out = append(out, count(n, "level"))
	}
	if n := is.XP - was.XP; n > 0 {
		out = append(out, strconv.Itoa(n)+" experience")
	}
	if n := is.Coins - was.Coins; n > 0 {
		out = append(out, count(n, "coin"))
	}
	for id, run := range Ordered(is.Quests) {
		name := string(id)
		if q := s.Quests[id]; q != nil {
			name = q.Name
		}
		switch then := quests[id]; {
		case run.Done() && !then.Done():
			out = append(out, "having completed "+name)
		case run.Stage == QuestActive && then.Stage == QuestNone:
			out = append(out, "being on "+name)
		case run.Stage == QuestActive && then.Stage == QuestActive && met(run) > met(then):
			out = append(out, "what was done for "+name)
		}
	}
	return out
}

// met is how much of a quest was met, without what it asks for: to compare.
func met(run QuestRun) int {
	n := 0
	for i, f := range run.Found {
		switch {
		case i < len(run.Counts):
			n += max(run.Counts[i], boolInt(f))
		case f:
			n++
		}
	}
	return n
}

// listed joins phrases: a, b and c.
func listed(phrases []string) string {
	n := len(phrases)
	if n < 2 {
		return strings.Join(phrases, "")
	}
	return strings.Join(phrases[:n-1], ", ") + " and " + phrases[n-1]
}

// TheThing names a thing that is known: "the rusty key".
func (s *State) TheThing(it *Item) string {
	name := s.ItemName(it)
	if article(s.spec(it).A, name) == "" {
		return name
	}
	return "the " + name
}

// Whereabouts says where a thing is: "Bede carries it, at the Ropewalk".
func (s *State) Whereabouts(it *Item) string {
	room := ""
	if r := s.Rooms[s.roomOf(it.At)]; r != nil {
		room = " at " + PlaceName(r.Name)
	}
	in := func(text string) string {
		if room == "" {
			return text
		}
		return text + "," + room
	}
	switch outer, who := s.Items[it.At.Item], s.Actors[it.At.Actor]; {
	case outer != nil:
		return in("it is inside " + s.TheThing(outer))
	case who != nil && who.Presence == Away:
		return s.theBody(who) + " has it, and is out of the world"
	case who != nil && it.Worn != "":
		return in(s.theBody(who) + " uses it")
	case who != nil:
		return in(s.theBody(who) + " carries it")
	case room != "":
		return "it lies" + room
	}
	return "it is nowhere"
}

// PlaceName is a place's name within a sentence: "the Ropewalk", "Lantern Row".
func PlaceName(name string) string {
	if rest, ok := strings.CutPrefix(name, "The "); ok {
		return "the " + rest
	}
	return name
}

// theBody names somebody who is known: "Bede", "the barkeep".
func (s *State) theBody(a *Actor) string {
	if m := s.mob(a); m != nil && article(m.A, m.Name) != "" {
		return "the " + a.Name
	}
	return a.Name
}

func (e ItemRestored) fold(s *State) {
	s.Made++
	it := &Item{
		ID: e.Item, Proto: e.Proto, Name: e.Name, At: e.Place, Order: s.Made, Shut: e.Shut, Bolt: e.Bolt, Spawn: e.Spawn,
		Guest: e.Guest,
	}
	s.Items[e.Item] = it
	s.touch(kindItem, string(e.Item))
	s.indexItem(it)
}

func (e CharacterRestored) fold(s *State) {
	a := s.actor(e.Actor)
	a.Level, a.XP, a.Coins, a.HPMax, a.HPAt = e.Level, e.XP, e.Coins, e.HPMax, e.At
	a.HP = min(e.HP, max(1, a.HPMost())) // whoever still lives may wear what takes some
	s.refit(e.Actor)
	a.Quests = map[QuestID]QuestRun{}
	for id, run := range Ordered(e.Quests) {
		a.Quests[id] = run.copied() // the record keeps its own
	}
	for _, room := range e.Known {
		a.Known[room] = true
	}
}

func (e ItemRestored) scene(s *State) scene {
	if e.Place.Item != "" {
		return scene{room: s.roomOf(e.Place)}
	}
	return scene{actor: e.By, target: e.Place.Actor, room: s.roomOf(e.Place), sight: true}
}

func (e CharacterRestored) scene(*State) scene {
	return scene{actor: e.By, target: e.Actor, sight: true, sound: true, closed: true}
}

func (ItemRestored) traits() Traits {
	return Traits{Touches: AspectsUsual | AspectBelongings, Shows: AspectRoom, Cue: cue("Thing restored")}
}

func (CharacterRestored) traits() Traits {
	return Traits{Touches: AspectSelf | AspectBelongings | AspectMap | AspectQuests, Cue: cue("Character restored")}
}
