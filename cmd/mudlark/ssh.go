package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	gossh "golang.org/x/crypto/ssh"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/ops"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/lines"
	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/mud/sshd"
	"github.com/mudlark-mud/mudlark/tui"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
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

// screen shows the Bubble Tea screen.
func (d *sshDoor) screen(ctx context.Context, s *sshd.Session, o session.Options) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	pane := newPane(ctx, func() { d.meter.LimitMet(limitSSHScreen) })
	var wg sync.WaitGroup
	wg.Go(func() { pane.run(d.hub, o, d.log) })
	model := tui.New(pane, tui.Config{Title: "mudlark", NoColor: s.Env.NoColor, ASCII: !s.Env.UTF8()})
	if _, err := sshd.RunProgram(ctx, s, model, tui.Options()...); err != nil && !errors.Is(err, tea.ErrInterrupted) {
		d.log.Info("ssh screen ended", slog.String("remote", string(o.From)), slog.Any("err", err))
	}
	cancel()
	wg.Wait()
	if word := model.Farewell(); word != "" {
		_, _ = io.WriteString(s.Out, word+"\n")
	}
}

// lines serves a session without a terminal.
func (d *sshDoor) lines(ctx context.Context, s *sshd.Session, o session.Options) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	lio := sshd.NewLineIO(s)
	defer func() { _ = lio.Close() }()
	wire := &sshWire{lines: lio, cancel: cancel}
	client := lines.Client{Width: s.Size.Width, Depth: prose.Colours16, Draws: s.Env.UTF8()}
	if !s.PTY {
		client.Width, client.Depth = 0, prose.NoColour
	}
	if s.Env.NoColor || s.Term == "dumb" {
		client.Depth = prose.NoColour
	}
	screen := lines.New(wire, client)
	typed := make(chan string)
	sess := d.hub.New(ctx, screen, o)
	defer sess.Closed("client_closed")
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	wg.Go(func() {
		defer close(typed)
		for {
			line, err := lio.ReadLine(ctx)
			switch {
			case errors.Is(err, sshd.ErrLineTooLong):
				d.meter.LimitMet(limitSSHLine)
				_, _ = lio.Write([]byte("That line is too long.\n"))
				continue
			case err != nil:
				return
			}
			select {
			case typed <- line:
			case <-ctx.Done():
				return
			}
		}
	})
	for !sess.Ended() {
		in := typed
		if sess.Busy() {
			in = nil
		}
		select {
		case line, ok := <-in:
			if !ok {
				return
			}
			if s.PTY {
				screen.Resize(lio.Width())
			}
			sess.Line(line)
		case <-sess.Wake():
			sess.Pump()
		case <-ctx.Done():
			return
		}
	}
}

// sshWire lets a line screen write to an SSH session.
type sshWire struct {
	lines  *sshd.LineIO
	cancel context.CancelFunc
}

// Send implements lines.Wire; a client that is gone is noticed by whoever reads.
func (w *sshWire) Send(o lines.Output) {
	if len(o.Paragraphs) > 0 {
		_, _ = w.lines.Write([]byte(strings.Join(o.Paragraphs, "\n") + "\n"))
	}
	if o.Prompt != "" {
		_ = w.lines.Prompt(o.Prompt)
	}
}

// Secret implements lines.Wire.
func (w *sshWire) Secret(on bool) {
	if on {
		w.lines.Hide()
		return
	}
	w.lines.Show()
}

// Charset implements lines.Wire; SSH clients say theirs when they connect.
func (w *sshWire) Charset(string) {}

// Settled implements lines.Wire.
func (w *sshWire) Settled() {}

// Close implements lines.Wire.
func (w *sshWire) Close(string) { w.cancel() }
