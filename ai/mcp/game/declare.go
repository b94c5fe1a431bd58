package game

import (
	"encoding/json"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/result"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/proposal"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// declareName is the tool's name.
const declareName = "declare"

// rejectedType is what programs of the first encounter call a refusal (S3-47).
const rejectedType = "ACTION_REJECTED"

const declareDescription = `Act in a fight by turns: {"type":"MOVE","entityId":"you","path":[{"x":5,"y":3}]} goes ` +
	`cell by cell, without the one where you stand; {"type":"ATTACK","attackerId":"you","targetId":"them"} strikes; ` +
	`{"type":"END_TURN","entityId":"you"}; {"type":"ROLL_INITIATIVE"} begins. A result's encounter has the ground, ` +
	`the ids, and ready-made actions in may.`

const declareInputSchema = `{"type":"object","properties":{` +
	`"type":{"type":"string","enum":["MOVE","ATTACK","END_TURN","ROLL_INITIATIVE"],"description":"what"},` +
	`"entityId":{"type":"string","description":"your id, to move or end"},` +
	`"path":{"type":"array","description":"each cell","items":{"type":"object","properties":{` +
	`"x":{"type":"integer"},"y":{"type":"integer"}},"required":["x","y"],"additionalProperties":false}},` +
	`"attackerId":{"type":"string","description":"your id, to strike"},` +
	`"targetId":{"type":"string","description":"whom"}},` +
	`"required":["type"],"additionalProperties":false}`

// readDeclared reads a declared action. It is refused when it is not one of the four shapes, or has a field that its
// shape has not.
func readDeclared(args json.RawMessage) (proposal.Declared, *world.Refusal) {
	p := proposal.Parse(string(args))
	switch {
	case !p.OK:
		text := strings.Replace(p.Reason, "The answer", "The action", 1)
		return proposal.Declared{}, &world.Refusal{Code: world.CodeBadValue, Text: text}
	case len(p.Stripped) > 0:
		return proposal.Declared{}, &world.Refusal{
			Code: world.CodeBadValue,
			Text: string(p.Action.Type) + " has no field " + strings.Join(p.Stripped, ", ") + ".",
		}
	}
	return *p.Action, nil
}

// DeclareTool returns the tool with which an agent acts in a fight by turns: it takes one declared action, in one of
// the four shapes of package gm, and makes an ordinary action of the body's own of it. A program is held to the letter:
// a field too many is refused and not left out, so that no program believes to have said what nobody read (R1).
func DeclareTool(verbs *verb.Table) More {
	return More{
		Tool: mcp.Tool{
			Name: declareName, Title: "Declare an Action", Description: declareDescription,
			InputSchema: json.RawMessage(declareInputSchema), OutputSchema: result.Schema(), Free: true,
			Hints: mcp.Hints{Destructive: true},
		},
		ReportsNothing: true,
		Bind:           func(c verb.Ctx, args json.RawMessage) verb.Call { return bindDeclared(verbs, c, args) },
		Show: func(_ json.RawMessage, _ any, no *world.Refusal) Shown {
			out := Declared{OK: no == nil}
			if no != nil {
				out.Type, out.Code, out.Reason = rejectedType, string(no.Code), world.Clean(no.Text)
			}
			return Shown{Keys: map[string]any{"declared": out}}
		},
	}
}

// Declared is what came of a declared action, beside what every result tells.
type Declared struct {
	OK     bool   `json:"ok"`
	Type   string `json:"type,omitempty"` // ACTION_REJECTED, when it was
	Code   string `json:"code,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// bindDeclared makes a verb's call of a declared action. Outside a fight by turns nothing can be declared: a blow there
// would begin another kind of fight.
func bindDeclared(verbs *verb.Table, c verb.Ctx, args json.RawMessage) verb.Call {
	d, no := readDeclared(args)
	if no != nil {
		return verb.Call{Refusal: no}
	}
	deed, no := d.Action(c.Actor.ID)
	if no != nil {
		return verb.Call{Refusal: no}
	}
	if c.State.EncounterOf(c.Actor.ID) == nil {
		return verb.Call{Refusal: &world.Refusal{
			Code: world.CodeCombatNotActive,
			Text: "You are in no fight by turns. battle opens one, and join, by command, joins one.",
		}}
	}
	return verb.Call{
		Verb: declaredVerb(verbs, d.Type), Input: &world.Input{Actor: c.Actor.ID, Via: c.Via, Action: deed},
	}
}

// declaredVerb is the verb that does the same at a keyboard; its rules hold for the call.
func declaredVerb(verbs *verb.Table, kind world.ActKind) *verb.Verb {
	name := map[world.ActKind]string{
		world.ActMove: "march", world.ActAttack: "attack", world.ActEndTurn: "end", world.ActInitiative: "roll",
	}[kind]
	for _, v := range verbs.Verbs(world.RolePlayer) {
		if v.Name == name {
			return v
		}
	}
	panic("no verb does what " + string(kind) + " declares") // a test declares each
}
