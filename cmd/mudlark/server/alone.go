package server

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/world/journal"
)

// AskOrDo asks the daemon, or with none takes the world up for as long as one deed takes.
func AskOrDo(
	e *command.Env,
	dir, name string,
	call command.ControlCall,
	alone func(context.Context, *Daemon) (string, error),
) error {
	text, err := AskDaemon(e, dir, name, call, alone)
	if err == nil {
		e.Println(text)
	}
	return err
}

// AskDaemon is askOrDo without a word.
func AskDaemon(
	e *command.Env, dir, name string, call command.ControlCall, alone func(context.Context, *Daemon) (string, error),
) (string, error) {
	text, err := command.CallControl(e.Ctx, dir, name, call)
	if errors.Is(err, command.ErrNoDaemon) {
		text, err = DoAlone(e, dir, alone)
	}
	if err != nil {
		return "", errors.New(command.Advice(err))
	}
	return text, nil
}

// DoAlone takes the world up, does one thing and ends.
func DoAlone(e *command.Env, dir string, do func(context.Context, *Daemon) (string, error)) (string, error) {
	log, err := e.Logger("warn")
	if err != nil {
		return "", err
	}
	d, err := OpenDaemon(dir, log)
	if err != nil {
		return "", err
	}
	ctx, stop := context.WithCancel(e.Ctx)
	ended := make(chan error, 1)
	go func() { ended <- d.Loop.Run(ctx) }()
	text, err := do(ctx, d)
	stop()
	return text, errors.Join(Stopped(err, <-ended), d.Journal.Close())
}

// WorldIn refuses a folder without a world: whoever only looks makes none.
func WorldIn(data string) error {
	_, err := os.Stat(filepath.Join(data, journal.FileName))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no world in %s: --data says where one is, and so does MUDLARK_DATA", data)
	}
	if err != nil {
		return fmt.Errorf("look for the world in %s: %w", data, err)
	}
	return nil
}
