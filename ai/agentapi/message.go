package agentapi

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"runtime/debug"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/world/strictjson"
)

// Agents answer calls; *[foreign.Service] does.
type Agents interface {
	Call(ctx context.Context, who, tool string, args json.RawMessage) (any, *Fault)
	Read(who, uri string) (Info, *Fault)
}

// Protocol answers messages of MCP for the principal in ctx; mcp-go's server does.
type Protocol interface {
	HandleMessage(ctx context.Context, message json.RawMessage) mcpgo.JSONRPCMessage
}

// The kinds of messages.
const (
	kindTool             = "tool"
	kindResource         = "resource"
	kindToolResponse     = "tool_response"
	kindResourceResponse = "resource_response"
	kindError            = "error"
)

// nameBytesMost is how long the name of a tool may be that is asked for.
const nameBytesMost = 128

// request is a message as it comes.
type request struct {
	JSONRPC   string          `json:"jsonrpc"`
	Type      string          `json:"type"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
	URI       string          `json:"uri"`

	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
}

// toolResponse answers a tool's call.
type toolResponse struct {
	Type   string `json:"type"`
	Tool   string `json:"tool"`
	Result any    `json:"result"`
}

// resourceResponse answers a read.
type resourceResponse struct {
	Type    string `json:"type"`
	Content string `json:"content"`
}

// mistake answers what is no request.
type mistake struct {
	Type  string `json:"type"`
	Error *Fault `json:"error"`
}

// Answer returns what answers a message of a principal; nil when it is one that has no answer.
func (d *WebSocketServer) Answer(ctx context.Context, who mcp.Principal, message []byte) (answer []byte) {
	defer func() {
		if met := recover(); met != nil {
			d.log().Error("a message of a foreign world panicked", slog.Any("panic", met),
				slog.String("stack", string(debug.Stack())))
			answer = encode(mistake{kindError, Failed(Internal, "The server failed on this message.")})
		}
	}()
	bad := func(format string, a ...any) []byte {
		return encode(mistake{kindError, Failed(BadFrame, format, a...)})
	}
	if text := bytes.TrimLeft(message, " \t\r\n"); len(text) == 0 || text[0] != '{' {
		return bad("A message is one JSON object.")
	}
	if err := strictjson.Check(message); err != nil {
		return bad("The message is not read: %s.", err.Error())
	}
	var r request
	if json.Unmarshal(message, &r) != nil {
		return bad("type, name, uri, jsonrpc and method are texts.")
	}
	switch {
	case r.JSONRPC != "":
		return d.rpc(ctx, who, r, message)
	case r.Type == kindTool && len(r.Name) > nameBytesMost:
		return bad("No tool has a name of %d bytes.", len(r.Name)) // it would be said back, and longer than it came
	case r.Type == kindTool:
		result, fault := d.Agents.Call(ctx, who.ID, r.Name, r.Arguments)
		if fault != nil {
			result = Failure{Error: fault}
		}
		return encode(toolResponse{kindToolResponse, r.Name, result})
	case r.Type == kindResource:
		info, fault := d.Agents.Read(who.ID, r.URI)
		if fault != nil {
			return encode(resourceResponse{kindResourceResponse, string(encode(Failure{Error: fault}))})
		}
		return encode(resourceResponse{kindResourceResponse, string(encode(info))})
	}
	return bad("The type of a message is tool or resource.")
}

// rpc answers a message of MCP. mcp-go gives each failed read one code; the right one is put in its place.
func (d *WebSocketServer) rpc(ctx context.Context, who mcp.Principal, r request, message []byte) []byte {
	answer := d.Protocol.HandleMessage(guard.WithPrincipal(ctx, who), message)
	if answer == nil {
		return nil
	}
	if e, ok := answer.(mcpgo.JSONRPCError); ok && r.Method == string(mcpgo.MethodResourcesRead) &&
		e.Error.Code == mcpgo.INTERNAL_ERROR {
		e.Error.Code = mcpgo.RESOURCE_NOT_FOUND
		answer = e
	}
	return encode(answer)
}

// encode writes an answer.
func encode(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Appendf(nil, `{"type":%q,"error":{"code":%q,"message":"The answer could not be written."}}`, kindError,
			Internal)
	}
	return text
}
