package world

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Scripts: small programs of builders. Rooms, things and creatures without a mind name those that are asked about what
// people do to them: some may say no, others ask for effects from a closed list, which become the events that anybody's
// deeds become. A script sees a view of plain data, throws dice of the world, keeps a few variables, and has steps run
// later. It runs within limits counted in steps, never in time, so that a replay does the same. One that meets a limit
// or makes a mistake is parked, and builders are told.

// Limits of scripts.
const (
	ScriptsMost     = 2000 // scripts of a world
	ScriptsAtMost   = 12   // at one room, thing or creature
	ExamplesMost    = 20   // of one script
	ScriptBytesMost = 16 << 10

	scriptVarsMost   = 32
	scriptTimersMost = 50       // that one script has waiting
	zoneTimersMost   = 100      // that all scripts of a zone have
	ScriptStepsMost  = 10_000   // of one run
	MayStepsMost     = 2_000    // of a run that only says whether something may be
	TurnStepsMost    = 20_000   // of all runs that one action leads to: about 2 ms
	ZoneStepsMost    = 100_000  // of all runs in a zone within a second
	ZoneWordsMost    = 64 << 10 // bytes that the scripts of a zone have read out within a minute
	scriptWaitMost   = 24 * 3600
	scriptMakesMost  = 3 // things of one pattern where a script makes another
	scriptTraceMost  = 40
	tracersMost      = 10
)

// ScriptSpec is a script of a pack.
type ScriptSpec struct {
	ID    ScriptID `json:"id" yaml:"id"`
	About string   `json:"about,omitempty" yaml:"about,omitempty"` // what it is for
	// Language is that of the source: empty for Starlark, or [LanguageDG]. One in DG says by itself neither what asks it
	// nor under which condition: On, Words and Number do.
	Language string        `json:"language,omitempty" yaml:"language,omitempty"`
	On       []string      `json:"on,omitempty" yaml:"on,omitempty"`
	Words    string        `json:"words,omitempty" yaml:"words,omitempty"`
	Number   int           `json:"number,omitempty" yaml:"number,omitempty"`
	Source   string        `json:"source" yaml:"source"`
	Examples []ExampleSpec `json:"examples,omitempty" yaml:"examples,omitempty"` // run by check and by the command script
}

// LanguageDG is the language of DG triggers.
const LanguageDG = "dg"

// Steps reports whether a script acts line by line, and not all at once when it is done.
func (s *ScriptSpec) Steps() bool { return s.Language == LanguageDG }

// ExampleSpec is a run of a script and what has to come of it. What is left out of what somebody has or says is
// nothing.
type ExampleSpec struct {
	Run    string    `json:"run" yaml:"run"`                           // the function
	Text   string    `json:"text,omitempty" yaml:"text,omitempty"`     // that was said
	Item   ProtoID   `json:"item,omitempty" yaml:"item,omitempty"`     // that is handled
	Things []ProtoID `json:"things,omitempty" yaml:"things,omitempty"` // that the person has
	Level  int       `json:"level,omitempty" yaml:"level,omitempty"`
	Hour   int       `json:"hour,omitempty" yaml:"hour,omitempty"`
	Rolls  []int     `json:"rolls,omitempty" yaml:"rolls,omitempty"` // of the dice, in turn; then 1
	Vars   []string  `json:"vars,omitempty" yaml:"vars,omitempty"`   // that it keeps: "name=3"
	Data   []string  `json:"data,omitempty" yaml:"data,omitempty"`   // of a timer, the same
	No     string    `json:"no,omitempty" yaml:"no,omitempty"`       // how it has to refuse
	Does   []string  `json:"does,omitempty" yaml:"does,omitempty"`   // what it has to ask for: `say "Hm."`
}

// ScriptVar is a value that a script keeps, or has for later: a text, or a number.
type ScriptVar struct {
	Name string `json:"name" words:"fixed"`
	Text string `json:"text,omitempty" words:"fixed"`
	Num  int64  `json:"num,omitempty"`
	IsA  string `json:"is,omitempty" words:"fixed"` // "num" for a number
	// Heard says whose words Text may hold: then it stands in no row on the disk, and is taken out of the record with
	// them. A number of which somebody said the digits is such a text too.
	Heard []Saying `json:"heard,omitempty"`
}

// Running is what a script keeps, and how it is.
type Running struct {
	Vars   []ScriptVar   `json:"vars,omitempty"`   // by name
	Timers []ScriptTimer `json:"timers,omitempty"` // by number
	Last   int           `json:"last,omitempty"`   // the last number of a timer
	Parked string        `json:"parked,omitempty"` // why it does not run
	At     Time          `json:"at,omitempty"`     // since when
	Second Time          `json:"second,omitempty"` // when it ran last
	Steps  int           `json:"steps,omitempty"`  // that it took within that second
	Zone   string        `json:"zone,omitempty"`   // and where
	Minute Time          `json:"minute,omitempty"` // when it had something read out last
	Words  int           `json:"words,omitempty"`  // the bytes of all that within that minute
	Runs   int           `json:"runs,omitempty"`
	Traced []ActorID     `json:"traced,omitempty"` // who is told of each run, in order
}

// ScriptTimer is a step of a script that is due later.
type ScriptTimer struct {
	N    int         `json:"n"`
	Step string      `json:"step"`
	Self string      `json:"self"`
	By   ActorID     `json:"by,omitempty"`
	Zone string      `json:"zone,omitempty"`
	Data []ScriptVar `json:"data,omitempty"`
}

// Scripter runs scripts. It keeps nothing from one run to the next but what it compiled.
type Scripter interface {
	// Run runs a function of a script; one that it does not have is no fault and comes to nothing.
	Run(c ScriptCall) ScriptResult
	// Has reports whether a script has a function.
	Has(s *ScriptSpec, function string) bool
	// Check returns what is wrong with a script, as line:column: text, or "".
	Check(s *ScriptSpec) string
}

// ScriptWorld is what a script that acts line by line sees and does while it runs. Entities are named by references:
// "}actor:pc-ann", "}item:lamp-3", "}room:quay".
type ScriptWorld interface {
	Self() string
	Field(of, field, arg string) (string, bool)
	Do(command, rest string) bool
	Kept(ref, name string) (string, bool)
	Keep(ref, name, value string)
	Roll(sides int) int
	Until(hour, minute int) int
	Attach(script, ref string, on bool)
}

// ScriptCall is one run.
type ScriptCall struct {
	Script   *ScriptSpec
	Function string
	World    ScriptWorld       // of a script that acts line by line
	Frame    map[string]any    // and its variables: of a beginning, or as they were when it came to wait
	View     map[string]any    // strings, int, bool, lists of strings, maps of the same, and functions that return them
	Vars     map[string]any    // string or int64
	Reads    func(name string) // is told of each variable that a run looks at; nil for nobody
	Roll     func(sides int) int
	Steps    int  // at most
	May      bool // it only answers: what it asks for is a fault
}

// ScriptResult is what came of a run.
type ScriptResult struct {
	Ran    bool
	Answer string
	No     bool // refused without words
	Done   []ScriptDone
	Vars   map[string]any
	Lines  []string // printed
	Steps  int
	Fault  string // line:column: what is wrong, without values of the run; then nothing else happened
	Whole  string // the same with values, for who may read what people said
}

// ScriptDone is an effect that a run asked for.
type ScriptDone struct {
	Effect string
	Args   map[string]any // string or int64
	More   map[string]any
}

// String shows it as examples and traces do: say "Hm.".
func (d ScriptDone) String() string {
	var b strings.Builder
	b.WriteString(d.Effect)
	order := slices.Collect(func(yield func(string) bool) {
		for _, e := range ScriptEffects() {
			for _, p := range e.Params {
				if e.Name == d.Effect && !yield(p.Name) {
					return
				}
			}
		}
	})
	for _, name := range order {
		if v, has := d.Args[name]; has {
			b.WriteString(" " + shownValue(v))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(d.More)) {
		b.WriteString(" " + name + "=" + shownValue(d.More[name]))
	}
	return b.String()
}

func shownValue(v any) string {
	if s, is := v.(string); is {
		return fmt.Sprintf("%q", s)
	}
	return fmt.Sprint(v)
}

// scriptVars makes values that a run gave fit for an event, by name.
func scriptVars(values map[string]any) (out []ScriptVar) {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		v := ScriptVar{Name: name}
		switch is := values[name].(type) {
		case string:
			v.Text = Clean(is)
		case int64:
			v.Num, v.IsA = is, numberVar
		}
		out = append(out, v)
	}
	return out
}

// scriptValues is the opposite of scriptVars.
func scriptValues(vars []ScriptVar) map[string]any {
	out := make(map[string]any, len(vars))
	for _, v := range vars {
		out[v.Name] = scriptValue(&v)
	}
	return out
}

func scriptValue(v *ScriptVar) any {
	if v.IsA != numberVar {
		return v.Text
	}
	if len(v.Heard) > 0 {
		n, _ := strconv.ParseInt(v.Text, 10, 64) // 0 of what was erased
		return n
	}
	return v.Num
}

// keepsWell reports whether what scripts keep with one entity is as it may be.
func keepsWell(kept []ScriptVar) bool {
	return len(kept) <= keptMost && slices.IsSortedFunc(kept, func(a, b ScriptVar) int {
		return strings.Compare(a.Name, b.Name)
	}) && !slices.ContainsFunc(kept, func(v ScriptVar) bool { return v.Name == "" || v.Text == "" && !wasHeard(v) })
}

// scripted judges what is kept of scripts.
func (c *checker) scripted() {
	for id, a := range all(c, c.s.Actors) {
		if !keepsWell(a.Kept) {
			c.bad("%s keeps of scripts what cannot be: %v", id, a.Kept)
		}
	}
	for id, it := range all(c, c.s.Items) {
		if !keepsWell(it.Kept) {
			c.bad("%s keeps of scripts what cannot be: %v", id, it.Kept)
		}
	}
	for id, r := range all(c, c.s.Running) {
		isSorted := slices.IsSortedFunc(r.Vars, func(a, b ScriptVar) int { return strings.Compare(a.Name, b.Name) })
		switch {
		case c.s.Scripts[id] == nil:
			c.bad("script %s keeps something and is not there", id)
		case len(r.Vars) > scriptVarsMost || !isSorted:
			c.bad("script %s keeps what cannot be: %v", id, r.Vars)
		case len(r.Timers) > scriptTimersMost || min(r.Steps, r.Runs, r.Last) < 0 || len(r.Traced) > tracersMost:
			c.bad("script %s has numbers that cannot be", id)
		}
		for i, t := range r.Timers {
			if t.N > r.Last || i > 0 && t.N <= r.Timers[i-1].N || c.s.Timers[scriptTimer(id, t.N)] == nil {
				c.bad("script %s waits for step %d, which is not due", id, t.N)
			}
		}
	}
}

// miswritten refuses scripts that could never run, or would fail for what stands in them: where, and what was meant.
// One without a source is only begun, and nothing runs it.
func (s *State) miswritten(e *Entries) *Refusal {
	if s.Scripter == nil {
		return nil
	}
	for i := range e.Scripts {
		sp := &e.Scripts[i]
		if strings.TrimSpace(sp.Source) == "" {
			continue
		}
		wrong := s.Scripter.Check(sp)
		if wrong == "" {
			continue
		}
		line, rest, isPlaced := strings.Cut(wrong, ":")
		col, what, hasCol := strings.Cut(rest, ": ")
		_, noLine := strconv.Atoi(line)
		_, noCol := strconv.Atoi(col)
		if isPlaced && hasCol && noLine == nil && noCol == nil {
			wrong = fmt.Sprintf("line %s, column %s: %s", line, col, what)
		}
		if !strings.HasSuffix(wrong, "?") {
			wrong += "."
		}
		return refuse(CodeBadValue, Clean(fmt.Sprintf("The script %s cannot be: %s", sp.ID, wrong)))
	}
	return nil
}

// scripts judges scripts, and that not too many are named in one place.
func (c *content) scripts(e *PackApplied) {
	for i := range e.Scripts {
		s := &e.Scripts[i]
		c.unless(ValidID(string(s.ID)), kindScript, string(s.ID), "its id is no slug of a to z, 0 to 9 and hyphens")
		c.unless(len(s.Source) <= ScriptBytesMost, kindScript, string(s.ID),
			fmt.Sprintf("it has more than %d bytes", ScriptBytesMost))
		c.unless(len(s.Examples) <= ExamplesMost, kindScript, string(s.ID),
			fmt.Sprintf("it has more than %d examples", ExamplesMost))
	}
	n := len(c.s.Scripts)
	for i := range e.Scripts {
		n += boolInt(c.s.Scripts[e.Scripts[i].ID] == nil)
	}
	if n > ScriptsMost {
		c.unless(false, kindScript, string(e.Scripts[0].ID), fmt.Sprintf("there may be at most %d scripts", ScriptsMost))
	}
	few := func(kind, id string, scripts []ScriptID) {
		c.unless(len(scripts) <= ScriptsAtMost, kind, id, fmt.Sprintf("it names more than %d scripts", ScriptsAtMost))
	}
	for i := range e.Rooms {
		few("room", string(e.Rooms[i].ID), e.Rooms[i].Scripts)
	}
	for i := range e.Items {
		few("item", string(e.Items[i].ID), e.Items[i].Scripts)
	}
	for i := range e.Mobs {
		few("mob", string(e.Mobs[i].ID), e.Mobs[i].Scripts)
	}
}

// foldScripts makes the scripts what a change says. One that is set is parked no more; what it keeps stays.
func (s *State) foldScripts(e *PackApplied) {
	replace(s, kindScript, s.Scripts, e.Scripts, e.ScriptsGone, func(v *ScriptSpec) ScriptID { return v.ID })
	for i := range e.Scripts {
		if r := s.Running[e.Scripts[i].ID]; r != nil && r.Parked != "" {
			r = s.running(e.Scripts[i].ID)
			r.Parked, r.At = "", 0
		}
	}
	for _, id := range e.ScriptsGone {
		delete(s.Running, id)
		s.touch(kindRunning, string(id))
	}
}

// running returns what a script keeps, for changing.
func (s *State) running(id ScriptID) *Running {
	s.touch(kindRunning, string(id))
	r := s.Running[id]
	if r == nil {
		r = &Running{}
		s.Running[id] = r
	}
	return r
}
