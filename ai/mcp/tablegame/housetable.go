package tablegame

import (
	"context"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// World is what a [Server] needs of the loop.
type World interface {
	Do(ctx context.Context, do func(*world.State, world.Time) loop.Step) (loop.Reply, error)
}

// doorName and caller say who asks, for those who watch the loop; callers have no other name.
const (
	doorName = "mcp"
	caller   = "table-guest"
)

// houseTable carries calls out at the table of the house.
type houseTable struct {
	world  World
	policy Policy
	by     *loop.By
}

// noTable answers where the world's pack has no table of the house.
func noTable() *world.Refusal {
	return &world.Refusal{Code: world.CodeGameNotFound, Text: "This world has no table for strangers."}
}

// do carries a call out from a chair, and waits until what came of it is durable.
func (h *houseTable) do(ctx context.Context, chair world.Chair, call Call) Outcome {
	out := Outcome{Call: call}
	if call.Name == Taunt {
		if no := h.policy.judge(call.Message); no != nil {
			out.Err = no
			return out
		}
	}
	reply, err := h.world.Do(ctx, func(s *world.State, _ world.Time) loop.Step { return h.step(s, chair, call) })
	switch board, there := reply.Report.(world.BoardReport); {
	case err != nil:
		out.Err = err
	case reply.Refusal != nil:
		out.Err = reply.Refusal
	case !there:
		out.Err = noTable()
	default:
		out.Board, out.Seq = board, reply.Seq
	}
	return out
}

// step is what a call wants of the world. It runs on the writer.
func (h *houseTable) step(s *world.State, chair world.Chair, call Call) loop.Step {
	board, there := s.HouseBoard()
	if !there {
		return loop.Step{By: h.by, Name: loop.NameView, Refusal: noTable()}
	}
	step := loop.Step{By: h.by, Name: loop.NameView, Report: func(s *world.State, _ world.Time) any {
		if after, there := s.HouseBoard(); there {
			return after
		}
		return nil
	}}
	var deed world.Action
	switch call.Name {
	case MakeMove:
		deed = world.HousePlay{Board: board.ID, Seat: chair, Row: call.Row, Col: call.Col}
	case Taunt:
		deed = world.HouseTaunt{Board: board.ID, Seat: chair, Text: call.Message}
	case Restart:
		deed = world.HouseDeal{Board: board.ID}
	default:
		return step
	}
	step.Name = loop.NameHost
	step.Input = &world.Input{Via: world.Via{Kind: world.ViaTable}, Action: deed}
	return step
}

// look reads the table.
func (h *houseTable) look(ctx context.Context) Outcome {
	return h.do(ctx, world.ChairHuman, Call{Name: ViewState})
}
