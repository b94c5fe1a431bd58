package game_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/mudlark-mud/mudlark/ai/model/usage"
	"github.com/mudlark-mud/mudlark/ai/prompt"
)

// hashShown is how much of a hash tells which it is.
const hashShown = 12

// everything asks a server for all that it shows and says: lists, every tool with arguments that might fetch a
// template, every prompt, every resource, and what help says of all. It returns the answers as they came.
func (a *agent) everything() []string {
	t := a.h.t
	var out []string
	keep := func(what string, v any, err error) {
		raw, _ := json.Marshal(v) //nolint:errchkjson // an answer came as JSON
		out = append(out, fmt.Sprintf("%s: %s %v", what, raw, err))
	}
	ctx := t.Context()
	var names []string
	for _, tmpl := range prompt.ListTemplates() {
		names = append(names, tmpl.Name, tmpl.Ref().String()) // hashes are not asked for: refusals quote the question
	}
	tools, err := a.ListTools(ctx, mcpgo.ListToolsRequest{})
	keep("tools", tools, err)
	if err != nil || len(tools.Tools) < 20 {
		t.Fatalf("list tools: %v", err)
	}
	for _, tool := range tools.Tools {
		for _, given := range append([]string{""}, names...) {
			arguments := args{}
			for name := range tool.InputSchema.Properties {
				if given != "" {
					arguments[name] = given
				}
			}
			result, err := a.try(tool.Name, arguments)
			keep("tool "+tool.Name, []any{result.Raw, result.Texts}, err)
		}
	}
	for _, name := range names {
		for _, line := range []string{"help ", "prompt ", "template ", "npc why ", "examine "} {
			result, err := a.try("command", args{"line": line + name})
			keep("command", []any{result.Raw, result.Texts}, err)
		}
	}
	list, err := a.ListPrompts(ctx, mcpgo.ListPromptsRequest{})
	keep("prompts", list, err)
	asked := slices.Clone(names)
	for _, p := range list.Prompts {
		asked = append(asked, p.Name)
	}
	for _, name := range asked {
		for _, given := range []map[string]string{nil, {"topic": "combat"}, {"topic": "speak"}, {"name": name}} {
			r := mcpgo.GetPromptRequest{}
			r.Params.Name, r.Params.Arguments = name, given
			got, err := a.GetPrompt(ctx, r)
			keep("prompt "+name, got, err)
		}
	}
	resources, err := a.ListResources(ctx, mcpgo.ListResourcesRequest{})
	keep("resources", resources, err)
	templates, err := a.ListResourceTemplates(ctx, mcpgo.ListResourceTemplatesRequest{})
	keep("templates of resources", templates, err)
	var uris []string
	for _, r := range resources.Resources {
		uris = append(uris, r.URI)
	}
	for _, name := range names {
		uris = append(uris, "game://help/"+name, "game://prompts/"+name, "prompt://"+name, "agent://"+name+"/info",
			"file:///ai/prompt/templates/"+name)
	}
	for _, uri := range uris {
		r := mcpgo.ReadResourceRequest{}
		r.Params.URI = uri
		got, err := a.ReadResource(ctx, r)
		keep("resource "+uri, got, err)
	}
	return out
}

// told finds what a reader of answers learns of templates and of telemetry: hashes, sentences, names.
func told(answers []string) []string {
	marks := []string{ // of telemetry
		"telemetry", "ai-usage", string(usage.DimPrompt), string(usage.DimOutcome), string(usage.PromptGenesisIssued),
		string(usage.PromptGenesisRejected), string(usage.PromptLayerGenerated),
	}
	for _, tmpl := range prompt.ListTemplates() {
		marks = append(marks, tmpl.Ref().Hash[:hashShown])
	}
	for _, sentence := range prompt.Wording() {
		if len(strings.Fields(sentence)) >= 5 {
			marks = append(marks, sentence)
		}
	}
	for i, mark := range marks {
		marks[i] = strings.ToLower(mark)
	}
	var out []string
	for _, answer := range answers {
		low := strings.ToLower(strings.Join(strings.Fields(strings.ReplaceAll(answer, `\n`, " ")), " "))
		for _, mark := range marks {
			if strings.Contains(low, mark) {
				out = append(out, fmt.Sprintf("%q in %s", mark, answer))
			}
		}
	}
	return out
}

// S0-52 and S0-56: no tool, prompt, resource or page of help gives away a template, what it is hashed from, or what was
// counted of models.
func TestTemplatesAreNotServed(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing happens at once")
	}
	for _, token := range []string{"ann", "wiz"} {
		for _, version := range []string{legacy, modern} {
			t.Run(token+", "+version, func(t *testing.T) {
				h := open(t, whole(t))
				answers := h.dial(token, version).everything()
				for _, leak := range told(answers) {
					t.Error(leak)
				}
				t.Logf("%d answers", len(answers))
			})
		}
	}
}

// The search finds what it looks for.
func TestTemplatesWouldBeFound(t *testing.T) {
	tmpl, err := prompt.GetTemplate("speak")
	if err != nil {
		t.Fatal(err)
	}
	for _, answer := range []string{
		"tool look: " + tmpl.System, "resource x: {\"hash\":\"" + prompt.ComputePromptHash(tmpl) + "\"}",
		"tool help: be particular. A thing in this room, the hour, something remembered of this person, an opinion: one of " +
			"these is worth more than any pleasantry. Not every line needs a question at its end.",
		"prompt y: " + prompt.ComputePromptHash(tmpl)[:20], "tools: [get_telemetry]", "resource z: ai.tokens.prompt 7",
	} {
		if len(told([]string{answer})) == 0 {
			t.Errorf("%.80q is not found", answer)
		}
	}
}
