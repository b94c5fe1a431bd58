package tidy

import (
	"go/ast"
	"path"
	"reflect"
	"regexp"
	"strings"
	"unicode"
)

var (
	capitals   = regexp.MustCompile(`/[A-Z]+(/|$)`)
	targetLine = regexp.MustCompile(`(?m)^([a-z][a-z-]*):`)
	stringFlag = regexp.MustCompile(
		`\.(?:String|Bool|Int|Duration|Uint|Uint64|Int64)(?:Var)?\((?:&?\w[\w.]*, )?"([\w.-]+)"`,
	)
)

// index is what documents may name.
type index struct {
	paths    map[string]bool            // of files and folders
	tests    map[string]bool            // functions that go test runs
	words    map[string]bool            // of every text that is no document
	texts    []string                   // of these
	packages map[string]map[string]bool // what packages declare, by the package's name
	members  map[string]map[string]bool // methods and fields, by the type's name
	imported map[string]bool            // the last elements of imports
	flags    map[string]bool            // of mudlark and of scripts, without dashes
	commands map[string]bool            // of mudlark
	targets  map[string]bool            // of the Makefile
}

func (t *Tree) index() *index {
	in := &index{
		paths: map[string]bool{}, tests: map[string]bool{}, words: map[string]bool{}, packages: map[string]map[string]bool{},
		members: map[string]map[string]bool{}, imported: map[string]bool{}, flags: map[string]bool{"help": true},
		commands: map[string]bool{}, targets: map[string]bool{},
	}
	for _, f := range t.Files {
		for at := f.Path; at != "."; at = path.Dir(at) {
			in.paths[at] = true
		}
		if path.Ext(f.Path) == ".md" || path.Base(f.Path) == path.Base(exceptionsFile) {
			continue
		}
		in.texts = append(in.texts, f.Text)
		for word := range strings.FieldsFuncSeq(f.Text, isBetweenWords) {
			in.words[word] = true
		}
		if f.Path == "Makefile" {
			for _, target := range targetLine.FindAllStringSubmatch(f.Text, -1) {
				in.targets[target[1]] = true
			}
		}
		if f.Syntax != nil {
			in.read(f)
		}
	}
	return in
}

// read notes what a file declares.
func (in *index) read(f *File) {
	for _, spec := range f.Syntax.Imports {
		in.imported[path.Base(strings.Trim(spec.Path.Value, `"`))] = true
	}
	for _, found := range stringFlag.FindAllStringSubmatch(f.Text, -1) {
		in.flags[found[1]] = true
	}
	pkg := strings.TrimSuffix(f.Syntax.Name.Name, "_test")
	for _, decl := range f.Syntax.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Recv == nil {
				add(in.packages, pkg, decl.Name.Name)
				in.tests[decl.Name.Name] = f.IsTest()
			} else {
				add(in.members, receiver(decl), decl.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				in.readSpec(pkg, spec)
			}
		}
	}
	ast.Inspect(f.Syntax, func(n ast.Node) bool {
		if st, ok := n.(*ast.StructType); ok && top(f.Path) == "cmd" {
			in.readFlags(st, "")
		}
		return true
	})
}

func (in *index) readSpec(pkg string, spec ast.Spec) {
	switch spec := spec.(type) {
	case *ast.ValueSpec:
		for _, name := range spec.Names {
			add(in.packages, pkg, name.Name)
		}
	case *ast.TypeSpec:
		add(in.packages, pkg, spec.Name.Name)
		add(in.members, spec.Name.Name, "")
		ast.Inspect(spec.Type, func(n ast.Node) bool {
			if field, ok := n.(*ast.Field); ok {
				for _, name := range field.Names {
					add(in.members, spec.Name.Name, name.Name)
				}
			}
			return true
		})
	}
}

// readFlags notes the flags and commands that a struct of the command line declares.
func (in *index) readFlags(st *ast.StructType, prefix string) {
	for _, field := range st.Fields.List {
		if field.Tag == nil || len(field.Names) == 0 {
			continue
		}
		tag := reflect.StructTag(strings.Trim(field.Tag.Value, "`"))
		_, hasHelp := tag.Lookup("help")
		_, isCommand := tag.Lookup("cmd")
		_, isArgument := tag.Lookup("arg")
		name := tag.Get("name")
		if name == "" {
			name = kebab(field.Names[0].Name)
		}
		switch {
		case isCommand:
			in.commands[name] = true
		case hasHelp && !isArgument:
			in.flags[prefix+name], in.flags["no-"+prefix+name] = true, true
		}
	}
}

// kebab writes the name of a field as the flag that the command line makes of it.
func kebab(name string) string {
	var b strings.Builder
	for i, r := range name {
		isUpper := r >= 'A' && r <= 'Z'
		if isUpper && i > 0 && (name[i-1] < 'A' || name[i-1] > 'Z') {
			b.WriteByte('-')
		}
		b.WriteString(strings.ToLower(string(r)))
	}
	return b.String()
}

func add(to map[string]map[string]bool, key, name string) {
	if to[key] == nil {
		to[key] = map[string]bool{}
	}
	to[key][name] = true
}

// hasTest reports whether there is a test of a name, or one that begins so.
func (in *index) hasTest(name string, isBeginning bool) bool {
	if in.tests[name] || !isBeginning {
		return in.tests[name]
	}
	for test, isTest := range in.tests {
		if isTest && strings.HasPrefix(test, name) {
			return true
		}
	}
	return false
}

func isBetweenWords(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// hasPath reports whether there is a file or folder of a path. It may be a pattern; an element in capitals, such as N,
// stands for anything.
func (in *index) hasPath(name string) bool {
	name = capitals.ReplaceAllString(name, "/*$1")
	if in.paths[name] || !strings.Contains(name, "*") {
		return in.paths[name]
	}
	for at := range in.paths {
		if ok, err := path.Match(name, at); ok && err == nil {
			return true
		}
	}
	return false
}

// endsPath reports whether the path of a file or folder is, or ends with, the given elements.
func (in *index) endsPath(name string) bool {
	for at := range in.paths {
		if at == name || strings.HasSuffix(at, "/"+name) {
			return true
		}
	}
	return false
}

// says reports whether a text that is no document contains something as it stands.
func (in *index) says(what string) bool {
	for _, text := range in.texts {
		if strings.Contains(text, what) {
			return true
		}
	}
	return false
}
