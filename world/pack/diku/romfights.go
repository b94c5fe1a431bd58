package diku

// What a creature of ROM does in a fight that comes to a figure here. The engine lets one that dodges or parries get
// out of the way of so many of a hundred blows (check_dodge and check_parry in src/fight.c), and one that is fast
// strike twice a round (mob_hit).

// The ways to fight (off) that come to a figure.
const (
	romDodges  = 1 << 5
	romFast    = 1 << 7
	romParries = 1 << 10
)

// evades is what dodging and parrying come to, as armour: a point of it is a twentieth of all blows, and of ten blows
// about six would have hit.
func (c *Creature) evades() int {
	const (
		skill = 40 // of a creature that dodges, and twice its level on top; half of it counts
		most  = 100
		hits  = 6
		of    = 10 * 5
	)
	n := 0
	if c.can[0]&romDodges != 0 {
		n += min(skill+2*max(c.Level, 0), most) / 2
	}
	if c.can[0]&romParries != 0 { // most have no weapon, which halves it once more
		n += min(2*max(c.Level, 0), most) / 4
	}
	return n * hits / of
}

// blows is what a creature does in a round: one that is fast, or hasty as the engine has it, strikes twice.
func (c *Creature) blows(hasty uint64) Roll {
	r := c.Blow
	if c.can[0]&romFast != 0 || hasty&c.Affected != 0 {
		r.N, r.P = 2*r.N, 2*r.P
	}
	return r
}

// The bounds of good and evil.
const (
	goodFrom = 350
	evilFrom = -350
)

// side is what a creature is: good, evil, or neither.
func (c *Creature) side() int {
	switch {
	case c.Alignment >= goodFrom:
		return 1
	case c.Alignment <= evilFrom:
		return -1
	}
	return 0
}
