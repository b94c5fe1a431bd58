package soak

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/bots"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/gauge"
)

const (
	lifeMin  = 100 * time.Millisecond // from when all are in to the kill
	longLife = 30 * time.Second       // after which a daemon cuts its state
	rushMax  = 250 * time.Millisecond // before the kill in which bots act as fast as they can

	doorEvery = 10                     // the first of so many lives ends while people come in
	doorMax   = 300 * time.Millisecond // from when the daemon serves to that
	newcomers = 4                      // people who are new then

	sealEvery = 3                     // the last of so many lives ends when something is sealed, if that is soon
	sealMax   = 12 * time.Millisecond // from when that shows to the kill
	sealLook  = time.Millisecond      // how often one looks whether it does
)

// ending is how a life ends.
type ending string

const (
	atDoor  ending = "at the door"
	inPlay  ending = "in play"
	sealing ending = "at a seal"
	atCut   ending = "about a cut"
)

// life is one life of the daemon.
type life struct {
	n       int
	ending  ending
	span    time.Duration // of play
	began   time.Time
	server  *bots.Server
	clients []*client

	answered int
	cpu, own time.Duration // of the server and of the bots while they played
}

// plan says how a life shall end, and when.
func (s *soak) plan(n int) *life {
	l := &life{n: n, ending: inPlay, began: time.Now()}
	l.span = lifeMin + time.Duration(s.rng.Below(int(s.c.Life-lifeMin)))
	switch {
	case n%doorEvery == 1:
		l.ending, l.span = atDoor, time.Duration(s.rng.Below(int(doorMax)))
	case s.c.LongEvery > 0 && n%s.c.LongEvery == 0:
		l.ending, l.span = atCut, longLife-time.Second+time.Duration(s.rng.Below(int(time.Second)))
	case n%sealEvery == 0:
		l.ending = sealing
	}
	return l
}

// live is one life of the daemon: start, everybody in, a while of play, SIGKILL, and the judgement.
func (s *soak) live(ctx context.Context, n int) error {
	l := s.plan(n)
	server, err := bots.Spawn(ctx, bots.Program{Path: s.c.Program, Log: s.c.Log, Args: s.args()})
	if err != nil {
		return err
	}
	defer server.Kill()
	l.server, l.clients = server, s.clients(l)
	s.report.Starts += time.Since(l.began)
	if l.ending == atDoor {
		err = s.storm(ctx, l)
	} else {
		err = s.visit(ctx, l)
	}
	if err != nil {
		return err
	}
	return s.judge(ctx, l)
}

// args are the daemon's. It seals little and often, and keeps little, so that kills meet that too.
func (s *soak) args() []string {
	const least, perBot, kept = 64 << 10, 8 << 10, 4 // bytes, bytes, segments' worth before compression
	segment := max(least, perBot*s.c.Bots)
	return []string{
		"serve", "--data", s.path("data"), "--pack", s.path("pack"), "--telnet", "127.0.0.1:0", "--ssh", "", "--http", "",
		"--ops", "", "--log-level", "warn", "--slow", "0", "--connections", strconv.Itoa(2*s.c.Bots + 100),
		"--connects-per-second", "0", "--new-accounts", "0", "--lines-per-second", "10000", "--lines-burst", "10000",
		"--segment-size", strconv.Itoa(segment), "--keep-size", strconv.Itoa(kept * segment), "--seal-every", "200ms",
	}
}

// visit lets everybody in and play.
func (s *soak) visit(ctx context.Context, l *life) error {
	began := time.Now()
	if err := errors.Join(s.enter(ctx, l)...); err != nil {
		return err
	}
	s.report.Entering += time.Since(began)
	if err := s.same(l.clients); err != nil {
		return err
	}
	return s.play(ctx, l)
}

// clients makes the bots of one life. When they are at the door for long, some come who were never there before.
func (s *soak) clients(l *life) []*client {
	clients := make([]*client, s.c.Bots, s.c.Bots+newcomers)
	for i := range clients {
		clients[i] = s.client(l.n, i, botName(i))
	}
	if l.ending == atDoor {
		for i := range newcomers {
			id := s.c.Bots + i
			clients = append(clients, s.client(l.n, id, newName(l.n, i)))
		}
	}
	return clients
}

func (s *soak) client(n, id int, name string) *client {
	return &client{
		Witness: Witness{Name: name, Held: map[string]bool{}}, id: id, life: n, rumours: s.rumours, bots: s.c.Bots,
		place: s.place, gap: time.Duration(float64(time.Second) / s.c.Pace),
		rng: bots.NewChance(s.c.Seed, uint64(n)<<32|uint64(id+1)),
	}
}

// enter lets everybody in, as many at once as the daemon takes without telling the others to come again, and returns
// how each of them fared.
func (s *soak) enter(ctx context.Context, l *life) []error {
	const atOnce = 50
	errs := make([]error, len(l.clients))
	turns := make(chan struct{}, atOnce)
	var wg sync.WaitGroup
	for i, c := range l.clients {
		wg.Go(func() {
			turns <- struct{}{}
			errs[i] = c.enter(ctx, l.server.Addr)
			<-turns
		})
	}
	wg.Wait()
	return errs
}

// storm lets everybody in and kills the daemon meanwhile: who made an account and was told so has one.
func (s *soak) storm(ctx context.Context, l *life) error {
	var killed atomic.Bool
	timer := time.AfterFunc(l.span, func() { killed.Store(true); l.server.Kill() })
	defer timer.Stop()
	for i, err := range s.enter(ctx, l) {
		if c := l.clients[i]; c.conn != nil {
			_ = c.conn.Close()
		}
		if err != nil && !killed.Load() {
			return fmt.Errorf("%s failed before the kill: %w", l.clients[i].Name, err)
		}
	}
	l.server.Kill() // everybody may have been faster
	return ctx.Err()
}

// same wants bots to see the world that was read while the daemon was down.
func (s *soak) same(clients []*client) error {
	held := map[string]map[string]bool{}
	for what, at := range s.report.Last.Places {
		if held[at] == nil {
			held[at] = map[string]bool{}
		}
		held[at][what] = true
	}
	for _, c := range clients {
		room := s.report.Last.Rooms[c.Name]
		switch {
		case room == "": // it was not here before
		case c.Room != room:
			return fmt.Errorf("%s finds itself in %s, and the journal has it in %s", c.Name, c.Room, room)
		case len(held[c.Name]) != len(c.Held):
			return fmt.Errorf("%s finds that it carries %v, and the journal says %v", c.Name, c.Held, held[c.Name])
		}
		for what := range c.Held {
			if room != "" && !held[c.Name][what] {
				return fmt.Errorf("%s finds that it carries %s, and the journal has it at %s", c.Name, what,
					s.report.Last.Places[what])
			}
		}
	}
	return nil
}

// play lets everybody act for a while, in the end as fast as they can, and kills the daemon.
func (s *soak) play(ctx context.Context, l *life) error {
	rush, killed := make(chan struct{}), make(chan struct{})
	var isOver atomic.Bool
	var answered atomic.Int64
	errs := make([]error, len(l.clients))
	var wg sync.WaitGroup
	began, before, own := time.Now(), cpu(l.server.PID), cpu(os.Getpid())
	for i, c := range l.clients {
		wg.Go(func() {
			n, err := c.play(rush, killed)
			answered.Add(int64(n))
			if !isOver.Load() {
				errs[i] = fmt.Errorf("%s was cut off before the kill: %w", c.Name, err)
			}
			_ = c.conn.Close()
		})
	}
	if l.ending == sealing {
		s.awaitSeal(ctx, l.span)
	} else {
		rushing := min(l.span, time.Duration(s.rng.Below(int(rushMax))))
		wait(ctx, l.span-rushing)
		close(rush)
		wait(ctx, rushing)
	}
	l.cpu, l.own = cpu(l.server.PID)-before, cpu(os.Getpid())-own
	isOver.Store(true)
	l.server.Kill()
	close(killed)
	l.span = time.Since(began)
	wg.Wait()
	l.answered = int(answered.Load())
	return errors.Join(append(errs, ctx.Err())...)
}

// awaitSeal waits until the next segment is being written or stands, and a little longer; at most for so long. Half of
// the times it waits as long before, since much is sealed when a life begins and less later.
func (s *soak) awaitSeal(ctx context.Context, most time.Duration) {
	if s.rng.Below(2) == 0 {
		wait(ctx, time.Duration(s.rng.Below(int(most))))
	}
	until := time.Now().Add(most)
	before := s.segments()
	for time.Now().Before(until) && ctx.Err() == nil {
		now := s.segments()
		if slices.ContainsFunc(now, func(name string) bool { return !slices.Contains(before, name) }) {
			wait(ctx, time.Duration(s.rng.Below(int(sealMax))))
			return
		}
		wait(ctx, sealLook)
	}
}

// segments lists what lies in the daemon's folder of segments, now; before the first seal there is none.
func (s *soak) segments() []string {
	entries, err := fs.ReadDir(os.DirFS(s.path("data")), segmentsName)
	if err != nil {
		return nil
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = filepath.Base(e.Name())
	}
	return names
}

// cpu is what a process has used by now; none where the system does not tell.
func cpu(pid int) time.Duration {
	u, err := gauge.UsageOf(pid)
	if err != nil {
		return 0
	}
	return u.CPU()
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
