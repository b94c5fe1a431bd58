package world_test

import (
	"cmp"
	"slices"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
	"github.com/mudlark-mud/mudlark/world/worldtest/audit"
)

const (
	watchman world.ActorID = "npc-watchman"
)

// newMinded is newScene in a world with minds in it.
func newMinded(t *testing.T) *scene {
	t.Helper()
	c := newScene(t)
	c.hosts(world.ApplyPack{Pack: audit.WardenPack()})
	return c
}

// hosts has the daemon do something.
func (c *scene) hosts(a world.Action) {
	c.Helper()
	if _, code := c.at(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: a}); code != "" {
		c.Fatalf("%T was refused: %s", a, code)
	}
}

// thinks is something that a creature's mind wants.
func thinks(who world.ActorID, a world.Action) world.Input {
	return world.Input{Actor: who, Via: world.Via{Kind: world.ViaMind}, Action: a}
}

// told returns how somebody perceived each event of a kind in the last record, or nothing.
func (c *scene) told(who world.ActorID, kind string) []world.Sense {
	var out []world.Sense
	for i := range c.last.Notices {
		n := &c.last.Notices[i]
		if s, ok := n.SenseOf(c.s.Actors[who].Num); ok && names(&world.Record{Notices: []world.Notice{*n}}) == kind {
			out = append(out, s)
		}
	}
	return out
}

// holding returns a thing of a pattern that somebody carries.
func (c *scene) holding(who world.ActorID, proto world.ProtoID) world.ItemID {
	c.Helper()
	for _, id := range c.s.Index.Held[who] {
		if c.s.Items[id].Proto == proto {
			return id
		}
	}
	c.Fatalf("%s holds no %s", who, proto)
	return ""
}

// A creature with a mind perceives as people do; one without perceives nothing.
func TestMindsPerceive(t *testing.T) {
	c := newMinded(t)
	c.does(anna, world.Say{Text: "Good evening."})
	if got := c.told(keeper, "Said"); !slices.Equal(got, []world.Sense{world.Saw | world.Heard}) {
		t.Errorf("said in its presence: %v", got)
	}
	c.does(anna, world.Whisper{To: keeper, Text: "psst"})
	if got := c.told(keeper, "Whispered"); !slices.Equal(got, []world.Sense{world.Mine | world.Saw | world.Heard}) {
		t.Errorf("whispered to it: %v", got)
	}
	c.does(anna, world.Whisper{To: benno, Text: "psst"})
	if whispered, hushed := c.told(keeper, "Whispered"), c.told(keeper, "Hushed"); whispered != nil || len(hushed) != 1 {
		t.Errorf("whispered to somebody else in its presence: %v, and the sight of it %v", whispered, hushed)
	}
	c.does(anna, world.Tell{To: watchman, Text: "are you there?"})
	if got := c.told(watchman, "Told"); !slices.Equal(got, []world.Sense{world.Mine | world.Heard}) {
		t.Errorf("told to it from afar: %v", got)
	}
	c.does(merla, world.Haul{Body: merla, To: worldtest.Market})
	c.does(merla, world.Shout{Text: "Ahoy!"})
	if got := c.told(keeper, "Shouted"); !slices.Equal(got, []world.Sense{world.Heard | world.Far}) {
		t.Errorf("shouted in its zone: %v", got)
	}
	c.does(merla, world.Haul{Body: merla, To: worldtest.Arena})
	c.does(merla, world.Say{Text: "Who goes there?"})
	for _, id := range c.s.Index.Present[worldtest.Arena] {
		isMinded := c.s.Minded(c.s.Actors[id]) != nil
		if got := c.told(id, "Said"); (len(got) > 0) != (isMinded || id == merla) {
			t.Errorf("%s was told %v, and has a mind: %v", id, got, isMinded)
		}
	}
}

// A creature with a mind answers for itself: the rules leave it alone, whatever lines it has.
func TestMindsAnswerThemselves(t *testing.T) {
	without, with := newScene(t), newMinded(t)
	without.emits(anna, world.Say{Text: "Keeper, good evening."}, "Said Said")
	without.emits(anna, world.Whisper{To: keeper, Text: "psst"}, "Whispered Whispered Hushed")
	with.emits(anna, world.Say{Text: "Keeper, good evening."}, "Said Engaged")
	with.emits(anna, world.Whisper{To: keeper, Text: "psst"}, "Whispered Hushed")
}

// What a pack says of minds is in force at once, and out of force as well.
func TestMindsComeAndGoWithThePack(t *testing.T) {
	c := newMinded(t)
	if got := c.s.Index.Minds; !slices.Equal(got, []world.ActorID{bess, keeper, watchman}) {
		t.Errorf("got %v", got)
	}
	p := worldtest.SmallPack()
	p.Hash = "without"
	c.hosts(world.ApplyPack{Pack: p})
	if got := c.s.Index.Minds; len(got) != 0 {
		t.Errorf("without minds in the pack: %v", got)
	}
	c.does(anna, world.Say{Text: "Anybody?"})
	if got := c.told(keeper, "Said"); got != nil {
		t.Errorf("a creature without a mind was told %v", got)
	}
}

// TestLawOfMinds is the table of what a mind may do. What its pattern does not list is refused with one code.
func TestLawOfMinds(t *testing.T) {
	no := world.CodeNotAllowed
	pub, pit, shop := haul(keeper, worldtest.Market), haul(keeper, worldtest.Arena), haul(keeper, worldtest.Store)
	drop := func(id world.ItemID) world.Action { return world.Drop{Items: []world.ItemID{id}} }
	wear := func(id world.ItemID) world.Action { return world.Wear{Items: []world.ItemID{id}} }
	arena := haul(anna, worldtest.Arena)
	for name, tt := range map[string]struct {
		before func(c *scene)
		who    world.ActorID // the keeper, if nobody is named
		do     func(c *scene) world.Action
		want   world.Code
	}{
		"speaks":           {do: always(world.Say{Text: "Evening."})},
		"whispers":         {do: always(world.Whisper{To: anna, Text: "psst"})},
		"tells":            {do: always(world.Tell{To: anna, Text: "hello"})},
		"gestures":         {do: always(world.Gesture{Social: "bow", To: anna})},
		"sits down":        {do: always(world.Sit{Board: "barrel"})},
		"shouts":           {do: always(world.Shout{Text: "Ahoy!"}), want: no},
		"takes":            {do: always(world.Take{Items: []world.ItemID{"brass-key-01"}}), want: no},
		"drops":            {do: gives(drop), want: no},
		"wears":            {do: gives(wear), want: no},
		"takes on a quest": {do: always(world.AcceptQuest{Quest: "errand"}), want: no},
		"follows":          {do: always(world.Follow{Leader: anna}), want: no},
		"leaves the world": {do: always(world.Depart{}), want: no},
		"flees":            {do: always(world.Flee{}), want: no},

		"gives what anybody gets":        {do: gift("cap", anna)},
		"gives a friend's to none":       {do: gift("stone", anna), want: no},
		"gives a friend's to one":        {before: befriend, do: gift("stone", anna)},
		"gives what is promised":         {before: promise, do: gift("pearl", anna)},
		"gives before a promise":         {do: gift("pearl", anna), want: no},
		"gives another's promise":        {before: promise, do: gift("pearl", benno), want: no},
		"gives what is not listed":       {before: befriend, do: gift("knife", anna), want: no},
		"gives what is in what it gives": {do: gift("pouch", anna), want: no},
		"gives to a person of the world": {before: summon(bess), do: gift("cap", bess)},
		"gives to a beast":               {before: rat, do: toRat("cap"), want: no},

		"walks in its zone":           {do: always(world.Move{Dir: world.North})},
		"walks under the sea":         {do: always(world.Move{Dir: world.Down}), want: no},
		"walks where there is no way": {do: always(world.Move{Dir: world.West}), want: world.CodeNoExit},
		"opens a door on its way":     {do: worksDoor("hatch", world.WorkOpen)},
		"unlocks what it may":         {before: pub, do: worksDoor("store-door", world.WorkUnlock)},
		"unlocks what it may not":     {before: pit, do: worksDoor("grate", world.WorkUnlock), want: no},
		"opens a chest that it may":   {before: shop, do: always(world.WorkLid{Item: "chest-01", Work: world.WorkUnlock})},
		"opens a box":                 {do: box, want: no},

		"attacks":                       {before: pit, do: always(world.Attack{Target: bess}), want: no},
		"attacks on sight":              {before: arena, who: bess, do: always(world.Attack{Target: anna})},
		"attacks a person of the world": {who: bess, do: always(world.Attack{Target: watchman}), want: no},
		"a guard attacks":               {before: arena, who: watchman, do: always(world.Attack{Target: anna}), want: no},
		"a guard takes a person's side": {before: assault, who: watchman, do: always(world.Attack{Target: anna})},
		"a guard goes where it shuns":   {before: grate, who: watchman, do: always(world.Move{Dir: world.East}), want: no},

		"teaches":                           {do: always(world.Teach{To: anna, Lesson: "tides"})},
		"promises what it may":              {do: always(world.Promise{To: anna, Promise: "a-pearl"})},
		"promises the moon":                 {do: always(world.Promise{To: anna, Promise: "the-moon"}), want: no},
		"names a price for what it has not": {do: always(world.Quote{To: anna, Item: "cap", Coins: 1, Sell: true}), want: no},
	} {
		t.Run(name, func(t *testing.T) {
			c := newMinded(t)
			if tt.before != nil {
				tt.before(c)
			}
			action := tt.do(c)
			if _, got := c.at(thinks(cmp.Or(tt.who, keeper), action)); got != tt.want {
				t.Errorf("%T: got %q, want %q", action, got, tt.want)
			}
		})
	}
}

func worksDoor(id world.DoorID, work world.Work) func(*scene) world.Action {
	return always(world.WorkDoor{Door: id, Work: work})
}

func toRat(proto world.ProtoID) func(*scene) world.Action {
	return func(c *scene) world.Action { return gift(proto, c.rat())(c) }
}

func always(a world.Action) func(*scene) world.Action { return func(*scene) world.Action { return a } }

// gives makes an action with a cap that the keeper holds.
func gives(f func(world.ItemID) world.Action) func(*scene) world.Action {
	return func(c *scene) world.Action { return f(c.holding(keeper, "cap")) }
}

func gift(proto world.ProtoID, to world.ActorID) func(*scene) world.Action {
	return func(c *scene) world.Action {
		return world.Give{Items: []world.ItemID{c.holding(keeper, proto)}, To: to}
	}
}

func box(c *scene) world.Action {
	for _, id := range c.s.Index.Floor[worldtest.Quay] {
		if c.s.Items[id].Proto == "box" {
			return world.WorkLid{Item: id, Work: world.WorkOpen}
		}
	}
	c.Fatal("no box on the quay")
	return nil
}

func haul(who world.ActorID, to world.RoomID) func(*scene) {
	return func(c *scene) { c.does(merla, world.Haul{Body: who, To: to}) }
}

func summon(who world.ActorID) func(*scene) { return haul(who, worldtest.Quay) }

func promise(c *scene) {
	if _, code := c.at(thinks(keeper, world.Promise{To: anna, Promise: "a-pearl"})); code != "" {
		c.Fatalf("promise: %s", code)
	}
}

// befriend has Anna do an errand in the keeper's zone.
func befriend(c *scene) {
	haul(anna, worldtest.Market)(c)
	c.does(anna, world.AcceptQuest{Quest: "errand"})
	for _, id := range c.s.Index.Floor[worldtest.Market] {
		if c.s.Items[id].Proto == "pouch" {
			c.does(anna, world.Take{Items: []world.ItemID{id}})
			break
		}
	}
	c.does(anna, world.CompleteQuest{Quest: "errand"})
	haul(anna, worldtest.Quay)(c)
}

// assault has Anna attack Bess in the arena.
func assault(c *scene) {
	haul(anna, worldtest.Arena)(c)
	c.does(anna, world.Attack{Target: bess})
}

// rat brings a rat to the quay.
func rat(c *scene) { haul(c.rat(), worldtest.Quay)(c) }

func (c *scene) rat() world.ActorID {
	for id, a := range world.Ordered(c.s.Actors) {
		if a.Proto == "rat" {
			return id
		}
	}
	c.Fatal("no rat")
	return ""
}

func grate(c *scene) {
	haul(merla, worldtest.Arena)(c)
	c.does(merla, world.Conjure{Item: "iron-key"})
	c.does(merla, world.WorkDoor{Door: "grate", Work: world.WorkUnlock})
	c.does(merla, world.WorkDoor{Door: "grate", Work: world.WorkOpen})
}

// A gift every minute is one a minute, whoever asks, and one promise is one pearl.
func TestGiftsTakeTheirTime(t *testing.T) {
	c := newMinded(t)
	give := func(proto world.ProtoID, to world.ActorID) world.Code {
		_, code := c.at(thinks(keeper, gift(proto, to)(c)))
		return code
	}
	for i, want := range []world.Code{"", world.CodeTooSoon, world.CodeTooSoon} {
		if got := give("cap", []world.ActorID{anna, anna, benno}[i]); got != want {
			t.Errorf("cap %d: got %q, want %q", i, got, want)
		}
	}
	c.now += world.Minute
	if got := give("cap", benno); got != "" {
		t.Errorf("a minute later: %q", got)
	}
	c.now += world.Minute
	held := c.s.Index.Held[keeper]
	caps := slices.DeleteFunc(slices.Clone(held), func(id world.ItemID) bool { return c.s.Items[id].Proto != "cap" })
	if _, got := c.at(thinks(keeper, world.Give{Items: caps, To: anna})); len(caps) < 2 || got != world.CodeTooSoon {
		t.Errorf("%d caps at once: %q", len(caps), got)
	}
	promise(c)
	for i, want := range []world.Code{"", world.CodeNotAllowed} {
		if got := give("pearl", anna); got != want {
			t.Errorf("pearl %d after one promise: got %q, want %q", i, got, want)
		}
	}
}

// While an agent plays a creature its own mind stands aside, and has it back afterwards.
func TestMindStandsAsideForAnAgent(t *testing.T) {
	c := newMinded(t)
	c.does(merla, world.MintFor{Body: keeper, Grant: "g-k", Label: "elsewhere"})
	via := world.Via{Kind: world.ViaGrant, Grant: "g-k"}
	if _, code := c.at(world.Input{Actor: keeper, Via: via, Action: world.Enter{}}); code != "" {
		t.Fatalf("enter: %s", code)
	}
	if _, code := c.at(thinks(keeper, world.Say{Text: "I think."})); code != world.CodeDrivenByYou {
		t.Errorf("its mind, while an agent plays it: %q", code)
	}
	c.hosts(world.Sever{Body: keeper})
	if a := c.s.Actors[keeper]; a.Presence != world.Here || a.Agent != "" {
		t.Errorf("after the agent has gone: presence %d, agent %q", a.Presence, a.Agent)
	}
	if _, code := c.at(thinks(keeper, world.Say{Text: "I think."})); code != "" {
		t.Errorf("its mind, afterwards: %q", code)
	}
}

// A door that leads only to where a creature does not walk is none of its business, though anybody else may open it.
func TestMindsOpenTheirOwnDoors(t *testing.T) {
	c := newMinded(t)
	haul(merla, worldtest.Arena)(c)
	haul(keeper, worldtest.Arena)(c)
	c.does(merla, world.Conjure{Item: "iron-key"})
	c.does(merla, world.WorkDoor{Door: "grate", Work: world.WorkUnlock})
	if _, got := c.at(thinks(keeper, world.WorkDoor{Door: "grate", Work: world.WorkOpen})); got != world.CodeNotAllowed {
		t.Errorf("the keeper opens the way to the cave: %q", got)
	}
	c.does(merla, world.WorkDoor{Door: "grate", Work: world.WorkOpen})
}

// Who is no guard takes nobody's side, and a guard none against a person of the world.
func TestMindsTakeNoSides(t *testing.T) {
	c := newMinded(t)
	assault(c)
	haul(keeper, worldtest.Arena)(c)
	if _, got := c.at(thinks(keeper, world.Attack{Target: anna})); got != world.CodeNotAllowed {
		t.Errorf("the keeper takes a side: %q", got)
	}
	if _, got := c.at(thinks(watchman, world.Attack{Target: bess})); got != world.CodeNotAllowed {
		t.Errorf("the watchman attacks whom somebody attacked: %q", got)
	}
}

// Nothing chooses for a creature whose mind a pack took away, nor for a beast.
func TestNothingChoosesForTheMindless(t *testing.T) {
	c := newMinded(t)
	if _, got := c.at(thinks(c.rat(), world.Say{Text: "Squeak."})); got != world.CodeNotAllowed {
		t.Errorf("a rat speaks its mind: %q", got)
	}
	p := audit.WardenPack()
	p.Hash = "forgetful"
	for i := range p.Mobs {
		if p.Mobs[i].ID == "keeper" {
			p.Mobs[i].Mind = nil
		}
	}
	c.hosts(world.ApplyPack{Pack: p})
	held := c.holding(keeper, "knife")
	for _, a := range []world.Action{world.Say{Text: "Hm."}, world.Give{Items: []world.ItemID{held}, To: anna}} {
		if _, got := c.at(thinks(keeper, a)); got != world.CodeNotAllowed {
			t.Errorf("%T without a mind: %q", a, got)
		}
	}
}
