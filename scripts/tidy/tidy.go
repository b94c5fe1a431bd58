// Package tidy is the style of this repository as an ordinary Go test.
//
// What a program can judge about the tree is judged here, so that reviews are about meaning: who may import whom, what
// the pure core may not contain, how long things may be, what they may be called, what may be global. Each [Rule] is a
// function from a parsed [Tree] to [Problem]s and says why it exists; a unit test sees each one fail on planted
// source.
//
// To add a rule, write it as a function in the file of its subject, list it in [Rules], and plant a violation in the
// tests: a rule that no test has seen fail does not count, and the tests say so. Nothing here is safe for concurrent
// use or needs to be.
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
		{"layout", "top-level names are few and fixed; code lives in the seven folders", Layout},
		{"imports", "the import law keeps the core pure and the front ends apart", Imports},
		{"minds", "what a model says is a value; only the writer makes it happen, and only tools tell of the world", Minds},
		{"linked", "a package that the program never imports is dead", Linked},
		{"pure", "world must give the same result for the same journal on every machine", Pure},
		{"ordered", "a map walked in its own order differs from run to run", Ordered},
		{"exported", "an unexported field of State is missing from dumps and snapshots", Exported},
		{"functions", "a function should fit on a screen", Functions},
		{"files", "one idea a file", Files},
		{"lines", "two files side by side should fit on a screen", Lines},
		{"names", "a name like util or manager says nothing about what is inside", Names},
		{"comments", "a package says what it is for", Comments},
		{"globals", "what is global and can change belongs to nobody", Globals},
		{"inits", "code that runs before main cannot be configured, tested or refused", Inits},
		{"sleeps", "a sleep is either too short or too long; poll for what is awaited", Sleeps},
		{"outside", "tests that use what callers use survive a change of the inside", Outside},
		{"todos", "a note without an owner is never done", Todos},
		{"paths", "what only exists on one developer's machine works on no other", Paths},
		{"letters", "invisible characters hide what a reader should see", Letters},
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
