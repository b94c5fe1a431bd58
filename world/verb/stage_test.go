package verb_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// stage is a world in which every example of the table makes sense, with bob in it, who carries a pouch, a note, a
// coat, a rusty key.
type stage struct {
	t      testing.TB
	table  *verb.Table
	state  *world.State
	now    world.Time
	bob    world.ActorID
	ann    world.ActorID
	memory verb.Memory
}

const morning = world.Minute // daylight, and the tide is going out

// stagePack is a hall with one of everything that lines speak of, a yard, a cellar, and a vault behind a locked door.
func stagePack() world.Pack {
	return world.Pack{
		ID: "stage", Name: "Stage", Start: "hall", Hash: "1",
		Zones: []world.ZoneSpec{{ID: "workshop", Name: "The Workshop", Closed: true}},
		Rooms: []world.RoomSpec{
			{
				ID: "hall", Zone: "stage", Name: "The Hall", Desc: "A bare hall with a mural.",
				Light: world.LightOutdoor,
				Exits: []world.ExitSpec{
					{Dir: world.North, To: "yard", Desc: "Daylight."}, {Dir: world.East, To: "vault", Door: "oak-door"},
					{Dir: world.Down, To: "cellar"}, {Dir: world.West, To: "attic", Hidden: true},
				},
				Extras: []world.ExtraSpec{{Keys: []string{"mural"}, Desc: "It shows a hall with a mural."}},
			},
			{ID: "yard", Zone: "stage", Name: "The Yard", Desc: "Weeds.", Exits: []world.ExitSpec{
				{Dir: world.South, To: "hall"},
			}},
			{ID: "vault", Zone: "stage", Name: "The Vault", Desc: "Shelves.", Exits: []world.ExitSpec{
				{Dir: world.West, To: "hall", Door: "oak-door"},
			}},
			{ID: "cellar", Zone: "stage", Name: "The Cellar", Light: world.LightDark, Exits: []world.ExitSpec{
				{Dir: world.Up, To: "hall"},
			}},
			{ID: "attic", Zone: "stage", Name: "The Attic", Desc: "Dust.", Exits: []world.ExitSpec{
				{Dir: world.East, To: "hall"},
			}},
		},
		Doors: []world.DoorSpec{{ID: "oak-door", Name: "oak door", Closed: true, Locked: true, Key: "rusty-key"}},
		Items: []world.ItemSpec{
			{ID: "lamp", Name: "lamp", Desc: "It is out."},
			{ID: "rusty-key", Name: "rusty key", Desc: "Rust, mostly."},
			{ID: "brass-key", Name: "brass key", Desc: "Brass."},
			{ID: "iron-key", Name: "iron key", A: "an", Desc: "Iron."},
			{ID: "pouch", Name: "leather pouch", Desc: "Soft.", Holds: &world.HoldsSpec{Most: 4}},
			{ID: "note", Name: "note", Desc: "Folded.", Text: "Mind the gap."},
			{ID: "coat", Name: "oilskin coat", Keys: []string{"yellow"}, A: "an", Desc: "Loud.", Wear: world.SlotBody},
			{ID: "purse", Name: "pile of coins", Keys: []string{"coin"}, Desc: "Pennies.", Coins: true, Value: 7},
			{ID: "chest", Name: "chest", Desc: "Tarred.", Fixed: true, Holds: &world.HoldsSpec{
				Most: 3, Lid: true, Closed: true, Locked: true, Key: "rusty-key",
			}},
			{ID: "heap", Name: "heap of weed", Desc: "Weed.", Fixed: true, Holds: &world.HoldsSpec{Most: 5}},
			{ID: "pearl", Name: "pearl", Desc: "Round."},
			{ID: "pie", Name: "pie", Desc: "Hot.", Eat: "It was eel."},
			{ID: "beer", Name: "mug of beer", Desc: "Flat.", Drink: "It was wet."},
			{ID: "net", Name: "fishing net", Desc: "Holes, tied together."},
		},
		Mobs:   stageMobs(),
		Spawns: stageSpawns(),
		Tables: []world.TableSpec{
			{ID: "barrel", Name: "barrel table", Room: "hall", Game: "noughts", Keys: []string{"grid"}, Desc: "A grid."},
			{ID: "slate", Name: "slate", Room: "yard", Game: "noughts", Desc: "Chalk.", House: true},
		},
		Quests: []world.QuestSpec{{
			ID: "errand", Name: "A Small Errand", Room: "hall", Offer: "Bring me a note. Will you?",
			Active: "A note is wanted.",
			Done:   "Thank you.", Needs: []world.NeedSpec{{Find: "note"}}, Coins: 3,
		}},
		Channels: []world.ChannelSpec{
			{ID: "quays", Name: "the quays", About: "Heard from quay to quay.", Says: "hails the quays"},
		},
		Socials: stageSocials(),
		Help: []world.HelpSpec{
			{ID: "newbie", Keys: []string{"start"}, Text: "Look about you.\n\nThen act."},
			{ID: "quests", Keys: []string{"errands"}, Text: "Quests are offered at places."},
			{ID: "combat", Keys: []string{"attack"}, Text: "It hurts."},
		},
	}
}

// stageSocials are two gestures.
func stageSocials() []world.SocialSpec {
	return []world.SocialSpec{
		{ID: "bow", Alone: "You bow.", AloneAll: "{actor} bows.", At: "You bow to {target}.",
			AtTarget: "{actor} bows to you.", AtAll: "{actor} bows to {target}."},
		{ID: "wave", Alone: "You wave.", AloneAll: "{actor} waves.", At: "You wave to {target}.",
			AtTarget: "{actor} waves to you.", AtAll: "{actor} waves to {target}."},
	}
}

// stageMobs are a rat, and somebody who trades and teaches.
func stageMobs() []world.MobSpec {
	return []world.MobSpec{
		{ID: "rat", Name: "rat", Desc: "Sleek.", HP: 9, Aggressive: true},
		{ID: "nan", Name: "Nan Silt", A: "none", Keys: []string{"woman"}, Desc: "Old.", HP: 40, Guarded: true, Mind: shop()},
	}
}

// shop is what Nan deals in.
func shop() *world.MindSpec {
	return &world.MindSpec{
		Sells: []world.WareSpec{{Item: "lamp", Price: 6, Least: 3}, {Item: "net", Price: 40}},
		Buys:  []world.WareSpec{{Item: "pearl", Price: 10, Most: 16}, {Item: "lamp", Price: 1}},
		Teaches: []world.LessonSpec{
			{ID: "mural", Name: "the mural", Text: "It is the wrong way round.", Room: "attic"},
			{ID: "vault", Name: "the vault", Text: "It is empty.", About: []string{"treasure"}, Price: 2},
		},
		Promises: []world.PromiseSpec{{ID: "lamp", Text: "A lamp, one day.", Item: "lamp"}},
	}
}

func stageSpawns() []world.SpawnSpec {
	return []world.SpawnSpec{
		{ID: "s-rat", Mob: "rat", As: "npc-rat", Room: "hall"},
		{ID: "s-nan", Mob: "nan", As: "npc-nan", Room: "hall"},
		{ID: "s-lamp", Item: "lamp", Room: "hall", Max: 2},
		{ID: "s-brass", Item: "brass-key", As: "brass-1", Room: "hall"},
		{ID: "s-iron", Item: "iron-key", As: "iron-1", Room: "hall"},
		{ID: "s-rusty", Item: "rusty-key", As: "rusty-1", Room: "hall"},
		{ID: "s-pouch", Item: "pouch", As: "pouch-1", Room: "hall"},
		{ID: "s-note", Item: "note", As: "note-1", Room: "hall"},
		{ID: "s-coat", Item: "coat", As: "coat-1", Room: "hall"},
		{ID: "s-purse", Item: "purse", Room: "hall", Max: 2},
		{ID: "s-chest", Item: "chest", As: "chest-1", Room: "hall"},
		{ID: "s-heap", Item: "heap", As: "heap-1", Room: "hall"},
		{ID: "s-pearl", Item: "pearl", As: "pearl-1", In: "s-heap"},
	}
}

// newStage makes the world with bob of a role in it.
func newStage(t testing.TB, role world.Role) *stage {
	t.Helper()
	s := &stage{t: t, table: verb.New(), state: world.New(1), now: morning}
	s.host(world.Start{Build: "test", Seed: 1})
	s.host(world.ApplyPack{Pack: stagePack()})
	s.bob, s.ann = s.join("bob", role), s.join("ann", world.RolePlayer)
	s.act(s.bob, world.Take{Items: []world.ItemID{"pouch-1", "note-1", "coat-1", "rusty-1"}})
	return s
}

func (s *stage) host(a world.Action) *world.Record {
	s.t.Helper()
	rec, r := s.state.Decide(s.now, world.Input{Via: world.Via{Kind: world.ViaHost}, Action: a})
	if r != nil {
		s.t.Fatalf("%T: %s", a, r.Text)
	}
	return rec
}

func (s *stage) join(name string, role world.Role) world.ActorID {
	s.t.Helper()
	account := world.AccountID("acct-" + name)
	if role == world.RoleGuest {
		account = ""
	}
	s.host(world.Create{Name: name, Account: account, Role: role})
	id := world.ActorID("pc-" + name)
	s.act(id, world.Enter{})
	return id
}

// act does what the rules must allow.
func (s *stage) act(who world.ActorID, a world.Action) {
	s.t.Helper()
	in := world.Input{Actor: who, Via: world.Via{Kind: world.ViaKeyboard}, Action: a}
	if _, r := s.state.Decide(s.now, in); r != nil {
		s.t.Fatalf("%s, %T: %s", who, a, r.Text)
	}
}

func (s *stage) ctx(who world.ActorID) verb.Ctx {
	c := verb.Ctx{State: s.state, Now: s.now, Actor: s.state.Actors[who], Via: world.Via{Kind: world.ViaKeyboard}}
	if who == s.bob {
		c.Memory = &s.memory
	}
	return c
}

// answer is what came of a call.
type answer struct {
	records []*world.Record
	report  any
	refusal *world.Refusal
	ask     verb.Ask
}

// carry carries a call out as the loop does: a refusal ends it.
func (s *stage) carry(who world.ActorID, call verb.Call) answer {
	out := answer{ask: call.Ask}
	for {
		if out.refusal = call.Refusal; out.refusal != nil {
			return out
		}
		if call.Input != nil {
			rec, r := s.state.Decide(s.now, *call.Input)
			if r != nil {
				out.refusal = r
				return out
			}
			if rec != nil {
				out.records = append(out.records, rec)
			}
		}
		if call.Then == nil {
			if call.Report != nil {
				out.report = call.Report(s.ctx(who))
			}
			return out
		}
		call = call.Then(s.ctx(who))
	}
}

// line types a line.
func (s *stage) line(who world.ActorID, line string) answer {
	return s.carry(who, s.table.Parse(s.ctx(who), line))
}

// must types lines that have to work.
func (s *stage) must(who world.ActorID, lines ...string) {
	s.t.Helper()
	for _, l := range lines {
		if a := s.line(who, l); a.refusal != nil {
			s.t.Fatalf("%s> %s: %s", who, l, a.refusal.Text)
		}
	}
}

// told says in one line what a call resolved to.
func told(call verb.Call) string {
	switch {
	case call.Refusal != nil:
		return fmt.Sprintf("%s: %s", call.Refusal.Code, call.Refusal.Text)
	case call.Input != nil:
		b, err := json.Marshal(call.Input.Action)
		if err != nil {
			panic(err)
		}
		return strings.TrimPrefix(fmt.Sprintf("%T", call.Input.Action), "world.") + string(b)
	case call.Ask.Kind != "":
		return fmt.Sprintf("ask %s %q", call.Ask.Kind, call.Ask.Args)
	case call.Report != nil:
		return call.Verb.Name + " reports"
	}
	return "nothing"
}

// golden compares with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; run with -update and read the diff. got:\n%s", path, got)
	}
}
