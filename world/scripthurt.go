package world

import (
	"strconv"
	"strings"
)

// How scripts in DG hurt, heal and cast.

// damage is %damage% WHO NUMBER; below 0 it heals.
func (l *liveScript) damage(rest string) {
	word, number := firstWord(rest)
	n, _ := strconv.Atoi(strings.TrimSpace(number))
	if strings.EqualFold(word, "all") {
		for _, id := range l.t.s.apparent(l.room()) {
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

// cast is dg_cast 'spell' WHO. Spells that heal or hurt do; others are upon their target for a time, with the name
// alone.
func (l *liveScript) cast(rest string) {
	rest = strings.TrimSpace(rest)
	name, target := firstWord(rest)
	if len(rest) > 1 && (rest[0] == '\'' || rest[0] == '"') {
		if end := strings.IndexByte(rest[1:], rest[0]); end >= 0 {
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
	most := EffectMost
	if a.Player() && seconds > unvouchedEffect && !l.vouched("upon people it puts nothing for more than a minute") {
		most = unvouchedEffect
	}
	l.t.affect(a, "", &EffectSpec{Name: Clean(name), For: min(seconds, most)})
}

// unvouchedEffect is for how many seconds a script of which nobody answers puts something upon people.
const unvouchedEffect = 60

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
