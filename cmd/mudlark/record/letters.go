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
	if out.Gone = at.Seq < c.d.Book.First(); out.Gone {
		return out, nil
	}
	err = c.d.Book.Records(ctx, at.Seq, at.Seq, func(r journal.Record) error {
		rec, err := journal.Decode(r.Bytes)
		if err != nil {
			return err
		}
		for i := range rec.Notices {
			if e, ok := rec.Notices[i].Event.(world.LetterSent); ok {
				out.Text = e.Text
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read a letter in record %d: %w", at.Seq, err)
	}
	out.Gone = out.Text == ""
	return out, nil
}
