package world_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// A wizard lets an agent play a creature with a mind, and any wizard shuts it out.
func TestMintFor(t *testing.T) {
	c := newMinded(t)
	worldtest.Join(c.s, c.now, worldtest.Person{Name: "Nimue", Account: "a-nimue", Role: world.RoleWizard})
	for _, tt := range []struct {
		what string
		who  world.ActorID
		do   world.MintFor
		want world.Code
	}{
		{"by a player", anna, world.MintFor{Body: keeper, Grant: "g-1", Label: "x"}, world.CodeNotAllowed},
		{"for a person", merla, world.MintFor{Body: anna, Grant: "g-1", Label: "x"}, world.CodeUnknown},
		{"for a beast", merla, world.MintFor{Body: c.rat(), Grant: "g-1", Label: "x"}, world.CodeUnknown},
		{"for nobody", merla, world.MintFor{Body: "npc-nobody", Grant: "g-1", Label: "x"}, world.CodeUnknown},
		{"without a label", merla, world.MintFor{Body: keeper, Grant: "g-1"}, world.CodeMissing},
		{"for a moment", merla, world.MintFor{Body: keeper, Grant: "g-1", Label: "x", For: 1}, world.CodeBadValue},
		{"", merla, world.MintFor{Body: keeper, Grant: "g-1", Label: "x", For: world.GameDay}, ""},
		{"twice", merla, world.MintFor{Body: keeper, Grant: "g-1", Label: "x"}, world.CodeTaken},
	} {
		if _, got := c.at(worldtest.Typed(tt.who, tt.do)); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.what, got, tt.want)
		}
	}
	if g := c.s.Grants["g-1"]; g == nil || g.Actor != keeper || g.Role != world.GrantNPC || g.Until == 0 {
		t.Fatalf("got %+v", g)
	}
	c.refused(anna, world.RevokeGrant{Grant: "g-1"}, world.CodeUnknown)
	c.refused("pc-nimue", world.TuneGrant{Grant: "g-1", What: world.TuneAsk, Ask: world.AskAll}, world.CodeCannot)
	c.does("pc-nimue", world.TuneGrant{Grant: "g-1", What: world.TunePause, Pause: true})
	c.emits("pc-nimue", world.RevokeGrant{Grant: "g-1"}, "GrantRevoked")
}

// An agent that plays a creature reaches no further than the creature's own mind.
func TestCreatureTokenReachesNoFurther(t *testing.T) {
	c := newMinded(t)
	c.does(merla, world.MintFor{Body: keeper, Grant: "g-k", Label: "x"})
	under := func(a world.Action) world.Code {
		_, code := c.at(world.Input{Actor: keeper, Via: world.Via{Kind: world.ViaGrant, Grant: "g-k"}, Action: a})
		return code
	}
	for _, tt := range []struct {
		do   world.Action
		want world.Code
	}{
		{world.Enter{}, ""}, {world.Say{Text: "hello"}, ""},
		{world.Give{Items: []world.ItemID{c.holding(keeper, "cap")}, To: anna}, ""},
		{world.Give{Items: []world.ItemID{c.holding(keeper, "knife")}, To: anna}, world.CodeNotAllowed},
		{world.Take{Items: []world.ItemID{"brass-key-01"}}, world.CodeNotAllowed},
		{world.Depart{}, world.CodeNotAllowed}, {world.Shout{Text: "ahoy"}, world.CodeNotAllowed},
		{world.MintGrant{Grant: "g-more", Label: "x"}, world.CodeNotAllowed},
		{world.Conjure{Item: "pearl"}, world.CodeNotAllowed},
	} {
		if got := under(tt.do); got != tt.want {
			t.Errorf("%T: got %q, want %q", tt.do, got, tt.want)
		}
	}
	c.hosts(world.MintFor{Body: keeper, Grant: "g-host", Label: "the daemon's"})
	p := worldtest.SmallPack() // whose keeper has no mind
	p.Hash = "without"
	c.hosts(world.ApplyPack{Pack: p})
	if got := under(world.Say{Text: "hello"}); got != world.CodeNotAllowed {
		t.Errorf("when its mind is gone: %q", got)
	}
}

// A creature that an agent has goes back to its own mind whenever the agent may no longer act for it, and once: after a
// restart, when the token is withdrawn, lapses or is paused, and when the world is closed to agents.
func TestLentCreatureGoesBack(t *testing.T) {
	under := func(grant world.GrantID, a world.Action) world.Input {
		return world.Input{Actor: keeper, Via: world.Via{Kind: world.ViaGrant, Grant: grant}, Action: a}
	}
	for _, tt := range []struct {
		what string
		ends func(c *scene)
		back world.Code // when the agent acts again
	}{
		{"restart", func(c *scene) { c.hosts(world.Start{Build: "next"}) }, ""},
		{"withdrawn", func(c *scene) { c.does(merla, world.RevokeGrant{Grant: "g-k"}) }, world.CodeNotAllowed},
		{"lapsed", func(c *scene) {
			c.wait(2 * world.Minute)
		}, world.CodeNotAllowed},
		{"paused", func(c *scene) {
			c.does(merla, world.TuneGrant{Grant: "g-k", What: world.TunePause, Pause: true})
		}, world.CodePaused},
		{"shut", func(c *scene) { c.does(merla, world.ShutAgents{}) }, world.CodeAgentsOff},
	} {
		t.Run(tt.what, func(t *testing.T) {
			c := newMinded(t)
			c.does(merla, world.MintFor{Body: keeper, Grant: "g-k", Label: "x", For: world.Minute})
			c.does(merla, world.MintFor{Body: keeper, Grant: "g-other", Label: "y"})
			if _, code := c.at(under("g-k", world.Enter{})); code != "" {
				t.Fatalf("enter: %s", code)
			}
			c.does(merla, world.RevokeGrant{Grant: "g-other"}) // of an agent that has it not
			if got := c.s.Actors[keeper].Agent; got != "g-k" {
				t.Fatalf("it is in the hands of %q", got)
			}
			tt.ends(c)
			if a := c.s.Actors[keeper]; a.Agent != "" || a.Presence != world.Here {
				t.Errorf("presence %d, in the hands of %q", a.Presence, a.Agent)
			}
			if _, code := c.at(thinks(keeper, world.Say{Text: "I think."})); code != "" {
				t.Errorf("its mind: %q", code)
			}
			if _, code := c.at(under("g-k", world.Enter{})); code != tt.back {
				t.Errorf("the agent: %q, want %q", code, tt.back)
			}
		})
	}
}

// A creature whose mind a pack takes away while an agent has it stays in the world when the agent goes.
func TestLentCreatureStaysWithoutAMind(t *testing.T) {
	c := newMinded(t)
	c.does(merla, world.MintFor{Body: keeper, Grant: "g-k", Label: "x"})
	in := world.Input{Actor: keeper, Via: world.Via{Kind: world.ViaGrant, Grant: "g-k"}, Action: world.Enter{}}
	if _, code := c.at(in); code != "" {
		t.Fatalf("enter: %s", code)
	}
	p := worldtest.SmallPack() // whose keeper has no mind
	p.Hash = "without"
	c.hosts(world.ApplyPack{Pack: p})
	c.hosts(world.Sever{Body: keeper})
	if a := c.s.Actors[keeper]; a.Presence != world.Here || a.Agent != "" {
		t.Errorf("presence %d, in the hands of %q", a.Presence, a.Agent)
	}
}

// What is no more is nobody's to play: its tokens go with it.
func TestTokenGoesWithTheCreature(t *testing.T) {
	c := newMinded(t)
	c.does(merla, world.MintFor{Body: watchman, Grant: "g-w", Label: "x", For: world.GameDay})
	c.goes(merla, worldtest.Arena)
	c.emits(merla, world.Purge{Actor: watchman}, "ItemMoved MobGone GrantRevoked")
	if len(c.s.Grants) != 0 {
		t.Errorf("left: %v", c.s.Grants)
	}
}
