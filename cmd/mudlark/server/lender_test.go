package server

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world/journal"
)

// lending makes a folder with a journal of one record and one sealed segment, and a lender over it.
func lending(t *testing.T) Lender {
	t.Helper()
	dir := t.TempDir()
	j, err := journal.Open(dir, journal.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	if err := j.Commit(journal.Batch{Records: []journal.Record{{Seq: 1, Bytes: []byte("one")}}}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"segments/00000000000000000001.seg", "segments/00000000000000000001.tmp"} {
		if err := os.MkdirAll(filepath.Join(dir, "segments"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte("sealed"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return Lender{
		Dir: dir, Tail: j, Hold: func() func() { return func() {} },
		Free: func(string) (uint64, bool) { return 1 << 40, true },
	}
}

func TestLend(t *testing.T) {
	l := lending(t)
	held := 0
	l.Hold = func() func() { held++; return func() { held-- } }
	var told int64
	dir, err := l.Lend(os.Getpid(), func(done, _ int64) { told = done })
	if err != nil {
		t.Fatal(err)
	}
	if held != 0 || told == 0 {
		t.Errorf("held %d times, told of %d bytes", held, told)
	}
	if err := l.Tail.Commit(journal.Batch{Records: []journal.Record{{Seq: 2, Bytes: []byte("two")}}}); err != nil {
		t.Fatal(err)
	}
	copied, err := journal.Open(dir, journal.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := copied.Last(); got != 1 {
		t.Errorf("the copy goes on to record %d, want 1", got)
	}
	if err := copied.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(dir, "segments", "00000000000000000001.seg"))
	if err != nil || !bytes.Equal(got, []byte("sealed")) {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "segments", "00000000000000000001.tmp")); err == nil {
		t.Error("an unfinished segment was lent")
	}
	info, err := os.Stat(filepath.Join(dir, journal.FileName))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("got %v, %v", info.Mode(), err)
	}
}

func TestLendLeavesRoom(t *testing.T) {
	l := lending(t)
	l.Free = func(string) (uint64, bool) { return LentSpare, true }
	_, err := l.Lend(os.Getpid(), nil)
	if err == nil || !strings.Contains(err.Error(), "has only 256.0 MiB free") {
		t.Errorf("got %v", err)
	}
	if list, err := os.ReadDir(filepath.Join(l.Dir, lentFolder)); err == nil && len(list) > 0 {
		t.Errorf("got %v left behind", list)
	}
	l.Free = func(string) (uint64, bool) { return 0, false } // it cannot be told
	if _, err := l.Lend(os.Getpid(), nil); err != nil {
		t.Error(err)
	}
}

func TestSweepLent(t *testing.T) {
	dir := t.TempDir()
	if err := SweepLent(dir); err != nil {
		t.Fatalf("nothing was ever lent: %v", err)
	}
	mine := strconv.Itoa(os.Getpid()) + "-1"
	for _, name := range []string{mine, "999999999-2", "strange"} {
		if err := os.MkdirAll(filepath.Join(dir, lentFolder, name, "segments"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := SweepLent(dir); err != nil {
		t.Fatal(err)
	}
	list, err := os.ReadDir(filepath.Join(dir, lentFolder))
	if err != nil || len(list) != 1 || list[0].Name() != mine {
		t.Errorf("got %v, %v, want %s", list, err, mine)
	}
}
