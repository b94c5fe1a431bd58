// Package tidy is the style of this repository as an ordinary Go test.
//
// It judges what the linters of .golangci.yml cannot, so that reviews are about meaning: what the pure core may not
// contain, what minds may know, which packages there are and what they are called, whether documents name what is
// there. Each [Rule] is a function from a parsed [Tree] to [Problem]s and says why it exists; a unit test sees each one
// fail on planted source.
//
// To add a rule that no linter has, write it as a function in the file of its subject, list it in [Rules], and plant a
// violation in the tests: a rule that no test has seen fail does not count, and the tests say so. Nothing here is safe
// for concurrent use or needs to be.
package tidy

import (
	"cmp"
	"fmt"
	"go/token"
	"slices"
)

// Problem is one violation at one place.
type Problem struct {
	Path string // slash-separated, from the root of the repository
	Line int    // 1-based; 0 when the problem is the file or folder itself
	Text string // what is wrong and what to do instead
}

// String renders a problem as `path:line: text`, the form that editors can jump to.
func (p Problem) String() string {
	if p.Line == 0 {
		return fmt.Sprintf("%s: %s", p.Path, p.Text)
	}
	return fmt.Sprintf("%s:%d: %s", p.Path, p.Line, p.Text)
}

// Rule is one thing the tree must keep to.
type Rule struct {
	Name  string // one word, the name of the subtest
	Why   string // one sentence, printed with the violations
	Check func(*Tree) []Problem
}

// Rules lists every rule, in the order in which they are reported.
func Rules() []Rule {
	return []Rule{
		{Name: "layout", Why: "top-level names are few and fixed; code lives in the seven folders", Check: Layout},
		{
			Name:  "minds",
			Why:   "what a model says is a value; only the writer makes it happen, and only tools tell of the world",
			Check: Minds,
		},
		{Name: "linked", Why: "a package that the program never imports is dead", Check: Linked},
		{Name: "pure", Why: "world must give the same result for the same journal on every machine", Check: Pure},
		{Name: "ordered", Why: "a map walked in its own order differs from run to run", Check: Ordered},
		{Name: "exported", Why: "an unexported field of State is missing from dumps and snapshots", Check: Exported},
		{Name: "earned", Why: "a package that serves one neighbour is a file of it", Check: Earned},
		{Name: "aliases", Why: "two names for one type are one too many", Check: Aliases},
		{Name: "embedding", Why: "what one type is stands in one package", Check: Embedding},
		{Name: "tested", Why: "who changes code looks for its tests beside it", Check: Tested},
		{Name: "once", Why: "a name says which package is meant", Check: Once},
		{Name: "glossary", Why: "one concept has one noun, and one noun one meaning", Check: Glossary},
		{Name: "growth", Why: "who adds much shows it", Check: Growth},
		{Name: "documents", Why: "a document that names what is not there sends its reader astray", Check: Documents},
		{Name: "map", Why: "the map of packages shows today's", Check: Map},
		{Name: "exceptions", Why: "what needs no exception any more keeps none", Check: Exceptions},
		{Name: "names", Why: "a name like util or manager says nothing about what is inside", Check: Names},
		{Name: "paths", Why: "what only exists on one developer's machine works on no other", Check: Paths},
		{Name: "letters", Why: "invisible characters hide what a reader should see", Check: Letters},
	}
}

// sorted orders problems by place and text, so that a report never depends on the order of discovery.
func sorted(ps []Problem) []Problem {
	slices.SortFunc(ps, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Text, b.Text))
	})
	return ps
}

// at makes a problem at a position of a parsed file.
func (f *File) at(pos token.Pos, format string, args ...any) Problem {
	return Problem{Path: f.Path, Line: f.tree.fset.Position(pos).Line, Text: fmt.Sprintf(format, args...)}
}
