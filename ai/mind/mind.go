// Package mind is how a creature perceives, remembers and decides: a view and what can be done now come in, one choice
// comes out.
//
// Its one idea: a [Mind] is a state machine without goroutine, clock or I/O. Whatever it needs from outside (a model's
// words, what came of its deed) it asks for in an [Output] and is given in a later [Input], so that the same inputs
// always make the same choices and an evening can be run again from its record.
package mind

import (
	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/proposal"
)

// Mind decides for one body. Exactly one goroutine uses it at a time.
type Mind interface {
	// Step takes what happened and says what to do. It never blocks and never fails: what cannot be decided becomes
	// waiting.
	Step(Input) Output
}

// Input is what a mind is given; exactly one of Look, Reply and Done is set.
type Input struct {
	At    world.Time // world time of the newest thing that it tells of
	Look  *Look      // time to think
	Reply *Reply     // to an [Ask]
	Done  *Done      // what came of the last [Choice]
}

// Look is what a body perceives and could do.
type Look struct {
	Text     string         // the situation in words; all there is in a foreign world
	Room     Place          // where it is; zero in a foreign world
	Exits    []Way          // ways out that can be seen
	Entities []Entity       // who and what is here
	You      Body           // its own body
	Percepts []Percept      // what happened since the last look, oldest first
	Actions  []Action       // what makes sense now; a choice is one of them
	Fight    *proposal.View `json:",omitempty"` // the fight by turns that is here, if there is one
	Mute     bool           // it may think and act, and not speak
	Open     bool           `json:",omitempty"` // a model may be shown what anybody said, as what stays on this machine
	Host     string         `json:",omitempty"` // else of the model, which is shown what was said with consent to that
	Model    bool           // a model may be asked (somebody addressed it, or something mattered near a human)
	More     bool           `json:",omitempty"` // there is more to take in at once, before anything is decided
}

// Place is where a body is.
type Place struct {
	ID, Name, Desc string
	Dark           bool
}

// Way is a way out.
type Way struct {
	Dir    string
	To     string // id of the room behind it; "" when it is not known
	Name   string
	Closed bool
}

// Entity is somebody or something that can be seen.
type Entity struct {
	ID, Name, Line, State string
	Kind                  string // person, creature, item
	Foe                   bool
	Minded                bool     // a creature that has a mind of its own, and so may answer what is said
	Words                 []string // what else it answers to, beside its name
}

// Body is one's own.
type Body struct {
	ID, Name         string
	HP, HPMax, Coins int
	Fighting         string
	Hour             int
	Tide             string
	Carrying         []Entity
	Unsaid           map[string][]int `json:",omitempty"` // see world.State.Unsaid
}

// Percept is one event as it was perceived.
type Percept struct {
	Seq       uint64         `json:"seq"`
	N         int            `json:"n"`
	At        world.Time     `json:"at"`
	Kind      string         `json:"kind"` // said, told, whispered, item_given, moved, game_ended ...
	Text      string         `json:"text"` // in plain words
	Actor     string         `json:"actor,omitempty"`
	ActorName string         `json:"actor_name,omitempty"`
	Sense     []string       `json:"sense"` // did, mine, saw, heard, left, far, close
	Data      map[string]any `json:"data,omitempty"`
	// Agreed is the host to which whoever's words are in it let them go when they said them; "": to none.
	Agreed string `json:"agreed,omitempty"`
}

// Action is something that makes sense now.
type Action struct {
	Name        string // unique in its list: a tool ("say"), or a verb that goes through the tool command ("whisper")
	Description string
	Params      []Param
}

// Param is a parameter of an [Action].
type Param struct {
	Name        string
	Description string
	Candidates  []string // what it can be; empty: any text
	Optional    bool
}

// Choice is what to do: one of the offered actions with values for its parameters.
type Choice struct {
	Action string            `json:"action"`
	Params map[string]string `json:"parameters"`
}

// Ask is a model call that a mind wants made. What it says stands in Template and Data; whoever makes the call renders
// them.
type Ask struct {
	ID       uint64         // given back in the [Reply]
	Purpose  string         // npc_dialogue, retrieval, classification
	Template string         // by name
	Data     map[string]any // for the template; canonical JSON of it is the call's context
	Large    bool           // wants the large model
	Player   string         // id of the player whose words stand in Data; "" when nobody's do
	Others   []string       // ids of other players whose words stand there too
	Names    []string       // names of players that stand there, to be hidden from the model
	// Home says that the words in it may not leave this machine. Whoever has the call made sets it.
	Home bool `json:",omitempty"`
}

// Reply is what came of an [Ask]. Failed is empty when Text is a model's answer.
type Reply struct {
	ID       uint64
	Text     string
	Failed   string // timeout, budget, breaker, consent, off, garbage ...
	Cassette string `json:",omitempty"` // where the answer is kept, hexadecimal; "" when it is nowhere
	// Names are those of players that were hidden from the model beside those that the ask names.
	Names []string `json:",omitempty"`
}

// Done is what came of a choice. Refused is empty when it was done.
type Done struct {
	Text     string // what the world said, in words
	Refused  string // the code of its refusal
	Percepts []Percept
}

// Output is what a mind wants. Asks are answered before it is asked for anything else; a Choice ends the step.
type Output struct {
	Asks   []Ask
	Choice *Choice         // nil: wait
	Trace  *Trace          // set with the choice, and when it chose to wait
	Put    []memory.Change // what changed in long-term memory, to be kept
	Again  bool            // there is more that it would do now: let it look again
	Later  bool            `json:",omitempty"` // it is about something that goes on before long: let it look again then
}

// Trace says why something was chosen, stage by stage (S1-10).
type Trace struct {
	Queries []string `json:"queries,omitempty"`
	Found   []Recall `json:"found,omitempty"`
	Report  string   `json:"report,omitempty"`
	Working string   `json:"working,omitempty"`
	Added   []string `json:"added,omitempty"`
	Scores  []Score  `json:"scores,omitempty"` // the best first
	Choice  *Choice  `json:"choice,omitempty"`
	Stages  []Stage  `json:"stages"`
	Flags   []string `json:"flags,omitempty"` // retrieval_failed, model_failed:timeout, filtered:secret ...
}

// Recall is a memory that was found.
type Recall struct {
	ID    uint64 `json:"id"`
	Score int    `json:"score"`
	Text  string `json:"text"`
}

// Score is what an action was worth, in thousandths.
type Score struct {
	Action string `json:"action"`
	Score  int    `json:"score"`
	Why    string `json:"why,omitempty"`
}

// Stage is one of the six steps of a decision, and by what it was made.
type Stage struct {
	Name string `json:"name"` // queries, retrieve, report, working, remember, choose, speak
	By   string `json:"by"`   // scripted, small, large
}
