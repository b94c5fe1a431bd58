package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
)

// defaultMCP is where a world's agents come in when no --url says otherwise.
const defaultMCP = "http://127.0.0.1:7397/mcp"

// configName is what the server is called in configurations of clients.
const configName = "mudlark"

// tokenHole stands in a configuration for a token, which is shown nowhere but to its owner.
const tokenHole = "mlk_..."

// mcpClient is a program that plays over MCP, and how it is told of a server.
type mcpClient struct {
	name string
	at   func(system string) string // where its configuration lies
	// key is that of the servers in the JSON object that it reads; "" for Codex, which reads TOML.
	key string
	// typed says that a server has a type beside its command or address.
	typed bool
	// url is the key of an address, and bearer the Authorization header with a token from somewhere else; "" where the
	// client speaks to this program alone.
	url, bearer string
	inputs      any // what the client asks its user for, once
}

// always is for files that lie at the same place in each system.
func always(path string) func(string) string { return func(string) string { return path } }

// claudeDesktop is where Claude Desktop reads how its servers start.
func claudeDesktop(system string) string {
	const file = "claude_desktop_config.json"
	switch system {
	case "windows":
		return `%APPDATA%\Claude\` + file
	case "darwin":
		return "~/Library/Application Support/Claude/" + file
	}
	return "~/.config/Claude/" + file
}

// mcpClients are those that --config knows.
func mcpClients() []mcpClient {
	type input struct {
		Type        string `json:"type"`
		ID          string `json:"id"`
		Description string `json:"description"`
		Password    bool   `json:"password"`
	}
	return []mcpClient{
		{name: "claude-desktop", at: claudeDesktop, key: "mcpServers"},
		{
			name: "claude-code", at: always(".mcp.json in the folder of a project"), key: "mcpServers", typed: true,
			url: "url", bearer: "Bearer ${MUDLARK_TOKEN}",
		},
		{
			name: "vscode", at: always(".vscode/mcp.json in a workspace, or what MCP: Open User Configuration opens"),
			key: "servers", typed: true, url: "url", bearer: "Bearer ${input:mudlark-token}",
			inputs: []input{{"promptString", "mudlark-token", "The token that agent grant showed", true}},
		},
		{
			name: "cursor", at: always("~/.cursor/mcp.json, or .cursor/mcp.json in a project"), key: "mcpServers",
			url: "url", bearer: "Bearer ${env:MUDLARK_TOKEN}",
		},
		{name: "codex", at: always("~/.codex/config.toml"), url: "url", bearer: "MUDLARK_TOKEN"},
		{
			name: "gemini", at: always("~/.gemini/settings.json"), key: "mcpServers",
			url: "httpUrl", bearer: "Bearer $MUDLARK_TOKEN",
		},
	}
}

// showConfig prints how a client is to be told of what the other flags ask for, and says where that belongs.
func (c *mcpCmd) showConfig(e *command.Env) error {
	var names []string
	for _, client := range mcpClients() {
		if names = append(names, client.name); client.name != c.Config {
			continue
		}
		self, err := os.Executable()
		if err != nil {
			return fmt.Errorf("find this program: %w", err)
		}
		args, err := c.again(e.Getenv)
		if err != nil {
			return err
		}
		_, _ = fmt.Fprintln(e.Stderr, command.Wrapped("", "This belongs into "+client.at(runtime.GOOS)+
			", beside what is there already; then start the client again:", command.Columns(e.Stderr)))
		e.Printf("%s", client.config(c, self, args))
		return nil
	}
	return command.Misuse(fmt.Errorf("--config %s: it is one of %s; any other client is told of this program with the "+
		"arguments mcp --solo, and of a server with an address and a header as the page ai/mcp/README.md says",
		c.Config, strings.Join(names, ", ")))
}

// again are the arguments with which the program does what the flags ask for, wherever it is started. Without any it
// plays in a world of one's own.
func (c *mcpCmd) again(getenv func(string) string) ([]string, error) {
	args := []string{"mcp"}
	add := func(name, value string) {
		if value != "" {
			args = append(args, "--"+name, value)
		}
	}
	data, file := c.Data, c.TokenFile
	if c.Character != "" && !c.Solo && data == "" {
		data = command.DataFolder(getenv)
	}
	for _, path := range []*string{&data, &file} {
		if *path == "" {
			continue
		}
		whole, err := filepath.Abs(*path)
		if err != nil {
			return nil, fmt.Errorf("find %s: %w", *path, err)
		}
		*path = whole
	}
	switch {
	case c.far():
		add("url", command.OrDefault(c.URL, defaultMCP))
		add("tls-proof", c.Proof)
		add("token-file", file)
		return args, nil
	case c.Character == "" || c.Solo:
		args = append(args, "--solo")
	}
	if c.Fresh {
		args = append(args, "--fresh")
	}
	add("data", data)
	add("character", c.Character)
	if c.Yes {
		args = append(args, "--yes")
	}
	return args, nil
}

// far reports whether the flags name a server that wants a token.
func (c *mcpCmd) far() bool {
	return !c.Solo && c.Character == "" && (c.URL != "" || c.TokenFile != "" || c.Proof != "")
}

// started is a server that a client starts, and reached one that it calls.
type (
	started struct {
		Type    string            `json:"type,omitempty"`
		Command string            `json:"command"`
		Args    []string          `json:"args"`
		Env     map[string]string `json:"env,omitempty"`
	}
	reached map[string]any
)

// config writes the configuration. Where the client can call the server itself, and need not be told how the server
// proves who it is or where a token lies, it is told of the address alone.
func (m mcpClient) config(c *mcpCmd, self string, args []string) string {
	isDirect := c.far() && m.url != "" && c.Proof == "" && c.TokenFile == ""
	run := started{Command: self, Args: args}
	if c.far() && c.TokenFile == "" {
		run.Env = map[string]string{"MUDLARK_TOKEN": tokenHole}
	}
	address := command.OrDefault(c.URL, defaultMCP)
	if m.key == "" {
		return m.table(isDirect, address, run)
	}
	if m.typed {
		run.Type = "stdio"
	}
	file := map[string]any{m.key: map[string]any{configName: run}}
	if isDirect {
		server := reached{m.url: address, "headers": map[string]string{"Authorization": m.bearer}}
		if m.typed {
			server["type"] = "http"
		}
		file[m.key] = map[string]any{configName: server}
		if m.inputs != nil {
			file["inputs"] = m.inputs
		}
	}
	return inJSON(file, "  ")
}

// table is the configuration as TOML, whose strings and lists are written as those of JSON.
func (m mcpClient) table(isDirect bool, address string, run started) string {
	head := "[mcp_servers." + configName + "]\n"
	if isDirect {
		return head + "url = " + inJSON(address, "") + "bearer_token_env_var = " + inJSON(m.bearer, "")
	}
	out := head + "command = " + inJSON(run.Command, "") + "args = " + inJSON(run.Args, "")
	if token, ok := run.Env["MUDLARK_TOKEN"]; ok {
		out += "\n[mcp_servers." + configName + ".env]\nMUDLARK_TOKEN = " + inJSON(token, "")
	}
	return out
}

// inJSON writes a value and ends the line.
func inJSON(v any, indent string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	if err := enc.Encode(v); err != nil {
		return err.Error() + "\n" // texts, lists and maps of them are always written
	}
	return b.String()
}
