package verb

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

type mapArgs struct {
	Place string `json:"place" take:"text" prep:"?to" opt:"yes" help:"a place that you have seen, for the way there"`
}

func mappingVerbs() []*Verb {
	return []*Verb{
		tells(Verb{
			Name: "map", Topic: "Looking", Need: world.RoleGuest, Only: Typed,
			Brief: "See the places around you that you have been to, or the way to one of them.",
			Help: "map draws the rooms around you, with you in the middle; to a screen reader it tells them in words, " +
				"nearest first. map and the name of a place tells how to walk there by ways that you know; of several places of " +
				"one name it is the nearest, and 2. before the name means the next.",
			Example: "map",
		}, func(c Ctx, a mapArgs) (any, *world.Refusal) {
			if a.Place == "" {
				return c.State.Map(c.Actor.ID, c.Now), nil
			}
			id, namesakes, r := c.knownPlace(a.Place)
			if r != nil {
				return nil, r
			}
			route := c.State.Route(c.Actor.ID, id, c.Now)
			if namesakes > 0 {
				route.Namesakes = namesakes + 1
				route.Next = "2." + strings.Join(parseQuery(a.Place).words, " ")
			}
			return route, nil
		}),
		tells(Verb{
			Name: "survey", Topic: "Looking", Need: world.RoleGuest, Only: Typed,
			Brief:   "Hear all about here and now: where you are and how, the hour, the ways out, things and people.",
			Help:    "One thing a line, and nothing drawn. exits, hp and time tell a part of it, and look describes the place.",
			Example: "survey",
		}, func(c Ctx, _ none) (any, *world.Refusal) { return c.State.SurveyHere(c.Actor, c.Now), nil }),
	}
}

// knownPlace finds a place that the asker has seen; of several of one name, when it was not said which, the nearest,
// and how many others there are.
func (c Ctx) knownPlace(text string) (id world.RoomID, namesakes int, r *world.Refusal) {
	report := c.State.Map(c.Actor.ID, c.Now)
	list := make([]candidate, 0, len(report.Rooms)+report.More)
	listed := make(map[world.RoomID]bool, len(report.Rooms))
	add := func(id world.RoomID, called string) {
		name := strings.ToLower(world.Clean(called))
		list = append(list, candidate{
			id: string(id), name: world.Clean(called), bare: strings.TrimPrefix(name, "the "), words: strings.Fields(name),
		})
	}
	for _, m := range report.Rooms {
		listed[m.ID] = true
		add(m.ID, m.Name)
	}
	if report.More > 0 {
		for id := range world.Ordered(c.Actor.Known) {
			if r := c.State.Rooms[id]; r != nil && !listed[id] {
				add(id, r.Name)
			}
		}
	}
	q := parseQuery(text)
	alike := q.namesakes(list)
	found, r := q.pick(list, "place")
	if found == "" && r == nil {
		r = refuse(world.CodeNotHere, "You have been to no place called "+plain(clip(text))+
			". People here know the way to most: ask one where it is.")
	}
	return world.RoomID(found), max(len(alike)-1, 0), r
}

// namesakes returns the candidates of one name that a query means alike, if it does not say which and means no other.
func (q query) namesakes(list []candidate) []candidate {
	matches := q.matches(slices.Clone(list))
	if q.nth > 0 || len(matches) < 2 {
		return nil
	}
	for _, m := range matches[1:] {
		if m.bare != matches[0].bare {
			return nil
		}
	}
	return matches
}
