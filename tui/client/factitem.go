package client

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// placesMost is how many places of things are remembered: what one carries, what lies here, and some containers.
const placesMost = 8

// items takes what is where: List {location, items}, Add, Remove and Update {location, item}.
func (s *Facts) items(deed string, f fields) bool {
	where := strings.ToLower(f.first("location"))
	if where == "" {
		return false
	}
	if s.lists == nil {
		s.lists = map[string][]Item{}
	}
	if _, ok := s.lists[where]; !ok && len(s.lists) >= placesMost {
		return false
	}
	one, ok := itemOf(f["item"])
	list := s.lists[where]
	at := slices.IndexFunc(list, func(x Item) bool { return ok && x.ID == one.ID && (x.ID != "" || x.Name == one.Name) })
	switch {
	case deed == "list":
		list = nil
		for _, raw := range arrayOf(f["items"]) {
			if x, ok := itemOf(raw); ok {
				list = append(list, x)
			}
		}
	case deed == "remove" && at >= 0:
		list = slices.Delete(list, at, at+1)
	case deed == "update" && at >= 0, deed == "add" && at >= 0:
		list[at] = one
	case deed == "add" && ok && len(list) < listMost:
		list = append(list, one)
	default:
		return false
	}
	s.lists[where] = list
	return true
}

// itemOf reads a thing: an object, or its id alone.
func itemOf(raw json.RawMessage) (Item, bool) {
	f := objectOf(raw)
	x := Item{ID: f.first("id"), Name: f.first("name", "short")}
	if f == nil {
		x.ID = text(raw)
	}
	attrib, _ := f.text("attrib")
	x.Worn = strings.ContainsRune(attrib, 'w')
	x.Held = strings.ContainsAny(attrib, "lL")
	x.Creature = strings.ContainsRune(attrib, 'm')
	x.Dead = strings.ContainsRune(attrib, 'd')
	return x, x.ID != "" || x.Name != ""
}

// Carried are the things that one has about oneself, Here those in the room.
func (s *Facts) Carried() []Item { return s.lists["inv"] }

// Here are the things and creatures in the room.
func (s *Facts) Here() []Item { return s.lists["room"] }

// whole reads a whole number within bounds.
func whole(s string) (int, bool) {
	n, err := strconv.Atoi(strings.TrimSpace(s))
	return min(max(n, -pointsMost), pointsMost), err == nil
}
