package diku_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack/diku"
)

// Every file of the pack that is made of our small area in ROM's form, word for word, and what the report says of it.
func TestROMAreaBecomesAPack(t *testing.T) {
	written(t, "mere", imported(t, os.DirFS("testdata/mere"), diku.ROM))
}

// A world begins with it: two pikes in the water, Oona with a flask to sell.
func TestROMPackMakesAWorld(t *testing.T) {
	s := begun(t, imported(t, os.DirFS("testdata/mere"), diku.ROM))
	var got []string
	for _, a := range world.Ordered(s.Actors) {
		got = append(got, a.Name)
	}
	slices.Sort(got)
	if want := []string{"Oona", "old pike", "old pike"}; !slices.Equal(got, want) {
		t.Errorf("creatures: got %q, want %q", got, want)
	}
	if len(s.Doors) != 2 || len(s.Spawns) != 10 {
		t.Errorf("%d doors and %d spawns, want 2 and 10", len(s.Doors), len(s.Spawns))
	}
}

// mere is a folder of one area with one room, 1, whose sections come first.
func mere(sections string) fstest.MapFS {
	return fstest.MapFS{"area/a.are": {Data: []byte("#AREA a.are~ A~ { 1 5} Ann A~ 1 99\n" + sections +
		"\n#ROOMS\n#1 Hut~ Soot.~ 0 0 0 S\n#0\n\n#$\n")}}
}

// Flags are capital letters first, a number, or a sum of both.
func TestFlagsOfROM(t *testing.T) {
	for flags, want := range map[string]struct{ safe, dark bool }{
		"A": {false, true}, "K": {true, false}, "AK": {true, true}, "KA": {true, true}, "1025": {true, true},
		"1|1024": {true, true}, "A|1024": {true, true}, "K|A": {true, true}, "0": {}, "a": {}, "-1": {true, true},
	} {
		fsys := fstest.MapFS{"a.are": {Data: []byte("#AREA a.are~ A~ B~ 1 99\n#ROOMS\n#1\nHut~\nSoot.\n~\n0 " + flags +
			" 0\nS\n#0\n#$\n")}}
		r := checked(t, imported(t, fsys, diku.ROM)).Rooms[0]
		if r.Safe != want.safe || (r.Light == world.LightDark) != want.dark {
			t.Errorf("%s: got safe %v and light %q", flags, r.Safe, r.Light)
		}
	}
}

// A record that is wrong costs itself only, and is told with its file, its line and what was meant.
func TestBrokenRecordsOfROMAreLeftOut(t *testing.T) {
	const sector = "; area, flags and sector"
	good := func(n int) string { return fmt.Sprintf("#%d\nRoom %d~\nSome mud.\n~\n0 0 0\nS\n", n, n) }
	for name, tt := range map[string]struct {
		broken, want string
	}{
		"a word for a sector": {"#2\nMire~\nDeep.\n~\n0 0 deep\nS\n", `a.are:13: "deep" is no number` + sector},
		"no flags":            {"#2\nMire~\nDeep.\n~\n0 A% 0\nS\n", `a.are:13: "%" are no flags` + sector},
		"an odd letter": {
			"#2\nMire~\nDeep.\n~\n0 0 0\nQ\nS\n",
			`a.are:14: "Q" within a room; D and a direction, E, H, M, C, O, or S at the end of the room`,
		},
		"a second of it":       {"#1\nMire~\nDeep.\n~\n0 0 0\nS\n", `a.are:9: a second room 1; first in a.are:3`},
		"a direction too many": {"#2\nMire~\nDeep.\n~\n0 0 0\nD10\n", `a.are:14: 10 is no direction; 0 to 5`},
		"a number too large": {
			"#2\nMire~\nDeep.\n~\n0 0 99999999999999999999\nS\n", `a.are:13: "9999999999" is no number` + sector,
		},
	} {
		t.Run(name, func(t *testing.T) {
			fsys := fstest.MapFS{"a.are": {Data: []byte("#AREA a.are~ A~ B~ 1 99\n#ROOMS\n" + good(1) + tt.broken + good(3) +
				"#0\n#$\n")}}
			a, err := diku.Read(t.Context(), fsys, diku.ROM)
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
			if len(a.Faults) != 1 || !strings.HasPrefix(a.Faults[0].String(), tt.want[:12]) ||
				!strings.Contains(tt.want, a.Faults[0].Meant) {
				t.Errorf("got %v, want %s", a.Faults, tt.want)
			}
		})
	}
}

// In ROM a keeper has all that it sells, others get no more than the limit; a room holds no more than its own, and of
// a limit from older engines six are left.
func TestLimitsOfROM(t *testing.T) {
	const mob = "%s~ a cat~ A cat.~ It looks.~ cat~ B 0 0 0 1 0 1d1+1 1d1+1 1d4+0 claw 1 1 1 1 0 0 0 0 " +
		"stand stand none 0 0 0 small fur\n"
	const thing = "#3 hat~ a hat~ A hat.~ felt~ clothing 0 AE 0 0 0 0 0 1 1 1 P\n#4 box~ a box~ A box.~ tin~ " +
		"container 0 A 9 0 0 9 9 1 1 1 P\n"
	head := "#MOBILES\n#1 " + fmt.Sprintf(mob, "cat") + "#2 " + fmt.Sprintf(mob, "shop cat") + "#0\n#OBJECTS\n" + thing +
		"#0\n#SHOPS\n2 0 0 0 0 0 100 50 0 23\n0\n"
	for name, tt := range map[string]struct {
		resets    string
		mobs, hat int
	}{
		"a room of two":             {"M 0 1 9 1 2\nM 0 1 9 1 2\nM 0 1 9 1 2\n", 2, 0},
		"a world of one":            {"M 0 1 1 1 9\nM 0 1 1 1 9\n", 1, 0},
		"one too many gets none":    {"M 0 1 1 1 9\nM 0 1 1 1 9\nG 1 3 -1\n", 1, 0},
		"a limit of one":            {"M 0 1 9 1 9\nG 1 3 1\nM 0 1 9 1 9\nG 1 3 1\nG 1 3 -1\n", 2, 2},
		"an old limit":              {"M 0 1 9 1 9\n" + strings.Repeat("G 1 3 99\n", 8), 1, 6},
		"no limit":                  {"M 0 1 9 1 9\n" + strings.Repeat("G 1 3 0\n", 8), 1, 8},
		"a keeper":                  {"M 0 2 9 1 9\nG 1 3 1\nM 0 2 9 1 9\nG 1 3 1\n", 2, 2},
		"one lies there":            {"O 0 3 9 1\nO 0 3 9 1\n", 0, 1},
		"in a box that is carried":  {"M 0 1 9 1 9\nG 1 4 -1\nP 0 3 9 4 1\n", 1, 1},
		"in a box that another has": {"M 0 1 9 1 9\nG 1 4 -1\nM 0 1 1 1 9\nP 0 3 9 4 1\n", 1, 0},
		"two of one in a box":       {"O 0 4 9 1\nP 0 3 9 4 1\nP 0 3 9 4 1\n", 0, 1},
		"three in a box":            {"O 0 4 9 1\nP 0 3 9 4 3\n", 0, 3},
		"a box of nothing":          {"P 0 3 9 4 3\n", 0, 0},
	} {
		p := checked(t, imported(t, mere(head+"#RESETS\n"+tt.resets+"S\n"), diku.ROM))
		mobs, hats := 0, 0
		for _, s := range p.Spawns {
			if s.Mob != "" {
				mobs++
			}
			if s.Item == "item-3" {
				hats++
			}
		}
		if mobs != tt.mobs || hats != tt.hat {
			t.Errorf("%s: got %d creatures and %d hats, want %d and %d", name, mobs, hats, tt.mobs, tt.hat)
		}
	}
}

// Merc's records have the same reader: numbers for words, and figures that follow from the level.
func TestRecordsOfMerc(t *testing.T) {
	fsys := fstest.MapFS{
		"area.lst": {Data: []byte("m.are\n$\n")},
		"m.are": {Data: []byte(`#AREA	{ 5 35} Ann     The Old Mere~
#MOBILES
#1
heron~
a heron~
A heron stands here.
~
It looks.
~
2|64 0 -100 S
10 0 0 1d1+1 1d1+1
0 0
8 8 1
#0
#OBJECTS
#1
boat~
a boat~
A boat lies here.~
~
25 0 1
0 0 0 0
5 5 5
A
18 2
#0
#ROOMS
#7
Shore~
Mud.
~
0 4|8 9
S
#0
#RESETS
M 0 1 1 7 * the heron
G 1 1 0
G 1 1 0;
S
#$
`)},
	}
	made := imported(t, fsys, diku.ROM)
	p := checked(t, made)
	m := p.Mobs[0]
	if m.Level != 10 || m.HP < 100 || m.HP > 200 || m.Armour != 6 || m.Damage.N != 3 {
		t.Errorf("got %+v", m)
	}
	if len(p.Spawns) != 3 || p.Rooms[0].Zone != "The Old Mere" || p.Rooms[0].Light != "" {
		t.Errorf("got %+v and %+v", p.Spawns, p.Rooms[0])
	}
	if d := p.Items[0].Drinks; d == nil || !d.Endless || len(p.Liquids) != 1 || p.Liquids[0].ID != d.Liquid {
		t.Errorf("a fountain of Merc is none here: %+v of %+v", d, p.Liquids)
	}
}

// A section whose end is missing ends where the next begins.
func TestSectionsOfROMWithoutAnEnd(t *testing.T) {
	for _, open := range []string{
		"#HELPS\n0 MERE~ Deep.~\n", "#SOCIALS\nwade\nYou wade.\n", "#SOCIALS\nwade\n#\n", "#RESETS\n* none\n",
		"#RESETS\nS\t* the end\n", "#SHOPS\n", "#SPECIALS\n", "#OBJECTS\n", "#MOBPROGS\n",
		"#ROOMS\n#2 Yard~ Mud.~ 0 0 0 S\n",
	} {
		a, err := diku.Read(t.Context(), mere(open), diku.ROM)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(a.Rooms); n == 0 || a.Rooms[n-1].Vnum != 1 || len(a.Faults) > 0 {
			t.Errorf("%q: got %d rooms and %v", open, n, a.Faults)
		}
	}
}

// What stands twice in a record is kept once, and so are two specials of a creature.
func TestTwiceInARecordOfROM(t *testing.T) {
	fsys := mere("#MOBILES\n#1 cat~ a cat~ A cat.~ It looks.~ cat~ B 0 0 0 1 0 1d1+1 1d1+1 1d4+0 claw 1 1 1 1 0 0 0 0 " +
		"stand stand none 0 0 0 small fur\n#0\n#OBJECTS\n#2 hat~ a hat~ A hat.~ felt~ clothing 0 AE 0 0 0 0 0 1 1 1 P\n" +
		"F A 0 0 B F R 18 1 T A 18 2\n#0\n#ROOMS\n#3 Hut~ Soot.~ 0 0 0 H 50 H 60 C Ann~ C Bob~ S\n#0\n" +
		"#SPECIALS\nM 1 spec_fido x\nM 1 spec_thief x\nS\n#AREA b.are~ B~ C~ 1 2\n")
	p := imported(t, fsys, diku.ROM)
	checked(t, p)
	for kind, want := range map[string]int{"modifiers": 3, "specials": 2, "zones": 2, "rooms": 2} {
		if got := p.Report.Kinds[kind].Read; got != want {
			t.Errorf("%s: got %d, want %d", kind, got, want)
		}
	}
	text := string(p.Files["zones/0-a.yaml"])
	for _, want := range []string{`gives: ["A B", "R T"]`, "heal: 60", `clan: "Bob"`, `special: "spec_thief"`} {
		if strings.Count(text, want) != 1 {
			t.Errorf("%s is not there once: %s", want, text)
		}
	}
}

// Who breathes or casts has a script of the procedure, one for all of a kind; who dodges is harder to hit, and who is
// fast strikes for two.
func TestWhatROMCreaturesDoInFights(t *testing.T) {
	const mob = "#%d\ncat~ a cat~ A cat.~ It looks.~ cat~ B 0 0 0 20 0 1d1+1 1d1+1 1d4+1 claw 1 1 1 1 %s 0 0 0 " +
		"stand stand none 0 0 0 small fur\n"
	head := "#MOBILES\n" + fmt.Sprintf(mob, 1, "FH") + fmt.Sprintf(mob, 2, "0") + fmt.Sprintf(mob, 3, "0") + "#0\n"
	const specials = "#SPECIALS\nM 1 spec_breath_any x\nM 2 spec_breath_any x\nM 3 spec_janitor x\nS\n"
	p := imported(t, mere(head+specials), diku.ROM)
	w := checked(t, p)
	cats := map[world.ProtoID]world.MobSpec{}
	for _, m := range w.Mobs {
		cats[m.ID] = m
	}
	quick, plain := cats["mob-1"], cats["mob-2"]
	if len(w.Scripts) != 1 || !slices.Equal(quick.Scripts, plain.Scripts) || quick.Scripts[0] != w.Scripts[0].ID {
		t.Errorf("scripts: got %v, %v of %v", quick.Scripts, plain.Scripts, w.Scripts)
	}
	if !cats["mob-3"].Scavenges || len(cats["mob-3"].Scripts) > 0 {
		t.Errorf("the janitor picks nothing up: %v", cats["mob-3"])
	}
	if quick.Armour <= plain.Armour || quick.Damage.N != 2*plain.Damage.N || quick.Damage.P != 2*plain.Damage.P {
		t.Errorf("got armour %d and %v of one that dodges and is fast, %d and %v of another", quick.Armour, quick.Damage,
			plain.Armour, plain.Damage)
	}
	if got := p.Report.Kinds["specials"].Whole; got != 3 {
		t.Errorf("got %d procedures whole, want 3: %v", got, p.Report.Kinds["specials"].Why)
	}
}

func TestAreasOfSMAUGAreRefused(t *testing.T) {
	for _, head := range []string{
		"#AREA Mere~\n\n#VERSION 1\n", "#FUSSAREA\n#AREADATA\n", "#AREA Mere~\n#RANGES\n0 1 0 1\n$\n",
	} {
		_, err := diku.Read(t.Context(), fstest.MapFS{"a.are": {Data: []byte(head)}}, diku.ROM)
		if !errors.Is(err, diku.ErrSMAUG) {
			t.Errorf("%q: got %v", head, err)
		}
	}
	if _, err := diku.Read(t.Context(), fstest.MapFS{"a.txt": {}}, diku.ROM); !errors.Is(err, diku.ErrNoAreas) {
		t.Errorf("a folder without areas: got %v", err)
	}
}

// Files without an end, of nothing but records that are wrong, or of one line: each is given up in time.
func TestHostileFilesOfROMAreGivenUp(t *testing.T) {
	const n = 200_000
	for name, text := range map[string]string{
		"records":       "#AREA a~ b~ c~ 1 2\n#ROOMS\n" + strings.Repeat("#3\n", n),
		"sections":      strings.Repeat("#ROOMS\n", n),
		"odd sections":  strings.Repeat("#MIRE\n", n),
		"numbers":       strings.Repeat("#7\n", n),
		"tildes":        "#AREA a~ b~ c~ 1 2\n#MOBILES\n" + strings.Repeat("#3 ~ ~ ~ ~\n", n/4),
		"blanks":        "#AREA a~ b~ c~ 1 2\n#ROOMS\n#1\n" + strings.Repeat("#2\n", 600) + strings.Repeat(" ", 4*n),
		"one line":      "#AREA a~ b~ c~ 1 2\n#RESETS\n" + strings.Repeat("M 0 1 ", n),
		"resets":        "#AREA a~ b~ c~ 1 2\n#RESETS\n" + strings.Repeat("X\n", n),
		"shops":         "#AREA a~ b~ c~ 1 2\n#SHOPS\n" + strings.Repeat("1\n", n),
		"specials":      "#SPECIALS\n" + strings.Repeat("M\n", n),
		"helps":         "#HELPS\n" + strings.Repeat("0 a~ b\n", n),
		"socials":       "#SOCIALS\n" + strings.Repeat("a\n#\n", n/2),
		"programs":      "#MOBPROGS\n" + strings.Repeat("#1 a~\n", n/2),
		"sums":          "#AREA a~ b~ c~ 1 2\n#ROOMS\n#1 a~ b~ 0 " + strings.Repeat("A|", n),
		"large numbers": "#AREA a~ b~ c~ 1 2\n#ROOMS\n#1 a~ b~ 0 0 " + strings.Repeat("9", n),
		"areas":         strings.Repeat("#AREA a~ b~ c~ 1 2\n", n/4),
		"a head":        "#AREADATA\n" + strings.Repeat("Name\n", n),
		"nothing":       "",
		"a cut word":    "#AREA a~ b~ c~ 1 2\n#OBJECTS\n#1 a~ b~ c~ d~ 'weap",
	} {
		t.Run(name, func(t *testing.T) {
			fsys := mere("")
			fsys["area/b.are"] = &fstest.MapFile{Data: []byte(text)}
			a, err := diku.Read(t.Context(), fsys, diku.ROM)
			if err != nil {
				t.Fatal(err)
			}
			if len(a.Rooms) != 1 || len(a.Faults) > 1000 {
				t.Errorf("%d rooms and %d faults", len(a.Rooms), len(a.Faults))
			}
		})
	}
}

// FuzzReadROM reads anything as an area of ROM: whatever it is, what comes of it is a pack without a fault.
func FuzzReadROM(f *testing.F) {
	for _, name := range []string{"mere.are", "words.are"} {
		text, err := fs.ReadFile(os.DirFS("testdata/mere/area"), name)
		if err != nil {
			f.Fatal(err)
		}
		for _, part := range []int{1, 2, 3, 5} {
			f.Add(text[:len(text)/part])
		}
		f.Add([]byte(strings.ReplaceAll(string(text), "~", "")))
		f.Add([]byte(strings.ReplaceAll(string(text), "\n", "\r\n")))
		f.Add([]byte(strings.ReplaceAll(string(text), "S\n", "\n")))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		fsys := mere("")
		fsys["area/b.are"] = &fstest.MapFile{Data: text}
		a, err := diku.Read(t.Context(), fsys, diku.ROM)
		if errors.Is(err, diku.ErrSMAUG) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		p, err := diku.Convert(t.Context(), a, diku.Options{ID: "fen", Name: "The Fen", Start: 1})
		if err != nil {
			t.Fatal(err)
		}
		checked(t, p)
	})
}
