package diku

import (
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// What a thing changes of its wearer's figures, as the servers number it.
const (
	applyHit     = "13" // hit points
	applyArmour  = "17" // the less the better, ten of it a point of ours
	applyHitroll = "18"
	applyDamroll = "19"

	armourScale = 10
)

// bonus returns what a pack can say of the changes of a thing, the sums of each figure, and the changes that it cannot
// say. A thing that nobody wears says none.
func (o *Thing) bonus(f *fate, at wearAt) (e fields, rest []string) {
	var sum world.Bonus
	for _, change := range o.Changes {
		where, by, _ := strings.Cut(change, " ")
		n, err := strconv.Atoi(by)
		to := map[string]*int{
			applyHit: &sum.HP, applyArmour: &sum.Armour, applyHitroll: &sum.Skill, applyDamroll: &sum.Damage,
		}[where]
		if to == nil || err != nil || at.slot == "" {
			rest = append(rest, change)
			continue
		}
		if where == applyArmour {
			n = armourPoints(n)
		}
		*to = min(max(*to+n, -numberMost), numberMost)
	}
	for _, x := range []struct {
		key string
		by  int
	}{{"skill", sum.Skill}, {"damage", sum.Damage}, {"hp", sum.HP}, {"armour", sum.Armour}} {
		by := min(max(x.by, world.BonusLeast), world.BonusMost)
		if by != x.by {
			f.lost("changes its wearer's figures by more than a pack allows")
		}
		e.add(x.key, by)
	}
	return e, rest
}

// armourPoints makes points of ours from a change of an armour class: rounded, and at least one if there is any.
func armourPoints(n int) int {
	n = -min(max(n, -numberMost), numberMost)
	switch points := (max(n, -n) + armourScale/2) / armourScale; {
	case n == 0:
		return 0
	case n < 0:
		return -max(points, 1)
	default:
		return max(points, 1)
	}
}
