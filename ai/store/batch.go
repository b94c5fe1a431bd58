package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
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
	Turn    json.RawMessage `json:"turn,omitempty"`   // for the ledger: what the step was given and gave
	Begins  bool            `json:"begins,omitempty"` // Turn says how a mind began: it can be run again from there
	Audit   json.RawMessage `json:"audit,omitempty"`  // for whoever looks after minds
	End     bool            `json:"end,omitempty"`    // the mind is no more: all that is its own goes, but the audit

	isBlank bool // its turn could not be kept
}

// post is what can be in a letter, and in a line of the dead letters; one of the three is set.
type post struct {
	Batch    *Batch          `json:"batch,omitempty"`
	Cassette *model.Cassette `json:"cassette,omitempty"`
	Agent    *agent          `json:"agent,omitempty"`
	Order    uint64          `json:"order,omitempty"` // of a batch: when it was handed over, among all

	isLate bool // a dead letter: what was written after it counts more
}

type agent struct {
	ID   string          `json:"id"`
	Text json.RawMessage `json:"text,omitempty"` // none: it goes
}

// check refuses what could never be written, before it costs three tries. What is only a part of a batch is taken out
// of it, so that the rest is kept.
func (p post) check(isLost func(what string, err error)) error {
	switch {
	case p.Batch != nil:
		b := p.Batch
		if err := checkID(b.Mind); err != nil {
			return fmt.Errorf("mind: %w", err)
		}
		b.Rows = slices.DeleteFunc(b.Rows, func(c memory.Change) bool {
			err := checkLength(c.Put)
			if err != nil {
				isLost("memory", err)
			}
			return err != nil
		})
		if err := checkLength(b.Working); err != nil {
			isLost("working memory", err)
			b.Working = nil
		}
		if err := checkText(b.Turn); err != nil {
			isLost("step", err)
			b.Turn, b.isBlank = nil, true
		}
		if err := checkText(b.Audit); err != nil {
			isLost("audit", err)
			b.Audit = nil
		}
		return nil
	case p.Agent != nil:
		return errors.Join(checkID(p.Agent.ID), checkText(p.Agent.Text))
	case p.Cassette != nil:
		c := p.Cassette
		return checkLength(tapeOf(c))
	}
	return errors.New("an empty letter")
}

// checkText refuses what is no JSON, and what with its frame would be too long.
func checkText(text json.RawMessage) error {
	switch {
	case len(text) > 0 && !json.Valid(text):
		return errors.New("it is no JSON")
	case len(text) > EntryBytesMax-frameBytes:
		return errLong
	}
	return nil
}

// frameBytes is more than what a text is stored with.
const frameBytes = 4 << 10

func checkLength(v any) error {
	text, err := json.Marshal(v)
	if err == nil && len(text) > EntryBytesMax {
		err = errLong
	}
	return err
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
		return p.Batch.put(tx, l, p)
	case p.Cassette != nil:
		return putCassette(tx, p.Cassette)
	default:
		return p.Agent.put(tx)
	}
}

func (b *Batch) put(tx *bbolt.Tx, l Limits, p post) error {
	before, err := b.past(tx)
	if err != nil {
		return err
	}
	if b.End {
		if err := endMind(tx, b.Mind); err != nil {
			return err
		}
	}
	if err := errors.Join(remember(tx, before), b.putRows(tx, p.isLate)); err != nil {
		return err
	}
	if b.Working != nil && !(p.isLate && b.isOvertaken(tx)) {
		h := held{Seq: b.Seq, Working: *b.Working}
		if err := putJSON(tx.Bucket([]byte(bucketWorking)), []byte(b.Mind), h); err != nil {
			return step("write working memory", err)
		}
	}
	if err := b.putTurn(tx, l, p.Order); err != nil {
		return err
	}
	if len(b.Audit) > 0 {
		t := turn{Seq: b.Seq, Mind: b.Mind, Turn: b.Audit}
		if err := appendValue(tx.Bucket([]byte(bucketAudit)), t, l.Audit); err != nil {
			return step("write the audit", err)
		}
	}
	meta := tx.Bucket([]byte(bucketMeta))
	if err := putNumber(meta, keyOrder, max(number(meta, keyOrder), p.Order)); err != nil {
		return err
	}
	return putNumber(meta, keySeq, max(number(meta, keySeq), b.Seq))
}

func (b *Batch) putTurn(tx *bbolt.Tx, l Limits, order uint64) error {
	if len(b.Turn) == 0 && !b.isBlank {
		return nil
	}
	g, err := ledgerOf(tx, b.Mind)
	if err != nil {
		return err
	}
	t := turn{Seq: b.Seq, Turn: b.Turn}
	if b.isBlank {
		t = turn{Seq: b.Seq, Edited: true, Why: WhyLost}
	}
	if err := g.append(order, b.Begins && !b.isBlank, t, l.Ledger); err != nil {
		return err
	}
	return shortenAll(tx, l.LedgerBytes)
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

// endMind drops what is a mind's own.
func endMind(tx *bbolt.Tx, mind string) error {
	meta, size := tx.Bucket([]byte(bucketMeta)), uint64(0)
	if own := tx.Bucket([]byte(bucketLedger)).Bucket([]byte(mind)); own != nil {
		_ = own.ForEach(func(_, v []byte) error { size += uint64(len(v)); return nil }) // it cannot fail
	}
	if err := putNumber(meta, keyLedgers, number(meta, keyLedgers)-size); err != nil {
		return step("end a mind", err)
	}
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
	if b.Get([]byte(a.ID)) == nil && b.Stats().KeyN >= agentsMost {
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
	if err := putJSON(b, c.Key[:], tapeOf(c)); err != nil {
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
