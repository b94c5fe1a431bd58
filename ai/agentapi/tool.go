package agentapi

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
)

// uriTemplate is the resource's template.
const uriTemplate = uriBegin + "{agent_id}" + uriEnd

// Beside puts the tools and the resource of foreign worlds' agents beside what a game offers. Who may use them the game
// says.
func Beside(g mcp.Game, s *Service) mcp.Game { return beside{g, s} }

type beside struct {
	mcp.Game

	service *Service
}

// Greeted implements [mcp.Greeter] for a game that does.
func (b beside) Greeted(ctx context.Context, p mcp.Principal) {
	if g, wants := b.Game.(mcp.Greeter); wants {
		g.Greeted(ctx, p)
	}
}

// Catalogue implements mcp.Game.
func (b beside) Catalogue() mcp.Catalogue {
	c := b.Game.Catalogue()
	c.Tools = slices.Concat(c.Tools, b.service.tools())
	c.Resources = slices.Concat(c.Resources, []mcp.Resource{{
		URI: uriTemplate, Name: "Agent Info",
		Description: "What one of your agents is like and what it has in mind: JSON with status, traits and working_memory",
		Handler:     b.service.resource,
	}})
	return c
}

// resource reads an agent's info as a resource.
func (s *Service) resource(_ context.Context, p mcp.Principal, uri string) (string, error) {
	info, fault := s.Read(p.ID, uri)
	if fault != nil {
		return "", &guard.Fault{
			Code: codeRefused, Text: fault.Error(), Data: map[string]any{"uri": clip(uri), "code": fault.Code},
			Missing: fault.Code == AgentNotFound || fault.Code == UnknownResource,
		}
	}
	text, err := json.Marshal(info)
	if err != nil {
		return "", fmt.Errorf("write an agent's info: %w", err)
	}
	return string(text), nil
}

// codeRefused is the JSON-RPC code of what could not be read but is there.
const codeRefused = -32000

const idSchema = `{"type":"string","minLength":1,"description":"The agent, by the id that you gave it"}`

func outputSchema(properties string) json.RawMessage {
	return json.RawMessage(`{"type":"object","properties":{` + properties + `,"error":{"type":"object","properties":` +
		`{"code":{"type":"string"},"message":{"type":"string"}}}}}`)
}

// tools makes the three tools. They judge their arguments themselves, so that what is wrong with them has a code too.
func (s *Service) tools() []mcp.Tool {
	status := outputSchema(`"status":{"type":"string"},"agent_id":{"type":"string"}`)
	return []mcp.Tool{{
		Name: Create, Title: "Create an Agent", Description: "Create an NPC agent for a world of your own. config may hold " +
			"traits, initial_working_memory and initial_long_term_memories; each may be left out. What you tell an agent " +
			"reaches a language model on another machine only if config also has players_agreed_to: the host of that model, " +
			"which says that the players of your world were told of it and agreed. Without it the agent thinks here alone.",
		InputSchema: json.RawMessage(fmt.Sprintf(`{"type":"object","properties":{"agent_id":{"type":"string","minLength":1,`+
			`"maxLength":%d,"description":"Its id, unique among your agents"},"config":{"type":"object","properties":{`+
			`"traits":{"type":"array","maxItems":%d,"items":{"type":"string","maxLength":%d},`+
			`"description":"Basic personality traits"},`+
			`"initial_working_memory":{"type":"string","maxLength":%d,"description":"What it has in mind at first"},`+
			`"initial_long_term_memories":{"type":"array","maxItems":%d,"items":{"type":"string","maxLength":%d},`+
			`"description":"What it remembers from the beginning"},"players_agreed_to":{"type":"string","maxLength":%d,`+
			`"description":"The host of a language model to which your players agreed that their words go; none by default"}},`+
			`"additionalProperties":false}},`+
			`"required":["agent_id","config"],"additionalProperties":false}`,
			agentIDRunesMost, traitsMost, traitRunesMost, WorkingRunesMost, GivenMost, GivenBytesMost, hostRunesMost)),
		OutputSchema: status, Free: true, Handler: s.handler(Create),
	}, {
		Name: Process, Title: "Process an Observation", Description: "Tell an agent what it observes, in words, and what " +
			"it could do; it answers with one of the available actions and a value for each parameter that this declares.",
		InputSchema: json.RawMessage(fmt.Sprintf(`{"type":"object","properties":{"agent_id":`+idSchema+`,`+
			`"observation":{"type":"string","maxLength":%d,"description":"The situation in natural language"},`+
			`"available_actions":{"type":"array","minItems":1,"maxItems":%d,"items":{"type":"object","properties":{`+
			`"name":{"type":"string","minLength":1,"maxLength":%d},"description":{"type":"string","maxLength":%d},`+
			`"parameters":{"type":"object","maxProperties":%d,"description":"Each by name: a description, a list of values, or `+
			`a JSON Schema"}},"required":["name"]}}},"required":["agent_id","observation","available_actions"],`+
			`"additionalProperties":false}`,
			ObservationRunesMost, actionsMost, nameRunesMost, descriptionRunesMost, parametersMost)),
		OutputSchema: outputSchema(`"action":{"type":"string"},"parameters":{"type":"object"}`), Free: true,
		Handler: s.handler(Process),
	}, {
		Name: Cleanup, Title: "Clean up an Agent", Description: "Remove an agent and all that it remembers.",
		InputSchema: json.RawMessage(`{"type":"object","properties":{"agent_id":` + idSchema +
			`},"required":["agent_id"],"additionalProperties":false}`),
		OutputSchema: status, Free: true, Hints: mcp.Hints{Destructive: true, Idempotent: true}, Handler: s.handler(Cleanup),
	}}
}

// handler answers a tool's calls.
func (s *Service) handler(tool string) mcp.Handler {
	return func(ctx context.Context, p mcp.Principal, args json.RawMessage) mcp.Result {
		result, fault := s.Call(ctx, p.ID, tool, args)
		out := mcp.Result{Structured: result}
		if fault != nil {
			out.Structured, out.IsError = Failure{fault}, true
		}
		text, err := json.Marshal(out.Structured)
		if err != nil {
			return mcp.Result{Fault: &guard.Fault{Code: codeRefused, Text: err.Error()}}
		}
		out.Text = []string{string(text)}
		return out
	}
}
