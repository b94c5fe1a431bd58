// Package pane lets a check sit at a terminal: a program runs in a pane of tmux, is typed at, and is read off its
// screen.
//
// Its one idea: what is read is what a person would see, as tmux drew it, and nothing else. Whoever waits for something
// looks again and again until it is there.
//
// A [Pane] is for one goroutine; panes of one [Server] may be used side by side.
package pane

import (
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
)

const (
	historyLines = "5000"
	holdSeconds  = "3600" // that a pane stays after its program has ended, so that its last words can be read
	terminalName = "xterm-256color"
)

// Size is a terminal's size in columns and rows.
type Size struct{ Columns, Rows int }

// Server is a tmux of its own, apart from the user's.
type Server struct {
	name string
	env  []string
}

// Start starts a tmux whose panes' programs see this environment. It ends with [Server.Stop].
func Start(ctx context.Context, name string, env []string) (*Server, error) {
	s := &Server{name: name, env: env}
	for _, args := range [][]string{
		{"new-session", "-d", "-s", "hold", "exec sleep " + holdSeconds},
		{"set-option", "-g", "history-limit", historyLines},
		{"set-option", "-g", "default-terminal", terminalName},
		{"set-option", "-g", "status", "off"},
		{"set-option", "-s", "escape-time", "0"},
	} {
		if _, err := s.tmux(ctx, args...); err != nil {
			s.Stop()
			return nil, err
		}
	}
	return s, nil
}

// Stop ends tmux and everything in its panes.
func (s *Server) Stop() {
	_, _ = s.tmux(context.Background(), "kill-server") // it may have ended already
}

func (s *Server) tmux(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "tmux", append([]string{"-L", s.name, "-f", "/dev/null"}, args...)...)
	cmd.Env = s.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("tmux %s: %w: %s", args[0], err, out)
	}
	return string(out), nil
}

// Pane is one terminal.
type Pane struct {
	server *Server
	name   string
}

// Open opens a terminal of a size and runs a command of the shell in it.
func (s *Server) Open(ctx context.Context, name string, size Size, command string) (*Pane, error) {
	_, err := s.tmux(ctx, "new-session", "-d", "-s", name, "-x", strconv.Itoa(size.Columns), "-y", strconv.Itoa(size.Rows),
		command+`; printf '\n[ended with %s]\n' $?; exec sleep `+holdSeconds)
	if err != nil {
		return nil, err
	}
	return &Pane{server: s, name: name}, nil
}

// Press types characters and no Enter.
func (p *Pane) Press(ctx context.Context, keys string) error {
	_, err := p.server.tmux(ctx, "send-keys", "-t", p.target(), "-l", "--", keys)
	return err
}

// Type types a line and Enter.
func (p *Pane) Type(ctx context.Context, line string) error {
	if line != "" {
		if err := p.Press(ctx, line); err != nil {
			return err
		}
	}
	_, err := p.server.tmux(ctx, "send-keys", "-t", p.target(), "Enter")
	return err
}

// Read returns the lines that are on the screen and those that have scrolled off it, without the blanks at their ends.
func (p *Pane) Read(ctx context.Context) ([]string, error) {
	out, err := p.server.tmux(ctx, "capture-pane", "-p", "-S", "-", "-t", p.target())
	if err != nil {
		return nil, err
	}
	lines := strings.Split(strings.TrimRight(out, "\n"), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return lines, nil
}

// Resize changes the terminal's size.
func (p *Pane) Resize(ctx context.Context, size Size) error {
	_, err := p.server.tmux(ctx, "resize-window", "-t", p.target(), "-x", strconv.Itoa(size.Columns), "-y",
		strconv.Itoa(size.Rows))
	return err
}

// Close closes the terminal as a person closes its window.
func (p *Pane) Close(ctx context.Context) error {
	_, err := p.server.tmux(ctx, "kill-session", "-t", "="+p.name)
	return err
}

func (p *Pane) target() string { return "=" + p.name + ":" }

// Pipe gives what the program writes from now on to a command of the shell, byte for byte.
func (p *Pane) Pipe(ctx context.Context, command string) error {
	_, err := p.server.tmux(ctx, "pipe-pane", "-O", "-t", p.target(), command)
	return err
}
