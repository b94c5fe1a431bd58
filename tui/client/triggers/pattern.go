package triggers

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
)

// Limits of a pattern.
const (
	// maxBytes is the longest pattern that is accepted.
	maxBytes = 1024
	// argMax is the highest number of an argument.
	argMax = 99
	// matchesMax is how many places of one line are found by All.
	matchesMax = 64
)

// Pattern is one compiled pattern. The zero Pattern matches nothing.
type Pattern struct {
	re    *regexp.Regexp
	need  string // every match contains it; "" if no such text is known
	args  []int  // the number of the argument that each group is
	plain bool   // words without a wildcard or an anchor
}

// Match is where a pattern was found and what its arguments were.
type Match struct {
	From, To int            // bytes of the text
	Args     map[int]string // by number; 0 is all that matched
}

// List returns the arguments in order, with "" for those that took no part.
func (m Match) List() []string {
	last := 0
	for n := range m.Args {
		last = max(last, n)
	}
	out := make([]string, last+1)
	for n, s := range m.Args {
		out[n] = s
	}
	return out
}

// Compile reads a pattern of either language. The error is a sentence for the player who wrote it.
func Compile(source string) (*Pattern, error) { return compile(source, "", "") }

// Whole is Compile for a pattern that matches only a text from its beginning to its end, as an alias does a typed line.
func Whole(source string) (*Pattern, error) { return compile(source, `\A(?:`, `)\z`) }

// compile reads a pattern and puts its expression between two others.
func compile(source, before, behind string) (*Pattern, error) {
	switch {
	case source == "":
		return nil, errors.New("a pattern is missing; for example: You are hungry")
	case len(source) > maxBytes:
		return nil, fmt.Errorf("a pattern has at most %d bytes and this one has %d", maxBytes, len(source))
	}
	p := &Pattern{}
	text, isRaw := raw(source)
	if !isRaw {
		t := &translation{}
		if err := t.read(source); err != nil {
			return nil, err
		}
		text, p.args, p.plain = t.out.String(), t.args, t.plain()
	}
	re, err := regexp.Compile(text)
	if err == nil && before != "" {
		text = before + text + behind
		re, err = regexp.Compile(text)
	}
	if err != nil {
		return nil, explain(err, text)
	}
	p.re = re
	if isRaw {
		for i := range re.NumSubexp() {
			p.args = append(p.args, i+1)
		}
	}
	if tree, err := syntax.Parse(text, syntax.Perl); err == nil {
		p.need = required(tree.Simplify())
	}
	return p, nil
}

// raw returns what stands between the slashes of /expression/ or /expression/i.
func raw(source string) (string, bool) {
	body, ok := strings.CutPrefix(source, "/")
	if !ok {
		return "", false
	}
	if inner, ok := strings.CutSuffix(body, "/"); ok && inner != "" {
		return inner, true
	}
	if inner, ok := strings.CutSuffix(body, "/i"); ok && inner != "" {
		return "(?i)" + inner, true
	}
	return "", false
}

// misses reports whether the quick look shows that the pattern does not match.
func (p *Pattern) misses(text string) bool {
	return p.re == nil || p.need != "" && !strings.Contains(text, p.need)
}

// Find returns the first place where the pattern matches.
func (p *Pattern) Find(text string) (Match, bool) {
	if p.misses(text) {
		return Match{}, false
	}
	at := p.re.FindStringSubmatchIndex(text)
	if at == nil {
		return Match{}, false
	}
	return p.match(text, at), true
}

// match makes a Match of where the expression and its groups were found.
func (p *Pattern) match(text string, at []int) Match {
	m := Match{From: at[0], To: at[1], Args: make(map[int]string, len(p.args)+1)}
	m.Args[0] = text[at[0]:at[1]]
	for i, arg := range p.args {
		if from := at[2*i+2]; from >= 0 {
			m.Args[arg] = text[from:at[2*i+3]]
		}
	}
	return m
}

// All returns every place that matches, each as its first byte and the one after its last; at most matchesMax of them,
// and none that is empty.
func (p *Pattern) All(text string) [][2]int {
	if p.misses(text) {
		return nil
	}
	var out [][2]int
	for _, at := range p.re.FindAllStringIndex(text, matchesMax) {
		if at[1] > at[0] {
			out = append(out, [2]int{at[0], at[1]})
		}
	}
	return out
}

// Replace returns the text with each match replaced by what fill makes of it, and whether there was one; at most
// matchesMax of them are.
func (p *Pattern) Replace(text string, fill func(Match) string) (string, bool) {
	if p.misses(text) {
		return text, false
	}
	var out strings.Builder
	done := 0
	all := p.re.FindAllStringSubmatchIndex(text, matchesMax)
	for _, at := range all {
		m := p.match(text, at)
		out.WriteString(text[done:m.From] + fill(m))
		done = m.To
	}
	return out.String() + text[done:], len(all) > 0
}

// explain says what is wrong with an expression in words that help.
func explain(err error, text string) error {
	var bad *syntax.Error
	if !errors.As(err, &bad) {
		return fmt.Errorf("this pattern cannot be read: %w", err)
	}
	for _, look := range []string{"(?=", "(?!", "(?<=", "(?<!"} {
		if strings.HasPrefix(bad.Expr, look) {
			return fmt.Errorf("%q looks ahead or behind, which RE2 cannot; match the whole text and use the part "+
				"you want, as in /^(\\w+) hits you/", look+"...)")
		}
	}
	switch bad.Code {
	case syntax.ErrInvalidPerlOp, syntax.ErrMissingRepeatArgument:
		return fmt.Errorf("%q cannot stand here; a sign such as * is written \\* where it means itself", bad.Expr)
	case syntax.ErrInvalidEscape:
		if len(bad.Expr) == 2 && bad.Expr[1] >= '1' && bad.Expr[1] <= '9' {
			return fmt.Errorf("%q refers back to a group, which RE2 cannot; write two groups, as in /(\\w+) and (\\w+)/, "+
				"and compare %%1 with %%2 in a script", bad.Expr)
		}
		return fmt.Errorf("%q means nothing here; a backslash itself is \\\\", bad.Expr)
	case syntax.ErrMissingParen, syntax.ErrUnexpectedParen:
		return fmt.Errorf("the parentheses of %q do not match; a parenthesis that means itself is \\( or \\)", text)
	case syntax.ErrMissingBracket:
		return fmt.Errorf("the bracket %q is not closed; one that means itself is \\[", bad.Expr)
	default:
		return fmt.Errorf("this pattern cannot be read (%s: %q); for example: /hits you for (\\d+)/", bad.Code, bad.Expr)
	}
}
