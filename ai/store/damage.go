package store

import (
	"errors"
	"fmt"

	"go.etcd.io/bbolt"
)

// DamagedError says that a file cannot be trusted, LockedError that another process has it open.
type ()

// FormatError says that a newer mudlark wrote the file. It was not touched.
type FormatError struct {
	path        string
	found, want uint64
}

// Error says which format the file has and what to do.
func (e *FormatError) Error() string {
	return fmt.Sprintf("%s was written by a newer mudlark (format %d, this one reads %d) and was not touched: run that "+
		"one, or move the file away, and the people of the world begin with no memories", e.path, e.found, e.want)
}

// Advice is Error as a sentence.
func (e *FormatError) Advice() string { return e.Error() + "." }

// openSound opens a file and looks through all of it unless it was closed in good order. Whoever calls has the data
// folder to themselves: the journal's lock says so.
func openSound(path string) (db *bbolt.DB, err error) {
	if how, err := crashed(path); err != nil {
		return nil, err
	} else if how != "" && !missing(path) {
		return nil, &DamagedError{path: path, what: "the last process that opened it died of it: " + how}
	}
	unmark, err := mark(path)
	if err != nil {
		return nil, fmt.Errorf("open what minds remember: %w", err)
	}
	if db, err = openFile(path, bbolt.Options{Timeout: lockWaitMost}); err == nil {
		err = guarded(path, func() error { return db.Update(func(tx *bbolt.Tx) error { return begin(path, tx) }) })
	}
	if err = errors.Join(err, unmark()); err != nil {
		if db != nil {
			_ = db.Close() // else nobody could open it any more
		}
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

// inspect looks at every page and every value.
func inspect(path string, tx *bbolt.Tx) error {
	var found error
	for err := range tx.Check() { // to its end: it runs beside us
		if found == nil {
			found = &DamagedError{path: path, what: err.Error()}
		}
	}
	if found != nil {
		return found
	}
	return eachValue(tx, func([]byte) error { return nil })
}
