package account_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/mud/account"
)

func waitOf(err error) time.Duration {
	var refusal *account.Refusal
	if errors.As(err, &refusal) && refusal.Code == account.CodeThrottled {
		return refusal.Wait
	}
	return 0
}

// guess is an attempt with a wrong password that nobody waits for.
func guess(th *account.Throttle, from account.Source, name string, now time.Time) error {
	k, err := th.Begin(context.Background(), from, name, now)
	if err == nil {
		k.Failed(now)
	}
	return err
}

func TestThrottleBacksOffPerSource(t *testing.T) {
	th := account.NewThrottle(0)
	now := noon()
	var waits []time.Duration
	for i := range 40 {
		// Another name each time: one password tried on everybody.
		if err := guess(th, "192.0.2.1", fmt.Sprintf("name%d", i), now); err != nil {
			waits = append(waits, waitOf(err))
			now = now.Add(waitOf(err))
		}
	}
	if len(waits) < 10 || waits[0] != time.Second || waits[1] != 2*time.Second {
		t.Fatalf("got waits %v, want 1s, 2s, ...", waits)
	}
	last := waits[len(waits)-1]
	if last != 15*time.Minute {
		t.Errorf("got waits %v, want them to end at 15 minutes", waits)
	}
	if err := guess(th, "192.0.2.2", "fresh", now); err != nil {
		t.Errorf("another address is held up: %v", err)
	}
	if err := guess(th, "192.0.2.1", "ann", now.Add(time.Hour+15*time.Minute)); err != nil {
		t.Errorf("nothing is forgotten: %v", err)
	}
}

// A botnet has an address for every guess; the name is slowed, but never for longer than a minute at a time.
func TestThrottleBacksOffPerAccountButNotForGood(t *testing.T) {
	th := account.NewThrottle(0)
	now := noon()
	home := account.Source("198.51.100.1")
	k, err := th.Begin(context.Background(), home, "ann", now)
	if err != nil {
		t.Fatal(err)
	}
	k.Passed(now)
	var worst time.Duration
	for i := range 1000 {
		err := guess(th, account.Source(fmt.Sprintf("10.0.%d.%d", i/256, i%256)), "Ann", now)
		worst = max(worst, waitOf(err))
		now = now.Add(waitOf(err))
	}
	if worst != time.Minute {
		t.Errorf("got a longest wait of %v, want one minute", worst)
	}
	for range 20 {
		k, err := th.Begin(context.Background(), home, "ann", now)
		if err != nil {
			t.Fatalf("the owner at home is locked out: %v", err)
		}
		k.Cancelled()
	}
	if err := guess(th, "203.0.113.1", "ann", now); err != nil && waitOf(err) > time.Minute {
		t.Errorf("the owner elsewhere waits %v", waitOf(err))
	}
}

func TestThrottleSaysWhen(t *testing.T) {
	m := newTable()
	r := newRegistrar(t, m)
	register(t, m, r, "Ann", "correct horse battery")
	var err error
	for range 20 {
		_, err = signIn(r, "ann", "wrong password", "192.0.2.1", noon())
	}
	wantCode(t, err, account.CodeThrottled)
	var refusal *account.Refusal
	want := "Too many wrong passwords from where you are. Please try again in a second."
	if errors.As(err, &refusal); refusal.Text != want {
		t.Errorf("got %q", refusal.Text)
	}
	_, err = signIn(r, "ann", "correct horse battery", "192.0.2.1", noon())
	wantCode(t, err, account.CodeThrottled)
	if _, err := signIn(r, "ann", "correct horse battery", "192.0.2.1", noon().Add(refusal.Wait)); err != nil {
		t.Errorf("after the wait that was told: %v", err)
	}
}

func TestOwnSignInDoesNotClearTheSource(t *testing.T) {
	th := account.NewThrottle(0)
	guesses := 0
	for range 100 {
		if err := guess(th, "192.0.2.1", "victim", noon()); err == nil {
			guesses++
		}
		if k, err := th.Begin(context.Background(), "192.0.2.1", "own", noon()); err == nil {
			k.Passed(noon())
		}
	}
	if guesses > 6 {
		t.Errorf("%d guesses at one instant by signing in to an own account between them", guesses)
	}
}

func TestThrottleIsBounded(t *testing.T) {
	const rows = 100
	th := account.NewThrottle(rows)
	for i := range 10_000 {
		k, err := th.Begin(context.Background(), account.Source(fmt.Sprint("s", i)), fmt.Sprint("n", i), noon())
		if err != nil {
			t.Fatal(err)
		}
		if i%2 == 0 {
			k.Passed(noon())
		}
		k.Failed(noon())
	}
	if got, limit := th.Rows(), 4*2*rows; got > limit {
		t.Errorf("got %d rows, want at most %d", got, limit)
	}
}

// Whatever happens, and whatever the clock does, no wait is longer than its maximum, and whoever waits as told is let
// in.
func TestThrottleNeverLocksOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		th := account.NewThrottle(4)
		now := noon()
		for range rapid.IntRange(1, 200).Draw(t, "steps") {
			from := account.Source(rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f"}).Draw(t, "from"))
			name := rapid.SampledFrom([]string{"ann", "bob", "cyd"}).Draw(t, "name")
			now = now.Add(time.Duration(rapid.IntRange(0, 90_000).Draw(t, "ms")) * time.Millisecond)
			if rapid.IntRange(0, 9).Draw(t, "set the clock") == 0 {
				now = now.Add(time.Duration(rapid.IntRange(-20, 20).Draw(t, "half years")) * 4380 * time.Hour)
			}
			k, err := th.Begin(context.Background(), from, name, now)
			for range 2 { // first the source's wait may be told, then the name's
				if err == nil {
					break
				}
				wait := waitOf(err)
				if wait <= 0 || wait > 15*time.Minute {
					t.Fatalf("got a wait of %v", wait)
				}
				now = now.Add(wait)
				k, err = th.Begin(context.Background(), from, name, now)
			}
			if err != nil {
				t.Fatalf("still refused after waiting as told: %v", err)
			}
			switch rapid.IntRange(0, 3).Draw(t, "outcome") {
			case 0:
				k.Passed(now)
			case 1:
				k.Cancelled()
			default:
				k.Failed(now)
			}
		}
	})
}
