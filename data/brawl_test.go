package data_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
)

// brawls has Ann fight a brawl out by blows, and returns what she learned of it.
func (y *yard) brawls() (xp int) {
	y.t.Helper()
	was := y.s.Actors[ann].XP
	y.does(world.OpenEncounter{})
	y.does(world.RollInitiative{})
	const most = 2000
	for range most {
		e := y.s.EncounterOf(ann)
		if e == nil {
			return y.s.Actors[ann].XP - was
		}
		if e.Active != ann {
			y.now += world.Second
			y.input(world.Input{Via: world.Via{Kind: world.ViaTimer}, Action: world.Tick{}})
			continue
		}
		switch act := e.Tactic(ann); act.Kind {
		case world.ActMove:
			y.does(world.March{Path: act.Path})
		case world.ActAttack:
			y.does(world.Attack{Target: act.Target})
		default:
			y.does(world.EndTurn{})
		}
	}
	y.t.Fatal("the brawl does not end")
	return 0
}

// PLAYERS B22: whoever was struck down in a brawl looks it and is left alone until they have their breath back, and to
// win one teaches something, once.
func TestABrawlIsLearnedFromOnce(t *testing.T) {
	y := newYard(t)
	y.does(world.Haul{Body: ann, To: "drowned-lantern"})
	if got := y.brawls(); got == 0 {
		t.Error("she learned nothing of winning")
	}
	down := 0
	for _, who := range y.s.LookAround(ann, y.now).People {
		if strings.HasSuffix(who.ID, "-clem") {
			down++
			if !strings.HasSuffix(who.Line, " Clem is here, the worse for a fight.") {
				t.Errorf("after the fall the room has %q", who.Line)
			}
		}
	}
	if down != 2 {
		t.Errorf("%d Clems are there, want two", down)
	}
	again := world.Input{Actor: ann, Via: world.Via{Kind: world.ViaKeyboard}, Action: world.OpenEncounter{}}
	if _, r := y.s.Decide(y.now, again); r == nil || r.Code != world.CodeTooSoon {
		t.Errorf("it is begun again at once: %+v", r)
	}
	y.now += 10 * world.Minute
	y.input(world.Input{Via: world.Via{Kind: world.ViaTimer}, Action: world.Tick{}})
	if got := y.brawls(); got != 0 {
		t.Errorf("she learned %d of doing it again", got)
	}
}

// Big Clem speaks to nobody since the autumn. Little Clem answers who calls him by his name, with what he knows of what
// they name if he does, and says nothing where somebody else is spoken to.
func TestOnlyOneClemSpeaks(t *testing.T) {
	y := newYard(t)
	y.does(world.Haul{Body: ann, To: "drowned-lantern"})
	for _, c := range []struct{ text, want string }{
		{"Little Clem, whose is that post?", "spectacles"},
		{"clem, what do oysters cost?", "A penny apiece"},
		{"Big Clem, is he one of your brothers?", "two mothers"},
		{"Little Clem, what do you say to lawyers?", "roof"},
		{"Little Clem, how are you?", "."},
		{"Hob, what would you say is the best beer?", ""},
		{"Hedda, which of them is still your friend", ""},
	} {
		from := len(y.log)
		y.does(world.Say{Text: c.text})
		got := ""
		for _, e := range y.log[from:] {
			if s, ok := e.(world.Said); ok && strings.HasSuffix(string(s.Actor), "-clem") {
				got += string(s.Actor) + ": " + s.Text
			}
		}
		if c.want == "" && got != "" || !strings.Contains(got, c.want) || strings.Contains(got, "big-clem") {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}
