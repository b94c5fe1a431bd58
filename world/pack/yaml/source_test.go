package yaml_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/mudlark-mud/mudlark/world/pack/yaml"
)

func TestCollect(t *testing.T) {
	fsys := fstest.MapFS{
		"p/b.yaml":        {Data: []byte("b")},
		"p/a/c.YML":       {Data: []byte("c")},
		"p/a-z.yaml":      {Data: []byte("a-z")},
		"p/.git/x.yaml":   {Data: []byte("x")},
		"p/.#b.yaml":      {Data: []byte("x")},
		"p/readme.md":     {Data: []byte("x")},
		"other/also.yaml": {Data: []byte("x")},
	}
	files, faults, err := yaml.Collect(fsys, "p")
	if err != nil || faults != nil {
		t.Fatalf("faults %v, error %v", faults, err)
	}
	want := []yaml.File{
		{Name: "a-z.yaml", Path: "p/a-z.yaml", Data: []byte("a-z")},
		{Name: "a/c.YML", Path: "p/a/c.YML", Data: []byte("c")},
		{Name: "b.yaml", Path: "p/b.yaml", Data: []byte("b")},
	}
	if diff := cmp.Diff(want, files); diff != "" {
		t.Errorf("files differ (-want +got):\n%s", diff)
	}
}

// TestBombs feeds what makes other readers of YAML slow or large.
func TestBombs(t *testing.T) {
	for name, text := range map[string]string{
		"aliases":  "a: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]\n",
		"brackets": strings.Repeat("[", 100_000),
		"braces":   strings.Repeat("{a: ", 100_000),
		"dashes":   strings.Repeat("- ", 100_000),
		"keys":     strings.Repeat("? ", 100_000),
		"steps":    steps(500),
		"merge":    "a:\n  <<: {b: c}\n",
		"tag":      "a: !!binary x\n",
	} {
		t.Run(name, func(t *testing.T) {
			node, fault := yaml.Parse(yaml.File{Path: "x.yaml", Data: []byte(text)})
			if node != nil || fault == nil || fault.Line == 0 || fault.What == "" {
				t.Errorf("got node %v, fault %v", node, fault)
			}
		})
	}
}

// steps nests each key one column deeper than the last.
func steps(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}
