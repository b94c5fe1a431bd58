package tidy

import (
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
