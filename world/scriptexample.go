package world

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Try runs an example of a script and returns what is otherwise than it says, or "". It sees somebody called Ann in a
// room, and a script that is of a creature.
func (s *ScriptSpec) Try(with Scripter, i int) string {
	x := &s.Examples[i]
	things := make([]string, len(x.Things))
	for i, id := range x.Things {
		things[i] = string(id)
	}
	item := map[string]any(nil)
	if x.Item != "" {
		item = map[string]any{
			"kind": "thing", "id": string(x.Item), "name": string(x.Item), "pattern": string(x.Item), "shut": false,
			"worn": false,
		}
	}
	body := func(id, name string, isPerson bool, things []string) map[string]any {
		return map[string]any{
			"kind": "creature", "id": id, "name": name, "pattern": id, "level": max(x.Level, 1), "coins": 0, "person": isPerson,
			"guest": false, "hp": 20, "things": things,
		}
	}
	rolls := slices.Clone(x.Rolls)
	out := with.Run(ScriptCall{
		Script: s, Function: x.Run, Vars: exampleValues(x.Vars), Steps: TurnStepsMost,
		May: strings.HasPrefix(x.Run, "may_"),
		View: map[string]any{
			"hook": x.Run, "hour": x.Hour, "text": x.Text, "dir": "", "item": item, "data": exampleValues(x.Data),
			"who": body("ann", "Ann", true, things), "self": body("self", "self", false, nil),
			"room": map[string]any{
				"kind": "room", "id": "room", "name": "Room", "zone": "", "things": []string{}, "people": []string{"Ann"},
				"creatures": []string{}, "dark": false,
			},
		},
		Roll: func(sides int) int {
			if len(rolls) == 0 {
				return 1
			}
			n := rolls[0]
			rolls = rolls[1:]
			return min(max(n, 1), sides)
		},
	})
	return x.differs(&out)
}

func (x *ExampleSpec) differs(out *ScriptResult) string {
	no := out.Answer
	if out.No {
		no = "no"
	}
	var done []string
	for _, d := range out.Done {
		done = append(done, d.String())
	}
	switch {
	case out.Fault != "":
		return cmp.Or(out.Whole, out.Fault)
	case !out.Ran:
		return "there is no function " + x.Run
	case strings.HasPrefix(x.Run, "may_") && no != x.No:
		return fmt.Sprintf("it answers %q and not %q", no, x.No)
	case !slices.Equal(done, x.Does):
		return fmt.Sprintf("it asks for %s and not for %s", doneList(done), doneList(x.Does))
	}
	return ""
}

func doneList(done []string) string {
	if len(done) == 0 {
		return "nothing"
	}
	return strings.Join(done, "; ")
}

// exampleValues reads name=value; what is a whole number is one.
func exampleValues(list []string) map[string]any {
	out := map[string]any{}
	for _, s := range list {
		name, value, _ := strings.Cut(s, "=")
		if n, err := strconv.ParseInt(value, 10, 64); err == nil {
			out[name] = n
		} else {
			out[name] = value
		}
	}
	return out
}
