package verb

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// What somebody has seen and done is counted when it is asked for: nothing is written for it.

// honoursMost is how many people stand on one list of honours.
const honoursMost = 5

// LedgerReport is what somebody has seen and done.
type LedgerReport struct {
	Regions []RegionSeen `json:"regions"` // where they have been, the best known first
	Unseen  int          `json:"unseen"`  // regions where they have not
	Places  int          `json:"places"`
	Quests  int          `json:"quests"`  // that they ended, each once
	Lessons int          `json:"lessons"` // that they learned
	Crafts  int          `json:"crafts"`  // in which they have begun
}

// RegionSeen is how much of a region somebody has seen.
type RegionSeen struct {
	Name   string `json:"name"`
	Seen   int    `json:"seen"`
	Places int    `json:"places"`
}

// HonoursReport lists who has seen and done most.
type HonoursReport struct {
	Lists []HonourList `json:"lists"`
}

// HonourList is one of them, whoever has most first.
type HonourList struct {
	For  string       `json:"for"`
	What string       `json:"what"` // of what one has so many
	Who  []HonourLine `json:"who"`
}

// HonourLine is one on it.
type HonourLine struct {
	Name string `json:"name"`
	N    int    `json:"n"`
}

func ledgerVerbs() []*Verb {
	return []*Verb{
		tells(Verb{
			Name: "ledger", Aliases: []string{"achievements"}, Topic: "You", Need: world.RoleGuest, Only: Typed, Rare: true,
			Brief: "Read what you have seen and done: places by region, quests, lessons, crafts.", Example: "ledger",
			Help: "A region counts in which you have stood once. What is left to see of it is said by number and not by name. " +
				"honours lists who has most.",
		}, func(c Ctx, _ none) (any, *world.Refusal) { return c.ledgerOf(c.Actor), nil }),
		tells(Verb{
			Name: "honours", Aliases: []string{"honors", "leaderboard"}, Topic: "You", Need: world.RoleGuest, Only: Typed,
			Rare: true, Brief: "Read who has seen most places, ended most quests, and is surest of their crafts.",
			Help: "Five stand on each list. Guests are on none, nor is whoever builds the world or looks after it. Your own " +
				"count is in ledger.", Example: "honours",
		}, func(c Ctx, _ none) (any, *world.Refusal) { return c.honours(), nil }),
	}
}

// ledgerOf counts what somebody has seen and done.
func (c Ctx) ledgerOf(a *world.Actor) LedgerReport {
	out := LedgerReport{Regions: []RegionSeen{}, Lessons: len(a.Lessons), Crafts: len(a.Crafts)}
	regions := map[string]*RegionSeen{}
	for id, r := range world.Ordered(c.State.Rooms) {
		if regions[r.Zone] == nil {
			regions[r.Zone] = &RegionSeen{Name: c.regionName(r.Zone)}
		}
		regions[r.Zone].Places++
		if a.Known[id] {
			regions[r.Zone].Seen++
			out.Places++
		}
	}
	for _, r := range world.Ordered(regions) {
		if r.Seen == 0 {
			out.Unseen++
			continue
		}
		out.Regions = append(out.Regions, *r)
	}
	slices.SortStableFunc(out.Regions, func(x, y RegionSeen) int { return cmp.Compare(y.Seen, x.Seen) })
	for _, run := range world.Ordered(a.Quests) {
		if run.Stage == world.QuestCompleted || run.Times > 0 {
			out.Quests++
		}
	}
	return out
}

// regionName is what a zone is called.
func (c Ctx) regionName(zone string) string {
	if z := c.State.Zones[world.ZoneID(zone)]; z != nil {
		return z.Name
	}
	return cmp.Or(zone, "elsewhere")
}

// honours lists who has most of what can be counted.
func (c Ctx) honours() HonoursReport {
	lists := []struct {
		HonourList

		count func(*world.Actor) int
	}{
		{HonourList{For: "Farthest about", What: "place"}, func(a *world.Actor) int { return len(a.Known) }},
		{HonourList{For: "Most done for others", What: "quest"}, questsEnded},
		{HonourList{For: "Surest hand", What: "point"}, func(a *world.Actor) (n int) {
			for _, sure := range world.Ordered(a.Crafts) {
				n += sure
			}
			return n
		}},
	}
	out := HonoursReport{}
	for _, l := range lists {
		l.Who = []HonourLine{}
		for _, a := range world.Ordered(c.State.Actors) {
			if n := l.count(a); n > 0 && a.Player() && !a.Guest() && !a.IsDeleted() && a.Role < world.RoleBuilder {
				l.Who = append(l.Who, HonourLine{Name: a.Name, N: n})
			}
		}
		slices.SortStableFunc(l.Who, func(x, y HonourLine) int { return cmp.Compare(y.N, x.N) })
		l.Who = l.Who[:min(len(l.Who), honoursMost)]
		out.Lists = append(out.Lists, l.HonourList)
	}
	return out
}

// questsEnded counts the quests that somebody ended, each as often as they did.
func questsEnded(a *world.Actor) (n int) {
	for _, run := range world.Ordered(a.Quests) {
		switch {
		case run.Times > 0:
			n += run.Times
		case run.Stage == world.QuestCompleted:
			n++
		}
	}
	return n
}

func (r LedgerReport) words(prose.Style) prose.Text {
	out := prose.Text{prose.L(prose.Title, "Your ledger")}
	for _, z := range r.Regions {
		text := world.Clean(z.Name) + ": " + strconv.Itoa(z.Seen) + " of " + countOf(z.Places, "place")
		if z.Seen == z.Places {
			text = world.Clean(z.Name) + ": all of it, " + countOf(z.Places, "place")
		}
		out = append(out, prose.L(prose.Plain, text+"."))
	}
	if r.Unseen > 0 {
		out = append(out, prose.L(prose.Plain, "You have not set foot in "+countOf(r.Unseen, "region")+"."))
	}
	return append(out, prose.L(prose.Plain, prose.Capital(strings.Join([]string{
		countOf(r.Quests, "quest") + " ended", countOf(r.Lessons, "lesson") + " learned", countOf(r.Crafts, "craft") +
			" begun",
	}, ", "))+"."))
}

func (r HonoursReport) words(prose.Style) prose.Text {
	out := prose.Text{}
	for _, l := range r.Lists {
		if len(l.Who) == 0 {
			continue
		}
		out = append(out, prose.L(prose.Title, l.For))
		for i, w := range l.Who {
			out = append(out, prose.L(prose.Plain, strconv.Itoa(i+1)+": "+world.Clean(w.Name)+", "+countOf(w.N, l.What)))
		}
	}
	if len(out) == 0 {
		return prose.Text{prose.L(prose.Plain, "Nobody has earned any yet.")}
	}
	return out
}
