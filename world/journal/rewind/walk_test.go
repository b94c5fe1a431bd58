package rewind_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
	"github.com/mudlark-mud/mudlark/world/journal/rewind"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// evening is a record of a short evening, and the state at its end.
func evening(t *testing.T) (*archive.Book, *world.State) {
	t.Helper()
	s, m, now := world.New(0), journal.NewMemory(), world.Time(0)
	do := func(in world.Input) {
		t.Helper()
		now += world.Second
		rec, r := s.Decide(now, in)
		if r != nil || rec == nil {
			t.Fatalf("%T: %v", in.Action, r)
		}
		b, err := journal.Encode(rec)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Commit(journal.Batch{Records: []journal.Record{{Seq: rec.Seq, Bytes: b}}}); err != nil {
			t.Fatal(err)
		}
	}
	for _, in := range worldtest.Genesis() {
		do(in)
	}
	for _, name := range []string{"Anna", "Benno"} {
		host := world.Via{Kind: world.ViaHost}
		do(world.Input{Via: host, Action: world.Create{
			Account: world.AccountID("a-" + strings.ToLower(name)), Name: name, Role: world.RolePlayer,
		}})
		do(worldtest.Typed(world.ActorID("pc-"+strings.ToLower(name)), world.Enter{}))
	}
	anna, benno := world.ActorID("pc-anna"), world.ActorID("pc-benno")
	do(worldtest.Typed(anna, world.Take{Items: []world.ItemID{"brass-key-01"}}))
	do(worldtest.Typed(anna, world.Say{Text: "Good evening."}))
	do(worldtest.Typed(anna, world.Give{Items: []world.ItemID{"brass-key-01"}, To: benno}))
	do(worldtest.Typed(benno, world.Tell{To: anna, Text: "meet me where the bell hangs"}))
	do(worldtest.Typed(benno, world.Whisper{To: anna, Text: "the bell, I said"}))
	do(worldtest.Typed(benno, world.Move{Dir: world.North}))
	do(worldtest.Typed(benno, world.Emote{Text: "waits."}))
	do(worldtest.Typed(anna, world.Depart{}))
	b, err := archive.Open(t.TempDir(), m, archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return b, s
}

// TestWalk plays testdata/walk.txt: each line behind "> " is typed, what follows is the answer.
func TestWalk(t *testing.T) {
	const golden = "testdata/walk.txt"
	text, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	past, end := evening(t)
	w, err := rewind.Begin(context.Background(), past, 8, rewind.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	for line := range strings.Lines(string(text)) {
		typed, ok := strings.CutPrefix(strings.TrimRight(line, "\n"), "> ")
		if !ok {
			continue
		}
		fmt.Fprintf(&out, "> %s\n", typed)
		answer, err := w.Do(context.Background(), typed)
		if err != nil {
			t.Fatalf("%s: %v", typed, err)
		}
		if len(answer) > 0 {
			fmt.Fprintln(&out, prose.ANSI(answer, prose.Palette{}, 80, prose.NoColour))
		}
	}
	if !w.Over() {
		t.Error("quit did not end the walk")
	}
	if strings.Contains(out.String(), "bell") {
		t.Error("private words are shown")
	}
	if *update {
		if err := os.WriteFile(golden, out.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got, want := out.String(), string(text); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	s, err := past.At(context.Background(), past.Last(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := worldtest.SameState(s, end); err != nil {
		t.Errorf("the walk changed the record: %v", err)
	}
}

// TestWalkLeavesThePastAlone types everything everywhere and holds the visitor's state to the record's.
func TestWalkLeavesThePastAlone(t *testing.T) {
	past, _ := evening(t)
	ctx := context.Background()
	for seq := past.First(); seq <= past.Last(); seq++ {
		w, err := rewind.Begin(ctx, past, seq, rewind.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range []string{
			"look", "n", "in", "goto anna", "goto loft", "look", "get all", "say hello", "x box", "where", "where key",
			"inventory benno", "stat anna", "force anna to say hello", "purge box", "set anna hp 1", "shutdown 1", "who",
			"back 3", "next 5", "wait", "to first", "to last", "quit now", "=", strings.Repeat("x", 5000),
		} {
			if _, err := w.Do(ctx, line); err != nil {
				t.Fatalf("%s at %d: %v", line, seq, err)
			}
		}
		if _, err := w.Do(ctx, fmt.Sprintf("to %d", seq)); err != nil {
			t.Fatal(err)
		}
		want, err := past.At(ctx, seq, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := worldtest.SameState(want, rewind.StateOf(w)); err != nil {
			t.Errorf("at %d: %v", seq, err)
		}
	}
}

func TestMoment(t *testing.T) {
	zone := time.FixedZone("MEZ", 3600)
	now := time.Date(2026, 11, 21, 20, 30, 0, 0, zone)
	for _, c := range []struct{ words, want string }{
		{"21:04", "2026-11-20 21:04:00"}, // the last time that it was
		{"20:04", "2026-11-21 20:04:00"},
		{"20:04:05", "2026-11-21 20:04:05"},
		{"2026-11-19 21:04", "2026-11-19 21:04:00"},
		{"2026-11-19 21:04:59", "2026-11-19 21:04:59"},
		{"2026-11-19T21:04:59Z", "2026-11-19 22:04:59"},
		{"-10m", "2026-11-21 20:20:00"},
		{"-1h30m", "2026-11-21 19:00:00"}, {"10m ago", "2026-11-21 20:20:00"}, {"-10m ago", ""}, {"ago", ""},
		{"yesterday", ""}, {"25:00", ""}, {"", ""}, {"--1m", ""}, {"2026-02-30 10:00", ""},
	} {
		at, ok := rewind.Moment(c.words, now)
		got := ""
		if ok {
			got = at.In(zone).Format(time.DateTime)
		}
		if got != c.want {
			t.Errorf("%q: got %q, want %q", c.words, got, c.want)
		}
	}
}
