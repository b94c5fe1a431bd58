package soak

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mudlark-mud/mudlark/scripts/bots"
)

const (
	lifeMin  = 100 * time.Millisecond // from when all are in to the kill
	lifeMax  = 1500 * time.Millisecond
	longLife = 30 * time.Second       // after which a daemon cuts its state
	rushMax  = 250 * time.Millisecond // before the kill in which bots act as fast as they can
	doorLife = 10                     // the first of so many lives ends while people come in
	doorMax  = 600 * time.Millisecond // from when the daemon serves to that
)

// Config is what a soak does.
type Config struct {
	Program string // the daemon
	Dir     string // an empty folder for everything
	Kills   int
	Bots    int
	Seed    uint64
	// LongEvery lets every so many-th life last until just about when the daemon cuts its state; 0: none does.
	LongEvery int
	Log       io.Writer    // takes the daemon's log
	Told      func(string) // is given a line about each kill
}

// Report is what came of it.
type Report struct {
	Kills    int
	Commands int // answered
	Count
	Records uint64
	Bytes   int64         // of the database at the end
	Took    time.Duration // in all
	Reading time.Duration // of it, for reading and auditing the journal
	Starts  time.Duration // of it, from starting a daemon until it serves
	// Last is the evidence of the last life, for tests that tamper with it.
	Last Evidence
}

// soak is one run.
type soak struct {
	c       Config
	rng     *bots.Chance
	ledger  *Ledger
	rumours *rumours
	report  Report
	before  Evidence // of the life before; what it says of rooms and places must be what bots see now
}

// Run soaks. The error says what was found to be wrong, or what did not work.
func Run(ctx context.Context, c Config) (*Report, error) {
	if c.Bots < 2 || c.Bots > letters*8 || c.Kills < 1 {
		return nil, fmt.Errorf("a soak needs 2 to %d bots and a kill", letters*8)
	}
	s := &soak{
		c: c, rng: bots.NewChance(c.Seed, 0), ledger: NewLedger(), rumours: &rumours{at: map[string]string{}},
	}
	for _, dir := range []string{s.path("pack"), s.path("data"), s.path("copy")} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			return nil, fmt.Errorf("make a folder: %w", err)
		}
	}
	if err := WritePlace(s.path("pack")); err != nil {
		return nil, err
	}
	for i := range relics {
		s.rumours.at[relicName(i)] = cellName(i % cells)
	}
	began := time.Now()
	for life := 1; life <= c.Kills; life++ {
		if err := s.live(ctx, life); err != nil {
			return &s.report, fmt.Errorf("life %d (seed %d): %w", life, c.Seed, err)
		}
		s.report.Kills, s.report.Took = life, time.Since(began)
	}
	return &s.report, nil
}

func (s *soak) path(name string) string { return filepath.Join(s.c.Dir, name) }

// live is one life of the daemon: start, everybody in, a while of play, SIGKILL, and the judgement.
func (s *soak) live(ctx context.Context, life int) error {
	began := time.Now()
	server, err := bots.Spawn(ctx, bots.Program{Path: s.c.Program, Log: s.c.Log, Args: []string{
		"serve", "--data", s.path("data"), "--pack", s.path("pack"), "--telnet", "127.0.0.1:0", "--ssh", "", "--http", "",
		"--log-level", "warn", "--connections", "1000", "--ops", "", "--connects-per-second", "0", "--new-accounts", "0",
	}})
	if err != nil {
		return err
	}
	defer server.Kill()
	s.report.Starts += time.Since(began)
	clients := s.clients(life)
	isAtDoor := life%doorLife == 1
	var span time.Duration
	if isAtDoor {
		span = time.Duration(s.rng.Below(int(doorMax)))
		if err := s.storm(ctx, server, clients, span); err != nil {
			return err
		}
	} else {
		if err := errors.Join(s.enter(ctx, server, clients)...); err != nil {
			return err
		}
		if err := s.same(clients); err != nil {
			return err
		}
		span = lifeMin + time.Duration(s.rng.Below(int(lifeMax-lifeMin)))
		if s.c.LongEvery > 0 && life%s.c.LongEvery == 0 {
			span += longLife - time.Since(began)
		}
		if err := s.play(ctx, server, clients, span); err != nil {
			return err
		}
	}
	return s.judge(life, clients, span, began)
}

// judge reads what the daemon left and holds it against what the bots know.
func (s *soak) judge(life int, clients []*client, span time.Duration, began time.Time) error {
	reading := time.Now()
	found, err := s.ledger.Read(s.path("data"), s.path("copy"))
	if err != nil {
		return err
	}
	e := Evidence{Deeds: found.Deeds, Spoken: found.Spoken}
	e.read(found.State)
	for _, c := range clients {
		switch {
		case c.inside && e.Rooms[c.Name] == "":
			return fmt.Errorf("%s was let in, and nobody knows it any more", c.Name)
		case c.looked:
			e.Witnesses = append(e.Witnesses, &c.Witness)
		}
	}
	count, words := Audit(e)
	s.report.add(count)
	s.report.Records, s.report.Bytes, s.report.Last, s.before = found.Records, found.Bytes, e, e
	s.report.Reading += time.Since(reading)
	s.tell(life, count, found, span, time.Since(began))
	if count.Bad() {
		return fmt.Errorf("%d lost, %d duplicated, %d astray:\n%s", count.Lost, count.Duplicated, count.Astray,
			strings.Join(words, "\n"))
	}
	return nil
}

func (s *soak) tell(life int, c Count, found *Recovered, span, took time.Duration) {
	if s.c.Told == nil {
		return
	}
	s.c.Told(fmt.Sprintf("kill %d after %s: %d told, %d unanswered of which %d happened, %d lost, %d duplicated, "+
		"%d astray; %d records, cut at %d; %s in all", life, span.Round(time.Millisecond), c.Told, c.Open, c.Happened,
		c.Lost, c.Duplicated, c.Astray, found.Records, found.Cut, took.Round(time.Millisecond)))
}

func (r *Report) add(c Count) {
	r.Told += c.Told
	r.Open += c.Open
	r.Happened += c.Happened
	r.Lost += c.Lost
	r.Duplicated += c.Duplicated
	r.Astray += c.Astray
}

// clients makes the bots of one life.
func (s *soak) clients(life int) []*client {
	clients := make([]*client, s.c.Bots)
	for i := range clients {
		clients[i] = &client{
			Witness: Witness{Name: botName(i), Held: map[string]bool{}}, id: i, life: life, rumours: s.rumours, bots: s.c.Bots,
			rng: bots.NewChance(s.c.Seed, uint64(life)<<32|uint64(i+1)),
		}
	}
	return clients
}

// enter lets everybody in at once, and returns how each of them fared.
func (s *soak) enter(ctx context.Context, server *bots.Server, clients []*client) []error {
	errs := make([]error, len(clients))
	var wg sync.WaitGroup
	for i, c := range clients {
		wg.Go(func() { errs[i] = c.enter(ctx, server.Addr) })
	}
	wg.Wait()
	return errs
}

// storm lets everybody in and kills the daemon meanwhile: who made an account and was told so has one.
func (s *soak) storm(ctx context.Context, server *bots.Server, clients []*client, span time.Duration) error {
	var killed atomic.Bool
	timer := time.AfterFunc(span, func() { killed.Store(true); server.Kill() })
	defer timer.Stop()
	for i, err := range s.enter(ctx, server, clients) {
		if c := clients[i]; c.conn != nil {
			_ = c.conn.Close()
		}
		if err != nil && !killed.Load() {
			return fmt.Errorf("%s failed before the kill: %w", clients[i].Name, err)
		}
	}
	server.Kill() // everybody may have been faster
	return ctx.Err()
}

// same wants bots to see the world that was read while the daemon was down.
func (s *soak) same(clients []*client) error {
	for _, c := range clients {
		if s.before.Rooms[c.Name] == "" {
			continue // it was not here before
		}
		if c.Room != s.before.Rooms[c.Name] {
			return fmt.Errorf("%s finds itself in %s, and the journal has it in %s", c.Name, c.Room, s.before.Rooms[c.Name])
		}
		for i := range relics {
			if r := relicName(i); c.Held[r] != (s.before.Places[r] == c.Name) {
				return fmt.Errorf("%s finds that it carries %s: %v, and the journal has it at %s", c.Name, r, c.Held[r],
					s.before.Places[r])
			}
		}
	}
	return nil
}

// play lets everybody act for a while, in the end as fast as they can, and kills the daemon.
func (s *soak) play(ctx context.Context, server *bots.Server, clients []*client, span time.Duration) error {
	var killed, rush atomic.Bool
	var answered atomic.Int64
	errs := make([]error, len(clients))
	var wg sync.WaitGroup
	for i, c := range clients {
		wg.Go(func() {
			n, err := c.play(rush.Load)
			answered.Add(int64(n))
			if !killed.Load() {
				errs[i] = fmt.Errorf("%s was cut off before the kill: %w", c.Name, err)
			}
			_ = c.conn.Close()
		})
	}
	rushing := min(span, time.Duration(s.rng.Below(int(rushMax))))
	wait(ctx, span-rushing)
	rush.Store(true)
	wait(ctx, rushing)
	killed.Store(true)
	server.Kill()
	wg.Wait()
	s.report.Commands += int(answered.Load())
	return errors.Join(append(errs, ctx.Err())...)
}

// wait waits for a time or for the end of the context.
func wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// String says what came of a soak, one fact a line.
func (r *Report) String() string {
	per := func(d time.Duration) string {
		return (d / time.Duration(max(r.Kills, 1))).Round(time.Millisecond).String()
	}
	return strings.Join([]string{
		"kills " + strconv.Itoa(r.Kills) + ", " + per(r.Took) + " each: " + per(r.Starts) + " to start, " + per(r.Reading) +
			" to read and audit",
		"commands answered " + strconv.Itoa(r.Commands) + ", effects told " + strconv.Itoa(r.Told),
		"unanswered at a kill " + strconv.Itoa(r.Open) + ", of which happened " + strconv.Itoa(r.Happened),
		fmt.Sprintf("lost %d, duplicated %d, astray %d", r.Lost, r.Duplicated, r.Astray),
		fmt.Sprintf("records %d, database %.1f MiB", r.Records, float64(r.Bytes)/(1<<20)),
	}, "\n")
}
