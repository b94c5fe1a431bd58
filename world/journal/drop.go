package journal

import (
	"context"
	"fmt"

	"go.etcd.io/bbolt"
)

const dropRecordsMax = 1_000 // records dropped in one commit, so that a batch never waits long behind it

// DropThrough deletes the records up to seq, which must not be beyond the current cut (ErrBatch): the caller keeps
// them elsewhere by now, or wants them no more. It does so in small commits that take turns with those of others, each
// of which moves the anchor along, so a crash or the end of ctx leaves a whole record that begins later. What is gone
// already is no error. Errors of a commit are final, as those of Commit.
func (j *Journal) DropThrough(ctx context.Context, seq uint64) error {
	j.dropMu.Lock()
	defer j.dropMu.Unlock()
	now := j.shown.Load()
	if now.failed != nil {
		return now.failed
	}
	if err := now.place().checkDrop(seq); err != nil {
		return err
	}
	for {
		at := j.Anchor()
		if at.Seq >= seq {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return dropEnded(seq, at.Seq, err)
		}
		next, err := j.followed(at, min(seq, at.Seq+dropRecordsMax))
		if err != nil {
			return err
		}
		if err := j.drop(next); err != nil {
			return err
		}
	}
}

func dropEnded(seq, at uint64, err error) error {
	return fmt.Errorf("drop records up to %d, of which those up to %d are gone: %w", seq, at, err)
}

// followed follows the chain from at up to record to, or less far when the payloads are long. The sums are the long
// part of dropping records, so they are taken without the writer's lock.
func (j *Journal) followed(at Head, to uint64) (Head, error) {
	err := j.view(func(tx *bbolt.Tx) error {
		c := tx.Bucket(recordsBucket()).Cursor()
		size := 0
		for k, v := c.Seek(seqKey(at.Seq + 1)); at.Seq < to && size < readBatchBytes; k, v = c.Next() {
			want := at.Seq + 1
			if seq, ok := keySeq(k); !ok || seq != want {
				return &DamagedError{Path: j.path, What: fmt.Sprintf("record %d is missing", want)}
			}
			r, err := unsealRecord(want, v)
			if err == nil {
				at, err = at.follow(r)
			}
			if err != nil {
				return fmt.Errorf("record %d: %w", want, err)
			}
			size += len(v)
		}
		return nil
	})
	return at, err
}

// drop deletes the records behind the anchor up to the one where the chain stands at next.
func (j *Journal) drop(next Head) error {
	return j.soon(&ride{
		step: StepDrop,
		fn: func(tx *bbolt.Tx) error {
			bucket := tx.Bucket(recordsBucket())
			for seq := j.anchor.Seq + 1; seq <= next.Seq; seq++ {
				if err := bucket.Delete(seqKey(seq)); err != nil {
					return fmt.Errorf("drop record %d: %w", seq, err)
				}
			}
			return putChain(tx, newArena(headBytes+sumBytes), anchorKey(), next)
		},
		then: func() { j.anchor = next },
	})
}

// Blank puts bytes in place of record seq's payload and keeps the sum of what was there, over which the chain goes on.
// It is durable when it returns nil. A record that is not there is an ErrBatch, or a *DroppedError when it is no
// longer kept; then nothing was written. Other errors are final, as those of Commit.
func (j *Journal) Blank(seq uint64, bytes []byte) error {
	return j.locked(func() error {
		if j.failed != nil {
			return j.failed
		}
		if err := j.place().checkBlank(seq, len(bytes)); err != nil {
			return err
		}
		return j.transact(StepBlank, len(bytes), func(tx *bbolt.Tx) error {
			bucket, key := tx.Bucket(recordsBucket()), seqKey(seq)
			old, err := unsealRecord(seq, bucket.Get(key))
			if err != nil {
				return fmt.Errorf("record %d: %w", seq, err)
			}
			values := newArena(len(bytes) + recordOverBytes + sumBytes)
			return bucket.Put(key, values.addRecord(old.blanked(bytes), old.link))
		})
	})
}
