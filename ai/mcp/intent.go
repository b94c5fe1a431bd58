package mcp

import (
	"context"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
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

// WholeField is the name under which a tools/call may say in its _meta that its result shall tell everything, also what
// is as it was in the result before: true.
const WholeField = "mudlark/whole"

type wholeKey struct{}

// IsWhole reports whether the result of the call in ctx shall tell everything.
func IsWhole(ctx context.Context) bool {
	is, _ := ctx.Value(wholeKey{}).(bool)
	return is
}

// Session returns by what the client that calls can be told from others under the same token: its session, or "" when
// it keeps none, as in the revision of 2026-07-28.
func Session(ctx context.Context) string {
	if s := server.ClientSessionFromContext(ctx); s != nil {
		return s.SessionID()
	}
	return ""
}

// withIntent keeps for a call's handler the stated intent, and whether it wants everything.
func withIntent(ctx context.Context, request mcpgo.CallToolRequest) context.Context {
	if request.Params.Meta == nil {
		return ctx
	}
	if is, ok := request.Params.Meta.AdditionalFields[WholeField].(bool); ok && is {
		ctx = context.WithValue(ctx, wholeKey{}, true)
	}
	if text, ok := request.Params.Meta.AdditionalFields[IntentField].(string); ok && text != "" {
		return context.WithValue(ctx, intentKey{}, text)
	}
	return ctx
}
