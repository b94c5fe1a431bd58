package tidy

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
)

// glossaryFile says what the names of packages and of central types mean, one a line: `name: meaning` for a package,
// `Name folder: meaning` for a type.
const glossaryFile = "scripts/tidy/glossary.txt"

// bannedNames are for no package: words that say nothing about what is inside or that mean something else to whoever
// knows the field. A listener may be called a door in what players read, but no package is.
func bannedNames() []string {
	return []string{"told", "far", "wish", "way", "desk", "door", "deed", "book", "past", "asking", "kind"}
}

// meaning is one entry of glossaryFile.
type meaning struct {
	line              int
	name, where, text string
}

func (m meaning) isType() bool { return m.name != "" && unicode.IsUpper(rune(m.name[0])) }

func (t *Tree) glossary() []meaning {
	var out []meaning
	for number, line := range t.listed(glossaryFile) {
		entry, text, _ := strings.Cut(line, ": ")
		name, where, _ := strings.Cut(entry, " ")
		out = append(out, meaning{number, name, where, strings.TrimSpace(text)})
	}
	return out
}

// Once reports packages that have the last element of their path in common: a name on its own should say which package
// is meant.
func Once(t *Tree) []Problem { return t.excused("once", t.twice()) }

func (t *Tree) twice() []keyed {
	first := map[string]string{}
	var ps []keyed
	dirs, _ := folders(t.goFiles(func(*File) bool { return true }))
	for _, dir := range dirs {
		name := path.Base(dir)
		if other := first[name]; other != "" {
			ps = append(ps, keyed{dir, Problem{Path: dir, Text: "is named as " + other + " is: one name, one package"}})
			continue
		}
		first[name] = dir
	}
	return ps
}

// Glossary reports packages whose name glossaryFile does not explain or nobody should use, types that have the name of
// a central type, and entries that explain nothing.
func Glossary(t *Tree) []Problem {
	var entries []meaning // that are well formed
	packages, types := map[string]bool{}, map[string]meaning{}
	var ps []Problem
	for _, m := range t.glossary() {
		switch {
		case m.text == "" || m.isType() == (m.where == ""):
			ps = append(
				ps,
				Problem{glossaryFile, m.line, "write `name: meaning` for a package, `Name folder: meaning` for a type"},
			)
		case packages[m.name] || types[m.name].name != "":
			ps = append(ps, Problem{glossaryFile, m.line, m.name + " is explained twice"})
		case m.isType():
			types[m.name] = m
			entries = append(entries, m)
		default:
			packages[m.name] = true
			entries = append(entries, m)
		}
	}
	used := map[string]bool{}
	dirs, _ := folders(t.goFiles(func(*File) bool { return true }))
	for _, dir := range dirs {
		name := path.Base(dir)
		used[name] = true
		switch {
		case slices.Contains(bannedNames(), name):
			ps = append(ps, Problem{Path: dir, Text: "the package is named by a word that does not say what is inside"})
		case !packages[name]:
			ps = append(ps, Problem{Path: dir, Text: fmt.Sprintf("%s does not say what %s means", glossaryFile, name)})
		}
	}
	for _, f := range t.products() {
		for _, spec := range typeSpecs(f) {
			m, isCentral := types[spec.Name.Name]
			used[spec.Name.Name] = used[spec.Name.Name] || isCentral && f.Dir() == m.where
			if isCentral && f.Dir() != m.where {
				ps = append(ps, f.at(spec.Pos(), "%s is the name of a type of %s: %s", m.name, m.where, m.text))
			}
		}
	}
	for _, m := range entries {
		if !used[m.name] {
			ps = append(ps, Problem{glossaryFile, m.line, m.name + " is no package or type where it says any more"})
		}
	}
	return sorted(ps)
}
