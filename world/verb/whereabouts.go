package verb

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// User is somebody who is connected, as the host knows them. What is transient is the host's; the state has none of it.
type User struct {
	Actor world.ActorID // "" for whoever has not signed in
	Agent world.GrantID // the grant of an agent; "" for a person
	Door  string        // telnet, telnets, websocket, ssh or mcp
	From  string        // their address, as limits count it; "" where none is known
	Since int64         // Unix milliseconds of the wall clock
	For   int64         // seconds
	Idle  int64         // seconds since they last asked for anything
}

type whereArgs struct {
	What string `json:"target" take:"text" in:"players" opt:"yes" help:"a word or an id; nothing for people; page N"`
}

type usersArgs struct {
	What string `json:"filter" take:"text" opt:"yes" help:"a word that a line must have: a name, a door, an address"`
}

type lastArgs struct {
	Who string `json:"who" take:"text" in:"players" opt:"yes" help:"a player, here or not; nothing for all; page N"`
}

// whereaboutsVerbs find people, creatures and things that are there.
func whereaboutsVerbs() []*Verb {
	return []*Verb{
		tells(helped(wizard("where", "See who is where; or where all things, creatures and people of a word are.",
			"where lamp", Reads), "where alone lists the people who are in the world. where lamp lists whatever in the "+
			"world answers to that word, or is of that pattern, with its id and its place; people who are away too. "+
			pageHelp),
			func(c Ctx, a whereArgs) (any, *world.Refusal) { return c.where(a.What) }),
		tells(helped(wizard("users", "See who is connected: by which door, from where, since when, and how idle.",
			"users", Reads), "Whoever has not signed in yet is listed too, and so are agents. An address is as much of one "+
			"as ban takes. users ssh, users ann or users 203.0.113 lists only lines with that in them. "+pageHelp),
			func(c Ctx, a usersArgs) (any, *world.Refusal) { return c.users(a.What) }),
		tells(helped(wizard("last", "See when somebody was here last.", "last ann", Reads),
			"last alone lists everybody, whoever was here last first. last ann tells of each character of that account. "+
				"Times are by the wall clock; one before the server was off for more than a week may be told too late. "+
				pageHelp),
			func(c Ctx, a lastArgs) (any, *world.Refusal) { return c.last(a.Who) }),
	}
}

// lookUp makes the call of a verb by which people are looked up; false for any other.
func (c Ctx) lookUp(name, line string) (Call, bool) {
	look := map[string]func(Ctx, string) (any, *world.Refusal){
		"users": Ctx.users, "where": Ctx.where, "last": Ctx.last,
	}[name]
	if look == nil {
		return Call{}, false
	}
	if _, r := look(c, line); r != nil {
		return Call{Refusal: r}, true
	}
	return Call{Report: func(c Ctx) any {
		answer, _ := look(c, line)
		return answer
	}}, true
}

// where lists who is where, or the places of all that answers to some words.
func (c Ctx) where(text string) (any, *world.Refusal) {
	text, page := askedPage(text)
	q := parseQuery(text)
	if len(q.words) == 0 {
		var lines []string
		for _, id := range c.State.Index.Awake {
			lines = append(lines, c.bodyAt(c.State.Actors[id]))
		}
		return pageOf(countOf(len(lines), "person", "people")+" in the world", lines, page, "where", "Nobody is.")
	}
	look := c.lookoutFor(q)
	lines := look.places(wholeWord)
	if len(lines) == 0 {
		lines = look.places(wordBegins)
	}
	what := plain(clip(text))
	return pageOf("Where "+what+" is: "+countOf(len(lines), "place"), lines, page, "where "+what,
		"Nothing and nobody of that word is in the world. find "+what+" looks among rooms and patterns.")
}

// names reports whether a query is an id, or the id of the pattern, as it stands.
func (q query) names(id string, proto world.ProtoID) bool {
	return strings.EqualFold(q.raw, id) || proto != "" && strings.EqualFold(q.raw, string(proto))
}

// How well something has to answer to a query, see [query.fit].
const (
	wordBegins = 1
	wholeWord  = 2
)

// lookout finds what of the whole world answers to a query. What is made of one pattern is mostly called so, and asked
// about once.
type lookout struct {
	c      Ctx
	q      query
	bodies map[world.ProtoID]int
	things map[world.ProtoID]int
}

func (c Ctx) lookoutFor(q query) *lookout {
	return &lookout{c: c, q: q, bodies: map[world.ProtoID]int{}, things: map[world.ProtoID]int{}}
}

// names reports whether the query is an id, perhaps behind an article, or the id of the pattern. An id is no part of
// what is known of all of a pattern.
func (l *lookout) names(id string, proto world.ProtoID) bool {
	return l.q.names(id, proto) || strings.Join(l.q.words, "-") == id
}

// body says how well somebody answers to the query, as [query.fit] does.
func (l *lookout) body(a *world.Actor) int {
	if l.names(string(a.ID), a.Proto) {
		return wholeWord
	}
	fit := func() int {
		return l.q.fit(candidate{bare: a.Name, words: l.c.State.ActorWords(a)})
	}
	spec := l.c.State.MobSpecs[a.Proto]
	if spec == nil || spec.Name != a.Name {
		return fit()
	}
	f, isKnown := l.bodies[a.Proto]
	if !isKnown {
		f = fit()
		l.bodies[a.Proto] = f
	}
	return f
}

// thing says how well a thing answers to the query.
func (l *lookout) thing(it *world.Item) int {
	if l.names(string(it.ID), it.Proto) {
		return wholeWord
	}
	fit := func() int {
		return l.q.fit(candidate{bare: l.c.State.ItemName(it), thing: it, state: l.c.State})
	}
	if it.Name != "" {
		return fit()
	}
	f, isKnown := l.things[it.Proto]
	if !isKnown {
		f = fit()
		l.things[it.Proto] = f
	}
	return f
}

// places says where all are who answer to the query at least so well, and all that does: people first, then creatures,
// then things.
func (l *lookout) places(least int) []string {
	var people, others []string
	for _, id := range world.Picked(l.c.State.Actors, func(_ world.ActorID, a *world.Actor) bool {
		return l.body(a) >= least
	}) {
		if a := l.c.State.Actors[id]; a.Player() {
			people = append(people, l.c.bodyAt(a))
		} else {
			others = append(others, l.c.bodyAt(a))
		}
	}
	lines := append(people, others...)
	for _, it := range l.found(least) {
		lines = append(lines, l.c.thingAt(it))
	}
	return lines
}

// found lists the things that answer to the query at least so well.
func (l *lookout) found(least int) []*world.Item {
	var out []*world.Item
	for _, id := range world.Picked(l.c.State.Items, func(_ world.ItemID, it *world.Item) bool {
		return l.thing(it) >= least
	}) {
		out = append(out, l.c.State.Items[id])
	}
	return out
}

// bodyAt says of somebody who they are and where.
func (c Ctx) bodyAt(a *world.Actor) string {
	ref := c.State.ActorRef(a)
	parts := []string{withID(ref.Name, string(a.ID))}
	if a.Player() {
		parts = append(parts, a.Role.String())
	} else {
		parts = append(parts, "pattern "+string(a.Proto))
	}
	owner, _, isDriven := c.State.Driver(a)
	if isDriven {
		parts = append(parts, "an agent for the player of "+owner.Name)
	}
	parts = append(parts, "in "+c.roomCalled(a.Room))
	switch {
	case a.Presence == world.Away:
		parts = append(parts, "away")
	case isDriven && a.Fighting == "": // that an agent plays them was said
	case ref.State != "":
		parts = append(parts, ref.State)
	}
	return strings.Join(parts, ", ")
}

// thingAt says of a thing what it is and where.
func (c Ctx) thingAt(it *world.Item) string {
	text := withID(c.State.ItemRef(it).Name, string(it.ID))
	if it.Coins > 0 {
		text += ", " + countOf(it.Coins, "coin")
	}
	return text + ", pattern " + string(it.Proto) + ", " + c.placeCalled(it.At)
}

// users lists who is connected.
func (c Ctx) users(text string) (any, *world.Refusal) {
	text, page := askedPage(text)
	var lines []string
	if c.Doors != nil {
		for _, u := range c.Doors.Users() {
			if line := c.userLine(u); strings.Contains(strings.ToLower(line), strings.ToLower(text)) {
				lines = append(lines, line)
			}
		}
	}
	what := plain(clip(text))
	return pageOf("Connected: "+strconv.Itoa(len(lines)), lines, page, strings.TrimSpace("users "+what),
		"Nobody of that kind is connected.")
}

// userLine says of somebody who is connected who they are, how they came, and how long they have been quiet.
func (c Ctx) userLine(u User) string {
	who := "not signed in"
	switch a := c.State.Actors[u.Actor]; {
	case a != nil:
		who = withID(a.Name, string(a.ID)) + ", " + a.Role.String()
		if !a.Player() {
			who = withID(c.State.ActorRef(a).Name, string(a.ID))
		}
	case u.Actor != "":
		who = string(u.Actor)
	}
	if u.Agent != "" {
		label := string(u.Agent)
		if g := c.State.Grants[u.Agent]; g != nil {
			label = g.Label
		}
		who = "the agent " + label + " of " + who
	}
	text := who + ", by " + u.Door
	if u.From != "" {
		text += " from " + u.From
	}
	return text + ", since " + world.WallDate(u.Since) + ", for " + ago(u.For) + ", idle " + ago(u.Idle)
}

// last lists when people were here last.
func (c Ctx) last(text string) (any, *world.Refusal) {
	text, page := askedPage(text)
	if text == "" {
		ids := world.Picked(c.State.Actors, func(_ world.ActorID, a *world.Actor) bool { return a.Player() })
		slices.SortStableFunc(ids, func(a, b world.ActorID) int {
			return cmp.Compare(c.State.Actors[b].Seen, c.State.Actors[a].Seen)
		})
		lines := make([]string, len(ids))
		for i, id := range ids {
			lines[i] = c.lastLine(c.State.Actors[id])
		}
		return pageOf("When people were here last", lines, page, "last", "Nobody ever was.")
	}
	who, r := c.personCalled(text)
	switch {
	case r != nil:
		return nil, r
	case !who.Player():
		return nil, refuse(world.CodeCannot, "That is for people. where "+string(who.ID)+" says where a creature is.")
	}
	ids := []world.ActorID{who.ID}
	if who.Account != "" {
		ids = c.State.Characters(who.Account)
	}
	var lines []string
	for _, id := range ids {
		a := c.State.Actors[id]
		lines = append(lines, c.lastLine(a)+" Made at "+world.WallDate(c.State.WallClock(a.Born))+".")
	}
	return pageOf("When "+who.Name+" was here last", lines, page, "last "+who.Name, "")
}

// lastLine says when somebody was here last.
func (c Ctx) lastLine(a *world.Actor) string {
	text := withID(a.Name, string(a.ID)) + ", " + a.Role.String() + ": "
	at := world.WallDate(c.State.WallClock(a.Seen))
	past := ago(int64((c.Now - a.Seen) / world.Second))
	switch {
	case a.IsDeleted():
		return text + "deleted at " + world.WallDate(c.State.WallClock(a.Deleted.At)) + ", kept until " +
			world.WallDate(a.Deleted.Until) + "."
	case a.Presence == world.Here:
		return text + "here since " + at + ", for " + past + "."
	case a.Presence == world.Linkdead:
		return text + "link-dead since " + at + ", for " + past + "."
	case a.Seen == a.Born: // that is how a character is made
		return text + "never came in."
	}
	return text + "left at " + at + ", " + past + " ago."
}
