package triggers

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// logicNestMax is how deep parentheses may be.
const logicNestMax = 32

// example is what a refusal ends with.
const example = `; for example: $hp < 50 && "%1" == "rat"`

// Values are what stands for names and arguments.
type Values struct {
	Args  Args // nil leaves %1 as it is
	Value func(name string) (string, bool)
}

// Eval works an expression out. What is true is "1", what is not "0"; a name without a value is "".
func Eval(text string, v Values) (string, error) {
	p := &parser{rest: text, values: v}
	out, err := p.either()
	if err != nil {
		return "", err
	}
	if p.space(); p.rest != "" {
		return "", fmt.Errorf("%q does not belong there%s", short(p.rest), example)
	}
	return out, nil
}

// isTrue reports whether a value counts as true: anything but nothing and zero.
func isTrue(value string) bool {
	n, isNumber := number(value)
	return value != "" && (!isNumber || n != 0)
}

// parser works out as it reads.
type parser struct {
	rest   string
	values Values
	depth  int
}

func (p *parser) space() { p.rest = strings.TrimLeft(p.rest, " \t\n") }

// take takes the first of some signs that stands next, "" for none.
func (p *parser) take(signs ...string) string {
	p.space()
	for _, s := range signs {
		if rest, ok := strings.CutPrefix(p.rest, s); ok {
			p.rest = rest
			return s
		}
	}
	return ""
}

func (p *parser) either() (string, error) {
	if p.depth++; p.depth > logicNestMax {
		return "", fmt.Errorf("its parentheses are more than %d deep", logicNestMax)
	}
	defer func() { p.depth-- }()
	out, err := p.both()
	for err == nil && p.take("||") != "" {
		var next string
		next, err = p.both()
		out = truth(isTrue(out) || isTrue(next))
	}
	return out, err
}

func (p *parser) both() (string, error) {
	out, err := p.compared()
	for err == nil && p.take("&&") != "" {
		var next string
		next, err = p.compared()
		out = truth(isTrue(out) && isTrue(next))
	}
	return out, err
}

func (p *parser) compared() (string, error) {
	out, err := p.sum()
	if err != nil {
		return "", err
	}
	sign := p.take("==", "!=", "<=", ">=", "<", ">")
	if sign == "" {
		return out, nil
	}
	next, err := p.sum()
	if err != nil {
		return "", err
	}
	return truth(compare(sign, out, next)), nil
}

// compare compares numbers as numbers and anything else as words.
func compare(sign, a, b string) bool {
	order := strings.Compare(a, b)
	x, isX := number(a)
	y, isY := number(b)
	if isX && isY {
		switch {
		case x < y:
			order = -1
		case x > y:
			order = 1
		default:
			order = 0
		}
	}
	switch sign {
	case "==":
		return order == 0
	case "!=":
		return order != 0
	case "<":
		return order < 0
	case "<=":
		return order <= 0
	case ">":
		return order > 0
	default:
		return order >= 0
	}
}

func (p *parser) sum() (string, error) {
	out, err := p.product()
	for err == nil {
		sign := p.take("+", "-")
		if sign == "" {
			break
		}
		var next string
		if next, err = p.product(); err == nil {
			out, err = reckon(sign, out, next)
		}
	}
	return out, err
}

func (p *parser) product() (string, error) {
	out, err := p.single()
	for err == nil {
		sign := p.take("*", "/")
		if sign == "" {
			break
		}
		var next string
		if next, err = p.single(); err == nil {
			out, err = reckon(sign, out, next)
		}
	}
	return out, err
}

// reckon reckons with two numbers. A division of whole numbers gives a whole number, as in TinTin++.
func reckon(sign, a, b string) (string, error) {
	x, isX := number(a)
	y, isY := number(b)
	if isX, isY = isX || a == "", isY || b == ""; !isX || !isY { // what has no value yet counts from 0
		return "", fmt.Errorf("%q %s %q are not both numbers", short(a), sign, short(b))
	}
	switch sign {
	case "+":
		x += y
	case "-":
		x -= y
	case "*":
		x *= y
	default:
		if y == 0 {
			return "", errors.New("nothing can be divided by 0")
		}
		isWhole := x == math.Trunc(x) && y == math.Trunc(y)
		if x /= y; isWhole {
			x = math.Trunc(x)
		}
	}
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return "", errors.New("the number is too large")
	}
	return strconv.FormatFloat(x, 'f', -1, 64), nil
}

// single is one value: a number, words in quotes, a name, an argument, or something in parentheses.
func (p *parser) single() (string, error) {
	p.space()
	switch {
	case p.rest == "":
		return "", errors.New("something is missing at its end" + example)
	case p.take("(") != "":
		out, err := p.either()
		if err == nil && p.take(")") == "" {
			err = errors.New("a parenthesis is not closed")
		}
		return out, err
	case strings.HasPrefix(p.rest, "!") && !strings.HasPrefix(p.rest, "!="), strings.HasPrefix(p.rest, "-"):
		return p.negated()
	case p.rest[0] == '"' || p.rest[0] == '\'':
		end := strings.IndexByte(p.rest[1:], p.rest[0])
		if end < 0 {
			return "", fmt.Errorf("the quote %s is not closed", p.rest[:1])
		}
		words := p.rest[1 : end+1]
		p.rest = p.rest[end+2:]
		return p.fill(words), nil
	}
	end := 0
	for end < len(p.rest) && strings.IndexByte(" \t\n()<>=!&|+-*/\"'", p.rest[end]) < 0 {
		end++
	}
	if end == 0 {
		return "", fmt.Errorf("%q does not belong there%s", short(p.rest), example)
	}
	word := p.rest[:end]
	p.rest = p.rest[end:]
	out := p.fill(word)
	if name := strings.Trim(word, "${}"); out == word && strings.HasPrefix(word, "$") && leadingName(name) == name {
		return "", nil // a name without a value
	}
	return out, nil
}

func (p *parser) negated() (string, error) {
	if p.depth++; p.depth > logicNestMax {
		return "", fmt.Errorf("its signs are more than %d deep", logicNestMax)
	}
	defer func() { p.depth-- }()
	sign := p.take("!", "-")
	out, err := p.single()
	if err != nil {
		return "", err
	}
	if sign == "!" {
		return truth(!isTrue(out)), nil
	}
	return reckon("-", "0", out)
}

func (p *parser) fill(words string) string { return Text(words, p.values.Args, p.values.Value) }

func truth(is bool) string {
	if is {
		return "1"
	}
	return "0"
}

// number reads a decimal number.
func number(s string) (float64, bool) {
	if s == "" || strings.Trim(s, "0123456789.-+") != "" {
		return 0, false
	}
	n, err := strconv.ParseFloat(s, 64)
	return n, err == nil
}

// short returns the beginning of a text, for naming it.
func short(s string) string {
	if r := []rune(s); len(r) > 30 {
		return string(r[:30]) + "..."
	}
	return s
}
