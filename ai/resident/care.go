package resident

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
func (h *House) Settled(ctx context.Context) {
	select {
	case <-h.settled:
	case <-ctx.Done():
	}
}

// Residents lists the bodies whose minds live here, sorted.
func (h *House) Residents() []string {
	var out []string
	for _, r := range h.all() {
		out = append(out, r.id)
	}
	return out
}

// keys returns what a body answers to beside its name, and whether its mind lives here.
func (h *House) keys(id string) ([]string, bool) {
	if h.find(id) == nil {
		return nil, false
	}
	return h.Brain.Keys(id), true
}

// Still calls f while the mind of a body takes no turn.
func (h *House) Still(ctx context.Context, id string, f func()) error {
	r := h.find(id)
	if r == nil {
		return errAway
	}
	return r.stand(ctx, f)
}

// stand calls f while a mind takes no turn.
func (r *resident) stand(ctx context.Context, f func()) error {
	if !r.still.Hold(ctx) {
		return fmt.Errorf("wait for %s, which thinks: %w", r.id, ctx.Err())
	}
	defer r.still.Release()
	f()
	return nil
}

// Unlearn has one mind forget somebody.
func (h *House) Unlearn(ctx context.Context, id, person string, names []string) error {
	r := h.find(id)
	if r == nil {
		return errAway
	}
	return r.stand(ctx, func() { r.forget(person, names) })
}

func (r *resident) forget(person string, names []string) {
	if m := r.house.Brain.Forget(r.id, person, names); m != nil {
		r.mind = m
	}
}

// Forget has all minds forget somebody: each between two turns of its own, and none waits for another. Then clean takes
// what was kept of them out of the file; until that is done no mind comes in, which would bring it back.
func (h *House) Forget(ctx context.Context, person string, names []string, clean func() error) error {
	if !h.gate.Hold(ctx) {
		return fmt.Errorf("wait for a mind that wakes: %w", ctx.Err())
	}
	defer h.gate.Release()
	all := h.all()
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
func (h *House) Empty(ctx context.Context, id string) error {
	r := h.find(id)
	if r == nil {
		return errAway
	}
	var err error
	return errors.Join(r.stand(ctx, func() {
		h.Brain.Empty(id)
		err = r.wakeAnew(ctx)
	}), err)
}

// Anew calls f while no mind takes a turn, and has all of them wake anew from what is kept then: what only stood in
// their heads, as the last words of a talk, is gone.
func (h *House) Anew(ctx context.Context, f func() error) error {
	if !h.gate.Hold(ctx) {
		return fmt.Errorf("wait for a mind that wakes: %w", ctx.Err())
	}
	defer h.gate.Release()
	all := h.all()
	for i, r := range all {
		if !r.still.Hold(ctx) {
			for _, held := range all[:i] {
				held.still.Release()
			}
			return fmt.Errorf("wait for %s, which thinks: %w", r.id, ctx.Err())
		}
	}
	defer func() {
		for _, r := range all {
			r.still.Release()
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
func (r *resident) wakeAnew(ctx context.Context) error {
	h := r.house
	if r.gone() {
		return nil
	}
	m, after, err := h.Brain.Wake(ctx, r.id, r.hands)
	if err != nil {
		h.Log.Error("a mind could not wake anew", slog.String("body", r.id), slog.Any("err", err))
		r.leave()
		h.drop(r)
		h.fell(r.id, err.Error())
		return err
	}
	r.mind, r.missed, r.turns = m, nil, 0
	r.after = max(r.after, after)
	r.wake(false)
	return nil
}

// Mute keeps the mind of a body from speaking and acting out until it is unmuted, also when it fell asleep
// meanwhile; it
// goes on perceiving. It reports false when nobody of that id lives here.
func (h *House) Mute(id string, is bool) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.residents[id] == nil {
		return false
	}
	if is {
		h.mute[id] = true
	} else {
		delete(h.mute, id)
	}
	return true
}

func (h *House) isMute(id string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.mute[id]
}
