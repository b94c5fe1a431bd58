package clients

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const (
	answerBytesMax = 4 << 20 // of one line of the driver
	toolRefused    = 5       // the Inspector's exit code for a result with isError, which it prints all the same
)

// node is a client of the official SDKs: driver.mjs in a process of its own.
type node struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   *bufio.Scanner
	noise bytes.Buffer
}

func driver(era string) func(context.Context, string, string, string) (Client, string, error) {
	return func(ctx context.Context, folder, url, token string) (Client, string, error) {
		cmd := exec.CommandContext(ctx, "node", filepath.Join(folder, "driver.mjs"), era, url)
		cmd.Env = append(os.Environ(), "MUDLARK_TOKEN="+token)
		n := &node{cmd: cmd}
		cmd.Stderr = &n.noise
		in, err := cmd.StdinPipe()
		if err != nil {
			return nil, "", fmt.Errorf("start %s: %w", era, err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			return nil, "", fmt.Errorf("start %s: %w", era, err)
		}
		n.in, n.out = in, bufio.NewScanner(out)
		n.out.Buffer(nil, answerBytesMax)
		if err := cmd.Start(); err != nil {
			return nil, "", fmt.Errorf("start %s: %w", era, err)
		}
		var revision string
		if err := n.read(&revision); err != nil {
			return nil, "", errors.Join(fmt.Errorf("connect %s: %w", era, err), n.Close())
		}
		return n, revision, nil
	}
}

func (n *node) ask(request map[string]any, value any) error {
	line, err := json.Marshal(request)
	if err != nil {
		return fmt.Errorf("ask the client: %w", err)
	}
	if _, err := n.in.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("ask the client: %w: %s", err, n.noise.String())
	}
	return n.read(value)
}

func (n *node) read(value any) error {
	if !n.out.Scan() {
		return fmt.Errorf("the client ended: %w: %s", n.out.Err(), n.noise.String())
	}
	answer := struct {
		Value any    `json:"value"`
		Fault string `json:"fault"`
	}{Value: value}
	if err := json.Unmarshal(n.out.Bytes(), &answer); err != nil {
		return fmt.Errorf("the client wrote %.200s: %w", n.out.Bytes(), err)
	}
	if answer.Fault != "" {
		return fmt.Errorf("the client reports: %s", answer.Fault)
	}
	return nil
}

// Names implements Client.
func (n *node) Names(_ context.Context, kind string) (names []string, err error) {
	return names, n.ask(map[string]any{"op": kind}, &names)
}

// Call implements Client.
func (n *node) Call(_ context.Context, tool string, args map[string]any) (Sight, error) {
	var result json.RawMessage
	if err := n.ask(map[string]any{"op": "call", "name": tool, "arguments": args}, &result); err != nil {
		return Sight{}, err
	}
	return sightOf(result)
}

// Close implements Client.
func (n *node) Close() error {
	err := n.in.Close()
	if waited := n.cmd.Wait(); waited != nil {
		err = errors.Join(err, fmt.Errorf("the client did not end well: %w: %s", waited, n.noise.String()))
	}
	return err
}

// looker is the Inspector's command line: a process for each request.
type looker struct{ folder, era, url, token string }

func inspector(era, revision string) func(context.Context, string, string, string) (Client, string, error) {
	return func(ctx context.Context, folder, url, token string) (Client, string, error) {
		l := looker{folder: folder, era: era, url: url, token: token}
		out, complaint, err := l.run(ctx, "tools/list", "--strict")
		if err != nil {
			return nil, "", err
		}
		if complaint != "" {
			return nil, "", fmt.Errorf("the Inspector's strict look at the tools: %s", complaint)
		}
		if !bytes.Contains(out, []byte(`"inputSchema"`)) {
			return nil, "", fmt.Errorf("the Inspector saw no tools: %.200s", out)
		}
		return l, revision, nil // it fails when the era it was told to speak is not spoken
	}
}

// run asks the Inspector for one thing, and returns what it printed and what it complained of.
func (l looker) run(ctx context.Context, method string, args ...string) (out []byte, complaint string, err error) {
	args = append([]string{"--cli", l.url, "--transport", "http", "--protocol-era", l.era,
		"--header", "Authorization: Bearer " + l.token, "--method", method}, args...)

	cmd := exec.CommandContext(ctx, filepath.Join(l.folder, "node_modules", ".bin", "mcp-inspector"), args...)
	cmd.Env = append(os.Environ(), "MCP_CATALOG_PATH="+os.DevNull)
	var noise bytes.Buffer
	cmd.Stderr = &noise
	out, err = cmd.Output()
	if err != nil {
		return out, "", fmt.Errorf("the Inspector, %s: %w: %s%s", method, err, out, noise.String())
	}
	return out, strings.TrimSpace(noise.String()), nil
}

// Names implements Client.
func (l looker) Names(ctx context.Context, kind string) ([]string, error) {
	out, _, err := l.run(ctx, kind+"/list")
	if err != nil {
		return nil, err
	}
	return namesIn(out, kind)
}

// namesIn reads the names out of the result of tools/list and the like.
func namesIn(list []byte, kind string) ([]string, error) {
	var all map[string]json.RawMessage
	var members []struct{ Name, URI string }
	if err := json.Unmarshal(list, &all); err != nil {
		return nil, fmt.Errorf("read a list: %w", err)
	}
	if err := json.Unmarshal(all[kind], &members); err != nil {
		return nil, fmt.Errorf("read the list of %s: %w", kind, err)
	}
	names := make([]string, 0, len(members))
	for _, m := range members {
		if m.URI != "" {
			m.Name = m.URI
		}
		names = append(names, m.Name)
	}
	return names, nil
}

// Call implements Client.
func (l looker) Call(ctx context.Context, tool string, args map[string]any) (Sight, error) {
	words := []string{"--tool-name", tool}
	for name, value := range args {
		text, ok := value.(string)
		if !ok {
			said, err := json.Marshal(value)
			if err != nil {
				return Sight{}, fmt.Errorf("write %s: %w", name, err)
			}
			text = string(said)
		}
		words = append(words, "--tool-arg", name+"="+text)
	}
	out, _, err := l.run(ctx, "tools/call", words...)
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() == toolRefused && len(out) > 0 {
		err = nil // the result says why
	}
	if err != nil {
		return Sight{}, err
	}
	return sightOf(out)
}

// Close implements Client.
func (looker) Close() error { return nil }
