package main

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/mudlark-mud/mudlark/world/pack"
)

// A new pack is called after its folder, as far as that can be, and is beyond doubt whatever it is called.
func TestNewPackIsCalledAfterItsFolder(t *testing.T) {
	for folder, want := range map[string]string{
		"sallow_hill": "sallow-hill, Sallow Hill", "Sallow Hill": "sallow-hill, Sallow Hill", "2024": "2024, 2024",
		"yes": "yes, Yes", "moor.d": "moor-d, Moor D", "Übersee": "bersee, Bersee", "...": "my-world, My World",
		strings.Repeat("moor", 30): "my-world, My World",
	} {
		files, err := newPack(folder)
		if err != nil {
			t.Fatal(err)
		}
		fsys := fstest.MapFS{}
		for name, text := range files {
			fsys[name] = &fstest.MapFile{Data: text}
		}
		p, problems, err := pack.Check(fsys, ".")
		if err != nil || p == nil || problems.String() != "" {
			t.Errorf("%s: %v\n%v", folder, err, problems)
			continue
		}
		if got := string(p.ID) + ", " + p.Name; got != want {
			t.Errorf("%s: got %s, want %s", folder, got, want)
		}
	}
}
