package ops

import (
	"slices"
	"strings"
)

// Where a limit's meeting is counted, besides by LimitMet.
const (
	InSessions = "sessions" // as a reason why sessions ended
	InSignIns  = "sign-ins" // as a code with which proofs of identity were refused
	InAgents   = "agents"   // as a reason why agents' requests were refused
	InHashes   = "hashes"   // as a password that nobody had a core for
)

// Limit is one thing that visitors cannot have without end.
type Limit struct {
	Name   string // in mudlark_limits_met_total
	Value  string // with its unit, as it is by default
	What   string // is bounded
	Effect string // of meeting it
	Place  string // the file that says so
	Flag   string // that changes it, "" when none does

	// In and Why say where its meeting is counted: one of the places above, or the names of doors, with spaces between
	// them, whose connections end for that reason; "" when it is told to LimitMet.
	In, Why string
}

// metBy counts how often a limit was met.
func (m *Meter) metBy(l Limit, s *snapshot) uint64 {
	switch l.In {
	case "":
		return m.met.sum(l.Name)
	case InSessions:
		return m.ended.sum(l.Why)
	case InSignIns:
		return m.refused.sum(l.Why)
	case InAgents:
		return s.agents.Refused[l.Why]
	case InHashes:
		return s.hashes.Busy
	}
	var n uint64
	doors := strings.Fields(l.In)
	for _, d := range s.doors {
		if slices.Contains(doors, d.Name) {
			n += d.Ended[l.Why]
		}
	}
	return n
}
