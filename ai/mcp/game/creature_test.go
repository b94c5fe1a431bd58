package game_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/world"
)

// A wizard's token for a creature with a mind lets an agent play it: it speaks, perceives and knows itself, is offered
// what the creature's pattern lists, and gets no further. When it goes, the creature stays in the world.
func TestCreatureIsPlayedByAnAgent(t *testing.T) {
	h := open(t, whole(t))
	h.letIn()
	warden, ann := h.dial("warden", modern), h.dial("ann", modern)
	ann.ok("look", nil)
	if got := warden.tools(); !slices.Contains(got, "self") || !slices.Contains(got, "say") {
		t.Errorf("tools: %q", got)
	}
	view := warden.ok("look", nil)
	for _, a := range view.Actions {
		switch a.Verb {
		case "give":
			if got := strings.Join(a.Args["item"], ","); got != "rusty key" {
				t.Errorf("it may give %q", got)
			}
		case "get", "drop", "wear", "follow", "accept", "attack":
			t.Errorf("%s makes sense for it, with %v", a.Verb, a.Args)
		}
	}
	if out := warden.call("self", nil); out.IsError || !strings.Contains(out.Raw, "grim") {
		t.Errorf("itself: %s", out.Raw)
	}
	ann.ok("say", args{"text": "Good evening, warden."})
	heard := ""
	for _, e := range warden.ok("say", args{"text": "Is it?"}).Events {
		heard += e.Text + "\n"
	}
	if !strings.Contains(heard, "Good evening, warden.") {
		t.Errorf("it heard %q", heard)
	}
	if out := warden.call("give", args{"item": "sword", "to": "ann"}); !out.IsError || out.Error.Code != "not_allowed" {
		t.Errorf("the sword: %+v %q", out.Error, out.Texts)
	}
	warden.ok("give", args{"item": "rusty key", "to": "ann"})
	h.must(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.Sever{Body: "npc-warden"}})
	if got := h.presence("npc-warden"); got != world.Here {
		t.Errorf("afterwards its presence is %d", got)
	}
}

// letIn puts a creature with a mind into the dungeon, and gives a token for it, warden, into a wizard's hands.
func (h *house) letIn() {
	h.t.Helper()
	p := dungeon()
	p.Hash = "minded"
	mind := &world.MindSpec{
		Traits: []string{"grim"}, Gives: []world.GiftSpec{{Item: "rusty-key", To: world.GiftAnyone}},
	}
	p.Mobs = append(p.Mobs, world.MobSpec{ID: "warden", Name: "warden", A: "the", Desc: "Grey.", HP: 30, Mind: mind})
	p.Spawns = append(p.Spawns,
		world.SpawnSpec{ID: "s-warden", Mob: "warden", As: "npc-warden", Room: "entrance"},
		world.SpawnSpec{ID: "s-warden-sword", Item: "sword", On: "s-warden"},
		world.SpawnSpec{ID: "s-warden-key", Item: "rusty-key", On: "s-warden"},
	)
	h.must(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.ApplyPack{Pack: p}})
	keyboard := world.Via{Kind: world.ViaKeyboard}
	h.must(world.Input{Actor: "pc-wiz", Via: keyboard, Action: world.Enter{}})
	h.must(world.Input{Actor: "pc-wiz", Via: keyboard, Action: world.MintFor{
		Body: "npc-warden", Grant: "grant-warden", Label: "afar",
	}})
	h.tokens.mu.Lock()
	h.tokens.good["warden"] = mcp.Principal{
		ID: "grant-warden", Actor: "npc-warden", Role: world.RoleGuest, Grant: "grant-warden", Kind: world.GrantNPC,
	}
	h.tokens.mu.Unlock()
}
