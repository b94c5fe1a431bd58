package tidy

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// immutableMark is how a comment vouches that a package variable is never changed after it was made.
const immutableMark = "immutable:"

// Inits reports init functions outside tests.
func Inits(t *Tree) []Problem {
	var ps []Problem
	for _, f := range t.products() {
		for _, decl := range f.Syntax.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if ok && fn.Recv == nil && fn.Name.Name == "init" {
				ps = append(ps, f.at(fn.Pos(), "an init function; do it where it is needed, or in main"))
			}
		}
	}
	return sorted(ps)
}

// Globals reports package variables outside tests. Exempt are errors.New sentinels, embed.FS and other //go:embed
// variables, regexp.MustCompile, compile-time interface guards (`var _ I = ...`), and what a comment vouches for with
// `immutable:` and a reason.
func Globals(t *Tree) []Problem {
	var ps []Problem
	for _, f := range t.products() {
		for _, decl := range f.Syntax.Decls {
			gen, ok := decl.(*ast.GenDecl)
			if !ok || gen.Tok != token.VAR || marked(immutableMark, gen.Doc) {
				continue
			}
			for _, spec := range gen.Specs {
				if spec, ok := spec.(*ast.ValueSpec); ok {
					ps = append(ps, globals(f, gen, spec)...)
				}
			}
		}
	}
	return sorted(ps)
}

// globals judges one line of a var declaration.
func globals(f *File, gen *ast.GenDecl, spec *ast.ValueSpec) []Problem {
	if marked(immutableMark, spec.Doc, spec.Comment) || isEmbedded(gen.Doc, spec.Doc) {
		return nil
	}
	var ps []Problem
	for i, name := range spec.Names {
		isSafe := name.Name == "_" || i < len(spec.Values) && isConstantCall(spec.Values[i])
		if !isSafe {
			ps = append(ps, f.at(name.Pos(), "package variable %s; pass it in, make it a function or const, "+
				"or vouch for it with `// %s why`", name.Name, immutableMark))
		}
	}
	return ps
}

// isConstantCall reports whether a value is made by a call whose result cannot be changed.
func isConstantCall(value ast.Expr) bool {
	call, ok := value.(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	pkg, ok := sel.X.(*ast.Ident)
	return ok && slices.Contains([]string{"errors.New", "regexp.MustCompile"}, pkg.Name+"."+sel.Sel.Name)
}

// isEmbedded reports whether a //go:embed directive fills the variable.
func isEmbedded(groups ...*ast.CommentGroup) bool {
	for _, g := range groups {
		if g == nil {
			continue
		}
		for _, c := range g.List {
			if strings.HasPrefix(c.Text, "//go:embed ") {
				return true
			}
		}
	}
	return false
}
