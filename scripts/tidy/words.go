package tidy

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// The patterns are written so that they do not match themselves.
var (
	machinePath = regexp.MustCompile(`(?:^|[\s"'=(:,` + "`" + `])` +
		`([/](?:home|Users|root|work|tmp)/[\w.-]+|[A-Z]:\\[\w.-]+)`)
	invisible = regexp.MustCompile(`([\x00-\x08\x0b-\x1f\x7f-\x9f\p{Cf}])`)
)

// Paths reports absolute paths that exist on one machine only: home folders, work folders and fixed names in the
// folder for temporary files. Fixtures are judged too, for they are committed as well.
func Paths(t *Tree) []Problem {
	return t.found(machinePath, "%s exists on one machine only", func(*File) bool { return true })
}

// Letters reports characters that a reader cannot see in the texts that people write and the linter does not read:
// control characters, marks that turn the direction of writing, and zero-width characters.
func Letters(t *Tree) []Problem {
	exts := []string{".md", ".yml", ".yaml", ".sh", ".mod", ".json", ".txt", ".tmpl", ".star"}
	return t.found(invisible, "invisible character %+q; write it as an escape", func(f *File) bool {
		return !f.IsFixture() && (slices.Contains(exts, path.Ext(f.Path)) || f.Name() == "Makefile" || f.Name() == "run")
	})
}

// found reports the lines of some files that a pattern matches, with its first group.
func (t *Tree) found(pattern *regexp.Regexp, text string, isJudged func(*File) bool) []Problem {
	var ps []Problem
	for _, f := range t.Files {
		if !isJudged(f) {
			continue
		}
		number := 0
		for line := range strings.Lines(f.Text) {
			number++
			if m := pattern.FindStringSubmatch(line); m != nil {
				ps = append(ps, Problem{f.Path, number, fmt.Sprintf(text, m[1])})
			}
		}
	}
	return sorted(ps)
}
