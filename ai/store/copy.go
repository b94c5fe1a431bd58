package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"go.etcd.io/bbolt"
)

const (
	draftSuffix  = ".new"
	compactBytes = 4 << 20 // of one transaction while the file is written anew
)

// Snapshot writes a copy of the whole file as it is at one moment, with everything handed over before. Writing goes on
// meanwhile.
func (k *Store) Snapshot(ctx context.Context, w io.Writer) error {
	if err := k.Flush(ctx); err != nil {
		return err
	}
	return step("copy what minds remember", k.view(func(tx *bbolt.Tx) error {
		_, err := tx.WriteTo(w)
		return err
	}))
}

// Report is what a look into a file found.
type Report struct {
	Minds     int    `json:"minds"` // that remember something
	Rows      int    `json:"rows"`
	Steps     int    `json:"steps"` // in ledgers
	Audit     int    `json:"audit"`
	Cassettes int    `json:"cassettes"`
	Agents    int    `json:"agents"`
	Seq       uint64 `json:"seq"` // the newest record of the world that anything speaks of
}

// Inspect looks at every page and value of a file that nobody has open, and says what is in it. The error is a
// *[DamagedError] when it cannot be trusted. The file is not changed.
func Inspect(path string) (r Report, err error) {
	err = reading(path, func(tx *bbolt.Tx) error {
		if isNew, err := unused(path, tx); err != nil || isNew {
			return err
		}
		if err := errors.Join(checkFormat(path, tx), inspect(path, tx)); err != nil {
			return firstTyped(err)
		}
		r = report(tx)
		return nil
	})
	return r, err
}

func report(tx *bbolt.Tx) Report {
	r := Report{
		Audit:     tx.Bucket([]byte(bucketAudit)).Stats().KeyN,
		Cassettes: tx.Bucket([]byte(bucketCassettes)).Stats().KeyN,
		Agents:    tx.Bucket([]byte(bucketAgents)).Stats().KeyN,
		Seq:       number(tx.Bucket([]byte(bucketMeta)), keySeq),
	}
	_ = eachMind(tx, bucketRows, func(_ string, own *bbolt.Bucket) error { // none fails
		r.Minds++
		r.Rows += own.Stats().KeyN
		return nil
	})
	_ = eachMind(tx, bucketLedger, func(_ string, own *bbolt.Bucket) error { // none fails
		r.Steps += own.Stats().KeyN
		return nil
	})
	return r
}

// Copy writes a copy of a file that nobody has open.
func Copy(path string, w io.Writer) error {
	return reading(path, func(tx *bbolt.Tx) error {
		_, err := tx.WriteTo(w)
		return err
	})
}

func reading(path string, do func(*bbolt.Tx) error) error {
	if i, err := os.Lstat(path); errors.Is(err, os.ErrNotExist) || err == nil && i.Size() == 0 { // made, and no more
		return fmt.Errorf("open what minds remember: %w", os.ErrNotExist)
	}
	db, err := openFile(path, bbolt.Options{ReadOnly: true, Timeout: lockWaitMost})
	if err != nil {
		return err
	}
	err = guarded(path, func() error { return db.View(do) })
	return errors.Join(err, db.Close())
}

// compact writes the file anew, without what was deleted. It runs on the writer, so that the file does not change
// meanwhile and whoever reads it may go on.
func (k *Store) compact() error {
	draft := k.path + draftSuffix
	if err := os.Remove(draft); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("write what minds remember anew: %w", err)
	}
	next, err := openFile(draft, bbolt.Options{Timeout: lockWaitMost, NoSync: true})
	if err != nil {
		return fmt.Errorf("write what minds remember anew: %w", err)
	}
	err = guarded(k.path, func() error { return bbolt.Compact(next, k.db, compactBytes) })
	if err = errors.Join(err, next.Sync()); err == nil {
		err = os.Rename(draft, k.path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("write what minds remember anew: %w", err), next.Close(), os.Remove(draft))
	}
	next.NoSync = false
	k.file.Lock()
	defer k.file.Unlock()
	old := k.db
	k.db = next // the old one has no name any more, whatever comes now
	return errors.Join(syncFolder(k.path), old.Close())
}

func syncFolder(path string) error {
	f, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
