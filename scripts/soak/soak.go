package soak

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/bots"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/gauge"
)

// Config is what a soak does. It ends after so many kills or after so long, whichever comes first; 0 is no such end.
type Config struct {
	Program string // the daemon
	Dir     string // an empty folder for everything
	Kills   int
	Time    time.Duration
	Bots    int
	Pace    float64       // commands a second of each bot
	Life    time.Duration // the longest that bots play in one life, but for those that LongEvery picks
	Seed    uint64
	// LongEvery lets every so many-th life last until just about when the daemon cuts its state; 0: none does.
	LongEvery int
	Log       io.Writer    // takes the daemon's log
	Told      func(string) // is given a line about each kill
}

func (c *Config) check() error {
	switch {
	case c.Bots < 2 || c.Bots > botsMost:
		return fmt.Errorf("a soak needs 2 to %d bots", botsMost)
	case c.Kills < 1 && c.Time <= 0:
		return fmt.Errorf("a soak needs a number of kills or a time")
	case c.Pace <= 0 || c.Life <= lifeMin:
		return fmt.Errorf("a soak needs a pace, and lives of more than %s", lifeMin)
	}
	return nil
}

// soak is one run.
type soak struct {
	c       Config
	place   Place
	rng     *bots.Chance
	ledger  *Ledger
	rumours *rumours
	report  Report
}

// Run soaks. The error says what was found to be wrong, or what did not work.
func Run(ctx context.Context, c Config) (*Report, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	place := PlaceFor(c.Bots)
	s := &soak{
		c: c, place: place, rng: bots.NewChance(c.Seed, 0), ledger: NewLedger(), rumours: newRumours(place),
		report: Report{Seed: c.Seed, Bots: c.Bots, Pace: c.Pace, Machine: gauge.ThisMachine()},
	}
	err := s.run(ctx)
	if err != nil {
		s.report.Wrong = err.Error()
	}
	return &s.report, err
}

func (s *soak) run(ctx context.Context) error {
	began := time.Now()
	defer func() { s.report.Took = time.Since(began) }()
	if err := s.prepare(ctx); err != nil {
		return err
	}
	for n := 1; (s.c.Kills < 1 || n <= s.c.Kills) && (s.c.Time <= 0 || time.Since(began) < s.c.Time || n == 1); n++ {
		if err := s.live(ctx, n); err != nil {
			return fmt.Errorf("life %d (seed %d): %w", n, s.c.Seed, err)
		}
	}
	return s.end(ctx)
}

// prepare makes the place and everybody's account.
func (s *soak) prepare(ctx context.Context) error {
	if err := gauge.RaiseFiles(2 * s.c.Bots); err != nil {
		return err
	}
	for _, dir := range []string{s.path("pack"), s.path("data")} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			return fmt.Errorf("make a folder: %w", err)
		}
	}
	if err := s.place.Write(s.path("pack")); err != nil {
		return err
	}
	names := make([]string, s.c.Bots)
	for i := range names {
		names[i] = botName(i)
	}
	return writeAccounts(ctx, s.path("data"), names)
}

func (s *soak) path(name string) string { return filepath.Join(s.c.Dir, name) }

// judge reads what the daemon left and holds it against what the bots know.
func (s *soak) judge(ctx context.Context, l *life) error {
	reading := time.Now()
	records := s.report.Records
	found, err := s.ledger.Read(ctx, s.path("data"), s.path("copy"))
	if err != nil {
		return err
	}
	e := Evidence{Deeds: found.Deeds, Spoken: found.Spoken, Relics: s.place.Relics}
	e.read(found.State)
	for _, c := range l.clients {
		switch {
		case c.inside && e.Rooms[c.Name] == "":
			return fmt.Errorf("%s was let in, and nobody knows it any more", c.Name)
		case c.looked:
			e.Witnesses = append(e.Witnesses, &c.Witness)
		}
	}
	count, words := Audit(e)
	r := &s.report
	r.Kills = l.n
	r.add(count)
	r.Records, r.Bytes, r.Segments, r.Dropped, r.Last = found.Head.Seq, found.Bytes, found.Sealed, found.Dropped, e
	if len(e.Witnesses) > 1 {
		r.Busy = e
	}
	if found.Sealing {
		r.Sealing++
	}
	if l.ending != atDoor {
		r.Playing += l.span
	}
	r.Commands, r.Server, r.Self = r.Commands+l.answered, r.Server+l.cpu, r.Self+l.own
	if u, err := gauge.UsageOf(os.Getpid()); err == nil {
		r.Most = max(r.Most, u.Anonymous)
	}
	took := time.Since(reading)
	r.Reading += took
	s.tell(l, count, found, r.Records-records, took)
	if count.Bad() {
		return fmt.Errorf("%d lost, %d duplicated, %d astray:\n%s", count.Lost, count.Duplicated,
			count.Astray, strings.Join(words, "\n"))
	}
	return nil
}

// tell says one line about a kill.
func (s *soak) tell(l *life, c Count, found *Recovered, records uint64, reading time.Duration) {
	if s.c.Told == nil {
		return
	}
	word := string(l.ending)
	if found.Sealing {
		word += ", while it sealed"
	}
	s.c.Told(fmt.Sprintf("kill %d %s after %s: %d commands, %d effects told, %d unanswered of which %d happened; "+
		"%d lost, %d duplicated, %d astray; %d new records of %d, cut at %d, %d segments; read in %s, %s in all", l.n, word,
		l.span.Round(time.Millisecond), l.answered, c.Told, c.Open, c.Happened, c.Lost, c.Duplicated, c.Astray, records,
		found.Head.Seq, found.Cut, found.Sealed, reading.Round(time.Millisecond),
		time.Since(l.began).Round(time.Millisecond)))
}
