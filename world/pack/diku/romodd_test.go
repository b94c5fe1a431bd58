package diku_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/mudlark-mud/mudlark/world/pack/diku"
)

// A byte of zero is no end of a file, and a mark of UTF-8 at its beginning no part of it: the area and all of its rooms
// are read.
func TestBytesThatAreNothingEndNoFileOfROM(t *testing.T) {
	const area, rooms = "#AREA a.are~ A~ B~ 1 99\n", "#ROOMS\n#1 Hut~ Soot.~ 0 0 0 S\n#2 Yard~ Mud.~ 0 0 0 S\n#0\n#$\n"
	for name, text := range map[string]string{
		"a zero":                area + "\x00\n" + rooms,
		"a zero within":         area + strings.ReplaceAll(rooms, "0 S\n", "0 \x00S\n"),
		"a mark":                "\ufeff" + area + rooms,
		"a mark before nothing": "\ufeff" + "\n\n" + area + rooms,
	} {
		a, err := diku.Read(t.Context(), fstest.MapFS{"a.are": {Data: []byte(text)}}, diku.ROM)
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Rooms) != 2 || len(a.Zones) != 1 || len(a.Faults) > 0 {
			t.Errorf("%s: got %d rooms, %d zones and %v", name, len(a.Rooms), len(a.Zones), a.Faults)
		}
	}
}

// The server reads a sign behind the sides of dice and then a number, which may have one of its own.
func TestDiceOfROM(t *testing.T) {
	for dice, want := range map[string]diku.Roll{
		"2d6+1": {2, 6, 1}, "2D6 + 1": {2, 6, 1}, "2d6-1": {2, 6, -1}, "2d6+-1": {2, 6, -1}, "2d6--1": {2, 6, 1},
		"1 d 8 +0": {1, 8, 0},
	} {
		a, err := diku.Read(t.Context(), mere("#MOBILES\n#1 cat~ a cat~ A cat.~ It looks.~ cat~ B 0 0 0 1 0 "+dice+
			" 1d1+1 1d4+0 claw 1 1 1 1 0 0 0 0 stand stand none 0 0 0 small fur\n#0\n"), diku.ROM)
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Creatures) != 1 || a.Creatures[0].Hit != want {
			t.Errorf("%s: got %+v and %v, want %+v", dice, a.Creatures, a.Faults, want)
		}
	}
}

// Files of one name, with the same numbers for other kinds, are files of their own in the pack.
func TestAreasOfOneNameLoseNothing(t *testing.T) {
	const head = "#AREA a.are~ Mere~ B~ 1 99\n"
	p := checked(t, imported(t, fstest.MapFS{
		"a.are": {Data: []byte(head + "#ROOMS\n#1 Hut~ Soot.~ 0 0 0 S\n#0\n#$\n")},
		"b.are": {Data: []byte(head + "#OBJECTS\n#1 hat~ a hat~ A hat.~ felt~ clothing 0 AE 0 0 0 0 0 1 1 1 P\n#0\n#$\n")},
		"c.are": {Data: []byte(head + "#MOBILES\n#1 cat~ a cat~ A cat.~ It looks.~ cat~ B 0 0 0 1 0 1d1+1 1d1+1 1d4+0 " +
			"claw 1 1 1 1 0 0 0 0 stand stand none 0 0 0 small fur\n#0\n#$\n")},
		"d.are": {Data: []byte(head + "#RESETS\nM 0 1 1 1 1\nG 0 1 -1\nS\n#$\n")},
	}, diku.ROM))
	if len(p.Rooms) != 1 || len(p.Mobs) != 1 || len(p.Items) != 1 || len(p.Spawns) != 2 {
		t.Errorf("got %d rooms, %d creatures, %d things and %d spawns, want 1, 1, 1 and 2", len(p.Rooms), len(p.Mobs),
			len(p.Items), len(p.Spawns))
	}
}

// Rooms of no area have a zone for each hundred of numbers.
func TestRoomsOfNoAreaHaveZones(t *testing.T) {
	p := checked(t, imported(t, fstest.MapFS{"a.are": {Data: []byte("#ROOMS\n#101 a~ b~ 0 0 0 S\n#299 c~ d~ 0 0 0 S\n" +
		"#199 e~ f~ 0 0 0 S\n#0\n#$\n")}}, diku.ROM))
	zones := map[string]int{}
	for _, r := range p.Rooms {
		zones[r.Zone]++
	}
	if want := map[string]int{"Area 1": 2, "Area 2": 1}; !maps.Equal(zones, want) {
		t.Errorf("got %v, want %v", zones, want)
	}
}

// A line that fills containers makes two hundred things, and many of them no more than a pack can hold.
func TestResetsOfROMMakeNoMoreThanAPackHolds(t *testing.T) {
	const kinds, most = 1200, 100_000
	var things, resets strings.Builder
	for i := range kinds {
		fmt.Fprintf(&things, "#%d box~ a box~ A box.~ tin~ container 0 A 9 0 0 9 9 1 1 1 P\n", i+2)
		fmt.Fprintf(&resets, "O 0 %d 9 1\nP 0 1 -1 %d 2000000000\n", i+2, i+2)
	}
	p := imported(t, mere("#OBJECTS\n#1 pea~ a pea~ A pea.~ pea~ trash 0 A 0 0 0 0 0 1 1 1 P\n"+things.String()+
		"#0\n#RESETS\n"+resets.String()+"S\n"), diku.ROM)
	made := 0
	for _, text := range p.Files {
		made += strings.Count(string(text), "\n    item: ")
	}
	if made < most/2 || made > most {
		t.Errorf("got %d spawns, want at most %d", made, most)
	}
	if why := p.Report.Kinds["resets"].Why; why["more than a pack can hold"] == 0 {
		t.Errorf("got %v", why)
	}
}

// A door answers to what it is called on either side, and to its direction: a word for one is none for the other.
func TestADoorOfTwoNamesAnswersToBoth(t *testing.T) {
	p := checked(t, imported(t, fstest.MapFS{"a.are": {Data: []byte("#AREA a.are~ A~ B~ 1 99\n#ROOMS\n" +
		"#1 Hut~ Soot.~ 0 0 0 D5 ~ altar door~ 1 -1 2 S\n#2 Cellar~ Damp.~ 0 0 0 D4 ~ up trapdoor stone~ 1 -1 1 S\n" +
		"#0\n#$\n")}}, diku.ROM))
	if len(p.Doors) != 1 || p.Doors[0].Name != "altar" || strings.Join(p.Doors[0].Keys, " ") != "door trapdoor stone" {
		t.Errorf("got %+v", p.Doors)
	}
}

// Armour below -15 counts for a fifth in ROM, whether the file says it or it follows from the level.
func TestArmourBelowItsLeastCountsForLess(t *testing.T) {
	const head, mind = "cat~ a cat~ A cat.~ It looks.~ ", " 8 8 0\n"
	a, err := diku.Read(t.Context(), mere("#MOBILES\n#1 "+head+"cat~ B 0 0 0 60 0 1d1+1 1d1+1 1d4+0 claw -27 -27 -27 0 "+
		"0 0 0 0 stand stand none 0 0 0 small fur\n#2 "+head+"2 0 0 S 60 0 0 1d1+0 1d1+0 0 0"+mind+"#3 "+head+
		"2 0 0 S 32 0 0 1d1+0 1d1+0 0 0"+mind+"#0\n"), diku.ROM)
	if err != nil {
		t.Fatal(err)
	}
	var got []int
	for _, c := range a.Creatures {
		got = append(got, c.AC)
	}
	if want := []int{-17, -17, -10}; !slices.Equal(got, want) || len(a.Faults) > 0 {
		t.Errorf("got %v and %v, want %v", got, a.Faults, want)
	}
}
