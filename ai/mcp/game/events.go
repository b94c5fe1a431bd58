package game

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/result"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// events is the tool events. It holds nothing up: other calls of the same token go on while it waits.
func (g *Game) events(ctx context.Context, p mcp.Principal, raw json.RawMessage) mcp.Result {
	var args struct {
		After *uint64
		Wait  int64 `json:"wait_ms"`
		Limit *int
	}
	if err := json.Unmarshal(raw, &args); err != nil {
		return g.broken(ctx, "read arguments", err)
	}
	limit := EventsShownMax
	if args.Limit != nil {
		limit = min(max(*args.Limit, 1), EventsLimitMax)
	}
	wait := min(time.Duration(max(args.Wait, 0))*time.Millisecond, WaitMax)
	st := g.seat(p)
	look := request{enter: true, bind: func(verb.Ctx) verb.Call { return verb.Call{} }}
	for {
		a, err := g.ask(ctx, st, look)
		a.after = args.After
		var b batch
		if err == nil && a.refusal == nil && args.After != nil && *args.After > a.seq {
			a.refusal = noRecord(*args.After, a.seq)
		}
		if err == nil && a.refusal == nil {
			q := reading{after: args.After, upTo: a.seq, limit: limit, text: TextBytesMax - asideBytes}
			b, err = g.page(ctx, st, q)
		}
		switch {
		case errors.Is(err, loop.ErrStopped):
			return g.stopped()
		case err != nil:
			return g.broken(ctx, "read events", err)
		case a.refusal != nil:
			return g.reply(ctx, st, a, batch{cursor: a.seq})
		case len(b.entries) > 0 || b.more || wait <= 0:
			g.mark(st)
			return g.listened(ctx, st, a, b)
		}
		after := args.After
		if after != nil {
			after = &b.cursor
		}
		st.wait(ctx, after, wait)
		// Whoever has hung up asks nothing more. Nor does anybody come back to a body that was given up meanwhile by
		// having listened.
		if ctx.Err() != nil || st.who.Minded && st.isLeft() {
			return g.listened(ctx, st, a, b)
		}
		wait = 0
	}
}

// noRecord refuses a cursor of another world, or a guess: behind it nothing would ever happen.
func noRecord(after, newest uint64) *world.Refusal {
	return &world.Refusal{Code: codeNoRecord, Text: fmt.Sprintf("The cursor %d belongs to no record here: the newest is "+
		"%d. Leave after out to be told what is new.", after, newest)}
}

// listened puts a page of events into a result.
func (g *Game) listened(ctx context.Context, st *seat, a response, b batch) mcp.Result {
	st.measure(ctx, &a)
	r := g.view(a, b)
	head := "Nothing happened."
	if n := len(b.entries); n > 0 {
		told := make([]string, n)
		for i, e := range b.entries {
			told[i] = e.text
		}
		head = result.Others + "\n" + result.Listed(told)
	}
	b.entries = nil // the headline has told them
	return g.written(ctx, st, answer{a, b, r, head}, mcp.Result{})
}
