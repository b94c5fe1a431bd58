package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
)

// bare makes the methods that are answered without a session: the tools that are Bare, under their own names, and the
// list of tools, for clients that never heard of sessions.
func (s *Server) bare(c Catalogue) map[string]guard.Bare {
	out := map[string]guard.Bare{}
	for _, t := range c.Tools {
		if t.Bare {
			out[t.Name] = s.bareTool(t)
		}
	}
	if len(out) > 0 {
		out[string(mcpgo.MethodToolsList)] = s.bareList
	}
	return out
}

func (s *Server) bareTool(t Tool) guard.Bare {
	return func(ctx context.Context, who Principal, params json.RawMessage) (any, *guard.Fault) {
		if !s.game.Allows(who, Entry{KindTool, t.Name}) {
			return nil, &guard.Fault{Code: mcpgo.METHOD_NOT_FOUND, Text: fmt.Sprintf("method %s not found", t.Name)}
		}
		if len(params) == 0 {
			params = json.RawMessage("{}")
		}
		var result Result
		if err := s.safely(func() error { result = t.Handler(ctx, who, params); return nil }); err != nil {
			_ = s.failed(ctx, t.Name, err) // tells the log
			return nil, &guard.Fault{Code: guard.CodeInternal, Text: internalText}
		}
		if result.Bare == nil && result.Fault == nil { // the world has stopped
			return map[string]any{"isError": true, "success": false, "message": strings.Join(result.Text, "\n")}, nil
		}
		return result.Bare, result.Fault
	}
}

// bareList lists the tools as mcp-go would in a session.
func (s *Server) bareList(ctx context.Context, _ Principal, _ json.RawMessage) (any, *guard.Fault) {
	message := s.mcp.HandleMessage(ctx, json.RawMessage(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`))
	response, ok := message.(mcpgo.JSONRPCResponse)
	if !ok {
		return nil, &guard.Fault{Code: guard.CodeInternal, Text: internalText}
	}
	return response.Result, nil
}
