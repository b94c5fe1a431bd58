package main

import (
	"context"
	"errors"
	"sync"

	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/world/verb"
)

type mcpCmd struct {
	URL  string `default:"http://127.0.0.1:7397/mcp" help:"The running world's endpoint."`
	Data string `default:"${data}" help:"The data folder, for its token file."`
}

// Run bridges stdio.
func (c *mcpCmd) Run(e *env) error { return errors.New("not wired") }

func (c *serveCmd) openMCP(
	e *env, ctx context.Context, d *daemon, hub *session.Hub, table *verb.Table, doors *sync.WaitGroup,
) error {
	return nil
}
