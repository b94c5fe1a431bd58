package rewind

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// walk goes through an exit, hidden, shut or under water as it may be; ok says whether the word is a direction at all.
func (w *Walk) walk(word string) (text prose.Text, ok bool) {
	call := w.table.Parse(w.ctx(), word)
	if call.Input == nil {
		return nil, false
	}
	move, ok := call.Input.Action.(world.Move)
	if !ok {
		return nil, false
	}
	for _, e := range w.state.Rooms[w.room].Exits {
		if e.Dir != move.Dir || w.state.Rooms[e.To] == nil {
			continue
		}
		if d := w.state.Doors[e.Door]; d != nil && d.Shut {
			text = say("You pass through the " + d.Name + ", which is closed.")
		}
		w.room = e.To
		return append(text, w.Look()...), true
	}
	return say("There is no way " + string(move.Dir) + " from here."), true
}

// goTo goes in a direction, or to a place, a person or a thing.
func (w *Walk) goTo(_ context.Context, name string) (prose.Text, error) {
	name = strings.TrimPrefix(name, "to ")
	if name == "" {
		return say("Where to? goto PLACE, goto PERSON or goto THING."), nil
	}
	if text, ok := w.walk(name); ok {
		return text, nil
	}
	call := w.table.Parse(w.ctx(), "goto "+name)
	if call.Input != nil {
		if haul, ok := call.Input.Action.(world.Haul); ok {
			w.room = haul.To
			return w.Look(), nil
		}
	}
	if a, _ := w.body(name); a != nil && w.state.Rooms[a.Room] != nil {
		w.room = a.Room
		text := say(prose.Clean(a.Name) + " is not in the world at this moment. They left it here.")
		return append(text, w.Look()...), nil
	}
	if room := w.nearest(w.things(name)); room != "" {
		w.room = room
		return w.Look(), nil
	}
	return w.nowhere(call.Refusal, name), nil
}

// nearest returns the room of the thing that is meant most likely: one that is here, one that can be seen, any.
func (w *Walk) nearest(things []*world.Item) world.RoomID {
	var seen, any world.RoomID
	for _, it := range things {
		room, _ := w.lies(it)
		switch {
		case w.state.Rooms[room] == nil:
		case room == w.room:
			return room
		case it.At.Item == "" && seen == "":
			seen = room
		case any == "":
			any = room
		}
	}
	return cmp.Or(seen, any)
}

// nowhere says that there is no such place, or that several are meant.
func (w *Walk) nowhere(r *world.Refusal, name string) prose.Text {
	if r != nil && r.Code == world.CodeUnclear {
		return verb.Words(r, w.o.Style)
	}
	return say("There is no place, person or thing called " + strconv.Quote(name) + " at this moment.")
}

// whereMost bounds the answers of where.
const whereMost = 50

// where says where everybody is, or somebody, or things of a name.
func (w *Walk) where(_ context.Context, name string) (prose.Text, error) {
	if name == "" {
		return w.everybody(), nil
	}
	if a, _ := w.body(name); a != nil {
		return say(w.whereabouts(a)), nil
	}
	var text prose.Text
	things := w.things(name)
	for i, it := range things {
		if i == whereMost {
			text = append(text, say("And "+strconv.Itoa(len(things)-i)+" more.")...)
			break
		}
		_, words := w.lies(it)
		text = append(text, say(sentence(prose.Clean(w.state.ItemRef(it).Name)+" ("+string(it.ID)+") "+words+"."))...)
	}
	if len(text) == 0 {
		return say("There is nobody and nothing called " + strconv.Quote(name) + " at this moment."), nil
	}
	return text, nil
}

func (w *Walk) everybody() prose.Text {
	awake := w.state.Index.Awake
	if len(awake) == 0 {
		return say("Nobody is in the world at this moment.")
	}
	var text prose.Text
	for i, id := range awake {
		if i == whereMost {
			return append(text, say("And "+strconv.Itoa(len(awake)-i)+" more.")...)
		}
		text = append(text, say(w.whereabouts(w.state.Actors[id]))...)
	}
	return text
}

// whereabouts says where somebody is.
func (w *Walk) whereabouts(a *world.Actor) string {
	name := sentence(prose.Clean(w.state.ActorRef(a).Name))
	switch a.Presence {
	case world.Away:
		return name + " is not in the world, and was last in " + w.called(a.Room) + "."
	case world.Linkdead:
		return name + " is in " + w.called(a.Room) + ", link-dead."
	case world.Here:
	}
	return name + " is in " + w.called(a.Room) + "."
}

// called is a place's name and id.
func (w *Walk) called(id world.RoomID) string {
	if r := w.state.Rooms[id]; r != nil {
		return prose.Clean(r.Name) + " (" + string(id) + ")"
	}
	return "no place that there is"
}

// things finds things anywhere by a name or an id.
func (w *Walk) things(name string) []*world.Item {
	if it := w.state.Items[world.ItemID(name)]; it != nil {
		return []*world.Item{it}
	}
	wanted := strings.Fields(strings.ToLower(name))
	var out []*world.Item
	for _, it := range world.Ordered(w.state.Items) {
		have := strings.Join(w.state.ItemWords(it), " ") + " "
		fits := len(wanted) > 0
		for _, word := range wanted {
			fits = fits && (word == "the" || strings.Contains(" "+have, " "+word+" "))
		}
		if fits {
			out = append(out, it)
		}
	}
	return out
}

// nestedMost is how deep a thing may lie inside others; the world allows less.
const nestedMost = 8

// lies says where a thing is: the room, and in words.
func (w *Walk) lies(it *world.Item) (world.RoomID, string) {
	words := ""
	for range nestedMost {
		switch {
		case it.At.Room != "":
			return it.At.Room, words + "lies in " + w.called(it.At.Room)
		case it.At.Actor != "":
			room, held := w.held(it)
			return room, words + held
		}
		outer := w.state.Items[it.At.Item]
		if outer == nil {
			break
		}
		words += "is in " + prose.Clean(w.state.ItemRef(outer).Name) + ", which "
		it = outer
	}
	return "", words + "is nowhere"
}

// held says who carries a thing.
func (w *Walk) held(it *world.Item) (world.RoomID, string) {
	a := w.state.Actors[it.At.Actor]
	if a == nil {
		return "", "is held by nobody that there is"
	}
	how := "is carried by "
	if it.Worn != "" {
		how = "is worn by "
	}
	name := prose.Clean(w.state.ActorRef(a).Name)
	if a.Presence == world.Away {
		return a.Room, how + name + ", who is not in the world"
	}
	return a.Room, how + name + ", in " + w.called(a.Room)
}
