package minds

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// Whoever asks for it is forgotten by the people of the world. What they remember lies in a file that is cleaned and
// written anew for it, so it is done beside everything else, one after the other; whoever asked goes on playing and is
// told when it is done. That somebody asked is on the disk before they are told so: a stop, or a kill, puts it off and
// does not lose it.

const (
	forgettingName = "forgetting.json" // who is still to be forgotten

	forgetEvery = 10 * time.Minute // the same person; what is asked for sooner is done then
	// times as long as it took, but no longer than forgetAgain, nobody is forgotten: it takes a fifth of a disk
	forgetRest   = 4
	forgetAgain  = time.Minute     // after it failed
	forgetWait   = 2 * time.Minute // for minds that think just then
	forgetsMost  = 1000            // people who wait for it
	forgottenMax = 10_000          // people of whom it is known when they were forgotten last

	erasedSoon  = 48 * time.Hour   // before a deleted character is erased it is forgotten, while its name is known
	erasedEvery = 30 * time.Minute // who that is, is looked for
)

// forgetting is somebody who is to be forgotten, and what they are called.
type forgetting struct {
	ID    world.ActorID `json:"id"`
	Names []string      `json:"names"`

	from time.Time // not before
}

// forgetter has people forgotten.
type forgetter struct {
	v   *Service
	now func() time.Time
	say func(bodies []world.ActorID, text string) // set before run
	due chan struct{}

	mu    sync.Mutex
	waits []forgetting // in the order in which they asked
	last  map[world.ActorID]time.Time
}

func newForgetter(v *Service) *forgetter {
	return &forgetter{
		v: v, now: time.Now, say: func([]world.ActorID, string) {}, due: make(chan struct{}, 1),
		last: map[world.ActorID]time.Time{},
	}
}

// ask notes that somebody wants to be forgotten, and tells what will come of it.
func (f *forgetter) ask(ctx context.Context, who world.ActorID) (any, error) {
	one := forgetting{ID: who}
	if err := f.v.d.See(ctx, func(s *world.State, _ world.Time) {
		if a := s.Actors[who]; a != nil {
			one.Names = []string{a.Name}
		}
	}); err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	stays := "What happened stays in the world's record, as it does for everybody. Your list of friends and your notes " +
		"on boards are gone; whom you ignore you still do."
	is := func(o forgetting) bool { return o.ID == who }
	if i := slices.IndexFunc(f.waits, is); i >= 0 {
		return verb.RecordReport{Title: "You asked for that already. " + f.waits[i].when(f.now())}, nil
	}
	if len(f.waits) >= forgetsMost {
		return nil, server.Refuse(
			world.CodeCannot,
			"Too many people wait to be forgotten just now. Ask again in a while.",
		)
	}
	if last, ok := f.last[who]; ok {
		one.from = last.Add(forgetEvery)
	}
	waits := append(slices.Clone(f.waits), one)
	if err := f.write(waits); err != nil {
		return nil, err
	}
	f.waits = waits
	f.wake()
	return verb.RecordReport{
		Title: "The people of this world are to forget you. " + one.when(f.now()), Notes: []string{stays},
	}, nil
}

// when says when it will be done.
func (o forgetting) when(now time.Time) string {
	if wait := o.from.Sub(now); wait > 0 {
		return fmt.Sprintf(
			"They did so a moment ago, and will once more in %s: you are told when it is done.",
			about(wait),
		)
	}
	return "You are told when they have; you can go on meanwhile."
}

// about is a time in words, in whole minutes.
func about(d time.Duration) string {
	if n := int((d + time.Minute - 1) / time.Minute); n != 1 {
		return fmt.Sprintf("%d minutes", n)
	}
	return "a minute"
}

func (f *forgetter) wake() {
	select {
	case f.due <- struct{}{}:
	default: // it looks before long anyway
	}
}

// write puts those who wait on the disk.
func (f *forgetter) write(waits []forgetting) error {
	path := f.v.d.Path(forgettingName)
	if len(waits) == 0 {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("write down who is to be forgotten: %w", err)
		}
		return nil
	}
	text, err := json.Marshal(waits)
	if err == nil {
		err = writeWhole(path, text)
	}
	if err != nil {
		return fmt.Errorf("write down who is to be forgotten: %w", err)
	}
	return nil
}

// writeWhole gives a file of a data folder new content, at once or not at all.
func writeWhole(path string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return command.SyncFolder(filepath.Dir(path))
}

// read takes up those who waited when the daemon ended.
func (f *forgetter) read() error {
	text, err := os.ReadFile(f.v.d.Path(forgettingName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var waits []forgetting
	if err == nil {
		err = json.NewDecoder(bytes.NewReader(text)).Decode(&waits)
	}
	if err != nil {
		return fmt.Errorf("read who is to be forgotten, in %s: %w", f.v.d.Path(forgettingName), err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.waits = append(waits, f.waits...)
	f.wake()
	return nil
}

// run has them forgotten, one after the other, until ctx ends.
func (f *forgetter) run(ctx context.Context) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-f.due:
		case <-timer.C:
		}
		one, wait, ok := f.next()
		if ok && wait <= 0 {
			wait = f.do(ctx, one)
			f.wake()
			select { // nobody else meanwhile
			case <-ctx.Done():
				return
			case <-time.After(wait):
			}
			continue
		}
		if ok {
			timer.Reset(wait)
		}
	}
}

// next returns who is to be forgotten first, and when.
func (f *forgetter) next() (one forgetting, wait time.Duration, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, o := range f.waits {
		if left := o.from.Sub(f.now()); !ok || left < wait {
			one, wait, ok = o, left, true
		}
		if wait <= 0 {
			break
		}
	}
	return one, wait, ok
}

// do has somebody forgotten, and returns how long nobody else is.
func (f *forgetter) do(ctx context.Context, one forgetting) time.Duration {
	began := f.now()
	err := f.v.forget(ctx, string(one.ID), one.Names)
	if ctx.Err() != nil {
		return 0
	}
	rest := min(forgetRest*f.now().Sub(began), forgetAgain)
	f.mu.Lock()
	i := slices.IndexFunc(f.waits, func(o forgetting) bool { return o.ID == one.ID })
	if err != nil {
		f.v.d.Log.Error("somebody could not be forgotten; it is tried again", slog.String("actor", string(one.ID)),
			slog.Any("err", err))
		f.waits[i].from = f.now().Add(forgetAgain)
		f.mu.Unlock()
		return rest
	}
	f.waits = slices.Delete(f.waits, i, i+1)
	if len(f.last) >= forgottenMax {
		clear(f.last)
	}
	f.last[one.ID] = f.now()
	err = f.write(f.waits)
	f.mu.Unlock()
	if err != nil {
		f.v.d.Log.Error("whoever was forgotten will be forgotten again", slog.Any("err", err))
	}
	f.say([]world.ActorID{one.ID}, "The people of this world have forgotten you.")
	return rest
}

// watchErased has those forgotten who are deleted and soon erased, until ctx ends.
func (f *forgetter) watchErased(ctx context.Context) {
	tick := time.NewTicker(erasedEvery)
	defer tick.Stop()
	for asked := map[world.ActorID]bool{}; ; {
		if err := f.askErased(ctx, asked); err != nil && ctx.Err() == nil {
			f.v.d.Log.Error("who is erased soon is not forgotten yet; it is tried again", slog.Any("err", err))
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// askErased asks once for each whose time is nearly over.
func (f *forgetter) askErased(ctx context.Context, asked map[world.ActorID]bool) error {
	var soon []world.ActorID
	if err := f.v.d.See(ctx, func(s *world.State, now world.Time) {
		by := s.WallClock(now) + erasedSoon.Milliseconds()
		soon = world.Picked(s.Actors, func(_ world.ActorID, a *world.Actor) bool {
			return a.IsDeleted() && a.Deleted.Until < by
		})
	}); err != nil {
		return err
	}
	maps.DeleteFunc(asked, func(id world.ActorID, _ bool) bool { return !slices.Contains(soon, id) })
	for _, id := range soon {
		if asked[id] {
			continue
		}
		if _, err := f.ask(ctx, id); err != nil {
			return err
		}
		asked[id] = true
	}
	return nil
}
