package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/mudlark-mud/mudlark/data"
	"github.com/mudlark-mud/mudlark/world"
)

// fedUp writes the starter world into a folder, with a barkeep who wants the oystermen off his floor.
func fedUp(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, data.Lowtide()); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "people.yaml")
	raw, err := fs.ReadFile(data.Lowtide(), "people.yaml")
	if err != nil {
		t.Fatal(err)
	}
	const first = `        - {id: lantern, text: "Keep the great lantern lit`
	const want = `        - {id: clems, text: "Have the Clems out.", weight: 10, verb: battle, arg: Big Clem}
`
	text := strings.Replace(string(raw), first, want+first, 1)
	if text == string(raw) {
		t.Fatal("the barkeep wants other things than he did")
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestFightByMinds: the barkeep has it out with Big Clem, and whoever of his guests likes to help does; Ann came for a
// pie, and does nothing at all.
func TestFightByMinds(t *testing.T) {
	racedElsewhere(t)
	warmKeep(t)
	synctest.Test(t, func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "world")
		foundTavern(t, dir)
		set := func(c *serveCmd) { c.Pack = fedUp(t) }
		b := &bout{name: "house", seen: map[string]*strings.Builder{}, guests: &guests{
			tavern: openTavernSo(t, dir, nil, set),
		}}
		b.comes("Ann", false, true)
		b.enters("Ann")
		const most = 1200 // beats; a quarter of an hour
		over := func() (is bool) {
			b.see(func(s *world.State, _ world.Time) {
				for _, e := range s.Encounters {
					is = e.Mode == world.ModeOver
				}
			})
			return is
		}
		for n := 0; !over(); n++ {
			if n == most {
				t.Fatalf("the fight does not end:\n%s", b.seen["Ann"])
			}
			b.pass(fightBeat)
		}
		b.pass(fightBeat)
		b.ends(dir)
	})
}
