package verb

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// Target is what one can look at: of the fields one is set. Here is the room itself, Word anything else.
type Target struct {
	Item  world.ItemID
	Actor world.ActorID
	Door  world.DoorID
	Here  bool
	Word  string
}

// query is how somebody named something: words, which one of several, or all of them.
type query struct {
	raw   string
	words []string
	nth   int // 1 for the first; 0 when not said
	all   bool
}

// fillers are words that say nothing about which thing is meant.
//
//nolint:gochecknoglobals // immutable: a fixed list of the language, only read
var fillers = []string{"the", "a", "an", "my", "some", "that", "this"}

// parseQuery reads "2.key", "key 2", "all.coin", "all", "the rusty key".
func parseQuery(raw string) query {
	q := query{raw: strings.TrimSpace(raw)}
	text := strings.ToLower(strings.ReplaceAll(q.raw, "_", " "))
	if head, rest, ok := strings.Cut(text, "."); ok {
		if n, err := strconv.Atoi(head); err == nil && n > 0 {
			q.nth, text = n, rest
		} else if head == "all" {
			q.all, text = true, rest
		}
	}
	words := strings.Fields(text)
	if n := len(words); n > 1 && q.nth == 0 {
		if i, err := strconv.Atoi(words[n-1]); err == nil && i > 0 {
			q.nth, words = i, words[:n-1]
		}
	}
	if len(words) > 0 && (words[0] == "all" || words[0] == "everything") {
		q.all, words = true, words[1:]
	}
	for len(words) > 1 && slices.Contains(fillers, words[0]) {
		words = words[1:]
	}
	q.words = words
	return q
}

// bareName is how a refusal repeats what somebody named: without the article that their words began with, short, and
// fit to be read.
func bareName(text string) string {
	words := strings.Fields(text)
	for len(words) > 1 && slices.Contains(fillers, lower(words[0])) {
		words = words[1:]
	}
	return plain(clip(strings.Join(words, " ")))
}

// candidate is something that a query may mean.
type candidate struct {
	id    string
	name  string   // "the rusty key"; "" for "the" and the bare name
	bare  string   // "rusty key"
	words []string // lower case; a thing has none here

	// What a thing is called is asked only where its name alone does not settle it: there may be many.
	thing *world.Item
	state *world.State
}

// called is what it is called in a question.
func (c candidate) called() string {
	if c.name == "" {
		return "the " + strings.TrimPrefix(c.bare, "the ") // a lesson may be named "the tides"
	}
	return c.name
}

// known returns the words by which it may be named, lower case.
func (c candidate) known() []string {
	if c.thing != nil {
		return c.state.ItemWords(c.thing)
	}
	return c.words
}

// fit says how well a query names a candidate: 0 not at all, then by beginnings, by whole words, by the whole name
// or id.
func (q query) fit(c candidate) int {
	if len(q.words) == 0 {
		if q.all {
			return 1
		}
		return 0
	}
	joined := strings.Join(q.words, " ")
	if joined == strings.ToLower(c.bare) || joined == c.id || strings.Join(q.words, "-") == c.id {
		return 3
	}
	best, known := 2, c.known()
	for _, w := range q.words {
		switch {
		case slices.Contains(known, w), slices.Contains(known, strings.TrimSuffix(w, "s")):
		case slices.ContainsFunc(known, func(x string) bool { return strings.HasPrefix(x, w) }):
			best = 1
		default:
			return 0
		}
	}
	return best
}

// pick finds the one candidate that is meant. Several of one name count as any of them; several of different names
// are asked about. It uses up the list.
func (q query) pick(list []candidate, what string) (string, *world.Refusal) {
	if len(q.words) == 0 {
		return "", refuse(world.CodeMissing, "Which "+what+"?")
	}
	if id, ok := q.nthNamesake(list); ok {
		return id, nil
	}
	matches := q.matches(list)
	switch {
	case len(matches) == 0:
		return "", nil
	case q.nth > len(matches):
		return "", refuse(world.CodeNotHere, "There are not that many.")
	case q.nth > 0:
		return matches[q.nth-1].id, nil
	}
	for _, m := range matches[1:] {
		if m.bare != matches[0].bare {
			return "", unclear(matches, q)
		}
	}
	return matches[0].id, nil
}

// nthNamesake finds the candidate of a number among those that are called just so: the second rat is "rat 2", whether
// or not a rat catcher stands between them. That is how those who fight are told apart; see [world.State.ActorName].
func (q query) nthNamesake(list []candidate) (string, bool) {
	if q.nth == 0 {
		return "", false
	}
	n, name := 0, strings.Join(q.words, " ")
	for _, c := range list {
		if strings.EqualFold(c.bare, name) {
			if n++; n == q.nth {
				return c.id, true
			}
		}
	}
	return "", false
}

// matches returns the candidates that fit best, in their order; with an ordinal every one that fits at all. It uses up
// the list.
func (q query) matches(list []candidate) []candidate {
	best := 1
	out := list[:0]
	for _, c := range list {
		f := q.fit(c)
		if f == 0 || f < best && q.nth == 0 && !q.all {
			continue
		}
		if f > best && q.nth == 0 && !q.all {
			best, out = f, list[:0]
		}
		out = append(out, c)
	}
	return out
}

const unclearMost = 6 // names in the question which one is meant

func unclear(matches []candidate, q query) *world.Refusal {
	word := strings.Join(q.words, " ")
	var names []string
	for i, m := range matches {
		if i == unclearMost {
			names = append(names, "…")
			break
		}
		names = append(names, m.called()+" ("+strconv.Itoa(i+1)+"."+word+")")
	}
	return refuse(world.CodeUnclear, "Which do you mean: "+strings.Join(names, ", ")+"?")
}

// items lists the things a verb looks among: held, worn, unworn, floor, inside (of box, or the floor), boxed
// (inside any open container within reach), boxes, or reach (held and floor). In the dark there is no floor.
func (c Ctx) items(where string, box world.ItemID) []candidate {
	if box != "" {
		return c.findItems(where, box)
	}
	return c.once(sought{what: "items", where: where}, func() []candidate { return c.findItems(where, "") })
}

// seen are lists made already, while one state is read several times over: so few that walking them is quicker than a
// map of them.
type seen struct {
	lists []made
	names []called // of bodies

	dealers  []*world.Actor // who trades here, once that was asked
	hasDealt bool
}

type made struct {
	sought
	list []candidate
}

type called struct {
	where string
	names []string
}

// sought says of a list what it is of.
type sought struct{ what, where string }

// once makes a list, or returns the one it made before, which nobody may change.
func (c Ctx) once(what sought, list func() []candidate) []candidate {
	if c.seen == nil {
		return list()
	}
	for i := range c.seen.lists {
		if c.seen.lists[i].sought == what {
			return c.seen.lists[i].list
		}
	}
	out := slices.Clip(list())
	c.seen.lists = append(c.seen.lists, made{what, out})
	return out
}

func (c Ctx) findItems(where string, box world.ItemID) []candidate {
	var ids []world.ItemID
	x := &c.State.Index
	held := x.Held[c.Actor.ID]
	floor := x.Floor[c.Actor.Room]
	if !c.State.BrightFor(c.Actor, c.Now) {
		floor = nil
	}
	switch where {
	case "held", "wear":
		ids = held
	case "worn", "unworn":
		for _, id := range held {
			if (c.State.Items[id].Worn != "") == (where == "worn") {
				ids = append(ids, id)
			}
		}
	case "floor":
		ids = floor
	case "inside":
		ids = floor
		if box != "" {
			ids = x.Inside[box]
		}
	case "boxed":
		for _, id := range append(slices.Clone(held), floor...) {
			if !c.State.Items[id].Shut {
				ids = append(ids, x.Inside[id]...)
			}
		}
	case "boxes":
		for _, id := range append(slices.Clone(held), floor...) {
			if c.State.Spec(c.State.Items[id]).Holds != nil {
				ids = append(ids, id)
			}
		}
	default: // reach
		ids = append(slices.Clone(held), floor...)
		if c.seen != nil { // for a list: what is in the room is news, and what one carries is not
			ids = append(slices.Clone(floor), held...)
		}
	}
	out := make([]candidate, 0, len(ids))
	for _, id := range ids {
		it := c.State.Items[id]
		out = append(out, candidate{id: string(id), bare: c.State.ItemName(it), thing: it, state: c.State})
	}
	return out
}

// actors lists the bodies a verb looks among: those here, or every player in the world.
func (c Ctx) actors(where string) []candidate {
	return c.once(sought{what: "actors", where: where}, func() []candidate { return c.findActors(where) })
}

func (c Ctx) findActors(where string) []candidate { return c.bodies(c.present(where)) }

// present returns those among whom a verb looks. The list may be the state's own.
func (c Ctx) present(where string) (ids []world.ActorID) {
	switch where {
	case "world": // enough for a list; whoever is named is found by actorsLike
		return c.State.Seen(c.Actor, c.State.Index.Awake[:min(len(c.State.Index.Awake), CandidatesMost+1)])
	case "hired":
		return c.State.HiredBy(c.Actor.ID)
	case "players":
		return world.Picked(c.State.Actors, func(_ world.ActorID, a *world.Actor) bool { return a.Player() })
	case "everybody", "known":
		return append(c.present("anywhere"), world.Picked(c.State.Actors, func(_ world.ActorID, a *world.Actor) bool {
			return a.Player() && a.Presence == world.Away
		})...)
	case "anywhere", "anybody":
		about := func(isHere bool) []world.ActorID {
			return world.Picked(c.State.Actors, func(_ world.ActorID, a *world.Actor) bool {
				return a.Presence != world.Away && (a.Room == c.Actor.Room) == isHere
			})
		}
		return append(about(true), about(false)...) // of many of one name, whoever is here is meant
	}
	if !c.State.BrightFor(c.Actor, c.Now) { // whoever cannot be seen cannot be named
		return nil
	}
	if where == "opponents" {
		return c.State.Opponents(c.Actor.ID)
	}
	if where == "foes" {
		if e := c.State.EncounterOf(c.Actor.ID); e != nil {
			return c.inReach(e)
		}
		return c.State.Enemies(c.Actor.ID)
	}
	if where == "fray" {
		for _, f := range c.fray(false) {
			if f.Stands() && c.State.Actors[f.ID] != nil {
				ids = append(ids, f.ID)
			}
		}
		return ids
	}
	if where == "dealers" {
		for _, d := range c.dealers() {
			ids = append(ids, d.ID)
		}
		return ids
	}
	for _, id := range c.State.Seen(c.Actor, c.State.Index.Present[c.Actor.Room]) {
		if c.seen != nil && len(ids) == namesakesMost {
			break
		}
		if id != c.Actor.ID {
			ids = append(ids, id)
		}
	}
	return ids
}

// namesakesMost is how many of those present are looked at for a list of what makes sense, which names fewer, each name
// once.
const namesakesMost = 4 * CandidatesMost

// actorsLike is actors for somebody who was named: of all players in the world only those whose names begin so are
// looked at, for there may be thousands.
func (c Ctx) actorsLike(where, named string) []candidate {
	q := parseQuery(named)
	if where == "fray" {
		return c.targets(q)
	}
	if where != "world" || len(q.words) == 0 {
		return c.actors(where)
	}
	var ids []world.ActorID
	awake := c.State.Index.Awake
	first, _ := slices.BinarySearch(awake, world.ActorID(world.PlayerPrefix+q.words[0]))
	for _, id := range awake[first:] {
		if !strings.HasPrefix(string(id), world.PlayerPrefix+q.words[0]) {
			break
		}
		ids = append(ids, id)
	}
	if who := c.State.PlayerNamed(q.words[0]); who != nil && who.Presence != world.Away && !slices.Contains(ids, who.ID) {
		ids = append(ids, who.ID) // whose id is of another name
	}
	return c.bodies(c.State.Seen(c.Actor, ids))
}

func (c Ctx) bodies(ids []world.ActorID) []candidate {
	out := make([]candidate, 0, len(ids))
	for _, id := range ids {
		a := c.State.Actors[id]
		if c.seen != nil { // a list of what makes sense names them, and matches no words
			out = append(out, candidate{id: string(id), bare: a.Name})
			continue
		}
		ref := c.State.ActorRef(a)
		out = append(out, candidate{id: string(id), name: ref.Name, bare: a.Name, words: c.State.ActorWords(a)})
	}
	return out
}

// doors lists the doors of the room, each under its name and the direction it stands in.
func (c Ctx) doors() []candidate {
	var out []candidate
	room := c.State.Rooms[c.Actor.Room]
	if room == nil {
		return nil
	}
	for _, e := range room.Exits {
		d := c.State.Doors[e.Door]
		if d == nil {
			continue
		}
		words := append(strings.Fields(strings.ToLower(d.Name)), d.Keys...)
		out = append(out, candidate{
			id: string(d.ID), name: "the " + d.Name, bare: d.Name,
			words: append(words, string(e.Dir), "door"),
		})
	}
	return out
}

// placesLike lists the rooms of the world that somebody may mean who names one so; there may be very many others.
func (c Ctx) placesLike(named string) []candidate {
	q := parseQuery(named)
	ids := world.Picked(c.State.Rooms, func(id world.RoomID, r *world.RoomSpec) bool {
		return q.mayMean(string(id), r.Name)
	})
	out := make([]candidate, 0, len(ids))
	for _, id := range ids {
		name := c.State.Rooms[id].Name
		out = append(out, candidate{
			id: string(id), name: name, bare: name, words: strings.Fields(strings.ToLower(name)),
		})
	}
	return out
}

// mayMean says whether something of that id and name can fit, by the first word alone; it is quick to say no.
func (q query) mayMean(id, name string) bool {
	if len(q.words) == 0 {
		return false
	}
	first := q.words[0]
	return strings.HasPrefix(id, first) || strings.Contains(strings.ToLower(name), strings.TrimSuffix(first, "s"))
}

func (c Ctx) quests(where string) []candidate {
	var out []candidate
	for id, q := range world.Ordered(c.State.Quests) {
		run := c.Actor.Quests[id]
		offered := q.Room == c.Actor.Room && c.State.QuestOpen(c.Actor, q, c.Now) == nil
		if where == "offered" && !offered || where == "here" && q.Room != c.Actor.Room ||
			where == "active" && run.Stage != world.QuestActive {
			continue
		}
		out = append(out, candidate{
			id: string(id), name: q.Name, bare: q.Name, words: strings.Fields(strings.ToLower(q.Name)),
		})
	}
	return out
}

// dirOf reads a direction or its first letter, or "".
func dirOf(word string) world.Dir {
	word = strings.ToLower(word)
	for _, d := range world.Dirs() {
		if word == string(d) || len(word) == 1 && word[0] == d[0] && d != world.In && d != world.Out {
			return d
		}
	}
	return ""
}

// isMe reports whether a word means oneself.
func isMe(word string) bool {
	return slices.Contains([]string{"me", "self", "myself"}, strings.ToLower(strings.TrimSpace(word)))
}

// isThem reports whether a word means whoever was spoken of last.
func isThem(word string) bool {
	return slices.Contains([]string{"him", "her", "them"}, strings.ToLower(strings.TrimSpace(word)))
}
