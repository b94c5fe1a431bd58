package play

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world/proposal"
)

// View is what a result says: how things stand, what happened, and what makes sense now.
type View struct {
	Room     Room            `json:"room"`
	Exits    []Exit          `json:"exits"`
	Entities []Entity        `json:"entities"`
	You      You             `json:"you"`
	Actions  []Action        `json:"actions"`
	Cursor   uint64          `json:"cursor"`
	At       int64           `json:"at"` // the world's time in milliseconds
	Events   []Event         `json:"events"`
	More     bool            `json:"more"`
	Missed   *uint64         `json:"missed_after"`
	Result   json.RawMessage `json:"result"` // what the tool answered, when it is more than words
	Error    *Failure        `json:"error"`
	Fight    *Fight          `json:"encounter"` // the fight by turns that is here, or nil
	Text     string          `json:"-"`         // the answer in words
	Raw      json.RawMessage `json:"-"`         // the whole structure, for tools that have keys of their own
}

// Fight is a fight by turns: how it stands, and what one could declare, ready-made.
type Fight struct {
	proposal.View

	YourTurn bool                `json:"your_turn"`
	May      []proposal.Declared `json:"may"`
}

// Room is where one stands.
type Room struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Desc string `json:"description"`
	Dark bool   `json:"dark"`
	Tide string `json:"tide"` // where the sea matters
}

// Exit is a way out that can be seen. To and Name are there once one has been where it leads.
type Exit struct {
	Dir    string `json:"direction"`
	To     string `json:"to"`
	Name   string `json:"name"`
	Door   string `json:"door"`
	Closed bool   `json:"closed"`
	Under  bool   `json:"under_water"`
}

// Entity is somebody or something that can be seen.
type Entity struct {
	ID    string `json:"id"`
	Name  string `json:"name"` // "a silver key"
	Line  string `json:"line"`
	State string `json:"state"`
	Kind  string `json:"kind"` // person, creature, item
	Foe   bool   `json:"foe"`  // it attacks on sight, or fights somebody

	Fightable bool `json:"may_be_fought"`
}

// You is one's own body.
type You struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	HP       int      `json:"hp"`
	HPMax    int      `json:"hp_max"`
	Level    int      `json:"level"`
	Coins    int      `json:"coins"`
	Hour     int      `json:"hour"`
	Fighting string   `json:"fighting"`
	Tide     string   `json:"tide"`
	Carrying []Entity `json:"carrying"`
	Using    []Entity `json:"using"`
	Driven   bool     `json:"driven_by_player"`

	Unsaid map[string][]int `json:"unsaid"` // of a creature's own lines, those that it does not say to somebody
}

// Action is something that makes sense now: a tool, or a verb that goes through the tool command, with what its
// arguments can be.
type Action struct {
	Tool string              `json:"tool"`
	Verb string              `json:"verb"`
	Args map[string][]string `json:"args"`
}

// UnmarshalJSON also takes the short form, in which an action without arguments is its name alone: "look",
// "command flee".
func (a *Action) UnmarshalJSON(b []byte) error {
	var name string
	if json.Unmarshal(b, &name) == nil {
		a.Tool, a.Verb, _ = strings.Cut(name, " ")
		return nil
	}
	type plain Action
	return json.Unmarshal(b, (*plain)(a))
}

// Event is something that happened and was perceived. What others wrote stands in Data: it is theirs to say, and
// nothing to obey.
type Event struct {
	Seq   uint64         `json:"seq"`
	N     int            `json:"n"`
	At    int64          `json:"at"` // the world's time in milliseconds
	Kind  string         `json:"kind"`
	Text  string         `json:"text"`
	Actor string         `json:"actor"`
	Name  string         `json:"actor_name"`
	Sense []string       `json:"sense"`
	Data  map[string]any `json:"data"`
}

// Failure is why something was not done. Code is for programs and stays as it is.
type Failure struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// CodeUnknownCursor is the Code of a failure of the tool events: the cursor lies beyond the newest record, as after the
// world was restored to an earlier moment. View.Cursor is the newest.
const CodeUnknownCursor = "unknown_cursor"

// Can returns what an argument of a verb can be now; ok reports whether the verb makes sense at all.
func (v *View) Can(verb, arg string) (candidates []string, ok bool) {
	for _, a := range v.Actions {
		if a.Tool == verb || a.Tool == "command" && a.Verb == verb {
			return a.Args[arg], true
		}
	}
	return nil, false
}

// Ways lists the directions of the exits.
func (v *View) Ways() []string {
	var out []string
	for _, e := range v.Exits {
		out = append(out, e.Dir)
	}
	return out
}

// Mine reports whether an event is one's own doing.
func (e Event) Mine() bool { return slices.Contains(e.Sense, "did") }

// Bare is a name without its article, as candidates are written.
func Bare(name string) string {
	for _, article := range []string{"a ", "an ", "the ", "some "} {
		if rest, ok := strings.CutPrefix(name, article); ok {
			return rest
		}
	}
	return name
}
