package soak

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/world/journal"
)

// cheapKiB and cheapPasses are what a bot's password costs. A life begins with everybody's sign-in: with what a
// person's password costs, half of a soak would be spent on hashes.
const (
	cheapKiB    = 8
	cheapPasses = 1
)

// writeAccounts gives bots their accounts, before there is a world. Their characters they make themselves.
func writeAccounts(ctx context.Context, dir string, names []string) (err error) {
	j, err := journal.Open(dir, journal.Options{NoSync: true})
	if err != nil {
		return fmt.Errorf("make the bots' accounts: %w", err)
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	hasher, err := account.NewHasher(account.HasherConfig{MemoryKiB: cheapKiB, Passes: cheapPasses})
	if err != nil {
		return err
	}
	accounts, err := account.New(account.Config{Rows: j, Hasher: hasher, Throttle: account.NewThrottle(0)})
	if err != nil {
		return err
	}
	var batch journal.Batch
	for _, name := range names {
		draft, err := accounts.Draft(ctx, name, account.NewSecret(password))
		if err != nil {
			return fmt.Errorf("make an account for %s: %w", name, err)
		}
		_, puts, err := accounts.Register(draft, time.Now())
		if err != nil {
			return fmt.Errorf("make an account for %s: %w", name, err)
		}
		for _, p := range puts {
			batch.Puts = append(batch.Puts, journal.Put{Bucket: p.Bucket, Key: p.Key, Value: p.Value})
		}
	}
	return j.Commit(batch)
}
