package journal_test

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world/journal"
)

// A trace is what a process asked of the disk, in order, as strace saw it: writes to the journal's file, flushes of
// it, and between them what the process said of its progress in a second file.

// call is one system call that succeeded.
type call struct {
	name string // pwrite64, ftruncate, flush or say
	at   int64  // pwrite64: where; ftruncate: the new length
	data []byte // pwrite64 and say
}

const (
	opWrite    = "pwrite64"
	opTruncate = "ftruncate"
	opFlush    = "flush"
	opSay      = "say"
	opForget   = "fadvise64"

	// tracedCalls are those by which bbolt and the child can change a file. What is not understood of them is an error.
	tracedCalls  = "pwrite64,write,fdatasync,fsync,ftruncate,fallocate,fadvise64"
	traceStrings = 32 << 20 // bytes of a write that strace prints; the largest is a page with overflow
	wordsName    = "words"  // the file in which the child says how far it has come
)

// needStrace skips the test where there is no strace that works.
func needStrace(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("strace")
	switch {
	case runtime.GOOS != "linux":
		t.Skip("crashes of the disk are made from strace's record of writes and flushes, which is for Linux")
	case err != nil:
		t.Skip("strace is not installed; scripts/setup does that where it may")
	}
	if out, err := exec.Command(path, "-o", "/dev/null", "true").CombinedOutput(); err != nil {
		t.Skipf("strace may not trace here: %v: %s", err, out)
	}
	return path
}

// strace runs the test binary in a role, and returns its exit code. Calls are traced, or interfered with, only where
// they concern the journal's file in dir or the child's words.
func strace(t *testing.T, dir, log string, options []string, role ...string) int {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	args := []string{
		"-f", "-qq", "--seccomp-bpf", "-xx", "-s", strconv.Itoa(traceStrings), "-o", log, "-e", "trace=" + tracedCalls,
		"-P", filepath.Join(dir, journal.FileName), "-P", filepath.Join(dir, wordsName),
	}
	args = append(append(append(args, options...), self), role...)
	child := exec.Command(needStrace(t), args...)
	var words bytes.Buffer
	child.Stderr = &words
	if err := child.Run(); child.ProcessState == nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the child said: %s", words.Bytes())
		}
	})
	return child.ProcessState.ExitCode()
}

// parseTrace reads strace's log. The words' file has the highest descriptor of a write, which no pwrite64 has.
func parseTrace(r io.Reader) ([]call, error) {
	var calls []call
	begun := map[string]string{} // by process: the first half of a call during which another was seen
	lines := bufio.NewReaderSize(r, 1<<20)
	for {
		line, err := lines.ReadString('\n')
		if errors.Is(err, io.EOF) {
			return calls, nil
		}
		if err != nil {
			return nil, err
		}
		c, err := parseCall(strings.TrimSuffix(line, "\n"), begun)
		if err != nil {
			return nil, err
		}
		if c.name != "" {
			calls = append(calls, c)
		}
	}
}

// parseCall reads one line. A call in two halves counts where it ended: nobody could know before that it was done.
func parseCall(line string, begun map[string]string) (call, error) {
	if head, ok := strings.CutSuffix(line, " <unfinished ...>"); ok {
		pid, rest, _ := strings.Cut(head, " ")
		begun[pid] = strings.TrimSpace(rest)
		return call{}, nil
	}
	if pid, rest, ok := strings.Cut(line, " "); ok && strings.HasPrefix(strings.TrimSpace(rest), "<... ") {
		_, end, _ := strings.Cut(rest, " resumed>")
		line = pid + " " + begun[pid] + end
	}
	_, line, _ = strings.Cut(line, " ")
	name, rest, isCall := strings.Cut(strings.TrimSpace(line), "(")
	rest, result, ended := strings.Cut(rest, "= ") // strings are all in hexadecimal digits
	if !isCall || !ended {
		if strings.HasPrefix(name, "+++") || strings.HasPrefix(name, "---") || name == "???" {
			return call{}, nil // an exit or a signal, or a thread that was gone before it could be asked
		}
		return call{}, fmt.Errorf("strace said what is not understood: %.200s", line)
	}
	if strings.HasPrefix(result, "-1 ") || strings.HasPrefix(result, "?") {
		return call{}, nil // it failed and changed nothing, or the process ended in it
	}
	args := strings.Split(strings.TrimRight(rest, " )"), ", ")
	switch {
	case name == "fdatasync" || name == "fsync":
		return call{name: opFlush}, nil
	case name == opForget && len(args) == 4 && args[3] == "POSIX_FADV_DONTNEED":
		return call{name: name}, nil
	case name == opTruncate && len(args) == 2:
		at, err := strconv.ParseInt(args[1], 10, 64)
		return call{name: name, at: at}, err
	case (name == opWrite && len(args) == 4 || name == "write" && len(args) == 3) && result == args[2]:
		data, err := hex.DecodeString(strings.ReplaceAll(strings.Trim(args[1], `"`), `\x`, ""))
		if err != nil || name == "write" {
			return call{name: opSay, data: data}, err
		}
		at, err := strconv.ParseInt(args[3], 10, 64)
		return call{name: name, at: at, data: data}, err
	}
	return call{}, fmt.Errorf("a call of strace's is not understood: %.200s", line)
}

func TestParseTrace(t *testing.T) {
	log := `7 pwrite64(3, "\x61\x00\xff", 3, 4096) = 3
8 write(5, "\x68\x69\x0a", 3 <unfinished ...>
7 fdatasync(3 <unfinished ...>
8 <... write resumed>)              = 3
7 <... fdatasync resumed>)          = 0
7 pwrite64(3, "\x61", 1, 0)         = -1 ENOSPC (No space left on device)
7 ftruncate(3, 100000)              = 0
7 --- SIGURG {si_signo=SIGURG} ---
8 +++ exited with 0 +++
7 ???( <detached ...>
7 write(3, "\x61", 1 <unfinished ...>) = ?
`
	calls, err := parseTrace(strings.NewReader(log))
	got := fmt.Sprint(calls, err)
	want := fmt.Sprint([]call{
		{name: opWrite, at: 4096, data: []byte("a\x00\xff")}, {name: opSay, data: []byte("hi\n")}, {name: opFlush},
		{name: opTruncate, at: 100_000},
	}, nil)
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, bad := range []string{
		"7 fallocate(3, 0, 0, 100) = 0\n", "7 pwrite64(3, \"\\x61\\x61\"..., 3, 4096) = 3\n", "what is this\n",
		"7 pwrite64(3, \"\\x61\\x61\", 2, 4096) = 1\n",
	} {
		if calls, err := parseTrace(strings.NewReader(bad)); err == nil {
			t.Errorf("%q: got %v, want an error", bad, calls)
		}
	}
}
