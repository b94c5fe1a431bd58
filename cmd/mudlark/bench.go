package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"time"

	"github.com/mudlark-mud/mudlark/scripts/bots"
)

// benchCmd loads a server with telnet bots.
type benchCmd struct {
	Addr    string  `arg:"" optional:"" help:"The telnet address of the server to load; or else --spawn."`
	Players int     `default:"100" help:"Bots."`
	Rate    float64 `default:"1" help:"Commands a second of each; 0: the next when the last is answered."`
	Seconds int     `default:"30" help:"How long to measure, after everybody is in and two seconds of warming up."`
	Mix     string  `default:"say=2,tell=3,look=3,item=1,move=1" help:"How often each kind of command is sent."`
	Say     bool    `help:"Only say: --mix say=1."`
	Logins  int     `default:"64" help:"Logins at a time."`
	Spawn   bool    `help:"Start a server of this program, with a town of its own in a temporary folder."`
	PerRoom int     `default:"20" help:"With --spawn: bots in a room."`
	Lowtide bool    `help:"With --spawn: serve the built-in world instead of a town."`
	PID     int     `name:"pid" help:"The server's process, to report its CPU and memory."`
	Agents  bool    `help:"Load the door of agents instead: each bot is one over MCP, with an account of its own."`
	MCP     string  `name:"mcp" help:"With --agents and without --spawn: the URL of that door."`
	Echo    bool    `help:"Let the same bots load a bare echo server too, as the floor."`
	JSON    bool    `name:"json" help:"Print JSON."`

	ServeEcho bool `hidden:"" help:"Be the echo server."`
}

// filesBeside is how many files a server has open beside its connections.
const filesBeside = 100

// benchLinesPerSecond lets bots type as fast as they are answered: the server must be the limit, not its patience.
const benchLinesPerSecond = 1_000_000

// Run drives the bots and prints the report.
func (c *benchCmd) Run(e *env) error {
	if c.ServeEcho {
		return c.serveEcho(e)
	}
	switch {
	case c.Addr == "" && !c.Spawn:
		return errors.New("name the telnet address to load, or give --spawn")
	case c.Agents && !c.Spawn && c.MCP == "":
		return errors.New("name the URL that agents are to load, with --mcp")
	}
	mix := c.Mix
	if c.Say {
		mix = "say=1"
	}
	kinds, err := bots.ParseMix(mix)
	if err != nil {
		return err
	}
	config := bots.Config{
		Addr: c.Addr, Players: c.Players, PerSecond: c.Rate, Time: time.Duration(c.Seconds) * time.Second, Mix: kinds,
		Logins: c.Logins, PID: c.PID, MCP: c.MCP,
		Told: func(line string) { _, _ = fmt.Fprintln(e.stderr, line) },
	}
	// Servers started here inherit the limit.
	if err := bots.RaiseFiles(c.Players + filesBeside); err != nil {
		return err
	}
	first, err := c.load(e.ctx, e.stderr, config)
	if err != nil {
		return err
	}
	reports := []*bots.Report{first}
	if c.Echo {
		floor, err := c.floor(e.ctx, e.stderr, config)
		if err != nil {
			return err
		}
		reports = append(reports, floor)
	}
	if c.JSON {
		enc := json.NewEncoder(e.stdout)
		enc.SetIndent("", "  ")
		return enc.Encode(reports)
	}
	return bots.Table(e.stdout, reports...)
}

// load runs the bots against the server that was named, or one that is started for it.
func (c *benchCmd) load(ctx context.Context, log io.Writer, config bots.Config) (_ *bots.Report, err error) {
	play := bots.Run
	if c.Agents {
		play = bots.RunAgents
	}
	if !c.Spawn {
		return play(ctx, config)
	}
	dir, err := os.MkdirTemp("", "mudlark-bench-")
	if err != nil {
		return nil, fmt.Errorf("make a data folder: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	most := strconv.Itoa(c.Players + filesBeside)
	args := []string{
		"serve", "--data", dir + "/data", "--telnet", "127.0.0.1:0", "--ssh", "", "--log-level", "error",
		"--connections", most, "--per-address", most, "--lines-per-second", strconv.Itoa(benchLinesPerSecond), "--http",
	}
	var doors []string
	if c.Agents {
		args, doors = append(args, "127.0.0.1:0"), []string{"telnet", "mcp"}
	} else {
		args = append(args, "")
	}
	if !c.Lowtide {
		config.Town = bots.Town{Rooms: 1 + max(c.Players/max(c.PerRoom, 1), 1), Stones: max(c.PerRoom, 1)}
		world := dir + "/town"
		if err := os.Mkdir(world, 0o700); err != nil {
			return nil, fmt.Errorf("make a town's folder: %w", err)
		}
		if err := config.Town.WriteTo(world); err != nil {
			return nil, err
		}
		args = append(args, "--pack", world)
	}
	return c.spawn(ctx, config, play, bots.Program{Args: args, Log: log, Doors: doors})
}

// floor runs the same bots against an echo server in a process of its own.
func (c *benchCmd) floor(ctx context.Context, log io.Writer, config bots.Config) (*bots.Report, error) {
	config.Echo, config.Town = true, bots.Town{}
	return c.spawn(ctx, config, bots.Run, bots.Program{Args: []string{"bench", "--serve-echo"}, Log: log})
}

// spawn starts this program with arguments that make it serve, and lets the bots play against it.
func (*benchCmd) spawn(
	ctx context.Context, config bots.Config, play func(context.Context, bots.Config) (*bots.Report, error), p bots.Program,
) (_ *bots.Report, err error) {
	p.Path, err = os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program: %w", err)
	}
	server, err := bots.Spawn(ctx, p)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err := server.Stop(); err != nil {
			config.Told("the server did not stop well: " + err.Error()) // what was measured stands
		}
	}()
	config.Addr, config.MCP, config.PID = server.Addr, server.MCP, server.PID
	return play(ctx, config)
}

// serveEcho is the echo server, until the context ends.
func (c *benchCmd) serveEcho(e *env) error {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	e.println("telnet", ln.Addr())
	bots.ServeEcho(e.ctx, ln)
	return nil
}
