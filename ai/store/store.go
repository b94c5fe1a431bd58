package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"

	"github.com/mudlark-mud/mudlark/ai/model"
)

// FileName is what the file is called in a data folder.
const FileName = "minds.db"

// Limits.
const (
	ledgerMost        = 20_000              // entries of a mind; the oldest go
	ledgerBytesMost   = 512 << 20           // of the ledgers of all minds; the oldest entries go
	pastMost          = 20_000              // batches that can be undone when the world is restored
	auditMost         = 100_000             // entries; the oldest go
	CassetteBytesMost = 256 << 20           // of all cassettes; the oldest go
	CassetteAgeMost   = 30 * 24 * time.Hour // since it was made
	EntryBytesMax     = 16 << 20            // of one value: twice what a mind is that has all its memories
	IDBytesMax        = 200                 // of a mind's or an agent's id
	agentsMost        = 10_000
	DeadBytesMost     = 64 << 20 // of the file of dead letters

	waitingMost  = 4096 // letters that wait to be written; those beyond go to the dead ones at once
	together     = 256  // letters in one transaction
	lockWaitMost = 2 * time.Second
)

// tries is how long to wait after each failed try but the last.
//
//nolint:gochecknoglobals // immutable: a table
var tries = [...]time.Duration{50 * time.Millisecond, 250 * time.Millisecond}

// ErrClosed says that nothing more is kept.
var ErrClosed = errors.New("what minds remember is closed")

// Limits are how much is kept. Zero stands for the constant that is named beside it.
type Limits struct {
	Ledger        uint64        // ledgerMost
	LedgerBytes   uint64        // ledgerBytesMost
	Audit         uint64        // auditMost
	CassetteBytes uint64        // CassetteBytesMost
	CassetteAge   time.Duration // CassetteAgeMost
}

func (l Limits) settled() Limits {
	return Limits{
		cmp.Or(l.Ledger, ledgerMost), cmp.Or(l.LedgerBytes, ledgerBytesMost), cmp.Or(l.Audit, auditMost),
		cmp.Or(l.CassetteBytes, CassetteBytesMost),
		cmp.Or(l.CassetteAge, CassetteAgeMost),
	}
}

// Options are how a file is kept. The zero value is for tests; a server gives a log.
type Options struct {
	Log    *slog.Logger     // nil: nobody is told
	Now    func() time.Time // the day's clock, for the age of cassettes; nil: the machine's
	Limits Limits
}

// Store is the open file.
type Store struct {
	path    string
	log     *slog.Logger
	now     func() time.Time
	limits  Limits
	update  func(*bbolt.DB, func(*bbolt.Tx) error) error
	aside   string // where a damaged file was put
	letters chan letter
	done    chan struct{} // the writer has ended
	lost    atomic.Uint64 // letters and parts of letters that neither the file nor the dead letters could take
	order   atomic.Uint64 // of the batch that was handed over last
	damaged atomic.Bool   // a value was not as it was written: the next start looks through all

	gate   sync.RWMutex // whoever sends holds it to read; closing holds it to write
	closed bool

	file sync.RWMutex // whoever reads the file holds it to read; changing files holds it to write
	db   *bbolt.DB

	seen *bloomFilter // the writer's: the words in the file, nil while nobody knows

	mu      sync.Mutex
	pending map[[32]byte]model.Cassette // given and not written yet
}

// letter is one thing to do for the writer. One with a task is done by itself, after all before it.
type letter struct {
	post post
	task func() error
	done chan<- error // nil: nobody waits
}

// Open opens the file at path, or makes it. One that is damaged is renamed, and a new one begun beside it:
// [Store.Aside] says where the old one is. The error says that another process has it, that it is newer than this
// program, or that the disk does not let us.
func Open(path string, o Options) (*Store, error) {
	k := &Store{
		path: path, log: o.Log, now: o.Now, limits: o.Limits.settled(),
		letters: make(chan letter, waitingMost), done: make(chan struct{}), pending: map[[32]byte]model.Cassette{},
		update: func(db *bbolt.DB, do func(*bbolt.Tx) error) error { return db.Update(do) },
	}
	if k.log == nil {
		k.log = slog.New(slog.DiscardHandler)
	}
	if k.now == nil {
		k.now = time.Now
	}
	db, err := openSound(path)
	if d := (*DamagedError)(nil); errors.As(err, &d) {
		if k.aside, err = setAside(path); err != nil {
			return nil, errors.Join(d, err)
		}
		k.log.Error("what minds remembered is damaged and was set aside; they begin anew",
			slog.Any("err", d), slog.String("aside", k.aside))
		db, err = openSound(path)
	}
	if err != nil {
		return nil, err
	}
	k.db = db
	if err := k.view(func(tx *bbolt.Tx) error {
		k.order.Store(number(tx.Bucket([]byte(bucketMeta)), keyOrder))
		return nil
	}); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	k.revive()
	go k.write()
	return k, nil
}

// Aside returns where a damaged file was put when this one was opened; "" when there was none.
func (k *Store) Aside() string { return k.aside }

// Apply hands a batch over to be kept. It never waits: when too much waits already, the batch goes to the dead letters.
// Of a batch a part that is too long to be kept is lost, and the rest is kept: of a step, that there was one.
func (k *Store) Apply(b Batch) { k.send(post{Batch: &b, Order: k.order.Add(1)}) }

// send reports whether a letter is on its way to be written.
func (k *Store) send(p post) bool {
	if err := p.check(k.isLost); err != nil {
		k.isLost("letter", err)
		return false
	}
	k.gate.RLock()
	defer k.gate.RUnlock()
	if !k.closed {
		select {
		case k.letters <- letter{post: p}:
			return true
		default:
		}
	}
	k.bury([]post{p}, errors.New("too much waits to be written"))
	return false
}

// isLost notes that something will never be kept.
func (k *Store) isLost(what string, err error) {
	k.lost.Add(1)
	k.log.Error("this cannot be kept", slog.String("what", what), slog.Any("err", err))
}

// Flush returns when everything handed over before is on the disk or among the dead letters.
func (k *Store) Flush(ctx context.Context) error {
	return k.do(ctx, func() error { return nil })
}

// do has the writer do something after all that was handed over before.
func (k *Store) do(ctx context.Context, task func() error) error {
	done := make(chan error, 1)
	k.gate.RLock()
	if k.closed {
		k.gate.RUnlock()
		return ErrClosed
	}
	select {
	case k.letters <- letter{task: task, done: done}:
	case <-ctx.Done():
		k.gate.RUnlock()
		return ctx.Err()
	}
	k.gate.RUnlock()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Close writes down what waits and closes the file.
func (k *Store) Close() error {
	k.gate.Lock()
	if k.closed {
		k.gate.Unlock()
		return ErrClosed
	}
	k.closed = true
	close(k.letters)
	k.gate.Unlock()
	<-k.done
	if n := k.lost.Load(); n > 0 {
		k.log.Error("memories were lost since the start", slog.Uint64("letters", n))
	}
	k.file.Lock()
	defer k.file.Unlock()
	if k.damaged.Load() {
		return k.db.Close()
	}
	return errors.Join(guarded(k.path, func() error { return k.db.Update(markClean) }), k.db.Close())
}

// write is the one goroutine that writes.
func (k *Store) write() {
	defer close(k.done)
	for l := range k.letters {
		posts, after := k.gather(l)
		if len(posts) > 0 {
			k.deliver(posts)
		}
		if after != nil {
			after.done <- after.task()
		}
	}
}

// gather takes what waits, up to a task.
func (k *Store) gather(l letter) (posts []post, after *letter) {
	for {
		if l.task != nil {
			return posts, &l
		}
		if posts = append(posts, l.post); len(posts) == together {
			return posts, nil
		}
		select {
		case next, ok := <-k.letters:
			if !ok {
				return posts, nil
			}
			l = next
		default:
			return posts, nil
		}
	}
}

// deliver writes letters in one transaction (S1-23).
func (k *Store) deliver(posts []post) {
	err := k.commit(posts)
	for _, wait := range tries {
		if err == nil {
			break
		}
		k.log.Warn("memories could not be written; once more", slog.Any("err", err), slog.Duration("wait", wait))
		<-time.After(wait) // the writer has nothing else to do meanwhile
		err = k.commit(posts)
	}
	if err != nil {
		k.bury(k.deliverEach(posts), err)
	}
	k.written(posts)
}

// deliverEach writes letters one by one, and returns those that could not be: one of them may have failed them all.
func (k *Store) deliverEach(posts []post) (failed []post) {
	if len(posts) == 1 {
		return posts
	}
	for i, p := range posts {
		if k.commit([]post{p}) == nil {
			continue
		}
		if failed = append(failed, p); len(failed) > failedMost {
			return append(failed, posts[i+1:]...) // it is the disk
		}
	}
	return failed
}

// note tells what was seen of the words of a letter.
func (k *Store) note(p post) {
	var v any = p.Batch
	if p.Cassette != nil {
		v = tapeOf(p.Cassette)
	}
	if text, err := json.Marshal(v); err == nil { // whoever checked it could, too
		k.seen.note(text)
	}
}

// failedMost is how many letters fail one by one until it is not their fault.
const failedMost = 3

func (k *Store) commit(posts []post) error {
	if k.seen != nil {
		for _, p := range posts {
			k.note(p)
		}
	}
	k.file.RLock()
	defer k.file.RUnlock()
	return k.guarded(func() error {
		return k.update(k.db, func(tx *bbolt.Tx) error {
			for _, p := range posts {
				if err := p.put(tx, k.limits); err != nil {
					return err
				}
			}
			return prune(tx, k.now(), k.limits)
		})
	})
}

// view reads the file.
func (k *Store) view(do func(tx *bbolt.Tx) error) error {
	k.file.RLock()
	defer k.file.RUnlock()
	return k.guarded(func() error { return k.db.View(do) })
}

// change runs a task in a transaction of its own.
func (k *Store) change(doing string, do func(*bbolt.Tx) error) error {
	k.file.RLock()
	defer k.file.RUnlock()
	return step(doing, k.guarded(func() error { return k.update(k.db, do) }))
}

// guarded is guarded, and notes damage.
func (k *Store) guarded(do func() error) error {
	err := guarded(k.path, do)
	if _, ok := errors.AsType[*DamagedError](err); ok {
		k.damaged.Store(true)
	}
	return err
}

// missing reports whether a file is not there.
func missing(path string) bool {
	_, err := os.Lstat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// step names what failed.
func step(doing string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", doing, err)
}
