package bench

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/bots"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/gauge"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/load"
)

// Recovery is a server that is killed with -9 under load, and started again, on the same data each time.
type Recovery struct {
	Kills   int     `default:"5" help:"How often."`
	Players int     `default:"500" help:"Who play in a closed loop when it is killed."`
	PerRoom int     `default:"5" help:"Of these in a room."`
	Seconds float64 `default:"10" help:"How long they play before."`
}

// afterKill names a start after a kill -9.
const afterKill = "after kill -9"

// Measure implements Scenario.
func (s *Recovery) Measure(ctx context.Context, l *Lab) (*Report, error) {
	title := fmt.Sprintf("Recovery: killed with -9 %d times while %s play", s.Kills, Count(s.Players))
	r, err := l.begin(ctx, "recovery", title)
	if err != nil {
		return nil, err
	}
	if l.Addr != "" {
		return nil, errors.New("a server that was started elsewhere is not killed; leave the address out")
	}
	site, err := l.game(ctx, wish{players: s.Players, town: townFor(s.Players, s.PerRoom)})
	if err != nil {
		return nil, err
	}
	defer site.close()
	for kill := range s.Kills {
		if err := l.kill(ctx, site, s.Players, seconds(s.Seconds)); err != nil {
			return nil, err
		}
		start, err := site.restart(ctx, fmt.Sprintf("%s, %d", afterKill, kill+1))
		if err != nil {
			return nil, err
		}
		r.Starts = append(r.Starts, start)
	}
	return r, l.floorStart(ctx, r)
}

// kill lets everybody play for a while and kills the server in the middle of it.
func (l *Lab) kill(ctx context.Context, s *site, players int, after time.Duration) error {
	_, err := l.play(ctx, s, load.Config{
		Crowd: load.Crowd{Telnet: players}, Loop: load.Closed, Mix: bots.Mix{"item": 1, "say": 1},
		WarmUp: time.Millisecond, Patience: time.Second,
		Phases: []load.Phase{{Time: time.Millisecond, Do: func(ctx context.Context) error {
			pause(ctx, after)
			s.server.Kill()
			return ctx.Err()
		}}},
	})
	return err
}

// restart starts the server again, and says how long that took.
func (s *site) restart(ctx context.Context, name string) (Start, error) {
	o := Start{Server: "mudlark", Name: name, OnDisk: size(s.dir)}
	if s.dir == "" {
		o.Server = "echo"
	}
	began := time.Now()
	if err := s.start(ctx); err != nil {
		return o, fmt.Errorf("%s: %w", name, err)
	}
	o.Ready = s.took.Seconds()
	v := &visitor{addr: s.at.Telnet, id: stormBegin, echo: s.dir == ""}
	defer v.close()
	if err := v.enter(ctx); err != nil {
		return o, fmt.Errorf("%s: %w", name, err)
	}
	word := marker(v.id)
	if err := v.ask(word, marked(word)); err != nil {
		return o, fmt.Errorf("%s: %w", name, err)
	}
	o.Answer = time.Since(began).Seconds()
	if u, err := gauge.UsageOf(s.pid); err == nil {
		o.Anonymous, o.File = u.Anonymous, u.File
	}
	s.lab.Told(fmt.Sprintf("%s: ready after %.2f s, the first answer after %.2f s", name, o.Ready, o.Answer))
	return o, nil
}

// floorStart starts the echo server, to see what starting a process takes.
func (l *Lab) floorStart(ctx context.Context, r *Report) error {
	if !l.Floor {
		return nil
	}
	s := &site{lab: l, args: []string{"bench", "echo"}}
	start, err := s.restart(ctx, "a bare echo server")
	if err != nil {
		return err
	}
	s.close()
	r.Starts = append(r.Starts, start)
	return nil
}

// size is how many bytes the files below a folder have.
func size(dir string) (n int64) {
	if dir == "" {
		return 0
	}
	// What cannot be read is not counted; the figure is for orientation.
	_ = filepath.WalkDir(filepath.Join(dir, "data"), func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return nil //nolint:nilerr // see above
		}
		if info, err := e.Info(); err == nil {
			n += info.Size()
		}
		return nil
	})
	return n
}

// BigWorld is a world with very many rooms and nobody in it.
type BigWorld struct {
	Rooms      int     `default:"50000" help:"Rooms."`
	Stones     int     `default:"0" help:"Things in each room."`
	Characters int     `default:"0" help:"Characters that came in once before the start that counts."`
	Players    int     `default:"0" help:"Who play in a closed loop when it is killed."`
	Seconds    float64 `default:"10" help:"How long they play before."`
	Settle     float64 `default:"5" help:"Seconds from a start until its memory is read."`
}

// The starts of a big world.
const (
	firstStart = "first start"
	cleanStart = "after a stop"
)

// Measure implements Scenario.
func (s *BigWorld) Measure(ctx context.Context, l *Lab) (*Report, error) {
	title := fmt.Sprintf("Big world: %s rooms", Count(s.Rooms))
	if s.Stones > 0 {
		title += fmt.Sprintf(", %s things", Count(s.Rooms*s.Stones))
	}
	if s.Characters > 0 {
		title += fmt.Sprintf(", %s characters", Count(s.Characters))
	}
	r, err := l.begin(ctx, "bigworld", title)
	if err != nil {
		return nil, err
	}
	if l.Addr != "" {
		return nil, errors.New("a big world is started here; leave the address out")
	}
	town := bots.Town{Rooms: s.Rooms, Stones: s.Stones}
	site, err := l.game(ctx, wish{players: max(s.Characters, s.Players), town: town})
	if err != nil {
		return nil, err
	}
	defer site.close()
	l.Told(fmt.Sprintf("%s: ready after %.2f s", firstStart, site.took.Seconds()))
	r.Starts = append(r.Starts, s.settled(ctx, site, Start{
		Server: "mudlark", Name: firstStart, Ready: site.took.Seconds(),
	}))
	if s.Characters > 0 {
		if err := s.people(ctx, l, site); err != nil {
			return nil, err
		}
	}
	for _, name := range []string{cleanStart, afterKill} {
		if name == cleanStart {
			if err := site.server.Stop(); err != nil {
				return nil, fmt.Errorf("stop the server: %w", err)
			}
		} else {
			if err := s.kill(ctx, l, site); err != nil {
				return nil, err
			}
		}
		start, err := site.restart(ctx, name)
		if err != nil {
			return nil, err
		}
		r.Starts = append(r.Starts, s.settled(ctx, site, start))
	}
	return r, l.floorStart(ctx, r)
}

// kill kills the server, under load if somebody plays.
func (s *BigWorld) kill(ctx context.Context, l *Lab, site *site) error {
	if s.Players > 0 {
		return l.kill(ctx, site, s.Players, seconds(s.Seconds))
	}
	site.server.Kill()
	return nil
}

// settled reads the memory of a server when its start is over.
func (s *BigWorld) settled(ctx context.Context, site *site, o Start) Start {
	pause(ctx, seconds(s.Settle))
	if u, err := gauge.UsageOf(site.pid); err == nil {
		o.Anonymous, o.File = u.Anonymous, u.File
	}
	o.OnDisk = size(site.dir)
	return o
}

// people lets many come in once and leave. They are guests, whom the world keeps for an hour.
func (s *BigWorld) people(ctx context.Context, l *Lab, site *site) error {
	_, err := l.play(ctx, site, load.Config{
		Crowd: load.Crowd{Telnet: s.Characters}, Loop: load.Silent, WarmUp: time.Millisecond,
		Phases: []load.Phase{{Time: time.Millisecond}},
	})
	return err
}
