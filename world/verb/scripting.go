package verb

import (
	"fmt"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

type scriptArgs struct {
	Name string `json:"script" take:"word" help:"the id of a script"`
	Do   string `json:"do" take:"word" enum:"test,resume" opt:"yes" help:"test runs its examples, resume has it run again"`
}

type traceArgs struct {
	Name  string `json:"script" take:"word" help:"the id of a script"`
	State string `json:"state" take:"word" enum:"on,off" opt:"yes" help:"on or off"`
}

// scriptVerbs look after builders' scripts.
func scriptVerbs() []*Verb {
	builds := Verb{
		Name: "script", Topic: topicBuilding, Need: world.RoleBuilder, Effect: Changes, Only: Typed,
		Brief: "See a script and how it is, run its examples, or have it run again.",
		Help: "Without a word more it shows the source, whether it is parked and why, what it keeps and what waits. " +
			"script NAME test runs its examples. A script that failed is parked until its source is set anew, or until " +
			"script NAME resume.",
		Example: "script parrot",
	}
	trace := helped(wizard("trace", "Be told of each run of a script, or no longer.", "trace parrot on", Changes),
		"What it printed and asked for, with its steps, and what was not possible.")
	trace.Words = []string{"@trace"}
	return []*Verb{calls(builds, lookAfterScript), calls(trace, traceScript)}
}

func traceScript(c Ctx, a traceArgs) Call {
	do := world.TendTrace
	if a.State == "off" {
		do = world.TendUntrace
	}
	return Call{Input: &world.Input{
		Actor: c.Actor.ID, Via: c.Via, Action: world.TendScript{Script: world.ScriptID(a.Name), Do: do},
	}}
}

func lookAfterScript(c Ctx, a scriptArgs) Call {
	id := world.ScriptID(a.Name)
	if a.Do == "resume" {
		return Call{Input: &world.Input{
			Actor: c.Actor.ID, Via: c.Via, Action: world.TendScript{Script: id, Do: world.TendResume},
		}}
	}
	return Call{Report: func(c Ctx) any {
		spec := c.State.Scripts[id]
		switch {
		case spec == nil:
			return DoneReport{Text: "There is no script " + a.Name + "."}
		case a.Do == "test":
			return DoneReport{Text: testScript(c.State, spec)}
		}
		return ScriptReport{Script: *spec, Running: c.State.Running[id]}
	}}
}

// testScript runs the examples of a script and says what came of them.
func testScript(s *world.State, spec *world.ScriptSpec) string {
	if s.Scripter == nil {
		return "Nothing runs scripts here."
	}
	if wrong := s.Scripter.Check(spec.Source); wrong != "" {
		return "It does not compile: " + wrong + "."
	}
	failed := []string{}
	for i := range spec.Examples {
		if wrong := spec.Try(s.Scripter, i); wrong != "" {
			failed = append(failed, fmt.Sprintf("example %d, %s: %s.", i+1, spec.Examples[i].Run, wrong))
		}
	}
	if len(failed) == 0 {
		return fmt.Sprintf("All is as its %d examples say.", len(spec.Examples))
	}
	return "Otherwise than said: " + strings.Join(failed, " ")
}

// ScriptReport is a script and how it is.
type ScriptReport struct {
	Script  world.ScriptSpec `json:"script"`
	Running *world.Running   `json:"running,omitempty"`
}

func (r ScriptReport) words(prose.Style) prose.Text { return prose.Script(&r.Script, r.Running) }
