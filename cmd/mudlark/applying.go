package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
)

type applyCmd struct {
	Dir   string `arg:"" type:"existingdir" help:"The pack's folder."`
	Data  string `default:"${data}" help:"The data folder."`
	Watch bool   `help:"Apply it again whenever a file of it changes, until interrupted."`
}

// Run has the daemon apply a pack, or with none takes the world up to do it. While it watches, a pack that is wrong is
// told, and the next change is waited for.
func (c *applyCmd) Run(e *command.Env) error {
	if err := server.WorldIn(c.Data); err != nil {
		return err
	}
	if !c.Watch {
		return c.apply(e)
	}
	for last := ""; ; {
		now, err := stampOf(c.Dir)
		if err != nil {
			return err
		}
		if now != last {
			last = now
			if err := c.apply(e); err != nil && e.Ctx.Err() == nil {
				_, _ = fmt.Fprintln(e.Stderr, command.Wrapped("mudlark: ", err.Error(), command.Columns(e.Stderr)))
			}
		}
		select {
		case <-e.Ctx.Done():
			return nil
		case <-time.After(watchGap):
		}
	}
}

// watchGap is how often the files of a pack that is watched are looked at.
const watchGap = 300 * time.Millisecond

func (c *applyCmd) apply(e *command.Env) error {
	return server.AskOrDo(e, c.Data, "apply", command.ControlCall{Line: c.Dir},
		func(ctx context.Context, d *server.Daemon) (string, error) { return d.ApplyFrom(ctx, c.Dir) })
}

type exportCmd struct {
	Dir  string `arg:"" type:"existingdir" help:"The pack's folder."`
	Data string `default:"${data}" help:"The data folder."`
}

// Run has the daemon write what was edited inside the world into its files, or with none takes the world up to do it.
func (c *exportCmd) Run(e *command.Env) error {
	if err := server.WorldIn(c.Data); err != nil {
		return err
	}
	return server.AskOrDo(e, c.Data, "export", command.ControlCall{Line: c.Dir},
		func(ctx context.Context, d *server.Daemon) (string, error) { return d.ExportTo(ctx, c.Dir, "") })
}

// stampOf differs when a file of a folder was written, made, renamed or removed.
func stampOf(dir string) (string, error) {
	stamp := ""
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err == nil && !entry.IsDir() {
			stamp += fmt.Sprintln(path, info.Size(), info.ModTime().UnixNano())
		}
		return err
	})
	if os.IsNotExist(err) { // an editor puts a file in the place of another
		return stamp, nil
	}
	if err != nil {
		return "", fmt.Errorf("look at %s: %w", dir, err)
	}
	return stamp, nil
}
