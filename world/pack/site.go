package pack

import (
	"maps"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// site is a place in a pack. While a file is decoded it has the node; what outlives the file keeps a line and, for an
// entry, the lines below it: a syntax tree is a hundred times as large as its text.
type site struct {
	file  string
	node  ast.Node
	row   int // of the node's owner when the node has none
	below *lines
}

// lines are the places within an entry: of a mapping by key, of a list in order.
type lines struct {
	row  int
	keys []string
	subs []lines
}

func (s site) line() int {
	if s.node != nil {
		if t := s.node.GetToken(); t != nil && t.Position != nil {
			return t.Position.Line
		}
	}
	return s.row
}

// on returns the place of n in the same file; a node without a token is where s is.
func (s site) on(n ast.Node) site { return site{file: s.file, node: n, row: s.line()} }

// bare returns s without the node.
func (s site) bare() site { return site{file: s.file, row: s.line(), below: s.below} }

// kept returns s without the node, but with the lines below it.
func (s site) kept() site {
	l := linesOf(s)
	return site{file: s.file, row: l.row, below: &l}
}

func linesOf(s site) lines {
	l := lines{row: s.line()}
	switch n := s.node.(type) {
	case ast.MapNode:
		for it := n.MapRange(); it.Next(); {
			l.keys = append(l.keys, keyText(it.Key()))
			l.subs = append(l.subs, linesOf(s.on(it.Value())))
		}
	case *ast.SequenceNode:
		for _, v := range n.Values {
			l.subs = append(l.subs, linesOf(s.on(v)))
		}
	}
	return l
}

// at returns the place of a field below a kept s; a missing field is where its owner is.
func (s site) at(key string) site {
	if s.below != nil {
		if i := slices.Index(s.below.keys, key); i >= 0 {
			return s.sub(i)
		}
	}
	return site{file: s.file, row: s.row}
}

// nth returns the place of the list element i below a kept s, or s if there is none.
func (s site) nth(i int) site {
	if s.below != nil && s.below.keys == nil && i < len(s.below.subs) {
		return s.sub(i)
	}
	return s
}

// drop takes the list element i out of the places below a kept s.
func (s site) drop(i int) {
	if s.below != nil && s.below.keys == nil && i < len(s.below.subs) {
		s.below.subs = slices.Delete(s.below.subs, i, i+1)
	}
}

// down returns the place n lines further down.
func (s site) down(n int) site { return site{file: s.file, row: s.line() + n} }

func (s site) sub(i int) site {
	l := &s.below.subs[i]
	return site{file: s.file, row: l.row, below: l}
}

func keyText(k ast.MapKeyNode) string {
	if s, ok := k.(*ast.StringNode); ok {
		return s.Value
	}
	return strings.TrimSpace(k.String())
}

// fault notes something wrong. what and meant follow [problem.Problem]; meant may be empty.
func (r *report) fault(at site, what, meant string) { r.note(Wrong, at, what, meant) }

// doubt notes something doubtful.
func (r *report) doubt(at site, what, meant string) { r.note(Doubtful, at, what, meant) }

func (r *report) note(severity Severity, at site, what, meant string) {
	r.add(found{Problem: Problem{
		Severity: severity, File: at.file, Line: at.line(), What: what, Meant: meant,
	}})
}

// below notes what is wrong in an entry.
func (r *report) below(entry site, f fault) {
	at := entry.at(f.key)
	if f.n >= 0 {
		at = at.nth(f.n)
	}
	severity := Wrong
	if f.isDoubt {
		severity = Doubtful
	}
	r.note(severity, at, f.what, f.meant)
}

// unlike notes that something typed is none of those that it may be.
func (r *report) unlike(at site, what, typed string, among func() []string) {
	r.add(found{
		Problem: Problem{File: at.file, Line: at.line(), What: what}, typed: typed, among: among,
	})
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
