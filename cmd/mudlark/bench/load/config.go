package load

import (
	"context"
	"errors"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/bots"
)

// Patience is how long an answer is waited for, unless a config says otherwise. A command without one is counted as
// lost, and as having taken as long.
const Patience = 10 * time.Second

const (
	warmUpDefault = 2 * time.Second // of commands before what is measured
	loginMax      = 90 * time.Second
	pollEvery     = 20 * time.Millisecond
)

// The doors, as reports name them.
const (
	DoorTelnet = "telnet"
	DoorSSH    = "ssh"    // lines, without a terminal
	DoorScreen = "screen" // the full screen, over SSH
	DoorMCP    = "mcp"
)

// Crowd is how many bots come in by which door.
type Crowd struct{ Telnet, SSH, Screens, Agents int }

// Total is how many they are together.
func (c Crowd) Total() int { return c.Telnet + c.SSH + c.Screens + c.Agents }

// Addresses are where a server listens; those that nobody goes to may be empty.
type Addresses struct {
	Telnet string
	SSH    string
	MCP    string // a URL
}

// Loop is what makes a bot send its next command.
type Loop string

// The loops.
const (
	Open   Loop = "open"   // its moment has come, whatever became of the last
	Closed Loop = "closed" // the last is answered
	Silent Loop = "silent" // nothing does
)

// Phase is a stretch of a run that is measured by itself.
type Phase struct {
	Name string
	Time time.Duration // at least
	// Do is done meanwhile; the phase lasts until it has returned. Nil: nothing is.
	Do func(context.Context) error
}

// Config is what a run does.
type Config struct {
	At        Addresses
	Crowd     Crowd
	Loop      Loop
	PerSecond float64  // commands of each bot in an open loop
	Arrivals  Arrivals // of an open loop; "": even
	Phases    []Phase
	WarmUp    time.Duration // 0: 2 s
	Patience  time.Duration // 0: 10 s
	Mix       bots.Mix
	Logins    int       // at a time
	Town      bots.Town // that the server serves; zero: another world
	Echo      bool      // the server sends lines back and knows nothing else
	PID       int       // of the server, for what it uses; 0: unknown
	Seed      uint64    // of what bots choose
	// Window makes the first bot the only one that speaks, and is how many of its words may be on their way to listeners
	// at a time; Loop and Mix are then without meaning. 0: everybody speaks.
	Window int
	// Told is given a line about what the run is at; nil: nobody.
	Told func(string)
}

// check refuses what makes no sense and fills in what was left out.
func (c *Config) check() error {
	switch {
	case c.Crowd.Total() < 1 || c.Crowd.Telnet < 0 || c.Crowd.SSH < 0 || c.Crowd.Screens < 0 || c.Crowd.Agents < 0:
		return errors.New("a run needs a player")
	case len(c.Phases) == 0:
		return errors.New("a run needs something to measure")
	case c.Loop == Open && (c.PerSecond <= 0 || c.PerSecond > 1e6):
		return errors.New("an open loop needs a rate above 0 and up to a million commands a second of each")
	case c.Loop != Open && c.Loop != Closed && c.Loop != Silent:
		return errors.New("a loop is open, closed or silent")
	case c.Loop != Silent && c.Window == 0 && len(c.Mix.Deck()) == 0:
		return errors.New("a run needs a mix of commands")
	case c.Window > 0 && (c.Crowd.Total() < 2 || c.Crowd.Telnet < 1):
		return errors.New("a speaker needs telnet and a listener")
	case c.Echo && c.Crowd.Total() != c.Crowd.Telnet:
		return errors.New("the echo server has no door but telnet")
	}
	if c.Told == nil {
		c.Told = func(string) {}
	}
	if c.WarmUp == 0 {
		c.WarmUp = warmUpDefault
	}
	if c.Patience == 0 {
		c.Patience = Patience
	}
	if c.Arrivals == "" {
		c.Arrivals = Even
	}
	if c.Window > 0 {
		c.Loop, c.Mix = Closed, bots.Mix{"say": 1}
	}
	return nil
}
