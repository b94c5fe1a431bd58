package remote

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/mudlark-mud/mudlark/ai/mcp/examples/play"
	"github.com/mudlark-mud/mudlark/ai/runner"
	"github.com/mudlark-mud/mudlark/world"
)

// hands are what a mind sees and does with, over a line.
type hands struct{ *connection }

var _ runner.Hands = hands{}

// Call implements runner.Hands. While the server is away it waits, as long as ctx allows; what was called is then
// called again, and done once.
func (h hands) Call(ctx context.Context, tool string, args play.Args) (*play.View, error) {
	if tool == eventsTool {
		return h.events(ctx, args)
	}
	v, isAgain, err := h.call(ctx, tool, args)
	if err != nil {
		return nil, err
	}
	// An answer that was lost may have told of more, and so may one to the line.
	if v.Missed != nil || isAgain && v.Error == nil || h.isBehind() {
		if err := h.fill(ctx, v); err != nil {
			return nil, err
		}
	}
	h.fresh(v)
	return v, nil
}

// call calls a tool until it is answered, and reports whether that took more than one attempt.
func (h hands) call(ctx context.Context, tool string, args play.Args) (v *play.View, isAgain bool, err error) {
	key := ""
	if tool != eventsTool {
		key = newKey()
	}
	for try := 0; ; try++ {
		v, err = h.once(ctx, key, tool, args)
		if err == nil && v.Error != nil && v.Error.Code == codeStopped {
			err = &awayError{err: errors.New(v.Error.Text)}
		}
		away := (*awayError)(nil)
		if err == nil || !errors.As(err, &away) || !pause(ctx, max(away.after, again(try))) {
			return v, try > 0, err
		}
	}
}

func (h hands) once(ctx context.Context, key, tool string, args play.Args) (*play.View, error) {
	h.calls.RLock()
	defer h.calls.RUnlock()
	if h.calls.over {
		return &play.View{Error: &play.Failure{Code: string(world.CodeAbsent), Text: overText}}, nil
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(h.calls.ctx, cancel)()
	s, err := h.dial(ctx)
	if err != nil {
		return nil, err
	}
	v, err := s.Once(ctx, key, tool, args)
	if err != nil {
		return nil, brokenOff(err)
	}
	if v.Error != nil {
		v.Error.Text = clip(v.Error.Text)
	}
	return v, nil
}

// overText is what a mind is told whose line has ended. To it that is as if its body were no more.
const overText = "This body is driven no longer from here."

// events tells what happened since the mind asked last, or behind the record that it names, page by page.
func (h hands) events(ctx context.Context, args play.Args) (*play.View, error) {
	after, isNamed := args["after"].(uint64)
	args = play.Args{"limit": pageEvents}
	h.mu.Lock()
	if isNamed {
		h.seen = after
	}
	after = h.seen
	h.mu.Unlock()
	if isNamed = isNamed || after > 0; isNamed { // how far the server has told does not count: an answer may be lost
		args["after"] = after
	}
	v, _, err := h.call(ctx, eventsTool, args)
	if err != nil || v.Error != nil && v.Error.Code != play.CodeUnknownCursor {
		return v, err
	}
	if isNamed && v.Cursor < after {
		h.door.rewound(v.Cursor)
		return nil, errors.New("the world was restored to an earlier moment")
	}
	if err := h.pages(ctx, v); err != nil {
		return nil, err
	}
	if v.More { // so much happened that a mind takes it in by and by
		h.rest()
	}
	h.fresh(v)
	h.took(v)
	return v, nil
}

// pages adds to a view what further pages tell.
func (h hands) pages(ctx context.Context, v *play.View) error {
	for v.More && len(v.Events) < eventsMost {
		next, _, err := h.call(ctx, eventsTool, play.Args{"after": v.Cursor, "limit": pageEvents})
		switch {
		case err != nil:
			return err
		case next.Error != nil:
			return errors.New(next.Error.Text)
		case next.Cursor <= v.Cursor:
			v.More = false
			return nil
		}
		next.Events = append(v.Events, next.Events...)
		next.Text = v.Text
		*v = *next
	}
	return nil
}

// isBehind reports whether the line was told of something that the mind was not.
func (h hands) isBehind() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.seen > 0 && h.seen < h.told
}

// fill puts into an answer what it left out because it was too much, or from before a restart, or told already in one
// that was lost.
func (h hands) fill(ctx context.Context, v *play.View) error {
	h.mu.Lock()
	after := h.seen
	h.mu.Unlock()
	if after == 0 {
		if v.Missed == nil {
			return nil
		}
		after = *v.Missed
	}
	told := &play.View{Cursor: after, More: true}
	if err := h.pages(ctx, told); err != nil {
		return err
	}
	all := append(told.Events, v.Events...)
	slices.SortStableFunc(all, func(a, b play.Event) int {
		return cmp.Or(cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.N, b.N))
	})
	v.Events = slices.CompactFunc(all, func(a, b play.Event) bool { return a.Seq == b.Seq && a.N == b.N })
	v.Missed = nil
	return nil
}

// fresh leaves of the events of an answer those that the mind was not given before. An answer tells all up to its
// cursor, and what is one's own deed besides.
func (h hands) fresh(v *play.View) {
	h.mu.Lock()
	defer h.mu.Unlock()
	v.Events = slices.DeleteFunc(v.Events, func(e play.Event) bool { return e.Seq <= h.seen })
	if v.Error == nil || v.Cursor > 0 {
		h.seen = max(h.seen, v.Cursor)
		for _, e := range v.Events {
			h.seen = max(h.seen, e.Seq)
		}
	}
	h.people = map[string]bool{}
	for _, e := range v.Entities {
		if e.Kind == kindPerson {
			h.people[e.ID] = true
		}
	}
}

// kindPerson is what entities are that a player may be at the other end of.
const kindPerson = "person"

// took notes how far the mind has asked, and lets the line listen again.
func (h hands) took(v *play.View) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.cursor = max(h.cursor, v.Cursor)
	if h.taken != nil {
		close(h.taken)
		h.taken = nil
	}
}

// rest has the mind asked once more, soon.
func (h hands) rest() {
	h.mu.Lock()
	wake := h.wake
	h.mu.Unlock()
	if wake != nil {
		wake(true)
	}
}
