package result

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// Schema is the structure that all results share (S2-36). It only names what there may be, because it stands at every
// tool in the list of tools; ai/mcp/README.md says the rest. What is not required is left out while it is as it was in
// the result before, or when there is none.
func Schema() json.RawMessage {
	return json.RawMessage(`{"type":"object","properties":{"room":{"type":"object"},"exits":{"type":"array"},` +
		`"entities":{"type":"array"},"you":{"type":"object"},"actions":{"type":"array"},"events":{"type":"array"},` +
		`"cursor":{"type":"integer"},"at":{"type":"integer"},"more":{"type":"boolean"},` +
		`"more_events":{"type":"integer"},"missed_after":{"type":"integer"},"again":{"type":"boolean"},` +
		`"encounter":{"type":"object"},"result":{"type":"object"},"error":{"type":"object","properties":` +
		`{"code":{"type":"string"},"text":{"type":"string"},"id":{"type":"integer"}}}},` +
		`"required":["room","cursor","events"]}`)
}

// Result is what a call came to, and how things are then. Lists are never nil, so that they are written as lists.
type Result struct {
	Room      Place       `json:"room"`
	Exits     []world.Way `json:"exits"`
	Entities  []world.Ref `json:"entities"`
	You       You         `json:"you"`
	Actions   []Action    `json:"actions"`
	Cursor    uint64      `json:"cursor"`
	At        world.Time  `json:"at,omitempty"` // of the world, when it was looked at, in milliseconds
	Events    []Event     `json:"events"`
	Encounter *Fight      `json:"encounter,omitempty"`    // the fight by turns that is here, if there is one
	More      bool        `json:"more,omitempty"`         // there are more events behind the cursor
	Left      int         `json:"more_events,omitempty"`  // at least so many
	Missed    *uint64     `json:"missed_after,omitempty"` // the cursor to read from what was left out
	Again     bool        `json:"again,omitempty"`        // it was done before, under the same key
	Result    any         `json:"result,omitempty"`       // the report of what was called, if it has one
	Error     *Failure    `json:"error,omitempty"`        // why it came to nothing
	Same      Same        `json:"-"`                      // what the client has been told already
}

// Place is the room.
type Place struct {
	ID        world.RoomID `json:"id"`
	Name      string       `json:"name"`
	Desc      string       `json:"description,omitempty"` // on arrival, and when one looks
	Dark      bool         `json:"dark,omitempty"`
	Tide      world.Tide   `json:"tide,omitempty"`
	TideWords string       `json:"-"`                         // what the pack calls it
	Uncounted int          `json:"people_more,omitempty"`     // people beyond those who are listed
	Lost      int          `json:"guests_linkdead,omitempty"` // guests who stand there link-dead and are not listed
}

// You is the body that the agent acts through.
type You struct {
	world.StatusReport
	Carrying []world.Ref `json:"carrying"`
	Using    []world.Ref `json:"using"`
	Presence string      `json:"presence"`
	Driven   bool        `json:"driven_by_player,omitempty"`

	Unsaid map[world.ActorID][]int `json:"unsaid,omitempty"` // to a creature's own mind: see world.State.Unsaid
}

// Action is something that makes sense now. A verb without a tool of its own goes through the tool command.
type Action struct {
	Tool string `json:"tool"`
	Verb string `json:"verb,omitempty"`
	Args Args   `json:"args,omitempty"` // with what; combinations are not listed
}

// Args are what the arguments of an action may be now, by name. They are written as an object of lists.
type Args []Arg

// Arg is one argument and its candidates, the nearest first.
type Arg struct {
	Name       string
	Candidates []string
}

// ArgsOf puts arguments into order and cuts each list.
func ArgsOf(args map[string][]string, most int) Args {
	if len(args) == 0 {
		return nil
	}
	out := make(Args, 0, len(args))
	for name, candidates := range args { // sorted below
		out = append(out, Arg{name, candidates[:min(len(candidates), most)]})
	}
	slices.SortFunc(out, func(a, b Arg) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// MarshalJSON writes the arguments as an object.
func (a Args) MarshalJSON() ([]byte, error) {
	object := make(map[string][]string, len(a))
	for _, arg := range a {
		object[arg.Name] = arg.Candidates
	}
	return json.Marshal(object) //nolint:wrapcheck // encoding/json says what it was about
}

// Failure is why a call came to nothing.
type Failure struct {
	Code string `json:"code"`
	Text string `json:"text"`
	ID   int    `json:"id,omitempty"` // of the question to the owner, for awaiting_owner
}

// Words is a report that is nothing but words.
type Words struct {
	Text string `json:"text"`
}
