package verb

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// wayCalled finds the direction that somebody means who wants to go somewhere: a direction, alone or before what leads
// there ("down the ladder"); what is written to lead there ("the boat"); a door; or the name of the place next door, as
// far as it is known.
func (c Ctx) wayCalled(text string) (world.Dir, *world.Refusal) {
	text = strings.TrimSpace(text)
	if d := dirOf(text); d != "" {
		return d, nil
	}
	first, rest, _ := strings.Cut(text, " ")
	if d := dirOf(first); d != "" && len(first) > 1 && c.leads(rest) == d {
		return d, nil
	}
	if d := c.leads(text); d != "" {
		return d, nil
	}
	if c.word == "" {
		return "", refuse(world.CodeBadValue, "The directions are north, east, south, west, up, down, in and out.")
	}
	q := parseQuery(text)
	if id, r := q.pick(c.actors("here"), "person"); id != "" || r != nil {
		return "", refuse(world.CodeBadValue, "You are near enough already. The ways from here have directions: type exits.")
	}
	return "", refuse(world.CodeBadValue, "No way from here is called "+bareName(text)+". exits lists those that there "+
		"are; map and a name tells the way to a place that you know.")
}

// onlyWay is the direction that climb or enter means alone: there has to be one such way; "" for none.
func (c Ctx) onlyWay() world.Dir {
	var among []world.Dir
	switch c.word {
	case "climb":
		among = []world.Dir{world.Up, world.Down}
	case "enter":
		among = []world.Dir{world.In}
	}
	var found []world.Dir
	for _, w := range c.State.Ways(c.Actor.Room, c.Actor.ID, c.Now) {
		if slices.Contains(among, w.Dir) {
			found = append(found, w.Dir)
		}
	}
	if len(found) != 1 {
		return ""
	}
	return found[0]
}

// leads finds the direction in which something leads that somebody names; "" when it is not one alone.
func (c Ctx) leads(text string) world.Dir {
	room := c.State.Rooms[c.Actor.Room]
	q := parseQuery(text)
	if room == nil || len(q.words) == 0 {
		return ""
	}
	named := strings.Join(q.words, " ")
	for _, x := range room.Extras {
		if x.Leads != "" && slices.Contains(x.Keys, named) && x.When.Holds(c.State, c.Actor, c.Now) {
			return x.Leads
		}
	}
	var list []candidate
	for _, w := range c.State.Ways(room.ID, c.Actor.ID, c.Now) {
		for _, name := range []string{w.Name, w.Door} {
			if name != "" {
				list = append(list, candidate{id: string(w.Dir), bare: name, words: strings.Fields(strings.ToLower(name))})
			}
		}
	}
	found := q.matches(list)
	if len(found) == 0 || slices.ContainsFunc(found, func(x candidate) bool { return x.id != found[0].id }) {
		return ""
	}
	return world.Dir(found[0].id)
}
