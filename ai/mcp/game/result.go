package game

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/result"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// candidatesListed is how many candidates of an argument a result names; in a crowd each would be as long as the crowd.
const candidatesListed = 12

// view makes the structure of a result.
func (g *Game) view(a answer, b batch) *result.Result {
	r := &result.Result{
		Room: result.Place{
			ID: a.room.ID, Name: a.room.Name, Desc: a.room.Desc, Dark: a.room.Dark, Tide: a.room.Tide,
			Uncounted: a.room.More,
		},
		Exits:    list(a.room.Exits),
		Entities: list(slices.Concat(a.room.People, a.room.Things)),
		You: result.You{
			StatusReport: a.you, Carrying: list(a.carrying),
			Using: list(a.using), Presence: PresenceName(a.presence), Driven: a.driven,
		},
		Actions: make([]result.Action, 0, len(a.actions)), Cursor: b.cursor,
		Events: make([]result.Event, 0, len(b.entries)), More: b.more, Missed: b.missed,
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
func (g *Game) reply(a answer, b batch) mcp.Result {
	r := g.view(a, b)
	var head string
	out := mcp.Result{}
	switch {
	case a.refusal == nil:
		head = headline(a, b)
		r.Result = structured(a.answer, head)
	case a.refusal.Code == world.CodeNoEnemy: // that there is nobody to fight is an answer and no error (S2-07)
		head = world.Clean(a.refusal.Text)
		r.Result = result.Words{Text: head}
	default:
		text := world.Clean(a.refusal.Text)
		head, out.IsError = "Error: "+text, true
		r.Error = &result.Failure{Code: string(a.refusal.Code), Text: text, ID: a.hold}
	}
	out.Text = []string{head, aside(a, b, r)}
	out.Structured = r
	return out
}

// aside is what the words of a result say besides the headline.
func aside(a answer, b batch, r *result.Result) string {
	var looked *world.RoomReport
	if _, isRoom := a.answer.(world.RoomReport); isRoom {
		looked = &a.room
	}
	told := make([]string, 0, len(b.entries))
	for _, e := range b.entries {
		if !a.own[e.seq()] || looked != nil || a.refusal != nil { // the headline has told the others
			told = append(told, e.text)
		}
	}
	return r.Aside(looked, told)
}

// headline is what a call answers in words: a room in one paragraph (S2-03), or its own deeds and its report.
func headline(a answer, b batch) string {
	if room, ok := a.answer.(world.RoomReport); ok {
		return result.Headline(&room)
	}
	var lines []string
	for _, e := range b.entries {
		if a.own[e.seq()] {
			lines = append(lines, e.text)
		}
	}
	if text := verb.Words(a.answer, prose.Style{ScreenReader: true}).String(); text != "" {
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
