package world_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
	"github.com/mudlark-mud/mudlark/world/worldtest/smallport"
)

const seren world.ActorID = "pc-seren"

// embody asks for a ready-made body as the daemon does for a guest, and returns why it was refused.
func (c *scene) embody() *world.Refusal {
	c.Helper()
	c.now += world.Second
	_, r := c.s.Decide(c.now, world.Input{
		Via: world.Via{Kind: world.ViaHost}, Action: world.Embody{Body: world.ProtoID(seren)},
	})
	return r
}

// seren has a guest be her.
func (c *scene) seren() {
	c.Helper()
	if r := c.embody(); r != nil {
		c.Fatalf("nobody can be Seren: %s", r.Text)
	}
	c.does(seren, world.Enter{})
}

// asPacked holds her against what the pack says of her.
func (c *scene) asPacked(coins int) {
	c.Helper()
	a := c.s.Actors[seren]
	if a == nil || a.Name != "Seren" || a.Room != smallport.Market || a.HP != 18 || a.HPMax != 18 || a.Level != 3 ||
		a.XP != 0 || a.Coins != coins || !a.Guest() || len(a.Quests) != 0 || a.Desc != "Quick." {
		c.Errorf("Seren = %+v, want her as the pack has her, with %d coins", a, coins)
	}
	var held []string
	for _, id := range c.s.Index.Held[seren] {
		held = append(held, string(c.s.Items[id].Proto)+":"+string(c.s.Items[id].Worn))
	}
	if want := []string{"knife:wield", "cap:head", "pouch:"}; !slices.Equal(held, want) {
		c.Errorf("she has %v, want %v", held, want)
	}
}

// One guest at a time is her, as the pack has her; the next hears that somebody is, and who is free.
func TestOneGuestIsSeren(t *testing.T) {
	c := newScene(t)
	if got := c.s.ReadyNamed("sErEn"); got != world.ProtoID(seren) {
		t.Errorf("ready by that name = %q", got)
	}
	if got := c.s.ReadyFree(); !slices.Equal(got, []string{"Seren"}) {
		t.Errorf("free = %v", got)
	}
	c.seren()
	c.asPacked(7)
	if got := c.s.ReadyFree(); len(got) != 0 {
		t.Errorf("free = %v while somebody is her", got)
	}
	if r := c.embody(); r == nil || r.Code != world.CodeTaken || r.Text != "Somebody else is Seren just now." {
		t.Errorf("a second guest = %+v", r)
	}
	if r := c.s.NameFit("Seren"); r == nil || r.Code != world.CodeTaken {
		t.Errorf("a character of her name = %+v", r)
	}
	for _, body := range []world.ProtoID{"rat", "nobody"} {
		in := world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.Embody{Body: body}}
		if _, code := c.at(in); code != world.CodeAbsent {
			t.Errorf("to be %s = %q", body, code)
		}
	}
	c.refused(merla, world.Conjure{Mob: world.ProtoID(seren)}, world.CodeCannot)
}

// What is hers cannot be parted with, nor taken from her when she falls; what else she had stays where she stood.
func TestSerenIsNoMule(t *testing.T) {
	c := newScene(t)
	c.seren()
	c.goes(anna, smallport.Market)
	knife, sack := c.holding(seren, "knife"), c.holding(seren, "pouch")
	stone := c.gets(seren, "stone")
	for _, a := range []world.Action{
		world.Drop{Items: one(knife)}, world.Give{Items: one(sack), To: anna}, world.Drop{Items: one(sack)},
	} {
		c.refused(seren, a, world.CodeCannot)
	}
	c.says(seren, world.Drop{Items: one(sack)}, world.CodeCannot, "The leather pouch is Seren's, and nobody else's.")
	c.does(seren, world.Remove{Items: one(knife)})
	c.does(seren, world.Put{Items: one(stone), Into: sack})
	coat := c.gets(seren, "coat")
	c.goes(seren, smallport.Arena)
	c.does(seren, world.Depart{})
	for _, id := range []world.ItemID{knife, sack} {
		if c.s.Items[id] != nil {
			t.Errorf("%s is still there", id)
		}
	}
	left := []world.ItemID{c.floor(smallport.Arena, "stone"), c.floor(smallport.Arena, "coat")}
	if want := []world.ItemID{stone, coat}; !slices.Equal(left, want) {
		t.Errorf("left on the floor: %v, want %v", left, want)
	}
	c.wait(world.Second)
	if c.s.Actors[seren] != nil {
		t.Error("she is still known")
	}
	c.seren()
	c.asPacked(0) // her purse is not full again yet
	c.does(seren, world.Depart{})
	c.wait(61 * world.Minute)
	c.seren()
	c.asPacked(7)

	// Fallen, she wakes without her things; nobody else gets them, and she can fetch them.
	c.goes(seren, smallport.Market)
	corpse := c.falls(seren)
	var hers []world.ItemID
	for _, id := range c.s.Index.Inside[corpse] {
		hers = append(hers, id)
		c.refused(anna, world.Take{Items: one(id), From: corpse}, world.CodeCannot)
	}
	if len(hers) != 3 {
		t.Errorf("in the corpse: %v, want three things", hers)
	}
	c.goes(seren, smallport.Arena)
	c.does(seren, world.Take{Items: hers[:1], From: corpse})
	c.does(seren, world.Depart{})
	for _, id := range hers {
		if c.s.Items[id] != nil {
			t.Errorf("%s is still there", id)
		}
	}
}

// falls has somebody slain where they stand, and returns the corpse.
func (c *scene) falls(who world.ActorID) world.ItemID {
	c.Helper()
	room := c.s.Actors[who].Room
	c.goes(who, smallport.Arena)
	c.does(merla, world.SetField{Actor: who, Field: "hp", Value: 1})
	c.does(who, world.Attack{Target: bess})
	for range 200 {
		c.wait(world.Second)
		for _, id := range c.s.Index.Floor[smallport.Arena] {
			if strings.HasSuffix(c.s.Items[id].Name, c.s.Actors[who].Name) {
				c.goes(anna, smallport.Arena)
				return id
			}
		}
	}
	c.Fatalf("%s does not fall (and was to, in %s)", who, room)
	return ""
}

// Whoever is not there any more is not her: a link-dead Seren is somebody else's for the asking, made anew, and who had
// a word from the one before does not answer to the next.
func TestSerenIsGivenBack(t *testing.T) {
	c := newScene(t)
	c.seren()
	c.does(seren, world.Tell{To: anna, Text: "hello"})
	if got := c.s.Actors[anna].ReplyTo; got != seren {
		t.Fatalf("reply goes to %q", got)
	}
	before := c.s.Actors[seren].Num
	c.goes(seren, smallport.Quay)
	c.hosts(world.Sever{Body: seren})
	if got := c.s.ReadyFree(); !slices.Equal(got, []string{"Seren"}) {
		t.Errorf("free = %v", got)
	}
	c.seren()
	c.asPacked(0)
	if got := c.s.Actors[anna].ReplyTo; got != "" {
		t.Errorf("reply goes to %q, who is another now", got)
	}
	if got := c.s.Actors[seren].Num; got == before {
		t.Error("the record takes the two for one")
	}
	c.wait(11 * world.Minute) // the timer of the one before must not end this one
	if got := c.s.Actors[seren].Presence; got != world.Here {
		t.Errorf("presence = %v", got)
	}
	// After a restart nobody is her, and ten minutes later she is gone by herself.
	c.hosts(world.Start{Build: "next"})
	if got := c.s.Actors[seren].Presence; got != world.Linkdead {
		t.Errorf("presence after a restart = %v", got)
	}
	c.wait(11 * world.Minute)
	if c.s.Actors[seren] != nil || len(c.s.Index.Held[seren]) != 0 {
		t.Error("she is still there, or her things are")
	}
}

// In a fight by turns she leaves it as anybody does, and is made anew outside of it.
func TestSerenLeavesAFight(t *testing.T) {
	c := newScene(t)
	c.seren()
	c.goes(seren, smallport.Arena)
	c.does(seren, world.OpenEncounter{Target: bess})
	c.hosts(world.Sever{Body: seren})
	c.seren()
	if c.s.EncounterOf(seren) != nil {
		t.Error("she is made anew into the fight that the one before was in")
	}
	c.asPacked(0)
}

// A character that had the name before the pack did keeps it, and no guest is theirs.
func TestSerenIsSomebodysOwn(t *testing.T) {
	s := worldtest.Small()
	pack := smallport.Pack()
	pack.Hash = "without"
	pack.Mobs = slices.DeleteFunc(pack.Mobs, func(m world.MobSpec) bool { return m.Ready != nil })
	host := func(a world.Action) *world.Refusal {
		_, r := s.Decide(lowWater, world.Input{Via: world.Via{Kind: world.ViaHost}, Action: a})
		return r
	}
	if r := host(world.ApplyPack{Pack: pack}); r != nil {
		t.Fatal(r)
	}
	if r := host(world.Create{Name: "Seren", Account: "a-1", Role: world.RolePlayer}); r != nil {
		t.Fatal(r)
	}
	with := smallport.Pack()
	with.Hash = "with"
	if r := host(world.ApplyPack{Pack: with}); r != nil {
		t.Fatal(r)
	}
	if r := host(world.Embody{Body: world.ProtoID(seren)}); r == nil || r.Code != world.CodeTaken ||
		!strings.Contains(r.Text, "somebody's own character") {
		t.Errorf("to be her = %+v", r)
	}
	if got := s.ReadyFree(); len(got) != 0 {
		t.Errorf("free = %v", got)
	}
	if err := s.Check(); err != nil {
		t.Error(err)
	}
}
