package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/mcp/bridge"
)

type mcpCmd struct {
	URL       string `default:"http://127.0.0.1:7397/mcp" help:"The running world's endpoint."`
	TokenFile string `help:"A file of mode 0600 that holds the token; else MUDLARK_TOKEN is used. Never an argument."`
}

const tokenFileBytesMax = 1024

// Run bridges an MCP client on stdin and stdout to a running world.
func (c *mcpCmd) Run(e *env) error {
	token, err := c.token(e)
	if err != nil {
		return err
	}
	log, err := e.logger(logLevel(e.getenv, "warn"))
	if err != nil {
		return err
	}
	return bridge.Run(e.ctx, bridge.Config{URL: c.URL, Token: token, In: e.stdin, Out: e.stdout, Log: log})
}

func (c *mcpCmd) token(e *env) (string, error) {
	if c.TokenFile == "" {
		if t := strings.TrimSpace(e.getenv("MUDLARK_TOKEN")); t != "" {
			return t, nil
		}
		return "", errors.New("no token: put it into MUDLARK_TOKEN, or into a file for --token-file; " +
			"a character's owner mints one in the game with: token new LABEL")
	}
	f, err := os.Open(c.TokenFile)
	if err != nil {
		return "", fmt.Errorf("read the token: %w", err)
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return "", fmt.Errorf("read the token: %w", err)
	}
	if info.Mode().Perm()&0o077 != 0 {
		return "", fmt.Errorf("%s can be read by others; chmod 600 it", c.TokenFile)
	}
	b, err := io.ReadAll(io.LimitReader(f, tokenFileBytesMax))
	if err != nil {
		return "", fmt.Errorf("read the token: %w", err)
	}
	return strings.TrimSpace(string(b)), nil
}
