package npc

import (
	"slices"
	"strings"
	"unicode"

	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/dialogue"
)

// value fills in a parameter: one of its candidates, one of the values that its description lists, or what it seems to
// be about.
func (v *textView) value(a *mind.Action, p mind.Param) string {
	if len(p.Candidates) > 0 {
		return v.among(a, p.Candidates)
	}
	if list := listed(p.Description); len(list) > 1 {
		return v.among(a, list)
	}
	about := dialogue.Split(strings.ReplaceAll(p.Name, "_", " ") + " " + p.Description)
	switch {
	case anyOf(about, "message text say speech words reply dialogue line response answer utterance"):
		return v.line()
	case anyOf(about, "number amount count quantity price coins gold many steps distance"):
		return v.number()
	case anyOf(about, "direction way exit"):
		return v.direction(a)
	case anyOf(about, "whether boolean bool true false"):
		return "true"
	case anyOf(about, "who whom person npc player character name speaker recipient"):
		if name := v.name(); name != "" {
			return name
		}
	}
	return v.thing(a)
}

// among picks the candidate with most in common with what is seen and wanted.
func (v *textView) among(a *mind.Action, list []string) string {
	best, most, tie := "", -1, uint64(0)
	have := append(dialogue.Stems(v.text+" "+v.goal), dialogue.Stems(strings.Join(v.traits, " "))...)
	for _, c := range list {
		n, h := overlap(dialogue.Stems(c), have), dialogue.Hash(v.id, v.text, a.Name, c)
		if n > most || n == most && h < tie {
			best, most, tie = c, n, h
		}
	}
	return best
}

// listed returns the values that a description lists: "one of: low, high", "north|south".
func listed(description string) []string {
	text := description
	if _, rest, ok := strings.Cut(text, "one of"); ok {
		text = strings.TrimLeft(rest, ": ")
	} else if !strings.Contains(text, "|") {
		return nil
	}
	text, _, _ = strings.Cut(text, ".")
	var out []string
	for _, part := range strings.FieldsFunc(strings.ReplaceAll(text, " or ", ","), func(r rune) bool {
		return r == ',' || r == '|' || r == '/'
	}) {
		if part = strings.Trim(part, " \t()[]\"'`"); part != "" {
			out = append(out, part)
		}
	}
	return out
}

// line is something to say: plain words, fit for what was said.
func (v *textView) line() string {
	on := "nod"
	if said := speech(v.text); said != "" {
		switch dialogue.Hear(said).Act {
		case dialogue.Greet:
			on = "greet"
		case dialogue.Farewell:
			on = "farewell"
		case dialogue.Thanks:
			on = "welcome"
		case dialogue.Insult:
			on = "insult"
		case dialogue.Plead, dialogue.Repeat, dialogue.Promise:
			on = "refuse"
		case dialogue.Question, dialogue.Teach, dialogue.Price, dialogue.News, dialogue.Remember:
			on = "unknown"
		case dialogue.Remark, dialogue.Woe, dialogue.Boast, dialogue.Vow:
		default: // what is asked about a life here is for whoever has one
			on = "unknown"
		}
	} else {
		on = "greet"
	}
	return dialogue.NewBook(nil, dialogue.Cast{}).Stock(dialogue.Query{On: on, Seed: v.id + v.text})
}

func (v *textView) number() string {
	for _, w := range dialogue.Split(v.text) {
		if strings.Trim(w, "0123456789") == "" && len(w) < 10 {
			return w
		}
	}
	return "1"
}

func (v *textView) direction(a *mind.Action) string {
	for _, text := range []string{a.Name + " " + a.Description, v.text} {
		for _, w := range dialogue.Split(strings.ReplaceAll(text, "_", " ")) {
			if anyOf([]string{w}, "north south east west up down northeast northwest southeast southwest in out left right") {
				return w
			}
		}
	}
	return "north"
}

// name is who is spoken of: the first name that does not begin a sentence, or else the first that does and is no
// ordinary word.
func (v *textView) name() string {
	begins, second := true, ""
	for w := range strings.FieldsSeq(v.text) {
		bare := strings.Trim(w, ".,;:!?\"'()“”")
		if r := []rune(bare); len(r) > 1 && unicode.IsUpper(r[0]) && len(dialogue.Stems(bare)) > 0 {
			if !begins {
				return bare
			}
			if second == "" && !anyOf(dialogue.Split(bare), "there here then suddenly now nearby before behind") {
				second = bare
			}
		}
		begins = strings.ContainsAny(w[len(w)-1:], ".!?")
	}
	return second
}

// thing is what an action seems to be about: a word of its own that is seen, or what stands behind an article.
func (v *textView) thing(a *mind.Action) string {
	seen := dialogue.Split(v.text)
	for _, w := range dialogue.Split(strings.ReplaceAll(a.Name, "_", " ") + " " + a.Description) {
		if len(dialogue.Stems(w)) > 0 && slices.Contains(seen, w) {
			return w
		}
	}
	for i, w := range seen[:max(len(seen)-1, 0)] {
		if (w == "a" || w == "an" || w == "the") && len(dialogue.Stems(seen[i+1])) > 0 {
			return seen[i+1]
		}
	}
	if name := v.name(); name != "" {
		return name
	}
	return ""
}
