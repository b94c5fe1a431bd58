package yaml

import (
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// textBlock reads the lines of "|" and ">".
func (q *quick) textBlock(sign string, margin int) ast.Node {
	kind := token.LiteralType
	if sign[0] == '>' {
		kind = token.FoldedType
	}
	n := &ast.LiteralNode{Start: q.token(kind)}
	rows, ok := q.textRows(margin)
	if !ok {
		return q.fail()
	}
	var b strings.Builder
	blank := 0
	for i, row := range rows {
		switch {
		case row == "":
			blank++
			continue
		case i == 0:
		case kind == token.LiteralType:
			b.WriteString("\n")
			b.WriteString(strings.Repeat("\n", blank))
		case row[0] == ' ':
			return q.fail()
		case blank == 0:
			b.WriteString(" ")
		default:
			b.WriteString(strings.Repeat("\n", blank))
		}
		blank = 0
		b.WriteString(row)
	}
	if len(sign) == 1 {
		b.WriteString("\n")
	}
	n.Value = q.string(b.String())
	q.next()
	if q.indent > margin {
		return q.fail()
	}
	return n
}

// textRows returns the rows of a block text without its margin, and stops at the last of them.
func (q *quick) textRows(margin int) (rows []string, ok bool) {
	first := q.row + 1
	if first >= len(q.lines) || q.lines[first] == "" {
		return nil, false
	}
	indent := len(q.lines[first]) - len(strings.TrimLeft(q.lines[first], " "))
	if indent <= margin || indent >= indentMax {
		return nil, false
	}
	for ; q.row+1 < len(q.lines); q.row++ {
		line := q.lines[q.row+1]
		switch {
		case line == "":
			rows = append(rows, "")
		case line[len(line)-1] == ' ':
			return nil, false
		case len(line) > indent && strings.TrimLeft(line[:indent], " ") == "":
			rows = append(rows, line[indent:])
		default:
			return rows, true
		}
	}
	return rows, true
}

// flow reads what stands in brackets, which may go over several lines.
type flow struct {
	*quick
	rest   string
	margin int
	deep   int
}

// skip goes to the next thing.
func (f *flow) skip() {
	f.rest = strings.TrimLeft(f.rest, " ")
	for f.rest == "" && !f.odd {
		row := f.row
		f.next()
		if f.row != row+1 || f.indent <= f.margin {
			f.fail()
			return
		}
		f.rest = f.text
	}
}

func (f *flow) value() ast.Node {
	switch f.rest[0] {
	case '[', '{':
		if f.deep++; f.deep >= bracketsMax {
			return f.fail()
		}
		defer func() { f.deep-- }()
		if f.rest[0] == '[' {
			return f.list()
		}
		return f.fields()
	case '"', '\'':
		value, rest, ok := unquote(f.rest)
		if !ok {
			return f.fail()
		}
		n := f.string(value)
		f.rest = rest
		return n
	}
	return f.word()
}

// word reads a plain scalar; one that goes on in the next line is parted there by a space.
func (f *flow) word() ast.Node {
	end := strings.IndexAny(f.rest, ",]}")
	if end < 0 {
		return f.words()
	}
	if end == 0 || strings.ContainsAny(f.rest[:end], notInWords) {
		return f.fail()
	}
	n := f.plain(strings.TrimRight(f.rest[:end], " "))
	f.rest = f.rest[end:]
	return n
}

// notInWords are bytes that may mean something within a plain scalar in brackets.
const notInWords = `[{:#"`

func (f *flow) words() ast.Node {
	if !isLetter(f.rest[0]) {
		return f.fail()
	}
	n := f.string("")
	parts := []string{f.rest}
	for end := -1; end < 0; {
		if f.rest = ""; f.odd || strings.ContainsAny(parts[len(parts)-1], notInWords) {
			return f.fail()
		}
		if f.skip(); f.odd {
			return f.fail()
		}
		part := f.rest
		if end = strings.IndexAny(part, ",]}"); end == 0 || !isLetter(part[0]) && !isDigit(part[0]) {
			return f.fail()
		} else if end > 0 {
			part, f.rest = part[:end], part[end:]
		}
		parts = append(parts, strings.TrimRight(part, " "))
	}
	if strings.ContainsAny(parts[len(parts)-1], notInWords) {
		return f.fail()
	}
	n.Value, n.Token.Origin = strings.Join(parts, " "), strings.Join(parts, "\n")
	return n
}

// more reads what stands between two things, or behind the last, and reports whether there is another.
func (f *flow) more(closing byte, first bool) bool {
	if f.skip(); f.odd {
		return false
	}
	switch {
	case f.rest[0] == closing:
		f.rest = f.rest[1:]
		return false
	case first:
		return true
	case f.rest[0] != ',':
		f.fail()
		return false
	}
	f.rest = f.rest[1:]
	if f.skip(); f.odd || f.rest[0] == closing || f.rest[0] == ',' {
		f.fail()
		return false
	}
	return true
}

func (f *flow) list() ast.Node {
	n := &ast.SequenceNode{Start: f.token(token.SequenceStartType), IsFlowStyle: true}
	f.rest = f.rest[1:]
	for f.more(']', len(n.Values) == 0) {
		n.Values = append(n.Values, f.value())
	}
	return n
}

func (f *flow) fields() ast.Node {
	n := &ast.MappingNode{Start: f.token(token.MappingStartType), IsFlowStyle: true}
	f.rest = f.rest[1:]
	for f.more('}', len(n.Values) == 0) {
		word, rest, is := pair(f.rest)
		if !is || rest == "" {
			return f.fail()
		}
		p := f.pair(word)
		if f.rest = rest; isLetter(rest[0]) && !strings.ContainsAny(rest, ",]}") {
			return f.fail() // no value of a pair may go on in the next line
		}
		p.Value = f.value()
		n.Values = append(n.Values, p)
	}
	return n
}
