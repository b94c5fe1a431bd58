package world

import (
	"slices"
	"strconv"
	"strings"
)

// What scripts in DG do. The commands with a % are those that DG has for creatures, things and rooms alike; all others
// are what a creature does as anybody would. Where both languages have something, it is the same function.

// DGCommands lists the commands of scripts in DG, in order, but for gestures, which are those of the pack.
func DGCommands() []string {
	return slices.Sorted(func(yield func(string) bool) {
		for _, table := range []map[string]dgCommand{dgCommands(), dgActs()} {
			for name := range table {
				if !yield(name) {
					return
				}
			}
		}
	})
}

// dgCommand carries out a command with what stands behind its word.
type dgCommand func(l *liveScript, rest string)

func dgCommands() map[string]dgCommand {
	return map[string]dgCommand{
		"%send": (*liveScript).send, "%echo": (*liveScript).echo, "%recho": (*liveScript).echoFar,
		"%echoaround": (*liveScript).echoAround, "%zoneecho": (*liveScript).echoZone, "%asound": (*liveScript).echoNext,
		"%load": (*liveScript).load, "%purge": (*liveScript).purge, "%teleport": (*liveScript).teleport,
		"%force": (*liveScript).force, "%damage": (*liveScript).damage, "%door": (*liveScript).door,
		"%at": (*liveScript).elsewhere, "%transform": (*liveScript).transform, "%goto": (*liveScript).goes,
		"%log": func(*liveScript, string) {}, "dg_cast": (*liveScript).cast, "dg_affect": (*liveScript).affect,
		"%junk": (*liveScript).junk, "junk": (*liveScript).junk, "sac": (*liveScript).junk, "%move": (*liveScript).goes,
	}
}

// Do carries out a command and reports whether it is one.
func (l *liveScript) Do(command, rest string) bool {
	if l.t.full() {
		return true
	}
	if command[0] == '\'' || command[0] == ':' {
		rest = strings.TrimSpace(command[1:] + " " + rest)
		command = map[byte]string{'\'': "say", ':': "emote"}[command[0]]
	}
	for _, table := range []map[string]dgCommand{dgCommands(), dgActs()} {
		if do := table[command]; do != nil {
			do(l, rest)
			return true
		}
	}
	return l.gesture(command, rest)
}

// words makes what a script says fit to be read: names in place of references.
func (l *liveScript) words(text string) string {
	for {
		at := strings.Index(text, refMark)
		if at < 0 {
			break
		}
		end := at + 1
		for end < len(text) && (notEnd(text[end])) {
			end++
		}
		name, has := l.Field(text[at:end], "name", "")
		if !has {
			name = ""
		}
		text = text[:at] + strings.ReplaceAll(name, refMark, "") + text[end:]
	}
	text = Clean(text)
	return Clean(text[:min(len(text), SpeechBytesMax)])
}

func notEnd(c byte) bool {
	return c == ':' || c == '-' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// narrate has words read in a room, by one there, or by all but one.
func (l *liveScript) narrate(e Narrated) {
	e.Text = l.words(e.Text)
	if _, r := speech(e.Text); r != nil || e.Room == "" {
		return
	}
	l.acts++
	if l.dry {
		me := l.t.me
		if me != nil && (e.To == me.ID || e.To == "" && e.But != me.ID && e.Room == me.Room) {
			l.heard = append(l.heard, e.Text)
		}
		return
	}
	if l.t.s.Rooms[e.Room] != nil && (e.To != "" || len(l.t.s.Index.Present[e.Room]) > 0) {
		l.t.emit(e)
	}
}

func firstWord(s string) (string, string) {
	word, rest, _ := strings.Cut(strings.TrimSpace(s), " ")
	return word, strings.TrimSpace(rest)
}

// who finds somebody by a reference or a name.
func (l *liveScript) who(word string) *Actor {
	ref := l.find(word)
	if kind, id := cutEntry(strings.TrimPrefix(ref, refMark)); kind == "actor" {
		if a := l.t.s.Actors[ActorID(id)]; a != nil && a.Presence != Away {
			return a
		}
	}
	return nil
}

// scriptWho finds somebody in a room by a name, or a person by theirs wherever they are.
func (t *Turn) scriptWho(word string, room RoomID) *Actor {
	word = strings.ToLower(word)
	for _, id := range t.s.Index.Present[room] {
		a := t.s.Actors[id]
		if word == string(id) || slices.Contains(t.s.ActorWords(a), word) || isNumbered(string(a.Proto), word) {
			return a
		}
	}
	return t.s.PlayerNamed(word)
}

// scriptThing finds a thing in somebody's hands or in a room by a name.
func (t *Turn) scriptThing(word string, room RoomID, holder ActorID) *Item {
	word = strings.ToLower(word)
	for _, list := range [][]ItemID{t.s.Index.Held[holder], t.s.Index.Floor[room]} {
		for _, id := range list {
			it := t.s.Items[id]
			if word == string(id) || slices.Contains(t.s.ItemWords(it), word) || isNumbered(string(it.Proto), word) {
				return it
			}
		}
	}
	return nil
}

func (l *liveScript) send(rest string) {
	word, text := firstWord(rest)
	if a := l.who(word); a != nil && a.Player() {
		l.narrate(Narrated{Room: a.Room, To: a.ID, Text: text})
	}
}

func (l *liveScript) echo(rest string) { l.narrate(Narrated{Room: l.room(), Text: rest}) }

func (l *liveScript) echoAround(rest string) {
	word, text := firstWord(rest)
	if a := l.who(word); a != nil {
		l.narrate(Narrated{Room: a.Room, But: a.ID, Text: text})
	}
}

const echoRoomsMost = 40 // in which one line is read at once

// echoZone has words read wherever people are in a zone, whose number stands first; here it is the script's own.
func (l *liveScript) echoZone(rest string) {
	_, text := firstWord(rest)
	zone, seen := l.t.s.zoneAt(l.room()), map[RoomID]bool{}
	for _, id := range l.t.s.Index.Awake {
		room := l.t.s.Actors[id].Room
		if l.t.s.zoneAt(room) == zone && !seen[room] && len(seen) < echoRoomsMost {
			seen[room] = true
			l.narrate(Narrated{Room: room, Text: text})
		}
	}
}

// echoNext has words read in the rooms beside.
func (l *liveScript) echoNext(rest string) {
	for _, e := range l.t.s.exitsOf(l.room()) {
		if e.To != l.room() {
			l.narrate(Narrated{Room: e.To, Text: rest})
		}
	}
}

// echoFar is %recho% from to words: in the rooms of a span of numbers.
func (l *liveScript) echoFar(rest string) {
	from, rest := firstWord(rest)
	to, text := firstWord(rest)
	a, _ := strconv.Atoi(from)
	b, _ := strconv.Atoi(to)
	for n := a; n <= b && n < a+echoRoomsMost; n++ {
		if room := l.t.s.roomNumbered(strconv.Itoa(n)); room != "" {
			l.narrate(Narrated{Room: room, Text: text})
		}
	}
}

// load is %load% obj NUMBER or mob NUMBER: things in the creature's hands, or those of whoever is named, else on the
// floor.
func (l *liveScript) load(rest string) {
	kind, rest := firstWord(rest)
	number, where := firstWord(rest)
	if l.acts++; l.dry {
		return
	}
	switch kind = strings.ToLower(kind); {
	case strings.HasPrefix(kind, "m"):
		l.t.scriptBeast(protoNumbered(l.t.s.MobSpecs, "mob-", number), l.room())
	case strings.HasPrefix(kind, "o"):
		to, place := firstWord(where)
		_, id := cutEntry(l.r.self)
		holder := l.t.s.Actors[ActorID(id)]
		if to != "" {
			holder = l.who(to)
		}
		it := l.t.scriptItem(protoNumbered(l.t.s.ItemSpecs, "item-", number), l.room(), holder)
		if it != "" && holder != nil && place != "" && !strings.HasPrefix(place, "inv") {
			l.doAs(holder, Wear{Items: []ItemID{it}})
		}
	}
}

// Limits of what scripts make.
const (
	beastsAtMost   = 5  // creatures of one pattern in a room where a script makes another
	beastsZoneMost = 20 // and in its zone
)

// scriptBeast makes a creature. It goes the way of all that no rule made: when it dies, or is removed.
func (t *Turn) scriptBeast(proto ProtoID, room RoomID) string {
	m, zone, here, near := t.s.MobSpecs[proto], t.s.zoneAt(room), 0, 0
	switch {
	case m == nil || m.Ready != nil || m.Mind != nil:
		return "there is no such pattern of a creature without a mind"
	case t.s.Rooms[room] == nil || len(t.s.Index.Present[room]) >= roamRoomMost:
		return "there is no room"
	}
	for _, a := range anyhow(t.s.Actors) {
		if a.Proto == proto && a.Presence == Here {
			here += boolInt(a.Room == room)
			near += boolInt(t.s.zoneAt(a.Room) == zone)
		}
	}
	if here >= beastsAtMost || near >= beastsZoneMost {
		return "there are enough already"
	}
	t.emit(MobMade{
		Actor: ActorID(t.newID("npc-" + string(proto))), Num: t.s.nextNum(), Name: m.Name, Proto: proto, Room: room,
		HP: m.HP, Level: max(m.Level, 1), At: t.now,
	})
	return ""
}

// scriptItem makes a thing: in somebody's hands, else on the floor. No coins, and none where three are already.
func (t *Turn) scriptItem(proto ProtoID, room RoomID, holder *Actor) ItemID {
	spec := t.s.ItemSpecs[proto]
	if spec == nil || spec.Coins || proto == corpseProto || room == "" {
		return ""
	}
	place, around := Place{Room: room}, t.s.Index.Floor[room]
	if holder != nil && holder.Presence != Away && !spec.Fixed && len(t.s.Index.Held[holder.ID]) < carryMost {
		place, around = Place{Actor: holder.ID}, t.s.Index.Held[holder.ID]
	}
	n := 0
	for _, id := range around {
		n += boolInt(t.s.Items[id].Proto == proto)
	}
	if n >= scriptMakesMost || place.Room != "" && len(around) >= floorMost {
		return ""
	}
	made := ItemMade{Item: ItemID(t.newID(string(proto))), Proto: proto, Place: place}
	if spec.Holds != nil {
		made.Shut, made.Bolt = spec.Holds.Closed || spec.Holds.Locked, spec.Holds.Locked
	}
	t.emit(made)
	return made.Item
}

// purge removes a thing or a creature; with nothing named, all that a script may remove in the room. People stay, and
// so do their things, but for one that is named.
func (l *liveScript) purge(rest string) {
	if l.acts++; l.dry {
		return
	}
	if word, _ := firstWord(rest); word != "" {
		ref := l.find(word)
		kind, id := cutEntry(strings.TrimPrefix(ref, refMark))
		l.t.scriptRemove(kind, id)
		return
	}
	for _, id := range slices.Clone(l.t.s.Index.Floor[l.room()]) {
		l.t.scriptRemove("item", string(id))
	}
	for _, id := range slices.Clone(l.t.s.Index.Present[l.room()]) {
		if "actor:"+string(id) != l.r.self {
			l.t.scriptRemove("actor", string(id))
		}
	}
}

// scriptRemove removes a creature without a mind, or a thing that is no corpse of a person and no body's own.
func (t *Turn) scriptRemove(kind, id string) string {
	switch kind {
	case "item":
		it := t.s.Items[ItemID(id)]
		if it == nil || it.Kit != "" || it.Proto == corpseProto {
			return "it is not there, or nobody's to remove"
		}
		t.purgeItem(it.ID)
		return ""
	case "actor":
		a := t.s.Actors[ActorID(id)]
		if a == nil || t.s.wild(a) == nil || a.Driver != "" || t.dying == a.ID || t.s.Battled(a.ID) {
			return "no script removes that"
		}
		t.endFights(a)
		t.purgeMob(a)
		return ""
	}
	return "it is not there"
}

// Battled reports whether somebody stands in a fight by turns, which no script ends.
func (s *State) Battled(id ActorID) bool { return s.EncounterOf(id) != nil }

// teleport is %teleport% WHO ROOM; all means everybody in the room.
func (l *liveScript) teleport(rest string) {
	word, where := firstWord(rest)
	to := l.t.s.roomNumbered(strings.TrimSpace(where))
	if l.acts++; l.dry {
		return
	}
	if strings.EqualFold(word, "all") {
		for _, id := range slices.Clone(l.t.s.Index.Present[l.room()]) {
			if "actor:"+string(id) != l.r.self {
				l.t.scriptHaul(l.t.s.Actors[id], to)
			}
		}
		return
	}
	if a := l.who(word); a != nil {
		l.t.scriptHaul(a, to)
	}
}

// scriptHaul moves somebody without an exit, as far as they may be there at all.
func (t *Turn) scriptHaul(a *Actor, to RoomID) string {
	room := t.s.Rooms[to]
	switch {
	case room == nil || a == nil || a.Presence == Away || a.Room == to:
		return "there is no such place, or they are there already"
	case a.Player() && (!t.s.Admits(a, room) || t.s.jailed(a, t.now) != nil), t.s.Battled(a.ID), t.dying == a.ID:
		return "they may not be moved there"
	case !a.Player() && (t.s.wild(a) == nil || a.Driver != ""):
		return "no script moves that"
	}
	if _, why := t.s.bars(a, room); why != "" {
		return why
	}
	t.haul(a, to)
	return ""
}

// force has a creature do what anybody does. What a person does is never a script's: a look, which says nothing to
// others, is left out, for who is moved sees the place anyhow; a gesture is told as something that came over them.
func (l *liveScript) force(rest string) {
	word, line := firstWord(rest)
	command, more := firstWord(line)
	if strings.EqualFold(word, "all") {
		for _, id := range slices.Clone(l.t.s.Index.Present[l.room()]) {
			if a := l.t.s.Actors[id]; "actor:"+string(id) != l.r.self && l.t.s.wild(a) != nil {
				l.as(a).Do(strings.ToLower(command), more)
			}
		}
		return
	}
	a := l.who(word)
	if a == nil || a.Player() {
		return
	}
	l.as(a).Do(strings.ToLower(command), more)
}

// as is the same run with somebody else to act.
func (l *liveScript) as(a *Actor) *liveScript {
	r := *l.r
	r.self = "actor:" + string(a.ID)
	return &liveScript{t: l.t, r: &r, dry: l.dry, rolls: l.rolls}
}

// damage is %damage% WHO NUMBER; below 0 it heals.
func (l *liveScript) damage(rest string) {
	word, number := firstWord(rest)
	n, _ := strconv.Atoi(strings.TrimSpace(number))
	if strings.EqualFold(word, "all") {
		for _, id := range slices.Clone(l.t.s.Index.Present[l.room()]) {
			if "actor:"+string(id) != l.r.self {
				l.change(l.t.s.Actors[id], -n)
			}
		}
		return
	}
	if a := l.who(word); a != nil && n != 0 {
		l.change(a, -n)
	}
}

// ScriptHurt says that somebody was hurt by what a script tells of. HP is what they have left.
type ScriptHurt struct {
	Actor ActorID `json:"actor"`
	Harm  int     `json:"harm"`
	HP    int     `json:"hp"`
	At    Time    `json:"at"`
}

func (e ScriptHurt) fold(s *State) {
	a := s.actor(e.Actor)
	a.HP, a.HPAt = e.HP, e.At
}

func (e ScriptHurt) scene(*State) scene { return scene{actor: e.Actor, closed: true} }

func (ScriptHurt) traits() Traits { return Traits{Cue: befalls("Pain")} }

// scriptHurt takes hit points: never where nobody may be attacked, and never the last one of a person, for who dies has
// to know of whom. A creature dies of it.
func (t *Turn) scriptHurt(a *Actor, n int) string {
	room := t.s.Rooms[a.Room]
	m := t.s.mob(a)
	switch {
	case a.Presence != Here || room == nil || room.Safe || t.dying == a.ID:
		return "nobody is hurt there"
	case a.Player() && (a.Has(PowerNoHassle) || t.s.Battled(a.ID)), m != nil && (m.Guarded || t.s.wild(a) == nil),
		t.s.Battled(a.ID), a.Driver != "":
		return "they are not to be hurt"
	}
	hp := t.s.HPNow(a, t.now)
	left := max(0, hp-n)
	if a.Player() {
		left = max(1, left)
	}
	if left == hp {
		return "they have no more to lose"
	}
	t.emit(ScriptHurt{Actor: a.ID, Harm: hp - left, HP: left, At: t.now})
	if left == 0 {
		t.endFights(a)
		spawn := a.Spawn
		t.die(a, "")
		t.supply(spawn)
	}
	return ""
}

// door is %door% ROOM DIRECTION FIELD VALUE. Of doors that there are the state is set; ways that there are not cannot be
// made, nor those that are there be taken away.
func (l *liveScript) door(rest string) {
	f := strings.Fields(strings.ToLower(rest))
	if l.acts++; l.dry || len(f) < 4 {
		return
	}
	room, dir := l.t.s.roomNumbered(f[0]), dirNamed(f[1])
	exit, has := l.t.s.exit(room, dir)
	d := l.t.s.Doors[exit.Door]
	if !has || d == nil || f[2] != "flags" {
		return
	}
	shut, bolt := strings.Contains(f[3], "b"), strings.Contains(f[3], "c")
	set := func(w Work) { l.t.emit(DoorWorked{Door: d.ID, Work: w, Rooms: l.t.s.sides(d.ID)}) }
	if d.Bolt && !bolt {
		set(WorkUnlock)
	}
	if d.Shut != shut {
		if shut {
			set(WorkClose)
		} else if !d.Bolt {
			set(WorkOpen)
		}
	}
	if d.Shut && bolt && !d.Bolt {
		set(WorkLock)
	}
	if d.Resets > 0 {
		l.t.after(Time(d.Resets)*Second, TimerDoor, string(d.ID))
	}
}

func dirNamed(word string) Dir {
	for _, d := range Dirs() {
		if word != "" && strings.HasPrefix(string(d), word) {
			return d
		}
	}
	return ""
}

// elsewhere is %at% ROOM COMMAND.
func (l *liveScript) elsewhere(rest string) {
	where, line := firstWord(rest)
	command, more := firstWord(line)
	room := l.t.s.roomNumbered(where)
	if room == "" || command == "" {
		return
	}
	was := l.at
	l.at = room
	if len(command) > 1 && strings.IndexByte("mow", command[0]) >= 0 && dgCommands()["%"+command[1:]] != nil {
		command = "%" + command[1:]
	}
	l.Do(strings.ToLower(command), more)
	l.at = was
}

// transform puts a creature of another pattern, or such a thing, in place of what the script is of.
func (l *liveScript) transform(rest string) {
	number, _ := firstWord(strings.TrimPrefix(strings.TrimSpace(rest), "-"))
	if l.acts++; l.dry {
		return
	}
	kind, id := cutEntry(l.r.self)
	room := l.room()
	switch kind {
	case "actor":
		if proto := protoNumbered(l.t.s.MobSpecs, "mob-", number); proto != "" && l.t.scriptRemove(kind, id) == "" {
			l.t.scriptBeast(proto, room)
		}
	case "item":
		it := l.t.s.Items[ItemID(id)]
		if proto := protoNumbered(l.t.s.ItemSpecs, "item-", number); proto != "" && it != nil {
			holder := l.t.s.Actors[it.At.Actor]
			if l.t.scriptRemove(kind, id) == "" {
				l.t.scriptItem(proto, room, holder)
			}
		}
	}
}

// goes is mgoto: the creature is elsewhere.
func (l *liveScript) goes(rest string) {
	_, id := cutEntry(l.r.self)
	if l.acts++; l.dry {
		return
	}
	if a := l.t.s.Actors[ActorID(id)]; a != nil {
		word, _ := firstWord(rest)
		l.t.scriptHaul(a, l.t.s.roomNumbered(word))
	}
}

// junk has a creature destroy what it holds.
func (l *liveScript) junk(rest string) {
	_, id := cutEntry(l.r.self)
	if l.acts++; l.dry {
		return
	}
	word, _ := firstWord(strings.ToLower(rest))
	word = strings.TrimPrefix(word, "all.")
	for _, held := range slices.Clone(l.t.s.Index.Held[ActorID(id)]) {
		it := l.t.s.Items[held]
		if it != nil && (word == "all" || slices.Contains(l.t.s.ItemWords(it), word)) {
			l.t.scriptRemove("item", string(held))
		}
	}
}

// spells are what dg_cast does: hit points for each level of the creature, given or taken, up to a most.
func spellOf(name string) (each, most int) {
	switch name {
	case "cure light":
		return 1, 10
	case "cure critic":
		return 2, 30
	case "heal", "group heal":
		return 4, 100
	case "magic missile", "chill touch", "burning hands", "shocking grasp":
		return -1, 20
	case "lightning bolt", "color spray", "call lightning", "earthquake", "dispel evil", "dispel good", "energy drain":
		return -2, 40
	case "fireball", "harm", "fire breath", "frost breath", "acid breath", "gas breath", "lightning breath":
		return -3, 60
	}
	return 0, 0
}

// spellLevels is the level at which things and rooms cast.
const spellLevels = 10

// cast is dg_cast 'spell' WHO. Spells that heal or hurt do; others are upon their target for a time, with the name alone.
func (l *liveScript) cast(rest string) {
	rest = strings.TrimSpace(rest)
	name, target := firstWord(rest)
	if len(rest) > 1 && rest[0] == '\'' {
		if end := strings.IndexByte(rest[1:], '\''); end >= 0 {
			name, target = rest[1:end+1], strings.TrimSpace(rest[end+2:])
		}
	}
	name = strings.ToLower(strings.TrimSpace(name))
	word, _ := firstWord(target)
	a := l.who(word)
	if a == nil {
		_, id := cutEntry(l.r.self)
		if a = l.t.s.Actors[ActorID(id)]; a == nil {
			a = l.t.me
		}
	}
	if a == nil || name == "" {
		return
	}
	level := spellLevels
	if _, id := cutEntry(l.r.self); l.t.s.Actors[ActorID(id)] != nil {
		level = l.t.s.Actors[ActorID(id)].Level
	}
	if each, most := spellOf(name); each != 0 {
		n := min(max(1, level), most/max(each, -each)) * each
		l.change(a, n)
		return
	}
	const lasts = 300
	l.upon(a, name, lasts)
}

// upon puts an effect on somebody that is no more than its name.
func (l *liveScript) upon(a *Actor, name string, seconds int) {
	if l.acts++; l.dry || len(name) > effectsBytes/2 || seconds < 1 {
		return
	}
	l.t.affect(a, "", &EffectSpec{Name: Clean(name), For: min(seconds, EffectMost)})
}

// affect is dg_affect WHO WHAT VALUE DURATION, in hours of the game.
func (l *liveScript) affect(rest string) {
	f := strings.Fields(rest)
	if len(f) < 3 {
		return
	}
	a := l.who(f[0])
	if a == nil {
		return
	}
	hours, _ := strconv.Atoi(f[len(f)-1])
	if strings.EqualFold(f[2], "off") {
		if e := a.effect(strings.ToLower(f[1])); e != nil {
			if l.acts++; !l.dry {
				l.t.emit(EffectEnded{Actor: a.ID, Name: e.Name, Text: e.Ends})
				l.t.timeEffects(a)
			}
		}
		return
	}
	const tick = 75 // seconds of an hour of DG
	l.upon(a, strings.ToLower(f[1]), hours*tick)
}
