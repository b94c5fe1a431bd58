package world_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// bear is a world in which somebody stands at the quay beside the beast, whose scripts are in DG.
func bear(tb testing.TB, scripts ...world.ScriptSpec) (*world.State, world.ActorID) {
	tb.Helper()
	s, anna := wild(tb, world.MobSpec{}, worldtest.Quay, 1)
	beast := *s.MobSpecs["beast"]
	for i := range scripts {
		scripts[i].Language = world.LanguageDG
		beast.Scripts = append(beast.Scripts, scripts[i].ID)
	}
	typed(tb, s, wizard(tb, s), world.EditContent{Set: world.Entries{Mobs: []world.MobSpec{beast}, Scripts: scripts}})
	return s, anna
}

func hears(s *world.State, who world.ActorID, word, rest string) world.Hearing {
	return s.Hears(s.Actors[who], s.Now, word, rest)
}

func TestStepsGreetAndWait(t *testing.T) {
	s, anna := bear(t, world.ScriptSpec{ID: "hello", On: []string{"on_enter"}, Number: 100, Source: "say Hello, " +
		"%actor.name%.\nset n 2\nwait 5 sec\nemote scratches %n% times.\n%send% %actor% It looks at you.\n%echoaround% " +
		"%actor% It looks away."})
	typed(t, s, anna, world.Depart{})
	typed(t, s, anna, world.Enter{})
	wantTold(t, elapse(t, s, 2*world.Second), "Hello, Anna.")
	if w := s.Running["hello"].Timers; len(w) != 1 || len(w[0].Data) != 3 || w[0].Step != world.StepOn {
		t.Fatalf("what waits is %+v", w)
	}
	s.Reindex()
	wantTold(t, elapse(t, s, 6*world.Second), "scratches 2 times.", "It looks at you.", "It looks away.")
	if r := s.Running["hello"]; len(r.Timers) > 0 || r.Parked != "" {
		t.Errorf("it keeps %+v", r)
	}
}

func TestStepsTakeALine(t *testing.T) {
	s, anna := bear(t, world.ScriptSpec{ID: "pull", On: []string{"on_command"}, Words: "pul", Source: "if !(%arg% /= " +
		"rope)\nreturn 0\nhalt\nend\n%send% %actor% The rope comes off.\n%load% obj cap %actor% inv"})
	for _, c := range []struct {
		word, rest string
		want       world.Hearing
	}{
		{"pull", "the rope", world.Hearing{Acts: true, Takes: true}},
		{"pulls", "rope", world.Hearing{Acts: true, Takes: true}},
		{"pu", "rope", world.Hearing{}}, {"pull", "tail", world.Hearing{}}, {"look", "rope", world.Hearing{}},
	} {
		if got := hears(s, anna, c.word, c.rest); got != c.want {
			t.Errorf("%s %s: got %+v, want %+v", c.word, c.rest, got, c.want)
		}
	}
	wantTold(t, does(t, s, anna, world.Attempt{Word: "pull", Rest: "rope"}), "The rope comes off.")
	if !slices.ContainsFunc(s.Index.Held[anna], func(id world.ItemID) bool { return s.Items[id].Proto == "cap" }) {
		t.Error("they have no cap")
	}
	if _, r := s.Decide(s.Now, worldtest.Typed(anna, world.Attempt{Word: "push"})); r == nil ||
		r.Code != world.CodeUnknown {
		t.Errorf("got %+v", r)
	}
}

// TestStepsMakeThingsForNobody has a room's script make a thing where nobody is named who could hold it.
func TestStepsMakeThingsForNobody(t *testing.T) {
	s, anna := bear(t, world.ScriptSpec{ID: "idle", On: []string{"on_bribe"}, Source: "emote yawns."})
	quay := *s.Rooms[worldtest.Quay]
	quay.Scripts = []world.ScriptID{"gift"}
	gift := world.ScriptSpec{
		ID: "gift", Language: world.LanguageDG, On: []string{"on_say"}, Words: "gift", Number: 1,
		Source: "%load% obj cap\n%load% obj helmet nobody head",
	}
	typed(t, s, wizard(t, s), world.EditContent{Set: world.Entries{
		Rooms: []world.RoomSpec{quay}, Scripts: []world.ScriptSpec{gift},
	}})
	does(t, s, anna, world.Say{Text: "A gift."})
	elapse(t, s, world.Second)
	for _, want := range []world.ProtoID{"cap", "helmet"} {
		lies := func(id world.ItemID) bool { return s.Items[id].Proto == want }
		if !slices.ContainsFunc(s.Index.Floor[worldtest.Quay], lies) {
			t.Errorf("there is no %s", want)
		}
	}
}

// TestStepsInPlace has a script keep somebody from leaving: what it does happens in place of the step.
func TestStepsInPlace(t *testing.T) {
	s, anna := bear(t, world.ScriptSpec{ID: "guard", On: []string{"on_leave"}, Number: 100, Source: "if %direction% == " +
		"north\nsay You stay.\nset tries 1\nremote tries %actor%\nreturn 0\nend"})
	wantTold(t, does(t, s, anna, world.Move{Dir: world.North}), "You stay.")
	if a := s.Actors[anna]; a.Room != worldtest.Quay || len(a.Kept) != 1 || a.Kept[0].Name != "tries" {
		t.Errorf("they are at %s and it keeps %v", a.Room, a.Kept)
	}
	if err := s.Check(); err != nil {
		t.Error(err)
	}
}

func TestStepsReceive(t *testing.T) {
	s, anna := bear(t, world.ScriptSpec{ID: "quest", On: []string{"on_give"}, Number: 100, Source: "if %object.vnum% == " +
		"stone\nwait 1 s\nsay Thank you, %actor.name%.\n%purge% %object%\n%load% obj cap\ngive cap " +
		"%actor.name%\nelse\nreturn 0\nend"})
	for _, id := range s.Index.Floor[worldtest.Quay] {
		if s.Items[id].Proto == "stone" {
			typed(t, s, anna, world.Take{Items: []world.ItemID{id}})
			typed(t, s, anna, world.Give{Items: []world.ItemID{id}, To: beasts(s)[0].ID})
			wantTold(t, elapse(t, s, 3*world.Second), "Thank you, Anna.")
			if s.Items[id] != nil || len(s.Index.Held[anna]) == 0 {
				t.Errorf("they have %v", s.Index.Held[anna])
			}
			return
		}
	}
	t.Error("there is no stone at the quay")
}

func TestStepsRandomOnlyBesidePeople(t *testing.T) {
	s, anna := bear(t, world.ScriptSpec{ID: "idle", On: []string{"on_random"}, Number: 100, Source: "emote yawns."})
	typed(t, s, wizard(t, s), world.Depart{})
	typed(t, s, anna, world.Move{Dir: world.North})
	if got := told(elapse(t, s, world.Minute)); slices.Contains(got, "yawns.") {
		t.Errorf("nobody is there, and it does %q", got)
	}
	typed(t, s, anna, world.Move{Dir: world.South})
	if got := told(elapse(t, s, world.Minute)); !slices.Contains(got, "yawns.") {
		t.Errorf("somebody is there, and it does %q", got)
	}
}

// TestStepsHurt holds what a script may do to people: never the last hit point, and nothing where nobody is attacked.
func TestStepsHurt(t *testing.T) {
	s, anna := bear(t, world.ScriptSpec{ID: "trap", On: []string{"on_say"}, Words: "trap", Number: 1,
		Source: "%damage% %actor% 9000\n%force% %actor% drop all\n%purge% %actor%\n%teleport% %actor% nowhere"})
	does(t, s, anna, world.Say{Text: "A trap!"})
	elapse(t, s, world.Second)
	if hp := s.Actors[anna].HP; hp != 30 {
		t.Errorf("in a safe room they have %d", hp)
	}
	quay := *s.Rooms[worldtest.Quay]
	quay.Safe = false
	typed(t, s, wizard(t, s), world.EditContent{Set: world.Entries{Rooms: []world.RoomSpec{quay}}})
	does(t, s, anna, world.Say{Text: "A trap!"})
	if got := told(elapse(t, s, world.Second)); len(got) > 0 {
		t.Errorf("got %q", got)
	}
	if a := s.Actors[anna]; a == nil || a.HP != 1 || a.Room != worldtest.Quay {
		t.Errorf("they are %+v", a)
	}
}

// TestStepsAgain holds a game with scripts in DG to the promises that every step keeps.
func TestStepsAgain(t *testing.T) {
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
	p.Scripts = []world.ScriptSpec{
		{ID: "talk", Language: world.LanguageDG, On: []string{"on_say", "on_enter", "on_random"}, Words: "*", Number: 100,
			Source: "global n\neval n %n% + 1\nsay %n% %random.6%\nset m %n%\nremote m %actor%\nwait 3 s\n%damage% %actor% " +
				"1\n%load% mob rat\n%load% obj cap\n%echoaround% %actor% Hm.\nwait 2 s\n%purge% cap\ndetach talk2 %self%\nattach " +
				"talk2 %self%"},
		{ID: "talk2", Language: world.LanguageDG, On: []string{"on_leave", "on_command"}, Words: "*", Number: 100,
			Source: "%zoneecho% 1 Bong.\n%door% quay north flags ab\nreturn 0"},
		{ID: "loop", Language: world.LanguageDG, On: []string{"on_say"}, Words: "loop", Source: "while 1\ndone"},
	}
	p.Mobs = append(p.Mobs, world.MobSpec{
		ID: "beast", Name: "beast", Desc: "Grey.", HP: 20, Scripts: []world.ScriptID{"talk", "talk2", "loop"},
	})
	p.Spawns = append(p.Spawns, world.SpawnSpec{ID: "s-beast", Mob: "beast", Room: worldtest.Quay, Max: 1})
	do(host(world.ApplyPack{Pack: p}))
	do(host(world.Create{Name: "Anna", Account: "a-ann", Role: world.RolePlayer}))
	do(worldtest.Typed("pc-anna", world.Enter{}))
	for i, word := range []string{"name", "roll", "loop", "count"} {
		do(worldtest.Typed("pc-anna", world.Say{Text: word}))
		do(worldtest.Typed("pc-anna", world.Attempt{Word: "look", Rest: "up"}))
		do(worldtest.Typed("pc-anna", world.Move{Dir: world.North}))
		for range 6 {
			now += world.Time(i+1) * world.Second
			do(worldtest.Timed())
		}
	}
	if j.State.Running["loop"].Parked == "" || len(j.State.Actors["pc-anna"].Kept) == 0 {
		t.Errorf("it keeps %+v", j.State.Running["loop"])
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestStepsDoNotSeeTheUnseen has a wizard whom nobody sees stand beside a creature: its script counts, names and hurts
// those who are seen alone.
func TestStepsDoNotSeeTheUnseen(t *testing.T) {
	s, anna := bear(t, world.ScriptSpec{ID: "count", On: []string{"on_command"}, Words: "count", Source: "set who " +
		"%self.room.people%\nwhile %who%\n%echo% %who.name%.\nset who %who.next_in_room%\ndone\n%echo% %people%.\n" +
		"%teleport% merla up\n%send% merla Boo."})
	merla := wizard(t, s)
	count := func() string { return strings.Join(told(does(t, s, anna, world.Attempt{Word: "count"})), " ") }
	if got := count(); !strings.Contains(got, "Merla.") || !strings.Contains(got, "Anna.") {
		t.Errorf("got %q of who is seen", got)
	}
	typed(t, s, merla, world.UsePower{Power: world.PowerInvis, On: true})
	if got := count(); strings.Contains(got, "Merla") || strings.Contains(got, "Boo") || !strings.Contains(got, "Anna.") {
		t.Errorf("got %q of who is unseen", got)
	}
}

// TestStepsMakeNoFoesWhereNobodyMayFight: what attacks by itself is not made in a safe room, nor put in another's
// place.
func TestStepsMakeNoFoesWhereNobodyMayFight(t *testing.T) {
	s, anna := bear(t, world.ScriptSpec{ID: "pull", On: []string{"on_command"}, Words: "pull turn", Source: "if " +
		"%cmd% == turn\n%transform% rat\nelse\n%load% mob rat\nend"})
	here := func(proto world.ProtoID) (n int) {
		for _, id := range s.Index.Present[worldtest.Quay] {
			if s.Actors[id].Proto == proto {
				n++
			}
		}
		return n
	}
	rats := func(isSafe, isAggressive bool) int {
		quay, rat := *s.Rooms[worldtest.Quay], *s.MobSpecs["rat"]
		quay.Safe, rat.Aggressive = isSafe, isAggressive
		typed(t, s, wizard(t, s), world.EditContent{Set: world.Entries{
			Rooms: []world.RoomSpec{quay}, Mobs: []world.MobSpec{rat},
		}})
		before := here("rat")
		typed(t, s, anna, world.Attempt{Word: "pull"})
		return here("rat") - before
	}
	if n := rats(true, true); n != 0 {
		t.Errorf("%d rats that attack were made in a safe room", n)
	}
	typed(t, s, anna, world.Attempt{Word: "turn"})
	if here("rat") != 0 || here("beast") != 1 {
		t.Errorf("%d rats and %d beasts are there", here("rat"), here("beast"))
	}
	if rats(false, true) != 1 || rats(true, false) != 1 {
		t.Error("others are not made")
	}
}
