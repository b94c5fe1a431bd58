package journal_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mudlark-mud/mudlark/world/journal"
)

// both runs a test on a journal on disk and on one in memory; reopen closes the store and opens it again.
func both(t *testing.T, run func(t *testing.T, s store, reopen func(store) store)) {
	t.Run("disk", func(t *testing.T) {
		dir := t.TempDir()
		o := journal.Options{NoSync: true, ProbeChild: probeChild(t)}
		run(t, open(t, dir, o), func(s store) store {
			mustClose(t, s)
			return open(t, dir, o)
		})
	})
	t.Run("memory", func(t *testing.T) {
		run(t, journal.NewMemory(), func(s store) store { return s.(*journal.Memory).Reopen() })
	})
}

func TestCommitAndLoad(t *testing.T) {
	both(t, func(t *testing.T, s store, reopen func(store) store) {
		if got := load(t, s); got.Info != (journal.LoadInfo{}) {
			t.Errorf("new journal: got %+v, want nothing", got.Info)
		}
		mustCommit(t, s, journal.Batch{})
		mustCommit(t, s, journal.Batch{Records: records(1, 3)})
		mustCommit(t, s, journal.Batch{Records: records(4, 5), Cut: &journal.Cut{Seq: 4, Rows: []journal.Row{
			row("room-quay", "wet"), row("actor-ann", "here"), row("actor-bob", ""),
		}}})
		mustCommit(t, s, journal.Batch{Records: records(6, 6)})
		s = reopen(s)
		want := loaded{
			Info: journal.LoadInfo{Cut: 4, Rows: 3, Records: 2, Last: 6},
			Rows: map[string]string{"actor-ann": "here", "actor-bob": "", "room-quay": "wet"},
			Tail: []uint64{5, 6},
		}
		if diff := cmp.Diff(want, load(t, s)); diff != "" {
			t.Error(diff)
		}
		if got, want := s.Last(), uint64(6); got != want {
			t.Errorf("Last: got %d, want %d", got, want)
		}
		st := s.Stats()
		if st.First != 1 || st.Last != 6 || st.CutSeq != 4 || st.Runs != 1 {
			t.Errorf("Stats: got %+v", st)
		}
	})
}

func TestCutsOverlay(t *testing.T) {
	both(t, func(t *testing.T, s store, reopen func(store) store) {
		cut := func(rows ...journal.Row) {
			t.Helper()
			next := s.Last() + 1
			mustCommit(t, s, journal.Batch{Records: records(next, next), Cut: &journal.Cut{Seq: next, Rows: rows}})
		}
		cut(row("a", "1"), row("b", "1"), row("c", "1"), row("d", "1"))
		cut(row("b", "2"), gone("c"))
		cut(gone("a"), row("c", "3"), row("e", "3"), gone("never"))
		cut() // nothing changed, but the tail is shorter
		cut(gone("d"), row("f", "5"))
		want := map[string]string{"b": "2", "c": "3", "e": "3", "f": "5"}
		check := func(when string) {
			t.Helper()
			got := load(t, s)
			if diff := cmp.Diff(want, got.Rows); diff != "" {
				t.Errorf("%s: %s", when, diff)
			}
			if got.Info.Cut != 5 || len(got.Tail) != 0 {
				t.Errorf("%s: got %+v", when, got.Info)
			}
		}
		check("as cut")
		s = reopen(s)
		check("opened again")
		if err := s.Merge(t.Context()); err != nil {
			t.Fatal(err)
		}
		check("merged")
		cut(gone("b"), row("g", "6"))
		delete(want, "b")
		want["g"] = "6"
		s = reopen(s)
		if diff := cmp.Diff(want, load(t, s).Rows); diff != "" {
			t.Errorf("cut after a merge: %s", diff)
		}
	})
}

func TestTables(t *testing.T) {
	both(t, func(t *testing.T, s store, reopen func(store) store) {
		put := func(bucket, key, value string) journal.Put {
			return journal.Put{Bucket: bucket, Key: []byte(key), Value: []byte(value)}
		}
		mustCommit(t, s, journal.Batch{Puts: []journal.Put{
			put("accounts", "ann", "1"), put("accounts", "anna", "2"), put("accounts", "bob", "3"),
			put("keys", "ann", "k"), put("accounts", "ann", "4"), put("accounts", "empty", ""), put("meta", "format", "x"),
		}})
		mustCommit(t, s, journal.Batch{Records: records(1, 1), Puts: []journal.Put{{Bucket: "accounts", Key: []byte("bob")}}})
		s = reopen(s)
		for _, c := range []struct{ bucket, key, want string }{
			{"accounts", "ann", `"4"`}, {"accounts", "bob", "nil"}, {"accounts", "empty", `""`},
			{"keys", "ann", `"k"`}, {"keys", "bob", "nil"}, {"nowhere", "ann", "nil"}, {"meta", "format", `"x"`},
		} {
			v, err := s.Get(c.bucket, []byte(c.key))
			if err != nil {
				t.Fatal(err)
			}
			got := "nil"
			if v != nil {
				got = fmt.Sprintf("%q", v)
			}
			if got != c.want {
				t.Errorf("Get(%s, %s): got %s, want %s", c.bucket, c.key, got, c.want)
			}
		}
		var got []string
		err := s.Scan("accounts", []byte("an"), func(k, v []byte) error {
			got = append(got, string(k)+"="+string(v))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"ann=4", "anna=2"}, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestScanLongTableWhileItChanges(t *testing.T) {
	both(t, func(t *testing.T, s store, _ func(store) store) {
		const entries = 3_000
		var puts []journal.Put
		for i := range entries {
			puts = append(puts, journal.Put{Bucket: "long", Key: fmt.Appendf(nil, "%05d", i), Value: []byte("v")})
		}
		mustCommit(t, s, journal.Batch{Puts: puts})
		got := 0
		err := s.Scan("long", nil, func(k, _ []byte) error {
			got++
			return s.Commit(journal.Batch{Puts: []journal.Put{{Bucket: "long", Key: k}}})
		})
		if err != nil || got != entries {
			t.Errorf("got %d entries and %v, want %d", got, err, entries)
		}
	})
}

func TestRecords(t *testing.T) {
	both(t, func(t *testing.T, s store, _ func(store) store) {
		mustCommit(t, s, journal.Batch{Records: records(1, 2_500)})
		for _, c := range []struct{ from, to, first, last uint64 }{
			{1, 2_500, 1, 2_500}, {0, 1 << 63, 1, 2_500}, {7, 7, 7, 7}, {2_400, 3_000, 2_400, 2_500},
			{2_501, 9_000, 0, 0}, {9, 8, 0, 0}, {0, 0, 0, 0},
		} {
			var first, last, n uint64
			err := s.Records(c.from, c.to, func(r journal.Record) error {
				if n++; first == 0 {
					first = r.Seq
				}
				last = r.Seq
				return nil
			})
			if err != nil || first != c.first || last != c.last || first != 0 && n != last-first+1 {
				t.Errorf("Records(%d, %d): got %d..%d, %d of them, %v", c.from, c.to, first, last, n, err)
			}
		}
		if err := s.Records(1, 9, func(journal.Record) error { return errInjected }); !errors.Is(err, errInjected) {
			t.Errorf("callback's error: got %v", err)
		}
	})
}

func TestBadBatchChangesNothing(t *testing.T) {
	long := make([]byte, 17<<20)
	key := strings.Repeat("k", 513)
	put := func(bucket, key string, value []byte) journal.Batch {
		return journal.Batch{Records: records(4, 4), Puts: []journal.Put{{Bucket: bucket, Key: []byte(key), Value: value}}}
	}
	cut := func(seq uint64, rows ...journal.Row) journal.Batch {
		return journal.Batch{Records: records(4, 4), Cut: &journal.Cut{Seq: seq, Rows: rows}}
	}
	bad := map[string]journal.Batch{
		"gap":                     {Records: records(5, 5)},
		"again":                   {Records: records(3, 4)},
		"gap inside":              {Records: append(records(4, 4), records(6, 6)...)},
		"zero":                    {Records: records(0, 0)},
		"long record":             {Records: []journal.Record{{Seq: 4, Bytes: long}}},
		"put without bucket":      put("", "k", nil),
		"put without key":         put("b", "", []byte("v")),
		"put with long key":       put("b", key, nil),
		"put with long value":     put("b", "k", long),
		"cut ahead of the record": cut(5),
		"cut behind the last cut": cut(1),
		"row twice":               cut(4, row("a", "1"), row("b", "1"), row("a", "2")),
		"row without key":         cut(4, row("", "1")),
		"long row":                cut(4, journal.Row{Key: "a", Value: long}),
	}
	both(t, func(t *testing.T, s store, _ func(store) store) {
		cut := &journal.Cut{Seq: 2, Rows: []journal.Row{row("a", "0")}}
		mustCommit(t, s, journal.Batch{Records: records(1, 3), Cut: cut})
		want := load(t, s)
		for name, b := range bad {
			if err := s.Commit(b); !errors.Is(err, journal.ErrBatch) {
				t.Errorf("%s: got %v, want a bad batch", name, err)
			}
			if diff := cmp.Diff(want, load(t, s)); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
		}
		var gap *journal.SequenceError
		if err := s.Commit(bad["gap"]); !errors.As(err, &gap) || gap.Want != 4 || gap.Got != 5 {
			t.Errorf("gap: got %v", err)
		}
		mustCommit(t, s, journal.Batch{Records: records(4, 4)})
	})
}

func TestCommitTakesCopiesAndGivesCopies(t *testing.T) {
	both(t, func(t *testing.T, s store, _ func(store) store) {
		rows := []journal.Row{row("b", "right"), row("a", "right")}
		put := journal.Put{Bucket: "t", Key: []byte("key"), Value: []byte("right")}
		record := journal.Record{Seq: 1, Bytes: []byte("right")}
		mustCommit(t, s, journal.Batch{
			Records: []journal.Record{record}, Puts: []journal.Put{put}, Cut: &journal.Cut{Seq: 1, Rows: rows},
		})
		if rows[0].Key != "b" {
			t.Error("the rows were sorted in place")
		}
		for _, b := range [][]byte{rows[0].Value, rows[1].Value, put.Key, put.Value, record.Bytes} {
			copy(b, "wrong")
		}
		expect := func(what string, v []byte) {
			if string(v) != "right" {
				t.Errorf("%s: got %q, want right", what, v)
			}
			copy(v, "wrong") // and this must not reach what the next one reads
		}
		for range 2 {
			_, err := s.Load(func(key string, v []byte) error {
				expect("row "+key, v)
				return nil
			}, nil)
			recordsErr := s.Records(1, 1, func(r journal.Record) error {
				expect("record", r.Bytes)
				return nil
			})
			scanErr := s.Scan("t", nil, func(_, v []byte) error {
				expect("scan", v)
				return nil
			})
			v, getErr := s.Get("t", []byte("key"))
			expect("get", v)
			if err := errors.Join(err, recordsErr, scanErr, getErr); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestFailedCommitIsFinal(t *testing.T) {
	for _, step := range []journal.Step{journal.StepAppend, journal.StepAppended, journal.StepCurrent} {
		t.Run(string(step), func(t *testing.T) {
			check := func(t *testing.T, s store) {
				mustCommit(t, s, journal.Batch{Records: records(1, 2)})
				b := journal.Batch{Records: records(3, 3), Cut: &journal.Cut{Seq: 3, Rows: []journal.Row{row("a", "1")}}}
				err := s.Commit(b)
				if !errors.Is(err, errInjected) || !errors.Is(err, journal.ErrStopped) {
					t.Fatalf("got %v, want the injected error", err)
				}
				want := uint64(2)
				if step == journal.StepCurrent {
					want = 3 // the records were durable, and only the cut failed
				}
				if got := s.Last(); got != want {
					t.Errorf("Last: got %d, want %d", got, want)
				}
				_, getErr := s.Get("b", []byte("k"))
				_, loadErr := s.Load(nil, nil)
				for _, again := range []error{
					s.Commit(b), s.Commit(journal.Batch{}), s.Merge(t.Context()), getErr, loadErr,
					s.Records(1, 1, func(journal.Record) error { return nil }),
				} {
					if !errors.Is(again, journal.ErrStopped) {
						t.Errorf("afterwards: got %v, want %v", again, err)
					}
				}
			}
			t.Run("disk", func(t *testing.T) {
				dir := t.TempDir()
				inject := func(journal.Step) error { return nil }
				o := journal.Options{NoSync: true, Inject: func(s journal.Step) error { return inject(s) }}
				j := open(t, dir, o)
				n := 1
				if step != journal.StepCurrent {
					n = 2
				}
				inject = failAt(step, n)
				check(t, j)
				mustClose(t, j)
				got := load(t, open(t, dir, journal.Options{ProbeChild: probeChild(t)}))
				if !got.Info.Unclean || got.Info.Last < 2 || got.Info.Last > 3 || got.Info.Cut != 0 {
					t.Errorf("next start: got %+v", got.Info)
				}
			})
			t.Run("memory", func(t *testing.T) {
				m := journal.NewMemory()
				n := 1
				if step != journal.StepCurrent {
					n = 2
				}
				m.Inject(failAt(step, n))
				check(t, m)
				got := load(t, m.Crash())
				if !got.Info.Unclean || got.Info.Last < 2 || got.Info.Last > 3 || got.Info.Cut != 0 {
					t.Errorf("next start: got %+v", got.Info)
				}
			})
		})
	}
}

func TestMemoryCrashKeepsWhatWasCommitted(t *testing.T) {
	m := journal.NewMemory()
	put := journal.Put{Bucket: "b", Key: []byte("k"), Value: []byte("v")}
	mustCommit(t, m, journal.Batch{Records: records(1, 2), Puts: []journal.Put{put}})
	next := m.Crash()
	if err := m.Commit(journal.Batch{Records: records(3, 3)}); !errors.Is(err, journal.ErrStopped) {
		t.Errorf("the dead journal took a batch: %v", err)
	}
	if v, err := next.Get("b", []byte("k")); err != nil || string(v) != "v" {
		t.Errorf("got %q, %v", v, err)
	}
	mustCommit(t, next, journal.Batch{Records: records(3, 3)})
	if got := load(t, next); got.Info.Last != 3 || !got.Info.Unclean {
		t.Errorf("got %+v", got.Info)
	}
}

func TestClosed(t *testing.T) {
	both(t, func(t *testing.T, s store, _ func(store) store) {
		mustClose(t, s)
		mustClose(t, s)
		if err := s.Commit(journal.Batch{Records: records(1, 1)}); !errors.Is(err, journal.ErrClosed) {
			t.Errorf("Commit: got %v, want ErrClosed", err)
		}
		if _, err := s.Get("b", []byte("k")); !errors.Is(err, journal.ErrClosed) {
			t.Errorf("Get: got %v, want ErrClosed", err)
		}
	})
}

func TestSecondOpenIsLockedOut(t *testing.T) {
	dir := t.TempDir()
	first := open(t, dir, journal.Options{})
	begun := time.Now()
	_, err := journal.Open(dir, journal.Options{})
	if took := time.Since(begun); took > 20*time.Second { // it tries for a second
		t.Errorf("it took %v to say so", took)
	}
	var locked *journal.LockedError
	if !errors.As(err, &locked) || !errors.Is(err, journal.ErrLocked) || locked.PID != os.Getpid() {
		t.Fatalf("got %v, want a lock held by %d", err, os.Getpid())
	}
	if want := fmt.Sprintf("in use by another mudlark (process %d)", os.Getpid()); !strings.Contains(err.Error(), want) {
		t.Errorf("got %q, want it to say %q", err, want)
	}
	mustCommit(t, first, journal.Batch{Records: records(1, 1)})
	mustClose(t, first)
	if _, err := os.Stat(filepath.Join(dir, "mudlark.pid")); !os.IsNotExist(err) {
		t.Errorf("the lock note is still there: %v", err)
	}
	open(t, dir, journal.Options{})
}

func TestModes(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "data")
	open(t, dir, journal.Options{})
	if err := journal.WriteCrash(dir, journal.Crash{Seq: 1}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]os.FileMode{
		"": 0o700, "mudlark.db": 0o600, "mudlark.pid": 0o600, "crash.json": 0o600,
	} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("%q: got %o, want %o", name, got, want)
		}
	}
}

func TestCrashNote(t *testing.T) {
	dir := t.TempDir()
	if c, err := journal.ReadCrash(dir); c != nil || err != nil {
		t.Errorf("none: got %v, %v", c, err)
	}
	if err := journal.ClearCrash(dir); err != nil {
		t.Errorf("clearing none: %v", err)
	}
	want := journal.Crash{Seq: 7, Action: "attack", Stack: "goroutine 1", At: time.Unix(1_700_000_000, 0).UTC()}
	for _, c := range []journal.Crash{{Seq: 6, Stack: strings.Repeat("s", 1<<20)}, want} {
		if err := journal.WriteCrash(dir, c); err != nil {
			t.Fatal(err)
		}
	}
	got, err := journal.ReadCrash(dir)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&want, got); diff != "" {
		t.Error(diff)
	}
	if err := journal.ClearCrash(dir); err != nil {
		t.Fatal(err)
	}
	if c, err := journal.ReadCrash(dir); c != nil || err != nil {
		t.Errorf("cleared: got %v, %v", c, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "crash.json"), []byte("{torn"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := journal.ReadCrash(dir); err == nil || !strings.Contains(err.Error(), "remove the file") {
		t.Errorf("a spoilt note: got %v, want advice", err)
	}
}
