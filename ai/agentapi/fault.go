package agentapi

import "fmt"

// Code says what went wrong, for programs. The codes are stable: their meaning never changes.
type Code string

// The codes.
const (
	// AgentNotFound: there is no such agent, or it is not the caller's.
	AgentNotFound Code = "AGENT_NOT_FOUND"
	// AgentExists: the caller has an agent of that id already.
	AgentExists Code = "AGENT_EXISTS"
	// AgentLimit: no more agents can be made; remove one first.
	AgentLimit Code = "AGENT_LIMIT"
	// InvalidArgument: an argument is missing, of the wrong type or too long.
	InvalidArgument Code = "INVALID_ARGUMENT"
	// InvalidActions: the actions on offer are none, too many, or one of them makes no sense.
	InvalidActions Code = "INVALID_ACTIONS"
	// UnknownTool: there is no tool of that name here.
	UnknownTool Code = "UNKNOWN_TOOL"
	// UnknownResource: there is no resource of that form here.
	UnknownResource Code = "UNKNOWN_RESOURCE"
	// BadFrame: what was sent is no request that this server understands.
	BadFrame Code = "BAD_FRAME"
	// RateLimited: too many calls; wait a second and try again.
	RateLimited Code = "RATE_LIMITED"
	// Busy: too many calls wait for this agent, or this one waited too long; try again.
	Busy Code = "BUSY"
	// Unavailable: the server begins or stops; try again.
	Unavailable Code = "UNAVAILABLE"
	// Paused: whoever gave the caller's token has paused it; try again when they let it go on.
	Paused Code = "PAUSED"
	// Internal: the server failed on this call; its log says more.
	Internal Code = "INTERNAL"
)

// Fault is why a call came to nothing.
type Fault struct {
	Code    Code   `json:"code"`
	Message string `json:"message"` // for a person
}

// Error returns the code and the message.
func (f *Fault) Error() string { return string(f.Code) + ": " + f.Message }

// Failure is a fault as it stands in a result.
type Failure struct {
	Error *Fault `json:"error"`
}

// Failed makes a fault.
func Failed(code Code, format string, a ...any) *Fault {
	return &Fault{Code: code, Message: fmt.Sprintf(format, a...)}
}

// missing is every agent that is not there, whoever has one of that id.
func missing() *Fault { return Failed(AgentNotFound, "You have no agent of that id.") }
