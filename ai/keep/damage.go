package keep

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"
	"strconv"
	"strings"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// DamagedError says that a file cannot be trusted.
type DamagedError struct {
	Path string
	What string // what was found, for a person
}

// Error says what is damaged and what to do.
func (e *DamagedError) Error() string {
	return fmt.Sprintf("%s is damaged (%s): the world does not need it, only what its people remember is in it; look "+
		"at the disk, and to have their memories back, stop mudlark and put the %s of the latest backup in its place",
		e.Path, e.What, FileName)
}

// Advice is Error as a sentence.
func (e *DamagedError) Advice() string { return e.Error() + "." }

// FormatError says that a newer mudlark wrote the file. It was not touched.
type FormatError struct {
	Path        string
	Found, Want uint64
}

// Error says which format the file has and what to do.
func (e *FormatError) Error() string {
	return fmt.Sprintf("%s was written by a newer mudlark (format %d, this one reads %d) and was not touched: run that "+
		"one, or move the file away, and the people of the world begin with no memories", e.Path, e.Found, e.Want)
}

// Advice is Error as a sentence.
func (e *FormatError) Advice() string { return e.Error() + "." }

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
			err = &DamagedError{path, fmt.Sprint(r)}
		}
	}()
	if err = do(); errors.Is(err, errSum) {
		return &DamagedError{path, err.Error()}
	}
	return err
}

// openSound opens a file and looks through all of it unless it was closed in good order. Whoever calls has the data
// folder to themselves: the journal's lock says so.
func openSound(path string) (db *bbolt.DB, err error) {
	if how, err := crashed(path); err != nil {
		return nil, err
	} else if how != "" && !missing(path) {
		return nil, &DamagedError{path, "the last process that opened it died of it: " + how}
	}
	unmark, err := markOpening(path)
	if err != nil {
		return nil, fmt.Errorf("open what minds remember: %w", err)
	}
	if db, err = openBolt(path, bbolt.Options{Timeout: lockWaitMost}); err == nil {
		err = guarded(path, func() error { return db.Update(func(tx *bbolt.Tx) error { return begin(path, tx) }) })
		if err != nil {
			_ = db.Close() // what is wrong is said already
		}
	}
	if err = errors.Join(err, unmark()); err != nil {
		return nil, firstTyped(err)
	}
	return db, nil
}

// firstTyped takes a damage, a newer format or a lock out of several errors: callers act on it.
func firstTyped(err error) error {
	if l, ok := errors.AsType[*LockedError](err); ok {
		return l
	}
	if d, ok := errors.AsType[*DamagedError](err); ok {
		return d
	}
	if f, ok := errors.AsType[*FormatError](err); ok {
		return f
	}
	return err
}

const fileMode = 0o600

// openBolt opens a file with bbolt, whatever is in it.
func openBolt(path string, o bbolt.Options) (db *bbolt.DB, err error) {
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
		if !missing(to) {
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

// inspect looks at every page and every value.
func inspect(path string, tx *bbolt.Tx) error {
	var found error
	for err := range tx.Check() { // to its end: it runs beside us
		if found == nil {
			found = &DamagedError{path, err.Error()}
		}
	}
	if found != nil {
		return found
	}
	return eachValue(tx, func([]byte) error { return nil })
}
