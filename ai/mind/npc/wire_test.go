package npc_test

import (
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/npc"
	"github.com/mudlark-mud/mudlark/ai/model"
	"github.com/mudlark-mud/mudlark/ai/model/modeltest"
	"github.com/mudlark-mud/mudlark/ai/model/usage"
	"github.com/mudlark-mud/mudlark/ai/runner"
)

// nowhere keeps no cassette.
type nowhere struct{}

func (nowhere) Load([32]byte) (model.Cassette, bool) { return model.Cassette{}, false }
func (nowhere) Save(model.Cassette)                  {}

// wire is a model at the other end of a wire, where somebody reads along.
func wire(t *testing.T, s modeltest.Scenario) (*modeltest.Fake, func(mind.Ask) mind.Reply) {
	t.Helper()
	fake := modeltest.New(s)
	url, stop := fake.Start()
	t.Cleanup(stop)
	tracker, err := usage.New(usage.Config{})
	if err != nil {
		t.Fatal(err)
	}
	const plenty = 1 << 30
	b := model.New(model.Config{BaseURL: url, Large: "large", Small: "small", DayTokens: plenty, PlayerHour: plenty,
		MindHour: plenty}, model.Needs{
		Tape: nowhere{}, Usage: tracker, Log: slog.New(slog.DiscardHandler), Now: time.Now,
		Consent: func(string, string) bool { return false }, Alert: func(model.Alert) {},
	})
	if err := b.On(); err != nil {
		t.Fatal(err)
	}
	asker := &runner.Asker{Broker: b}
	return fake, func(a mind.Ask) mind.Reply { return asker.Answer(t.Context(), "npc-barkeep-01", a) }
}

// Whoever is spoken of here has a name that stands in no other word.
const (
	quill, quillName   = "pc-quillifer", "Quillifer" // who talks, and has agreed
	bob, bobName       = "pc-bobolink", "Bobolink"   // who has not, and said most of it
	cyrus, cyrusName   = "pc-cyrillo", "Cyrillo"     // who tells from elsewhere
	zeb, zebName       = "pc-zebulonne", "Zebulonne" // of whom it only ever heard
	dagny, dagnyName   = "pc-dagnyette", "Dagnyette" // who stands there and says nothing
	lefty, leftyName   = "pc-leftover", "Leftover"   // who sat at the table once
	hidden, hiddenName = "pc-hiddenly", "Hiddenly"   // who spoke in the dark
	yarrowName         = "Yarrowina"                 // whom one memory names, by her id alone
)

// remembered is what it knows already, each with a word that stands nowhere else.
func remembered() *memory.Memory {
	m := memory.New(memory.Config{})
	for _, r := range []memory.Row{
		{Kind: memory.Claim, Deed: "said", By: bob, Source: bob, Who: []string{bob}, Name: bobName,
			Text: bobName + ` says: "the marzipanclaim ship lies beyond the storm reef"`},
		{Kind: memory.Gossip, Deed: "said", By: bob, Source: bob, Who: []string{quill}, Name: bobName,
			Text: bobName + ` says: "Quillifer stole the marzipangossip lamp in the storm"`},
		{Kind: memory.Claim, Deed: "whispered", By: bob, Source: bob, Only: bob, Who: []string{bob}, Name: bobName,
			Text: bobName + ` says: "my marzipanwhisper box is under the storm cellar"`},
		{Kind: memory.Event, Deed: "insult", By: bob, Only: bob, Who: []string{bob}, Name: bobName, Mine: true,
			Text: bobName + " called me a marzipaninsult in the storm."},
		{Kind: memory.Promise, Deed: "promised", By: bob, Who: []string{bob}, Name: bobName, Mine: true,
			Text: bobName + " promised me: a marzipanpromise barrel after the storm"},
		{Kind: memory.Promise, Deed: "promised", By: "npc-barkeep-01", Who: []string{zeb}, Name: "barkeep",
			Text: "I promised " + zebName + ": a dry bed in any storm"},
		{Kind: memory.Event, Deed: "fight_began", By: bob, Who: []string{bob, "pc-yarrowina-2"}, Name: bobName,
			Text: bobName + " attacked " + yarrowName + " in the storm."},
		{Kind: memory.Reflection, By: bob, Only: bob, Who: []string{bob}, Name: bobName,
			Text: bobName + " has told me of marzipanthought storms three times."},
		{Kind: memory.Given, Text: "The cellar key hangs behind the clock canary-7731, in any storm."},
	} {
		r.Importance = 9
		m.Remember(r)
	}
	return m
}

// whispers, boards, promises and voices in the dark: percepts, each with a word that stands nowhere else.
func perceived() []mind.Percept {
	data := func(p mind.Percept, kv ...any) mind.Percept {
		p.Data = map[string]any{}
		for i := 0; i < len(kv); i += 2 {
			p.Data[kv[i].(string)] = kv[i+1]
		}
		return p
	}
	of := func(kind, id, name, text string) mind.Percept {
		return mind.Percept{Kind: kind, Actor: id, ActorName: name, Text: name + " " + text, Sense: []string{"saw", "heard"}}
	}
	told := data(of("told", cyrus, cyrusName, `tells you, "the nougattold storm is mine"`), "text",
		"the nougattold storm is mine")
	told.Sense = []string{"mine"}
	dark := data(of("said", "", "", `Somebody says, "the nougatdark storm nears"`), "text", "the nougatdark storm nears")
	dark.Sense = []string{"heard"}
	promised := data(of("promised", bob, bobName, `promises the barkeep: "a nougatpromise storm lamp"`), "text",
		"a nougatpromise storm lamp", "target", "npc-barkeep-01", "target_name", "the barkeep")
	promised.Sense = []string{"mine", "saw"}
	return []mind.Percept{
		told, dark, promised,
		whispered(bob, bobName, "my nougatwhisper gold lies where the storm cannot reach"),
		said(bob, bobName, "Hob, I saw a nougatsaid storm beyond the old causeway"),
		data(of("emoted", bob, bobName, "waves a nougatemote storm flag"), "text", "waves a nougatemote storm flag"),
		data(of("shouted", hidden, hiddenName, `shouts, "nougatshout storm ahoy"`), "text", "nougatshout storm ahoy"),
		data(of("taunted", bob, bobName, `taunts: "your nougattaunt storm cannot win"`), "text",
			"your nougattaunt storm cannot win"),
		of("newly_made_kind", bob, bobName, "writes on the wall: nougatkind storm"),
		data(of("fight_began", bob, bobName, "attacks "+zebName+"!"), "target", zeb, "target_name", zebName),
		data(mind.Percept{Kind: "game_began", Text: bobName + " and " + leftyName + " play.", Sense: []string{"saw"}},
			"board", "b", "board_name", "the carved table", "X", bobName, "O", leftyName),
	}
}

// forbidden is what no model may be shown where it deals with Quillifer: others' words, confidences, secrets, and true
// names.
func forbidden() []string {
	return []string{
		"marzipan", "nougat", "behind the clock", "canary-7731",
		quillName, bobName, cyrusName, zebName, dagnyName, leftyName, hiddenName, yarrowName,
	}
}

// Whatever is planted wherever a mind could have text from, nothing of it is sent: not at any step, for any purpose,
// aloud or in confidence, to a sensible model or to one that stirs up what it can. With Bobolink the mind speaks of
// what Bobolink said.
func TestTheWire(t *testing.T) {
	obedient, _ := modeltest.Named("obedient")
	giving := modeltest.Says("giving", func(q modeltest.Question) string {
		if strings.Contains(q.System, `{"action":`) && strings.Contains(q.User, "give:") {
			to, _, _ := strings.Cut(strings.Split(q.User, " to is one of: ")[1], ",")
			return `{"action":"give","parameters":{"item":"eel pie","to":"` + strings.TrimSpace(to) + `"}}`
		}
		return modeltest.Sensible(q)
	})
	templates := map[string]bool{}
	for _, s := range []modeltest.Scenario{modeltest.Says("sensible", modeltest.Sensible), obedient, giving} {
		t.Run(s.Name, func(t *testing.T) {
			c := barkeep()
			c.Stages, c.Memory = npc.All(), remembered()
			st := newStage(t, c)
			st.fails["give"] = "not_allowed" // so that it is spoken of
			st.person(quill, quillName)
			st.here = append(st.here, mind.Entity{ID: dagny, Name: dagnyName, Kind: "person", State: "fighting " + bobName})
			st.events(perceived()...) // no model is there yet
			fake, ask := wire(t, s)
			fake.Forbid(forbidden()...)
			st.model = listen(t, fake, ask, templates)
			for range 2 {
				for _, line := range []string{
					"Hob, what do you know of the ship beyond the reef?",
					"Hob, do you remember the storm and the old causeway?", "Hob, what news of the storm?",
					"Hob, I think that the storm took the lamp and the box under the cellar",
					"Hob, I am starving, and there is a storm",
				} {
					st.event(said(quill, quillName, line))
					st.event(whispered(quill, quillName, strings.TrimPrefix(line, "Hob, ")))
				}
				s2 := *st
				s2.model = nil
				s2.events(perceived()...) // and again, between two talks
				st.seq, st.at = s2.seq, s2.at
			}
			if n := len(fake.Requests()); n < 20 {
				t.Errorf("models were asked %d times, too few to prove anything", n)
			}

			confides(t, st, s)
		})
	}
	for _, want := range []string{"queries", "report", "working", "memories", "choose", "speak"} {
		if !templates[want] {
			t.Errorf("no model was asked for %s", want)
		}
	}
}

// listen asks for a mind, and complains of what is told that must not be.
func listen(t *testing.T, fake *modeltest.Fake, ask func(mind.Ask) mind.Reply, asked map[string]bool,
) func(mind.Ask) mind.Reply {
	return func(a mind.Ask) mind.Reply {
		asked[a.Template] = true
		before := len(fake.Faults())
		r := ask(a)
		if faults := fake.Faults(); len(faults) > before {
			t.Errorf("%s, for %s: %q\n%v", a.Template, a.Player, faults[before:], a.Data)
		}
		return r
	}
}

// confides has Bobolink talk with it alone: then his own words are shown, so they were there to be shown before.
func confides(t *testing.T, st *stage, s modeltest.Scenario) {
	t.Helper()
	var fake *modeltest.Fake
	st.here = st.here[:0]
	st.person(bob, bobName)
	fake, st.model = wire(t, s)
	st.event(whispered(bob, bobName, "what do you know of the storm cellar, and the box under it?"))
	st.event(whispered(bob, bobName, "I think that the storm will take the box under the cellar"))
	shown := ""
	for _, r := range fake.Requests() {
		shown += string(r.Body)
	}
	for _, his := range []string{"marzipanwhisper", "nougatwhisper"} {
		if !strings.Contains(shown, his) {
			t.Errorf("in confidence with %s no model was shown %q, so the canaries prove nothing", bobName, his)
		}
	}
	for _, no := range []string{"behind the clock", "7731", bobName, quillName, "nougattold"} {
		if strings.Contains(shown, no) {
			t.Errorf("for %s a model was shown %q", bobName, no)
		}
	}
}

// A model judges only of what it may be shown, and what it says of that is not counted for anything else.
func TestJudgedApart(t *testing.T) {
	c := barkeep()
	c.Stages = npc.Stages{Remember: true}
	s := newStage(t, c)
	s.person(quill, quillName)
	s.person(bob, bobName)
	var shown []string
	s.model = func(a mind.Ask) mind.Reply {
		shown, _ = a.Data["events"].([]string)
		return mind.Reply{Text: `{"importance": [10]}`}
	}
	s.events(
		whispered(bob, bobName, "you are a fool and a coward"),
		said(quill, quillName, "Hob, I think that a storm comes and all boats are lost"))
	if len(shown) != 1 || !strings.Contains(shown[0], "all boats are lost") {
		t.Fatalf("a model was to judge of %q, want what %s said alone", shown, quillName)
	}
	rows := s.kept().Rows()
	i := slices.IndexFunc(rows, func(r memory.Row) bool { return r.Source == quill })
	j := slices.IndexFunc(rows, func(r memory.Row) bool { return r.By == bob && r.Deed == "insult" })
	if i < 0 || j < 0 {
		t.Fatalf("it remembers %+v, want both", rows)
	}
	want := memory.Importance("insult", memory.Case{Mine: true})
	if rows[j].Importance != want || rows[i].Importance < want {
		t.Errorf("they matter %d and %d, want %d for what no model judged", rows[i].Importance, rows[j].Importance, want)
	}
}
