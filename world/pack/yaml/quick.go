package yaml

import (
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// The part of YAML of which packs are made, read quickly: block mappings and lists, block texts, brackets, quotes,
// plain words and whole numbers. It makes the nodes that the library makes, as far as a pack is read from them: kinds,
// values and lines. Whatever it does not know for certain, and all that is wrong, it leaves to the library, which alone
// says what is wrong with a file.

const (
	quickDepth = 24 // blocks within blocks; brackets are bounded by [bracketsMax] as well
	slabSize   = 256
)

// quick reads one file. The zero value but lines is ready.
type quick struct {
	lines  []string
	row    int    // from 0, of text
	text   string // the rest of that line, without its margin; "" at the end of the file
	indent int    // the column of text, from 0
	depth  int
	odd    bool // something is not known here

	tokens    []token.Token
	positions []token.Position
	strings   []ast.StringNode
	pairs     []ast.MappingValueNode
	keys      map[string]string // so that a word that stands in each entry is kept once
}

// parseQuick returns what [Parse] returns for text that is readable, or false when that is for the library to say.
func parseQuick(text string) (ast.Node, bool) {
	if !strings.HasSuffix(text, "\n") || strings.ContainsAny(text, "\t\r\u0085\u2028\u2029"+byteOrderMark) {
		return nil, false
	}
	q := &quick{lines: strings.Split(text, "\n"), row: -1, keys: map[string]string{}}
	q.next()
	if q.text == "" || q.indent > 0 {
		return nil, false
	}
	body := q.block()
	return body, !q.odd && q.text == ""
}

// next goes to the next line that holds more than a comment.
func (q *quick) next() {
	for q.row++; q.row < len(q.lines); q.row++ {
		line := q.lines[q.row]
		if line == "" {
			continue
		}
		bare := strings.TrimLeft(line, " ")
		if bare == "" || line[len(line)-1] == ' ' || len(line)-len(bare) >= indentMax {
			break
		}
		if bare[0] != '#' {
			q.text, q.indent = bare, len(line)-len(bare)
			return
		}
		if bare[len(bare)-1] == '\\' {
			break
		}
	}
	q.text, q.indent = "", -1
	q.odd = q.odd || q.row < len(q.lines)
}

// fail says that something is not known here.
func (q *quick) fail() ast.Node {
	q.odd, q.text, q.indent = true, "", -1
	return nil
}

func (q *quick) token(kind token.Type) *token.Token {
	if len(q.tokens) == 0 {
		q.tokens, q.positions = make([]token.Token, slabSize), make([]token.Position, slabSize)
	}
	t, p := &q.tokens[0], &q.positions[0]
	q.tokens, q.positions = q.tokens[1:], q.positions[1:]
	p.Line = q.row + 1
	t.Type, t.Position = kind, p
	return t
}

func (q *quick) string(value string) *ast.StringNode {
	if len(q.strings) == 0 {
		q.strings = make([]ast.StringNode, slabSize)
	}
	n := &q.strings[0]
	q.strings = q.strings[1:]
	n.Token, n.Value = q.token(token.StringType), value
	return n
}

// block reads a mapping or a list whose first line is the current one.
func (q *quick) block() ast.Node {
	if q.depth++; q.depth > quickDepth {
		return q.fail()
	}
	defer func() { q.depth-- }()
	if strings.HasPrefix(q.text, "- ") {
		return q.sequence()
	}
	return q.mapping()
}

func (q *quick) sequence() ast.Node {
	n := &ast.SequenceNode{Start: q.token(token.SequenceEntryType)}
	indent := q.indent
	for !q.odd && q.indent == indent && strings.HasPrefix(q.text, "- ") {
		rest := q.text[2:]
		switch key, _, is := pair(rest); {
		case rest[0] == ' ' || rest[0] == '-' || rest[0] == '#':
			return q.fail()
		case is && key != "":
			q.text, q.indent = rest, indent+2
			n.Values = append(n.Values, q.block())
		default:
			n.Values = append(n.Values, q.value(rest, indent))
		}
	}
	if q.indent > indent {
		return q.fail()
	}
	return n
}

func (q *quick) mapping() ast.Node {
	n := &ast.MappingNode{Start: q.token(token.MappingValueType)}
	indent := q.indent
	for !q.odd && q.indent == indent {
		word, rest, is := pair(q.text)
		if !is {
			return q.fail()
		}
		p := q.pair(word)
		if rest != "" {
			p.Value = q.value(rest, indent)
		} else {
			p.Value = q.under(indent)
		}
		n.Values = append(n.Values, p)
	}
	if q.indent > indent {
		return q.fail()
	}
	return n
}

// under reads what stands below a key that has nothing behind it.
func (q *quick) under(indent int) ast.Node {
	nothing := &ast.NullNode{Token: q.token(token.NullType)}
	q.next()
	switch {
	case q.odd || q.text == "":
		return nothing
	case q.indent > indent, q.indent == indent && strings.HasPrefix(q.text, "- "):
		return q.block()
	}
	return nothing
}

// pair begins a pair with its key.
func (q *quick) pair(word string) *ast.MappingValueNode {
	key, ok := q.keys[word]
	if !ok {
		key = strings.Clone(word)
		q.keys[key] = key
	}
	if len(q.pairs) == 0 {
		q.pairs = make([]ast.MappingValueNode, slabSize)
	}
	p := &q.pairs[0]
	q.pairs = q.pairs[1:]
	k := q.string(key)
	p.Start, p.Key = k.Token, k
	return p
}

// pair parts "key: value" and "key:"; is tells whether a text is one of these with a key that needs no quotes.
func pair(text string) (key, rest string, is bool) {
	i := 0
	for i < len(text) && isKeyByte(text[i], i) {
		i++
	}
	if i == 0 || i == len(text) || text[i] != ':' || isReserved(text[:i]) {
		return "", "", false
	}
	rest = text[i+1:]
	if rest != "" && rest[0] != ' ' {
		return "", "", false
	}
	return text[:i], strings.TrimLeft(rest, " "), true
}

func isKeyByte(c byte, at int) bool {
	return isLetter(c) || c == '_' || at > 0 && (c == '-' || isDigit(c))
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isReserved reports whether a plain word is, to somebody, no text.
func isReserved(word string) bool {
	const longest = len("false")
	if len(word) > longest {
		return false
	}
	switch strings.ToLower(word) {
	case "null", "true", "false":
		return true
	}
	return false
}

// value reads what stands behind a key or a dash, which stand at a margin, and goes to the next line.
func (q *quick) value(text string, margin int) ast.Node {
	var n ast.Node
	switch text {
	case "|", "|-", ">", ">-":
		return q.textBlock(text, margin)
	}
	if text[0] == '[' || text[0] == '{' {
		f := &flow{quick: q, rest: text, margin: margin}
		if n = f.value(); f.rest != "" {
			return q.fail()
		}
	} else {
		n = q.scalar(text)
	}
	if q.odd {
		return q.fail()
	}
	if q.next(); q.indent > margin {
		return q.fail() // it goes on there
	}
	return n
}

// scalar reads a quoted or plain scalar that is the whole of a text.
func (q *quick) scalar(text string) ast.Node {
	if text[0] == '"' || text[0] == '\'' {
		value, rest, ok := unquote(text)
		if !ok || rest != "" {
			return q.fail()
		}
		return q.string(value)
	}
	if strings.Contains(text, ": ") || strings.Contains(text, " #") || text[len(text)-1] == ':' {
		return q.fail()
	}
	return q.plain(text)
}

// plain reads a plain scalar in which nothing means anything.
func (q *quick) plain(text string) ast.Node {
	switch {
	case text == "true", text == "false":
		t := q.token(token.BoolType)
		t.Value = text
		return &ast.BoolNode{Token: t, Value: text == "true"}
	case isReserved(text):
		return q.fail()
	case isLetter(text[0]), text[0] == '(', text[0] >= utf8.RuneSelf:
		return q.string(strings.Clone(text))
	case isDigit(text[0]), len(text) > 1 && text[0] == '-' && isDigit(text[1]):
	default:
		return q.fail()
	}
	t := token.New(strings.Clone(text), "", nil)
	switch t.Type {
	case token.IntegerType:
		t.Position = q.token(t.Type).Position
		return ast.Integer(t)
	case token.StringType:
		return q.string(t.Value)
	default:
		return q.fail()
	}
}

// unquote reads a quoted text on one line, and returns what stands behind it.
func unquote(text string) (value, rest string, ok bool) {
	quote := text[0]
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == quote && quote == '\'' && i+1 < len(text) && text[i+1] == quote:
			i++
			b.WriteByte(c)
		case c == quote:
			return b.String(), text[i+1:], true
		case c == '\\' && quote == '"':
			if i++; i == len(text) || text[i] != '"' && text[i] != '\\' {
				return "", "", false
			}
			b.WriteByte(text[i])
		default:
			b.WriteByte(c)
		}
	}
	return "", "", false
}
