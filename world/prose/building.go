package prose

import (
	"fmt"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// built tells whoever edited the world what has changed, and how it is undone.
func (v view) built(e world.Event) Text {
	c, ok := e.(world.ContentChanged)
	if !ok || !v.did() {
		return nil
	}
	return tell(System, "Change @: @. undo @ takes it back.", number(c.Change), plain(changed(c)), number(c.Change))
}

// ofBuilding tells, in the third person, what was edited.
func (h teller) ofBuilding(e world.Event) Line {
	c, ok := e.(world.ContentChanged)
	if !ok {
		return Line{}
	}
	return line(Plain, "@ edits the world, change @: @.", h.whom(c.Actor), number(c.Change), plain(changed(c)))
}

// changed says what a change did: "room lane is new; item lamp is withdrawn; change 12 is undone".
func changed(e world.ContentChanged) string {
	var out []string
	for _, entry := range e.Now.Touched() {
		kind, id, _ := strings.Cut(entry, ":")
		how := "is changed"
		switch {
		case e.Now.Entry(kind, id) == nil:
			how = "is withdrawn"
		case e.Was.Entry(kind, id) == nil:
			how = "is new"
		}
		out = append(out, kind+" "+id+" "+how)
	}
	if e.Undoes != 0 {
		out = append(out, fmt.Sprintf("change %d is undone", e.Undoes))
	}
	for _, n := range e.With {
		out = append(out, fmt.Sprintf("change %d, too", n))
	}
	return strings.Join(out, "; ")
}
