package triggers

import "regexp/syntax"

// required returns the longest text that every match of the expression contains, or "".
func required(tree *syntax.Regexp) string {
	switch tree.Op {
	case syntax.OpLiteral:
		if tree.Flags&syntax.FoldCase != 0 {
			return ""
		}
		return string(tree.Rune)
	case syntax.OpConcat:
		best := ""
		for _, sub := range tree.Sub {
			if s := required(sub); len(s) > len(best) {
				best = s
			}
		}
		return best
	case syntax.OpCapture, syntax.OpPlus:
		return required(tree.Sub[0])
	case syntax.OpRepeat:
		if tree.Min > 0 {
			return required(tree.Sub[0])
		}
		return ""
	default:
		return ""
	}
}
