package verb

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// grid reports where everybody stands in the fight by turns that is here.
func (c Ctx) grid() (any, *world.Refusal) {
	e := c.State.EncounterIn(c.Actor.Room)
	if e == nil {
		return nil, refuse(world.CodeCombatNotActive, "There is no fight by turns here. To open one, type battle and a name.")
	}
	me := e.Fighter(c.Actor.ID)
	if me != nil && !me.Stands() {
		me = nil
	}
	isDark := !c.State.BrightFor(c.Actor, c.Now)
	if me == nil && isDark {
		return nil, refuse(world.CodeDark, "It is too dark to see where anybody stands.")
	}
	g := prose.Grid{
		Encounter: e.ID, Name: e.Name, Width: e.Ground.Width, Height: e.Ground.Height, Terrain: e.Ground.Features,
		Mode: e.Mode, Round: e.Round, Dark: isDark,
	}
	if left := e.Due - c.Now; left > 0 && left <= world.ClockMost*world.Second { // who has longer need not count
		g.Seconds = int((e.Due - c.Now) / world.Second)
	}
	if isDark {
		g.Terrain = nil
	}
	if a := c.State.Actors[e.Active]; a != nil && !isDark {
		g.Turn = c.State.TheActor(a)
	}
	var steps []int
	if me != nil {
		steps = e.Reach(me.At)
		g.Fights, g.Yours, g.Struck = true, e.Active == me.ID, e.Active == me.ID && me.Struck
		g.Left = c.stride()
	}
	signs := signsOf(e, c.Actor.ID)
	for i := range e.Fighters {
		f := &e.Fighters[i]
		if !f.Stands() || isDark && f != me {
			continue
		}
		g.Folk = append(g.Folk, c.folk(e, f, me, signs[f.ID]))
	}
	if me == nil || isDark {
		return g, nil
	}
	for i, n := range steps {
		if n > 0 && n <= g.Left {
			g.Reach = append(g.Reach, world.Cell{X: i % e.Ground.Width, Y: i / e.Ground.Width})
		}
	}
	slices.SortStableFunc(g.Folk, func(a, b prose.GridFolk) int { return me.At.Steps(a.At) - me.At.Steps(b.At) })
	return g, nil
}

// folk is somebody on the grid, as somebody else sees them.
func (c Ctx) folk(e *world.Encounter, f, me *world.Fighter, sign string) prose.GridFolk {
	out := prose.GridFolk{
		ID: f.ID, Sign: sign, Name: world.Clean(f.Name), Side: f.Side, At: f.At, HP: f.HP, HPMax: f.HPMax,
		Cover: e.Ground.Cover(f.At), Ours: f.Side == world.SideA,
	}
	if a := c.State.Actors[f.ID]; a != nil {
		out.Name = world.Clean(c.State.TheActor(a))
	}
	if n, of := ordinal(e, f); of > 1 {
		out.Name = world.Clean(f.Name) + " " + strconv.Itoa(n)
	}
	if me != nil {
		out.You, out.Ours = f.ID == me.ID, f.Side == me.Side
		out.InReach = !out.Ours && me.At.Steps(f.At) <= me.Reach
	}
	return out
}

// ordinal says which of those of one name somebody is, in the order in which they came, and how many there are.
func ordinal(e *world.Encounter, f *world.Fighter) (n, of int) {
	for i := range e.Fighters {
		if g := &e.Fighters[i]; strings.EqualFold(g.Name, f.Name) {
			of++
			if g.ID == f.ID {
				n = of
			}
		}
	}
	return n, of
}

// signsOf gives everybody in a fight a sign of their own for one who looks at it, which they keep: a capital for those
// on their side, a small letter for the others; the second of a name has a 2.
func signsOf(e *world.Encounter, viewer world.ActorID) map[world.ActorID]string {
	ours := world.SideA
	if me := e.Fighter(viewer); me != nil {
		ours = me.Side
	}
	out, taken := make(map[world.ActorID]string, len(e.Fighters)), map[string]bool{}
	for i := range e.Fighters {
		f := &e.Fighters[i]
		style := unicode.ToLower
		if f.Side == ours {
			style = unicode.ToUpper
		}
		letters := func(s string) []string {
			var list []string
			for _, r := range lower(s) {
				if r >= 'a' && r <= 'z' {
					list = append(list, string(style(r)))
				}
			}
			return list
		}
		var tries []string
		if n, _ := ordinal(e, f); n > 1 {
			for d := n; d <= len("123456789"); d++ {
				tries = append(tries, strconv.Itoa(d))
			}
		}
		tries = slices.Concat(tries, letters(f.Name), letters("abcdefghijklmnopqrstuvwxyz"))
		for _, s := range tries {
			if !taken[s] {
				out[f.ID], taken[s] = s, true
				break
			}
		}
	}
	return out
}
