package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	gossh "golang.org/x/crypto/ssh"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/ops"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/mud/sshd"
	"github.com/mudlark-mud/mudlark/mud/sshd/paint"
	"github.com/mudlark-mud/mudlark/tui"
	"github.com/mudlark-mud/mudlark/world"
)

// keyAuth lets SSH ask the accounts.
type keyAuth struct {
	accounts *account.Registrar
	meter    *ops.Meter
}

// Password implements sshd.Auth.
func (a keyAuth) Password(
	ctx context.Context, user string, password account.Secret, remote net.Addr,
) (sshd.Identity, error) {
	acct, err := a.accounts.SignIn(ctx, account.Attempt{
		Name: user, Password: password, From: account.SourceOf(remote), Now: time.Now(),
	})
	if r, ok := errors.AsType[*account.Refusal](err); ok {
		a.meter.SignInRefused("ssh", string(r.Code))
	}
	return sshd.Identity{Account: acct.ID, Name: acct.Name}, err
}

// Key implements sshd.Auth.
func (a keyAuth) Key(_ context.Context, user string, key gossh.PublicKey, _ net.Addr) (sshd.Identity, bool) {
	acct, ok, err := a.accounts.KeyOwner(user, key)
	if err != nil || !ok {
		return sshd.Identity{}, false
	}
	return sshd.Identity{Account: acct.ID, Name: acct.Name, Fingerprint: gossh.FingerprintSHA256(key)}, true
}

// Known implements sshd.Auth.
func (a keyAuth) Known(user string) bool {
	known, err := a.accounts.Known(user)
	return known || err != nil
}

// sshDoor serves SSH sessions: a screen, or lines without a terminal.
type sshDoor struct {
	hub   *session.Hub
	log   *slog.Logger
	meter *ops.Meter
}

// sshCensus says how the door stands.
func sshCensus(s *sshd.Server) ops.Door {
	c := s.Census()
	out := ops.Door{
		Name: "ssh", Open: c.Open, Handshakes: c.Handshakes, Accepted: c.Accepted, Ended: map[string]uint64{},
	}
	for reason, n := range s.Ended() { // each has its own place
		out.Ended[string(reason)] = n
	}
	return out
}

func (d *sshDoor) serve(ctx context.Context, s *sshd.Session) {
	o := session.Options{
		Door: "ssh", From: account.SourceOf(s.Remote), Name: s.User,
		Account: account.Account{ID: s.Identity.Account, Name: s.Identity.Name}, Proof: session.ProofPassword,
	}
	if s.Identity.Fingerprint != "" {
		o.Proof = session.ProofKey
	}
	if s.Plain || d.listens(o.Account.ID) {
		d.lines(ctx, s, o)
		return
	}
	d.screen(ctx, s, o)
}

// listens reports whether an account's owner chose the screen reader mode: a screen that is drawn again and again says
// nothing to an ear.
func (d *sshDoor) listens(id world.AccountID) bool {
	raw, err := d.hub.Accounts.Settings(id)
	if err != nil {
		return false
	}
	kept, err := settings.Decode(raw)
	return err == nil && kept.Value(settings.ScreenReader) == settings.On
}

// screen shows the Bubble Tea screen, and goes on in lines for whoever turns out to listen.
func (d *sshDoor) screen(ctx context.Context, s *sshd.Session, o session.Options) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	drawing, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	plain := newSSHLines(s, d.meter.LimitMet, cancel)
	pane := newPane(drawing, func() { d.meter.LimitMet(limitSSHScreen) })
	var on *session.Session
	var wg sync.WaitGroup
	wg.Go(func() {
		if on = pane.run(ctx, d.hub, &turning{drawn: pane, lines: plain.screen}, o, d.log); on != nil {
			stop(errListens)
		}
	})
	model := tui.New(pane, tui.Config{Title: "mudlark", NoColor: s.Env.NoColor, ASCII: !s.Env.UTF8()})
	_, err := sshd.RunProgram(drawing, s, model)
	stop(nil)
	wg.Wait()
	if on != nil {
		plain.serve(ctx, s, on, pane.left())
		return
	}
	if defect, ok := errors.AsType[*paint.PanicError](err); ok {
		panic(defect) // the door tells, counts and logs it as any other
	}
	if err != nil && !errors.Is(err, tea.ErrInterrupted) {
		d.log.Info("ssh screen ended", slog.String("remote", string(o.From)), slog.Any("err", err))
	}
	if word := model.Farewell(); word != "" {
		_, _ = io.WriteString(s.Out, word+"\n")
	}
}

// lines serves a session in lines from the beginning.
func (d *sshDoor) lines(ctx context.Context, s *sshd.Session, o session.Options) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	plain := newSSHLines(s, d.meter.LimitMet, cancel)
	plain.serve(ctx, s, d.hub.New(ctx, plain.screen, o), nil)
}
