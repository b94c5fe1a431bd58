package pack_test

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack"
)

// OWNERS 3.3, seam 11: every field of the table can be set by its path, and what cannot be says what may.
func TestAnEntryIsEditedByPaths(t *testing.T) {
	room := any(world.RoomSpec{ID: "hall", Zone: "Tiny", Name: "Hall", Desc: "A hall.",
		Exits: []world.ExitSpec{{Dir: world.North, To: "yard"}}})
	item := any(world.ItemSpec{ID: "cup", Name: "cup", Desc: "A cup."})
	mob := any(world.MobSpec{ID: "nan", Name: "Nan", Desc: "Old.", HP: 5})
	for _, tt := range []struct {
		kind, path, text string
		on               any
		want             string // the value then, or what is said after a !
	}{
		{"room", "desc", `Wide.\nAnd cold.`, room, "Wide.\n\nAnd cold."},
		{"room", "zone", "Old Town", room, "Old Town"},
		{"room", "light", "dark", room, "dark"},
		{"room", "light", "drak", room, `!did you mean "dark"`},
		{"room", "safe", "yes", room, "true"},
		{"room", "exits.north.to", "lane", room, "lane"},
		{"room", "exits.up.to", "loft", room, "loft"},
		{"room", "exits.sideways.to", "loft", room, "!cannot be"},
		{"room", "exits.up.desc", "A ladder.", room, "!needs exits.up.to"},
		{"room", "exits", "north", room, "!is a list"},
		{"room", "extras.lamp.desc", "It swings.", room, "It swings."},
		{"room", "at", "1, 2, -3", room, "1 2 -3"},
		{"room", "tidal.hurt", "3", room, "!needs tidal.open"},
		{"room", "dsec", "x", room, `!did you mean "desc"`},
		{"room", "id", "x", room, "!an id stays"},
		{"item", "keys", "mug, tin", item, "mug, tin"},
		{"item", "damage", "1d6+1", item, "1d6+1"},
		{"item", "damage", "lots", item, "!write dice"},
		{"item", "value", "-4", item, "!it may be 0 to"},
		{"item", "name", "cup.", item, "!item name"},
		{"mob", "says.1", "Good day.", mob, "Good day."},
		{"mob", "mind.rounds.1.hour", "7", mob, "!needs mind.rounds.1.room"},
		{"ghost", "name", "x", item, "!no kind of content"},
	} {
		got, err := pack.Set(tt.kind, tt.on, tt.path, tt.text)
		said, refused := strings.CutPrefix(tt.want, "!")
		if refused {
			if err == nil || !strings.Contains(err.Error(), said) {
				t.Errorf("%s %s = %s: got %v, %v", tt.kind, tt.path, tt.text, got, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s %s = %s: %v", tt.kind, tt.path, tt.text, err)
			continue
		}
		is := ""
		for _, v := range pack.Values(tt.kind, got) {
			if v.Path == tt.path {
				is = v.Text
			}
		}
		if is != tt.want {
			t.Errorf("%s %s = %s: it says %q", tt.kind, tt.path, tt.text, is)
		}
	}
	if r, ok := room.(world.RoomSpec); !ok || r.Desc != "A hall." || len(r.Exits) != 1 || r.Exits[0].To != "yard" {
		t.Errorf("the entry itself was changed: %+v", room)
	}
	got, err := pack.Unset("room", room, "exits.north")
	if r, ok := got.(world.RoomSpec); err != nil || !ok || len(r.Exits) != 0 {
		t.Errorf("taken out: %+v, %v", got, err)
	}
	if _, err := pack.Unset("room", room, "desc"); err == nil {
		t.Error("a room without a desc")
	}
}

// What is listed of an entry is understood when it is typed, and says the same: for every field of every entry of the
// starter pack.
func TestWhatIsListedCanBeTyped(t *testing.T) {
	p, err := load(os.DirFS("../../data"), "lowtide")
	if err != nil {
		t.Fatal(err)
	}
	fields := 0
	for kind, list := range map[string]any{
		"room": p.Rooms, "door": p.Doors, "item": p.Items, "mob": p.Mobs, "spawn": p.Spawns, "quest": p.Quests,
		"social": p.Socials, "help": p.Help, "table": p.Tables,
	} {
		const most = 12 // of a kind; minds are dear to copy
		for i := range min(reflect.ValueOf(list).Len(), most) {
			entry := reflect.ValueOf(list).Index(i).Interface()
			for _, v := range pack.Values(kind, entry) {
				const many = "mind.lines." // one is enough, for they are dear to copy
				if v.Path == "id" || strings.HasPrefix(v.Path, many) && !strings.HasPrefix(v.Path, many+"7.") {
					continue
				}
				fields++
				got, err := pack.Set(kind, entry, v.Path, strings.ReplaceAll(v.Text, "\n\n", `\n`))
				if err != nil || world.Digest(got) != world.Digest(entry) {
					t.Errorf("%s %s = %q: %v", kind, v.Path, v.Text, err)
				}
			}
		}
	}
	if fields < 500 {
		t.Errorf("only %d fields", fields)
	}
}
