package runner

import (
	"context"
	"fmt"
	"iter"
	"log/slog"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/mcp/examples/play"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/npc"
	"github.com/mudlark-mud/mudlark/world"
)

// Limits of what a mind takes in that happened while it did not look.
const (
	// MissedMost is how many of the newest things a mind takes in that happened while it was away; what was before
	// them it never learns of.
	MissedMost = 2000
	// MissedRecordsMost is how many of the newest records of the world are looked through for those.
	MissedRecordsMost = 50_000
	// firstRecordsMost is how many are when it wakes for the first time.
	firstRecordsMost = 100

	pageMost   = 100           // things that the tool events tells at once
	pagesMost  = 600           // pages that are turned in one turn; the next goes on
	chunkMost  = 100           // things of the past that are taken in at once
	chunkBytes = 128 << 10     // and their weight
	freshMost  = 3 * chunkMost // things that may be answered
	freshBytes = 2 * chunkBytes
	percept    = 150 // bytes of a percept beside its words
	triesMost  = 5   // turns that try in a row to read what was missed
)

const eventsTool = "events"

// creaturePrefix begins the ids of creatures, who agree to nothing.
const creaturePrefix = "npc-"

// past is how far a mind has come with what happened. It belongs to whoever holds it.
type past struct {
	after  uint64         // what happened behind this record is to be read first; 0: what is told anyway is all
	missed []mind.Percept // what was told that it has not taken in
	seq    uint64         // of the newest thing that it has taken in,
	n      int            // and its number in its record
	left   int            // how many it never learns of
	tries  int            // that failed
	isHome bool           // where the model is that what it hears may go to: on this machine,
	host   string         // or else there
}

// heard says of what was said to which model's host whoever said it had agreed by then, and where that model is.
func (a *agent) heard(ctx context.Context, news []mind.Percept) []mind.Percept {
	consent := a.runner.Consent
	if a.isHome, a.host = consent == nil && a.runner.Model == nil, ""; consent != nil {
		a.host, a.isHome = consent.Where(ctx)
	}
	if a.isHome || a.host == "" {
		return news
	}
	type yes struct {
		since world.Time
		is    bool
	}
	known := map[string]yes{}
	for i := range news {
		p := &news[i]
		if p.Actor == "" || strings.HasPrefix(p.Actor, creaturePrefix) || p.IsWordless() {
			continue
		}
		y, ok := known[p.Actor]
		if !ok {
			y.since, y.is = consent.Since(ctx, p.Actor, a.host)
			known[p.Actor] = y
		}
		if y.is && p.At >= y.since {
			p.Agreed = a.host
		}
	}
	return news
}

// look sees how things are and what is new, the newest [MissedMost] of it.
func (a *agent) look(ctx context.Context) (v *play.View, news []mind.Percept, err error) {
	var args play.Args
	for range pagesMost {
		if a.after > 0 {
			args = play.Args{"after": a.after, "limit": pageMost}
		}
		if v, err = a.hands.Call(ctx, eventsTool, args); err != nil {
			return nil, nil, err //nolint:wrapcheck // it says what was called
		}
		switch {
		case v.Error != nil && v.Error.Code == play.CodeUnknownCursor && a.after > 0: // a world restored
			a.after, args = 0, nil
			continue
		case v.Error != nil:
			return v, nil, nil
		}
		a.missed = append(a.missed, percepts(v.Events)...)
		if n := len(a.missed) - MissedMost; n > 0 {
			a.left += n
			a.missed = slices.Delete(a.missed, 0, n)
		}
		switch {
		case v.More && a.after > 0 && v.Cursor > a.after:
			a.after = v.Cursor
		case v.More && a.after == 0:
			args = play.Args{"limit": pageMost}
		case a.after > 0:
			a.after, args = 0, nil // and now what was told since it woke
		default:
			return v, a.heard(ctx, a.fresh()), nil
		}
	}
	a.wake(true)
	return v, a.heard(ctx, a.fresh()), nil
}

// fresh returns what is to be taken in, in order and each once, and counts it as taken in.
func (a *agent) fresh() []mind.Percept {
	if a.left > 0 {
		a.runner.Log.Warn("a mind was away for long and takes in the newest only", slog.String("body", a.id),
			slog.Int("taken", len(a.missed)), slog.Int("left", a.left))
	}
	out := a.missed[:0]
	for _, p := range a.missed {
		if p.Seq > a.seq || p.Seq == a.seq && p.N > a.n {
			a.seq, a.n = p.Seq, p.N
			out = append(out, p)
		}
	}
	a.missed, a.left = nil, 0
	return out
}

// along returns what is to be taken in along with what came of a deed: what happened while it thought, before it.
func (a *agent) along(ctx context.Context, v *play.View, came []mind.Percept) []mind.Percept {
	a.missed = append(a.missed, a.between(ctx, v, came)...)
	return a.heard(ctx, a.fresh())
}

// between returns what a result tells, with what it had no room for.
func (a *agent) between(ctx context.Context, v *play.View, told []mind.Percept) []mind.Percept {
	if v.Missed == nil || len(told) == 0 {
		return told
	}
	var left []mind.Percept
	for after := *v.Missed; len(left) < MissedMost; {
		page, err := a.hands.Call(ctx, eventsTool, play.Args{"after": after, "limit": pageMost})
		if err != nil || page.Error != nil {
			a.runner.Log.Warn("a mind did not learn of everything", slog.String("body", a.id), slog.Any("err", err))
			break
		}
		for _, p := range percepts(page.Events) {
			if p.Seq < told[0].Seq || p.Seq == told[0].Seq && p.N < told[0].N {
				left = append(left, p)
			}
		}
		if !page.More || page.Cursor <= after || page.Cursor >= told[0].Seq {
			break
		}
		after = page.Cursor
	}
	return append(left, told...)
}

// bygone parts what is too long ago to be answered, and what there is no room for, from what is taken in last.
func bygone(list []mind.Percept, now world.Time) (old, news []mind.Percept) {
	i := slices.IndexFunc(list, func(p mind.Percept) bool { return now-p.At <= npc.PendingFor })
	if i < 0 {
		i = len(list)
	}
	for n, bytes := len(list), 0; n > i; n-- {
		if bytes += weight(list[n-1]); bytes > freshBytes || len(list)-n >= freshMost {
			i = n
			break
		}
	}
	if i < chunkMost && len(list) <= chunkMost {
		i = 0 // few enough to be taken in with one look: the mind itself knows what is too old
	}
	return list[:i], list[i:]
}

// weight is about how many bytes a percept takes in a ledger.
func weight(p mind.Percept) int { return len(p.Text) + len(fmt.Sprint(p.Data)) + percept }

// chunks parts a list into such as have room in one entry of a ledger.
func chunks(list []mind.Percept) iter.Seq[[]mind.Percept] {
	return func(yield func([]mind.Percept) bool) {
		for len(list) > 0 {
			n, bytes := 0, 0
			for n < min(len(list), chunkMost) && (n == 0 || bytes < chunkBytes) {
				bytes += weight(list[n])
				n++
			}
			if !yield(list[:n]) {
				return
			}
			list = list[n:]
		}
	}
}

// recall has the mind take in what came first, as a turn of its own in which nothing is done: so much of it is behind
// the mind whatever happens next. What of it still waits for an answer is answered once all is taken in.
func (a *agent) recall(v *play.View, chunk []mind.Percept) {
	bare := *v
	bare.Actions = nil
	seen := look(&bare, a.runner.Table, a.runner.keys)
	seen.Text, seen.Actions, seen.Percepts, seen.Mute, seen.More = "", nil, chunk, true, true
	in := mind.Input{At: moment(v, seen), Look: seen}
	a.runner.Brain.Took(a.id, Turn{Steps: []Step{{In: in, Out: a.mind.Step(in)}}})
}
