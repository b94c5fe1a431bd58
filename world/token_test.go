package world_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
)

// DOOR D15: a token is not spoken, by whichever way of speaking; what only begins like one is.
func TestTokensAreNotSpoken(t *testing.T) {
	s := world.New(1)
	host := world.Via{Kind: world.ViaHost}
	do := func(in world.Input) *world.Refusal {
		_, no := s.Decide(world.Minute, in)
		return no
	}
	for _, a := range []world.Action{
		world.Start{Build: "test", Seed: 1},
		world.ApplyPack{Pack: world.Pack{ID: "p", Name: "P", Start: "r", Hash: "1", Rooms: []world.RoomSpec{
			{ID: "r", Zone: "z", Name: "R", Desc: "R."},
		}}},
		world.Create{Account: "a-1", Name: "Ann", Role: world.RolePlayer},
		world.Create{Account: "a-2", Name: "Bob", Role: world.RolePlayer},
	} {
		if no := do(world.Input{Via: host, Action: a}); no != nil {
			t.Fatal(no.Text)
		}
	}
	keyboard := world.Via{Kind: world.ViaKeyboard}
	for _, id := range []world.ActorID{"pc-ann", "pc-bob"} {
		if no := do(world.Input{Actor: id, Via: keyboard, Action: world.Enter{}}); no != nil {
			t.Fatal(no.Text)
		}
	}
	token := "mlk_" + strings.Repeat("a1b2", 13)
	for text, isSpoken := range map[string]bool{
		"my token is " + token + ", keep it": false, "MLK_" + strings.Repeat("A", 52): false, "mlk_mlk_ " + token: false,
		"my token begins with mlk_abc": true, "mlk_": true,
	} {
		for _, a := range []world.Action{
			world.Say{Text: text}, world.Shout{Text: text}, world.Emote{Text: text},
			world.Tell{To: "pc-bob", Text: text}, world.Whisper{To: "pc-bob", Text: text},
		} {
			no := do(world.Input{Actor: "pc-ann", Via: keyboard, Action: a})
			if (no == nil) != isSpoken || no != nil && !strings.Contains(no.Text, "token") {
				t.Errorf("%T %q: %+v", a, text, no)
			}
		}
	}
}
