package dg

import (
	"strconv"
	"strings"
)

// operators stand in the order in which an expression is parted at them; within one, at the first from the left.
//
//nolint:gochecknoglobals // immutable: a fixed table of the language, only read
var operators = []string{"||", "&&", "==", "!=", "<=", ">=", "<", ">", "/=", "-", "+", "/", "*", "!"}

// depthMost is how deep expressions and variables may nest.
const depthMost = 24

// value works an expression out.
func (r *run) value(expr string, depth int) string {
	expr = strings.TrimSpace(expr)
	if expr == "" || r.spend(1) || r.deep(depth) {
		return ""
	}
	if op, at := parted(expr); at >= 0 {
		left, right := r.value(expr[:at], depth+1), r.value(expr[at+len(op):], depth+1)
		return r.made(operate(op, strings.TrimSpace(left), strings.TrimSpace(right)))
	}
	if expr[0] == '(' {
		return r.value(expr[1:max(1, matching(expr, 0))], depth+1)
	}
	return r.filled(expr, depth+1)
}

// isTrue reports whether an expression holds.
func (r *run) isTrue(expr string) bool {
	v := strings.TrimSpace(r.value(expr, 0))
	return v != "" && v != "0"
}

// parted returns the operator at which an expression is parted, and where it is; -1 for none.
func parted(expr string) (string, int) {
	var at []int
	for i := 0; i < len(expr); {
		at = append(at, i)
		switch c := expr[i]; {
		case c == '(':
			i = matching(expr, i) + 1
		case c == '"':
			end := strings.IndexByte(expr[i+1:], '"')
			if end < 0 {
				end = len(expr)
			}
			i += end + 2
		case isWord(c):
			for i++; i < len(expr) && (isWord(expr[i]) || expr[i] == ' '); i++ {
			}
		default:
			i++
		}
	}
	for _, op := range operators {
		for _, i := range at {
			if i < len(expr) && strings.HasPrefix(expr[i:], op) {
				return op, i
			}
		}
	}
	return "", -1
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

// matching returns where the parenthesis that opens at i closes, or the end.
func matching(s string, i int) int {
	deep := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case '(':
			deep++
		case ')':
			if deep--; deep == 0 {
				return i
			}
		}
	}
	return len(s)
}

// operate applies an operator. What is a number on both sides is compared as one, all else as words, whatever their
// case.
func operate(op, left, right string) string {
	a, isA := number(left)
	b, isB := number(right)
	order := strings.Compare(strings.ToLower(left), strings.ToLower(right))
	if isA && isB {
		order = 0
		if a < b {
			order = -1
		} else if a > b {
			order = 1
		}
	}
	switch op {
	case "||":
		return truth(holds(left) || holds(right))
	case "&&":
		return truth(holds(left) && holds(right))
	case "==":
		return truth(order == 0)
	case "!=":
		return truth(order != 0)
	case "<=":
		return truth(order <= 0)
	case ">=":
		return truth(order >= 0)
	case "<":
		return truth(order < 0)
	case ">":
		return truth(order > 0)
	case "/=":
		return truth(right != "" && strings.Contains(strings.ToLower(left), strings.ToLower(right)))
	case "!":
		return truth(!holds(right))
	}
	return strconv.FormatInt(reckon(op, a, b), 10)
}

// numberMost bounds what is reckoned with, as DG's numbers of 32 bits do.
const numberMost = 1<<31 - 1

func reckon(op string, a, b int64) (n int64) {
	switch op {
	case "-":
		n = a - b
	case "+":
		n = a + b
	case "*":
		n = a * b
	case "/":
		if b != 0 {
			n = a / b
		}
	}
	return min(max(n, -numberMost), numberMost)
}

func holds(s string) bool { return s != "" && s != "0" }

func truth(is bool) string {
	if is {
		return "1"
	}
	return "0"
}

// number reads the number that a text begins with, and reports whether it is nothing else.
func number(s string) (int64, bool) {
	end := 0
	for end < len(s) && end < 11 && ('0' <= s[end] && s[end] <= '9' || end == 0 && s[end] == '-') {
		end++
	}
	n, err := strconv.ParseInt(s[:end], 10, 64)
	return min(max(n, -numberMost), numberMost), err == nil && end == len(s)
}
