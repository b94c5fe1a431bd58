package game

import (
	"context"
	"maps"
	"time"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/world"
)

// ApprovalWaitMax is how long a call waits for its owner's word. Other calls of the token go on meanwhile.
const ApprovalWaitMax = 20 * time.Second

func (g *Game) asker(st *seat) OwnerAsker {
	return OwnerAsker{World: g.world, By: st.by, Who: st.context}
}

// hold asks the owner for what a wish wants, if they are there to be asked, and waits for their word. Then the wish is
// carried out, judged anew, or refused. a is the answer that said it needs a yes.
func (g *Game) hold(ctx context.Context, st *seat, w wish, a answer) (answer, error) {
	n, refusal, err := g.asker(st).Ask(ctx, w.bind, g.presence.AtDesk)
	if err != nil || n == 0 {
		if refusal != nil {
			a.refusal = refusal
		}
		return a, err
	}
	st.approvals.Wait(ctx, n, g.approvalWaitMax, g.stopping)
	b, err := g.ask(ctx, st, w)
	maps.Copy(b.own, a.own) // what was done before the part that needs a yes
	if err == nil && b.refusal != nil && b.refusal.Code == world.CodeNeedsYes {
		b.refusal, b.hold = AwaitingOwner(n), n
	}
	return b, err
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
	return g.asker(st).State(ctx, text)
}

// watched lets whoever watches the agent see a call, before what comes of it.
func (g *Game) watched(st *seat, w wish) {
	if w.tool != "" && g.presence.Watched(st.who.Grant) {
		g.presence.Did(st.who.Grant, CallLine(w.tool, w.args), "")
	}
}

// denied lets them see that it was refused.
func (g *Game) denied(st *seat, w wish, a answer) {
	if w.tool != "" && a.refusal != nil && g.presence.Watched(st.who.Grant) {
		g.presence.Did(st.who.Grant, "", a.refusal.Text)
	}
}
