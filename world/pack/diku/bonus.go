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

// changed is what becomes of a thing's changes: what a pack says as a bonus, the figures to which it adds, and what is
// kept as a mark: of what nobody has here, of what nothing here asks for, and of a thing that no wearer can have.
type changed struct {
	bonus              fields
	figures            map[string]int
	lost, idle, unworn []string
}

// changes sorts what a thing changes of its wearer. Armour that harms is a bonus that takes away.
func (c *converter) changes(o *Thing, f *fate, at wearAt) (out changed) {
	var sum world.Bonus
	out.figures = map[string]int{}
	if o.Type == typeArmour && o.Values[0] < 0 && at.slot != "" && at.slot != world.SlotWield {
		sum.Armour = armourPoints(-o.Values[0] * at.factor)
	}
	figures := c.area.Dialect.applyFigures()
	for _, change := range o.Changes {
		where, by, _ := strings.Cut(change, " ")
		n, err := strconv.Atoi(by)
		to := map[string]*int{
			applyHit: &sum.HP, applyArmour: &sum.Armour, applyHitroll: &sum.Skill, applyDamroll: &sum.Damage,
		}[where]
		switch id := figures[where]; {
		case err != nil:
			out.lost = append(out.lost, change)
		case o.Wear&^wearTake == 0 || o.isFixed():
			out.unworn = append(out.unworn, change)
		case inertApply(where):
			out.idle = append(out.idle, change)
		case at.slot == "" || to == nil && id == "":
			out.lost = append(out.lost, change)
		case id != "":
			out.figures[id] = min(max(out.figures[id]+n, -numberMost), numberMost)
		case where == applyArmour:
			*to = min(max(*to+armourPoints(n), -numberMost), numberMost)
		default:
			*to = min(max(*to+n, -numberMost), numberMost)
		}
	}
	for _, x := range []struct {
		key string
		by  int
	}{{"skill", sum.Skill}, {"damage", sum.Damage}, {"hp", sum.HP}, {"armour", sum.Armour}} {
		by := min(max(x.by, world.BonusLeast), world.BonusMost)
		if by != x.by {
			f.lost("changes its wearer's figures by more than a pack allows")
		}
		out.bonus.add(x.key, by)
	}
	return out
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
