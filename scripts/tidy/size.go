package tidy

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"
)

// The sizes that a reader can take in at once.
const (
	functionMaxLines = 70   // from the word func to the closing brace, in tests too
	fileMaxLines     = 500  // not in tests
	packageMaxFiles  = 15   // not counting tests
	packageMaxLines  = 2000 // not counting tests
	lineMaxColumns   = 120  // characters, a tab counting as tabColumns
	tabColumns       = 1    // as lll and gofmt's own examples count
)

// broadPackages may be larger. The first four are one file a mechanic, a verb topic, an event or a command each, so
// they grow with the game and the program; the others are one thing that does not come apart: a file format with its
// crash rules, a door with its line editor.
func broadPackages() []string {
	return []string{"world", "world/verb", "world/prose", "cmd/mudlark", "world/journal", "mud/sshd", "cmd/mudlark/bench",
		"cmd/mudlark/bench/load"}
}

// Functions reports functions of more than 70 lines.
func Functions(t *Tree) []Problem {
	var ps []Problem
	for _, f := range t.goFiles(func(f *File) bool { return !ast.IsGenerated(f.Syntax) }) {
		for _, decl := range f.Syntax.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			n := t.fset.Position(fn.End()).Line - t.fset.Position(fn.Pos()).Line + 1
			if n > functionMaxLines {
				ps = append(ps, f.at(fn.Pos(), "%s has %d lines, at most %d", fn.Name.Name, n, functionMaxLines))
			}
		}
	}
	return sorted(ps)
}

// Files reports hand-written files of more than 500 lines that are not tests.
func Files(t *Tree) []Problem {
	var ps []Problem
	for _, f := range t.products() {
		if n := strings.Count(f.Text, "\n"); n > fileMaxLines {
			ps = append(ps, Problem{Path: f.Path, Text: fmt.Sprintf("has %d lines, at most %d", n, fileMaxLines)})
		}
	}
	return sorted(ps)
}

// Packages reports packages of more than 15 files or 2,000 lines of hand-written product code. Packages that are one
// file a mechanic are exempt.
func Packages(t *Tree) []Problem {
	var ps []Problem
	dirs, files := folders(t.products())
	for _, dir := range dirs {
		lines := 0
		for _, f := range files[dir] {
			lines += strings.Count(f.Text, "\n")
		}
		isBig := len(files[dir]) > packageMaxFiles || lines > packageMaxLines
		if isBig && !slices.Contains(broadPackages(), dir) {
			text := fmt.Sprintf("has %d files of %d lines, at most %d and %d",
				len(files[dir]), lines, packageMaxFiles, packageMaxLines)
			ps = append(ps, Problem{Path: dir, Text: text})
		}
	}
	return sorted(ps)
}

// Lines reports lines of Go, except generated code, that are wider than 120 columns.
func Lines(t *Tree) []Problem {
	var ps []Problem
	for _, f := range t.goFiles(func(f *File) bool { return !ast.IsGenerated(f.Syntax) }) {
		number := 0
		for line := range strings.Lines(f.Text) {
			number++
			if n := columns(line); n > lineMaxColumns {
				text := fmt.Sprintf("%d columns, at most %d", n, lineMaxColumns)
				ps = append(ps, Problem{Path: f.Path, Line: number, Text: text})
			}
		}
	}
	return sorted(ps)
}

// columns returns the width of a line without its newline.
func columns(line string) int {
	n := 0
	for _, r := range strings.TrimRight(line, "\n") {
		n++
		if r == '\t' {
			n += tabColumns - 1
		}
	}
	return n
}
