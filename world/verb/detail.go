package verb

import (
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// meansDetail reports whether a word means a detail of the room rather than a thing that only has the word before its
// noun: in a bell loft, with a bell-pin in hand, bell means the bell.
func (c Ctx) meansDetail(q query, it *world.Item) bool {
	room := c.State.Rooms[c.Actor.Room]
	if it == nil || room == nil || q.nth > 0 || q.all || !c.State.BrightFor(c.Actor, c.Now) {
		return false
	}
	meant, name := strings.Join(q.words, " "), strings.ToLower(c.State.ItemName(it))
	if name == meant || strings.HasSuffix(name, " "+meant) {
		return false
	}
	return c.State.DetailNamed(room.Extras, meant, c.Actor, c.Now) != nil
}
