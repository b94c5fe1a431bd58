package bench

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/bots"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/load"
)

// FanOut is one who speaks, and a room full of listeners.
type FanOut struct {
	Listeners int     `default:"500" help:"Who listen, all in one room."`
	Window    int     `default:"4" help:"Words under way at a time; the next is said when all have heard one."`
	Seconds   float64 `default:"30" help:"How long to measure."`
}

// Measure implements Scenario.
func (s *FanOut) Measure(ctx context.Context, l *Lab) (*Report, error) {
	title := fmt.Sprintf("Fan-out: one speaks, %s in the room listen", Count(s.Listeners))
	r, err := l.begin(ctx, "fanout", title)
	if err != nil {
		return nil, err
	}
	c := load.Config{
		Crowd: load.Crowd{Telnet: s.Listeners + 1}, Loop: load.Closed, Window: s.Window,
		Phases: []load.Phase{{Time: seconds(s.Seconds)}},
	}
	game, err := l.game(ctx, wish{players: s.Listeners + 1, town: bots.Town{Rooms: 1, Stones: 1}})
	if err != nil {
		return nil, err
	}
	r.Server, err = l.play(ctx, game, c)
	game.close()
	if err != nil {
		return nil, err
	}
	// The floor sends each listener as many bytes as the game did.
	a := r.Server.Phases[0].All
	if a.Deliveries == 0 {
		return nil, fmt.Errorf("nobody heard a word: %s", r.Server.FirstError)
	}
	perDelivery := int(math.Round(a.In * float64(a.Players) / a.Deliveries))
	r.Floor, err = l.floor(ctx, c, perDelivery)
	r.Note("Each delivery was %d bytes, prompt included; the echo server sent as many to each.", perDelivery)
	r.Observe()
	return r, err
}

// Idle is a crowd that is connected and does nothing.
type Idle struct {
	Players int     `default:"1000" help:"Players."`
	PerRoom int     `default:"5" help:"Players in a room."`
	Settle  float64 `default:"40" help:"Seconds to wait first; the state that signing in changed is written after 30."`
	Seconds float64 `default:"60" help:"How long to measure."`
}

// Measure implements Scenario.
func (s *Idle) Measure(ctx context.Context, l *Lab) (*Report, error) {
	title := fmt.Sprintf("Idle crowd: %s players, connected and silent", Count(s.Players))
	r, err := l.begin(ctx, "idle", title)
	if err != nil {
		return nil, err
	}
	return r, l.beside(ctx, r, wish{players: s.Players, town: townFor(s.Players, s.PerRoom)}, load.Config{
		Crowd: load.Crowd{Telnet: s.Players}, Loop: load.Silent, WarmUp: max(seconds(s.Settle), time.Millisecond),
		Phases: []load.Phase{{Time: seconds(s.Seconds)}},
	})
}
