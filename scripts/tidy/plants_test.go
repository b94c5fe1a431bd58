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

func treePlants() map[string][]plant {
	return map[string][]plant{
		"layout": {
			{"a new folder", one("lib/x.go", "package lib"), []string{"lib/: new top-level", "lib/x.go: outside"}},
			{"code at the root", one("main.go", "package main"),
				[]string{"main.go: outside", "main.go: new top-level"}},
			{"the usual files", one("README.md", "hello"), nil},
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
				[]string{"world/x.go:2: //go:linkname"}},
			{"other machines", with(one("world/x.go", "//go:build plan9", "", "package world"),
				one("world/x_windows.go", "package world")),
				[]string{"world/x.go:1: //go:build", "world/x_windows.go: some machines only"}},
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

func wordPlants() map[string][]plant {
	return map[string][]plant{
		"names": {
			{"empty words", with(one("mud/util/x.go", "package util"), one("mud/helpers_test.go", "package mud")),
				[]string{"mud/helpers_test.go: empty word", "mud/util: empty word"}},
			{"several words", with(one("mud/roomReport.go", "package mud"), one("mud/room_report.go", "package mud"),
				one("mud/room_linux.go", "package mud"), one("mud/room_report_test.go", "package mud")),
				[]string{"mud/roomReport.go: one lower-case word", "mud/room_report.go: one lower-case word"}},
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
			{"escapes and returns", with(one("x.yml", "a: \x1b[1m"), one("a.md", "a\r")),
				[]string{"a.md:1: \"\\r\"", "x.yml:1: \"\\x1b\""}},
			{"turned writing, and none", with(one("Makefile", "\t# \u202e"), one("a.md", "a\u200bb")),
				[]string{"Makefile:1: \"\\u202e\"", "a.md:1: \"\\u200b\""}},
			{"fixtures, and what the linter reads", with(one("mud/testdata/x.txt", "\x1b[1m"),
				one("mud/x.go", "package mud // \u202e")), nil},
		},
	}
}
