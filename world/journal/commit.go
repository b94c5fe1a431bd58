package journal

import (
	"errors"
	"fmt"
	"time"

	"go.etcd.io/bbolt"
)

// appendFill packs pages full that only ever grow at their end; bbolt would leave half of each free.
const appendFill = 1.0

// Commit makes b durable and returns. Records and puts are one transaction and one fsync, after which records may be
// read; the cut is then written in chunks of at most 64 KiB a commit, the last of which makes it current. A crash in
// between leaves the previous cut current. A batch with nothing in it writes nothing.
//
// An ErrBatch changed nothing, and the journal goes on. Any other error is final: whether the batch is on the disk is
// unknown until the next start, nobody may be told of it, and every later call of any method returns the same error
// (an ErrStopped). A failed fsync is never retried, since the kernel may have thrown the pages away.
func (j *Journal) Commit(b Batch) error {
	if b.Cut != nil {
		cut := *b.Cut // check sorts the rows, and the caller's are the caller's
		b.Cut = &cut
		j.cutMu.Lock()
		defer j.cutMu.Unlock()
	}
	sums := payloadSums(b.Records)
	if err := j.locked(func() error { return j.append(b, sums) }); err != nil {
		return err
	}
	if b.Cut == nil {
		return nil
	}
	w := j.newWriter(b.Cut.Seq)
	w.alone = len(b.Records)+len(b.Puts) > 0
	return j.cut(w, *b.Cut)
}

// append checks the whole batch and writes its records, whose payloads have the given sums, and its puts. The caller
// holds j.mu.
func (j *Journal) append(b Batch, sums []Sum) error {
	if j.failed != nil {
		return j.failed
	}
	if err := b.check(j.place()); err != nil {
		return err
	}
	if len(b.Records) == 0 && len(b.Puts) == 0 {
		return nil
	}
	size := 0
	for _, r := range b.Records {
		size += len(r.Bytes)
	}
	for _, p := range b.Puts {
		size += len(p.Value)
	}
	head, along, begun := j.head, j.rides.next(), time.Now()
	err := j.transact(StepAppend, size+along.bytes(), func(tx *bbolt.Tx) error {
		over := (recordOverBytes+sumBytes)*len(b.Records) + sumBytes*len(b.Puts) + headBytes + sumBytes
		values := newArena(size + over)
		var err error
		if head, err = putRecords(tx, values, head, b.Records, sums); err != nil {
			return err
		}
		if err := putPuts(tx, values, b.Puts); err != nil {
			return err
		}
		return along.write(tx, j.o.Inject)
	})
	if err == nil {
		err = j.fail(j.o.Inject(StepAppended))
	}
	if err == nil {
		j.head = head
		j.rides.passed(time.Since(begun))
	}
	j.arrived(along, err)
	return err
}

// putRecords appends records, whose payloads have the given sums, behind head, and says where the chain stands then.
func putRecords(tx *bbolt.Tx, values *arena, head Head, records []Record, sums []Sum) (Head, error) {
	if len(records) == 0 {
		return head, nil
	}
	bucket := tx.Bucket(recordsBucket())
	bucket.FillPercent = appendFill
	for i, r := range records {
		head = head.step(sums[i])
		if err := bucket.Put(seqKey(r.Seq), values.addRecord(r, head.link())); err != nil {
			return head, fmt.Errorf("put record %d: %w", r.Seq, err)
		}
	}
	return head, putChain(tx, values, headKey(), head)
}

// payloadSums is taken before the writer's lock, so that nobody waits for it.
func payloadSums(records []Record) []Sum {
	sums := make([]Sum, len(records))
	for i, r := range records {
		sums[i] = r.payloadSum()
	}
	return sums
}

// locked runs fn with the writer's lock held, and then lets everybody know.
func (j *Journal) locked(fn func() error) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	defer j.show()
	return fn()
}

// show publishes where the journal stands. The caller holds j.mu, or is alone.
func (j *Journal) show() {
	now := j.standing
	j.shown.Store(&now)
}

// fail remembers err as the journal's end and returns how it will be reported from now on. The caller holds j.mu, or
// is alone. A nil err is none.
func (j *Journal) fail(err error) error {
	if err == nil || j.failed != nil {
		return j.failed
	}
	j.failed = fmt.Errorf("%w after record %d: %w", ErrStopped, j.head.Seq, err)
	return j.failed
}

// transact runs fn in one bbolt transaction of about size payload bytes and makes it durable. The caller holds j.mu.
func (j *Journal) transact(step Step, size int, fn func(*bbolt.Tx) error) error {
	if j.failed != nil {
		return j.failed
	}
	begun := time.Now()
	err := guarded(j.path, func() error {
		if err := j.o.Inject(step); err != nil {
			return err
		}
		tx, err := j.db.Begin(true)
		if err != nil {
			return err
		}
		// Not with bbolt's Update: when a panic passes, that one walks the whole damaged file once more.
		j.stuck = true
		err = j.checkTurn(tx)
		if err == nil {
			err = fn(tx)
		}
		if err == nil {
			err = putMoment(tx)
		}
		if err == nil {
			if err = tx.Commit(); err != nil {
				err = j.diskFault(step, size, err)
			}
		} else {
			err = errors.Join(err, tx.Rollback())
		}
		j.stuck = false
		return err
	})
	if err != nil {
		return j.fail(err)
	}
	j.moment++
	j.giveUpCopies(nil)
	took := time.Since(begun)
	j.stats.Commits++
	j.stats.CommitBytes += uint64(size)
	j.stats.LastCommit = took
	j.stats.LongestCommit = max(j.stats.LongestCommit, took)
	return nil
}

// view runs fn in a read transaction that began between two commits. bbolt would let a reader see a commit whose last
// flush is still under way; ours may not.
func (j *Journal) view(fn func(*bbolt.Tx) error) error {
	var tx *bbolt.Tx
	begin := func() error {
		j.mu.RLock()
		defer j.mu.RUnlock()
		if j.failed != nil {
			return j.failed
		}
		var err error
		if tx, err = j.db.Begin(false); err == nil {
			j.reading.Add(1)
		}
		return err
	}
	return guarded(j.path, func() error {
		if err := begin(); err != nil {
			return err
		}
		defer func() {
			_ = tx.Rollback()
			j.reading.Add(-1)
		}()
		return fn(tx)
	})
}
