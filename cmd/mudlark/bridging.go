package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"

	"github.com/charmbracelet/x/term"

	"github.com/mudlark-mud/mudlark/ai/mcp/stdio"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/mcphost"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

type mcpCmd struct {
	URL       string `placeholder:"http://127.0.0.1:7397/mcp" help:"The running world's endpoint; --solo gives way to it."`
	TokenFile string `help:"A file of mode 0600 that holds the token; else MUDLARK_TOKEN is used. Never an argument."`
	Proof     string `name:"tls-proof" help:"The SHA-256 of a self-made certificate, as the server printed it."`
	Character string `help:"Play this character of a world on this machine: its folder is leave enough, no token needed."`
	Solo      bool   `help:"Play in a world of your own, which runs inside this process and is kept for the next time."`
	Fresh     bool   `help:"With --solo: in a new world, which is forgotten at the end."`
	Yes       bool   `help:"Allow beforehand what the character's owner would be asked for (--solo, --character)."`
	Data      string `help:"The data folder, for --character (${data}) and for --solo (mudlark/solo in your own folder)."`
	Config    string `placeholder:"CLIENT" help:"Print it: claude-desktop, claude-code, vscode, cursor, codex or gemini."`
}

const tokenFileBytesMax = 1024

// Run bridges an MCP client on stdin and stdout to a running world, or to one of its own.
func (c *mcpCmd) Run(e *command.Env) error {
	log, err := e.Logger(command.LogLevel(e.Getenv, "warn"))
	if err != nil {
		return err
	}
	c.URL = given(c.URL)
	c.Solo = c.Solo && c.URL == ""
	switch {
	case c.Fresh && (!c.Solo || c.Data != ""):
		return command.Misuse(errors.New("--fresh is for a world of your own in no folder: mudlark mcp --solo --fresh"))
	case c.Config != "":
		return c.showConfig(e)
	case c.Solo:
		err = c.solo(e, log)
	case c.Character != "":
		err = c.within(e, log, command.OrDefault(c.Data, command.DataFolder(e.Getenv)), false)
	default:
		err = c.abroad(e, log)
	}
	if e.Ctx.Err() == nil {
		return err
	}
	return nil // who stops it is done with it
}

// refuse tells a client for what reason there is no bridge: in words for whoever reads the log, and in answer to each
// request, because some clients show their user nothing else. A person at a terminal is told at once.
func refuse(e *command.Env, why error) error {
	if f, ok := e.Stdin.(*os.File); ok && term.IsTerminal(f.Fd()) {
		return why
	}
	_, _ = fmt.Fprintln(e.Stderr, command.Wrapped("mudlark: ", command.Advice(why), command.Columns(e.Stderr)))
	err := stdio.Run(e.Ctx, stdio.Config{Refusal: command.Advice(why), In: e.Stdin, Out: e.Stdout})
	return cmp.Or[error](err, command.ExitCode(1))
}

// abroad plays with a token.
func (c *mcpCmd) abroad(e *command.Env, log *slog.Logger) error {
	token, err := c.token(e)
	door := stdio.Endpoint{URL: command.OrDefault(c.URL, defaultMCP), Token: token, Proof: c.Proof}
	if err == nil {
		err = door.Check()
	}
	if err != nil {
		return refuse(e, err)
	}
	return stdio.Run(e.Ctx, stdio.Config{
		Endpoint: door, Harmless: onlyReads(), In: e.Stdin, Out: e.Stdout, Log: log,
	})
}

// given is a setting as a bundle's host hands it over; one that its user left open may come as the manifest has it
// (scripts/mcpb).
func given(text string) string {
	if strings.HasPrefix(text, "${user_config.") {
		return ""
	}
	return text
}

func (c *mcpCmd) token(e *command.Env) (string, error) {
	if c.TokenFile == "" {
		if t := given(strings.TrimSpace(e.Getenv("MUDLARK_TOKEN"))); t != "" {
			return t, nil
		}
		return "", errors.New(
			"no token: put it into MUDLARK_TOKEN, or into a file for --token-file; a character's owner " +
				"makes one in the game with: agent grant LABEL. On the server's own machine --character NAME needs none, and " +
				"--solo needs no server",
		)
	}
	f, err := os.Open(c.TokenFile)
	if err != nil {
		return "", fmt.Errorf("read the token: %w", err)
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return "", fmt.Errorf("read the token: %w", err)
	}
	if info.Mode().Perm()&0o077 != 0 {
		return "", fmt.Errorf("%s can be read by others; chmod 600 it", c.TokenFile)
	}
	b, err := io.ReadAll(io.LimitReader(f, tokenFileBytesMax))
	if err != nil {
		return "", fmt.Errorf("read the token: %w", err)
	}
	return strings.TrimSpace(string(b)), nil
}

// within plays in the world whose data folder is ours: its daemon lends a token for as long as this process asks for it
// over the control socket, which only the operator can open.
func (c *mcpCmd) within(e *command.Env, log *slog.Logger, dir string, isNew bool) error {
	loan := &loan{dir: dir, call: command.ControlCall{
		Actor: command.OrDefault(c.Character, soloName), New: isNew, Yes: c.Yes,
	}}
	defer loan.giveBack()
	door, err := loan.find(e.Ctx)
	if errors.Is(err, command.ErrNoDaemon) {
		err = fmt.Errorf(
			"%w: no world runs in %s; start it with: mudlark serve --data %s, or play in a world of your own "+
				"with: mudlark mcp --solo",
			err,
			dir,
			dir,
		)
	}
	if err != nil {
		return refuse(e, err)
	}
	return stdio.Run(e.Ctx, stdio.Config{
		Endpoint: door, Find: loan.find, Answer: loan.answer, Harmless: onlyReads(), In: e.Stdin, Out: e.Stdout, Log: log,
	})
}

// onlyReads tells which tools change nothing.
func onlyReads() func(tool string) bool {
	reads := map[string]bool{}
	for _, t := range verb.New().Tools(world.RolePlayer) {
		reads[t.Name] = t.Effect == verb.Reads
	}
	return func(tool string) bool { return reads[tool] }
}

// loan is a token that a daemon lends for as long as the connection that asked for it stays open.
type loan struct {
	dir  string
	call command.ControlCall
	held io.Closer
}

// find asks for a token. The bridge calls it one at a time.
func (l *loan) find(ctx context.Context) (stdio.Endpoint, error) {
	l.giveBack()
	body, err := command.OpenControlCall(context.WithoutCancel(ctx), l.dir, "bridge", l.call)
	if err != nil {
		return stdio.Endpoint{}, err
	}
	l.held = body
	var lent mcphost.LentDoor
	if err := json.NewDecoder(body).Decode(&lent); err != nil {
		return stdio.Endpoint{}, fmt.Errorf("read the daemon's answer: %w", err)
	}
	if lent.Error != "" {
		return stdio.Endpoint{}, errors.New(lent.Error)
	}
	return stdio.Endpoint{URL: lent.URL, Token: lent.Token, Proof: lent.Proof}, nil
}

// answer hands in what the user answered for the owner.
func (l *loan) answer(ctx context.Context, number int, yes bool) error {
	_, err := command.CallControl(ctx, l.dir, "answer", command.ControlCall{Actor: l.call.Actor, Hold: number, Yes: yes})
	return err
}

func (l *loan) giveBack() {
	if l.held != nil {
		_ = l.held.Close()
		l.held = nil
	}
}
