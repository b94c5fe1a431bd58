package world_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// DOOR D1: telling and shouting cost breath, a minute of it ahead and no more, and whoever is out of it is told for how
// long; it comes back with time, and nothing else costs any.
func TestWordsTakeBreath(t *testing.T) {
	tell := func(n int) world.Action { return world.Tell{To: benno, Text: strings.Repeat("x", n)} }
	shout := func(n int) world.Action { return world.Shout{Text: strings.Repeat("x", n)} }
	for _, v := range []struct {
		name string
		who  world.ActorID
		does world.Action
		want int // how many pass at once
	}{
		{"a tell of a byte", anna, tell(1), 59}, {"long tells", anna, tell(world.SpeechBytesMax), 6},
		{"shouts", anna, shout(250), 30}, {"a guest's", gast, tell(250), 30}, {"a wizard's", merla, tell(250), 30},
	} {
		t.Run(v.name, func(t *testing.T) {
			c := newScene(t)
			passed := 0
			for ; passed < 100; passed++ {
				if _, r := c.s.Decide(c.now, worldtest.Typed(v.who, v.does)); r != nil {
					if r.Code != world.CodeOutOfBreath || !strings.Contains(r.Text, "second") {
						t.Fatalf("got %+v", r)
					}
					break
				}
			}
			if passed != v.want {
				t.Errorf("%d passed at once, want %d", passed, v.want)
			}
			c.does(v.who, world.Say{Text: "Aloud it costs nothing."})
		})
	}
	c := newScene(t)
	for range 6 {
		if _, r := c.s.Decide(c.now, worldtest.Typed(anna, tell(world.SpeechBytesMax))); r != nil {
			t.Fatal(r)
		}
	}
	_, r := c.s.Decide(c.now, worldtest.Typed(anna, tell(world.SpeechBytesMax)))
	if r == nil || r.Text != "You are out of breath. In 3 seconds your voice will carry again." {
		t.Fatalf("got %v", r)
	}
	if _, r := c.s.Decide(c.now+3*world.Second, worldtest.Typed(anna, tell(world.SpeechBytesMax))); r != nil {
		t.Errorf("after the time that was named: %v", r)
	}
}

// DOOR D1: who is ignored is not heard, in any way and as no other character of theirs; the others hear as before, and
// only who speaks to one alone learns of it.
func TestIgnoredAreNotHeard(t *testing.T) {
	c := newScene(t)
	other := worldtest.Join(c.s, c.now, worldtest.Person{Name: "Berta", Account: "a-benno"})
	c.emits(anna, world.Ignore{Who: benno}, "IgnoreBegan")
	if n := c.last.Notices[0]; len(n.To) != 1 || n.To[0].Sense&world.Did == 0 {
		t.Errorf("told to %+v, want to whoever ignores alone", n.To)
	}
	for _, speaker := range []world.ActorID{benno, other} {
		for _, a := range []world.Action{
			world.Say{Text: "hello"}, world.Shout{Text: "hello"}, world.Emote{Text: "grins"}, world.Gesture{Social: "bow"},
			world.Gesture{Social: "bow", To: anna}, world.Whisper{To: gast, Text: "pst"},
		} {
			for _, n := range c.does(speaker, a).Notices {
				if _, heard := n.SenseOf(c.s.Actors[anna].Num); heard {
					t.Errorf("%T of %s is heard: %T", a, speaker, n.Event)
				}
				if _, heard := n.SenseOf(c.s.Actors[gast].Num); !heard && a != (world.Whisper{To: gast, Text: "pst"}) {
					t.Errorf("%T of %s is not heard by somebody else", a, speaker)
				}
			}
		}
		for _, a := range []world.Action{
			world.Tell{To: anna, Text: "hello"}, world.Whisper{To: anna, Text: "hello"}, world.Give{To: anna},
			world.GiveCoins{To: anna, Coins: 1},
		} {
			c.refused(speaker, a, world.CodeIgnored)
		}
	}
	c.does(anna, world.Tell{To: benno, Text: "Peace."})
	c.refused(anna, world.Ignore{Who: benno}, world.CodeAlready)
	c.refused(anna, world.Ignore{Who: merla}, world.CodeCannot)
	c.refused(anna, world.Ignore{Who: anna}, world.CodeCannot)
	c.refused(anna, world.Ignore{Who: bess}, world.CodeUnknown)
	c.refused(anna, world.Ignore{Who: gast, Off: true}, world.CodeUnknown)
	c.emits(anna, world.Ignore{Who: benno, Off: true}, "IgnoreEnded")
	c.does(benno, world.Tell{To: anna, Text: "hello"})

	c.does(anna, world.Ignore{Who: gast})
	c.does(anna, world.Ignore{Who: benno})
	c.emits(anna, world.Ignore{Off: true}, "IgnoreEnded IgnoreEnded")
	for i := range world.IgnoredMost {
		name := "Crowd" + string(rune('a'+i/26)) + string(rune('a'+i%26))
		p := worldtest.Person{Name: name, Account: world.AccountID(fmt.Sprint("a-", i))}
		c.does(anna, world.Ignore{Who: worldtest.Join(c.s, c.now, p)})
	}
	c.refused(anna, world.Ignore{Who: benno}, world.CodeFull)
}

// DOOR D1: across a table nobody hears whom they ignore, nor reads it afterwards on the board.
func TestIgnoredTauntsAreNotHeard(t *testing.T) {
	c := newScene(t)
	first, second := c.begins()
	c.does(second, world.Ignore{Who: first})
	c.does(first, world.TauntAt{Text: "Ha!"})
	if _, heard := c.last.Notices[0].SenseOf(c.s.Actors[second].Num); heard {
		t.Error("the taunt is heard")
	}
	if got := c.board(slab, second).Taunts; len(got) != 0 {
		t.Errorf("read on the board: %+v", got)
	}
	if got := c.board(slab, "").Taunts; len(got) != 1 {
		t.Errorf("others read %+v", got)
	}
}
