package world

import (
	"slices"
	"strconv"
	"strings"
)

// What scripts in DG see of things and rooms.

// ofItem is Field for things.
func (l *liveScript) ofItem(it *Item, field, arg string) (string, bool) {
	s := l.t.s
	switch field {
	case "name", "alias":
		return strings.Join(s.ItemWords(it), " "), true
	case "shortdesc":
		return withArticle(article(s.spec(it).A, s.ItemName(it)), s.ItemName(it)), true
	case "id":
		return itemRef(it.ID), true
	case "vnum":
		if arg != "" {
			return yes(isNumbered(string(it.Proto), arg)), true
		}
		return vnumOf(string(it.Proto)), true
	case "cost":
		return strconv.Itoa(s.spec(it).Value), true
	case "weight", "timer":
		return "1", true
	case "type":
		return kindOfThing(s.spec(it)), true
	case "carried_by", "worn_by":
		if (it.Worn != "") == (field == "worn_by") {
			return actorRef(s.Actors[it.At.Actor]), true
		}
		return "", true
	case "room":
		return refOf("room:" + string(s.selfRoom("item:"+string(it.ID)))), true
	case "contents":
		if in := s.Index.Inside[it.ID]; len(in) > 0 {
			return itemRef(in[0]), true
		}
		return "", true
	case "has_in":
		return yes(slices.ContainsFunc(s.Index.Inside[it.ID], func(id ItemID) bool {
			return isNumbered(string(s.Items[id].Proto), arg)
		})), true
	case "next_in_list":
		return l.nextBeside(it), true
	case "is_pc":
		return "0", true
	case "level":
		return strconv.Itoa(s.spec(it).Level), true
	}
	return "", false
}

func kindOfThing(sp *ItemSpec) string {
	switch {
	case sp.Coins:
		return "MONEY"
	case sp.Damage.N > 0:
		return "WEAPON"
	case sp.Holds != nil:
		return "CONTAINER"
	case sp.Light:
		return "LIGHT"
	case sp.Eat != "":
		return "FOOD"
	case sp.Drinks != nil:
		return "LIQ CONTAINER"
	case sp.Text != "":
		return "NOTE"
	case sp.Wear != "":
		return "ARMOR"
	}
	return "OTHER"
}

// nextBeside returns the thing that lies, or is held, after one.
func (l *liveScript) nextBeside(it *Item) string {
	s := l.t.s
	list := s.Index.Floor[it.At.Room]
	switch {
	case it.At.Actor != "":
		list = s.Index.Held[it.At.Actor]
	case it.At.Item != "":
		list = s.Index.Inside[it.At.Item]
	}
	if i := slices.Index(list, it.ID); i >= 0 && i+1 < len(list) {
		return itemRef(list[i+1])
	}
	return ""
}

// ofRoom is Field for rooms.
func (l *liveScript) ofRoom(r *RoomSpec, field, arg string) (string, bool) {
	s := l.t.s
	switch field {
	case "name":
		return r.Name, true
	case "id":
		return refOf("room:" + string(r.ID)), true
	case "vnum":
		if arg != "" {
			return yes(isNumbered(string(r.ID), arg)), true
		}
		return vnumOf(string(r.ID)), true
	case "people":
		if list := s.apparent(r.ID); len(list) > 0 {
			return actorRef(s.Actors[list[0]]), true
		}
		return "", true
	case "contents":
		for _, id := range s.Index.Floor[r.ID] {
			if arg == "" || isNumbered(string(s.Items[id].Proto), arg) {
				return itemRef(id), true
			}
		}
		return "", true
	case "weather":
		return "sunny", true
	case "north", "east", "south", "west", "up", "down":
		return l.leads(r, Dir(field), arg), true
	}
	return "", false
}

// leads returns where an exit leads, or the number or state of what is there.
func (l *liveScript) leads(r *RoomSpec, dir Dir, arg string) string {
	exit, has := l.t.s.exit(r.ID, dir)
	if !has {
		return ""
	}
	switch strings.ToLower(arg) {
	case "vnum":
		return vnumOf(string(exit.To))
	case "room":
		return refOf("room:" + string(exit.To))
	case "bits", "":
		d := l.t.s.Doors[exit.Door]
		switch {
		case d == nil:
			return "0"
		case d.Bolt:
			return "DOOR CLOSED LOCKED"
		case d.Shut:
			return "DOOR CLOSED"
		}
		return "DOOR"
	}
	return ""
}
