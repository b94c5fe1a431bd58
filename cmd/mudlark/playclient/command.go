// Package playclient is `mudlark play`: the terminal client for any MUD. It joins what lies in tui (the screen,
// triggers, the map, profiles, logs) and the client end of telnet to a person's terminal, configuration folder and
// keyring. A world played alone is started by whoever runs the command (StartSolo), so this package knows no server.
// One goroutine reads the connection; the screen or, for those who listen, the lines have their own.
package playclient

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/mud/sshd"
	"github.com/mudlark-mud/mudlark/tui/client"
	"github.com/mudlark-mud/mudlark/tui/client/profile"
)

// Command holds the flags of mudlark play.
type Command struct {
	Host    string `arg:"" optional:"" help:"HOST[:PORT], a profile, telnet:// or telnets://; none: play alone."`
	TLS     *bool  `name:"tls" negatable:"" help:"Encrypt, or do not, whatever the address or the profile says."`
	Reader  bool   `help:"Lines only, for screen readers and for pipes: nothing is drawn or moved."`
	Profile string `placeholder:"NAME" help:"Remember this MUD under a name; with no HOST, play the one so named."`
	Log     string `placeholder:"KIND" help:"Keep a log: plain or html."`
	Record  string `placeholder:"FILE" help:"Record the screen in a file for asciinema."`
	Look    bool   `help:"Show what the MUD says of itself, and leave."`
	NoColor bool   `help:"Bold and underline instead of colours (NO_COLOR)."`
	ASCII   bool   `name:"ascii" help:"Draw with ASCII."`
	Bridge  string `placeholder:"URL" help:"Have what you say to gm in a fight read there, as http://127.0.0.1:3002."`
	Data    string `placeholder:"DIR" help:"What the client remembers; by default mudlark in your configuration folder."`
}

// Run plays until the person leaves.
func (c *Command) Run(e *command.Env, start StartSolo) error {
	dir := c.Data
	if dir == "" {
		config, err := os.UserConfigDir()
		if err != nil {
			return fmt.Errorf("find your configuration folder: %w: give one with --data", err)
		}
		dir = filepath.Join(config, "mudlark")
	}
	shelf, err := profile.Open(dir)
	if err != nil {
		return err
	}
	if c.Host == "" && c.Profile == "" {
		if c.Look {
			return command.Misuse(errors.New("--look asks a MUD what it is: give HOST[:PORT]"))
		}
		return c.alone(e, dir, shelf, start)
	}
	p, err := c.player(e, shelf)
	if err != nil {
		return err
	}
	p.cast = c.Record
	if c.Look {
		return p.look()
	}
	return p.play()
}

// player finds out what is to be played, and how.
func (c *Command) player(e *command.Env, shelf *profile.Shelf) (*player, error) {
	name := command.OrDefault(c.Profile, c.Host)
	found, known, err := shelf.Load(name)
	switch {
	case err != nil:
		return nil, command.Misuse(err)
	case !known && c.Host == "":
		return nil, command.Misuse(
			fmt.Errorf("there is no profile %q: give HOST[:PORT] too, and it is remembered", c.Profile),
		)
	case c.Host != "" && (!known || c.Profile != ""):
		found.Address = c.Host
	}
	addr, err := profile.Parse(found.Address)
	if err != nil {
		return nil, command.Misuse(err)
	}
	switch {
	case c.Profile != "" && c.Host != "":
		if err := shelf.Save(c.Profile, found); err != nil {
			return nil, command.Misuse(err)
		}
	case !known: // without a name an address has what was remembered of it all the same
		name = addr.Key()
		if kept, ok, err := shelf.Load(name); err != nil {
			return nil, command.Misuse(err)
		} else if ok {
			kept.Address, found = found.Address, kept
		}
	}
	var read client.Reader
	if c.Bridge != "" {
		bridge, err := newPlayBridge(c.Bridge)
		if err != nil {
			return nil, err
		}
		read = bridge.propose
	}
	out := newPlayer(e, shelf, shelf.Folder(name), c.over(e, found, addr), addr, read)
	out.keepAccount = func(account string) error {
		found.Account = account
		return shelf.Save(name, found)
	}
	return out, nil
}

// over lets what the command line and the surroundings say beat the profile.
func (c *Command) over(e *command.Env, p profile.Profile, addr profile.Address) profile.Profile {
	switch {
	case c.TLS != nil && *c.TLS:
		p.TLS = profile.TLSOn
	case c.TLS != nil:
		p.TLS = profile.Plain
	case p.TLS == "":
		p.TLS = addr.TLS
	}
	p.Log = command.OrDefault(c.Log, p.Log)
	p.NoColor = p.NoColor || c.NoColor || e.Getenv("NO_COLOR") != "" || sshd.Colourless(e.Getenv("TERM"))
	p.ASCII, p.Reader = p.ASCII || c.ASCII, p.Reader || c.Reader
	return p
}

// alone plays in a world of one's own.
func (c *Command) alone(e *command.Env, dir string, shelf *profile.Shelf, start StartSolo) error {
	folder := shelf.Folder(profile.OwnFolder)
	who, err := folder.Made(soloKey, func() string { return soloCharacter(e.Getenv) + " " + newPassword() })
	if err != nil {
		return err
	}
	name, password, _ := strings.Cut(strings.TrimSpace(who), " ")
	world, err := start(e, filepath.Join(dir, profile.OwnWorld), name, password)
	if err != nil {
		return err
	}
	own := c.over(e, profile.Profile{}, profile.Address{})
	p := newPlayer(e, shelf, folder, own, profile.Address{Host: "lowtide", Port: profile.DefaultPort}, nil)
	p.name, p.dial = "Lowtide", world.Dial
	p.login = func() (string, string, bool) {
		p.given.Store(true)
		return name, password, true
	}
	p.cast = c.Record
	return errors.Join(p.play(), world.Close())
}
