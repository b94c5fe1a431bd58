package diku_test

import (
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack"
	"github.com/mudlark-mud/mudlark/world/pack/diku"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares what a test made with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	name = "testdata/" + name
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", name, diff)
	}
}

// imported reads and converts a folder.
func imported(t *testing.T, fsys fs.FS, dialect diku.Dialect) *diku.Pack {
	t.Helper()
	a, err := diku.Read(t.Context(), fsys, dialect)
	if err != nil {
		t.Fatal(err)
	}
	p, err := diku.Convert(t.Context(), a, diku.Options{ID: "fen", Name: "The Fen", Start: 700})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// checked is the pack as a world takes it; what is wrong with it fails the test.
func checked(t *testing.T, p *diku.Pack) *world.Pack {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, text := range p.Files {
		fsys[name] = &fstest.MapFile{Data: text}
	}
	got, problems, err := pack.Check(fsys, ".")
	if err != nil || got == nil {
		t.Fatalf("%v\n%v", err, problems.Only(pack.Wrong))
	}
	return got
}

// Every file of the pack that is made of our small area, word for word, and what the report says of it.
func TestAreaBecomesAPack(t *testing.T) {
	written(t, "fen", imported(t, os.DirFS("testdata/fen"), diku.TbaMUD))
}

// written compares a pack and its report with golden files of that name.
func written(t *testing.T, name string, p *diku.Pack) {
	t.Helper()
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(p.Files)) {
		fmt.Fprintf(&b, "-- %s --\n%s", name, p.Files[name])
	}
	golden(t, name+".pack.txt", b.String())
	b.Reset()
	if err := p.Report.Write(&b); err != nil {
		t.Fatal(err)
	}
	golden(t, name+".report.txt", b.String())
}

// A world begins with an imported pack, fills its places, and holds.
func TestImportedPackMakesAWorld(t *testing.T) {
	s := begun(t, imported(t, os.DirFS("testdata/fen"), diku.TbaMUD))
	if len(s.Rooms) != 5 || len(s.Spawns) != 10 {
		t.Errorf("%d rooms and %d spawns, want 5 and 10", len(s.Rooms), len(s.Spawns))
	}
}

// begun is a world that begins with a pack, and holds.
func begun(t *testing.T, made *diku.Pack) *world.State {
	t.Helper()
	p := checked(t, made)
	s := world.New(0)
	for _, a := range []world.Action{world.Start{Build: "test", Seed: 7}, world.ApplyPack{Pack: *p}} {
		if _, r := s.Decide(s.Now, world.Input{Via: world.Via{Kind: world.ViaHost}, Action: a}); r != nil {
			t.Fatalf("%T is refused: %v", a, r)
		}
	}
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	return s
}

// A record that is wrong costs itself only, and is told with its file, its line and what was meant.
func TestBrokenRecordsAreLeftOut(t *testing.T) {
	good := func(n int) string { return fmt.Sprintf("#%d\nRoom %d~\nSome mud.\n~\n1 0 0\nS\n", n, n) }
	const sector = "; zone, flags and sector"
	for name, tt := range map[string]struct {
		broken, want string
	}{
		"a word for a sector": {"#2\nMire~\nDeep.\n~\n1 0 deep\nS\n", `wld/1.wld:11: "deep" is no number` + sector},
		"a text without an end": {
			"#2\nMire~\nDeep.\n1 0 0\nS\n", `wld/1.wld:14: 2 fields instead of 3 in "Some mud."` + sector +
				"; the text that begins in line 9 may want its ~",
		},
		"few numbers": {"#2\nMire~\nDeep.\n~\n1 0\nS\n", `wld/1.wld:11: 2 fields instead of 3 in "1 0"` + sector},
		"an odd line": {
			"#2\nMire~\nDeep.\n~\n1 0 0\nQ\nS\n",
			`wld/1.wld:12: "Q" within a room; D and a direction, E, or S at the end of the room`,
		},
		"a second of it": {"#1\nMire~\nDeep.\n~\n1 0 0\nS\n", `wld/1.wld:7: a second room 1; first in wld/1.wld:1`},
	} {
		t.Run(name, func(t *testing.T) {
			fsys := fstest.MapFS{"wld/1.wld": {Data: []byte(good(1) + tt.broken + good(3) + "$~\n")}}
			a, err := diku.Read(t.Context(), fsys, diku.CircleMUD)
			if err != nil {
				t.Fatal(err)
			}
			var vnums []diku.Vnum
			for _, r := range a.Rooms {
				vnums = append(vnums, r.Vnum)
			}
			if want := []diku.Vnum{1, 3}; !slices.Equal(vnums, want) {
				t.Errorf("rooms: got %v, want %v", vnums, want)
			}
			if len(a.Faults) != 1 || a.Faults[0].String() != tt.want {
				t.Errorf("got %v, want %s", a.Faults, tt.want)
			}
		})
	}
}

// What texts of other engines have in them that nobody should read.
func TestTextsAreCleaned(t *testing.T) {
	for name, tt := range map[string]struct{ in, want string }{
		"colours":            {"@RRed@n and @[F123]odd@n, a@@b.", "Red and odd, a@b."},
		"older colours":      {"&rRed&n, Marks&Co.", "Red, Marks&Co."},
		"control characters": {"A\x1b[31m bell\x07.", "A[31m bell."},
		"quotes":             {"``He said\u2019\u2019 \u2026", "''He said'' ..."},
		"lines and blanks":   {"One  two\r\nthree.\r\n", "One two three."},
		"paragraphs":         {"   One.\n   Two\n   and on.\n\nThree.", "One.\n\nTwo and on.\n\nThree."},
		"no full stop":       {"A heap of", "A heap of."},
		"a colon":            {"It reads:", "It reads."},
		"Windows-1252":       {"Caf\xe9 \x93Roux\x94.", "Caf\u00e9 \"Roux\"."},
		"nothing":            {"", "There is nothing special to see here."},
	} {
		t.Run(name, func(t *testing.T) {
			fsys := fstest.MapFS{"wld/1.wld": {Data: []byte("#1\nRoom~\n" + tt.in + "\n~\n1 0 0 0 0 0\nS\n$\n")}}
			p := checked(t, imported(t, fsys, diku.TbaMUD))
			if got := p.Rooms[0].Desc; got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// In CircleMUD a text ends at its first tilde, in tbaMUD with a tilde at the end of a line.
func TestWhereATextEnds(t *testing.T) {
	fsys := fstest.MapFS{"wld/1.wld": {Data: []byte("#1\nHut~ of the smith~\nSoot.\n~\n1 0 0 0 0 0\nS\n$\n")}}
	for dialect, want := range map[diku.Dialect]string{diku.CircleMUD: "Hut", diku.TbaMUD: "Hut~ of the smith"} {
		if got := checked(t, imported(t, fsys, dialect)).Rooms[0].Name; got != want {
			t.Errorf("%s: got %q, want %q", dialect, got, want)
		}
	}
}

// Flags are letters or a number, in three words of a line or, in tbaMUD, in words of 32 bits.
func TestFlagsOfBothForms(t *testing.T) {
	for _, line := range []string{"1 ae 2", "1 17 2", "1 ae 0 0 0 2", "1 17 0 0 0 2"} {
		fsys := fstest.MapFS{"wld/1.wld": {Data: []byte("#1\nRoom~\nMud.\n~\n" + line + "\nS\n$\n")}}
		r := checked(t, imported(t, fsys, diku.TbaMUD)).Rooms[0]
		if !r.Safe || r.Light != world.LightDark {
			t.Errorf("%s: got safe %v and light %q", line, r.Safe, r.Light)
		}
	}
}

// FuzzRead reads anything as a file of an area: whatever it is, what comes of it is a pack without a fault.
func FuzzRead(f *testing.F) {
	kinds := []string{"wld", "mob", "obj", "zon", "shp"}
	fen := map[string][]byte{}
	for i, k := range kinds {
		text, err := os.ReadFile("testdata/fen/" + k + "/7." + k)
		if err != nil {
			f.Fatal(err)
		}
		fen[k] = text
		f.Add(byte(i), text, true)
		f.Add(byte(i), text[:len(text)/2], false)
	}
	f.Fuzz(func(t *testing.T, which byte, text []byte, isTba bool) {
		fsys := fstest.MapFS{}
		for _, k := range kinds {
			fsys[k+"/7."+k] = &fstest.MapFile{Data: fen[k]}
		}
		odd := kinds[int(which)%len(kinds)]
		fsys[odd+"/6."+odd] = &fstest.MapFile{Data: text}
		dialect := diku.CircleMUD
		if isTba {
			dialect = diku.TbaMUD
		}
		checked(t, imported(t, fsys, dialect))
	})
}
