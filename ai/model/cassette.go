package model

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/mudlark-mud/mudlark/ai/model/usage"
	"github.com/mudlark-mud/mudlark/ai/prompt"
)

// cassetteFormat is part of every address; raise it when the same call would be sent in other words.
const cassetteFormat = 1

// Cassette is a kept answer, or a kept failure to answer. All of it is under its digest. It holds neither key nor
// prompt, and people are in it by their masks.
type Cassette struct {
	Key    [32]byte // its address: a hash of the call and of the model, and of the failure if it is one
	People []string // ids of those whose words were answered, sorted; when one of them is forgotten, it goes
	At     int64    // when it was made, in seconds since 1970
	Body   []byte   // JSON
	Digest [32]byte // over everything else
}

// Tape keeps cassettes. Both methods are called by many goroutines and should be quick; Save replaces what has the
// same key, and may write it down later.
type Tape interface {
	Load(key [32]byte) (Cassette, bool)
	Save(c Cassette)
}

// Errors of [Play]; they come wrapped with the address.
var (
	ErrMissing = errors.New("is missing")
	ErrChanged = errors.New("was changed after it was made")
	ErrOther   = errors.New("answers another question")
)

// record is the body of a cassette: what a decision's record must tell (S0-05).
type record struct {
	Purpose     usage.Purpose `json:"purpose"`
	Mind        string        `json:"mind,omitempty"`
	Model       string        `json:"model"`
	Template    prompt.Ref    `json:"template"`
	Tools       string        `json:"tools,omitempty"`
	Correlation string        `json:"correlation,omitempty"`
	Call        []byte        `json:"call"`    // key of the call, which is the address unless it failed
	Context     []byte        `json:"context"` // hash of the canonical context
	Text        string        `json:"text"`
	Failed      Failure       `json:"failed,omitempty"`
	Prompt      int           `json:"prompt"`
	Completion  int           `json:"completion"`
}

// Play gives the answer that was kept at an address again, if it is the answer to this call. An error names the
// cassette that is missing, was changed, or answers another question. A zero address is an error too: who was answered
// with [Off], [Consent], [Budget], [Breaker] or [Busy] has that in their own record.
func Play(t Tape, at [32]byte, c Call) (Reply, error) {
	kept, ok := t.Load(at)
	if !ok {
		return Reply{}, fmt.Errorf("cassette %x %w", at, ErrMissing)
	}
	r, err := kept.open(at)
	if err != nil {
		return Reply{}, err
	}
	key := c.settled().key(r.Model)
	if key != [32]byte(r.Call) || at != address(key, r.Failed) {
		return Reply{}, fmt.Errorf("cassette %x %w", at, ErrOther)
	}
	return r.reply(at, c.Masks), nil
}

// open reads a cassette that should lie at an address.
func (c Cassette) open(at [32]byte) (record, error) {
	var r record
	if c.Key != at || c.Digest != c.digest() || json.Unmarshal(c.Body, &r) != nil || len(r.Call) != len(c.Key) {
		return record{}, fmt.Errorf("cassette %x %w", at, ErrChanged)
	}
	return r, nil
}

// digest returns the hash over everything but the digest.
func (c Cassette) digest() [32]byte {
	h := sha256.New()
	put := func(b []byte) {
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(b))))
		h.Write(b)
	}
	put(c.Key[:])
	put(binary.BigEndian.AppendUint64(nil, uint64(c.At)))
	put(c.Body)
	for _, id := range c.People {
		put([]byte(id))
	}
	return [32]byte(h.Sum(nil))
}

// sealed returns a cassette with a body and its digest.
func sealed(c Cassette, body any) Cassette {
	var err error
	if c.Body, err = json.Marshal(body); err != nil {
		panic(err) // strings and numbers can always be written
	}
	c.Digest = c.digest()
	return c
}

// address returns where an outcome of a call is kept. An answer is kept under the call's own key, where the next who
// asks the same finds it; each kind of failure has its own place beside it, and is never found by asking.
func address(key [32]byte, failed Failure) [32]byte {
	if failed == "" {
		return key
	}
	return sha256.Sum256(append([]byte("failed: "+string(failed)+"\n"), key[:]...))
}

// reply returns what a record says, people under their names again.
func (r record) reply(at [32]byte, masks Masks) Reply {
	text := r.Text
	if masks != nil {
		text = masks.Show(text)
	}
	return Reply{
		Text: text, Failed: r.Failed, Model: r.Model, Prompt: r.Prompt, Completion: r.Completion, Cassette: at,
	}
}
