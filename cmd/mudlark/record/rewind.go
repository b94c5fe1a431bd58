package record

import (
	"context"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal/history"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// rewindWish is what was typed behind rewind.
type rewindWish struct {
	do   string // look, show or bring
	rest string
}

// rewind looks at a place as it was, or brings one thing or character back.
func (c *Clerk) rewind(ctx context.Context, q verb.Asked, w rewindWish) (any, error) {
	now := time.Now().In(c.zone.Location)
	wish, no := history.ParseQuery(w.rest, now)
	if no != nil {
		return nil, no
	}
	seq, err := wish.FindMoment(ctx, c.d.Book, now)
	if err != nil {
		return nil, err
	}
	past, err := c.d.Book.At(ctx, seq, nil)
	if err != nil {
		return nil, err
	}
	if w.do == "look" {
		return c.lookBack(ctx, q, past, wish)
	}
	back, no := history.Back(past, wish.What)
	if no != nil {
		return nil, no
	}
	ended := ""
	if back.Item != "" {
		if back.Ended, ended, err = history.Ended(ctx, c.d.Book, back.Item, seq); err != nil {
			return nil, err
		}
	}
	first, rest, _ := strings.Cut(wish.Rest, " ")
	back.Reason = wish.Rest
	if strings.EqualFold(first, "anyway") {
		back.Anyway, back.Reason = true, rest
	}
	if w.do == "show" {
		var out world.BackReport
		err := c.d.See(ctx, func(s *world.State, _ world.Time) { out = s.BackReport(back, q.Actor) })
		out.Ended = ended
		return out, err
	}
	return c.bring(ctx, q, back)
}

// lookBack shows a place as it was.
func (c *Clerk) lookBack(ctx context.Context, q verb.Asked, past *world.State, w history.Query) (any, error) {
	what := w.What
	if err := c.d.See(ctx, func(s *world.State, _ world.Time) { what = meant(s, q.Actor, what) }); err != nil {
		return nil, err
	}
	room, no := history.One(what, history.Present(past, what, history.Room))
	if no != nil {
		return nil, no
	}
	wall, err := c.d.Book.When(ctx, past.Seq)
	if err != nil {
		return nil, err
	}
	id := world.RoomID(room.Key.ID)
	at := wall.In(c.zone.Location)
	out := verb.PastReport{
		When: "As it was on " + at.Format("Monday 2 January 2006") + " at " + at.Format(time.TimeOnly) + ", " +
			prose.Marked(past.Seq) + ".",
		Room: past.Survey(id, past.Now),
	}
	if !past.Bright(id, past.Now) {
		out.When += " It was dark."
	}
	return out, nil
}

// bring does it: the rules of the world decide.
func (c *Clerk) bring(ctx context.Context, q verb.Asked, back world.BringBack) (any, error) {
	reply, err := c.d.Loop.Do(ctx, func(*world.State, world.Time) loop.Step {
		return loop.Step{Name: "rewind", Input: &world.Input{Actor: q.Actor, Via: q.Via, Action: back}}
	})
	switch {
	case err != nil:
		return nil, err
	case reply.Refusal != nil:
		return nil, reply.Refusal
	}
	out := verb.RecordReport{Title: "It is done"}
	for _, rec := range reply.Records {
		for i := range rec.Notices {
			if words := prose.History(&rec.Notices[i]).String(); words != "" {
				out.Lines = append(out.Lines, verb.RecordLine{Seq: rec.Seq, Text: words})
			}
		}
	}
	return out, nil
}
