package server

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// begun takes the world of a folder up with a pack, lets do look at it, and stops it. It returns what begin said.
func begun(t *testing.T, dir string, p world.Pack, do func(d *Daemon)) error {
	t.Helper()
	d, err := OpenDaemon(dir, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.Loop.Run(ctx) }()
	begun := d.Begin(ctx, &p)
	if do != nil {
		do(d)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if err := d.Journal.Close(); err != nil {
		t.Error(err)
	}
	return begun
}

// TestPoisonPack: a pack that stopped the world once is left out at the next start, so that the world starts; without
// a world to go on with, the error says what to do; and a mended pack, or a wizard's word, ends it.
func TestPoisonPack(t *testing.T) {
	dir := t.TempDir()
	p := worldtest.SmallPack()
	poison := func() {
		t.Helper()
		bad := world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.ApplyPack{Pack: p}}
		if err := journal.WriteCrash(dir, journal.Crash{Seq: 9, Action: Deed(bad, ""), At: time.Now()}); err != nil {
			t.Fatal(err)
		}
	}
	hash := func(d *Daemon) (got string) {
		t.Helper()
		if _, err := d.Loop.Do(t.Context(), func(s *world.State, _ world.Time) loop.Step {
			got = s.Packs[p.ID].Hash
			return loop.Step{}
		}); err != nil {
			t.Fatal(err)
		}
		return got
	}
	poison()
	err := begun(t, dir, p, nil)
	if err == nil || !strings.Contains(err.Error(), "mend the pack, or remove") {
		t.Errorf("a poison pack and no world: got %v", err)
	}
	if err := journal.ClearCrash(dir); err != nil {
		t.Fatal(err)
	}
	if err := begun(t, dir, p, nil); err != nil {
		t.Fatal(err)
	}
	good := p.Hash
	p.Hash = "small-2"
	poison()
	if err := begun(t, dir, p, func(d *Daemon) {
		if got := hash(d); got != good {
			t.Errorf("beside a poison pack the world has %q, want the pack that it had", got)
		}
		if was, err := d.Unpoison(); err != nil || !was {
			t.Errorf("unpoison: anything was aside: %v, %v", was, err)
		}
	}); err != nil {
		t.Errorf("a poison pack stopped the start: %v", err)
	}
	if err := begun(t, dir, p, func(d *Daemon) {
		if got := hash(d); got != p.Hash {
			t.Errorf("after unpoison the world has %q, want %q", got, p.Hash)
		}
	}); err != nil {
		t.Error(err)
	}
	poison()
	p.Hash = "small-3"
	if err := begun(t, dir, p, func(d *Daemon) {
		if got := hash(d); got != p.Hash {
			t.Errorf("a mended pack is not applied: %q", got)
		}
	}); err != nil {
		t.Error(err)
	}
}

// TestPoisonTwice: what met a crash stays set aside when something else meets the next, until a wizard lets all of it
// happen again.
func TestPoisonTwice(t *testing.T) {
	dir, p := t.TempDir(), worldtest.SmallPack()
	crash := func(d *Daemon, text string) {
		in := world.Input{Via: world.Via{Kind: world.ViaHost}, Actor: "pc-ann", Action: world.Say{Text: text}}
		d.machineOptions().Poisoned(loop.Poison{Seq: 9, Input: in, Panic: "by hand"})
	}
	refused := func(d *Daemon, text string) bool {
		in := world.Input{Via: world.Via{Kind: world.ViaGrant}, Actor: "pc-bob", Action: world.Say{Text: text}}
		o := d.machineOptions()
		return o.Refused != nil && o.Refused(in)
	}
	for _, text := range []string{"one", "two", "three"} {
		if err := begun(t, dir, p, func(d *Daemon) { crash(d, text) }); err != nil {
			t.Fatal(err)
		}
	}
	if err := begun(t, dir, p, func(d *Daemon) {
		for _, text := range []string{"one", "two", "three"} {
			if !refused(d, text) {
				t.Errorf("%q may happen again", text)
			}
		}
		if was, err := d.Unpoison(); err != nil || !was {
			t.Errorf("unpoison: anything was aside: %v, %v", was, err)
		}
		crash(d, "four")
	}); err != nil {
		t.Fatal(err)
	}
	if err := begun(t, dir, p, func(d *Daemon) {
		if refused(d, "three") || !refused(d, "four") {
			t.Error("what a wizard let happen again is set aside with what came later")
		}
	}); err != nil {
		t.Fatal(err)
	}
}
