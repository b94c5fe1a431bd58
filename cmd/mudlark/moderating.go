package main

import (
	"context"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
)

// moderation is what the operator may look up and decide about people without a wizard, each command as the wizards'
// verb of that name has it.
type moderation struct {
	Users     moderateCmd `cmd:"" help:"List who is connected: by which door, from where, since when, and how idle."`
	Where     moderateCmd `cmd:"" help:"See who is where; or where all things, creatures and people of a WORD are."`
	Last      moderateCmd `cmd:"" help:"See when players were here last: [NAME]."`
	Kick      moderateCmd `cmd:"" help:"Send a player out of the world: NAME [REASON]."`
	Ban       moderateCmd `cmd:"" help:"Keep an account or an address out: NAME|ADDRESS [TIME] [REASON]; guests ADDRESS."`
	Unban     moderateCmd `cmd:"" help:"Let an account or an address in again."`
	Mute      moderateCmd `cmd:"" help:"Keep a player from being heard: NAME [TIME] [REASON]."`
	Unmute    moderateCmd `cmd:"" help:"Let a player be heard again."`
	Freeze    moderateCmd `cmd:"" help:"Let a player do nothing but look, report and quit: NAME [TIME] [REASON]."`
	Unfreeze  moderateCmd `cmd:"" help:"Let a player act again."`
	Jail      moderateCmd `cmd:"" help:"Put a player where they cannot leave: NAME [TIME] [REASON]."`
	Unjail    moderateCmd `cmd:"" help:"Let a player go who was jailed, back to where they were."`
	Sanctions moderateCmd `cmd:"" help:"List who is muted, frozen or banned, until when, why, and by whom."`
	Doors     moderateCmd `cmd:"" help:"See or set who is let in: new|guests|players on|off [TIME] [REASON]."`
	Notes     moderateCmd `cmd:"" help:"Read or write notes on a player: NAME [TEXT]."`
	Delete    moderateCmd `cmd:"" help:"Delete a character, or with the word account all of a player's: [account] NAME."`
	Undelete  moderateCmd `cmd:"" help:"Bring a deleted character back: NAME; of a deleted account: NAME to OTHER."`
	News      moderateCmd `cmd:"" help:"Read the news, or add to it: [add TEXT|drop N]."`
	Motd      moderateCmd `cmd:"" help:"Read or set what everybody reads who comes in: [TEXT|off]."`
	Rank      moderateCmd `cmd:"" help:"See who may do more than players do, or give a rank: [NAME [RANK]]."`
	Allow     moderateCmd `cmd:"" help:"Let a builder use single commands of wizards: NAME COMMAND..."`
	Disallow  moderateCmd `cmd:"" help:"Take single commands from a builder or a wizard: NAME COMMAND..."`
	Founder   moderateCmd `cmd:"" help:"See or say who founded the world, whom no wizard demotes: [NAME]."`
}

type moderateCmd struct {
	Words []string `arg:"" optional:"" help:"As a wizard types it; help and the verb says more in the game."`
	Data  string   `default:"${data}" help:"The data folder."`
}

// Run asks the daemon, or with none takes the world up to write the decision down.
func (c *moderateCmd) Run(e *command.Env, k *kong.Context) error {
	if err := server.WorldIn(c.Data); err != nil {
		return err
	}
	name, _, _ := strings.Cut(k.Command(), " ")
	call := command.ControlCall{Verb: name, Line: strings.Join(c.Words, " ")}
	return server.AskOrDo(e, c.Data, "moderate", call, func(ctx context.Context, d *server.Daemon) (string, error) {
		return d.Moderate(nil)(ctx, call)
	})
}
