package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// openControl opens the socket.
func (c *serveCmd) openControl(ctx context.Context, d *daemon, doors *sync.WaitGroup) error {
	path := d.path(command.ControlSocket)
	// The journal's lock is ours, so a socket that is there belongs to nobody.
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("clear the old control socket: %w", err)
	}
	ln, err := listenPrivate(ctx, path)
	if err != nil {
		return fmt.Errorf("open the control socket: %w", err)
	}
	mux := http.NewServeMux()
	handle := func(name string, do func(context.Context, command.ControlCall) (string, error)) {
		mux.HandleFunc("POST /"+name, func(w http.ResponseWriter, r *http.Request) {
			var call command.ControlCall
			var out command.ControlAnswer
			err := json.NewDecoder(io.LimitReader(r.Body, command.ControlBodyMax)).Decode(&call)
			if err == nil {
				out.Text, err = do(r.Context(), call)
			}
			if err != nil {
				out.Error = command.Advice(err)
			}
			_ = json.NewEncoder(w).Encode(out)
		})
	}
	handle("status", d.status)
	handle("passwd", d.passwd)
	handle("token", d.mint)
	handle("erase", d.erase)
	mux.HandleFunc("POST /lend", d.serveLending(ctx))
	mux.HandleFunc("POST /bridge", d.serveBridge(ctx))
	server := &http.Server{
		Handler: mux, ReadHeaderTimeout: command.ControlHeaderTimeout, WriteTimeout: command.ControlCallTimeout,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	doors.Go(func() {
		if err := server.Serve(ln); err != nil && !errors.Is(err, http.ErrServerClosed) {
			d.log.Error("control socket ended", slog.Any("err", err))
		}
	})
	return nil
}

// listenPrivate makes the socket and closes it to everybody else; the folder is 0700, so nobody is faster.
func listenPrivate(ctx context.Context, path string) (net.Listener, error) {
	ln, err := (&net.ListenConfig{}).Listen(ctx, "unix", path)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(err, ln.Close())
	}
	return ln, nil
}

// passwd sets an account's password for the operator.
func (d *daemon) passwd(ctx context.Context, c command.ControlCall) (string, error) {
	draft, err := d.accounts.Draft(ctx, c.Account, account.NewSecret(c.Password))
	if err != nil {
		return "", err
	}
	err = d.write(ctx, func() ([]account.Put, error) { return d.accounts.ChangePassword(draft, time.Now()) }, nil)
	return "The password of " + c.Account + " is changed.", err
}

// mint makes a token for the operator, for a character that has an owner.
func (d *daemon) mint(ctx context.Context, c command.ControlCall) (string, error) {
	var secret account.Secret
	var grant world.GrantID
	var body world.ActorID
	label := command.OrDefault(world.Clean(c.Label), "operator")
	act := func(s *world.State) (*world.Input, []account.Put, error) {
		a := s.PlayerNamed(c.Actor)
		if a == nil || a.Account == "" {
			return nil, nil, fmt.Errorf("no character called %q has an owner", c.Actor)
		}
		minted, token, puts, err := d.accounts.Mint(account.TokenSpec{
			Account: a.Account, Character: a.ID, Label: label,
		}, time.Now())
		if err != nil {
			return nil, nil, err
		}
		secret, grant, body = minted, token.Grant, a.ID
		return &world.Input{
			Actor: body, Via: world.Via{Kind: world.ViaHost}, Action: world.MintGrant{
				Grant: grant, Label: label, Ask: world.AskDestructive,
			},
		}, puts, nil
	}
	if err := d.writeWith(ctx, act); err != nil {
		return "", err
	}
	return secret.Reveal(), nil
}

// write commits account rows that are made on the writer.
func (d *daemon) write(ctx context.Context, rows func() ([]account.Put, error), in *world.Input) error {
	return d.writeWith(ctx, func(*world.State) (*world.Input, []account.Put, error) {
		puts, err := rows()
		return in, puts, err
	})
}

func (d *daemon) writeWith(
	ctx context.Context, act func(*world.State) (*world.Input, []account.Put, error),
) error {
	var failed error
	var staged []account.Put
	r, err := d.loop.Do(ctx, func(s *world.State, _ world.Time) loop.Step {
		in, puts, err := act(s)
		if err != nil {
			failed = err
			return loop.Step{}
		}
		return loop.Step{Input: in, Then: func(*world.State, world.Time) loop.Step {
			staged = puts
			d.staged.Stage(puts)
			return loop.Step{Puts: journalPuts(puts)}
		}}
	})
	d.staged.Settled(staged)
	switch {
	case err != nil:
		return err
	case failed != nil:
		return failed
	case r.Refusal != nil:
		return r.Refusal
	}
	return nil
}
