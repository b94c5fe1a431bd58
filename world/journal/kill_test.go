package journal_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/world/journal"
)

// commitUntilKilled is the child: it prints each sequence once it is durable, as a daemon would tell its people. Every
// row and every put says the sequence that wrote it, so that the parent can tell what must be there.
func commitUntilKilled(dir string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	j, err := journal.Open(dir, journal.Options{ProbeChild: journal.ProbeBy(self, roleProbe)})
	if err != nil {
		return err
	}
	merges := make(chan error, 1)
	for {
		seq := j.Last() + 1 + rand.Uint64N(5)
		b := journal.Batch{Records: records(j.Last()+1, seq), Puts: []journal.Put{
			{Bucket: "last", Key: []byte("seq"), Value: strconv.AppendUint(nil, seq, 10)},
		}}
		if seq%7 == 0 {
			b.Cut = killCut(seq)
		}
		if err := j.Commit(b); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(os.Stdout, seq); err != nil {
			return err
		}
		if seq%31 == 0 {
			go func() { merges <- j.Merge(context.Background()) }()
			if err := <-merges; err != nil {
				return err
			}
		}
	}
}

// killCut has several chunks of rows, each of which names the cut.
func killCut(seq uint64) *journal.Cut {
	c := &journal.Cut{Seq: seq}
	for i := range 300 {
		value := make([]byte, 1_000)
		copy(value, strconv.FormatUint(seq, 10))
		c.Rows = append(c.Rows, journal.Row{Key: fmt.Sprintf("row-%03d", i), Value: value})
	}
	return c
}

func TestKilledDaemonLosesNothingItTold(t *testing.T) {
	rounds := 10
	if testing.Short() {
		rounds = 3
	}
	dir := t.TempDir()
	var told uint64
	for round := range rounds {
		before := told
		told = max(told, killedDaemon(t, dir, round))
		j := open(t, dir, journal.Options{ProbeChild: probeChild(t)})
		got := load(t, j)
		if told > before && !got.Info.Unclean {
			t.Error("the stop was not noticed")
		}
		if got.Info.Last < told {
			t.Fatalf("told %d, kept %d", told, got.Info.Last)
		}
		// load has looked into every record of the tail; the older ones need to be there as well.
		if err := j.Records(1, told, func(r journal.Record) error { return sameContent(r) }); err != nil {
			t.Fatal(err)
		}
		checkCutWhole(t, got)
		v, err := j.Get("last", []byte("seq"))
		if err != nil {
			t.Fatal(err)
		}
		if want := strconv.FormatUint(got.Info.Last, 10); string(v) != want && got.Info.Last != 0 {
			t.Errorf("the put beside record %s says %s", want, v)
		}
		mustClose(t, j)
	}
}

func sameContent(r journal.Record) error {
	if string(r.Bytes) != string(content(r.Seq)) {
		return fmt.Errorf("record %d is not as it was written", r.Seq)
	}
	return nil
}

func checkCutWhole(t *testing.T, got loaded) {
	t.Helper()
	if got.Info.Cut == 0 {
		return
	}
	if len(got.Rows) != 300 {
		t.Errorf("cut %d has %d rows", got.Info.Cut, len(got.Rows))
	}
	want := strconv.FormatUint(got.Info.Cut, 10)
	for key, value := range got.Rows {
		if value[:len(want)] != want {
			t.Fatalf("cut %s: row %s is of cut %q", want, key, value[:8])
		}
	}
}

// killedDaemon starts a child, kills it after a random time, and returns the last sequence that it told, 0 for none. In
// every third round the time runs from the child's start, so that some die while opening, the others from its first
// word.
func killedDaemon(t *testing.T, dir string, round int) (told uint64) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command(self, roleCommit, dir)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	var kill *time.Timer
	start := func() {
		if kill == nil {
			kill = time.AfterFunc(rand.N(400*time.Millisecond), func() { _ = child.Process.Kill() })
		}
	}
	if round%3 == 2 {
		start()
	}
	for lines.Scan() {
		start()
		if told, err = strconv.ParseUint(lines.Text(), 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	var exit *exec.ExitError
	if err := child.Wait(); !errors.As(err, &exit) || exit.ExitCode() != -1 {
		t.Fatalf("the daemon ended by itself: %v", err)
	}
	return told
}
