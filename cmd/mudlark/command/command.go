// Package command is what all commands of the program share: streams and exit codes, progress and words for a person at
// a terminal, the data folder on its disk, and the call to a running daemon over its control socket. It knows no world.
// A command is a struct of flags with a method Run(*Env), in the package of its subject; main lists them.
package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"github.com/mudlark-mud/mudlark/mud/account"
)

// Version is the release; the build may set another with -ldflags -X.
var Version = "0.1.0" //nolint:gochecknoglobals // immutable: set by the linker

// UsageError is a command line that says nothing that could be done.
type UsageError struct{ Err error }

// Error implements error.
func (e UsageError) Error() string { return e.Err.Error() }

// Unwrap returns what was wrong with the command line.
func (e UsageError) Unwrap() error { return e.Err }

// Misuse returns a UsageError that says what was wrong with the command line.
func Misuse(err error) error { return UsageError{err} }

// ExitCode ends the program with a code and without a further word.
type ExitCode int

// Error implements error.
func (e ExitCode) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// Env is what a command may use of its surroundings.
type Env struct {
	Ctx            context.Context
	Getenv         func(string) string
	Environ        []string // the same as a list of NAME=value, for libraries that take it so; may be nil
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Hashing        account.HasherConfig // of new passwords by a daemon; the zero value is what people need
}

// Println writes a line for the person who runs the command; a pipe that broke is no error of ours.
func (e *Env) Println(a ...any) { _, _ = fmt.Fprintln(e.Stdout, a...) }

// Printf writes for the person who runs the command, as Println does.
func (e *Env) Printf(format string, a ...any) { _, _ = fmt.Fprintf(e.Stdout, format, a...) }

// Logger writes to stderr at a level.
func (e *Env) Logger(level string) (*slog.Logger, error) {
	var l slog.Level
	if strings.EqualFold(level, "trace") {
		level = "debug"
	}
	if err := l.UnmarshalText([]byte(level)); err != nil {
		return nil, fmt.Errorf("log level %q: it is one of debug, info, warn and error", level)
	}
	return slog.New(slog.NewTextHandler(e.Stderr, &slog.HandlerOptions{Level: l})), nil
}

// LogLevel is the log level of the environment: LOG_LEVEL, or what RUST_LOG says of everything; what that says of parts
// of another program (info,hyper=warn) is not for us.
func LogLevel(getenv func(string) string, level string) string {
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

// The exit codes of what looks into the record.
const (
	ExitDiffers = ExitCode(1) // it is not as it should be
	ExitBlind   = ExitCode(2) // it could not look
)

// ExitReboot is how a server ends that a wizard told to restart: whatever watches over it starts it again at once. It
// is the code by which DikuMUD's descendants tell their scripts the same.
const ExitReboot = ExitCode(52)

// OrDefault returns s, or d if s is empty.
func OrDefault(s, d string) string {
	if s == "" {
		return d
	}
	return s
}

// Blind says why a command could not look.
func (e *Env) Blind(what string, err error) error {
	if errors.Is(err, e.Ctx.Err()) && e.Ctx.Err() != nil {
		err = errors.New("it was interrupted")
	}
	_, _ = fmt.Fprintln(e.Stderr, Wrapped("mudlark: ", "could not "+what+": "+Advice(err), Columns(e.Stderr)))
	return ExitBlind
}

// JSON prints a value for a program.
func (e *Env) JSON(v any) error {
	enc := json.NewEncoder(e.Stdout)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
