package verb

import (
	"slices"
	"strings"
	"unicode"

	"github.com/mudlark-mud/mudlark/world"
)

type typedLook struct {
	What string `json:"target" take:"text" opt:"yes" help:"what to look at, in what, or which way"`
}

type examineArgs struct {
	What Target `json:"target" take:"target" prep:"?at,in,inside,into" help:"a thing, person, door, way or detail here"`
}

type readArgs struct {
	Item Target `json:"item" take:"target" in:"reach" prep:"?at,on" help:"something with writing on it"`
}

func lookingVerbs() []*Verb {
	return []*Verb{
		tells(Verb{
			Name: "look", Aliases: []string{"l"}, Topic: "Looking", Need: world.RoleGuest, Only: Typed,
			Brief: "Look around, or at something.",
			Help: "look, look at the barkeep, look in the chest, look north. What a description mentions can often " +
				"be looked at too.",
			Example: "look",
		}, func(c Ctx, a typedLook) (any, *world.Refusal) {
			if a.What == "" {
				return c.State.LookAround(c.Actor.ID, c.Now), nil
			}
			return c.lookAt(a.What)
		}),
		tells(Verb{
			Name: "look_around", Tool: "look", Topic: "Looking", Need: world.RoleGuest, Only: Called,
			Title: "Look Around",
			Brief: "Examine your current surroundings",
		}, func(c Ctx, _ none) (any, *world.Refusal) { return c.State.LookAround(c.Actor.ID, c.Now), nil }),
		tells(Verb{
			Name: "examine", Aliases: []string{"ex", "x"}, Topic: "Looking", Need: world.RoleGuest,
			Brief:   "Look closely at a thing, a person, a door, a way out or a detail of the room.",
			Example: "examine me",
		}, func(c Ctx, a examineArgs) (any, *world.Refusal) { return c.examine(a.What) }),
		tells(Verb{
			Name: "read", Topic: "Looking", Need: world.RoleGuest, Only: Typed,
			Brief: "Read what is written on something.", Example: "read note",
		}, func(c Ctx, a readArgs) (any, *world.Refusal) {
			return c.read(a.Item)
		}),
	}
}

// read tells what is written on a thing; of a detail of the place, which has no writing of its own, what it looks like.
func (c Ctx) read(t Target) (any, *world.Refusal) {
	switch r := c.sight(); {
	case r != nil:
		return nil, r
	case t.Item != "":
		it := c.State.Items[t.Item]
		if text := c.State.Spec(it).Text; text != "" {
			return world.DetailReport{Name: c.State.ItemName(it), Desc: text}, nil
		}
		return nil, refuse(world.CodeCannot, "There is nothing written on the "+c.State.ItemName(it)+".")
	case t.Actor != "" && t.Actor == c.Actor.ID:
		return nil, refuse(world.CodeCannot, "There is nothing written on you.")
	case t.Actor != "":
		return nil, refuse(world.CodeCannot, "There is nothing written on "+c.called(t.Actor)+".")
	case t.Door != "":
		return nil, refuse(world.CodeCannot, "There is nothing written on the "+c.State.Doors[t.Door].Name+".")
	}
	return c.examine(t)
}

// sight refuses what needs light.
func (c Ctx) sight() *world.Refusal {
	if c.State.BrightFor(c.Actor, c.Now) {
		return nil
	}
	return refuse(world.CodeDark, "It is too dark to see.")
}

// lookAt understands "at the barkeep", "in the chest", "under the heap", "north", "at" alone, and "people" and "things"
// where nothing is called so.
func (c Ctx) lookAt(text string) (any, *world.Refusal) {
	for _, p := range []string{
		"at", "to", "in", "inside", "into", "under", "beneath", "below", "behind", "beside", "on", "over", "through",
		"around",
	} {
		switch {
		case strings.HasPrefix(lower(text), p+" "):
			text = strings.TrimSpace(text[len(p):])
		case (p == "at" || p == "to") && lower(text) == p:
			text = "here"
		case lower(text) == p && dirOf(p) == "" && p != "around":
			return nil, refuse(world.CodeMissing, "Look "+p+" what?")
		default:
			continue
		}
		break
	}
	t, r := c.target("target", text)
	var seen any
	if r == nil {
		seen, r = c.examine(t)
	}
	switch {
	case r == nil || r.Code != world.CodeNotHere:
		return seen, r
	case lower(text) == "people":
		return FolkReport{c.State.LookAround(c.Actor.ID, c.Now)}, c.sight()
	case lower(text) == "things":
		return ThingsReport{c.State.LookAround(c.Actor.ID, c.Now)}, c.sight()
	}
	if way := c.wayNamed(text); way != "" {
		return c.lookAt(string(way))
	}
	return nil, r
}

// wayNamed returns the one way out that is meant by some words: those of its description, or of the name of the place
// it leads to where one has seen that, or the description here speaks of it. It returns "" for none or several.
func (c Ctx) wayNamed(text string) (out world.Dir) {
	here, q := c.State.Rooms[c.Actor.Room], parseQuery(text)
	if here == nil || len(q.words) == 0 {
		return ""
	}
	said := wordsOf(here.Desc)
	for _, x := range c.State.Ways(here.ID, c.Actor.ID, c.Now) {
		e, _ := exitOf(here, x.Dir)
		words, name := wordsOf(e.Desc), []string(nil)
		if to := c.State.Rooms[e.To]; to != nil {
			name = wordsOf(to.Name)
		}
		unfit := func(w string) bool {
			return !slices.Contains(words, w) && (!slices.Contains(name, w) || x.To == "" && !slices.Contains(said, w))
		}
		switch {
		case slices.ContainsFunc(q.words, unfit):
			continue
		case out != "":
			return ""
		}
		out = x.Dir
	}
	return out
}

// wordsOf lists the words of a text in small letters.
func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) })
}

func (c Ctx) examine(t Target) (any, *world.Refusal) {
	switch {
	case t.Here:
		return c.State.LookAround(c.Actor.ID, c.Now), nil
	case t.Actor != "":
		who := c.State.Actors[t.Actor]
		seen := c.State.ExamineActor(who, c.Now)
		seen.Hire = c.State.HireOf(c.Actor, who, c.Now)
		return seen, nil
	}
	if r := c.sight(); r != nil {
		return nil, r
	}
	switch {
	case t.Item != "":
		out := c.State.ExamineItem(c.State.Items[t.Item])
		out.Board = c.State.TableOf(c.State.Items[t.Item], c.Actor.ID)
		return out, nil
	case t.Door != "":
		d := c.State.Doors[t.Door]
		return world.DetailReport{Name: d.Name, Desc: doorState(d)}, nil
	}
	if d := dirOf(t.Word); d != "" {
		return c.lookWay(d)
	}
	q := parseQuery(t.Word)
	if d, ok := c.State.Detail(c.Actor.ID, strings.Join(q.words, " "), c.Now); ok {
		return d, nil
	}
	for i := 1; i < len(q.words); i++ { // "the long heap of weed": its last words may name a thing
		if more, r := c.target("target", strings.Join(q.words[i:], " ")); r == nil && (more.Item != "" || more.Actor != "") {
			return c.examine(more)
		}
	}
	for _, w := range q.words {
		if d, ok := c.State.Detail(c.Actor.ID, w, c.Now); ok {
			return d, nil
		}
	}
	return nil, notHere(t.Word)
}

func doorState(d *world.Door) string {
	if d.Shut {
		return "The " + d.Name + " is closed."
	}
	return "The " + d.Name + " is open."
}

// lookWay reports what one sees in a direction: what its author wrote, the door, or where it leads.
func (c Ctx) lookWay(dir world.Dir) (any, *world.Refusal) {
	out, written := c.State.Detail(c.Actor.ID, string(dir), c.Now)
	out.Name = string(dir)
	for _, w := range c.State.Ways(c.Actor.Room, c.Actor.ID, c.Now) {
		if w.Dir != dir {
			continue
		}
		if !written {
			name := "somewhere you have not been yet"
			if w.Name != "" {
				name = w.Name
			}
			out.Desc = "That way lies " + name + "."
		}
		if d := c.doorTo(dir); d != nil {
			out.Desc += " " + doorState(d)
		}
		return out, nil
	}
	if !written {
		return nil, refuse(world.CodeNoExit, "There is nothing to see that way.")
	}
	return out, nil
}

func (c Ctx) doorTo(dir world.Dir) *world.Door {
	for _, e := range c.State.Rooms[c.Actor.Room].Exits {
		if e.Dir == dir {
			return c.State.Doors[e.Door]
		}
	}
	return nil
}
