package agentapi_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/agentapi"
	"github.com/mudlark-mud/mudlark/ai/mind"
)

// S1-05, R13: however parameters are declared, each has a value of the declared kind, and there are no others.
func TestParameters(t *testing.T) {
	const text = "You stand at a counter with 12 coins. Mira says, \"Good morning!\""
	for _, c := range []struct{ what, parameters, want string }{
		{"nothing", `{}`, `{}`},
		{"null", `null`, `{}`},
		{"values", `{"to":["Mira"]}`, `{"to":"Mira"}`},
		{"one value of several kinds", `{"n":[7],"b":[true]}`, `{"b":true,"n":7}`},
		{"an enumeration", `{"mood":{"type":"string","enum":["grim"]}}`, `{"mood":"grim"}`},
		{"a number within bounds", `{"n":{"type":"integer","minimum":3,"maximum":3}}`, `{"n":3}`},
		{"a number below the bounds", `{"n":{"type":"integer","minimum":900}}`, `{"n":900}`},
		{"a number of the text", `{"coins":{"type":"integer","description":"how many coins"}}`, `{"coins":12}`},
		{"a broken bound", `{"n":{"type":"integer","minimum":2.5,"maximum":3.5}}`, `{"n":3}`},
		{"a truth", `{"b":{"type":"boolean","enum":[false]}}`, `{"b":false}`},
		{"an object", `{"o":{"type":"object"}}`, `{"o":{}}`},
		{"nothing at all", `{"o":{"type":"null"}}`, `{"o":null}`},
		{"a schema", `{"type":"object","properties":{"to":{"enum":["Mira"]}},"required":["to"]}`, `{"to":"Mira"}`},
		{"a parameter that is called type", `{"type":["object"]}`, `{"type":"object"}`},
	} {
		t.Run(c.what, func(t *testing.T) {
			r := open(t)
			r.says(me, agentapi.Create, named("a"))
			got := r.says(me, agentapi.Process, fmt.Sprintf(
				`{"agent_id":"a","observation":%q,"available_actions":[{"name":"act","parameters":%s}]}`, text, c.parameters))
			if want := `{"action":"act","parameters":` + c.want + `}`; got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
	r := open(t)
	r.says(me, agentapi.Create, named("a"))
	got := r.says(me, agentapi.Process, fmt.Sprintf(`{"agent_id":"a","observation":%q,"available_actions":[{"name":"act",`+
		`"parameters":{"text":"What to say","b":{"type":"boolean"},"list":{"type":"array"},"odd":3,"none":null}}]}`, text))
	var out struct {
		Parameters map[string]any `json:"parameters"`
	}
	if err := json.Unmarshal([]byte(got), &out); err != nil {
		t.Fatal(err)
	}
	said, isText := out.Parameters["text"].(string)
	_, isTruth := out.Parameters["b"].(bool)
	_, isList := out.Parameters["list"].([]any)
	_, isOdd := out.Parameters["odd"].(string)
	_, isNone := out.Parameters["none"].(string)
	if !isText || said == "" || !isTruth || !isList || !isOdd || !isNone || len(out.Parameters) != 5 {
		t.Errorf("got %s", got)
	}
}

// S1-12: with a model, the small one makes queries, report and working memory and the large one chooses; what it
// chooses of the offered is done.
func TestModelChooses(t *testing.T) {
	var asked []string
	r := open(t, with(func(_ context.Context, ask mind.Ask) mind.Reply {
		tier := "small"
		if ask.Large {
			tier = "large"
		}
		asked = append(asked, ask.Template+":"+tier)
		if ask.Player != "" || !slices.Equal(ask.Others, []string{"agent:grant-me:network-test"}) {
			t.Errorf("it asks for a player of this world: %+v", ask)
		}
		if ask.Template != "choose" {
			return mind.Reply{ID: ask.ID, Failed: "garbage"}
		}
		return mind.Reply{ID: ask.ID, Text: `{"action":"examine_chest","parameters":{}}`}
	}))
	r.says(me, agentapi.Create, curious)
	if got := r.says(me, agentapi.Process, dimRoom); got != `{"action":"examine_chest","parameters":{}}` {
		t.Errorf("got %s", got)
	}
	got := strings.Join(asked, " ")
	for _, want := range []string{"queries:small", "report:small", "working:small", "choose:large"} {
		if !strings.Contains(got, want) {
			t.Errorf("asked %s, want %s", got, want)
		}
	}
}
