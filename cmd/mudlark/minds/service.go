package minds

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/store"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// Service has the people of the world think, and looks after what they remember, also while none of them is awake.
type Service struct {
	d       *server.Daemon
	Current atomic.Pointer[Minds]  // nil while they have none
	noMind  atomic.Pointer[string] // why they have none though they should
	keeping sync.Mutex             // whoever opens what minds remember while none is awake
	Abroad  abroad                 // agents of foreign worlds
	forgets *forgetter

	// Elsewhere is told who is to be forgotten by minds that live elsewhere; nil where no agents' door was opened, not
	// even from within.
	Elsewhere elsewhere
}

// elsewhere keeps for minds that live elsewhere, and may be away just now, who wishes to be forgotten.
type elsewhere interface {
	Forgets(ctx context.Context, person world.ActorID, names []string) error
}

// NewService looks after the minds of a daemon. None thinks before it is opened.
func NewService(d *server.Daemon) *Service {
	v := &Service{d: d, Abroad: abroad{nudge: make(chan struct{}, 1)}}
	v.forgets = newForgetter(v)
	return v
}

// Stir has minds look who is there: with a tick creatures may be born, and those have minds.
func (v *Service) Stir() {
	if m := v.Current.Load(); m != nil {
		m.house.Stir()
	}
}

// Renew has the people of the world wake anew, because the pack that says what they are like may have changed.
func (v *Service) Renew() {
	if m := v.Current.Load(); m != nil {
		m.house.Renew()
	}
}

// Agreed reports whether a player's words may go to a host, which must be that of this server's own model: whoever
// holds a creature's token cannot have players asked about one of its choice, nor have an answer of theirs written over
// so.
func (v *Service) Agreed(player, host string) bool {
	m := v.Current.Load()
	return m != nil && host != "" && host == m.Yes.hub.Model.Host() && m.Yes.Agreed(player, host)
}

// Since is from when on what a player says may go to a host, which must be that of this server's own model. Nobody is
// asked.
func (v *Service) Since(ctx context.Context, player, host string) (world.Time, bool) {
	m := v.Current.Load()
	if m == nil || host == "" || host != m.Yes.hub.Model.Host() {
		return 0, false
	}
	return m.Yes.Since(ctx, player, host)
}

// AskForget implements the clerk's memories.
func (v *Service) AskForget(ctx context.Context, who world.ActorID) (any, error) {
	return v.forgets.ask(ctx, who)
}

// Remembered returns what the people of the world remember of somebody, by the ids of who remembers.
func (v *Service) Remembered(ctx context.Context, people []string) (out map[string][]memory.Row, err error) {
	err = v.withKeep(func(k *store.Store) error {
		if err := k.Flush(ctx); err != nil {
			return fmt.Errorf("have what is remembered written: %w", err)
		}
		out, err = k.About(people)
		return err
	})
	return out, err
}

// NPC answers a wizard who looks after minds.
func (v *Service) NPC(ctx context.Context, who world.ActorID, what, rest string) (any, error) {
	m := v.Current.Load()
	if why := v.noMind.Load(); m == nil && why != nil {
		return nil, server.Refuse(world.CodeCannot, "Nobody in this world thinks until its next start. %s", *why)
	}
	return m.npc(ctx, who, what, rest)
}

// Erase has the people of the world forget what they know of a record. Those who are awake wake anew without
// it.
func (v *Service) Erase(ctx context.Context, seq uint64) error {
	err := v.withKeep(func(k *store.Store) error {
		gone := func() error { return k.Erase(ctx, []uint64{seq}) }
		if m := v.Current.Load(); m != nil {
			return m.house.Anew(ctx, gone)
		}
		return gone()
	})
	if err != nil {
		return fmt.Errorf(
			"the words of record %d are gone from the record, but the people of the world may remember them "+
				"still; erase them again: %w",
			seq,
			err,
		)
	}
	return nil
}

// minded lists the creatures that have a mind to be woken: who only keeps a shop has none.
func (v *Service) minded(ctx context.Context) ([]string, error) {
	r, err := v.d.Loop.Do(ctx, func(*world.State, world.Time) loop.Step {
		return loop.Step{Name: loop.NameHost, Report: func(s *world.State, _ world.Time) any {
			var out []string
			thinks := func(_ world.ActorID, a *world.Actor) bool { return s.Minded(a).Attends() }
			for _, id := range world.Picked(s.Actors, thinks) {
				out = append(out, string(id))
			}
			return out
		}}
	})
	if err != nil {
		return nil, fmt.Errorf("ask who has a mind: %w", err)
	}
	out, _ := r.Report.([]string)
	return out, nil
}

// recallOnly drops what minds remember of records that the world does not have: it was restored to an earlier moment.
func (v *Service) recallOnly(ctx context.Context, k *store.Store) error {
	newest, err := k.Seq()
	if err != nil {
		return fmt.Errorf("read what the people of the world remember: %w", err)
	}
	r, err := v.d.Loop.Do(ctx, func(*world.State, world.Time) loop.Step {
		return loop.Step{Name: loop.NameHost, Report: func(s *world.State, _ world.Time) any { return s.Seq }}
	})
	if err != nil {
		return fmt.Errorf("ask how far the world has come: %w", err)
	}
	seq, _ := r.Report.(uint64)
	if newest <= seq {
		return nil
	}
	v.d.Log.Warn(
		"the people of the world forget what has not happened",
		slog.Uint64("from", seq),
		slog.Uint64("to", newest),
	)
	if err := k.Rewind(ctx, seq); err != nil {
		return fmt.Errorf("forget what has not happened: %w", err)
	}
	return nil
}

// openForgetting begins to have those forgotten who ask for it, and those who asked before the last stop.
func (v *Service) openForgetting(ctx context.Context, hub *session.Hub, doors *sync.WaitGroup) error {
	f := v.forgets
	f.say = hub.WordTo
	if err := f.read(); err != nil {
		return err
	}
	doors.Go(func() { f.run(ctx) })
	doors.Go(func() { f.watchErased(ctx) })
	return nil
}

// forget has all minds forget somebody, and takes what was kept of them out of the file.
func (v *Service) forget(ctx context.Context, person string, names []string) error {
	ctx, cancel := context.WithTimeout(ctx, forgetWait)
	defer cancel()
	if v.Elsewhere != nil {
		if err := v.Elsewhere.Forgets(ctx, world.ActorID(person), names); err != nil {
			return err
		}
	}
	return v.withKeep(func(k *store.Store) error {
		clean := func() error { return k.Forget(ctx, person, names) }
		if m := v.Current.Load(); m != nil {
			return m.house.Forget(ctx, person, names, clean)
		}
		return clean()
	})
}

// withKeep does something with what minds remember, also when none is awake; nothing when nobody remembers anything.
func (v *Service) withKeep(do func(k *store.Store) error) error {
	if m := v.Current.Load(); m != nil {
		return do(m.Keep)
	}
	v.keeping.Lock()
	defer v.keeping.Unlock()
	path := v.d.Path(store.FileName)
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	k, err := store.Open(path, store.Options{Log: v.d.Log, Now: v.d.Now})
	if err != nil {
		return fmt.Errorf("open what the people of the world remember: %w", err)
	}
	return errors.Join(do(k), k.Close())
}

// CopyInto puts a copy of what minds remember into a folder. When that cannot be had, note says why.
func (v *Service) CopyInto(ctx context.Context, dir string, note *string) error {
	m := v.Current.Load()
	if m == nil {
		v.keeping.Lock()
		defer v.keeping.Unlock()
		return server.CopyMinds(v.d.Dir, dir, note)
	}
	return server.MindsInto(dir, note, func(w io.Writer) error { return m.Keep.Snapshot(ctx, w) })
}
