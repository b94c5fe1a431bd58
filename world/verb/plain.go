package verb

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

type touchArgs struct {
	What string `json:"thing" take:"text" prep:"?at,on,against" opt:"yes" help:"a thing here, or a detail of the place"`
}

type searchArgs struct {
	What string `json:"thing" take:"text" prep:"?through,for,in,up,at" opt:"yes" help:"a thing here, or a detail"`
}

type talkArgs struct {
	To    string `json:"to" take:"actor" in:"here" prep:"?to,with" help:"somebody here"`
	About string `json:"about" take:"text" opt:"yes" help:"about and what, or the question itself"`
}

// plainVerbs are what newcomers type who know no list of verbs. Each does what other verbs do.
func plainVerbs() []*Verb {
	touches := make([]string, 0, len(world.Touches()))
	for _, w := range world.Touches()[1:] {
		if w != "eat" && w != "drink" {
			touches = append(touches, string(w))
		}
	}
	return []*Verb{
		calls(Verb{
			Name: "search", Words: []string{"dig", "rummage"}, Topic: "Looking", Need: world.RoleGuest, Effect: Changes,
			Only:    Typed,
			Brief:   "Look closely at something, or at what here could be looked into.",
			Help:    "Who has the knack to probe digs up what is buried here. help crafts tells of that.",
			Example: "search heap",
		}, Ctx.searches),
		tells(Verb{
			Name: "touch", Words: append(touches, "rap", "ignite", "kindle"), Topic: "Looking", Need: world.RoleGuest,
			Only:  Typed,
			Brief: "Lay a hand on something.",
			Help: "tap pane, push panel, light lamp. Mostly nothing comes of it. What can be moved, opened or taken has verbs " +
				"of its own.",
			Example: "touch mural",
		}, func(c Ctx, a touchArgs) (any, *world.Refusal) { return c.touch(a.What) }),
		consumes("eat", "pie", "Eat something; nobody has to.", []string{"bite"}),
		consumes("drink", "beer", "Drink something; nobody has to.", []string{"sip", "quaff"}),
		acts(Verb{
			Name: "talk", Words: []string{"speak", "chat", "converse"}, Topic: "Talking", Need: world.RoleGuest,
			Effect: Changes, Only: Typed,
			Brief:   "Greet somebody here aloud, or ask them something.",
			Help:    "talk to ann, talk to ann about the well. Everybody here hears it. say does it in your own words.",
			Example: "talk to ann",
		}, func(c Ctx, a talkArgs) world.Action {
			name := c.State.Actors[world.ActorID(a.To)].Name
			if a.About == "" {
				return world.Say{Text: "Hello, " + sentence(name) + "."}
			}
			return world.Say{Text: asked(name, a.About)}
		}),
		tells(Verb{
			Name: "people", Words: []string{"folk", "persons"}, Topic: "Looking", Need: world.RoleGuest, Only: Typed,
			Brief: "Hear who is here, without the rest of the place.", Example: "people",
		}, func(c Ctx, _ none) (any, *world.Refusal) {
			return FolkReport{c.State.LookAround(c.Actor.ID, c.Now)}, c.sight()
		}),
		tells(Verb{
			Name: "things", Words: []string{"objects"}, Topic: "Looking", Need: world.RoleGuest, Only: Typed,
			Brief: "Hear what lies and stands here, without the rest of the place.", Example: "things",
		}, func(c Ctx, _ none) (any, *world.Refusal) {
			return ThingsReport{c.State.LookAround(c.Actor.ID, c.Now)}, c.sight()
		}),
		asks(Verb{
			Name: "again", Words: []string{"repeat"}, Topic: "You", Need: world.RoleGuest, Effect: Changes, Only: Typed,
			Brief: "Be told the last thing once more.", Example: "again",
		}, func(Ctx, none) Ask { return Ask{Kind: AskHeard, Args: []string{"again"}} }),
		tells(Verb{
			Name: "purse", Words: []string{"gold", "coins", "money", "cash"}, Topic: "You", Need: world.RoleGuest, Only: Typed,
			Brief: "Count the coins in your purse.", Example: "purse",
		}, func(c Ctx, _ none) (any, *world.Refusal) {
			if c.Actor.Coins == 0 {
				return DoneReport{Text: "Your purse is empty."}, nil
			}
			return DoneReport{Text: "In your purse: " + countOf(c.Actor.Coins, "coin") + "."}, nil
		}),
	}
}

// searches digs where something is buried and somebody has the knack, and else only looks.
func (c Ctx) searches(a searchArgs) Call {
	if c.digs(a.What) {
		return Call{Input: &world.Input{Actor: c.Actor.ID, Via: c.Via, Action: world.Unearth{}}}
	}
	answer, refusal := c.search(a.What)
	if refusal != nil {
		return Call{Refusal: refusal}
	}
	return Call{Report: func(Ctx) any { return answer }}
}

// search looks closely at something; at nothing in particular, it looks into what stands here and holds something, or
// else around.
func (c Ctx) search(what string) (any, *world.Refusal) {
	if what != "" && lower(what) != "here" && lower(what) != "around" {
		return c.lookAt(what)
	}
	if r := c.sight(); r != nil {
		return nil, r
	}
	for _, id := range c.State.Index.Floor[c.Actor.Room] {
		it := c.State.Items[id]
		if sp := c.State.Spec(it); sp.Holds != nil && sp.Fixed && !it.Shut {
			c.remember(id, "")
			return c.State.ExamineItem(it), nil
		}
	}
	if c.State.Lacks(c.Actor, world.KnackProbe) == nil {
		return DoneReport{Text: world.NothingBuried}, nil
	}
	return c.State.LookAround(c.Actor.ID, c.Now), nil
}

// touch tells what comes of laying hands on something.
func (c Ctx) touch(what string) (any, *world.Refusal) {
	word := touchOf(c.word)
	advice := refuse(world.CodeUnknown, meant(string(word), c.role()))
	switch r := c.sight(); {
	case what == "" && advice.Text != "":
		return nil, advice
	case what == "":
		return nil, refuse(world.CodeMissing, sentence(string(word))+" what?")
	case r != nil:
		return nil, r
	}
	t, r := c.target("target", what)
	if r != nil {
		return nil, r
	}
	if text := c.answer(t, word); text != "" {
		return DoneReport{Text: text}, nil
	}
	switch {
	case word == "ring" && t.Item != "" && !c.isCalled(t.Item, what):
		return nil, refuse(world.CodeNotHere, "There is no "+bareName(what)+" here to ring.")
	case advice.Text != "":
		return nil, advice
	case t.Here:
		return nil, refuse(world.CodeMissing, sentence(string(word))+" what?")
	case t.Actor != "":
		return nil, refuse(world.CodeCannot, "You keep your hands to yourself.")
	case t.Word != "":
		if _, r := c.examine(t); r != nil {
			return nil, r
		}
	}
	return DoneReport{Text: "You " + string(word) + " the " + bareName(what) + ". Nothing comes of it."}, nil
}

// isCalled reports whether words are a name of a thing, and not only a word before its noun: a bell-pin is no bell.
func (c Ctx) isCalled(id world.ItemID, what string) bool {
	it := c.State.Items[id]
	if it == nil {
		return false
	}
	meant, name := strings.Join(parseQuery(what).words, " "), strings.ToLower(c.State.ItemName(it))
	return name == meant || strings.HasSuffix(name, " "+meant) || slices.Contains(c.State.Spec(it).Keys, meant)
}

// touchOf is the way of touching that a typed word means.
func touchOf(word string) world.Touch {
	switch t := world.Touch(word); {
	case word == "rap":
		return "knock"
	case word == "ignite" || word == "kindle":
		return "light"
	case slices.Contains(world.Touches(), t):
		return t
	}
	return world.Touches()[0]
}

// answer is what the pack says comes of it; "" for nothing.
func (c Ctx) answer(t Target, word world.Touch) string {
	does := func(list []world.DoesSpec) string {
		for _, d := range list {
			if slices.Contains(d.Verbs, word) {
				return d.Text
			}
		}
		return ""
	}
	if t.Item != "" {
		if text := does(c.State.Spec(c.State.Items[t.Item]).Does); text != "" {
			return text
		}
	}
	room := c.State.Rooms[c.Actor.Room]
	if room == nil || t.Word == "" {
		return ""
	}
	named := strings.Join(parseQuery(t.Word).words, " ")
	if x := c.State.DetailNamed(room.Extras, named, c.Actor, c.Now); x != nil {
		return does(x.Does)
	}
	return ""
}
