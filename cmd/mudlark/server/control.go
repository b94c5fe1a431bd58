package server

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

// ControlFunc answers a call on the control socket.
type ControlFunc func(context.Context, command.ControlCall) (string, error)

// OpenControl opens the socket. Of streams each writes its own answer.
func (d *Daemon) OpenControl(
	ctx context.Context, calls map[string]ControlFunc, streams map[string]http.HandlerFunc, doors *sync.WaitGroup,
) error {
	path := d.Path(command.ControlSocket)
	// The journal's lock is ours, so a socket that is there belongs to nobody.
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("clear the old control socket: %w", err)
	}
	ln, err := listenPrivate(ctx, path)
	if err != nil {
		return fmt.Errorf("open the control socket: %w", err)
	}
	mux := http.NewServeMux()
	handle := func(name string, do ControlFunc) {
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
	for name, do := range calls {
		handle(name, do)
	}
	for name, serve := range streams {
		mux.HandleFunc("POST /"+name, serve)
	}
	server := &http.Server{
		Handler: mux, ReadHeaderTimeout: command.ControlHeaderTimeout, WriteTimeout: command.ControlCallTimeout,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	doors.Go(func() {
		if err := server.Serve(ln); err != nil && !errors.Is(err, http.ErrServerClosed) {
			d.Log.Error("control socket ended", slog.Any("err", err))
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

// Passwd sets an account's password for the operator.
func (d *Daemon) Passwd(ctx context.Context, c command.ControlCall) (string, error) {
	draft, err := d.Accounts.Draft(ctx, c.Account, account.NewSecret(c.Password))
	if err != nil {
		return "", err
	}
	err = d.write(ctx, func() ([]account.Put, error) { return d.Accounts.ChangePassword(draft, time.Now()) }, nil)
	return "The password of " + c.Account + " is changed.", err
}

// Mint makes a token for the operator, for a character that has an owner.
func (d *Daemon) Mint(ctx context.Context, c command.ControlCall) (string, error) {
	var secret account.Secret
	var grant world.GrantID
	var body world.ActorID
	label := command.OrDefault(world.Clean(c.Label), "operator")
	act := func(s *world.State) (*world.Input, []account.Put, error) {
		a := s.PlayerNamed(c.Actor)
		if a == nil || a.Account == "" {
			return nil, nil, fmt.Errorf("no character called %q has an owner", c.Actor)
		}
		minted, token, puts, err := d.Accounts.Mint(account.TokenSpec{
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
	if err := d.WriteWith(ctx, act); err != nil {
		return "", err
	}
	return secret.Reveal(), nil
}

// write commits account rows that are made on the writer.
func (d *Daemon) write(ctx context.Context, rows func() ([]account.Put, error), in *world.Input) error {
	return d.WriteWith(ctx, func(*world.State) (*world.Input, []account.Put, error) {
		puts, err := rows()
		return in, puts, err
	})
}

// WriteWith commits account rows, and an action with them, that are made on the writer from the state.
func (d *Daemon) WriteWith(
	ctx context.Context, act func(*world.State) (*world.Input, []account.Put, error),
) error {
	var failed error
	var staged []account.Put
	r, err := d.Loop.Do(ctx, func(s *world.State, _ world.Time) loop.Step {
		in, puts, err := act(s)
		if err != nil {
			failed = err
			return loop.Step{}
		}
		return loop.Step{Input: in, Then: func(*world.State, world.Time) loop.Step {
			staged = puts
			d.Staged.Stage(puts)
			return loop.Step{Puts: JournalPuts(puts)}
		}}
	})
	d.Staged.Settled(staged)
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
