package tidy

import (
	"go/ast"
	"slices"
	"strconv"
	"strings"
)

// CorePackages returns the standard packages that package world may import. Each is pure, and none reads a clock, the
// machine, or a source of chance.
func CorePackages() []string {
	return []string{
		"bytes", "cmp", "crypto/sha256", "encoding/binary", "encoding/hex", "errors", "fmt", "hash/fnv", "iter", "maps",
		"math/bits", "reflect", "slices", "sort", "strconv", "strings", "unicode", "unicode/utf8",
	}
}

// benchFolder is what scripts may import of the program, with what lies below it: the bots of `mudlark bench` and what
// counts what they meet.
const benchFolder = "cmd/mudlark/bench"

// isUnder reports whether a folder is another or lies below it.
func isUnder(dir, above string) bool { return dir == above || strings.HasPrefix(dir, above+"/") }

// isForTests reports whether a package of ours is there for tests and scripts: the small world with its judge, and the
// model that misbehaves.
func isForTests(dir string) bool {
	return isUnder(dir, "world/worldtest") || isUnder(dir, "ai/model/modeltest")
}

// Imports judges the import law:
//
//   - world imports a short list of standard packages and nothing of ours;
//   - world/... imports world and world/... of ours;
//   - mud, ai, tui and data import world/... and their own folder, never each other;
//   - product code of ai, tui and data imports neither world/journal nor what lies below it: no mind and no
//     screen writes the record;
//   - only tests and scripts import world/worldtest, ai/model/modeltest and what lies below them;
//   - only cmd imports cmd, except that scripts may import cmd/mudlark/bench/..., the bots of `mudlark bench`;
//   - only scripts import scripts;
//   - a blank import is for main packages, tests and embed.
//
// Tests may import any third-party module but keep to the same law between our folders.
func Imports(t *Tree) []Problem {
	var ps []Problem
	for _, f := range t.goFiles(func(*File) bool { return true }) {
		for _, spec := range f.Syntax.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				continue // the parser has accepted it, so this cannot be
			}
			if why := t.breach(f, imported); why != "" {
				ps = append(ps, f.at(spec.Pos(), "imports %s, but %s", imported, why))
			}
			if isStrayBlank(f, spec, imported) {
				ps = append(ps, f.at(spec.Pos(), "blank import of %s outside a main package", imported))
			}
		}
	}
	return sorted(ps)
}

// breach says which part of the law an import breaks, or "".
func (t *Tree) breach(f *File, imported string) string {
	dir := f.Dir()
	ours, isOurs := strings.CutPrefix(imported, t.Module+"/")
	if !isOurs {
		if dir == "world" && !f.IsTest() && !slices.Contains(CorePackages(), imported) {
			return "world imports only " + strings.Join(CorePackages(), " ")
		}
		return ""
	}
	from, to := top(dir), top(ours)
	isFree := from == "cmd" || from == "scripts"
	switch {
	case to == "cmd":
		return unless(from == "cmd" || from == "scripts" && isUnder(ours, benchFolder),
			"cmd is the top: only cmd imports it, and scripts "+benchFolder)
	case to == "scripts":
		return unless(from == "scripts", "only scripts import scripts")
	case isForTests(ours):
		return unless(f.IsTest() || isForTests(dir) || from == "scripts", ours+" is for tests")
	case isFree || ours == dir:
		return ""
	case dir == "world":
		return unless(f.IsTest() && to == "world", "world imports nothing of ours")
	case from == "world":
		return unless(to == "world", "world/... imports only world/...")
	case isUnder(ours, "world/journal") && from != "mud":
		return unless(f.IsTest(), from+" may not touch the journal; it goes through world/loop")
	default:
		return unless(to == "world" || to == from, from+" imports world/... and itself, never "+to)
	}
}

// unless returns why when ok does not hold.
func unless(ok bool, why string) string {
	if ok {
		return ""
	}
	return why
}

// top returns the first element of a slash-separated path.
func top(dir string) string {
	first, _, _ := strings.Cut(dir, "/")
	return first
}

func isStrayBlank(f *File, spec *ast.ImportSpec, imported string) bool {
	return spec.Name != nil && spec.Name.Name == "_" && imported != "embed" && !f.IsTest() &&
		f.Syntax.Name.Name != "main"
}

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
				if ours, ok := strings.CutPrefix(strings.Trim(spec.Path.Value, `"`), t.Module+"/"); ok {
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
