package tidy

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// fileMaxBytes is the size above which a file is not read as text.
const fileMaxBytes = 8 << 20

// File is one text file of the tree. Binary files are not part of a tree.
type File struct {
	Path   string    // slash-separated, from the root
	Text   string    // the whole content
	Syntax *ast.File // nil unless it is Go outside testdata

	tree *Tree
}

// Dir returns the folder of the file, "." for the root.
func (f *File) Dir() string { return path.Dir(f.Path) }

// Name returns the last element of the path.
func (f *File) Name() string { return path.Base(f.Path) }

// IsTest reports whether the file is compiled into tests only.
func (f *File) IsTest() bool { return strings.HasSuffix(f.Path, "_test.go") }

// IsProduct reports whether the file is hand-written Go that ends up in a program.
func (f *File) IsProduct() bool {
	return f.Syntax != nil && !f.IsTest() && !ast.IsGenerated(f.Syntax)
}

// IsFixture reports whether the file is input of a test and so under no rule of style.
func (f *File) IsFixture() bool { return slices.Contains(strings.Split(f.Path, "/"), "testdata") }

// Tree is the repository as the rules see it: every text file that is not ignored, Go files parsed.
type Tree struct {
	Module string   // the module path of go.mod
	Files  []*File  // sorted by path
	Top    []string // names of the entries at the root, folders with a trailing slash

	fset *token.FileSet

	rot    []keyed // what documents lack, once isRead
	isRead bool
	names  map[string]string // of packages, by folder; nil until the first is asked for
}

// Load reads the tree at the root of a repository. What the .gitignore at the root names is left out; of the patterns
// only a folder (`/bin/`, `node_modules/`) and a suffix (`*.prof`) are understood, which is all that this repository
// uses. A Go file that does not parse is an error.
func Load(root fs.FS) (*Tree, error) {
	ignored, err := readIgnored(root)
	if err != nil {
		return nil, err
	}
	texts := map[string]string{}
	err = fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name == ".":
			return nil
		case d.IsDir() && ignored.folder(name):
			return fs.SkipDir
		case !d.Type().IsRegular() || ignored.suffix(name) || name == ".git": // a file, in a linked worktree
			return nil
		}
		info, err := d.Info()
		if err != nil || info.Size() > fileMaxBytes {
			return err
		}
		b, err := fs.ReadFile(root, name)
		if err == nil && utf8.Valid(b) && !strings.Contains(string(b), "\x00") {
			texts[name] = string(b)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("walk the tree: %w", err)
	}
	return Parse(texts)
}

// Parse makes a tree of texts by path. A Go file that does not parse is an error; those that do are kept.
func Parse(texts map[string]string) (*Tree, error) {
	t := &Tree{fset: token.NewFileSet()}
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		f := &File{Path: name, Text: texts[name], tree: t}
		t.addTop(name)
		if name == "go.mod" {
			t.Module = modulePath(f.Text)
		}
		if strings.HasSuffix(name, ".go") && !f.IsFixture() {
			syntax, err := parser.ParseFile(t.fset, name, f.Text, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				errs = append(errs, fmt.Errorf("parse: %w", err))
				continue
			}
			f.Syntax = syntax
		}
		t.Files = append(t.Files, f)
	}
	return t, errors.Join(errs...)
}

// addTop notes the first element of a path.
func (t *Tree) addTop(name string) {
	first, _, isDeeper := strings.Cut(name, "/")
	if isDeeper {
		first += "/"
	}
	if !slices.Contains(t.Top, first) {
		t.Top = append(t.Top, first)
	}
}

// goFiles returns the parsed files for which keep holds.
func (t *Tree) goFiles(keep func(*File) bool) []*File {
	var fs []*File
	for _, f := range t.Files {
		if f.Syntax != nil && keep(f) {
			fs = append(fs, f)
		}
	}
	return fs
}

// products returns the hand-written Go files outside tests.
func (t *Tree) products() []*File { return t.goFiles((*File).IsProduct) }

// folders groups files by folder and returns the folders in order.
func folders(fs []*File) ([]string, map[string][]*File) {
	by := map[string][]*File{}
	for _, f := range fs {
		by[f.Dir()] = append(by[f.Dir()], f)
	}
	return slices.Sorted(maps.Keys(by)), by
}

// modulePath returns the argument of the module line of a go.mod.
func modulePath(text string) string {
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, "module "); ok {
			return strings.TrimSpace(rest)
		}
	}
	return ""
}

// top returns the first element of a slash-separated path.
func top(dir string) string {
	first, _, _ := strings.Cut(dir, "/")
	return first
}

// isUnder reports whether a folder is another or lies below it.
func isUnder(dir, above string) bool { return dir == above || strings.HasPrefix(dir, above+"/") }

// ignores is the understood part of a .gitignore.
type ignores struct{ folders, suffixes []string }

func readIgnored(root fs.FS) (ignores, error) {
	ig := ignores{folders: []string{".git"}}
	b, err := fs.ReadFile(root, ".gitignore")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return ig, fmt.Errorf("read the ignored names: %w", err)
	}
	for line := range strings.Lines(string(b)) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "*."):
			ig.suffixes = append(ig.suffixes, line[1:])
		case strings.HasSuffix(line, "/"):
			ig.folders = append(ig.folders, strings.TrimSuffix(line, "/"))
		}
	}
	return ig, nil
}

// folder reports whether a folder is ignored: by its path when the pattern is anchored, else by its name.
func (ig ignores) folder(name string) bool {
	return slices.Contains(ig.folders, "/"+name) || slices.Contains(ig.folders, path.Base(name))
}

func (ig ignores) suffix(name string) bool {
	return slices.ContainsFunc(ig.suffixes, func(s string) bool { return strings.HasSuffix(name, s) })
}
