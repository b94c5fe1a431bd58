package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"go.etcd.io/bbolt"
)

// The names in the file. They are functions because a slice cannot be a constant and a variable could be changed.
func metaBucket() []byte    { return []byte("meta") }
func recordsBucket() []byte { return []byte("records") }
func rowsBucket() []byte    { return []byte("rows") }
func cutsBucket() []byte    { return []byte("cuts") }
func formatKey() []byte     { return []byte("format") }
func runningKey() []byte    { return []byte("running") }
func closedKey() []byte     { return []byte("closed") }
func momentKey() []byte     { return []byte("moment") }
func headKey() []byte       { return []byte("head") }
func anchorKey() []byte     { return []byte("anchor") }

// putBucket keeps the caller's tables apart from ours.
func putBucket(name string) []byte { return []byte(putPrefix + name) }

// tableKey is where the sum of one of the caller's tables is.
func tableKey(name string) []byte { return []byte("table/" + name) }

const putPrefix = "put/"

// bootID names this run of the machine. It is empty where the kernel does not tell.
func bootID() string {
	id, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(id))
}

// inspect reads the first pages of the file at path. A file that is not there, or empty, is fine: it will be made.
func inspect(path string) (h header, err error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return header{}, nil
	case err != nil:
		return header{}, fmt.Errorf("open journal: %w", err)
	case !info.Mode().IsRegular():
		return header{}, &DamagedError{Path: path, What: "it is no file but " + kindOf(info.Mode())}
	case info.Size() == 0:
		return header{}, nil
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

// kindOf says what else has a name in a folder.
func kindOf(m fs.FileMode) string {
	switch {
	case m.IsDir():
		return "a folder"
	case m&fs.ModeDevice != 0:
		return "a device"
	}
	return "a pipe or a socket"
}

const draftName = FileName + ".new-"

// create makes an empty database at path if there is none. bbolt makes one in place, and a power cut could leave half
// of its first pages for a damaged world; so it is made beside and then given its name. Where that cannot be done,
// such as on a file system without links, bbolt does as it does.
func create(path string, noSync bool) error {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	f, err := os.CreateTemp(filepath.Dir(path), draftName+"*")
	if err != nil {
		return fmt.Errorf("make journal: %w", err)
	}
	draft := f.Name()
	defer func() { _ = os.Remove(draft) }()
	if err := f.Close(); err != nil {
		return fmt.Errorf("make journal: %w", err)
	}
	db, _, err := openBolt(draft, bbolt.Options{NoFreelistSync: true, NoStatistics: true, NoSync: noSync})
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		return fmt.Errorf("make journal: %w", err)
	}
	_ = os.Link(draft, path) // never over a file that another process made meanwhile
	return nil
}

// sweepDrafts removes what died while it made a file.
func sweepDrafts(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), draftName) {
			continue
		}
		if err := os.Remove(filepath.Join(dir, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
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
