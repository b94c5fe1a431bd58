package rows_test

import (
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const foundFile = "FOUND.md"

// finding is the id of a row of FOUND.md, or several of one review in a list.
var finding = regexp.MustCompile(`\b(?:OWNERS|DOOR|PEOPLE|PLAYERS) [A-DV][0-9]+\b(?:, [A-DV][0-9]+\b)*`)

// cell is how a file is written into the last column, by which it is told from a sentence that says why there is none.
func cell(files []string) string { return "`" + strings.Join(files, "`, `") + "`" }

// Every finding of the reviews has a test that names it, or a sentence that says why not. The table names the files.
func TestFound(t *testing.T) {
	b, err := os.ReadFile(foundFile)
	if err != nil {
		t.Fatal(err)
	}
	by, known := named(t, finding), map[string]bool{}
	lines := strings.Split(string(b), "\n")
	for i, line := range lines {
		id, rest, isRow := strings.Cut(strings.TrimPrefix(line, "| "), " | ")
		if !isRow || !finding.MatchString(id) {
			continue
		}
		if known[id] {
			t.Errorf("%s: %s stands there twice", foundFile, id)
		}
		known[id] = true
		what, held, _ := strings.Cut(strings.TrimSuffix(rest, " |"), " | ")
		switch {
		case len(by[id]) > 0:
			held = cell(by[id])
		case held == "" || strings.HasPrefix(held, "`") && strings.HasSuffix(held, "`"):
			t.Errorf("no test names %s: %s; nor does %s say why", id, what, foundFile)
		}
		lines[i] = "| " + id + " | " + what + " | " + held + " |"
	}
	for id, files := range by {
		if !known[id] {
			t.Errorf("%s is named in %s, but there is no such finding", id, strings.Join(files, ", "))
		}
	}
	got := strings.Join(lines, "\n")
	if got == string(b) {
		return
	}
	if !*update {
		t.Fatalf("%s is stale; run go test ./scripts/rows -update", foundFile)
	}
	if err := os.WriteFile(foundFile, []byte(got), 0o644); err != nil {
		t.Fatal(err)
	}
}
