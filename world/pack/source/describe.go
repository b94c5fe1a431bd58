package source

import (
	"fmt"
	"strconv"

	"github.com/goccy/go-yaml/ast"

	"github.com/mudlark-mud/mudlark/world/pack/words"
)

// Describe says what somebody wrote where something else was meant.
func Describe(n ast.Node) string {
	switch n := n.(type) {
	case nil, *ast.NullNode:
		return "empty"
	case ast.MapNode:
		return "a group of fields"
	case *ast.SequenceNode:
		return "a list"
	case *ast.StringNode:
		return fmt.Sprintf("the text %q", words.Brief(n.Value))
	case *ast.LiteralNode:
		return fmt.Sprintf("the text %q", words.Brief(n.Value.Value))
	case *ast.BoolNode:
		return strconv.FormatBool(n.Value)
	case *ast.IntegerNode:
		return fmt.Sprintf("the number %v", n.Value)
	case *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		return "a fraction"
	}
	return "something else"
}
