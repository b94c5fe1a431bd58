package diku_test

import (
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
