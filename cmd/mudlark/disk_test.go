package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/mudlark-mud/mudlark/world/journal"
)

// condition answers what a story may ask of the machine it is played on.
func condition(name string) (bool, error) {
	if name == "strace" {
		return mayTrace(), nil
	}
	return false, nil
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

// lift lets the process go.
func (s *spell) lift() {
	_ = s.tracer.Process.Signal(os.Interrupt)
	<-s.ended
}

// cmdDisk makes the disk under the daemon's journal misbehave from now on.
func cmdDisk(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && (len(args) == 2 || len(args) == 1 && args[0] == "well"), "disk CALL FAULT, or disk well")
	s := stageOf(ts)
	if args[0] == "well" {
		s.spell.lift()
		s.spell = nil
		return
	}
	data, err := filepath.EvalSymlinks(ts.Getenv("MUDLARK_DATA"))
	ts.Check(err)
	s.spell, err = bewitch(s.daemon.Process.Pid,
		"-e", "trace="+args[0], "-e", "inject="+args[0]+":"+args[1], "-P", filepath.Join(data, journal.FileName))
	ts.Check(err)
}
