package verb

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

type scriptArgs struct {
	Name string `json:"script" take:"word" opt:"yes" help:"the id of a script; without one all are listed"`
	Do   string `json:"do" take:"word" enum:"test,resume,approve" opt:"yes" help:"run its examples, resume or approve it"`
}

type traceArgs struct {
	Name  string `json:"script" take:"word" help:"the id of a script"`
	State string `json:"state" take:"word" enum:"on,off" opt:"yes" help:"on or off"`
}

// scriptVerbs look after builders' scripts.
func scriptVerbs() []*Verb {
	builds := Verb{
		Name: "script", Topic: topicBuilding, Need: world.RoleBuilder, Effect: Changes, Only: Typed,
		Brief: "List the scripts, see one and how it is, run its examples, or have it run again.",
		Help: "script alone lists them. With a name and no word more it shows the source, whether it is parked and why, " +
			"what it keeps and what waits. script NAME test runs its examples. A script that failed is parked until its " +
			"source is set anew, or until script NAME resume. What a builder's script makes no shop buys, and it teaches " +
			"nobody, until a wizard types script NAME approve; set anew, it needs that anew. edit script NAME source and " +
			"the program sets it, in one line: \\n ends a line, \\t or blanks indent the next, and \\\\n is a \\n in a text.",
		Example: "script parrot", Drafts: true, Words: []string{"tlist", "tstat"},
	}
	trace := Verb{
		Name: "trace", Topic: topicBuilding, Need: world.RoleBuilder, Effect: Changes, Only: Typed,
		Brief: "Be told of each run of a script, or no longer.",
		Help: "What it printed and asked for, with its steps, and what was not possible. Builders are told of the runs " +
			"where they stand, wizards of all.",
		Example: "trace parrot on", Words: []string{"@trace"},
	}
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
	if a.Do == string(world.TendResume) || a.Do == string(world.TendApprove) {
		return Call{Input: &world.Input{
			Actor: c.Actor.ID, Via: c.Via, Action: world.TendScript{Script: id, Do: world.Tending(a.Do)},
		}}
	}
	return Call{Report: func(c Ctx) any {
		c = c.inDraft()
		if a.Name == "" {
			return scriptList(c.State)
		}
		spec := c.State.Scripts[id]
		switch {
		case spec == nil:
			return DoneReport{Text: "There is no script " + plain(clip(a.Name)) + ". Type script to list them."}
		case a.Do == "test":
			return DoneReport{Text: testScript(c.State, spec)}
		}
		kept := c.State.Running[id]
		if kept != nil && c.Actor.Rank() < world.RoleWizard {
			kept = discreet(kept)
		}
		return ScriptReport{Script: *spec, Running: kept}
	}}
}

// discreet leaves out the texts that a script keeps but for numbers, as they may be what people said when whoever asks
// was not there; trace tells a builder of the runs where they stand.
func discreet(r *world.Running) *world.Running {
	out := *r
	out.Vars = slices.Clone(r.Vars)
	for i := range out.Vars {
		v := &out.Vars[i]
		if _, err := strconv.ParseInt(v.Text, 10, 64); len(v.Heard) > 0 || v.IsA == "" && err != nil {
			v.Text = fmt.Sprintf("a text of %d letters", utf8.RuneCountInString(v.Text))
		}
	}
	return &out
}

// testScript runs the examples of a script and says what came of them.
func testScript(s *world.State, spec *world.ScriptSpec) string {
	if s.Scripter == nil {
		return "Nothing runs scripts here."
	}
	if wrong := s.Scripter.Check(spec); wrong != "" {
		return "It does not compile: " + wrong + "."
	}
	failed := []string{}
	for i := range spec.Examples {
		if wrong := spec.Try(s.Scripter, i); wrong != "" {
			failed = append(failed, fmt.Sprintf("example %d, %s: %s.", i+1, spec.Examples[i].Run, wrong))
		}
	}
	if len(spec.Examples) == 0 {
		return "It has no examples. It compiles."
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

// ScriptsReport lists all scripts.
type ScriptsReport struct {
	Scripts []ScriptLine `json:"scripts"`
}

// ScriptLine is a script in short.
type ScriptLine struct {
	ID     world.ScriptID `json:"id"`
	About  string         `json:"about,omitempty"`
	Runs   int            `json:"runs"`
	Parked string         `json:"parked,omitempty"` // why it does not run
	UsedBy []string       `json:"used_by"`          // rooms, things and creatures: "room harbour-steps"
}

func scriptList(s *world.State) ScriptsReport {
	users := s.ScriptUsers()
	out := ScriptsReport{Scripts: []ScriptLine{}}
	for id, spec := range world.Ordered(s.Scripts) {
		l := ScriptLine{ID: id, About: spec.About, UsedBy: []string{}}
		for _, k := range users[id] {
			l.UsedBy = append(l.UsedBy, k.Kind+" "+k.ID)
		}
		if r := s.Running[id]; r != nil {
			l.Runs, l.Parked = r.Runs, r.Parked
		}
		out.Scripts = append(out.Scripts, l)
	}
	return out
}

func (r ScriptsReport) words(prose.Style) prose.Text {
	if len(r.Scripts) == 0 {
		return prose.Text{prose.L(prose.System, "There are no scripts. To make one: create script NAME.")}
	}
	out := prose.Text{prose.L(prose.Title, countOf(len(r.Scripts), "script"))}
	for _, l := range r.Scripts {
		text := string(l.ID) + ": " + countOf(l.Runs, "run")
		if l.Parked != "" {
			text += ", parked: " + l.Parked
		}
		switch n := len(l.UsedBy); {
		case n == 0:
			text += "; nothing uses it"
		case n > scriptUsersShown:
			text += "; used by " + strings.Join(l.UsedBy[:scriptUsersShown], ", ") + " and " +
				countOf(n-scriptUsersShown, "other")
		default:
			text += "; used by " + strings.Join(l.UsedBy, ", ")
		}
		if l.About != "" {
			text += "; " + l.About
		}
		out = append(out, prose.L(prose.System, text))
	}
	return out
}

// scriptUsersShown is how many of what uses a script the list names.
const scriptUsersShown = 3

func (r ScriptReport) words(prose.Style) prose.Text { return prose.Script(&r.Script, r.Running) }

// inItsLanguage gives a script that is turned into the other language a source of it, and what asks it.
func inItsLanguage(was, now any) any {
	old, _ := was.(world.ScriptSpec)
	s, is := now.(world.ScriptSpec)
	switch {
	case !is || s.Language == old.Language:
	case s.Language == world.LanguageDG:
		s.On, s.Words, s.Source = []string{"on_command"}, "try", "say What would you try?"
		return s
	case s.Language == "":
		s.On, s.Words, s.Number, s.Source = nil, "", 0, emptyScript
		return s
	}
	return now
}

const emptyScript = "def on_say(e):\n    pass"
