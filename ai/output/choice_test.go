package output_test

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/output"
)

// offers is what the tests' mind may do.
func offers() []mind.Action {
	return []mind.Action{
		{Name: "wait"},
		{Name: "give", Params: []mind.Param{
			{Name: "item", Candidates: []string{"lamp", "rope", "Rope"}}, {Name: "to", Candidates: []string{"pc-seren",
				"pc-ann"}},
		}},
		{Name: "say", Params: []mind.Param{{Name: "text"}, {Name: "mood", Optional: true, Candidates: []string{"sharp"}}}},
	}
}

// give is an answer as it should be.
const give = `{"action":"give","parameters":{"item":"lamp","to":"pc-ann"}}`

type choiceTest struct {
	what, text string
	code       output.Code // "" when it is read
	action     string
	params     map[string]string
	stripped   []string
}

func choicesRead() []choiceTest {
	return []choiceTest{
		{what: "as it should be", text: give, action: "give", params: map[string]string{"item": "lamp", "to": "pc-ann"}},
		{what: "without parameters", text: ` {"action":"wait"} `, action: "wait"},
		{what: "null for none", text: `{"action":"wait","parameters":null}`, action: "wait"},
		{what: "in a fence", text: "```json\n" + give + "\n```", action: "give",
			params: map[string]string{"item": "lamp", "to": "pc-ann"}, stripped: []string{"fence"}},
		{what: "in a fence of no language", text: "```\n{\"action\":\"wait\"}```", action: "wait",
			stripped: []string{"fence"}},
		{what: "after thoughts", text: "<think>{\"action\":\"give\"}</think>\n{\"action\":\"wait\"}", action: "wait",
			stripped: []string{"thinking"}},
		{what: "with more than was asked for", text: `{"why":"bored","action":"wait","parameters":{"gold":5,"all":{"a":1}}}`,
			action: "wait", stripped: []string{"why", "parameters.all", "parameters.gold"}},
		{what: "in other letters", text: `{"action":"give","parameters":{"item":"LAMP","to":" PC-Ann\n"}}`, action: "give",
			params: map[string]string{"item": "lamp", "to": "pc-ann"}},
		{what: "one of two that differ in letters", text: `{"action":"give","parameters":{"item":"Rope","to":"pc-ann"}}`,
			action: "give", params: map[string]string{"item": "Rope", "to": "pc-ann"}},
		{what: "which of two is not said", text: `{"action":"give","parameters":{"item":"ROPE","to":"pc-ann"}}`,
			code: output.CodeBadValue},
		{what: "a number where text is meant", text: `{"action":"say","parameters":{"text":12}}`, action: "say",
			params: map[string]string{"text": "12"}},
		{what: "a truth where text is meant", text: `{"action":"say","parameters":{"text":true}}`, action: "say",
			params: map[string]string{"text": "true"}},
		{what: "text with what is no text", text: `{"action":"say","parameters":{"text":"a\u001b[31m\nb\u200bc\u202e"}}`,
			action: "say", params: map[string]string{"text": "a[31m bc"}},
	}
}

func choicesRefused() []choiceTest {
	return []choiceTest{
		{what: "nothing", text: " \n", code: output.CodeEmpty},
		{what: "null", text: "null", code: output.CodeNotObject},
		{what: "a list", text: "[" + give + "]", code: output.CodeNotObject},
		{what: "prose", text: "I will give it.", code: output.CodeNotJSON},
		{what: "prose after it", text: give + "\nThere you are!", code: output.CodeNotJSON},
		{what: "prose before it", text: "Sure! " + give, code: output.CodeNotJSON},
		{what: "two of them", text: give + give, code: output.CodeNotJSON},
		{what: "two in a fence", text: "```\n" + give + "\n" + give + "\n```", code: output.CodeNotJSON},
		{what: "two fences", text: "```\n" + give + "\n```\n```\n" + give + "\n```", code: output.CodeNotJSON},
		{what: "a key twice", text: `{"action":"wait","action":"give"}`, code: output.CodeNotJSON},
		{what: "a key twice, in other letters", text: `{"action":"wait","Action":"give"}`, code: output.CodeNotJSON},
		{what: "a parameter twice", text: `{"action":"say","parameters":{"text":"a","text":"b"}}`, code: output.CodeNotJSON},
		{what: "an action in other letters", text: `{"action":"WAIT"}`, code: output.CodeUnknown},
		{what: "an action that is not offered", text: `{"action":"unlock","parameters":{}}`, code: output.CodeUnknown},
		{what: "no action", text: `{"parameters":{}}`, code: output.CodeMissing},
		{what: "an empty action", text: `{"action":""}`, code: output.CodeUnknown},
		{what: "an action that is a list", text: `{"action":["give"]}`, code: output.CodeBadType},
		{what: "parameters that are a list", text: `{"action":"wait","parameters":[]}`, code: output.CodeBadType},
		{what: "a parameter that is a list", text: `{"action":"say","parameters":{"text":["a"]}}`, code: output.CodeBadType},
		{what: "a missing parameter", text: `{"action":"give","parameters":{"item":"lamp"}}`, code: output.CodeMissing},
		{what: "a candidate that is none", text: `{"action":"give","parameters":{"item":"crown","to":"pc-ann"}}`,
			code: output.CodeBadValue},
		{what: "a candidate and more", text: `{"action":"give","parameters":{"item":"lamp, rope","to":"pc-ann"}}`,
			code: output.CodeBadValue},
		{what: "an optional one that is none", text: `{"action":"say","parameters":{"text":"a","mood":"mild"}}`,
			code: output.CodeBadValue},
		{what: "a number of many digits", text: `{"action":"say","parameters":{"text":1` + strings.Repeat("0", 40) + `}}`,
			code: output.CodeNotJSON},
		{what: "NaN", text: `{"action":"say","parameters":{"text":NaN}}`, code: output.CodeNotJSON},
		{what: "deep", text: `{"action":"wait","x":` + strings.Repeat("[", 5) + strings.Repeat("]", 5) + `}`,
			code: output.CodeTooDeep},
		{what: "very deep", text: strings.Repeat("[", 5000) + strings.Repeat("]", 5000), code: output.CodeNotJSON},
		{what: "broken bytes", text: "{\"action\":\"wait\xff\"}", code: output.CodeNotJSON},
		{what: "half a pair", text: `{"action":"wait","x":"\ud800"}`, code: output.CodeNotJSON},
		{what: "long", text: `{"action":"wait","x":"` + strings.Repeat("a", output.ObjectBytesMax) + `"}`,
			code: output.CodeTooLong},
		{what: "cut short", text: give[:20], code: output.CodeNotJSON},
	}
}

func TestChoice(t *testing.T) {
	for _, tt := range append(choicesRead(), choicesRefused()...) {
		t.Run(tt.what, func(t *testing.T) {
			got, stripped, err := output.Choice(tt.text, offers())
			var failed *output.Error
			if tt.code != "" {
				if !errors.As(err, &failed) || failed.Code != tt.code || got.Action != "" {
					t.Errorf("got %v, %v, want code %s", got, err, tt.code)
				}
				return
			}
			if err != nil || got.Action != tt.action || !maps.Equal(got.Params, tt.params) ||
				!slices.Equal(stripped, tt.stripped) {
				t.Errorf("got %v, stripped %q, %v, want %s %v, stripped %q", got, stripped, err, tt.action, tt.params, tt.stripped)
			}
		})
	}
	long, _, err := output.Choice(`{"action":"say","parameters":{"text":"`+strings.Repeat("ж", 900)+`"}}`, offers())
	if n := utf8.RuneCountInString(long.Params["text"]); err != nil || n != output.ValueCharsMax {
		t.Errorf("a long text: got %d characters, %v, want %d", n, err, output.ValueCharsMax)
	}
}

func TestObject(t *testing.T) {
	type answer struct {
		Queries []string `json:"queries"`
		Mood    string   `json:"mood,omitempty"`
	}
	tests := []struct {
		what, text string
		code       output.Code
		stripped   []string
	}{
		{what: "as it should be", text: `{"queries":["a"],"mood":"calm"}`},
		{what: "without what may be missing", text: `{"queries":[]}`},
		{what: "with more", text: `{"queries":["a"],"zeal":1,"Mood":"calm"}`, stripped: []string{"Mood", "zeal"}},
		{what: "without what must be there", text: `{"mood":"calm"}`, code: output.CodeMissing},
		{what: "null for it", text: `{"queries":null}`, code: output.CodeMissing},
		{what: "of another type", text: `{"queries":"a"}`, code: output.CodeBadType},
		{what: "two of them", text: `{"queries":[]}{"queries":[]}`, code: output.CodeNotJSON},
	}
	for _, tt := range tests {
		t.Run(tt.what, func(t *testing.T) {
			var v answer
			stripped, err := output.Object(tt.text, &v)
			var failed *output.Error
			if errors.As(err, &failed) != (tt.code != "") || failed != nil && failed.Code != tt.code ||
				tt.code == "" && !slices.Equal(stripped, tt.stripped) {
				t.Errorf("got %q, %v, want %q, code %q", stripped, err, tt.stripped, tt.code)
			}
		})
	}
}

// Whatever a model answers, a choice is one that was offered, with values that were offered.
func FuzzChoice(f *testing.F) {
	for _, seed := range []string{
		`{"action":"give","parameters":{"item":"lamp","to":"pc-ann"}}`, "```json\n{\"action\":\"wait\"}\n```",
		`{"action":"say","parameters":{"text":"a\u0000b","mood":"sharp"}}`, "<think></think>null", "{}", "[[[[", `"`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, _, err := output.Choice(text, offers())
		var failed *output.Error
		if err != nil {
			if !errors.As(err, &failed) || failed.Code == "" || got.Action != "" {
				t.Fatalf("got %v, %v", got, err)
			}
			return
		}
		i := slices.IndexFunc(offers(), func(a mind.Action) bool { return a.Name == got.Action })
		if i < 0 {
			t.Fatalf("%q was not offered", got.Action)
		}
		declared := 0
		for _, p := range offers()[i].Params {
			v, ok := got.Params[p.Name]
			if ok {
				declared++
			}
			if !ok && !p.Optional || ok && len(p.Candidates) > 0 && !slices.Contains(p.Candidates, v) {
				t.Errorf("%s: %q", p.Name, v)
			}
			if !utf8.ValidString(v) || utf8.RuneCountInString(v) > output.ValueCharsMax ||
				strings.ContainsAny(v, "\n\r\x1b\x00") {
				t.Errorf("%s: %q is no clean text", p.Name, v)
			}
		}
		if declared != len(got.Params) {
			t.Errorf("%v has more than was declared", got.Params)
		}
	})
}
