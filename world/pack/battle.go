package pack

import (
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack/battles"
)

const coverMax = 5 // added to armour

// checkBattle checks how encounters in a room are fought.
func (c *checker) checkBattle(at site, r *world.RoomSpec) {
	for _, f := range battles.Check(r) {
		here := at.at(f.Key)
		if f.N >= 0 {
			here = here.nth(f.N)
		}
		c.fault(here, f.What, f.Meant)
	}
}
