package npc_test

import (
	"encoding/base64"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/npc"
	"github.com/mudlark-mud/mudlark/ai/output"
	"github.com/mudlark-mud/mudlark/ai/prompt"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack"
)

// townsfolk are all people of the starter world who have a mind, with every step but the words made without a model.
func townsfolk(t *testing.T) []npc.Config {
	t.Helper()
	p, problems, err := pack.Check(os.DirFS("../../../data/lowtide"), ".")
	if err != nil || p == nil {
		t.Fatal(err, problems)
	}
	var out []npc.Config
	for i := range p.Mobs {
		m := &p.Mobs[i]
		if !m.Mind.Attends() {
			continue
		}
		out = append(out, npc.Config{
			ID: "npc-" + string(m.ID), Name: m.Name, Keys: m.Keys, Desc: m.Desc, Spec: *m.Mind,
			Stages: npc.Stages{Speak: true},
		})
	}
	return out
}

// disguises are forms in which a prompt may come out.
func disguises() map[string]func(string) string {
	words := func(f func(i int, w string) string) func(string) string {
		return func(s string) string {
			list := strings.FieldsFunc(s, func(r rune) bool { return r != '\'' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
			for i, w := range list {
				list[i] = f(i, w)
			}
			return strings.Join(list, " ")
		}
	}
	return map[string]func(string) string{
		"as it is":   func(s string) string { return s },
		"capitals":   strings.ToUpper,
		"no marks":   strings.NewReplacer(".", "", ",", "", ":", "", "<", "", ">", "", `"`, "").Replace,
		"backwards":  backwards,
		"rot13":      strings.NewReplacer(rotated()...).Replace,
		"leet":       strings.NewReplacer("a", "4", "e", "3", "i", "1", "o", "0", "t", "7", "s", "5").Replace,
		"lookalikes": strings.NewReplacer("a", "а", "e", "е", "o", "о", "c", "с", "p", "р").Replace,
		"accents":    strings.NewReplacer("a", "á", "e", "ë", "o", "ô", "u", "ü").Replace,
		"spelled":    func(s string) string { return strings.Join(strings.Split(strings.ReplaceAll(s, " ", ""), ""), " ") },
		"base64":     func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) },
		"words turned": words(func(_ int, w string) string {
			return backwards(w)
		}),
		"a word between each": words(func(_ int, w string) string { return w + " fish" }),
		"every second word": func(s string) string {
			var out []string
			for i, w := range strings.Fields(s) {
				if i%2 == 0 {
					out = append(out, w)
				}
			}
			return strings.Join(out, " ")
		},
		"pig latin": words(func(_ int, w string) string {
			w = strings.ToLower(w)
			at := strings.IndexAny(w, "aeiou")
			switch {
			case w == "":
				return ""
			case at <= 0:
				return w + "way"
			}
			return w[at:] + w[:at] + "ay"
		}),
	}
}

func rotated() (pairs []string) {
	for r := 'a'; r <= 'z'; r++ {
		pairs = append(pairs, string(r), string('a'+(r-'a'+13)%26))
		pairs = append(pairs, string(r-32), string('A'+(r-'a'+13)%26))
	}
	return pairs
}

func backwards(s string) string {
	runes := []rune(s)
	slices.Reverse(runes)
	return string(runes)
}

// PEOPLE V1: nothing of what a model was shown is said aloud, from the first word on or from the midst of it, as it is
// or in disguise, by anybody of the starter world; what the speaker is meant to say may be.
func TestPromptIsNotSaid(t *testing.T) {
	said, tried := 0, 0
	for nth, c := range townsfolk(t) {
		s := newStage(t, c)
		s.person("pc-ann", "Ann")
		s.room.Desc = "A low room of tarred beams, with a fire of driftwood and a slate behind the bar."
		var answer func(system, user string) string
		what, answered := "", ""
		s.model = func(a mind.Ask) mind.Reply {
			tmpl, err := prompt.GetTemplate(a.Template)
			if err != nil {
				t.Fatal(err)
			}
			system, user, err := tmpl.Render(a.Data)
			if err != nil {
				t.Fatal(err)
			}
			answered = answer(system, user)
			return mind.Reply{Text: answered}
		}
		ask := func(n int) {
			t.Helper()
			answered = ""
			s.at += world.Minute
			s.event(said2(fmt.Sprintf("%s, I think there were %d boats lost and a lantern burning", c.Keys[0], n+2)))
			for _, tr := range s.traces {
				if slices.Contains(tr.Stages, mind.Stage{Name: "speak", By: "large"}) {
					said++
					t.Errorf("%s said (%s) %q", c.Name, what, answered)
				}
			}
			if answered != "" {
				tried++
			}
		}
		n := 0
		places := []int{0, 150, 400, 900, 1500, 2200, 3000, 3600}
		for form, f := range world.Ordered(disguises()) {
			what = form
			begins, midst, data := n, places[(n+nth)%len(places)], 40*(n+2)%900 // each form at each place, by somebody
			ways := []func(system, user string) string{
				func(system, _ string) string { return f(sliceAt(system, 0, 280)) },
				func(system, _ string) string { return f(sliceAt(system, midst, 280)) },
				func(_, user string) string { return f(sliceAt(user, data, 280)) },
			}
			for i, way := range ways {
				if *whole || (begins/len(ways)+i+nth)%len(ways) == 0 {
					answer = way
					ask(n)
				}
				n++
			}
		}
	}
	t.Logf("%d answers tried, %d said", tried, said)
	if tried < 300 || *whole && tried < 900 {
		t.Errorf("only %d answers were tried", tried)
	}
}

func sliceAt(text string, from, long int) string {
	runes := []rune(text)
	from = min(from, max(len(runes)-long, 0))
	return strings.TrimSpace(string(runes[from:min(from+long, len(runes))]))
}

func said2(text string) mind.Percept { return said("pc-ann", "Ann", text) }

// whole asks for all that the two tests could try; `make lines` does. Without it they try a part, another one for each
// speaker.
var whole = flag.Bool("npc.whole", false, "try each disguise in each way on everybody, and each line on each prompt")

// No authored line of anybody is taken for the prompt of anybody, and none of a speaker's own for theirs. Of the
// others' lines each prompt meets one in 24, another one than its neighbours' prompts do.
func TestAuthoredLinesAreNoPrompt(t *testing.T) {
	folk := townsfolk(t)
	part := 24
	if *whole {
		part = 1
	}
	linesOf := func(speaker int) (out []string) {
		for i, c := range folk {
			for n, l := range c.Spec.Lines {
				if i == speaker || (n+speaker)%part == 0 {
					out = append(out, l.Text)
				}
			}
			for _, r := range c.Spec.Promises {
				out = append(out, r.Text)
			}
		}
		return out
	}
	tmpl, err := prompt.GetTemplate("speak")
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for i, c := range folk {
		lines := linesOf(i)
		tried += len(lines)
		data := map[string]any{"name": c.Name, "persona": c.Desc, "voice": c.Spec.Voice, "traits": c.Spec.Traits, "to": "Ann"}
		var wants, relations, own []string
		for _, w := range c.Spec.Wants {
			wants = append(wants, w.Text)
		}
		for _, r := range c.Spec.Relations {
			relations = append(relations, strings.ReplaceAll(string(r.To), "-", " ")+": "+r.Is+". "+r.Note)
		}
		for _, l := range c.Spec.Lines {
			own = append(own, l.Text)
		}
		data["wants"], data["relations"] = wants, relations
		system, user, err := tmpl.Render(data)
		if err != nil {
			t.Fatal(err)
		}
		f := output.NewFilter(output.Guard{Shown: output.Shown{Prompt: []string{system, user}, Own: own}})
		for rest := lines; len(rest) > 0; {
			n, size := 0, 0
			for n == 0 || n < len(rest) && size+len(rest[n])+len(" ... ") <= output.SpeechReadMax {
				size += len(rest[n]) + len(" ... ")
				n++
			}
			some := rest[:n]
			rest = rest[n:]
			if _, verdict := f.Speech(strings.Join(some, " ... ")); verdict == output.Leak {
				for _, l := range some {
					if _, verdict := f.Speech(l); verdict == output.Leak {
						t.Errorf("%s may not say %q", c.Name, l)
					}
				}
				t.Errorf("%s may not say one of %d lines", c.Name, len(some))
			}
		}
	}
	t.Logf("%d lines for %d people", tried, len(folk))
}

// What frames a fact that is said may hold no word by which what is said is kept back, or who knows it seems not to.
func TestLoreIsSaidInEveryWay(t *testing.T) {
	for _, c := range townsfolk(t) {
		for _, l := range c.Spec.Lines {
			if l.On != "lore" {
				continue
			}
			said := strings.ReplaceAll(l.Text, "{what}", "Nine bells lie in the mud off the mole.")
			if got, verdict := output.Speech(said, output.Guard{}); !verdict.IsSaid() || got != said {
				t.Errorf("%s: %q comes out as %q, %s", c.Name, said, got, verdict)
			}
		}
	}
}
