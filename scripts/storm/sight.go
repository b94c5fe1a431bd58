package storm

import (
	"fmt"
	"strings"
)

// Sight is something that a storm has met; a storm that meets too little proves too little.
type Sight int

// The sights, in the order in which they are listed.
const (
	Records Sight = iota
	Timers
	Commits
	Cuts
	FullBatches
	FullIntakes
	StalledDisks
	SplitLines
	Commands
	Answers
	Told
	HangUps
	Resets
	Rejoined
	TakenOver
	Accounts
	WrongPasswords
	NewPasswords
	Guests
	Tokens
	Revoked
	SlowReaders
	FullMailboxes
	AgentCalls
	AgentRepeats
	AgentHangUps
	AgentDriven
	CleanStops
	Crashes
	CrashBooting
	CrashInFlight
	CrashUnflushed
	CrashInCut
	DiskDead
	DiskDeadAfter
	CutDead
	StoppedWords
	OpenAtDeath
	OpenHappened
	ClockBack
	ClockAhead
	sightCount
)

// String says in words what it is.
func (s Sight) String() string {
	return [sightCount]string{
		"records decided", "timers that fired", "commits", "cuts made current", "batches that were full",
		"waits for a full intake", "stalls of the disk", "lines that came in pieces", "commands sent",
		"commands answered", "notices read", "clients hung up", "connections reset", "bodies come back to",
		"bodies taken over", "accounts made", "wrong passwords", "passwords changed", "guests", "tokens minted",
		"tokens revoked", "slow readers cut off", "full mailboxes cut off", "agents' calls", "calls repeated under a key",
		"agents hung up", "agents told to wait for their player", "clean stops", "crashes", "crashes while starting",
		"crashes with a batch on its way", "crashes that kept what was not flushed", "crashes in a cut",
		"commits failed", "commits failed that were written", "cuts failed", "words that the world stopped",
		"commands open at a death", "of them happened", "clocks set back", "clocks a year ahead",
	}[s]
}

// Cover counts what was met.
type Cover [sightCount]int

// Add adds what another storm met.
func (c *Cover) Add(o Cover) {
	for i, n := range o {
		c[i] += n
	}
}

// Missing lists what was never met.
func (c *Cover) Missing() []Sight {
	var out []Sight
	for i, n := range c {
		if n == 0 {
			out = append(out, Sight(i))
		}
	}
	return out
}

// String is a table, two columns wide.
func (c *Cover) String() string {
	const columns = 2
	var b strings.Builder
	rows := (len(c) + columns - 1) / columns
	for row := range rows {
		for i := row; i < len(c); i += rows {
			fmt.Fprintf(&b, "%9d %-40s", c[i], Sight(i))
		}
		b.WriteByte('\n')
	}
	return b.String()
}
