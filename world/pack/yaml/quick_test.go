package yaml_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml/ast"

	"github.com/mudlark-mud/mudlark/world/pack/yaml"
)

// outline is all of a tree that a pack is read from.
func outline(n ast.Node) string {
	var b strings.Builder
	write(&b, n, 0)
	return b.String()
}

func write(b *strings.Builder, n ast.Node, depth int) {
	margin := strings.Repeat(" ", depth)
	line := 0
	if n != nil && n.GetToken() != nil && n.GetToken().Position != nil {
		line = n.GetToken().Position.Line
	}
	switch n := n.(type) {
	case ast.MapNode:
		fmt.Fprintf(b, "%smap %d\n", margin, line)
		for it := n.MapRange(); it.Next(); {
			key := ""
			if s, ok := it.Key().(*ast.StringNode); ok {
				key = s.Value
			} else {
				key = strings.TrimSpace(it.Key().String())
			}
			fmt.Fprintf(b, "%s%q %d\n", margin, key, it.Key().GetToken().Position.Line)
			write(b, it.Value(), depth+1)
		}
	case *ast.SequenceNode:
		fmt.Fprintf(b, "%slist %d\n", margin, line)
		for _, v := range n.Values {
			write(b, v, depth+1)
		}
	case *ast.NullNode:
		fmt.Fprintf(b, "%snull\n", margin)
	case *ast.BoolNode:
		fmt.Fprintf(b, "%sbool %v %d\n", margin, n.Value, line)
	case *ast.IntegerNode:
		fmt.Fprintf(b, "%snumber %v %T %d\n", margin, n.Value, n.Value, line)
	default:
		text, joined, ok := yaml.Text(n)
		fmt.Fprintf(b, "%s%T %q %v %v %d\n", margin, n, text, joined, ok, line)
	}
}

// compare fails when a file is read as something else than the library makes of it.
func compare(t *testing.T, name, text string) {
	t.Helper()
	file := yaml.File{Path: name, Data: []byte(text)}
	want, wrong := yaml.Parse(file)
	for _, is := range yaml.ParseAll([]yaml.File{file}) {
		if (is.Fault == nil) != (wrong == nil) || wrong != nil && *is.Fault != *wrong {
			t.Errorf("%s: is wrong as %v, to the library as %v", name, is.Fault, wrong)
		}
		if wrong == nil {
			sameOutline(t, name, text, is.Body, want)
		}
	}
}

func sameOutline(t *testing.T, name, text string, got, want ast.Node) {
	t.Helper()
	a, b := strings.Split(outline(got), "\n"), strings.Split(outline(want), "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			t.Errorf("%s: read quickly as\n%s\nthe library says\n%s\nin\n%s", name, a[i], b[i], head(text))
			return
		}
	}
	if len(a) != len(b) {
		t.Errorf("%s: %d things, the library has %d in\n%s", name, len(a), len(b), head(text))
	}
}

func head(text string) string {
	const most = 300
	return text[:min(len(text), most)]
}

func TestQuickIsTheLibrary(t *testing.T) {
	t.Parallel()
	err := filepath.WalkDir("../../../data/lowtide", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".yaml" {
			return err
		}
		data, err := os.ReadFile(path)
		compare(t, path, string(data))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestQuickOdd(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"a: 1\nb: -1\nc: 007\nd: 0x10\ne: 1e5\nf: 2d4+1\ng: 1_000\nh: 1.5\n", "a: 12345678901234567890\n",
		"a: 2d4+1\nb: 3\n", "a: yes\nb: No\nc: on\n", "a: True\n", "a: null\nb: ~\n", "a:\nb: x\n",
		"a:\n- x\n- y\nb: z\n", "a:\n  - x\nb:\n", "a: it's \"so\", isn't it? [a] {b} & * ! | > % @ `\n",
		"a: b: c\n", "a: b #c\n", "a: b#c\n", "a: b:\n", "a: b:c\n",
		"a: \"x\\\"y\\\\z\"\nb: 'it''s'\nc: \"\"\nd: ''\n", "a: \"x\\ny\"\n", "a: \"x\" # y\n", "a: \"x\"y\n",
		"a: [x, y z, \"w, v\", 'u', 1, true]\nb: []\nc: {}\n", "a: [x,\n  y,\n  z]\nb: 1\n", "a: [x,\ny]\n",
		"a: [\n  x,\n]\n", "a: {b: c, d: [e, {f: g}]}\n", "a: {b}\n", "a: {b: }\n", "a: [b: c]\n",
		"a: [x y,, z]\n", "a: {b:c}\n", "a: [it's, x]\n", "a: |\n  x\n   y\n\n  z\n\n\nb: c\n",
		"a: |-\n  x\n\n\n", "a: >-\n  x\n  y\n\n  z\n\n\n  w\nb: c\n", "a: >\n  x\n   y\n  z\n",
		"a: |\nb: c\n", "a: |\n\n  x\n", "a: |\n  x\n # y\nb: z\n", "a: |-\n  x\n# y\nb: z\n",
		"a: >-\n  x\n# y\n\n# z\nb: c\n", "a: |-\n  # x\n  y: z\n", "a: |-\n  x\n y: z\n",
		"- a: |-\n    x\n  b: c\n- d\n", "- |-\n  x\n- y\n", "- |-\n x\n- y\n",
		"- a\n- b: c\n  d: e\n- f:\n    - g\n  h: i\n", "- - a\n", "-  a\n", "- a:\n  - b\n  - c\n- d\n",
		"-\n  a: b\n", "a:\n- b:\n  - c\nd: e\n", "a: b\n  c\n", "a: b\n c: d\n", " a: b\n", "a: b\n\n\n",
		"# x\na: b\n  # y\nc: d\n", "a: b\n---\nc: d\n", "a: b\n...\n", "--- a\n", "a: b\nA: c\na: d\n",
		"\"a\": b\n", "1: b\n", "true: b\n", "a b: c\n", "a : c\n", "a:  c\n", "a: - b\n", "a: -b\n", "a: ?\n",
		"a: *b\n", "a: &b c\n", "a: !!str c\n", "a: é\nb: eé\n", "a:b\n", "a: b\n- c\n", "- a\nb: c\n",
		"a:\n    b: c\n  d: e\n", "a: b ]\nc: d }\n", "a: [x]\n  y\n", "a: [b c,\n  d e\n  f g, h]\n",
		"a: [b\n  c\n  ]\n", "a: [b\n\n  c]\n", "a: {b: c\n  d, e: f}\n", "a: [b # c\n  d]\n",
		"a: [b\n  # c\n  d]\n", "a: [b\n  - c]\n", "a: [b\n  \"c\"]\n", "a: [b\n  c: d]\n", "a: x y # z\n",
		"a: \"x\n  y\"\n", "a: [x # y\n  , z]\n", "<<: a\n", "a: b, c\n", "a: =\n", "a: b\\\nc: d\n",
		"# x\\\na: b\n", "a: inf\nb: nan\n", "a: 1:30\n", "a: 12 apples\n", "a: 2001-01-01\n", "a: 0\nb: 00\n",
		"a: 0b1\nb: 0o7\n", "a: 1.\n", "a: 08\n", "a: x\n\n \n",
	} {
		compare(t, fmt.Sprintf("%q", text), text)
	}
}

// FuzzQuick asks whether anything is read quickly as something else than the library makes of it.
func FuzzQuick(f *testing.F) {
	f.Add("a: b\nc:\n  - d: |-\n      e\n\n      f\n    g: [h, {i: j}]\n  - 'k'\n")
	f.Fuzz(func(t *testing.T, text string) { compare(t, "fuzz", text) })
}
