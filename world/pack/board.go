package pack

import (
	"fmt"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/world"
)

const slipMax = 100 // in a hundred moves

func tables() kind {
	return entry(kind{
		key: "tables", one: "table", about: "A table at which two can play.", check: checkTables,
	}, func(p *world.Pack) *[]world.TableSpec { return &p.Tables }, []field{
		{"id", newID("table"), "Its id."},
		{"name", name(), `Its name without an article: "carved table".`},
		{"room", idOf("room"), "Where it stands."},
		{"game", oneOf(world.Games()...), "What is played there."},
		{"thing", idOf("item"), "The thing in the room that it is. Left out: keys and desc let people look at it."},
		{"keys", typed(), "Further words for it."},
		{"desc", text(), "What one sees looking closely; needs no thing."},
		{"house", flag(), "Nobody sits there: those who have no body play at it."},
		{"default", flag(), "Of the tables of the house, the one that strangers find."},
	})
}

func checkTables(c *checker) {
	meant := 0
	each(c, "tables", c.pack.Tables, func(at site, b *world.TableSpec) {
		c.noArticle(at, b.Name)
		if (b.Thing == "") == (b.Desc == "") {
			c.fault(at, "a table is one thing or has one desc", `give exactly one of "thing" and "desc"`)
		}
		if b.Thing != "" && !c.stands(b.Thing, b.Room) {
			c.fault(at.at("thing"), fmt.Sprintf("no spawn puts %q into %q", b.Thing, b.Room), "add one")
		}
		if b.Default && !b.House {
			c.fault(at.at("default"), "default is of tables of the house", `add "house: true"`)
		}
		if b.Default {
			meant++
		}
		if meant > 1 && b.Default {
			c.fault(at.at("default"), "another table is the default already", "")
		}
	})
}

// stands reports whether a spawn puts a thing into a room.
func (c *checker) stands(id world.ProtoID, room world.RoomID) bool {
	for _, s := range c.makers[id] {
		if s.Room == room {
			return true
		}
	}
	return false
}

// checkTaunts holds a creature's taunts to what fits across a table.
func (c *checker) checkTaunts(at site, p *world.PlaysSpec) {
	for i, text := range p.Taunts {
		if n := utf8.RuneCountInString(text); n > world.TauntRunesMax {
			c.fault(at.nth(i), fmt.Sprintf("a taunt of %d characters", n),
				fmt.Sprintf("at most %d", world.TauntRunesMax))
		}
	}
}
