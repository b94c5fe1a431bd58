package journal

import (
	"fmt"
	"io"

	"go.etcd.io/bbolt"
)

// Snapshot writes a copy of the file to w as it is at one moment, and says where the chain stands in it. Others commit
// meanwhile. The copy opens as if its daemon had been killed at that moment, so it is looked through at its first
// start. progress, if not nil, is told how many bytes of how many are written. An error of w ends it.
func (j *Journal) Snapshot(w io.Writer, progress func(done, total int64)) (head Head, err error) {
	if progress == nil {
		progress = func(int64, int64) {}
	}
	err = j.view(func(tx *bbolt.Tx) error {
		if head, err = readChain(tx, headKey()); err != nil {
			return fmt.Errorf("head: %w", err)
		}
		progress(0, tx.Size())
		_, err := tx.WriteTo(&counted{w: w, total: tx.Size(), progress: progress})
		return err
	})
	if err != nil {
		return Head{}, fmt.Errorf("copy the journal: %w", err)
	}
	return head, nil
}

// counted reports how much was written to w.
type counted struct {
	w           io.Writer
	done, total int64
	progress    func(done, total int64)
}

func (c *counted) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.done += int64(n)
	c.progress(c.done, c.total)
	return n, err
}
