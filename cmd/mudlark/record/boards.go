package record

import (
	"context"
	"fmt"
	"strconv"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// hung is what somebody finds on the board where they stand.
type hung struct {
	board string
	most  int
	read  int    // the last note that they have read
	num   uint32 // theirs
	pins  []world.Pin
}

// board shows somebody the notes on the board where they stand, or one of them, which is read then. The words stand in
// the records of their pinning alone; whoever asks may do so by the rules of the world, which are asked first.
func (c *Clerk) board(ctx context.Context, q verb.Asked, which string) (any, error) {
	n := 0
	if which != "" {
		var err error
		if n, err = strconv.Atoi(which); err != nil {
			return nil, fmt.Errorf("read the number of a note: %w", err)
		}
	}
	var at hung
	reply, err := c.d.Loop.Do(ctx, func(s *world.State, _ world.Time) loop.Step {
		if a := s.Actors[q.Actor]; a != nil && s.Rooms[a.Room] != nil && s.Rooms[a.Room].Board != nil {
			b := s.Rooms[a.Room].Board
			at = hung{
				board: b.Name, most: b.Room(), read: a.Pins[a.Room], num: a.Num, pins: s.PinsFor(a, a.Room),
			}
		}
		return loop.Step{Name: verb.AskBoard, Input: &world.Input{
			Actor: q.Actor, Via: q.Via, Action: world.ReadPin{N: n},
		}}
	})
	switch {
	case err != nil:
		return nil, fmt.Errorf("look at a board: %w", err)
	case reply.Refusal != nil:
		return nil, reply.Refusal
	}
	out := verb.PinboardReport{Board: at.board, Most: at.most, Notes: []verb.PinLine{}}
	for _, p := range at.pins {
		if n != 0 && p.N != n {
			continue
		}
		note, err := c.pinned(ctx, p)
		note.New = p.N > at.read && p.Num != at.num
		if n != 0 || err != nil {
			return note, err
		}
		out.Notes = append(out.Notes, note.PinLine)
	}
	return out, nil
}

// pinned reads what stands on a note.
func (c *Clerk) pinned(ctx context.Context, p world.Pin) (verb.PinReport, error) {
	out := verb.PinReport{PinLine: verb.PinLine{N: p.N, By: p.Name, At: world.WallDate(p.At), Re: p.Re}}
	err := c.wrote(ctx, p.Seq, func(e world.Event) {
		if e, ok := e.(world.NotePinned); ok && e.N == p.N {
			out.Title, out.Text = e.Title, e.Text
		}
	})
	out.Gone = out.Text == ""
	return out, err
}
