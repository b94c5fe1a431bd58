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

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// The control socket lets tools speak to a running daemon: HTTP over DATA/control.sock, mode 0600, so whoever may
// open the file is the operator.
const (
	controlName      = "control.sock"
	controlBodyMax   = 64 << 10
	controlCallMax   = 10 * time.Minute
	controlHeaderMax = 5 * time.Second
)

// controlCall is what a tool asks.
type controlCall struct {
	Account  string `json:"account,omitempty"`
	Password string `json:"password,omitempty"`
	Actor    string `json:"actor,omitempty"`
	Label    string `json:"label,omitempty"`
	New      bool   `json:"new,omitempty"` // make the character if there is none of that name
	PID      int    `json:"pid,omitempty"` // of the process that asks
	Seq      uint64 `json:"seq,omitempty"`
	Reason   string `json:"reason,omitempty"`
	All      bool   `json:"all,omitempty"`
	Minds    bool   `json:"minds,omitempty"` // with what the people of the world remember
}

// controlAnswer is what it gets.
type controlAnswer struct {
	Text  string `json:"text,omitempty"`
	Error string `json:"error,omitempty"`
}

// openControl opens the socket.
func (c *serveCmd) openControl(ctx context.Context, d *daemon, doors *sync.WaitGroup) error {
	path := d.path(controlName)
	// The journal's lock is ours, so a socket that is there belongs to nobody.
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("clear the old control socket: %w", err)
	}
	ln, err := listenPrivate(ctx, path)
	if err != nil {
		return fmt.Errorf("open the control socket: %w", err)
	}
	mux := http.NewServeMux()
	handle := func(name string, do func(context.Context, controlCall) (string, error)) {
		mux.HandleFunc("POST /"+name, func(w http.ResponseWriter, r *http.Request) {
			var call controlCall
			var out controlAnswer
			err := json.NewDecoder(io.LimitReader(r.Body, controlBodyMax)).Decode(&call)
			if err == nil {
				out.Text, err = do(r.Context(), call)
			}
			if err != nil {
				out.Error = advice(err)
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
		Handler: mux, ReadHeaderTimeout: controlHeaderMax, WriteTimeout: controlCallMax,
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

// advice is the sentence of an error that has one.
func advice(err error) string {
	var a interface{ Advice() string }
	if errors.As(err, &a) {
		return a.Advice()
	}
	return err.Error()
}

// passwd sets an account's password for the operator.
func (d *daemon) passwd(ctx context.Context, c controlCall) (string, error) {
	draft, err := d.accounts.Draft(ctx, c.Account, account.NewSecret(c.Password))
	if err != nil {
		return "", err
	}
	err = d.write(ctx, func() ([]account.Put, error) { return d.accounts.ChangePassword(draft, time.Now()) }, nil)
	return "The password of " + c.Account + " is changed.", err
}

// mint makes a token for the operator, for a character that has an owner.
func (d *daemon) mint(ctx context.Context, c controlCall) (string, error) {
	var secret account.Secret
	var grant world.GrantID
	var body world.ActorID
	label := orDefault(world.Clean(c.Label), "operator")
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

// callControl asks a running daemon; errNoDaemon says that none runs.
func callControl(ctx context.Context, dir, name string, c controlCall) (string, error) {
	body, err := openCall(ctx, dir, name, c)
	if err != nil {
		return "", err
	}
	defer func() { _ = body.Close() }()
	var out controlAnswer
	if err := json.NewDecoder(body).Decode(&out); err != nil {
		return "", fmt.Errorf("read the daemon's answer: %w", err)
	}
	if out.Error != "" {
		return "", errors.New(out.Error)
	}
	return out.Text, nil
}

// openCall asks a running daemon and returns its answer to be read; errNoDaemon says that none runs.
func openCall(ctx context.Context, dir, name string, c controlCall) (io.ReadCloser, error) {
	path := dir + string(os.PathSeparator) + controlName
	client := &http.Client{Transport: &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, "unix", path)
		},
	}}
	body, err := json.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("encode the call: %w", err)
	}
	r, w := io.Pipe()
	go func() { _, err := w.Write(body); w.CloseWithError(err) }()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://control/"+name, r)
	if err != nil {
		return nil, fmt.Errorf("make the call: %w", err)
	}
	resp, err := client.Do(req)
	if err != nil {
		if op := (*net.OpError)(nil); errors.As(err, &op) && op.Op == "dial" {
			return nil, errNoDaemon
		}
		return nil, fmt.Errorf("speak to the daemon: %w", err)
	}
	return resp.Body, nil
}

// errNoDaemon says that nobody answers on the control socket.
var errNoDaemon = errors.New("no daemon runs on that data folder")
