package tidy

import (
	"go/ast"
	"path"
	"slices"
	"strings"
)

// quiet are packages in which goroutines work for their caller alone, each on what it was handed and nobody else has,
// and have ended when the caller has its answer; but for what begins with the function named beside them. Their own
// tests see to that, under the race detector.
func quiet() map[string]string {
	return map[string]string{"world/journal": "Open", "world/pack/source": ""}
}

// Lone returns the folders with tests in which nothing happens at once: neither the package, nor its tests, nor
// anything of ours that one of them imports starts a goroutine, makes a channel, has something called by a timer or
// serves a network; quiet packages apart. There is nothing for the race detector to see.
func Lone(t *Tree) []string {
	dirs, files := folders(t.goFiles(func(*File) bool { return true }))
	var out []string
	for _, dir := range dirs {
		if slices.ContainsFunc(files[dir], (*File).IsTest) && t.isLone(dir, files) {
			out = append(out, dir)
		}
	}
	return out
}

func (t *Tree) isLone(dir string, files map[string][]*File) bool {
	seen, isLone := map[string]bool{}, true
	var reach func(dir string, withTests bool)
	reach = func(dir string, isItself bool) {
		if seen[dir] || !isLone {
			return
		}
		seen[dir] = true
		for _, f := range files[dir] {
			if f.IsTest() && !isItself {
				continue
			}
			if isLone = isLone && !f.isAtOnce(); !isLone {
				return
			}
			for _, spec := range f.Syntax.Imports {
				ours, ok := t.ours(spec)
				if begins, isQuiet := quiet()[ours]; isQuiet {
					isLone = isLone && (begins == "" || !f.names(path.Base(ours), begins))
				} else if ok {
					reach(ours, false)
				}
			}
		}
	}
	reach(dir, true)
	return isLone
}

// names reports whether a file names something of a package that it imports under its own name.
func (f *File) names(of, name string) bool {
	is := false
	ast.Inspect(f.Syntax, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && sel.Sel.Name == name {
			x, ok := sel.X.(*ast.Ident)
			is = is || ok && x.Name == of
		}
		return !is
	})
	return is
}

// isAtOnce reports whether something in a file happens beside something else.
func (f *File) isAtOnce() bool {
	for _, spec := range f.Syntax.Imports {
		name := strings.Trim(spec.Path.Value, `"`)
		if name == "net" || name == "testing/synctest" || name == "net/http" || strings.HasPrefix(name, "net/http/") {
			return true
		}
	}
	is := false
	ast.Inspect(f.Syntax, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt, *ast.ChanType:
			is = true
		case *ast.SelectorExpr:
			is = is || slices.Contains([]string{"Go", "Parallel", "RunParallel", "AfterFunc"}, n.Sel.Name)
		}
		return !is
	})
	return is
}
