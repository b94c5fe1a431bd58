package tidy

import (
	"slices"
	"strings"
)

// exceptionsFile lists what rules about packages and documents let pass, one a line: `rule key: reason`. A key is what
// the rule names: a folder, a folder with a type, or what stands between backticks. The list may only shrink: an entry
// that nothing needs any more is reported by the rule exceptions.
const exceptionsFile = "scripts/tidy/exceptions.txt"

// exception is one entry of exceptionsFile.
type exception struct {
	line              int
	rule, key, reason string
}

// exceptions reads exceptionsFile. Empty lines, and those that begin with #, are for the reader.
func (t *Tree) exceptions() []exception {
	var out []exception
	for number, line := range t.listed(exceptionsFile) {
		entry, reason, _ := strings.Cut(line, ": ")
		rule, key, _ := strings.Cut(entry, " ")
		out = append(out, exception{number, rule, key, strings.TrimSpace(reason)})
	}
	return out
}

// listed yields the lines of a file of the tree that say something, with their numbers.
func (t *Tree) listed(path string) func(yield func(int, string) bool) {
	return func(yield func(int, string) bool) {
		f := t.file(path)
		if f == nil {
			return
		}
		number := 0
		for line := range strings.Lines(f.Text) {
			number++
			line = strings.TrimSpace(line)
			if line != "" && !strings.HasPrefix(line, "#") && !yield(number, line) {
				return
			}
		}
	}
}

// file returns the file of a path, or nil.
func (t *Tree) file(path string) *File {
	i, isThere := slices.BinarySearchFunc(t.Files, path, func(f *File, path string) int {
		return strings.Compare(f.Path, path)
	})
	if !isThere {
		return nil
	}
	return t.Files[i]
}

// keyed is a problem with the key that an exception of its rule would have.
type keyed struct {
	key string
	Problem
}

// excused drops what an exception lets pass.
func (t *Tree) excused(rule string, all []keyed) []Problem {
	exceptions := t.exceptions()
	var ps []Problem
	for _, p := range all {
		isExcused := slices.ContainsFunc(exceptions, func(e exception) bool { return e.rule == rule && e.key == p.key })
		if !isExcused {
			ps = append(ps, p.Problem)
		}
	}
	return sorted(ps)
}

// Exceptions reports entries of exceptionsFile that no rule needs any more, and those without a reason.
func Exceptions(t *Tree) []Problem {
	found := map[string]map[string]bool{}
	for rule, all := range map[string][]keyed{
		"earned": t.unearned(), "aliases": t.aliases(), "embedding": t.embeddings(), "tested": t.untested(),
		"once": t.twice(), "documents": t.rotten(),
	} {
		found[rule] = map[string]bool{}
		for _, p := range all {
			found[rule][p.key] = true
		}
	}
	var ps []Problem
	for _, e := range t.exceptions() {
		switch {
		case found[e.rule] == nil:
			ps = append(ps, Problem{exceptionsFile, e.line, "no rule named " + e.rule + " has exceptions"})
		case e.reason == "":
			ps = append(ps, Problem{exceptionsFile, e.line, "an exception says why: `rule key: reason`"})
		case !found[e.rule][e.key]:
			ps = append(ps, Problem{exceptionsFile, e.line, e.rule + " " + e.key + " needs no exception any more: remove it"})
		}
	}
	return sorted(ps)
}
