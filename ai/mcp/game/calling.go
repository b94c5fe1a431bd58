package game

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/ai/mcp/result"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// Codes of errors that are not the world's refusals.
const (
	codeStopped  world.Code = "world_stopped"
	codeKeyTaken world.Code = "key_reused"
	codeKeysFull world.Code = "too_many_keys"
)

// keyTakenText answers whoever uses a key for two deeds.
const keyTakenText = "That key was used for another call. Use a new key for each deed."

// stoppedText answers whoever asks a world that has stopped.
const stoppedText = "The world has stopped. Nothing that you were told is lost. What you asked for was done once " +
	"or not at all: look before you ask for it again, when the world is back."

// verbHandler makes the handler of a verb's tool.
func (g *Game) verbHandler(info verb.ToolInfo) mcp.Handler {
	tool := info.Name
	return func(ctx context.Context, p mcp.Principal, args json.RawMessage) mcp.Result {
		w := wish{
			tool: tool, args: args,
			enter: tool != "help", // reading the manual wakes nobody
			bind:  func(c verb.Ctx) verb.Call { return g.table.Call(c, tool, args) },
		}
		if info.Effect == verb.Reads {
			out, _ := g.call(ctx, g.seat(p), w)
			return out
		}
		return g.once(ctx, g.seat(p), tool, args, w)
	}
}

// commandHandler makes the handler of the tool command.
func (g *Game) commandHandler() mcp.Handler {
	return func(ctx context.Context, p mcp.Principal, raw json.RawMessage) mcp.Result {
		var args struct{ Line string }
		if err := json.Unmarshal(raw, &args); err != nil {
			return g.broken(ctx, "read arguments", err)
		}
		line := world.Clean(args.Line)
		w := wish{tool: commandTool, args: raw, enter: true, bind: func(c verb.Ctx) verb.Call {
			switch {
			case line == "":
				return verb.Call{Refusal: &world.Refusal{Code: world.CodeMissing, Text: "That line was empty."}}
			case line == verb.AskQuit && !c.Actor.Player(): // players do that at a keyboard
				return verb.Call{Ask: verb.Ask{Kind: verb.AskQuit}}
			}
			return g.table.Parse(c, line)
		}}
		return g.once(ctx, g.seat(p), commandTool, raw, w)
	}
}

// once is call for what may act: with an idempotency key it is done once, whatever becomes of the client.
func (g *Game) once(ctx context.Context, st *seat, tool string, args json.RawMessage, w wish) mcp.Result {
	key := mcp.RetryKey(ctx)
	if key == "" {
		out, _ := g.call(ctx, st, w)
		return out
	}
	sum := sha256.Sum256(append([]byte(tool+"\x00"), args...))
	w.key, w.sum = keySum(sha256.Sum256([]byte(key))), keySum(sum)
	out, err := st.keys.Do(ctx, KeyedCall{Key: key, Sum: sum, Now: g.clock()}, func() (mcp.Result, bool) {
		// The client may go away while the deed is done; the answer must be here when it comes back.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), keyedCallMax)
		defer cancel()
		return g.call(ctx, st, w)
	})
	switch {
	case errors.Is(err, ErrKeyTaken):
		return g.refuse(ctx, st, codeKeyTaken, keyTakenText)
	case errors.Is(err, ErrKeysFull):
		return g.refuse(ctx, st, codeKeysFull, "Too many deeds with a key are under way; wait for their answers.")
	case err != nil:
		return g.broken(ctx, "wait for a deed under the same key", err)
	}
	return out
}

// call does what a wish wants. It reports whether that must not be done again under the same key.
func (g *Game) call(ctx context.Context, st *seat, w wish) (out mcp.Result, isDone bool) {
	err := g.stated(ctx, st)
	g.watched(st, w)
	var a answer
	if err == nil {
		a, err = g.ask(ctx, st, w)
	}
	if err == nil && a.refusal != nil && a.refusal.Code == world.CodeNeedsYes {
		a, err = g.hold(ctx, st, w, a)
	}
	if errors.Is(err, loop.ErrStopped) {
		return g.stopped(), false
	}
	if err != nil {
		return g.broken(ctx, "carry out a call", err), true // it may have been done
	}
	g.mark(st)
	g.denied(st, w, a)
	if a.again != nil {
		return g.again(ctx, st, w, a)
	}
	return g.put(w, a, st.latest(a.seq, a.own)), len(a.own) > 0
}

// keySum is a digest as the record keeps it.
func keySum(sum [sha256.Size]byte) world.KeySum {
	const bytesKept = 15 // enough that no two keys of one grant meet, and few enough to stand in every record
	return world.KeySum(base64.RawURLEncoding.EncodeToString(sum[:bytesKept]))
}

// againText is the answer to a deed that was done already when nothing is left of what it said.
const againText = "That was done already, under this key."

// again answers a call whose deed was done before this server started: with what the record says came of it.
func (g *Game) again(ctx context.Context, st *seat, w wish, a answer) (out mcp.Result, isDone bool) {
	b := st.latest(a.seq, nil)
	if g.told != nil {
		told, _, err := g.told.Since(ctx, st.span(a.again.From-1, EventsLimitMax))
		if err != nil {
			return g.broken(ctx, "read what was done under a key", err), true
		}
		var done []entry
		for _, t := range told {
			if text := result.EventText(t); text != "" && t.Seq <= a.again.To {
				done = append(done, entry{told: t, text: text})
				a.own[t.Seq] = true
			}
		}
		b.entries = append(done, slices.DeleteFunc(b.entries, func(e entry) bool { return a.own[e.seq()] })...)
	}
	return g.put(w, a, b), true
}

// put puts an answer into a result, in the tool's own shape if it has one.
func (g *Game) put(w wish, a answer, b batch) mcp.Result {
	out := g.reply(a, b)
	if w.show != nil && (w.bald || a.again == nil || a.answer != nil) {
		out = reshaped(out, w.show(a))
	}
	return out
}

// refuse answers with a refusal of ours and shows how things are.
func (g *Game) refuse(ctx context.Context, st *seat, code world.Code, text string) mcp.Result {
	out, _ := g.call(ctx, st, wish{bind: func(verb.Ctx) verb.Call {
		return verb.Call{Refusal: &world.Refusal{Code: code, Text: text}}
	}})
	return out
}

// stopped answers when there is no world to look at.
func (g *Game) stopped() mcp.Result {
	r := g.view(answer{}, batch{})
	r.Error = &result.Failure{Code: string(codeStopped), Text: stoppedText}
	return mcp.Result{IsError: true, Text: []string{"Error: " + stoppedText}, Structured: r}
}

// broken logs our own fault; the client is told only that the server failed.
func (g *Game) broken(ctx context.Context, doing string, err error) mcp.Result {
	level := slog.LevelError
	if ctx.Err() != nil {
		level = slog.LevelDebug // the client has gone or was revoked; nobody waits for the answer
	}
	g.log.LogAttrs(ctx, level, "agent call failed",
		slog.String("correlation", guard.CorrelationFrom(ctx)), slog.String("doing", doing), slog.Any("err", err))
	return mcp.Result{Fault: &mcp.Fault{
		Code: guard.CodeInternal,
		Text: "the server failed on this request; the correlation id names it in the server's log",
	}}
}

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
	look := wish{enter: true, bind: func(verb.Ctx) verb.Call { return verb.Call{} }}
	for {
		a, err := g.ask(ctx, st, look)
		var b batch
		if err == nil && a.refusal == nil {
			b, err = g.page(ctx, st, args.After, a.seq, limit)
		}
		switch {
		case errors.Is(err, loop.ErrStopped):
			return g.stopped()
		case err != nil:
			return g.broken(ctx, "read events", err)
		case a.refusal != nil:
			return g.reply(a, batch{cursor: a.seq})
		case len(b.entries) > 0 || b.more || wait <= 0:
			g.mark(st)
			return g.listened(a, b)
		}
		after := args.After
		if after != nil {
			after = &b.cursor
		}
		st.wait(ctx, after, wait)
		// Whoever has hung up asks nothing more. Nor does anybody come back to a body that was given up meanwhile by
		// having listened.
		if ctx.Err() != nil || st.who.Minded && st.isLeft() {
			return g.listened(a, b)
		}
		wait = 0
	}
}

// listened puts a page of events into a result.
func (g *Game) listened(a answer, b batch) mcp.Result {
	r := g.view(a, b)
	head := "Nothing happened."
	if n := len(b.entries); n > 0 {
		told := make([]string, n)
		for i, e := range b.entries {
			told[i] = e.text
		}
		head = result.Listed(told)
	}
	b.entries = nil // the headline has told them
	return mcp.Result{Text: []string{head, aside(a, b, r)}, Structured: r}
}

// page reads what was told behind a position: from the journal what the ring no longer holds.
func (g *Game) page(ctx context.Context, st *seat, after *uint64, upTo uint64, limit int) (batch, error) {
	pos, isHere := st.place(after, upTo)
	b := batch{}
	for range pagesMax {
		if isHere || g.told == nil {
			b = st.page(pos, upTo, limit)
			break
		}
		span := st.span(pos, limit)
		told, next, err := g.told.Since(ctx, span)
		if err != nil {
			return batch{}, fmt.Errorf("read the journal: %w", err)
		}
		for _, t := range told {
			if text := result.EventText(t); text != "" && t.At >= span.From {
				b.entries = append(b.entries, entry{told: t, text: text})
			}
		}
		isHere = next <= pos // there is nothing more on the disk, so the ring has the rest
		pos = max(pos, next)
		b.cursor, b.more = pos, pos < upTo
		if len(b.entries) > 0 {
			break
		}
		isHere = isHere || st.holds(pos)
	}
	if after == nil {
		st.moved(b.cursor)
	}
	return b, nil
}
