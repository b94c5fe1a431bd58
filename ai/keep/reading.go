package keep

import (
	"encoding/binary"
	"encoding/json"
	"log/slog"

	"go.etcd.io/bbolt"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/model"
)

// Rows returns what a mind remembers, by ids.
func (k *Keep) Rows(mind string) (rows []memory.Row, err error) {
	err = k.view(func(tx *bbolt.Tx) error {
		own := tx.Bucket([]byte(bucketRows)).Bucket([]byte(mind))
		if own == nil {
			return nil
		}
		return own.ForEach(func(_, v []byte) error {
			var r memory.Row
			if err := readJSON(v, &r); err != nil {
				return err
			}
			rows = append(rows, r)
			return nil
		})
	})
	return rows, step("read what "+mind+" remembers", err)
}

// Working returns what a mind had in mind last.
func (k *Keep) Working(mind string) (w memory.Working, err error) {
	err = k.view(func(tx *bbolt.Tx) error {
		v := tx.Bucket([]byte(bucketWorking)).Get([]byte(mind))
		if v == nil {
			return nil
		}
		var h held
		err := readJSON(v, &h)
		w = h.Working
		return err
	})
	return w, step("read what "+mind+" had in mind", err)
}

// Entry is one step of a mind as the ledger has it.
type Entry struct {
	N      uint64 // its number in the mind's ledger, from 1
	Seq    uint64
	Turn   json.RawMessage // nil when it was taken out
	Edited bool            // somebody was forgotten, so it is not what the step was given
}

// Latest visits the steps of a mind from the newest back, until visit says no.
func (k *Keep) Latest(mind string, visit func(Entry) bool) error {
	err := k.view(func(tx *bbolt.Tx) error {
		own := tx.Bucket([]byte(bucketLedger)).Bucket([]byte(mind))
		if own == nil {
			return nil
		}
		c := own.Cursor()
		for key, v := c.Last(); key != nil; key, v = c.Prev() {
			var t turn
			if err := readJSON(v, &t); err != nil {
				return err
			}
			if !visit(Entry{binary.BigEndian.Uint64(key), t.Seq, t.Turn, t.Edited}) {
				return nil
			}
		}
		return nil
	})
	return step("read the ledger of "+mind, err)
}

// From visits the steps of a mind from a number of its ledger on, the oldest first, until visit says no.
func (k *Keep) From(mind string, n uint64, visit func(Entry) bool) error {
	err := k.view(func(tx *bbolt.Tx) error {
		own := tx.Bucket([]byte(bucketLedger)).Bucket([]byte(mind))
		if own == nil {
			return nil
		}
		c := own.Cursor()
		for key, v := c.Seek(big(n)); key != nil; key, v = c.Next() {
			var t turn
			if err := readJSON(v, &t); err != nil {
				return err
			}
			if !visit(Entry{binary.BigEndian.Uint64(key), t.Seq, t.Turn, t.Edited}) {
				return nil
			}
		}
		return nil
	})
	return step("read the ledger of "+mind, err)
}

// Seq returns the newest record of the world that anything speaks of.
func (k *Keep) Seq() (seq uint64, err error) {
	err = k.view(func(tx *bbolt.Tx) error {
		seq = number(tx.Bucket([]byte(bucketMeta)), keySeq)
		return nil
	})
	return seq, err
}

// SetAgent keeps what the owner of a foreign world's agent wrote of it; nil drops it.
func (k *Keep) SetAgent(id string, text json.RawMessage) { k.send(post{Agent: &agent{id, text}}) }

// Agents visits all foreign worlds' agents by their ids.
func (k *Keep) Agents(visit func(id string, text json.RawMessage)) error {
	err := k.view(func(tx *bbolt.Tx) error {
		return tx.Bucket([]byte(bucketAgents)).ForEach(func(key, v []byte) error {
			text, err := unpacked(v)
			if err != nil {
				return err
			}
			visit(string(key), text)
			return nil
		})
	})
	return step("read the agents", err)
}

// Load returns a cassette, also one that is still to be written. One that cannot be read is not there.
func (k *Keep) Load(key [32]byte) (model.Cassette, bool) {
	k.mu.Lock()
	c, ok := k.pending[key]
	k.mu.Unlock()
	if ok {
		return c, true
	}
	err := k.view(func(tx *bbolt.Tx) error {
		v := tx.Bucket([]byte(bucketCassettes)).Get(key[:])
		if v == nil {
			return nil
		}
		var t tape
		err := readJSON(v, &t)
		c, ok = t.cassette(), err == nil
		return err
	})
	if err != nil {
		k.log.Error("a cassette cannot be read", slog.Any("err", err))
		return model.Cassette{}, false
	}
	return c, ok
}

// Save keeps a cassette. It never waits.
func (k *Keep) Save(c model.Cassette) {
	k.mu.Lock()
	k.pending[c.Key] = c
	k.mu.Unlock()
	k.send(post{Cassette: &c})
}
