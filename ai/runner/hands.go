package runner

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/mcp/examples/play"
	"github.com/mudlark-mud/mudlark/ai/mcp/result"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/npc"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// Hands are what a mind sees and does with: the tools of the game, called for one body.
type Hands interface {
	// Call calls a tool. What the world refuses is no error: the view has it.
	Call(ctx context.Context, tool string, args play.Args) (*play.View, error)
}

// commandTool is the tool for what has no tool of its own.
const commandTool = "command"

// look puts a view into the form in which minds are shown it.
func look(v *play.View, table *verb.Table, mindedKeys func(id string) ([]string, bool)) *mind.Look {
	out := &mind.Look{
		Text: v.Text,
		Room: mind.Place{ID: v.Room.ID, Name: v.Room.Name, Desc: world.Undrawn(v.Room.Desc), Dark: v.Room.Dark},
		You: mind.Body{
			ID: v.You.ID, Name: v.You.Name, HP: v.You.HP, HPMax: v.You.HPMax, Coins: v.You.Coins,
			Fighting: v.You.Fighting, Hour: v.You.Hour, Tide: v.You.Tide, Carrying: entities(v.You.Carrying),
			Unsaid: v.You.Unsaid,
		},
		Entities: entities(v.Entities), Percepts: percepts(v.Events), Actions: actions(v.Actions, table),
	}
	for i := range out.Entities {
		out.Entities[i].Words, out.Entities[i].Minded = mindedKeys(out.Entities[i].ID)
	}
	if v.Fight != nil {
		out.Fight = &v.Fight.View
		out.You.Fighting = cmp.Or(out.You.Fighting, npc.FightingAgainst(out))
	}
	for _, e := range v.Exits {
		out.Exits = append(out.Exits, mind.Way{Dir: e.Dir, To: e.To, Name: e.Name, Closed: e.Closed})
	}
	return out
}

func entities(all []play.Entity) []mind.Entity {
	out := make([]mind.Entity, 0, len(all))
	for _, e := range all {
		out = append(out, mind.Entity{ID: e.ID, Name: e.Name, Line: e.Line, State: e.State, Kind: e.Kind, Foe: e.Foe})
	}
	return out
}

func percepts(all []play.Event) []mind.Percept {
	out := make([]mind.Percept, 0, len(all))
	for _, e := range all {
		out = append(out, mind.Percept{
			Seq: e.Seq, N: e.N, At: world.Time(e.At), Kind: e.Kind, Text: e.Text, Actor: e.Actor, ActorName: e.Name,
			Sense: e.Sense, Data: e.Data,
		})
	}
	return out
}

// actions lists what makes sense with all that each takes. What can always be done and is never listed, because
// anything may stand there, is added: to act something out.
func actions(all []play.Action, table *verb.Table) []mind.Action {
	out := make([]mind.Action, 0, len(all)+1)
	for _, a := range append(all, play.Action{Tool: commandTool, Verb: "emote"}) {
		v := table.Named(a.Tool, a.Verb)
		if v == nil {
			continue
		}
		one := mind.Action{Name: a.Tool, Description: v.Brief}
		if a.Tool == commandTool {
			one.Name = a.Verb
		}
		for _, p := range v.Params() {
			one.Params = append(one.Params, mind.Param{
				Name: p.Name, Description: p.Help, Optional: p.Optional, Candidates: a.Args[p.Name],
			})
		}
		out = append(out, one)
	}
	return out
}

// do carries a choice out. A choice of what has no tool of its own is typed.
func do(ctx context.Context, h Hands, table *verb.Table, listed []play.Action, c mind.Choice) (*play.View, error) {
	tool, name := commandTool, c.Action
	for _, a := range listed {
		if a.Tool == c.Action {
			tool = a.Tool
			break
		}
	}
	v := table.Named(tool, name)
	if v == nil {
		return nil, fmt.Errorf("do %q: there is no such action", c.Action)
	}
	if tool == commandTool {
		return h.Call(ctx, commandTool, play.Args{"line": v.Line(c.Params)}) //nolint:wrapcheck // it names the tool
	}
	args := play.Args{}
	for _, p := range v.Params() {
		if value := strings.TrimSpace(c.Params[p.Name]); value != "" {
			args[p.Name] = value
		}
	}
	return h.Call(ctx, tool, args) //nolint:wrapcheck // it names the tool
}

// done is what came of a choice.
func done(v *play.View) *mind.Done {
	out := &mind.Done{Text: v.Text, Percepts: percepts(v.Events)}
	if v.Error != nil {
		out.Refused = v.Error.Code
	}
	return out
}

// humans reports whether somebody is here who is no creature.
func humans(v *play.View) bool {
	for _, e := range v.Entities {
		if e.Kind == "person" {
			return true
		}
	}
	return false
}

// Perceived is an event as a mind is told of it: what is sent over the wire, read back.
func Perceived(e result.Event) (mind.Percept, error) {
	raw, err := json.Marshal(e)
	if err != nil {
		return mind.Percept{}, fmt.Errorf("write an event: %w", err)
	}
	var p mind.Percept
	if err := json.Unmarshal(raw, &p); err != nil {
		return p, fmt.Errorf("read an event: %w", err)
	}
	return p, nil
}
