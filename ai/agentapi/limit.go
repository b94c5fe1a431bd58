package agentapi

import (
	"time"

	"github.com/mudlark-mud/mudlark/ai/memory"
)

// Limits of agents. Each is refused beyond, and never cut in silence.
const (
	AgentsPerPrincipalMost = 100
	AgentsMost             = 1000 // of all principals
	// IdleFor is after how long without a call an agent may be removed, once every place is taken.
	IdleFor = 30 * 24 * time.Hour

	agentIDRunesMost = 64
	traitsMost       = 16
	traitRunesMost   = 60
	WorkingRunesMost = memory.WorkingRunesMost // of the initial working memory, as of any later one
	hostRunesMost    = 255                     // of the host that players agreed to
	GivenMost        = 200                     // initial long-term memories
	GivenBytesMost   = memory.TextBytesMax     // of each
	// GivenPerPrincipalMost is how many bytes of initial long-term memories all agents of a principal have together: they
	// are held as long as their agent is there.
	GivenPerPrincipalMost = 2 << 20
	GivenOfAllMost        = 16 << 20 // bytes, of all agents
)

// Limits of an observation and its actions.
const (
	ObservationRunesMost = 4000
	actionsMost          = 64
	nameRunesMost        = 64  // of an action, and of a parameter
	descriptionRunesMost = 500 // of either
	parametersMost       = 16
	candidatesMost       = 64 // values that a parameter can have
	candidateRunesMost   = 100
	valueRunesMost       = 400 // of a chosen text
)

// The names of the limits of use, fit for a metric's label.
const (
	LimitCalls = "mind_calls" // CallsPerSecond
	LimitAsks  = "mind_asks"  // AsksPerHour
)

// Limits of use.
const (
	CallsPerSecond = 20 // of a principal, in the long run
	CallsBurst     = 60
	// AsksPerHour is how often the agents of one principal may ask a model, beside the budgets that hold for all.
	AsksPerHour = 300
	// AsksBurst is how many of them may come at once.
	AsksBurst = AsksPerHour / 4
	// AsksMost is how many model calls one observation may come to.
	AsksMost = 6
	// ThinkMost is how long an observation waits for models; then it is decided without.
	ThinkMost = 12 * time.Second
	// WaitingMost is how many calls may wait for one agent.
	WaitingMost = 8
	// AwakeMost is how many minds are kept at hand; the others are read again when they are needed.
	AwakeMost = 128

	keptWait = 5 * time.Second // for the disk, before an agent is said to be made or removed
)
