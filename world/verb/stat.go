package verb

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

const statBytesMost = 200 // of one value

// stat shows an entity of the state, field by field.
func stat(c Ctx, a statArgs) (any, *world.Refusal) {
	text := strings.TrimSpace(a.What)
	if text == "" || strings.EqualFold(text, "here") {
		return statOf("room "+string(c.Actor.Room), c.State.Rooms[c.Actor.Room]), nil
	}
	t, which := c.target("target", text)
	if which == nil {
		switch {
		case t.Actor != "":
			return statOf("body "+string(t.Actor), c.State.Actors[t.Actor]), nil
		case t.Item != "":
			return statOf("thing "+string(t.Item), c.State.Items[t.Item]), nil
		case t.Door != "":
			return statOf("door "+string(t.Door), c.State.Doors[t.Door]), nil
		}
	}
	if p := c.State.PlayerNamed(text); p != nil {
		return statOf("body "+string(p.ID), p), nil
	}
	for _, found := range []struct {
		kind string
		v    any
	}{
		{"body", c.State.Actors[world.ActorID(text)]},
		{"thing", c.State.Items[world.ItemID(text)]},
		{"room", c.State.Rooms[world.RoomID(text)]},
		{"item pattern", c.State.ItemSpecs[world.ProtoID(text)]},
		{"creature pattern", c.State.MobSpecs[world.ProtoID(text)]},
		{"spawn rule", c.State.Spawns[world.SpawnID(text)]},
		{"door", c.State.Doors[world.DoorID(text)]},
		{"quest", c.State.Quests[world.QuestID(text)]},
	} {
		if !reflect.ValueOf(found.v).IsNil() {
			return statOf(found.kind+" "+text, found.v), nil
		}
	}
	if which != nil {
		return nil, which
	}
	return nil, refuse(world.CodeUnknown, "There is nothing of that name.")
}

func statOf(title string, v any) StatReport {
	out := StatReport{Title: title}
	val := reflect.ValueOf(v)
	if val.IsNil() {
		return out
	}
	val = val.Elem()
	for i := range val.NumField() {
		f := val.Field(i)
		if f.IsZero() {
			continue
		}
		text := fmt.Sprintf("%+v", f.Interface())
		if f.Kind() == reflect.Pointer {
			text = fmt.Sprintf("%+v", f.Elem().Interface())
		}
		if len(text) > statBytesMost {
			text = strings.ToValidUTF8(text[:statBytesMost], "") + "…"
		}
		out.Lines = append(out.Lines, [2]string{val.Type().Field(i).Name, text})
	}
	return out
}
