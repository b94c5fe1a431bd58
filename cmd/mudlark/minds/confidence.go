package minds

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
)

// What players said in confidence is no wizard's business: who looks into a mind sees that there is such a thing, from
// whom and how long, and not the words, unless the operator started the daemon with --open-confidences.

// hushed is what stands in place of words said in confidence.
func hushed(text string) string {
	return "said in confidence, " + strconv.Itoa(len(strings.Fields(text))) + " words"
}

// closedRows are memories without the words of those that are for one person alone.
func closedRows(rows []memory.Row) []memory.Row {
	out := slices.Clone(rows)
	for i := range out {
		if out[i].Only != "" {
			out[i].Text = hushed(out[i].Text)
		}
	}
	return out
}

// closedTrace is how a choice came about without what was said in confidence: memories that are for one person alone,
// and all words of a talk that nobody else heard.
func closedTrace(t *mind.Trace, rows []memory.Row) *mind.Trace {
	out := *t
	only, texts := map[uint64]bool{}, map[string]bool{}
	for _, r := range rows {
		if r.Only != "" {
			only[r.ID], texts[r.Text] = true, true
		}
	}
	isPrivate := t.Choice != nil && (t.Choice.Action == "whisper" || t.Choice.Action == "tell")
	out.Found = slices.Clone(t.Found)
	for i := range out.Found {
		if isPrivate || only[out.Found[i].ID] {
			out.Found[i].Text = hushed(out.Found[i].Text)
		}
	}
	out.Added = slices.Clone(t.Added)
	for i, text := range out.Added {
		if isPrivate || texts[text] {
			out.Added[i] = hushed(text)
		}
	}
	out.Scores = slices.Clone(t.Scores)
	for i := range out.Scores {
		if name, rest, _ := strings.Cut(out.Scores[i].Action, " "); name == "whisper" || name == "tell" {
			out.Scores[i].Action = name + " (" + hushed(rest) + ")"
		}
	}
	if isPrivate {
		out.Queries = slices.Clone(t.Queries)
		for i, q := range out.Queries {
			out.Queries[i] = hushed(q)
		}
		c := *t.Choice
		c.Params = maps.Clone(c.Params)
		if c.Params["text"] != "" {
			c.Params["text"] = hushed(c.Params["text"])
		}
		out.Choice = &c
	}
	return &out
}
