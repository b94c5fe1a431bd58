package world_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// edit sets entries of content.
func edit(entries ...any) world.EditContent {
	var e world.Entries
	for _, entry := range entries {
		kind := map[string]string{
			"RoomSpec": "room", "DoorSpec": "door", "ItemSpec": "item", "MobSpec": "mob", "SpawnSpec": "spawn",
			"QuestSpec": "quest", "SocialSpec": "social", "HelpSpec": "help", "TableSpec": "table", "ZoneSpec": "zone",
		}[reflect.TypeOf(entry).Name()]
		e.Put(kind, reflect.ValueOf(entry).FieldByName("ID").String(), entry)
	}
	return world.EditContent{Set: e}
}

// withdraw takes entries out of the content.
func withdraw(kind string, ids ...string) world.EditContent {
	var e world.Entries
	for _, id := range ids {
		e.Put(kind, id, nil)
	}
	return world.EditContent{Set: e}
}

// content is all content of a state, as text that can be compared.
func contentOf(s *world.State) []string {
	var out []string
	for _, kind := range world.EntryKinds() {
		for _, id := range s.EntryIDs(kind) {
			out = append(out, kind+"/"+id+" "+world.Digest(s.Entry(kind, id)))
		}
	}
	return out
}

// OWNERS 3.3: a builder edits the world from inside, and undoes it; nobody less does. An edit is looked over first, and
// changes all that it names, or nothing.
func TestContentIsEdited(t *testing.T) {
	c := newScene(t)
	quay := *c.s.Rooms[c.s.Actors[anna].Room]
	quay.Desc = "It was swept this morning."
	c.refused(anna, edit(quay), world.CodeNotAllowed)
	before := contentOf(c.s)
	c.emits(merla, edit(quay), "ContentChanged")
	if got := c.s.Rooms[quay.ID].Desc; got != quay.Desc {
		t.Fatalf("the room says %q", got)
	}
	c.refused(merla, edit(quay), world.CodeAlready)
	for _, tt := range []struct {
		what string
		do   world.Action
		want world.Code
	}{
		{"a way to nowhere", edit(world.RoomSpec{ID: "loft", Name: "Loft", Desc: "x",
			Exits: []world.ExitSpec{{Dir: world.Up, To: "no-room"}}}), world.CodeUnknown},
		{"a rule of nothing", edit(world.SpawnSpec{ID: "a", Item: "no-thing", Room: quay.ID, Max: 1}), world.CodeUnknown},
		{"what no state may hold", edit(world.ItemSpec{ID: "hat", Name: "hat", Desc: "x", Wear: "tail"}), world.CodeBadValue},
		{"a room that is an exit's", withdraw("room", string(quay.ID)), world.CodeCannot},
		{"nothing", world.EditContent{}, world.CodeAlready},
		{"undoing what there is not", world.UndoChange{Change: 7}, world.CodeUnknown},
	} {
		if _, got := c.at(worldtest.Typed(merla, tt.do)); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.what, got, tt.want)
		}
	}
	quay.Safe = !quay.Safe
	c.does(merla, edit(quay))
	c.refused(merla, world.UndoChange{Change: 1}, world.CodeAlready) // it was changed since
	c.does(merla, world.UndoChange{Change: 2})
	c.does(merla, world.UndoChange{Change: 1})
	c.refused(merla, world.UndoChange{Change: 1}, world.CodeAlready) // twice
	if got := contentOf(c.s); !slices.Equal(got, before) || len(c.s.Edits) > 0 {
		t.Errorf("undone, it is not as it was: %v, edited %v", len(got), c.s.Edits)
	}
	if err := c.s.Check(); err != nil {
		t.Error(err)
	}
}

// What was built on a change is named, and undone with it when one says so: also what that changed besides.
func TestAChangeIsUndoneWithWhatWasBuiltOnIt(t *testing.T) {
	c := newScene(t)
	quay, market, store := *c.s.Rooms[worldtest.Quay], *c.s.Rooms[worldtest.Market], *c.s.Rooms[worldtest.Store]
	before := contentOf(c.s)
	quay.Desc = "First."
	c.does(merla, edit(quay)) // 1
	quay.Desc, market.Desc = "Second.", "Second."
	c.does(merla, edit(quay, market)) // 2
	market.Desc = "Third."
	c.does(merla, edit(market)) // 3
	store.Desc = "Apart."
	c.does(merla, edit(store)) // 4
	c.says(merla, world.UndoChange{Change: 1}, world.CodeAlready,
		"The room quay was changed since; before it comes undo 3, undo 2. Or undo 1 all takes back that, too.")
	c.does(merla, world.UndoChange{Change: 1, All: true}) // 5
	for n, undone := range map[int]int{1: 5, 2: 5, 3: 5, 4: 0} {
		if got := c.s.Changes[n].Undone; got != undone {
			t.Errorf("change %d is undone by %d, want %d", n, got, undone)
		}
	}
	c.does(merla, world.UndoChange{Change: 5}) // and all of it back
	c.says(merla, world.UndoChange{Change: 3}, world.CodeAlready,
		"Change 3 is in force again, by change 6; undo that one.")
	if got := c.s.Rooms[worldtest.Market].Desc; got != "Third." {
		t.Errorf("taken back, the undo left the market saying %q", got)
	}
	c.does(merla, world.UndoChange{Change: 6})
	c.does(merla, world.UndoChange{Change: 4})
	if got := contentOf(c.s); !slices.Equal(got, before) || len(c.s.Edits) > 0 {
		t.Errorf("undone, it is not as it was; edited: %v", c.s.Edits)
	}
	if err := c.s.Check(); err != nil {
		t.Error(err)
	}
}

// A room is dug, supplied, and withdrawn again with all that its rules made: who is in it comes to where people arrive.
func TestARoomComesAndGoes(t *testing.T) {
	c := newScene(t)
	here := *c.s.Rooms[c.s.Actors[merla].Room]
	cell := world.RoomSpec{ID: "cell", Name: "Cell", Desc: "Bare.", Zone: here.Zone,
		Exits: []world.ExitSpec{{Dir: world.Down, To: here.ID}}}
	dug := here
	dug.Exits = append(slices.Clone(here.Exits), world.ExitSpec{Dir: world.Up, To: "cell"})
	c.does(merla, edit(dug, cell))
	c.does(merla, edit(
		world.ItemSpec{ID: "mug", Name: "mug", Desc: "Tin."},
		world.SpawnSpec{ID: "mug-here", Item: "mug", Room: "cell", Max: 2},
		world.MobSpec{ID: "moth", Name: "moth", Desc: "Grey.", HP: 1, Damage: world.Dice{N: 1, S: 2}},
		world.SpawnSpec{ID: "moth-here", Mob: "moth", Room: "cell", Max: 1}))
	if got := len(c.s.Index.Floor["cell"]); got != 2 {
		t.Fatalf("%d mugs lie there", got)
	}
	mug := c.s.Index.Floor["cell"][0]
	c.does(merla, world.Haul{Body: anna, To: "cell"})
	c.does(anna, world.Take{Items: []world.ItemID{mug}})
	c.refused(merla, withdraw("item", "mug"), world.CodeCannot)  // a rule names it
	c.refused(merla, withdraw("room", "cell"), world.CodeCannot) // an exit leads there
	c.refused(merla, world.EditContent{Set: world.Entries{Gone: world.Withdrawn{
		Items: []world.ProtoID{"mug"}, Spawns: []world.SpawnID{"mug-here"},
	}}}, world.CodeCannot) // Anna has one
	c.does(merla, withdraw("spawn", "mug-here", "moth-here"))
	if c.s.Items[mug] == nil || len(c.s.Index.Floor["cell"]) != 0 || len(c.s.Index.Present["cell"]) != 1 {
		t.Errorf("left in the cell: %v and %v; Anna's mug: %v", c.s.Index.Floor["cell"], c.s.Index.Present["cell"],
			c.s.Items[mug])
	}
	out := withdraw("room", "cell")
	out.Set.Put("room", string(here.ID), here)
	c.does(merla, out)
	if got := c.s.Actors[anna].Room; got == "cell" || c.s.Rooms[got] == nil {
		t.Errorf("Anna stands in %s", got)
	}
	if err := c.s.Check(); err != nil {
		t.Error(err)
	}
}

// OWNERS 3.3, seam 7: a pack that is applied again keeps what was edited from inside, follows where only it changed,
// and says where both did.
func TestPackAndEditsAreMerged(t *testing.T) {
	c := newScene(t)
	host := world.Via{Kind: world.ViaHost}
	p := worldtest.SmallPack()
	apply := func(hash string) world.PackApplied {
		t.Helper()
		p.Hash = hash
		rec, r := c.s.Decide(c.now, world.Input{Via: host, Action: world.ApplyPack{Pack: p}})
		if r != nil {
			t.Fatal(r)
		}
		e, ok := rec.Notices[0].Event.(world.PackApplied)
		if !ok {
			t.Fatalf("got %T", rec.Notices[0].Event)
		}
		return e
	}
	p.Rooms = slices.Clone(p.Rooms)
	mine, theirs := p.Rooms[0], p.Rooms[1]
	mine.Desc = "Edited from inside."
	c.does(merla, edit(mine, world.HelpSpec{ID: "house", Text: "Be kind."}))
	p.Rooms[1].Desc = "Edited in the file."
	if e := apply("2"); len(e.Rooms) != 1 || len(e.Kept) != 0 || c.s.Rooms[mine.ID].Desc != mine.Desc ||
		c.s.Rooms[theirs.ID].Desc != p.Rooms[1].Desc || c.s.Help["house"] == nil {
		t.Fatalf("one of each: %+v", e)
	}
	was := p.Rooms[0].Desc
	p.Rooms[0].Desc = "Edited in the file, too."
	if e := apply("3"); len(e.Kept) != 1 || !c.s.Edits["room:"+string(mine.ID)].Clash ||
		c.s.Rooms[mine.ID].Desc != mine.Desc {
		t.Fatalf("both: %+v", e)
	}
	if e := apply("4"); len(e.Kept) != 0 {
		t.Errorf("a clash is said twice: %+v", e)
	}
	c.does(merla, world.UndoChange{Change: 1}) // the builder gives in
	if len(c.s.Edits) != 0 || c.s.Rooms[mine.ID].Desc != was {
		t.Fatalf("undone: %v, %q", c.s.Edits, c.s.Rooms[mine.ID].Desc)
	}
	if apply("4"); c.s.Rooms[mine.ID].Desc != p.Rooms[0].Desc {
		t.Errorf("the pack was not applied again: %q", c.s.Rooms[mine.ID].Desc)
	}
	mine.Desc = "Agreed."
	c.does(merla, edit(mine))
	p.Rooms[0].Desc = "Agreed."
	if e := apply("5"); len(e.Settled) != 1 || len(c.s.Edits) != 0 {
		t.Errorf("exported: %+v, %v", e, c.s.Edits)
	}
	if err := c.s.Check(); err != nil {
		t.Error(err)
	}
}

// What was exported into a folder that the next start does not read is an edit again, and stays; an apply that says the
// old takes it back.
func TestStartKeepsWhatItsPackLacks(t *testing.T) {
	for _, most := range []int{world.PartBytes, 1} {
		c := newScene(t)
		p := worldtest.SmallPack()
		was := p.Rooms[0].Desc
		mine := p.Rooms[0]
		mine.Desc = "Edited from inside."
		c.does(merla, edit(mine, world.HelpSpec{ID: "house", Text: "Be kind."}))
		with := p
		with.Hash, with.Rooms = "exported", slices.Clone(p.Rooms)
		with.Rooms[0] = mine
		with.Help = append(slices.Clone(p.Help), world.HelpSpec{ID: "house", Text: "Be kind."})
		for _, part := range c.s.Parts(&with, most) {
			c.hosts(part)
		}
		if len(c.s.Edits) != 0 {
			t.Fatalf("the pack has it: %v", c.s.Edits)
		}
		p.Hash = "begun anew"
		for _, part := range c.s.KeepingParts(&p, most) {
			c.hosts(part)
		}
		if c.s.Rooms[mine.ID].Desc != mine.Desc || c.s.Help["house"] == nil || len(c.s.Edits) != 2 {
			t.Errorf("%q, %v, %v", c.s.Rooms[mine.ID].Desc, c.s.Help["house"], c.s.Edits)
		}
		if err := c.s.Check(); err != nil {
			t.Error(err)
		}
		for _, pack := range []*world.Pack{&with, &p} {
			pack.Hash += ", again"
			for _, part := range c.s.Parts(pack, most) {
				c.hosts(part)
			}
		}
		if c.s.Rooms[mine.ID].Desc != was || c.s.Help["house"] != nil || len(c.s.Edits) != 0 {
			t.Errorf("taken back in the files: %q, %v", c.s.Rooms[mine.ID].Desc, c.s.Edits)
		}
	}
}

// Every field of content that holds an id is looked at before an edit may name it.
func TestEveryReferenceIsLookedAt(t *testing.T) {
	kinds := map[string]reflect.Type{
		"room": reflect.TypeFor[world.RoomSpec](), "door": reflect.TypeFor[world.DoorSpec](),
		"item": reflect.TypeFor[world.ItemSpec](), "mob": reflect.TypeFor[world.MobSpec](),
		"spawn": reflect.TypeFor[world.SpawnSpec](), "quest": reflect.TypeFor[world.QuestSpec](),
		"table": reflect.TypeFor[world.TableSpec](),
	}
	ids := []reflect.Type{
		reflect.TypeFor[world.RoomID](), reflect.TypeFor[world.DoorID](), reflect.TypeFor[world.ProtoID](),
		reflect.TypeFor[world.SpawnID](), reflect.TypeFor[world.QuestID](), reflect.TypeFor[world.BoardID](),
	}
	for kind, typ := range kinds {
		var want []string
		var fill func(v reflect.Value, path string)
		fill = func(v reflect.Value, path string) {
			switch {
			case slices.Contains(ids, v.Type()):
				v.SetString(fmt.Sprintf("ref-%d", len(want)))
				want = append(want, path)
			case v.Kind() == reflect.Pointer:
				v.Set(reflect.New(v.Type().Elem()))
				fill(v.Elem(), path)
			case v.Kind() == reflect.Struct:
				for i := range v.NumField() {
					if name := v.Type().Field(i).Name; path != "" || name != "ID" {
						fill(v.Field(i), path+"."+name)
					}
				}
			case v.Kind() == reflect.Slice:
				v.Set(reflect.MakeSlice(v.Type(), 1, 1))
				fill(v.Index(0), path)
			}
		}
		v := reflect.New(typ).Elem()
		fill(v, "")
		v.FieldByName("ID").SetString("the-one")
		found := world.ReferencesOf(kind, v.Interface())
		for i, path := range want {
			if !slices.ContainsFunc(found, func(r string) bool { return strings.HasSuffix(r, fmt.Sprintf(":ref-%d", i)) }) {
				t.Errorf("%s%s may name what there is not", kind, path)
			}
		}
	}
}

// Whatever is edited, in any order, and with people about: when all of it is undone, the newest first, the content is
// what it was, and at every step the world can be.
func TestEverythingIsUndone(t *testing.T) {
	rounds := 300
	if testing.Short() {
		rounds = 60
	}
	c := newScene(t)
	before := contentOf(c.s)
	dice := rand.New(rand.NewPCG(7, 11))
	made := 0
	for range rounds {
		a := worldtest.DrawBuilding(c.s, merla, world.EditContent{}, dice.IntN)
		if _, code := c.at(worldtest.Typed(merla, a)); code == "" {
			made++
		}
		if err := c.s.Check(); err != nil {
			t.Fatalf("after %+v: %v", a, err)
		}
	}
	if made < rounds/5 {
		t.Errorf("only %d of %d edits were made", made, rounds)
	}
	for n := c.s.LastChange(); n > 0; n-- {
		if ch := c.s.Changes[n]; ch.Undone != 0 || ch.Undoes != 0 {
			continue
		}
		if _, code := c.at(worldtest.Typed(merla, world.UndoChange{Change: n})); code == world.CodeCannot {
			clearAway(c) // things of a pattern that goes are still about
			c.does(merla, world.UndoChange{Change: n})
		} else if code != "" {
			t.Fatalf("undo of %d is refused: %s", n, code)
		}
	}
	if got := contentOf(c.s); !slices.Equal(got, before) || len(c.s.Edits) > 0 {
		t.Errorf("undone, the content is not as it was; edited: %v", c.s.Edits)
	}
}

// clearAway purges all that was made of patterns that no pack has.
func clearAway(c *scene) {
	for id, it := range world.Ordered(c.s.Items) {
		if strings.HasPrefix(string(it.Proto), "built-") {
			c.does(merla, world.Purge{Item: id})
		}
	}
	for id, a := range world.Ordered(c.s.Actors) {
		if strings.HasPrefix(string(a.Proto), "built-") {
			c.does(merla, world.Purge{Actor: id})
		}
	}
}

// No edit makes money of things, or loses it: the patterns that the rules need stay, and what is about does not become
// coins, or cease to be.
func TestMoneyIsNotEditedAway(t *testing.T) {
	c := newScene(t)
	for _, id := range []string{"coins", "corpse"} {
		c.refused(merla, withdraw("item", id), world.CodeCannot)
	}
	mug := world.ItemSpec{ID: "mug", Name: "mug", Desc: "Tin."}
	c.does(merla, edit(mug))
	coined := mug
	coined.Coins, coined.Value = true, 5
	c.does(merla, edit(coined)) // there is none yet
	c.does(merla, edit(mug))
	c.does(merla, edit(world.SpawnSpec{ID: "mug-here", Item: "mug", Room: c.s.Actors[merla].Room, Max: 1}))
	c.refused(merla, edit(coined), world.CodeCannot)
	c.refused(merla, edit(world.MobSpec{ID: "mug", Name: "mug", Desc: "x", HP: 1}), world.CodeBadValue) // an item has it
	for _, m := range world.Ordered(c.s.MobSpecs) {
		c.refused(merla, edit(world.ItemSpec{ID: m.ID, Name: "x", Desc: "x"}), world.CodeBadValue)
	}
	c.refused(merla, edit(world.SocialSpec{ID: "a/b", Alone: "You bow."}), world.CodeBadValue)
	c.refused(merla, edit(world.HelpSpec{ID: "{actor}", Text: "Be kind."}), world.CodeBadValue)
	if err := c.s.Check(); err != nil {
		t.Error(err)
	}
}
