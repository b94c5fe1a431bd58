package read

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/mudlark-mud/mudlark/world"
)

// player is the state of a player's character as the reader may see it (S0-35): of their own body all, of others what
// shows.
type player struct {
	ID        world.ActorID `json:"playerId"`
	Name      string        `json:"name"`
	Location  world.RoomID  `json:"locationId"`
	Inventory []string      `json:"inventorySummary"` // of others, what they wear and wield
	Flags     []string      `json:"statusFlags"`
}

func (f *Reader) player(ctx context.Context, a ask) (any, *failure, error) {
	var in struct {
		ID world.ActorID `json:"playerId"`
	}
	if err := json.Unmarshal(a.args, &in); err != nil {
		return nil, nil, fmt.Errorf("read arguments: %w", err)
	}
	return f.see(ctx, a.who, func(e readScope) (any, *failure) {
		if in.ID == "" && e.me != nil {
			in.ID = e.me.ID
		}
		body := e.s.Actors[in.ID]
		isOwn := body != nil && body == e.me
		if body == nil || !body.Player() || !isOwn && !e.seesBody(body) {
			return nil, unknown("You see no player with that id.")
		}
		return e.player(body, isOwn), nil
	})
}

func (e readScope) player(body *world.Actor, isOwn bool) player {
	out := player{
		ID: body.ID, Name: world.Clean(body.Name), Location: body.Room, Inventory: []string{}, Flags: []string{},
	}
	shown := e.s.Used(body.ID)
	if isOwn {
		shown = append(e.s.Carried(body.ID), shown...)
	}
	for _, it := range shown {
		out.Inventory = append(out.Inventory, world.Clean(it.Bare))
	}
	flag := func(name string, isSet bool) {
		if isSet {
			out.Flags = append(out.Flags, name)
		}
	}
	flag("away", body.Presence == world.Away)
	flag("link-dead", body.Presence == world.Linkdead)
	flag("agent", body.Agent != "" && body.Presence == world.Here)
	flag("fighting", body.Fighting != "")
	const half = 2
	flag("wounded", e.s.HPNow(body, e.now)*half < body.HPMost())
	return out
}
