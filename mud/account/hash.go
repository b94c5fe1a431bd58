package account

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"sync/atomic"

	"golang.org/x/crypto/argon2"
)

// What a hash costs by default: the second choice of the OWASP password storage cheat sheet, the one with least memory
// per strength that still makes a graphics card wait. Measured at about 20 to 40 ms a hash on one core.
const (
	DefaultMemoryKiB = 19 * 1024
	DefaultPasses    = 2

	hashLanes    = 1 // more lanes would take more cores for one sign-in
	saltBytes    = 16
	sumBytes     = 32
	algorithmID  = "argon2id"
	memoryKiBMax = 256 * 1024 // a row that asks for more is damaged, not strong
	passesMax    = 16

	// DefaultQueue is how many sign-ins wait for a core before the next is told that it is busy: at 30 ms each, about
	// two seconds on one core.
	DefaultQueue = 64
)

// Hash is a password at rest, with everything needed to check it, so that the cost may be raised without locking
// anybody out. Printing shows no part of it; it marshals to JSON for its row.
type Hash struct {
	Algorithm string `json:"alg"`
	Version   int    `json:"v"`
	MemoryKiB uint32 `json:"m"`
	Passes    uint32 `json:"t"`
	Lanes     uint8  `json:"p"`
	Salt      []byte `json:"salt"`
	Sum       []byte `json:"sum"`
}

// String redacts.
func (h Hash) String() string { return redacted }

// GoString redacts, for %#v.
func (h Hash) GoString() string { return redacted }

// LogValue redacts, for log/slog.
func (h Hash) LogValue() slog.Value { return slog.StringValue(redacted) }

func (h Hash) check() error {
	switch {
	case h.Algorithm != algorithmID || h.Version != argon2.Version:
		return errors.New("check password hash: unknown algorithm")
	case h.MemoryKiB == 0 || h.MemoryKiB > memoryKiBMax || h.Passes == 0 || h.Passes > passesMax || h.Lanes == 0,
		len(h.Salt) < saltBytes || len(h.Sum) != sumBytes:
		return errors.New("check password hash: parameters out of bounds")
	}
	return nil
}

// HasherConfig bounds a Hasher. Zero fields mean the defaults: 19 MiB, two passes, one hash at a time on each core but
// one (and at least one), a queue of DefaultQueue, crypto/rand.
type HasherConfig struct {
	MemoryKiB uint32
	Passes    uint32
	Slots     int // hashes at a time
	Queue     int // callers waiting for a slot; one more is refused as busy
	Rand      io.Reader
}

// Hasher hashes passwords with argon2id (RFC 9106), few at a time, so that a storm of sign-ins takes neither the memory
// nor the cores that the world needs.
type Hasher struct {
	memoryKiB, passes uint32
	slots             chan struct{}
	queueMax          int64
	waiting           atomic.Int64
	done, busy        atomic.Uint64
	rand              io.Reader
	dummy             Hash
}

// NewHasher returns a Hasher. It fails when the bounds are negative or above what Verify accepts, or without
// randomness.
func NewHasher(cfg HasherConfig) (*Hasher, error) {
	if cfg.MemoryKiB == 0 {
		cfg.MemoryKiB = DefaultMemoryKiB
	}
	if cfg.Passes == 0 {
		cfg.Passes = DefaultPasses
	}
	if cfg.Slots == 0 {
		cfg.Slots = max(1, runtime.GOMAXPROCS(0)-1)
	}
	if cfg.Queue == 0 {
		cfg.Queue = DefaultQueue
	}
	if cfg.Rand == nil {
		cfg.Rand = rand.Reader
	}
	if cfg.Slots < 0 || cfg.Queue < 0 {
		return nil, errors.New("make password hasher: negative bound")
	}
	h := &Hasher{
		memoryKiB: cfg.MemoryKiB, passes: cfg.Passes, rand: cfg.Rand,
		slots: make(chan struct{}, cfg.Slots), queueMax: int64(cfg.Queue),
	}
	// Unknown names are checked against this one, so that they take as long as known ones. Its sum is random, not the
	// hash of anything, so nothing matches it.
	dummy, err := h.blank()
	if err != nil {
		return nil, err
	}
	dummy.Sum = make([]byte, sumBytes)
	if _, err := io.ReadFull(h.rand, dummy.Sum); err != nil {
		return nil, fmt.Errorf("read randomness: %w", err)
	}
	h.dummy = dummy
	return h, dummy.check()
}

// blank is a hash of the present cost with fresh salt and no sum.
func (h *Hasher) blank() (Hash, error) {
	salt := make([]byte, saltBytes)
	if _, err := io.ReadFull(h.rand, salt); err != nil {
		return Hash{}, fmt.Errorf("read randomness: %w", err)
	}
	return Hash{
		Algorithm: algorithmID, Version: argon2.Version,
		MemoryKiB: h.memoryKiB, Passes: h.passes, Lanes: hashLanes, Salt: salt,
	}, nil
}

// Hash hashes a password with fresh salt. Errors: *Refusal of code busy, the context's, or lack of randomness.
func (h *Hasher) Hash(ctx context.Context, password Secret) (Hash, error) {
	out, err := h.blank()
	if err != nil {
		return Hash{}, err
	}
	sum, err := h.sum(ctx, out, password)
	if err != nil {
		return Hash{}, err
	}
	out.Sum = sum
	return out, nil
}

// Verify reports whether the password is the hashed one, comparing in constant time. Errors as for Hash, and for a
// damaged row.
func (h *Hasher) Verify(ctx context.Context, hash Hash, password Secret) (bool, error) {
	if err := hash.check(); err != nil {
		return false, err
	}
	sum, err := h.sum(ctx, hash, password)
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(sum, hash.Sum) == 1, nil
}

// verifyNobody takes the time of Verify and says no. It is for names that do not exist.
func (h *Hasher) verifyNobody(ctx context.Context, password Secret) (bool, error) {
	_, err := h.sum(ctx, h.dummy, password)
	return false, err
}

func (h *Hasher) sum(ctx context.Context, hash Hash, password Secret) ([]byte, error) {
	if err := h.enter(ctx); err != nil {
		return nil, err
	}
	defer func() {
		<-h.slots
		h.done.Add(1)
	}()
	text := passwordText(password)
	return argon2.IDKey([]byte(text), hash.Salt, hash.Passes, hash.MemoryKiB, hash.Lanes, sumBytes), nil
}

// enter waits for a slot. Once hashing has begun it cannot be stopped, so the context is looked at before.
func (h *Hasher) enter(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("wait to hash password: %w", err)
	}
	select {
	case h.slots <- struct{}{}:
		return nil
	default:
	}
	if h.waiting.Add(1) > h.queueMax {
		h.waiting.Add(-1)
		h.busy.Add(1)
		return refuse(CodeBusy, "Many people are signing in at this moment. Please try again in a few seconds.")
	}
	defer h.waiting.Add(-1)
	select {
	case h.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait to hash password: %w", ctx.Err())
	}
}

// HasherStats is what an operator watches of a Hasher.
type HasherStats struct {
	Slots, Running int    // hashes at a time, and those being made now
	Queue, Waiting int    // how many may wait for a slot, and how many do
	Done, Busy     uint64 // hashed since the start, and refused because the queue was full
}

// Stats returns the figures of this moment.
func (h *Hasher) Stats() HasherStats {
	return HasherStats{
		Slots: cap(h.slots), Running: len(h.slots), Queue: int(h.queueMax), Waiting: int(h.waiting.Load()),
		Done: h.done.Load(), Busy: h.busy.Load(),
	}
}
