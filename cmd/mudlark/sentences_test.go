package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/read"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/npc"
	"github.com/mudlark-mud/mudlark/ai/runner"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// The sentences are kept in testdata/sentences.tsv: a rating, a set, who is asked, what is said, what is answered. A
// rating is somebody's judgment of the answer, and holds for that answer only:
//
//	good      apt, true and in the person's voice
//	ok        to the point, though thin, or said before
//	off       not to the point, or unheeding
//	nonsense  absurd, untrue, or a refusal of what the person is for
//	unrated   nobody has judged it
//
// To try a sentence, add a line with an empty answer and run with -update; then judge what is unrated.
const sentencesFile = "sentences.tsv"

// What the answers have to come to, in the set of those that a player once tried.
const (
	triedSet      = "tried"
	goodLeast     = 80
	nonsenseMost  = 5
	sentenceParts = 5
	unratedMark   = "unrated"
)

// sentence is something that is said to somebody, with the answer and somebody's judgment of it.
type sentence struct{ rating, set, who, said, answer string }

// parlance is Lowtide as its pack makes it, at ten in the morning, with one mind awake at a time.
type parlance struct {
	t     *testing.T
	s     *world.State
	tools map[string]mcp.Tool
	now   world.Time
	seq   uint64
	minds map[string]*npc.Mind
	at    map[string]world.RoomID
}

// Do is the loop's, without a loop.
func (p *parlance) Do(_ context.Context, do func(*world.State, world.Time) loop.Step) (loop.Reply, error) {
	step := do(p.s, p.now)
	return loop.Reply{Seq: p.s.Seq, Report: step.Report(p.s, p.now)}, nil
}

// Room implements read.Past: nothing has happened.
func (*parlance) Room(context.Context, world.RoomID, func(*world.Record) bool) error { return nil }

// Actor implements read.Past.
func (*parlance) Actor(context.Context, world.ActorID, func(*world.Record) bool) error { return nil }

// When implements read.Past.
func (*parlance) When(context.Context, uint64) (time.Time, error) { return time.Time{}, nil }

func newParlance(t *testing.T) *parlance {
	t.Helper()
	content, err := readLowtide()
	if err != nil {
		t.Fatal(err)
	}
	p := &parlance{
		t: t, s: world.New(1), now: 3 * world.GameHour, seq: 1000, tools: map[string]mcp.Tool{},
		minds: map[string]*npc.Mind{}, at: map[string]world.RoomID{},
	}
	in := world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.ApplyPack{Pack: *content}}
	if _, no := p.s.Decide(0, in); no != nil {
		t.Fatal(no)
	}
	f, err := read.New(read.Config{
		World: p, Past: p, Version: "test", Protocol: "2026-07-28",
		Clock: func() time.Time { return time.Unix(1_700_000_000, 0) }, Slowed: func() {},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range f.Tools() {
		p.tools[tool.Name] = tool
	}
	return p
}

// body returns who is called so.
func (p *parlance) body(name string) *world.Actor {
	p.t.Helper()
	for _, id := range p.s.Index.Minds {
		a := p.s.Actors[id]
		if strings.EqualFold(a.Name, name) || slices.Contains(p.s.MobSpecs[a.Proto].Keys, strings.ToLower(name)) {
			return a
		}
	}
	p.t.Fatalf("nobody is called %s", name)
	return nil
}

// mind wakes somebody, who is where the hour wants them.
func (p *parlance) mind(a *world.Actor) *npc.Mind {
	p.t.Helper()
	if m := p.minds[string(a.ID)]; m != nil {
		return m
	}
	who := mcp.Principal{ID: string(a.ID), Actor: a.ID, Kind: world.GrantNPC, Role: world.RoleGuest, Mind: true}
	out := p.tools["self"].Handler(p.t.Context(), who, json.RawMessage(`{}`))
	if out.Fault != nil || out.IsError || len(out.Text) != 1 {
		p.t.Fatalf("ask what %s is like: %+v", a.ID, out)
	}
	var self runner.Self
	if err := json.Unmarshal([]byte(out.Text[0]), &self); err != nil {
		p.t.Fatal(err)
	}
	c := npc.Config{
		ID: self.ID, Name: self.Name, Keys: self.Keys, Desc: self.Desc, Spec: self.Mind, Lore: self.Lore,
		Town: npc.Town{Places: self.Places, Folk: self.Folk, Wares: self.Wares, Keys: self.Named},
	}
	for _, w := range self.Ways {
		c.Ways = append(c.Ways, npc.Way(w))
	}
	m := npc.New(c)
	p.minds[string(a.ID)], p.at[string(a.ID)] = m, a.Room
	if due, ok := p.s.Due(a, p.now); ok {
		p.at[string(a.ID)] = due.Room
	}
	return m
}

// hear says something to somebody who is alone with Peter, and returns what they answer.
func (p *parlance) hear(a *world.Actor, said string) string {
	p.t.Helper()
	m := p.mind(a)
	p.seq++
	p.now += 4 * world.Second
	room := p.s.Rooms[p.at[string(a.ID)]]
	words := mind.Param{Name: "text"}
	look := &mind.Look{
		Room:     mind.Place{ID: string(room.ID), Name: room.Name},
		Entities: []mind.Entity{{ID: "pc-peter", Name: "Peter", Kind: "person"}},
		You: mind.Body{
			ID: string(a.ID), Name: a.Name, HP: a.HP, HPMax: a.HP, Hour: p.now.Hour(), Tide: string(p.now.Tide()),
			Unsaid: map[string][]int{},
		},
		Actions: []mind.Action{{Name: "say", Params: []mind.Param{words}}},
		Percepts: []mind.Percept{{
			Seq: p.seq, At: p.now, Kind: "said", Actor: "pc-peter", ActorName: "Peter", Sense: []string{"heard"},
			Text: `Peter says, "` + said + `"`, Data: map[string]any{"text": said},
		}},
	}
	for to, places := range p.s.Unsaid(a, p.now) { // Peter has done nothing yet
		look.You.Unsaid[string(to)] = places
	}
	var out []string
	in := mind.Input{At: p.now, Look: look}
	for range 4 {
		step := m.Step(in)
		if step.Choice == nil {
			break
		}
		if step.Choice.Action != "say" {
			out = append(out, "("+step.Choice.Action+")")
		}
		out = append(out, step.Choice.Params["text"])
		in = mind.Input{At: p.now, Done: &mind.Done{Text: "Done."}}
	}
	return strings.Join(out, " / ")
}

func readSentences(t *testing.T) []sentence {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", sentencesFile))
	if err != nil {
		t.Fatal(err)
	}
	var out []sentence
	for line := range strings.Lines(string(raw)) {
		part := strings.Split(strings.TrimRight(line, "\n"), "\t")
		for len(part) < sentenceParts {
			part = append(part, "")
		}
		out = append(out, sentence{part[0], part[1], part[2], part[3], part[4]})
	}
	return out
}

// Everything that a player once said to the people of Lowtide, and more, is said again to their offline minds, and each
// answer was judged by somebody (PLAYERS A1, A2; PEOPLE 4).
func TestSentences(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing happens at once")
	}
	p := newParlance(t)
	list := readSentences(t)
	var text strings.Builder
	count := map[string]int{}
	for i := range list {
		s := &list[i]
		got := p.hear(p.body(s.who), s.said)
		if got != s.answer {
			if !*update {
				t.Errorf("%s, %q: got %q, want %q", s.who, s.said, got, s.answer)
			}
			s.rating, s.answer = unratedMark, got
		}
		if s.rating == unratedMark && !*update {
			t.Errorf("%s, %q: nobody has judged the answer %q", s.who, s.said, s.answer)
		}
		if !slices.Contains([]string{"good", "ok", "off", "nonsense", unratedMark}, s.rating) {
			t.Errorf("%s, %q: there is no rating %q", s.who, s.said, s.rating)
		}
		count[s.set+" "+s.rating]++
		text.WriteString(strings.Join([]string{s.rating, s.set, s.who, s.said, s.answer}, "\t") + "\n")
	}
	if *update {
		if err := os.WriteFile(filepath.Join("testdata", sentencesFile), []byte(text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		t.Log(count)
		return
	}
	if n := count[triedSet+" nonsense"]; n > nonsenseMost {
		t.Errorf("%d of the answers are nonsense or refuse what the person is for, want %d at the most", n, nonsenseMost)
	}
	if n := count[triedSet+" good"]; n < goodLeast {
		t.Errorf("%d of the answers are good, want %d at the least", n, goodLeast)
	}
}
