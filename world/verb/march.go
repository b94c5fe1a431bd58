package verb

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

const stepsReadMost = 200 // of one direction that is typed; the world allows far fewer

// way reads where somebody wants to go on the ground of a fight by turns: a cell, several cells one after the other,
// directions with a number of steps, or somebody or something there. To those the way leads as near as the steps that
// are left reach.
func (c Ctx) way(text string) ([]world.Cell, *world.Refusal) {
	e := c.State.EncounterOf(c.Actor.ID)
	if e == nil {
		return nil, c.noFight()
	}
	if r := c.onTurn(e); r != nil {
		return nil, r
	}
	m := marcher{c: c, e: e, me: e.Fighter(c.Actor.ID)}
	words := strings.FieldsFunc(lower(text), func(r rune) bool { return strings.ContainsRune(" ,;()[]", r) })
	if cells, r := m.cells(words); cells != nil || r != nil {
		return cells, r
	}
	if cells := m.steps(words); cells != nil {
		return cells, nil
	}
	return m.towards(text)
}

// noFight says that there is no fight by turns to move in.
func (c Ctx) noFight() *world.Refusal {
	text := "You are in no fight by turns. Ways out are walked by their direction, such as north."
	if c.State.EncounterIn(c.Actor.Room) != nil {
		text = "You are not in that fight. To take part, type join."
	}
	return refuse(world.CodeCombatNotActive, text)
}

// marcher reads where one of a fight wants to go.
type marcher struct {
	c  Ctx
	e  *world.Encounter
	me *world.Fighter
}

// cells reads "4 5", or several cells as a way; nil for words of another kind.
func (m marcher) cells(words []string) ([]world.Cell, *world.Refusal) {
	if slices.ContainsFunc(words, func(w string) bool { return !isNumber(w) }) {
		return nil, nil
	}
	var list []int
	for _, w := range words {
		n, _ := strconv.Atoi(w)
		list = append(list, n)
	}
	switch {
	case len(list) == 0:
		return nil, nil
	case len(list)%2 != 0:
		return nil, refuse(world.CodeBadValue, "A cell is two numbers, from the west and from the north: move 4,5.")
	case len(list) == 2:
		return m.to(world.Cell{X: list[0], Y: list[1]})
	}
	var out []world.Cell
	for pair := range slices.Chunk(list, 2) {
		out = append(out, world.Cell{X: pair[0], Y: pair[1]})
	}
	return out, nil
}

// to returns the shortest way to a cell, or says why there is none.
func (m marcher) to(at world.Cell) ([]world.Cell, *world.Refusal) {
	g := &m.e.Ground
	if way := m.e.Way(m.me.At, at); way != nil {
		return way, nil
	}
	name := cellName(at)
	switch stands := m.standing(at); {
	case !g.Contains(at):
		return nil, refuse(world.CodeBlockedCell, name+" is off the ground, which reaches from 0,0 to "+
			cellName(world.Cell{X: g.Width - 1, Y: g.Height - 1})+".")
	case at == m.me.At:
		return nil, refuse(world.CodeAlready, "You stand at "+name+" already.")
	case g.Blocked(at):
		return nil, refuse(world.CodeBlockedCell, sentence(world.Clean(g.At(at).Name))+" is in the way at "+name+".")
	case stands != "":
		return nil, refuse(world.CodeOverlap, sentence(stands)+" stands at "+name+".")
	}
	return nil, refuse(world.CodeBlockedCell, "No way leads to "+name+" from where you stand.")
}

func isNumber(word string) bool {
	_, err := strconv.Atoi(word)
	return err == nil
}

func cellName(c world.Cell) string { return strconv.Itoa(c.X) + "," + strconv.Itoa(c.Y) }

// standing names who stands on a cell; "" for nobody.
func (m marcher) standing(at world.Cell) string {
	for i := range m.e.Fighters {
		if f := &m.e.Fighters[i]; f.Stands() && f.At == at {
			return m.called(f)
		}
	}
	return ""
}

// called is what a fighter is called in a sentence.
func (m marcher) called(f *world.Fighter) string {
	if a := m.c.State.Actors[f.ID]; a != nil {
		return world.Clean(m.c.State.TheActor(a))
	}
	return world.Clean(f.Name)
}

// steps reads "east", "east 3", "3 steps east", "e e n"; nil for words of another kind. A step across a corner is
// read as well, and the world says that there is none.
func (m marcher) steps(words []string) []world.Cell {
	at, n := m.me.At, 0
	var out []world.Cell
	for i := 0; i < len(words); i++ {
		if k, err := strconv.Atoi(words[i]); err == nil && k > 0 {
			n = min(k, stepsReadMost)
			continue
		}
		dx, dy, ok := compass(words[i])
		switch {
		case !ok && slices.Contains([]string{"step", "steps", "cell", "cells", "space", "spaces", "then", "and"}, words[i]):
			continue
		case !ok:
			return nil
		}
		if n == 0 && i+1 < len(words) {
			if k, err := strconv.Atoi(words[i+1]); err == nil && k > 0 {
				n = min(k, stepsReadMost)
				i++
			}
		}
		for range max(n, 1) {
			at = world.Cell{X: at.X + dx, Y: at.Y + dy}
			out = append(out, at)
		}
		n = 0
	}
	if len(out) > 0 && n > 0 { // a number that belongs to nothing
		return nil
	}
	return out
}

// compass reads a direction on a ground.
func compass(word string) (dx, dy int, ok bool) {
	switch word {
	case "n", "north":
		return 0, -1, true
	case "e", "east":
		return 1, 0, true
	case "s", "south":
		return 0, 1, true
	case "w", "west":
		return -1, 0, true
	case "ne", "northeast", "north-east":
		return 1, -1, true
	case "se", "southeast", "south-east":
		return 1, 1, true
	case "sw", "southwest", "south-west":
		return -1, 1, true
	case "nw", "northwest", "north-west":
		return -1, -1, true
	}
	return 0, 0, false
}

// towards returns the way to somebody, or to what stands on the ground.
func (m marcher) towards(text string) ([]world.Cell, *world.Refusal) {
	q := parseQuery(text)
	if m.c.State.Bright(m.c.Actor.Room, m.c.Now) {
		var people []candidate
		for _, x := range m.c.targets(q) {
			if m.e.Fighter(world.ActorID(x.id)) != nil {
				people = append(people, x)
			}
		}
		id, r := q.pick(people, "person")
		if r != nil {
			return nil, r
		}
		if f := m.e.Fighter(world.ActorID(id)); f != nil {
			return m.beside(f)
		}
	}
	id, r := parseQuery(text).pick(m.features(), "thing")
	if r != nil {
		return nil, r
	}
	if id != "" {
		return m.near(id)
	}
	return nil, refuse(world.CodeNotHere, "There is no "+plain(clip(strings.Join(q.words, " ")))+" on this ground. Say a "+
		"cell (move 4,5), a direction (move east 3), or who or what to go to.")
}

// beside returns the way to where one could strike at a foe, or stand next to a friend.
func (m marcher) beside(f *world.Fighter) ([]world.Cell, *world.Refusal) {
	name, reach := m.called(f), 1
	if f.Side != m.me.Side {
		reach = m.me.Reach
	}
	switch {
	case f.HP <= 0:
		return nil, refuse(world.CodeTargetDead, sentence(name)+" is past all that.")
	case f.Gone:
		return nil, refuse(world.CodeEntityNotFound, sentence(name)+" has left the fight.")
	case f.At.Steps(m.me.At) <= reach:
		return nil, refuse(world.CodeAlready, "You stand next to "+name+" already.")
	}
	return m.nearest(name, func(c world.Cell) bool { return c.Steps(f.At) <= reach })
}

// features lists what stands on the ground by its names, each once.
func (m marcher) features() []candidate {
	var out []candidate
	for _, f := range m.e.Ground.Features {
		if slices.ContainsFunc(out, func(x candidate) bool { return x.id == f.Name }) {
			continue
		}
		bare := lower(world.Clean(f.Name))
		if first, rest, ok := strings.Cut(bare, " "); ok && slices.Contains(fillers, first) {
			bare = rest
		}
		out = append(out, candidate{id: f.Name, name: lower(world.Clean(f.Name)), bare: bare, words: strings.Fields(bare)})
	}
	return out
}

// near returns the way onto the nearest cell that is so called, or next to it where it blocks.
func (m marcher) near(name string) ([]world.Cell, *world.Refusal) {
	fits := func(c world.Cell) bool {
		if f := m.e.Ground.At(c); f != nil && f.Name == name && !f.Blocks {
			return true
		}
		for _, f := range m.e.Ground.Features {
			if f.Name == name && f.Blocks && c.Steps(world.Cell{X: f.X, Y: f.Y}) == 1 {
				return true
			}
		}
		return false
	}
	if fits(m.me.At) {
		return nil, refuse(world.CodeAlready, "You stand at "+lower(world.Clean(name))+" already.")
	}
	return m.nearest(lower(world.Clean(name)), fits)
}

// nearest returns the way to the nearest cell that fits, or the part of it that the steps which are left allow. Of
// cells as near as each other it is the one with the most cover, then the first in rows.
func (m marcher) nearest(name string, fits func(world.Cell) bool) ([]world.Cell, *world.Refusal) {
	steps, g := m.e.Reach(m.me.At), &m.e.Ground
	best, found := world.Cell{}, false
	far := func(c world.Cell) int { return steps[c.Y*g.Width+c.X] }
	for y := range g.Height {
		for x := range g.Width {
			c := world.Cell{X: x, Y: y}
			switch {
			case far(c) < 1 || !fits(c):
			case !found, far(c) < far(best), far(c) == far(best) && g.Cover(c) > g.Cover(best):
				best, found = c, true
			}
		}
	}
	if !found {
		return nil, refuse(world.CodeBlockedCell, "No way leads to "+name+" from where you stand.")
	}
	way := m.e.Way(m.me.At, best)
	if left := m.c.stride(); m.e.Mode == world.ModeCombat && left > 0 && left < len(way) {
		way = way[:left]
	}
	return way, nil
}

// ways lists where one could say to go: a step in each direction that is open, those in the fight, and what stands on
// the ground and gives cover.
func (c Ctx) ways() []string {
	e := c.State.EncounterOf(c.Actor.ID)
	if e == nil || c.stride() == 0 {
		return nil
	}
	out := c.openSteps()
	me := e.Fighter(c.Actor.ID)
	steps := e.Reach(me.At)
	if !c.State.BrightFor(c.Actor, c.Now) {
		return out
	}
	add := func(name string) {
		if len(out) < CandidatesMost && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for _, f := range c.fray(false) {
		if f.Stands() && me.At.Steps(f.At) > me.Reach {
			add(f.Name)
		}
	}
	for _, f := range e.Ground.Features {
		if f.Cover > 0 && steps[f.Y*e.Ground.Width+f.X] > 0 {
			add(lower(world.Clean(f.Name)))
		}
	}
	return out
}

// openSteps lists the directions in which one could step now on the ground of a fight by turns.
func (c Ctx) openSteps() []string {
	e := c.State.EncounterOf(c.Actor.ID)
	if e == nil || c.stride() == 0 {
		return nil
	}
	me := e.Fighter(c.Actor.ID)
	steps := e.Reach(me.At)
	var out []string
	for _, d := range []world.Dir{world.North, world.East, world.South, world.West} {
		dx, dy, _ := compass(string(d))
		at := world.Cell{X: me.At.X + dx, Y: me.At.Y + dy}
		if e.Ground.Contains(at) && steps[at.Y*e.Ground.Width+at.X] == 1 {
			out = append(out, string(d))
		}
	}
	return out
}

// afoot returns the verb that a typed move is: on the ground of a fight by turns it is a march, unless a single
// direction is meant, which does for both.
func (t *Table) afoot(c Ctx, v *Verb, rest string) *Verb {
	if v.Name != "move" {
		return v
	}
	where := v.args[0].dropPrep(rest, 0)
	if where == "" {
		return v
	}
	fights := c.State.EncounterOf(c.Actor.ID) != nil
	isCell := strings.ContainsAny(where, "0123456789")
	if dirOf(where) != "" || !fights && !isCell {
		return v
	}
	return t.byName["march"]
}

// walk is a step by a direction: on the ground of a fight by turns where somebody stands in one, else to another room.
func walk(c Ctx, a moveArgs) Call {
	e := c.State.EncounterOf(c.Actor.ID)
	dx, dy, isFlat := compass(a.Dir)
	if e == nil || !isFlat {
		call := c.does(world.Move{Dir: world.Dir(a.Dir)})
		call.Report = c.arrival(world.Dir(a.Dir))
		return call
	}
	at := e.Fighter(c.Actor.ID).At
	return c.inTurn(world.March{Path: []world.Cell{{X: at.X + dx, Y: at.Y + dy}}})
}

// arrival is what somebody sees who goes in a direction: nothing new, if a script did not let them.
func (c Ctx) arrival(dir world.Dir) func(Ctx) any {
	from := c.Actor.Room
	return func(c Ctx) any {
		room := c.State.Rooms[from]
		if c.Actor.Room == from && room != nil && !slices.ContainsFunc(room.Exits, func(x world.ExitSpec) bool {
			return x.Dir == dir && x.To == from
		}) {
			return nil
		}
		return lookAfter(c)
	}
}
