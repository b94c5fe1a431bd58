package server

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// TestRefusedPack: a pack that the world refuses makes no world, and is left out of one that has content, whose wizards
// and operators are told.
func TestRefusedPack(t *testing.T) {
	dir, p := t.TempDir(), worldtest.SmallPack()
	good := p.Start
	p.Start = "nowhere"
	if err := begun(t, dir, p, nil); err == nil || !strings.Contains(err.Error(), "no place to start") {
		t.Errorf("a refused pack and no world: got %v", err)
	}
	p.Start = good
	if err := begun(t, dir, p, func(d *Daemon) {
		if got := d.ContentWord(); got != "" {
			t.Errorf("wizards of a sound world are told %q", got)
		}
	}); err != nil {
		t.Fatal(err)
	}
	p.Start, p.Hash = "nowhere", "small-2"
	if err := begun(t, dir, p, func(d *Daemon) {
		const why = "the world refuses it: The pack has no id, or no place to start"
		if got := d.ContentWord(); !strings.Contains(got, why) {
			t.Errorf("wizards are told %q", got)
		}
		if s, err := d.Meter.Status(); err != nil || !strings.Contains(s.Content, why) {
			t.Errorf("the status says %q, %v", s.Content, err)
		}
	}); err != nil {
		t.Errorf("a refused pack stopped the start: %v", err)
	}
}
