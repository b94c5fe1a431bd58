package game

import (
	"encoding/json"
	"fmt"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// More is a tool that stands for no verb of the table and answers in a shape of its own.
type More struct {
	Tool mcp.Tool // its Handler is made by the game
	// Bind says what a call wants, on the writer.
	Bind func(c verb.Ctx, args json.RawMessage) verb.Call
	// Show puts what came of it into words: the report of what was bound, or why it was refused.
	Show func(args json.RawMessage, answer any, no *world.Refusal) Shown
	// ReportsNothing says that Show needs no report: what was done already, under a key, is shown without one.
	ReportsNothing bool
}

// Shown is an answer in a tool's own shape. It stands before and beside what every result tells.
type Shown struct {
	Text string // the first content; "" leaves what every verb's answer says
	Keys any    // encodes as an object whose keys go into the structure; nil: none
	Bare any    // what the bare method of the tool's name answers
}

// more makes the tools that [Config].More asks for.
func (g *Game) more(list []More) []mcp.Tool {
	out := make([]mcp.Tool, 0, len(list))
	for _, m := range list {
		m.Tool.Handler = g.moreHandler(m)
		g.isTool[m.Tool.Name] = true
		for _, names := range g.allowed { // each is added to; the order does not matter
			names[m.Tool.Name] = true
		}
		out = append(out, m.Tool)
	}
	return out
}

// reshaped puts an answer's own shape before and beside what the result tells.
func reshaped(out mcp.Result, own Shown) mcp.Result {
	if out.Bare = own.Bare; own.Text != "" {
		out.Text[0] = own.Text
	}
	if own.Keys != nil {
		out.Structured = joined{out.Structured, own.Keys}
	}
	return out
}

// joined is two objects in one; they have no key in common.
type joined [2]any

// MarshalJSON writes the keys of the second before those of the first.
func (j joined) MarshalJSON() ([]byte, error) {
	rest, err := json.Marshal(j[0])
	if err != nil {
		return nil, fmt.Errorf("write a result: %w", err)
	}
	own, err := json.Marshal(j[1])
	if err != nil {
		return nil, fmt.Errorf("write a result's own keys: %w", err)
	}
	if len(own) > len("{}") {
		own[len(own)-1] = ','
		return append(own, rest[1:]...), nil
	}
	return rest, nil
}
