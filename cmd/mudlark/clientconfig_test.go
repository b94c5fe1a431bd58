package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// parsed is the command mcp as these arguments have it.
func parsed(t *testing.T, args []string) *mcpCmd {
	t.Helper()
	var c cli
	parser, err := kong.New(&c, vars(func(string) string { return "" }))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse(args); err != nil {
		t.Fatalf("%q: %v", args, err)
	}
	return &c.MCP
}

// S4-02, S4-24: what --config prints for each client and each way to play, which is what ai/mcp/examples/config shows.
// The arguments in it are ones that the program has, and mean the same again.
func TestClientConfigs(t *testing.T) {
	const folder = "../../ai/mcp/examples/config"
	shown := map[string]bool{"openai-tool.json": true}
	for way, args := range map[string][]string{
		"solo": {"mcp"}, "character": {"mcp", "--data", "/var/lib/mudlark", "--character", "Ann"},
		"token": {"mcp", "--url", "https://mud.example.org:7397/mcp"},
	} {
		for _, client := range mcpClients() {
			c := parsed(t, args)
			again, err := c.again(func(string) string { return "" })
			if err != nil {
				t.Fatal(err)
			}
			if twice, err := parsed(t, again).again(func(string) string { return "" }); err != nil ||
				strings.Join(twice, " ") != strings.Join(again, " ") {
				t.Errorf("%q becomes %q, and that %q: %v", args, again, twice, err)
			}
			name := client.name + "-" + way + ".json"
			got := client.config(c, "/usr/local/bin/mudlark", again)
			if client.name == "codex" {
				name = strings.Replace(name, ".json", ".toml", 1)
			} else if !json.Valid([]byte(got)) {
				t.Errorf("%s is no JSON", name)
			}
			shown[name] = true
			path := filepath.Join(folder, name)
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if want, err := os.ReadFile(path); err != nil || string(want) != got {
				t.Errorf("%s is stale (%v); -update makes it:\n%s", name, err, got)
			}
		}
	}
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !shown[f.Name()] {
			t.Errorf("%s is no configuration that the program would print", f.Name())
		}
	}
}

// README, trust: lasting permission is for tools that only read.
func TestOpenAIAsks(t *testing.T) {
	var tool struct {
		Approval struct {
			Never struct {
				Names []string `json:"tool_names"`
			} `json:"never"`
		} `json:"require_approval"`
	}
	b, err := os.ReadFile("../../ai/mcp/examples/config/openai-tool.json")
	if err == nil {
		err = json.Unmarshal(b, &tool)
	}
	if err != nil || len(tool.Approval.Never.Names) == 0 {
		t.Fatal(err, tool)
	}
	reads := map[string]bool{"events": true}
	for _, info := range verb.New().Tools(world.RolePlayer) {
		reads[info.Name] = info.Effect == verb.Reads
	}
	for _, name := range tool.Approval.Never.Names {
		if !reads[name] {
			t.Errorf("%s may be called without asking, and does more than read", name)
		}
	}
}

// What a configuration needs that says more than where a server is; and a token stands in none.
func TestClientConfigOf(t *testing.T) {
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, want string }{
		{"--config vscode", `"servers": {`},
		{"--config cursor --solo --fresh --yes", `"--fresh",`},
		{"--config gemini --solo --data world", filepath.Join(here, "world")},
		{"--config claude-code --character Ann", filepath.Join(here, "run")},
		{"--config cursor --url https://a.example/mcp --tls-proof beef", `"--tls-proof",`},
		{"--config codex --token-file t", `"--token-file","` + filepath.Join(here, "t") + `"]`},
		{"--config codex --url http://127.0.0.1:7397/mcp", `bearer_token_env_var = "MUDLARK_TOKEN"`},
	} {
		var out, errs bytes.Buffer
		e := &command.Env{Ctx: t.Context(), Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs,
			Getenv: func(name string) string {
				if name == "MUDLARK_TOKEN" {
					return "mlk_secret"
				}
				return ""
			}}
		err := run(e, append([]string{"mcp"}, strings.Fields(c.args)...))
		if err != nil || !strings.Contains(out.String(), c.want) || !strings.Contains(errs.String(), "belongs into") {
			t.Errorf("%s: %v\n%s%s", c.args, err, errs.String(), out.String())
		}
		if strings.Contains(out.String(), "mlk_secret") {
			t.Errorf("%s: the token is printed", c.args)
		}
	}
	e := &command.Env{Ctx: t.Context(), Getenv: func(string) string { return "" }}
	if err := run(e, []string{"mcp", "--config", "emacs"}); err == nil || !strings.Contains(err.Error(), "vscode") {
		t.Errorf("a client that nobody knows: %v", err)
	}
}
