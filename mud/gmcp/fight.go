package gmcp

import (
	"reflect"

	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/gm"
)

// fought is what a client knows of a fight by turns.
type fought struct {
	view *gm.View // nil for none
	due  world.Time
}

// noFight is the body that says that there is none any more.
type noFight struct{}

// tellFight is Mudlark.Encounter: how the fight by turns stands that one takes part in or sees. It is told anew when
// anything of it changed; that the clock goes on is nothing new.
func (c *Client) tellFight(out [][]byte, v *session.View) [][]byte {
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
		now.Due = int((left + world.Second - 1) / world.Second)
	}
	return append(out, message("Mudlark.Encounter", now))
}

// isSame reports whether a fight stands as it did, whatever its clock says.
func isSame(a, b *gm.View) bool {
	if a == b {
		return true
	}
	x, y := *a, *b
	x.Due, y.Due = 0, 0
	return reflect.DeepEqual(x, y)
}
