package account_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/mud/account"
)

const rightPassword = "correct horse battery"

// slowRows are rows that take a while, so that whoever signs in is under way for as long. For synctest.
type slowRows struct {
	*table
	delay time.Duration
}

func (r slowRows) Get(bucket string, key []byte) ([]byte, error) {
	<-time.After(r.delay)
	return r.table.Get(bucket, key)
}

// botName is the name of one of a crowd, of letters alone.
func botName(i int) string { return "bot" + string(rune('a'+i/26)) + string(rune('a'+i%26)) }

// crowd has accounts and a registrar of which each answer takes a tenth of a second. Call it in a bubble of synctest.
func crowd(t *testing.T, n int) *account.Registrar {
	t.Helper()
	m := newTable()
	r := newRegistrar(t, m)
	for i := range n {
		register(t, m, r, botName(i), rightPassword)
	}
	return newRegistrar(t, slowRows{m, time.Second / 10})
}

// atOnce signs in n times at once, and counts what came of it by the codes of refusals.
func atOnce(r *account.Registrar, n int, attempt func(i int) account.Attempt) map[account.Code]int {
	out := map[account.Code]int{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			_, err := r.SignIn(context.Background(), attempt(i))
			var code account.Code
			if refusal, ok := errors.AsType[*account.Refusal](err); ok {
				code = refusal.Code
			} else if err != nil {
				code = account.Code(err.Error())
			}
			mu.Lock()
			defer mu.Unlock()
			out[code]++
		})
	}
	wg.Wait()
	return out
}

// A school, a club, a proxy, or somebody's bots after a restart: many at one address sign in at once and mistype
// nothing.
func TestRightPasswordsAtOnceAllComeIn(t *testing.T) {
	for _, n := range []int{6, 8, 40, account.UnderWaySourceMax} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := crowd(t, n)
				got := atOnce(r, n, func(i int) account.Attempt {
					return account.Attempt{
						Name: botName(i), Password: account.NewSecret(rightPassword), From: "192.0.2.1", Now: time.Now(),
					}
				})
				if got[""] != n {
					t.Errorf("of %d with the right password: got %v, want all to come in", n, got)
				}
			})
		})
	}
}

// One account's several characters come back at once just as well.
func TestOneNameAtOnceComesIn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		got := atOnce(crowd(t, 1), 40, func(int) account.Attempt {
			right := account.NewSecret(rightPassword)
			return account.Attempt{Name: botName(0), Password: right, From: "192.0.2.1", Now: time.Now()}
		})
		if got[""] != 40 {
			t.Errorf("got %v, want 40 to come in", got)
		}
	})
}

// Guesses at once are answered no oftener than one after another: five free ones and the one that starts the wait.
func TestGuessesAtOnceGainNothing(t *testing.T) {
	const guesses = 64
	tests := []struct {
		what string
		name func(i int) string
		from func(i int) account.Source
	}{
		{
			"one name from one address", func(int) string { return botName(0) },
			func(int) account.Source { return "192.0.2.1" },
		}, {
			"many names from one address", func(i int) string { return botName(i) },
			func(int) account.Source { return "192.0.2.1" },
		}, {
			"names that are none", func(i int) string { return fmt.Sprintf("nobody%d", i) },
			func(int) account.Source { return "192.0.2.1" },
		}, {
			"one name from many addresses", func(int) string { return botName(0) },
			func(i int) account.Source { return account.Source(fmt.Sprintf("192.0.2.%d", i)) },
		},
	}
	for _, tt := range tests {
		t.Run(tt.what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				got := atOnce(crowd(t, guesses), guesses, func(i int) account.Attempt {
					return account.Attempt{
						Name: tt.name(i), Password: account.NewSecret("a wrong password"), From: tt.from(i), Now: time.Now(),
					}
				})
				const answered = account.FailuresFree + 1
				if got[account.CodeWrong] != answered || got[account.CodeThrottled] != guesses-answered {
					t.Errorf("got %v, want %d wrong and the others throttled", got, answered)
				}
			})
		})
	}
}

// overlap is one of several attempts from one address that overlap.
type overlap struct {
	begin, takes time.Duration
	outcome      string
}

// answeredOf makes attempts and returns when wrong passwords were answered, since the beginning, in order.
func answeredOf(t *testing.T, attempts []overlap) []time.Duration {
	t.Helper()
	var answered []time.Duration
	synctest.Test(t, func(*testing.T) {
		th, began := account.NewThrottle(0), time.Now()
		var mu sync.Mutex
		var wg sync.WaitGroup
		for _, a := range attempts {
			wg.Go(func() {
				<-time.After(a.begin)
				name := "victim"
				if a.outcome == "own" {
					name = "own"
				}
				ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
				defer cancel()
				k, err := th.Begin(ctx, "192.0.2.1", name, time.Now())
				if err != nil {
					return
				}
				<-time.After(a.takes)
				switch a.outcome {
				case "own":
					k.Passed(time.Now())
				case "hangs up":
					k.Cancelled()
				default:
					k.Failed(time.Now())
					mu.Lock()
					defer mu.Unlock()
					answered = append(answered, time.Since(began))
				}
			})
		}
		wg.Wait()
	})
	slices.Sort(answered)
	return answered
}

// However guesses overlap, with whatever else goes on, by no moment were more of them answered than somebody gets who
// makes one after another as soon as may be.
func TestOverlappingGuessesGainNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		attempts := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) overlap {
			return overlap{
				begin:   time.Duration(rapid.IntRange(0, 20_000).Draw(t, "begin ms")) * time.Millisecond,
				takes:   time.Duration(rapid.IntRange(0, 3000).Draw(t, "takes ms")) * time.Millisecond,
				outcome: rapid.SampledFrom([]string{"wrong", "wrong", "wrong", "own", "hangs up"}).Draw(t, "outcome"),
			}
		}), 1, 64).Draw(rt, "attempts")
		th, now := account.NewThrottle(0), noon()
		for i, at := range answeredOf(t, attempts) {
			for err := guess(th, "192.0.2.1", "victim", now); err != nil; err = guess(th, "192.0.2.1", "victim", now) {
				now = now.Add(waitOf(err))
			}
			if earliest := now.Sub(noon()); at < earliest {
				rt.Fatalf("wrong password %d was answered after %v; one after another it is after %v", i+1, at, earliest)
			}
		}
	})
}

// What others at an address failed is no business of a name that came from there before; what failed with that very
// name is.
func TestTrustedNameWaitsForItselfAlone(t *testing.T) {
	th, school := account.NewThrottle(0), account.Source("192.0.2.1")
	signs := func(name string) error {
		k, err := th.Begin(context.Background(), school, name, noon())
		if err == nil {
			k.Passed(noon())
		}
		return err
	}
	if err := signs("ann"); err != nil {
		t.Fatal(err)
	}
	for i := range 64 {
		_ = guess(th, school, fmt.Sprintf("name%d", i), noon())
	}
	if err := signs("bob"); waitOf(err) == 0 {
		t.Errorf("a stranger there: got %v, want a wait", err)
	}
	if err := signs("ann"); err != nil {
		t.Errorf("one who came from there before: got %v, want no wait", err)
	}
	answered := 0
	for range 64 {
		if guess(th, school, "ann", noon()) == nil {
			answered++
		}
		_ = signs("ann") // which must not give anybody guesses back
	}
	if want := account.FailuresFree + 1; answered != want {
		t.Errorf("got %d guesses at that name from there, want %d", answered, want)
	}
	if err := signs("ann"); waitOf(err) == 0 {
		t.Errorf("after guesses at that very name: got %v, want a wait", err)
	}
}

// The line is bounded, has a word of its own, and is no failure: whoever stood in it or was too many may try again.
func TestLineIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		th, from := account.NewThrottle(0), account.Source("192.0.2.1")
		k, err := th.Begin(context.Background(), from, "ann", time.Now())
		if err != nil {
			t.Fatal(err)
		}
		k.Passed(time.Now())
		ctx, cancel := context.WithCancel(context.Background())
		var wg sync.WaitGroup
		var tickets []*account.Ticket
		var mu sync.Mutex
		for i := range account.UnderWaySourceMax {
			wg.Go(func() {
				if k, err := th.Begin(ctx, from, fmt.Sprintf("name%d", i), time.Now()); err == nil {
					mu.Lock()
					defer mu.Unlock()
					tickets = append(tickets, k)
				} else if !errors.Is(err, context.Canceled) {
					t.Errorf("in the line: got %v, want to wait", err)
				}
			})
		}
		synctest.Wait()
		_, err = th.Begin(ctx, from, "bob", time.Now())
		wantCode(t, err, account.CodeUnderWay)
		wg.Go(func() {
			k, err := th.Begin(context.Background(), from, "ann", time.Now())
			if err != nil {
				t.Errorf("a trusted name finds the line full of others: %v", err)
				return
			}
			k.Passed(time.Now())
		})
		synctest.Wait()
		cancel() // those in line hang up
		synctest.Wait()
		for _, k := range tickets {
			k.Cancelled()
		}
		wg.Wait()
		if got := len(tickets); got != account.RunningSourceMax {
			t.Errorf("got %d at a time, want %d", got, account.RunningSourceMax)
		}
		for i := range account.RunningSourceMax { // or this would wait for ever
			if _, err := th.Begin(context.Background(), from, fmt.Sprintf("name%d", i), time.Now()); err != nil {
				t.Errorf("afterwards: got %v, want to be let in", err)
			}
		}
	})
}

// Readers of the clock come in another order than they read it, and nothing is forgotten for that.
func TestOrderOfReadingTheClockGainsNothing(t *testing.T) {
	th, answered := account.NewThrottle(0), 0
	for i := range 64 {
		if guess(th, "192.0.2.1", "ann", noon().Add(-time.Duration(i)*time.Millisecond)) == nil {
			answered++
		}
	}
	if want := account.FailuresFree + 1; answered != want {
		t.Errorf("got %d guesses, want %d", answered, want)
	}
}
