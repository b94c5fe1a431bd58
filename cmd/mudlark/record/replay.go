package record

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/world/journal/rewind"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// ReplayCmd is mudlark replay.
type ReplayCmd struct {
	Slice  string `arg:"" optional:"" type:"existingfile" help:"A slice of the journal, or a bundle of a fight."`
	To     string `placeholder:"TIME|SEQ" help:"Walk about in the world as it was then: 48211, 21:04, \"10m ago\"."`
	Data   string `default:"${data}" help:"The data folder, when there is no slice."`
	JSON   bool   `name:"json" help:"Of a file: print what was found as JSON."`
	Reader bool   `name:"screen-reader" help:"Write for a screen reader: sentences, and nothing drawn."`
	command.QuietFlag
}

// Help is what mudlark replay --help adds.
func (c *ReplayCmd) Help() string {
	return "A slice alone is verified and decided again: it reproduces what was recorded, or the first difference is " +
		"told; what crashed behind it is decided once more. With --to the world is opened as it was, and you walk about " +
		"in it unseen, with or without a daemon; type help there. Nothing is written." +
		"\n\nA bundle is one fight by turns, as mudlark bundle writes it: it is run again, and comes out as it did, or the " +
		"first step at which it does not is told.\n\nA time of day is the last time that it was; \"10m ago\" counts " +
		"back from now, of a slice from its end. Times are in your zone (TZ)." +
		"\n\nExit codes: 0 it reproduces, or you walked; 1 it does not; 2 it could not look."
}

// Run replays a slice or a bundle, or lets somebody walk about in the past.
func (c *ReplayCmd) Run(e *command.Env) error {
	switch {
	case c.Slice != "":
		is, err := isBundle(c.Slice)
		switch {
		case err != nil:
			return e.Blind("replay "+c.Slice, err)
		case is:
			return c.rerun(e)
		case c.To == "":
			return c.reproduce(e)
		}
	case c.To == "":
		return e.Blind("replay", errors.New("say what: the file of a slice or a bundle, or --to and a moment"))
	}
	return c.walk(e)
}

// walk lets somebody walk about in the past.
func (c *ReplayCmd) walk(e *command.Env) error {
	past, end, err := c.past(e)
	if err != nil {
		return e.Blind("open the past", err)
	}
	err = c.visit(e, past)
	if closeErr := end(); err == nil {
		err = closeErr
	}
	if err != nil {
		return e.Blind("walk about in the past", err)
	}
	return nil
}

// past opens the record to walk about in.
func (c *ReplayCmd) past(e *command.Env) (past rewind.Past, end func() error, err error) {
	if c.Slice != "" {
		return openSlice(c.Slice)
	}
	b, err := borrow(e, c.Data, c.QuietFlag)
	if err != nil {
		return nil, nil, err
	}
	return b.Book, b.Close, nil
}

func (c *ReplayCmd) visit(e *command.Env, past rewind.Past) error {
	p := e.Progress("make the past", "records", c.QuietFlag)
	o := rewind.Options{Progress: p.Tell, Zone: time.Local, Style: prose.Style{ScreenReader: c.Reader}}
	if c.Slice == "" {
		o.Now = time.Now
	}
	w, err := rewind.Open(e.Ctx, past, c.To, o)
	p.End()
	if err != nil {
		return err
	}
	v := &visitor{env: e, walk: w, progress: p, reader: c.Reader, asked: command.IsTerminal(e.Stdin)}
	v.show(w.Now())
	v.show(
		prose.Text{prose.L(prose.System, "You walk about unseen in a copy of the past; nothing that you do is written "+
			"anywhere. Type help for what you can do, quit to leave.")},
	)
	v.show(w.Look())
	return v.run()
}

// visitor is somebody at a keyboard, or a script, in the past.
type visitor struct {
	env      *command.Env
	walk     *rewind.Walk
	progress *command.Progress
	reader   bool
	asked    bool // somebody is there to be asked
}

// show prints a text: wrapped for a terminal, a paragraph a line for everything else.
func (v *visitor) show(text prose.Text) {
	switch width := command.Columns(v.env.Stdout); {
	case len(text) == 0:
	case v.reader:
		v.env.Println(prose.ReaderText(text))
	default:
		v.env.Println(prose.ANSI(text, prose.Palette{}, width, prose.NoColour))
	}
}

// run reads lines and does what they ask for until somebody quits, the lines end or the context does.
func (v *visitor) run() error {
	lines, failed := v.lines()
	for !v.walk.Over() {
		if v.asked {
			v.env.Printf("\n%d, %s> ", v.walk.Seq(), v.walk.Room())
		}
		select {
		case <-v.env.Ctx.Done():
			v.env.Println()
			return nil // interrupting is a way to leave
		case line, ok := <-lines:
			if !ok {
				return <-failed
			}
			if !v.asked {
				v.env.Println("\n> " + prose.Clean(line))
			}
			v.progress.Begin()
			text, err := v.walk.Do(v.env.Ctx, line)
			v.progress.End()
			if errors.Is(err, context.Canceled) {
				v.env.Println()
				return nil
			}
			if err != nil {
				return err
			}
			v.show(text)
		}
	}
	return nil
}

// lines reads stdin in a goroutine of its own, which ends with the input or with the program.
func (v *visitor) lines() (lines <-chan string, failed <-chan error) {
	out, end := make(chan string), make(chan error, 1)
	go func() {
		defer close(out)
		scan := bufio.NewScanner(v.env.Stdin)
		for scan.Scan() {
			select {
			case out <- strings.TrimSpace(scan.Text()):
			case <-v.env.Ctx.Done():
				end <- nil
				return
			}
		}
		if err := scan.Err(); err != nil {
			end <- fmt.Errorf("read what you type: %w", err)
			return
		}
		end <- nil
	}()
	return out, end
}
