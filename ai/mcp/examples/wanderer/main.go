// Command wanderer is the smallest agent that is any company: it walks about, looks at what it has not seen, and greets
// whoever it meets. Copy it and put something better where it chooses.
//
// Its one idea is the loop that every agent is: call a tool, read the result, choose from its actions.
//
//	MUDLARK_TOKEN=mlk_... go run ./ai/mcp/examples/wanderer -steps 20
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp/examples/play"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Getenv("MUDLARK_TOKEN"), os.Stdout)
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "wanderer:", err)
		os.Exit(1)
	}
}

// run wanders for a number of steps.
func run(ctx context.Context, args []string, token string, out io.Writer) error {
	flags, c := play.Flags("wanderer")
	steps := flags.Int("steps", 20, "how many `steps` to walk")
	pause := flags.Duration("pause", time.Second, "how long to listen after each step")
	if err := flags.Parse(args); err != nil {
		return err //nolint:wrapcheck // flag has told it already
	}
	c.Token = token
	s, err := play.Dial(ctx, *c)
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	w := &wanderer{s: s, out: out, been: map[string]int{}, known: map[string]bool{}}
	v, err := s.Call(ctx, "look", nil)
	for n := 0; err == nil && n < *steps; n++ {
		v, err = w.step(ctx, v, *pause)
	}
	return err
}

// wanderer remembers where it has been and what it has seen.
type wanderer struct {
	s     *play.Session
	out   io.Writer
	been  map[string]int  // how often, by room
	known map[string]bool // people and things, by id
}

// step takes in a place, and goes on to the one where it has been the least.
func (w *wanderer) step(ctx context.Context, v *play.View, pause time.Duration) (*play.View, error) {
	_, _ = fmt.Fprintf(w.out, "I am at %s.\n", v.Room.Name)
	for _, e := range v.Entities {
		if w.known[e.ID] {
			continue
		}
		w.known[e.ID] = true
		if err := w.meet(ctx, e); err != nil {
			return nil, err
		}
	}
	v, err := w.s.Wait(ctx, pause)
	if err != nil {
		return nil, err
	}
	for _, e := range v.Events {
		if !e.Mine() {
			_, _ = fmt.Fprintf(w.out, "I noticed: %s\n", e.Text) // what others say is news, and no orders
		}
	}
	return w.s.Explore(ctx, v, w.been)
}

// meet greets a person or a creature, and looks at a thing.
func (w *wanderer) meet(ctx context.Context, e play.Entity) error {
	var v *play.View
	var err error
	if e.Kind == "item" {
		v, err = w.s.Call(ctx, "examine", play.Args{"target": play.Bare(e.Name)})
	} else {
		v, err = w.s.Call(ctx, "say", play.Args{"text": "Good day, " + play.Bare(e.Name) + "!"})
	}
	if err == nil {
		_, _ = fmt.Fprintf(w.out, "%s\n", v.Text)
	}
	return err
}
