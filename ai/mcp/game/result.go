package game

import (
	"context"
	"log/slog"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/ai/mcp/result"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// candidatesListed is how many candidates of an argument a result names; in a crowd each would be as long as the crowd.
const candidatesListed = 12

// view makes the structure of a result.
func (g *Game) view(a response, b batch) *result.Result {
	r := &result.Result{
		Room: result.Place{
			ID: a.room.ID, Name: a.room.Name, Desc: a.room.Desc, Dark: a.room.Dark, Tide: a.room.Tide,
			TideWords: a.room.TideWords, Uncounted: a.room.More, Lost: a.room.Lost,
		},
		Exits:    list(a.room.Exits),
		Entities: list(slices.Concat(a.room.People, a.room.Things)),
		You: result.You{
			StatusReport: a.you, Carrying: list(a.carrying),
			Using: list(a.using), Presence: presenceName(a.presence), Driven: a.driven,
			Unsaid: a.unsaid,
		},
		Actions: make([]result.Action, 0, len(a.actions)), Cursor: b.cursor,
		Events: make([]result.Event, 0, len(b.entries)), More: b.more, Left: b.left, Missed: b.missed,
		Again: a.again != nil, At: a.at, Encounter: a.fight,
	}
	if !a.full { // who was told of the room already needs names, and no more
		r.Room.Desc = ""
		unlined(r.Entities)
	}
	unlined(r.You.Carrying)
	unlined(r.You.Using)
	for _, can := range a.actions {
		r.Actions = append(r.Actions, g.action(can))
	}
	for _, e := range b.entries {
		r.Events = append(r.Events, result.EventOf(e.told, e.text))
	}
	return r
}

// list is a list that is written as one even when it is empty.
func list[T any](all []T) []T {
	if all == nil {
		return []T{}
	}
	return all
}

// unlined takes away the sentences with which things stand in a room. The list is the caller's own.
func unlined(refs []world.Ref) {
	for i := range refs {
		refs[i].Line = ""
	}
}

func (g *Game) action(a verb.Affordance) result.Action {
	args := result.ArgsOf(a.Args, candidatesListed)
	if g.isTool[a.Tool] {
		return result.Action{Tool: a.Tool, Args: args}
	}
	return result.Action{Tool: commandTool, Verb: a.Verb, Args: args}
}

// reply puts an answer and what was told since into a result: the first text is the answer, the second everything
// else in short words, for clients that show nothing but text to their model.
func (g *Game) reply(ctx context.Context, st *seat, a response, b batch) mcp.Result {
	st.measure(ctx, &a)
	r := g.view(a, b)
	var head string
	out := mcp.Result{}
	switch {
	case a.refusal == nil:
		head = headline(a, b)
		r.Result = structured(a.report, head)
	case a.refusal.Code == world.CodeNoEnemy: // that there is nobody to fight is an answer and no error (S2-07)
		head = world.Clean(a.refusal.Text)
		r.Result = result.Words{Text: head}
	default:
		text := world.Clean(a.refusal.Text)
		head, out.IsError = "Error: "+text, true
		r.Error = &result.Failure{Code: string(a.refusal.Code), Text: text, ID: a.hold}
	}
	return g.written(ctx, st, answer{a, b, r, head}, out)
}

// answer is a result whose headline has been put into words.
type answer struct {
	response

	told batch
	view *result.Result
	head string
}

// written completes a result. What the client was told before and is as it was is left out, unless it wants everything
// or has looked around.
func (g *Game) written(ctx context.Context, st *seat, a answer, out mcp.Result) mcp.Result {
	_, isLook := a.report.(world.RoomReport)
	isAll := mcp.IsWhole(ctx) || st.who.Mind || st.who.Minded || a.whole || a.repeats || isLook && !a.hasMoved()
	if w, isWords := a.view.Result.(result.Words); isWords && !isAll && w.Text == a.head && len(a.own) > 0 {
		a.view.Result = nil // events have it
	}
	structure, err := st.tellAs(ctx, a.view, isAll)
	if err != nil {
		return g.broken(ctx, "write a result", err)
	}
	besides := g.aside(a)
	out.Text, out.Structured = []string{g.clipped(a.head, besides), besides}, structure
	return out
}

// hasMoved reports whether the call itself went somewhere.
func (a answer) hasMoved() bool {
	return slices.ContainsFunc(a.told.entries, func(e entry) bool { return a.own[e.seq()] && isOwnMove(e) })
}

func isOwnMove(e entry) bool {
	_, isMove := e.told.Event.(world.Moved)
	return isMove && e.told.Sense&world.Did != 0
}

// aside is what the words of a result say besides the headline. Where both are too long, the news is cut and not the
// answer: what others did is no reason not to hear what one asked for.
func (g *Game) aside(a answer) string {
	looked, told := besides(a.response, a.told)
	text := a.view.Aside(looked, told)
	over := len(text) - max(TextBytesMax-len(a.head), asideBytes+newsBytes)
	if over <= 0 || len(told) == 0 {
		return text
	}
	g.met(LimitText)
	return a.view.Aside(looked, cutNews(told, over+len(cutText)+markBytes))
}

const cutText = "... (cut here; structuredContent has all of it)"

// cutNews takes so many bytes off the end of what was told.
func cutNews(told []string, over int) []string {
	for len(told) > 0 && over > 0 {
		last := told[len(told)-1]
		told = told[:len(told)-1]
		if over < len(last) {
			told = append(told, strings.ToValidUTF8(last[:len(last)-over], ""))
		}
		over -= len(last) + markBytes
	}
	return append(told, cutText)
}

// besides lists what a result tells besides the headline, and the place if that was looked at.
func besides(a response, b batch) (*world.RoomReport, []string) {
	var looked *world.RoomReport
	if _, isRoom := a.report.(world.RoomReport); isRoom {
		looked = &a.room
	}
	told := make([]string, 0, len(b.entries))
	for _, e := range b.entries {
		switch {
		case looked != nil && a.own[e.seq()] && isOwnMove(e): // the room says it
		case !a.own[e.seq()] || looked != nil || a.refusal != nil: // the headline has told the others
			told = append(told, e.text)
		}
	}
	return looked, told
}

// headline is what a call answers in words: a room in one paragraph (S2-03), or its own deeds and its report.
func headline(a response, b batch) string {
	if room, ok := a.report.(world.RoomReport); ok {
		return result.Headline(&room)
	}
	var lines []string
	for _, e := range b.entries {
		if a.own[e.seq()] {
			lines = append(lines, e.text)
		}
	}
	if text := reportWords(a.report); text != "" {
		lines = append(lines, text)
	}
	switch {
	case len(lines) > 0:
	case a.again != nil:
		return againText
	default:
		return "Done."
	}
	return strings.Join(lines, "\n")
}

// reportWords puts a verb's report into words.
func reportWords(report any) string {
	return verb.Words(report, prose.Style{ScreenReader: true}).String()
}

// structured is the report as an object; nil when the rest of the result says it all.
func structured(report any, head string) any {
	switch r := report.(type) {
	case nil:
		return result.Words{Text: head}
	case world.RoomReport:
		return nil
	default:
		return r
	}
}

// Codes of errors that are not the world's refusals.
const (
	codeStopped  world.Code = "world_stopped"
	codeKeyTaken world.Code = "key_reused"
	codeKeysFull world.Code = "too_many_keys"
	codeNoRecord world.Code = "unknown_cursor"
)

// keyTakenText answers whoever uses a key for two deeds.
const keyTakenText = "That key was used for another call. Use a new key for each deed."

// stoppedText answers whoever asks a world that has stopped.
const stoppedText = "The world has stopped. Nothing that you were told is lost. What you asked for was done once " +
	"or not at all: look before you ask for it again, when the world is back."

// againText is the answer to a deed that was done already when nothing is left of what it said.
const againText = "That was done already, under this key."

// refuse answers with a refusal that is not the world's, and shows how things are.
func (g *Game) refuse(ctx context.Context, st *seat, code world.Code, text string) mcp.Result {
	out, _ := g.call(ctx, st, request{bind: func(verb.Ctx) verb.Call {
		return verb.Call{Refusal: &world.Refusal{Code: code, Text: text}}
	}})
	return out
}

// unfit answers a call whose arguments do not fit the tool's schema, as every refusal is answered.
func (g *Game) unfit(ctx context.Context, p mcp.Principal, text string) mcp.Result {
	return g.refuse(ctx, g.seat(p), world.CodeBadValue, text)
}

// stopped answers when the world has stopped.
func (g *Game) stopped() mcp.Result {
	r := g.view(response{}, batch{})
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
	return mcp.Result{Fault: &guard.Fault{
		Code: guard.CodeInternal,
		Text: "the server failed on this request; the correlation id names it in the server's log",
	}}
}

// drivenText answers an acting call while the player is at the keyboard.
const drivenText = "Your player is at the keyboard and drives this character. You may look and listen meanwhile; " +
	"they can let you act beside them by typing: copilot on"

// askedText says why what a verb wants of the host is not for agents.
func askedText(a verb.Ask) string {
	if a.Kind == verb.AskQuit {
		return "There is no need to quit: some minutes after your last call this character rests, and all is kept."
	}
	return "Only the player who owns this character can do that, at a keyboard."
}
