package bots

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	startMax = 30 * time.Second // until a server says where it listens
	stopMax  = 20 * time.Second // for a clean stop
)

// Program is a server to start.
type Program struct {
	Path string
	Args []string
	Log  io.Writer // takes what it writes to stderr
	// Doors are the names of what must be open before it serves; nil: telnet.
	Doors []string
}

// Server is a server process that was started here.
type Server struct {
	Addr string // where it serves telnet
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
	if err := s.open(found, p.Doors); err != nil {
		s.Kill()
		return nil, errors.Join(err, s.err, ctx.Err())
	}
	return s, nil
}

// open waits for doors.
func (s *Server) open(found <-chan door, doors []string) error {
	if doors == nil {
		doors = []string{"telnet"}
	}
	at := map[string]string{}
	wait := time.NewTimer(startMax)
	defer wait.Stop()
	for slices.ContainsFunc(doors, func(name string) bool { return at[name] == "" }) {
		select {
		case d := <-found:
			at[d.name] = d.addr
		case <-s.done:
			return errors.New("the server ended before it served")
		case <-wait.C:
			return fmt.Errorf("the server did not say within %s where it serves", startMax)
		}
	}
	s.Addr, s.MCP = at["telnet"], at["mcp"]
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

// echoBufferBytes is what the echo server keeps for each connection.
const echoBufferBytes = 1 << 10

// ServeEcho sends back what comes, with a goroutine for each connection, until the context ends. It is the least that a
// server of Go can do for its players, and so the floor of every figure.
func ServeEcho(ctx context.Context, ln net.Listener) {
	stop := context.AfterFunc(ctx, func() { _ = ln.Close() })
	defer stop()
	var wg sync.WaitGroup
	defer wg.Wait()
	for {
		conn, err := ln.Accept()
		if err != nil {
			return
		}
		wg.Go(func() {
			defer func() { _ = conn.Close() }()
			stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
			defer stop()
			b := make([]byte, echoBufferBytes)
			for {
				n, err := conn.Read(b)
				if err != nil {
					return
				}
				if _, err := conn.Write(b[:n]); err != nil {
					return
				}
			}
		})
	}
}
