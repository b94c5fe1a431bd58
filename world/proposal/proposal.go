// Package proposal turns plain words, or a model's answer, into the action that somebody proposes in a fight by turns.
//
// Its one idea: a reader of words only proposes. A proposal is one of four declared actions. It is checked as data
// here, and becomes an ordinary action of the body that declares it ([Declared.Action]), which the world allows or
// refuses like any other. Neither words nor models ever change the world.
//
// A reader of words sees a fight as a [Summary], a fresh value without dice, log, screen, version or time (S3-01,
// S3-05, S3-24). [Understand] is the reader that needs no model; [Parse] is the gate that every answer of a model
// passes. Everything here is a pure function.
package proposal

import (
	"slices"
	"time"

	"github.com/mudlark-mud/mudlark/world"
)

// Declared is an action as a player, an agent or a model declares it: MOVE with EntityID and Path, ATTACK with
// AttackerID and TargetID, END_TURN with EntityID or without, ROLL_INITIATIVE with nothing (S3-10 to S3-13).
type Declared struct {
	Type       world.ActKind `json:"type"`
	EntityID   world.ActorID `json:"entityId,omitempty"`
	Path       []world.Cell  `json:"path,omitempty"` // without where EntityID stands; steps go north, east, south or west
	AttackerID world.ActorID `json:"attackerId,omitempty"`
	TargetID   world.ActorID `json:"targetId,omitempty"`
}

// Action makes an ordinary action of body of what was declared. It is refused with NOT_YOURS when it was declared for
// somebody else.
func (d Declared) Action(body world.ActorID) (world.Action, *world.Refusal) {
	who := d.EntityID
	if d.Type == world.ActAttack {
		who = d.AttackerID
	}
	if who != "" && who != body {
		return nil, &world.Refusal{Code: world.CodeNotYours, Text: "That body is not yours to move."}
	}
	switch d.Type {
	case world.ActMove:
		return world.March{Path: d.Path}, nil
	case world.ActAttack:
		return world.Attack{Target: d.TargetID}, nil
	case world.ActEndTurn:
		return world.EndTurn{}, nil
	case world.ActInitiative:
		return world.RollInitiative{}, nil
	default:
		return nil, &world.Refusal{Code: world.CodeBadValue, Text: "Disallowed action type: " + string(d.Type) + "."}
	}
}

// Mode says who read the words.
type Mode string

// The modes, named as requests to the bridge name them (S3-35).
const (
	Real Mode = "real" // a model
	Mock Mode = "mock" // the grammar
)

// Proposal is what somebody's words come to (S3-23). OK means that Action is set; else Reason says why not. With OK,
// Reason may say what the action leaves to be done: that a way goes a part of what was asked, or that the blow comes
// after it.
type Proposal struct {
	OK       bool
	Action   *Declared
	Reason   string
	Mode     Mode
	Stripped []string // fields that an answer had too many, in order; the outcome is "modified" then (R1)
	Fenced   bool     // the answer stood in a ```json fence; modified, too
	RawText  string   // what the model or the grammar said: for the debug view and the log alone
	Took     time.Duration
}

// Summary is what a reader of words sees of a fight (S3-24).
type Summary struct {
	Map      Map      `json:"map"`
	Entities []Entity `json:"entities"`
	Combat   Combat   `json:"combat"`
}

// Map is the ground.
type Map struct {
	Name    string    `json:"name"`
	Grid    Grid      `json:"grid"`
	Terrain []Terrain `json:"terrain"`
}

// Grid is the size of the ground in cells.
type Grid struct {
	Width  int `json:"width"`
	Height int `json:"height"`
}

// Terrain is a cell that blocks the way or gives cover.
type Terrain struct {
	X       int    `json:"x"`
	Y       int    `json:"y"`
	Name    string `json:"name,omitempty"`
	Blocked bool   `json:"blocked,omitempty"`
	Cover   int    `json:"cover,omitempty"`
}

// Entity is somebody who fights or fought. Fallen and gone ones have no place: they are left out.
type Entity struct {
	ID       world.ActorID `json:"id"`
	Name     string        `json:"name"`
	Side     world.Side    `json:"side,omitempty"`
	Position world.Cell    `json:"position"`
	HP       int           `json:"hp"`
	HPMax    int           `json:"hpMax,omitempty"`
	AC       int           `json:"ac"`
	Speed    int           `json:"speed"`
}

// Combat says whether it has come to blows, and whose turn it is.
type Combat struct {
	Mode            world.SkirmishMode `json:"mode"`
	Round           int                `json:"round"`
	ActiveEntityID  world.ActorID      `json:"activeEntityId,omitempty"`
	InitiativeOrder []world.ActorID    `json:"initiativeOrder,omitempty"`
	MovementLeft    int                `json:"movementLeft,omitempty"`   // of who is on turn
	ActiveHasActed  bool               `json:"activeHasActed,omitempty"` // struck this turn
}

// Summarize says how a fight called name stands, as a fresh value that shares nothing with it.
func Summarize(name string, k *world.Skirmish) Summary {
	s := Summary{
		Map:      Map{Name: name, Grid: Grid{k.Ground.Width, k.Ground.Height}, Terrain: []Terrain{}},
		Entities: []Entity{},
		Combat: Combat{
			Mode: k.Mode, Round: k.Round, ActiveEntityID: k.Active, InitiativeOrder: slices.Clone(k.Order),
		},
	}
	for _, f := range k.Ground.Features {
		s.Map.Terrain = append(s.Map.Terrain, Terrain{f.X, f.Y, f.Name, f.Blocks, f.Cover})
	}
	for i := range k.Fighters {
		f := &k.Fighters[i]
		if !f.Stands() {
			continue
		}
		s.Entities = append(s.Entities, Entity{f.ID, f.Name, f.Side, f.At, f.HP, f.HPMax, f.AC, f.Speed})
		if f.ID == k.Active {
			s.Combat.MovementLeft, s.Combat.ActiveHasActed = max(0, f.Speed-f.Moved), f.Struck
		}
	}
	return s
}
