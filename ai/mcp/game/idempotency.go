package game

import (
	"context"
	"crypto/sha256"
	"errors"
	"sync"
	"time"
)

// Limits of [KeyedCalls].
const (
	KeysMax = 256              // keys remembered; then the oldest finished one is let go
	KeyAge  = 10 * time.Minute // for so long
)

var (
	// ErrKeyTaken says that the key was used for another call.
	ErrKeyTaken = errors.New("the key was used for another call")
	// ErrKeysFull says that [KeysMax] calls are under way.
	ErrKeysFull = errors.New("too many calls with a key are under way")
)

// KeyedCalls remembers the calls of one client that carry an idempotency key, so that a client that lost an answer can
// ask again without acting twice. A key is bound to what was asked: the same key with the same words is answered as
// before, with other words it is refused. Only memory is here; what outlives a restart is kept with the records
// (world/keying.go) and answers with what was done. The zero value is ready, for many goroutines.
type KeyedCalls[R any] struct {
	mu    sync.Mutex
	kept  map[string]*keyedResult[R]
	order []string // oldest first; keys that were let go may still be listed
}

// KeyedCall names a call.
type KeyedCall struct {
	Key string            // the client's
	Sum [sha256.Size]byte // of all that was asked
	Now time.Time
}

// keyedResult is one call under a key.
type keyedResult[R any] struct {
	sum    [sha256.Size]byte
	at     time.Time
	done   chan struct{} // closed when the result is there
	result R
	isVoid bool // nothing was done, so it may be tried again
}

// Do runs a call, or answers with what came of it before. run reports whether anything was done that must not be done
// again; otherwise the key is free afterwards, also when run panics. Errors: [ErrKeyTaken], [ErrKeysFull], or the
// context's while another call under the key is under way.
func (k *KeyedCalls[R]) Do(ctx context.Context, c KeyedCall, run func() (R, bool)) (R, error) {
	var none R
	for {
		d, isNew, err := k.enter(c)
		if err != nil {
			return none, err
		}
		if isNew {
			return k.run(c.Key, d, run), nil
		}
		select {
		case <-d.done:
			if !d.isVoid {
				return d.result, nil
			}
		case <-ctx.Done():
			return none, ctx.Err()
		}
	}
}

// enter finds the call of a key, or makes one.
func (k *KeyedCalls[R]) enter(c KeyedCall) (d *keyedResult[R], isNew bool, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.prune(c.Now)
	if d := k.kept[c.Key]; d != nil {
		if d.sum != c.Sum {
			return nil, false, ErrKeyTaken
		}
		return d, false, nil
	}
	if len(k.kept) >= KeysMax {
		return nil, false, ErrKeysFull
	}
	if k.kept == nil {
		k.kept = map[string]*keyedResult[R]{}
	}
	d = &keyedResult[R]{sum: c.Sum, at: c.Now, done: make(chan struct{})}
	k.kept[c.Key] = d
	k.order = append(k.order, c.Key)
	return d, true, nil
}

// Prune forgets what is old. Otherwise that is done at the next call only, and whoever has gone makes none.
func (k *KeyedCalls[R]) Prune(now time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.prune(now)
}

// prune forgets what is old, and the oldest finished calls when there are too many. The mutex is held.
func (k *KeyedCalls[R]) prune(now time.Time) {
	rest := k.order[:0]
	for _, key := range k.order {
		d := k.kept[key]
		if d == nil {
			continue
		}
		isDone := false
		select {
		case <-d.done:
			isDone = true
		default:
		}
		if isDone && (now.Sub(d.at) > KeyAge || len(k.kept) >= KeysMax) {
			delete(k.kept, key)
			continue
		}
		rest = append(rest, key)
	}
	k.order = rest
}

// run does a call and keeps its result; one that did nothing is forgotten.
func (k *KeyedCalls[R]) run(key string, d *keyedResult[R], run func() (R, bool)) R {
	d.isVoid = true
	defer func() { // also when run panics
		if d.isVoid {
			k.mu.Lock()
			delete(k.kept, key)
			k.mu.Unlock()
		}
		close(d.done)
	}()
	result, isDone := run()
	d.result, d.isVoid = result, !isDone
	return result
}
