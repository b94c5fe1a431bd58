package diku_test

import (
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/mudlark-mud/mudlark/world/pack/diku"
)

// area is a folder of two rooms, 1 and 2, with more files beside them.
func area(more map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{"wld/1.wld": {Data: []byte("#1\nHut~\nSoot.\n~\n1 0 0\nS\n#2\nYard~\nMud.\n~\n1 0 0\nS\n$~\n")}}
	for name, text := range more {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

// A pipe, which would never end, a name with escape codes, and what no plain file is are told and passed over.
func TestOddFilesAreNotOpened(t *testing.T) {
	fsys := area(map[string]string{"wld/\x1b[2J.wld": "#9\n", "LICENSE\x1b[2J": "Mine."})
	fsys["wld/2.wld"] = &fstest.MapFile{Mode: fs.ModeNamedPipe}
	a, err := diku.Read(fsys, diku.CircleMUD)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{`wld: a file called "\x1b[2J.wld"; a name that can be read`, "wld/2.wld: it is no plain file, nor a link to one in the folder"}
	var got []string
	for _, f := range a.Faults {
		got = append(got, f.String())
	}
	if !slices.Equal(got, want) || len(a.Rooms) != 2 || len(a.Notices) != 0 {
		t.Errorf("got %q, %d rooms and %d notices", got, len(a.Rooms), len(a.Notices))
	}
}

// A file of texts without an end is given up: each of them would be read to the end of the file.
func TestFileOfFaultsIsGivenUp(t *testing.T) {
	fsys := area(map[string]string{"wld/2.wld": strings.Repeat("#3\n", 1_000_000)})
	a, err := diku.Read(fsys, diku.CircleMUD)
	if err != nil {
		t.Fatal(err)
	}
	last := a.Faults[len(a.Faults)-1].What
	if len(a.Faults) != 501 || last != "more than 500 records are wrong" {
		t.Errorf("got %d faults, the last %q", len(a.Faults), last)
	}
}
