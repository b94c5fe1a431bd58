package minds

import (
	"fmt"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/prompt"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
)

// PromptsCmd is mudlark prompts.
type PromptsCmd struct {
	ID  string `arg:"" optional:"" help:"As speak, speak@1.0.0 or world/ambience; without it all are listed."`
	Tag string `help:"List only those that carry this tag, as npc, world or speech."`
}

// Run shows an operator what models are told, word for word.
func (c *PromptsCmd) Run(e *command.Env) error {
	if c.ID == "" {
		return c.list(e)
	}
	t, err := templateOf(c.ID)
	if err != nil {
		return fmt.Errorf("show a template: %w (mudlark prompts lists them)", err)
	}
	e.Printf("%s: %s\nsha256 %s\n%s, %s model, temperature %d/1000, at most %d tokens\n", t.Ref(), t.About,
		prompt.ComputePromptHash(t), t.Purpose, t.Tier, t.Temperature, t.MaxTokens)
	for _, f := range t.Fields {
		e.Printf("  {{%s}}  %s, at most %d of %d characters\n", f.Name, f.Kind, f.Items, f.Chars)
	}
	e.Printf("\n--- system\n%s\n--- user\n%s", t.System, t.User)
	return nil
}

func templateOf(id string) (prompt.Template, error) {
	if key, ok := strings.CutPrefix(id, "world/"); ok {
		return prompt.GetWorldTemplate(key) //nolint:wrapcheck // it says which
	}
	if name, version, ok := strings.Cut(id, "@"); ok {
		return prompt.GetTemplate(name, version) //nolint:wrapcheck // it says which
	}
	return prompt.GetTemplate(id) //nolint:wrapcheck // it says which
}

func (c *PromptsCmd) list(e *command.Env) error {
	var tags []string
	if c.Tag != "" {
		tags = append(tags, c.Tag)
	}
	for _, t := range prompt.ListTemplates(tags...) {
		e.Printf("%-15s %-14s %-5s %.12s  %s\n", t.Ref(), t.Purpose, t.Tier, prompt.ComputePromptHash(t), t.About)
	}
	return nil
}
