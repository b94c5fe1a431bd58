package peers

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"time"
)

// Config is what a run does.
type Config struct {
	Server string // the server's folder, which is copied and left as it is
	Dir    string // an empty folder for the copies
	Rounds int    // how often the whole is done, each time with a fresh copy; 0: once
	Log    io.Writer
}

// Run plays the scenario and says what became of it. The error is that it could not be played.
func Run(ctx context.Context, d *Description, c Config) (*Report, error) {
	r := &Report{Server: d.Name}
	for n := range max(1, c.Rounds) {
		s := &server{d: d, dir: filepath.Join(c.Dir, strconv.Itoa(n+1)), log: c.Log}
		if err := install(d, c.Server, s.dir); err != nil {
			return nil, err
		}
		outcomes, err := round(ctx, s)
		if err != nil {
			return nil, fmt.Errorf("%s, round %d: %w", d.Name, n+1, err)
		}
		r.Rounds = append(r.Rounds, outcomes)
	}
	return r, nil
}

// game is the two of them in one life of the server.
type game struct {
	d         *Description
	ann, bert *player
}

// begin starts the server and lets both in.
func begin(ctx context.Context, s *server) (*game, error) {
	if err := s.start(ctx); err != nil {
		return nil, err
	}
	g := &game{d: s.d}
	var err error
	if g.ann, err = enter(ctx, s, s.d.Ann); err == nil {
		g.bert, err = enter(ctx, s, s.d.Bert)
	}
	if err != nil {
		s.kill()
		return nil, err
	}
	return g, nil
}

// round plays once.
func round(ctx context.Context, s *server) ([]Outcome, error) {
	g, err := begin(ctx, s)
	if err != nil {
		return nil, err
	}
	err = g.play()
	var before []places
	if err == nil {
		before, err = g.find()
	}
	if err == nil {
		err = wait(ctx, time.Duration(s.d.Settle))
	}
	s.kill()
	if err == nil {
		err = prepared(before, s.d)
	}
	if err != nil {
		return nil, err
	}
	if g, err = begin(ctx, s); err != nil {
		return nil, fmt.Errorf("after the kill: %w", err)
	}
	after, err := g.find()
	s.kill()
	if err != nil {
		return nil, fmt.Errorf("after the kill: %w", err)
	}
	return judged(before, after, s.d), nil
}

// play does the deeds.
func (g *game) play() error {
	w, things := g.d.Words, g.d.Things
	for _, t := range things {
		for _, command := range t.Made {
			if _, err := g.ann.ask(command, "thing", t.Word, "id", t.ID); err != nil {
				return err
			}
		}
	}
	bert := g.d.Bert.Called
	if bert == "" {
		bert = g.d.Bert.Name
	}
	for _, deed := range []func() error{
		func() error { return g.save(g.ann) },
		func() error { return g.ann.do(w.Dropped, w.Drop, "thing", things[dropped].Word) },
		func() error { return g.ann.do(w.Dropped, w.Drop, "thing", things[gotten].Word) },
		func() error { return g.save(g.ann) },
		func() error { return g.bert.do(w.Got, w.Get, "thing", things[gotten].Word) },
		func() error { return g.ann.do(w.Given, w.Give, "thing", things[given].Word, "to", bert) },
		func() error { return g.save(g.bert) },
	} {
		if err := deed(); err != nil {
			return err
		}
	}
	return nil
}

// save saves one of them, where that is a command.
func (g *game) save(p *player) error {
	if g.d.Words.Save == "" {
		return nil
	}
	return p.do(g.d.Words.Saved, g.d.Words.Save)
}

// places is how many there are of a thing, and where.
type places struct{ Ann, Bert, Floor int }

func (p places) many() int { return p.Ann + p.Bert + p.Floor }

// String says it in words.
func (p places) String() string {
	var words string
	for _, at := range []struct {
		n    int
		word string
	}{{p.Ann, "Ann has it"}, {p.Bert, "Bert has it"}, {p.Floor, "it lies there"}} {
		if at.n == 0 {
			continue
		}
		if words != "" {
			words += ", "
		}
		words += at.word
		if at.n > 1 {
			words += fmt.Sprintf(" %d times", at.n)
		}
	}
	if words == "" {
		return "it is nowhere"
	}
	return words
}

// find looks where everything is.
func (g *game) find() ([]places, error) {
	floor, err1 := g.ann.ask(g.d.Words.Look)
	ann, err2 := g.ann.ask(g.d.Words.Inventory)
	bert, err3 := g.bert.ask(g.d.Words.Inventory)
	if err := errors.Join(err1, err2, err3); err != nil {
		return nil, err
	}
	found := make([]places, len(g.d.Things))
	for i, t := range g.d.Things {
		count := func(p Pattern, in string) int { return len(p.FindAllStringIndex(in, -1)) }
		found[i] = places{Ann: count(t.Held, ann), Bert: count(t.Held, bert), Floor: count(t.Lying, floor)}
	}
	return found, nil
}

// meant is where each thing is when all was done.
func meant() []places {
	return []places{carried: {Ann: 1}, dropped: {Floor: 1}, gotten: {Bert: 1}, given: {Bert: 1}}
}

// prepared wants all to be where the deeds put it, before the kill: else nothing could be said of it afterwards.
func prepared(before []places, d *Description) error {
	for i, want := range meant() {
		if before[i] != want {
			return fmt.Errorf("before the kill, of %s, %s, and not: %s", d.Things[i].Word, before[i], want)
		}
	}
	return nil
}

func judged(before, after []places, d *Description) []Outcome {
	deeds := []string{
		carried: "Ann carried it and saved", dropped: "Ann dropped it and saved",
		gotten: "Bert picked it up and saved", given: "Ann gave it to Bert, who saved",
	}
	outcomes := make([]Outcome, len(after))
	for i := range after {
		outcomes[i] = Outcome{
			Deed: deeds[i], Thing: d.Things[i].Word, Verdict: verdict(before[i], after[i]), After: after[i].String(),
		}
	}
	return outcomes
}

func verdict(before, after places) Verdict {
	switch {
	case after.many() == 0:
		return Lost
	case after.many() > before.many():
		return Doubled
	case after != before:
		return Moved
	}
	return Kept
}
