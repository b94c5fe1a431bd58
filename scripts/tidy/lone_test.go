package tidy_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/scripts/tidy"
)

// What is tested without the race detector has nothing for it to see, in its tests and in what it imports neither.
func TestLone(t *testing.T) {
	const asks = "package x_test"
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"nothing happens at once", one("mud/x/x_test.go", asks), "mud/x"},
		{"no tests", one("mud/x/x.go", "package x"), ""},
		{"a goroutine", with(one("mud/x/x_test.go", asks), one("mud/x/x.go", "package x", "func f() { go f() }")), ""},
		{"a goroutine of a test", one("mud/x/x_test.go", asks, "func f() { go f() }"), ""},
		{"a group", one("mud/x/x_test.go", asks, "func f(w interface{ Go(func()) }) { w.Go(nil) }"), ""},
		{"tests side by side", one("mud/x/x_test.go", asks, `import "testing"`,
			"func TestX(t *testing.T) { t.Parallel() }"), ""},
		{"a channel", with(one("mud/x/x_test.go", asks), one("mud/x/x.go", "package x", "var c chan int")), ""},
		{"a timer that calls", one("mud/x/x_test.go", asks, `import "time"`, "var _ = time.AfterFunc(1, nil)"), ""},
		{"a network", one("mud/x/x_test.go", asks, `import "net/http/httptest"`, "var _ httptest.Server"), ""},
		{"far below", with(one("mud/x/x_test.go", asks, `import _ "`+m+`mud/y"`),
			with(one("mud/y/y.go", "package y", `import _ "`+m+`mud/z"`),
				one("mud/z/z.go", "package z", "var c chan int"))), ""},
		{"tests of what is imported do not matter", with(one("mud/x/x_test.go", asks, `import _ "`+m+`mud/y"`),
			with(one("mud/y/y.go", "package y"), one("mud/y/y_test.go", "package y_test", "var c chan int"))), "mud/x"},
		{"goroutines that have ended", with(one("world/x_test.go", "package world_test", `import "`+m+`world/journal"`,
			"var _ = journal.Decode"), one("world/journal/x.go", "package journal", "func f() { go f() }")), "world"},
		{"goroutines that go on", with(one("world/x_test.go", "package world_test", `import "`+m+`world/journal"`,
			"var _ = journal.Open"), one("world/journal/x.go", "package journal", "func f() { go f() }")), ""},
		{"the package of those", with(one("world/journal/x_test.go", "package journal_test"),
			one("world/journal/x.go", "package journal", "func f() { go f() }")), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.files["go.mod"] = "module example.org/m\n"
			tree, err := tidy.Parse(tt.files)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(tidy.Lone(tree), " "); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestLoneHere holds what it says of this repository against what is known of some packages.
func TestLoneHere(t *testing.T) {
	tree, err := tidy.Load(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	lone := tidy.Lone(tree)
	for _, dir := range []string{"world", "ai/memory", "ai/reply", "scripts/tidy"} {
		if !slices.Contains(lone, dir) {
			t.Errorf("%s is said to be raced", dir)
		}
	}
	for _, dir := range []string{
		"world/loop", "world/journal", "world/pack/source", "ai/resident", "ai/model", "ai/keep", "mud/session",
		"cmd/mudlark", "scripts/storm", "scripts/pleas",
	} {
		if slices.Contains(lone, dir) {
			t.Errorf("%s is said to be alone", dir)
		}
	}
}
