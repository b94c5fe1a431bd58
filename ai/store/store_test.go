package store_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.etcd.io/bbolt"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/model"
	"github.com/mudlark-mud/mudlark/ai/store"
	"github.com/mudlark-mud/mudlark/world"
)

var _ model.Tape = (*store.Store)(nil)

func open(t *testing.T, path string) *store.Store {
	t.Helper()
	k, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := k.Close(); err != nil && !errors.Is(err, store.ErrClosed) {
			t.Error(err)
		}
	})
	return k
}

func closed(t *testing.T, k *store.Store) {
	t.Helper()
	if err := k.Close(); err != nil {
		t.Fatal(err)
	}
}

func flushed(t *testing.T, k *store.Store) {
	t.Helper()
	if err := k.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func put(rows ...memory.Row) []memory.Change {
	var out []memory.Change
	for _, r := range rows {
		out = append(out, memory.Change{Put: &r})
	}
	return out
}

func row(id, seq uint64, text string) memory.Row {
	return memory.Row{ID: id, Seq: seq, Kind: memory.Event, Text: text, Importance: 5}
}

func rowTexts(t *testing.T, k *store.Store, mind string) []string {
	t.Helper()
	rows, err := k.Rows(mind)
	if err != nil {
		t.Fatal(err)
	}
	out := []string{}
	for _, r := range rows {
		out = append(out, r.Text)
	}
	return out
}

func turns(t *testing.T, k *store.Store, mind string) []string {
	t.Helper()
	out := []string{}
	if err := k.Latest(mind, func(e store.Entry) bool {
		out = append(out, fmt.Sprintf("%d@%d%s", e.N, e.Seq, e.Turn))
		return true
	}); err != nil {
		t.Fatal(err)
	}
	slices.Reverse(out)
	newest := 0
	if err := k.Latest(mind, func(store.Entry) bool { newest++; return false }); err != nil || newest > 1 {
		t.Fatalf("got %d entries after no, %v", newest, err)
	}
	return out
}

func cassette(name string, at int64, people ...string) model.Cassette {
	body, _ := json.Marshal(map[string]string{"text": name}) // a map of strings can always be written
	return model.Cassette{Key: sha256.Sum256([]byte(name)), People: people, At: at, Body: body}
}

func equal[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// What was handed over is there after a restart, all of it and nothing else.
func TestThereAndBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), store.FileName)
	k := open(t, path)
	w := memory.Working{Where: "behind the bar", Mood: "merry", Last: []string{"Ann came in."}}
	long := json.RawMessage(`"` + strings.Repeat("tide ", 2000) + `"`)
	r := row(1, 5, "Ann gave me a ring.")
	r.Who, r.Only, r.By = []string{"pc-ann"}, "pc-ann", "pc-ann"
	k.Apply(store.Batch{
		Mind: "mara", Seq: 5, Rows: put(r, row(2, 5, "gone soon")), Working: &w, Turn: json.RawMessage(`{"a":1}`),
	})
	k.Apply(store.Batch{Mind: "mara", Seq: 6, Rows: []memory.Change{{Drop: 2}}, Turn: long})
	k.Apply(store.Batch{Mind: "bran", Seq: 4, Rows: put(row(1, 4, "It rains."))})
	k.SetAgent("ann/scout", json.RawMessage(`{"traits":["brave"]}`))
	k.SetAgent("ann/gone", json.RawMessage(`1`))
	k.SetAgent("ann/gone", nil)
	c := cassette("hello", time.Now().Unix(), "pc-ann")
	k.Save(c)
	if got, ok := k.Load(c.Key); !ok || !reflect.DeepEqual(got, c) {
		t.Errorf("before it is written: got %v %t", got, ok)
	}
	closed(t, k)

	k = open(t, path)
	rows, err := k.Rows("mara")
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "rows", rows, []memory.Row{r})
	equal(t, "another's rows", rowTexts(t, k, "bran"), []string{"It rains."})
	equal(t, "nobody's rows", rowTexts(t, k, "nobody"), []string{})
	working, err := k.Working("mara")
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "working", working, w)
	equal(t, "ledger", turns(t, k, "mara"), []string{`1@5{"a":1}`, "2@6" + string(long)})
	agents := map[string]string{}
	if err := k.Agents(func(id string, text json.RawMessage) { agents[id] = string(text) }); err != nil {
		t.Fatal(err)
	}
	equal(t, "agents", agents, map[string]string{"ann/scout": `{"traits":["brave"]}`})
	got, ok := k.Load(c.Key)
	equal(t, "cassette", got, c)
	if _, other := k.Load([32]byte{}); !ok || other {
		t.Errorf("got %t and %t, want the one and not the other", ok, other)
	}
	if seq, err := k.Seq(); seq != 6 || err != nil {
		t.Errorf("got %d %v, want 6", seq, err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "mode", info.Mode().Perm(), 0o600)

	k.Apply(store.Batch{Mind: "mara", End: true})
	flushed(t, k)
	equal(t, "rows of nobody", rowTexts(t, k, "mara"), []string{})
	equal(t, "ledger of nobody", turns(t, k, "mara"), []string{})
	equal(t, "another's rows", rowTexts(t, k, "bran"), []string{"It rains."})
}

// S1-23: three tries with pauses, then the dead letters; whoever hands over never waits, and the next start delivers.
func TestTries(t *testing.T) {
	path := filepath.Join(t.TempDir(), store.FileName)
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct{ failures, dead int }{{0, 0}, {1, 0}, {2, 0}, {3, 1}} {
			k := open(t, path)
			count, began := 0, time.Now()
			k.Break(func() error {
				if count++; count <= c.failures {
					return errors.New("no room")
				}
				return nil
			})
			k.Apply(store.Batch{Mind: "mara", Rows: put(row(uint64(10+c.failures), 1, fmt.Sprint("after ", c.failures)))})
			if time.Since(began) != 0 {
				t.Errorf("%d failures: whoever handed over waited", c.failures)
			}
			flushed(t, k)
			waited := time.Since(began)
			want := []time.Duration{0, 50 * time.Millisecond, 300 * time.Millisecond, 300 * time.Millisecond}[c.failures]
			equal(t, fmt.Sprint(c.failures, " failures: pause"), waited, want)
			_, err := os.Stat(path + ".dead")
			equal(t, fmt.Sprint(c.failures, " failures: dead letters"), err == nil, c.dead > 0)
			k.Break(nil)
			closed(t, k)
		}
		k := open(t, path)
		equal(t, "after the next start", rowTexts(t, k, "mara"), []string{"after 0", "after 1", "after 2", "after 3"})
		if _, err := os.Stat(path + ".dead"); err == nil {
			t.Error("the dead letters are still there")
		}
		equal(t, "lost", k.Lost(), 0)
		closed(t, k)
	})
}

// A dead letter does not undo what was written after it.
func TestDeadLettersAreLate(t *testing.T) {
	path := filepath.Join(t.TempDir(), store.FileName)
	synctest.Test(t, func(t *testing.T) {
		k := open(t, path)
		k.Break(func() error { return errors.New("no room") })
		k.Apply(store.Batch{
			Mind: "mara", Seq: 1, Rows: put(row(1, 1, "as it was"), row(2, 1, "only here")),
			Working: &memory.Working{Goal: "as it was"},
		})
		flushed(t, k)
		k.Break(nil)
		newer := row(1, 1, "as it is")
		newer.Count = 1
		k.Apply(store.Batch{Mind: "mara", Seq: 2, Rows: put(newer), Working: &memory.Working{Goal: "as it is"}})
		closed(t, k)
		k = open(t, path)
		equal(t, "rows", rowTexts(t, k, "mara"), []string{"as it is", "only here"})
		w, err := k.Working("mara")
		if err != nil || w.Goal != "as it is" {
			t.Errorf("got %v %v", w, err)
		}
		closed(t, k)
	})
}

// S1-23: a dead letter takes its place among the steps that were written after it, once, so that the newest step is the
// last that was handed over.
func TestDeadLettersTakeTheirPlace(t *testing.T) {
	path := filepath.Join(t.TempDir(), store.FileName)
	synctest.Test(t, func(t *testing.T) {
		k := open(t, path)
		k.Apply(store.Batch{Mind: "mara", Seq: 1, Turn: json.RawMessage("1"), Begins: true})
		flushed(t, k)
		k.Break(func() error { return errors.New("no room") })
		k.Apply(store.Batch{Mind: "mara", Seq: 2, Turn: json.RawMessage("2")})
		flushed(t, k)
		k.Break(nil)
		k.Apply(store.Batch{Mind: "bran", Seq: 9, Turn: json.RawMessage("9")})
		k.Apply(store.Batch{Mind: "mara", Seq: 3, Turn: json.RawMessage("3")})
		closed(t, k)
		dead, err := os.ReadFile(path + ".dead")
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // and again, when the file could not be removed
			k = open(t, path)
			equal(t, "ledger", turns(t, k, "mara"), []string{"1@11", "2@22", "4@33"})
			k.Apply(store.Batch{Mind: "mara", Seq: 3, Rows: put(row(1, 3, "later"))})
			closed(t, k)
			if err := os.WriteFile(path+".dead", dead, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// One letter that cannot be written does not take those along that were to be written with it.
func TestOneBadLetter(t *testing.T) {
	path := filepath.Join(t.TempDir(), store.FileName)
	synctest.Test(t, func(t *testing.T) {
		k := open(t, path)
		k.Apply(store.Batch{Mind: "bran", Turn: json.RawMessage("1"), Rows: put(row(1, 1, "first"))})
		flushed(t, k)
		closed(t, k)
		change(t, path, func(tx *bbolt.Tx) error { // so that nothing of Bran can be written
			_, err := tx.Bucket([]byte("working")).CreateBucket([]byte("bran"))
			return err
		})
		k = open(t, path)
		release := make(chan struct{})
		k.Break(func() error { <-release; return nil })
		for n := range uint64(6) {
			k.Apply(store.Batch{Mind: "mara", Rows: put(row(n+1, 1, fmt.Sprint("number ", n)))})
			if n == 2 {
				k.Apply(store.Batch{Mind: "bran", Working: &memory.Working{Goal: "none"}, Rows: put(row(2, 1, "second"))})
			}
		}
		close(release)
		flushed(t, k)
		equal(t, "the others", len(rowTexts(t, k, "mara")), 6)
		equal(t, "the bad one", rowTexts(t, k, "bran"), []string{"first"})
		_, err := os.Stat(path + ".dead")
		equal(t, "it waits", err, nil)
		closed(t, k)
	})
}

// Dead letters are bounded, and what is beyond is counted.
func TestDeadLettersAreBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), store.FileName)
	synctest.Test(t, func(t *testing.T) {
		k := open(t, path)
		k.Break(func() error { return errors.New("no room") })
		text := json.RawMessage(`"` + strings.Repeat("x", store.EntryBytesMax/2) + `"`)
		for range store.DeadBytesMost/(store.EntryBytesMax/2) + 3 {
			k.Apply(store.Batch{Mind: "mara", Turn: text})
			flushed(t, k)
		}
		info, err := os.Stat(path + ".dead")
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() > store.DeadBytesMost || info.Mode().Perm() != 0o600 || k.Lost() == 0 {
			t.Errorf("got %d bytes, mode %o, %d lost", info.Size(), info.Mode().Perm(), k.Lost())
		}
		k.Break(nil)
		closed(t, k)
	})
}

func TestWhatCannotBeKept(t *testing.T) {
	k := open(t, filepath.Join(t.TempDir(), store.FileName))
	for i, b := range []store.Batch{{}, {Mind: strings.Repeat("m", store.IDBytesMax+1)}} {
		k.Apply(b)
		equal(t, "lost", k.Lost(), uint64(i+1))
	}
	c := cassette(strings.Repeat("<", store.EntryBytesMax/6+1), 0, "pc-ann") // six bytes each, in JSON
	k.Save(c)
	if _, ok := k.Load(c.Key); ok {
		t.Error("what cannot be kept waits to be written")
	}
	k.Apply(store.Batch{Mind: "mara", Rows: put(row(1, 1, "This can."))})
	flushed(t, k)
	equal(t, "rows", rowTexts(t, k, "mara"), []string{"This can."})
}

// A mind with all its memories is kept as it woke; of what is longer the rest of its batch is kept, and that something
// was there.
func TestLong(t *testing.T) {
	k := open(t, filepath.Join(t.TempDir(), store.FileName))
	long := json.RawMessage(`"` + strings.Repeat("tide ", store.EntryBytesMax/2/5) + `"`)
	k.Apply(store.Batch{Mind: "mara", Seq: 1, Turn: long, Begins: true, Rows: put(row(1, 1, "one"))})
	huge := json.RawMessage(`"` + strings.Repeat("x", store.EntryBytesMax) + `"`)
	vast := row(3, 2, strings.Repeat("x", store.EntryBytesMax))
	k.Apply(store.Batch{
		Mind: "mara", Seq: 2, Turn: huge, Rows: put(row(2, 2, "two"), vast), Working: &memory.Working{Goal: "on"},
	})
	k.Apply(store.Batch{Mind: "mara", Seq: 3, Turn: json.RawMessage("{"), Rows: put(row(4, 3, "four"))})
	flushed(t, k)
	equal(t, "rows", rowTexts(t, k, "mara"), []string{"one", "two", "four"})
	equal(t, "lost", k.Lost(), 3)
	var got []string
	if err := k.Latest("mara", func(e store.Entry) bool {
		got = append(got, fmt.Sprintf("%d %t %s %d", e.Seq, e.Begins, e.Why, len(e.Turn)))
		return true
	}); err != nil {
		t.Fatal(err)
	}
	equal(t, "ledger", got, []string{
		"3 false " + store.WhyLost + " 0", "2 false " + store.WhyLost + " 0", fmt.Sprintf("1 true  %d", len(long)),
	})
	w, err := k.Working("mara")
	if err != nil || w.Goal != "on" {
		t.Errorf("got %v %v", w, err)
	}
}

// A world that was restored to a record knows nothing of later ones.
func TestRewind(t *testing.T) {
	k := open(t, filepath.Join(t.TempDir(), store.FileName))
	lore := row(1, 0, "The bell is old.")
	lore.Kind = memory.Lore
	k.Apply(store.Batch{Mind: "mara", Rows: put(lore)})
	for seq := uint64(10); seq <= 12; seq++ {
		k.Apply(store.Batch{
			Mind: "mara", Seq: seq, Rows: put(row(seq, seq, fmt.Sprint("at ", seq))), Turn: json.RawMessage("1"),
			Working: &memory.Working{Goal: fmt.Sprint("after ", seq)},
		})
	}
	k.Apply(store.Batch{Mind: "bran", Seq: 10, Working: &memory.Working{Goal: "to sleep"}})
	if err := k.Rewind(t.Context(), 12); err != nil {
		t.Fatal(err)
	}
	equal(t, "rows at the head", rowTexts(t, k, "mara"), []string{"The bell is old.", "at 10", "at 11", "at 12"})
	if err := k.Rewind(t.Context(), 11); err != nil {
		t.Fatal(err)
	}
	equal(t, "rows", rowTexts(t, k, "mara"), []string{"The bell is old.", "at 10", "at 11"})
	equal(t, "ledger", turns(t, k, "mara"), []string{"2@101", "3@111"})
	for mind, want := range map[string]string{"mara": "after 11", "bran": "to sleep"} {
		w, err := k.Working(mind)
		if err != nil {
			t.Fatal(err)
		}
		equal(t, mind+" had in mind", w.Goal, want)
	}
	if seq, err := k.Seq(); seq != 11 || err != nil {
		t.Errorf("got %d %v, want 11", seq, err)
	}
}

// A restored world's people remember what they did: also how often, and what they had let go of since. What a
// step took in of both sides is taken in again.
func TestRewindIsExact(t *testing.T) {
	path := filepath.Join(t.TempDir(), store.FileName)
	k := open(t, path)
	m := memory.New(memory.Config{Most: 3})
	want := map[uint64][]memory.Row{}
	goals := map[uint64]string{}
	for seq := uint64(1); seq <= 40; seq++ {
		_, changes := m.Remember(memory.Row{
			Kind: memory.Event, Seq: seq, At: world.Time(seq) * world.GameHour, Importance: int(seq * 7 % 5),
			Text: []string{"The bell rang.", "A boat came in.", "It rained.", "Fish was sold.", "Ann sang."}[seq*seq%5],
		})
		m.Recall(memory.Query{Words: []string{"bell boat"}, At: world.Time(seq) * 2 * world.GameHour})
		goals[seq] = fmt.Sprint("after ", seq)
		k.Apply(store.Batch{
			Mind: "mara", Seq: seq, Rows: slices.Concat(changes, m.Changes()), Turn: json.RawMessage("1"),
			Working: &memory.Working{Goal: goals[seq]},
		})
		want[seq] = m.Rows()
	}
	for _, seq := range []uint64{40, 39, 33, 17, 1} {
		if err := k.Rewind(t.Context(), seq); err != nil {
			t.Fatal(err)
		}
		rows, err := k.Rows("mara")
		if err != nil {
			t.Fatal(err)
		}
		equal(t, fmt.Sprint("rows at ", seq), rows, want[seq])
		w, err := k.Working("mara")
		if err != nil {
			t.Fatal(err)
		}
		equal(t, fmt.Sprint("had in mind at ", seq), w.Goal, goals[seq])
		equal(t, fmt.Sprint("steps at ", seq), len(turns(t, k, "mara")), int(seq))
	}
}

// Who ended after the record that a world was restored to is there again, with all that they remembered.
func TestRewindAnEnd(t *testing.T) {
	k := open(t, filepath.Join(t.TempDir(), store.FileName))
	k.Apply(store.Batch{
		Mind: "mara", Seq: 1, Rows: put(row(1, 1, "one"), row(2, 1, "two")), Working: &memory.Working{Goal: "to live"},
	})
	k.Apply(store.Batch{Mind: "mara", Seq: 2, End: true})
	flushed(t, k)
	equal(t, "ended", rowTexts(t, k, "mara"), []string{})
	if err := k.Rewind(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	equal(t, "rows", rowTexts(t, k, "mara"), []string{"one", "two"})
	w, err := k.Working("mara")
	if err != nil || w.Goal != "to live" {
		t.Errorf("got %v %v", w, err)
	}
}

// What never happened is in no letter either.
func TestRewindTheDead(t *testing.T) {
	path := filepath.Join(t.TempDir(), store.FileName)
	synctest.Test(t, func(t *testing.T) {
		k := open(t, path)
		k.Break(func() error { return errors.New("no room") })
		for seq := uint64(1); seq <= 3; seq++ {
			k.Apply(store.Batch{Mind: "mara", Seq: seq, Rows: put(row(seq, seq, fmt.Sprint("at ", seq)))})
			flushed(t, k)
		}
		k.Break(nil)
		if err := k.Rewind(t.Context(), 2); err != nil {
			t.Fatal(err)
		}
		closed(t, k)
		k = open(t, path)
		equal(t, "rows", rowTexts(t, k, "mara"), []string{"at 1", "at 2"})
		closed(t, k)
	})
}

// A ledger loses its oldest steps up to the next from which the rest can be run again; one that is all of one piece,
// its oldest tenth. All ledgers together have a bound in bytes, and whoever has the oldest step gives way.
func TestLedgerIsPrunedWhole(t *testing.T) {
	k, err := store.Open(filepath.Join(t.TempDir(), store.FileName), store.Options{
		Limits: store.Limits{Ledger: 20, LedgerBytes: 20_000},
	})
	if err != nil {
		t.Fatal(err)
	}
	seq := uint64(0)
	step := func(mind string, begins bool, text string) {
		seq++
		k.Apply(store.Batch{Mind: mind, Seq: seq, Turn: json.RawMessage(`"` + text + `"`), Begins: begins})
	}
	for n := range 21 {
		step("mara", n%7 == 0, "")
	}
	flushed(t, k)
	got := turns(t, k, "mara")
	equal(t, "after whole pieces", got[0]+" "+got[len(got)-1], `8@8"" 21@21""`)
	for n := range 21 {
		step("bran", n == 0, "")
	}
	flushed(t, k)
	got = turns(t, k, "bran")
	equal(t, "all of one piece", fmt.Sprint(got[0], len(got)), `24@24""19`)
	for n := range 30 {
		step("cyd", n%5 == 0, noise(n))
	}
	flushed(t, k)
	equal(t, "whoever has the oldest gave way", len(turns(t, k, "mara")), 1)
	if n := len(turns(t, k, "cyd")); n == 0 || n > 15 || n%5 != 0 {
		t.Errorf("got %d steps, want whole pieces of five, of 20,000 bytes", n)
	}
	closed(t, k)
}

// A ledger of so few that a tenth of it is nothing loses its oldest step all the same.
func TestLedgerOfFew(t *testing.T) {
	k, err := store.Open(filepath.Join(t.TempDir(), store.FileName), store.Options{Limits: store.Limits{Ledger: 3}})
	if err != nil {
		t.Fatal(err)
	}
	for n := range uint64(5) {
		k.Apply(store.Batch{Mind: "mara", Seq: n + 1, Turn: json.RawMessage("1")})
	}
	flushed(t, k)
	equal(t, "steps", turns(t, k, "mara"), []string{"3@31", "4@41", "5@51"})
	closed(t, k)
}

// noise is a text that cannot be packed.
func noise(n int) string {
	var b strings.Builder
	for j := 0; b.Len() < 1500; j++ {
		fmt.Fprintf(&b, "%x", sha256.Sum256(fmt.Append(nil, n, " ", j)))
	}
	return b.String()
}

// The bounds of ledger, audit and cassettes: the oldest go.
func TestBounds(t *testing.T) {
	path := filepath.Join(t.TempDir(), store.FileName)
	now := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	k, err := store.Open(path, store.Options{
		Now: func() time.Time { return now }, Limits: store.Limits{Ledger: 10, Audit: 10, CassetteBytes: 100_000},
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range uint64(13) {
		k.Apply(store.Batch{
			Mind: "mara", Seq: i + 1, Turn: json.RawMessage("1"), Audit: fmt.Appendf(nil, `"audit-%c"`, 'a'+rune(i)),
		})
	}
	k.Save(cassette("old", now.Add(-store.CassetteAgeMost-time.Minute).Unix()))
	k.Save(cassette("young", now.Add(-store.CassetteAgeMost+time.Minute).Unix()))
	flushed(t, k)
	got := turns(t, k, "mara")
	if len(got) != 10 || got[0] != "4@41" {
		t.Errorf("got %d entries from %s, want 10 from the fourth", len(got), got[0])
	}
	for name, want := range map[string]bool{"old": false, "young": true} {
		_, got := k.Load(cassette(name, 0).Key)
		equal(t, name, got, want)
	}
	large := func(i int) model.Cassette {
		var b strings.Builder
		for j := 0; b.Len() < 10_000; j++ {
			fmt.Fprintf(&b, "%x", sha256.Sum256(fmt.Append(nil, i, " ", j))) // half of it cannot be packed
		}
		return cassette(b.String(), now.Unix()+int64(i))
	}
	for i := range 30 {
		k.Save(large(i))
		k.Save(large(i)) // the same again counts once
	}
	flushed(t, k)
	kept := 0
	for i := range 30 {
		if _, ok := k.Load(large(i).Key); ok {
			kept++
		} else if kept > 0 {
			t.Errorf("cassette %d is gone and an older one is there", i)
		}
	}
	if kept < 8 || kept > 9 {
		t.Errorf("got %d cassettes of 10 kB, want as many as 100 kB hold", kept)
	}
	closed(t, k)
	equal(t, "audit", grep(t, filepath.Dir(path), "audit-m"), []string{"audit-m"})
	r, err := store.Inspect(path)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "report", r, store.Report{Minds: 0, Steps: 10, Cassettes: kept, Audit: 10, Seq: 13})
}

// grep reports which words stand anywhere in the files of a folder.
func grep(t *testing.T, dir string, words ...string) []string {
	t.Helper()
	found := []string{}
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range words {
			if bytes.Contains(text, []byte(w)) && !slices.Contains(found, w) {
				found = append(found, w)
			}
		}
	}
	return found
}

// forgettable fills a file with what concerns Ann, and what does not.
func forgettable(k *store.Store) {
	ofAnn := row(1, 1, "XXone gave me a ring.")
	ofAnn.By, ofAnn.Who, ofAnn.Name = "pc-ann", []string{"pc-ann"}, "Ann"
	rests := memory.Row{ID: 2, Kind: memory.Reflection, Text: "XXtwo is kind.", Of: []uint64{1}, Importance: 5}
	told := memory.Row{ID: 3, Kind: memory.Claim, Text: "XXthree", Source: "pc-ann", Only: "pc-ann", Importance: 5}
	k.Apply(store.Batch{Mind: "mara", Seq: 1, Rows: put(ofAnn, rests, told, row(4, 1, "Bob told of ANN and her goat.")),
		Working: &memory.Working{Goal: "XXfour", Who: "Ann (pc-ann)"},
		Turn:    json.RawMessage(`{"text":"\nXXfive","actor":"pc-ann"}`),
		Audit:   json.RawMessage(`{"by":"pc-ann","what":"XXsix"}`)})
	k.Apply(store.Batch{Mind: "mara", Seq: 2, Turn: json.RawMessage(`{"text":"Bob\nAnn went to Annan"}`)})
	k.Apply(store.Batch{Mind: "bran", Seq: 2, Turn: json.RawMessage(`{"actor":"pc-ann-marie","text":"YYone"}`),
		Working: &memory.Working{Goal: "YYtwo"}, Rows: put(row(1, 1, "YYthree came in."))})
	k.Save(cassette("XXseven", time.Now().Unix(), "pc-ann", "pc-bob"))
	k.Save(cassette("YYfour", time.Now().Unix(), "pc-bob"))
}

// Whoever is forgotten is gone from the file to the last byte; everybody else is as they were.
func TestForget(t *testing.T) {
	dir := t.TempDir()
	k := open(t, filepath.Join(dir, store.FileName))
	forgettable(k)
	flushed(t, k)
	theirs := []string{"XXone", "XXtwo", "XXthree", "XXfour", "XXfive", "XXsix", "XXseven", "ANN", "Ann "}
	equal(t, "before", grep(t, dir, theirs...), theirs)
	if err := k.Forget(t.Context(), "pc-ann", []string{"Ann"}); err != nil {
		t.Fatal(err)
	}
	equal(t, "after", grep(t, dir, theirs...), []string{})
	others := []string{"YYone", "YYtwo", "YYthree", "YYfour", "pc-ann-marie"}
	equal(t, "others", grep(t, dir, others...), others)
	equal(t, "rows", rowTexts(t, k, "mara"), []string{"Bob told of somebody and her goat."})
	equal(t, "ledger", turns(t, k, "mara"), []string{"1@1", `2@2{"text":"Bob\nsomebody went to Annan"}`})
	k.Apply(store.Batch{Mind: "mara", Seq: 3, Turn: json.RawMessage("7")})
	flushed(t, k)
	equal(t, "goes on", turns(t, k, "mara")[2:], []string{"4@37"})
	closed(t, k)
	if _, err := store.Inspect(filepath.Join(dir, store.FileName)); err != nil {
		t.Error(err)
	}
}

// Whoever is forgotten is gone from the dead letters, too.
func TestForgetTheDead(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, store.FileName)
	synctest.Test(t, func(t *testing.T) {
		k := open(t, path)
		k.Break(func() error { return errors.New("no room") })
		forgettable(k)
		flushed(t, k)
		k.Break(nil)
		if err := k.Forget(t.Context(), "pc-ann", []string{"Ann"}); err != nil {
			t.Fatal(err)
		}
		equal(t, "after", grep(t, dir, "XXone", "XXthree", "XXseven", "Ann "), []string{})
		closed(t, k)
		k = open(t, path)
		equal(t, "others", rowTexts(t, k, "bran"), []string{"YYthree came in."})
		closed(t, k)
	})
}

// S0-80: what was said lately, and what a mind only thinks of, is nowhere on the disk.
func TestScratchIsNotKept(t *testing.T) {
	dir := t.TempDir()
	k := open(t, filepath.Join(dir, store.FileName))
	m := memory.New(memory.Config{})
	var talk memory.Turns
	talk.Add("pc-ann", memory.Turn{Text: "canary-of-a-turn"})
	m.Recall(memory.Query{Words: []string{"canary-of-a-question"}, For: "pc-ann"})
	_, changes := m.Remember(memory.Row{Kind: memory.Event, Text: "canary-of-a-row", Importance: 9})
	_, refused := m.Remember(memory.Row{Kind: memory.Claim, Text: "canary-of-nobody", Importance: 9})
	w := memory.Parse("canary-in-mind")
	k.Apply(store.Batch{Mind: "mara", Rows: slices.Concat(changes, refused, m.Changes()), Working: &w})
	flushed(t, k)
	equal(t, "on the disk", grep(t, dir, "canary-of-a-turn", "canary-of-a-question", "canary-of-a-row", "canary-of-nobody",
		"canary-in-mind"), []string{"canary-of-a-row", "canary-in-mind"})
	if got := talk.With("pc-ann", 0); len(got) != 1 {
		t.Errorf("got %v, want the turn", got)
	}
}

// Writing goes on while the file is copied, and the copy is of one moment.
func TestSnapshot(t *testing.T) {
	dir := t.TempDir()
	k := open(t, filepath.Join(dir, store.FileName))
	for i := range uint64(500) {
		k.Apply(store.Batch{Mind: "mara", Seq: i + 1, Rows: put(row(i+1, i+1, "again")), Turn: json.RawMessage("1")})
	}
	var b bytes.Buffer
	if err := k.Snapshot(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	k.Apply(store.Batch{Mind: "mara", Seq: 501, Rows: put(row(501, 501, "later"))})
	flushed(t, k)
	copied := filepath.Join(dir, "copied.db")
	if err := os.WriteFile(copied, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := store.Inspect(copied)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "copy", got, store.Report{Minds: 1, Rows: 500, Steps: 500, Seq: 500})
	closed(t, k)
	b.Reset()
	if err := store.Copy(filepath.Join(dir, store.FileName), &b); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(copied, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	again := open(t, copied)
	equal(t, "rows of the copy", len(rowTexts(t, again, "mara")), 501)
}

func TestClosed(t *testing.T) {
	path := filepath.Join(t.TempDir(), store.FileName)
	k := open(t, path)
	closed(t, k)
	if err := k.Close(); !errors.Is(err, store.ErrClosed) {
		t.Errorf("got %v", err)
	}
	if err := k.Flush(context.Background()); !errors.Is(err, store.ErrClosed) {
		t.Errorf("got %v", err)
	}
	k.Apply(store.Batch{Mind: "mara", Rows: put(row(1, 1, "late"))}) // the next start has it
	again := open(t, path)
	equal(t, "rows", rowTexts(t, again, "mara"), []string{"late"})
}

// TestAbout: memories of somebody are those that they did, said or are named in, of every mind; what somebody else told
// in confidence is nobody's but theirs.
func TestAbout(t *testing.T) {
	k := open(t, filepath.Join(t.TempDir(), store.FileName))
	at := func(id uint64, change func(*memory.Row)) memory.Row {
		r := row(id, 1, fmt.Sprint("number ", id))
		r.By, r.Who, r.Source, r.Only = "", nil, "", ""
		change(&r)
		return r
	}
	k.Apply(store.Batch{Mind: "bran", Seq: 1, Rows: put(
		at(1, func(r *memory.Row) { r.By = "pc-ann" }),
		at(2, func(r *memory.Row) { r.Who = []string{"pc-ben", "pc-ann"} }),
		at(3, func(r *memory.Row) { r.By = "pc-ben" }),
		at(4, func(r *memory.Row) { r.Who, r.Source, r.Only = []string{"pc-ann"}, "pc-ben", "pc-ben" }),
	)})
	k.Apply(store.Batch{Mind: "mara", Seq: 1, Rows: put(
		at(1, func(r *memory.Row) { r.Source, r.Only = "pc-ann", "pc-ann" }),
	)})
	flushed(t, k)
	rows, err := k.About([]string{"pc-ann"})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][]uint64{}
	for mind, list := range rows {
		for _, r := range list {
			got[mind] = append(got[mind], r.ID)
		}
	}
	if want := map[string][]uint64{"bran": {1, 2}, "mara": {1}}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
