package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"
)

const (
	roomBytes = 64 << 20 // what a journal needs beside what it has: to grow, to cut, to seal old records
	openBytes = 2 << 20  // with less nobody begins: what the file has room for in itself is no room to play in
)

// A DiskError says that the disk did not take what was written to it. Whether it is there is unknown until the next
// start, so nobody was told of it; all that anybody was told before is there.
type DiskError struct {
	Path  string
	Doing string // what was being written, for a person
	Err   error  // the system's own
	Free  uint64 // bytes left on the disk, where that can be told
	Need  uint64 // bytes that should be free before the next start
}

// Full reports whether the disk has no room, or we are allowed no more of it.
func (e *DiskError) Full() bool {
	return e.is(syscall.ENOSPC) || e.is(syscall.EDQUOT) || e.is(syscall.EFBIG)
}

// is also knows errors of which bbolt kept only the text.
func (e *DiskError) is(errno syscall.Errno) bool {
	return errors.Is(e.Err, errno) || strings.HasSuffix(e.Err.Error(), errno.Error())
}

// flush reports whether it was no write that failed but the wait for it: bbolt then returns the bare number.
func (e *DiskError) flush() bool {
	var pathErr *fs.PathError
	return !errors.As(e.Err, &pathErr)
}

// cause is the system's error without the path, which is told anyway.
func (e *DiskError) cause() error {
	if errno, ok := errors.AsType[syscall.Errno](e.Err); ok {
		return errno
	}
	return e.Err
}

// Unwrap returns the system's own error.
func (e *DiskError) Unwrap() error { return e.Err }

// Error says what failed and what to do.
func (e *DiskError) Error() string {
	dir := filepath.Dir(e.Path)
	what, advice := "the disk failed", "look at the system's log and at the disk's health, copy the folder "+
		"to a sound disk if you can, and start mudlark again, which looks through the file first"
	switch {
	case e.is(syscall.EDQUOT), e.is(syscall.EFBIG):
		what = "a quota or a limit on the size of files leaves no more room"
		advice = fmt.Sprintf("raise it by %s at least, and start mudlark again", sizeWords(e.Need))
	case e.Full():
		what = fmt.Sprintf("no room is left on the disk of %s (%s free)", dir, sizeWords(e.Free))
		advice = fmt.Sprintf("make room there, at least %s, and start mudlark again; delete nothing in the folder itself",
			sizeWords(e.Need))
	case e.is(syscall.EROFS):
		what = "the file system has become read-only, as happens when a disk fails"
	case e.flush():
		what = "the disk did not confirm that it has what was written"
	}
	return fmt.Sprintf("%s, while %s in %s (%v); nothing that anybody was told is lost; %s",
		what, e.Doing, e.Path, e.cause(), advice)
}

// Advice is Error as a sentence.
func (e *DiskError) Advice() string { return sentence(e) }

// sentence is an error as a person reads it who sees nothing else.
func sentence(err error) string {
	text := err.Error()
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

func sizeWords(n uint64) string {
	if n < 1<<20 {
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d MiB", (n+1<<20-1)>>20)
}

// doing says what a step writes.
func (s Step) doing() string {
	switch s {
	case StepAppend, StepAppended:
		return "writing down what has just happened"
	case StepChunk, StepCurrent:
		return "writing a checkpoint"
	case StepSwap, StepSweep:
		return "merging checkpoints"
	case StepDrop:
		return "removing old records"
	case StepBlank:
		return "blanking a record"
	case StepScrub:
		return "overwriting what was removed"
	case StepOpen, StepClose:
		return "marking the file as open or closed"
	}
	return string(s)
}

// Room returns how many bytes are free on the journal's disk, and how many should be: to write the state anew and to
// go on for a while. free is the largest number there is where the system does not tell.
func (j *Journal) Room() (free, need uint64) {
	need = roomBytes
	for _, r := range j.shown.Load().runs {
		need += r.bytes
	}
	return freeBytes(j.dir), need
}

// roomToOpen refuses a folder on whose disk there is next to no room, before anything is changed in it.
func (j *Journal) roomToOpen() error {
	free := freeBytes(j.dir)
	if free >= openBytes {
		return nil
	}
	return &DiskError{Path: j.path, Doing: StepOpen.doing(), Err: syscall.ENOSPC, Free: free, Need: roomBytes}
}

// diskFault is what a transaction says whose pages did not get to the disk.
func (j *Journal) diskFault(step Step, size int, err error) error {
	free, need := j.Room()
	return &DiskError{Path: j.path, Doing: step.doing(), Err: err, Free: free, Need: need + uint64(size)}
}
