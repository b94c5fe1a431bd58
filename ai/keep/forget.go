package keep

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.etcd.io/bbolt"

	"github.com/mudlark-mud/mudlark/ai/memory"
)

// Rewind forgets everything that speaks of records of the world after one: the world was restored to it, and the rest
// has not happened.
func (k *Keep) Rewind(ctx context.Context, seq uint64) error {
	return k.do(ctx, func() error {
		return k.change("forget what has not happened", func(tx *bbolt.Tx) error { return rewind(tx, seq) })
	})
}

func rewind(tx *bbolt.Tx, seq uint64) error {
	meta := tx.Bucket([]byte(bucketMeta))
	if number(meta, keySeq) <= seq {
		return nil
	}
	late := func(v []byte) (bool, error) {
		var at struct {
			Seq uint64 `json:"seq"`
		}
		err := readJSON(v, &at)
		return at.Seq > seq, err
	}
	for _, name := range []string{bucketRows, bucketLedger} {
		err := eachMind(tx, name, func(_ string, own *bbolt.Bucket) error { return dropIf(own, late) })
		if err != nil {
			return err
		}
	}
	if err := dropIf(tx.Bucket([]byte(bucketWorking)), late); err != nil {
		return err
	}
	return putNumber(meta, keySeq, seq)
}

// Forget takes everything out that a person has a part in: memories that are theirs or name them, and what rests on
// those; what minds had in mind that names them; steps of the ledger and entries of the audit, which stay as blanks;
// and the answers to their words. names are what they are or were called: where only those stand, they are taken out.
// Then the file is written anew, so that nothing of it is left between its pages. Minds that are awake are told to
// forget by whoever runs them, before this is called.
func (k *Keep) Forget(ctx context.Context, person string, names []string) error {
	if person == "" {
		return errors.New("forget: nobody was named")
	}
	w := whom{person, names}
	return k.do(ctx, func() error {
		if err := k.forgetDead(w); err != nil {
			return err
		}
		if err := k.change("forget "+person, w.forget); err != nil {
			return err
		}
		return k.compact()
	})
}

// change runs a task in a transaction of its own.
func (k *Keep) change(doing string, do func(*bbolt.Tx) error) error {
	k.file.RLock()
	defer k.file.RUnlock()
	return step(doing, guarded(k.path, func() error { return k.update(k.db, do) }))
}

// whom is who is to be forgotten.
type whom struct {
	id    string
	names []string
}

func (w whom) forget(tx *bbolt.Tx) error {
	err := eachMind(tx, bucketRows, func(_ string, own *bbolt.Bucket) error { return w.forgetRows(own) })
	if err != nil {
		return err
	}
	err = eachMind(tx, bucketLedger, func(_ string, own *bbolt.Bucket) error { return w.blank(own) })
	if err != nil {
		return err
	}
	if err := w.blank(tx.Bucket([]byte(bucketAudit))); err != nil {
		return err
	}
	if err := dropIf(tx.Bucket([]byte(bucketWorking)), w.isIn); err != nil {
		return err
	}
	return w.forgetCassettes(tx)
}

func (w whom) forgetRows(own *bbolt.Bucket) error {
	gone := map[uint64]bool{}
	isGone := func(id uint64) bool { return gone[id] }
	var without []memory.Row
	err := dropIf(own, func(v []byte) (bool, error) {
		var r memory.Row
		if err := readJSON(v, &r); err != nil {
			return false, err
		}
		kept, ok := r.Without(w.id, w.names, isGone)
		gone[r.ID] = !ok
		if ok && kept.Text != r.Text {
			without = append(without, kept)
		}
		return !ok, nil
	})
	for _, r := range without {
		err = errors.Join(err, putJSON(own, big(r.ID), r))
	}
	return err
}

// isIn reports whether a stored value names the person.
func (w whom) isIn(v []byte) (bool, error) {
	text, err := unpacked(v)
	if err != nil {
		return false, err
	}
	_, did, edited, err := w.scrub(text)
	return did || edited, err
}

// scrub takes the names out of the strings of a JSON text. did says that the person's id stands in one.
func (w whom) scrub(text []byte) (out []byte, did, edited bool, err error) {
	var v any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		return nil, false, false, fmt.Errorf("%w: %w", errSum, err)
	}
	v = eachString(v, func(s string) string {
		did = did || hasWord(s, w.id)
		kept := memory.Redact(s, w.names)
		edited = edited || kept != s
		return kept
	})
	out, err = json.Marshal(v)
	return out, did, edited, err
}

// eachString returns a JSON value with each of its strings replaced, keys too.
func eachString(v any, do func(string) string) any {
	switch v := v.(type) {
	case string:
		return do(v)
	case []any:
		for i := range v {
			v[i] = eachString(v[i], do)
		}
		return v
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, value := range v { // into a map
			out[do(key)] = eachString(value, do)
		}
		return out
	}
	return v
}

// hasWord reports whether an id stands in a text as a word of its own.
func hasWord(text, id string) bool {
	for rest := text; ; {
		i := strings.Index(rest, id)
		if i < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(rest[:i])
		after, _ := utf8.DecodeRuneInString(rest[i+len(id):])
		if !isOfID(before) && !isOfID(after) {
			return true
		}
		rest = rest[i+len(id):]
	}
}

func isOfID(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_')
}

// blank empties the entries that the person has a part in, and takes their names out of the others. The numbers stay,
// so that nobody looks for them.
func (w whom) blank(b *bbolt.Bucket) error {
	changed := map[string]turn{}
	err := b.ForEach(func(key, v []byte) error {
		var t turn
		if err := readJSON(v, &t); err != nil || t.Turn == nil {
			return err
		}
		text, did, edited, err := w.scrub(t.Turn)
		switch {
		case err != nil:
			return err
		case did || t.Mind == w.id:
			changed[string(key)] = turn{Seq: t.Seq, Mind: t.Mind, Edited: true}
		case edited:
			changed[string(key)] = turn{Seq: t.Seq, Mind: t.Mind, Turn: text, Edited: true}
		}
		return nil
	})
	for key, t := range changed { // each by itself
		err = errors.Join(err, putJSON(b, []byte(key), t))
	}
	return err
}

func (w whom) forgetCassettes(tx *bbolt.Tx) error {
	var keys [][]byte
	err := tx.Bucket([]byte(bucketCassettes)).ForEach(func(key, v []byte) error {
		var c tape
		if err := readJSON(v, &c); err != nil {
			return err
		}
		if slices.Contains(c.People, w.id) || hasWord(c.Body, w.id) {
			keys = append(keys, bytes.Clone(key))
		}
		return nil
	})
	for _, key := range keys {
		err = errors.Join(err, dropCassette(tx, key))
	}
	return err
}

// forgetDead takes a person's lines out of the dead letters.
func (k *Keep) forgetDead(w whom) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	for key, c := range k.pending { // each by itself
		if slices.Contains(c.People, w.id) {
			delete(k.pending, key)
		}
	}
	path := k.path + deadSuffix
	text, err := os.ReadFile(path)
	if missing(path) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the dead letters: %w", err)
	}
	var kept []byte
	for line := range bytes.Lines(text) {
		if out, did, _, err := w.scrub(line); err == nil && !did {
			kept = append(append(kept, out...), '\n')
		}
	}
	return step("write the dead letters", replaceFile(path, kept))
}

// replaceFile gives a file new content, at once or not at all.
func replaceFile(path string, text []byte) error {
	draft := path + draftSuffix
	f, err := os.OpenFile(draft, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, fileMode)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return errors.Join(err, os.Remove(draft))
	}
	return errors.Join(os.Rename(draft, path), syncFolder(path))
}

// eachMind visits the buckets of all minds.
func eachMind(tx *bbolt.Tx, name string, visit func(mind string, own *bbolt.Bucket) error) error {
	b := tx.Bucket([]byte(name))
	return b.ForEachBucket(func(mind []byte) error {
		return step(name+" of "+string(mind), visit(string(mind), b.Bucket(mind)))
	})
}

// dropIf deletes the values for which is says yes.
func dropIf(b *bbolt.Bucket, is func(v []byte) (bool, error)) error {
	var keys [][]byte
	err := b.ForEach(func(key, v []byte) error {
		yes, err := is(v)
		if yes {
			keys = append(keys, bytes.Clone(key))
		}
		return err
	})
	for _, key := range keys {
		err = errors.Join(err, b.Delete(key))
	}
	return err
}
