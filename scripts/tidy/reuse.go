package tidy

import "go/ast"

// Aliases reports types that are only other names for types of another of our packages: a reader would learn two names
// for one thing, and a wall that everything passes is none.
func Aliases(t *Tree) []Problem { return t.excused("aliases", t.aliases()) }

func (t *Tree) aliases() []keyed {
	var ps []keyed
	for _, f := range t.products() {
		names := t.importNames(f)
		for _, spec := range typeSpecs(f) {
			if dir, name := selected(spec.Type, names); spec.Assign.IsValid() && dir != "" {
				ps = append(ps, keyed{f.Dir() + "." + spec.Name.Name, f.at(spec.Pos(), "%s is another name for %s of %s: "+
					"use that, or move it", spec.Name.Name, name, dir)})
			}
		}
	}
	return ps
}

// Embedding reports structs that embed a struct of another of our packages which has methods: one type in two places,
// whose inside is exported for its heir only.
func Embedding(t *Tree) []Problem { return t.excused("embedding", t.embeddings()) }

func (t *Tree) embeddings() []keyed {
	inheritable := t.structsWithMethods()
	var ps []keyed
	for _, f := range t.products() {
		names := t.importNames(f)
		for _, spec := range typeSpecs(f) {
			ast.Inspect(spec.Type, func(n ast.Node) bool {
				st, ok := n.(*ast.StructType)
				if !ok {
					return true
				}
				for _, field := range st.Fields.List {
					dir, name := selected(field.Type, names)
					if len(field.Names) == 0 && dir != "" && inheritable[dir+"."+name] {
						ps = append(ps, keyed{f.Dir() + "." + spec.Name.Name, f.at(field.Pos(), "%s embeds %s of %s: "+
							"give the field a name, or make them one type", spec.Name.Name, name, dir)})
					}
				}
				return true
			})
		}
	}
	return ps
}

// structsWithMethods returns our structs that have methods, as `folder.Type`.
func (t *Tree) structsWithMethods() map[string]bool {
	methods, out := map[string]bool{}, map[string]bool{}
	for _, f := range t.products() {
		for _, decl := range f.Syntax.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv != nil && len(fn.Recv.List) == 1 {
				methods[f.Dir()+"."+receiver(fn)] = true
			}
		}
	}
	for _, f := range t.products() {
		for _, spec := range typeSpecs(f) {
			key := f.Dir() + "." + spec.Name.Name
			if _, isStruct := spec.Type.(*ast.StructType); isStruct && methods[key] {
				out[key] = true
			}
		}
	}
	return out
}

// receiver returns the name of the type a method belongs to.
func receiver(fn *ast.FuncDecl) string {
	name, _ := bare(fn.Recv.List[0].Type).(*ast.Ident)
	if name == nil {
		return ""
	}
	return name.Name
}

// bare strips pointers, parentheses and type arguments from a type.
func bare(e ast.Expr) ast.Expr {
	for {
		switch x := e.(type) {
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.IndexListExpr:
			e = x.X
		default:
			return e
		}
	}
}

// selected returns the folder of ours and the name that a type `pkg.Name` means, or "".
func selected(e ast.Expr, names map[string]string) (dir, name string) {
	sel, ok := bare(e).(*ast.SelectorExpr)
	if !ok {
		return "", ""
	}
	x, ok := sel.X.(*ast.Ident)
	if !ok {
		return "", ""
	}
	return names[x.Name], sel.Sel.Name
}

// importNames returns the folders of ours that a file imports, by the name it gives them.
func (t *Tree) importNames(f *File) map[string]string {
	names := map[string]string{}
	for _, spec := range f.Syntax.Imports {
		dir, isOurs := t.ours(spec)
		switch {
		case !isOurs:
		case spec.Name != nil:
			names[spec.Name.Name] = dir
		default:
			names[t.packageName(dir)] = dir
		}
	}
	return names
}

// packageName returns the name of the package in a folder, which need not be the folder's.
func (t *Tree) packageName(dir string) string {
	if t.names == nil {
		t.names = map[string]string{}
		for _, f := range t.goFiles(func(f *File) bool { return !f.IsTest() }) {
			t.names[f.Dir()] = f.Syntax.Name.Name
		}
	}
	return t.names[dir]
}

// typeSpecs returns the types that a file declares outside functions.
func typeSpecs(f *File) []*ast.TypeSpec {
	var out []*ast.TypeSpec
	for _, decl := range f.Syntax.Decls {
		if gen, ok := decl.(*ast.GenDecl); ok {
			for _, spec := range gen.Specs {
				if spec, ok := spec.(*ast.TypeSpec); ok {
					out = append(out, spec)
				}
			}
		}
	}
	return out
}
