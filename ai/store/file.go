package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// DamagedError says that a file cannot be trusted.
type DamagedError struct {
	path string
	what string // what was found, for a person
}

// Error says what is damaged and what to do.
func (e *DamagedError) Error() string {
	return fmt.Sprintf("%s is damaged (%s): the world does not need it, only what its people remember is in it; look "+
		"at the disk, and to have their memories back, stop mudlark and put the %s of the latest backup in its place",
		e.path, e.what, filepath.Base(e.path))
}

// Advice is Error as a sentence.
func (e *DamagedError) Advice() string { return e.Error() + "." }

// LockedError says that another process has the file open.
type LockedError struct {
	Path string
	Who  string // the process, where the system tells
}

// Error says who has it and what to do.
func (e *LockedError) Error() string {
	who := "another process"
	if e.Who != "" {
		who = e.Who
	}
	return fmt.Sprintf("%s is in use by %s: most likely a backup, verify or restore of this folder that still runs; wait "+
		"for it or end it", e.Path, who)
}

// Advice is Error as a sentence.
func (e *LockedError) Advice() string { return e.Error() + "." }

// errSum says that a value is not as it was written.
var errSum = errors.New("a sum does not hold")

// guarded runs do so that what bbolt does on a damaged page comes back as a *DamagedError.
func guarded(path string, do func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = &DamagedError{path: path, what: fmt.Sprint(r)}
		}
	}()
	if err = do(); errors.Is(err, errSum) {
		return &DamagedError{path, err.Error()}
	}
	return err
}

// fileMode is for the owner alone.
const fileMode = 0o600

// openFile opens a file with bbolt, whatever is in it.
func openFile(path string, o bbolt.Options) (db *bbolt.DB, err error) {
	var file *os.File
	o.OpenFile = func(name string, flag int, mode os.FileMode) (*os.File, error) {
		var err error
		file, err = os.OpenFile(name, flag, mode)
		return file, err
	}
	err = guarded(path, func() error {
		var err error
		db, err = bbolt.Open(path, fileMode, &o)
		return err
	})
	if err == nil {
		return db, nil
	}
	if file != nil {
		_ = file.Close() // after a panic bbolt still has it, and with it the lock
	}
	if damaged, ok := errors.AsType[*DamagedError](err); ok {
		return nil, damaged
	}
	if errors.Is(err, bolterrors.ErrTimeout) {
		return nil, &LockedError{path, holder(path)}
	}
	if isDamage(err) {
		return nil, &DamagedError{path, err.Error()}
	}
	return nil, fmt.Errorf("open what minds remember: %w", err)
}

// isDamage reports whether what bbolt says of a file is about its content. Whatever else there is (no memory to map it
// to, a disk that does not answer) says nothing against the file.
func isDamage(err error) bool {
	for _, is := range []error{bolterrors.ErrInvalid, bolterrors.ErrVersionMismatch, bolterrors.ErrChecksum} {
		if errors.Is(err, is) {
			return true
		}
	}
	return strings.HasPrefix(err.Error(), "file size too small")
}

// setAside renames a damaged file and returns its new name.
func setAside(path string) (string, error) {
	const most = 1000
	for n := 1; n <= most; n++ {
		to := path + ".damaged-" + strconv.Itoa(n)
		if isThere(to) {
			continue
		}
		if err := os.Rename(path, to); err != nil {
			return "", fmt.Errorf("set the damaged file aside: %w", err)
		}
		if err := os.Remove(path + markSuffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("set the damaged file aside: %w", err)
		}
		return to, nil
	}
	return "", fmt.Errorf("%s was damaged %d times; move the old ones away", path, most)
}

func isThere(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}
