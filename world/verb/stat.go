package verb

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// StatReport shows an entity as the state has it, whole.
type StatReport struct {
	Title string     `json:"title"`
	Lines []StatLine `json:"lines"`
}

// StatLine is one field: a text, or a list with an entry a line.
type StatLine struct {
	Name string   `json:"name"`
	Text string   `json:"text,omitempty"`
	List []string `json:"list,omitempty"`
}

// stat shows an entity of the state, field by field, and what stands about it.
func stat(c Ctx, a statArgs) (any, *world.Refusal) {
	text := strings.TrimSpace(a.What)
	if text == "" || strings.EqualFold(text, "here") {
		return c.statRoom(c.State.Rooms[c.Actor.Room]), nil
	}
	if kind, rest := statKind(text); kind != "" {
		return c.statOfKind(kind, rest)
	}
	t, which := c.target("target", text)
	if which == nil {
		switch {
		case t.Actor != "":
			return c.statBody(c.State.Actors[t.Actor]), nil
		case t.Item != "":
			return c.statThing(c.State.Items[t.Item]), nil
		case t.Door != "":
			return c.statDoor(c.State.Doors[t.Door]), nil
		}
	}
	if p := c.State.PlayerNamed(text); p != nil {
		return c.statBody(p), nil
	}
	if body := c.State.Actors[world.ActorID(text)]; body != nil {
		return c.statBody(body), nil
	}
	if it := c.State.Items[world.ItemID(text)]; it != nil {
		return c.statThing(it), nil
	}
	if room := c.State.Rooms[world.RoomID(text)]; room != nil {
		return c.statRoom(room), nil
	}
	if report := c.statCreature(text); report != nil {
		return report, nil
	}
	if report, r := c.statPattern(text); r == nil {
		return report, nil
	}
	for _, found := range []struct {
		kind string
		v    any
	}{
		{"spawn rule", c.State.Spawns[world.SpawnID(text)]},
		{"quest", c.State.Quests[world.QuestID(text)]},
		{"table", c.State.Boards[world.BoardID(text)]},
	} {
		if !reflect.ValueOf(found.v).IsNil() {
			return c.statOf(found.kind+" "+text, found.v, nil), nil
		}
	}
	if door := c.State.Doors[world.DoorID(text)]; door != nil {
		return c.statDoor(door), nil
	}
	if which != nil {
		return nil, which
	}
	return c.statAfar(text)
}

// statOf shows the fields of v, which points to a struct, some of them otherwise, and then more.
func (c Ctx) statOf(title string, v any, instead map[string]StatLine, more ...StatLine) StatReport {
	f := fields{now: c.Now}
	if val := reflect.ValueOf(v); !val.IsNil() {
		f.add("", val.Elem(), instead)
	}
	for _, l := range more {
		f.line(l)
	}
	return StatReport{Title: title, Lines: f.lines}
}

// statRoom shows a room with who and what is in it, and what is to come.
func (c Ctx) statRoom(r *world.RoomSpec) StatReport {
	if r == nil {
		return StatReport{Title: "no room"}
	}
	var exits, extras, people, doors []string
	about := map[string]bool{string(r.ID): true}
	for _, e := range r.Exits {
		exits = append(exits, c.exitLine(e))
		if d := c.State.Doors[e.Door]; d != nil && !about[string(d.ID)] {
			about[string(d.ID)] = true
			doors = append(doors, c.doorLine(d))
		}
	}
	for _, e := range r.Extras {
		extras = append(extras, strings.Join(e.Keys, ", ")+whenWords(e.When)+": "+e.Desc)
	}
	also := make([]string, len(r.Also))
	for i, p := range r.Also {
		also[i] = strings.TrimPrefix(whenWords(p.When)+": ", " ") + p.Text
	}
	for _, id := range c.State.Index.Present[r.ID] {
		about[string(id)] = true
		people = append(people, c.bodyLine(c.State.Actors[id]))
	}
	things := c.thingLines(c.State.Index.Floor[r.ID], about)
	var tables []string
	for _, id := range c.State.Index.Tables[r.ID] {
		about[string(id)] = true
		tables = append(tables, withID("the "+c.State.Boards[id].Name, string(id)))
	}
	spawns := c.spawnLines(r.ID)
	if r.Tidal != nil {
		about["bell"], about["turn"] = true, true
	}
	return c.statOf("room "+string(r.ID), r,
		map[string]StatLine{
			"Exits": {Name: "Exits", List: exits}, "Extras": {Name: "Extras", List: extras},
			"Also": {Name: "Also", List: also},
		},
		StatLine{Name: "People", List: people}, StatLine{Name: "Things", List: things},
		StatLine{Name: "Tables", List: tables}, StatLine{Name: "Spawns", List: spawns},
		StatLine{Name: "Doors", List: doors}, StatLine{Name: "Timers", List: c.timerLines(about)})
}

// whenWords says in brackets when something is there; "" for always.
func whenWords(w *world.WhenSpec) string {
	if text := w.String(); text != "" {
		return " (" + text + ")"
	}
	return ""
}

// exitLine says where an exit leads, and through which door.
func (c Ctx) exitLine(e world.ExitSpec) string {
	text := string(e.Dir) + " to " + c.roomCalled(e.To)
	if d := c.State.Doors[e.Door]; d != nil {
		text += ", through " + withID("the "+d.Name, string(d.ID))
	}
	if e.Hidden {
		text += ", hidden"
	}
	if e.Desc != "" {
		text += "; that way: " + e.Desc
	}
	return text
}

// roomCalled is a room's id with its title.
func (c Ctx) roomCalled(id world.RoomID) string {
	if r := c.State.Rooms[id]; r != nil {
		return string(id) + " (" + r.Name + ")"
	}
	return string(id)
}

// bodyLine says of somebody what tells them from others.
func (c Ctx) bodyLine(a *world.Actor) string {
	ref := c.State.ActorRef(a)
	parts := []string{withID(ref.Name, string(a.ID))}
	switch {
	case a.Player():
		parts = append(parts, a.Role.String())
	case a.Spawn != "":
		parts = append(parts, "by "+string(a.Spawn))
	default:
		parts = append(parts, "by no spawn")
	}
	parts = append(parts, "HP "+strconv.Itoa(c.State.HPNow(a, c.Now))+" of "+strconv.Itoa(a.HPMost()))
	if ref.State != "" {
		parts = append(parts, ref.State)
	}
	return strings.Join(parts, ", ")
}

// thingLines lists things, each with what is inside it behind it; about takes their ids.
func (c Ctx) thingLines(ids []world.ItemID, about map[string]bool) []string {
	var out []string
	for _, id := range ids {
		about[string(id)] = true
		it := c.State.Items[id]
		out = append(out, c.thingLine(it))
		for _, in := range c.thingLines(c.State.Index.Inside[id], about) {
			out = append(out, "in "+string(id)+": "+in)
		}
	}
	return out
}

func (c Ctx) thingLine(it *world.Item) string {
	ref := c.State.ItemRef(it)
	text := withID(ref.Name, string(it.ID))
	if it.Coins > 0 {
		text += ", " + countOf(it.Coins, "coin")
	}
	if ref.State != "" {
		text += ", " + ref.State
	}
	if it.Bolt {
		text += ", locked"
	}
	if it.Spawn != "" {
		text += ", by " + string(it.Spawn)
	}
	return text
}

// spawnLines lists the spawn rules of a room, each with those that put things into or onto what it makes behind it.
func (c Ctx) spawnLines(room world.RoomID) []string {
	var out []string
	var add func(rule *world.SpawnSpec)
	add = func(rule *world.SpawnSpec) {
		out = append(out, c.spawnLine(rule))
		for _, id := range c.State.Index.Fillers[rule.ID] {
			add(c.State.Spawns[id])
		}
	}
	for _, rule := range world.Ordered(c.State.Spawns) {
		if rule.Room == room {
			add(rule)
		}
	}
	return out
}

// spawnLine says what a spawn rule makes, how much there is of how much, and when the next comes.
func (c Ctx) spawnLine(rule *world.SpawnSpec) string {
	text := string(rule.ID) + " makes " + string(rule.Item+rule.Mob)
	switch {
	case rule.In != "":
		text += " in what " + string(rule.In) + " makes"
	case rule.On != "" && rule.Worn:
		text += ", worn, on whom " + string(rule.On) + " makes"
	case rule.On != "":
		text += " on whom " + string(rule.On) + " makes"
	}
	if rule.As != "" {
		text += " as " + rule.As
	}
	if rule.When != nil {
		text += " at " + rule.When.String()
	}
	n, most, next := c.State.Supply(rule)
	text += ": " + strconv.Itoa(n) + " of " + strconv.Itoa(most)
	switch {
	case next > 0:
		f := fields{now: c.Now}
		return text + ", the next " + f.when(next)
	case rule.Every == 0:
		return text + ", never again"
	}
	return text + ", again after " + span(rule.Every)
}

// doorLine says how a door stands.
func (c Ctx) doorLine(d *world.Door) string {
	stands := "open"
	if d.Shut {
		stands = "closed"
	}
	if d.Bolt {
		stands += " and locked"
	}
	text := withID("the "+d.Name, string(d.ID)) + ", " + stands
	if d.Key != "" {
		text += ", key " + string(d.Key)
	}
	if d.Resets > 0 {
		text += ", as it began after " + span(d.Resets)
	}
	return text
}

// timerLines lists the timers of what has such ids, the next first.
func (c Ctx) timerLines(about map[string]bool) []string {
	var due []*world.Timer
	for _, t := range world.Ordered(c.State.Timers) {
		if about[t.Subject] {
			due = append(due, t)
		}
	}
	slices.SortStableFunc(due, func(a, b *world.Timer) int { return int(a.Due - b.Due) })
	f := fields{now: c.Now}
	var out []string
	for _, t := range due {
		out = append(out, string(t.Kind)+" of "+t.Subject+", "+f.when(t.Due))
	}
	return out
}

// statBody shows somebody with their pattern's id, the rule that made them, what they have and whom they fight.
func (c Ctx) statBody(a *world.Actor) StatReport {
	about := map[string]bool{string(a.ID): true}
	instead := map[string]StatLine{
		"Presence": {Name: "Presence", Text: presence(a.Presence)},
		"Room":     {Name: "Room", Text: c.roomCalled(a.Room)},
		"HP":       {Name: "HP", Text: strconv.Itoa(c.State.HPNow(a, c.Now))},
		"HPAt":     {}, // HP is as of now
	}
	if a.Player() {
		instead["Born"] = StatLine{Name: "Made", Text: c.byTheClock(a.Born)}
		instead["Seen"] = StatLine{Name: "Came or left", Text: c.byTheClock(a.Seen)}
	}
	if rule := c.State.Spawns[a.Spawn]; rule != nil {
		instead["Spawn"] = StatLine{Name: "Spawn", Text: c.spawnLine(rule)}
	}
	var foes, followers []string
	for _, id := range append(slices.Clone(c.State.Index.Attackers[a.ID]), a.Fighting) {
		foe := c.State.Actors[id]
		if foe == nil {
			continue
		}
		if line := withID(c.definite(foe), string(id)); !slices.Contains(foes, line) {
			foes = append(foes, line)
		}
	}
	for _, id := range c.State.Index.Followers[a.ID] {
		followers = append(followers, withID(c.definite(c.State.Actors[id]), string(id)))
	}
	return c.statOf("body "+string(a.ID), a, instead, append([]StatLine{
		{Name: "Equipment", List: c.thingLines(c.State.Index.Held[a.ID], about)},
		{Name: "Foes", List: foes}, {Name: "Followers", List: followers},
		{Name: "Timers", List: c.timerLines(about)},
	}, c.ownLines(a)...)...)
}

func presence(p world.Presence) string {
	switch p {
	case world.Here:
		return "here"
	case world.Linkdead:
		return "link-dead"
	case world.Away:
	}
	return "away"
}

// statThing shows a thing with where it is, the rule that made it, and what is inside it.
func (c Ctx) statThing(it *world.Item) StatReport {
	about := map[string]bool{string(it.ID): true}
	instead := map[string]StatLine{"At": {Name: "Place", Text: c.placeCalled(it.At)}}
	if rule := c.State.Spawns[it.Spawn]; rule != nil {
		instead["Spawn"] = StatLine{Name: "Spawn", Text: c.spawnLine(rule)}
	}
	return c.statOf("thing "+string(it.ID), it, instead,
		StatLine{Name: "Contents", List: c.thingLines(c.State.Index.Inside[it.ID], about)},
		StatLine{Name: "Timers", List: c.timerLines(about)},
		StatLine{Name: "Of its pattern", List: c.patternLines(c.State.ItemSpecs[it.Proto])})
}

// placeCalled says where a thing is.
func (c Ctx) placeCalled(at world.Place) string {
	switch {
	case c.State.Actors[at.Actor] != nil:
		who := c.State.Actors[at.Actor]
		return "with " + withID(c.definite(who), string(who.ID)) + ", in " + c.roomCalled(who.Room)
	case c.State.Items[at.Item] != nil:
		box := c.State.Items[at.Item]
		return "inside " + withID(c.definiteThing(box), string(box.ID)) + ", " + c.placeCalled(box.At)
	}
	return "in " + c.roomCalled(at.Room)
}

// statDoor shows a door with the rooms on its sides.
func (c Ctx) statDoor(d *world.Door) StatReport {
	var sides []string
	for _, id := range c.State.Index.Sides[d.ID] {
		sides = append(sides, c.roomCalled(id))
	}
	return c.statOf("door "+string(d.ID), d, nil, StatLine{Name: "Stands", Text: c.doorLine(d)},
		StatLine{Name: "Sides", List: sides},
		StatLine{Name: "Timers", List: c.timerLines(map[string]bool{string(d.ID): true})})
}

// words shows a field a line, and what is in a list below it.
func (r StatReport) words(style prose.Style) prose.Text {
	out := prose.Text{prose.L(prose.Title, world.Clean(r.Title))}
	for _, l := range r.Lines {
		name := prose.Span{Text: world.Clean(l.Name)}
		switch {
		case len(l.List) == 0:
			out = append(out, item(style, name, ": "+world.Clean(plain(l.Text))))
			continue
		case style.ScreenReader:
			name.Text += ", " + strconv.Itoa(len(l.List))
		}
		out = append(out, item(style, name, ":"))
		for _, entry := range l.List {
			line := prose.Line{Spans: []prose.Span{{Text: plain(entry)}}}
			if !style.ScreenReader {
				line.Spans[0].Text = "    " + line.Spans[0].Text
				line.Indent = 6
			}
			out = append(out, line)
		}
	}
	return out
}
