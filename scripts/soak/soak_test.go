package soak_test

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/scripts/soak"
)

var (
	kills = flag.Int("soak.kills", 0, "how often the daemon is killed; 0: as often as there is time")
	span  = flag.Duration("soak.time", 0, "for how long; 0: until it was killed often enough")
	many  = flag.Int("soak.bots", 0, "bots; 0: 20 for up to 20 kills or 5 minutes, 50 for more")
	pace  = flag.Float64("soak.pace", 10, "commands a second of each bot, but for the last moments of a life")
	lives = flag.Duration("soak.life", 0, "the longest that bots play in a life; 0: 1.5 s, or 20 s if for over 5 minutes")
	seed  = flag.Uint64("soak.seed", 0, "seed of what bots do and when the daemon dies; 0: drawn from the clock")
	long  = flag.Int("soak.long", -1, "every so many-th life lasts until a cut; -1: the 25th, with more than 20 kills")
	file  = flag.String("soak.json", "", "a file that gets the report as JSON")
	place = flag.String("soak.dir", "", "an empty folder for the world, which stays; \"\": one that goes if all is well")
)

const (
	quickKills = 20 // up to so many are for every change; more are for a night
	quickTime  = 5 * time.Minute
)

// config is what the flags ask for.
func config(t *testing.T) soak.Config {
	t.Helper()
	c := soak.Config{
		Kills: *kills, Time: *span, Bots: *many, Pace: *pace, Life: *lives, Seed: *seed, LongEvery: *long,
		Log: os.Stderr, Told: func(line string) { t.Log(line) },
	}
	if c.Seed == 0 {
		c.Seed = uint64(time.Now().UnixNano())
	}
	isQuick := c.Time <= quickTime && c.Kills <= quickKills
	crowd := 50
	if isQuick {
		crowd = 20
	}
	if c.Bots == 0 {
		c.Bots = crowd
	}
	if c.Life == 0 {
		if c.Life = 1500 * time.Millisecond; c.Time > quickTime {
			c.Life = 20 * time.Second
		}
	}
	if c.LongEvery < 0 {
		if c.LongEvery = 25; isQuick {
			c.LongEvery = 0
		}
	}
	return c
}

// folder is where all of it lies. It stays when something is wrong: that is evidence.
func folder(t *testing.T) string {
	t.Helper()
	if *place != "" {
		return *place
	}
	dir, err := os.MkdirTemp("", "mudlark-soak-") //nolint:usetesting // t.TempDir goes whatever was found
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the world is left in %s", dir)
			return
		}
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// TestSoak kills a busy daemon and wants nothing told to be lost (invariant 2).
func TestSoak(t *testing.T) {
	if *kills == 0 && *span == 0 {
		t.Skip("make soak runs it")
	}
	c := config(t)
	c.Dir = folder(t)
	c.Program = filepath.Join(c.Dir, "mudlark")
	build := exec.CommandContext(t.Context(), "go", "build", "-buildvcs=false", "-o", c.Program, "../../cmd/mudlark")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build the daemon: %v\n%s", err, out)
	}
	t.Logf("seed %d, %d bots, %d kills, %s", c.Seed, c.Bots, c.Kills, c.Time)
	r, err := soak.Run(t.Context(), c)
	if r != nil {
		t.Log(r)
		write(t, r)
	}
	if err != nil {
		t.Fatal(err)
	}
	if r.Told == 0 || r.Commands == 0 {
		t.Errorf("nobody was told of anything, so nothing was judged: %v", r)
	}
	if tamper(t, r.Busy) == 0 {
		t.Error("no fault could be planted in what the last busy life left")
	}
}

// write writes the report as JSON if that was asked for.
func write(t *testing.T, r *soak.Report) {
	t.Helper()
	if *file == "" {
		return
	}
	b, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(*file, append(b, '\n'), 0o600); err != nil {
		t.Fatal(err)
	}
}
