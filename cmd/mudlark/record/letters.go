package record

import (
	"context"
	"fmt"
	"strconv"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// letter shows somebody a letter of theirs, and counts it as read. Its words stand in the record of its sending alone;
// whoever asks may do so by the rules of the world, which are asked first.
func (c *Clerk) letter(ctx context.Context, q verb.Asked, number string) (any, error) {
	n, err := strconv.Atoi(number)
	if err != nil {
		return nil, fmt.Errorf("read the number of a letter: %w", err)
	}
	var at world.Letter
	reply, err := c.d.Loop.Do(ctx, func(s *world.State, _ world.Time) loop.Step {
		if a := s.Actors[q.Actor]; a != nil && a.LetterNumbered(n) != nil {
			at = *a.LetterNumbered(n)
		}
		return loop.Step{Name: verb.AskLetter, Input: &world.Input{
			Actor: q.Actor, Via: q.Via, Action: world.ReadLetter{N: n},
		}}
	})
	switch {
	case err != nil:
		return nil, fmt.Errorf("open a letter: %w", err)
	case reply.Refusal != nil:
		return nil, reply.Refusal
	}
	out := verb.LetterReport{N: at.N, From: at.Name, At: world.WallDate(at.At)}
	err = c.wrote(ctx, at.Seq, func(e world.Event) {
		if e, ok := e.(world.LetterSent); ok {
			out.Text = e.Text
		}
	})
	out.Gone = out.Text == ""
	return out, err
}

// wrote reads the events of one record, which may be gone: then there are none.
func (c *Clerk) wrote(ctx context.Context, seq uint64, each func(world.Event)) error {
	if seq < c.d.Book.First() {
		return nil
	}
	err := c.d.Book.Records(ctx, seq, seq, func(r journal.Record) error {
		rec, err := journal.Decode(r.Bytes)
		if err != nil {
			return err
		}
		for i := range rec.Notices {
			each(rec.Notices[i].Event)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("read what was written in record %d: %w", seq, err)
	}
	return nil
}
