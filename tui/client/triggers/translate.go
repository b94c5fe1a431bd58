package triggers

import (
	"errors"
	"fmt"
	"regexp/syntax"
	"strings"
)

// translation reads TinTin++'s language and writes RE2's.
type translation struct {
	out  strings.Builder
	args []int
	last int  // the number that was given last
	wild bool // anything but plain words was met
}

func (t *translation) plain() bool { return !t.wild }

// wild returns what a wildcard stands for, as a class or a dot, and how often: "?" none or one, "*" any number, "+" one
// at least, "" exactly once.
func wild(c byte) (class, times string) {
	switch c {
	case '*', 'a':
		return ".", "*"
	case '+':
		return ".", "+"
	case '?':
		return ".", "?"
	case '.':
		return ".", ""
	case 'd':
		return "[0-9]", "*"
	case 'D':
		return "[^0-9]", "*"
	case 'w':
		return `[\pL\pN_]`, "*"
	case 'W':
		return `[^\pL\pN_]`, "*"
	case 's':
		return `\s`, "*"
	case 'S':
		return `\S`, "*"
	case 'p', 'u':
		return `[^\pC]`, "*"
	default:
		return "", ""
	}
}

// read translates a whole pattern.
func (t *translation) read(in string) error {
	if strings.HasPrefix(in, "~") {
		return errors.New("a pattern that begins with ~ asks for colour codes, which this client takes off before it " +
			"compares; leave out the ~, or write \\~ for the sign")
	}
	if rest, ok := strings.CutPrefix(in, "^"); ok {
		t.wild = true
		t.out.WriteByte('^')
		in = rest
	}
	for in != "" {
		n, err := t.piece(in)
		if err != nil {
			return err
		}
		in = in[n:]
	}
	return nil
}

// piece translates what stands first and returns how many bytes it took.
func (t *translation) piece(in string) (int, error) {
	switch in[0] {
	case '\\':
		if len(in) == 1 {
			t.out.WriteString(`\\`)
			return 1, nil
		}
		t.escape(in[1])
		return 2, nil
	case '{':
		inner, n, ok := braced(in)
		if !ok {
			return 0, errors.New(`a { is not closed; {a|b} holds an expression, and a brace that means itself is \{`)
		}
		return n, t.group(inner)
	case '$':
		if len(in) == 1 {
			t.wild = true
			t.out.WriteByte('$')
			return 1, nil
		}
	case '%':
		return t.percent(in)
	}
	if strings.IndexByte(`[]()|.?+*^$}`, in[0]) >= 0 {
		t.out.WriteByte('\\')
	}
	t.out.WriteByte(in[0])
	return 1, nil
}

// escape translates a backslash and what follows: a class of RE2 such as \d, or a sign that means itself.
func (t *translation) escape(c byte) {
	isWord := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
	if isWord {
		t.wild = true
	}
	if c < 0x80 { // before a longer rune the backslash is idle
		t.out.WriteByte('\\')
	}
	t.out.WriteByte(c)
}

// braced returns what the braces at the beginning of in hold and how long it is with them.
func braced(in string) (string, int, bool) {
	end := closing(in)
	if end < 0 {
		return "", 0, false
	}
	return in[1:end], end + 1, true
}

// group writes an expression of RE2 as a group; groups inside it take the numbers that follow.
func (t *translation) group(inner string) error {
	tree, err := syntax.Parse(inner, syntax.Perl)
	if err != nil {
		return explain(err, inner)
	}
	for range tree.MaxCap() + 1 {
		t.next()
	}
	t.wild = true
	t.out.WriteString("(" + inner + ")")
	return nil
}

// next gives a group the number after the last.
func (t *translation) next() {
	t.last = min(t.last+1, argMax)
	t.args = append(t.args, t.last)
}

// percent translates a wildcard and returns how many bytes it took.
func (t *translation) percent(in string) (int, error) {
	if len(in) == 1 {
		t.out.WriteByte('%')
		return 1, nil
	}
	switch c := in[1]; {
	case c == '%':
		t.out.WriteByte('%')
		return 2, nil
	case c == 'i' || c == 'I':
		t.wild = true
		t.out.WriteString(map[byte]string{'i': "(?i)", 'I': "(?-i)"}[c])
		return 2, nil
	case c >= '0' && c <= '9':
		n, number := 2, int(c-'0')
		if len(in) > 2 && in[2] >= '0' && in[2] <= '9' {
			n, number = 3, number*10+int(in[2]-'0')
		}
		t.wild, t.last = true, number
		t.args = append(t.args, number)
		t.class(".", "*", in[n:] == "", true)
		return n, nil
	case c == '!' && len(in) > 2:
		if class, times := wild(in[2]); class != "" {
			t.wild = true
			t.class(class, times, in[3:] == "", false)
			return 3, nil
		}
	case c == 'c' || c == 'P' || c == 'U' || c == 'A':
		return 0, fmt.Errorf("%%%c has no meaning in this client, which sees one line of plain text at a time; "+
			"%%* stands for anything", c)
	}
	class, times := wild(in[1])
	if class == "" {
		t.out.WriteByte('%')
		return 1, nil
	}
	t.wild = true
	t.next()
	t.class(class, times, in[2:] == "", true)
	return 2, nil
}

// class writes a wildcard, which takes as little as it may unless nothing follows it.
func (t *translation) class(class, times string, isLast, isGroup bool) {
	if times != "" && times != "?" && !isLast {
		times += "?"
	}
	if isGroup {
		t.out.WriteString("(" + class + times + ")")
		return
	}
	t.out.WriteString(class + times)
}
