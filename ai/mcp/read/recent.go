package read

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp/result"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// How many events are told, and how many records are looked at for them.
const (
	recentDefault = 20
	recentMax     = 100
	recordsMost   = 2000
	readMax       = 5 * time.Second
)

// The two kinds of scope.
const (
	scopeRoom   = "loc:"
	scopePlayer = "player:"
)

// happened is one event of the record (S0-36).
type happened struct {
	ID      string `json:"id"`
	Type    string `json:"type"`
	TS      string `json:"ts"` // RFC 3339
	Summary string `json:"summary"`
}

type recent struct {
	Scope  string     `json:"scopeKey"`
	Events []happened `json:"events"` // newest first
}

// scope is what a call asks for, once it is known that the reader may.
type scope struct {
	room   world.RoomID
	player world.ActorID
	num    uint32 // of the body that must have perceived it; 0: an open bystander
	since  world.Time
}

func (f *Reader) recent(ctx context.Context, a ask) (any, *failure, error) {
	in := struct {
		Key   string `json:"scopeKey"`
		Limit int    `json:"limit"`
	}{Limit: recentDefault}
	if err := json.Unmarshal(a.args, &in); err != nil {
		return nil, nil, fmt.Errorf("read arguments: %w", err)
	}
	limit := min(max(in.Limit, 1), recentMax)
	what, no, err := f.see(ctx, a.who, func(e readScope) (any, *failure) { return e.scope(in.Key) })
	if no != nil || err != nil {
		return nil, no, err
	}
	sc, _ := what.(scope)
	ctx, cancel := context.WithTimeout(ctx, readMax)
	defer cancel()
	notices, err := f.past(ctx, sc, limit)
	if err != nil {
		return nil, nil, err
	}
	events, no, err := f.see(ctx, a.who, func(e readScope) (any, *failure) {
		return slices.DeleteFunc(notices, func(n *world.Notice) bool { return sc.num == 0 && !e.stoodBy(n) }), nil
	})
	if no != nil || err != nil {
		return nil, no, err
	}
	notices, _ = events.([]*world.Notice)
	out, err := f.told(ctx, sc, notices[:min(len(notices), limit)])
	if err != nil {
		return nil, nil, err
	}
	return recent{in.Key, out}, nil, nil
}

// scope checks what a key names against what the reader may know of.
func (e readScope) scope(key string) (any, *failure) {
	out := scope{since: e.since}
	if e.me != nil {
		out.num = e.me.Num
	}
	if id, ok := strings.CutPrefix(key, scopeRoom); ok {
		out.room = world.RoomID(id)
		if id == "" || !e.knows(out.room) {
			return nil, unknown("You know of no place with that id.")
		}
		return out, nil
	}
	if id, ok := strings.CutPrefix(key, scopePlayer); ok {
		out.player = world.ActorID(id)
		body := e.s.Actors[out.player]
		if body == nil || !body.Player() || e.me == nil && !e.seesBody(body) {
			return nil, unknown("You see no player with that id.")
		}
		return out, nil
	}
	return nil, &failure{
		Code: string(world.CodeBadValue),
		Text: "The scope key is loc: and a place's id, or player: and " +
			"a player's id.",
	}
}

// past collects notices of a scope, newest first. For a narrator it collects more, because some are taken out after.
func (f *Reader) past(ctx context.Context, sc scope, limit int) ([]*world.Notice, error) {
	most := limit
	if sc.num == 0 {
		most *= 4
	}
	var out []*world.Notice
	seen := 0
	take := func(r *world.Record) bool {
		for i := range slices.Backward(r.Notices) {
			if n := &r.Notices[i]; sc.fits(n) && len(out) < most {
				out = append(out, n)
			}
		}
		seen++
		return len(out) < most && seen < recordsMost && (sc.num == 0 || r.At >= sc.since)
	}
	var err error
	if sc.room != "" {
		err = f.Past.Room(ctx, sc.room, take)
	} else {
		err = f.Past.Actor(ctx, sc.player, take)
	}
	if err != nil {
		return nil, fmt.Errorf("read the record: %w", err)
	}
	return out, nil
}

// fits reports whether a notice is of the scope, and was perceived by the body that asks, or by whoever stood there.
func (sc scope) fits(n *world.Notice) bool {
	if sc.room != "" && n.Room != sc.room {
		return false
	}
	if sc.player != "" && !slices.ContainsFunc(n.Captions, func(c world.Caption) bool {
		return c.Kind == world.KindPerson && c.ID == string(sc.player)
	}) {
		return false
	}
	if sc.num == 0 {
		return world.TraitsOf(n.Event).Public && n.Room != ""
	}
	_, ok := n.SenseOf(sc.num)
	return ok && n.At >= sc.since
}

// stoodBy reports whether an open bystander could have seen it: the place is open, and was lit by itself then.
func (e readScope) stoodBy(n *world.Notice) bool {
	r := e.s.Rooms[n.Room]
	hides := func(c world.Caption) bool {
		a := e.s.Actors[world.ActorID(c.ID)]
		return (c.Kind == world.KindPerson || c.Kind == world.KindCreature) && a != nil && !e.s.Sees(nil, a)
	}
	if m, ok := n.Event.(world.Moved); ok && e.s.Unnoticed(m) {
		return false
	}
	return r != nil && e.knows(n.Room) && !slices.ContainsFunc(n.Captions, hides) &&
		(r.Light == world.LightLit || r.Light == world.LightOutdoor && n.At.Daylight())
}

// told puts notices into words.
func (f *Reader) told(ctx context.Context, sc scope, notices []*world.Notice) ([]happened, error) {
	out := []happened{}
	var seq uint64
	var when time.Time
	for _, n := range notices {
		sense := world.Saw | world.Heard
		if sc.num != 0 {
			sense, _ = n.SenseOf(sc.num)
		}
		t := &loop.Told{Notice: n, Sense: sense}
		text := result.EventText(t)
		if text == "" {
			continue
		}
		if n.Seq != seq {
			var err error
			if when, err = f.Past.When(ctx, n.Seq); err != nil {
				return nil, fmt.Errorf("find when record %d was: %w", n.Seq, err)
			}
			seq = n.Seq
		}
		out = append(out, happened{
			ID: fmt.Sprintf("%d-%d", n.Seq, n.N), Type: result.EventOf(t, text).Kind,
			TS: when.UTC().Format(time.RFC3339), Summary: text,
		})
	}
	return out, nil
}
