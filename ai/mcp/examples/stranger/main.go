// Command stranger is an agent that knows nothing of the world it comes into. It reads what it is shown, does only
// what the results' actions offer or a text in the game has told it of, and keeps at it until every quest that it came
// upon is done.
//
// Its one idea: a [mind] turns each result into one deed, by a fixed list of wishes, the most urgent first: get out of
// a fight that is being lost, hand a quest in, take one on, pick up, put on, unlock, open, read, rest, see to what a
// quest names (plan.go), explore, practise what is too strong still, wait for the tide beside what the water keeps. It
// has no dice and no model, so the same answers lead to the same deeds.
//
// It asks before it begins, because it fights and drops things with a character that is somebody's; -yes is for one of
// its own.
//
//	MUDLARK_TOKEN=mlk_... go run ./ai/mcp/examples/stranger -url http://127.0.0.1:7397/mcp
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp/examples/play"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Getenv("MUDLARK_TOKEN"), terminal{os.Stdin, os.Stdout})
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "stranger:", err)
		os.Exit(1)
	}
}

// terminal is where it is asked and tells.
type terminal struct {
	io.Reader
	io.Writer
}

// run plays until there is nothing left to do.
func run(ctx context.Context, args []string, token string, out terminal) error {
	flags, c := play.Flags("stranger")
	confirm := play.ConfirmFlag(flags, "attacks creatures, drops things that it finds of no use, and may die")
	most := flags.Int("deeds", 6000, "give up after so many `deeds`")
	goal := flags.String("quest", "", "stop when the `quest` of this name is completed, and not when all are")
	longest := flags.Duration("time", 24*time.Hour, "give up after this `time`")
	if err := flags.Parse(args); err != nil {
		return err //nolint:wrapcheck // flag has told it already
	}
	if err := confirm.Ask(out, out); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, *longest)
	defer cancel()
	c.Token = token
	s, err := play.Dial(ctx, *c)
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	m := newMind()
	m.goal = *goal
	did := deed{tool: "look"}
	for n := 1; n <= *most; n++ {
		v, err := s.Call(ctx, did.tool, did.args)
		if err != nil {
			return err
		}
		m.learn(did, v)
		tell(out, n, did, v)
		if m.isDone() || slices.Contains(m.completed(), *goal) {
			_, err := fmt.Fprintf(out, "Done after %d deeds: %v.\n", n, m.completed())
			return err
		}
		did = m.next(v)
	}
	return fmt.Errorf("gave up after %d deeds; completed: %v; lacking: %v", *most, m.completed(), m.reasons())
}

// tell writes one line for each deed: what, why, where, and what came of it.
func tell(out io.Writer, n int, did deed, v *play.View) {
	came := v.Text
	if did.tool == "move" && v.Error == nil || did.tool == "look" {
		came = v.Room.Name
	}
	_, _ = fmt.Fprintf(out, "%d. [%d/%d %s] %s (%s): %s\n",
		n, v.You.HP, v.You.HPMax, v.Room.ID, did, did.why, short(came))
}

const shownMost = 160

func short(text string) string {
	line := []rune(text)
	for i, r := range line {
		if r == '\n' {
			line[i] = ' '
		}
	}
	if len(line) > shownMost {
		return string(line[:shownMost]) + "…"
	}
	return string(line)
}
