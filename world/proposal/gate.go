package proposal

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/strictjson"
)

// Limits of an answer that proposes an action.
const (
	AnswerBytesMost = 16 << 10
	answerDepthMost = 6
	pathMost        = 100 // steps; more than any ground lets anybody go at once
	cellMost        = 999 // the world says what is off its ground
	fieldRunesMost  = 60
	reasonRunesMost = 200
	strippedMost    = 20 // names that are reported
)

// invalid is the type by which a reader of words says that nothing fits them.
const invalid = "INVALID"

// Parse reads an answer that proposes an action (S3-21). It must be one JSON object, by itself or in one ```json fence,
// with a type that may be declared and what that type needs, each name spelled exactly and of the right kind. Fields
// beyond are left out and named in Stripped. The Mode is Real; RawText is the answer.
func Parse(raw string) Proposal {
	p := Proposal{Mode: Real, RawText: raw}
	text, isFenced := unfenced(raw)
	n, err := strictjson.Parse([]byte(text), strictjson.Limits{
		Bytes: AnswerBytesMost, Depth: answerDepthMost, NumberChars: strictjson.WholeCharsMax,
	})
	if err != nil {
		p.Reason = "The answer cannot be read: " + err.Error() + "."
		return p
	}
	o, ok := n.(*strictjson.Object)
	if !ok {
		p.Reason = "The answer must be a JSON object, and it is " + strictjson.Kind(n) + "."
		return p
	}
	g := gate{o: o}
	d, reason := g.declared()
	p.Stripped, p.Fenced = g.stripped, isFenced
	if reason != "" {
		p.Reason = reason
		return p
	}
	p.OK, p.Action = true, &d
	return p
}

// unfenced takes off the one fence that an answer may stand in.
func unfenced(raw string) (string, bool) {
	text := strings.TrimSpace(raw)
	inner, ok := strings.CutPrefix(text, "```json")
	if !ok {
		return text, false
	}
	inner, ok = strings.CutSuffix(inner, "```")
	if !ok || strings.Contains(inner, "```") {
		return text, false
	}
	return strings.TrimSpace(inner), true
}

// gate reads a declared action from an object.
type gate struct {
	o        *strictjson.Object
	stripped []string
}

// declared returns the action, or why there is none.
func (g *gate) declared() (Declared, string) {
	n, ok := g.o.At("type")
	name, isText := n.(string)
	switch {
	case !ok:
		return Declared{}, "The answer lacks type."
	case !isText:
		return Declared{}, "type must be a text, and it is " + strictjson.Kind(n) + "."
	}
	d := Declared{Type: world.ActKind(name)}
	switch d.Type {
	case world.ActMove:
		g.strip("", g.o, "type", "entityId", "path")
		return d, cmp.Or(g.actor(name, "entityId", &d.EntityID), g.path(&d.Path))
	case world.ActAttack:
		g.strip("", g.o, "type", "attackerId", "targetId")
		return d, cmp.Or(g.actor(name, "attackerId", &d.AttackerID), g.actor(name, "targetId", &d.TargetID))
	case world.ActEndTurn:
		g.strip("", g.o, "type", "entityId")
		if _, ok := g.o.At("entityId"); !ok {
			return d, ""
		}
		return d, g.actor(name, "entityId", &d.EntityID)
	case world.ActInitiative:
		g.strip("", g.o, "type")
		return d, ""
	case invalid:
		return d, g.declined()
	default: // what only the world does, and what nobody has heard of
		return d, "Disallowed action type: " + strictjson.Quoted(name) + "."
	}
}

// declined is what an answer says that found nothing fit.
func (g *gate) declined() string {
	g.strip("", g.o, "type", "reason")
	n, _ := g.o.At("reason")
	why, _ := n.(string)
	if why = strictjson.Clipped(why, reasonRunesMost); why == "" {
		why = "no reason given"
	}
	return "AI declined: " + why
}

// actor reads the id of somebody into to, or says what is wrong.
func (g *gate) actor(kindOf, name string, to *world.ActorID) string {
	n, ok := g.o.At(name)
	id, isText := n.(string)
	switch {
	case !ok:
		return kindOf + " lacks " + name + "."
	case !isText:
		return kindOf + ": " + name + " must be a text, and it is " + strictjson.Kind(n) + "."
	case !world.ValidID(id):
		return kindOf + ": " + name + " must be an id, and " + strictjson.Quoted(id) + " is none."
	}
	*to = world.ActorID(id)
	return ""
}

// path reads the way of a MOVE into to, or says what is wrong.
func (g *gate) path(to *[]world.Cell) string {
	n, ok := g.o.At("path")
	list, isList := n.([]strictjson.Value)
	switch {
	case !ok:
		return "MOVE lacks path."
	case !isList:
		return "MOVE: path must be a list of cells, and it is " + strictjson.Kind(n) + "."
	case len(list) == 0:
		return "MOVE: path must have one cell at least."
	case len(list) > pathMost:
		return fmt.Sprintf("MOVE: path has %d cells, and may have %d.", len(list), pathMost)
	}
	for i, n := range list {
		at := fmt.Sprintf("path[%d]", i)
		cell, ok := n.(*strictjson.Object)
		if !ok {
			return "MOVE: " + at + " must be an object with x and y, and it is " + strictjson.Kind(n) + "."
		}
		var c world.Cell
		if why := cmp.Or(coordinate(cell, at, "x", &c.X), coordinate(cell, at, "y", &c.Y)); why != "" {
			return "MOVE: " + why
		}
		g.strip(at+".", cell, "x", "y")
		*to = append(*to, c)
	}
	return ""
}

func coordinate(cell *strictjson.Object, at, name string, to *int) string {
	n, ok := cell.At(name)
	if !ok {
		return at + " lacks " + name + "."
	}
	if *to, ok = strictjson.Whole(n, cellMost); !ok {
		return fmt.Sprintf("%s.%s must be a whole number from 0 to %d.", at, name, cellMost)
	}
	return ""
}

// strip notes what an object has beyond what is known.
func (g *gate) strip(at string, o *strictjson.Object, known ...string) {
	for _, m := range o.Members {
		if !slices.Contains(known, m.Name) && len(g.stripped) < strippedMost {
			g.stripped = append(g.stripped, at+strictjson.Clipped(m.Name, fieldRunesMost))
		}
	}
}
