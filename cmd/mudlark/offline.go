package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/pack"
	"github.com/mudlark-mud/mudlark/world/verb"
)

type checkCmd struct {
	Dir    string `arg:"" help:"The pack's folder."`
	Errors bool   `help:"Leave out what is only doubtful."`
	JSON   bool   `name:"json" help:"Print a JSON object for programs: counts, and each problem with its file and line."`

	Words bool     `help:"Tell what a proof-reader would: what is said twice, is too long, or no word of the world."`
	Avoid []string `help:"With --words: further words that the world does not know." placeholder:"WORD"`
}

// checked is what check prints for programs.
type checked struct {
	Pack     string         `json:"pack,omitempty"` // its name, if it can be used
	Errors   int            `json:"errors"`
	Warnings int            `json:"warnings"` // also those that are not listed
	Drafts   int            `json:"drafts"`   // entries that are no part of the world yet
	Problems []pack.Problem `json:"problems"`
}

// Run checks a pack and prints what is wrong, all of it; it fails when something is, and not for doubts.
func (c *checkCmd) Run(e *command.Env) error {
	switch info, err := os.Stat(c.Dir); {
	case errors.Is(err, fs.ErrNotExist):
		return command.Misuse(fmt.Errorf("there is no folder %s", c.Dir))
	case err != nil:
		return fmt.Errorf("look for the pack: %w", err)
	case !info.IsDir():
		return command.Misuse(fmt.Errorf("%s is a file: a pack is a folder", c.Dir))
	}
	root, dir := c.Dir, "."
	// Within the working folder file names are given from there, so that an editor can follow them.
	if wd, err := os.Getwd(); err == nil {
		full, err := filepath.Abs(c.Dir)
		if rel, no := filepath.Rel(wd, full); err == nil && no == nil && filepath.IsLocal(rel) {
			root, dir = ".", filepath.ToSlash(rel)
		}
	}
	read := pack.Check
	if c.Words {
		read = func(fsys fs.FS, dir string) (*world.Pack, pack.Problems, error) {
			return pack.ReadThrough(fsys, dir, c.Avoid)
		}
	}
	p, problems, err := read(os.DirFS(root), dir)
	if err != nil {
		return err
	}
	if c.Errors && (p == nil || !c.Words) {
		problems = problems.Only(pack.Wrong)
	}
	if c.JSON {
		return c.json(e, p, problems)
	}
	if text := problems.String(); text != "" {
		e.Println(text)
	}
	if p == nil {
		return command.ExitCode(1)
	}
	e.Printf("%s: %s, %s of things, %d of creatures, %s, %s, %s, %s", p.Name, counted(len(p.Rooms), "room"),
		counted(len(p.Items), "pattern"), len(p.Mobs), counted(len(p.Spawns), "spawn"), counted(len(p.Quests), "quest"),
		counted(len(p.Socials), "gesture"), counted(len(p.Help), "page"))
	if problems.Drafts > 0 {
		e.Printf("; without what is a draft: %d", problems.Drafts)
	}
	e.Println()
	return nil
}

// counted is a number and what is counted, of which there may be one.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func (c *checkCmd) json(e *command.Env, p *world.Pack, problems pack.Problems) error {
	out := checked{Problems: problems.List, Drafts: problems.Drafts}
	out.Errors, out.Warnings = problems.Counts()
	if out.Problems == nil {
		out.Problems = []pack.Problem{} // a list to programs, though it is empty
	}
	if p != nil {
		out.Pack = p.Name
	}
	text, err := json.MarshalIndent(out, "", "  ")
	if err != nil {
		return fmt.Errorf("write what was found: %w", err)
	}
	e.Println(string(text))
	if p == nil {
		return command.ExitCode(1)
	}
	return nil
}

type commandsCmd struct {
	Content bool `help:"Print what a world pack may hold instead."`
}

// Run prints COMMANDS.md, or the reference of packs.
func (c *commandsCmd) Run(e *command.Env) error {
	text := verb.New().Markdown()
	if c.Content {
		text = pack.Reference()
	}
	_, err := io.WriteString(e.Stdout, text)
	return err
}

type probeCmd struct {
	Path string `arg:""`
}

// Run looks through a database file; damage ends this process and not the daemon's.
func (c *probeCmd) Run(e *command.Env) error {
	if code := journal.ProbeMain(c.Path, e.Stderr); code != 0 {
		return command.ExitCode(code)
	}
	return nil
}

type passwdCmd struct {
	Account string `arg:"" help:"The account's name."`
	Data    string `default:"${data}" help:"The data folder."`
}

// Run reads the new password from stdin and sets it, through the daemon if one runs.
func (c *passwdCmd) Run(e *command.Env) error {
	e.Printf("New password of %s (it is shown as you type): ", c.Account)
	line, err := bufio.NewReader(io.LimitReader(e.Stdin, 1024)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("read the password: %w", err)
	}
	call := command.ControlCall{Account: c.Account, Password: strings.TrimRight(line, "\r\n")}
	return server.AskOrDo(e, c.Data, "passwd", call, func(ctx context.Context, d *server.Daemon) (string, error) {
		return d.Passwd(ctx, call)
	})
}

type tokenCmd struct {
	Character string `arg:"" help:"The character's name."`
	Label     string `default:"operator" help:"What the token is for."`
	Data      string `default:"${data}" help:"The data folder."`
}

// Run mints a token and prints it, through the daemon if one runs.
func (c *tokenCmd) Run(e *command.Env) error {
	call := command.ControlCall{Actor: c.Character, Label: c.Label}
	return server.AskOrDo(e, c.Data, "token", call, func(ctx context.Context, d *server.Daemon) (string, error) {
		return d.Mint(ctx, call)
	})
}
