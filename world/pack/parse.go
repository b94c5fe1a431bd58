package pack

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// How deep YAML may nest. The parser calls itself at every level, so these are checked on the tokens before it runs.
const (
	bracketsMax   = 8  // open [ and { at one time
	dashesMax     = 4  // "- - -" or "? ?" on one line
	indentMax     = 60 // columns in front of a block line
	byteOrderMark = "\ufeff"
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

// read decodes every file into the draft.
func (d *draft) read(files []source) {
	headSeen := false
	for _, f := range files {
		body := d.parse(f)
		at := site{file: f.path, node: body, row: 1}
		if f.name == headFile {
			headSeen = true
			d.readHead(at)
		} else {
			d.readContent(at)
		}
	}
	if !headSeen && !d.broken {
		d.broken = true
		d.fault(site{file: path.Join(d.dir, headFile)}, "there is no "+headFile,
			"it holds the pack's id, name, start and welcome")
	}
}

// parse returns the only document of a file, or nil when it is empty or wrong.
func (d *draft) parse(f source) ast.Node {
	at := site{file: f.path, row: 1}
	text := strings.TrimPrefix(string(f.data), byteOrderMark)
	if row, why := unreadable(text); why != "" {
		d.reject(site{file: f.path, row: row}, why, "")
		return nil
	}
	tokens, err := tokenize(text)
	if err != nil {
		d.reject(at, err.Error(), "")
		return nil
	}
	if !d.guard(f.path, tokens) {
		return nil
	}
	tree, err := parseTokens(tokens)
	if err != nil {
		var syntax *yaml.SyntaxError
		if errors.As(err, &syntax) && syntax.Token != nil && syntax.Token.Position != nil {
			at.row = syntax.Token.Position.Line
			err = errors.New(syntax.Message)
		}
		what, meant := err.Error(), ""
		if strings.Contains(what, "'\t'") {
			what, meant = "a tab where none can be", "indent with spaces"
		}
		d.reject(at, "not valid YAML: "+oneLine(what), meant)
		return nil
	}
	var body ast.Node
	for _, doc := range tree.Docs {
		if doc == nil || doc.Body == nil || doc.Body.Type() == ast.NullType {
			continue
		}
		if body != nil {
			d.reject(at.on(doc.Body), "a second YAML document", "write one document per file, without ---")
			return nil
		}
		body = doc.Body
	}
	return body
}

// reject notes that a file cannot be understood at all.
func (d *draft) reject(at site, what, meant string) {
	d.broken = true
	d.fault(at, what, meant)
}

func unreadable(text string) (row int, why string) {
	if !utf8.ValidString(text) {
		valid := strings.ToValidUTF8(text, "\x00")
		return 1 + strings.Count(valid[:strings.IndexByte(valid, 0)], "\n"), "not UTF-8"
	}
	for i := range len(text) {
		if c := text[i]; c < ' ' && c != '\n' && c != '\r' && c != '\t' || c == 0x7f {
			return 1 + strings.Count(text[:i], "\n"), fmt.Sprintf("control character U+%04X", c)
		}
	}
	return 0, ""
}

// guard refuses what could make a small file cost much: aliases, deep nesting; and what packs have no use for.
func (d *draft) guard(file string, tokens token.Tokens) bool {
	brackets, dashes, row := 0, 0, 0
	for _, t := range tokens {
		at := site{file: file, row: t.Position.Line}
		what := ""
		switch t.Type {
		case token.AnchorType, token.AliasType, token.MergeKeyType:
			what = "anchors, aliases and merges are not allowed"
		case token.TagType, token.DirectiveType:
			what = "tags and directives are not allowed"
		case token.MappingStartType, token.SequenceStartType:
			brackets++
		case token.MappingEndType, token.SequenceEndType:
			brackets--
		}
		if t.Position.Line != row {
			row, dashes = t.Position.Line, 0
			if brackets <= 0 && t.Position.Column > indentMax && !isBlockText(t) {
				what = fmt.Sprintf("indented by more than %d columns", indentMax)
			}
		}
		if t.Type == token.SequenceEntryType || t.Type == token.MappingKeyType {
			dashes++
		}
		if brackets > bracketsMax || dashes > dashesMax {
			what = "nested too deeply"
		}
		if what != "" {
			meant := ""
			if t.Type == token.TagType || t.Type == token.AliasType || t.Type == token.AnchorType {
				meant = "if it is text, put it in quotes"
			}
			d.reject(at, what, meant)
			return false
		}
	}
	return true
}

// isBlockText says whether t is the text of a block scalar, whose position is where it ends.
func isBlockText(t *token.Token) bool {
	return t.Prev != nil && (t.Prev.Type == token.LiteralType || t.Prev.Type == token.FoldedType)
}

// tokenize and parseTokens turn a panic of the YAML library into an error: its input is what a stranger wrote.
func tokenize(text string) (tokens token.Tokens, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("not valid YAML: %v", r)
		}
	}()
	tokens = lexer.Tokenize(text)
	for _, t := range tokens {
		if t.Position == nil {
			return nil, errors.New("not valid YAML")
		}
	}
	return tokens, nil
}

func parseTokens(tokens token.Tokens) (tree *ast.File, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	// Duplicate keys are found while decoding: all of them, with the line of the first.
	return parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
