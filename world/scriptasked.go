package world

import (
	"slices"
	"strconv"
)

// Further places where scripts are asked. Those in fights wait a second, so that no run meets a blow half way.

// hears reports whether a hook asks a script.
func (t *Turn) hears(id ScriptID, hook string) bool {
	return t.s.runs(id) && t.s.Scripter.Has(t.s.Scripts[id], hook)
}

// stirs runs the scripts of something a while later, at a hook.
func (t *Turn) stirs(self string, named []ScriptID, r scriptRun, seconds int) {
	for _, id := range t.s.scriptsWith(self, named) {
		if !t.hears(id, r.hook) {
			continue
		}
		one := r
		one.id, one.self = id, self
		if t.s.Scripts[id].Steps() {
			t.starts(&one, seconds)
			continue
		}
		var data map[string]any
		if r.text != "" {
			data = map[string]any{"text": r.text}
		}
		t.scriptWaits(&one, max(Second, Time(seconds)*Second), r.hook, data)
	}
}

// reactMoreScripts is reactScripts for what is rarer.
func (t *Turn) reactMoreScripts(e Event) {
	switch e := e.(type) {
	case MobMade:
		if m := t.s.wild(t.s.Actors[e.Actor]); m != nil && len(m.Scripts) > 0 {
			t.stirs("actor:"+string(e.Actor), m.Scripts, scriptRun{room: e.Room, hook: "on_load"}, 0)
		}
	case ItemMade:
		if it := t.s.Items[e.Item]; it != nil && len(t.s.spec(it).Scripts) > 0 {
			self := "item:" + string(e.Item)
			t.stirs(self, t.s.spec(it).Scripts, scriptRun{room: t.s.selfRoom(self), hook: "on_load", item: it}, 0)
		}
	case BlowLanded:
		t.scriptFought("on_fight", e.Actor, e.Target)
		t.scriptFought("on_hurt", e.Target, e.Actor)
	case BlowMissed:
		t.scriptFought("on_fight", e.Actor, e.Target)
	case CoinsGiven:
		t.scriptBribe(e)
	case Emoted:
		t.scriptSeen(e.Actor, e.Text)
	case Gestured:
		t.scriptSeen(e.Actor, e.Others)
	default:
	}
}

// scriptWorn is scriptHandled for what is put on and taken off: only the thing's own scripts are asked.
func (t *Turn) scriptWorn(hook string, who ActorID, item ItemID) {
	a, it := t.s.Actors[who], t.s.Items[item]
	if t.scriptsOff(a) || it == nil {
		return
	}
	t.scriptsOf(it, func(id ScriptID, self string) {
		t.runScript(&scriptRun{id: id, self: self, room: a.Room, who: a, hook: hook, item: it})
	})
}

// mayWear asks the scripts of a thing whether somebody may put it on or take it off.
func (t *Turn) mayWear(hook string, item ItemID) (refusal *Refusal) {
	it := t.s.Items[item]
	if t.scriptsOff(t.me) || it == nil {
		return nil
	}
	t.scriptsOf(it, func(id ScriptID, self string) {
		if refusal == nil {
			refusal = t.asks(&scriptRun{id: id, self: self, room: t.me.Room, who: t.me, hook: hook, item: it})
		}
	})
	return refusal
}

// scriptFought has a creature that struck at another, or was struck by it, do something besides.
func (t *Turn) scriptFought(hook string, one, other ActorID) {
	a, foe := t.s.Actors[one], t.s.Actors[other]
	if a == nil || foe == nil || t.s.wild(a) == nil {
		return
	}
	t.stirs("actor:"+string(one), t.s.wild(a).Scripts, scriptRun{room: a.Room, who: foe, hook: hook}, 1)
}

// bribable reports whether a creature takes coins: one of whose scripts hears of it.
func (t *Turn) bribable(to *Actor) bool {
	m := t.s.wild(to)
	return m != nil && !t.scriptsOff(t.me) && slices.ContainsFunc(t.s.scriptsWith("actor:"+string(to.ID), m.Scripts),
		func(id ScriptID) bool { return t.hears(id, "on_bribe") })
}

func (t *Turn) scriptBribe(e CoinsGiven) {
	a, to := t.s.Actors[e.Actor], t.s.Actors[e.To]
	if t.scriptsOff(a) || to == nil || t.s.wild(to) == nil {
		return
	}
	r := scriptRun{room: to.Room, who: a, hook: "on_bribe", text: strconv.Itoa(e.Coins)}
	t.stirs("actor:"+string(to.ID), t.s.wild(to).Scripts, r, 0)
}

// scriptSeen has the creatures around somebody do something about what they were seen to do.
func (t *Turn) scriptSeen(who ActorID, text string) {
	a := t.s.Actors[who]
	if t.scriptsOff(a) {
		return
	}
	t.scriptsIn(a.Room, a.ID, func(id ScriptID, self string) {
		t.runScript(&scriptRun{id: id, self: self, room: a.Room, who: a, hook: "on_act", text: text})
	})
}

// scriptComes has a creature that walked to where somebody is do something.
func (t *Turn) scriptComes(e Moved) {
	a := t.s.Actors[e.Actor]
	if a == nil || a.Player() || e.Dir == "" {
		return
	}
	m := t.s.wild(a)
	if m == nil || len(m.Scripts) == 0 {
		return
	}
	for _, id := range t.s.Index.Present[a.Room] {
		if who := t.s.Actors[id]; who.Player() {
			t.stirs("actor:"+string(a.ID), m.Scripts, scriptRun{room: a.Room, who: who, hook: "on_come", dir: e.Dir}, 0)
			return
		}
	}
}

// near calls for each script of a zone that is in a room with somebody, or in somebody's hands.
func (t *Turn) near(zone string, each func(id ScriptID, self string, room RoomID)) {
	seen := map[RoomID]bool{}
	for _, who := range t.s.Index.Awake {
		room := t.s.Actors[who].Room
		if t.s.zoneAt(room) != zone {
			continue
		}
		things := t.s.Index.Held[who]
		if !seen[room] {
			seen[room] = true
			t.scriptsIn(room, "", func(id ScriptID, self string) { each(id, self, room) })
			t.scriptsOfAll(t.s.Index.Floor[room], room, each)
		}
		t.scriptsOfAll(things, room, each)
	}
}

func (t *Turn) scriptsOfAll(things []ItemID, room RoomID, each func(id ScriptID, self string, room RoomID)) {
	for _, id := range things {
		if it := t.s.Items[id]; it != nil && len(t.s.spec(it).Scripts) > 0 {
			t.scriptsOf(it, func(id ScriptID, self string) { each(id, self, room) })
		}
	}
}

// restless reports whether something near somebody in a zone does something as time goes by.
func (t *Turn) restless(zone string) (is bool) {
	if len(t.s.Scripts) == 0 || t.s.Scripter == nil {
		return false
	}
	t.near(zone, func(id ScriptID, _ string, _ RoomID) {
		is = is || t.hears(id, "on_random") || t.hears(id, "on_hour")
	})
	return is
}

// passScripts lets the scripts near people in a zone do what they do as time goes by.
func (t *Turn) passScripts(zone string) {
	if len(t.s.Scripts) == 0 || t.s.Scripter == nil {
		return
	}
	began := t.now/GameHour != (t.now-roamPeriod)/GameHour
	t.near(zone, func(id ScriptID, self string, room RoomID) {
		r := scriptRun{room: room, hook: "on_random"}
		if t.hears(id, r.hook) && !t.full() {
			t.stirs(self, []ScriptID{id}, r, 0)
		}
		r.hook = "on_hour"
		if began && t.hears(id, r.hook) && !t.full() {
			t.stirs(self, []ScriptID{id}, r, 0)
		}
	})
}
