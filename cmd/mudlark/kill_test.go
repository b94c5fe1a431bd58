package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

var kills = flag.Int("kills", 2, "how often each deed of TestKilled is killed")

// killing is a data folder on which everything is killed with -9.
type killing struct {
	t    *testing.T
	dir  string // of all that the test makes
	data string
	rand *rand.Rand
	full time.Duration // how long a start takes until it answers
}

// begin starts the program.
func (k *killing) begin(args ...string) (*exec.Cmd, *bytes.Buffer) {
	k.t.Helper()
	path, err := exec.LookPath("mudlark")
	if err != nil {
		k.t.Fatal(err)
	}
	cmd, out := exec.Command(path, args...), &bytes.Buffer{}
	cmd.Stdout, cmd.Stderr, cmd.Env = out, out, append(os.Environ(), "MUDLARK_DATA="+k.data)
	if err := cmd.Start(); err != nil {
		k.t.Fatal(err)
	}
	return cmd, out
}

// serve starts a daemon that seals as often as it can.
func (k *killing) serve() (*exec.Cmd, *bytes.Buffer) {
	return k.begin("serve", "--telnet", "127.0.0.1:0", "--ssh=", "--http=", "--ops=", "--segment-size", "1KiB",
		"--seal-every", "2ms")
}

// does runs the program to its end, which must be in peace.
func (k *killing) does(args ...string) {
	k.t.Helper()
	cmd, out := k.begin(args...)
	if err := cmd.Wait(); err != nil {
		k.t.Fatalf("mudlark %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// up waits until the daemon answers.
func (k *killing) up() {
	k.t.Helper()
	if !eventually(func() bool {
		_, err := command.CallControl(k.t.Context(), k.data, "status", command.ControlCall{})
		return err == nil
	}) {
		k.t.Fatal("the daemon does not answer")
	}
}

// stop stops a daemon cleanly.
func (k *killing) stop(cmd *exec.Cmd, out *bytes.Buffer) {
	k.t.Helper()
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		k.t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		k.t.Fatalf("%v\n%s", err, out)
	}
}

// kill kills a process within some time, and reports whether it had not ended by itself.
func (k *killing) kill(cmd *exec.Cmd, within time.Duration) bool {
	timer := time.AfterFunc(time.Duration(k.rand.Int64N(int64(within))), func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	exit, ok := errors.AsType[*exec.ExitError](cmd.Wait())
	return ok && exit.ExitCode() < 0
}

// holds wants the whole record to be whole, and a start to be possible.
func (k *killing) holds() {
	k.t.Helper()
	if _, err := os.Stat(filepath.Join(k.data, "mudlark.db")); err != nil {
		return // killed before there was a world
	}
	k.does("verify", "-q")
}

// TestKilled kills everything that changes a data folder at random moments: whatever it was, the record is whole
// afterwards, and the next start takes it up.
func TestKilled(t *testing.T) {
	racedElsewhere(t)
	t.Parallel()
	dir := t.TempDir()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	k := &killing{t: t, dir: dir, data: filepath.Join(dir, "data"), rand: rand.New(rand.NewPCG(seed, 0))}
	began := time.Now()
	cmd, out := k.serve()
	k.up()
	k.full = time.Since(began)
	k.stop(cmd, out)
	kept := k.data
	for range *kills { // the pack is applied in a new folder
		k.data = filepath.Join(t.TempDir(), "new")
		cmd, _ = k.serve()
		k.kill(cmd, 3*k.full/2)
		k.holds()
	}
	k.data = kept
	for range *kills {
		cmd, _ = k.serve()
		k.kill(cmd, 3*k.full/2)
	}
	k.holds()
	for range *kills {
		cmd, _ = k.serve()
		k.up()
		_ = cmd.Process.Signal(syscall.SIGTERM)
		k.kill(cmd, 100*time.Millisecond)
	}
	k.holds()
	for range *kills { // whoever asks it to stop while it starts is no reason for an error
		cmd, out = k.serve()
		timer := time.AfterFunc(time.Duration(k.rand.Int64N(int64(k.full))), func() {
			_ = cmd.Process.Signal(syscall.SIGTERM)
		})
		exit, failed := errors.AsType[*exec.ExitError](cmd.Wait())
		if timer.Stop(); failed && exit.ExitCode() > 0 { // before it listens to signals it just dies
			t.Errorf("stopped while it started, it ended with %d\n%s", exit.ExitCode(), out)
		}
	}
	k.tools()
	cmd, out = k.serve()
	k.up()
	k.stop(cmd, out)
	k.does("verify", "-q")
	if strings.Contains(out.String(), "level=ERROR") {
		t.Errorf("the last start had errors:\n%s", out)
	}
}

// tools kills what works beside the world, or without it.
func (k *killing) tools() {
	k.t.Helper()
	cmd, out := k.serve()
	k.up()
	began := time.Now()
	whole := filepath.Join(k.dir, "whole.mlb")
	k.does("backup", whole)
	took := time.Since(began)
	for range *kills {
		file := filepath.Join(k.dir, "part.mlb")
		tool, _ := k.begin("backup", file)
		if k.kill(tool, took); exists(file) {
			k.does("restore", "--check", file)
			if err := os.Remove(file); err != nil {
				k.t.Fatal(err)
			}
		}
	}
	k.stop(cmd, out)
	kept := k.data
	k.data = filepath.Join(k.dir, "restored")
	began = time.Now()
	k.does("restore", whole)
	took = time.Since(began)
	for range *kills {
		if err := os.RemoveAll(k.data); err != nil {
			k.t.Fatal(err)
		}
		tool, _ := k.begin("restore", whole)
		if k.kill(tool, took); exists(k.data) {
			k.does("verify", "-q")
			continue
		}
		k.does("restore", whole) // what the killed one left is in nobody's way
	}
	k.data = kept
	began = time.Now()
	words := k.words()
	took = time.Since(began)
	for range *kills {
		tool, _ := k.begin("erase", words, "--all-words", "--reason", "asked for")
		k.kill(tool, took)
		k.holds()
	}
	k.does("erase", words, "--all-words", "--reason", "asked for") // be it done already or not
}

// words has somebody say something, and returns the record's sequence.
func (k *killing) words() string {
	k.t.Helper()
	d, err := server.OpenDaemon(k.data, slog.New(slog.DiscardHandler))
	if err != nil {
		k.t.Fatal(err)
	}
	ctx, stop := context.WithCancel(k.t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.Loop.Run(ctx) }()
	var r loop.Reply
	for _, a := range []world.Action{
		world.Create{Name: "Ann", Role: world.RoleGuest}, world.Enter{}, world.Say{Text: "what nobody should have said"},
	} {
		in := world.Input{Via: world.Via{Kind: world.ViaHost}, Action: a}
		if _, ok := a.(world.Create); !ok {
			in.Actor = "pc-ann"
		}
		r, err = d.Loop.Do(ctx, func(*world.State, world.Time) loop.Step { return loop.Step{Input: &in} })
		if err != nil || r.Refusal != nil {
			k.t.Fatal(err, r.Refusal)
		}
	}
	stop()
	if err := errors.Join(<-ended, d.Journal.Close()); err != nil {
		k.t.Fatal(err)
	}
	return strconv.FormatUint(r.Seq, 10)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
