package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/bots"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/gauge"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/load"
)

const (
	filesBeside    = 100             // open files of a server beside its connections
	linesPerSecond = 1_000_000       // of a player: the server must be the limit, not its patience
	startMax       = 5 * time.Minute // for the largest of worlds
)

// Scenario is something to measure.
type Scenario interface {
	// Measure plays and measures. An error means that nothing was measured.
	Measure(ctx context.Context, l *Lab) (*Report, error)
}

// Aim is the server that a scenario loads, when it is one that runs already.
type Aim struct {
	Addr string `arg:"" optional:"" help:"A server's telnet address; none: one is started, with a town for bots."`
	SSH  string `name:"ssh-addr" help:"Where that server listens for SSH."`
	MCP  string `name:"mcp-url" help:"The URL at which that server takes agents."`
	PID  int    `name:"pid" help:"That server's process, to report its CPU and memory."`
}

// Ground is what scenarios stand on.
type Ground struct {
	Dir    string  `help:"Where data folders of servers are made; empty: where temporary files are." type:"existingdir"`
	Floor  bool    `default:"true" negatable:"" help:"Measure a bare echo server with the same bots, too."`
	Logins int     `default:"64" help:"Logins at a time while a crowd comes in."`
	Seed   uint64  `default:"1" help:"Of what bots choose; the same seed chooses alike."`
	WarmUp float64 `default:"2" help:"Seconds of play before what is measured."`
	Disk   float64 `name:"disk-seconds" default:"1" help:"How long to measure each thing of the disk; 0: not at all."`
	Ops    string  `hidden:"" help:"Where a server started here answers operators; empty: not at all."`
}

// Lab is where scenarios are measured.
type Lab struct {
	Aim
	Ground
	Program string   // the path of this program, to start servers with
	Args    []string // of this program, that repeat what is measured
	Version string
	Log     io.Writer    // takes what servers say
	Told    func(string) // is given a line about what goes on
}

// begin starts the report of a scenario; the disk is measured, if it is one of ours.
func (l *Lab) begin(ctx context.Context, name, title string) (*Report, error) {
	r := &Report{
		Format: Format, Scenario: name, Title: title, Command: "mudlark " + strings.Join(l.repeating(), " "),
		At:      time.Now().UTC().Truncate(time.Second),
		Version: l.Version, Machine: gauge.ThisMachine(),
	}
	if l.Addr != "" || l.Disk <= 0 {
		return r, nil
	}
	disk, err := gauge.MeasureDisk(ctx, l.dir(), seconds(l.Disk))
	if err != nil {
		return nil, err
	}
	r.Disk = &disk
	if disk.FileSystem == gauge.TmpFS {
		r.Note("The data folder lay in memory, where an fsync costs nothing: name a folder on a disk with --dir.")
	}
	return r, nil
}

// repeating are the arguments without those that say where things are put: they are another's on another machine.
func (l *Lab) repeating() []string {
	var out []string
	isPlace := func(arg string) bool { return arg == "--dir" || arg == "--pictures" }
	for i, arg := range l.Args {
		name, _, isWhole := strings.Cut(arg, "=")
		switch {
		case arg == "--json", isWhole && isPlace(name), isPlace(arg), i > 0 && isPlace(l.Args[i-1]):
		default:
			out = append(out, arg)
		}
	}
	return out
}

func (l *Lab) dir() string {
	if l.Dir == "" {
		return os.TempDir()
	}
	return l.Dir
}

// site is a server to load.
type site struct {
	at   load.Addresses
	pid  int
	town bots.Town

	lab    *Lab
	server *bots.Server // nil: not ours
	dir    string       // with its data; "": none of ours
	args   []string
	doors  []string
	took   time.Duration // from starting the process until its doors were open
}

// wish is what a server of the game must be like.
type wish struct {
	players int // most at a time
	town    bots.Town
	lowtide bool // the built-in world instead of a town
	doors   []string
	limited bool // leave the limits of what one may do as they are
}

// game starts a server of the game, or takes the one that the lab aims at.
func (l *Lab) game(ctx context.Context, w wish) (*site, error) {
	// Servers started here inherit the limit of open files.
	if err := gauge.RaiseFiles(w.players + filesBeside); err != nil {
		return nil, err
	}
	if l.Addr != "" {
		return &site{at: load.Addresses{Telnet: l.Addr, SSH: l.SSH, MCP: l.MCP}, pid: l.PID, lab: l}, nil
	}
	dir, err := os.MkdirTemp(l.dir(), "mudlark-bench-")
	if err != nil {
		return nil, fmt.Errorf("make a data folder: %w", err)
	}
	s := &site{lab: l, dir: dir, doors: append([]string{load.DoorTelnet}, w.doors...)}
	most := strconv.Itoa(w.players + filesBeside)
	door := func(name string) string {
		if slices.Contains(w.doors, name) {
			return "127.0.0.1:0"
		}
		return ""
	}
	s.args = []string{
		"serve", "--data", filepath.Join(dir, "data"), "--telnet", "127.0.0.1:0", "--ssh", door(load.DoorSSH),
		"--http", door(load.DoorMCP), "--ops", l.Ops, "--log-level", "error", "--connections", most,
	}
	if !w.limited {
		s.args = append(s.args, "--per-address", most, "--connects-per-second", "0", "--new-accounts", "0",
			"--lines-per-second", strconv.Itoa(linesPerSecond))
	}
	if !w.lowtide {
		town := filepath.Join(dir, "town")
		if err := errors.Join(os.Mkdir(town, 0o700), w.town.WriteTo(town)); err != nil {
			return nil, errors.Join(err, os.RemoveAll(dir))
		}
		s.args, s.town = append(s.args, "--pack", town), w.town
	}
	if err := s.start(ctx); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return s, nil
}

// echo starts the floor.
func (l *Lab) echo(ctx context.Context, fanBytes int) (*site, error) {
	s := &site{lab: l, args: []string{"bench", "echo", "--fan-bytes", strconv.Itoa(fanBytes)}}
	return s, s.start(ctx)
}

// start starts the server, for the first time or again on the same data.
func (s *site) start(ctx context.Context) (err error) {
	began := time.Now()
	s.server, err = bots.Spawn(ctx, bots.Program{
		Path: s.lab.Program, Args: s.args, Log: s.lab.Log, Doors: s.doors, Wait: startMax,
	})
	if err != nil {
		return err
	}
	s.at = load.Addresses{Telnet: s.server.Addr, SSH: s.server.SSH, MCP: s.server.MCP}
	s.pid, s.took = s.server.PID, time.Since(began)
	return nil
}

// close stops the server and takes its data away, if it was ours.
func (s *site) close() {
	if s.server != nil {
		if err := s.server.Stop(); err != nil {
			s.lab.Told("the server did not stop well: " + err.Error()) // what was measured stands
		}
	}
	if s.dir != "" {
		if err := os.RemoveAll(s.dir); err != nil {
			s.lab.Told("could not take away the data folder: " + err.Error())
		}
	}
}

// play lets bots play against a site.
func (l *Lab) play(ctx context.Context, s *site, c load.Config) (*load.Result, error) {
	c.At, c.PID, c.Town, c.Logins, c.Seed, c.Told = s.at, s.pid, s.town, l.Logins, l.Seed, l.Told
	if c.WarmUp == 0 {
		c.WarmUp = max(seconds(l.WarmUp), time.Millisecond)
	}
	return load.Run(ctx, c)
}

// floor plays the same against the echo server, all bots at its one door.
func (l *Lab) floor(ctx context.Context, c load.Config, fanBytes int) (*load.Result, error) {
	if !l.Floor {
		return nil, nil
	}
	l.Told("the floor: a bare echo server")
	s, err := l.echo(ctx, fanBytes)
	if err != nil {
		return nil, err
	}
	defer s.close()
	c.Crowd, c.Echo = load.Crowd{Telnet: c.Crowd.Total()}, true
	return l.play(ctx, s, c)
}

// beside plays against a game and against the floor.
func (l *Lab) beside(ctx context.Context, r *Report, w wish, c load.Config) error {
	s, err := l.game(ctx, w)
	if err != nil {
		return err
	}
	r.Server, err = l.play(ctx, s, c)
	s.close()
	if err != nil {
		return err
	}
	r.Floor, err = l.floor(ctx, c, 0)
	r.Observe()
	return err
}
