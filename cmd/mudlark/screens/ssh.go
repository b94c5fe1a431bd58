package screens

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
	"github.com/mudlark-mud/mudlark/mud/sshd/renderer"
	"github.com/mudlark-mud/mudlark/tui"
	"github.com/mudlark-mud/mudlark/world"
)

const doorSSH = "ssh"

// KeyAuth lets SSH ask the accounts.
type KeyAuth struct {
	Accounts *account.Registrar
	Meter    *ops.Meter
	Denials  *account.DenialLog
}

// Password implements sshd.Auth.
func (a KeyAuth) Password(
	ctx context.Context, user string, password account.Secret, remote net.Addr,
) (sshd.Identity, error) {
	acct, err := a.Accounts.SignIn(ctx, account.Attempt{
		Name: user, Password: password, From: account.SourceOf(remote), Now: time.Now(),
		Remote: remote, Door: doorSSH,
	})
	if r, ok := errors.AsType[*account.Refusal](err); ok {
		a.Meter.SignInRefused(doorSSH, string(r.Code))
	}
	return sshd.Identity{Account: acct.ID, Name: acct.Name}, err
}

// Key implements sshd.Auth.
func (a KeyAuth) Key(_ context.Context, user string, key gossh.PublicKey, _ net.Addr) (sshd.Identity, bool) {
	acct, ok, err := a.Accounts.KeyOwner(user, key)
	if err != nil || !ok {
		return sshd.Identity{}, false
	}
	return sshd.Identity{Account: acct.ID, Name: acct.Name, Fingerprint: gossh.FingerprintSHA256(key)}, true
}

// Stranger implements sshd.Auth.
func (a KeyAuth) Stranger(remote net.Addr) {
	a.Denials.Free(account.Denial{Remote: remote, Door: doorSSH, Reason: account.CodeUnknownAccount}, time.Now())
}

// Known implements sshd.Auth.
func (a KeyAuth) Known(user string) bool {
	known, err := a.Accounts.Known(user)
	return known || err != nil
}

// SSHDoor serves SSH sessions: a screen, or lines without a terminal.
type SSHDoor struct {
	Hub   *session.Hub
	Log   *slog.Logger
	Meter *ops.Meter
}

// SSHCensus says how the door stands.
func SSHCensus(s *sshd.Server) ops.Door {
	c := s.Census()
	out := ops.Door{
		Name: "ssh", Open: c.Open, Handshakes: c.Handshakes, Accepted: c.Accepted, Ended: map[string]uint64{},
	}
	for reason, n := range s.Ended() { // each has its own place
		out.Ended[string(reason)] = n
	}
	return out
}

// Serve runs one session over SSH until it ends.
func (d *SSHDoor) Serve(ctx context.Context, s *sshd.Session) {
	o := session.Options{
		Door: doorSSH, From: account.SourceOf(s.Remote), Remote: s.Remote, Name: s.User,
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
func (d *SSHDoor) listens(id world.AccountID) bool {
	raw, err := d.Hub.Accounts.Settings(id)
	if err != nil {
		return false
	}
	kept, err := settings.Decode(raw)
	return err == nil && kept.Value(settings.ScreenReader) == settings.On
}

// screen shows the Bubble Tea screen, and goes on in lines for whoever turns out to listen.
func (d *SSHDoor) screen(ctx context.Context, s *sshd.Session, o session.Options) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	drawing, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	plain := newSSHLines(s, d.Meter.LimitMet, cancel)
	pane := newPane(drawing, func() { d.Meter.LimitMet(LimitSSHScreen) })
	var on *session.Session
	var wg sync.WaitGroup
	wg.Go(func() {
		if on = pane.run(ctx, d.Hub, &turning{drawn: pane, lines: plain.screen}, o, d.Log); on != nil {
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
	if defect, ok := errors.AsType[*renderer.PanicError](err); ok {
		panic(defect) // the door tells, counts and logs it as any other
	}
	if err != nil && !errors.Is(err, tea.ErrInterrupted) {
		d.Log.Info("ssh screen ended", slog.String("remote", string(o.From)), slog.Any("err", err))
	}
	if word := model.Farewell(); word != "" {
		_, _ = io.WriteString(s.Out, word+"\n")
	}
}

// lines serves a session in lines from the beginning.
func (d *SSHDoor) lines(ctx context.Context, s *sshd.Session, o session.Options) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	plain := newSSHLines(s, d.Meter.LimitMet, cancel)
	plain.serve(ctx, s, d.Hub.New(ctx, plain.screen, o), nil)
}
