package npc_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/npc"
	"github.com/mudlark-mud/mudlark/ai/prompt"
)

const modelHost = "api.example.org"

// with is something said or done in words while its speaker agreed to a host.
func with(host string, p mind.Percept) mind.Percept {
	p.Agreed = host
	return p
}

// What somebody said before they agreed to the model, or after they took that back, is in no prompt once they agree
// again: no turn, no memory, no event, no quotation. What they said meanwhile is, and was heard all along.
func TestWordsFromBeforeTheYesStayHere(t *testing.T) {
	for name, stages := range map[string]npc.Stages{"the usual steps": npc.Usual(), "all steps": npc.All()} {
		t.Run(name, func(t *testing.T) {
			c := barkeep()
			c.Stages, c.Memory = stages, memory.New(memory.Config{})
			c.Memory.Remember(memory.Row{ // as it was kept before such marks were
				Kind: memory.Claim, Deed: "said", By: "pc-ann", Source: "pc-ann", Who: []string{"pc-ann"}, Name: "Ann",
				Text: `Ann says: "the marzipanold storm took all boats"`, Importance: 9,
			})
			s := newStage(t, c)
			s.person("pc-ann", "Ann")
			s.host = modelHost
			off := func(mind.Ask) mind.Reply { return mind.Reply{Failed: "consent"} }
			var shown strings.Builder
			on := func(a mind.Ask) mind.Reply {
				raw, err := json.Marshal(a.Data)
				if err != nil {
					t.Fatal(err)
				}
				shown.Write(raw)
				tmpl, err := prompt.GetTemplate(a.Template)
				if err == nil {
					_, _, err = tmpl.Render(a.Data)
				}
				if err != nil {
					t.Errorf("%s: the template does not take its data: %v", a.Template, err)
				}
				return sound(a)
			}
			tells := func(host string, words ...string) {
				s.model = off
				if host == modelHost {
					s.model = on
				}
				for _, w := range words {
					s.event(with(host, said("pc-ann", "Ann", "Hob, I think that the "+w+" storm took all boats")))
				}
				s.event(with(host, whispered("pc-ann", "Ann", "I think that the "+words[0]+"whisper box lies in the storm")))
				s.event(with(host, said("pc-ann", "Ann", "Hob, do you remember what I said of the storm and the boats?")))
			}
			tells("", "marzipanfirst", "marzipansecond")
			tells(modelHost, "nougatfirst")
			tells("", "marzipanthird")
			tells("other.example.org", "marzipanother")
			tells(modelHost, "nougatagain")
			if i := strings.Index(shown.String(), "marzipan"); i >= 0 {
				t.Errorf("a model is shown %q", shown.String()[max(0, i-60):i+80])
			}
			for _, yes := range []string{"nougatfirst", "nougatagain", "nougatagainwhisper"} {
				if !strings.Contains(shown.String(), yes) {
					t.Errorf("no model is shown %q, which was said with consent", yes)
				}
			}
		})
	}
}
