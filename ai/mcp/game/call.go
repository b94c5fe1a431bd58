package game

// A call of an agent, from top to bottom:
//
//  1. which tool: a handler makes a request of the arguments (verbHandler, commandHandler, moreHandler);
//  2. who asks: the principal's seat (serve), and on the writer whether its grant still stands (seat.context);
//  3. idempotency key: a request under a key is done once (once);
//  4. owner's yes: what the world refuses without it waits for the owner, and is asked again (call, approve);
//  5. intent: the world is asked, as for a typed line (ask, intent, act, step);
//  6. result: what came of it, and how things are then (finish).

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/ai/mcp/result"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// request is what a call wants of the world. The zero request only looks.
type request struct {
	tool           string                   // what was called
	args           json.RawMessage          // and with what
	isShown        bool                     // to the owner who watches
	reads          bool                     // changes nothing, so it needs no idempotency key
	enter          bool                     // bring the body into the world first
	bind           func(verb.Ctx) verb.Call // nil: only look
	show           func(response) Shown     // nil: as every verb's answer is shown
	reportsNothing bool                     // show needs no report ([More])
	key            world.KeySum             // of the idempotency key; "" without one
	sum            world.KeySum             // of what was asked under it, by its meaning
	written        world.KeySum             // and as it was written: all that older records have
}

// response is what came of a request.
type response struct {
	snapshot
	seq     uint64          // all that it saw has been told up to here
	own     map[uint64]bool // the records that the request itself made
	refusal *world.Refusal
	hold    int     // the number of the question to the owner
	wants   string  // what the owner is asked for, to be put to a bridge's user
	full    bool    // the room is described, and not only named
	whole   bool    // the result shall leave nothing out
	repeats bool    // nor shall it, because its client may have missed what was told
	after   *uint64 // the cursor behind which the client says that it was told nothing
}

// verbHandler makes the handler of a verb's tool.
func (g *Game) verbHandler(info verb.ToolInfo) mcp.Handler {
	tool := info.Name
	return func(ctx context.Context, p mcp.Principal, args json.RawMessage) mcp.Result {
		return g.serve(ctx, p, request{
			tool: tool, args: args, isShown: true, reads: info.Effect == verb.Reads,
			enter: tool != "help", // reading the manual wakes nobody
			bind:  func(c verb.Ctx) verb.Call { return g.table.Call(c, tool, args) },
		})
	}
}

// lineBreaks are what some reader takes for the end of a line (Unicode, UAX 14: BK, CR, LF, NL).
const lineBreaks = "\n\v\f\r\u0085\u2028\u2029"

// commandHandler makes the handler of the tool command.
func (g *Game) commandHandler() mcp.Handler {
	return func(ctx context.Context, p mcp.Principal, raw json.RawMessage) mcp.Result {
		var args struct{ Line string }
		if err := json.Unmarshal(raw, &args); err != nil {
			return g.broken(ctx, "read arguments", err)
		}
		isOne := !strings.ContainsAny(strings.TrimSpace(args.Line), lineBreaks)
		line := world.Clean(args.Line)
		bind := func(c verb.Ctx) verb.Call {
			switch {
			case !isOne:
				return verb.Call{Refusal: &world.Refusal{
					Code: world.CodeBadValue, Text: "That line has a line break in it. Send one command a call.",
				}}
			case line == "":
				return verb.Call{Refusal: &world.Refusal{Code: world.CodeMissing, Text: "That line was empty."}}
			case line == verb.AskQuit && !c.Actor.Player(): // players do that at a keyboard
				return verb.Call{Ask: verb.Ask{Kind: verb.AskQuit}}
			}
			return g.table.Parse(c, line)
		}
		return g.serve(ctx, p, request{tool: commandTool, args: raw, isShown: true, enter: true, bind: bind})
	}
}

// moreHandler makes the handler of a tool that stands for no verb.
func (g *Game) moreHandler(m More) mcp.Handler {
	return func(ctx context.Context, p mcp.Principal, args json.RawMessage) mcp.Result {
		return g.serve(ctx, p, request{
			tool: m.Tool.Name, args: args, reads: m.Tool.Hints.ReadOnly, enter: true,
			bind:           func(c verb.Ctx) verb.Call { return m.Bind(c, args) },
			show:           func(a response) Shown { return m.Show(args, a.report, a.refusal) },
			reportsNothing: m.ReportsNothing,
		})
	}
}

// serve does what a principal requests: once, if it may act and its client gave an idempotency key.
func (g *Game) serve(ctx context.Context, p mcp.Principal, r request) mcp.Result {
	st := g.seat(p)
	if key := mcp.RetryKey(ctx); key != "" && !r.reads {
		return g.once(ctx, st, key, r)
	}
	out, _ := g.call(ctx, st, r)
	return out
}

// once does a request under an idempotency key, whatever becomes of the client, or answers as it was answered before.
func (g *Game) once(ctx context.Context, st *seat, key string, r request) mcp.Result {
	sum := askedSum(r.tool, mcp.Canonical(r.args))
	r.key, r.sum = keySum(sha256.Sum256([]byte(key))), keySum(sum)
	r.written = keySum(askedSum(r.tool, r.args))
	out, err := st.keys.Do(ctx, KeyedCall{Key: key, Sum: sum, Now: g.clock()}, func() (mcp.Result, bool) {
		// The client may go away while it is done; the answer must be here when it comes back.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), keyedCallMax)
		defer cancel()
		return g.call(ctx, st, r)
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

// askedSum is a digest of a call.
func askedSum(tool string, args []byte) [sha256.Size]byte {
	return sha256.Sum256(append([]byte(tool+"\x00"), args...))
}

// keySum is a digest as the record keeps it.
func keySum(sum [sha256.Size]byte) world.KeySum {
	const bytesKept = 15 // enough that no two keys of one grant meet, and few enough to stand in every record
	return world.KeySum(base64.RawURLEncoding.EncodeToString(sum[:bytesKept]))
}

// call does a request. It reports whether that must not be done again under the same key.
func (g *Game) call(ctx context.Context, st *seat, r request) (out mcp.Result, isDone bool) {
	err := g.stated(ctx, st)
	g.watched(st, r)
	var a response
	if err == nil {
		a, err = g.ask(ctx, st, r)
	}
	if err == nil && a.refusal != nil && a.refusal.Code == world.CodeNeedsYes {
		a, err = g.approve(ctx, st, r, a)
	}
	if errors.Is(err, loop.ErrStopped) {
		return g.stopped(), false
	}
	if err != nil {
		return g.broken(ctx, "carry out a call", err), true // it may have been done
	}
	g.mark(st)
	if a.wants != "" {
		return g.question(a), false
	}
	g.denied(st, r, a)
	if a.again != nil {
		return g.again(ctx, st, r, a)
	}
	return g.finish(ctx, st, r, a, g.news(ctx, st, a)), len(a.own) > 0
}

// news is what happened since the last result, with what the call itself did.
func (g *Game) news(ctx context.Context, st *seat, a response) batch {
	if !st.isSeated() {
		st.mu.Lock()
		defer st.mu.Unlock()
		return batch{cursor: cmp.Or(st.cursor, a.seq)}
	}
	q := newsOf(a, len(reportWords(a.report)))
	b, err := g.page(ctx, st, q)
	if err != nil { // what was done was done: the rest is told when the journal can be read
		g.log.LogAttrs(ctx, slog.LevelError, "a result tells no news", slog.Any("err", err))
		q.limit = 0
		b = st.tell(q, nil, st.place(q))
	}
	return b
}

// approve asks the owner for what a request wants, if they are there to be asked, and waits for their answer. Then the
// request is asked for again, and judged anew. a is the response that said it needs a yes. A bridge whose user stands
// for the owner waits by itself.
func (g *Game) approve(ctx context.Context, st *seat, r request, a response) (response, error) {
	caller := st.caller(ctx)
	p, refusal, err := g.asker(st).ask(ctx, r.bind, func(bodies []world.ActorID) *world.Refusal {
		if caller.Asks || caller.Asked || g.presence.AtDesk(bodies) {
			return nil
		}
		return ownerAbsent(caller.Lent)
	})
	n := p.number
	switch {
	case err != nil || n == 0:
		if refusal != nil {
			a.refusal = refusal
		}
		return a, err
	case caller.Asks:
		a.refusal, a.hold, a.wants = awaitingOwner(n), n, p.what
		return a, nil
	case caller.Asked:
		a.refusal, a.hold = awaitingOwner(n), n
		return a, nil
	}
	st.approvals.Wait(ctx, n, g.approvalWaitMax, g.stopping)
	b, err := g.ask(ctx, st, r)
	maps.Copy(b.own, a.own) // what was done before the part that needs a yes
	if err == nil && b.refusal != nil && b.refusal.Code == world.CodeNeedsYes {
		b.refusal, b.hold = awaitingOwner(n), n
	}
	return b, err
}

// caller is the seat's principal as the call itself has it: it says which program calls.
func (s *seat) caller(ctx context.Context) mcp.Principal {
	if p, ok := guard.PrincipalFrom(ctx); ok && p.ID == s.who.ID {
		return p
	}
	return s.who
}

// ask asks the world for a request, and waits until what came of it is durable.
func (g *Game) ask(ctx context.Context, st *seat, r request) (response, error) {
	if no := g.drivers.Take(st.caller(ctx), g.clock()); no != nil {
		return response{refusal: no, own: map[uint64]bool{}}, nil //nolint:nilerr // a refusal is an answer
	}
	st.used()
	reply, err := g.world.Do(ctx, g.intent(st, r))
	if err != nil {
		return response{}, fmt.Errorf("ask the world: %w", err)
	}
	a := response{seq: reply.Seq, own: map[uint64]bool{}, refusal: reply.Refusal}
	for _, record := range reply.Records {
		if _, isEntry := record.Action.(world.Enter); !isEntry {
			a.own[record.Seq] = true
		}
	}
	if a.refusal != nil && r.bind != nil { // a refused intent reports nothing, and the client wants to see all the same
		if reply, err = g.world.Do(ctx, g.intent(st, request{})); err != nil {
			return a, fmt.Errorf("look again: %w", err)
		}
		a.seq = reply.Seq
	}
	a.snapshot, _ = reply.Report.(snapshot)
	switch a.ask.Kind {
	case "":
		return a, nil
	case verb.AskQuit: // of a creature, whose own mind has it back at once
		g.drivers.Drop(st.who)
		_, err := g.world.Do(ctx, g.leave(st, time.Time{}))
		return a, err //nolint:wrapcheck // the caller says what was being done
	}
	return g.reported(ctx, st, r, a)
}

// reported hands a player's report in or reads a letter of theirs, and shows how things are then.
func (g *Game) reported(ctx context.Context, st *seat, r request, a response) (response, error) {
	receipt, err := g.report(ctx, verb.Asked{Actor: st.who.Actor, Ask: a.ask, Via: st.via(r)})
	no := (*world.Refusal)(nil)
	if err != nil && !errors.As(err, &no) {
		return a, fmt.Errorf("ask the record: %w", err)
	}
	out, err := g.ask(ctx, st, request{})
	out.report, out.refusal = receipt, no
	if made, ok := receipt.(verb.ReceiptReport); ok {
		out.own[made.Report] = true // under the same key it is not handed in again
	}
	return out, err
}

// via is the door of a request.
func (s *seat) via(r request) world.Via {
	if s.who.Mind {
		return world.Via{Kind: world.ViaMind}
	}
	return world.Via{Kind: world.ViaGrant, Grant: s.who.Grant, Key: r.key, Sum: r.sum}
}

// intent makes the intent of a request: first the body comes into the world, if it has to. What it returns runs on the
// writer, as do attend, act, done and step.
func (g *Game) intent(st *seat, r request) func(*world.State, world.Time) loop.Step {
	act := func(s *world.State, now world.Time) loop.Step {
		c, no := st.context(s, now)
		if no != nil {
			return loop.Step{Refusal: no}
		}
		return g.act(c, r)
	}
	return func(s *world.State, now world.Time) loop.Step {
		c, no := st.context(s, now)
		if no != nil {
			return loop.Step{By: st.by, Refusal: no}
		}
		isSeated := st.isSeated()
		if !r.enter || isSeated && c.Actor.Presence == world.Here {
			step := g.act(c, r)
			step.By = st.by
			return step
		}
		if st.who.Mind {
			return g.attend(st, act)
		}
		in := &world.Input{Actor: c.Actor.ID, Via: c.Via, Action: world.Enter{}}
		step := loop.Step{By: st.by, Name: loop.NameEnter, Input: in}
		if !isSeated {
			if marks := st.birth(s); marks != nil {
				step.Puts = g.cursors.Keep(marks).Puts
			}
			step.Attach = []loop.Attachment{{Actor: c.Actor.ID, Sink: st}}
		}
		step.Then = func(s *world.State, now world.Time) loop.Step {
			if !isSeated {
				st.sit(s)
				g.presence.AgentCame(st.who.Actor)
			}
			return act(s, now)
		}
		return step
	}
}

// attend lets a creature's mind be told what its body perceives. The body is in the world already.
func (g *Game) attend(st *seat, act func(*world.State, world.Time) loop.Step) loop.Step {
	return loop.Step{
		By: st.by, Name: loop.NameView, Attach: []loop.Attachment{{Actor: st.who.Actor, Sink: st}},
		Then: func(s *world.State, now world.Time) loop.Step {
			st.sit(s)
			return act(s, now)
		},
	}
}

// act binds a request and does it.
func (g *Game) act(c verb.Ctx, r request) loop.Step {
	if kept, ok := c.State.KeyOf(c.Via.Grant, r.key, c.Now); ok && r.key != "" {
		return g.done(c, r, kept)
	}
	c.Via.Key, c.Via.Sum = r.key, r.sum
	var call verb.Call
	if r.bind != nil {
		call = r.bind(c)
	}
	acts := call.Verb != nil && call.Verb.Effect != verb.Reads
	switch {
	case acts && g.presence.AtKeyboard(c.Actor.ID):
		return loop.Step{Refusal: &world.Refusal{Code: world.CodeDrivenByYou, Text: drivenText}}
	case acts && call.Refusal == nil && c.Actor.Presence == world.Here && c.Actor.Agent != c.Via.Grant:
		// Whoever looks shall see that an agent acts, beside its player too.
		driver := world.Via{Kind: c.Via.Kind, Grant: c.Via.Grant}
		return loop.Step{
			Name: loop.NameEnter, Input: &world.Input{Actor: c.Actor.ID, Via: driver, Action: world.Enter{}},
			Then: func(*world.State, world.Time) loop.Step { return g.step(c, call) },
		}
	}
	return g.step(c, call)
}

// done shows how things are when a request was done already, under the same key.
func (g *Game) done(c verb.Ctx, r request, kept world.KeptKey) loop.Step {
	if kept.Sum != r.sum && kept.Sum != r.written {
		return loop.Step{Refusal: &world.Refusal{Code: codeKeyTaken, Text: keyTakenText}}
	}
	return loop.Step{Name: loop.NameView, Report: func(*world.State, world.Time) any {
		seen := g.snapshot(c, nil)
		seen.again = &kept
		if r.show != nil && !r.reportsNothing {
			if call := r.bind(c); call.Refusal == nil && call.Report != nil {
				seen.report = call.Report(c)
			}
		}
		return seen
	}}
}

// step turns a verb's call into a step of the loop, and its report into a snapshot.
func (g *Game) step(c verb.Ctx, call verb.Call) loop.Step {
	ask := verb.Ask{}
	switch {
	case call.Refusal != nil || call.Ask.Kind == "":
	case call.Ask.OfPlayers() && g.report != nil:
		ask, call.Ask = call.Ask, verb.Ask{}
	case call.Ask.Kind == verb.AskQuit && c.Via.Kind == world.ViaGrant && !c.Actor.Player():
		ask, call.Ask = call.Ask, verb.Ask{}
	default:
		call.Refusal = &world.Refusal{Code: world.CodeKeyboard, Text: askedText(call.Ask)}
	}
	id := c.Actor.ID
	step := loop.Carry(call, loop.Asker{
		Now: func(s *world.State, now world.Time) (verb.Ctx, bool) {
			body := s.Actors[id]
			if body == nil {
				return verb.Ctx{}, false
			}
			c.State, c.Now, c.Actor = s, now, asPlayer(body)
			return c, true
		},
		See: func(c verb.Ctx, report any) any {
			seen := g.snapshot(c, report)
			seen.ask = ask
			return seen
		},
	})
	if step.Name == "" && step.Refusal == nil {
		step.Name = loop.NameView // it only looks
	}
	return step
}

// again answers a request that was done before this server started: with what the record says came of it.
func (g *Game) again(ctx context.Context, st *seat, r request, a response) (out mcp.Result, isDone bool) {
	a.own = map[uint64]bool{}
	b := g.news(ctx, st, a)
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
	return g.finish(ctx, st, r, a, b), true
}

// finish makes the result of a response and of what was told since, in the tool's own shape if it has one.
func (g *Game) finish(ctx context.Context, st *seat, r request, a response, b batch) mcp.Result {
	a.whole = r.show != nil && r.reads // it shows how things stand
	out := g.reply(ctx, st, a, b)
	if r.show != nil && (r.reportsNothing || a.again == nil || a.report != nil) {
		out = reshaped(out, r.show(a))
	}
	return out
}
