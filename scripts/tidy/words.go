package tidy

import (
	"fmt"
	"go/ast"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// The patterns are written so that they do not match themselves.
var (
	todoWord    = regexp.MustCompile(`\b(TO[D]O|FIX[M]E|X[X]X)\b`)
	todoOwned   = regexp.MustCompile(`\b(TO[D]O|FIX[M]E)\(#[0-9]+\): `)
	machinePath = regexp.MustCompile(`(^|[\s"'=(:,` + "`" + `])([/](home|Users|root|work|tmp)/[\w.-]+|[A-Z]:\\[\w.-]+)`)
)

// Todos reports notes for later in Go comments that name no issue as `(#12)` does.
func Todos(t *Tree) []Problem {
	var ps []Problem
	for _, f := range t.goFiles(func(f *File) bool { return !ast.IsGenerated(f.Syntax) }) {
		for _, group := range f.Syntax.Comments {
			for _, c := range group.List {
				if todoWord.MatchString(c.Text) && !todoOwned.MatchString(c.Text) {
					ps = append(ps, f.at(c.Pos(), "a note for later without an issue; do it or drop it"))
				}
			}
		}
	}
	return sorted(ps)
}

// Paths reports absolute paths that exist on one machine only: home folders, work folders and fixed names in the
// folder for temporary files. Fixtures are judged too, for they are committed as well.
func Paths(t *Tree) []Problem {
	var ps []Problem
	for _, f := range t.Files {
		number := 0
		for line := range strings.Lines(f.Text) {
			number++
			if found := machinePath.FindStringSubmatch(line); found != nil {
				ps = append(ps, Problem{Path: f.Path, Line: number, Text: found[2] + " exists on one machine only"})
			}
		}
	}
	return sorted(ps)
}

// Letters reports characters that a reader cannot see in the texts people write: control characters, marks that turn
// the direction of writing, zero-width characters, and a missing newline at the end.
func Letters(t *Tree) []Problem {
	var ps []Problem
	for _, f := range t.Files {
		if f.IsFixture() || !isWritten(f.Name()) {
			continue
		}
		if f.Text != "" && !strings.HasSuffix(f.Text, "\n") {
			ps = append(ps, Problem{Path: f.Path, Text: "does not end with a newline"})
		}
		number := 0
		for line := range strings.Lines(f.Text) {
			number++
			if i := strings.IndexFunc(line, isInvisible); i >= 0 {
				text := fmt.Sprintf("invisible character %U; write it as an escape", []rune(line[i:])[0])
				ps = append(ps, Problem{Path: f.Path, Line: number, Text: text})
			}
		}
	}
	return sorted(ps)
}

func isInvisible(r rune) bool {
	return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r))
}

// isWritten reports whether people write files of this name by hand.
func isWritten(name string) bool {
	exts := []string{".go", ".md", ".yml", ".yaml", ".sh", ".mod", ".json", ".txt", ".tmpl", ".star"}
	return name == "Makefile" || name == "run" || slices.Contains(exts, path.Ext(name))
}
