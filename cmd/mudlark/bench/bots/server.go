package bots

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"
)

const (
	startMax = 30 * time.Second // until a server says where it listens, unless it is given longer
	stopMax  = 20 * time.Second // for a clean stop
)

// Program is a server to start.
type Program struct {
	Path string
	Args []string
	Log  io.Writer // takes what it writes to stderr
	// Wait is how long it may take until it serves; 0: 30 s.
	Wait time.Duration
	// Doors are the names of what must be open before it serves; nil: telnet.
	Doors []string
}

// Server is a server process that was started here.
type Server struct {
	Addr string // where it serves telnet
	SSH  string // where it serves SSH; "" if that was no door to wait for
	MCP  string // the URL at which it serves agents; "" if that was no door to wait for
	PID  int

	cmd  *exec.Cmd
	done chan struct{}
	err  error
}

// door is a line that a server prints: "telnet 127.0.0.1:4000".
type door struct{ name, addr string }

// Spawn starts a server, and waits until it has printed a line "NAME ADDRESS" for each of its doors. When the context
// ends the process is killed.
func Spawn(ctx context.Context, p Program) (*Server, error) {
	cmd := exec.CommandContext(ctx, p.Path, p.Args...)
	cmd.Stderr = p.Log
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start a server: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start a server: %w", err)
	}
	s := &Server{PID: cmd.Process.Pid, cmd: cmd, done: make(chan struct{})}
	const linesMost = 64 // printed before all doors are open; more are not looked at
	found := make(chan door, linesMost)
	go func() {
		defer close(s.done)
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			name, addr, _ := strings.Cut(lines.Text(), " ")
			select {
			case found <- door{name, strings.TrimSpace(addr)}:
			default:
			}
		}
		s.err = cmd.Wait()
	}()
	if p.Wait == 0 {
		p.Wait = startMax
	}
	if err := s.open(found, p); err != nil {
		s.Kill()
		return nil, errors.Join(err, s.err, ctx.Err())
	}
	return s, nil
}

// open waits for doors.
func (s *Server) open(found <-chan door, p Program) error {
	doors := p.Doors
	if doors == nil {
		doors = []string{"telnet"}
	}
	at := map[string]string{}
	wait := time.NewTimer(p.Wait)
	defer wait.Stop()
	for slices.ContainsFunc(doors, func(name string) bool { return at[name] == "" }) {
		select {
		case d := <-found:
			at[d.name] = d.addr
		case <-s.done:
			return errors.New("the server ended before it served")
		case <-wait.C:
			return fmt.Errorf("the server did not say within %s where it serves", p.Wait)
		}
	}
	s.Addr, s.SSH, s.MCP = at["telnet"], at["ssh"], at["mcp"]
	return nil
}

// Kill ends the process at once, as SIGKILL does, and waits until it is gone. What it had not written is lost.
func (s *Server) Kill() {
	_ = s.cmd.Process.Kill() // it may be gone already
	<-s.done
}

// Stop asks the process to end, and kills it when it does not in time. The error is the process's.
func (s *Server) Stop() error {
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		s.Kill()
		return s.err
	}
	wait := time.NewTimer(stopMax)
	defer wait.Stop()
	select {
	case <-s.done:
		return s.err
	case <-wait.C:
		s.Kill()
		return fmt.Errorf("the server did not stop within %s", stopMax)
	}
}
