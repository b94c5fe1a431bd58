package storm

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/world"
)

// Agent is a program that acts for a person, with the token that was shown to them. It makes one call at a time. When
// it hung up it asks again under the same key, or for what it missed.
type Agent struct {
	N    int
	Who  *Person
	Call *Call // under way, or lost and to be made again; nil: none

	cursor   uint64 // up to which it was told; 0: nothing yet
	life     int    // in which it last called
	token    string // with which it did
	isServed bool   // it was answered in the calm
	hasGap   bool   // an answer was lost, and what it told was not asked for again
}

// Call is one tool call.
type Call struct {
	Tool, Args string
	Key        string        // "" without one
	Token      string        // with which it is made
	IsLost     bool          // the client hung up
	Served     time.Duration // when the server first looked at it, by the storm's clock; 0: it has not
}

const eventsTool = "events"

// MayCall reports whether the agent makes a call, or makes one again.
func (a *Agent) MayCall(s *Stage) bool { return a.Who.Token() != "" && !s.Hush }

// Next makes the next call, or the last one again.
func (a *Agent) Next(s *Stage) *Call {
	isSame := a.life == s.Life && a.token == a.Who.token
	if !isSame && a.token != a.Who.token {
		a.cursor = 0 // a seat of its own
	}
	switch c := a.Call; {
	case c != nil && c.Key != "" && isSame && s.Chance.Below(4) > 0:
		c.IsLost = false // again, under the same key
		s.Notes.Saw(AgentRepeats)
	case a.cursor > 0 && (a.hasGap || c != nil || !isSame) && s.Chance.Below(4) > 0:
		a.Call = &Call{Tool: eventsTool, Args: fmt.Sprintf(`{"after":%d,"limit":%d}`, a.cursor, 1+s.Chance.Below(20))}
	default:
		a.Call = a.choose(s)
		if !isSame {
			a.cursor, a.hasGap = 0, false // the server has forgotten what it told
		}
	}
	a.life, a.token, a.Call.Token = s.Life, a.Who.token, a.Who.token
	s.Notes.Saw(AgentCalls)
	s.Notes.Say("    agent %d calls %s %s %s", a.N, a.Call.Tool, a.Call.Args, a.Call.Key)
	return a.Call
}

// choose draws a call.
func (a *Agent) choose(s *Stage) *Call {
	c := &Call{}
	if s.Chance.Below(4) > 0 {
		c.Key = "key-" + strconv.Itoa(a.N) + "-" + strconv.Itoa(s.Notes.Step)
	}
	switch s.Chance.Below(8) {
	case 0, 1, 2:
		c.Tool, c.Args = "say", fmt.Sprintf(`{"text":%q}`, s.word())
	case 3:
		c.Tool, c.Args = "pick_up", `{"item":"stone"}`
	case 4:
		c.Tool = "command"
		c.Args = fmt.Sprintf(`{"line":%q}`, pickOne(s.Chance, "north", "south", "drop stone", "attack rat"))
	case 5:
		c.Tool, c.Args, c.Key = eventsTool, `{}`, ""
	default:
		c.Tool, c.Args, c.Key = "look", `{}`, ""
	}
	return c
}

// HangUp closes the connection under the call.
func (a *Agent) HangUp(s *Stage) {
	s.Notes.Saw(AgentHangUps)
	a.Call.IsLost, a.hasGap = true, true
}

// Event is one event as an agent was told of it.
type Event struct {
	Seq  uint64
	N    int
	Text string
}

// Span is what an agent was told of a stretch of the record.
type Span struct {
	Agent    int
	Actor    world.ActorID
	From, To uint64
	Events   []Event
	IsWhole  bool // behind From and up to To nothing may be missing
}

// result is a tool's result, as a client reads it.
type agentResult struct {
	Cursor uint64
	Events []Event
	More   bool
	Missed *uint64 `json:"missed_after"`
	Error  *struct{ Code, Text string }
}

// Answered takes a result in, and returns what it tells; false when that is nothing.
func (a *Agent) Answered(s *Stage, r mcp.Result) (Span, bool) {
	c := a.Call
	a.Call = nil
	raw, err := json.Marshal(r.Structured)
	var o agentResult
	if err == nil {
		err = json.Unmarshal(raw, &o)
	}
	if err != nil {
		s.Notes.Fail("agent %d cannot read its answer: %v", a.N, err)
		return Span{}, false
	}
	s.Notes.MixBytes(raw)
	s.Notes.Say("    agent %d is answered %q", a.N, r.Text)
	a.isServed = a.isServed || s.Calm
	if o.Error != nil {
		switch o.Error.Code {
		case "world_stopped":
			s.Notes.Saw(StoppedWords)
			return Span{}, false
		case string(world.CodeDrivenByYou):
			s.Notes.Saw(AgentDriven)
		}
		if c.Tool == eventsTool {
			return Span{}, false
		}
	}
	return a.told(s, c, o), true
}

// told holds what a result tells against what was told before.
func (a *Agent) told(s *Stage, c *Call, o agentResult) Span {
	for i, e := range o.Events {
		if i > 0 && (e.Seq < o.Events[i-1].Seq || e.Seq == o.Events[i-1].Seq && e.N <= o.Events[i-1].N) {
			s.Notes.Fail("agent %d is told %d.%d behind %d.%d", a.N, e.Seq, e.N, o.Events[i-1].Seq, o.Events[i-1].N)
		}
	}
	if o.Cursor < a.cursor {
		s.Notes.Fail("agent %d was told up to %d, and then up to %d (%s)", a.N, a.cursor, o.Cursor, c.Tool)
	}
	isPage := c.Tool == eventsTool && c.Args != "{}"
	told := Span{
		Agent: a.N, Actor: world.ActorID(world.PlayerPrefix + strings.ToLower(a.Who.Name)), From: a.cursor, To: o.Cursor,
		Events: o.Events, IsWhole: a.cursor > 0 && o.Missed == nil && (isPage || !a.hasGap),
	}
	a.hasGap = isPage && o.More
	a.cursor = o.Cursor
	return told
}
