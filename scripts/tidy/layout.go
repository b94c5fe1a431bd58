package tidy

import (
	"slices"
	"strings"
)

// codeFolders are the top-level folders that hold the program.
func codeFolders() []string {
	return []string{"ai/", "cmd/", "data/", "mud/", "scripts/", "tui/", "world/"}
}

// rootNames are the other entries at the root: what Go, git, CI and a visitor of the repository look for.
func rootNames() []string {
	return []string{
		".ci/", ".github/", ".gitattributes", ".gitignore", ".golangci.yml", ".editorconfig", ".dockerignore", ".env.example",
		"Dockerfile", "Makefile", "go.mod", "go.sum",
		"ARCHITECTURE.md", "BENCHMARKS.md", "CHANGELOG.md", "COMMANDS.md", "CONTENT.md", "CONTRIBUTING.md", "LICENSE",
		"OPERATING.md", "WIZARDS.md", "README.md", "PRIVACY.md", "SECURITY.md", "docs/",
	}
}

// Layout reports top-level entries that are not on the list, and Go files outside the seven code folders.
func Layout(t *Tree) []Problem {
	var ps []Problem
	for _, name := range t.Top {
		if !slices.Contains(codeFolders(), name) && !slices.Contains(rootNames(), name) {
			ps = append(ps, Problem{Path: name, Text: "a new top-level name; put it into a folder that exists, " +
				"or add it to scripts/tidy/layout.go with good reason"})
		}
	}
	for _, f := range t.Files {
		if strings.HasSuffix(f.Path, ".go") && !slices.Contains(codeFolders(), top(f.Path)+"/") {
			ps = append(ps, Problem{Path: f.Path, Text: "Go code outside cmd, tui, mud, world, ai, data and scripts"})
		}
	}
	return sorted(ps)
}
