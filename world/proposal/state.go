package proposal

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/strictjson"
)

// Limits of a state that a client sends.
const (
	StateBytesMost = 200 << 10
	stateDepthMost = 16
	nameRunesMost  = 60
	countMost      = 9999 // hit points, rounds and the like
)

// Read reads how a fight stands from what a client says of it (S3-35): a [Summary], or seed 003's GameState, whose
// terrain has a "type" and which holds more (rng, log, ui, schemaVersion, timestamp) that nobody looks at here. Nothing
// in it is trusted: it bears on the one answer that it was sent for.
func Read(raw []byte) (Summary, error) {
	n, err := strictjson.Parse(raw, strictjson.Limits{Bytes: StateBytesMost, Depth: stateDepthMost})
	if err != nil {
		return Summary{}, fmt.Errorf("the state cannot be read: %w", err)
	}
	o, ok := n.(*strictjson.Object)
	if !ok {
		return Summary{}, errors.New("the state must be a JSON object, and it is " + strictjson.Kind(n))
	}
	r := &reader{}
	s := Summary{Map: r.ground(r.part(o, "map"))}
	s.Entities = r.entities(r.list(o, "", "entities"), s.Map.Grid)
	s.Combat = r.combat(r.part(o, "combat"), s.Entities)
	if r.err != nil {
		return Summary{}, r.err
	}
	return s, nil
}

// reader reads parts of a state. After the first thing that is wrong it reads nothing.
type reader struct{ err error }

func (r *reader) fail(format string, a ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, a...)
	}
}

// part returns an object within another, an empty one when it is missing.
func (r *reader) part(o *strictjson.Object, name string) *strictjson.Object {
	n, ok := o.At(name)
	in, isObject := n.(*strictjson.Object)
	if ok && !isObject {
		r.fail("%s must be an object, and it is %s", name, strictjson.Kind(n))
	}
	if !isObject {
		return &strictjson.Object{}
	}
	return in
}

// list returns a list within an object, an empty one when it is missing.
func (r *reader) list(o *strictjson.Object, at, name string) []strictjson.Value {
	n, ok := o.At(name)
	in, isList := n.([]strictjson.Value)
	if ok && n != nil && !isList {
		r.fail("%s%s must be a list, and it is %s", at, name, strictjson.Kind(n))
	}
	return in
}

// number returns a whole number within an object. Otherwise is what it is when it is missing; negative when it must be
// there.
func (r *reader) number(o *strictjson.Object, at, name string, most, otherwise int) int {
	n, ok := o.At(name)
	if !ok || n == nil {
		if otherwise < 0 {
			r.fail("%s%s is missing", at, name)
		}
		return max(0, otherwise)
	}
	v, ok := strictjson.Whole(n, most)
	if !ok {
		r.fail("%s%s must be a whole number from 0 to %d", at, name, most)
	}
	return v
}

// needed stands for a number that must be there.
const needed = -1

// name returns a text within an object, cleaned, empty when it is missing.
func (r *reader) name(o *strictjson.Object, at, name string) string {
	n, ok := o.At(name)
	text, isText := n.(string)
	if ok && n != nil && !isText {
		r.fail("%s%s must be a text, and it is %s", at, name, strictjson.Kind(n))
	}
	return strictjson.Clipped(text, nameRunesMost)
}

// flag returns a yes or no within an object, no when it is missing.
func (r *reader) flag(o *strictjson.Object, at, name string) bool {
	n, ok := o.At(name)
	is, isFlag := n.(bool)
	if ok && n != nil && !isFlag {
		r.fail("%s%s must be true or false, and it is %s", at, name, strictjson.Kind(n))
	}
	return is
}

// actor returns an id within an object. One that may be missing is empty then.
func (r *reader) actor(n strictjson.Value, at string) world.ActorID {
	id, isText := n.(string)
	if !isText || !world.ValidID(id) {
		r.fail("%s must be an id: lower-case letters, digits and hyphens", at)
		return ""
	}
	return world.ActorID(id)
}

// cell returns where something is: x and y of the object, or of its position.
func (r *reader) cell(o *strictjson.Object, at string, g Grid) world.Cell {
	if n, ok := o.At("position"); ok {
		in, isObject := n.(*strictjson.Object)
		if !isObject {
			r.fail("%sposition must be an object with x and y, and it is %s", at, strictjson.Kind(n))
			return world.Cell{}
		}
		o, at = in, at+"position."
	}
	return world.Cell{
		X: r.number(o, at, "x", max(0, g.Width-1), needed),
		Y: r.number(o, at, "y", max(0, g.Height-1), needed),
	}
}

func (r *reader) ground(o *strictjson.Object) Map {
	grid := r.part(o, "grid")
	m := Map{Name: r.name(o, "map.", "name"), Terrain: []Terrain{}, Grid: Grid{
		Width:  r.number(grid, "map.grid.", "width", world.GroundWidthMost, needed),
		Height: r.number(grid, "map.grid.", "height", world.GroundHeightMost, needed),
	}}
	if r.err == nil && (m.Grid.Width == 0 || m.Grid.Height == 0) {
		r.fail("map.grid must be one cell wide and high at least")
	}
	list := r.list(o, "map.", "terrain")
	if len(list) > m.Grid.Width*m.Grid.Height {
		r.fail("map.terrain has more entries than the grid has cells")
	}
	for i, n := range list {
		at := fmt.Sprintf("map.terrain[%d].", i)
		in, ok := n.(*strictjson.Object)
		if !ok {
			r.fail("map.terrain[%d] must be an object, and it is %s", i, strictjson.Kind(n))
		}
		if r.err != nil {
			return m
		}
		c := r.cell(in, at, m.Grid)
		m.Terrain = append(m.Terrain, Terrain{
			X: c.X, Y: c.Y, Name: cmp.Or(r.name(in, at, "name"), r.name(in, at, "type")),
			Blocked: r.flag(in, at, "blocked"), Cover: r.number(in, at, "cover", countMost, 0),
		})
	}
	slices.SortStableFunc(m.Terrain, byRow)
	for i := 1; i < len(m.Terrain); i++ {
		if a, b := m.Terrain[i-1], m.Terrain[i]; byRow(a, b) == 0 {
			r.fail("map.terrain names the cell %d,%d twice", a.X, a.Y)
		}
	}
	return m
}

func byRow(a, b Terrain) int { return cmp.Or(cmp.Compare(a.Y, b.Y), cmp.Compare(a.X, b.X)) }

// entities reads who is there. Who has no hit points left stands nowhere and is left out.
func (r *reader) entities(list []strictjson.Value, g Grid) []Entity {
	out := []Entity{}
	if len(list) > world.FightersMost {
		r.fail("entities has %d entries, and may have %d", len(list), world.FightersMost)
	}
	for i, n := range list {
		at := fmt.Sprintf("entities[%d].", i)
		o, ok := n.(*strictjson.Object)
		if !ok {
			r.fail("entities[%d] must be an object, and it is %s", i, strictjson.Kind(n))
		}
		if r.err != nil {
			return out
		}
		id, _ := o.At("id")
		e := Entity{
			ID: r.actor(id, at+"id"), Name: r.name(o, at, "name"), Side: world.Side(r.name(o, at, "side")),
			Position: r.cell(o, at, g), HP: r.number(o, at, "hp", countMost, 1), HPMax: r.number(o, at, "hpMax", countMost, 0),
			AC: r.number(o, at, "ac", countMost, 0), Speed: r.number(o, at, "speed", countMost, world.SpeedUsual),
		}
		e.Name = cmp.Or(e.Name, string(e.ID))
		if e.Side != "" && e.Side != world.SideA && e.Side != world.SideB {
			e.Side = ""
		}
		if slices.ContainsFunc(out, func(other Entity) bool { return other.ID == e.ID }) {
			r.fail("%sid: %s is there twice", at, e.ID)
		}
		if e.HP > 0 {
			out = append(out, e)
		}
	}
	return out
}

// combat reads whose turn it is. A client that does not say how far somebody may still go leaves them their speed.
func (r *reader) combat(o *strictjson.Object, who []Entity) Combat {
	c := Combat{
		Mode:           world.SkirmishMode(r.name(o, "combat.", "mode")),
		Round:          r.number(o, "combat.", "round", countMost, 0),
		ActiveHasActed: r.flag(o, "combat.", "activeHasActed"),
	}
	switch c.Mode {
	case world.ModeExploration, world.ModeCombat, world.ModeOver:
	case "":
		c.Mode = world.ModeExploration
	default:
		r.fail("combat.mode must be exploration, combat or over, and it is %s", strictjson.Quoted(string(c.Mode)))
	}
	order := r.list(o, "combat.", "initiativeOrder")
	if len(order) > world.FightersMost {
		r.fail("combat.initiativeOrder has %d entries, and may have %d", len(order), world.FightersMost)
		return c
	}
	for i, n := range order {
		c.InitiativeOrder = append(c.InitiativeOrder, r.actor(n, fmt.Sprintf("combat.initiativeOrder[%d]", i)))
	}
	speed := 0
	if n, ok := o.At("activeEntityId"); ok && n != nil {
		c.ActiveEntityID = r.actor(n, "combat.activeEntityId")
		if i := slices.IndexFunc(who, func(e Entity) bool { return e.ID == c.ActiveEntityID }); i >= 0 {
			speed = who[i].Speed
		}
	}
	c.MovementLeft = r.number(o, "combat.", "movementLeft", countMost, speed)
	return c
}
