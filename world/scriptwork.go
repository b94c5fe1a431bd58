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
			for name := range anyhow(table) {
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
	if _, r := speech(e.Text); r != nil || !l.within(e.Room) {
		return
	}
	l.acts++
	if l.t.s.forges(e.Text) {
		if !l.dry {
			l.t.traceLost(l.r, e.Text+": "+forgery)
		}
		return
	}
	if l.dry {
		me := l.t.me
		if me != nil && (e.To == me.ID || e.To == "" && e.But != me.ID && e.Room == me.Room) {
			l.heard = append(l.heard, e.Text)
		}
		return
	}
	if l.t.s.Rooms[e.Room] != nil && (e.To != "" || len(l.t.s.Index.Present[e.Room]) > 0) {
		l.r.words += len(e.Text)
		l.t.emit(e)
	}
}

func firstWord(s string) (string, string) {
	word, rest, _ := strings.Cut(strings.TrimSpace(s), " ")
	return word, strings.TrimSpace(rest)
}

// who finds somebody within reach by a reference or a name.
func (l *liveScript) who(word string) *Actor {
	ref := l.find(word)
	if kind, id := cutEntry(strings.TrimPrefix(ref, refMark)); kind == "actor" {
		if a := l.t.s.Actors[ActorID(id)]; l.reaches(a) {
			return a
		}
	}
	return nil
}

// within reports whether a run acts on a room: on those of the zone in which it happens, and no others.
func (l *liveScript) within(room RoomID) bool {
	home := l.t.s.selfRoom(l.r.self)
	if home == "" {
		home = l.r.room
	}
	return room != "" && l.t.s.zoneAt(room) == l.t.s.zoneAt(home)
}

// reaches reports whether a run acts on somebody.
func (l *liveScript) reaches(a *Actor) bool {
	return a != nil && a.Presence != Away && l.within(a.Room) && !(a.Player() && a.Has(PowerInvis))
}

// handles reports whether a run makes something else of a thing: of what lies or is carried within its reach.
func (l *liveScript) handles(it *Item) bool {
	if it == nil {
		return false
	}
	room := l.t.s.selfRoom("item:" + string(it.ID))
	return "item:"+string(it.ID) == l.r.self || l.within(room)
}

// scriptWho finds somebody in a room by a name, or a person by theirs wherever they are.
func (t *Turn) scriptWho(word string, room RoomID) *Actor {
	word = strings.ToLower(word)
	for _, id := range t.s.apparent(room) {
		a := t.s.Actors[id]
		if word == string(id) || slices.Contains(t.s.ActorWords(a), word) || isNumbered(string(a.Proto), word) {
			return a
		}
	}
	if a := t.s.PlayerNamed(word); a != nil && !a.Has(PowerInvis) {
		return a
	}
	return nil
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
		for _, id := range l.t.s.apparent(l.room()) {
			if "actor:"+string(id) != l.r.self {
				l.haul(l.t.s.Actors[id], to)
			}
		}
		return
	}
	if a := l.who(word); a != nil {
		l.haul(a, to)
	}
}

// haul moves somebody without an exit, as far as they may be there at all. A creature stays in the zone, with what its
// scripts reach; a wizard whom nothing is to trouble stays where they are.
func (l *liveScript) haul(a *Actor, to RoomID) {
	t := l.t
	room := t.s.Rooms[to]
	switch {
	case room == nil || a == nil || a.Presence == Away || a.Room == to:
		return
	case a.Player() && (!t.s.Admits(a, room) || t.s.jailed(a, t.now) != nil || a.Has(PowerNoHassle)):
		return
	case a.Player() && (len(room.Exits) == 0 || a.Rank() >= RoleWizard) && !l.vouched("it sends no wizards, and nobody "+
		"where no way leads out,"):
		return
	case !a.Player() && (t.s.wild(a) == nil || a.Driver != "" || !l.within(to)), t.s.Battled(a.ID), t.dying == a.ID:
		return
	}
	if _, why := t.s.bars(a, room); why != "" {
		return
	}
	t.endFights(a)
	t.emit(Moved{Actor: a.ID, From: a.Room, To: to, Manner: Conjured}) // by nobody: who set it off may know nothing of it
}

// force has a creature do what anybody does. What a person does is never a script's: a look, which says nothing to
// others, is left out, for who is moved sees the place anyhow; a gesture is told as something that came over them.
func (l *liveScript) force(rest string) {
	word, line := firstWord(rest)
	command, more := firstWord(line)
	if strings.EqualFold(word, "all") {
		for _, id := range l.t.s.apparent(l.room()) {
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

// door is %door% ROOM DIRECTION FIELD VALUE. Of doors that there are the state is set; ways that there are not cannot
// be made, nor those that are there be taken away.
func (l *liveScript) door(rest string) {
	f := strings.Fields(strings.ToLower(rest))
	if l.acts++; l.dry || len(f) < 4 {
		return
	}
	room, dir := l.t.s.roomNumbered(f[0]), dirNamed(f[1])
	exit, has := l.t.s.exit(room, dir)
	d := l.t.s.Doors[exit.Door]
	if !has || d == nil || f[2] != "flags" || !l.within(room) {
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
	if command == "" || !l.within(room) {
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

// goes is mgoto: the creature is elsewhere.
func (l *liveScript) goes(rest string) {
	_, id := cutEntry(l.r.self)
	if l.acts++; l.dry {
		return
	}
	if a := l.t.s.Actors[ActorID(id)]; a != nil {
		word, _ := firstWord(rest)
		l.haul(a, l.t.s.roomNumbered(word))
	}
}
