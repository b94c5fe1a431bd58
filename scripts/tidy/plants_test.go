package tidy_test

import (
	"maps"
	"strings"
)

// imports makes a file that imports the given packages, one a line from line 2 on.
func imports(pkg string, paths ...string) string {
	var b strings.Builder
	b.WriteString("package " + pkg + "\n")
	for _, p := range paths {
		if !strings.HasPrefix(p, "_ ") {
			p = `"` + p + `"`
		}
		b.WriteString("import " + p + "\n")
	}
	return b.String()
}

const m = "example.org/m/"

func lawPlants() map[string][]plant {
	return map[string][]plant{
		"layout": {
			{"a new folder", one("lib/x.go", "package lib"), []string{"lib/: new top-level", "lib/x.go: outside"}},
			{"code at the root", one("main.go", "package main"),
				[]string{"main.go: outside", "main.go: new top-level"}},
			{"the usual files", one("README.md", "hello"), nil},
		},
		"imports": {
			{"a third-party package in world", one("world/x.go", imports("world", "go.etcd.io/bbolt", "strings")),
				[]string{"world/x.go:2: go.etcd.io/bbolt"}},
			{"a clock in world", one("world/x.go", imports("world", "time")), []string{"world/x.go:2: time"}},
			{"chance in world", one("world/x.go", imports("world", "math/rand/v2")),
				[]string{"world/x.go:2: math/rand/v2"}},
			{"our own package in world", one("world/x.go", imports("world", m+"world/prose")),
				[]string{"world/x.go:2: nothing of ours"}},
			{"tests of world are freer", one("world/x_test.go", imports("world_test", "time", m+"world",
				m+"world/worldtest")), nil},
			{"but not free", one("world/x_test.go", imports("world_test", m+"mud/session")),
				[]string{"world/x_test.go:2: nothing of ours"}},
			{"mud in world/loop", one("world/loop/x.go", imports("loop", m+"world", m+"mud/session")),
				[]string{"world/loop/x.go:3: only world/..."}},
			{"mud in tui", one("tui/x.go", imports("tui", m+"mud/session")), []string{"tui/x.go:2: never mud"}},
			{"ai in mud, even in a test", one("mud/x/x_test.go", imports("x_test", m+"ai/mcp")),
				[]string{"mud/x/x_test.go:2: never ai"}},
			{"one's own folder", one("mud/session/x.go", imports("session", m+"mud/telnet", m+"world/loop")), nil},
			{"the journal in ai", one("ai/mind/x.go", imports("mind", m+"world/journal")),
				[]string{"ai/mind/x.go:2: may not touch the journal"}},
			{"what stands below the journal in tui", one("tui/x.go", imports("tui", m+"world/journal/segment",
				m+"world/journals")),
				[]string{"tui/x.go:2: may not touch the journal"}},
			{"the journal in mud", one("mud/ops/x.go", imports("ops", m+"world/journal")), nil},
			{"worldtest in a product", one("ai/mind/x.go", imports("mind", m+"world/worldtest")),
				[]string{"ai/mind/x.go:2: for tests"}},
			{"the bad model in a product", one("ai/mind/x.go", imports("mind", m+"ai/model/modeltest")),
				[]string{"ai/mind/x.go:2: for tests"}},
			{"the bad model in tests and scripts", with(one("ai/mind/x_test.go", imports("mind_test", m+"ai/model/modeltest")),
				one("scripts/x/x.go", imports("main", m+"ai/model/modeltest"))), nil},
			{"worldtest in the program", one("cmd/m/x.go", imports("main", m+"world/worldtest")),
				[]string{"cmd/m/x.go:2: for tests"}},
			{"cmd imports everything", one("cmd/m/x.go", imports("main", m+"ai/mcp", m+"mud/sshd",
				m+"world/journal")), nil},
			{"only cmd imports cmd", with(one("scripts/x/x.go", imports("x", m+"cmd/m")),
				one("mud/x.go", imports("mud", m+"cmd/mudlark/bench")), one("cmd/m/x.go", imports("main", m+"cmd/m/n"))),
				[]string{"mud/x.go:2: cmd is the top", "scripts/x/x.go:2: cmd is the top"}},
			{"scripts load a server with the bots", one("scripts/x/x.go", imports("x", m+"cmd/mudlark/bench",
				m+"cmd/mudlark/bench/bots", m+"cmd/mudlark/benches")), []string{"scripts/x/x.go:4: cmd is the top"}},
			{"scripts elsewhere", with(one("mud/x.go", imports("mud", m+"scripts/tidy")),
				one("cmd/m/x.go", imports("main", m+"scripts/soak"))),
				[]string{"cmd/m/x.go:2: only scripts", "mud/x.go:2: only scripts"}},
			{"worldtest by way of the bots", one("cmd/mudlark/bench/bots/x.go", imports("bots", m+"world/worldtest")),
				[]string{"cmd/mudlark/bench/bots/x.go:2: for tests"}},
			{"a blank import", one("mud/x.go", imports("mud", `_ "embed"`, `_ "net/http/pprof"`)),
				[]string{"mud/x.go:3: blank import"}},
		},
		"linked": {
			{"an orphan", with(one("cmd/m/x.go", imports("main", m+"mud")),
				one("mud/x.go", imports("mud", m+"world/loop")), one("world/loop/x.go", "package loop"),
				one("ai/lost/x.go", "package lost"), one("world/worldtest/x.go", "package worldtest"),
				one("ai/model/modeltest/x.go", "package modeltest"),
				one("scripts/x/x.go", "package main"),
				one("ai/examples/one/x.go", imports("main", m+"ai/examples/two")), one("ai/examples/two/x.go", "package two"),
				one("ai/examples/three/x.go", "package three")),
				[]string{"ai/examples/three: wire it or remove it", "ai/lost: wire it or remove it"}},
			{"no program yet", one("ai/lost/x.go", "package lost"), nil},
		},
	}
}

// S0-01: minds and models have no way to what writes the record, and none to the loop that asks the writer. S0-02: what
// they know of the world comes out of the tools that everybody calls.
func mindPlants() map[string][]plant {
	serves := one("ai/mcp/game/x.go", imports("game", m+"world/loop"))
	return map[string][]plant{
		"minds": {
			{"the record in ai", one("ai/mcp/x.go", imports("mcp", m+"world", m+"world/journal/archive",
				m+"world/journal/segment",
				m+"world/journal")), []string{"ai/mcp/x.go:3: ai sees of world only", "ai/mcp/x.go:4: ai sees",
				"ai/mcp/x.go:5: ai sees"}},
			{"tools are made of the state", with(serves, one("ai/mcp/game/y.go", "package game",
				`import "`+m+`world"`, "var s world.State")), nil},
			{"the loop in a mind", one("ai/mind/npc/x.go", imports("npc", m+"world", m+"world/verb", m+"world/loop")),
				[]string{"ai/mind/npc/x.go:4: know the world by tools"}},
			{"the loop in what asks a model", one("ai/model/x.go", imports("model", m+"world/loop", "strings")),
				[]string{"ai/model/x.go:2: know the world by tools"}},
			{"who makes tools in who calls them", with(serves, one("ai/runner/x.go", imports("runner",
				m+"ai/mcp/game", m+"ai/mcp/read", m+"ai/mcp/result")),
				one("ai/mcp/read/x.go", imports("read", m+"world/loop")),
				one("ai/mcp/result/x.go", imports("result", m+"world/loop"))),
				[]string{"ai/runner/x.go:2: call tools", "ai/runner/x.go:3: call tools"}},
			{"a new folder is a mind until somebody says otherwise", one("ai/new/x.go", imports("new", m+"world/loop")),
				[]string{"ai/new/x.go:2: know the world by tools"}},
			{"a model in the tools", one("ai/mcp/game/x.go", imports("game", m+"ai/model", m+"ai/mcp/result")),
				[]string{"ai/mcp/game/x.go:2: no minds and no models"}},
			{"the state in a mind", one("ai/mind/x.go", "package mind", `import w "`+m+`world"`,
				"func f(s *w.State, now w.Time) w.Input { return w.Input{} }"),
				[]string{"ai/mind/x.go:3: names Input", "ai/mind/x.go:3: names Input", "ai/mind/x.go:3: names State"}},
			{"the state by way of the verbs", one("ai/prompt/x.go", "package prompt", `import "`+m+`world/verb"`,
				"func f(c verb.Ctx) {}"), []string{"ai/prompt/x.go:3: names Ctx"}},
			{"a fight itself, and not what is shown of it", one("ai/proposer/x.go", "package propose",
				`import "`+m+`world/proposal"`, "var s, f = proposal.Summary{}, proposal.Summarize"),
				[]string{"ai/proposer/x.go:3: names Summarize"}},
			{"a proposal, and what is read to make one", one("ai/proposal/x.go", "package proposal",
				`import "`+m+`world/proposal"`, "var s, f = proposal.Summary{}, proposal.Summarize"),
				[]string{"ai/proposal/x.go:3: names Summarize"}},
			{"world without its name", one("ai/mind/x.go", "package mind", `import . "`+m+`world"`, "var s State"),
				[]string{"ai/mind/x.go:1: without its name"}},
			{"what is not the state", one("ai/mind/x.go", "package mind", `import "`+m+`world"`,
				"var s world.Time", "type State struct{}"), nil},
			{"the table of verbs", one("ai/mind/x.go", "package mind", `import "`+m+`world/verb"`, "var t = verb.New()"), nil},
			{"tests and the model that misbehaves", with(one("ai/mind/x_test.go", imports("mind_test", m+"world/loop")),
				one("ai/model/modeltest/x.go", imports("modeltest", m+"world/loop"))), nil},
		},
	}
}

// with merges trees.
func with(trees ...map[string]string) map[string]string {
	all := map[string]string{}
	for _, t := range trees {
		maps.Copy(all, t)
	}
	return all
}

func purePlants() map[string][]plant {
	return map[string][]plant{
		"pure": {
			{"floating point", one("world/x.go", "package world", "var a float64", "const b = 0.5", "const c = 2"),
				[]string{"world/x.go:2: float64", "world/x.go:3: 0.5"}},
			{"goroutines", one("world/x.go", "package world", "func f() {", "go f()", "var c chan int",
				"select {", "case <-c:", "}", "}"),
				[]string{"world/x.go:3: goroutine", "world/x.go:4: channel", "world/x.go:5: select"}},
			{"a linkname", one("world/x.go", "package world", "//go:linkname f runtime.f", "func f()"),
				[]string{"world/x.go:2: linkname"}},
			{"tests and other packages", with(one("world/x_test.go", "package world_test", "var a float64"),
				one("world/pack/x.go", "package pack", "var a float64")), nil},
		},
		"ordered": {
			{"a range over a map", one("world/x.go", "package world", "type set map[string]bool", "func f(s set) {",
				"for range s {", "}", "for range []int{} {", "}", "}"), []string{"world/x.go:4: ranges over a map"}},
			{"a range over a generic map", one("world/x.go", "package world", "func f[M ~map[string]int](s M) {",
				"for range s {", "}", "}"), []string{"world/x.go:3: ranges over a map"}},
			{"keys with and without a sort", one("world/x.go", "package world", `import ("maps"; "slices")`,
				"func f(s map[string]bool) {", "_ = slices.Sorted(maps.Keys(s))",
				"_ = slices.Collect(maps.Keys(s))", "}"),
				[]string{"world/x.go:5: maps.Keys without a sort"}},
			{"the one place that may", one("world/order.go", "package world", "func f(s map[string]bool) {",
				"for range s {", "}", "}"), nil},
			{"a package that does not compile", one("world/x.go", "package world", "var a = b"),
				[]string{"world: does not compile"}},
		},
		"exported": {
			{"a hidden field", one("world/x.go", "package world", "type State struct {", "Seq uint64", "seen int",
				"at map[string]int // derived: from Seq", "}", "type other struct { hidden int }"),
				[]string{"world/x.go:4: State.seen"}},
		},
	}
}

func sizePlants() map[string][]plant {
	return map[string][]plant{
		"functions": {
			{"71 lines", one("mud/x_test.go", "package mud", "func f() {", repeat("_ = 1", 68)+"_ = 1", "}"),
				[]string{"mud/x_test.go:2: f has 71 lines"}},
			{"70 lines", one("mud/x.go", "package mud", "func f() {", repeat("_ = 1", 67)+"_ = 1", "}"), nil},
			{"generated", one("mud/x.go", "// Code generated by x. DO NOT EDIT.", "", "package mud",
				"func f() {", repeat("_ = 1", 99), "}"), nil},
		},
		"files": {
			{"501 lines", one("mud/x.go", "package mud", repeat("//", 499)), []string{"mud/x.go: 501 lines"}},
			{"500 lines", one("mud/x.go", "package mud", repeat("//", 498)), nil},
			{"tests are exempt", one("mud/x_test.go", "package mud", repeat("//", 900)), nil},
		},
		"lines": {
			{"121 columns", one("mud/x.go", "package mud", "//"+strings.Repeat("ü", 119)),
				[]string{"mud/x.go:2: 121 columns"}},
			{"120 columns", one("mud/x.go", "package mud", "//"+strings.Repeat("ü", 118)), nil},
			{"a tab counts as one", one("mud/x.go", "package mud", "\t//"+strings.Repeat("u", 118)),
				[]string{"mud/x.go:2: 121 columns"}},
		},
	}
}

func namePlants() map[string][]plant {
	return map[string][]plant{
		"names": {
			{"empty words", with(one("mud/util/x.go", "package util"), one("mud/helpers_test.go", "package mud")),
				[]string{"mud/helpers_test.go: empty word", "mud/util: empty word"}},
			{"several words", with(one("mud/roomReport.go", "package mud"), one("mud/room_report.go", "package mud"),
				one("mud/room_linux.go", "package mud"), one("mud/room_report_test.go", "package mud")),
				[]string{"mud/roomReport.go: one lower-case word", "mud/room_report.go: one lower-case word"}},
		},
		"comments": {
			{"none", one("mud/x.go", "package mud"), []string{"mud: no package comment"}},
			{"two", with(one("mud/x.go", "// Package mud is.", "package mud"), one("mud/y.go",
				"// Package mud was.", "package mud")),
				[]string{"mud/y.go:1: the first is in x.go"}},
			{"not of the form", one("mud/x.go", "// This serves.", "package mud"),
				[]string{`mud/x.go:1: "Package mud"`}},
			{"a program", one("cmd/m/x.go", "// Mudlark serves.", "package main"), nil},
			{"only tests", one("cmd/x_test.go", "package x_test"), nil},
		},
		"outside": {
			{"inside", with(one("mud/x_test.go", "package mud"), one("mud/y_test.go", "package mud_test"),
				one("mud/export_test.go", "package mud"), one("cmd/m/x_test.go", "package main")),
				[]string{"mud/x_test.go:1: mud_test"}},
		},
		"sleeps": {
			{"a sleep", with(one("mud/x_test.go", "package mud", `import "time"`, "func f() { time.Sleep(1) }"),
				one("mud/poll_test.go", "package mud", `import "time"`, "func f() { time.Sleep(1) }")),
				[]string{"mud/x_test.go:3: time.Sleep"}},
		},
	}
}

func globalPlants() map[string][]plant {
	return map[string][]plant{
		"inits": {
			{"an init", with(one("mud/x.go", "package mud", "func init() {}", "type t int", "func (t) init() {}"),
				one("mud/x_test.go", "package mud", "func init() {}")), []string{"mud/x.go:2: init function"}},
		},
		"globals": {
			{"variables", one("mud/x.go", "package mud", "var a = 1", "var (", "b, c int", ")"),
				[]string{"mud/x.go:2: variable a", "mud/x.go:4: variable b", "mud/x.go:4: variable c"}},
			{"what cannot change", one("mud/x.go", "package mud", `import ("errors"; "regexp"; "embed")`,
				`var ErrA = errors.New("a")`, "var _ error = (*t)(nil)", `var re = regexp.MustCompile("a")`,
				"//go:embed x.txt", "var text string", "//go:embed all:x", "var files embed.FS",
				"// table is immutable: only read by f.", "var table = []int{1}",
				"var (", "n = []int{1} // immutable: only read", ")"), nil},
			{"tests are exempt", one("mud/x_test.go", "package mud", "var update = 1"), nil},
		},
	}
}

func wordPlants() map[string][]plant {
	todo := "TO" + "DO"
	return map[string][]plant{
		"todos": {
			{"without an issue", one("mud/x.go", "package mud", "// "+todo+": later", "// "+todo+"(#7): later",
				`var s = "`+todo+`"`),
				[]string{"mud/x.go:2: without an issue"}},
		},
		"paths": {
			{"a home", one("README.md", "see "+"/ho"+"me/ann/mud", "GET https://x.example/wo"+"rk/x",
				"/wo"+"rk/main/x", "work/home/x"),
				[]string{"README.md:1: one machine", "README.md:3: one machine"}},
			{"a fixed temporary name, in a fixture", one("mud/testdata/x.txt", "open '/t"+"mp/x.db'"),
				[]string{"mud/testdata/x.txt:1: one machine"}},
			{"a drive", one("x.sh", `cd "C`+`:\mud"`), []string{`x.sh:1: one machine`}},
		},
		"letters": {
			{"escapes and returns", with(one("mud/x.go", "package mud // \x1b[1m"), one("a.md", "a\r")),
				[]string{"a.md:1: U+000D", "mud/x.go:1: U+001B"}},
			{"turned writing", one("mud/x.go", "package mud // \u202e"), []string{"mud/x.go:1: U+202E"}},
			{"no last newline", map[string]string{"a.md": "a"}, []string{"a.md: newline"}},
			{"fixtures", one("mud/testdata/x.txt", "\x1b[1m"), nil},
		},
	}
}
