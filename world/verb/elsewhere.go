package verb

import (
	"maps"

	"github.com/mudlark-mud/mudlark/world"
)

type atArgs struct {
	Place string `json:"place" take:"word" help:"a room's id, or a person"`
	Line  string `json:"command" take:"text" help:"what to do there"`
}

func at() Verb {
	v := wizard("at", "Do something as if you stood elsewhere.", "at here look", Changes)
	v.Help = "Looking of all kinds, and say, shout, emote, gestures, echo, load and purge. For anything else, go there."
	return v
}

// at does something elsewhere. What only tells is told as it would look there, and nobody moves. An action is done
// there between two hauls; it has to be one of those that the world cannot refuse once it was read, for a refusal
// would leave the wizard behind.
func (t *Table) at(c Ctx, a atArgs) Call {
	to, r := c.onePlace(a.Place)
	if r != nil {
		return Call{Refusal: r}
	}
	room, home := world.RoomID(to), c.Actor.Room
	if room == home {
		return t.forge(c, a.Line)
	}
	there := t.forge(c.standing(room), a.Line)
	switch {
	case there.Refusal != nil:
		return Call{Refusal: there.Refusal}
	case there.Input == nil:
		return Call{Report: func(c Ctx) any { return there.Report(c.standing(room)) }}
	case c.Actor.Fighting != "":
		return Call{Refusal: refuse(world.CodeFighting, "Not in the middle of a fight! You could flee.")}
	}
	if r := c.sure(there.Input); r != nil {
		return Call{Refusal: r}
	}
	haul := func(to world.RoomID) *world.Input {
		return &world.Input{Actor: c.Actor.ID, Via: c.Via, Action: world.Haul{Body: c.Actor.ID, To: to}}
	}
	back := Call{Input: haul(home), Report: there.Report}
	return Call{Input: haul(room), Then: func(Ctx) Call {
		return Call{Input: there.Input, Then: func(Ctx) Call { return back }}
	}}
}

// standing returns how things would be if the asker stood in a room: for reading only, and only until the state
// changes.
func (c Ctx) standing(room world.RoomID) Ctx {
	ghost, state := *c.Actor, *c.State
	ghost.Room = room
	state.Actors = maps.Clone(c.State.Actors)
	state.Actors[ghost.ID] = &ghost
	c.State, c.Actor = &state, &ghost
	return c
}

// sure refuses what the world might refuse.
func (c Ctx) sure(in *world.Input) *world.Refusal {
	if in.Actor != c.Actor.ID {
		return refuse(world.CodeCannot, "That can be done from here.")
	}
	var text string
	switch a := in.Action.(type) {
	case world.Say:
		text = a.Text
	case world.Shout:
		text = a.Text
	case world.Emote:
		text = a.Text
	case world.Echo:
		text = a.Text
	case world.Gesture, world.Conjure:
		return nil
	case world.Purge:
		if who := c.State.Actors[a.Actor]; a.Item != "" || who != nil && !who.Player() {
			return nil
		}
		return refuse(world.CodeCannot, "That cannot be purged.")
	default:
		return refuse(world.CodeCannot, "You would have to go there for that.")
	}
	if text = world.Clean(text); text == "" || len(text) > world.SpeechBytesMax {
		return refuse(world.CodeBadValue, "Those are no words that can be said.")
	}
	return nil
}
