package yaml

import (
	"errors"
	"fmt"
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

// Parse returns the only document of a file, nil when the file is empty, or what is wrong with it.
func Parse(f File) (ast.Node, *Fault) {
	no := func(line int, what, meant string) (ast.Node, *Fault) {
		return nil, &Fault{Path: f.Path, Line: line, What: what, Meant: meant}
	}
	text := strings.TrimPrefix(string(f.Data), byteOrderMark)
	if row, why := unreadable(text); why != "" {
		return no(row, why, "")
	}
	tokens, err := tokenize(text)
	if err != nil {
		return no(1, err.Error(), "")
	}
	if line, what, meant := guard(tokens); what != "" {
		return no(line, what, meant)
	}
	tree, err := parseTokens(tokens)
	if err != nil {
		line := 1
		var syntax *yaml.SyntaxError
		if errors.As(err, &syntax) && syntax.Token != nil && syntax.Token.Position != nil {
			line = syntax.Token.Position.Line
			err = errors.New(syntax.Message)
		}
		what, meant := err.Error(), ""
		if strings.Contains(what, "'\t'") {
			what, meant = "a tab where none can be", "indent with spaces"
		}
		return no(line, "not valid YAML: "+oneLine(what), meant)
	}
	var body ast.Node
	for _, doc := range tree.Docs {
		if doc == nil || doc.Body == nil || doc.Body.Type() == ast.NullType {
			continue
		}
		if body != nil {
			line := doc.Body.GetToken().Position.Line
			return no(line, "a second YAML document", "write one document per file, without ---")
		}
		body = doc.Body
	}
	return body, nil
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
func guard(tokens token.Tokens) (line int, what, meant string) {
	brackets, dashes, row := 0, 0, 0
	for _, t := range tokens {
		switch t.Type {
		case token.AnchorType, token.AliasType, token.MergeKeyType:
			what = "anchors, aliases and merges are not allowed"
		case token.TagType, token.DirectiveType:
			what = "tags and directives are not allowed"
		case token.MappingStartType, token.SequenceStartType:
			brackets++
		case token.MappingEndType, token.SequenceEndType:
			brackets--
		default: // of what ordinary YAML is made
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
			if t.Type == token.TagType || t.Type == token.AliasType || t.Type == token.AnchorType {
				meant = "if it is text, put it in quotes"
			}
			return t.Position.Line, what, meant
		}
	}
	return 0, "", ""
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
