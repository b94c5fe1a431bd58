package verb

import (
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

type typedLook struct {
	What string `json:"target" take:"text" opt:"yes" help:"what to look at; in <thing> looks inside; a direction looks that way"`
}

type examineArgs struct {
	What Target `json:"target" take:"target" prep:"?at,in,inside,into" help:"a thing, a person, a door, a direction or a detail of the room"`
}

type readArgs struct {
	Item string `json:"item" take:"item" in:"reach" help:"something with writing on it"`
}

func lookingVerbs() []*Verb {
	return []*Verb{
		tells(Verb{
			Name: "look", Aliases: []string{"l"}, Topic: "Looking", Need: world.RoleGuest, Only: Typed,
			Brief:   "Look around, or at something.",
			Help:    "look, look at the barkeep, look in the chest, look north. What a description mentions can often be looked at too.",
			Example: "look",
		}, func(c Ctx, a typedLook) (any, *world.Refusal) {
			if a.What == "" {
				return c.State.LookAround(c.Actor.ID, c.Now), nil
			}
			return c.lookAt(a.What)
		}),
		tells(Verb{
			Name: "look_around", Tool: "look", Topic: "Looking", Need: world.RoleGuest, Only: Called, Title: "Look Around",
			Brief: "Examine your current surroundings",
		}, func(c Ctx, _ none) (any, *world.Refusal) { return c.State.LookAround(c.Actor.ID, c.Now), nil }),
		tells(Verb{
			Name: "examine", Aliases: []string{"ex", "x"}, Topic: "Looking", Need: world.RoleGuest,
			Brief: "Look closely at a thing, a person, a door, a way out or a detail of the room.", Example: "examine me",
		}, func(c Ctx, a examineArgs) (any, *world.Refusal) { return c.examine(a.What) }),
		tells(Verb{
			Name: "read", Topic: "Looking", Need: world.RoleGuest,
			Brief: "Read what is written on something.", Example: "read note",
		}, func(c Ctx, a readArgs) (any, *world.Refusal) {
			if r := c.sight(); r != nil {
				return nil, r
			}
			it := c.State.Items[world.ItemID(a.Item)]
			sp := c.State.Spec(it)
			if sp.Text == "" {
				return nil, &world.Refusal{Code: world.CodeCannot, Text: "There is nothing written on the " + c.State.ItemName(it) + "."}
			}
			return world.DetailReport{Name: c.State.ItemName(it), Desc: sp.Text}, nil
		}),
		tells(Verb{
			Name: "map", Topic: "Looking", Need: world.RoleGuest, Only: Typed,
			Brief: "List the places that you have seen and the ways between them, nearest first.", Example: "map",
		}, func(c Ctx, _ none) (any, *world.Refusal) { return c.Map(), nil }),
	}
}

// sight refuses what needs light.
func (c Ctx) sight() *world.Refusal {
	if c.State.Bright(c.Actor.Room, c.Now) {
		return nil
	}
	return &world.Refusal{Code: world.CodeDark, Text: "It is too dark to see."}
}

// lookAt understands "at the barkeep", "in the chest", "north".
func (c Ctx) lookAt(text string) (any, *world.Refusal) {
	low := strings.ToLower(text)
	for _, p := range []string{"at ", "to ", "in ", "inside ", "into "} {
		if strings.HasPrefix(low, p) {
			text = strings.TrimSpace(text[len(p):])
			break
		}
	}
	if d := dirOf(text); d != "" {
		text = string(d)
	}
	t, r := c.target("target", text)
	if r != nil {
		return nil, r
	}
	return c.examine(t)
}

func (c Ctx) examine(t Target) (any, *world.Refusal) {
	switch {
	case t.Here:
		return c.State.LookAround(c.Actor.ID, c.Now), nil
	case t.Actor != "":
		return c.State.ExamineActor(c.State.Actors[t.Actor], c.Now), nil
	}
	if r := c.sight(); r != nil {
		return nil, r
	}
	switch {
	case t.Item != "":
		return c.State.ExamineItem(c.State.Items[t.Item]), nil
	case t.Door != "":
		d := c.State.Doors[t.Door]
		state := "open"
		if d.Shut {
			state = "closed"
		}
		return world.DetailReport{Name: d.Name, Desc: "The " + d.Name + " is " + state + "."}, nil
	}
	word := t.Word
	if d := dirOf(word); d != "" {
		word = string(d)
	}
	q := parseQuery(word)
	for _, w := range append([]string{strings.Join(q.words, " ")}, q.words...) {
		if d, ok := c.State.Detail(c.Actor.ID, w); ok {
			return d, nil
		}
	}
	if d := dirOf(word); d != "" {
		for _, w := range c.State.Ways(c.Actor.Room, c.Actor.ID, c.Now) {
			if w.Dir == d {
				name := "somewhere you have not been yet"
				if w.Name != "" {
					name = w.Name
				}
				return world.DetailReport{Name: word, Desc: "That way lies " + name + "."}, nil
			}
		}
		return nil, &world.Refusal{Code: world.CodeNoExit, Text: "There is nothing to see that way."}
	}
	return nil, notHere(word)
}
