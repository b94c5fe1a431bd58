package pack_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack"
)

// folder makes a file system of files given as name, text, name, text.
func folder(files ...string) fstest.MapFS {
	var a []member
	for i := 0; i < len(files); i += 2 {
		a = append(a, member{files[i], files[i+1]})
	}
	return fsOf(a)
}

// problemsOf returns what is wrong with a pack of the base files and these.
func problemsOf(t *testing.T, files ...string) string {
	t.Helper()
	_, problems, err := pack.Check(folder(files...), "p")
	if err != nil {
		t.Fatal(err)
	}
	return problems.String()
}

// load reads a pack and understands it.
func load(fsys fs.FS, dir string) (*world.Pack, error) {
	f, err := pack.Read(fsys, dir)
	if err != nil {
		return nil, err
	}
	return f.Load()
}

func TestLoad(t *testing.T) {
	p, err := load(fsOf(readArchive(t, "testdata/good.txtar")), "p")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := p.Welcome, "Hello and welcome.\n\nMind the step."; got != want {
		t.Errorf("welcome: got %q, want %q", got, want)
	}
	want := world.RoomSpec{
		ID: "hall", Zone: "Tiny", Name: "The Hall", Desc: "A hall of stone.\n\nIt is \"cold\".", Safe: true,
		Exits:  []world.ExitSpec{{Dir: world.North, To: "yard", Door: "oak-door"}},
		Extras: []world.ExtraSpec{{Keys: []string{"stones", "old stones"}, Desc: "Old."}},
	}
	if diff := cmp.Diff(want, p.Rooms[0]); diff != "" {
		t.Errorf("first room differs (-want +got):\n%s", diff)
	}
	if got, want := p.Rooms[2].Tidal, (&world.TidalSpec{
		Open: []world.Tide{world.TideLow, world.TideEbb}, Swept: "yard", Hurt: 3,
	}); !cmp.Equal(got, want) {
		t.Errorf("tidal: got %v, want %v", got, want)
	}
	if got, want := p.Items[2].Damage, (world.Dice{N: 1, S: 6, P: 1}); got != want {
		t.Errorf("damage: got %v, want %v", got, want)
	}
	if got, want := p.Mobs[0].Damage, (world.Dice{N: 2, S: 4, P: -1}); got != want {
		t.Errorf("damage: got %v, want %v", got, want)
	}
	if got, want := p.Spawns[1], (world.SpawnSpec{
		ID: "key-in-chest", Item: "rusty-key", In: "chest-in-hall", Max: 1, Every: 60,
	}); got != want {
		t.Errorf("spawn: got %v, want %v", got, want)
	}
	if got, want := p.Help[0].Text, "The sea comes and goes.\n\nMind it."; got != want {
		t.Errorf("help: got %q, want %q", got, want)
	}
}

func TestLoadInvalid(t *testing.T) {
	p, err := load(folder("a.yaml", "romos: []\n"), "p")
	var invalid *pack.InvalidError
	if !errors.As(err, &invalid) || p != nil {
		t.Fatalf("got pack %v, error %v", p, err)
	}
	want := "pack p has 1 error:\np/a.yaml:1: unknown field \"romos\" in a file; did you mean \"rooms\"?"
	if got := err.Error(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestLoadUnreadable(t *testing.T) {
	_, err := load(folder(), "elsewhere")
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v, want %v", err, fs.ErrNotExist)
	}
}

func TestHash(t *testing.T) {
	hash := func(fsys fs.FS, dir string) string {
		t.Helper()
		p, err := load(fsys, dir)
		if err != nil {
			t.Fatal(err)
		}
		return p.Hash
	}
	first := hash(folder(), "p")
	if len(first) != 64 {
		t.Errorf("hash %q is no SHA-256 in hex", first)
	}
	moved, err := fs.Sub(folder(), "p")
	if err != nil {
		t.Fatal(err)
	}
	if got := hash(moved, "."); got != first {
		t.Errorf("moving the folder changed the hash to %s", got)
	}
	if got := hash(folder("notes.txt", "No YAML.\n"), "p"); got != first {
		t.Errorf("a file that is no YAML changed the hash to %s", got)
	}
	for name, fsys := range map[string]fs.FS{
		"content": folder("hall.yaml", base["hall.yaml"]+"# More.\n"),
		"name":    folder("hall.yaml", "absent\n", "house.yaml", base["hall.yaml"]),
		"another": folder("empty.yaml", ""),
	} {
		if hash(fsys, "p") == first {
			t.Errorf("%s: the hash did not change", name)
		}
	}
}

func TestFolding(t *testing.T) {
	for name, yaml := range map[string]string{
		"plain":            "One\n      two.\n\n      Three.",
		"double quoted":    "\"One\n      two.\n\n      Three.\"",
		"single quoted":    "'One\n      two.\n\n      Three.'",
		"escaped":          `"One\ntwo.\n\nThree."`,
		"literal":          "|\n      One\n      two.\n\n      Three.",
		"literal stripped": "|-\n      One\n      two.\n\n\n      Three.",
		"folded":           ">\n      One\n      two.\n\n      Three.",
		"carriage returns": "|\r\n      One\r\n      two.\r\n\r\n      Three.\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			head := "\ufeffid: tiny\nname: Tiny\nstart: hall\nwelcome: " + yaml + "\n"
			p, err := load(folder("pack.yaml", head), "p")
			if err != nil {
				t.Fatal(err)
			}
			if got, want := p.Welcome, "One two.\n\nThree."; got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

func TestProblemsAreCutAndCounted(t *testing.T) {
	_, problems, err := pack.Check(folder("a.yaml", "zone: Tiny\nitems:\n"+strings.Repeat("  - {id: x}\n", 60)), "p")
	if err != nil {
		t.Fatal(err)
	}
	wrong, doubtful := problems.Counts()
	// Each lacks two fields, and all but the first repeat an id.
	if want := 60*2 + 59; wrong != want || doubtful != 60 {
		t.Errorf("got %d errors and %d warnings, want %d and 60", wrong, doubtful, want)
	}
	if got := len(problems.Only(pack.Wrong).List); got != wrong { // none is looked for in vain
		t.Errorf("got %d errors listed, want all %d", got, wrong)
	}
	if got := len(problems.Only(pack.Doubtful).List); got != 50 {
		t.Errorf("got %d warnings listed, want 50", got)
	}
	if got, want := problems.String(), "and 10 more: 179 errors, 60 warnings in all"; !strings.HasSuffix(got, want) {
		t.Errorf("got %q, want the end %q", got, want)
	}
}

// A pack of many doubts hides no error, wherever it stands (OWNERS D10).
func TestErrorsAreShownBesideDoubts(t *testing.T) {
	const doubts = 10_100
	var text strings.Builder
	text.WriteString("zone: Tiny\nitems:\n")
	for i := range doubts {
		fmt.Fprintf(&text, "  - {id: i%d, name: thing, desc: A thing.}\n", i)
	}
	text.WriteString("  - {id: one}\n  - {id: two, name: two}\n")
	_, problems, err := pack.Check(folder("a.yaml", text.String()), "p")
	if err != nil {
		t.Fatal(err)
	}
	wrong, doubtful := problems.Counts()
	if got := len(problems.Only(pack.Wrong).List); wrong != 3 || got != wrong || doubtful < doubts {
		t.Errorf("got %d errors of %d listed beside %d warnings, want all 3 beside %d", got, wrong, doubtful, doubts)
	}
}

// helps is a file with the help pages from..to-1.
func helps(from, to int) string {
	var b strings.Builder
	b.WriteString("help:\n")
	for i := from; i < to; i++ {
		fmt.Fprintf(&b, "- {id: h%d, text: X.}\n", i)
	}
	return b.String()
}

func TestLimits(t *testing.T) {
	item := func(field string) string {
		return "zone: Tiny\nitems:\n  - {id: x, name: x, desc: X., " + field + "}\n" +
			"spawns: [{id: x, item: x, room: hall}]\n"
	}
	long := strings.Repeat("Sea. ", 399) + "Sea."
	many := []string{"pack.yaml", base["pack.yaml"]}
	for i := range 1001 {
		many = append(many, fmt.Sprintf("f%d.yaml", i), "")
	}
	for name, test := range map[string]struct {
		files []string
		want  string
	}{
		"longest paragraph": {[]string{"a.yaml", item("text: " + long)}, ""},
		"paragraph": {
			[]string{"a.yaml", item("text: " + long + " Sea.")},
			"p/a.yaml:3: item text: a paragraph of 2004 characters; at most 2000; a blank line parts paragraphs",
		},
		"text": {
			[]string{"a.yaml", item(`text: "` + strings.Repeat(long+`\n\n`, 4) + `"`)},
			"p/a.yaml:3: item text: 8002 characters long; at most 6000",
		},
		"list": {
			[]string{"a.yaml", item("keys: [" + strings.Repeat("a, ", 201) + "]")},
			"p/a.yaml:3: item keys has 201 entries; at most 200",
		},
		"entries": {
			func() (files []string) {
				for i := range 8 {
					files = append(files, fmt.Sprintf("f%d.yaml", i), helps(i*25_000, (i+1)*25_000))
				}
				return append(files, "g.yaml", helps(200_000, 200_001))
			}(),
			"p/g.yaml:2: more than 200000 entries in the pack; split the pack",
		},
		"file": {
			[]string{"a.yaml", strings.Repeat("#", 1<<20+1)},
			"p/a.yaml: the file is larger than 1048576 bytes; split it",
		},
		"pack": {
			func() (files []string) {
				for i := range 33 {
					files = append(files, fmt.Sprintf("f%d.yaml", i), strings.Repeat("#", 1<<20))
				}
				return files
			}(),
			"p: more than 33554432 bytes; split the pack",
		},
		"files":     {many, "p: more than 1000 YAML files; split the pack"},
		"not UTF-8": {[]string{"a.yaml", "zone: One\n# \xff\n"}, "p/a.yaml:2: not UTF-8"},
		"control":   {[]string{"a.yaml", "zone: One\n\x1b\n"}, "p/a.yaml:2: control character U+001B"},
		"dice": {
			[]string{"a.yaml", item("wear: wield, damage: 51d6")},
			"p/a.yaml:3: item damage is \"51d6\"; 1 to 50 dice",
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := problemsOf(t, test.files...)
			if test.want == "" && got != "" || !strings.Contains(got, test.want) {
				t.Errorf("got %.300q, want %q", got, test.want)
			}
		})
	}
}

func TestLinksAreRefused(t *testing.T) {
	fsys := folder("a.yaml", "zone: One\n")
	fsys["p/a.yaml"].Mode = fs.ModeSymlink
	_, err := load(fsys, "p")
	if want := "p/a.yaml: not a plain file; packs hold no links"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q", err, want)
	}
}

// TestDraftsAreNoPartOfTheWorld: nothing of a draft reaches the world, nor what can be nowhere without it; a draft that
// nobody can get to, and that names what is still to come, is no error (OWNERS 3.1).
func TestDraftsAreNoPartOfTheWorld(t *testing.T) {
	const hall = `zone: Tiny
rooms:
  - id: hall
    name: The Hall
    desc: A hall.
    safe: true
    exits:
      - {dir: up, to: attic, door: trapdoor}
      - {dir: north, to: yard}
    extras:
      - {keys: [ladder], desc: A ladder., leads: up}
  - {id: yard, name: The Yard, desc: A yard., exits: [{dir: south, to: hall}]}
  - id: attic
    draft: true
    name: The Attic
    desc: Half built.
    exits:
      - {dir: down, to: hall, door: trapdoor}
      - {dir: north, to: not-yet}
doors:
  - {id: trapdoor, name: trapdoor, closed: true}
items:
  - {id: trunk, name: trunk, desc: A trunk., holds: {most: 3}}
  - {id: hat, name: hat, desc: A hat.}
spawns:
  - {id: s-trunk, item: trunk, room: attic}
  - {id: s-hat, item: hat, in: s-trunk}
  - {id: s-other, item: hat, room: yard}
quests:
  - {id: hats, name: Hats, room: attic, offer: Will you?, active: Do., done: Done., needs: [{find: hat}]}
tables:
  - {id: board, name: board, room: attic, game: noughts, desc: A board.}
`
	const island = "draft: true\nzone: Tiny\nrooms:\n  - {id: island, name: An Island, desc: Nobody gets there.}\n"
	p, problems, err := pack.Check(folder("hall.yaml", hall, "island.yaml", island), "p")
	if err != nil || p == nil || problems.String() != "" {
		t.Fatalf("%v\n%v", err, problems)
	}
	// attic, trapdoor, s-trunk, s-hat, hats, board and the island
	if want := 7; problems.Drafts != want {
		t.Errorf("got %d drafts, want %d", problems.Drafts, want)
	}
	if len(p.Rooms) != 2 || len(p.Doors)+len(p.Quests)+len(p.Tables) != 0 || len(p.Spawns) != 1 {
		t.Errorf("the world has %d rooms, %d doors, %d quests, %d tables, %d spawns",
			len(p.Rooms), len(p.Doors), len(p.Quests), len(p.Tables), len(p.Spawns))
	}
	want := world.RoomSpec{
		ID: "hall", Zone: "Tiny", Name: "The Hall", Desc: "A hall.", Safe: true,
		Exits:  []world.ExitSpec{{Dir: world.North, To: "yard"}},
		Extras: []world.ExtraSpec{{Keys: []string{"ladder"}, Desc: "A ladder."}},
	}
	if diff := cmp.Diff(want, p.Rooms[0]); diff != "" {
		t.Errorf("the room beside the draft differs (-want +got):\n%s", diff)
	}
}

// TestReference keeps REFERENCE.md the one that the table makes.
func TestReference(t *testing.T) {
	const path = "REFERENCE.md"
	got := pack.Reference()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s is stale, run with -update (-want +got):\n%s", path, diff)
	}
}

// FuzzLoad feeds any bytes as a pack's content and head: nothing may panic, and what is refused says where and why.
func FuzzLoad(f *testing.F) {
	for _, name := range []string{
		"good", "fields", "ids", "rooms", "spawns", "syntax", "text", "socials", "doors", "minds",
	} {
		data, err := os.ReadFile("testdata/" + name + ".txtar")
		if err != nil {
			f.Fatal(err)
		}
		for part := range strings.SplitSeq(string(data), "\n-- ") {
			_, text, _ := strings.Cut(part, "\n")
			f.Add([]byte(text))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, fsys := range []fstest.MapFS{folder("a.yaml", string(data)), folder("pack.yaml", string(data))} {
			p, problems, err := pack.Check(fsys, "p")
			if err != nil {
				t.Fatal(err)
			}
			wrong, _ := problems.Counts()
			if (p == nil) != (wrong > 0) {
				t.Fatalf("pack is nil: %v, but %d errors", p == nil, wrong)
			}
			for _, x := range problems.List {
				if x.File == "" || x.Line == 0 || x.What == "" || strings.ContainsAny(x.String(), "\n\r\x1b") {
					t.Fatalf("bad problem %#v", x)
				}
			}
		}
	})
}

// BenchmarkLoad loads 5,000 rooms in 50 zones, each room with four exits, an extra, two items or mobs on average.
func BenchmarkLoad(b *testing.B) {
	const zones, rooms = 50, 100
	files := []string{"pack.yaml", "id: big\nname: Big\nstart: r0\nwelcome: Hello.\n", "hall.yaml", "absent\n"}
	size := 0
	for z := range zones {
		var s strings.Builder
		fmt.Fprintf(&s, "zone: Zone %d\nrooms:\n", z)
		for i := range rooms {
			n := z*rooms + i
			fmt.Fprintf(&s, "  - id: r%d\n    name: Room %d\n    desc: |\n      %s\n      %s\n    exits:\n",
				n, n,
				strings.Repeat("The tide is out and the mud shines. ", 2), strings.Repeat("Gulls walk on it. ", 4))
			s.WriteString(strings.ReplaceAll(fmt.Sprintf(
				"      - {dir: north, to: r%d}\n      - {dir: south, to: r%d}\n", n+1, n-1), "r-1}", "r0}"))
			fmt.Fprintf(&s, "    extras:\n      - {keys: [mud, shore], desc: Wet.}\n")
		}
		s.WriteString("items:\n")
		for i := range rooms {
			fmt.Fprintf(&s, "  - {id: i%d-%d, name: thing, desc: A thing., long: A thing lies here., value: 3}\n", z, i)
		}
		s.WriteString("mobs:\n")
		for i := range rooms {
			fmt.Fprintf(&s, "  - {id: m%d-%d, name: gull, desc: A gull., hp: 3, damage: 1d2}\n", z, i)
		}
		s.WriteString("spawns:\n")
		for i := range rooms {
			fmt.Fprintf(&s, "  - {id: si%d-%d, item: i%d-%d, room: r%d}\n", z, i, z, i, z*rooms+i)
			fmt.Fprintf(&s, "  - {id: sm%d-%d, mob: m%d-%d, room: r%d, max: 2}\n", z, i, z, i, z*rooms+i)
		}
		text := strings.ReplaceAll(s.String(), fmt.Sprintf("to: r%d}", zones*rooms), "to: r0}")
		size += len(text)
		files = append(files, fmt.Sprintf("z%d.yaml", z), text)
	}
	fsys := folder(files...)
	b.Run("understood", func(b *testing.B) {
		b.SetBytes(int64(size))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := load(fsys, "p"); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("known", func(b *testing.B) { // all that a start does whose world has applied the pack
		b.SetBytes(int64(size))
		b.ReportAllocs()
		for b.Loop() {
			if f, err := pack.Read(fsys, "p"); err != nil || f.Hash() == "" {
				b.Fatalf("no hash, error %v", err)
			}
		}
	})
}

// TestRead: files that were only read are known by the hash of the pack that they make, and by none if they make none.
func TestRead(t *testing.T) {
	f, err := pack.Read(fsOf(readArchive(t, "testdata/good.txtar")), "p")
	if err != nil {
		t.Fatal(err)
	}
	p, err := f.Load()
	if err != nil {
		t.Fatal(err)
	}
	if got := f.Hash(); got == "" || got != p.Hash {
		t.Errorf("got hash %q, and the pack's is %q", got, p.Hash)
	}
	for name, fsys := range map[string]fstest.MapFS{
		"empty":     {"p/readme.md": {}},
		"too large": {"p/a.yaml": {Data: []byte(strings.Repeat("#", 2<<20))}},
	} {
		f, err := pack.Read(fsys, "p")
		if err != nil || f.Hash() != "" {
			t.Errorf("%s: got hash %q, error %v", name, f.Hash(), err)
		}
		if _, err := f.Load(); err == nil {
			t.Errorf("%s: it is a pack", name)
		}
	}
}
