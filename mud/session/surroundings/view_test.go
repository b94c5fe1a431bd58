package surroundings_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// TestViewIsWhatOneWouldBeTold: in random games, whoever looks through the cache sees just what the reports say of
// which the text is made, lit or dark, whoever looked before.
func TestViewIsWhatOneWouldBeTold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		st := world.New(0)
		for _, in := range worldtest.Genesis() {
			_, _ = st.Decide(0, in)
		}
		var people []world.ActorID
		for i, name := range []string{"Anna", "Benno", "Clara"} {
			account := world.AccountID(fmt.Sprint("a-", i))
			is := worldtest.Person{Name: name, Account: account}
			if name == "Clara" { // who sees more than the others, at times
				is.Role = world.RoleWizard
			}
			people = append(people, worldtest.Join(st, 1, is))
		}
		g := worldtest.NewGamer(t, st)
		now := world.Time(rapid.Int64Range(1, int64(world.GameDay)).Draw(t, "begin"))
		var c surroundings.Cache
		for range 40 {
			now += g.Wait()
			_, _ = st.Decide(now, g.Input())
			for _, who := range people {
				check(t, &c, st, who, now)
			}
		}
	})
}

func check(t *rapid.T, c *surroundings.Cache, st *world.State, who world.ActorID, now world.Time) {
	a := st.Actors[who]
	if a == nil || a.Presence == world.Away {
		return
	}
	v := c.Of(st, a, now)
	seen, want := v.Room, st.LookAround(who, now)
	seen.People = v.Others()
	if !alike(seen, want) {
		t.Fatalf("%s sees\n%+v\nand is told\n%+v", who, seen, want)
	}
	if v.Room.Dark != (v.Terrain == surroundings.TerrainDark) || v.Room.Dark && v.Zone != "" {
		t.Fatalf("dark: %t, and it is %s in %q", v.Room.Dark, v.Terrain, v.Zone)
	}
	for _, l := range []struct {
		refs   []world.Ref
		traits []surroundings.ItemTraits
	}{{v.Room.Things, v.Things}, {v.Carrying, v.Carried}, {v.Using, v.Used}} {
		if len(l.refs) != len(l.traits) {
			t.Fatalf("%d things with %d traits", len(l.refs), len(l.traits))
		}
	}
	for i := range v.Using {
		if st.Spec(st.Items[world.ItemID(v.Using[i].ID)]).Wear == "" {
			continue // the author thought better of it while somebody had it on
		}
		if !v.Used[i].Has(surroundings.Wearable) && !v.Used[i].Has(surroundings.Wieldable) {
			t.Fatalf("%s is used and could not be", v.Using[i].ID)
		}
	}
}

// alike compares reports; nobody there may be said by an empty list or by none.
func alike(a, b world.RoomReport) bool {
	if len(a.People) == 0 && len(b.People) == 0 {
		a.People, b.People = nil, nil
	}
	return reflect.DeepEqual(a, b)
}

// TestChanges: what is only said changes nothing that is seen, and what it might change is never overlooked.
func TestChanges(t *testing.T) {
	for _, e := range []world.Event{world.Said{}, world.Told{}, world.Emoted{}, world.BlowMissed{}} {
		if surroundings.Changes(e) {
			t.Errorf("%T is said to change what one sees", e)
		}
	}
	for _, e := range []world.Event{world.Moved{}, world.BlowLanded{}, world.ItemTaken{}, world.Taunted{}} {
		if !surroundings.Changes(e) {
			t.Errorf("%T is said to change nothing", e)
		}
	}
	// In random games, whatever is said to change nothing leaves the view of everybody as it was.
	rapid.Check(t, unchanged)
}

func unchanged(t *rapid.T) {
	st := world.New(0)
	for _, in := range worldtest.Genesis() {
		_, _ = st.Decide(0, in)
	}
	people := []world.ActorID{
		worldtest.Join(st, 1, worldtest.Person{Name: "Anna", Account: "a-1"}),
		worldtest.Join(st, 1, worldtest.Person{Name: "Benno", Account: "a-2"}),
	}
	g := worldtest.NewGamer(t, st)
	now := world.Time(1)
	for range 60 {
		before := look(st, people, now)
		rec, _ := st.Decide(now, g.Input())
		if rec == nil {
			now += g.Wait()
			continue
		}
		quiet := true
		for i := range rec.Notices {
			quiet = quiet && !surroundings.Changes(rec.Notices[i].Event)
		}
		if after := look(st, people, now); quiet && after != before {
			t.Fatalf("%T changed nothing that is seen, and yet\n%s\nbecame\n%s", rec.Action, before, after)
		}
		now += g.Wait()
	}
}

func look(st *world.State, people []world.ActorID, now world.Time) string {
	out := ""
	for _, who := range people {
		if a := st.Actors[who]; a != nil && a.Presence != world.Away {
			var c surroundings.Cache
			v := c.Of(st, a, now)
			out += fmt.Sprintf("%+v %+v %+v %+v %+v\n", v.You, v.Room.Exits, v.Room.People, v.Room.Things, v.Carrying)
		}
	}
	return out
}

// crowd is a room with so many people, each with a few things, of whom one looks again and again.
func crowd(people int) (*world.State, []world.ActorID) {
	st := world.New(0)
	for _, in := range worldtest.Genesis() {
		_, _ = st.Decide(0, in)
	}
	who := make([]world.ActorID, people)
	for i := range who {
		who[i] = worldtest.Join(st, 1, worldtest.Person{
			Name:    fmt.Sprintf("P%c%c%c", 'a'+i/676, 'a'+i/26%26, 'a'+i%26),
			Account: world.AccountID(fmt.Sprint("a-", i)),
		})
	}
	return st, who
}

// TestCrowd: of a crowd that is shown in part, the rest is counted without whoever looks, wherever in it they stand.
func TestCrowd(t *testing.T) {
	st, who := crowd(world.PeopleShownMost + 9)
	var c surroundings.Cache
	want := st.LookAround(who[0], 2)
	for _, id := range who {
		v := c.Of(st, st.Actors[id], 2)
		if got, want := len(v.Others())+v.Room.More, len(want.People)+want.More; got != want {
			t.Errorf("%s sees %d others, want %d", id, got, want)
		}
	}
}

// TestLostGuests: guests whose line broke are counted and not named, alike wherever people are listed; but for those
// who fight, and for players, who come back.
func TestLostGuests(t *testing.T) {
	st, who := crowd(2)
	var guests []world.ActorID
	for _, name := range []string{"GreyHeron", "SaltTern", "WildSwan"} {
		guests = append(guests, worldtest.Join(st, 1, worldtest.Person{Name: name}))
	}
	for _, id := range append(guests, who[1]) {
		if _, r := st.Decide(1, world.Input{
			Via: world.Via{Kind: world.ViaHost}, Action: world.Sever{Body: id},
		}); r != nil {
			t.Fatal(r)
		}
	}
	st.Actors[guests[2]].Fighting = who[0] // nobody but the fight decides whether that goes on
	var c surroundings.Cache
	view := c.Of(st, st.Actors[who[0]], 2)
	for what, room := range map[string]world.RoomReport{"look": st.LookAround(who[0], 2), "view": view.Room} {
		var names []string
		for _, p := range room.People {
			if p.Kind == "person" && p.ID != string(who[0]) {
				names = append(names, p.Name)
			}
		}
		if got := fmt.Sprint(names, room.Lost); got != "[Paab WildSwan] 2" {
			t.Errorf("%s: got %s, want the player, the fighter and two lost", what, got)
		}
	}
	if got := fmt.Sprint(surroundings.People(st, nil)); got != "[Paaa Paab WildSwan]" {
		t.Errorf("in the world: got %s", got)
	}
}

// TestInside: one looks into what is open, where one holds it or sees it standing, and nowhere else.
func TestInside(t *testing.T) {
	st := world.New(0)
	for _, in := range worldtest.Genesis() {
		_, _ = st.Decide(0, in)
	}
	ann := worldtest.Join(st, 1, worldtest.Person{Name: "Anna", Account: "a-1"})
	thing := func(proto world.ProtoID) world.ItemID {
		for id, it := range world.Ordered(st.Items) {
			if it.Proto == proto {
				return id
			}
		}
		t.Fatalf("there is no %s", proto)
		return ""
	}
	day, night := world.Time(1), world.Time(1)
	for ; !day.Daylight(); day += world.GameHour {
	}
	for ; night.Daylight(); night += world.GameHour {
	}
	do := func(who world.ActorID, via world.ViaKind, a world.Action) {
		t.Helper()
		if _, r := st.Decide(1, world.Input{Actor: who, Via: world.Via{Kind: via}, Action: a}); r != nil {
			t.Fatal(r.Text)
		}
	}
	look := func(what string, id world.ItemID, now world.Time, want int) {
		t.Helper()
		refs, traits, ok := surroundings.Inside(st, st.Actors[ann], id, now)
		if ok != (want >= 0) || len(refs) != max(want, 0) || len(traits) != len(refs) {
			t.Errorf("%s: saw %d things with %d traits, %t; want %d", what, len(refs), len(traits), ok, want)
		}
	}
	look("a shut box", thing("box"), day, -1)
	look("a pouch elsewhere", thing("pouch"), day, -1)
	do("", world.ViaHost, world.Haul{Body: ann, To: "market"})
	look("a pouch by day", thing("pouch"), day, 1)
	look("a pouch by night", thing("pouch"), night, -1)
	look("an anvil", thing("anvil"), day, -1)
	look("nothing", "no-item", day, -1)
	do(ann, world.ViaKeyboard, world.Take{Items: []world.ItemID{thing("pouch")}})
	look("a pouch in the hand, by night", thing("pouch"), night, 1)

	for proto, want := range map[world.ProtoID]surroundings.ItemTraits{
		"anvil": 0, "stone": surroundings.Takeable, "cap": surroundings.Takeable | surroundings.Wearable,
		"lamp":  surroundings.Takeable | surroundings.Wieldable,
		"pouch": surroundings.Takeable | surroundings.Container, "chest": surroundings.Container,
	} {
		got := surroundings.ItemTraitsOf(st, []world.Ref{{ID: string(thing(proto))}, {ID: "no-item"}})
		if got[0] != want || got[1] != 0 {
			t.Errorf("%s: got %b, want %b", proto, got, want)
		}
	}
}

// BenchmarkView is what a view costs the writer for each of a crowd, of whom each looks once after each change, and
// what it costs beside what the text needs anyway.
func BenchmarkView(b *testing.B) {
	for _, people := range []int{1, 30, 1000} {
		st, who := crowd(people)
		b.Run(fmt.Sprint("cached/", people), func(b *testing.B) {
			var c surroundings.Cache
			b.ReportAllocs()
			for i := range b.N {
				if i%people == 0 {
					_, _ = st.Decide(2, worldtest.Typed(who[0], world.Say{Text: "hello"}))
				}
				c.Of(st, st.Actors[who[i%people]], 2)
			}
		})
		b.Run(fmt.Sprint("looked/", people), func(b *testing.B) {
			b.ReportAllocs()
			for i := range b.N {
				if i%people == 0 {
					_, _ = st.Decide(2, worldtest.Typed(who[0], world.Say{Text: "hello"}))
				}
				a := st.Actors[who[i%people]]
				st.LookAround(a.ID, 2)
				st.Status(a, 2)
				st.Carried(a.ID)
				st.Used(a.ID)
			}
		})
		b.Run(fmt.Sprint("said/", people), func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				_, _ = st.Decide(2, worldtest.Typed(who[0], world.Say{Text: "hello"}))
			}
		})
	}
}

// Two in one room, of whom one carries what a paragraph asks for: each sees their own, whoever's view is read first,
// and it is another one as soon as the thing is in other hands.
func TestTwoInARoomSeeTheirOwnParagraphs(t *testing.T) {
	st := world.New(0)
	for _, in := range worldtest.Genesis() {
		_, _ = st.Decide(0, in)
	}
	anna := worldtest.Join(st, 1, worldtest.Person{Name: "Anna", Account: "a-1"})
	ben := worldtest.Join(st, 1, worldtest.Person{Name: "Benno", Account: "a-2"})
	do := func(in world.Input) {
		t.Helper()
		if _, r := st.Decide(1, in); r != nil {
			t.Fatal(r.Text)
		}
	}
	host := world.Via{Kind: world.ViaHost}
	do(world.Input{Via: host, Action: world.Haul{Body: anna, To: worldtest.Market}})
	floor := st.Index.Floor[worldtest.Market]
	hat := floor[slices.IndexFunc(floor, func(id world.ItemID) bool { return st.Items[id].Proto == "cap" })]
	do(worldtest.Typed(anna, world.Take{Items: []world.ItemID{hat}}))
	for _, who := range []world.ActorID{anna, ben} {
		do(world.Input{Via: host, Action: world.Haul{Body: who, To: worldtest.Arena}})
	}
	const bare, capped = "Sand.", "Sand.\n\nIt is no place for a cap."
	var c surroundings.Cache
	look := func(who world.ActorID, want string) {
		t.Helper()
		if got := c.Of(st, st.Actors[who], 1).Room.Desc; got != want {
			t.Errorf("%s sees %q, want %q", who, got, want)
		}
	}
	look(anna, capped)
	look(ben, bare)
	look(anna, capped)
	do(worldtest.Typed(anna, world.Give{Items: []world.ItemID{hat}, To: ben}))
	look(ben, capped)
	look(anna, bare)
}
