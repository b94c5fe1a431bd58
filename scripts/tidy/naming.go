package tidy

import (
	"go/ast"
	"path"
	"slices"
	"strings"
)

// emptyNames say nothing about what is inside.
func emptyNames() []string {
	return []string{
		"util", "utils", "common", "helper", "helpers", "type", "types",
		"misc", "manager", "managers", "shared", "base",
	}
}

// buildSuffixes may follow an underscore in a file name: they mean something to the compiler or to a reader of builds.
func buildSuffixes() []string {
	return []string{"linux", "darwin", "windows", "unix", "other", "amd64", "arm64", "gen", "race", "norace"}
}

// Names reports packages and Go files whose names are empty words, and product files whose names are not one
// lower-case word (a suffix such as _linux aside).
func Names(t *Tree) []Problem {
	var ps []Problem
	files := t.goFiles(func(*File) bool { return true })
	for _, f := range files {
		stem := strings.TrimSuffix(strings.TrimSuffix(f.Name(), ".go"), "_test")
		switch {
		case slices.Contains(emptyNames(), stem):
			ps = append(ps, Problem{Path: f.Path, Text: "the file is named by an empty word; say what is inside"})
		case !f.IsTest() && !isOneWord(stem):
			ps = append(ps, Problem{Path: f.Path, Text: "a file is named by one lower-case word"})
		}
	}
	dirs, _ := folders(files)
	for _, dir := range dirs {
		if slices.Contains(emptyNames(), path.Base(dir)) {
			ps = append(ps, Problem{Path: dir, Text: "the package is named by an empty word; say what is inside"})
		}
	}
	return sorted(ps)
}

func isOneWord(stem string) bool {
	words := strings.Split(stem, "_")
	for _, w := range words[1:] {
		if !slices.Contains(buildSuffixes(), w) {
			return false
		}
	}
	return words[0] != "" && strings.Trim(words[0], "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}

// Comments reports packages without a package comment, and packages with several: the comment of a package is one text.
// A library's begins with "Package" and its name.
func Comments(t *Tree) []Problem {
	var ps []Problem
	dirs, files := folders(t.goFiles(func(f *File) bool { return !f.IsTest() }))
	for _, dir := range dirs {
		var docs []*File
		for _, f := range files[dir] {
			if f.Syntax.Doc != nil && strings.TrimSpace(f.Syntax.Doc.Text()) != "" {
				docs = append(docs, f)
			}
		}
		name := files[dir][0].Syntax.Name.Name
		switch {
		case len(docs) == 0:
			ps = append(ps, Problem{Path: dir, Text: "has no package comment: what is it for, how is it added to?"})
		case len(docs) > 1:
			pos := docs[1].Syntax.Doc.Pos()
			ps = append(ps, docs[1].at(pos, "a second package comment; the first is in %s", docs[0].Name()))
		case name != "main" && !strings.HasPrefix(docs[0].Syntax.Doc.Text(), "Package "+name+" "):
			ps = append(ps, docs[0].at(docs[0].Syntax.Doc.Pos(), "the comment should begin with \"Package %s\"", name))
		}
	}
	return sorted(ps)
}

// Outside reports tests that are written inside the package they test. Files named export_test.go, which open a
// package to its outside tests, and internal_test.go, for what cannot be seen otherwise, are exempt. So is what lies
// below cmd: the parts of one program are tested from within, as its main package is.
func Outside(t *Tree) []Problem {
	var ps []Problem
	for _, f := range t.goFiles((*File).IsTest) {
		isExempt := f.Name() == "export_test.go" || f.Name() == "internal_test.go" || top(f.Dir()) == "cmd"
		if !isExempt && f.Syntax.Name.Name != "main" && !strings.HasSuffix(f.Syntax.Name.Name, "_test") {
			ps = append(ps, f.at(f.Syntax.Name.Pos(), "tests are in package %[1]s_test, not %[1]s", f.Syntax.Name.Name))
		}
	}
	return sorted(ps)
}

// Sleeps reports uses of time.Sleep outside a polling helper, which is a file named poll.go or poll_test.go.
func Sleeps(t *Tree) []Problem {
	var ps []Problem
	for _, f := range t.goFiles(func(f *File) bool { return f.Name() != "poll.go" && f.Name() != "poll_test.go" }) {
		ast.Inspect(f.Syntax, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok || sel.Sel.Name != "Sleep" {
				return true
			}
			if x, ok := sel.X.(*ast.Ident); ok && x.Name == "time" {
				ps = append(ps, f.at(sel.Pos(), "time.Sleep; poll for what is awaited, or use testing/synctest"))
			}
			return true
		})
	}
	return sorted(ps)
}
