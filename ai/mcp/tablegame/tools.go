package tablegame

import (
	"encoding/json"
	"slices"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// outputSchema promises little: the keys of the game stand beside those that every result has.
const outputSchema = `{"type":"object"}`

// Tools returns the six calls as tools of a token: they act with the body of its grant, at the table where it sits,
// else at one that it watches or that stands in its room. On that body's own side it is the AI, as these calls have it.
func Tools(verbs *verb.Table) []game.More {
	out := make([]game.More, 0, len(Calls()))
	for _, spec := range Calls() {
		out = append(out, game.More{
			Tool: mcp.Tool{
				Name: spec.Name, Title: spec.Title, Description: spec.Description, InputSchema: spec.InputSchema,
				OutputSchema: json.RawMessage(outputSchema), Free: true, Bare: true,
				Hints: mcp.Hints{ReadOnly: spec.Reads, Idempotent: spec.Reads},
			},
			Bind: func(c verb.Ctx, args json.RawMessage) verb.Call { return bind(verbs, c, spec.Name, args) },
			Show: func(args json.RawMessage, answer any, no *world.Refusal) game.Shown {
				out := Outcome{}
				out.Call, out.Err = readAgain(spec.Name, args, no)
				if seen, ok := answer.(sight); ok {
					out.Board, out.Asked = seen.board, seen.asked
				}
				return game.Shown{Text: out.Text(), Keys: out.Keys(), Bare: out.Bare()}
			},
		})
	}
	return out
}

// sight is a table as a call found it.
type sight struct {
	board world.BoardReport
	asked bool
}

// readAgain reads a call whose outcome is known.
func readAgain(name string, args json.RawMessage, no *world.Refusal) (Call, error) {
	c, _ := Read(name, args) // what was wrong with it is in the outcome already
	if no != nil {
		return c, no
	}
	return c, nil
}

// bind says what a call of a body wants. It runs on the writer.
func bind(verbs *verb.Table, c verb.Ctx, name string, args json.RawMessage) verb.Call {
	call, no := Read(name, args)
	if no != nil {
		return verb.Call{Refusal: no}
	}
	before, there := c.State.BoardNear(c.Actor.ID)
	isOn := there && before.Status != world.MatchWaiting
	var deed world.Action
	how := under(name)
	switch {
	case !there:
		return verb.Call{Refusal: noGame("There is no table here. Go where one stands, and sit down at it.")}
	case !isOn && name != Restart:
		return verb.Call{Refusal: noGame("No game has begun at the " + before.Name + ". Sit down at it with the tool " +
			"command and the line: sit")}
	case name == MakeMove:
		deed = world.PlaceMark{Row: call.Row, Col: call.Col}
	case name == Taunt:
		deed = world.TauntAt{Text: call.Message}
	case name == Restart:
		deed = world.Rematch{}
	}
	out := verb.Call{Verb: named(verbs, how), Report: func(c verb.Ctx) any {
		after, there := c.State.BoardNear(c.Actor.ID)
		if !there {
			return nil
		}
		return sight{board: after, asked: name == Restart && after.GameID == before.GameID}
	}}
	if deed != nil {
		out.Input = &world.Input{Actor: c.Actor.ID, Via: c.Via, Action: deed}
	}
	return out
}

// under is the verb under whose rules a call is made.
func under(call string) string {
	switch call {
	case MakeMove:
		return "place"
	case Taunt:
		return "taunt"
	case Restart:
		return "rematch"
	}
	return "look"
}

// CallsFor returns the calls that go with some verbs, by name.
func CallsFor(verbs []string) []string {
	var out []string
	for _, spec := range Calls() {
		if slices.Contains(verbs, under(spec.Name)) {
			out = append(out, spec.Name)
		}
	}
	return out
}

// named finds a player's verb, under whose name and rules a call is made; nil when there is none of that name.
func named(verbs *verb.Table, name string) *verb.Verb {
	for _, v := range verbs.Verbs(world.RolePlayer) {
		if v.Name == name {
			return v
		}
	}
	return nil
}

func noGame(text string) *world.Refusal {
	return &world.Refusal{Code: world.CodeGameNotFound, Text: text}
}
