package bench

import (
	"context"
	"fmt"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/bots"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/load"
)

// evening is the mix of an evening in a MUD.
const evening = "say=2,tell=3,look=3,item=1,move=1"

// Load is any number of bots at any doors and any rate.
type Load struct {
	Telnet   int     `help:"Bots over telnet; 100 when no others are wanted."`
	SSH      int     `name:"ssh" help:"Bots over SSH, in lines."`
	Screens  int     `name:"screen" help:"Bots over SSH with the full screen; they only say and tell."`
	Agents   int     `help:"Agents over MCP, with an account each."`
	Rate     float64 `default:"1" help:"Commands a second of each, in an open loop; 0: a closed loop."`
	Arrivals string  `default:"even" enum:"even,random" help:"How commands of an open loop are spread: ${enum}."`
	PerRoom  int     `default:"20" help:"Bots in a room of the town."`
	Seconds  float64 `default:"30" help:"How long to measure."`
	Mix      string  `default:"say=2,tell=3,look=3,item=1,move=1" help:"How often each kind of command is sent."`
	Lowtide  bool    `help:"Start the built-in world instead of a town."`
}

// Measure implements Scenario.
func (s *Load) Measure(ctx context.Context, l *Lab) (*Report, error) {
	crowd := load.Crowd{Telnet: s.Telnet, SSH: s.SSH, Screens: s.Screens, Agents: s.Agents}
	if crowd.Total() == 0 {
		crowd.Telnet = 100
	}
	p := play{
		name: "load", crowd: crowd, rate: s.Rate, arrivals: load.Arrivals(s.Arrivals), perRoom: s.PerRoom,
		seconds: s.Seconds, mix: s.Mix, lowtide: s.Lowtide,
	}
	p.title = Count(crowd.Total()) + " players, each as fast as answered"
	if s.Rate > 0 {
		p.title = fmt.Sprintf("%s players, %s", Count(crowd.Total()), paced(s.Rate))
	}
	return p.measure(ctx, l)
}

// Closed is a closed loop: how much the server does when everybody waits for it.
type Closed struct {
	Players int     `default:"500" help:"Players."`
	PerRoom int     `default:"5" help:"Players in a room."`
	Seconds float64 `default:"30" help:"How long to measure."`
	Mix     string  `default:"item=1,say=1" help:"How often each kind of command is sent."`
}

// Measure implements Scenario.
func (s *Closed) Measure(ctx context.Context, l *Lab) (*Report, error) {
	p := play{
		name: "closed", crowd: load.Crowd{Telnet: s.Players}, perRoom: s.PerRoom, seconds: s.Seconds, mix: s.Mix,
		title: fmt.Sprintf("Closed loop: %s players, %d to a room, each as fast as answered", Count(s.Players),
			s.PerRoom),
	}
	return p.measure(ctx, l)
}

// Open is an open loop: how long an answer takes when commands come whatever the server does.
type Open struct {
	Players  int     `default:"1000" help:"Players."`
	Rate     float64 `default:"1" help:"Commands a second of each."`
	Arrivals string  `default:"even" enum:"even,random" help:"How they are spread: ${enum}."`
	PerRoom  int     `default:"5" help:"Players in a room."`
	Seconds  float64 `default:"60" help:"How long to measure."`
	Mix      string  `default:"say=2,tell=3,look=3,item=1,move=1" help:"How often each kind of command is sent."`
}

// Measure implements Scenario.
func (s *Open) Measure(ctx context.Context, l *Lab) (*Report, error) {
	p := play{
		name: "open", crowd: load.Crowd{Telnet: s.Players}, rate: s.Rate, arrivals: load.Arrivals(s.Arrivals),
		perRoom: s.PerRoom, seconds: s.Seconds, mix: s.Mix,
		title: fmt.Sprintf("Open loop: %s players, %s", Count(s.Players), paced(s.Rate)),
	}
	return p.measure(ctx, l)
}

// Crowd is very many players who each do little.
type Crowd struct {
	Players int     `default:"10000" help:"Players."`
	Every   float64 `default:"10" help:"Seconds between two commands of one."`
	PerRoom int     `default:"5" help:"Players in a room."`
	Seconds float64 `default:"60" help:"How long to measure."`
}

// Measure implements Scenario.
func (s *Crowd) Measure(ctx context.Context, l *Lab) (*Report, error) {
	p := play{
		name: "crowd", crowd: load.Crowd{Telnet: s.Players}, rate: 1 / s.Every, perRoom: s.PerRoom, seconds: s.Seconds,
		mix: evening, title: fmt.Sprintf("Crowd: %s players, one command each %g s", Count(s.Players), s.Every),
	}
	return p.measure(ctx, l)
}

// play is what the scenarios have in common in which all that is done is play.
type play struct {
	name, title string
	crowd       load.Crowd
	rate        float64 // 0: a closed loop
	arrivals    load.Arrivals
	perRoom     int
	seconds     float64
	mix         string
	lowtide     bool
}

func (p play) measure(ctx context.Context, l *Lab) (*Report, error) {
	mix, err := bots.ParseMix(p.mix)
	if err != nil {
		return nil, err
	}
	r, err := l.begin(ctx, p.name, p.title)
	if err != nil {
		return nil, err
	}
	c := load.Config{
		Crowd: p.crowd, Loop: load.Closed, PerSecond: p.rate, Arrivals: p.arrivals, Mix: mix,
		Phases: []load.Phase{{Time: seconds(p.seconds)}},
	}
	if p.rate > 0 {
		c.Loop = load.Open
	}
	w := wish{players: p.crowd.Total(), town: townFor(p.crowd.Total(), p.perRoom), lowtide: p.lowtide}
	if p.crowd.SSH+p.crowd.Screens > 0 {
		w.doors = append(w.doors, load.DoorSSH)
	}
	if p.crowd.Agents > 0 {
		w.doors = append(w.doors, load.DoorMCP)
	}
	return r, l.beside(ctx, r, w, c)
}

// townFor is a town with so many players in each room, and a stone for each.
func townFor(players, perRoom int) bots.Town {
	perRoom = max(perRoom, 1)
	return bots.Town{Rooms: 1 + max(players/perRoom, 1), Stones: min(perRoom, stonesMost)}
}

// stonesMost is how many copies of a thing one spawn of a pack may keep.
const stonesMost = 50

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// paced writes a rate for each.
func paced(rate float64) string {
	if rate == 1 {
		return "one command a second each"
	}
	return fmt.Sprintf("%g commands a second each", rate)
}
