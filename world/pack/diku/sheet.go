package diku

import (
	"bytes"
	"fmt"
	"strings"
)

// fields are a mapping of YAML, in the order in which people read it.
type fields []pair

type pair struct {
	key   string
	value any // ident, string, text, int, bool, []string, fields or []fields
}

type (
	ident string // an id, or another word that needs no quotes
	text  string // paragraphs
)

// add adds a value unless it is the zero one, which a file leaves out.
func (f *fields) add(key string, value any) {
	switch v := value.(type) {
	case ident:
		if v == "" {
			return
		}
	case string:
		if v == "" {
			return
		}
	case text:
		if v == "" {
			return
		}
	case int:
		if v == 0 {
			return
		}
	case bool:
		if !v {
			return
		}
	case []string:
		if len(v) == 0 {
			return
		}
	case fields:
		if len(v) == 0 {
			return
		}
	case []fields:
		if len(v) == 0 {
			return
		}
	}
	*f = append(*f, pair{key, value})
}

// How wide a text is written, and how long one may be on the line of its key.
const (
	textColumns  = 110
	shortColumns = 80
	step         = "  "
)

// write writes fields, each line behind margin but for the first, which stands where the caller has got to.
func (f fields) write(b *bytes.Buffer, margin string) {
	for i, p := range f {
		if i > 0 {
			b.WriteString(margin)
		}
		b.WriteString(p.key)
		b.WriteByte(':')
		switch v := p.value.(type) {
		case ident:
			fmt.Fprintf(b, " %s\n", v)
		case string:
			fmt.Fprintf(b, " %s\n", quoted(v))
		case text:
			v.write(b, margin+step)
		case block:
			v.write(b, margin+step)
		case []string:
			b.WriteString(" [")
			for i, s := range v {
				if i > 0 {
					b.WriteString(", ")
				}
				b.WriteString(quoted(s))
			}
			b.WriteString("]\n")
		case fields:
			b.WriteString("\n" + margin + step)
			v.write(b, margin+step)
		case []fields:
			b.WriteByte('\n')
			for _, one := range v {
				b.WriteString(margin + step + "- ")
				one.write(b, margin+step+step)
			}
		default:
			fmt.Fprintf(b, " %v\n", v)
		}
	}
}

// write writes a text on the line of its key, or in lines of its own below it, which a pack folds again.
func (t text) write(b *bytes.Buffer, margin string) {
	s := string(t)
	if len(s) <= shortColumns && !strings.Contains(s, "\n") {
		fmt.Fprintf(b, " %s\n", quoted(s))
		return
	}
	b.WriteString(" |-\n")
	for i, part := range strings.Split(s, "\n\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		if isDrawn(part) {
			for row := range strings.SplitSeq(part, "\n") {
				b.WriteString(margin + row + "\n")
			}
			continue
		}
		column := 0
		for w := range strings.FieldsSeq(part) {
			switch {
			case column == 0:
				b.WriteString(margin)
			case column+1+len(w) > textColumns:
				b.WriteString("\n" + margin)
				column = 0
			default:
				b.WriteByte(' ')
				column++
			}
			b.WriteString(w)
			column += len(w)
		}
		b.WriteByte('\n')
	}
}

// quoted writes a text of one line in double quotes; it holds nothing that cannot be seen.
func quoted(s string) string {
	if strings.ContainsAny(s, "\\\"\n") {
		s = strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(s, `\`, `\\`), `"`, `\"`), "\n", `\n`)
	}
	return `"` + s + `"`
}

// splitBytes keeps a file of a pack well below what a pack allows.
const splitBytes = 900 << 10

// section is the entries of one list of a zone's file.
type section struct {
	key     string
	entries []fields
}

// sheets writes a zone's lists as files, name.yaml and as many of name-2.yaml as it takes, each below the same head.
func sheets(name string, head fields, sections []section) map[string][]byte {
	out := map[string][]byte{}
	var b bytes.Buffer
	number := 1
	flush := func() {
		file := name + ".yaml"
		if number > 1 {
			file = fmt.Sprintf("%s-%d.yaml", name, number)
		}
		out[file] = bytes.Clone(b.Bytes())
		number++
		b.Reset()
		short := fields{}
		for _, p := range head {
			if p.key != "was" {
				short = append(short, p)
			}
		}
		short.write(&b, "")
	}
	head.write(&b, "")
	for _, s := range sections {
		isOpen := false
		for _, e := range s.entries {
			var one bytes.Buffer
			one.WriteString(step + "- ")
			e.write(&one, step+step)
			if b.Len()+one.Len() > splitBytes {
				flush()
				isOpen = false
			}
			if !isOpen {
				fmt.Fprintf(&b, "\n%s:\n", s.key)
				isOpen = true
			}
			b.Write(one.Bytes())
		}
	}
	flush()
	return out
}

func (f fields) yaml() []byte {
	var b bytes.Buffer
	f.write(&b, "")
	return b.Bytes()
}
