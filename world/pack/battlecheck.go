package pack

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/mudlark-mud/mudlark/world"
)

// battleFaults returns what is wrong with the battle of a room, which has one.
func battleFaults(r *world.RoomSpec) []fault {
	c := &battleCheck{b: r.Battle}
	c.marks()
	c.rows()
	c.wits()
	if len(c.out) == 0 && len(c.b.Rows) > 0 {
		c.ways(r)
	}
	return c.out
}

type battleCheck struct {
	faults

	b *world.BattleSpec
}

// reserved are the marks that every drawing knows.
const reserved = ".AB"

func (c *battleCheck) marks() {
	seen := map[string]bool{}
	for i, m := range c.b.Marks {
		switch {
		case len(m.Mark) != 1 || m.Mark <= " " || m.Mark > "~":
			c.fault("marks", i, fmt.Sprintf("mark %q is not one character", m.Mark), `write one, such as "#"`)
		case strings.Contains(reserved, m.Mark):
			c.fault("marks", i, fmt.Sprintf("mark %q is open ground or where a side begins", m.Mark), "choose another")
		case seen[m.Mark]:
			c.fault("marks", i, fmt.Sprintf("mark %q stands for two things", m.Mark), "choose another")
		case m.Blocks == (m.Cover > 0):
			c.fault("marks", i, fmt.Sprintf("%s neither blocks nor gives cover, or does both", m.Name),
				`give exactly one of "blocks" and "cover"`)
		case !strings.ContainsRune(strings.Join(c.b.Rows, ""), rune(m.Mark[0])):
			c.fault("marks", i, fmt.Sprintf("%s is nowhere on the ground", m.Name), "draw it, or leave the mark out")
		}
		seen[m.Mark] = true
	}
	for y, row := range c.b.Rows {
		for x := range len(row) {
			if mark := row[x : x+1]; !strings.Contains(reserved, mark) && !seen[mark] {
				c.fault("rows", y, fmt.Sprintf("%q stands for nothing", mark), `name it in "marks"`)
				return
			}
		}
	}
}

func (c *battleCheck) rows() {
	rows := c.b.Rows
	if len(rows) == 0 {
		if len(c.b.Marks) > 0 {
			c.fault("marks", -1, "marks without rows", `draw the ground in "rows"`)
		}
		return
	}
	if len(rows) > world.GroundHeightMost || len(rows[0]) > world.GroundWidthMost || min(len(rows), len(rows[0])) < 3 {
		c.fault("rows", -1, fmt.Sprintf("the ground is %d by %d", len(rows[0]), len(rows)),
			fmt.Sprintf("3 by 3 to %d by %d", world.GroundWidthMost, world.GroundHeightMost))
	}
	for y, row := range rows {
		if len(row) != len(rows[0]) {
			c.fault("rows", y, fmt.Sprintf("the row is %d cells wide, and the first %d", len(row), len(rows[0])), "")
		}
	}
	for _, side := range []string{"A", "B"} {
		if !strings.Contains(strings.Join(rows, ""), side) {
			c.fault("rows", -1, "nobody of side "+side+" knows where to stand", fmt.Sprintf("draw %q", side))
		}
	}
}

// ways holds that every start can be reached from every other.
func (c *battleCheck) ways(r *world.RoomSpec) {
	k := &world.Skirmish{Ground: world.GroundOf(r)}
	from := k.Ground.StartsA[0]
	steps := k.Reach(from)
	for _, to := range append(k.Ground.StartsA, k.Ground.StartsB...) {
		if to != from && steps[to.Y*k.Ground.Width+to.X] < 0 {
			c.fault("rows", to.Y, fmt.Sprintf("nobody gets from %d,%d to %d,%d", from.X, from.Y, to.X, to.Y), "leave a way")
		}
	}
}

func (c *battleCheck) wits() {
	for i, w := range c.b.Wits {
		set := 0
		for _, is := range []bool{len(w.Says) > 0, w.Gives != "", w.Stands != ""} {
			if is {
				set++
			}
		}
		switch {
		case set != 1:
			c.fault("wits", i, "it is unclear what ends the fight", `give exactly one of "says", "gives" and "stands"`)
		case len(w.Stands) > 1 || !strings.Contains(strings.Join(c.b.Rows, ""), w.Stands):
			c.fault("wits", i, fmt.Sprintf("nobody can stand on %q: it is not drawn", w.Stands), "")
		case slices.ContainsFunc(c.b.Marks, func(m world.MarkSpec) bool { return m.Blocks && m.Mark == w.Stands }):
			c.fault("wits", i, fmt.Sprintf("nobody can stand on %q: it blocks", w.Stands), "")
		case slices.ContainsFunc(w.Says, unsayable):
			c.fault("wits", i, fmt.Sprintf("%q is not heard as one word", w.Says[slices.IndexFunc(w.Says, unsayable)]),
				"give single words of letters; all of them are to be said")
		case w.Anytime && w.Stands != "":
			c.fault("wits", i, "nobody stands on a ground before there is a fight", "anytime is for what is said or given")
		case w.Anytime && len(c.b.Foes) == 0:
			c.fault("wits", i, "there is nobody whom it would send away", `say in "foes" who stands here`)
		case w.Gives != "" && len(c.b.Foes) == 0:
			c.fault("wits", i, "there is nobody to give it to", `say in "foes" who stands on the other side`)
		}
	}
}

// unsayable reports whether something cannot be a word of what is said: speech is taken apart at everything else.
func unsayable(word string) bool {
	return strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
}
