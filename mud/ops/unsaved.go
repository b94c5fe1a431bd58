package ops

import (
	"sync"
	"time"
)

const (
	markEvery = time.Second // between two marks
	marksMost = 600
)

// unsaved knows, to the second, how old the oldest record is that no checkpoint holds. Checkpoints are written beside
// the records, so that one may be current when there are newer records already.
type unsaved struct {
	mu    sync.Mutex
	last  uint64 // the newest record
	marks []mark // oldest first: from that record on, records came at that time or later
}

type mark struct {
	seq uint64
	at  time.Time
}

// wrote says that records up to a sequence became durable.
func (u *unsaved) wrote(seq, records uint64, at time.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.last = max(u.last, seq)
	n := len(u.marks)
	if n == 0 || n < marksMost && at.Sub(u.marks[n-1].at) >= markEvery {
		u.marks = append(u.marks, mark{seq: seq - max(records, 1) + 1, at: at})
	}
}

// saved says that a checkpoint holds everything up to a record.
func (u *unsaved) saved(seq uint64) {
	u.mu.Lock()
	defer u.mu.Unlock()
	n := 0
	for n < len(u.marks) && u.upTo(n) <= seq {
		n++
	}
	u.marks = append(u.marks[:0], u.marks[n:]...)
}

// upTo is the last record of a mark. The mutex is held.
func (u *unsaved) upTo(i int) uint64 {
	if i+1 < len(u.marks) {
		return u.marks[i+1].seq - 1
	}
	return u.last
}

// age is how old the oldest record is that no checkpoint holds; 0 when there is none.
func (u *unsaved) age(now time.Time) time.Duration {
	u.mu.Lock()
	defer u.mu.Unlock()
	if len(u.marks) == 0 {
		return 0
	}
	return max(0, now.Sub(u.marks[0].at))
}
