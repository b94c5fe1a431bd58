// Command wordreader is an agent that reads nothing but words: the texts of a result, as a model's client may show
// them, and never its structure. It knows nothing of the world it comes into, takes on quests that it is offered, and
// completes one.
//
// Its one idea: what a [page] says is all there is. A [mind] turns each page into one deed, by a fixed list of wishes:
// get out of a fight, take the quest on, hand it in, read what is wanted, pick it up, open, go home when nothing is
// missing, go where nobody has been, wait. It has no dice and no model, so the same words lead to the same deeds; and
// as it is no wiser than the words, it shows when they lack something that an agent needs.
//
//	MUDLARK_TOKEN=mlk_... go run ./ai/mcp/examples/wordreader -url http://127.0.0.1:7397/mcp
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp/examples/play"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Getenv("MUDLARK_TOKEN"), os.Stdout)
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "wordreader:", err)
		os.Exit(1)
	}
}

// run plays until a quest is completed.
func run(ctx context.Context, args []string, token string, out io.Writer) error {
	flags, c := play.Flags("wordreader")
	most := flags.Int("deeds", 1500, "give up after so many `deeds`")
	longest := flags.Duration("time", time.Hour, "give up after this `time`")
	if err := flags.Parse(args); err != nil {
		return err //nolint:wrapcheck // flag has told it already
	}
	ctx, cancel := context.WithTimeout(ctx, *longest)
	defer cancel()
	c.Token = token
	s, err := play.Dial(ctx, *c)
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	m, read := newMind(), 0
	did := deed{tool: "look"}
	for n := 1; n <= *most; n++ {
		texts, refused, err := s.Words(ctx, did.tool, did.args)
		if err != nil {
			return err
		}
		words := strings.Join(texts, "\n")
		read += len(words)
		_, _ = fmt.Fprintf(out, "%d. %s (%s): %s\n", n, did, did.why, short(words))
		m.learn(did, pageOf(words, refused))
		if m.completed != "" {
			_, err := fmt.Fprintf(out, "Done after %d deeds and %d bytes of text: %s.\n", n, read, m.completed)
			return err
		}
		did = m.next()
	}
	return fmt.Errorf("gave up after %d deeds and %d bytes of text, at %s", *most, read, m.here.name)
}

const shownMost = 240

// short is a text in one line.
func short(text string) string {
	line := []rune(strings.ReplaceAll(text, "\n", " | "))
	if len(line) > shownMost {
		return string(line[:shownMost]) + "…"
	}
	return string(line)
}
