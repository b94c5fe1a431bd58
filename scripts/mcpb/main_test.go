package main

import (
	"archive/zip"
	"bytes"
	"context"
	"debug/macho"
	"encoding/json"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// installed is a bundle as a host has it: unpacked, its manifest read.
type installed struct {
	folder string

	Name    string `json:"name"`
	Version string `json:"version"`
	Server  struct {
		Type   string `json:"type"`
		Entry  string `json:"entry_point"`
		Config struct {
			launch

			Overrides map[string]launch `json:"platform_overrides"`
		} `json:"mcp_config"`
	} `json:"server"`
	Compatibility struct{ Platforms []string } `json:"compatibility"`
	User          map[string]struct {
		Type      string `json:"type"`
		Title     string `json:"title"`
		Sensitive bool   `json:"sensitive"`
		Required  bool   `json:"required"`
		Default   any    `json:"default"`
	} `json:"user_config"`
}

type launch struct {
	Command string            `json:"command"`
	Args    []string          `json:"args"`
	Env     map[string]string `json:"env"`
}

// install unpacks a bundle as a host does, with the modes of its files.
func install(t *testing.T, bundle string) *installed {
	t.Helper()
	in := &installed{folder: t.TempDir()}
	z, err := zip.OpenReader(bundle)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = z.Close() }()
	for _, f := range z.File {
		if !filepath.IsLocal(f.Name) {
			t.Fatalf("%s leads out of the folder", f.Name)
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(in.folder, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, b, f.Mode()); err != nil {
			t.Fatal(err)
		}
		if f.Name == "manifest.json" {
			if err := json.Unmarshal(b, in); err != nil {
				t.Fatal(err)
			}
		}
	}
	return in
}

// resolve is how a host starts the server on a system: the system's own words for what it has, and the placeholders
// filled in. As in the reference host a setting that has neither a value nor a default stays a placeholder, and so does
// an argument that is nothing but one and would be empty.
func (in *installed) resolve(system string, user map[string]any) launch {
	run := in.Server.Config.launch
	if over, ok := in.Server.Config.Overrides[system]; ok {
		if over.Command != "" {
			run.Command = over.Command
		}
		if over.Args != nil {
			run.Args = over.Args
		}
		if over.Env != nil {
			run.Env = over.Env
		}
	}
	values := map[string]string{"${__dirname}": in.folder}
	for name, s := range in.User {
		value := s.Default
		if given, ok := user[name]; ok {
			value = given
		}
		switch v := value.(type) {
		case string:
			values["${user_config."+name+"}"] = v
		case bool:
			values["${user_config."+name+"}"] = strconv.FormatBool(v)
		}
	}
	fill := func(text string) string {
		if v, ok := values[text]; ok && v == "" {
			return text
		}
		for _, hole := range slices.Sorted(maps.Keys(values)) {
			text = strings.ReplaceAll(text, hole, values[hole])
		}
		return text
	}
	out := launch{Command: fill(run.Command)}
	for _, arg := range run.Args {
		out.Args = append(out.Args, fill(arg))
	}
	out.Env = map[string]string{}
	for name, value := range run.Env {
		out.Env[name] = fill(value)
	}
	return out
}

// platform is what hosts call a system of Go's.
func platform(system string) string {
	if system == "windows" {
		return "win32"
	}
	return system
}

// DOOR 7: the bundle is unpacked as a host would and started as its manifest says, with nothing filled in: a world of
// one's own answers, and its tools are there. With an address and no token it says what is missing.
func TestInstalled(t *testing.T) {
	if !slices.ContainsFunc(programs(), func(p program) bool {
		return p.system == runtime.GOOS && slices.Contains(p.chips, runtime.GOARCH)
	}) {
		t.Skipf("a bundle has no program for %s on %s", runtime.GOOS, runtime.GOARCH)
	}
	bundle := filepath.Join(t.TempDir(), "mudlark.mcpb")
	if err := run(t.Context(), []string{"-o", bundle, "-for", runtime.GOOS}, io.Discard); err != nil {
		t.Fatal(err)
	}
	in := install(t, bundle)
	t.Run("a world of one's own", func(t *testing.T) {
		tools, err := in.start(t, in.resolve(platform(runtime.GOOS), nil))
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"look", "move", "command", "events"} {
			if !slices.Contains(tools, want) {
				t.Errorf("there is no tool %s among %q", want, tools)
			}
		}
	})
	t.Run("a server and no token", func(t *testing.T) {
		_, err := in.start(t, in.resolve(platform(runtime.GOOS), map[string]any{"url": "http://127.0.0.1:1/mcp"}))
		if err == nil || !strings.Contains(err.Error(), "no token") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a host that fills nothing in", func(t *testing.T) {
		run := in.resolve(platform(runtime.GOOS), nil)
		run.Args = []string{"mcp", "--solo", "--url=${user_config.url}"}
		run.Env = map[string]string{"MUDLARK_TOKEN": "${user_config.token}"}
		if _, err := in.start(t, run); err != nil {
			t.Error(err)
		}
	})
}

// start runs the server with what a host gives it and a home of its own, says hello, and returns its tools.
func (in *installed) start(t *testing.T, run launch) ([]string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	home := t.TempDir()
	env := []string{"HOME=" + home, "LocalAppData=" + home}
	for name, value := range run.Env {
		env = append(env, name+"="+value)
	}
	cmd := func(ctx context.Context, command string, env, args []string) (*exec.Cmd, error) {
		cmd := exec.CommandContext(ctx, command, args...)
		cmd.Env, cmd.Dir = env, home
		return cmd, nil
	}
	c, err := client.NewStdioMCPClientWithOptions(run.Command, env, run.Args, transport.WithCommandFunc(cmd))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	hello := mcp.InitializeRequest{}
	hello.Params.ProtocolVersion = mcp.ProtocolVersion20251125
	hello.Params.ClientInfo = mcp.Implementation{Name: "host", Version: "1"}
	if _, err := c.Initialize(ctx, hello); err != nil {
		return nil, err
	}
	list, err := c.ListTools(ctx, mcp.ListToolsRequest{})
	if err != nil {
		return nil, err
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	return names, nil
}

// The manifest has what MANIFEST.md (0.3) asks for and no field that it does not know, each system that is said to be
// supported has its program, and a token is never an argument.
func TestManifest(t *testing.T) {
	bundle := filepath.Join(t.TempDir(), "mudlark.mcpb")
	all := []entry{{"manifest.json", []byte(manifest), fileMode}}
	for _, p := range programs() {
		all = append(all, entry{"server/" + p.name, []byte(p.name), programMode})
	}
	if err := pack(bundle, all); err != nil {
		t.Fatal(err)
	}
	in := install(t, bundle)
	if in.Name == "" || in.Version != "VERSION" || in.Server.Type != "binary" {
		t.Errorf("%+v", in)
	}
	var known []string
	for _, p := range programs() {
		known = append(known, platform(p.system))
		run := in.resolve(platform(p.system), map[string]any{"token": "mlk_secret", "url": "https://a.example/mcp"})
		if got, err := os.ReadFile(run.Command); err != nil || string(got) != p.name {
			t.Errorf("%s starts %s, which is %q: %v", p.system, run.Command, got, err)
		}
		if info, err := os.Stat(run.Command); err != nil || info.Mode()&0o111 == 0 {
			t.Errorf("%s cannot be run: %v", run.Command, err)
		}
		if strings.Contains(strings.Join(run.Args, " "), "mlk_secret") || run.Env["MUDLARK_TOKEN"] != "mlk_secret" {
			t.Errorf("%s: the token goes the wrong way: %+v", p.system, run)
		}
	}
	slices.Sort(known)
	if got := slices.Sorted(slices.Values(in.Compatibility.Platforms)); !slices.Equal(got, known) {
		t.Errorf("it says that it is for %q, and has programs for %q", got, known)
	}
	if !in.User["token"].Sensitive {
		t.Error("the token is shown")
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(manifest), &fields); err != nil {
		t.Fatal(err)
	}
	for name := range fields {
		if !slices.Contains(strings.Fields(`manifest_version name display_name version description long_description author
			repository license keywords server tools_generated prompts_generated compatibility user_config`), name) {
			t.Errorf("a manifest has no field %s", name)
		}
	}
}

// A Mac finds each processor's program in the joined file.
func TestUniversal(t *testing.T) {
	thin := func(cpu macho.Cpu) []byte { // the shortest header that a reader takes
		b := make([]byte, 32)
		copy(b, []byte{0xcf, 0xfa, 0xed, 0xfe, byte(cpu), 0, 0, 1})
		return append(b, "program of "+cpu.String()...)
	}
	joined, err := universal([]slice{{"amd64", thin(macho.CpuAmd64)}, {"arm64", thin(macho.CpuArm64)}})
	if err != nil {
		t.Fatal(err)
	}
	fat, err := macho.NewFatFile(bytes.NewReader(joined))
	if err != nil {
		t.Fatal(err)
	}
	for i, cpu := range []macho.Cpu{macho.CpuAmd64, macho.CpuArm64} {
		a := fat.Arches[i]
		got := joined[a.Offset : a.Offset+a.Size]
		if a.Cpu != cpu || !bytes.Equal(got, thin(cpu)) || a.Offset%(1<<a.Align) != 0 {
			t.Errorf("%s: %+v", cpu, a.FatArchHeader)
		}
	}
	if _, err := universal([]slice{{"riscv64", nil}}); err == nil {
		t.Error("a Mac with another processor")
	}
}
