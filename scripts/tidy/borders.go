package tidy

import (
	"fmt"
	"go/ast"
	"path"
	"slices"
	"strings"
)

// What a package must be to stand alone.
const (
	earnedMinLines = 600 // with tests of its own
	testedMinLines = 300 // from here on, tests stand beside the code
)

// unit is a package as the rules about packages see it.
type unit struct {
	dir       string
	name      string  // of the package clause
	files     []*File // product files
	lines     int     // of product code
	tests     []*File // in the same folder
	importers []string
	libraries []string // modules of others that product files import, by their first elements
}

// units returns the packages of the tree that have product files, by folder.
func (t *Tree) units() (dirs []string, all map[string]*unit) {
	all = map[string]*unit{}
	dirs, files := folders(t.products())
	for _, dir := range dirs {
		u := &unit{dir: dir, name: files[dir][0].Syntax.Name.Name, files: files[dir]}
		for _, f := range files[dir] {
			u.lines += strings.Count(f.Text, "\n")
		}
		all[dir] = u
	}
	for _, f := range t.goFiles(func(*File) bool { return true }) {
		if u := all[f.Dir()]; u != nil && f.IsTest() {
			u.tests = append(u.tests, f)
		}
		for _, spec := range f.Syntax.Imports {
			ours, isOurs := t.ours(spec)
			switch u := all[f.Dir()]; {
			case isOurs:
				imported := all[ours]
				isUse := imported != nil && ours != f.Dir() && (!f.IsTest() || isForTests(ours) || top(ours) == "scripts")
				if isUse && !slices.Contains(imported.importers, f.Dir()) {
					imported.importers = append(imported.importers, f.Dir())
				}
			case u != nil && !f.IsTest():
				if lib := library(spec); lib != "" && !slices.Contains(u.libraries, lib) {
					u.libraries = append(u.libraries, lib)
				}
			}
		}
	}
	return dirs, all
}

// library returns the first three elements of an import from outside the standard library, or "".
func library(spec *ast.ImportSpec) string {
	parts := strings.Split(strings.Trim(spec.Path.Value, `"`), "/")
	if !strings.Contains(parts[0], ".") {
		return ""
	}
	return strings.Join(parts[:min(3, len(parts))], "/")
}

// Earned reports packages that are no more than files of a neighbour. A package is earned when it is a program or the
// top of an area; when packages of two parents import it; when it is a border, which is to say that it has a library
// that neither its parent nor a sibling imports, or a fuzz or simulation test of its own; or when it has 600 lines and
// tests of its own. Other borders, such as a frozen format, stand among the exceptions.
func Earned(t *Tree) []Problem { return t.excused("earned", t.unearned()) }

func (t *Tree) unearned() []keyed {
	dirs, all := t.units()
	var ps []keyed
	for _, dir := range dirs {
		u := all[dir]
		isTop := u.name == "main" || !strings.Contains(dir, "/") || path.Dir(dir) == "scripts"
		if isTop || u.isShared() || u.isOutlet(all) || u.isExplored() || u.lines >= earnedMinLines && len(u.tests) > 0 {
			continue
		}
		text := fmt.Sprintf("has %d lines, %d test files and the importers %q: make it files of a neighbour", u.lines,
			len(u.tests), u.importers)
		ps = append(ps, keyed{dir, Problem{Path: dir, Text: text}})
	}
	return ps
}

// isShared reports whether packages of two parents import the package.
func (u *unit) isShared() bool {
	return slices.ContainsFunc(u.importers, func(dir string) bool { return home(dir) != home(u.importers[0]) })
}

// home returns the parent of a folder. Each folder of scripts is a program of its own, with what lies below it.
func home(dir string) string {
	if parts := strings.Split(dir, "/"); parts[0] == "scripts" && len(parts) > 1 {
		return "scripts/" + parts[1]
	}
	return path.Dir(dir)
}

// isOutlet reports whether the package imports a library that neither its parent nor a sibling does.
func (u *unit) isOutlet(all map[string]*unit) bool {
	for _, lib := range u.libraries {
		isOwn := true
		for dir, other := range all {
			isNear := dir == path.Dir(u.dir) || path.Dir(dir) == path.Dir(u.dir)
			if isNear && other != u && slices.Contains(other.libraries, lib) {
				isOwn = false
			}
		}
		if isOwn {
			return true
		}
	}
	return false
}

// isExplored reports whether a test beside the package fuzzes it or plays with it at random.
func (u *unit) isExplored() bool {
	for _, f := range u.tests {
		for _, spec := range f.Syntax.Imports {
			if strings.Contains(spec.Path.Value, "pgregory.net/rapid") {
				return true
			}
		}
		for _, decl := range f.Syntax.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv == nil && strings.HasPrefix(fn.Name.Name, "Fuzz") {
				return true
			}
		}
	}
	return false
}

// Tested reports packages of 300 lines and more without a test in their folder: who changes the code looks there.
// Examples, and packages that are there for tests, are exempt.
func Tested(t *Tree) []Problem { return t.excused("tested", t.untested()) }

func (t *Tree) untested() []keyed {
	dirs, all := t.units()
	var ps []keyed
	for _, dir := range dirs {
		u := all[dir]
		if u.lines >= testedMinLines && len(u.tests) == 0 && !isForTests(dir) && !strings.Contains(dir, "/examples/") {
			text := fmt.Sprintf("has %d lines and no test beside them", u.lines)
			ps = append(ps, keyed{dir, Problem{Path: dir, Text: text}})
		}
	}
	return ps
}
