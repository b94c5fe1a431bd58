package world

// viewMost is how many things or people a script sees in one place.
const viewMost = 50

// scriptView is what a script may look at.
func (t *Turn) scriptView(r *scriptRun) map[string]any {
	out := map[string]any{
		"hook": r.hook, "hour": t.now.Hour(), "dir": string(r.dir),
		"self": t.selfView(r.self), "room": t.roomView(r.room), "who": nil, "item": nil,
		"text": func() any { t.hearOwn(r); return r.text },
		"data": func() any { t.hearOwn(r); return scriptValues(r.data) },
	}
	if r.who != nil {
		out["who"] = t.actorView(r.who)
	}
	if r.item != nil {
		out["item"] = t.itemView(r.item)
	}
	return out
}

func (t *Turn) selfView(self string) any {
	switch kind, id := cutEntry(self); kind {
	case "room":
		return t.roomView(RoomID(id))
	case "actor":
		if a := t.s.Actors[ActorID(id)]; a != nil {
			return t.actorView(a)
		}
	case "item":
		if it := t.s.Items[ItemID(id)]; it != nil {
			return t.itemView(it)
		}
	}
	return nil
}

func (t *Turn) actorView(a *Actor) map[string]any {
	return map[string]any{
		"kind": "creature", "id": string(a.ID), "name": a.Name, "pattern": string(a.Proto), "level": a.Level,
		"coins": a.Coins, "person": a.Player(), "guest": a.Guest(), "hp": a.HP,
		"things": func() any { return t.patterns(t.s.Index.Held[a.ID]) },
	}
}

func (t *Turn) itemView(it *Item) map[string]any {
	return map[string]any{
		"kind": "thing", "id": string(it.ID), "name": t.s.ItemName(it), "pattern": string(it.Proto),
		"shut": it.Shut, "worn": it.Worn != "",
	}
}

func (t *Turn) roomView(id RoomID) any {
	r := t.s.Rooms[id]
	if r == nil {
		return nil
	}
	return map[string]any{
		"kind": "room", "id": string(id), "name": r.Name, "zone": r.Zone,
		"things": func() any { return t.patterns(t.s.Index.Floor[id]) },
		"people": func() any {
			return t.those(id, func(a *Actor) (string, bool) { return a.Name, a.Player() })
		},
		"creatures": func() any {
			return t.those(id, func(a *Actor) (string, bool) { return string(a.Proto), !a.Player() })
		},
		"dark": func() any { return !t.s.Bright(id, t.now) },
	}
}

func (t *Turn) patterns(ids []ItemID) []string {
	out := []string{}
	for _, id := range ids[:min(len(ids), viewMost)] {
		out = append(out, string(t.s.Items[id].Proto))
	}
	return out
}

func (t *Turn) those(room RoomID, is func(*Actor) (string, bool)) []string {
	out := []string{}
	for _, id := range t.s.Index.Present[room] {
		a := t.s.Actors[id]
		if name, counts := is(a); counts && t.s.Sees(nil, a) && len(out) < viewMost {
			out = append(out, name)
		}
	}
	return out
}
