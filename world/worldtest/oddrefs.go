package worldtest

import "github.com/mudlark-mud/mudlark/world"

// refs bends what the parts of a pack call each other by: rooms, quests and minds name what is there, what is something
// else, and what is not there at all. The check of a pack refuses most of it; a world holds all of it.
func (o odd) refs(p *world.Pack) {
	for i := range p.Rooms {
		if o.oneIn(4) {
			o.place(&p.Rooms[i], p)
		}
	}
	for i := range p.Quests {
		if !o.oneIn(3) {
			continue
		}
		q := &p.Quests[i]
		q.Room, q.Needs = o.room(p), nil
		for range 1 + o.int("needs", 3) {
			q.Needs = append(q.Needs, o.need(p))
		}
		q.Order, q.Again = o.oneIn(3), o.int("again", 3)*20
		if o.oneIn(2) {
			q.After, q.Bars = []world.QuestID{oddOf(o, "quest before", p.Quests).ID}, []world.QuestID{"no-quest", q.ID}
		}
		q.Lends = []world.QuestThing{{Item: o.proto(p), Count: o.int("lent", 30) - 1}}
		q.Gives = []world.QuestThing{{Item: o.proto(p), Count: o.int("given", 30) - 1}, {Item: o.proto(p)}}
	}
	for i := range p.Mobs {
		if m := &p.Mobs[i]; m.Ready == nil && o.oneIn(3) {
			m.Mind = o.mind(p)
		}
		if m := &p.Mobs[i]; m.Wanders != nil && o.oneIn(2) {
			m.Wanders.Rooms, m.Helps = []world.RoomID{o.room(p), o.room(p), o.room(p)}, []world.ProtoID{o.proto(p)}
		}
		if m := &p.Mobs[i]; m.Ready == nil && o.oneIn(3) {
			m.Keeps = &world.KeepsSpec{
				Items: []world.ProtoID{o.proto(p), o.proto(p)}, Text: "It is in the way.",
				Doors: []world.DoorID{oddOf(o, "kept door", []world.DoorID{"hatch", "grate", "no-door"})},
			}
		}
	}
}

// need draws what a quest asks for, as often as it likes.
func (o odd) need(p *world.Pack) world.NeedSpec {
	n := world.NeedSpec{Count: o.int("how often", 5) - 1}
	switch o.int("need", 6) {
	case 0:
		n.Find = o.proto(p)
	case 1:
		n.Slay = o.proto(p)
	case 2:
		n.Outwit = o.proto(p)
	case 3:
		n.Say, n.To = []string{"ahoy"}, o.proto(p)
	case 4:
		n.Give, n.To = o.proto(p), o.proto(p)
	default:
		n.Reach = o.room(p)
	}
	return n
}

// room draws the id of a room, or of none.
func (o odd) room(p *world.Pack) world.RoomID {
	if o.oneIn(4) {
		return "nowhere"
	}
	return oddOf(o, "room", p.Rooms).ID
}

// proto draws the id of a thing, of a creature, or of nothing.
func (o odd) proto(p *world.Pack) world.ProtoID {
	switch o.int("pattern", 4) {
	case 0:
		return "grail"
	case 1:
		return oddOf(o, "creature", p.Mobs).ID
	default:
		return oddOf(o, "thing", p.Items).ID
	}
}

// place bends one room.
func (o odd) place(r *world.RoomSpec, p *world.Pack) {
	switch o.int("of a room", 3) { // not the tide: where it leaves no dry place to be, nobody can come in but into the sea
	case 0:
		for i := range r.Exits {
			r.Exits[i].To = o.room(p)
			r.Exits[i].Door = oddOf(o, "door", []world.DoorID{"", "hatch", "grate", "no-door"})
		}
	case 1:
		r.Extras = append(r.Extras, world.ExtraSpec{
			Keys: []string{"lever"}, Desc: "A lever.", Leads: oddOf(o, "dir", world.Dirs()),
			Does: []world.DoesSpec{{Verbs: world.Touches()[:2], Text: "It gives."}}, When: o.when(p),
		})
		r.Also = append(r.Also, world.AlsoSpec{When: o.when(p), Text: "And more."})
	case 2:
		r.Battle = &world.BattleSpec{
			Foes: []world.ProtoID{o.proto(p), o.proto(p)},
			Wits: []world.WitSpec{{Gives: o.proto(p), Text: "That ends it.", Anytime: o.oneIn(2)}},
		}
	default:
		r.Zone = "elsewhere"
	}
}

// when draws a condition, of what there is or not; nil for none.
func (o odd) when(p *world.Pack) *world.WhenSpec {
	switch o.int("when", 5) {
	case 0:
		return &world.WhenSpec{Tide: []world.Tide{world.TideLow, world.TideFlow}}
	case 1:
		return &world.WhenSpec{Hours: []int{o.int("from", 11), 12 + o.int("to", 11)}}
	case 2:
		return &world.WhenSpec{Carries: o.proto(p)}
	case 3:
		return &world.WhenSpec{
			Quest: oddOf(o, "quest", []world.QuestID{"errand", "no-quest"}), Stage: oddOf(o, "stage", world.WhenStages()),
		}
	case 4:
		return &world.WhenSpec{Craft: oddOf(o, "craft", []world.CraftID{"mudding", "no-craft"}), From: 1 + o.int("from", 9)}
	default:
		return nil
	}
}

// season draws a condition of a rule, which may ask for tide and hour alone.
func (o odd) season(p *world.Pack) *world.WhenSpec {
	if w := o.when(p); !w.IsOfViewer() || o.spoilt() {
		return w
	}
	return nil
}

// mind draws the mind of a creature.
func (o odd) mind(p *world.Pack) *world.MindSpec {
	m := &world.MindSpec{
		Voice: "Odd.", Guards: o.oneIn(2), Fights: []world.ProtoID{o.proto(p)}, Shuns: []world.RoomID{o.room(p)},
		Unlocks: []world.DoorID{"hatch", "no-door"}, Opens: []world.ProtoID{o.proto(p)},
		Relations: []world.RelationSpec{{To: o.proto(p), Is: "rival"}},
	}
	for hour := range o.int("rounds", 3) {
		m.Rounds = append(m.Rounds, world.RoundSpec{Hour: hour * 6, Room: o.room(p)})
	}
	thing := o.proto(p)
	m.Sells = []world.WareSpec{{Item: thing, Price: 1 + o.int("price", 9)}}
	m.Buys = []world.WareSpec{{Item: o.proto(p), Price: 1}}
	m.Gives = []world.GiftSpec{{
		Item: o.proto(p), To: oddOf(o, "to", world.GiftTos()), Every: o.int("every", 60), When: o.when(p),
	}}
	m.Teaches = []world.LessonSpec{{ID: "tides", Name: "the tides", Text: "They turn.", Room: o.room(p)}}
	m.Promises = []world.PromiseSpec{{ID: "word", Text: "A thing.", Item: thing, When: o.when(p)}}
	if o.oneIn(2) {
		m.Hire = &world.HireSpec{
			Price: o.int("hire", 3), Hours: 1 + o.int("hours", 2), When: o.when(p), Never: []world.RoomID{o.room(p)},
			Takes: o.proto(p), Fights: o.oneIn(2), Leaves: o.int("leaves", 100), Shares: o.oneIn(2), Wet: o.oneIn(2),
			Words: world.HireWords{Agrees: "Odd."},
		}
	}
	if o.oneIn(2) {
		m.Promises[0].For.Beats = o.proto(p)
	}
	return m
}
