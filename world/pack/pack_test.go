package pack_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/mudlark-mud/mudlark/world/pack"
)

var update = flag.Bool("update", false, "rewrite golden files")

// base completes archives that do not bring files of these names.
var base = map[string]string{
	"pack.yaml": "id: tiny\nname: Tiny\nstart: hall\nwelcome: Hello.\n",
	"hall.yaml": "zone: Tiny\nrooms:\n  - id: hall\n    name: The Hall\n    desc: A hall.\n    safe: true\n" +
		"    exits:\n      - {dir: north, to: yard}\n" +
		"  - id: yard\n    name: The Yard\n    desc: A yard.\n    exits:\n      - {dir: south, to: hall}\n",
	"zz-manners.yaml": "help:\n  - {id: newbie, text: Look about.}\n  - {id: rules, text: Be kind.}\n" +
		"socials:\n  - {id: nod, alone: You nod., alone_all: \"{actor} nods.\", at: \"You nod to {target}.\", " +
		"at_target: \"{actor} nods to you.\", at_all: \"{actor} nods to {target}.\"}\n",
}

const wantFile = "want"

// member is one file of an archive in txtar form: a line "-- name --" and then its text.
type member struct{ name, text string }

func readArchive(t *testing.T, path string) []member {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var a []member
	for line := range strings.Lines(string(data)) {
		if n, ok := strings.CutPrefix(line, "-- "); ok && strings.HasSuffix(n, " --\n") {
			a = append(a, member{name: strings.TrimSuffix(n, " --\n")})
			continue
		}
		if len(a) == 0 {
			t.Fatalf("%s does not begin with a file", path)
		}
		a[len(a)-1].text += line
	}
	return a
}

func writeArchive(t *testing.T, path string, a []member) {
	t.Helper()
	var b strings.Builder
	for _, m := range a {
		b.WriteString("-- " + m.name + " --\n" + m.text)
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

func fsOf(a []member) fstest.MapFS {
	fsys := fstest.MapFS{}
	for name, text := range base {
		fsys["p/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	for _, f := range a {
		switch {
		case f.name == wantFile:
		case f.text == "absent\n":
			delete(fsys, "p/"+f.name)
		default:
			fsys["p/"+f.name] = &fstest.MapFile{Data: []byte(f.text)}
		}
	}
	return fsys
}

// TestCheck runs every archive of testdata: a pack, and in its file "want" what a builder reads about it.
func TestCheck(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("archives: %v, %v", archives, err)
	}
	for _, path := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			a := readArchive(t, path)
			p, problems, err := pack.Check(fsOf(a), "p")
			if err != nil {
				t.Fatal(err)
			}
			wrong, _ := problems.Counts()
			if (p == nil) != (wrong > 0) {
				t.Errorf("pack is nil: %v, but %d errors", p == nil, wrong)
			}
			golden(t, path, a, problems.String())
		})
	}
}

func golden(t *testing.T, path string, a []member, got string) {
	t.Helper()
	if got != "" {
		got += "\n"
	}
	for i, f := range a {
		if f.name != wantFile {
			continue
		}
		if *update {
			a[i].text = got
			writeArchive(t, path, a)
			return
		}
		if diff := cmp.Diff(f.text, got); diff != "" {
			t.Errorf("problems differ (-want +got):\n%s", diff)
		}
		return
	}
	t.Errorf("%s has no file %q", path, wantFile)
}
