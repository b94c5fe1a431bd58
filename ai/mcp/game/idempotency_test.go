package game_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"weak"

	"github.com/mudlark-mud/mudlark/ai/mcp/game"
)

func keyedCall(key, words string, now time.Time) game.KeyedCall {
	return game.KeyedCall{Key: key, Sum: sha256.Sum256([]byte(words)), Now: now}
}

func TestRing(t *testing.T) {
	start := time.Unix(1000, 0)
	done := func(s string) func() (string, bool) { return func() (string, bool) { return s, true } }
	t.Run("the same answer for the same call", func(t *testing.T) {
		var k game.KeyedCalls[string]
		for _, second := range []string{"a", "b"} {
			if got, err := k.Do(t.Context(), keyedCall("k", "x", start), done(second)); err != nil || got != "a" {
				t.Errorf("got %q %v", got, err)
			}
		}
		if _, err := k.Do(t.Context(), keyedCall("k", "y", start), done("c")); !errors.Is(err, game.ErrKeyTaken) {
			t.Errorf("another call: %v", err)
		}
		late := start.Add(game.KeyAge + time.Second)
		if got, err := k.Do(t.Context(), keyedCall("k", "y", late), done("c")); err != nil || got != "c" {
			t.Errorf("later: %q %v", got, err)
		}
	})
	t.Run("one of many at once acts", func(t *testing.T) {
		var k game.KeyedCalls[string]
		var acted atomic.Int32
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() {
				got, err := k.Do(context.Background(), keyedCall("k", "x", start), func() (string, bool) {
					acted.Add(1)
					return "a", true
				})
				if err != nil || got != "a" {
					t.Errorf("got %q %v", got, err)
				}
			})
		}
		all.Wait()
		if n := acted.Load(); n != 1 {
			t.Errorf("%d acted", n)
		}
	})
	t.Run("what came to nothing is tried again, also after a panic", func(t *testing.T) {
		var k game.KeyedCalls[string]
		nothing := func() (string, bool) { return "no", false }
		if got, _ := k.Do(t.Context(), keyedCall("k", "x", start), nothing); got != "no" {
			t.Errorf("got %q", got)
		}
		func() {
			defer func() { _ = recover() }()
			_, _ = k.Do(t.Context(), keyedCall("k", "y", start), func() (string, bool) { panic("oops") })
		}()
		if got, err := k.Do(t.Context(), keyedCall("k", "z", start), done("a")); err != nil || got != "a" {
			t.Errorf("got %q %v", got, err)
		}
	})
}

func TestRingIsBounded(t *testing.T) {
	start := time.Unix(1000, 0)
	done := func(s string) func() (string, bool) { return func() (string, bool) { return s, true } }
	t.Run("the oldest finished key goes when there are too many", func(t *testing.T) {
		var k game.KeyedCalls[string]
		for i := range 3 * game.KeysMax {
			if _, err := k.Do(t.Context(), keyedCall(strconv.Itoa(i), "x", start), done("a")); err != nil {
				t.Fatal(err)
			}
		}
		if got, _ := k.Do(t.Context(), keyedCall("0", "x", start), done("again")); got != "again" {
			t.Errorf("the first is still there: %q", got)
		}
		last := strconv.Itoa(3*game.KeysMax - 1)
		if got, _ := k.Do(t.Context(), keyedCall(last, "x", start), done("again")); got != "a" {
			t.Errorf("the last is gone: %q", got)
		}
	})
	t.Run("a call that waits for another gives up with its context, and too many wait for nobody", func(t *testing.T) {
		var k game.KeyedCalls[string]
		gate := make(chan struct{})
		var all sync.WaitGroup
		began := make(chan struct{}, game.KeysMax)
		for i := range game.KeysMax {
			all.Go(func() {
				_, _ = k.Do(context.Background(), keyedCall(strconv.Itoa(i), "x", start), func() (string, bool) {
					began <- struct{}{}
					<-gate
					return "a", true
				})
			})
		}
		for range game.KeysMax {
			<-began
		}
		if _, err := k.Do(t.Context(), keyedCall("more", "x", start), done("a")); !errors.Is(err, game.ErrKeysFull) {
			t.Errorf("one more: %v", err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := k.Do(ctx, keyedCall("0", "x", start), done("a")); !errors.Is(err, context.Canceled) {
			t.Errorf("a client that went: %v", err)
		}
		close(gate)
		all.Wait()
	})
}

// What is old is let go without another call.
func TestPrune(t *testing.T) {
	var k game.KeyedCalls[*[1 << 16]byte]
	start := time.Unix(1000, 0)
	var kept weak.Pointer[[1 << 16]byte]
	if _, err := k.Do(t.Context(), keyedCall("k", "x", start), func() (*[1 << 16]byte, bool) {
		answer := new([1 << 16]byte)
		kept = weak.Make(answer)
		return answer, true
	}); err != nil {
		t.Fatal(err)
	}
	k.Prune(start.Add(game.KeyAge))
	runtime.GC()
	if kept.Value() == nil {
		t.Error("it was let go while it could be asked for")
	}
	k.Prune(start.Add(game.KeyAge + time.Second))
	runtime.GC()
	if kept.Value() != nil {
		t.Error("it is kept though nobody can ask for it any more")
	}
	runtime.KeepAlive(&k)
}
