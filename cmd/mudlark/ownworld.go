package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/world/journal"
)

const (
	soloName     = "Stranger" // who plays in a world of one's own, unless --character says otherwise
	soloStartMax = 60 * time.Second
	// soloRetry is how soon a process looks again whether it has to serve the world, while another one does.
	soloRetry = time.Second
)

// solo plays in a world that this process serves, or another one of the same person's that began before.
func (c *mcpCmd) solo(e *command.Env, log *slog.Logger) (err error) {
	dir, err := c.ownFolder(e)
	if err != nil {
		return refuse(e, err)
	}
	if c.Fresh {
		defer func() { err = cmp.Or(err, os.RemoveAll(dir)) }()
	}
	ctx, stop := context.WithCancel(e.Ctx)
	ended := make(chan error, 1)
	go func() { ended <- serveOwn(ctx, e, dir) }()
	if err = awaitControl(e.Ctx, dir, ended); err == nil {
		err = c.within(e, log, dir, true)
	} else if e.Ctx.Err() == nil {
		err = refuse(e, err)
	}
	stop()
	return cmp.Or(err, <-ended)
}

// ownFolder is where a world of one's own is kept.
func (c *mcpCmd) ownFolder(e *command.Env) (string, error) {
	if c.Data != "" {
		return c.Data, nil
	}
	if c.Fresh {
		dir, err := os.MkdirTemp("", "mudlark-solo-")
		if err != nil {
			return "", fmt.Errorf("make a folder for the world: %w", err)
		}
		return dir, nil
	}
	dir, err := userData(e.Getenv, runtime.GOOS)
	if err != nil {
		return "", fmt.Errorf("find your own folder: %w: name one for the world with --data DIR, or play in one that is "+
			"forgotten with --fresh", err)
	}
	return filepath.Join(dir, "mudlark", "solo"), nil
}

// userData is the folder in which a system keeps what programs store for a person: XDG_DATA_HOME or ~/.local/share
// (XDG Base Directory Specification), %LocalAppData% on Windows, ~/Library/Application Support on macOS.
func userData(getenv func(string) string, system string) (string, error) {
	if system == "windows" {
		if dir := getenv("LocalAppData"); dir != "" {
			return dir, nil
		}
		return "", errors.New("%LocalAppData% is not defined")
	}
	if dir := getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) && system != "darwin" {
		return dir, nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", err
	}
	if system == "darwin" {
		return filepath.Join(home, "Library", "Application Support"), nil
	}
	return filepath.Join(home, ".local", "share"), nil
}

// serveOwn serves a world to nobody but bridges on this machine. While another process serves it, it waits to take its
// place, so that clients may come and go in any order.
func serveOwn(ctx context.Context, e *command.Env, dir string) error {
	for {
		if _, err := command.CallControl(ctx, dir, "status", command.ControlCall{}); err != nil {
			// Its words must not come between those of the protocol.
			err := run(&command.Env{
				Ctx: ctx, Getenv: func(string) string { return "" },
				Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: e.Stderr,
			}, []string{
				"serve", "--data", dir, "--telnet=", "--ssh=", "--ops=", "--http=127.0.0.1:0",
				"--log-level", command.OrDefault(e.Getenv("LOG_LEVEL"), "error"),
			})
			if !errors.Is(err, journal.ErrLocked) { // another began at the same time
				return err
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(soloRetry):
		}
	}
}

// awaitControl waits until a daemon answers on its control socket. What it ended with instead goes back into ended.
func awaitControl(ctx context.Context, dir string, ended chan error) error {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(soloStartMax); ; {
		_, err := command.CallControl(ctx, dir, "status", command.ControlCall{})
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case failed := <-ended:
			ended <- nil
			return cmp.Or(failed, errors.New("the world ended before it began"))
		case <-tick.C:
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("the world did not begin within %s: %w", soloStartMax, err)
		}
	}
}
