package journal

import (
	"errors"
	"fmt"
	"io"
	"sync"

	"go.etcd.io/bbolt"
)

const (
	snapshotGrowthMax = 256 << 20 // how much longer the file may become while it is copied
	snapshotChunk     = 1 << 20   // bytes read and written at once
	snapshotFlush     = 4 << 20   // bytes of a copy that the kernel may hold back
)

// ErrCopyTooSlow says that a snapshot took so long that the file would have grown without end. The journal goes on.
var ErrCopyTooSlow = errors.New("the copy was given up because it is too slow for what is being written meanwhile")

// Snapshot writes a copy of the file to w as it is at one moment, and says where the chain stands in it. The copy
// opens like the file of a killed daemon, so it is looked through at its first start.
//
// Others commit meanwhile and wait for nothing, however slow w is. But what the copy still needs cannot be used
// again, so the file grows by what they write; when that comes to 256 MiB the copy is given up with ErrCopyTooSlow,
// and so it is by Close. w should be a local file. A w that has a method Sync, as files do, is flushed every 4 MiB
// and at the end: a heap of unwritten pages on the same disk would hold up the flushes of commits. progress, if not
// nil, is told how many bytes of how many are written.
func (j *Journal) Snapshot(w io.Writer, progress func(done, total int64)) (Head, error) {
	s := &snapshot{w: w, progress: progress, ended: func() { j.reading.Add(-1) }}
	if s.progress == nil {
		s.progress = func(int64, int64) {}
	}
	head, err := j.beginCopy(s)
	if err != nil {
		return Head{}, fmt.Errorf("copy the journal: %w", err)
	}
	defer j.endCopy(s)
	s.progress(0, s.total)
	_, err = s.tx.WriteTo(s)
	if err == nil {
		err = s.flush(0)
	}
	if s.refused != nil {
		err = s.refused // bbolt keeps only its text
	}
	if given := s.giveUp(nil); given != nil {
		err = given // what was read afterwards is worth nothing
	}
	if err != nil {
		return Head{}, fmt.Errorf("copy the journal: %w", err)
	}
	return head, nil
}

// snapshot is a copy that is being made. It is the writer to which bbolt writes the first pages, and reads the rest
// itself, so that the transaction can be ended in the middle.
type snapshot struct {
	w        io.Writer
	progress func(done, total int64)
	done     int64
	flushed  int64
	total    int64
	longest  int64 // how long the file may become
	refused  error // w's own
	ended    func()

	mu  sync.Mutex
	tx  *bbolt.Tx
	why error // the transaction was ended
}

// beginCopy holds on to the file as it is between two commits.
func (j *Journal) beginCopy(s *snapshot) (head Head, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.failed != nil {
		return Head{}, j.failed
	}
	err = guarded(j.path, func() error {
		s.tx, err = j.db.Begin(false)
		return err
	})
	if err != nil {
		return Head{}, err
	}
	s.total = s.tx.Size()
	s.longest = fileBytes(j.path) + j.o.SnapshotGrowth
	j.reading.Add(1)
	j.copies[s] = struct{}{}
	return j.head, nil
}

func (j *Journal) endCopy(s *snapshot) {
	j.mu.Lock()
	defer j.mu.Unlock()
	delete(j.copies, s)
	_ = s.giveUp(io.EOF)
}

// giveUpCopies ends the copies for whose sake the file has grown too long, all of them when why is given. The caller
// holds j.mu.
func (j *Journal) giveUpCopies(why error) {
	if len(j.copies) == 0 {
		return
	}
	size := fileBytes(j.path)
	for s := range j.copies {
		switch {
		case why != nil:
			_ = s.giveUp(why)
		case size > s.longest:
			_ = s.giveUp(ErrCopyTooSlow)
		}
	}
}

// giveUp ends the transaction for a reason and returns the first reason for which that was done. A nil reason ends
// nothing.
func (s *snapshot) giveUp(why error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if why != nil && s.why == nil {
		s.why = why
		_ = s.tx.Rollback()
		s.ended()
	}
	return s.why
}

// Write is for the first two pages, which bbolt makes.
func (s *snapshot) Write(p []byte) (int, error) {
	n, err := s.w.Write(p)
	s.done += int64(n)
	s.progress(s.done, s.total)
	s.refused = err
	return n, err
}

// flush flushes w if it can be and has got more than so many bytes since.
func (s *snapshot) flush(more int64) error {
	file, ok := s.w.(interface{ Sync() error })
	if !ok || s.done-s.flushed <= more {
		return nil
	}
	s.flushed = s.done
	s.refused = file.Sync()
	return s.refused
}

// ReadFrom is for the rest, which bbolt reads from the file.
func (s *snapshot) ReadFrom(r io.Reader) (n int64, err error) {
	chunk := make([]byte, snapshotChunk)
	for {
		if err := s.giveUp(nil); err != nil {
			return n, err
		}
		read, err := io.ReadFull(r, chunk)
		if read > 0 {
			written, err := s.Write(chunk[:read])
			n += int64(written)
			if err == nil {
				err = s.flush(snapshotFlush)
			}
			if err != nil {
				return n, err
			}
		}
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return n, nil
		case err != nil:
			return n, err
		}
	}
}
