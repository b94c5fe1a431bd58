package tidy

import (
	"go/ast"
	"slices"
	"strings"
)

// seenByAI is what product code of ai may import of world/...: the rules, the one door to them, the words for what
// happened and the table of verbs. What keeps the record is not among it.
func seenByAI() []string {
	return []string{"world", "world/loop", "world/proposal", "world/prose", "world/strictjson", "world/verb"}
}

// seenByMinds is what of that is for minds and models. What may be declared in a fight by turns, and how one stands,
// are values that come out of tools and go into them.
func seenByMinds() []string {
	return []string{"world", "world/proposal", "world/strictjson", "world/verb"}
}

// stateNames are the names of a package by which one holds the state, or asks something of it. To make the table of
// verbs is neither.
func stateNames(of string) []string {
	switch of {
	case "world":
		return []string{"Decide", "Input", "New", "Record", "State"}
	case "world/proposal":
		return []string{"Seen", "Summarize"}
	case "world/verb":
		return []string{"Ctx"}
	}
	return nil
}

// textSearch finds texts by their words, for minds and for tools; it knows neither.
const textSearch = "ai/memory/search"

// isServant reports whether a folder of ai serves the tools, from the state, to whoever calls: minds and strangers
// alike.
func isServant(dir string) bool {
	return isUnder(dir, "ai/mcp")
}

// isTold reports whether a servant is the form in which tools tell things, which minds read.
func isTold(dir string) bool { return dir == "ai/mcp/result" }

// Minds judges how minds and models, which is all of ai but what serves the tools, get at the world:
//
//   - product code of ai imports only seenByAI of world/...: nothing there reaches what is written to disk;
//   - minds and models import only seenByMinds of it, and name nothing of stateNames: what they know of the world came
//     out of a tool, and what they want of it is a value that somebody else asks for by a tool;
//   - they import no servant that has to do with the loop, except the form in which tools tell things;
//   - a servant imports of ai only servants and textSearch, so no mind and no model: what a model says has no shorter
//     way to the world than a stranger's call.
func Minds(t *Tree) []Problem {
	files := t.goFiles(func(f *File) bool { return top(f.Dir()) == "ai" && !f.IsTest() })
	holders := holdersOfLoop(t, files)
	var ps []Problem
	for _, f := range files {
		if isForTests(f.Dir()) {
			continue
		}
		for _, spec := range f.Syntax.Imports {
			ours, isOurs := t.ours(spec)
			if why := mindBreach(f.Dir(), ours, holders); isOurs && why != "" {
				ps = append(ps, f.at(spec.Pos(), "imports %s, but %s", ours, why))
			}
		}
		if !isServant(f.Dir()) {
			ps = append(ps, namesState(t, f)...)
		}
	}
	return sorted(ps)
}

// holdersOfLoop are the folders of servants that import the loop, by which one reads the state and asks for changes.
func holdersOfLoop(t *Tree, files []*File) map[string]bool {
	out := map[string]bool{}
	for _, f := range files {
		for _, spec := range f.Syntax.Imports {
			if dir, _ := t.ours(spec); dir == "world/loop" && isServant(f.Dir()) && !isTold(f.Dir()) {
				out[f.Dir()] = true
			}
		}
	}
	return out
}

// mindBreach says what is wrong with an import of ours in ai, or "".
func mindBreach(from, ours string, holders map[string]bool) string {
	isMind := !isServant(from)
	switch {
	case top(ours) == "world" && !slices.Contains(seenByAI(), ours):
		return "ai sees of world only " + strings.Join(seenByAI(), " ")
	case isMind && top(ours) == "world":
		return unless(slices.Contains(seenByMinds(), ours), "minds and models know the world by tools")
	case isMind && holders[ours]:
		return "minds and models call tools, and do not make them"
	case !isMind && top(ours) == "ai":
		return unless(isServant(ours) || ours == textSearch, "who serves the tools knows no minds and no models")
	}
	return ""
}

// unless returns why when ok does not hold.
func unless(ok bool, why string) string {
	if ok {
		return ""
	}
	return why
}

// namesState finds where a file names a thing by which one holds the state.
func namesState(t *Tree, f *File) []Problem {
	packages := map[string]string{}
	for _, spec := range f.Syntax.Imports {
		if ours, _ := t.ours(spec); len(stateNames(ours)) > 0 {
			name := ours[strings.LastIndex(ours, "/")+1:]
			if spec.Name != nil {
				name = spec.Name.Name
			}
			packages[name] = ours
		}
	}
	var ps []Problem
	if packages["."] != "" {
		ps = append(ps, f.at(f.Syntax.Pos(), "imports %s without its name, which hides what is used of it", packages["."]))
	}
	ast.Inspect(f.Syntax, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if x, ok := sel.X.(*ast.Ident); ok && slices.Contains(stateNames(packages[x.Name]), sel.Sel.Name) {
			ps = append(ps, f.at(sel.Pos(), "names %s of %s: minds and models know the world by tools", sel.Sel.Name,
				packages[x.Name]))
		}
		return true
	})
	return ps
}
