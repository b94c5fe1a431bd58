package journal

import (
	"bytes"
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
func headKey() []byte       { return []byte("head") }
func anchorKey() []byte     { return []byte("anchor") }

// putBucket keeps the caller's tables apart from ours.
func putBucket(name string) []byte { return []byte("put/" + name) }

// header is what can be said about a file without walking it.
type header struct {
	running bool   // a daemon opened the file and did not close it
	closed  []byte // the run of the machine in which it was closed
}

// doubtful says whether the file has to be looked through. One that was closed in peace does not, for the kernel has
// every write of it; unless the machine started since, and a disk that lied may have lost some.
func (h header) doubtful(boot string) bool {
	return h.running || h.closed != nil && string(h.closed) != boot
}

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

const draftName = FileName + ".new-"

// create makes an empty database at path if there is none. bbolt makes one in place, and a power cut could leave half
// of its first pages for a damaged world; so it is made beside and then given its name. Where that cannot be done,
// such as on a file system without links, bbolt does as it does.
func create(path string) error {
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
	db, _, err := openBolt(draft, bbolt.Options{NoFreelistSync: true, NoStatistics: true})
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
	return header{running: meta.Get(runningKey()) != nil, closed: bytes.Clone(meta.Get(closedKey()))}, nil
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
