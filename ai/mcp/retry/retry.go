// Package retry lets a client that lost an answer ask again without acting twice: a call may carry a key, and what
// came of it is remembered under that key for a while.
//
// Its one idea: a key is bound to what was asked. The same key with the same words is answered as before, with other
// words it is refused. What is here is memory, and answers to the letter; what outlives a restart is kept with the
// records (world/keying.go), and answers with what was done.
//
// Everything may be used from many goroutines; a second call under a key waits for the first.
package retry

import (
	"context"
	"crypto/sha256"
	"errors"
	"sync"
	"time"
)

// Limits of a [Ring].
const (
	KeysMax = 256              // keys remembered; then the oldest finished one is let go
	KeyAge  = 10 * time.Minute // for so long
)

var (
	// ErrTaken says that the key was used for another call.
	ErrTaken = errors.New("the key was used for another call")
	// ErrFull says that [KeysMax] calls are under way.
	ErrFull = errors.New("too many calls with a key are under way")
)

// Ring remembers the calls of one client. The zero value is ready.
type Ring[R any] struct {
	mu    sync.Mutex
	kept  map[string]*deed[R]
	order []string // oldest first; keys that were let go may still be listed
}

// Call names a call.
type Call struct {
	Key string            // the client's
	Sum [sha256.Size]byte // of all that was asked
	Now time.Time
}

// deed is one call under a key.
type deed[R any] struct {
	sum    [sha256.Size]byte
	at     time.Time
	done   chan struct{} // closed when the result is there
	result R
	isVoid bool // nothing was done, so it may be tried again
}

// Do runs a call, or answers with what came of it before. run reports whether anything was done that must not be done
// again; otherwise the key is free afterwards, also when run panics. Errors: [ErrTaken], [ErrFull], or the context's
// while another call under the key is under way.
func (k *Ring[R]) Do(ctx context.Context, c Call, run func() (R, bool)) (R, error) {
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

// enter finds the deed of a key, or makes one.
func (k *Ring[R]) enter(c Call) (d *deed[R], isNew bool, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.prune(c.Now)
	if d := k.kept[c.Key]; d != nil {
		if d.sum != c.Sum {
			return nil, false, ErrTaken
		}
		return d, false, nil
	}
	if len(k.kept) >= KeysMax {
		return nil, false, ErrFull
	}
	if k.kept == nil {
		k.kept = map[string]*deed[R]{}
	}
	d = &deed[R]{sum: c.Sum, at: c.Now, done: make(chan struct{})}
	k.kept[c.Key] = d
	k.order = append(k.order, c.Key)
	return d, true, nil
}

// Prune forgets what is old. Otherwise that is done at the next call only, and whoever has gone makes none.
func (k *Ring[R]) Prune(now time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.prune(now)
}

// prune forgets what is old, and the oldest finished deeds when there are too many. The mutex is held.
func (k *Ring[R]) prune(now time.Time) {
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

// run does a deed and keeps its result; one that came to nothing is forgotten.
func (k *Ring[R]) run(key string, d *deed[R], run func() (R, bool)) R {
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
