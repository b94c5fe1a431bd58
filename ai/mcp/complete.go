package mcp

import (
	"context"
	"strings"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
)

// completions offers the fixed values of prompt arguments.
type completions struct{ server *Server }

// CompletePromptArgument answers completion/complete for a prompt.
func (c completions) CompletePromptArgument(
	ctx context.Context, name string, arg mcpgo.CompleteArgument, _ mcpgo.CompleteContext,
) (*mcpgo.Completion, error) {
	out := &mcpgo.Completion{Values: []string{}}
	who, ok := guard.PrincipalFrom(ctx)
	if !ok || !c.server.game.Allows(who, Entry{KindPrompt, name}) {
		return out, nil
	}
	for _, value := range c.server.values[[2]string{name, arg.Name}] {
		if len(out.Values) < completionsMax && strings.HasPrefix(value, strings.ToLower(arg.Value)) {
			out.Values = append(out.Values, value)
		}
	}
	out.Total = len(out.Values)
	return out, nil
}

// CompleteResourceArgument answers completion/complete for the one variable of a resource template.
func (c completions) CompleteResourceArgument(
	ctx context.Context, uri string, arg mcpgo.CompleteArgument, _ mcpgo.CompleteContext,
) (*mcpgo.Completion, error) {
	out := &mcpgo.Completion{Values: []string{}}
	complete := c.server.complete[uri]
	who, ok := guard.PrincipalFrom(ctx)
	if !ok || complete == nil || !c.server.game.Allows(who, Entry{KindResource, uri}) {
		return out, nil
	}
	values := complete(ctx, who, arg.Value)
	out.Total = len(values)
	out.Values = append(out.Values, values[:min(len(values), completionsMax)]...)
	out.HasMore = out.Total > len(out.Values)
	return out, nil
}
