package storm

import (
	"encoding/binary"
	"fmt"
	"hash"
	"hash/fnv"
	"strings"
)

// Notes are those of one storm. They are not safe for concurrent use.
type Notes struct {
	Cover Cover
	Step  int // the one that is being made

	seed    uint64
	hash    hash.Hash64 // FNV-1a
	kept    int         // of the last steps; 0: nobody reads them
	last    []string
	failure *Failure
}

// New returns the notes of a seed. So many of the last steps are kept in words, which costs time; 0: none.
func newNotes(seed uint64, last int) *Notes {
	return &Notes{seed: seed, hash: fnv.New64a(), kept: last}
}

// Hash is of all that was mixed in.
func (n *Notes) Hash() uint64 { return n.hash.Sum64() }

// Mix puts a number into the hash.
func (n *Notes) Mix(v uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], v)
	_, _ = n.hash.Write(b[:])
}

// MixBytes puts bytes into the hash.
func (n *Notes) MixBytes(b []byte) {
	_, _ = n.hash.Write(b)
	n.Mix(uint64(len(b)))
}

// Words reports whether anybody reads the steps.
func (n *Notes) Words() bool { return n.kept > 0 }

// Say adds a line to the steps, if anybody reads them.
func (n *Notes) Say(format string, args ...any) {
	if n.kept == 0 {
		return
	}
	if len(n.last) == n.kept {
		n.last = append(n.last[:0], n.last[1:]...)
	}
	n.last = append(n.last, fmt.Sprintf("%6d  ", n.Step)+fmt.Sprintf(format, args...))
}

// Saw counts something that was met.
func (n *Notes) Saw(s Sight) { n.Cover[s]++ }

// Fail keeps the first broken promise.
func (n *Notes) Fail(format string, args ...any) {
	if n.failure != nil {
		return
	}
	what := fmt.Sprintf(format, args...)
	n.Say("FAILED: %s", what)
	n.failure = &Failure{Seed: n.seed, Step: n.Step, What: what, Last: n.last}
}

// Failure returns the first broken promise, or nil.
func (n *Notes) Failure() *Failure { return n.failure }

// Failure is a broken promise: what was promised, and the steps that led to it.
type Failure struct {
	Seed uint64
	Step int
	What string
	Last []string
}

// Error says it with the last steps and the command that repeats them.
func (f *Failure) Error() string {
	return fmt.Sprintf("seed %d, step %d: %s\n\nthe last steps:\n%s\n\nto repeat it: go test ./scripts/storm "+
		"-run TestStorm -count=1 -storm.seed=%d -storm.seeds=1", f.Seed, f.Step, f.What, strings.Join(f.Last, "\n"), f.Seed)
}
