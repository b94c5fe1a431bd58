package gauge

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/bbolt"
)

const (
	recordBytes = 256 // of what is appended or put; a record of the game is about as long
	putsInMany  = 100
)

// TmpFS is the name of the file system in memory, on which an fsync costs nothing.
const TmpFS = "tmpfs"

// Disk is what the disk under a folder does when nobody has a game on it: the floor of every durable command.
type Disk struct {
	FileSystem string  `json:"file_system,omitempty"`
	Append     float64 `json:"append_fsync_s"` // appends of 256 bytes with an fsync each, a second
	AppendP50  float64 `json:"append_fsync_p50_ms"`
	AppendP99  float64 `json:"append_fsync_p99_ms"`
	Bolt1      float64 `json:"bbolt_puts_s_by_1"`   // puts of 256 bytes a second, one a transaction
	Bolt100    float64 `json:"bbolt_puts_s_by_100"` // a hundred a transaction
	Bolt100P50 float64 `json:"bbolt_commit_100_p50_ms"`
	Bolt100P99 float64 `json:"bbolt_commit_100_p99_ms"`
}

// MeasureDisk measures in a new folder below dir, each of three things for so long, and leaves nothing behind.
func MeasureDisk(ctx context.Context, dir string, each time.Duration) (d Disk, err error) {
	own, err := os.MkdirTemp(dir, "disk-")
	if err != nil {
		return d, fmt.Errorf("measure the disk: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(own)) }()
	d.FileSystem = fileSystem(own)
	l, rate, err := appends(ctx, filepath.Join(own, "append"), each)
	if err != nil {
		return d, fmt.Errorf("measure the disk: append: %w", err)
	}
	d.Append, d.AppendP50, d.AppendP99 = rate, l.P50, l.P99
	if _, d.Bolt1, err = commits(ctx, filepath.Join(own, "one.db"), 1, each); err != nil {
		return d, fmt.Errorf("measure the disk: bbolt: %w", err)
	}
	if l, d.Bolt100, err = commits(ctx, filepath.Join(own, "many.db"), putsInMany, each); err != nil {
		return d, fmt.Errorf("measure the disk: bbolt: %w", err)
	}
	d.Bolt100P50, d.Bolt100P99 = l.P50, l.P99
	return d, nil
}

// repeat does something again and again for a time, and says how long each took and how many a second were done.
func repeat(ctx context.Context, span time.Duration, do func() error) (Latency, float64, error) {
	var h Histogram
	began := time.Now()
	for at := began; at.Sub(began) < span; {
		if err := ctx.Err(); err != nil {
			return Latency{}, 0, err
		}
		if err := do(); err != nil {
			return Latency{}, 0, err
		}
		next := time.Now()
		h.Add(next.Sub(at))
		at = next
	}
	l := h.Latency()
	return l, float64(l.Count) / time.Since(began).Seconds(), nil
}

func appends(ctx context.Context, path string, span time.Duration) (l Latency, rate float64, err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return l, 0, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	record := make([]byte, recordBytes)
	return repeat(ctx, span, func() error {
		if _, err := f.Write(record); err != nil {
			return err
		}
		return f.Sync()
	})
}

// commits puts records under rising keys, so many a transaction, as the journal does. The rate is of puts.
func commits(ctx context.Context, path string, puts int, span time.Duration) (l Latency, rate float64, err error) {
	const mapped = 256 << 20 // as the journal's: so that the file is not mapped anew while it grows
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{
		NoFreelistSync: true, FreelistType: bbolt.FreelistMapType, InitialMmapSize: mapped,
	})
	if err != nil {
		return l, 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	bucket := []byte("records")
	if err := db.Update(func(tx *bbolt.Tx) error { _, err := tx.CreateBucket(bucket); return err }); err != nil {
		return l, 0, err
	}
	record, seq := make([]byte, recordBytes), uint64(0)
	l, rate, err = repeat(ctx, span, func() error {
		return db.Update(func(tx *bbolt.Tx) error {
			b := tx.Bucket(bucket)
			b.FillPercent = 1 // keys only rise
			for range puts {
				seq++
				if err := b.Put(binary.BigEndian.AppendUint64(nil, seq), record); err != nil {
					return err
				}
			}
			return nil
		})
	})
	return l, rate * float64(puts), err
}
