package journal

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.etcd.io/bbolt"
)

const (
	scrubPages = 256                  // pages looked at before a batch gets its turn
	scrubRest  = 5 * time.Millisecond // before looking again whether somebody reads
)

// errReading says that a free page may still be read by somebody.
var errReading = errors.New("somebody is reading")

// Scrub overwrites what the file keeps of things that are no longer in it: bbolt writes a page anew and leaves the old
// one as it was until it needs the room. After Blank and Scrub the words are not in the file any more; the disk itself,
// or its file system, may keep them longer. It takes turns with batches and waits for a Snapshot to end. It may be
// called off by ctx, and again. What was scrubbed is on the disk when it returns nil.
func (j *Journal) Scrub(ctx context.Context) error {
	for from, more := 2, true; more; {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("scrub the journal: %w", err)
		}
		next := from
		err := j.locked(func() (err error) {
			next, more, err = j.scrub(from)
			return err
		})
		switch {
		case errors.Is(err, errReading):
			select {
			case <-ctx.Done():
			case <-time.After(scrubRest):
			}
		case err != nil:
			return fmt.Errorf("scrub the journal: %w", err)
		}
		from = next
	}
	// A commit flushes all that was written to the file before it.
	return j.locked(func() error { return j.transact(StepScrub, 0, func(*bbolt.Tx) error { return nil }) })
}

// scrub overwrites the free ones of some pages, and says where the next begin. The caller holds j.mu, so that none of
// them comes into use meanwhile; and nobody else reads, who could see a page that was freed since.
func (j *Journal) scrub(from int) (next int, more bool, err error) {
	if j.failed != nil {
		return from, false, j.failed
	}
	if j.reading.Load() > 0 {
		return from, true, errReading
	}
	err = guarded(j.path, func() error {
		tx, err := j.db.Begin(false)
		if err != nil {
			return err
		}
		defer func() { _ = tx.Rollback() }()
		pageBytes := int64(tx.DB().Info().PageSize)
		end := int(tx.Size() / pageBytes)
		nothing := make([]byte, pageBytes)
		for next = from; next < min(from+scrubPages, end); next++ {
			page, err := tx.Page(next)
			if err != nil {
				return err
			}
			if page == nil || page.Type != "free" {
				continue
			}
			if _, err := j.file.WriteAt(nothing, int64(next)*pageBytes); err != nil {
				return j.diskFault(StepScrub, 0, err)
			}
		}
		more = next < end
		return nil
	})
	return next, more, err
}
