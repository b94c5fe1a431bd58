package soak

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// end follows the whole chain once more, and has the program itself look at what is left: it verifies the record, and
// makes another server of a backup, which must have the same world.
func (s *soak) end(ctx context.Context) error {
	began := time.Now()
	if err := s.ledger.Whole(ctx, s.path("copy")); err != nil {
		return err
	}
	file, restored := s.path("backup"), s.path("restored")
	for _, args := range [][]string{
		{"verify", "--data", s.path("data"), "--quiet"},
		{"backup", file, "--data", s.path("data"), "--verify", "--quiet"},
		{"restore", file, "--data", restored, "--quiet"},
	} {
		out, err := exec.CommandContext(ctx, s.c.Program, args...).CombinedOutput()
		if err != nil {
			return fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, out)
		}
	}
	j, err := journal.Open(restored, journal.Options{NoSync: true})
	if err != nil {
		return fmt.Errorf("open what was restored: %w", err)
	}
	defer func() { _ = j.Close() }() // it was only read
	state, _, err := journal.Recover(j)
	if err != nil {
		return fmt.Errorf("load %s: %w", filepath.Base(restored), err)
	}
	if err := worldtest.SameState(s.ledger.folded, state); err != nil {
		return fmt.Errorf("the restored world is another one: %w", err)
	}
	s.report.Ending = time.Since(began)
	return nil
}
