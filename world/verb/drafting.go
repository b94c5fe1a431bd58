package verb

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack"
)

type draftArgs struct {
	What string `json:"what" take:"text" opt:"yes" help:"a name, on, off, list, diff, go, play, drop, publish or discard"`
}

type draftNameArgs struct {
	Name string `json:"draft" take:"word" opt:"yes" help:"a draft's name; the open one when left out"`
}

// orVersion parts what is typed behind publish: a draft's name, and the version of it that was read, 0 for none.
func orVersion(text string) (name string, read int) {
	f := strings.Fields(strings.ToLower(text))
	if len(f) > 0 {
		if n, err := strconv.Atoi(f[len(f)-1]); err == nil && n > 0 {
			f, read = f[:len(f)-1], n
		}
	}
	return strings.Join(f, " "), read
}

type diffArgs struct {
	Which string `json:"draft" take:"text" opt:"yes" help:"a draft's name; the open one when left out. page N"`
}

// draftVerbs gather edits that are made later, all at once.
func draftVerbs() []*Verb {
	draft := helped(builder("draft", "Gather edits in a draft, and make them all at once later.", "draft", Changes),
		"draft NAME opens a draft, or begins it; draft on calls it by your own name. What you edit goes into it from then "+
			"on, and nobody meets it in the world. draft alone says what is in it, diff what would be otherwise, draft go "+
			"and a direction or a room's id stands you in a room of it and shows it, so that dig and redit go on there; "+
			"draft go here comes back. draft play lets you walk about in a copy of the world in which it is published, with "+
			"hands and alone, until draft stop: nothing of that is kept. draft drop and a kind and an id takes one entry out. "+
			"publish makes all of it so as one change, or nothing of it if somebody changed something of it meanwhile; undo "+
			"takes it back as a whole. What an agent drafted, or another, is published with the number that diff says at its "+
			"end, so that nobody publishes what they have not read. discard throws it away, draft off leaves it as it is, and "+
			"draft list lists yours.")
	draft.Words = []string{"@draft"}
	diff := helped(builder("diff", "See what a draft would change.", "diff", Reads), "Of each field what it says in the "+
		"world and what it says in the draft. "+pageHelp)
	diff.Words = []string{"@diff"}
	return []*Verb{
		calls(draft, func(c Ctx, a draftArgs) Call { return c.draft(a.What) }),
		calls(helped(builder("discard", "Throw a draft away.", "discard sketch", Destroys), "Without a name it is the one "+
			"that is open. Nothing in the world changes."),
			func(c Ctx, a draftNameArgs) Call { return c.closesDraft("", a.Name, 0) }),
		tells(diff, func(c Ctx, a diffArgs) (any, *world.Refusal) {
			name, page := askedPage(a.Which)
			return c.draftDiff(name, page)
		}),
	}
}

// draft does what is typed behind the verb.
func (c Ctx) draft(text string) Call {
	word, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	rest = strings.TrimSpace(rest)
	open := c.draftOpen()
	switch low := strings.ToLower(word); low {
	case "":
		return report(c.draftReport(), nil)
	case "list":
		return report(draftList(c), nil)
	case "on":
		return c.does(world.HoldDraft{Draft: world.DraftID(cmp.Or(string(world.ZoneKey(c.Actor.Name)), "draft"))})
	case "off", "close":
		return c.does(world.HoldDraft{})
	case "diff":
		name, page := askedPage(rest)
		return report(c.draftDiff(name, page))
	case "play", "try":
		return c.rehearses(rest)
	case "stop":
		return Call{Refusal: refuse(world.CodeMissing, "You are trying no draft out. draft play begins it.")}
	case wordPublish, "discard":
		name, read := orVersion(rest)
		return c.closesDraft(low, name, read)
	case "go", "look", "drop", "here":
		switch {
		case open == nil:
			return Call{Refusal: refuse(world.CodeMissing, noDraft)}
		case low == "drop":
			return c.dropsOut(open, rest)
		case low == "here":
			rest = low
		}
		return c.goesInDraft(open, cmp.Or(rest, "look"))
	}
	if rest != "" {
		return Call{Refusal: refuse(world.CodeBadValue, "A draft's name is one word of small letters, digits and hyphens: "+
			"draft old-mill. help draft says what else there is.")}
	}
	return c.does(world.HoldDraft{Draft: world.DraftID(strings.ToLower(word))})
}

const (
	wordPublish = "publish"
	noDraft     = "You have no draft open. draft and a name open one; draft list lists yours."
)

// report answers with what there is to tell.
func report(answer any, r *world.Refusal) Call {
	if r != nil {
		return Call{Refusal: r}
	}
	return Call{Report: func(Ctx) any { return answer }}
}

// valuesOf lists the fields of an entry with what they say.
func valuesOf(kind string, entry any) (out []string) {
	for _, v := range pack.Values(kind, entry) {
		out = append(out, v.Path+": "+onOneLine(v.Text))
	}
	return out
}

// draftOpen returns the draft into which goes what is edited by this door, nil for none.
func (c Ctx) draftOpen() *world.Draft {
	return c.State.DraftOf(c.Actor.ID, c.Via.Kind == world.ViaGrant)
}

// inDraft returns how the world would be for a builder with the draft that they have open, for reading content: what
// there is, and where they stand.
func (c Ctx) inDraft() Ctx {
	d := c.draftOpen()
	if d == nil {
		return c
	}
	return c.within(d)
}

func (c Ctx) within(d *world.Draft) Ctx {
	c.State = c.State.With(&d.Set)
	if at := d.Stands(c.Via.Kind == world.ViaGrant); c.State.Rooms[at] != nil && d.By == c.Actor.ID {
		me := *c.Actor
		me.Room = at
		c.Actor = &me
	}
	return c
}

// drafting has a verb read content as it is in the builder's draft.
func drafting[T any](f func(Ctx, T) Call) func(Ctx, T) Call {
	return func(c Ctx, a T) Call { return f(c.inDraft(), a) }
}

// theDraft finds a draft that somebody may read by its name, or the one that they have open.
func (c Ctx) theDraft(name string) (*world.Draft, *world.Refusal) {
	if name == "" {
		if d := c.draftOpen(); d != nil {
			return d, nil
		}
		return nil, refuse(world.CodeMissing, noDraft)
	}
	d := c.State.Drafts[world.DraftID(strings.ToLower(name))]
	if d == nil || !c.State.Judges(c.Actor, d) {
		return nil, refuse(world.CodeUnknown, "You have no draft "+plain(clip(name))+"; draft list lists them.")
	}
	return d, nil
}

func (c Ctx) closesDraft(how, name string, read int) Call {
	d, r := c.theDraft(name)
	switch {
	case r != nil:
		return Call{Refusal: r}
	case how == wordPublish:
		return c.does(world.PublishDraft{Draft: d.ID, Read: read})
	}
	return c.does(world.DiscardDraft{Draft: d.ID})
}

// rehearses asks the host for a copy of the world in which a draft is published, to walk about in.
func (c Ctx) rehearses(name string) Call {
	d, r := c.theDraft(name)
	switch {
	case r != nil:
		return Call{Refusal: r}
	case c.Via.Kind != world.ViaKeyboard:
		return Call{Refusal: refuse(world.CodeKeyboard, "A draft is tried out at a keyboard.")}
	}
	return Call{Ask: Ask{Kind: AskRehearse, Args: []string{string(d.ID)}}}
}

// draftReport says what is in the draft that is open.
func (c Ctx) draftReport() any {
	d := c.draftOpen()
	if d == nil {
		return draftList(c)
	}
	out := RecordReport{Title: "Draft " + string(d.ID)}
	for _, m := range d.Bases {
		out.Lines = append(out.Lines, RecordLine{Text: strings.Replace(m.Entry, ":", " ", 1) + c.becomes(d, m)})
	}
	if len(out.Lines) == 0 {
		out.Lines = []RecordLine{{Text: "Nothing is in it yet: what you edit goes there."}}
	}
	if r := c.State.With(&d.Set).Rooms[d.Stands(c.Via.Kind == world.ViaGrant)]; r != nil {
		out.Notes = append(out.Notes, "In it you stand in "+string(r.ID)+", "+r.Name+".")
	}
	if d.Mixed {
		out.Notes = append(out.Notes, "An agent drafted some of it.")
	}
	out.Notes = append(out.Notes, "diff shows what would be otherwise; publish makes it so; draft off leaves it.")
	return out
}

// becomes says of an entry of a draft what it is in it.
func (c Ctx) becomes(d *world.Draft, m world.Mark) string {
	kind, id, _ := strings.Cut(m.Entry, ":")
	said := ": changed"
	switch {
	case d.Set.Entry(kind, id) == nil:
		said = ": withdrawn"
	case m.Digest == "":
		said = ": new"
	}
	if slices.Contains(c.State.Overtaken(d), m.Entry) {
		said += "; the world has changed it since"
	}
	return said
}

// draftList lists the drafts that somebody may read.
func draftList(c Ctx) any {
	out := RecordReport{Title: "Drafts"}
	for _, d := range world.Ordered(c.State.Drafts) {
		if !c.State.Judges(c.Actor, d) {
			continue
		}
		line := fmt.Sprintf("%s: %s", d.ID, countOf(len(d.Bases), "change"))
		if by := c.State.Actors[d.By]; by != nil && by.ID != c.Actor.ID {
			line += ", by " + by.Name
		}
		if d.Open {
			line += "; open"
		}
		if d.Lent {
			line += "; open for agents"
		}
		out.Lines = append(out.Lines, RecordLine{Text: line})
	}
	if len(out.Lines) == 0 {
		out.Lines = []RecordLine{{Text: "You have none."}}
	}
	out.Notes = []string{"draft and a name open one. diff and a name show what one would change."}
	return out
}

// draftDiff says field by field what a draft would change.
func (c Ctx) draftDiff(name string, page int) (any, *world.Refusal) {
	d, r := c.theDraft(name)
	if r != nil {
		if name == "" {
			return draftList(c), nil
		}
		return nil, r
	}
	var lines []string
	over := c.State.With(&d.Set)
	for _, m := range d.Bases {
		kind, id, _ := strings.Cut(m.Entry, ":")
		is, now := c.State.Entry(kind, id), over.Entry(kind, id)
		head := kind + " " + id
		if slices.Contains(c.State.Overtaken(d), m.Entry) {
			lines = append(lines, head+" was changed in the world since it was drafted, and cannot be published like this.")
		}
		switch {
		case is == nil && now != nil:
			lines = append(lines, head+" is new:")
			for _, v := range valuesOf(kind, now) {
				lines = append(lines, "+ "+v)
			}
			continue
		case now == nil:
			lines = append(lines, head+" is withdrawn.")
			continue
		}
		lines = append(lines, head+":")
		was, then := valuesOf(kind, is), valuesOf(kind, now)
		for _, v := range was {
			if !slices.Contains(then, v) {
				lines = append(lines, "- "+v)
			}
		}
		for _, v := range then {
			if !slices.Contains(was, v) {
				lines = append(lines, "+ "+v)
			}
		}
	}
	got, r := pageOf("Draft "+string(d.ID)+": what it changes; - is in the world, + in the draft", lines, page,
		"diff "+string(d.ID), "Nothing is in it yet.")
	if out, ok := got.(RecordReport); ok {
		if out.Diff = true; page*listShown >= len(lines) && len(lines) > 0 {
			publish := fmt.Sprintf("To make it so as it stands here: publish %s %d.", d.ID, d.Version())
			out.Notes = append(out.Notes, publish)
		}
		return out, nil
	}
	return got, r
}

// dropsOut makes an entry of a draft say what the world says of it, by which it is in the draft no longer.
func (c Ctx) dropsOut(d *world.Draft, text string) Call {
	kind, id, _ := strings.Cut(strings.ToLower(text), " ")
	kind, id = kindNamed(kind), strings.TrimSpace(id)
	if !slices.ContainsFunc(d.Bases, func(m world.Mark) bool { return m.Entry == world.EntryKey(kind, id) }) {
		return Call{Refusal: refuse(world.CodeUnknown, "That is not in the draft; draft lists what is. Say a kind and an "+
			"id: draft drop room mill-yard.")}
	}
	var set world.Entries
	set.Put(kind, id, c.State.Entry(kind, id))
	return c.does(world.EditContent{Set: set})
}

// goesInDraft stands a builder in another room of the draft, and shows it.
func (c Ctx) goesInDraft(d *world.Draft, to string) Call {
	in := c.within(d)
	show := func(c Ctx) any { return draftedRoom(c.inDraft()) }
	id := world.RoomID(strings.ToLower(to))
	switch dir := dirOf(strings.ToLower(to)); {
	case strings.EqualFold(to, "look"):
		return Call{Report: show}
	case strings.EqualFold(to, "here"):
		id = ""
	case dir != "":
		x, ok := exitOf(in.State.Rooms[in.Actor.Room], dir)
		if !ok {
			return Call{Refusal: refuse(world.CodeNotHere, "No way leads "+string(dir)+" there. dig makes one.")}
		}
		id = x.To
	case in.State.Rooms[id] == nil:
		return Call{Refusal: noEntry(in.State, "draft go", kindRoom, string(id))}
	}
	if id == d.Stands(c.Via.Kind == world.ViaGrant) {
		return Call{Report: show}
	}
	call := c.does(world.HoldDraft{Draft: d.ID, Room: id})
	call.Report = show
	return call
}

// draftedRoom shows the room where a builder stands in a draft.
func draftedRoom(c Ctx) any {
	r := c.State.Rooms[c.Actor.Room]
	out := RecordReport{Title: r.Name + " (" + string(r.ID) + ")"}
	for line := range strings.SplitSeq(r.Desc, "\n") {
		if line != "" {
			out.Lines = append(out.Lines, RecordLine{Text: line})
		}
	}
	var ways, here []string
	for _, x := range r.Exits {
		ways = append(ways, string(x.Dir)+" to "+string(x.To))
	}
	for _, sp := range world.Ordered(c.State.Spawns) {
		if sp.Room == r.ID {
			here = append(here, string(sp.Item+sp.Mob))
		}
	}
	if len(ways) > 0 {
		out.Lines = append(out.Lines, RecordLine{Text: "Exits: " + strings.Join(ways, ", ") + "."})
	}
	if len(here) > 0 {
		out.Lines = append(out.Lines, RecordLine{Text: "Made here: " + strings.Join(here, ", ") + "."})
	}
	return out
}
