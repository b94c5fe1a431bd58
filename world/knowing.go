package world

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strings"
)

// What people know is said in their lines, and what all of them know stands in the pack once: each says it in words of
// their own before and behind it.

// FactSpec is something that everybody with a mind in a pack knows, under the questions that it answers.
type FactSpec struct {
	ID    LoreID    `json:"id" yaml:"id"`
	Asked []string  `json:"asked" yaml:"asked"` // questions, see [IsQuestion]
	Text  string    `json:"text" yaml:"text"`
	Not   []ProtoID `json:"not,omitempty" yaml:"not,omitempty"` // who does not say it
}

// IsQuestion reports whether an entry of what a line is about is a question that it answers, as somebody would ask it,
// and no word: "who taught you". It is one of several words, the first of which asks.
func IsQuestion(entry string) bool {
	first, _, several := strings.Cut(entry, " ")
	return several && slices.Contains([]string{
		"who", "whose", "whom", "what", "where", "when", "why", "how", "which", "is", "are", "was", "were", "do", "does",
		"did", "have", "has", "had", "can", "could", "will", "would", "should", "may", "shall", "tell", "any",
	}, first)
}

// Answered reports whether a mind has an answer of its own to one of some questions.
func (m *MindSpec) Answered(questions []string) bool {
	return slices.ContainsFunc(m.Lines, func(l LineSpec) bool {
		return l.On == "answer" && slices.ContainsFunc(l.About, func(q string) bool { return slices.Contains(questions, q) })
	})
}

// Spread returns the line in which somebody says a fact: with what they say before what everybody knows, if they have
// such lines; not ok where they do not say it, or have an answer of their own.
func (f *FactSpec) Spread(m *MobSpec) (l LineSpec, ok bool) {
	if m.Mind == nil || slices.Contains(f.Not, m.ID) || m.Mind.Answered(f.Asked) {
		return LineSpec{}, false
	}
	const slot = "{what}"
	var ways []string
	for _, l := range m.Mind.Lines {
		if l.On == "lore" && len(l.About) == 0 && strings.Count(l.Text, "{") == 1 && strings.Contains(l.Text, slot) {
			ways = append(ways, l.Text)
		}
	}
	text := f.Text
	if len(ways) > 0 {
		h := fnv.New32a()
		_, _ = h.Write([]byte(string(f.ID) + " " + string(m.ID))) // a hash never fails
		text = strings.Replace(ways[int(h.Sum32())%len(ways)], slot, text, 1)
	}
	return LineSpec{On: "answer", About: slices.Clone(f.Asked), Text: text}, true
}

// SpreadLore makes lines of what everybody knows in a pack.
func (p *Pack) SpreadLore() {
	slices.SortFunc(p.Lore, func(a, b FactSpec) int { return cmp.Compare(a.ID, b.ID) })
	for i := range p.Mobs {
		m := &p.Mobs[i]
		if !m.Mind.Attends() {
			continue
		}
		var list []LineSpec
		for _, f := range p.Lore {
			if l, ok := f.Spread(m); ok {
				list = append(list, l)
			}
		}
		m.Mind.Lines = append(m.Mind.Lines, list...)
	}
	p.Lore = nil
}
