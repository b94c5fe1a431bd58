package clients

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// gopher is mcp-go's client, which chooses the newest era that the server speaks.
type gopher struct{ c *client.Client }

func mcpGo(ctx context.Context, _, url, token string) (Client, string, error) {
	c, err := client.NewStreamableHttpClient(url,
		transport.WithHTTPHeaders(map[string]string{"Authorization": "Bearer " + token}))
	if err != nil {
		return nil, "", fmt.Errorf("make mcp-go's client: %w", err)
	}
	if err := c.Start(ctx); err != nil {
		return nil, "", fmt.Errorf("start mcp-go's client: %w", err)
	}
	var hello mcp.InitializeRequest
	hello.Params.ProtocolVersion = mcp.LATEST_PROTOCOL_VERSION
	hello.Params.ClientInfo = mcp.Implementation{Name: "mudlark-mcp-go", Version: "1"}
	met, err := c.Initialize(ctx, hello)
	if err != nil {
		return nil, "", fmt.Errorf("connect mcp-go's client: %w", err)
	}
	return &gopher{c}, met.ProtocolVersion, nil
}

// Names implements Client.
func (g *gopher) Names(ctx context.Context, kind string) ([]string, error) {
	var list any
	var err error
	switch kind {
	case "tools":
		list, err = g.c.ListTools(ctx, mcp.ListToolsRequest{})
	case "prompts":
		list, err = g.c.ListPrompts(ctx, mcp.ListPromptsRequest{})
	default:
		list, err = g.c.ListResources(ctx, mcp.ListResourcesRequest{})
	}
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", kind, err)
	}
	text, err := json.Marshal(list)
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", kind, err)
	}
	return namesIn(text, kind)
}

// Call implements Client.
func (g *gopher) Call(ctx context.Context, tool string, args map[string]any) (Sight, error) {
	var q mcp.CallToolRequest
	q.Params.Name, q.Params.Arguments = tool, args
	result, err := g.c.CallTool(ctx, q)
	if err != nil {
		return Sight{}, fmt.Errorf("call %s: %w", tool, err)
	}
	text, err := json.Marshal(result)
	if err != nil {
		return Sight{}, fmt.Errorf("call %s: %w", tool, err)
	}
	return sightOf(text)
}

// Close implements Client.
func (g *gopher) Close() error {
	if err := g.c.Close(); err != nil {
		return fmt.Errorf("close mcp-go's client: %w", err)
	}
	return nil
}
