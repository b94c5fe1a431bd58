package shapes_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/scripts/shapes"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/script"
)

var freeze = flag.String("freeze", "", "keep a game and the shapes of a release of this number, once and for ever")

// What is kept of a release, in testdata/NUMBER.
const (
	keptGame   = "game.seg"   // a slice: the state before it, and every record
	keptTold   = "told.txt"   // what everybody was told, and the digest of the world at the end
	keptShapes = "shapes.txt" // see shapes.List
)

// TestFreeze keeps the present release when -freeze names it. What was kept once is never written again.
func TestFreeze(t *testing.T) {
	if *freeze == "" {
		t.Skip("no -freeze")
	}
	if strings.Trim(*freeze, "0123456789.") != "" {
		t.Fatalf("-freeze %q: it is a release's number, such as 0.2", *freeze)
	}
	g, _ := wholeGame(t)
	if err := keep(t, g, filepath.Join("testdata", *freeze)); err != nil {
		t.Fatal(err)
	}
}

// keep writes what is kept of a release.
func keep(t *testing.T, g *game, dir string) error {
	t.Helper()
	if err := os.Mkdir(dir, 0o755); err != nil {
		return fmt.Errorf("a release is kept once and never again, and this one is: %w", err)
	}
	game := filepath.Join(dir, keptGame)
	err := os.WriteFile(game, g.slice(t, t.TempDir()), 0o600)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, keptShapes), []byte(shapes.List()), 0o600)
	}
	if err != nil {
		return err
	}
	told, err := tell(t.Context(), game)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, keptTold), []byte(told), 0o600)
}

// tell folds a kept game and tells what everybody was told; it ends with the digest of the world. Each record must come
// out of its decoded form byte for byte as it was kept, and be decided again if its rules are the present ones.
func tell(ctx context.Context, path string) (string, error) {
	book, err := archive.OpenSlice(path)
	if err != nil {
		return "", err
	}
	state, err := book.At(ctx, book.First()-1, nil)
	if err != nil {
		return "", fmt.Errorf("the state before the first record: %w", err)
	}
	again := script.NewWorld(0)
	var b strings.Builder
	head := book.Anchor()
	err = book.Records(ctx, book.First(), book.Last(), func(r journal.Record) error {
		if head, err = head.Next(r); err != nil {
			return err
		}
		rec, err := sameBytes(r)
		if err != nil {
			return err
		}
		if err := decideAgain(again, rec, r.Bytes); err != nil {
			return err
		}
		state.Fold(rec)
		for i := range rec.Notices {
			say(&b, rec, &rec.Notices[i])
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	if head != book.Head() {
		return "", fmt.Errorf("the chain ends at %v, and the file says %v", head, book.Head())
	}
	digest, err := journal.Digest(state)
	if err == nil {
		err = state.Check()
	}
	fmt.Fprintf(&b, "head %v\nworld %x\n", head, digest)
	return b.String(), err
}

// sameBytes decodes a record and compares what it is encoded as now.
func sameBytes(r journal.Record) (*world.Record, error) {
	rec, err := journal.Decode(r.Bytes)
	if err != nil {
		return nil, fmt.Errorf("record %d cannot be read any more: %w", r.Seq, err)
	}
	now, err := journal.Encode(rec)
	if err == nil && !bytes.Equal(now, r.Bytes) {
		err = errors.New("it is written otherwise now: a field has another name, or is written when it is zero")
	}
	if err != nil {
		return nil, fmt.Errorf("record %d, %T: %w", r.Seq, rec.Action, err)
	}
	return rec, nil
}

// decideAgain decides a record again, if the rules are those that decided it.
func decideAgain(s *world.State, rec *world.Record, want []byte) error {
	if rec.Rules != world.Rules {
		s.Fold(rec)
		return nil
	}
	again, r := s.Decide(rec.At, world.Input{Actor: rec.Actor, Via: rec.Via, Action: rec.Action})
	if again == nil {
		why := "without a word"
		if r != nil {
			why = r.Text
		}
		return fmt.Errorf("record %d, %T, is refused when it is decided again (%s): raise world.Rules when rules change",
			rec.Seq, rec.Action, why)
	}
	got, err := journal.Encode(again)
	if err == nil && !bytes.Equal(got, want) {
		err = fmt.Errorf("record %d, %T, is decided otherwise now: raise world.Rules when rules change", rec.Seq, rec.Action)
	}
	return err
}

// say writes what a notice is told as, to each who perceives it in a way of their own, and in the history.
func say(b *strings.Builder, rec *world.Record, n *world.Notice) {
	fmt.Fprintf(b, "%d %T %s\n", rec.Seq, n.Event, plainText(prose.Text{prose.History(n)}))
	for _, g := range n.To {
		fmt.Fprintf(b, "  to %v, sense %d: %s\n", g.Who, g.Sense, plainText(prose.Of(n, g.Sense)))
	}
}

func plainText(text prose.Text) string {
	return strings.ReplaceAll(prose.ANSI(text, prose.Palette{}, 0, prose.NoColour), "\n", " / ")
}

// TestKeptGames reads what is kept of every release, and tells it as it was told then.
func TestKeptGames(t *testing.T) {
	games, err := filepath.Glob(filepath.Join("testdata", "*", keptGame))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range games {
		t.Run(filepath.Base(filepath.Dir(path)), func(t *testing.T) { readKept(t, filepath.Dir(path)) })
	}
}

func readKept(t *testing.T, dir string) {
	t.Helper()
	want, err := os.ReadFile(filepath.Join(dir, keptTold))
	if err != nil {
		t.Fatal(err)
	}
	got, err := tell(t.Context(), filepath.Join(dir, keptGame))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range difference(string(want), got) {
		t.Error(line)
	}
	if got != string(want) {
		t.Errorf("%s is told otherwise than when it was kept", dir)
	}
}

// TestKeeping keeps the present game as a release would, reads it, and sees it refuse to be kept twice.
func TestKeeping(t *testing.T) {
	if testing.Short() {
		t.Skip("plays whole games")
	}
	g, _ := wholeGame(t)
	dir := filepath.Join(t.TempDir(), "9.9")
	if err := keep(t, g, dir); err != nil {
		t.Fatal(err)
	}
	readKept(t, dir)
	if err := keep(t, g, dir); err == nil {
		t.Error("a release was kept twice")
	}
	path := filepath.Join(dir, keptGame)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for at := 0; at < len(whole); at += len(whole) / 100 {
		bent := bytes.Clone(whole)
		bent[at] ^= 4
		if err := os.WriteFile(path, bent, 0o600); err != nil {
			t.Fatal(err)
		}
		told, err := tell(t.Context(), path)
		want, readErr := os.ReadFile(filepath.Join(dir, keptTold))
		if readErr != nil {
			t.Fatal(readErr)
		}
		if err == nil && told != string(want) {
			t.Errorf("byte %d of %d changed: it is told otherwise, and nobody said why", at, len(whole))
		}
	}
}
