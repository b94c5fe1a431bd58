package soak_test

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/scripts/soak"
)

var (
	kills = flag.Int("soak.kills", 3, "how often the daemon is killed")
	many  = flag.Int("soak.bots", 0, "bots; 0: 20 for up to 20 kills, 50 for more")
	seed  = flag.Uint64("soak.seed", 0, "seed of what bots do and when the daemon dies; 0: drawn from the clock")
	long  = flag.Int("soak.long", -1, "every so many-th life lasts until a cut; -1: the 25th, with more than 20 kills")
)

const quickKills = 20 // up to so many are for every change; more are for a night

// TestSoak kills a busy daemon and wants nothing told to be lost (invariant 2).
func TestSoak(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds and kills a daemon")
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "mudlark")
	build := exec.CommandContext(t.Context(), "go", "build", "-buildvcs=false", "-o", program, "../../cmd/mudlark")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build the daemon: %v\n%s", err, out)
	}
	c := soak.Config{
		Program: program, Dir: dir, Kills: *kills, Bots: *many, Seed: *seed, LongEvery: *long, Log: os.Stderr,
		Told: func(line string) { t.Log(line) },
	}
	if c.Seed == 0 {
		c.Seed = uint64(time.Now().UnixNano())
	}
	isQuick := c.Kills <= quickKills
	if c.Bots == 0 {
		if c.Bots = 50; isQuick {
			c.Bots = 20
		}
	}
	if c.LongEvery < 0 {
		if c.LongEvery = 25; isQuick {
			c.LongEvery = 0
		}
	}
	t.Logf("seed %d, %d bots, %d kills", c.Seed, c.Bots, c.Kills)
	r, err := soak.Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(r)
	if r.Told == 0 || r.Commands == 0 {
		t.Errorf("nobody was told of anything, so nothing was judged: %v", r)
	}
	if tamper(t, r.Last) == 0 {
		t.Error("no fault could be planted in what the last life left")
	}
}
