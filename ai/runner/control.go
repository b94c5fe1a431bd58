package runner

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
)

// What those do who look after minds. All of it happens between two turns, and is waited for as long as a context
// allows: a mind that waits for a model may take its time.

// errAway says that no mind of a body lives here.
var errAway = errors.New("no mind of that body is awake")

// Settled waits until those who had a mind at the start were let in, or ctx ends.
func (rn *Runner) Settled(ctx context.Context) {
	select {
	case <-rn.settled:
	case <-ctx.Done():
	}
}

// Agents lists the bodies whose minds live here, sorted.
func (rn *Runner) Agents() []string {
	var out []string
	for _, r := range rn.all() {
		out = append(out, r.id)
	}
	return out
}

// keys returns what a body answers to beside its name, and whether its mind lives here.
func (rn *Runner) keys(id string) ([]string, bool) {
	if rn.find(id) == nil {
		return nil, false
	}
	return rn.Brain.Keys(id), true
}

// Still calls f while the mind of a body takes no turn.
func (rn *Runner) Still(ctx context.Context, id string, f func()) error {
	r := rn.find(id)
	if r == nil {
		return errAway
	}
	return r.stand(ctx, f)
}

// stand calls f while a mind takes no turn.
func (a *agent) stand(ctx context.Context, f func()) error {
	if err := a.still.Acquire(ctx, 1); err != nil {
		return fmt.Errorf("wait for %s, which thinks: %w", a.id, err)
	}
	defer a.still.Release(1)
	f()
	return nil
}

// Unlearn has one mind forget somebody.
func (rn *Runner) Unlearn(ctx context.Context, id, person string, names []string) error {
	r := rn.find(id)
	if r == nil {
		return errAway
	}
	return r.stand(ctx, func() { r.forget(person, names) })
}

func (a *agent) forget(person string, names []string) {
	if m := a.runner.Brain.Forget(a.id, person, names); m != nil {
		a.mind = m
	}
}

// Forget has all minds forget somebody: each between two turns of its own, and none waits for another. Then clean takes
// what was kept of them out of the file; until that is done no mind comes in, which would bring it back.
func (rn *Runner) Forget(ctx context.Context, person string, names []string, clean func() error) error {
	if err := rn.gate.Acquire(ctx, 1); err != nil {
		return fmt.Errorf("wait for a mind that wakes: %w", err)
	}
	defer rn.gate.Release(1)
	all := rn.all()
	errs := make([]error, len(all))
	var crew sync.WaitGroup
	for i, r := range all {
		crew.Go(func() { errs[i] = r.stand(ctx, func() { r.forget(person, names) }) })
	}
	crew.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	return clean()
}

// Empty has a mind forget everything and wake anew.
func (rn *Runner) Empty(ctx context.Context, id string) error {
	r := rn.find(id)
	if r == nil {
		return errAway
	}
	var err error
	return errors.Join(r.stand(ctx, func() {
		rn.Brain.Empty(id)
		err = r.wakeAnew(ctx)
	}), err)
}

// Anew calls f while no mind takes a turn, and has all of them wake anew from what is kept then: what only stood in
// their heads, as the last words of a talk, is gone.
func (rn *Runner) Anew(ctx context.Context, f func() error) error {
	if err := rn.gate.Acquire(ctx, 1); err != nil {
		return fmt.Errorf("wait for a mind that wakes: %w", err)
	}
	defer rn.gate.Release(1)
	all := rn.all()
	for i, r := range all {
		if err := r.still.Acquire(ctx, 1); err != nil {
			for _, held := range all[:i] {
				held.still.Release(1)
			}
			return fmt.Errorf("wait for %s, which thinks: %w", r.id, err)
		}
	}
	defer func() {
		for _, r := range all {
			r.still.Release(1)
		}
	}()
	if err := f(); err != nil {
		return err
	}
	var err error
	for _, r := range all {
		err = errors.Join(err, r.wakeAnew(ctx))
	}
	return err
}

// wakeAnew wakes a mind again in the same body, which is held. One that does not wake is let go, and tried again.
func (a *agent) wakeAnew(ctx context.Context) error {
	h := a.runner
	if a.gone() {
		return nil
	}
	m, after, err := h.Brain.Wake(ctx, a.id, a.hands)
	if err != nil {
		h.Log.Error("a mind could not wake anew", slog.String("body", a.id), slog.Any("err", err))
		a.leave()
		h.drop(a)
		h.backOff(a.id, err.Error())
		return err
	}
	a.mind, a.missed, a.turns = m, nil, 0
	a.after = max(a.after, after)
	a.wake(false)
	return nil
}

// Mute keeps the mind of a body from speaking and acting out until it is unmuted, also when it fell asleep
// meanwhile; it
// goes on perceiving. It reports false when nobody of that id lives here.
func (rn *Runner) Mute(id string, is bool) bool {
	rn.mu.Lock()
	defer rn.mu.Unlock()
	if rn.agents[id] == nil {
		return false
	}
	if is {
		rn.mute[id] = true
	} else {
		delete(rn.mute, id)
	}
	return true
}

func (rn *Runner) isMute(id string) bool {
	rn.mu.Lock()
	defer rn.mu.Unlock()
	return rn.mute[id]
}
