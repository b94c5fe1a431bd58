package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/alecthomas/kong"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/playclient"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/screens"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

const (
	soloLog     = "play.log" // what the world logs, in its folder
	soloOther   = "Traveller"
	soloTimeout = time.Minute
)

// solo is a world inside the client: the daemon without any door but a pipe.
type solo struct {
	name, password string

	open chan struct{}   // closed once somebody may come in
	ctx  context.Context //nolint:containedctx // of the world's doors; for connections that are made later
	door *screens.TelnetDoor
	wg   sync.WaitGroup

	cancel context.CancelFunc
	ended  chan error
}

// startSolo starts the world in a folder, with the one character who is to play in it.
func startSolo(e *command.Env, dir, name, password string) (playclient.Solo, error) {
	s := &solo{name: name, password: password, open: make(chan struct{}), ended: make(chan error, 1)}
	if err := s.start(e, dir); err != nil {
		return playclient.Solo{}, err
	}
	return playclient.Solo{Dial: s.dial, Close: s.close}, nil
}

// start runs the daemon in a data folder, which is locked as any other, until close.
func (s *solo) start(e *command.Env, dir string) error {
	if err := command.MakeFolder(dir); err != nil {
		return err
	}
	log, err := os.OpenFile(filepath.Join(dir, soloLog), os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("open the world's log: %w", err)
	}
	serve, err := soloServe(e, dir)
	if err != nil {
		return errors.Join(err, log.Close())
	}
	serve.inside = s.enter
	ctx, cancel := context.WithCancel(context.WithoutCancel(e.Ctx))
	s.cancel = cancel
	go func() {
		err := serve.Run(
			&command.Env{Ctx: ctx, Getenv: e.Getenv, Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: log},
		)
		if errors.Is(err, command.ExitReboot) { // there is nobody to start it again but the player
			err = nil
		}
		s.ended <- errors.Join(err, log.Close())
	}()
	select {
	case <-s.open:
		return nil
	case err := <-s.ended:
		cancel()
		return err
	case <-time.After(soloTimeout):
		cancel()
		return errors.New("the world did not open in time")
	}
}

// soloServe is serve with its defaults, and no address to listen at.
func soloServe(e *command.Env, dir string) (*serveCmd, error) {
	var c struct {
		Serve serveCmd `cmd:""`
	}
	parser, err := kong.New(&c, vars(e.Getenv))
	if err != nil {
		return nil, fmt.Errorf("set up the world: %w", err)
	}
	_, err = parser.Parse([]string{
		"serve", "--data=" + dir, "--telnet=", "--telnets=", "--ssh=", "--http=", "--ops=", "--log-level=warn",
	})
	return &c.Serve, err
}

// enter is called by the daemon when its doors would open.
func (s *solo) enter(ctx context.Context, world *serving, door *screens.TelnetDoor) error {
	if err := s.settle(ctx, world.d); err != nil {
		return err
	}
	s.ctx, s.door = ctx, door
	close(s.open)
	return nil
}

// settle makes the account and the character, as far as they are not there.
func (s *solo) settle(ctx context.Context, d *server.Daemon) error {
	acct, found, err := d.Accounts.Find(s.name)
	if err != nil {
		return err
	}
	if !found {
		draft, err := d.Accounts.Draft(ctx, s.name, account.NewSecret(s.password))
		if err != nil {
			return err
		}
		made, puts, err := d.Accounts.Register(draft, time.Now())
		if err != nil {
			return err
		}
		if err := d.Put(ctx, puts); err != nil {
			return err
		}
		acct = made
	}
	has := false
	if _, err := d.Loop.Do(ctx, func(st *world.State, _ world.Time) loop.Step {
		playable, _ := st.CharactersOf(acct.ID)
		has = len(playable) > 0
		return loop.Step{}
	}); err != nil || has {
		return err
	}
	var refused error
	for _, name := range []string{s.name, playclient.Stranger, soloOther} {
		r, err := d.Host(ctx, world.Create{Account: acct.ID, Name: name, Role: world.RolePlayer})
		if err != nil || r.Refusal == nil {
			return err
		}
		refused = errors.New(r.Refusal.Text)
	}
	return refused
}

// dial gives one end of a pipe whose other end the world serves.
func (s *solo) dial(context.Context, string, string) (net.Conn, error) {
	if s.ctx.Err() != nil {
		return nil, errors.New("the world has stopped")
	}
	here, there := net.Pipe()
	s.wg.Go(func() { s.door.Connection(s.ctx, there, there.RemoteAddr()) })
	return here, nil
}

// close stops the world. When it returns, all is on the disk.
func (s *solo) close() error {
	s.cancel()
	err := <-s.ended
	s.wg.Wait()
	return err
}
