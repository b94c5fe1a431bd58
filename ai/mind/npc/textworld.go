package npc

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/dialogue"
	"github.com/mudlark-mud/mudlark/world"
)

// In a world that is told in words alone.

// Of an observation.
const (
	observedMost  = 300 // letters of it are remembered
	chosenKept    = 4   // of what it did lately
	plainWorth    = 3   // importance of what is nothing special
	speechWorth   = 1   // and of what makes it more
	dangerWorth   = 3
	kindnessWorth = 2
	newWorth      = 1
)

// abroad decides about an observation.
func (m *Mind) abroad() mind.Output {
	text := cut(world.Clean(strings.ReplaceAll(m.Look.Text, "\n", " ")), observedMost)
	if text != "" {
		m.remember(memory.Row{Kind: memory.Event, At: m.now, Text: text, Importance: m.strikes(text)})
	}
	t := &thought{isAbroad: true, events: []string{text}}
	m.goal = m.config.Working
	return m.consult(t)
}

// strikes is how much an observation matters, by its words.
func (m *Mind) strikes(text string) int {
	said := dialogue.Split(text)
	has := func(list string) bool {
		for w := range strings.FieldsSeq(list) {
			if slices.Contains(said, w) {
				return true
			}
		}
		return false
	}
	n := plainWorth
	if strings.ContainsAny(text, `"“`) || has("says asks tells whispers shouts") {
		n += speechWorth
	}
	if has("attacks attack dies died dead killed burning fire blood wounded stolen steals betrayed") {
		n += dangerWorth
	}
	if has("gives gift thanks helps saved rescued promises promised") {
		n += kindnessWorth
	}
	if found := m.mem.Recall(memory.Query{Words: []string{text}, At: m.now, Most: 1}); len(found) == 0 ||
		found[0].Row.Text != text {
		n += newWorth
	}
	return min(n, memory.ImportanceMost)
}

// view is what the choice is made before.
func (m *Mind) view(t *thought) textView {
	v := textView{
		id: m.config.ID, traits: m.config.Spec.Traits, goal: m.config.Working, text: m.Look.Text,
		lately: m.chosen, actions: m.Look.Actions,
	}
	for _, f := range t.found {
		v.memories = append(v.memories, f.Row.Text)
	}
	return v
}

// alternatives are what is offered, the best first.
func (m *Mind) alternatives(t *thought) []*Option {
	choice, scores, ok := chooseByText(m.view(t))
	if !ok {
		return []*Option{{why: "nothing is offered"}}
	}
	out := []*Option{{choice: &choice, score: scores[0].Score, why: scores[0].Why}}
	for _, s := range scores[1:] {
		out = append(out, &Option{choice: &mind.Choice{Action: s.Action}, score: s.Score, why: s.Why})
	}
	return out
}

// chose notes what was chosen, so that it is not all that is ever done.
func (m *Mind) chose(d *Option) {
	if d.choice == nil {
		return
	}
	m.chosen = append(m.chosen, d.choice.Action)
	m.chosen = m.chosen[max(0, len(m.chosen)-chosenKept):]
}

// observed is what it has in mind there.
func (m *Mind) observed(t *thought) memory.Working {
	w := memory.Working{Goal: m.config.Working}
	first, _, _ := strings.Cut(m.Look.Text, ".")
	w.Where = first
	if len(m.chosen) > 0 {
		w.Last = append(w.Last, "I chose: "+m.chosen[len(m.chosen)-1])
	}
	w.Last = append(w.Last, t.events...)
	return w.Fit()
}
