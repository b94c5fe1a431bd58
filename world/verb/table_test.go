package verb_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// before says what has to be done before an example makes sense, by ann and by bob.
var before = map[string]struct{ ann, bob []string }{
	"open":     {bob: []string{"unlock door"}},
	"close":    {bob: []string{"unlock door", "open door"}},
	"lock":     {bob: []string{"unlock door"}},
	"drop":     {bob: []string{"get lamp"}},
	"give":     {bob: []string{"get lamp"}},
	"remove":   {bob: []string{"wear coat"}},
	"reply":    {ann: []string{"tell bob hello"}},
	"flee":     {bob: []string{"attack rat"}},
	"complete": {bob: []string{"accept"}},
	"abandon":  {bob: []string{"accept"}},
	"goto":     {ann: []string{"north"}},
	"summon":   {ann: []string{"north"}},
	"teleport": {ann: []string{"north"}},
	"visible":  {bob: []string{"invis"}},
	"destroy":  {bob: []string{"create item tin-mug tin mug"}},
	"undig":    {bob: []string{"dig south Cellar"}},
	"undo":     {bob: []string{"dig south Cellar"}},
	"discard":  {bob: []string{"draft sketch"}},
	"peace":    {bob: []string{"attack rat"}},
	"shutdown": {bob: []string{"shutdown 600"}},
	"unmute":   {bob: []string{"mute ann"}},
	"unjail":   {bob: []string{"jail ann"}},
	"allow":    {bob: []string{"rank ann builder"}},
	"disallow": {bob: []string{"rank ann builder", "allow ann goto"}},
	"zunlock":  {bob: []string{"zlock"}},
	"unfreeze": {bob: []string{"freeze ann"}},
	"unban":    {bob: []string{"ban ann"}},
	"place":    {ann: []string{"sit"}, bob: []string{"sit"}},
	"taunt":    {ann: []string{"sit"}, bob: []string{"sit"}},
	"rematch":  {ann: []string{"sit"}, bob: []string{"sit", "place a1"}},
	"stand":    {bob: []string{"sit"}},
	"value":    {bob: []string{"get pearl from heap"}},
	"sell":     {bob: []string{"get pearl from heap"}},
	"buy":      {bob: []string{"get all.coin"}},
	"offer":    {bob: []string{"get all.coin"}},
	"join":     {ann: []string{"battle rat"}},
	"roll":     {bob: []string{"battle rat"}},
	"march":    {bob: []string{"battle rat"}},
	"grid":     {bob: []string{"battle rat"}},
	"gtell":    {ann: []string{"group invite bob"}, bob: []string{"group join"}},
	"split":    {ann: []string{"group invite bob"}, bob: []string{"group join", "get all.coin"}},
	"end":      {ann: []string{"battle rat"}, bob: []string{"join ann", "roll"}},
}

// prepared returns a stage for a verb's example, with bob of the weakest role that may use it.
func prepared(t *testing.T, v *verb.Verb) *stage {
	t.Helper()
	s := newStage(t, v.Need)
	if food := map[string]world.ProtoID{"eat": "pie", "drink": "beer"}[v.Name]; food != "" {
		s.conjure(food)
	}
	if v.Name == "fill" || v.Name == "pour" || v.Name == "empty" || v.Name == "become" {
		s.pours()
	}
	if v.Name == "use" || v.Name == "recite" {
		s.powered()
	}
	if v.Name == "unaffect" {
		s.state.Actors[s.bob].Effects = []world.Effect{{Name: "warm", Until: world.GameHour}}
	}
	if slices.Contains([]string{"make", "recipes", "gather", "deposit", "withdraw", "balance"}, v.Name) {
		s.workshop()
	} else if v.Topic == "Crafts" {
		s.craft()
	}
	if v.Name == "dismiss" {
		s.hirable()
		s.must(s.bob, "hire nan")
	}
	if v.Name == "trace" {
		s.state.Scripts["parrot"] = &world.ScriptSpec{ID: "parrot", Source: "def on_say(e): pass"}
	}
	if slices.Contains([]string{"tcopy", "attach", "detach", "trigedit"}, v.Name) {
		s.must(s.bob, "create script parrot")
	}
	if v.Name == "detach" {
		s.must(s.bob, "attach parrot room")
	}
	if v.Name == "undelete" {
		s.act(s.ann, world.DeleteCharacter{Who: s.ann})
		s.must(s.bob, before[v.Name].bob...)
		return s
	}
	s.must(s.ann, before[v.Name].ann...)
	s.must(s.bob, before[v.Name].bob...)
	return s
}

// hirable lets Nan Silt be hired for nothing.
func (s *stage) hirable() {
	s.t.Helper()
	p := stagePack()
	p.Hash = "hirable"
	for i := range p.Mobs {
		if p.Mobs[i].ID == "nan" {
			p.Mobs[i].Mind.Hire = &world.HireSpec{Hours: 2, Words: world.HireWords{
				Agrees: "Very well.", Refuses: "No.", Parts: "Mind the step.",
			}}
		}
	}
	s.host(world.ApplyPack{Pack: p})
}

// Whoever can be hired is offered, says for how much, and is parted with.
func TestHire(t *testing.T) {
	s := newStage(t, world.RolePlayer)
	text := func(line string) string {
		t.Helper()
		got := s.line(s.bob, line)
		return verb.Words(got.report, prose.Style{}).String() + verb.Words(got.refusal, prose.Style{}).String()
	}
	offered := func(name string) bool {
		return slices.ContainsFunc(s.table.Affordances(s.ctx(s.bob)), func(a verb.Affordance) bool { return a.Verb == name })
	}
	if got := text("hire"); !strings.Contains(got, "Nobody here is for hire.") || offered("hire") {
		t.Errorf("nobody is for hire: %q, offered: %v", got, offered("hire"))
	}
	if got := text("hire rat"); !strings.Contains(got, "The rat is not for hire.") {
		t.Errorf("got %q", got)
	}
	s.hirable()
	for line, want := range map[string]string{
		"hire":         "Nan Silt can be hired: nothing for 2 hours.",
		"examine nan":  "Nan Silt can be hired: nothing for 2 hours.",
		"consider nan": "Nan Silt can be hired: nothing for 2 hours.",
		"dismiss nan":  "Nobody called nan goes with you for hire.",
	} {
		if got := text(line); !strings.Contains(got, want) {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
	if !offered("hire") || offered("dismiss") {
		t.Errorf("offered hire: %v, dismiss: %v", offered("hire"), offered("dismiss"))
	}
	s.must(s.bob, "hire nan")
	for line, want := range map[string]string{
		"hire": "Nan Silt goes with you, for another 10 minutes.", "group": "Nan Silt: level 1, 40 of 40 hit points, hired",
		"hire nan": "Nan Silt goes with you already.",
	} {
		if got := text(line); !strings.Contains(got, want) {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
	if offered("hire") || !offered("dismiss") {
		t.Errorf("offered hire: %v, dismiss: %v", offered("hire"), offered("dismiss"))
	}
	s.must(s.bob, "dismiss nan")
}

// pours puts a well into the hall and a flask of milk into bob's hands, and lets people choose to be a monk.
func (s *stage) pours() {
	s.t.Helper()
	p := stagePack()
	p.Hash = "pours"
	p.Figures = []world.FigureSpec{{ID: "monk", Name: "Monk", About: "Who prays.", Most: 1, Choice: "trade"}}
	p.Liquids = []world.LiquidSpec{{ID: "milk", Name: "milk", Looks: "white", Text: "It is sour."}}
	p.Items = append(p.Items,
		world.ItemSpec{ID: "well", Name: "well", Desc: "Deep.", Fixed: true, Drinks: &world.DrinksSpec{
			Liquid: "milk", Endless: true,
		}},
		world.ItemSpec{ID: "flask", Name: "flask", Desc: "Tin.", Drinks: &world.DrinksSpec{
			Liquid: "milk", Begins: 3, Most: 4,
		}},
	)
	p.Spawns = append(p.Spawns, world.SpawnSpec{ID: "s-well", Item: "well", Room: "hall"})
	s.host(world.ApplyPack{Pack: p})
	s.conjure("flask")
}

// powered gives Bob a scroll and a wand.
func (s *stage) powered() {
	s.t.Helper()
	p := stagePack()
	p.Hash = "powered"
	effect := &world.EffectSpec{Name: "warded", For: 20}
	p.Items = append(p.Items,
		world.ItemSpec{ID: "scroll", Name: "scroll", Desc: "Thin.", Effect: effect, Power: &world.PowerSpec{
			Way: world.Recite, Text: "The words burn away.",
		}},
		world.ItemSpec{ID: "wand", Name: "wand", Desc: "Ash.", Charges: 2, Power: &world.PowerSpec{
			Way: world.Point, Text: "It spits.", Hurts: world.Dice{N: 1, S: 3},
		}},
	)
	s.host(world.ApplyPack{Pack: p})
	s.conjure("scroll", "wand")
}

// People drink from, fill, pour and empty what they have, and choose what they are once.
func TestVesselsAndChoicesAreTyped(t *testing.T) {
	s := newStage(t, world.RolePlayer)
	s.pours()
	said := func(line, want string) {
		t.Helper()
		got := s.line(s.bob, line)
		text := verb.Words(got.report, prose.Style{}).String()
		if got.refusal != nil {
			text = got.refusal.Text
		}
		if !strings.Contains(text, want) {
			t.Errorf("%q: %q, want %q", line, text, want)
		}
	}
	said("look flask", "It is more than half full of a white liquid.")
	s.must(s.bob, "drink from flask", "drink well", "fill flask from well", "drink flask", "fill flask")
	said("look flask", "It is full of a white liquid.")
	said("look well", "There is always milk to drink here.")
	said("fill flask", "The flask is full.")
	s.must(s.bob, "pour out flask")
	said("look flask", "There is nothing in it to drink.")
	said("empty flask", "The flask is empty.")
	said("drink flask", "The flask is empty.")
	said("become", "You may choose, once: Monk.")
	said("become king", "That is nothing one can choose to be.")
	s.must(s.bob, "become a monk")
	said("score", "Monk.")
	said("become monk", "You have chosen already: Monk.")
}

// craft makes bob sure of a craft that opens every knack, in a cellar's flow.
func (s *stage) craft() {
	s.t.Helper()
	p := stagePack()
	p.Hash = "crafts"
	mud := world.CraftSpec{ID: "mudding", Name: "Mudding", About: "Knowing mud.", Teacher: "nan"}
	for _, k := range world.Knacks() {
		mud.Knacks = append(mud.Knacks, world.KnackSpec{At: 10, Knack: k})
	}
	p.Crafts = []world.CraftSpec{mud}
	for i := range p.Rooms {
		if p.Rooms[i].ID == "cellar" {
			p.Rooms[i].Tidal = &world.TidalSpec{Open: []world.Tide{world.TideEbb, world.TideLow}, Swept: "hall"}
		}
	}
	p.Items[0].Story = "It was out when Nan was born."
	p.Spawns = append(p.Spawns, world.SpawnSpec{ID: "s-deep", Item: "lamp", Room: "hall", Buried: true})
	s.now = 35 * world.Minute // the flow
	s.host(world.ApplyPack{Pack: p})
	s.host(world.SetField{Actor: s.bob, Field: "mudding", Value: 10})
}

// Whoever has the knack digs by search, and for others it is what it was.
func TestSearchDigsForWhoHasTheKnack(t *testing.T) {
	s := newStage(t, world.RolePlayer)
	s.craft()
	isDug := func(who world.ActorID) bool {
		got := s.line(who, "search")
		return len(got.records) == 1 && len(s.state.Index.Buried["hall"]) == 0
	}
	if isDug(s.ann) {
		t.Error("ann digs, and has not the knack")
	}
	if !isDug(s.bob) {
		t.Error("bob does not dig, and has the knack")
	}
	s.must(s.bob, "north") // out of reach of the heap, in which one would look
	if got := s.line(s.bob, "dig"); got.refusal != nil || words(got.report) != world.NothingBuried {
		t.Errorf("where nothing is buried any more: %+v", got)
	}
	if got := words(s.line(s.ann, "search").report); got == world.NothingBuried {
		t.Error("ann digs, and has not the knack")
	}
	s.must(s.bob, "help mudding", "help knacks", "help hidden")
	got := s.line(s.ann, "listen")
	if got.refusal == nil || !strings.Contains(got.refusal.Text, "which Nan Silt teaches") {
		t.Errorf("ann listens: %+v", got)
	}
}

func words(report any) string {
	if report == nil {
		return ""
	}
	return verb.Words(report, prose.Style{}).String()
}

// Who ends what is upon somebody else reads what that was.
func TestUnaffectSaysWhatItTook(t *testing.T) {
	s := newStage(t, world.RoleWizard)
	s.state.Actors[s.ann].Effects = []world.Effect{{Name: "warm", Until: world.GameHour}}
	if got := words(s.line(s.bob, "unaffect ann").report); got != "Ann (pc-ann) is rid of: warm." {
		t.Errorf("bob reads %q", got)
	}
}

// Behind group drop only those of one's group are offered, and behind group invite only others.
func TestCompletionOfGroups(t *testing.T) {
	s := newStage(t, world.RolePlayer)
	offers := func(line string) string { return strings.Join(s.table.Complete(s.ctx(s.bob), line), "|") }
	if got := offers("group invite "); !strings.Contains(got, "group invite Ann") {
		t.Errorf("before: %q", got)
	}
	s.must(s.bob, "group invite ann")
	s.must(s.ann, "group join")
	if got := offers("group invite "); strings.Contains(got, "Ann") || strings.Contains(got, "Bob") {
		t.Errorf("in a group: %q", got)
	}
	for _, line := range []string{"group drop ", "group lead "} {
		if got := offers(line); got != line+"Ann" {
			t.Errorf("%q: %q", line, got)
		}
	}
}

// What a world has nothing for stands in no list of its help; its own page stays, for who asks.
func TestHelpListsWhatTheWorldHas(t *testing.T) {
	s := newStage(t, world.RolePlayer)
	for _, name := range []string{"fill", "pour", "empty", "become"} {
		if slices.Contains(s.table.Pages(s.ctx(s.bob)), name) {
			t.Errorf("%s is listed where there are no liquids and no choices", name)
		}
		if _, r := s.table.Help(s.ctx(s.bob), name); r != nil {
			t.Errorf("help %s: %s", name, r.Text)
		}
	}
	s.pours()
	for _, name := range []string{"fill", "pour", "empty", "become"} {
		if !slices.Contains(s.table.Pages(s.ctx(s.bob)), name) {
			t.Errorf("%s is not listed", name)
		}
	}
}

// A wizard's verb is known for what it is to who asks whether a creature could mean something else by it.
func TestBeyond(t *testing.T) {
	s := newStage(t, world.RoleWizard)
	for word, want := range map[string]bool{"at": true, "GOTO": true, "look": false, "at2": false, "dig": false} {
		if got := s.table.Beyond(s.ctx(s.bob), word); got != want {
			t.Errorf("%s: %v", word, got)
		}
	}
	if s.table.Beyond(s.ctx(s.ann), "at") {
		t.Error("a player's at is a wizard's verb")
	}
}

// Wizards set crafts by the beginning of their ids, and see them.
func TestSetACraft(t *testing.T) {
	s := newStage(t, world.RoleWizard)
	s.craft()
	s.must(s.bob, "set ann mud 30")
	if n := s.state.Actors[s.ann].Crafts["mudding"]; n != 30 {
		t.Errorf("ann has %d", n)
	}
	text := verb.Words(s.line(s.bob, "stat ann").report, prose.Style{}).String()
	if !strings.Contains(text, "mudding: 30") {
		t.Errorf("stat says nothing of it: %s", text)
	}
	if got := s.line(s.bob, "set ann weaving 30"); got.refusal == nil {
		t.Error("a craft that there is not was set")
	}
}

func TestEveryExampleWorksForTheWeakestRole(t *testing.T) {
	for _, v := range verb.New().Verbs(world.RoleHead) {
		t.Run(v.Name, func(t *testing.T) {
			s := prepared(t, v)
			call := s.table.Call(s.ctx(s.bob), v.ToolName(), json.RawMessage("{}"))
			if v.Only != verb.Called {
				call = s.table.Parse(s.ctx(s.bob), v.Example)
			}
			if call.Verb != nil && call.Verb.Name != v.Name {
				t.Fatalf("%q is understood as %s", v.Example, call.Verb.Name)
			}
			got := s.carry(s.bob, call)
			if got.refusal != nil {
				t.Fatalf("%q: %s", v.Example, got.refusal.Text)
			}
			if len(got.records) == 0 && got.report == nil && got.ask.Kind == "" {
				t.Fatalf("%q: nothing came of it", v.Example)
			}
			for _, style := range []prose.Style{{}, {ScreenReader: true}} {
				checkWords(t, verb.Words(got.report, style), got.report != nil)
			}
			if err := s.state.Check(); err != nil {
				t.Error(err)
			}
		})
	}
}

// checkWords holds words to what every rendering relies on.
func checkWords(t *testing.T, text prose.Text, wanted bool) {
	t.Helper()
	if wanted && strings.TrimSpace(text.String()) == "" {
		t.Error("no words")
	}
	for _, l := range text {
		if world.Clean(strings.TrimSpace(l.String())) != strings.Join(strings.Fields(l.String()), " ") {
			t.Errorf("%q holds what no terminal should get", l.String())
		}
		if strings.Contains(l.String(), "no words for it") {
			t.Error("a report has no words")
		}
	}
}

func TestAVerbDoesNotExistBelowItsRole(t *testing.T) {
	table := verb.New()
	for _, v := range table.Verbs(world.RoleHead) {
		if v.Need == world.RoleGuest {
			continue
		}
		t.Run(v.Name, func(t *testing.T) {
			s := prepared(t, v)
			c := s.ctx(s.bob)
			c.Actor.Role = v.Need - 1
			for _, line := range append([]string{v.Example}, abbreviations(v.Name)...) {
				if call := s.table.Parse(c, line); call.Verb != nil && call.Verb.Name == v.Name {
					t.Errorf("%q is understood", line)
				}
				word, _, _ := strings.Cut(line, " ")
				for _, full := range s.table.Complete(c, word) {
					if full == v.Name {
						t.Errorf("%q is completed", word)
					}
				}
			}
			if page, r := s.table.Help(c, v.Name); r == nil && page.Topic == v.Name {
				t.Errorf("help tells of it: %v", page)
			}
			for _, name := range s.table.Pages(c) {
				if name == v.Name {
					t.Error("the index of help tells of it")
				}
			}
			if r := s.table.Parse(c, v.Name+"x").Refusal; r != nil && strings.Contains(r.Text, " "+v.Name+" ") {
				t.Errorf("a guess tells of it: %s", r.Text)
			}
			for _, tool := range s.table.Tools(c.Actor.Role) {
				if tool.Name == v.ToolName() {
					t.Error("it is a tool")
				}
			}
			for _, a := range s.table.Affordances(c) {
				if a.Verb == v.Name {
					t.Error("it is afforded")
				}
			}
			if got := told(s.table.Call(c, v.ToolName(), nil)); !strings.HasPrefix(got, string(world.CodeUnknown)) {
				t.Errorf("called: %s", got)
			}
		})
	}
}

func abbreviations(name string) []string {
	var out []string
	for i := 1; i < len(name); i++ {
		out = append(out, name[:i])
	}
	return out
}

// What a wizard's agent, mind or script types reaches no further than a player's tools.
func TestOnlyAKeyboardReachesWizardryAndTheHost(t *testing.T) {
	for _, v := range verb.New().Verbs(world.RoleHead) {
		s := prepared(t, v)
		s.state.Actors[s.ann].Role = world.RoleWizard
		for _, kind := range []world.ViaKind{"", world.ViaGrant, world.ViaMind, world.ViaScript, world.ViaForce} {
			c := s.ctx(s.ann)
			c.Via = world.Via{Kind: kind}
			if v.Only == verb.Called {
				continue
			}
			call := s.table.Parse(c, v.Example)
			if agents := call.Ask.Kind == verb.AskReport && kind == world.ViaGrant; call.Ask.Kind != "" && !agents {
				t.Errorf("%s: %q asks the host", kind, v.Example)
			}
			if v.Need > world.RolePlayer && call.Verb != nil && call.Verb.Name == v.Name {
				t.Errorf("%s: %q is understood", kind, v.Example)
			}
		}
	}
}

func TestEveryVerbIsInMarkdown(t *testing.T) {
	table := verb.New()
	md := table.Markdown()
	for _, v := range table.Verbs(world.RoleHead) {
		want := "`" + strings.ReplaceAll(v.Usage(), "|", "\\|") + "`"
		if v.Only == verb.Called {
			want = "`" + v.ToolName() + "`"
		}
		if !strings.Contains(md, want) {
			t.Errorf("%s is missing", want)
		}
	}
	for i, l := range strings.Split(md, "\n") {
		if n := strings.Count(strings.ReplaceAll(l, "\\|", ""), "|"); strings.HasPrefix(l, "|") && n != 6 {
			t.Errorf("line %d has %d bars: %s", i+1, n, l)
		}
	}
}
