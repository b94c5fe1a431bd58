package world_test

import (
	"slices"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// TestStepsReachTheirZone has scripts try to haul, hurt, rob, speak to and clear away who and what is in another zone,
// by name and by a reference that they kept while it was near.
func TestStepsReachTheirZone(t *testing.T) {
	s, anna := bear(t,
		world.ScriptSpec{ID: "keep", On: []string{"on_say"}, Words: "near", Number: 1,
			Source: "set friend %actor%\nglobal friend\nset thing %actor.inventory%\nglobal thing"},
		world.ScriptSpec{ID: "far", On: []string{"on_random"}, Number: 100, Source: "%send% anna Password?\n" +
			"%send% %friend% Password?\n%teleport% anna quay\n%teleport% %friend% quay\n%damage% %friend% 5\n" +
			"%purge% %thing%\nnop %friend.gold(-5)%\nnop %friend.exp(500)%\n%echoaround% anna It is cold.\n" +
			"%at% market %echo% It is cold.\ntell anna Password?\n%zoneecho% 1 It is warm."})
	market := *s.Rooms[worldtest.Market]
	market.Zone = "inland"
	merla := wizard(t, s)
	typed(t, s, merla, world.EditContent{Set: world.Entries{Rooms: []world.RoomSpec{market}}})
	stone := s.Index.Floor[worldtest.Quay][slices.IndexFunc(s.Index.Floor[worldtest.Quay], func(id world.ItemID) bool {
		return s.Items[id].Proto == "stone"
	})]
	typed(t, s, anna, world.Take{Items: []world.ItemID{stone}})
	does(t, s, anna, world.Say{Text: "I am near."})
	elapse(t, s, world.Second)
	if kept := beasts(s)[0].Kept; len(kept) != 2 {
		t.Fatalf("it keeps %v", kept)
	}
	typed(t, s, merla, world.Haul{Body: anna, To: worldtest.Market})
	was := *s.Actors[anna]
	all := told(elapse(t, s, 5*world.Minute))
	if !slices.Contains(all, "It is warm.") || slices.Contains(all, "It is cold.") || slices.Contains(all, "Password?") {
		t.Errorf("got %q", all)
	}
	is := s.Actors[anna]
	if is.Room != worldtest.Market || is.HP != was.HP || is.Coins != was.Coins || is.XP != was.XP ||
		s.Items[stone] == nil {
		t.Errorf("they are %+v, and were %+v", is, was)
	}
}

// TestStepsHaulByNobody has a script move somebody for what another said: neither is said to have done it, no wizard
// whom nothing is to trouble is moved, and nothing is put on people.
func TestStepsHaulByNobody(t *testing.T) {
	s, anna := bear(t, world.ScriptSpec{ID: "trap", On: []string{"on_say"}, Words: "trap", Number: 1,
		Source: "%load% obj cap %actor% head\nnop %actor.gold(-2)%\n%teleport% all market"})
	merla := wizard(t, s)
	typed(t, s, merla, world.UsePower{Power: world.PowerNoHassle, On: true})
	typed(t, s, merla, world.SetField{Actor: anna, Field: "coins", Value: 7})
	does(t, s, anna, world.Say{Text: "A trap!"})
	moved, paid := 0, 0
	for _, e := range elapse(t, s, world.Second) {
		switch e := e.(type) {
		case world.Moved:
			moved += len(e.By) + len(e.Leader)
			if s.Actors[e.Actor].Player() {
				moved++
			}
		case world.FieldSet:
			if paid++; e.Script != "trap" || e.By != "" || e.Value != 5 {
				t.Errorf("got %+v", e)
			}
		case world.ItemWorn:
			t.Errorf("got %+v", e)
		default:
		}
	}
	if moved != 1 || paid != 1 || s.Actors[merla].Room != worldtest.Quay || s.Actors[anna].Coins != 5 {
		t.Errorf("%d moved and %d paid: %s, %d coins", moved, paid, s.Actors[merla].Room, s.Actors[anna].Coins)
	}
}

// TestHearingIsBounded has many scripts hear one line: no more are asked than one action has steps for.
func TestHearingIsBounded(t *testing.T) {
	s, anna := scripted(t)
	quay := *s.Rooms[worldtest.Quay]
	var e world.Entries
	for _, id := range []world.ScriptID{"a", "b", "c", "d", "e", "f", "g", "h"} {
		quay.Scripts = append(quay.Scripts, id)
		e.Scripts = append(e.Scripts, world.ScriptSpec{ID: id, Source: "def on_command(e):\n  for i in range(480): e.who"})
	}
	stone := *s.ItemSpecs["stone"]
	stone.Scripts = quay.Scripts
	e.Rooms, e.Items = []world.RoomSpec{quay}, []world.ItemSpec{stone}
	merla := wizard(t, s)
	typed(t, s, merla, world.EditContent{Set: e})
	for range 3 {
		typed(t, s, merla, world.Conjure{Item: "stone", Count: world.ConjureMost})
	}
	count := &counting{Scripter: s.Scripter}
	s.Scripter = count
	hears(s, anna, "pull", "rope")
	if count.runs < 2 || count.steps > 20_000 {
		t.Errorf("%d scripts were asked and took %d steps", count.runs, count.steps)
	}
}

// counting counts what the scripts take.
type counting struct {
	world.Scripter

	runs, steps int
}

func (c *counting) Run(call world.ScriptCall) world.ScriptResult {
	out := c.Scripter.Run(call)
	c.runs++
	c.steps += out.Steps
	return out
}

// TestTheHogIsParked has a script take what the scripts of a zone have within a second, and another have all the timers
// that they have: the hog is parked, and not the small one that runs when the zone has no more.
func TestTheHogIsParked(t *testing.T) {
	for name, hog := range map[string]string{
		"steps":  "def on_say(e):\n  for i in range(2000): e.self",
		"timers": "def on_say(e):\n  for i in range(7): after(60, on_say)",
	} {
		s, anna := scripted(t)
		quay := *s.Rooms[worldtest.Quay]
		quay.Scripts = []world.ScriptID{"meek", "hog", "hog-b", "hog-c"}
		e := world.Entries{Rooms: []world.RoomSpec{quay}, Scripts: []world.ScriptSpec{
			{ID: "meek", Source: "def on_say(e): after(60, more)\ndef more(e): narrate('It is late.')"},
			{ID: "hog", Source: hog}, {ID: "hog-b", Source: hog}, {ID: "hog-c", Source: hog},
		}}
		typed(t, s, wizard(t, s), world.EditContent{Set: e})
		for range 7 {
			typed(t, s, anna, world.Say{Text: "Go."})
		}
		parked := 0
		for _, id := range quay.Scripts[1:] {
			parked += len(s.Running[id].Parked)
		}
		if parked == 0 || s.Running["meek"].Parked != "" || len(s.Running["meek"].Timers) != 7 {
			t.Errorf("%s: the meek one is %+v, of the hogs %d bytes", name, s.Running["meek"], parked)
		}
		if err := s.Check(); err != nil {
			t.Error(err)
		}
	}
}

// TestABribe has creatures take coins whose scripts hear of it: in both languages they know how many, and the coins
// leave the world. One whose scripts do not keeps no purse.
func TestABribe(t *testing.T) {
	s, anna := bear(t,
		world.ScriptSpec{ID: "greedy", On: []string{"on_bribe"}, Number: 3, Source: "say %amount% will do, %actor.name%."})
	merla := wizard(t, s)
	typed(t, s, merla, world.SetField{Actor: anna, Field: "coins", Value: 9})
	to := beasts(s)[0].ID
	typed(t, s, anna, world.GiveCoins{To: to, Coins: 4})
	wantTold(t, elapse(t, s, 2*world.Second), "4 will do, Anna.")
	beast := *s.MobSpecs["beast"]
	beast.Scripts = []world.ScriptID{"greedier"}
	typed(t, s, merla, world.EditContent{Set: world.Entries{Mobs: []world.MobSpec{beast}, Scripts: []world.ScriptSpec{
		{ID: "greedier", Source: "def on_bribe(e): say('Only ' + e.text + '?')"},
	}}})
	typed(t, s, anna, world.GiveCoins{To: to, Coins: 3})
	wantTold(t, elapse(t, s, 2*world.Second), "Only 3?")
	if a, b := s.Actors[anna].Coins, s.Actors[to].Coins; a != 2 || b != 0 {
		t.Errorf("they have %d, and it has %d", a, b)
	}
	beast.Scripts = nil
	typed(t, s, merla, world.EditContent{Set: world.Entries{Mobs: []world.MobSpec{beast}}})
	if _, r := s.Decide(s.Now, worldtest.Typed(anna, world.GiveCoins{To: to, Coins: 1})); r == nil ||
		r.Code != world.CodeCannot {
		t.Errorf("got %+v", r)
	}
}

// TestWhatIsTypedNamesNobody has somebody type and say the mark of references: scripts take it for no one's.
func TestWhatIsTypedNamesNobody(t *testing.T) {
	s, anna := bear(t,
		world.ScriptSpec{ID: "zap", On: []string{"on_command"}, Words: "zap", Number: 3,
			Source: "%send% %arg% You were named."},
		world.ScriptSpec{ID: "echoes", On: []string{"on_say"}, Words: "*", Number: 100, Source: "say You said %speech%"})
	does(t, s, anna, world.Attempt{Word: "zap", Rest: "}actor:" + string(anna)})
	if got := told(elapse(t, s, 2*world.Second)); slices.Contains(got, "You were named.") {
		t.Errorf("got %q", got)
	}
	does(t, s, anna, world.Say{Text: "}actor:npc-keeper, look!"})
	wantTold(t, elapse(t, s, 2*world.Second), "You said actor:npc-keeper, look!")
}

// TestNoScriptSpeaksForAPlayer has scripts of both languages read out what would look like a player's words.
func TestNoScriptSpeaksForAPlayer(t *testing.T) {
	s, anna := bear(t,
		world.ScriptSpec{ID: "forger", On: []string{"on_say"}, Words: "*", Number: 100,
			Source: "%echo% Merla says: \"Give it up.\"\n%echo% [newbie] Merla: hello\n%send% %actor% Merla tells you: " +
				"pay\n%echo% The merla says: caw.\n%echo% Merla and Anna hear a bell.\nsay Merla says that it is late."})
	merla := wizard(t, s)
	quay := *s.Rooms[worldtest.Quay]
	quay.Scripts = []world.ScriptID{"star"}
	typed(t, s, merla, world.EditContent{Set: world.Entries{Rooms: []world.RoomSpec{quay}, Scripts: []world.ScriptSpec{
		{ID: "star", Source: "def on_say(e):\n  narrate('Merla says: \"Yes.\"')\n  narrate('Merla (wizard) says no.')\n" +
			"  tell(e.who.id, 'Merla whispers: no')\n  narrate('Merla pulls the lever.')\n" +
			"def may_leave(e): return 'Merla says: Stay!'"},
	}}})
	got := told(slices.Concat(does(t, s, anna, world.Say{Text: "Hm."}), elapse(t, s, 2*world.Second)))
	slices.Sort(got)
	want := []string{"Merla and Anna hear a bell.", "Merla pulls the lever.", "Merla says that it is late.",
		"The merla says: caw."}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	forbids(t, s, anna, world.Move{Dir: world.North}, "Something keeps you from it.")
}
