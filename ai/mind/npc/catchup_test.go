package npc_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/npc"
	"github.com/mudlark-mud/mudlark/world"
)

// happened makes percepts out of what happened before a mind woke, one a second.
type happened struct {
	all []mind.Percept
}

func (h *happened) add(p mind.Percept) *happened {
	p.Seq = uint64(len(h.all) + 1)
	p.At = world.Minute + world.Time(len(h.all))*world.Second
	h.all = append(h.all, p)
	return h
}

func (h *happened) ann(kind, said string) *happened {
	p := mind.Percept{
		Kind: kind, Actor: "pc-ann", ActorName: "Ann", Sense: []string{"saw", "heard"}, Text: "Ann does something.",
	}
	switch kind {
	case "said":
		p.Data = map[string]any{"text": said}
	case "whispered":
		p.Data = map[string]any{"text": said}
		p.Sense = []string{"mine", "heard"}
	}
	return h.add(p)
}

func (h *happened) own(kind, text string, data map[string]any) *happened {
	return h.add(mind.Percept{
		Kind: kind, Actor: "npc-hob", ActorName: "Hob", Sense: []string{"did"}, Text: text, Data: data,
	})
}

// A mind that learns of what it has done before it woke does not do that again; and what it had not done, it does.
func TestLearnsOfItsOwnPast(t *testing.T) {
	const ask = "Hob, what is your name?"
	said := func(text string) map[string]any { return map[string]any{"text": text} }
	for _, tt := range []struct {
		name    string
		is      *happened
		want    string // what it chooses; "" to wait
		remains string // what it remembers
	}{
		{"nothing was answered", (&happened{}).ann("said", ask), "say", ""},
		{"it was answered", (&happened{}).ann("said", ask).own("said", `You say: "Hob."`, said("Hob.")), "", "I met Ann."},
		{
			"it was only seen thinking", (&happened{}).ann("said", ask).
				own("emoted", "The barkeep turns the glass.", said("turns the glass.")), "say", "",
		},
		{
			"it was asked once more", (&happened{}).ann("said", ask).own("said", `You say: "Hob."`, said("Hob.")).
				ann("said", ask), "say", "",
		},
		{
			"in confidence, and aloud to somebody else", (&happened{}).ann("whispered", ask).
				own("said", `You say: "Aye."`, said("Aye.")), "whisper", "",
		},
		{
			"in confidence", (&happened{}).ann("whispered", ask).
				own("whispered", `You whisper to Ann: "Hob."`, said("Hob.")), "", "",
		},
		{
			"it gave", (&happened{}).ann("said", "Hob, give me a pie, please").
				own("item_given", "You give the eel pie to Ann.", map[string]any{"item": "i-1", "item_name": "an eel pie"}),
			"", "I gave Ann an eel pie.",
		},
		{
			"it promised", (&happened{}).ann("said", "Hob, promise me a pie").own("promised", "You promise Ann a pie.",
				map[string]any{"target": "pc-ann", "target_name": "Ann", "text": "A pie for whoever asks."}),
			"", "I promised Ann: A pie for whoever asks.",
		},
		{"the connection was lost", (&happened{}).ann("said", ask).ann("severed", ""), "", ""},
		{"and is back", (&happened{}).ann("said", ask).ann("severed", "").ann("rejoined", ""), "say", ""},
		{"they left", (&happened{}).ann("said", ask).ann("departed", ""), "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := npc.New(npc.Config{ID: "npc-hob", Name: "Hob", Spec: world.MindSpec{Traits: []string{"patient"}}})
			look := &mind.Look{
				Room: mind.Place{ID: "inn"}, Entities: []mind.Entity{{ID: "pc-ann", Name: "Ann", Kind: "person"}},
				Actions: []mind.Action{
					{Name: "say", Params: []mind.Param{{Name: "text"}}},
					{Name: "whisper", Params: []mind.Param{{Name: "to", Candidates: []string{"Ann"}}, {Name: "text"}}},
				},
				Percepts: tt.is.all,
			}
			out := m.Step(mind.Input{At: tt.is.all[len(tt.is.all)-1].At, Look: look})
			got := ""
			if out.Choice != nil {
				got = out.Choice.Action
			}
			if got != tt.want {
				t.Errorf("it chose %q, want %q: %+v", got, tt.want, out.Choice)
			}
			if kept := textsOf(out.Put); !strings.Contains(kept, tt.remains) {
				t.Errorf("it remembers %q, want %q", kept, tt.remains)
			}
		})
	}
}

// textsOf are the texts of all that is put into a memory.
func textsOf(changes []memory.Change) string {
	var b strings.Builder
	for _, c := range changes {
		if c.Put != nil {
			b.WriteString(c.Put.Text + "\n")
		}
	}
	return b.String()
}
