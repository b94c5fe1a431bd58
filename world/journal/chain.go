package journal

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
)

// Records are chained: the sum behind record n is SHA-256(sum behind n-1, n as 8 bytes big-endian, SHA-256(payload)).
// Whoever wrote a head down once can tell from it whether any record up to it was changed, left out or put in since.
// The payload goes into the chain by its own sum, so that it can be blanked on request and the chain still holds.

// Sum is a SHA-256.
type Sum = [sha256.Size]byte

// Head is where the chain stands behind record Seq. The zero Head is where it begins.
type Head struct {
	Seq uint64
	Sum Sum
}

// headBytes is the size of a stored head.
const headBytes = 8 + sha256.Size

// String writes a head as people note it down: sequence, a colon, 64 hexadecimal digits.
func (h Head) String() string {
	return fmt.Sprintf("%d:%x", h.Seq, h.Sum)
}

// ParseHead reads what String wrote. Letters may be large or small.
func ParseHead(s string) (Head, error) {
	digits, sum, ok := strings.Cut(s, ":")
	if !ok {
		return Head{}, fmt.Errorf("%q is no head: write the sequence, a colon and 64 hexadecimal digits", s)
	}
	seq, err := strconv.ParseUint(digits, 10, 64)
	if err != nil {
		return Head{}, fmt.Errorf("%q is no head: what stands before the colon is no sequence", s)
	}
	b, err := hex.DecodeString(sum)
	if err != nil || len(b) != sha256.Size {
		return Head{}, fmt.Errorf("%q is no head: behind the colon there must be %d hexadecimal digits", s, 2*sha256.Size)
	}
	return Head{Seq: seq, Sum: Sum(b)}, nil
}

// Next follows the chain by one record. It is a *SequenceError when r does not come next.
func (h Head) Next(r Record) (Head, error) {
	if r.Seq != h.Seq+1 {
		return h, &SequenceError{Got: r.Seq, Want: h.Seq + 1}
	}
	return h.step(r.payloadSum()), nil
}

// step follows the chain by a payload of which only the sum is at hand.
func (h Head) step(payload Sum) Head {
	var link [headBytes + sha256.Size]byte
	n := copy(link[:], h.Sum[:])
	binary.BigEndian.PutUint64(link[n:], h.Seq+1)
	copy(link[headBytes:], payload[:])
	return Head{Seq: h.Seq + 1, Sum: sha256.Sum256(link[:])}
}

func (h Head) encode() []byte {
	return append(binary.BigEndian.AppendUint64(make([]byte, 0, headBytes), h.Seq), h.Sum[:]...)
}

func decodeHead(b []byte) (Head, bool) {
	if len(b) != headBytes {
		return Head{}, false
	}
	return Head{Seq: binary.BigEndian.Uint64(b), Sum: Sum(b[8:])}, true
}

// payloadSum is the sum of the payload as it was first written.
func (r Record) payloadSum() Sum {
	if r.Was != nil {
		return *r.Was
	}
	return sha256.Sum256(r.Bytes)
}
