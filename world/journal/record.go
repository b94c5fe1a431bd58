package journal

import (
	"bytes"
	"crypto/sha256"

	"go.etcd.io/bbolt"
)

// A record's stored value is a flag, the beginning of the chain's sum behind the record, for a blanked one the sum of
// what was there, then the payload, then the CRC. The beginning of the sum is what lets Probe name the first record
// that was changed, where the head alone could only say that one was.
const (
	recordWhole   = 0
	recordBlanked = 1

	linkBytes       = 8
	recordOverBytes = 1 + linkBytes + sha256.Size // at most what is stored around a payload, the CRC apart
)

// addRecord returns the stored form of a record.
func (a *arena) addRecord(r Record, link []byte) []byte {
	key := seqKey(r.Seq)
	if r.Was != nil {
		return a.add(key, []byte{recordBlanked}, link, r.Was[:], r.Bytes)
	}
	return a.add(key, []byte{recordWhole}, link, r.Bytes)
}

// stored is a record as it was read, its bytes still the transaction's.
type stored struct {
	Record
	link []byte
}

// unsealRecord checks the stored form of record seq.
func unsealRecord(seq uint64, value []byte) (stored, error) {
	v, err := unseal(seqKey(seq), value)
	if err != nil {
		return stored{}, err
	}
	if len(v) < 1+linkBytes {
		return stored{}, errSum
	}
	s := stored{Record: Record{Seq: seq, Bytes: v[1+linkBytes:]}, link: v[1 : 1+linkBytes]}
	switch {
	case v[0] == recordWhole:
		return s, nil
	case v[0] == recordBlanked && len(s.Bytes) >= sha256.Size:
		was := Sum(s.Bytes[:sha256.Size])
		s.Was, s.Bytes = &was, s.Bytes[sha256.Size:]
		return s, nil
	}
	return stored{}, errSum
}

// clone returns a record that shares no bytes with r.
func (r Record) clone() Record {
	r.Bytes = append([]byte{}, r.Bytes...)
	if r.Was != nil {
		was := *r.Was
		r.Was = &was
	}
	return r
}

// blanked returns r with other bytes in place of its payload.
func (r Record) blanked(bytes []byte) Record {
	was := r.payloadSum()
	return Record{Seq: r.Seq, Bytes: bytes, Was: &was}.clone()
}

// follow is Head.Next for what was read: it also holds the record to its link.
func (h Head) follow(s stored) (Head, error) {
	next, err := h.Next(s.Record)
	if err == nil && !bytes.Equal(next.link(), s.link) {
		return h, errChain
	}
	return next, err
}

// link is what is stored with the record behind which the chain stands at h.
func (h Head) link() []byte { return h.Sum[:linkBytes] }

// putChain writes where the chain stands at one of the record's ends.
func putChain(tx *bbolt.Tx, values *arena, key []byte, h Head) error {
	return tx.Bucket(metaBucket()).Put(key, values.add(key, h.encode()))
}

// readChain reads what putChain wrote.
func readChain(tx *bbolt.Tx, key []byte) (Head, error) {
	v, err := unseal(key, tx.Bucket(metaBucket()).Get(key))
	if err != nil {
		return Head{}, err
	}
	h, ok := decodeHead(v)
	if !ok {
		return Head{}, errSum
	}
	return h, nil
}
