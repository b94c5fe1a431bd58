package game

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/ai/mcp/result"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// approvalWaitMax is how long a call waits for its owner's yes. Other calls of the token go on meanwhile.
const approvalWaitMax = 20 * time.Second

const (
	answersMost   = 16  // answers remembered, for who begins to wait after one came
	lineBytesMost = 200 // of a call as a watcher sees it
)

// ApprovalWaiter hears what an owner answers to one agent's questions, and lets calls wait for it. The zero value is
// ready, for many goroutines.
type ApprovalWaiter struct {
	mu    sync.Mutex
	heard []int // the numbers answered, newest last
	news  chan struct{}
	over  bool // nobody waits any longer
}

// Tell takes what the agent's body perceives, and keeps answers to this agent's questions.
func (w *ApprovalWaiter) Tell(t *loop.Told, grant world.GrantID) {
	e, ok := t.Event.(world.HoldAnswered)
	if !ok || e.Grant != grant {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.heard = append(w.heard, e.Hold); len(w.heard) > answersMost {
		w.heard = w.heard[1:]
	}
	w.wake()
}

// End ends all waits, now and later: the agent's grant is no more.
func (w *ApprovalWaiter) End() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.over = true
	w.wake()
}

// wake lets all who wait look again. The mutex is held.
func (w *ApprovalWaiter) wake() {
	if w.news != nil {
		close(w.news)
		w.news = nil
	}
}

// Wait returns when a question was answered, or the time is over, or nobody waits any more, or the server stops.
func (w *ApprovalWaiter) Wait(ctx context.Context, number int, most time.Duration, stopping <-chan struct{}) {
	late := time.NewTimer(most)
	defer late.Stop()
	for {
		w.mu.Lock()
		isHeard := w.over || slices.Contains(w.heard, number)
		if w.news == nil {
			w.news = make(chan struct{})
		}
		news := w.news
		w.mu.Unlock()
		if isHeard {
			return
		}
		select {
		case <-news:
		case <-late.C:
			return
		case <-ctx.Done():
			return
		case <-stopping:
			return
		}
	}
}

// ownerAbsent refuses what only an owner who is not there could allow. To the user of a lent bridge, whose client
// cannot be asked, it says how they could allow it.
func ownerAbsent(isLent bool) *world.Refusal {
	text := "Your owner has to say yes to that and sits at no keyboard of this world, so the answer is no for now. Do " +
		"something else, or ask again when they are here."
	if isLent {
		text = "Your user has to say yes to that, and this client has no way to ask them (MCP's elicitation). They can " +
			"allow all such deeds beforehand: put --yes behind \"mcp\" in the client's configuration, as in " +
			"mudlark mcp --yes --solo, and start the client again. Until then do something else."
	}
	return &world.Refusal{Code: "owner_absent", Text: text}
}

// awaitingOwner says that the owner has not answered yet.
func awaitingOwner(number int) *world.Refusal {
	return &world.Refusal{Code: guard.AwaitingOwner, Text: fmt.Sprintf("Your owner was asked and has not answered yet "+
		"(question %d). Do something else meanwhile; once they say yes, the same call again passes, once, for ten "+
		"minutes.", number)}
}

// approvalWorld is what an [ownerAsker] needs of the loop.
type approvalWorld interface {
	Do(ctx context.Context, do func(*world.State, world.Time) loop.Step) (loop.Reply, error)
}

// ownerAsker asks an agent's owner, in the agent's name. who returns the agent's context, or why it may ask no longer;
// it is called on the writer.
type ownerAsker struct {
	world approvalWorld
	by    *loop.By
	who   func(*world.State, world.Time) (verb.Ctx, *world.Refusal)
}

// plea is what an owner is asked.
type plea struct {
	number int    // 0: nothing
	what   string // the agent wants to do, "give the lamp to Ben"
}

// ask records that the owner is asked for what bind wants, and returns what; nothing when it needs no yes. It is
// refused with what absent says when the owner can be asked nowhere. The question carries no idempotency key: it is not
// the deed.
func (a ownerAsker) ask(
	ctx context.Context, bind func(verb.Ctx) verb.Call, absent func([]world.ActorID) *world.Refusal,
) (plea, *world.Refusal, error) {
	reply, err := a.world.Do(ctx, func(s *world.State, now world.Time) loop.Step {
		c, r := a.who(s, now)
		if r != nil {
			return loop.Step{By: a.by, Refusal: r}
		}
		call := bind(c)
		if call.Refusal != nil || call.Input == nil {
			return loop.Step{By: a.by, Refusal: call.Refusal}
		}
		want, _, ok := s.Plea(now, *call.Input)
		if !ok {
			return loop.Step{By: a.by}
		}
		if r := absent(s.OwnerOf(c.Actor.ID)); r != nil {
			return loop.Step{By: a.by, Refusal: r}
		}
		return loop.Step{
			By: a.by, Name: loop.NameHost, Input: &world.Input{Actor: c.Actor.ID, Via: c.Via, Action: want},
			Report: func(s *world.State, now world.Time) any {
				_, n, _ := s.Plea(now, *call.Input)
				return plea{n, wanted(want)}
			},
		}
	})
	if err != nil {
		return plea{}, nil, fmt.Errorf("ask the owner: %w", err)
	}
	p, _ := reply.Report.(plea)
	return p, reply.Refusal, nil
}

// wanted is what the owner is asked for, with the words that the deed would speak.
func wanted(a world.AskOwner) string {
	if a.Words == "" {
		return a.What
	}
	return a.What + ": \"" + a.Words + "\""
}

// question answers a bridge that asks its user itself: with what they are to be asked, and nothing else. Its client
// does not see it, so nothing counts as told.
func (g *Game) question(a response) mcp.Result {
	r := g.view(response{}, batch{})
	r.Error = &result.Failure{Code: string(guard.AwaitingOwner), Text: a.wants, ID: a.hold}
	return mcp.Result{IsError: true, Text: []string{a.wants}, Structured: r}
}

// state records what an agent says that it is about. What is refused is not worth an answer: it is not what the call
// was for.
func (a ownerAsker) state(ctx context.Context, text string) error {
	_, err := a.world.Do(ctx, func(s *world.State, now world.Time) loop.Step {
		c, r := a.who(s, now)
		if r != nil {
			return loop.Step{By: a.by, Refusal: r}
		}
		return loop.Step{
			By: a.by, Name: "intent",
			Input: &world.Input{Actor: c.Actor.ID, Via: c.Via, Action: world.StateIntent{Text: text}},
		}
	})
	if err != nil {
		return fmt.Errorf("state an intent: %w", err)
	}
	return nil
}

// CallLine is a call as the owner who watches sees it: the typed line of command, or a tool with its arguments.
func CallLine(tool string, args json.RawMessage) string {
	var fields map[string]any
	if err := json.Unmarshal(args, &fields); err != nil {
		return world.Clean(tool)
	}
	line := tool
	for name, value := range world.Ordered(fields) {
		text := strings.TrimSpace(fmt.Sprint(value))
		if tool == "command" && name == "line" {
			line = text
			continue
		}
		line += " " + name + "=" + text
	}
	if line = world.Clean(line); len(line) > lineBytesMost {
		line = strings.ToValidUTF8(line[:lineBytesMost], "") + "…"
	}
	return line
}

// asker returns who asks the owner for a seat's agent.
func (g *Game) asker(st *seat) ownerAsker {
	return ownerAsker{world: g.world, by: st.by, who: st.context}
}

// stated records what a call says that its agent is about, when that is something else than before.
func (g *Game) stated(ctx context.Context, st *seat) error {
	text := world.Clean(mcp.Intent(ctx))
	if utf8.RuneCountInString(text) > world.IntentRunesMax {
		return nil // the world would refuse it, and here nothing of its length shall be kept
	}
	st.mu.Lock()
	isNew := text != "" && text != st.intent
	if isNew {
		st.intent = text
	}
	st.mu.Unlock()
	if !isNew {
		return nil
	}
	return g.asker(st).state(ctx, text)
}

// watched lets whoever watches the agent see a call, before what comes of it.
func (g *Game) watched(st *seat, r request) {
	if r.isShown && g.presence.Watched(st.who.Grant) {
		g.presence.Did(st.who.Grant, CallLine(r.tool, r.args), "")
	}
}

// denied lets them see that a call was refused.
func (g *Game) denied(st *seat, r request, a response) {
	if r.isShown && a.refusal != nil && g.presence.Watched(st.who.Grant) {
		g.presence.Did(st.who.Grant, "", a.refusal.Text)
	}
}
