package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/model"
)

// judgedBuckets are those whose values can be judged. Rows come before what was in their place, so that it is known
// which of them went.
func judgedBuckets() []string {
	return []string{bucketRows, bucketPast, bucketLedger, bucketAudit, bucketWorking, bucketCassettes}
}

// value is one that is to be judged.
type value struct {
	bucket, mind string // mind: "" where the bucket has none
	text         []byte // JSON
}

// verdict is what becomes of it.
type verdict struct {
	drop    bool
	instead any // nil: it stays as it is
}

// tape is a cassette as it is stored: its body is JSON, which as bytes would be a third longer.
type tape struct {
	Key    []byte   `json:"key"`
	People []string `json:"people,omitempty"`
	At     int64    `json:"at"`
	Body   string   `json:"body"`
	Digest []byte   `json:"digest"`
}

// tapeOf returns a cassette as it is stored.
func tapeOf(c *model.Cassette) tape {
	return tape{c.Key[:], c.People, c.At, string(c.Body), c.Digest[:]}
}

// cassette returns it as it was given.
func (t tape) cassette() model.Cassette {
	c := model.Cassette{People: t.People, At: t.At, Body: []byte(t.Body)}
	copy(c.Key[:], t.Key)
	copy(c.Digest[:], t.Digest)
	return c
}

// held is working memory as it is stored.
type held struct {
	Seq     uint64         `json:"seq"`
	Working memory.Working `json:"working"`
}

// turn is an entry of the ledger or of the audit as it is stored.
type turn struct {
	Seq    uint64          `json:"seq"`
	Mind   string          `json:"mind,omitempty"` // in the audit
	Turn   json.RawMessage `json:"turn,omitempty"`
	Edited bool            `json:"edited,omitempty"` // it is not what was written
	Why    string          `json:"why,omitempty"`    // one of the constants; "" of an edited one: WhyForgotten
}

// Why a step is not in its ledger.
const (
	WhyForgotten = "somebody was to be forgotten"
	WhyErased    = "words were erased from the world's record"
	WhyLost      = "it could not be kept"
)

// past is what a batch took the place of, so that it can be undone when the world is restored to an earlier record.
type past struct {
	Seq     uint64 `json:"seq"`
	Mind    string `json:"mind"`
	Rows    []was  `json:"rows,omitempty"`
	Working *held  `json:"working,omitempty"`
	Mused   bool   `json:"mused,omitempty"` // the batch had working memory, in the place of Working
}

// was is a memory as it was.
type was struct {
	ID  uint64      `json:"id"`
	Row *memory.Row `json:"row,omitempty"` // nil: there was none
}

// row names a memory.
type row struct {
	mind string
	id   uint64
}

// parse reads JSON, figures as they stand.
func parse(text []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		return nil, fmt.Errorf("%w: %w", errSum, err)
	}
	return v, nil
}

// eachString returns a JSON value with each of its strings replaced, keys too. A string that is JSON is looked into.
func eachString(v any, do func(string) string) any {
	switch v := v.(type) {
	case string:
		return within(v, do)
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

func within(s string, do func(string) string) string {
	if !strings.HasPrefix(s, "{") && !strings.HasPrefix(s, "[") || !json.Valid([]byte(s)) {
		return do(s)
	}
	inner, err := parse([]byte(s))
	if err != nil {
		return do(s)
	}
	isEdited := false
	inner = eachString(inner, func(s string) string {
		kept := do(s)
		isEdited = isEdited || kept != s
		return kept
	})
	text, err := json.Marshal(inner)
	if err != nil || !isEdited {
		return do(s)
	}
	return string(text)
}

// readText reads a stored text.
func readText(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(into); err != nil {
		return errors.Join(errSum, err)
	}
	return nil
}

// unwritten says what failed, if anything did.
func unwritten(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("write it as JSON: %w", err)
}
