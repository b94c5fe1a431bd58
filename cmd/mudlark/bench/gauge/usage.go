package gauge

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Usage is what a process has used by now, and what it holds.
type Usage struct {
	At          time.Time
	User        time.Duration // CPU, since it began
	System      time.Duration
	Voluntary   uint64        // context switches because a thread had nothing to do
	Involuntary uint64        // because another thread's turn had come
	Written     int64         // bytes that went to a disk for it
	Anonymous   int64         // bytes of memory that are its own
	File        int64         // bytes of memory that are pages of files, and can be had again from there
	Busy        time.Duration // CPU that the whole machine spent on everybody
}

// CPU is user and system time together.
func (u Usage) CPU() time.Duration { return u.User + u.System }

// Resident is all the memory that is in use for the process.
func (u Usage) Resident() int64 { return u.Anonymous + u.File }

// Since returns what was used since an earlier reading; memory is as it is now.
func (u Usage) Since(before Usage) Usage {
	u.User -= before.User
	u.System -= before.System
	u.Voluntary -= min(before.Voluntary, u.Voluntary) // threads that ended took their counts along
	u.Involuntary -= min(before.Involuntary, u.Involuntary)
	u.Written -= before.Written
	u.Busy -= before.Busy
	return u
}

// ErrUnknown says that this system does not tell what a process uses.
var ErrUnknown = errors.New("this system does not tell what a process uses")

// ticksPerSecond is how Linux counts CPU time for /proc, on every architecture that Go knows (proc(5), USER_HZ).
const ticksPerSecond = 100

const tick = time.Second / ticksPerSecond

// UsageOf reads the usage of a process from /proc; elsewhere than on Linux the error is [ErrUnknown].
func UsageOf(pid int) (Usage, error) {
	if _, err := os.Stat("/proc/self/stat"); errors.Is(err, fs.ErrNotExist) {
		return Usage{}, ErrUnknown
	}
	u := Usage{At: time.Now()}
	dir := "/proc/" + strconv.Itoa(pid)
	for _, read := range []func(*Usage, string) error{readTimes, readMemory, readSwitches, readWritten, readBusy} {
		if err := read(&u, dir); err != nil {
			return Usage{}, fmt.Errorf("read the usage of process %d: %w", pid, err)
		}
	}
	return u, nil
}

func readTimes(u *Usage, dir string) error {
	stat, err := os.ReadFile(filepath.Join(dir, "stat"))
	if err != nil {
		return err
	}
	// The name, in parentheses, may contain anything; the fields that follow are numbers. utime and stime are the 14th
	// and 15th field, the first behind the name is the third.
	const user, system, fromThird = 14, 15, 3
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(fields) <= system-fromThird {
		return fmt.Errorf("stat has %d fields", len(fields))
	}
	for field, into := range map[int]*time.Duration{user: &u.User, system: &u.System} {
		n, err := strconv.ParseInt(fields[field-fromThird], 10, 64)
		if err != nil {
			return err
		}
		*into = time.Duration(n) * tick
	}
	return nil
}

const kib = 1 << 10

func readMemory(u *Usage, dir string) error {
	found, err := numbers(filepath.Join(dir, "status"), "RssAnon", "RssFile")
	u.Anonymous, u.File = found[0]*kib, found[1]*kib
	return err
}

// readSwitches sums the threads up: what stands at the top belongs to the first thread alone.
func readSwitches(u *Usage, dir string) error {
	threads, err := filepath.Glob(filepath.Join(dir, "task", "*", "status"))
	if err != nil {
		return err
	}
	for _, path := range threads {
		found, err := numbers(path, "voluntary_ctxt_switches", "nonvoluntary_ctxt_switches")
		switch {
		case errors.Is(err, fs.ErrNotExist): // it ended in this moment
			continue
		case err != nil:
			return err
		}
		u.Voluntary += uint64(found[0])   // counts are not negative
		u.Involuntary += uint64(found[1]) // nor these
	}
	return nil
}

func readWritten(u *Usage, dir string) error {
	found, err := numbers(filepath.Join(dir, "io"), "write_bytes")
	u.Written = found[0]
	return err
}

func readBusy(u *Usage, _ string) error {
	stat, err := os.ReadFile("/proc/stat")
	if err != nil {
		return err
	}
	first, _, _ := strings.Cut(string(stat), "\n")
	const user, idle, wait, steal = 1, 4, 5, 8 // of "cpu user nice system idle iowait irq softirq steal"
	fields := strings.Fields(first)
	for i := user; i < min(len(fields), steal); i++ {
		if n, err := strconv.ParseInt(fields[i], 10, 64); err == nil && i != idle && i != wait {
			u.Busy += time.Duration(n) * tick
		}
	}
	return nil
}

// numbers reads lines such as "RssAnon:  1234 kB" and returns the numbers in the order of the names; what the file does
// not say is 0. It always returns as many as there are names.
func numbers(path string, names ...string) ([]int64, error) {
	out := make([]int64, len(names))
	text, err := os.ReadFile(path)
	if err != nil {
		return out, err
	}
	for line := range strings.Lines(string(text)) {
		key, value, _ := strings.Cut(line, ":")
		for i, name := range names {
			if key != name {
				continue
			}
			number, _, _ := strings.Cut(strings.TrimSpace(value), " ")
			if out[i], err = strconv.ParseInt(number, 10, 64); err != nil {
				return out, fmt.Errorf("%s: %w", key, err)
			}
		}
	}
	return out, nil
}
