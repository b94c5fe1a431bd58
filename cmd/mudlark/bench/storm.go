package bench

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/bots"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/gauge"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/load"
)

// LoginStorm is many who come in at once, first as guests and then with passwords, while others play.
type LoginStorm struct {
	Logins  int     `name:"at-once" default:"200" help:"How many come in at once."`
	Players int     `default:"200" help:"Who play meanwhile."`
	PerRoom int     `default:"5" help:"Of these in a room."`
	Quiet   float64 `default:"10" help:"Seconds of play before each storm."`
}

const (
	guests    = "guests"
	passwords = "passwords"
	accountsA = 4 // made at a time: each costs the server a hash
)

// Measure implements Scenario.
func (s *LoginStorm) Measure(ctx context.Context, l *Lab) (*Report, error) {
	title := fmt.Sprintf("Login storm: %s come in at once while %s play", Count(s.Logins), Count(s.Players))
	r, err := l.begin(ctx, "storm", title)
	if err != nil {
		return nil, err
	}
	if r.Server, err = s.game(ctx, l, r); err != nil {
		return nil, err
	}
	if !l.Floor {
		r.Observe()
		return r, nil
	}
	l.Told("the floor: a bare echo server")
	site, err := l.echo(ctx, 0)
	if err != nil {
		return nil, err
	}
	defer site.close()
	c, err := s.config(ctx, site, r, guests)
	if err != nil {
		return nil, err
	}
	c.Echo = true
	r.Floor, err = l.play(ctx, site, c)
	r.Observe()
	return r, err
}

func (s *LoginStorm) game(ctx context.Context, l *Lab, r *Report) (*load.Result, error) {
	site, err := l.game(ctx, wish{players: s.Players + 2*s.Logins, town: townFor(s.Players, s.PerRoom)})
	if err != nil {
		return nil, err
	}
	defer site.close()
	began := time.Now()
	l.Told(fmt.Sprintf("making %s accounts", Count(s.Logins)))
	if err := s.accounts(ctx, site.at.Telnet); err != nil {
		return nil, err
	}
	l.Told("they are made after " + time.Since(began).Round(time.Millisecond).String())
	c, err := s.config(ctx, site, r, guests, passwords)
	if err != nil {
		return nil, err
	}
	return l.play(ctx, site, c)
}

// config makes a run of which each storm is a phase, after one that is quiet.
func (s *LoginStorm) config(ctx context.Context, site *site, r *Report, kinds ...string) (load.Config, error) {
	mix, err := bots.ParseMix(evening)
	c := load.Config{Crowd: load.Crowd{Telnet: s.Players}, Loop: load.Open, PerSecond: 1, Mix: mix}
	server := "echo"
	if site.dir != "" || site.server == nil {
		server = "mudlark"
	}
	for _, kind := range kinds {
		c.Phases = append(c.Phases, load.Phase{Name: "quiet", Time: seconds(s.Quiet)},
			load.Phase{Name: kind, Time: time.Second, Do: func(ctx context.Context) error {
				storm, err := s.storm(ctx, site.at.Telnet, kind, server)
				r.Logins = append(r.Logins, storm)
				return err
			}})
	}
	return c, errors.Join(err, ctx.Err())
}

// accounts makes an account for each who will come with a password.
func (s *LoginStorm) accounts(ctx context.Context, addr string) error {
	return each(s.Logins, accountsA, func(i int) error {
		v := &visitor{addr: addr, id: stormBegin + i, name: visitorName(i)}
		defer v.close()
		return v.enter(ctx)
	})
}

// storm lets all come in at once, and lets go of them when the last is in.
func (s *LoginStorm) storm(ctx context.Context, addr, kind, server string) (Storm, error) {
	o := Storm{Server: server, Kind: kind, Tried: s.Logins}
	var h gauge.Histogram
	var mu sync.Mutex
	var stay []*visitor
	began := time.Now()
	err := each(s.Logins, s.Logins, func(i int) error {
		v := &visitor{addr: addr, id: stormBegin + s.Logins + i, echo: server == "echo"}
		if kind == passwords {
			v.id, v.name = stormBegin+i, visitorName(i)
		}
		begun := time.Now()
		err := v.enter(ctx)
		took := time.Since(begun)
		mu.Lock()
		defer mu.Unlock()
		o.Waits += v.waits
		if err != nil {
			v.close()
			return err
		}
		h.Add(took)
		stay = append(stay, v)
		go v.linger()
		return nil
	})
	o.In, o.Seconds, o.Prompt = len(stay), time.Since(began).Seconds(), h.Latency()
	for _, v := range stay {
		v.close()
	}
	if o.In == 0 {
		return o, err
	}
	return o, nil // whoever did not get in is counted
}

// each does something for each number, so many at a time, and joins what went wrong.
func each(many, atATime int, do func(i int) error) error {
	var wg sync.WaitGroup
	errs := make([]error, many)
	turns := make(chan struct{}, max(atATime, 1))
	for i := range many {
		turns <- struct{}{}
		wg.Go(func() {
			defer func() { <-turns }()
			errs[i] = do(i)
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}
