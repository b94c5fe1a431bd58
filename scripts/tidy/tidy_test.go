package tidy_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/scripts/tidy"
)

// TestTree holds this repository to every rule, one subtest a rule. S0-01, S0-02: TestTree/minds.
func TestTree(t *testing.T) {
	tree, err := tidy.Load(os.DirFS("../.."))
	if err != nil {
		t.Errorf("some files were not judged: %v", err)
	}
	for _, rule := range tidy.Rules() {
		t.Run(rule.Name, func(t *testing.T) {
			problems := rule.Check(tree)
			if len(problems) == 0 {
				return
			}
			t.Errorf("%s; %d problems:", rule.Why, len(problems))
			for _, p := range problems {
				t.Log(p)
			}
		})
	}
}

// plant is one violation: a tree in which a rule must see exactly the problems listed, as `path:line: part of the
// text`.
type plant struct {
	name  string // what is special about it
	files map[string]string
	want  []string // empty when the rule must be content
}

// TestRulesSeeViolations plants violations, and their innocent neighbours, in small trees.
func TestRulesSeeViolations(t *testing.T) {
	planted := plants()
	for _, rule := range tidy.Rules() {
		t.Run(rule.Name, func(t *testing.T) {
			if !canFail(planted[rule.Name]) {
				t.Errorf("no violation of %q is planted: nobody has seen the rule fail", rule.Name)
			}
			for _, p := range planted[rule.Name] {
				t.Run(p.name, func(t *testing.T) { expect(t, rule, p) })
			}
		})
		delete(planted, rule.Name)
	}
	for name := range planted {
		t.Errorf("violations are planted for %q, which is no rule", name)
	}
}

func canFail(ps []plant) bool {
	for _, p := range ps {
		if len(p.want) > 0 {
			return true
		}
	}
	return false
}

func expect(t *testing.T, rule tidy.Rule, p plant) {
	t.Helper()
	p.files["go.mod"] = "module example.org/m\n"
	tree, err := tidy.Parse(p.files)
	if err != nil {
		t.Fatalf("parse the planted tree: %v", err)
	}
	got := rule.Check(tree)
	for i := range max(len(got), len(p.want)) {
		switch {
		case i >= len(got):
			t.Errorf("not seen: %s", p.want[i])
		case i >= len(p.want):
			t.Errorf("seen though innocent: %s", got[i])
		default:
			where, what, _ := strings.Cut(p.want[i], ": ")
			if line := got[i].String(); !strings.HasPrefix(line, where+": ") || !strings.Contains(line, what) {
				t.Errorf("got %q, want %q", line, p.want[i])
			}
		}
	}
}

// one makes a tree of a single file.
func one(path string, lines ...string) map[string]string {
	return map[string]string{path: strings.Join(lines, "\n") + "\n"}
}

// repeat returns n copies of a line.
func repeat(line string, n int) string { return strings.Repeat(line+"\n", n) }

// plants lists what is planted, by the name of the rule.
func plants() map[string][]plant {
	all := map[string][]plant{}
	makers := []func() map[string][]plant{
		treePlants, mindPlants, purePlants, wordPlants, borderPlants, reusePlants,
		glossaryPlants, documentPlants, exceptionPlants,
	}
	for _, plant := range makers {
		some := plant()
		for name, ps := range some {
			all[name] = append(all[name], ps...)
		}
	}
	return all
}

func TestRuleNamesAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, rule := range tidy.Rules() {
		if seen[rule.Name] {
			t.Errorf("two rules are named %q", rule.Name)
		}
		seen[rule.Name] = true
		if rule.Why == "" {
			t.Errorf("rule %q does not say why it exists", rule.Name)
		}
	}
}

func TestParseReportsBrokenGoAndKeepsTheRest(t *testing.T) {
	tree, err := tidy.Parse(map[string]string{"mud/bad.go": "package mud\nfunc {", "mud/good.go": "package mud\n"})
	if err == nil || !strings.Contains(err.Error(), "mud/bad.go:2") {
		t.Errorf("got error %v, want one that names mud/bad.go:2", err)
	}
	if len(tree.Files) != 1 || tree.Files[0].Path != "mud/good.go" {
		t.Errorf("got files %v, want only mud/good.go", tree.Files)
	}
}

func TestLoadLeavesOutWhatIsIgnored(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		".gitignore":       "/bin/\nnode_modules/\n*.prof\n",
		".git/config":      "x",
		"bin/mudlark":      "x",
		"mud/bin/bin.go":   "package bin\n",
		"a/node_modules/x": "x",
		"cpu.prof":         "x",
		"data/art.png":     "\x89PNG\x00",
		"go.mod":           "module example.org/m\n",
	} {
		write(t, root+"/"+name, text)
	}
	tree, err := tidy.Load(os.DirFS(root))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range tree.Files {
		got = append(got, f.Path)
	}
	want := []string{".gitignore", "go.mod", "mud/bin/bin.go"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
	worktree := t.TempDir()
	write(t, worktree+"/.git", "gitdir: elsewhere\n")
	if tree, err := tidy.Load(os.DirFS(worktree)); err != nil || len(tree.Files) > 0 {
		t.Errorf("of a linked worktree: got %v, %v", tree, err)
	}
	if tree.Module != "example.org/m" {
		t.Errorf("got module %q, want example.org/m", tree.Module)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(path[:strings.LastIndex(path, "/")], 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
