package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime/debug"
	"syscall"

	bolterrors "go.etcd.io/bbolt/errors"
)

// Errors that a caller tells apart with errors.Is.
var (
	// ErrLocked says that another process has the data folder open; the error is a *LockedError.
	ErrLocked = errors.New("data folder is in use")
	// ErrStopped says that a commit failed. It stays: what the disk holds is unknown until the next start reads it.
	ErrStopped = errors.New("journal has stopped")
	// ErrClosed says that the journal was closed.
	ErrClosed = errors.New("journal is closed")
)

// A LockedError names the process that has the data folder open, as far as its lock note tells. It is an ErrLocked.
type LockedError struct {
	Path string
	PID  int // 0 when the note is missing or stale
}

// Error says who holds the file, as far as is known, and what to do.
func (e *LockedError) Error() string {
	who := "another process"
	if e.PID != 0 {
		who = fmt.Sprintf("another mudlark (process %d)", e.PID)
	}
	return fmt.Sprintf("%s is in use by %s: stop it first, or choose another data folder; if it is just starting or "+
		"stopping, try again in a moment", e.Path, who)
}

// Advice is Error as a sentence.
func (e *LockedError) Advice() string { return sentence(e) }

// Is makes a LockedError an ErrLocked.
func (e *LockedError) Is(target error) bool { return target == ErrLocked }

// A FormatError says that the file was written in a format this program does not read. The file is untouched.
type FormatError struct {
	Path        string
	Found, Want uint64
}

// Error says which format the file has and which this program reads.
func (e *FormatError) Error() string {
	age, advice := "an earlier", "this one cannot convert it; choose a new data folder for a new world, "+
		"and keep the old folder for the mudlark that wrote it" // only format 1 was ever written before this one
	if e.Found > e.Want {
		age = "a newer"
		advice = "run the newer mudlark that wrote it, or restore a backup that this one made into another data folder"
	}
	return fmt.Sprintf("%s was written by %s mudlark (format %d, this one reads %d) and was not touched: %s",
		e.Path, age, e.Found, e.Want, advice)
}

// Advice is Error as a sentence.
func (e *FormatError) Advice() string { return sentence(e) }

// A DamagedError says that the file cannot be trusted: truncated, overwritten, or no world at all.
type DamagedError struct {
	Path string
	What string // what was found, for a person
}

// Error says what is damaged and what to do.
func (e *DamagedError) Error() string {
	return fmt.Sprintf("%s is damaged or not a mudlark world (%s): put the file aside, do not delete it, "+
		"check the disk, and restore the latest backup into an empty data folder", e.Path, e.What)
}

// Advice is Error as a sentence.
func (e *DamagedError) Advice() string { return sentence(e) }

// guarded runs fn so that what bbolt does on a damaged page, a panic or a fault in its memory map, comes back as a
// *DamagedError. It cannot help where bbolt starts a goroutine of its own; that is what ProbeChild is for.
func guarded(path string, fn func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = &DamagedError{Path: path, What: fmt.Sprint(r)}
		}
	}()
	err = fn()
	if errors.Is(err, errSum) || errors.Is(err, errRun) || errors.Is(err, errChain) {
		return &DamagedError{Path: path, What: err.Error()}
	}
	return err
}

// openFault says in our words why bbolt did not open the file.
func openFault(path string, err error) error {
	var damaged *DamagedError
	var pathErr *fs.PathError
	var errno syscall.Errno
	switch {
	case err == nil, errors.As(err, &damaged):
		return err
	case errors.Is(err, bolterrors.ErrTimeout):
		return &LockedError{Path: path, PID: lockHolder(path)}
	case errors.As(err, &pathErr), errors.As(err, &errno):
		disk := &DiskError{Path: path, Doing: "opening it", Err: err, Free: freeBytes(filepath.Dir(path)), Need: roomBytes}
		if disk.Full() || disk.is(syscall.EROFS) || disk.is(syscall.EIO) {
			return disk
		}
		return fmt.Errorf("open journal: %w", err)
	}
	// What is left are bbolt's complaints about its first pages, some of them without a type.
	return &DamagedError{Path: path, What: err.Error()}
}
