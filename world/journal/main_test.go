package journal_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world/journal"
)

// The test binary is also the process that is killed, and the one that probes.
const (
	roleCommit = "commit-until-killed"
	roleProbe  = "probe"

	roleTraced       = "work-traced"
	roleTracedNoSync = "work-traced-without-flushes"
	roleFault        = "work-until-fault"
)

func TestMain(m *testing.M) {
	if len(os.Args) == 3 {
		switch os.Args[1] {
		case roleCommit:
			fmt.Fprintln(os.Stderr, commitUntilKilled(os.Args[2]))
			os.Exit(1)
		case roleProbe:
			os.Exit(journal.ProbeMain(os.Args[2], os.Stderr))
		case roleFault:
			fmt.Fprintln(os.Stderr, workUntilFault(os.Args[2]))
			os.Exit(1)
		}
	}
	if len(os.Args) == 4 && strings.HasPrefix(os.Args[1], roleTraced) {
		o := journal.Options{NoSync: os.Args[1] == roleTracedNoSync}
		if err := workTraced(os.Args[2], os.Args[3], o); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func probeChild(t testing.TB) func(string) error {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return journal.ProbeBy(self, roleProbe)
}

func open(t testing.TB, dir string, o journal.Options) *journal.Journal {
	t.Helper()
	j, err := journal.Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	return j
}

func mustCommit(t testing.TB, j store, b journal.Batch) {
	t.Helper()
	if err := j.Commit(b); err != nil {
		t.Fatal(err)
	}
}

func mustClose(t testing.TB, j store) {
	t.Helper()
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
}

// store is what Journal and Memory have in common; a caller declares the part of it that it uses.
type store interface {
	Commit(journal.Batch) error
	Load(func(string, []byte) error, func(journal.Record) error) (journal.LoadInfo, error)
	Records(from, to uint64, fn func(journal.Record) error) error
	Head() journal.Head
	Anchor() journal.Head
	First() uint64
	Last() uint64
	CutSeq() uint64
	DropThrough(ctx context.Context, seq uint64) error
	Blank(seq uint64, bytes []byte) error
	Scrub(ctx context.Context) error
	Get(bucket string, key []byte) ([]byte, error)
	Scan(bucket string, prefix []byte, fn func(key, value []byte) error) error
	Stats() journal.Stats
	MergeDue() bool
	Merge(ctx context.Context) error
	Close() error
}

var (
	_ store = (*journal.Journal)(nil)
	_ store = (*journal.Memory)(nil)
)

// records makes the records from..to; each says its own number.
func records(from, to uint64) []journal.Record {
	var rs []journal.Record
	for seq := from; seq <= to; seq++ {
		rs = append(rs, journal.Record{Seq: seq, Bytes: content(seq)})
	}
	return rs
}

func content(seq uint64) []byte {
	b := binary.BigEndian.AppendUint64(nil, seq)
	for i := range seq % 300 {
		b = append(b, byte(i))
	}
	return b
}

// loaded is all that Load gives.
type loaded struct {
	Info journal.LoadInfo
	Rows map[string]string
	Tail []uint64
}

func load(t testing.TB, j store) loaded {
	t.Helper()
	got := loaded{Rows: map[string]string{}}
	before := ""
	info, err := j.Load(func(key string, value []byte) error {
		if key <= before {
			return fmt.Errorf("row %q comes after %q", key, before)
		}
		before = key
		got.Rows[key] = string(value)
		return nil
	}, func(r journal.Record) error {
		if string(r.Bytes) != string(content(r.Seq)) {
			return fmt.Errorf("record %d holds %q", r.Seq, r.Bytes)
		}
		got.Tail = append(got.Tail, r.Seq)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	got.Info = info
	return got
}

func row(key, value string) journal.Row { return journal.Row{Key: key, Value: []byte(value)} }

func gone(key string) journal.Row { return journal.Row{Key: key} }

var errInjected = errors.New("injected")

// failAt makes the n-th pass (from 1) of a step fail.
func failAt(step journal.Step, n int) func(journal.Step) error {
	return func(s journal.Step) error {
		if s != step {
			return nil
		}
		if n--; n == 0 {
			return errInjected
		}
		return nil
	}
}
