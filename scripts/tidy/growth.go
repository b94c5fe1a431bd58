package tidy

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// sizesFile holds the lines of product code of each top-level folder, as `folder lines`. TestSizes with -update, which
// is part of `make golden`, renews it: who adds much shows it in the same commit.
const sizesFile = "scripts/size.txt"

// growthMaxPercent is by how much a folder may outgrow sizesFile.
const growthMaxPercent = 1

// Sizes returns the lines of hand-written product code by top-level folder.
func Sizes(t *Tree) map[string]int {
	out := map[string]int{}
	for _, f := range t.products() {
		out[top(f.Path)] += strings.Count(f.Text, "\n")
	}
	return out
}

// RenderSizes returns what sizesFile should say.
func RenderSizes(sizes map[string]int) string {
	var b strings.Builder
	b.WriteString("# Lines of product code by top-level folder. `make golden` renews it.\n")
	for _, folder := range slices.Sorted(maps.Keys(sizes)) {
		fmt.Fprintf(&b, "%s %d\n", folder, sizes[folder])
	}
	return b.String()
}

// Growth reports top-level folders that are more than a hundredth larger than sizesFile says.
func Growth(t *Tree) []Problem {
	kept := t.keptSizes()
	var ps []Problem
	for folder, lines := range Sizes(t) {
		if was := kept[folder]; lines*100 > was*(100+growthMaxPercent) {
			text := fmt.Sprintf("has %d lines, %d in %s: make it smaller, or renew the file in the same commit (make golden)",
				lines, was, sizesFile)
			ps = append(ps, Problem{Path: folder, Text: text})
		}
	}
	return sorted(ps)
}

// Change says by how many lines each top-level folder differs from what sizesFile says, or "" when none does.
func Change(t *Tree) string {
	kept, sizes := t.keptSizes(), Sizes(t)
	var out []string
	for _, folder := range slices.Sorted(maps.Keys(sizes)) {
		if diff := sizes[folder] - kept[folder]; diff != 0 {
			out = append(out, fmt.Sprintf("%s %+d", folder, diff))
		}
	}
	return strings.Join(out, ", ")
}

func (t *Tree) keptSizes() map[string]int {
	kept := map[string]int{}
	for _, line := range t.listed(sizesFile) {
		folder, number, _ := strings.Cut(line, " ")
		if n, err := strconv.Atoi(number); err == nil {
			kept[folder] = n
		}
	}
	return kept
}
