package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"go.etcd.io/bbolt"
)

// The names in the file. They are functions because a slice cannot be a constant and a variable could be changed.
func metaBucket() []byte    { return []byte("meta") }
func recordsBucket() []byte { return []byte("records") }
func rowsBucket() []byte    { return []byte("rows") }
func cutsBucket() []byte    { return []byte("cuts") }
func formatKey() []byte     { return []byte("format") }
func runningKey() []byte    { return []byte("running") }
func headKey() []byte       { return []byte("head") }
func anchorKey() []byte     { return []byte("anchor") }

// putBucket keeps the caller's tables apart from ours.
func putBucket(name string) []byte { return []byte("put/" + name) }

// header is what can be said about a file without walking it.
type header struct {
	running bool // a daemon opened the file and did not close it
}

// inspect reads the first pages of the file at path. A file that is not there, or empty, is fine: it will be made.
func inspect(path string) (h header, err error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return header{}, nil
	}
	if err != nil {
		return header{}, fmt.Errorf("open journal: %w", err)
	}
	db, file, err := openBolt(path, bbolt.Options{ReadOnly: true, Timeout: lockWaitMax, NoStatistics: true})
	if err != nil {
		return header{}, err
	}
	defer func() {
		if closeErr := db.Close(); err == nil {
			err = closeErr
		}
	}()
	err = guarded(path, func() error {
		return db.View(func(tx *bbolt.Tx) error {
			h, err = readHeader(tx, file)
			return err
		})
	})
	return h, err
}

// readHeader checks the file's length and format number, in that order: pages behind its end cannot be read.
func readHeader(tx *bbolt.Tx, file *os.File) (header, error) {
	info, err := file.Stat()
	if err != nil {
		return header{}, err
	}
	path := file.Name()
	if info.Size() < tx.Size() {
		what := fmt.Sprintf("truncated: %d of %d bytes are there", info.Size(), tx.Size())
		return header{}, &DamagedError{Path: path, What: what}
	}
	meta := tx.Bucket(metaBucket())
	if meta == nil {
		if k, _ := tx.Cursor().First(); k != nil {
			return header{}, &DamagedError{Path: path, What: "a bbolt file of another program"}
		}
		return header{}, nil // made by a daemon that died before its first commit
	}
	found, ok := keySeq(meta.Get(formatKey()))
	if !ok {
		return header{}, &DamagedError{Path: path, What: "no format number"}
	}
	if found != Format {
		return header{}, &FormatError{Path: path, Found: found, Want: Format}
	}
	return header{running: meta.Get(runningKey()) != nil}, nil
}

// openBolt opens the file with bbolt and returns bbolt's own file handle too. Its errors are ours.
func openBolt(path string, o bbolt.Options) (db *bbolt.DB, file *os.File, err error) {
	o.OpenFile = func(name string, flag int, mode os.FileMode) (*os.File, error) {
		var openErr error
		file, openErr = os.OpenFile(name, flag, mode)
		return file, openErr
	}
	err = guarded(path, func() error {
		var openErr error
		db, openErr = bbolt.Open(path, fileMode, &o)
		return openErr
	})
	if err != nil {
		if file != nil {
			_ = file.Close() // after a panic bbolt still has it, and with it the lock
		}
		return nil, nil, openFault(path, err)
	}
	return db, file, nil
}
