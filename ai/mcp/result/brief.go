package result

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// Memory is what a client was told last of how things stand, so that a result need not tell it again. The zero value
// has been told nothing. It is not for several goroutines.
type Memory struct {
	exits, entities, actions []byte
	you                      map[string]json.RawMessage
}

// Forget has the next result tell everything.
func (m *Memory) Forget() { *m = Memory{} }

// Same says what of a result its client has been told already; of the body, how many hit points it has.
type Same struct{ Exits, Entities, You, Actions bool }

// brief is a result without what its client has been told: exits, entities and actions are left out as they were, and
// of you there are the keys that are others now. A key that is gone is null.
type brief struct {
	Room      Place                      `json:"room"`
	Exits     *[]world.Way               `json:"exits,omitempty"`
	Entities  *[]world.Ref               `json:"entities,omitempty"`
	You       map[string]json.RawMessage `json:"you,omitempty"`
	Actions   *[]Action                  `json:"actions,omitempty"`
	Cursor    uint64                     `json:"cursor"`
	Events    []Event                    `json:"events"`
	Encounter *Fight                     `json:"encounter,omitempty"`
	More      bool                       `json:"more,omitempty"`
	Left      int                        `json:"more_events,omitempty"`
	Missed    *uint64                    `json:"missed_after,omitempty"`
	Again     bool                       `json:"again,omitempty"`
	Result    any                        `json:"result,omitempty"`
	Error     *Failure                   `json:"error,omitempty"`
}

// Brief returns a result as it is told to a client with this memory, and notes in the result what is left out. With
// all nothing is.
func (m *Memory) Brief(r *Result, all bool) (any, error) {
	entities := slices.Clone(r.Entities) // with their sentences they are no others
	for i := range entities {
		entities[i].Line = ""
	}
	now := Memory{you: map[string]json.RawMessage{}}
	var err error
	write := func(v any) []byte {
		raw, failed := json.Marshal(v)
		err = cmp.Or(err, failed)
		return raw
	}
	now.exits, now.entities, now.actions = write(r.Exits), write(entities), write(r.Actions)
	if you := write(r.You); err == nil {
		err = json.Unmarshal(you, &now.you)
	}
	if err != nil {
		return nil, err //nolint:wrapcheck // encoding/json says what it was about
	}
	was := *m
	*m = now
	if all {
		return r, nil
	}
	you := changed(was.you, now.you)
	r.Same = Same{
		Exits: bytes.Equal(was.exits, now.exits), Entities: bytes.Equal(was.entities, now.entities),
		You:     bytes.Equal(was.you["hp"], now.you["hp"]) && bytes.Equal(was.you["hp_max"], now.you["hp_max"]),
		Actions: bytes.Equal(was.actions, now.actions),
	}
	out := brief{
		Room: r.Room, You: you, Cursor: r.Cursor, Events: r.Events, Encounter: r.Encounter, More: r.More, Left: r.Left,
		Missed: r.Missed, Again: r.Again, Result: r.Result, Error: r.Error,
	}
	if !r.Same.Exits {
		out.Exits = &r.Exits
	}
	if !r.Same.Entities {
		out.Entities = &r.Entities
	}
	if !r.Same.Actions {
		out.Actions = &r.Actions
	}
	return out, nil
}

// changed returns the keys that are others now, and null for those that are gone.
func changed(was, now map[string]json.RawMessage) map[string]json.RawMessage {
	out := map[string]json.RawMessage{}
	for key, value := range now { // each is compared by itself: the order does not matter
		if !bytes.Equal(was[key], value) {
			out[key] = value
		}
	}
	for key := range maps.Keys(was) {
		if _, isThere := now[key]; !isThere {
			out[key] = json.RawMessage("null")
		}
	}
	return out
}
