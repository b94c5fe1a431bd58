package store

import (
	"bytes"
	"context"
	"errors"

	"go.etcd.io/bbolt"
)

// pieceBytes is how much of a file is looked at, and changed, in one transaction of a sweep.
const pieceBytes = 4 << 20

// judge says what becomes of a value.
type judge func(value) (verdict, error)

// sweep shows every value to a judge, and does what that says, a piece of the file at a time. It runs on
// the writer, so that nothing is written meanwhile; what waits is written after it.
func (k *Store) sweep(ctx context.Context, judge judge) error {
	for _, name := range judgedBuckets() {
		minds := []string{""}
		if name == bucketRows || name == bucketLedger {
			minds = minds[:0]
			err := k.view(func(tx *bbolt.Tx) error {
				return eachMind(tx, name, func(mind string, _ *bbolt.Bucket) error {
					minds = append(minds, mind)
					return nil
				})
			})
			if err != nil {
				return err
			}
		}
		for _, mind := range minds {
			if err := k.sweepOne(ctx, judge, name, mind); err != nil {
				return err
			}
		}
	}
	return nil
}

// sentence is a verdict on the value of a key.
type sentence struct {
	key []byte
	verdict
}

func (k *Store) sweepOne(ctx context.Context, judge judge, name, mind string) error {
	for from := []byte(nil); ; {
		if err := ctx.Err(); err != nil {
			return err
		}
		var all []sentence
		var next []byte
		err := k.view(func(tx *bbolt.Tx) error {
			c := bucketOf(tx, name, mind).Cursor()
			size := 0
			for key, v := c.Seek(from); key != nil; key, v = c.Next() {
				if size >= pieceBytes {
					next = bytes.Clone(key)
					return nil
				}
				text, err := unpack(v)
				if err != nil {
					return err
				}
				size += len(text)
				is, err := judge(value{bucket: name, mind: mind, text: text})
				if err != nil {
					return err
				}
				if is.drop || is.instead != nil {
					all = append(all, sentence{bytes.Clone(key), is})
				}
			}
			return nil
		})
		if err == nil && len(all) > 0 {
			err = k.change("change what minds remember", func(tx *bbolt.Tx) error {
				for _, s := range all {
					if err := s.carryOut(tx, name, mind); err != nil {
						return err
					}
				}
				return nil
			})
		}
		if from = next; err != nil || next == nil {
			return err
		}
	}
}

func bucketOf(tx *bbolt.Tx, name, mind string) *bbolt.Bucket {
	b := tx.Bucket([]byte(name))
	if mind != "" {
		return b.Bucket([]byte(mind))
	}
	return b
}

// carryOut does what the sentence says. What is too long to be kept once names were taken out of it, which may be
// shorter than what stands there then, goes.
func (s sentence) carryOut(tx *bbolt.Tx, name, mind string) error {
	err := s.put(tx, name, mind)
	if !errors.Is(err, errLong) {
		return err
	}
	if t, ok := s.instead.(turn); ok {
		t.Turn = nil
		s.instead = t
	} else {
		s.drop = true
	}
	return s.put(tx, name, mind)
}

func (s sentence) put(tx *bbolt.Tx, name, mind string) error {
	b := bucketOf(tx, name, mind)
	switch {
	case name == bucketCassettes:
		return dropCassette(tx, s.key) // nobody changes one
	case name == bucketLedger && s.drop:
		return ledger{tx.Bucket([]byte(bucketMeta)), b}.drop(s.key)
	case name == bucketLedger:
		t, ok := s.instead.(turn)
		if !ok {
			return errors.New("a ledger holds steps")
		}
		return ledger{tx.Bucket([]byte(bucketMeta)), b}.put(s.key, t)
	case s.drop:
		return b.Delete(s.key)
	}
	return putJSON(b, s.key, s.instead)
}

// eachMind visits the buckets of all minds.
func eachMind(tx *bbolt.Tx, name string, visit func(mind string, own *bbolt.Bucket) error) error {
	b := tx.Bucket([]byte(name))
	return b.ForEachBucket(func(mind []byte) error {
		return step(name+" of "+string(mind), visit(string(mind), b.Bucket(mind)))
	})
}
