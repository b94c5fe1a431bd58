package pack_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack"
)

// green is the pack that a builder begins with, as files, and what it says.
func green(t *testing.T) (fstest.MapFS, *pack.Folder, *world.Entries) {
	t.Helper()
	files := fstest.MapFS{}
	paths, err := filepath.Glob("../../data/newpack/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(string(data), "ID", "green")
		files["p/"+filepath.Base(path)] = &fstest.MapFile{Data: []byte(text)}
	}
	f, err := pack.Read(files, "p")
	if err != nil {
		t.Fatal(err)
	}
	p, err := f.Load()
	if err != nil {
		t.Fatal(err)
	}
	return files, f, p.Content()
}

// OWNERS 3.3, seam 10: what was edited inside the world is written back into its files. Only what differs is written
// anew; comments stay.
func TestEditsAreWrittenIntoTheFiles(t *testing.T) {
	files, f, content := green(t)
	edited := map[string]any{}
	set := func(kind, id, path, text string) {
		t.Helper()
		key := world.EntryKey(kind, id)
		entry := edited[key]
		if entry == nil {
			entry = content.Entry(kind, id)
		}
		now, err := pack.Set(kind, entry, path, text)
		if err != nil {
			t.Fatal(err)
		}
		edited[key] = now
	}
	set("room", "green", "name", "The Common")
	set("room", "green", "desc", `Grass.\nAnd a pump.`)
	set("room", "green", "exits.west.to", "rowan-walk")
	set("mob", "mother-agnew", "mind.voice", "Sharp as shears.")
	set("mob", "mother-agnew", "mind.lines.1.text", "Good day, and mind the paint.")
	set("mob", "cellar-rat", "level", "2")
	set("mob", "cellar-rat", "aggressive", "yes")
	edited["room:rowan-walk"] = world.RoomSpec{ID: "rowan-walk", Zone: "The Green", Name: "Rowan Walk", Desc: "Trees.",
		Exits: []world.ExitSpec{{Dir: world.East, To: "green"}}}
	edited["item:ladder"] = world.ItemSpec{ID: "ladder", Name: "ladder", Desc: `It has a "rung" or two.`}
	edited["spawn:ladder-walk"] = world.SpawnSpec{
		ID: "ladder-walk", Item: "ladder", Room: "rowan-walk", Max: 1, Every: 600,
	}
	edited["room:nowhere-lane"] = world.RoomSpec{ID: "nowhere-lane", Zone: "Far Away", Name: "Lane",
		Desc: "A lane with a sign that says where it leads, to whoever can read such a thing at all:\n\n| <--  HOME\n|\n| " +
			"   \\",
		Exits: []world.ExitSpec{{Dir: world.North, To: "green", Desc: "Home."}}}
	set("room", "green", "exits.out.to", "nowhere-lane")
	out, err := f.Export(edited)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, name := range []string{"places.yaml", "people.yaml", "far-away.yaml"} {
		before := ""
		if file := files["p/"+name]; file != nil {
			before = string(file.Data)
		}
		got.WriteString("== " + name + "\n" + changedLines(before, string(out[name])))
		delete(out, name)
	}
	for name := range out {
		t.Errorf("%s was written, too", name)
	}
	const golden = "testdata/exported.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("the files differ from %s (-want +got):\n%s", golden, diff)
	}
}

// changedLines lists the lines that a text has and another has not, and the reverse.
func changedLines(before, after string) string {
	var b strings.Builder
	count := map[string]int{}
	for l := range strings.Lines(before) {
		count[l]++
	}
	var come []string
	for l := range strings.Lines(after) {
		if count[l]--; count[l] < 0 {
			come = append(come, "+"+l)
		}
	}
	for l := range strings.Lines(before) {
		if count[l] > 0 {
			count[l] = 0
			b.WriteString("-" + l)
		}
	}
	return b.String() + strings.Join(come, "")
}

// What is gone goes from its file, the last of a list with the list; what would make no pack is not written.
func TestWithdrawnEntriesGoFromTheFiles(t *testing.T) {
	_, f, content := green(t)
	if _, err := f.Export(map[string]any{"room:shop": nil}); err == nil || !strings.Contains(err.Error(), "no pack") {
		t.Errorf("a room that others name: %v", err)
	}
	orchard := map[string]any{"room:orchard": world.RoomSpec{ID: "orchard", Name: "O", Desc: "O."}}
	if _, err := f.Export(orchard); err == nil ||
		!strings.Contains(err.Error(), "drafts.yaml has a draft of that id") {
		t.Errorf("a room whose id a draft has: %v", err)
	}
	edited := map[string]any{}
	for _, q := range content.Quests {
		edited["quest:"+string(q.ID)] = nil
	}
	out, err := f.Export(edited)
	if err != nil || len(out) != 1 {
		t.Fatal(err, len(out))
	}
	for _, data := range out {
		if strings.Contains(string(data), "\nquests:") {
			t.Error("a list of nothing was left")
		}
	}
}

// Several new entries of a kind of which their file has no list yet come into one list, ids that look like numbers are
// read as they are written, and places on the map stay numbers.
func TestNewListsAndNumbersAreWritten(t *testing.T) {
	_, f, content := green(t)
	here, err := pack.Set("room", content.Entry("room", "green"), "at", "1 2 -3")
	if err != nil {
		t.Fatal(err)
	}
	edited := map[string]any{world.EntryKey("room", "green"): here}
	for _, id := range []string{"0x1f", "0b1", "0o17", "1e3", "2024-01-02", "null"} {
		edited[world.EntryKey("item", id)] = world.ItemSpec{ID: world.ProtoID(id), Name: id, Desc: "It is numbered."}
		edited[world.EntryKey("spawn", "s-"+id)] = world.SpawnSpec{
			ID: world.SpawnID("s-" + id), Item: world.ProtoID(id), Room: "green", Max: 1,
		}
	}
	edited[world.EntryKey("social", "zz")] = nil // no file has it
	out, err := f.Export(edited)
	if err != nil {
		t.Fatal(err)
	}
	places := string(out["places.yaml"])
	if strings.Count(places, "\nspawns:\n") != 1 || !strings.Contains(places, "at: [1, 2, -3]") {
		t.Errorf("places.yaml says:\n%s", places)
	}
}

// A program that was typed is written and read again as it is; one that would make the pack wrong is named.
func TestProgramsAreWritten(t *testing.T) {
	_, f, _ := green(t)
	set := func(text string) map[string]any {
		s, err := pack.Set("script", world.ScriptSpec{ID: "bell"}, "source", text)
		if err != nil {
			t.Fatal(err)
		}
		return map[string]any{"script:bell": s}
	}
	for _, text := range []string{
		`def on_say(e):\n  if e.text:\n    say("Hm.") \n`, `\ndef on_say(e):\n\tsay("a\\nb")\n\n`,
	} {
		out, err := f.Export(set(text))
		if err != nil || len(out) != 1 {
			t.Errorf("%q: %v, %v", text, out, err)
		}
	}
	_, err := f.Export(set("def on_say(e):"))
	if bad, ok := errors.AsType[*pack.UnwritableError](err); !ok || bad.Entry != "script:bell" {
		t.Errorf("one that does not run: %v", err)
	}
}

// TestANewZoneIsOneFile has all that stands in a zone that no file has go into one, whatever is written first.
func TestANewZoneIsOneFile(t *testing.T) {
	_, f, content := green(t)
	lane, err := pack.Set("room", content.Entry("room", "green"), "exits.out.to", "mill-yard")
	if err != nil {
		t.Fatal(err)
	}
	out, err := f.Export(map[string]any{
		"item:flour": world.ItemSpec{ID: "flour", Name: "bag of flour", Desc: "A pound of it."},
		"quest:first-flour": world.QuestSpec{ID: "first-flour", Name: "Flour", Room: "mill-yard", Offer: "Will you?",
			Active: "Not yet.", Done: "Done.", Needs: []world.NeedSpec{{Find: "flour"}}, XP: 5},
		"room:green":      lane,
		"room:mill-yard":  world.RoomSpec{ID: "mill-yard", Zone: "mill", Name: "Mill Yard", Desc: "Earth."},
		"spawn:flour-bin": world.SpawnSpec{ID: "flour-bin", Item: "flour", Room: "mill-yard", Max: 1, Every: 60},
		"zone:mill":       world.ZoneSpec{ID: "mill", Name: "The Old Mill", Closed: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	text := string(out["mill.yaml"])
	for _, part := range []string{"zone: mill\n", "id: flour", "id: first-flour", "id: mill-yard", "id: mill\n"} {
		if strings.Count(text, part) < 1 {
			t.Errorf("%q is not in it:\n%s", part, text)
		}
	}
	if len(out) != 2 {
		t.Errorf("%d files were written", len(out))
	}
}
