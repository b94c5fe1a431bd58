package npc

import (
	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/output"
	"github.com/mudlark-mud/mudlark/ai/prompt"
	"github.com/mudlark-mud/mudlark/world"
	"slices"
)

// shownTo is what the model is shown that puts a speech into words, so that it is not said aloud. It is rendered as it
// is put, but that names of players are not hidden: they are back in what is to be said.
func (m *Mind) shownTo(t *thought, data map[string]any) output.Shown {
	tmpl, err := prompt.GetTemplate(purposes[stageSpeak].template)
	if err != nil {
		return output.Shown{}
	}
	system, user, err := tmpl.Render(data)
	if err != nil {
		return output.Shown{} // and then nothing is asked either
	}
	out := output.Shown{Prompt: []string{system, user}, Own: m.sayable(t)}
	for _, f := range tmpl.Fields {
		if texts, ok := data[f.Name].([]string); ok && f.Kind == prompt.Data {
			out.Data = append(out.Data, texts...)
		}
	}
	return out
}

// sayable is what it is meant to say, although a model is shown it: its authored lines, what everybody knows, what the
// world says of a deed, and what was said between the two.
func (m *Mind) sayable(t *thought) []string {
	spec := &m.config.Spec
	out := []string{t.result, m.Look.Room.Desc, t.talk.says}
	unsaid := m.unsaid(t.who)
	for i := range spec.Lines {
		if !slices.Contains(unsaid, i) {
			out = append(out, spec.Lines[i].Text)
		}
	}
	for i := range spec.Promises {
		out = append(out, spec.Promises[i].Text)
	}
	for i := range spec.Teaches {
		out = append(out, spec.Teaches[i].Text)
	}
	out = append(out, m.config.Lore...)
	for i := range m.config.Facts {
		out = append(out, m.config.Facts[i].Text)
	}
	if t.who != nil {
		for _, turn := range m.talk(t.who, t.private) {
			out = append(out, turn.Text)
		}
	}
	for _, f := range t.found {
		if f.Row.Kind == memory.Lore {
			out = append(out, f.Row.Text)
		}
	}
	for i := range out {
		out[i] = world.Clean(out[i])
	}
	return out
}

// unsaid are the places of the lines that it does not say to somebody now; nil is nobody in particular, and who is not
// here counts as that.
func (m *Mind) unsaid(who *person) []int {
	if who != nil {
		if list, ok := m.Look.You.Unsaid[who.id]; ok {
			return list
		}
	}
	return m.Look.You.Unsaid[""]
}
