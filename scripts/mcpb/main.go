// Command mcpb makes a bundle of this program for desktop clients of MCP: one file that is opened by a click and then
// plays (MCPB, github.com/modelcontextprotocol/mcpb, MANIFEST.md).
//
//	go run ./scripts/mcpb -o bin/mudlark.mcpb
//	go run ./scripts/mcpb -o bin/mudlark.mcpb -for linux
//
// Its one idea: a bundle is a zip file of manifest.json and of one program for each system. The manifest is the file
// beside this one; only its version is filled in.
package main

import (
	"archive/zip"
	"bytes"
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
)

//go:embed manifest.json
var manifest string

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		stop()
		_, _ = fmt.Fprintln(os.Stderr, "mcpb:", err)
		os.Exit(1)
	}
}

// program is the one of a system in the bundle, for these processors.
type program struct {
	system string
	name   string
	chips  []string
}

// programs are all that a bundle has. Windows runs programs for amd64 on any processor; a manifest cannot tell two
// processors apart, so that a Mac is given one file for both of its.
func programs() []program {
	return []program{
		{"linux", "mudlark-linux", []string{"amd64"}},
		{"darwin", "mudlark-darwin", []string{"amd64", "arm64"}},
		{"windows", "mudlark-windows.exe", []string{"amd64"}},
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("mcpb", flag.ContinueOnError)
	to := flags.String("o", "mudlark.mcpb", "the `file` to write")
	only := flags.String("for", "", "one `system` only: linux, darwin or windows")
	if err := flags.Parse(args); err != nil {
		return errors.New("usage: mcpb [-o FILE] [-for SYSTEM]")
	}
	temp, err := os.MkdirTemp("", "mcpb-")
	if err != nil {
		return fmt.Errorf("make a folder to build in: %w", err)
	}
	defer func() { _ = os.RemoveAll(temp) }()
	all := []entry{{"manifest.json", []byte(strings.Replace(manifest, "VERSION", command.Version, 1)), fileMode}}
	for _, p := range programs() {
		if *only != "" && p.system != *only {
			continue
		}
		made, err := p.build(ctx, temp)
		if err != nil {
			return err
		}
		all = append(all, entry{"server/" + p.name, made, programMode})
	}
	if len(all) == 1 {
		return fmt.Errorf("there is no system called %q in a bundle", *only)
	}
	if err := pack(*to, all); err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, *to)
	return err
}

// build compiles the program for its processors.
func (p program) build(ctx context.Context, temp string) ([]byte, error) {
	var slices []slice
	for _, chip := range p.chips {
		path := filepath.Join(temp, p.system+"-"+chip)
		cmd := exec.CommandContext(ctx, "go", "build", "-ldflags=-s -w", "-o", path,
			"github.com/mudlark-mud/mudlark/cmd/mudlark")
		cmd.Env = append(os.Environ(), "GOOS="+p.system, "GOARCH="+chip, "CGO_ENABLED=0")
		if out, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("build for %s on %s: %w: %s", p.system, chip, err, out)
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("read what was built: %w", err)
		}
		slices = append(slices, slice{chip, b})
	}
	if len(slices) == 1 {
		return slices[0].program, nil
	}
	return universal(slices)
}

// entry is a file of the bundle.
type entry struct {
	name  string
	bytes []byte
	mode  fs.FileMode
}

const (
	fileMode    fs.FileMode = 0o644
	programMode fs.FileMode = 0o755
)

// pack writes the bundle. The same files make the same bytes.
func pack(path string, all []entry) error {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range all {
		head := &zip.FileHeader{Name: e.name, Method: zip.Deflate}
		head.SetMode(e.mode)
		f, err := w.CreateHeader(head)
		if err == nil {
			_, err = f.Write(e.bytes)
		}
		if err != nil {
			return fmt.Errorf("write %s: %w", e.name, err)
		}
	}
	if err := w.Close(); err != nil {
		return fmt.Errorf("write the bundle: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return fmt.Errorf("make the bundle's folder: %w", err)
	}
	if err := os.WriteFile(path, b.Bytes(), fileMode); err != nil {
		return fmt.Errorf("write the bundle: %w", err)
	}
	return nil
}
