// Command mudlark is a MUD server: one world that people enter over telnet and SSH and that AI agents enter over MCP.
// This package holds flags and wiring only; [run] is the program.
package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/minds"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/playclient"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/record"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/mud/account"
)

func main() { process(account.HasherConfig{}) }

// process is the program as a process of its own, whose new passwords are hashed so: tests let that cost little.
func process(hashing account.HasherConfig) {
	server.CollectLess(os.Getenv)
	ctx, stop := heeding(stopSignals())
	defer stop()
	err := run(&command.Env{
		Ctx: ctx, Getenv: os.Getenv, Environ: os.Environ(), Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		Hashing: hashing,
	}, os.Args[1:])
	var code command.ExitCode
	switch {
	case err == nil:
		return
	case errors.As(err, &code):
		stop()
		os.Exit(int(code))
	}
	fmt.Fprintln(os.Stderr, command.Wrapped("mudlark: ", err.Error(), command.Columns(os.Stderr)))
	stop()
	if misused := (command.UsageError{}); errors.As(err, &misused) {
		os.Exit(int(command.ExitBlind)) // a script must not take a mistyped flag for a finding
	}
	os.Exit(1)
}

// heeding returns a context that the first of these signals ends. The second ends the process at once, however soon it
// follows.
func heeding(signals []os.Signal) (ctx context.Context, stop func()) {
	ctx, stop = context.WithCancel(context.Background())
	came := make(chan os.Signal, 2)
	signal.Notify(came, signals...)
	go func() {
		<-came
		stop()
		again := <-came
		signal.Reset(signals...)
		if self, err := os.FindProcess(os.Getpid()); err != nil || self.Signal(again) != nil {
			os.Exit(1) // where a process cannot send itself a signal
		}
	}()
	return ctx, stop
}

// stopSignals ask for a clean end. That of a terminal which closes does not where somebody had it ignored, as nohup
// does.
func stopSignals() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}

type cli struct {
	Serve    serveCmd           `cmd:"" default:"withargs" help:"Run the world (the default)."`
	Play     playclient.Command `cmd:"" help:"Play a MUD, any MUD; without an address, Lowtide alone and offline."`
	MCP      mcpCmd             `cmd:"" name:"mcp" help:"Bridge an MCP client on stdin and stdout to a running world."`
	Agents   minds.AgentsCmd    `cmd:"" help:"Run minds of a world's people from another process or machine."`
	Check    checkCmd           `cmd:"" help:"Check a world pack: file:line, what is wrong, what was meant."`
	Apply    applyCmd           `cmd:"" help:"Make a pack's files the content of a running world; nobody is thrown out."`
	Write    exportCmd          `cmd:"" name:"export" help:"Write what was edited inside a world into its pack's files."`
	New      newCmd             `cmd:"" help:"Make a small world pack to begin with, in a folder of its own."`
	Import   importCmd          `cmd:"" help:"Make a world pack of another engine's areas."`
	Schema   schemaCmd          `cmd:"" help:"Print a JSON Schema of world packs, for editors."`
	Verify   record.VerifyCmd   `cmd:"" help:"Verify the journal: fold it, decide it again, compare."`
	Journal  record.JournalCmd  `cmd:"" help:"Work on the record itself."`
	Backup   record.BackupCmd   `cmd:"" help:"Write one file with all that makes this server the same one elsewhere."`
	Restore  record.RestoreCmd  `cmd:"" help:"Make a data folder out of a backup, and verify it."`
	Bundle   record.BundleCmd   `cmd:"" help:"List the fights by turns that are over, or write one that can be run again."`
	Replay   record.ReplayCmd   `cmd:"" help:"Replay a slice or a bundle, or walk about in the world as it was."`
	Export   record.ExportCmd   `cmd:"" name:"export-player" help:"Write all that is held about a player, for them."`
	Erase    eraseCmd           `cmd:"" help:"Take the words out of a record, for good."`
	History  record.HistoryCmd  `cmd:"" help:"Tell from the record what happened to somebody, something or some place."`
	Status   statusCmd          `cmd:"" help:"Say how a running world is."`
	Passwd   passwdCmd          `cmd:"" help:"Set an account's password, as the operator."`
	Token    tokenCmd           `cmd:"" help:"Mint a token for a character, as the operator, and print it once."`
	Commands commandsCmd        `cmd:"" help:"Print COMMANDS.md from the verb table."`
	Prompts  minds.PromptsCmd   `cmd:"" help:"Show what models are told for the people of the world, word for word."`
	Bench    benchCmd           `cmd:"" help:"Load a server with bots and report what they feel."`
	Probe    probeCmd           `cmd:"" hidden:"" help:"Look through a database file in a process of its own."`
	Version  versionCmd         `cmd:"" help:"Print the version."`
	Ver      kong.VersionFlag   `name:"version" help:"Print the version."`

	moderation `embed:""`
}

// run is the program: everything it touches is handed in.
func run(e *command.Env, args []string) error {
	var c cli
	exited := false
	parser, err := kong.New(&c,
		kong.Name("mudlark"), kong.Description("A MUD server for people and for the agents who live among them."),
		kong.Writers(e.Stdout, e.Stderr), kong.Exit(func(int) { exited = true }), kong.UsageOnError(),
		vars(e.Getenv),
	)
	if err != nil {
		return fmt.Errorf("set up the command line: %w", err)
	}
	if len(args) > 0 && args[0] == "help" { // as other programs have it: help serve
		args = append(slices.Clone(args[1:]), "--help")
	}
	k, err := parser.Parse(args)
	if exited {
		return nil
	}
	if err != nil {
		return command.Misuse(fmt.Errorf("%w (mudlark --help lists the commands)", err))
	}
	return k.Run(e, playclient.StartSolo(startSolo))
}

// vars are what flags are by default.
func vars(getenv func(string) string) kong.Vars {
	return kong.Vars{
		"data": command.DataFolder(getenv), "agents": filepath.Join(command.DataFolder(getenv), "agents"),
		"version": "mudlark " + command.Version, "log_level": command.LogLevel(getenv, "info"),
		"http": net.JoinHostPort("127.0.0.1", command.OrDefault(getenv("PORT"), "7397")),
	}
}

type versionCmd struct{}

// Run prints the version.
func (versionCmd) Run(e *command.Env) error {
	e.Println("mudlark", command.Version)
	return nil
}
