package world

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// What scripts can ask for, each as it would happen of itself. They return why it is not possible, or "".

func argText(d ScriptDone, name string) string {
	s, _ := d.Args[name].(string)
	return s
}

// scriptBody returns the creature whose script it is, if it can act.
func (t *Turn) scriptBody(r *scriptRun) (*Actor, string) {
	kind, id := cutEntry(r.self)
	a := t.s.Actors[ActorID(id)]
	switch {
	case kind != "actor":
		return nil, "only a creature does that"
	case a == nil || a.Presence != Here || a.Driver != "":
		return nil, "it is not there"
	}
	return a, ""
}

// scriptWords makes what a script says fit to be read.
func scriptWords(d ScriptDone) (string, string) {
	text, r := speech(argText(d, "text"))
	if r != nil {
		return "", "there are no words in it, or more than " + strconv.Itoa(SpeechBytesMax) + " bytes"
	}
	return text, ""
}

// forgery is why words are not read out that look like what a player says or writes.
const forgery = "no script speaks for a player"

// forges reports whether words that stand by themselves look like what a player says, tells or writes: their name as it
// is written, or a word in letters of two scripts, which may look like it, and a word of speech or a colon behind it.
// So a player who is called Guard silences no guard.
func (s *State) forges(text string) bool {
	words := strings.Fields(text)
	for i, w := range words {
		name := strings.Trim(w, `[](){}<>*"'.,;:!?-`)
		if who := s.PlayerNamed(name); (who == nil || who.Name != name) && !mixed(name) {
			continue
		}
		behind := words[i+1 : min(i+3, len(words))]
		if strings.HasSuffix(w, ":") || slices.ContainsFunc(behind, func(next string) bool {
			return slices.Contains(speaking(), strings.ToLower(strings.TrimRight(next, ",:"))) || next == ":"
		}) {
			return true
		}
	}
	return false
}

// mixed reports whether a word has letters of the Latin script beside those of another, which look like them.
func mixed(word string) bool {
	latin, other := false, false
	for _, r := range word {
		latin = latin || unicode.Is(unicode.Latin, r)
		other = other || unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r)
	}
	return latin && other
}

func speaking() []string {
	return []string{
		"says", "said", "say", "tells", "told", "asks", "whispers", "shouts", "yells", "replies", "answers", "exclaims",
		"mutters", "writes", "chats", "gossips", "states",
	}
}

func (t *Turn) scriptSay(r *scriptRun, d ScriptDone) string {
	a, why := t.scriptBody(r)
	text, wrong := scriptWords(d)
	if why+wrong != "" {
		return why + wrong
	}
	t.emit(Said{Actor: a.ID, Text: text})
	return ""
}

func (t *Turn) scriptEmote(r *scriptRun, d ScriptDone) string {
	a, why := t.scriptBody(r)
	text, wrong := scriptWords(d)
	if why+wrong != "" {
		return why + wrong
	}
	t.emit(Emoted{Actor: a.ID, Text: text})
	return ""
}

// scriptPlace is where the words of a script are read.
func (t *Turn) scriptPlace(r *scriptRun) RoomID {
	if room := t.s.selfRoom(r.self); room != "" {
		return room
	}
	return r.room
}

func (t *Turn) scriptNarrate(r *scriptRun, d ScriptDone) string {
	text, wrong := scriptWords(d)
	switch {
	case wrong != "":
		return wrong
	case t.s.forges(text):
		return forgery
	}
	t.emit(Narrated{Room: t.scriptPlace(r), Text: text})
	return ""
}

func (t *Turn) scriptTell(r *scriptRun, d ScriptDone) string {
	who := t.s.Actors[ActorID(argText(d, "who"))]
	text, wrong := scriptWords(d)
	switch {
	case wrong != "":
		return wrong
	case t.s.forges(text):
		return forgery
	case who == nil || !who.Player() || who.Presence != Here || who.Room != t.scriptPlace(r):
		return "no such person is there"
	}
	t.emit(Narrated{Room: who.Room, To: who.ID, Text: text})
	return ""
}

func (t *Turn) scriptGo(r *scriptRun, d ScriptDone) string {
	a, why := t.scriptBody(r)
	if why != "" {
		return why
	}
	if t.s.Fights(a) {
		return "it fights"
	}
	exit, refusal := t.s.way(a, Dir(argText(d, "dir")), t.now)
	switch {
	case refusal != nil:
		return refusal.Text
	case t.s.zoneAt(exit.To) != t.s.zoneAt(a.Room):
		return "that leads out of its zone"
	}
	t.walk(a, exit, Walked)
	return ""
}

// scriptHeld returns a thing of a pattern that a creature holds and may part with.
func (t *Turn) scriptHeld(a *Actor, d ScriptDone) (ItemID, string) {
	for _, id := range t.s.Index.Held[a.ID] {
		if it := t.s.Items[id]; it.Proto == ProtoID(argText(d, "item")) && it.Kit == "" && it.Guest == "" && it.Worn == "" {
			return id, ""
		}
	}
	return "", "it holds none"
}

func (t *Turn) scriptGive(r *scriptRun, d ScriptDone) string {
	a, why := t.scriptBody(r)
	if why != "" {
		return why
	}
	to := t.s.Actors[ActorID(argText(d, "who"))]
	if to == nil || !to.Player() || to.Presence != Here || to.Room != a.Room {
		return "no such person is there"
	}
	id, why := t.scriptHeld(a, d)
	switch {
	case why != "":
		return why
	case len(t.s.Index.Held[to.ID]) >= carryMost:
		return "their hands are full"
	}
	t.emit(ItemGiven{Actor: a.ID, Item: id, To: to.ID})
	return ""
}

func (t *Turn) scriptConsume(r *scriptRun, d ScriptDone) string {
	a, why := t.scriptBody(r)
	if why != "" {
		return why
	}
	id, why := t.scriptHeld(a, d)
	if why == "" {
		t.giveUpBy(a.ID, id)
	}
	return why
}

func (t *Turn) scriptMake(r *scriptRun, d ScriptDone) string {
	proto := ProtoID(argText(d, "item"))
	spec := t.s.ItemSpecs[proto]
	switch {
	case spec == nil:
		return "there is no such pattern"
	case spec.Fixed || spec.Coins || spec.Value > 0 || proto == corpseProto:
		return "no script makes what is fixed, or worth anything"
	}
	place := Place{Room: t.scriptPlace(r)}
	around := t.s.Index.Floor[place.Room]
	if a, why := t.scriptBody(r); why == "" && a.HP > 0 && len(t.s.Index.Held[a.ID]) < carryMost {
		place, around = Place{Actor: a.ID}, slices.Concat(around, t.s.Index.Held[a.ID])
	}
	if place.Room != "" && len(around) >= floorMost {
		return "there is no room left on the floor"
	}
	n := 0
	for _, id := range around {
		n += boolInt(t.s.Items[id].Proto == proto)
	}
	if n >= scriptMakesMost {
		return "there are enough already"
	}
	made := ItemMade{Item: ItemID(t.newID(string(proto))), Proto: proto, Place: place, Script: r.id,
		Built: !t.s.Vouched(Key{kindScript, string(r.id)})}
	if spec.Holds != nil {
		made.Shut, made.Bolt = spec.Holds.Closed || spec.Holds.Locked, spec.Holds.Locked
	}
	t.emit(made)
	return ""
}

func (t *Turn) scriptDoor(r *scriptRun, d ScriptDone) string {
	exit, has := t.s.exit(t.scriptPlace(r), Dir(argText(d, "dir")))
	door := t.s.Doors[exit.Door]
	if !has || door == nil {
		return "there is no door that way"
	}
	w := Work(argText(d, "work"))
	is := false
	switch w {
	case WorkOpen:
		is = door.Shut && !door.Bolt
	case WorkClose:
		is = !door.Shut
	case WorkLock:
		is = door.Shut && !door.Bolt
	case WorkUnlock:
		is = door.Bolt
	default:
	}
	if !is {
		return "the door is so already, or cannot be"
	}
	t.emit(DoorWorked{Door: door.ID, Work: w, Rooms: t.s.sides(door.ID)})
	if door.Resets > 0 {
		t.after(Time(door.Resets)*Second, TimerDoor, string(door.ID))
	}
	return ""
}
