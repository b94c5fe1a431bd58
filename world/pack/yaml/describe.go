package yaml

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
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
		return fmt.Sprintf("the text %q", Brief(n.Value))
	case *ast.LiteralNode:
		return fmt.Sprintf("the text %q", Brief(n.Value.Value))
	case *ast.BoolNode:
		return strconv.FormatBool(n.Value)
	case *ast.IntegerNode:
		return fmt.Sprintf("the number %v", n.Value)
	case *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		return "a fraction"
	}
	return "something else"
}

// Text returns a text node's value and whether YAML has already joined its lines.
func Text(n ast.Node) (s string, joined, ok bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, strings.Contains(strings.TrimSpace(n.Token.Origin), "\n"), true
	case *ast.LiteralNode:
		return n.Value.Value, n.Start.Type == token.FoldedType, true
	}
	return "", false, false
}
