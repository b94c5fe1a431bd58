package tidy

import (
	"fmt"
	"go/doc"
	"path"
	"strconv"
	"strings"
)

// mapFile is the document that holds the map of packages, between two marks.
const mapFile = "ARCHITECTURE.md"

const (
	mapBegins = "<!-- packages: written by make golden -->"
	mapEnds   = "<!-- end of packages -->"
)

// Entry is a line of the map of packages.
type Entry struct {
	Path     string
	Lines    int    // of product code, tests apart, to the nearest ten
	Sentence string // the first of the package comment, without "Package x"
}

// Entries returns the map of the packages of the tree, by path. Generated code counts: it has to be read, too.
func Entries(t *Tree) []Entry {
	var out []Entry
	dirs, files := folders(t.goFiles(func(f *File) bool { return !f.IsTest() }))
	for _, dir := range dirs {
		e := Entry{Path: dir}
		for _, f := range files[dir] {
			e.Lines += strings.Count(f.Text, "\n")
			if f.Syntax.Doc != nil {
				e.Sentence = sentence(f)
			}
		}
		e.Lines = (e.Lines + 5) / 10 * 10
		out = append(out, e)
	}
	return out
}

// sentence returns the first sentence of a package comment as a cell of a table.
func sentence(f *File) string {
	text := (&doc.Package{Name: f.Syntax.Name.Name}).Synopsis(f.Syntax.Doc.Text())
	text = strings.TrimSuffix(text, ".")
	text = strings.TrimPrefix(text, "Package "+f.Syntax.Name.Name+" ")
	text = strings.TrimPrefix(strings.TrimPrefix(text, "is "), "Command "+path.Base(f.Dir())+" ")
	return strings.NewReplacer("|", `\|`, "[", "", "]", "").Replace(text)
}

// RenderMap returns the map as a table of Markdown, with its marks.
func RenderMap(entries []Entry) string {
	var b strings.Builder
	b.WriteString(mapBegins + "\n| Package | Lines | What it is |\n|---|---:|---|\n")
	for _, e := range entries {
		fmt.Fprintf(&b, "| `%s` | %d | %s |\n", e.Path, e.Lines, e.Sentence)
	}
	b.WriteString(mapEnds)
	return b.String()
}

// InsertMap puts a map into a document in place of the one that is there. It fails when the marks are missing.
func InsertMap(document, table string) (string, error) {
	before, rest, hasBegin := strings.Cut(document, mapBegins)
	_, after, hasEnd := strings.Cut(rest, mapEnds)
	if !hasBegin || !hasEnd {
		return "", fmt.Errorf("%s lacks the marks %q and %q", mapFile, mapBegins, mapEnds)
	}
	return before + table + after, nil
}

// Map reports where the map of packages is not what the tree says. Lines may differ by a tenth or by fifty: the map
// says what is large and what is small, and is not renewed for each line.
func Map(t *Tree) []Problem {
	f := t.file(mapFile)
	if f == nil {
		return nil
	}
	if _, err := InsertMap(f.Text, ""); err != nil {
		return []Problem{{Path: mapFile, Text: err.Error()}}
	}
	shown, number := map[string]Entry{}, 0
	isInside := false
	var ps []Problem
	lines := map[string]int{}
	for line := range strings.Lines(f.Text) {
		number++
		isInside = (isInside || strings.HasPrefix(line, mapBegins)) && !strings.HasPrefix(line, mapEnds)
		if cells := strings.Split(line, " | "); isInside && len(cells) == 3 && strings.HasPrefix(line, "| `") {
			n, _ := strconv.Atoi(cells[1])
			name := strings.Trim(cells[0], "| `")
			shown[name] = Entry{name, n, strings.TrimSuffix(strings.TrimSpace(cells[2]), " |")}
			lines[name] = number
		}
	}
	for _, e := range Entries(t) {
		was, isShown := shown[e.Path]
		isSame := isShown && was.Sentence == e.Sentence &&
			max(was.Lines, e.Lines)-min(was.Lines, e.Lines) <= max(50, e.Lines/10)
		if !isSame {
			ps = append(
				ps,
				Problem{mapFile, lines[e.Path], "the map of packages is not of today for " + e.Path + "; run make golden"},
			)
		}
		delete(shown, e.Path)
	}
	for name := range shown {
		ps = append(
			ps,
			Problem{mapFile, lines[name], "the map has " + name + ", which is no package any more; run make golden"},
		)
	}
	return sorted(ps)
}
