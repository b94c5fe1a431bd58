package keep

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"go.etcd.io/bbolt"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/model"
)

// Batch is what one mind has to keep after a step. It belongs to the file once it is handed over.
type Batch struct {
	Mind    string          `json:"mind"`
	Seq     uint64          `json:"seq,omitempty"` // the newest record of the world that it speaks of; 0: of none
	Rows    []memory.Change `json:"rows,omitempty"`
	Working *memory.Working `json:"working,omitempty"`
	Turn    json.RawMessage `json:"turn,omitempty"`  // for the ledger: what the step was given and gave
	Audit   json.RawMessage `json:"audit,omitempty"` // for whoever looks after minds
	End     bool            `json:"end,omitempty"`   // the mind is no more: all that is its own goes, but the audit
}

// post is what can be in a letter, and in a line of the dead letters; one of the three is set.
type post struct {
	Batch    *Batch          `json:"batch,omitempty"`
	Cassette *model.Cassette `json:"cassette,omitempty"`
	Agent    *agent          `json:"agent,omitempty"`

	isLate bool // a dead letter: what was written after it counts more
}

type agent struct {
	ID   string          `json:"id"`
	Text json.RawMessage `json:"text,omitempty"` // none: it goes
}

// tape is a cassette as it is stored: its body is JSON, which as bytes would be a third longer.
type tape struct {
	Key    []byte   `json:"key"`
	People []string `json:"people,omitempty"`
	At     int64    `json:"at"`
	Body   string   `json:"body"`
	Digest []byte   `json:"digest"`
}

func (t tape) cassette() model.Cassette {
	c := model.Cassette{People: t.People, At: t.At, Body: []byte(t.Body)}
	copy(c.Key[:], t.Key)
	copy(c.Digest[:], t.Digest)
	return c
}

// held is working memory as it is stored, turn an entry of the ledger or of the audit.
type held struct {
	Seq     uint64         `json:"seq"`
	Working memory.Working `json:"working"`
}

type turn struct {
	Seq    uint64          `json:"seq"`
	Mind   string          `json:"mind,omitempty"` // in the audit
	Turn   json.RawMessage `json:"turn,omitempty"`
	Edited bool            `json:"edited,omitempty"` // somebody was forgotten
}

// check refuses what could never be written, before it costs three tries.
func (p post) check() error {
	switch {
	case p.Batch != nil:
		b := p.Batch
		if err := checkID(b.Mind); err != nil {
			return fmt.Errorf("mind: %w", err)
		}
		for name, text := range map[string]json.RawMessage{"turn": b.Turn, "audit": b.Audit} { // any
			if len(text) > 0 && !json.Valid(text) || len(text) > EntryBytesMax/2 {
				return fmt.Errorf("%s of %s: it is no JSON, or longer than %d bytes", name, b.Mind, EntryBytesMax/2)
			}
		}
	case p.Agent != nil:
		if err := checkID(p.Agent.ID); err != nil {
			return fmt.Errorf("agent: %w", err)
		}
		if text := p.Agent.Text; len(text) > 0 && !json.Valid(text) || len(text) > EntryBytesMax/2 {
			return fmt.Errorf("agent %s: it is no JSON, or longer than %d bytes", p.Agent.ID, EntryBytesMax/2)
		}
	case p.Cassette != nil:
		if len(p.Cassette.Body) > EntryBytesMax/2 {
			return fmt.Errorf("cassette %x: longer than %d bytes", p.Cassette.Key, EntryBytesMax/2)
		}
	default:
		return errors.New("an empty letter")
	}
	return nil
}

func checkID(id string) error {
	if id == "" || len(id) > IDBytesMax {
		return fmt.Errorf("an id of %d bytes; it has 1 to %d", len(id), IDBytesMax)
	}
	return nil
}

// put writes a letter.
func (p post) put(tx *bbolt.Tx, l Limits) error {
	switch {
	case p.Batch != nil:
		return p.Batch.put(tx, l, p.isLate)
	case p.Cassette != nil:
		return putCassette(tx, p.Cassette)
	default:
		return p.Agent.put(tx)
	}
}

func (b *Batch) put(tx *bbolt.Tx, l Limits, isLate bool) error {
	if b.End {
		if err := endMind(tx, b.Mind); err != nil {
			return err
		}
	}
	if err := b.putRows(tx, isLate); err != nil {
		return err
	}
	if b.Working != nil && !(isLate && b.isOvertaken(tx)) {
		if err := putJSON(tx.Bucket([]byte(bucketWorking)), []byte(b.Mind), held{b.Seq, *b.Working}); err != nil {
			return step("write working memory", err)
		}
	}
	if len(b.Turn) > 0 {
		own, err := tx.Bucket([]byte(bucketLedger)).CreateBucketIfNotExists([]byte(b.Mind))
		if err == nil {
			err = appendTurn(own, turn{Seq: b.Seq, Turn: b.Turn}, l.Ledger)
		}
		if err != nil {
			return step("write the ledger", err)
		}
	}
	if len(b.Audit) > 0 {
		err := appendTurn(tx.Bucket([]byte(bucketAudit)), turn{Seq: b.Seq, Mind: b.Mind, Turn: b.Audit}, l.Audit)
		if err != nil {
			return step("write the audit", err)
		}
	}
	meta := tx.Bucket([]byte(bucketMeta))
	if b.Seq <= number(meta, keySeq) {
		return nil
	}
	return putNumber(meta, keySeq, b.Seq)
}

// isOvertaken reports whether working memory that speaks of later records is there.
func (b *Batch) isOvertaken(tx *bbolt.Tx) bool {
	v := tx.Bucket([]byte(bucketWorking)).Get([]byte(b.Mind))
	var h held
	return v != nil && readJSON(v, &h) == nil && h.Seq > b.Seq
}

// isOlder reports whether a memory is there that was used or met again since.
func isOlder(own *bbolt.Bucket, r *memory.Row) bool {
	v := own.Get(big(r.ID))
	var is memory.Row
	return v != nil && readJSON(v, &is) == nil && (is.Used > r.Used || is.Count > r.Count)
}

func (b *Batch) putRows(tx *bbolt.Tx, isLate bool) error {
	if len(b.Rows) == 0 {
		return nil
	}
	own, err := tx.Bucket([]byte(bucketRows)).CreateBucketIfNotExists([]byte(b.Mind))
	if err != nil {
		return step("write memories", err)
	}
	for _, c := range b.Rows {
		switch {
		case c.Put == nil:
			err = own.Delete(big(c.Drop))
		case !isLate || !isOlder(own, c.Put):
			err = putJSON(own, big(c.Put.ID), c.Put)
		}
		if err != nil {
			return step("write memories", err)
		}
	}
	return nil
}

// appendTurn adds an entry under the next number; beyond so many the oldest goes.
func appendTurn(b *bbolt.Bucket, t turn, most uint64) error {
	n, err := b.NextSequence()
	if err != nil {
		return err
	}
	if err := putJSON(b, big(n), t); err != nil {
		return err
	}
	c := b.Cursor()
	for k, _ := c.First(); k != nil && binary.BigEndian.Uint64(k)+most <= n; k, _ = c.First() {
		if err := c.Delete(); err != nil {
			return err
		}
	}
	return nil
}

// endMind drops what is a mind's own.
func endMind(tx *bbolt.Tx, mind string) error {
	for _, name := range []string{bucketRows, bucketLedger} {
		b := tx.Bucket([]byte(name))
		if b.Bucket([]byte(mind)) == nil {
			continue
		}
		if err := b.DeleteBucket([]byte(mind)); err != nil {
			return step("end a mind", err)
		}
	}
	return tx.Bucket([]byte(bucketWorking)).Delete([]byte(mind))
}

func (a *agent) put(tx *bbolt.Tx) error {
	b := tx.Bucket([]byte(bucketAgents))
	if len(a.Text) == 0 {
		return b.Delete([]byte(a.ID))
	}
	if b.Get([]byte(a.ID)) == nil && b.Stats().KeyN >= AgentsMost {
		return nil // whoever makes agents counts them; this is the second lock on the door
	}
	return putJSON(b, []byte(a.ID), a.Text)
}

// putCassette writes an answer of a model, in the place of one with its key.
func putCassette(tx *bbolt.Tx, c *model.Cassette) error {
	if err := dropCassette(tx, c.Key[:]); err != nil {
		return err
	}
	b, meta := tx.Bucket([]byte(bucketCassettes)), tx.Bucket([]byte(bucketMeta))
	if err := putJSON(b, c.Key[:], tape{c.Key[:], c.People, c.At, string(c.Body), c.Digest[:]}); err != nil {
		return step("write a cassette", err)
	}
	size := uint64(len(b.Get(c.Key[:])))
	if err := tx.Bucket([]byte(bucketAges)).Put(ageKey(c.At, c.Key[:]), big(size)); err != nil {
		return step("write a cassette", err)
	}
	return putNumber(meta, keyBytes, number(meta, keyBytes)+size)
}

func dropCassette(tx *bbolt.Tx, key []byte) error {
	b, meta := tx.Bucket([]byte(bucketCassettes)), tx.Bucket([]byte(bucketMeta))
	stored := b.Get(key)
	if stored == nil {
		return nil
	}
	var c tape
	if err := readJSON(stored, &c); err != nil {
		return err
	}
	size := uint64(len(stored))
	err := errors.Join(
		tx.Bucket([]byte(bucketAges)).Delete(ageKey(c.At, key)), b.Delete(key),
		putNumber(meta, keyBytes, number(meta, keyBytes)-size),
	)
	return step("drop a cassette", err)
}

func ageKey(at int64, key []byte) []byte { return append(big(uint64(max(at, 0))), key...) }

// prune drops the cassettes that are too old, and the oldest while all together are too large.
func prune(tx *bbolt.Tx, now time.Time, l Limits) error {
	meta, ages := tx.Bucket([]byte(bucketMeta)), tx.Bucket([]byte(bucketAges))
	least := ageKey(now.Add(-l.CassetteAge).Unix(), nil)
	for {
		k, _ := ages.Cursor().First()
		if k == nil || number(meta, keyBytes) <= l.CassetteBytes && bytes.Compare(k, least) >= 0 {
			return nil
		}
		if err := dropCassette(tx, bytes.Clone(k[len(least):])); err != nil {
			return err
		}
	}
}
