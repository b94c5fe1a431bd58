package gmcp

import (
	"reflect"

	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/proposal"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// fought is what a client knows of a fight by turns.
type fought struct {
	view *proposal.View // nil for none
	due  world.Time
}

// noFight is the body that says that there is none any more.
type noFight struct{}

// tellFight is Mudlark.Encounter: how the fight by turns stands that one takes part in or sees. It is told anew when
// anything of it changed; that the clock goes on is nothing new.
func (c *Client) tellFight(out [][]byte, v *surroundings.View) [][]byte {
	f := &c.sent.fight
	switch {
	case v.Fight == nil && f.view == nil:
		return out
	case v.Fight == nil:
		*f = fought{}
		return append(out, message("Mudlark.Encounter", noFight{}))
	case f.view != nil && f.due == v.FightDue && isSame(f.view, v.Fight):
		return out
	}
	f.view, f.due = v.Fight, v.FightDue
	now := *v.Fight
	now.Due = 0
	if left := v.FightDue - v.At; left > 0 {
		now.Due = min(int((left+world.Second-1)/world.Second), now.Clock) // turns end on the world's beat, a little later
	}
	return append(out, message("Mudlark.Encounter", now))
}

// proposalBody is what somebody's own words to gm came to. Without fields nothing waits.
type proposalBody struct {
	Text  string   `json:"text,omitempty"`  // what it would be, while that waits for yes or no
	Reads bool     `json:"reads,omitempty"` // the words are being read
	Debug []string `json:"debug,omitempty"` // how they were read, for who asked to see that
}

func proposed(c *session.ProposalCard) (b proposalBody) {
	b.Reads = c.Asking
	if c.Open {
		b.Text = prose.Clean(c.Text)
	}
	if c.Debug {
		for _, line := range c.Trace {
			b.Debug = append(b.Debug, prose.Clean(line))
		}
	}
	return b
}

// isSame reports whether a fight stands as it did, whatever its clock says.
func isSame(a, b *proposal.View) bool {
	if a == b {
		return true
	}
	x, y := *a, *b
	x.Due, y.Due = 0, 0
	return reflect.DeepEqual(x, y)
}
