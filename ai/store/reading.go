package store

import (
	"encoding/json"
	"log/slog"
	"slices"

	"go.etcd.io/bbolt"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/model"
)

// Rows returns what a mind remembers, by ids.
func (k *Store) Rows(mind string) (rows []memory.Row, err error) {
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
func (k *Store) Working(mind string) (w memory.Working, err error) {
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

// Seq returns the newest record of the world that anything speaks of.
func (k *Store) Seq() (seq uint64, err error) {
	err = k.view(func(tx *bbolt.Tx) error {
		seq = number(tx.Bucket([]byte(bucketMeta)), keySeq)
		return nil
	})
	return seq, err
}

// SetAgent keeps what the owner of a foreign world's agent wrote of it; nil drops it.
func (k *Store) SetAgent(id string, text json.RawMessage) { k.send(post{Agent: &agent{id, text}}) }

// Agents visits all foreign worlds' agents by their ids.
func (k *Store) Agents(visit func(id string, text json.RawMessage)) error {
	err := k.view(func(tx *bbolt.Tx) error {
		return tx.Bucket([]byte(bucketAgents)).ForEach(func(key, v []byte) error {
			text, err := unpack(v)
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
func (k *Store) Load(key [32]byte) (model.Cassette, bool) {
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
func (k *Store) Save(c model.Cassette) {
	k.mu.Lock()
	k.pending[c.Key] = c
	k.mu.Unlock()
	if p := (post{Cassette: &c}); !k.send(p) {
		k.written([]post{p})
	}
}

// written says of cassettes that they no longer wait.
func (k *Store) written(posts []post) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, p := range posts {
		if c := p.Cassette; c != nil && k.pending[c.Key].Digest == c.Digest {
			delete(k.pending, c.Key)
		}
	}
}

// About returns what minds remember of some people, by the minds' ids: what they perceived of them, what they were told
// by them, and what others said of them. What somebody else told in confidence is not among it.
func (k *Store) About(people []string) (map[string][]memory.Row, error) {
	out := map[string][]memory.Row{}
	err := k.view(func(tx *bbolt.Tx) error {
		return eachMind(tx, bucketRows, func(mind string, own *bbolt.Bucket) error {
			return own.ForEach(func(_, v []byte) error {
				var r memory.Row
				if err := readJSON(v, &r); err != nil {
					return err
				}
				if isAbout(r, people) {
					out[mind] = append(out[mind], r)
				}
				return nil
			})
		})
	})
	return out, step("read what is remembered of somebody", err)
}

// isAbout reports whether somebody may have a memory as one of theirs.
func isAbout(r memory.Row, people []string) bool {
	if r.Only != "" {
		return slices.Contains(people, r.Only)
	}
	return slices.Contains(people, r.By) || slices.Contains(people, r.Source) ||
		slices.ContainsFunc(r.Who, func(id string) bool { return slices.Contains(people, id) })
}
