package tidy

import (
	"fmt"
	"go/ast"
	"strings"
)

// The sizes that a reader can take in at once.
const (
	functionMaxLines = 70  // from the word func to the closing brace, in tests too
	fileMaxLines     = 500 // not in tests
	lineMaxColumns   = 120 // characters, a tab counting as tabColumns
	tabColumns       = 1   // as lll and gofmt's own examples count
)

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
