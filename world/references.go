package world

import (
	"cmp"
	"fmt"
	"slices"
)

// Content names other content: an exit leads to a room, a rule makes a thing. A pack is looked over as a whole where it
// is read; an edit from inside is looked over here, so that nothing it sets names what there is not, and nothing it
// withdraws is named by what stays.

// refer is called for each entry that another one names.
type refer func(kind, id string)

func (r *RoomSpec) refs(to refer) {
	for _, x := range r.Exits {
		to("room", string(x.To))
		to("door", string(x.Door))
	}
	if r.Tidal != nil {
		to("room", string(r.Tidal.Swept))
	}
	for i := range r.Extras {
		r.Extras[i].When.refs(to)
	}
	for i := range r.Also {
		r.Also[i].When.refs(to)
	}
	gatherRefs(r.Gathers, to)
	scriptRefs(r.Scripts, to)
	if b := r.Battle; b != nil {
		for _, m := range b.Foes {
			to("mob", string(m))
		}
		for _, w := range b.Wits {
			to("item", string(w.Gives))
		}
	}
}

func (d *DoorSpec) refs(to refer) { to("item", string(d.Key)) }

func scriptRefs(scripts []ScriptID, to refer) {
	for _, id := range scripts {
		to(kindScript, string(id))
	}
}

func (it *ItemSpec) refs(to refer) {
	scriptRefs(it.Scripts, to)
	if it.Holds != nil {
		to("item", string(it.Holds.Key))
	}
	for i := range it.Extras {
		it.Extras[i].When.refs(to)
	}
	if it.Drinks != nil {
		to(kindLiquid, string(it.Drinks.Liquid))
	}
	figureRefs(it.Figures, it.Bars, to)
}

func (m *MobSpec) refs(to refer) {
	scriptRefs(m.Scripts, to)
	if k := m.Keeps; k != nil {
		for _, id := range k.Items {
			to("item", string(id))
		}
		for _, id := range k.Doors {
			to("door", string(id))
		}
	}
	if m.Wanders != nil {
		for _, id := range m.Wanders.Rooms {
			to("room", string(id))
		}
	}
	for _, id := range m.Helps {
		to("mob", string(id))
	}
	for i := range m.On {
		to("item", string(m.On[i].Give))
		to("item", string(m.On[i].Gives))
		m.On[i].When.refs(to)
	}
	if m.Ready != nil {
		to("room", string(m.Ready.Room))
		for _, k := range m.Ready.Kit {
			to("item", string(k.Item))
		}
	}
	figureRefs(m.Figures, m.Hates, to)
	m.Trade.refs(to)
	if m.Mind != nil {
		m.Mind.refs(to)
	}
}

func (m *MindSpec) refs(to refer) {
	for _, r := range m.Relations {
		to("mob", string(r.To))
	}
	for _, r := range m.Rounds {
		to("room", string(r.Room))
	}
	for _, g := range m.Gives {
		to("item", string(g.Item))
	}
	for _, w := range slices.Concat(m.Sells, m.Buys) {
		to("item", string(w.Item))
	}
	for _, id := range m.Fights {
		to("mob", string(id))
	}
	for _, id := range m.Shuns {
		to("room", string(id))
	}
	for _, id := range m.Unlocks {
		to("door", string(id))
	}
	for _, id := range m.Opens {
		to("item", string(id))
	}
	for _, l := range m.Teaches {
		to("room", string(l.Room))
		to(kindCraft, string(l.Craft))
	}
	for _, p := range m.Promises {
		to("item", string(p.Item))
		to("mob", string(p.For.Beats))
	}
	if m.Hire != nil {
		to("item", string(m.Hire.Takes))
		for _, id := range m.Hire.Never {
			to("room", string(id))
		}
	}
	for _, w := range m.whens() {
		w.refs(to)
	}
}

func (sp *SpawnSpec) refs(to refer) {
	to("item", string(sp.Item))
	to("mob", string(sp.Mob))
	to("room", string(sp.Room))
	for _, id := range []SpawnID{sp.In, sp.On, sp.Of} {
		to("spawn", string(id))
	}
	sp.When.refs(to)
}

func (q *QuestSpec) refs(to refer) {
	to("room", string(q.Room))
	for _, n := range q.Needs {
		for _, id := range []ProtoID{n.Find, n.Give} {
			to("item", string(id))
		}
		for _, id := range []ProtoID{n.Slay, n.Outwit, n.To} {
			to("mob", string(id))
		}
		to("room", string(n.Reach))
	}
	for _, thing := range slices.Concat(q.Lends, q.Gives) {
		to("item", string(thing.Item))
	}
	for _, id := range slices.Concat(q.After, q.Bars) {
		to("quest", string(id))
	}
}

func (b *TableSpec) refs(to refer) {
	to("room", string(b.Room))
	to("item", string(b.Thing))
}

// setRefs calls to for all that the entries of an edit name, with who names it.
func (e *Entries) setRefs(to func(from Key, kind, id string)) {
	each := func(from Key, refs func(refer)) {
		refs(func(kind, id string) {
			if id != "" {
				to(from, kind, id)
			}
		})
	}
	for i := range e.Rooms {
		each(Key{"room", string(e.Rooms[i].ID)}, e.Rooms[i].refs)
	}
	for i := range e.Doors {
		each(Key{"door", string(e.Doors[i].ID)}, e.Doors[i].refs)
	}
	for i := range e.Items {
		each(Key{"item", string(e.Items[i].ID)}, e.Items[i].refs)
	}
	for i := range e.Mobs {
		each(Key{"mob", string(e.Mobs[i].ID)}, e.Mobs[i].refs)
	}
	for i := range e.Spawns {
		each(Key{"spawn", string(e.Spawns[i].ID)}, e.Spawns[i].refs)
	}
	for i := range e.Quests {
		each(Key{"quest", string(e.Quests[i].ID)}, e.Quests[i].refs)
	}
	for i := range e.Tables {
		each(Key{"table", string(e.Tables[i].ID)}, e.Tables[i].refs)
	}
	for i := range e.Crafts {
		each(Key{kindCraft, string(e.Crafts[i].ID)}, e.Crafts[i].refs)
	}
	for i := range e.Recipes {
		each(Key{kindRecipe, string(e.Recipes[i].ID)}, e.Recipes[i].refs)
	}
}

// allRefs calls to for all that the content of a state names, in no order.
func (s *State) allRefs(to func(from Key, kind, id string)) {
	each := func(from Key, refs func(refer)) {
		refs(func(kind, id string) {
			if id != "" {
				to(from, kind, id)
			}
		})
	}
	for id, r := range anyhow(s.Rooms) {
		each(Key{"room", string(id)}, r.refs)
	}
	for id, d := range anyhow(s.Doors) {
		each(Key{"door", string(id)}, d.refs)
	}
	for id, it := range anyhow(s.ItemSpecs) {
		each(Key{"item", string(id)}, it.refs)
	}
	for id, m := range anyhow(s.MobSpecs) {
		each(Key{"mob", string(id)}, m.refs)
	}
	for id, sp := range anyhow(s.Spawns) {
		each(Key{"spawn", string(id)}, sp.refs)
	}
	for id, q := range anyhow(s.Quests) {
		each(Key{"quest", string(id)}, q.refs)
	}
	for id, b := range anyhow(s.Boards) {
		each(Key{"table", string(id)}, b.refs)
	}
	for id, c := range anyhow(s.Crafts) {
		each(Key{kindCraft, string(id)}, c.refs)
	}
	for id, r := range anyhow(s.Recipes) {
		each(Key{kindRecipe, string(id)}, r.refs)
	}
}

// ScriptUsers returns for each script what content names it, in order.
func (s *State) ScriptUsers() map[ScriptID][]Key {
	out := map[ScriptID][]Key{}
	s.allRefs(func(from Key, kind, id string) {
		if kind == "script" {
			out[ScriptID(id)] = append(out[ScriptID(id)], from)
		}
	})
	for _, keys := range anyhow(out) {
		slices.SortFunc(keys, func(a, b Key) int { return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.ID, b.ID)) })
	}
	return out
}

// dangling refuses an edit that names what there would not be.
func (s *State) dangling(e *Entries) (r *Refusal) {
	e.setRefs(func(from Key, kind, id string) {
		if r != nil || e.Entry(kind, id) != nil {
			return
		}
		switch {
		case slices.Contains(shelved(kind).gone(e), id):
			r = refuse(CodeCannot, fmt.Sprintf("The %s %s is named by the %s %s; change that first.", kind, Clean(id), from.Kind,
				from.ID))
		case s.Entry(kind, id) == nil:
			r = refuse(CodeUnknown, fmt.Sprintf("The %s %s names the %s %s, and there is none.", from.Kind, from.ID, kind,
				Clean(id)))
		}
	})
	return r
}

// inUse refuses an edit that withdraws what is named by what stays, or of which something is in the world.
func (s *State) inUse(e *Entries) (r *Refusal) {
	gone := map[Key]bool{}
	var kinds []string
	for _, k := range shelves {
		for _, id := range k.gone(e) {
			gone[Key{k.kind, id}] = true
			kinds = append(kinds, k.kind)
		}
	}
	kinds = slices.Compact(kinds)
	if len(gone) == 0 {
		return nil
	}
	for _, p := range Ordered(s.Packs) {
		if gone[Key{"room", string(p.Start)}] {
			return refuse(CodeCannot, "People arrive in "+string(p.Start)+"; it cannot be withdrawn.")
		}
	}
	for _, id := range []ProtoID{corpseProto, coinProto} {
		if gone[Key{"item", string(id)}] {
			return refuse(CodeCannot, "The rules themselves need the item "+string(id)+"; it cannot be withdrawn.")
		}
	}
	var first, named Key
	s.allRefs(func(from Key, kind, id string) {
		of := Key{kind, id}
		if slices.Contains(kinds, kind) && gone[of] && !gone[from] && e.Entry(from.Kind, from.ID) == nil &&
			(first.Kind == "" || cmp.Or(byKey(from, first), byKey(of, named)) < 0) {
			first, named = from, of
		}
	})
	if first.Kind != "" {
		return refuse(CodeCannot, fmt.Sprintf("The %s %s is named by the %s %s; change that first.", named.Kind, named.ID,
			first.Kind, first.ID))
	}
	made := s.madeBy(e.Gone.Spawns)
	var left []string
	if len(e.Gone.Items) > 0 {
		for id, it := range anyhow(s.Items) {
			if slices.Contains(e.Gone.Items, it.Proto) && !slices.Contains(made.items, id) {
				left = append(left, string(id))
			}
		}
	}
	if len(e.Gone.Mobs) > 0 {
		for id, a := range anyhow(s.Actors) {
			if a.Proto != "" && slices.Contains(e.Gone.Mobs, a.Proto) && !slices.Contains(made.actors, id) {
				left = append(left, string(id))
			}
		}
	}
	if len(left) > 0 {
		return refuse(CodeCannot, fmt.Sprintf("There is one in the world, %s%s. It has to be gone first; a wizard's purge "+
			"takes it.", slices.Min(left), s.whereNow(slices.Min(left))))
	}
	return nil
}

// whereNow says of a thing or a creature where it is: ", in room quay" or ", with Ann".
func (s *State) whereNow(id string) string {
	where := s.Actors[ActorID(id)]
	if it := s.Items[ItemID(id)]; it != nil {
		if where = s.Actors[it.At.Actor]; where != nil {
			return ", with " + where.Name
		}
		if it.At.Room != "" {
			return ", in room " + string(it.At.Room)
		}
	}
	if where != nil && where.Room != "" {
		return ", in room " + string(where.Room)
	}
	return ""
}

// coined refuses an edit that makes coins of a pattern's things, or things of its coins, while there are any: money
// would come of nothing, or be lost.
func (s *State) coined(e *Entries) *Refusal {
	turned := map[ProtoID]bool{}
	for i := range e.Items {
		now := &e.Items[i]
		if was := s.ItemSpecs[now.ID]; was != nil && was.Coins != now.Coins {
			turned[now.ID] = true
		}
	}
	if len(turned) == 0 {
		return nil
	}
	var left []ItemID
	for id, it := range anyhow(s.Items) {
		if turned[it.Proto] {
			left = append(left, id)
		}
	}
	if len(left) == 0 {
		return nil
	}
	return refuse(CodeCannot, fmt.Sprintf("There is one in the world, %s, and it cannot become coins, or cease to be; "+
		"purge it first.", slices.Min(left)))
}
