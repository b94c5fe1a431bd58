package tidy

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// derivedMark excuses an unexported field of State that is rebuilt from the exported ones.
const derivedMark = "derived:"

// core returns the product files of package world itself.
func (t *Tree) core() []*File {
	return t.goFiles(func(f *File) bool { return f.Dir() == "world" && !f.IsTest() })
}

// Pure reports what package world may not contain besides imports: floating point, goroutines, channels, linknames, and
// build constraints, for the linter judges the import law only in what its own machine compiles.
func Pure(t *Tree) []Problem {
	var ps []Problem
	for _, f := range t.core() {
		if strings.Contains(f.Name(), "_") {
			ps = append(ps, Problem{Path: f.Path, Text: "a file of some machines only in world"})
		}
		ast.Inspect(f.Syntax, func(n ast.Node) bool {
			if what := impurity(n); what != "" {
				ps = append(ps, f.at(n.Pos(), "%s in world", what))
			}
			return true
		})
		for _, group := range f.Syntax.Comments {
			for _, c := range group.List {
				if word, _, _ := strings.Cut(c.Text, " "); word == "//go:linkname" || word == "//go:build" {
					ps = append(ps, f.at(c.Pos(), "%s in world", word))
				}
			}
		}
	}
	return sorted(ps)
}

// impurity names what is impure about a node itself, or "".
func impurity(n ast.Node) string {
	switch n := n.(type) {
	case *ast.GoStmt:
		return "a goroutine"
	case *ast.ChanType:
		return "a channel"
	case *ast.SelectStmt:
		return "a select"
	case *ast.BasicLit:
		if n.Kind == token.FLOAT || n.Kind == token.IMAG {
			return "floating point (" + n.Value + ")"
		}
	case *ast.Ident:
		if slices.Contains([]string{"float32", "float64", "complex64", "complex128"}, n.Name) {
			return "floating point (" + n.Name + ")"
		}
	}
	return ""
}

// Ordered reports walks over maps in package world outside order.go: a range over a map, and maps.Keys, maps.Values or
// maps.All unless handed at once to a function of slices whose name begins with Sorted. It type-checks the package,
// which may import only standard packages; when that fails it says so, for then it has judged nothing.
func Ordered(t *Tree) []Problem {
	files := t.core()
	if len(files) == 0 {
		return nil
	}
	info, err := typeCheck(t, files)
	if err != nil {
		return []Problem{{Path: "world", Text: fmt.Sprintf("does not compile, so map walks were not judged: %v", err)}}
	}
	var ps []Problem
	for _, f := range files {
		if f.Name() != "order.go" {
			ps = append(ps, walks(f, info)...)
		}
	}
	return sorted(ps)
}

func typeCheck(t *Tree, files []*File) (*types.Info, error) {
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	var errs []error
	conf := types.Config{Importer: importer.Default(), Error: func(err error) { errs = append(errs, err) }}
	syntaxes := make([]*ast.File, len(files))
	for i, f := range files {
		syntaxes[i] = f.Syntax
	}
	_, err := conf.Check(t.Module+"/world", t.fset, syntaxes, info)
	if len(errs) > 0 {
		err = errs[0] // the first says most; the compiler will say the rest
	}
	return info, err
}

// walks finds the unordered map walks of one file.
func walks(f *File, info *types.Info) []Problem {
	var ps []Problem
	isSorted := map[ast.Expr]bool{}
	ast.Inspect(f.Syntax, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.RangeStmt:
			if isMap(info, n.X) {
				ps = append(ps, f.at(n.Pos(), "ranges over a map; walk it through world.Ordered (order.go)"))
			}
		case *ast.CallExpr:
			pkg, name := callee(info, n)
			if pkg == "slices" && strings.HasPrefix(name, "Sorted") && len(n.Args) > 0 {
				isSorted[n.Args[0]] = true
			}
			if pkg == "maps" && slices.Contains([]string{"Keys", "Values", "All"}, name) && !isSorted[n] {
				ps = append(ps, f.at(n.Pos(), "maps.%s without a sort around it; use world.Ordered (order.go)", name))
			}
		}
		return true
	})
	return ps
}

// isMap reports whether an expression is a map, or a type parameter whose every type is one.
func isMap(info *types.Info, e ast.Expr) bool {
	typ := info.TypeOf(e)
	if typ == nil {
		return false
	}
	if p, ok := types.Unalias(typ).(*types.TypeParam); ok {
		typ = p.Constraint()
		if u, ok := typ.Underlying().(*types.Interface); ok && u.NumEmbeddeds() == 1 {
			return isMapTerm(u.EmbeddedType(0))
		}
	}
	_, ok := typ.Underlying().(*types.Map)
	return ok
}

// isMapTerm reports whether an element of a constraint such as ~map[K]V is a map.
func isMapTerm(typ types.Type) bool {
	if u, ok := typ.(*types.Union); ok && u.Len() == 1 {
		typ = u.Term(0).Type()
	}
	_, ok := typ.Underlying().(*types.Map)
	return ok
}

// callee returns the package path and name of a called package-level function, or "".
func callee(info *types.Info, call *ast.CallExpr) (pkg, name string) {
	fun := ast.Unparen(call.Fun)
	if ix, ok := fun.(*ast.IndexExpr); ok {
		fun = ix.X
	}
	sel, ok := fun.(*ast.SelectorExpr)
	if !ok {
		return "", ""
	}
	obj := info.Uses[sel.Sel]
	if obj == nil || obj.Pkg() == nil {
		return "", ""
	}
	return obj.Pkg().Path(), obj.Name()
}

// Exported reports unexported fields of world.State, unless a comment marks them as `derived:`.
func Exported(t *Tree) []Problem {
	var ps []Problem
	for _, f := range t.core() {
		st := structNamed(f.Syntax, "State")
		if st == nil {
			continue
		}
		for _, field := range st.Fields.List {
			for _, name := range field.Names {
				if !name.IsExported() && !marked(derivedMark, field.Doc, field.Comment) {
					ps = append(ps, f.at(name.Pos(), "State.%s is not exported; export it, or say `// %s ...` "+
						"if it is rebuilt from other fields", name.Name, derivedMark))
				}
			}
		}
	}
	return sorted(ps)
}

// structNamed returns the struct type that a file declares under a name, or nil.
func structNamed(file *ast.File, name string) *ast.StructType {
	for _, decl := range file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range gen.Specs {
			ts, ok := spec.(*ast.TypeSpec)
			if !ok || ts.Name.Name != name {
				continue
			}
			if st, ok := ts.Type.(*ast.StructType); ok {
				return st
			}
		}
	}
	return nil
}

// marked reports whether one of the comments contains the mark.
func marked(mark string, groups ...*ast.CommentGroup) bool {
	return slices.ContainsFunc(groups, func(g *ast.CommentGroup) bool {
		return g != nil && strings.Contains(g.Text(), mark)
	})
}
