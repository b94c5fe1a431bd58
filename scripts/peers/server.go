package peers

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

const (
	startMax = 60 * time.Second
	dialGap  = 50 * time.Millisecond
)

// server is a server's process in a folder of its own.
type server struct {
	d    *Description
	dir  string
	log  io.Writer
	addr string
	cmd  *exec.Cmd
}

// install copies a server's folder and writes the description's files into the copy.
func install(d *Description, from, dir string) error {
	if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
		return fmt.Errorf("copy the server's folder: %w", err)
	}
	for name, text := range d.Files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if !filepath.IsLocal(name) {
			return fmt.Errorf("files: %s is outside of the server's folder", name)
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return fmt.Errorf("files: %w", err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return fmt.Errorf("files: %w", err)
		}
	}
	return nil
}

// start starts it on a free port.
func (s *server) start(ctx context.Context) error {
	var free net.ListenConfig
	l, err := free.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("find a free port: %w", err)
	}
	s.addr = l.Addr().String()
	_, port, _ := net.SplitHostPort(s.addr)
	if err := l.Close(); err != nil {
		return fmt.Errorf("find a free port: %w", err)
	}
	fill := func(text string) string { return filled(text, "dir", s.dir, "port", port) }
	// A description's files may name the port, which is another at each start.
	for name, text := range s.d.Files {
		if filled := fill(text); filled != text {
			if err := os.WriteFile(filepath.Join(s.dir, filepath.FromSlash(name)), []byte(filled), 0o600); err != nil {
				return fmt.Errorf("files: %w", err)
			}
		}
	}
	args := make([]string, len(s.d.Command))
	for i, arg := range s.d.Command {
		args[i] = fill(arg)
	}
	s.cmd = exec.CommandContext(ctx, args[0], args[1:]...)
	s.cmd.Dir, s.cmd.Stdout, s.cmd.Stderr, s.cmd.Env = s.dir, s.log, s.log, os.Environ()
	for name, value := range s.d.Env {
		s.cmd.Env = append(s.cmd.Env, name+"="+fill(value))
	}
	if err := s.cmd.Start(); err != nil {
		return fmt.Errorf("start %s: %w", s.d.Name, err)
	}
	return nil
}

// dial connects, and waits for that until the server listens. Some servers are confused by who comes and goes at once,
// so this is the connection of somebody who stays.
func (s *server) dial(ctx context.Context) (net.Conn, error) {
	ctx, stop := context.WithTimeout(ctx, startMax)
	defer stop()
	for {
		var d net.Dialer
		conn, err := d.DialContext(ctx, "tcp", s.addr)
		if err == nil {
			return conn, nil
		}
		if waitErr := wait(ctx, dialGap); waitErr != nil {
			return nil, fmt.Errorf("%s does not listen: %w", s.d.Name, errors.Join(err, waitErr))
		}
	}
}

// kill ends the process at once, as SIGKILL does.
func (s *server) kill() {
	_ = s.cmd.Process.Kill() // it may be gone already
	_ = s.cmd.Wait()         // it was killed
}

func wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
