package mcp

import (
	"context"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
)

// IntentField is the name under which a tools/call may say in its _meta what the agent is about: a short text, which
// its owner sees. What is no text says nothing.
const IntentField = "mudlark/intent"

type intentKey struct{}

// Intent returns what the call in ctx says that its agent is about, or "".
func Intent(ctx context.Context) string {
	text, _ := ctx.Value(intentKey{}).(string)
	return text
}

// withIntent keeps a call's stated intent for its handler.
func withIntent(ctx context.Context, request mcpgo.CallToolRequest) context.Context {
	if request.Params.Meta == nil {
		return ctx
	}
	if text, ok := request.Params.Meta.AdditionalFields[IntentField].(string); ok && text != "" {
		return context.WithValue(ctx, intentKey{}, text)
	}
	return ctx
}
