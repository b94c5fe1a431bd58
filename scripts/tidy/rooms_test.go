package tidy_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/scripts/tidy"
)

var update = flag.Bool("update", false, "rewrite scripts/size.txt and the map of packages")

// sized makes a package of a number of lines that imports others, and its test file when it is to have one.
func sized(dir string, lines int, isTested bool, paths ...string) map[string]string {
	name := dir[strings.LastIndex(dir, "/")+1:]
	head := imports(name, paths...)
	out := one(dir+"/x.go", head+repeat("//", lines-2-len(paths)))
	if isTested {
		out[dir+"/x_test.go"] = "package " + name + "_test\n"
	}
	return out
}

func borderPlants() map[string][]plant {
	uses := func(dir string, paths ...string) map[string]string { return sized(dir, 700, true, paths...) }
	small := sized("mud/telnet/pace", 50, true)
	return map[string][]plant{
		"earned": {
			{"serves its parent", with(small, uses("mud/telnet", m+"mud/telnet/pace"), uses("mud", m+"mud/telnet")),
				[]string{"mud/telnet/pace: has 50 lines"}},
			{"serves one sibling, and tests elsewhere", with(small, uses("mud/telnet/wire", m+"mud/telnet/pace"),
				one("ai/x_test.go", imports("ai_test", m+"mud/telnet/pace"))), []string{"mud/telnet/pace: has 50 lines"}},
			{"serves two parents", with(small, uses("mud/telnet/wire", m+"mud/telnet/pace"),
				uses("mud/sshd", m+"mud/telnet/pace")), nil},
			{"large and tested", sized("mud/telnet", 600, true), nil},
			{"large and not tested", sized("mud/telnet", 600, false), []string{"mud/telnet: has 600 lines"}},
			{"its own library", with(sized("mud/telnet", 50, false, "example.net/a/b/c"),
				uses("mud/sshd", "example.net/a/d")), nil},
			{"the library of a sibling", with(sized("mud/telnet", 50, false, "example.net/a/b/c"),
				uses("mud/sshd", "example.net/a/b")), []string{"mud/telnet: has 50 lines"}},
			{"fuzzed", with(sized("mud/telnet", 50, false),
				one("mud/telnet/x_test.go", "package telnet_test", "func FuzzX() {}")), nil},
			{"simulated", with(sized("mud/telnet", 50, false),
				one("mud/telnet/x_test.go", imports("telnet_test", "pgregory.net/rapid"))), nil},
			{
				"programs and tops",
				with(sized("world", 9, false), one("cmd/m/x.go", "package main"), sized("scripts/sim", 9, false)),
				nil,
			},
			{"excused", with(sized("mud/telnet", 50, false), exceptions("earned mud/telnet: a frozen format")), nil},
		},
		"tested": {
			{"300 lines", with(sized("mud/telnet", 300, false), sized("mud/sshd", 299, false), sized("mud/gmcp", 300, true)),
				[]string{"mud/telnet: has 300 lines"}},
			{
				"for tests and for reading",
				with(sized("world/worldtest", 300, false), sized("ai/examples/play", 300, false)),
				nil,
			},
			{"excused", with(sized("mud/telnet", 300, false), exceptions("tested mud/telnet: tested by stories")), nil},
		},
	}
}

func exceptions(lines ...string) map[string]string {
	return one("scripts/tidy/exceptions.txt", lines...)
}

func reusePlants() map[string][]plant {
	owner := one("mud/frame/x.go", "package frame", "type View struct{}", "func (v *View) Do() {}", "type Plain struct{}",
		"type Doer interface{ Do() }")
	user := func(lines ...string) map[string]string {
		return with(owner, one("mud/x.go", append([]string{"package mud", `import "` + m + `mud/frame"`}, lines...)...))
	}
	return map[string][]plant{
		"aliases": {
			{
				"a second name",
				user("type View = frame.View", "type Mine frame.View"),
				[]string{"mud/x.go:3: View of mud/frame"},
			},
			{"of others and of one's own", one("mud/x.go", "package mud", `import "time"`, "type T = time.Time",
				"type U = T"), nil},
			{"excused", with(user("type View = frame.View"), exceptions("aliases mud.View: what clients call it")), nil},
		},
		"embedding": {
			{"an heir", user("type Session struct {", "*frame.View", "v frame.View", "}"),
				[]string{"mud/x.go:4: Session embeds View"}},
			{"interfaces, and what only holds values", user("type Session struct {", "frame.Doer", "frame.Plain", "}"), nil},
			{"one's own", one("mud/x.go", "package mud", "type a struct{}", "func (a) f() {}", "type b struct { a }"), nil},
			{
				"excused",
				with(user("type Session struct {", "*frame.View", "}"), exceptions("embedding mud.Session: values")),
				nil,
			},
		},
	}
}

func glossaryPlants() map[string][]plant {
	words := func(lines ...string) map[string]string { return one("scripts/tidy/glossary.txt", lines...) }
	return map[string][]plant{
		"once": {
			{"two of one name", with(sized("mud/view", 9, false), sized("tui/view", 9, false)),
				[]string{"tui/view: is named as mud/view"}},
			{
				"excused",
				with(sized("mud/view", 9, false), sized("tui/view", 9, false), exceptions("once tui/view: one idea")),
				nil,
			},
		},
		"glossary": {
			{"a word that is not there, and one that has no package", with(sized("mud/view", 9, false), words("# packages",
				"sight: what one sees")), []string{"mud/view: does not say what view means",
				"scripts/tidy/glossary.txt:2: sight is no package"}},
			{"a banned word", with(sized("mud/desk", 9, false), words("desk: a desk")), []string{"mud/desk: named by a word"}},
			{"a type that two packages have", with(one("mud/x.go", "package mud", "type Client int", "type client int"),
				one("tui/x.go", "package tui", "type Client int"), words("mud: sessions", "tui: screens",
					"Client tui: what connects")), []string{"mud/x.go:2: the name of a type of tui"}},
			{
				"a central type that is gone",
				with(one("mud/x.go", "package mud"), words("mud: sessions", "Client mud: what connects")),
				[]string{"scripts/tidy/glossary.txt:2: Client is no package or type"},
			},
			{"twice, and without a meaning", with(one("mud/x.go", "package mud"), words("mud: sessions", "mud: all", "tui",
				"Client: what connects")), []string{"scripts/tidy/glossary.txt:2: twice", "scripts/tidy/glossary.txt:3: write",
				"scripts/tidy/glossary.txt:4: write"}},
		},
		"growth": {
			{"more than a hundredth", with(sized("mud", 102, true), sized("tui", 101, false), one("scripts/size.txt",
				"# lines", "mud 100", "tui 100")), []string{"mud: has 102 lines, 100"}},
			{"a new folder", sized("mud", 9, true), []string{"mud: has 9 lines, 0"}},
		},
		"map": {
			{"no map", one("ARCHITECTURE.md", "# Map"), []string{"ARCHITECTURE.md: lacks the marks"}},
			{"of yesterday", with(one("ARCHITECTURE.md", "<!-- packages: written by make golden -->", "| `mud` | 10 | serves |",
				"| `tui` | 10 | shows |", "| `world` | 90 | rules |", "<!-- end of packages -->"),
				one("mud/x.go", "// Package mud serves. It waits.", "package mud"),
				one("ai/x.go", "// Package ai is new.", "package ai"), sized("world", 200, false)),
				[]string{"ARCHITECTURE.md: not of today for ai", "ARCHITECTURE.md:3: has tui", "ARCHITECTURE.md:4: for world"}},
		},
	}
}

func documentPlants() map[string][]plant {
	tree := with(
		one("Makefile", "golden: ## rewrite"),
		one("mud/view.go", "package mud", `import "time"`, "type View struct { Room int }", "func (v View) Show() {}",
			`const help = "call/me"`),
		one("mud/view_test.go", "package mud_test", "func TestShow() {}"),
		one("cmd/m/x.go", "package main", "type serve struct {", "Listen string `help:\"where\"`",
			"KeepDays int `name:\"days\" negatable:\"\" help:\"how long\"`", "}",
			"type all struct {", "Serve serve `cmd:\"\" help:\"serves\"`", "}"))
	says := func(lines ...string) map[string]string { return with(tree, one("README.md", lines...)) }
	return map[string][]plant{
		"documents": {
			{
				"what is there",
				says("`mud/view.go`, `./mud`, `mud/...`, `mud/*.go` and `view.go`, `TestShow`, `TestSh...`, `View.Show`,",
					"`mud.View.Room`, `mud.View`, `time.Time`, `make golden`, `mudlark serve --listen X --days=1`, `--no-days`,",
					"`call/me`, `Show()`, `/readyz`, `room.exits`, `some words`, `curl --fail`, `claude add mudlark --header`"),
				nil,
			},
			{
				"what is not",
				says(
					"`mud/gone.go`, `gone.go`, `mud/gone/...`",
					"`TestGone` `TestGo...`",
					"`View.Gone` and `mud.Gone`",
					"`Gone.Show` and `gone.Show`",
					"`goneName` and `Gone()`",
					"`make gone`",
					"`serve --gone`, `--gone` and `mudlark gone`",
					"`gone/me`",
				),
				[]string{"README.md:1: gone.go", "README.md:1: mud/gone", "README.md:1: mud/gone.go",
					"README.md:2: no test TestGo", "README.md:2: no test TestGone",
					"README.md:3: View.Gone", "README.md:3: mud.Gone", "README.md:4: Gone.Show", "README.md:4: gone.Show",
					"README.md:5: called Gone", "README.md:5: goneName", "README.md:6: Makefile", "README.md:7: no command gone",
					"README.md:7: --gone", "README.md:7: --gone", "README.md:8: gone/me"},
			},
			{
				"blocks of code",
				says("Try:", "", "    go test ./mud/gone -run TestGone", "    make gone && mudlark serve --gone", "",
					"```", "cat mud/gone.go", "```", "and `over", "mud/lines.go`"),
				[]string{"README.md:3: mud/gone", "README.md:3: TestGone", "README.md:4: --gone", "README.md:4: Makefile",
					"README.md:7: mud/gone.go", "README.md:9: mud/lines.go"},
			},
			{"excused", with(says("`mud/gone.go`"), exceptions("documents mud/gone.go: to be written")), nil},
		},
	}
}

func exceptionPlants() map[string][]plant {
	return map[string][]plant{
		"exceptions": {
			{
				"stale, without a reason, of no rule",
				with(sized("mud/telnet", 300, false), exceptions("tested mud/telnet: by stories",
					"tested mud/gone: by stories", "earned mud/telnet", "lines mud/telnet: wide")),
				[]string{
					"scripts/tidy/exceptions.txt:2: remove it",
					"scripts/tidy/exceptions.txt:3: says why",
					"scripts/tidy/exceptions.txt:4: no rule named lines",
				},
			},
		},
	}
}

// TestSizes shows by how much the folders have grown since scripts/size.txt was written, or writes it.
func TestSizes(t *testing.T) {
	tree := load(t)
	if *update {
		write(t, "../size.txt", tidy.RenderSizes(tidy.Sizes(tree)))
	}
	t.Logf("lines since scripts/size.txt: %s", tidy.Change(tree))
}

// TestMap sees a map of packages go into a document, or writes the one of this repository.
func TestMap(t *testing.T) {
	tree, err := tidy.Parse(one("mud/x.go", "// Package mud is for [Session]s | all. It waits.", "package mud"))
	if err != nil {
		t.Fatal(err)
	}
	before := "# Map\n<!-- packages: written by make golden -->\nold\n<!-- end of packages -->\nmore\n"
	got, err := tidy.InsertMap(before, tidy.RenderMap(tidy.Entries(tree)))
	want := "# Map\n<!-- packages: written by make golden -->\n| Package | Lines | What it is |\n|---|---:|---|\n" +
		"| `mud` | 0 | for Sessions \\| all |\n<!-- end of packages -->\nmore\n"
	if err != nil || got != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	if !*update {
		return
	}
	document, err := os.ReadFile("../../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	got, err = tidy.InsertMap(string(document), tidy.RenderMap(tidy.Entries(load(t))))
	if err != nil {
		t.Fatal(err)
	}
	write(t, "../../ARCHITECTURE.md", got)
}

func load(t *testing.T) *tidy.Tree {
	t.Helper()
	tree, err := tidy.Load(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	return tree
}
