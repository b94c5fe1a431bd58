package journal_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/world/journal"
)

const (
	faultName   = "fault" // the file in which the child leaves the error that ended it
	exitFaulted = 3       // of a child that met a fault and took it as it should
)

// workUntilFault is the child: it commits until the disk fails it, and looks whether the journal takes that as it
// should. It stays on one thread, for strace counts the calls of each.
func workUntilFault(dir string) error {
	runtime.LockOSThread()
	f, err := os.OpenFile(filepath.Join(dir, wordsName), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	w := &worker{words: f}
	if w.j, err = journal.Open(dir, journal.Options{}); err != nil {
		return errors.Join(err, os.WriteFile(filepath.Join(dir, faultName), []byte(err.Error()), 0o600))
	}
	for range 200 {
		last := w.j.Last() + 3
		said := journal.Put{Bucket: "last", Key: []byte("seq"), Value: strconv.AppendUint(nil, last, 10)}
		b := journal.Batch{Records: records(last-2, last), Puts: []journal.Put{said}}
		if err = w.do("record", last, func() error { return w.j.Commit(b) }); err != nil {
			break
		}
		if last%5 != 0 {
			continue
		}
		if err = w.do("cut", last, func() error { return w.j.Commit(journal.Batch{Cut: imageCut(last)}) }); err != nil {
			break
		}
	}
	if err == nil {
		return errors.New("no fault came")
	}
	return w.takes(dir, err)
}

// takes looks whether a failed journal does nothing any more, and says how it told.
func (w *worker) takes(dir string, fault error) error {
	var disk *journal.DiskError
	if !errors.Is(fault, journal.ErrStopped) || !errors.As(fault, &disk) || disk.Need == 0 || disk.Advice() == "" {
		return fmt.Errorf("the fault was told as %T %w", fault, fault)
	}
	last := w.j.Last()
	_, getErr := w.j.Get("last", []byte("seq"))
	for i, err := range []error{
		w.j.Commit(journal.Batch{Records: records(last+1, last+1)}), w.j.Commit(journal.Batch{}), getErr,
		w.j.Commit(journal.Batch{Cut: imageCut(last)}), w.j.Blank(last, nil), w.j.Records(1, 2, sameContent),
	} {
		if !errors.Is(err, fault) && fmt.Sprint(err) != fault.Error() {
			return fmt.Errorf("afterwards, %d: got %w", i, err)
		}
	}
	if err := w.j.Close(); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, faultName), []byte(disk.Advice()), 0o600); err != nil {
		return err
	}
	os.Exit(exitFaulted)
	return nil
}

// TestDiskFails breaks the disk under a process in every way at some of its calls. The process gets an error in words
// and writes no more; what is there is what it was told is there, and so it is after a power cut at that moment.
func TestDiskFails(t *testing.T) {
	needStrace(t)
	const lost = "); nothing that anybody was told is lost; "
	for name, c := range map[string]struct {
		inject string
		when   []int
		words  []string
	}{
		"flush fails": {
			"fdatasync:error=EIO", []int{3, 4, 14},
			[]string{"The disk did not confirm that it has what was", "(input/output error" + lost, "look at the system's log"},
		},
		"write fails": {
			"pwrite64:error=EIO", []int{5, 6, 30},
			[]string{"The disk failed, while ", "(input/output error" + lost, "look at the system's log"},
		},
		"disk is full": {
			"pwrite64:error=ENOSPC", []int{5, 6, 30},
			[]string{"No room is left on the disk of ", " free)", "make room there, at least 6", " MiB, and start"},
		},
		"quota is used up": {
			"pwrite64:error=EDQUOT", []int{7}, []string{"A quota or ", "(disk quota exceeded", "raise it by 6"},
		},
		"file may not grow": {
			"ftruncate:error=EFBIG", []int{1},
			[]string{"A quota or a limit", "while writing a checkpoint in ", "file too large", "raise it by 6"},
		},
		"growth is not flushed":  {"fsync:error=EIO", []int{1}, []string{"The disk did not confirm"}},
		"disk becomes read-only": {"pwrite64:error=EROFS", []int{8}, []string{"The file system has become read-only"}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, n := range c.when {
				dir, all := workWithFault(t, fmt.Sprintf("%s:when=%d", c.inject, n))
				text, err := os.ReadFile(filepath.Join(dir, faultName))
				if err != nil {
					t.Fatal(err)
				}
				for _, want := range c.words {
					if !strings.Contains(string(text), want) {
						t.Errorf("got %q, want it to say %q", text, want)
					}
				}
				last := all[len(all)-1]
				if !last.forgotten {
					t.Errorf("call %d: what the kernel takes for written was not thrown away", n)
				}
				file, err := os.ReadFile(filepath.Join(dir, journal.FileName))
				if err != nil {
					t.Fatal(err)
				}
				if err := last.said.holds(t.TempDir(), file, int64(len(file)), journal.Probe); err != nil {
					t.Errorf("call %d: %v", n, err)
				}
				for _, f := range openImages(t, chance(), all[len(all)-1:], 8, journal.Probe) {
					t.Errorf("call %d: %s", n, f)
				}
			}
		})
	}
}

// workWithFault runs the child with a fault and returns its folder and what it did.
func workWithFault(t *testing.T, inject string) (dir string, all []span) {
	t.Helper()
	dir = t.TempDir()
	base := made(t, dir)
	base = base[:used(base)*pageBytes] // so that the file has to grow before long
	if err := os.Truncate(filepath.Join(dir, journal.FileName), int64(len(base))); err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(dir, "log")
	options := []string{"-e", "inject=" + inject}
	if code := strace(t, dir, log, options, roleFault, dir); code != exitFaulted {
		t.Fatalf("%s: the child ended with %d", inject, code)
	}
	calls, err := readTrace(log)
	if err != nil {
		t.Fatal(err)
	}
	if all, err = spans(base, calls); err != nil {
		t.Fatal(err)
	}
	return dir, all
}

// TestDiskLies has single writes not done that the process was told are done. As long as the machine runs nobody can
// know; but whoever reads it sees that, and the next start does. The child stays on one thread and does the same each
// time, so that the same writes are lost each time.
func TestDiskLies(t *testing.T) {
	needStrace(t)
	refused := 0
	for _, n := range []int{6, 9, 17, 26} {
		dir := t.TempDir()
		made(t, dir)
		inject := []string{"-e", fmt.Sprintf("inject=pwrite64:retval=%d:when=%d", pageBytes, n)}
		code := strace(t, dir, filepath.Join(dir, "log"), inject, roleFault, dir)
		j, err := journal.Open(dir, journal.Options{NoSync: true, ProbeChild: probeChild(t), Boot: "another"})
		if err == nil {
			if err := errors.Join(holdsRows(j), j.Records(0, j.Last(), notSpoilt), j.Close()); err != nil {
				t.Errorf("write %d lost: %v", n, err)
			}
			continue
		}
		wantDamaged(t, err)
		t.Logf("write %d lost: the child ended with %d, the next start said: %v", n, code, err)
		refused++
	}
	if refused == 0 {
		t.Error("no lost write was ever seen")
	}
}

func notSpoilt(r journal.Record) error {
	if r.Was != nil {
		return nil
	}
	return sameContent(r)
}

// TestDiskIsSlow has each flush take its time. Commits take theirs and nothing else happens; who only asks where the
// record stands is answered at once (TestStandingIsToldWhileTheDiskStalls).
func TestDiskIsSlow(t *testing.T) {
	needStrace(t)
	dir := t.TempDir()
	base := made(t, dir)
	log := filepath.Join(dir, "log")
	begun := time.Now()
	options := []string{"-e", "inject=fdatasync:delay_enter=20000"}
	if code := strace(t, dir, log, options, roleTraced, dir, "10"); code != 0 {
		t.Fatalf("the child ended with %d", code)
	}
	if took := time.Since(begun); took < 400*time.Millisecond {
		t.Errorf("20 flushes of 20 ms took %v", took)
	}
	calls, err := readTrace(log)
	if err != nil {
		t.Fatal(err)
	}
	all, err := spans(base, calls)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range openImages(t, chance(), all, 40, journal.Probe) {
		t.Error(f)
	}
}

// TestDiskFills commits on a small file system until it is full, makes room and goes on.
func TestDiskFills(t *testing.T) {
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=20m", "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("a small file system cannot be mounted here: %v: %s", err, bytes.TrimSpace(out))
	}
	t.Cleanup(func() { _ = exec.Command("umount", dir).Run() })
	ballast := filepath.Join(dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 14<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	j := open(t, dir, journal.Options{})
	var err error
	for err == nil {
		last := j.Last()
		err = j.Commit(journal.Batch{Records: benchRecords(last+1, 1+rand.IntN(500)), Cut: &journal.Cut{Seq: last}})
	}
	told := j.Head()
	var disk *journal.DiskError
	if !errors.As(err, &disk) || !disk.Full() || disk.Free > 1<<20 || disk.Need < 64<<20 {
		t.Errorf("got %v, %+v", err, disk)
	}
	t.Log(disk.Advice())
	mustClose(t, j)
	// Whatever the file could still take in itself.
	if _, err := journal.Open(dir, journal.Options{}); !errors.As(err, &disk) || !disk.Full() {
		t.Fatalf("a start on a full disk: got %v", err)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	j = open(t, dir, journal.Options{ProbeChild: probeChild(t)})
	if got := j.Head(); got != told && got.Seq <= told.Seq {
		t.Errorf("got %v, want %v or one batch more", got, told)
	}
	if got, err := follow(j); err != nil || got != j.Head() {
		t.Errorf("the records lead to %v, %v", got, err)
	}
	mustCommit(t, j, journal.Batch{Records: benchRecords(j.Last()+1, 10)})
}
