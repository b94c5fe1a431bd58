package telnet

// Standing is where an option stands.
type Standing string

// The standings, as a player reads them.
const (
	// On: both sides agreed.
	On Standing = "on"
	// Refused: the client does not want it, or no longer.
	Refused Standing = "refused"
	// Silent: the client has not answered.
	Silent Standing = "no answer"
	// NotOffered: nobody has asked for it on this connection, or it has served its purpose.
	NotOffered Standing = "not offered"
)

// Agreement says where one option stands.
type Agreement struct {
	Option   string
	Standing Standing
	Detail   string // what came of it, empty where there is nothing to say
}

// String is a line for the curious.
func (a Agreement) String() string {
	s := a.Option + ": " + string(a.Standing)
	if a.Detail != "" {
		s += ", " + a.Detail
	}
	return s
}

// Agreed says where every option that this server speaks stands, in the order in which they are offered. What only
// a client can offer is listed while it is on.
func (m *Machine) Agreed() []Agreement {
	out := make([]Agreement, 0, optionCount)
	for i, o := range optionTable() {
		a := Agreement{Option: o.name, Standing: m.standing(i)}
		if i == entryCharsetTheirs && a.Standing != On {
			continue
		}
		if i == entryEcho && a.Standing == NotOffered {
			a.Detail = "as no secret is typed"
		}
		if o.detail != nil && (a.Standing == On || i == entryMCCP2 && m.noCompression && !m.caps.Encrypted) {
			a.Detail = o.detail(m)
		}
		out = append(out, a)
	}
	return out
}

func (m *Machine) standing(i int) Standing {
	switch s := &m.options[i]; {
	case s.On():
		return On
	case s.Silent():
		return Silent
	case s.Refused():
		return Refused
	}
	return NotOffered
}
