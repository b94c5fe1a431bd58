package tidy

import (
	"go/ast"
	"strings"
)

// Linked reports packages of the product that no main package reaches through imports: those under cmd, and the
// examples, which are programs to be read. It is silent while there is no main package under cmd.
func Linked(t *Tree) []Problem {
	dirs, files := folders(t.goFiles(func(f *File) bool { return !f.IsTest() }))
	reached := map[string]bool{}
	var reach func(dir string)
	reach = func(dir string) {
		if reached[dir] {
			return
		}
		reached[dir] = true
		for _, f := range files[dir] {
			for _, spec := range f.Syntax.Imports {
				if ours, isOurs := t.ours(spec); isOurs {
					reach(ours)
				}
			}
		}
	}
	for _, dir := range dirs {
		if top(dir) == "cmd" && files[dir][0].Syntax.Name.Name == "main" {
			reach(dir)
		}
	}
	if len(reached) == 0 {
		return nil
	}
	for _, dir := range dirs {
		if strings.Contains(dir, "/examples/") && files[dir][0].Syntax.Name.Name == "main" {
			reach(dir)
		}
	}
	var ps []Problem
	for _, dir := range dirs {
		if !reached[dir] && top(dir) != "scripts" && !isForTests(dir) {
			ps = append(ps, Problem{Path: dir, Text: "no program under cmd imports this package: wire it or remove it"})
		}
	}
	return sorted(ps)
}

// ours returns the folder that an import means, if it is one of this module.
func (t *Tree) ours(spec *ast.ImportSpec) (dir string, isOurs bool) {
	return strings.CutPrefix(strings.Trim(spec.Path.Value, `"`), t.Module+"/")
}

// isForTests reports whether a package of ours is there for tests and scripts: the small world with its judge, and the
// model that misbehaves.
func isForTests(dir string) bool {
	return isUnder(dir, "world/worldtest") || isUnder(dir, "ai/model/modeltest")
}
