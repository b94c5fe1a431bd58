package journal

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"go.etcd.io/bbolt"
)

// What is here finds a disk that claimed to have written and flushed what it has not. After a power cut such a file can
// be well formed, and each value right by its own sum, while whole pages are of an earlier time. The chain tells it of
// the records, a sum over all rows of each run, a sum over all entries of each table; and the moment, which is the
// number of the commit, of the page in which all of these lie.

// putMoment writes down which commit this is.
func putMoment(tx *bbolt.Tx) error {
	return tx.Bucket(metaBucket()).Put(momentKey(), seqKey(uint64(tx.ID())))
}

// checkTurn sees whether the commit of before is there: bbolt takes up from what it reads. The caller holds j.mu.
func (j *Journal) checkTurn(tx *bbolt.Tx) error {
	last := uint64(tx.ID()) - 1
	if j.moment == 0 {
		j.moment = last
	}
	if last == j.moment {
		return nil
	}
	what := fmt.Sprintf("the newest commit is number %d, and number %d was written and flushed: the disk has lost it",
		last, j.moment)
	return &DamagedError{Path: j.path, What: what}
}

// checkMoment holds the commit that is read to the one that was written.
func checkMoment(path string, tx *bbolt.Tx) error {
	wrote, ok := keySeq(tx.Bucket(metaBucket()).Get(momentKey()))
	if want := uint64(tx.ID()); !ok || wrote != want {
		what := fmt.Sprintf("the newest commit is number %d, and its pages are of number %d: the disk has lost writes "+
			"that it said were safe, or another program wrote to the file", want, wrote)
		return &DamagedError{Path: path, What: what}
	}
	return nil
}

// tableSums are the sums of the tables that a batch writes to, each the sum of its entries in any order.
type tableSums map[string]uint64

// of reads the sum of a table, 0 for one that is new.
func (t tableSums) of(tx *bbolt.Tx, name string) (uint64, error) {
	if sum, ok := t[name]; ok {
		return sum, nil
	}
	sum, err := readTableSum(tx, name)
	t[name] = sum
	return sum, err
}

func readTableSum(tx *bbolt.Tx, name string) (uint64, error) {
	key := tableKey(name)
	stored := tx.Bucket(metaBucket()).Get(key)
	if stored == nil {
		return 0, nil
	}
	v, err := unseal(key, stored)
	if err != nil || len(v) != 8 {
		return 0, errSum
	}
	return binary.BigEndian.Uint64(v), nil
}

func (t tableSums) put(tx *bbolt.Tx, values *arena) error {
	for name, sum := range t {
		key := tableKey(name)
		if err := tx.Bucket(metaBucket()).Put(key, values.add(key, seqKey(sum))); err != nil {
			return fmt.Errorf("put the sum of %s: %w", name, err)
		}
	}
	return nil
}

// sumEntry is one entry's share of its table's sum, 0 when there is none.
func sumEntry(key, stored []byte) uint64 {
	if stored == nil {
		return 0
	}
	h := sha256.New()
	h.Write(seqKey(uint64(len(key))))
	h.Write(key)
	h.Write(stored)
	return binary.BigEndian.Uint64(h.Sum(nil))
}

// putPuts writes to the caller's tables.
func putPuts(tx *bbolt.Tx, values *arena, puts []Put) error {
	if len(puts) == 0 {
		return nil
	}
	sums := tableSums{}
	for _, p := range puts {
		bucket, err := tx.CreateBucketIfNotExists(putBucket(p.Bucket))
		if err != nil {
			return fmt.Errorf("make bucket %s: %w", p.Bucket, err)
		}
		sum, err := sums.of(tx, p.Bucket)
		if err != nil {
			return fmt.Errorf("the sum of %s: %w", p.Bucket, err)
		}
		sum -= sumEntry(p.Key, bucket.Get(p.Key))
		if p.Value == nil {
			err = bucket.Delete(p.Key)
		} else {
			stored := values.add(p.Key, p.Value)
			sum += sumEntry(p.Key, stored)
			err = bucket.Put(p.Key, stored)
		}
		if err != nil {
			return fmt.Errorf("put into %s: %w", p.Bucket, err)
		}
		sums[p.Bucket] = sum
	}
	return sums.put(tx, values)
}

// checkTable looks at each entry of a table, and at all of them.
func checkTable(path string, tx *bbolt.Tx, name string, b *bbolt.Bucket) error {
	want, err := readTableSum(tx, name)
	if err != nil {
		return fmt.Errorf("the sum of %s: %w", name, err)
	}
	var got uint64
	err = b.ForEach(func(k, stored []byte) error {
		if _, err := unseal(k, stored); err != nil {
			return fmt.Errorf("%s, key %q: %w", name, k, err)
		}
		got += sumEntry(k, stored)
		return nil
	})
	if err == nil && got != want {
		err = &DamagedError{Path: path, What: fmt.Sprintf("the table %s is not the one that was written", name)}
	}
	return err
}
