package server

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/ops"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// TestClock starts a world again and again with a clock that is wrong, and right again: its time never goes back behind
// what was written, nor takes more than a week of any jump; nobody is kept out, and tokens and passwords hold.
func TestClock(t *testing.T) {
	dir, p := t.TempDir(), worldtest.SmallPack()
	const week = 7 * 24 * 3600 * world.Second
	today := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	var token account.Secret
	var last world.Time
	password := account.NewSecret("among-the-eels-7")
	for _, c := range []struct {
		name string
		wall time.Time
		most world.Time // of world time since the start before, beside what the test takes
	}{
		{"the first start", today, 0},
		{"an hour ahead", today.Add(time.Hour), 3600 * world.Second},
		{"an hour back", today, 0},
		{"ten years back", today.AddDate(-10, 0, 0), 0},
		{"right again", today.Add(2 * time.Hour), week},
		{"a year ahead", today.AddDate(1, 0, 0), week},
		{"right again after the year", today.Add(3 * time.Hour), 0},
	} {
		d, err := TakeUp(dir, slog.New(slog.DiscardHandler), Opening{
			Meter: NewMeter(ops.Config{}, slog.New(slog.DiscardHandler)), Locked: func() error { return nil },
			now: func() time.Time { return c.wall },
		})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- d.Loop.Run(ctx) }()
		if err := d.Begin(ctx, &p); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if token.Reveal() == "" {
			token = settle(t, d, password, c.wall)
		}
		if _, err := d.Accounts.Present(token, c.wall); err != nil {
			t.Errorf("%s: a token does not hold: %v", c.name, err)
		}
		attempt := account.Attempt{Name: "ann", Password: password, From: "192.0.2.1", Now: c.wall}
		if _, err := d.Accounts.SignIn(ctx, attempt); err != nil {
			t.Errorf("%s: a password does not hold: %v", c.name, err)
		}
		d.retain(ctx)
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		const spare = 60 * world.Second // for what the test itself takes
		now := d.Machine.State().Now
		if since := now - last; since < 0 || since > c.most+spare {
			t.Errorf("%s: %d of world time have passed, want 0 to %d", c.name, since, c.most)
		}
		last = now
		if err := d.Journal.Close(); err != nil {
			t.Error(err)
		}
	}
}

// settle makes an account with a character and a token.
func settle(t *testing.T, d *Daemon, password account.Secret, now time.Time) account.Secret {
	t.Helper()
	draft, err := d.Accounts.Draft(t.Context(), "ann", password)
	if err != nil {
		t.Fatal(err)
	}
	var made account.Account
	if err := d.write(t.Context(), func() (puts []account.Put, err error) {
		made, puts, err = d.Accounts.Register(draft, now)
		return puts, err
	}, nil); err != nil {
		t.Fatal(err)
	}
	r, err := d.Host(t.Context(), world.Create{Account: made.ID, Name: "Ann", Role: world.RolePlayer})
	if err != nil || r.Refusal != nil {
		t.Fatal(err, r.Refusal)
	}
	token, err := d.Mint(t.Context(), command.ControlCall{Actor: "Ann", Label: "helper"})
	if err != nil {
		t.Fatal(err)
	}
	return account.NewSecret(token)
}
