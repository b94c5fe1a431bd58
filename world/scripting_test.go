package world_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/script"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// parrot is the script of the beast in the scenes below.
const parrot = `
def may_give(e):
    if e.item.pattern == "stone":
        return "It does not eat stones."

def on_enter(e):
    emote("looks at " + e.who.name + ".")

def on_say(e):
    if "name" in e.text:
        set("asked", get("asked", 0) + 1)
        after(5, later, who=e.who.name, n=get("asked"))
    elif "spin" in e.text:
        for i in range(1 << 40): pass
    elif "count" in e.text:
        for i in range(8): after(60, later, who="x", n=i)
    elif "roll" in e.text:
        say("It is %d." % roll(6))
    elif "go" in e.text:
        go("north")
    elif "feather" in e.text:
        make("cap"); consume("lamp"); tell(e.who.id, "Hush."); door("north", "open")

def later(e):
    say("%s, %d." % (e.data.who, e.data.n))

def on_death(e):
    narrate("Feathers fly.")
`

// gate is the script of the market.
const gate = `
def may_enter(e):
    if "lamp" not in e.who.things:
        return "Too dark for you."

def may_get(e):
    return e.item.pattern != "stone"

def on_leave(e):
    narrate("The gate creaks " + e.dir + ".")
`

// scripted is a world with both scripts, in which somebody stands at the quay beside the beast.
func scripted(tb testing.TB) (*world.State, world.ActorID) {
	tb.Helper()
	s, anna := wild(tb, world.MobSpec{}, worldtest.Quay, 1)
	market := *s.Rooms[worldtest.Market]
	market.Scripts = []world.ScriptID{"gate"}
	beast := *s.MobSpecs["beast"]
	beast.Scripts = []world.ScriptID{"parrot"}
	typed(tb, s, wizard(tb, s), world.EditContent{Set: world.Entries{
		Rooms: []world.RoomSpec{market}, Mobs: []world.MobSpec{beast},
		Scripts: []world.ScriptSpec{{ID: "parrot", Source: parrot}, {ID: "gate", Source: gate}},
	}})
	return s, anna
}

// wizard returns somebody who may do everything, in another place.
func wizard(tb testing.TB, s *world.State) world.ActorID {
	tb.Helper()
	if s.Actors["pc-merla"] == nil {
		worldtest.Join(s, s.Now, worldtest.Person{Name: "Merla", Account: "a-merla", Role: world.RoleWizard})
	}
	return "pc-merla"
}

// told lists what scripts said, did and narrated.
func told(all []world.Event) (out []string) {
	for _, e := range all {
		switch e := e.(type) {
		case world.Narrated:
			out = append(out, e.Text)
		case world.Said:
			if e.Actor != "pc-anna" {
				out = append(out, e.Text)
			}
		case world.Emoted:
			out = append(out, e.Text)
		case world.ScriptParked:
			out = append(out, "parked: "+e.Why)
		case world.ScriptRan:
			out = append(out, e.Trace...)
		default:
		}
	}
	return out
}

func wantTold(tb testing.TB, all []world.Event, want ...string) {
	tb.Helper()
	if got := told(all); !slices.Equal(got, want) {
		tb.Errorf("got %q\nwant %q", got, want)
	}
}

func forbids(tb testing.TB, s *world.State, who world.ActorID, a world.Action, text string) {
	tb.Helper()
	if _, r := s.Decide(s.Now, worldtest.Typed(who, a)); r == nil || r.Code != world.CodeScript || r.Text != text {
		tb.Errorf("%T: got %+v, want %q", a, r, text)
	}
}

func TestAScriptSaysNo(t *testing.T) {
	s, anna := scripted(t)
	forbids(t, s, anna, world.Move{Dir: world.North}, "Too dark for you.")
	for _, id := range s.Index.Floor[worldtest.Quay] {
		if s.Items[id].Proto == "stone" {
			typed(t, s, anna, world.Take{Items: []world.ItemID{id}})
			forbids(t, s, anna, world.Give{Items: []world.ItemID{id}, To: beasts(s)[0].ID}, "It does not eat stones.")
			return
		}
	}
	t.Error("there is no stone at the quay")
}

func TestAScriptActs(t *testing.T) {
	s, anna := scripted(t)
	wantTold(t, does(t, s, anna, world.Say{Text: "What is your name?"}))
	wantTold(t, does(t, s, anna, world.Say{Text: "Your name!"}))
	if n := len(s.Running["parrot"].Timers); n != 2 {
		t.Fatalf("%d timers wait", n)
	}
	wantTold(t, elapse(t, s, 6*world.Second), "Anna, 1.", "Anna, 2.")
	if r := s.Running["parrot"]; len(r.Timers) > 0 || len(r.Vars) != 1 || r.Vars[0].Num != 2 {
		t.Errorf("it keeps %+v", r)
	}
	typed(t, s, wizard(t, s), world.TendScript{Script: "parrot", Do: world.TendTrace})
	got := told(does(t, s, anna, world.Say{Text: "A feather?"}))
	want := []string{
		`make "cap"`, `consume "lamp"`, `tell "pc-anna" "Hush."`, `door "north" "open"`,
		`consume "lamp": it holds none`, "Hush.", `door "north" "open": there is no door that way`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	if held := s.Index.Held[beasts(s)[0].ID]; len(held) != 1 || s.Items[held[0]].Proto != "cap" {
		t.Errorf("it holds %v", held)
	}
	typed(t, s, wizard(t, s), world.TendScript{Script: "parrot", Do: world.TendUntrace})
	wantTold(t, does(t, s, anna, world.Say{Text: "go"}))
	if at := beasts(s)[0].Room; at != worldtest.Market {
		t.Errorf("it is at %s", at)
	}
}

func TestAScriptGreetsAndDies(t *testing.T) {
	s, anna := scripted(t)
	typed(t, s, anna, world.Depart{})
	typed(t, s, anna, world.Enter{})
	wantTold(t, elapse(t, s, 2*world.Second), "looks at Anna.")
	wantTold(t, does(t, s, wizard(t, s), world.Slay{Target: beasts(s)[0].ID}), "Feathers fly.")
}

// TestAFaultParksAScript has a script run too long: builders are told, it rests, and runs again when it is edited.
func TestAFaultParksAScript(t *testing.T) {
	s, anna := scripted(t)
	merla := wizard(t, s)
	rec, r := s.Decide(s.Now, worldtest.Typed(anna, world.Say{Text: "spin"}))
	if r != nil {
		t.Fatal(r.Text)
	}
	var all []world.Event
	for i := range rec.Notices {
		all = append(all, rec.Notices[i].Event)
	}
	wantTold(t, all, "parked: 14:9: it takes more than 10000 steps")
	for i := range rec.Notices {
		if _, is := rec.Notices[i].Event.(world.ScriptParked); is {
			if to := rec.Notices[i].To; len(to) != 1 || !slices.Equal(to[0].Who, []uint32{s.Actors[merla].Num}) {
				t.Errorf("it was told to %v", to)
			}
		}
	}
	wantTold(t, does(t, s, anna, world.Say{Text: "roll"}))
	if _, r := s.Decide(s.Now, worldtest.Typed(anna, world.TendScript{Script: "parrot",
		Do: world.TendResume})); r == nil ||
		r.Code != world.CodeNotAllowed {
		t.Errorf("a player has it run again: %v", r)
	}
	typed(t, s, merla, world.TendScript{Script: "parrot", Do: world.TendResume})
	if got := told(does(t, s, anna, world.Say{Text: "roll"})); len(got) != 1 || !strings.HasPrefix(got[0], "It is ") {
		t.Errorf("got %q", got)
	}
	typed(t, s, anna, world.Say{Text: "spin"})
	typed(t, s, merla, world.EditContent{Set: world.Entries{Scripts: []world.ScriptSpec{{
		ID: "parrot", Source: "def on_say(e): say('New.')",
	}}}})
	wantTold(t, does(t, s, anna, world.Say{Text: "spin"}), "New.")
}

// TestAScriptHasFewTimers lets a script have as many timers wait as it may, and one more, which is a fault.
func TestAScriptHasFewTimers(t *testing.T) {
	s, anna := scripted(t)
	for range 6 {
		wantTold(t, does(t, s, anna, world.Say{Text: "count"}))
		s.Now += 2 * world.Second
	}
	wantTold(t, does(t, s, anna, world.Say{Text: "count"}), "parked: it has more than 50 timers waiting")
	if err := s.Check(); err != nil || len(s.Running["parrot"].Timers) != 50 {
		t.Errorf("%d timers wait, %v", len(s.Running["parrot"].Timers), err)
	}
	typed(t, s, wizard(t, s), world.TendScript{Script: "parrot", Do: world.TendResume})
	if got := told(elapse(t, s, 2*world.Minute)); len(got) != 50 {
		t.Errorf("%d of them came", len(got))
	}
}

// TestAFailingVetoLetsBe has a script that fails when it is asked: what was wished happens, and it is parked.
func TestAFailingVetoLetsBe(t *testing.T) {
	for name, source := range map[string]string{
		"a mistake": "def may_leave(e): return 1 + e.dir", "too long": "def may_leave(e):\n  for i in range(9999): pass",
		"an effect": "def may_leave(e): narrate('x')", "dice": "def may_leave(e): return str(roll(6))",
	} {
		t.Run(name, func(t *testing.T) {
			s, anna := wild(t, world.MobSpec{}, worldtest.Quay, 1)
			quay := *s.Rooms[worldtest.Quay]
			quay.Scripts = []world.ScriptID{"bad"}
			typed(t, s, wizard(t, s), world.EditContent{Set: world.Entries{
				Rooms: []world.RoomSpec{quay}, Scripts: []world.ScriptSpec{{ID: "bad", Source: source}},
			}})
			all := does(t, s, anna, world.Move{Dir: world.North})
			if s.Actors[anna].Room != worldtest.Market || len(told(all)) != 1 || s.Running["bad"].Parked == "" {
				t.Errorf("they are at %s, told %q", s.Actors[anna].Room, told(all))
			}
		})
	}
}

// TestScriptsAgain holds a game with scripts to the promises that every step keeps: decided again from nothing, or
// folded, it is the same world.
func TestScriptsAgain(t *testing.T) {
	j := worldtest.NewJudge()
	now := world.Time(0)
	do := func(in world.Input) {
		t.Helper()
		if _, _, err := j.Do(now, in); err != nil {
			t.Fatal(err)
		}
	}
	for _, in := range worldtest.Genesis() {
		do(in)
	}
	p := worldtest.SmallPack()
	p.Hash = "scripts"
	p.Scripts = []world.ScriptSpec{{ID: "parrot", Source: parrot}, {ID: "gate", Source: gate}}
	p.Mobs = append(p.Mobs, world.MobSpec{
		ID: "beast", Name: "beast", Desc: "Grey.", HP: 20, Scripts: []world.ScriptID{"parrot"},
	})
	p.Spawns = append(p.Spawns, world.SpawnSpec{ID: "s-beast", Mob: "beast", Room: worldtest.Quay, Max: 1})
	for i := range p.Rooms {
		if p.Rooms[i].ID == worldtest.Market {
			p.Rooms[i].Scripts = []world.ScriptID{"gate"}
		}
	}
	do(host(world.ApplyPack{Pack: p}))
	do(host(world.Create{Name: "Anna", Account: "a-ann", Role: world.RolePlayer}))
	do(worldtest.Typed("pc-anna", world.Enter{}))
	for i, word := range []string{"name", "roll", "feather", "count", "name", "spin", "name", "roll"} {
		do(worldtest.Typed("pc-anna", world.Say{Text: word}))
		do(worldtest.Typed("pc-anna", world.Move{Dir: world.North}))
		now += world.Time(i) * 20 * world.Second
		do(worldtest.Timed())
	}
	if j.State.Running["parrot"].Parked == "" || j.State.Running["parrot"].Runs < 5 {
		t.Errorf("it keeps %+v", j.State.Running["parrot"])
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestScriptTables holds the tables of hooks and effects to each other: no name twice, none that hides one of the
// language.
func TestScriptTables(t *testing.T) {
	script.NewEngine() // panics where two things have one name
	seen := map[string]bool{}
	for _, h := range world.ScriptHooks() {
		if seen[h.Name] || h.About == "" || h.May != strings.HasPrefix(h.Name, "may_") {
			t.Errorf("the hook %+v is not as the others", h)
		}
		seen[h.Name] = true
	}
	for _, e := range world.ScriptEffects() {
		if e.About == "" || len(e.Params) == 0 {
			t.Errorf("the effect %s says too little", e.Name)
		}
	}
}

// BenchmarkScript is somebody who speaks beside a creature that runs as long as it may.
func BenchmarkScript(b *testing.B) {
	s, anna := scripted(b)
	typed(b, s, wizard(b, s), world.EditContent{Set: world.Entries{Scripts: []world.ScriptSpec{{
		ID: "parrot", Source: "def on_say(e):\n  for i in range(2400): e.who",
	}}}})
	n := 0
	for b.Loop() {
		n++
		if _, r := s.Decide(s.Now+world.Second, worldtest.Typed(anna, world.Say{Text: fmt.Sprint(n)})); r != nil {
			b.Fatal(r.Text)
		}
	}
}

// TestScriptsDoNotSeeTheUnseen has a wizard whom nobody sees come by and speak: scripts neither answer nor name them.
func TestScriptsDoNotSeeTheUnseen(t *testing.T) {
	s, anna := scripted(t)
	merla := wizard(t, s)
	typed(t, s, merla, world.EditContent{Set: world.Entries{Scripts: []world.ScriptSpec{
		{ID: "gate", Source: "def may_leave(e): return 'No.'"},
		{ID: "parrot", Source: "def on_say(e): say(', '.join(e.room.people))\ndef on_enter(e): say(e.who.name)"},
	}}})
	typed(t, s, merla, world.UsePower{Power: world.PowerInvis, On: true})
	typed(t, s, merla, world.Haul{Body: merla, To: worldtest.Market})
	wantTold(t, does(t, s, merla, world.Move{Dir: world.South}))
	wantTold(t, elapse(t, s, 2*world.Second))
	wantTold(t, does(t, s, merla, world.Say{Text: "Boo."}), "Boo.")
	wantTold(t, does(t, s, anna, world.Say{Text: "Who is here?"}), "Anna")
	typed(t, s, merla, world.UsePower{Power: world.PowerInvis})
	wantTold(t, does(t, s, anna, world.Say{Text: "And now?"}), "Anna, Merla")
}

// TestAScriptFloods has a script tell more than a zone's scripts may within a minute: it is parked.
func TestAScriptFloods(t *testing.T) {
	s, anna := scripted(t)
	typed(t, s, wizard(t, s), world.EditContent{Set: world.Entries{Scripts: []world.ScriptSpec{{
		ID: "parrot", Source: "def on_say(e): after(1, more)\n" +
			"def more(e):\n  for i in range(30): narrate('x' * 500)\n  after(1, more)",
	}}}})
	typed(t, s, anna, world.Say{Text: "Go."})
	got := told(elapse(t, s, 30*world.Second))
	if n := len(got); n > 130 || n < 90 || got[n-1] != "parked: the scripts of the zone had more than 65536 bytes read "+
		"out within a minute, it the most of them" {
		t.Errorf("%d are told, at last %q", n, got[n-1])
	}
}

// TestAScriptIsNotBlamedForOthers has two scripts take what one action has: the third waits its turn and is not parked.
func TestAScriptIsNotBlamedForOthers(t *testing.T) {
	s, anna := scripted(t)
	hog := "def on_say(e):\n  for i in range(900): e.who\n  after(9, later)\ndef later(e):\n" +
		"  for i in range(900): e.self\n  say('Done.')"
	quay := *s.Rooms[worldtest.Quay]
	quay.Scripts = []world.ScriptID{"a", "b", "c", "d"}
	e := world.Entries{Rooms: []world.RoomSpec{quay}}
	for _, id := range quay.Scripts {
		e.Scripts = append(e.Scripts, world.ScriptSpec{ID: id, Source: strings.ReplaceAll(hog, "say('Done.')", "narrate('"+
			string(id)+".')")})
	}
	typed(t, s, wizard(t, s), world.EditContent{Set: e})
	typed(t, s, anna, world.Say{Text: "Go."})
	got := told(elapse(t, s, 20*world.Second))
	slices.Sort(got)
	if len(got) < 2 || slices.ContainsFunc(got, func(line string) bool { return strings.HasPrefix(line, "parked") }) {
		t.Errorf("got %q", got)
	}
}

// TestNobodyFleesPastAScript has somebody in a fight flee where a script lets nobody out.
func TestNobodyFleesPastAScript(t *testing.T) {
	s, anna := scripted(t)
	quay := *s.Rooms[worldtest.Quay]
	quay.Scripts, quay.Safe = []world.ScriptID{"gate"}, false
	typed(t, s, wizard(t, s), world.EditContent{Set: world.Entries{
		Rooms: []world.RoomSpec{quay}, Scripts: []world.ScriptSpec{{ID: "gate", Source: "def may_leave(e): return 'No.'"}},
	}})
	typed(t, s, anna, world.Attack{Target: beasts(s)[0].ID})
	if _, r := s.Decide(s.Now, worldtest.Typed(anna, world.Flee{})); r == nil || r.Code != world.CodeNoExit {
		t.Errorf("got %+v", r)
	}
}

// TestAScriptThatCannotRunIsNotSaved refuses what has a mistake when it is saved; what is only begun is taken, and what
// was once saved may come back.
func TestAScriptThatCannotRunIsNotSaved(t *testing.T) {
	c := newScene(t)
	sp := world.ScriptSpec{ID: "tune"}
	save := func() world.EditContent {
		return world.EditContent{Set: world.Entries{Scripts: []world.ScriptSpec{sp}}}
	}
	c.does(merla, save())
	sp.Source = "def on_say(e):\n    say(\"La.\", 2)"
	c.says(merla, save(), world.CodeBadValue,
		"The script tune cannot be: line 2, column 8: say is given 2 values; it takes text.")
	sp.Source = "if 1\ndone"
	sp.Language, sp.On = world.LanguageDG, []string{"on_say"}
	c.says(merla, save(), world.CodeBadValue, "The script tune cannot be: line 2, column 1: there is no while or switch "+
		"that this done belongs to.")
	sp.Source, sp.On = "say La.", []string{"on_sya"}
	c.says(merla, save(), world.CodeBadValue,
		`The script tune cannot be: nothing ever asks on_sya; did you mean "on_say"?`)
	sp.On = []string{"on_say"}
	c.does(merla, save())
}

// TestAZoneHasSoManyTimers has three scripts in one zone wait for ever more: at the hundred and first timer the one
// that has the most is parked and what it waits for is called off, and the others go on.
func TestAZoneHasSoManyTimers(t *testing.T) {
	s, anna := wild(t, world.MobSpec{}, worldtest.Quay, 1)
	beast := *s.MobSpecs["beast"]
	var scripts []world.ScriptSpec
	for _, id := range []world.ScriptID{"one", "three", "two"} {
		beast.Scripts = append(beast.Scripts, id)
		scripts = append(scripts, world.ScriptSpec{ID: id, Source: "def on_say(e):\n    for i in range(8):\n" +
			"        after(600, later, n=i)\ndef later(e): narrate(\"%d.\" % e.data.n)"})
	}
	typed(t, s, wizard(t, s), world.EditContent{Set: world.Entries{Mobs: []world.MobSpec{beast}, Scripts: scripts}})
	waiting := func() (n int, parked []string) {
		for _, r := range world.Ordered(s.Running) {
			n += len(r.Timers)
			if r.Parked != "" {
				parked = append(parked, r.Parked)
			}
		}
		return n, parked
	}
	for range 4 {
		does(t, s, anna, world.Say{Text: "More."})
	}
	if n, parked := waiting(); n != 96 || len(parked) > 0 {
		t.Fatalf("%d timers wait, parked: %v", n, parked)
	}
	does(t, s, anna, world.Say{Text: "More."})
	const why = "the scripts of the zone have more than 100 timers waiting, it the most of them"
	if n, parked := waiting(); n != 80 || !slices.Equal(parked, []string{why}) { // 36 are called off, and the others go on
		t.Fatalf("%d timers wait, parked: %v", n, parked)
	}
	if err := s.Check(); err != nil {
		t.Error(err)
	}
}
