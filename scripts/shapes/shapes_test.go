package shapes_test

import (
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/scripts/shapes"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

var update = flag.Bool("update", false, "rewrite the list of present shapes; a release's is never rewritten")

// TestShapes compares the present shapes with testdata/shapes.txt, so that whoever changes one sees it in a diff.
func TestShapes(t *testing.T) {
	path := filepath.Join("testdata", "shapes.txt")
	got := shapes.List()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got == string(want) {
		return
	}
	for _, line := range difference(string(want), got) {
		t.Error(line)
	}
	t.Error("the shapes of what the journal holds differ from testdata/shapes.txt: run make golden and review the diff")
}

func difference(old, now string) []string {
	var out []string
	before, after := strings.Split(old, "\n"), strings.Split(now, "\n")
	for _, line := range before {
		if !slices.Contains(after, line) {
			out = append(out, "gone: "+line)
		}
	}
	for _, line := range after {
		if !slices.Contains(before, line) {
			out = append(out, "come: "+line)
		}
	}
	return out
}

// TestReleasedShapesGrow holds the present shapes to those of every release, which lie in testdata/NUMBER/shapes.txt.
func TestReleasedShapesGrow(t *testing.T) {
	released, err := filepath.Glob(filepath.Join("testdata", "*", "shapes.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range released {
		old, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, what := range shapes.Broken(string(old), shapes.List()) {
			t.Errorf("%s: %s", path, what)
		}
	}
}

func TestBroken(t *testing.T) {
	const released = "event Moved\nfield world.Moved dir string omitempty\nfield world.Moved to string\n" +
		"type world.Moved struct\n"
	tests := map[string]struct{ present, want string }{
		"the same":                 {released, ""},
		"a field is gone":          {strings.Replace(released, "field world.Moved to string\n", "", 1), "gone or changed"},
		"a field has another type": {strings.Replace(released, "to string", "to int", 1), "gone or changed"},
		"a kind is gone":           {strings.Replace(released, "event Moved\n", "", 1), "gone or changed"},
		"a field that was written always is left out": {
			strings.Replace(released, "to string", "to string omitempty", 1), "gone or changed",
		},
		"a field that is left out when zero": {released + "field world.Moved how int omitempty\n", ""},
		"a field that is always written":     {released + "field world.Moved how int\n", "give it omitempty"},
		"a new kind": {
			released + "event Swum\nfield world.Swum far int\ntype world.Swum struct\n", "",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := strings.Join(shapes.Broken(released, tt.present), "; ")
			if (tt.want == "") != (got == "") || !strings.Contains(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestEveryRowIsListed holds the list of rows to what a cut of a world really has.
func TestEveryRowIsListed(t *testing.T) {
	s := worldtest.Small()
	worldtest.Join(s, 1, worldtest.Person{Name: "Anna", Account: "a-ann"})
	lines := strings.Split(shapes.List(), "\n")
	for _, k := range s.Keys() {
		kind := reflect.TypeOf(s.Row(k)).Elem().Name()
		if !slices.Contains(lines, "row "+kind) {
			t.Errorf("%s is a %s, and no row of that kind is listed", k, kind)
		}
	}
	for _, a := range world.ActionKinds() {
		if name := reflect.TypeOf(a).Name(); !slices.Contains(lines, "action "+name) {
			t.Errorf("the action %s is not listed", name)
		}
	}
}
