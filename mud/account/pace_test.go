package account_test

import (
	"errors"
	"fmt"
	"net"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/mud/account"
)

func TestPace(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	p := account.NewPace(time.Second, 3)
	take := func(from account.Source, at time.Duration) time.Duration { return p.Take(from, now.Add(at)) }
	for i := range 3 {
		if wait := take("192.0.2.1", 0); wait != 0 {
			t.Fatalf("beginning %d of a burst of 3: got a wait of %s", i+1, wait)
		}
	}
	if got, want := take("192.0.2.1", 0), time.Second; got != want {
		t.Errorf("wait behind the burst: got %s, want %s", got, want)
	}
	if got := take("192.0.2.2", 0); got != 0 {
		t.Errorf("another source waits %s for the first", got)
	}
	if got, want := take("192.0.2.1", 400*time.Millisecond), 600*time.Millisecond; got != want {
		t.Errorf("wait a little later: got %s, want %s; refused ones must not be booked", got, want)
	}
	if got := take("192.0.2.1", time.Second); got != 0 {
		t.Errorf("after the wait: got another of %s", got)
	}
	for range 3 {
		take("192.0.2.1", time.Hour)
	}
	if got := take("192.0.2.1", time.Hour); got != time.Second {
		t.Errorf("a burst after a long rest: got a wait of %s, want %s", got, time.Second)
	}
	if got := take("192.0.2.1", -365*24*time.Hour); got > time.Second {
		t.Errorf("after the clock was set back a year: got a wait of %s, want %s at most", got, time.Second)
	}
}

// A stranger with many addresses costs bounded memory, and does not make the limit forget a busy source at once.
func TestPaceForgetsTheOldest(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	p := account.NewPace(time.Hour, 1)
	p.Take("192.0.2.1", now)
	for i := range account.DefaultThrottleRows - 1 {
		p.Take(account.Source(fmt.Sprintf("198.51.%d.%d", i/256, i%256)), now)
	}
	if p.Take("192.0.2.1", now) == 0 {
		t.Error("a source was forgotten before as many others came as the limit keeps")
	}
}

func TestNoPace(t *testing.T) {
	for _, p := range []*account.Pace{nil, account.NewPace(0, 5), account.NewPace(time.Second, 0)} {
		for range 100 {
			if wait := p.Take("192.0.2.1", time.Unix(0, 0)); wait != 0 {
				t.Fatalf("a limit that is switched off asks to wait %s", wait)
			}
		}
	}
}

func TestNewcomersWait(t *testing.T) {
	rows := newTable()
	r := newRegistrarWith(t, rows, account.NewPace(time.Minute, 2))
	now := time.Unix(1_000_000, 0)
	home := account.SourceOf(&net.TCPAddr{IP: net.IPv4(192, 0, 2, 1)})
	for range 2 {
		if err := r.Newcomer(home, now); err != nil {
			t.Fatalf("a first account: %v", err)
		}
	}
	var refusal *account.Refusal
	if err := r.Newcomer(home, now); !errors.As(err, &refusal) || refusal.Code != account.CodeCrowd {
		t.Fatalf("third account within a minute: got %v, want a refusal of code %s", err, account.CodeCrowd)
	}
	if got, want := refusal.Wait, time.Minute; got != want {
		t.Errorf("wait: got %s, want %s", got, want)
	}
	if err := r.Newcomer("192.0.2.9", now); err != nil {
		t.Errorf("from elsewhere: %v", err)
	}
}
