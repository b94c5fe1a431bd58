package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mudlark-mud/mudlark/data"
	"github.com/mudlark-mud/mudlark/mud/sshd"
	"github.com/mudlark-mud/mudlark/world"
)

// seren comes in over SSH as the body that the starter world has ready for a guest.
func (b *bout) seren() {
	b.t.Helper()
	l := b.dial("seren", "plain", sshd.Size{})
	if got := l.heard(); !strings.Contains(got, "The Drowned Lantern") {
		b.t.Fatalf("Seren did not come in: %s", got)
	}
	if b.lines == nil {
		b.lines = map[string]*caller{}
	}
	b.lines["Seren"], b.names, b.seen["Seren"] = l, append(b.names, "Seren"), &strings.Builder{}
}

// asks lets Seren say in her own words what she wants, and say yes to what that would be.
func (b *bout) asks(words string) {
	b.t.Helper()
	b.does("Seren", "gm "+words)
	b.does("Seren", "yes")
}

// inWords is what somebody says on their turn who goes by rule, as people put it.
func inWords(k *world.Skirmish) string {
	switch act := k.Tactic(k.Active); act.Kind {
	case world.ActMove:
		at := act.Path[len(act.Path)-1]
		return fmt.Sprintf("Move %s to %d,%d", k.Fighter(k.Active).Name, at.X, at.Y)
	case world.ActAttack:
		return "Attack " + k.Fighter(act.Target).Name
	default:
		return "End my turn"
	}
}

// TestFightByGM: Seren, who is somebody's guest over SSH, has it out with both Clems in plain words, without a model.
func TestFightByGM(t *testing.T) {
	racedElsewhere(t)
	warmKeep(t)
	synctest.Test(t, func(t *testing.T) {
		b, dir := newBout(t, "gm")
		b.seren()
		b.does("Seren", "look at little clem")
		b.does("Seren", "battle little clem")
		b.does("Seren", "grid")
		b.does("Seren", "gm Do a backflip over the bar")
		b.asks("Roll initiative")
		b.fights(func(k *world.Skirmish) (string, string) {
			if k.Active == "pc-seren" {
				b.does("Seren", "gm "+inWords(k))
				return "Seren", "yes"
			}
			return "", ""
		})
		b.ends(dir)
	})
}

// What the documents of seed 003 have a player type, in the setting that they have it in: Seren, the barkeep, and a
// ground of their own. Each is shown as what it would be, confirmed, and an ordinary action from there on (S3-03,
// S3-06).
func TestWhatSerenSays(t *testing.T) {
	racedElsewhere(t)
	warmKeep(t)
	synctest.Test(t, func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "world")
		foundTavern(t, dir)
		b := &bout{name: "seren", seen: map[string]*strings.Builder{}}
		b.guests = &guests{tavern: openTavernSo(t, dir, nil, func(c *serveCmd) { c.Pack = unguarded(t) })}
		b.seren()
		b.does("Seren", "battle barkeep")
		from := b.fray().Fighter("pc-seren").At
		b.asks("Roll initiative")
		if k := b.fray(); k.Mode != world.ModeCombat {
			t.Fatalf("Roll initiative: %+v\n%s", k, b.seen["Seren"])
		}
		b.turns()
		b.asks("Move Seren to 4,5")
		if got, want := b.fray().Fighter("pc-seren").At, (world.Cell{X: 4, Y: 5}); got != want {
			t.Errorf("Move Seren to 4,5: she went from %v to %v\n%s", from, got, b.seen["Seren"])
		}
		b.asks("End my turn")
		if k := b.fray(); k.Active == "pc-seren" {
			t.Errorf("End my turn: it is still hers\n%s", b.seen["Seren"])
		}
		b.turns()
		from = b.fray().Fighter("pc-seren").At
		b.does("Seren", "gm Move Seren to the right 3 spaces")
		k, want := b.fray(), world.Cell{X: from.X + 3, Y: from.Y}
		if k.Fighter("pc-seren").At != from {
			t.Error("she went without a yes")
		}
		b.does("Seren", "yes")
		told := b.seen["Seren"].String()
		if got := b.fray().Fighter("pc-seren").At; got != want && !strings.Contains(told, "in the way") &&
			!strings.Contains(told, "stands there") {
			t.Errorf("Move Seren to the right 3 spaces: she went from %v to %v\n%s", from, got, told)
		}
		for range 20 { // up to him, first
			if k = b.fray(); k == nil {
				t.Fatalf("the fight ended before she was at the barkeep\n%s", b.seen["Seren"])
			}
			if k.Active != "pc-seren" {
				b.pass(fightBeat)
				continue
			}
			me, him := k.Fighter("pc-seren"), k.Fighter("npc-barkeep-01")
			if me.At.Steps(him.At) <= me.Reach && !me.Struck {
				break
			}
			if me.Moved == 0 && !me.Struck {
				b.does("Seren", "move barkeep")
			}
			if k = b.fray(); k.Active == "pc-seren" &&
				k.Fighter("pc-seren").At.Steps(k.Fighter("npc-barkeep-01").At) > 1 {
				b.does("Seren", "end")
			}
		}
		b.does("Seren", "gm Attack the barkeep")
		b.does("Seren", "yes")
		if k = b.fray(); k == nil || !k.Fighter("pc-seren").Struck {
			t.Errorf("Attack the barkeep: %+v\n%s", k, b.seen["Seren"])
		}
		b.does("Seren", "say Well, we could ask the lawyer.")
		if b.fray() != nil {
			t.Errorf("the lawyer ended nothing\n%s", b.seen["Seren"])
		}
		b.stop()
	})
}

// unguarded is the starter world as a folder, in which the barkeep may be fought: nobody takes his side.
func unguarded(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "pack")
	if err := os.CopyFS(dir, data.Lowtide()); err != nil {
		t.Fatal(err)
	}
	people := filepath.Join(dir, "people.yaml")
	text, err := os.ReadFile(people)
	if err != nil {
		t.Fatal(err)
	}
	head, tail, _ := strings.Cut(string(text), "\n  - id: barkeep\n")
	mild := strings.Replace(tail, "    guarded: true\n", "", 1)
	if mild == tail {
		t.Fatal("the barkeep is not guarded")
	}
	if err := os.WriteFile(people, []byte(head+"\n  - id: barkeep\n"+mild), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// turns lets time go by until it is Seren's turn.
func (b *bout) turns() {
	b.t.Helper()
	const most = 120
	for range most {
		if k := b.fray(); k == nil || k.Active == "pc-seren" {
			return
		}
		b.pass(500 * time.Millisecond)
	}
	b.t.Fatalf("it is never her turn\n%s", b.seen["Seren"])
}
