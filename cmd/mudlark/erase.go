package main

import (
	"context"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/minds"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/record"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
)

type eraseCmd struct {
	Seq      uint64 `arg:"" help:"The record's sequence, as verify, history and audit show it."`
	Reason   string `required:"" help:"Why. It is kept in the record, and shown to whoever looks."`
	AllWords bool   `help:"Take out what was said aloud, too, and not only what was meant for few."`
	Data     string `default:"${data}" help:"The data folder."`
}

// Help is what mudlark erase --help adds.
func (c *eraseCmd) Help() string {
	return "Takes the words out of one record, for good, in the journal or in its sealed segment. Who did it, to whom " +
		"and when stays; the world stays as it is, the chain still verifies, and verify counts the record as blanked. " +
		"That it was done, and why, becomes a record of its own.\n\nWhat left the machine before cannot be called back: " +
		"backups and slices made earlier keep the words, and so do players who were told them."
}

// Run erases, through the daemon if one runs.
func (c *eraseCmd) Run(e *command.Env) error {
	if err := server.WorldIn(c.Data); err != nil {
		return err
	}
	call := command.ControlCall{Seq: c.Seq, Reason: c.Reason, All: c.AllWords}
	text, err := server.AskDaemon(
		e,
		c.Data,
		"erase",
		call,
		func(ctx context.Context, d *server.Daemon) (string, error) {
			return record.NewEraser(d, minds.NewService(d)).Erase(ctx, call)
		},
	)
	if err != nil {
		return err
	}
	e.Println(command.Wrapped("", text, command.Columns(e.Stdout)))
	return nil
}
