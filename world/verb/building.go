package verb

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack"
)

const topicBuilding = "Building"

// What is said first of a place or a thing of which nobody has written anything yet.
const (
	undescribed = "Nothing has been said of it yet."
	unwelcoming = "This place has not been described yet."
)

type editArgs struct {
	Rest string `json:"rest" take:"text" opt:"yes" help:"an id, a field and what it is to say; fewer to see"`
}

type editKindArgs struct {
	Kind string `json:"kind" take:"word" help:"room, door, item, mob, spawn, quest, social, help, table or zone"`
	Rest string `json:"rest" take:"text" opt:"yes" help:"an id, a field and what it is to say; fewer to see"`
}

type createArgs struct {
	Kind string `json:"kind" take:"word" help:"room, door, item, mob, quest, social, help or zone"`
	ID   string `json:"id" take:"word" help:"its id: small letters, digits and hyphens"`
	Name string `json:"name" take:"text" opt:"yes" help:"its name; made from the id when left out"`
}

type destroyArgs struct {
	Kind string `json:"kind" take:"word" help:"what it is, as edit calls it"`
	ID   string `json:"id" take:"word" help:"its id"`
}

type digArgs struct {
	Dir  string `json:"direction" take:"dir" help:"where the way leads"`
	Name string `json:"name" take:"text" help:"the name of a new room, or the id of one that there is"`
}

type undigArgs struct {
	Dir string `json:"direction" take:"dir" help:"the way that goes"`
}

type resetArgs struct {
	ID    string `json:"pattern" take:"word" help:"a pattern's id; olist and mlist list them"`
	Most  string `json:"most" take:"word" opt:"yes" help:"how many there are at most, 1 to 50; 1 when left out"`
	Every string `json:"every" take:"word" opt:"yes" help:"seconds until one that is gone is made again; or 600"`
}

type changesArgs struct {
	Which string `json:"which" take:"text" opt:"yes" help:"a number, a kind and an id, a builder's name, pack; page N"`
}

type undoArgs struct {
	Change string `json:"change" take:"word" opt:"yes" help:"its number; your last when left out"`
	All    string `json:"all" take:"word" opt:"yes" help:"all: with what was built on it since"`
}

// builder is a verb of those who shape the world.
func builder(name, brief, example string, effect Effect) Verb {
	v := wizard(name, brief, example, effect)
	v.Topic, v.Need, v.Drafts = topicBuilding, world.RoleBuilder, true
	return v
}

const editHelp = "Alone it shows all fields. A field and words say what it says from now on: redit desc It is wet. " +
	"Everybody sees it at their next look, and undo takes it back. A field of a list is named with dots: " +
	"exits.north.to, extras.lamp.desc, mind.lines.3.text; one that there is not yet is made, and new is the next: " +
	"extras.new.keys. Words of a list stand behind each other with commas. \\n ends a paragraph. drop and a field take " +
	"it out. desc, a help page's text or a script's source without words opens an editor, line by line. fields lists " +
	"what there is to say. "

// buildingVerbs shape the world from inside.
func buildingVerbs() []*Verb {
	edits := func(name, kind, brief, example, of string, words ...string) *Verb {
		v := helped(builder(name, brief, example, Destroys), editHelp+of)
		v.Words = words
		return calls(v, drafting(func(c Ctx, a editArgs) Call { return c.edits(name, kind, a.Rest) }))
	}
	dig := helped(builder("dig", "Make a way, and the room to which it leads.", "dig south Narrow Lane", Destroys),
		"The name is of a new room, whose id is made of it; a room's id as rlist shows it makes a way to that one. The way "+
			"back is made, too, if nothing leads there yet. redit describes the room when you are there.")
	dig.Words = []string{"@dig", "@tunnel"}
	create := helped(builder("create", "Make a pattern, a room or another entry of the world.",
		"create item tin-mug tin mug", Destroys), "Then redit, oedit, medit, qedit, hedit or edit say more of it. "+
		"create quest dry-feet slay rat Dry Feet makes a quest to be offered where you are; find and a thing make one to "+
		"find it. What lies or lives somewhere comes of oreset and mreset. A new zone is closed at first, and yours: redit "+
		"zone and its id put a room into it, nobody else walks in, and publish opens it. One that has rooms stays open.")
	create.Words = []string{"@create"}
	destroy := helped(builder("destroy", "Take an entry out of the world.", "destroy item tin-mug", Destroys),
		"What is named elsewhere stays until nothing names it. Of a room the ways that lead there go too, and whoever is in "+
			"it comes to where people arrive. With a spawn goes what it made and what nobody has taken.")
	destroy.Words = []string{"@destroy"}
	return append(slices.Concat(copyVerbs(), attachVerbs(), draftVerbs()), []*Verb{
		edits("redit", "room", "See or change what a room says.", "redit desc The quay is wet.",
			"Without an id it is the room where you are.", "rset", "@desc"),
		edits("oedit", "item", "See or change a pattern of things.", "oedit lamp", "", "oset"),
		edits("medit", "mob", "See or change a pattern of creatures.", "medit rat", "", "mset"),
		edits("qedit", "quest", "See or change a quest.", "qedit errand", ""),
		edits("hedit", "help", "See or change a help page.", "hedit newbie", ""),
		edits("trigedit", kindScript, "See or change a script.", "trigedit parrot",
			"trigedit parrot source and the program sets it, in one line, as help script says. create script makes one, attach "+
				"has it be asked somewhere.", "sedit"),
		edits("zedit", kindZone, "See or change what the rooms of a zone have in common.", "zedit fields",
			"Without an id it is the zone where you are."),
		calls(helped(builder("edit", "See or change any entry of the world.", "edit room", Destroys), editHelp+
			"Behind the kind stands an id."), drafting(func(c Ctx, a editKindArgs) Call {
			return c.edits("edit "+strings.ToLower(a.Kind), kindNamed(a.Kind), a.Rest)
		})),
		calls(create, drafting(makes)),
		calls(destroy, drafting(razes)),
		calls(dig, drafting(digs)),
		calls(builder("undig", "Take a way out, and the way back.", "undig south", Destroys), drafting(undigs)),
		calls(helped(builder("oreset", "Have a thing lie here, and made again when it is gone.", "oreset lamp 2 600",
			Destroys), "oreset lamp 0 ends it, and takes away what nobody has taken."),
			drafting(func(c Ctx, a resetArgs) Call { return c.resets("item", a) })),
		calls(helped(builder("mreset", "Have a creature live here, and come again when it is gone.", "mreset rat 1 300",
			Destroys), "mreset rat 0 ends it, and takes the creature away."),
			drafting(func(c Ctx, a resetArgs) Call { return c.resets("mob", a) })),
		tells(helped(builder("changes", "See who changed what of the world.", "changes", Reads),
			"changes 12 shows one with what was before; changes room quay those of one entry; changes ann those of one "+
				"builder; changes pack what is not as the world's pack says, and where the pack says something new of it. The "+
				fmt.Sprint("last ", world.ChangesMost)+" are kept. "+pageHelp), changesOf),
		calls(helped(builder("undo", "Take a change of the world back.", "undo 1", Destroys),
			"Without a number it is the last that you made. What was changed again since is undone first; undo 1 all takes "+
				"back all that was built on it as well. An undo can be undone."), undoes),
	}...)
}

// kindNamed understands the field's other names for kinds.
func kindNamed(word string) string {
	word = strings.ToLower(word)
	switch word {
	case "object", "obj", "thing":
		return "item"
	case "mobile", "creature":
		return "mob"
	case "reset":
		return "spawn"
	}
	return word
}

// edits shows an entry, or changes a field of it.
func (c Ctx) edits(typed, kind, rest string) Call {
	if pack.Fields(kind) == nil {
		return Call{Refusal: refuse(world.CodeUnknown, "There is no kind of content called "+plain(clip(kind))+
			". There are: "+strings.Join(world.EntryKinds(), ", ")+".")}
	}
	head, left, _ := strings.Cut(strings.TrimSpace(rest), " ")
	if strings.EqualFold(head, "fields") && left == "" {
		return Call{Report: func(Ctx) any { return fieldsOf(kind) }}
	}
	id, left := strings.ToLower(head), strings.TrimSpace(left)
	if here := c.entryHere(kind); here != "" && c.State.Entry(kind, id) == nil && isHere(kind, head, left) {
		id, left = here, strings.TrimSpace(rest)
	}
	entry := c.State.Entry(kind, id)
	if entry == nil {
		return Call{Refusal: noEntry(c.State, typed, kind, id)}
	}
	path, text, _ := strings.Cut(left, " ")
	text = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), "="))
	if strings.EqualFold(path, "description") {
		path = "desc"
	}
	var now any
	var err error
	switch {
	case strings.EqualFold(path, "drop") && text != "":
		now, err = pack.Unset(kind, entry, text)
	case text == "" && c.Via.Kind == world.ViaKeyboard && isLong(kind, path):
		return c.writes(Writing{Typed: typed + " " + id + " " + path, Kind: kind, ID: id, Path: strings.ToLower(path)}, entry)
	case text == "":
		return Call{Report: func(c Ctx) any { return entryReport(kind, id, c.inDraft().State.Entry(kind, id), path, typed) }}
	default:
		if kind == kindScript {
			text = c.indented(text)
		}
		now, err = pack.Set(kind, entry, path, text)
		err = withCommas(path, text, err)
		now = inItsLanguage(entry, now)
	}
	return c.puts(kind, id, entry, now, err)
}

// puts sets an entry as it is to be, unless that cannot be.
func (c Ctx) puts(kind, id string, entry, now any, err error) Call {
	if err != nil {
		return Call{Refusal: refuse(world.CodeBadValue, sentenceOf(err.Error()))}
	}
	if name := c.strangerIn(now, entry); name != "" {
		return Call{Refusal: refuse(world.CodeUnknown, "Nobody here is called "+plain(clip(name))+
			". Names stand behind each other with commas.")}
	}
	var set world.Entries
	set.Put(kind, id, now)
	return c.does(world.EditContent{Set: set})
}

// indented returns the end of the line that was typed as it stood there, with the blanks by which a program's lines are
// indented.
func (c Ctx) indented(text string) string {
	for i := range c.line {
		if (i == 0 || c.line[i-1] == ' ') && c.line[i] != ' ' && plain(c.line[i:]) == text {
			return strings.Map(func(r rune) rune {
				if r == ' ' || plain(string(r)) != "" {
					return r
				}
				return ' '
			}, c.line[i:])
		}
	}
	return text
}

// strangerIn returns a name that an edit gives a zone and that is nobody's; "" for none.
func (c Ctx) strangerIn(now, was any) string {
	z, ok := now.(world.ZoneSpec)
	old, isZone := was.(world.ZoneSpec)
	if !ok || !isZone {
		return ""
	}
	for _, name := range slices.Concat(z.Builders, z.Testers) {
		if !slices.Contains(slices.Concat(old.Builders, old.Testers), name) && c.State.PlayerNamed(name) == nil {
			return name
		}
	}
	return ""
}

// entryHere is the id of the entry of a kind that is about where the builder is: the room, or its zone.
func (c Ctx) entryHere(kind string) string {
	switch kind {
	case "room":
		return string(c.Actor.Room)
	case kindZone:
		return string(world.ZoneKey(c.State.Rooms[c.Actor.Room].Zone))
	}
	return ""
}

// isHere reports whether what was typed behind redit or zedit is about where the builder is: it begins with a field, or
// with what is neither a field nor followed by one.
func isHere(kind, head, left string) bool {
	next, _, _ := strings.Cut(left, " ")
	return head == "" || isField(kind, head) || strings.EqualFold(head, "drop") || left != "" && !isField(kind, next)
}

// sentenceOf makes one of an error.
func sentenceOf(text string) string {
	text = sentence(plain(text))
	if strings.HasSuffix(text, "?") {
		return text
	}
	return strings.TrimSuffix(text, ".") + "."
}

// isField reports whether a path begins with a field of a kind.
func isField(kind, path string) bool {
	root, _, _ := strings.Cut(strings.ToLower(path), ".")
	return slices.ContainsFunc(pack.Fields(kind), func(f pack.Field) bool { return f.Path == root })
}

// noEntry says that there is no such entry, and which were perhaps meant.
func noEntry(s *world.State, typed, kind, id string) *world.Refusal {
	if id == "" {
		return refuse(world.CodeMissing, "Which one? Type "+typed+" and an id"+idsBy(kind)+".")
	}
	var near []string
	for _, other := range s.EntryIDs(kind) {
		if strings.Contains(other, id) {
			near = append(near, other)
		}
	}
	if len(near) > 0 {
		return refuse(world.CodeUnclear, "There is no "+kind+" of the id "+plain(clip(id))+". Is it "+joinIDs(near)+"?")
	}
	return refuse(world.CodeUnknown, "There is no "+kind+" of the id "+plain(clip(id))+idsBy(kind)+
		"; create "+kind+" "+plain(clip(id))+" makes one.")
}

// idsBy says which command lists the ids of a kind.
func idsBy(kind string) string {
	if by := map[string]string{"room": "rlist", "item": "olist", "mob": "mlist", kindZone: "zlist"}[kind]; by != "" {
		return "; " + by + " lists them"
	}
	return ""
}

// entryReport shows what an entry says, or the fields below a path.
func entryReport(kind, id string, entry any, path, typed string) RecordReport {
	out := RecordReport{Title: kind + " " + id}
	below := strings.ToLower(path)
	left := 0
	for _, v := range pack.Values(kind, entry) {
		low := strings.ToLower(v.Path)
		switch {
		case below != "" && low != below && !strings.HasPrefix(low, below+"."):
		case len(out.Lines) >= listShown:
			left++
		default:
			out.Lines = append(out.Lines, RecordLine{Text: v.Path + ": " + onOneLine(v.Text)})
		}
	}
	switch {
	case left > 0:
		out.Notes = []string{fmt.Sprintf("And %d more; a field's name behind it shows what stands below that one: "+
			"%s %s mind.", left, typed, id)}
	case len(out.Lines) == 0:
		out.Notes = []string{"It says nothing of that. " + typed + " fields lists what there is to say."}
	default:
		out.Notes = []string{"To change one: " + typed + " " + id + ", its name, and what it is to say. " + typed +
			" fields lists all that there are."}
	}
	return out
}

// onOneLine writes a text as it is typed: its lines are parted by \n.
func onOneLine(text string) string {
	return strings.NewReplacer("\n\n", ` \n `, "\n", ` \n `).Replace(text)
}

// fieldsOf lists what there is to say of a kind.
func fieldsOf(kind string) RecordReport {
	out := RecordReport{Title: "Fields of a " + kind}
	for _, f := range pack.Fields(kind) {
		out.Lines = append(out.Lines, RecordLine{Text: f.Path + " (" + f.Shown + "): " + f.About})
	}
	return out
}

// titled makes a name of an id: Tin mug of tin-mug.
func titled(id string) string { return strings.ReplaceAll(id, "-", " ") }

// razes withdraws an entry; with a room go the ways that lead there.
func razes(c Ctx, a destroyArgs) Call {
	kind, id := kindNamed(a.Kind), strings.ToLower(a.ID)
	if c.State.Entry(kind, id) == nil {
		return Call{Refusal: noEntry(c.State, "destroy "+kind, kind, id)}
	}
	var set world.Entries
	set.Put(kind, id, nil)
	if kind == "room" {
		for _, other := range world.Ordered(c.State.Rooms) {
			left := slices.DeleteFunc(slices.Clone(other.Exits), func(x world.ExitSpec) bool { return string(x.To) == id })
			if len(left) < len(other.Exits) && string(other.ID) != id {
				now := *other
				now.Exits = left
				set.Put(kind, string(now.ID), now)
			}
		}
	}
	return c.does(world.EditContent{Set: set})
}

// exitOf returns the exit of a room in a direction.
func exitOf(r *world.RoomSpec, dir world.Dir) (world.ExitSpec, bool) {
	i := slices.IndexFunc(r.Exits, func(x world.ExitSpec) bool { return x.Dir == dir })
	if i < 0 {
		return world.ExitSpec{}, false
	}
	return r.Exits[i], true
}

// digs makes a way to a room, and the room.
func digs(c Ctx, a digArgs) Call {
	here, dir := *c.State.Rooms[c.Actor.Room], world.Dir(a.Dir)
	if x, ok := exitOf(&here, dir); ok {
		return Call{Refusal: refuse(world.CodeTaken, fmt.Sprintf("A way leads %s already, to %s. undig %s takes it out.", dir,
			x.To, dir))}
	}
	var set world.Entries
	there := world.RoomSpec{Zone: here.Zone, Desc: unwelcoming, Light: here.Light}
	if old := c.State.Rooms[world.RoomID(strings.TrimPrefix(a.Name, "to "))]; old != nil {
		there = *old
	} else {
		there.ID = c.freeRoom(a.Name)
		if there.ID == "" {
			return Call{Refusal: refuse(world.CodeBadValue, "A room needs a name of letters: dig south Narrow Lane.")}
		}
		named, err := pack.Set("room", there, "name", a.Name)
		if err != nil {
			return Call{Refusal: refuse(world.CodeBadValue, sentenceOf(err.Error()))}
		}
		if r, ok := named.(world.RoomSpec); ok {
			there = r
		}
	}
	if there.ID == here.ID {
		return Call{Refusal: refuse(world.CodeBadValue, "That is where you are.")}
	}
	here.Exits = append(slices.Clone(here.Exits), world.ExitSpec{Dir: dir, To: there.ID})
	set.Put("room", string(here.ID), here)
	if _, taken := exitOf(&there, dir.Opposite()); !taken {
		there.Exits = append(slices.Clone(there.Exits), world.ExitSpec{Dir: dir.Opposite(), To: here.ID})
		set.Put("room", string(there.ID), there)
	}
	return c.does(world.EditContent{Set: set})
}

// freeRoom makes an id that no room has from a name.
func (c Ctx) freeRoom(name string) world.RoomID {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	const longest = 40
	id := strings.Join(words, "-")
	id = strings.Trim(id[:min(len(id), longest)], "-")
	if id == "" {
		return ""
	}
	free := world.RoomID(id)
	for n := 2; c.State.Rooms[free] != nil; n++ {
		free = world.RoomID(id + "-" + strconv.Itoa(n))
	}
	return free
}

// undigs takes a way out, with the way back.
func undigs(c Ctx, a undigArgs) Call {
	here, dir := *c.State.Rooms[c.Actor.Room], world.Dir(a.Dir)
	x, ok := exitOf(&here, dir)
	if !ok {
		return Call{Refusal: refuse(world.CodeNotHere, "No way leads "+string(dir)+" from here.")}
	}
	var set world.Entries
	here.Exits = slices.DeleteFunc(slices.Clone(here.Exits), func(x world.ExitSpec) bool { return x.Dir == dir })
	set.Put("room", string(here.ID), here)
	if there := c.State.Rooms[x.To]; there != nil && x.To != here.ID {
		if back, ok := exitOf(there, dir.Opposite()); ok && back.To == here.ID {
			now := *there
			now.Exits = slices.DeleteFunc(slices.Clone(there.Exits), func(x world.ExitSpec) bool { return x.Dir == back.Dir })
			set.Put("room", string(now.ID), now)
		}
	}
	return c.does(world.EditContent{Set: set})
}

// resets has a pattern brought forth where the builder is.
func (c Ctx) resets(kind string, a resetArgs) Call {
	const most, every = 50, 600
	id := strings.ToLower(a.ID)
	if c.State.Entry(kind, id) == nil {
		return Call{Refusal: noEntry(c.State, kind[:1]+"reset", kind, id)}
	}
	number := func(text string, other, most int) (int, bool) {
		if text == "" {
			return other, true
		}
		n, err := strconv.Atoi(text)
		return n, err == nil && n >= 0 && n <= most
	}
	n, ok := number(a.Most, 1, most)
	wait, good := number(a.Every, every, 7*24*3600)
	if !ok || !good {
		return Call{Refusal: refuse(world.CodeBadValue, "Say how many, 0 to 50, and after how many seconds: "+
			"oreset lamp 2 600.")}
	}
	rule := world.SpawnSpec{
		ID: world.SpawnID(clip(id + "-" + string(c.Actor.Room))), Room: c.Actor.Room, Max: n, Every: wait,
	}
	for _, old := range world.Ordered(c.State.Spawns) { // the rule that does it already
		if old.Room == rule.Room && string(old.Item+old.Mob) == id {
			rule = *old
			rule.Max, rule.Every = n, wait
		}
	}
	if kind == "item" {
		rule.Item = world.ProtoID(id)
	} else {
		rule.Mob = world.ProtoID(id)
	}
	var set world.Entries
	if n > 0 {
		set.Put("spawn", string(rule.ID), rule)
		return c.does(world.EditContent{Set: set})
	}
	if c.State.Spawns[rule.ID] == nil {
		return Call{Refusal: refuse(world.CodeNotHere, "Nothing brings that forth here.")}
	}
	set.Put("spawn", string(rule.ID), nil)
	return c.does(world.EditContent{Set: set})
}
