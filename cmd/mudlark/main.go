// Command mudlark is a MUD server: one world that people enter over telnet and SSH and that AI agents enter over MCP.
// This package holds flags and wiring only; [run] is the program.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
)

// version is the release; the build may set another with -ldflags -X.
var version = "0.1.0" // immutable: set by the linker

func main() {
	ctx, stop := heeding(stopSignals())
	defer stop()
	err := run(ctx, os.Args[1:], os.Getenv, os.Stdin, os.Stdout, os.Stderr)
	var code exitCode
	switch {
	case err == nil:
		return
	case errors.As(err, &code):
		stop()
		os.Exit(int(code))
	}
	fmt.Fprintln(os.Stderr, wrapped("mudlark: ", err.Error(), columns(os.Stderr)))
	stop()
	if misused := (usageError{}); errors.As(err, &misused) {
		os.Exit(int(exitBlind)) // a script must not take a mistyped flag for a finding
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

// usageError is a command line that says nothing that could be done.
type usageError struct{ error }

// exitCode ends the program with a code and without a further word.
type exitCode int

func (e exitCode) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// env is what a command may use of its surroundings.
type env struct {
	ctx            context.Context
	getenv         func(string) string
	stdin          io.Reader
	stdout, stderr io.Writer
}

// println writes a line for the person who runs the command; a pipe that broke is no error of ours.
func (e *env) println(a ...any) { _, _ = fmt.Fprintln(e.stdout, a...) }

func (e *env) printf(format string, a ...any) { _, _ = fmt.Fprintf(e.stdout, format, a...) }

// logger writes to stderr at a level.
func (e *env) logger(level string) (*slog.Logger, error) {
	var l slog.Level
	if strings.EqualFold(level, "trace") {
		level = "debug"
	}
	if err := l.UnmarshalText([]byte(level)); err != nil {
		return nil, fmt.Errorf("log level %q: it is one of debug, info, warn and error", level)
	}
	return slog.New(slog.NewTextHandler(e.stderr, &slog.HandlerOptions{Level: l})), nil
}

// logLevel is the log level of the environment: LOG_LEVEL, or what RUST_LOG says of everything; what that says of parts
// of another program (info,hyper=warn) is not for us.
func logLevel(getenv func(string) string, level string) string {
	if told := getenv("LOG_LEVEL"); told != "" {
		return told
	}
	for part := range strings.SplitSeq(getenv("RUST_LOG"), ",") {
		switch part = strings.ToLower(strings.TrimSpace(part)); part {
		case "error", "warn", "info", "debug", "trace":
			return part
		}
	}
	return level
}

type cli struct {
	Serve    serveCmd         `cmd:"" default:"withargs" help:"Run the world (the default)."`
	Play     playCmd          `cmd:"" help:"Play a MUD, any MUD; without an address, Lowtide alone and offline."`
	MCP      mcpCmd           `cmd:"" name:"mcp" help:"Bridge an MCP client on stdin and stdout to a running world."`
	Agents   agentsCmd        `cmd:"" help:"Run minds of a world's people from another process or machine."`
	Check    checkCmd         `cmd:"" help:"Check a world pack: file:line, what is wrong, what was meant."`
	Verify   verifyCmd        `cmd:"" help:"Verify the journal: fold it, decide it again, compare."`
	Journal  journalCmd       `cmd:"" help:"Work on the record itself."`
	Backup   backupCmd        `cmd:"" help:"Write one file with all that makes this server the same one elsewhere."`
	Restore  restoreCmd       `cmd:"" help:"Make a data folder out of a backup, and verify it."`
	Bundle   bundleCmd        `cmd:"" help:"List the fights by turns that are over, or write one that can be run again."`
	Replay   replayCmd        `cmd:"" help:"Replay a slice or a bundle, or walk about in the world as it was."`
	Erase    eraseCmd         `cmd:"" help:"Take the words out of a record, for good."`
	History  historyCmd       `cmd:"" help:"Tell from the record what happened to somebody, something or some place."`
	Status   statusCmd        `cmd:"" help:"Say how a running world is."`
	Passwd   passwdCmd        `cmd:"" help:"Set an account's password, as the operator."`
	Token    tokenCmd         `cmd:"" help:"Mint a token for a character, as the operator, and print it once."`
	Commands commandsCmd      `cmd:"" help:"Print COMMANDS.md from the verb table."`
	Prompts  promptsCmd       `cmd:"" help:"Show what models are told for the people of the world, word for word."`
	Bench    benchCmd         `cmd:"" help:"Load a server with bots and report what they feel."`
	Probe    probeCmd         `cmd:"" hidden:"" help:"Look through a database file in a process of its own."`
	Version  versionCmd       `cmd:"" help:"Print the version."`
	Ver      kong.VersionFlag `name:"version" help:"Print the version."`
}

// run is the program: everything it touches is handed in.
func run(
	ctx context.Context, args []string, getenv func(string) string, stdin io.Reader, stdout, stderr io.Writer,
) error {
	e := &env{ctx: ctx, getenv: getenv, stdin: stdin, stdout: stdout, stderr: stderr}
	var c cli
	exited := false
	parser, err := kong.New(&c,
		kong.Name("mudlark"), kong.Description("A MUD server for people and for the agents who live among them."),
		kong.Writers(stdout, stderr), kong.Exit(func(int) { exited = true }), kong.UsageOnError(),
		vars(getenv),
	)
	if err != nil {
		return fmt.Errorf("set up the command line: %w", err)
	}
	k, err := parser.Parse(args)
	if exited {
		return nil
	}
	if err != nil {
		return usageError{fmt.Errorf("%w (mudlark --help lists the commands)", err)}
	}
	return k.Run(e)
}

// vars are what flags are by default.
func vars(getenv func(string) string) kong.Vars {
	return kong.Vars{
		"data": dataFolder(getenv), "agents": filepath.Join(dataFolder(getenv), "agents"),
		"version": "mudlark " + version, "log_level": logLevel(getenv, "info"),
		"http": net.JoinHostPort("127.0.0.1", orDefault(getenv("PORT"), "7397")),
	}
}

func orDefault(s, d string) string {
	if s == "" {
		return d
	}
	return s
}

type versionCmd struct{}

// Run prints the version.
func (versionCmd) Run(e *env) error {
	e.println("mudlark", version)
	return nil
}
