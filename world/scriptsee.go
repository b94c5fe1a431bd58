package world

import (
	"slices"
	"strconv"
	"strings"
)

// What scripts in DG see: the fields of people, creatures, things and rooms, by the names that DG has for them.

// DGFields lists the fields that runs of scripts in DG have, in order; what is not among them is nothing there.
func DGFields() []string {
	return strings.Fields(`affect alias align armor canbeseen carried_by cha char class con contents cost day dex dir down
		east eq exp fighting follower gold has_in has_item heshe himher hisher hitp hour id int inventory is_killer is_pc
		is_thief level mana master maxhitp maxmana maxmove month move name next_in_list next_in_room north people pos race
		room sex shortdesc south str timer title type up vnum wait weather weight west wis worn_by year`)
}

// DGNames lists what has a value by itself, or before a field.
func DGNames() []string {
	return strings.Fields("actor amount arg cmd direction findmob findobj object people random room self speech time " +
		"victim")
}

func yes(is bool) string {
	if is {
		return "1"
	}
	return "0"
}

// Field returns a field of an entity, or of a name of the language.
func (l *liveScript) Field(of, field, arg string) (string, bool) {
	s := l.t.s
	kind, id := cutEntry(strings.TrimPrefix(of, refMark))
	if !strings.HasPrefix(of, refMark) {
		return l.ofName(of, field, arg)
	}
	switch kind {
	case "actor":
		if a := s.Actors[ActorID(id)]; a != nil && a.Presence != Away {
			return l.ofActor(a, field, arg)
		}
	case "item":
		if it := s.Items[ItemID(id)]; it != nil {
			return l.ofItem(it, field, arg)
		}
	case "room":
		if r := s.Rooms[RoomID(id)]; r != nil {
			return l.ofRoom(r, field, arg)
		}
	}
	return "", slices.Contains(DGFields(), field)
}

// ofName is Field for what is no entity.
func (l *liveScript) ofName(of, field, arg string) (string, bool) {
	t := l.t
	switch of {
	case "": // a name by itself
		switch field {
		case "here", "room":
			return refOf("room:" + string(l.room())), true
		case "people":
			return strconv.Itoa(len(t.s.apparent(l.room()))), true
		}
	case "room":
		if r := t.s.Rooms[l.room()]; r != nil {
			return l.ofRoom(r, field, arg)
		}
	case "time":
		switch field {
		case "hour":
			return strconv.Itoa(t.now.Hour()), true
		case "day":
			return strconv.Itoa(t.now.Day()), true
		case "month", "year":
			return "1", true
		}
	case "people": // in a room by its number
		return strconv.Itoa(len(t.s.apparent(t.s.roomNumbered(field)))), true
	case "random":
		return l.random(field), true
	case "find":
		return l.find(field), true
	case "findmob", "findobj":
		return strconv.Itoa(l.count(of == "findmob", field, arg)), true
	}
	return "", false
}

// apparent lists those in a room of whom scripts in DG know: all but wizards whom nobody sees.
func (s *State) apparent(room RoomID) []ActorID {
	return slices.DeleteFunc(slices.Clone(s.Index.Present[room]), func(id ActorID) bool {
		return s.Actors[id].Has(PowerInvis)
	})
}

// room is where a run acts.
func (l *liveScript) room() RoomID {
	if l.at != "" {
		return l.at
	}
	if room := l.t.s.selfRoom(l.r.self); room != "" {
		return room
	}
	return l.r.room
}

// random is somebody who is there, or a way out.
func (l *liveScript) random(field string) string {
	switch field {
	case "char":
		var all []ActorID
		for _, id := range l.t.s.apparent(l.room()) {
			if a := l.t.s.Actors[id]; a.Presence == Here && "actor:"+string(id) != l.r.self && !l.t.s.hides(a) {
				all = append(all, id)
			}
		}
		if len(all) > 0 {
			return actorRef(l.t.s.Actors[all[l.Roll(len(all))-1]])
		}
	case "dir":
		if ways := l.t.s.exitsOf(l.room()); len(ways) > 0 {
			return string(ways[l.Roll(len(ways))-1].Dir)
		}
	}
	return ""
}

// count counts creatures or things of a pattern in a room: %findmob.3001(3060)%.
func (l *liveScript) count(isMob bool, room, number string) (n int) {
	at := l.t.s.roomNumbered(room)
	if isMob {
		for _, id := range l.t.s.Index.Present[at] {
			n += boolInt(isNumbered(string(l.t.s.Actors[id].Proto), number))
		}
		return n
	}
	for _, id := range l.t.s.Index.Floor[at] {
		n += boolInt(isNumbered(string(l.t.s.Items[id].Proto), number))
	}
	return n
}

// isNumbered reports whether an id is the one meant: it, or one whose number it is.
func isNumbered(id, want string) bool {
	n, has := cutNumber(id)
	return want != "" && id != "" && (id == want || has && n == want)
}

// roomNumbered finds a room by a reference, its id, or the number of one that was imported.
func (s *State) roomNumbered(word string) RoomID {
	kind, id := cutEntry(strings.TrimPrefix(word, refMark))
	if kind == "room" {
		return RoomID(id)
	}
	if kind != "" && strings.HasPrefix(word, refMark) {
		return s.selfRoom(strings.TrimPrefix(word, refMark))
	}
	if s.Rooms[RoomID(word)] != nil {
		return RoomID(word)
	}
	if id := RoomID("room-" + word); s.Rooms[id] != nil {
		return id
	}
	return ""
}

// protoNumbered finds a pattern by its id, or the number of one that was imported.
func protoNumbered[T any](all map[ProtoID]*T, stem, word string) ProtoID {
	for _, id := range []ProtoID{ProtoID(word), ProtoID(stem + word)} {
		if all[id] != nil {
			return id
		}
	}
	return ""
}

func vnumOf(id string) string {
	if n, has := cutNumber(id); has {
		return n
	}
	return id
}

// ofActor is Field for people and creatures.
func (l *liveScript) ofActor(a *Actor, field, arg string) (string, bool) {
	s, now := l.t.s, l.t.now
	switch field {
	case "name", "shortdesc":
		if m := s.mob(a); m != nil {
			return withArticle(article(m.A, m.Name), a.Name), true
		}
		return a.Name, true
	case "alias":
		return strings.Join(s.ActorWords(a), " "), true
	case "id":
		return actorRef(a), true
	case "vnum":
		if a.Player() {
			return "-1", true
		}
		if arg != "" {
			return yes(isNumbered(string(a.Proto), arg)), true
		}
		return vnumOf(string(a.Proto)), true
	case "is_pc":
		return yes(a.Player()), true
	case "level":
		return strconv.Itoa(a.Level), true
	case "hitp":
		return l.hitp(a, arg), true
	case "maxhitp":
		return strconv.Itoa(a.HPMost()), true
	case "room":
		return refOf("room:" + string(a.Room)), true
	case "fighting":
		return actorRef(s.Actors[a.Fighting]), true
	case "master":
		return actorRef(s.Actors[a.Following]), true
	case "follower":
		if list := s.Index.Followers[a.ID]; len(list) > 0 {
			return actorRef(s.Actors[list[0]]), true
		}
		return "", true
	case "next_in_room":
		return l.nextIn(a), true
	case "inventory", "has_item", "eq":
		return l.holds(a, field, arg), true
	case "canbeseen":
		_, id := cutEntry(l.r.self)
		me := s.Actors[ActorID(id)]
		return yes(s.BrightFor(a, now) && (me == nil || s.Sees(me, a))), true
	case "pos":
		return l.posture(a), true
	}
	return l.ofPerson(a, field, arg)
}

// ofPerson is ofActor for what somebody is like.
func (l *liveScript) ofPerson(a *Actor, field, arg string) (string, bool) {
	s := l.t.s
	long := map[string]FigureID{
		"str": "strength", "int": "intelligence", "wis": "wisdom", "dex": "dexterity", "con": "constitution",
		"cha": "charisma", "align": "alignment",
	}
	switch field {
	case "gold":
		return l.purse(a, arg), true
	case "exp":
		return l.learned(a, arg), true
	case "str", "int", "wis", "dex", "con", "cha", "align":
		return strconv.Itoa(s.Figure(a, long[field])), true
	case "class":
		for id, f := range Ordered(s.Figures) {
			if _, has := a.Figures[id]; has && f.Choice == "class" {
				return f.Name, true
			}
		}
		return "", true
	case "affect":
		return yes(a.effect(strings.ToLower(arg)) != nil), true
	case "sex":
		return "neutral", true
	case "heshe":
		return "they", true
	case "himher":
		return "them", true
	case "hisher":
		return "their", true
	case "is_killer", "is_thief": // nobody is either here
		return "0", true
	case "move", "maxmove", "mana", "maxmana": // nobody is short of either here
		return "100", true
	case "title":
		return a.Title, true
	case "race":
		return "", true
	case "wait": // nobody can be held up here
		return "", true
	}
	return "", false
}

// hitp returns somebody's hit points, changed first if a number says by how much.
func (l *liveScript) hitp(a *Actor, arg string) string {
	if n, err := strconv.Atoi(arg); err == nil && n != 0 {
		l.change(a, n)
	}
	return strconv.Itoa(l.t.s.HPNow(a, l.t.now))
}

// change adds to somebody's hit points, or takes from them.
func (l *liveScript) change(a *Actor, n int) {
	if l.acts++; l.dry || !l.reaches(a) {
		return
	}
	if n < 0 {
		l.t.scriptHurt(a, -n)
	} else if hp := l.t.s.HPNow(a, l.t.now); hp < a.HPMost() {
		l.t.emit(Refreshed{Actor: a.ID, Gained: min(n, a.HPMost()-hp), HP: min(hp+n, a.HPMost()), At: l.t.now})
	}
}

// purse returns somebody's coins. A script takes them and never makes them.
func (l *liveScript) purse(a *Actor, arg string) string {
	if n, err := strconv.Atoi(arg); err == nil && n < 0 && a.Player() && a.Coins+n >= 0 && l.reaches(a) {
		if l.acts++; !l.dry && l.vouched("it takes no coins") {
			l.t.emit(FieldSet{
				Actor: a.ID, Field: "coins", Was: a.Coins, Value: a.Coins + n, At: l.t.now, Script: l.r.id,
			})
		}
	}
	return strconv.Itoa(a.Coins)
}

// lessonMost is the most experience that a script gives at once: half of what the next level takes.
func lessonMost(a *Actor) int {
	return max(1, (a.Level*a.Level*xpPerLevel-(a.Level-1)*(a.Level-1)*xpPerLevel)/2)
}

func (l *liveScript) learned(a *Actor, arg string) string {
	if n, err := strconv.Atoi(arg); err == nil && n > 0 && a.Player() && !a.Guest() && l.reaches(a) {
		if l.acts++; !l.dry && l.vouched("it teaches nobody") {
			l.t.learn(a, min(n, lessonMost(a)), 1)
		}
	}
	return strconv.Itoa(a.XP)
}

// vouched reports whether somebody answers for a script that does to people what a builder alone may not, and tells who
// traces it what it does not do until then.
func (l *liveScript) vouched(not string) bool {
	if l.t.s.Vouched(Key{kindScript, string(l.r.id)}) {
		return true
	}
	l.t.traceLost(l.r, not+" until a wizard approves it: script "+string(l.r.id)+" approve")
	return false
}

func (l *liveScript) posture(a *Actor) string {
	switch l.t.s.pose(a) {
	case PoseAsleep:
		return "Sleeping"
	case PoseResting:
		return "Resting"
	case PoseSitting:
		return "Sitting"
	}
	if l.t.s.Fights(a) {
		return "Fighting"
	}
	return "Standing"
}

// nextIn returns who came to the room after somebody.
func (l *liveScript) nextIn(a *Actor) string {
	list := l.t.s.apparent(a.Room)
	if i := slices.Index(list, a.ID); i >= 0 && i+1 < len(list) {
		return actorRef(l.t.s.Actors[list[i+1]])
	}
	return ""
}

// holds returns what somebody has: the first thing, one of a pattern or a name, or what is worn in a place.
func (l *liveScript) holds(a *Actor, field, arg string) string {
	s := l.t.s
	arg = strings.ToLower(strings.TrimSpace(arg))
	for _, id := range s.Index.Held[a.ID] {
		it := s.Items[id]
		is := arg == "" || isNumbered(string(it.Proto), arg) || slices.Contains(s.ItemWords(it), arg)
		switch field {
		case "eq":
			if it.Worn == "" || arg != "*" && string(it.Worn) != arg && slotNamed(arg) != it.Worn {
				continue
			}
		case "inventory":
			if it.Worn != "" || !is {
				continue
			}
		default:
			if !is {
				continue
			}
			return "1"
		}
		return itemRef(id)
	}
	if field == "has_item" {
		return "0"
	}
	return ""
}

// slotNamed is the place that DG has another name or a number for.
func slotNamed(word string) Slot {
	slots := map[string]Slot{
		"16": SlotWield, "17": SlotHold, "wield": SlotWield, "hold": SlotHold, "light": SlotHold, "0": SlotHold,
		"5": "body", "6": "head", "7": "legs", "8": "feet", "9": "hands", "10": "arms", "11": "shield", "12": "about",
		"13": "waist", "1": "finger", "2": "finger", "rfinger": "finger", "lfinger": "finger", "3": "neck", "4": "neck",
		"neck1": "neck", "neck2": "neck", "14": "wrist", "15": "wrist", "rwrist": "wrist", "lwrist": "wrist",
	}
	return slots[word]
}

// find returns whom or what a word means from where the run acts.
func (l *liveScript) find(word string) string {
	if strings.HasPrefix(word, refMark) {
		return word
	}
	word = strings.TrimPrefix(strings.TrimPrefix(strings.ToLower(strings.TrimSpace(word)), "mob "), "obj ")
	if a := l.t.scriptWho(word, l.room()); a != nil {
		return actorRef(a)
	}
	_, id := cutEntry(l.r.self)
	if it := l.t.scriptThing(word, l.room(), ActorID(id)); it != nil {
		return itemRef(it.ID)
	}
	return ""
}
