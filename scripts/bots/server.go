package bots

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

const (
	startMax = 30 * time.Second // until a server says where it listens
	stopMax  = 20 * time.Second // for a clean stop
)

// Server is a server process that was started here.
type Server struct {
	Addr string // where it serves telnet
	PID  int

	cmd  *exec.Cmd
	done chan struct{}
	err  error
}

// Spawn starts a program that serves, and waits until it prints the line "telnet ADDRESS" that says where. The log it
// writes to stderr goes to log. When the context ends the process is killed.
func Spawn(ctx context.Context, log io.Writer, program string, args ...string) (*Server, error) {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Stderr = log
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start a server: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start a server: %w", err)
	}
	s := &Server{PID: cmd.Process.Pid, cmd: cmd, done: make(chan struct{})}
	found := make(chan string, 1)
	go func() {
		defer close(s.done)
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			if name, addr, _ := strings.Cut(lines.Text(), " "); name == "telnet" {
				select {
				case found <- strings.TrimSpace(addr):
				default:
				}
			}
		}
		s.err = cmd.Wait()
	}()
	wait := time.NewTimer(startMax)
	defer wait.Stop()
	select {
	case s.Addr = <-found:
		return s, nil
	case <-s.done:
		return nil, fmt.Errorf("the server ended before it served: %w", errors.Join(s.err, ctx.Err()))
	case <-wait.C:
		s.Kill()
		return nil, fmt.Errorf("the server did not say within %s where it serves", startMax)
	}
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
