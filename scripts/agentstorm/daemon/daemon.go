// Package daemon builds and starts mudlark for a check, and says where its doors are.
//
// A [Daemon] is for one goroutine; its output is read by one of its own, which ends with the process.
package daemon

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

const (
	openMax   = 60 * time.Second // from the start until all doors are open
	stopMax   = 30 * time.Second // for a clean stop
	pageMax   = 30 * time.Second // for a page of the operators' door
	pageBytes = 64 << 20         // a profile of a long life has many lines
)

// Daemon is a server process on loopback addresses of its own choice.
type Daemon struct {
	Telnet string // where people enter
	SSH    string // where people enter, if the flags open that door
	TLS    string // where people enter with TLS beneath telnet, if the flags open that door
	MCP    string // the URL at which agents enter
	Ops    string // the URL of the operators' door, without a path
	Claim  string // the code that makes its first user a wizard
	PID    int

	program string
	data    string
	isNew   bool
	cmd     *exec.Cmd
	lines   chan string
	done    chan struct{}
	err     error
}

// Build compiles the server into a folder and returns its path.
func Build(ctx context.Context, folder string) (string, error) {
	program := filepath.Join(folder, "mudlark")
	out, err := exec.CommandContext(ctx, "go", "build", "-o", program,
		"github.com/mudlark-mud/mudlark/cmd/mudlark").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build the server: %w: %s", err, out)
	}
	return program, nil
}

// Start starts a program on a data folder with further flags of serve, and returns once all doors are open. What it
// logs goes to log. When ctx ends the process is killed.
func Start(ctx context.Context, program, data string, log io.Writer, flags ...string) (*Daemon, error) {
	args := append([]string{"serve", "--data", data, "--telnet=127.0.0.1:0", "--ssh=", "--http=127.0.0.1:0",
		"--ops=127.0.0.1:0"}, flags...)
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Stderr = log
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start the server: %w", err)
	}
	_, missing := os.Stat(filepath.Join(data, "mudlark.db"))
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start the server: %w", err)
	}
	const linesMost = 256 // more than it prints before its doors are open
	d := &Daemon{
		PID: cmd.Process.Pid, program: program, data: data,
		isNew: missing != nil, cmd: cmd,
		lines: make(chan string, linesMost), done: make(chan struct{}),
	}
	go func() {
		defer close(d.done)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			select {
			case d.lines <- lines.Text():
			default:
			}
		}
		d.err = cmd.Wait()
	}()
	if err := d.open(); err != nil {
		d.Kill()
		return nil, errors.Join(err, d.err)
	}
	return d, nil
}

// open waits for the doors, and in a new world for the claim code, which is printed last.
func (d *Daemon) open() error {
	wait := time.NewTimer(openMax)
	defer wait.Stop()
	for d.Telnet == "" || d.MCP == "" || d.Ops == "" || d.isNew && d.Claim == "" {
		select {
		case line := <-d.lines:
			words := strings.Fields(line)
			if len(words) < 2 {
				continue
			}
			switch words[0] {
			case "telnet":
				d.Telnet = words[1]
			case "telnets":
				d.TLS = words[1]
			case "ssh":
				d.SSH = words[1]
			case "mcp":
				d.MCP = words[1]
			case "ops":
				d.Ops = strings.TrimSuffix(words[1], "/metrics")
			case "claim":
				d.Claim = words[1]
			}
		case <-d.done:
			return errors.New("the server ended before its doors were open")
		case <-wait.C:
			return fmt.Errorf("the server's doors were not open within %s", openMax)
		}
	}
	return nil
}

// Page fetches a page of the operators' door.
func (d *Daemon) Page(ctx context.Context, path string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, pageMax)
	defer cancel()
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, d.Ops+path, nil)
	if err != nil {
		return "", fmt.Errorf("ask for %s: %w", path, err)
	}
	answer, err := http.DefaultClient.Do(q)
	if err != nil {
		return "", fmt.Errorf("ask for %s: %w", path, err)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(answer.Body, pageBytes))
	if err != nil || answer.StatusCode != http.StatusOK {
		return "", fmt.Errorf("ask for %s: status %d: %w", path, answer.StatusCode, err)
	}
	return string(body), nil
}

// Kill ends the process at once and waits until it is gone.
func (d *Daemon) Kill() {
	_ = d.cmd.Process.Kill() // it may be gone already
	<-d.done
}

// Stop asks the process to end and waits for it. The error is the process's.
func (d *Daemon) Stop() error {
	if err := d.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		d.Kill()
		return d.err
	}
	wait := time.NewTimer(stopMax)
	defer wait.Stop()
	select {
	case <-d.done:
		return d.err
	case <-wait.C:
		d.Kill()
		return fmt.Errorf("the server did not stop within %s", stopMax)
	}
}

// Verify has the program judge the record of the stopped server.
func (d *Daemon) Verify(ctx context.Context) error {
	out, err := exec.CommandContext(ctx, d.program, "verify", "--data", d.data).CombinedOutput()
	if err != nil {
		return fmt.Errorf("verify: %w: %s", err, out)
	}
	return nil
}
