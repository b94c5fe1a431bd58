package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/world/journal"
)

// condition answers what a story may ask of the machine it is played on.
func condition(name string) (bool, error) {
	switch name {
	case "strace":
		return mayTrace(), nil
	case "mount":
		return mayMount(), nil
	case "terminal":
		return hasTerminal(), nil
	case "openssh":
		return hasOpenSSH(), nil
	case "long":
		return *long, nil
	}
	return false, fmt.Errorf("nothing is known of %q", name)
}

// mayMount reports whether file systems of our own may be mounted.
func mayMount() bool {
	dir, err := os.MkdirTemp("", "mudlark-mount-")
	if err != nil {
		return false
	}
	defer func() { _ = os.Remove(dir) }()
	unmount, err := mountSmall(dir, "1m")
	if err != nil {
		return false
	}
	return unmount() == nil
}

// mountSmall puts a file system of some size, in memory, over a folder.
func mountSmall(dir, size string) (unmount func() error, err error) {
	if err := exec.Command("mount", "-t", "tmpfs", "-o", "size="+size, "mudlark-story", dir).Run(); err != nil {
		return nil, err
	}
	return func() error { return exec.Command("umount", dir).Run() }, nil
}

// mayTrace reports whether a process that runs may be traced: strace is there, and we are allowed to.
func mayTrace() bool {
	sleeper := exec.Command("sleep", "60")
	if sleeper.Start() != nil {
		return false
	}
	defer func() {
		_ = sleeper.Process.Kill()
		_ = sleeper.Wait()
	}()
	spell, err := bewitch(sleeper.Process.Pid, "-e", "trace=fdatasync")
	if err != nil {
		return false
	}
	spell.lift()
	return true
}

// spell is a tracer that makes a process's disk misbehave.
type spell struct {
	tracer *exec.Cmd
	ended  chan struct{}
}

// bewitch attaches strace to all threads of a process and returns once it has.
func bewitch(pid int, options ...string) (*spell, error) {
	tracer := exec.Command("strace", append([]string{"-f", "-p", strconv.Itoa(pid), "-o", os.DevNull}, options...)...)
	words, err := tracer.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := tracer.Start(); err != nil {
		return nil, err
	}
	s := &spell{tracer: tracer, ended: make(chan struct{})}
	attached := make(chan bool, 1)
	go func() {
		defer close(s.ended)
		lines := bufio.NewScanner(words)
		for lines.Scan() {
			if strings.Contains(lines.Text(), " attached") && len(attached) == 0 {
				attached <- true
			}
		}
		close(attached)
		_ = tracer.Wait()
	}()
	select {
	case ok := <-attached:
		if ok {
			return s, nil
		}
	case <-time.After(patience):
	}
	s.lift()
	return nil, exec.ErrNotFound
}

// lift lets the process go. A tracer that was killed leaves no call half done: what it held up goes on.
func (s *spell) lift() {
	_ = s.tracer.Process.Kill()
	<-s.ended
}

// cmdDisk makes the disk under the daemon's journal misbehave from now on.
func cmdDisk(ts *testscript.TestScript, neg bool, args []string) {
	expects(ts, !neg && (len(args) == 2 || len(args) == 1 && args[0] == "well"),
		"disk CALL FAULT, disk well, disk small SIZE, or disk fill LEFT")
	s := stageOf(ts)
	switch args[0] {
	case "well":
		s.spell.lift()
		s.spell = nil
	case "small":
		dir := ts.MkAbs("small")
		ts.Check(os.MkdirAll(dir, 0o700))
		unmount, err := mountSmall(dir, args[1])
		ts.Check(err)
		s.unmount = unmount
		ts.Setenv("MUDLARK_DATA", filepath.Join(dir, "data"))
	case "fill":
		left, err := strconv.ParseInt(args[1], 10, 64)
		ts.Check(err)
		ts.Check(fill(ts.MkAbs("small"), left<<10))
	default:
		data, err := filepath.EvalSymlinks(ts.Getenv("MUDLARK_DATA"))
		ts.Check(err)
		s.spell, err = bewitch(s.daemon.Process.Pid,
			"-e", "trace="+args[0], "-e", "inject="+args[0]+":"+args[1], "-P", filepath.Join(data, journal.FileName))
		ts.Check(err)
	}
}

// fill leaves so many bytes of a folder's disk free, with a file called ballast.
func fill(dir string, left int64) error {
	path := filepath.Join(dir, "ballast")
	if err := os.RemoveAll(path); err != nil {
		return err
	}
	free, ok := command.FreeBytes(dir)
	if !ok || int64(free) < left {
		return fmt.Errorf("%d bytes are free, and %d are to be left", free, left)
	}
	err := os.WriteFile(path, make([]byte, int64(free)-left), 0o600)
	if left == 0 && errors.Is(err, syscall.ENOSPC) {
		return nil // others wrote meanwhile
	}
	return err
}

// TestMachineHasWhatStoriesAsk is skipped, and so named at the end of make test, for each thing that is not to be had
// here:
// a line of a story that asks for it is left out without a word.
func TestMachineHasWhatStoriesAsk(t *testing.T) {
	_, curl := exec.LookPath("curl")
	for _, c := range []struct {
		name, lost string
		has        bool
	}{
		{"strace", "the disks that fail in stories", mayTrace()},
		{"mount", "the disks that are full in stories", mayMount()},
		{"terminal", "mudlark play in stories", hasTerminal()},
		{"openssh", "OpenSSH's client in stories", hasOpenSSH()},
		{"curl", "HTTPS in stories", curl == nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !c.has {
				t.Skipf("this machine has no %s, so %s were left out", c.name, c.lost)
			}
		})
	}
}
