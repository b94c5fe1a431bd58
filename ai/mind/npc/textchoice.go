package npc

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/dialogue"
)

// The choice in a world that is told in words alone: an observation, and actions that somebody described.
//
// An action is worth as much as its words have in common with who somebody is, what they are about, what they see and
// what they remember. Traits lean towards some verbs and away from others; what was done lately is worth less; equal
// actions are told apart by a hash. Whatever is offered, one of the offered is chosen, with exactly the parameters that
// it declares. All of it are pure functions.

// textView is before what somebody chooses.
type textView struct {
	id       string
	traits   []string
	goal     string // what it is about
	text     string // what it observes
	memories []string
	lately   []string // what it chose lately, the newest last
	actions  []mind.Action
}

// What words in common are worth, in thousandths, and of how many.
const (
	worthBase   = 100
	worthRest   = 60 // of doing nothing
	worthLean   = 300
	worthShun   = -250
	worthTrait  = 200 // the trait itself stands in the action's words
	worthGoal   = 80
	worthMemory = 50
	worthSeen   = 40
	worthSpeak  = 350 // somebody speaks, and this answers
	worthDanger = 350
	worthAgain  = -220 // for each time that it was chosen lately
	wordsMost   = 3
)

// chooseByText returns the best action, and what each was worth, the best first. It is not ok when nothing is offered.
func chooseByText(v textView) (choice mind.Choice, scores []mind.Score, ok bool) {
	if len(v.actions) == 0 {
		return mind.Choice{}, nil, false
	}
	type option struct {
		at    int
		score mind.Score
		tie   uint64
	}
	var all []option
	for i := range v.actions {
		a := &v.actions[i]
		worth, why := v.worth(a)
		score := mind.Score{Action: a.Name, Score: worth, Why: why}
		all = append(all, option{i, score, dialogue.Hash(v.id, v.text, a.Name)})
	}
	slices.SortFunc(all, func(a, b option) int {
		return cmp.Or(cmp.Compare(b.score.Score, a.score.Score), cmp.Compare(a.tie, b.tie), cmp.Compare(a.at, b.at))
	})
	for _, o := range all {
		scores = append(scores, o.score)
	}
	a := &v.actions[all[0].at]
	choice = mind.Choice{Action: a.Name, Params: map[string]string{}}
	for _, p := range a.Params {
		choice.Params[p.Name] = v.value(a, p)
	}
	return choice, scores, true
}

// completeByText gives a choice exactly the parameters that its action declares: what is missing is filled in.
func completeByText(v textView, c mind.Choice) mind.Choice {
	for i := range v.actions {
		a := &v.actions[i]
		if a.Name != c.Action {
			continue
		}
		out := mind.Choice{Action: c.Action, Params: map[string]string{}}
		for _, p := range a.Params {
			out.Params[p.Name] = cmp.Or(c.Params[p.Name], v.value(a, p))
		}
		return out
	}
	return c
}

// leaning is what a trait is drawn to, and what it keeps from.
type leaning struct {
	to, from string // verbs
}

// leanings are those of the traits that are known.
var leanings = map[string]leaning{ //nolint:gochecknoglobals // immutable: never written
	"curious": {"examine look inspect search investigate read ask explore study listen observe", "ignore sleep wait"},
	"brave":   {"open enter attack fight defend go climb jump confront rescue charge advance", "flee hide retreat cower"},
	"kind":    {"help give heal comfort share greet thank free feed rescue welcome", "attack steal insult threaten"},
	"greedy":  {"take get loot buy sell steal collect trade grab", "give share donate"},
	"shy":     {"hide leave wait listen observe avoid", "shout speak say confront greet"},
	"coward":  {"flee hide retreat wait leave avoid", "attack fight open enter confront"},
	"dutiful": {"guard patrol work watch serve report protect wait", "steal leave sleep"},
	"merry":   {"sing dance joke drink play greet laugh say", "attack threaten"},
	"hostile": {"attack threaten insult fight confront shout", "help give greet"},
	"careful": {"examine inspect listen wait observe check look", "open attack jump charge"},
	"lazy":    {"wait rest sleep sit ignore", "work climb run patrol"},
	"social":  {"say speak talk ask greet tell answer reply trade", "leave hide ignore"},
}

// kin are other words for traits.
var kin = map[string]string{ //nolint:gochecknoglobals // immutable: never written
	"friendly": "kind", "helpful": "kind", "gentle": "kind", "generous": "kind", "caring": "kind", "compassionate": "kind",
	"inquisitive": "curious", "adventurous": "brave", "bold": "brave", "courageous": "brave", "heroic": "brave",
	"fearless": "brave", "cowardly": "coward", "timid": "shy", "anxious": "coward", "fearful": "coward",
	"loyal":  "dutiful",
	"honest": "dutiful", "cheerful": "merry", "playful": "merry", "aggressive": "hostile", "hot-tempered": "hostile",
	"angry": "hostile", "cautious": "careful", "suspicious": "careful", "patient": "careful", "wise": "careful",
	"talkative": "social", "gossip": "social", "charming": "social", "outgoing": "social", "selfish": "greedy",
}

// worth is what an action is worth, and why.
func (v *textView) worth(a *mind.Action) (int, string) {
	said := dialogue.Split(strings.NewReplacer("_", " ", "-", " ").Replace(a.Name) + " " + a.Description)
	stems := dialogue.Stems(strings.Join(said, " "))
	total, why := worthBase, []string{}
	add := func(n int, reason string) {
		if n != 0 {
			total += n
			why = append(why, reason)
		}
	}
	if isRest(said) {
		total = worthRest
	}
	for _, t := range v.traits {
		t = strings.ToLower(strings.TrimSpace(t))
		l := leanings[cmp.Or(kin[t], t)]
		switch {
		case anyOf(said, l.to):
			add(worthLean, t)
		case anyOf(said, l.from):
			add(worthShun, "not "+t)
		case overlap(dialogue.Stems(t), stems) > 0:
			add(worthTrait, t)
		}
	}
	add(worthGoal*overlap(dialogue.Stems(v.goal), stems), "its goal")
	add(worthMemory*overlap(dialogue.Stems(strings.Join(v.memories, " ")), stems), "a memory")
	add(worthSeen*overlap(dialogue.Stems(v.text), stems), "what it sees")
	seen := dialogue.Split(v.text)
	if speech(v.text) != "" && anyOf(said, "say speak talk reply answer respond tell greet") {
		add(worthSpeak, "it is spoken to")
	}
	if anyOf(seen, "attacks attack burning fire bleeding danger enemy screams collapsing drowning ambush") &&
		anyOf(said, "flee run hide defend fight help heal rescue dodge block") {
		add(worthDanger, "danger")
	}
	for _, done := range v.lately {
		if done == a.Name {
			add(worthAgain, "it did so lately")
		}
	}
	return total, strings.Join(why, ", ")
}

func isRest(said []string) bool { return anyOf(said, "wait nothing idle rest pass") }

// anyOf reports whether one of several words was said.
func anyOf(said []string, list string) bool {
	return slices.ContainsFunc(strings.Fields(list), func(w string) bool { return slices.Contains(said, w) })
}

// overlap counts what two lists have in common, up to wordsMost.
func overlap(a, b []string) int {
	n := 0
	for _, s := range a {
		if slices.Contains(b, s) {
			n++
		}
	}
	return min(n, wordsMost)
}

// speech is what somebody says in an observation: what stands in quotation marks.
func speech(text string) string {
	for _, q := range []string{`"`, "“”", "'"} {
		marks := []rune(q)
		_, rest, ok := strings.Cut(text, string(marks[0]))
		if !ok {
			continue
		}
		if said, _, ok := strings.Cut(rest, string(marks[len(marks)-1])); ok && len(dialogue.Split(said)) > 1 {
			return said
		}
	}
	return ""
}
