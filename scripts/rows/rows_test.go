package rows_test

import (
	"bufio"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const root = "../.."

// requirement is the id of a row of rows.txt.
var requirement = regexp.MustCompile(`\bS[0-4]-[0-9]{2,3}\b`)

// row is one requirement of rows.txt.
type row struct {
	id, text string
	isBuilt  bool
}

func rows(t *testing.T) []row {
	t.Helper()
	f, err := os.Open("rows.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []row
	for scan := bufio.NewScanner(f); scan.Scan(); {
		line := scan.Text()
		if line == "" || line[0] == '#' {
			continue
		}
		mark, rest, _ := strings.Cut(line, " ")
		id, text, _ := strings.Cut(rest, " ")
		if mark != "+" && mark != "-" || text == "" {
			t.Errorf("rows.txt: %q is not a mark, an id and a text", line)
		}
		out = append(out, row{id, text, mark == "+"})
	}
	return out
}

// named returns, for each id that a pattern finds in tests, the files that name it.
func named(t *testing.T, ids *regexp.Regexp) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() && (name == ".git" || name == "node_modules" || name == "bin") {
			return filepath.SkipDir
		}
		if d.IsDir() || !isTest(path) {
			return nil
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(strings.TrimPrefix(path, root+string(filepath.Separator)))
		for _, found := range ids.FindAllString(string(b), -1) {
			for _, id := range split(found) {
				if !slices.Contains(out[id], name) {
					out[id] = append(out[id], name)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// split returns the ids of a list, in which only the first names the review.
func split(list string) []string {
	review, rows, isList := strings.Cut(list, " ")
	if !isList {
		return []string{list}
	}
	out := strings.Split(rows, ", ")
	for i := range out {
		out[i] = review + " " + out[i]
	}
	return out
}

// isTest reports whether a file is a test: of Go, a story, or a scene of clients made by others.
func isTest(path string) bool {
	for _, end := range []string{"_test.go", ".txtar", ".mjs", "scene.bash"} {
		if strings.HasSuffix(path, end) {
			return true
		}
	}
	return false
}

// Every requirement that counts as built is named by a test, and tests name none that does not exist.
func TestRows(t *testing.T) {
	by, known := named(t, requirement), map[string]bool{}
	for _, r := range rows(t) {
		if known[r.id] {
			t.Errorf("rows.txt: %s stands there twice", r.id)
		}
		known[r.id] = true
		switch {
		case len(by[r.id]) > 0:
		case r.isBuilt:
			t.Errorf("no test names %s: %s", r.id, r.text)
		default:
			t.Logf("to come: %s: %s", r.id, r.text)
		}
	}
	for id, files := range by {
		if !known[id] {
			t.Errorf("%s is named in %s, but there is no such requirement", id, strings.Join(files, ", "))
		}
	}
}
