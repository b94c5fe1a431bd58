package account_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/mud/account"
)

func TestHashKeepsItsParameters(t *testing.T) {
	ctx := context.Background()
	secret := account.NewSecret("correct horse battery")
	old, err := account.NewHasher(account.HasherConfig{MemoryKiB: 8, Passes: 1})
	if err != nil {
		t.Fatal(err)
	}
	h, err := old.Hash(ctx, secret)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(h)
	if err != nil {
		t.Fatal(err)
	}
	var back account.Hash
	if err := json.Unmarshal(raw, &back); err != nil {
		t.Fatal(err)
	}
	dearer, err := account.NewHasher(account.HasherConfig{MemoryKiB: 64, Passes: 3})
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := dearer.Verify(ctx, back, secret); !ok || err != nil {
		t.Errorf("a hash made at another cost: got %v, %v, want true", ok, err)
	}
	if ok, _ := dearer.Verify(ctx, back, account.NewSecret("wrong")); ok {
		t.Error("a wrong password was accepted")
	}
	if again, _ := old.Hash(ctx, secret); bytes.Equal(again.Salt, h.Salt) || bytes.Equal(again.Sum, h.Sum) {
		t.Error("two hashes share their salt")
	}
	if shown := fmt.Sprintf("%v %+v %#v %s", h, h, h, &h); bytes.Contains([]byte(shown), []byte(fmt.Sprint(h.Salt))) {
		t.Errorf("a hash shows itself: %s", shown)
	}
}

func TestDefaultCostIsTheDocumentedOne(t *testing.T) {
	h, err := account.NewHasher(account.HasherConfig{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := h.Hash(context.Background(), account.NewSecret("correct horse battery"))
	if err != nil {
		t.Fatal(err)
	}
	if got.Algorithm != "argon2id" || got.MemoryKiB != 19456 || got.Passes != 2 || got.Lanes != 1 {
		t.Errorf("got %s m=%d t=%d p=%d, want argon2id m=19456 t=2 p=1",
			got.Algorithm, got.MemoryKiB, got.Passes, got.Lanes)
	}
}

// A storm of sign-ins finds a full queue and is told so; whoever waits may give up.
func TestHasherIsBounded(t *testing.T) {
	slow, err := account.NewHasher(account.HasherConfig{MemoryKiB: 64 * 1024, Passes: 4, Slots: 1, Queue: 2})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	const storm = 12
	errs := make([]error, storm)
	var wg sync.WaitGroup
	for i := range storm {
		wg.Go(func() { _, errs[i] = slow.Hash(ctx, account.NewSecret("x")) })
	}
	wg.Wait()
	cancel()
	var done, busy int
	for _, err := range errs {
		var refusal *account.Refusal
		switch {
		case err == nil:
			done++
		case errors.As(err, &refusal) && refusal.Code == account.CodeBusy:
			busy++
		default:
			t.Errorf("got %v", err)
		}
	}
	if done < 3 || busy == 0 {
		t.Errorf("got %d hashed and %d refused of %d, want at least 3 hashed and some refused", done, busy, storm)
	}
	stats := slow.Stats()
	if int(stats.Done) != done || int(stats.Busy) != busy || stats.Running != 0 || stats.Waiting != 0 {
		t.Errorf("afterwards: got %+v, want %d done and %d refused as busy", stats, done, busy)
	}
	if _, err := slow.Hash(ctx, account.NewSecret("x")); !errors.Is(err, context.Canceled) {
		t.Errorf("after the caller gave up: got %v, want context.Canceled", err)
	}
}

// Whether a name exists must not show in the time an answer takes. Medians of interleaved runs keep the noise of a busy
// machine out.
func TestUnknownNamesTakeAsLong(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time")
	}
	h, err := account.NewHasher(account.HasherConfig{MemoryKiB: 2048, Passes: 2})
	if err != nil {
		t.Fatal(err)
	}
	m := newTable()
	r, err := account.New(account.Config{Rows: m, Hasher: h, Throttle: account.NewThrottle(0)})
	if err != nil {
		t.Fatal(err)
	}
	register(t, m, r, "Ann", "correct horse battery")
	// The best of many, since others use the machine as well; what tells names apart does so however often one looks.
	const least, most = 15, 300
	best, ratio := map[string]time.Duration{}, 0.0
	for i := 0; i < least || i < most && (ratio < 0.5 || ratio > 2); i++ {
		for _, name := range []string{"ann", "bob"} {
			begin := time.Now()
			now := noon().Add(time.Duration(i) * 2 * time.Hour)
			_, err := signIn(r, name, "wrong password", account.Source(fmt.Sprint(i)), now)
			wantCode(t, err, account.CodeWrong)
			if took := time.Since(begin); best[name] == 0 || took < best[name] {
				best[name] = took
			}
		}
		ratio = float64(best["bob"]) / float64(best["ann"])
	}
	if ratio < 0.5 || ratio > 2 {
		t.Errorf("known %v, unknown %v: the time tells them apart", best["ann"], best["bob"])
	}
}

func BenchmarkHash(b *testing.B) {
	h, err := account.NewHasher(account.HasherConfig{})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := h.Hash(context.Background(), account.NewSecret("correct horse battery")); err != nil {
			b.Fatal(err)
		}
	}
}
