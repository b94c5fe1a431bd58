package script

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/script/dg"
)

// programsMost is how many compiled programs an engine keeps; beyond that it begins anew.
const programsMost = 1000

// Engine runs scripts for the world. What it compiled it keeps by the hash of the source; that is a cache and no part
// of the world. It is safe for use by several goroutines.
type Engine struct {
	language *Language

	mu       sync.Mutex
	compiled map[[sha256.Size]byte]compiled
}

type compiled struct {
	program *Program
	fault   *Fault
	steps   *dg.Script // of the other language
}

// NewEngine returns an engine with the effects of the world.
func NewEngine() *Engine {
	var effects []Effect
	for _, e := range world.ScriptEffects() {
		out := Effect{Name: e.Name, Timer: e.Timer}
		for _, p := range e.Params {
			out.Params = append(out.Params, Param{Name: p.Name, Kind: Kind(p.Kind), Optional: p.Optional})
		}
		effects = append(effects, out)
	}
	return &Engine{language: NewLanguage(effects), compiled: map[[sha256.Size]byte]compiled{}}
}

// NewWorld returns a world in which nothing has happened yet and whose scripts run. Whoever decides in a world, or
// decides again what was recorded, begins with one of these: without a runner no script is asked, and what comes of the
// same actions differs.
func NewWorld(seed uint64) *world.State {
	s := world.New(seed)
	s.Scripter = NewEngine()
	return s
}

func (e *Engine) program(source string) (*Program, *Fault) {
	key := sha256.Sum256([]byte(source))
	e.mu.Lock()
	defer e.mu.Unlock()
	if c, has := e.compiled[key]; has {
		return c.program, c.fault
	}
	p, err := e.language.Compile("", source)
	c := compiled{program: p}
	if err != nil && !errors.As(err, &c.fault) {
		c.fault = &Fault{Text: err.Error()}
	}
	if len(e.compiled) >= programsMost {
		clear(e.compiled)
	}
	e.compiled[key] = c
	return c.program, c.fault
}

// Has implements [world.Scripter].
func (e *Engine) Has(s *world.ScriptSpec, function string) bool {
	if s.Steps() {
		return e.hasDG(s, function)
	}
	p, fault := e.program(s.Source)
	return fault == nil && p.Has(function)
}

// Check implements [world.Scripter]: that a source compiles, that no function is called like a hook that there is not,
// and that calls give what is taken.
func (e *Engine) Check(s *world.ScriptSpec) string {
	switch {
	case s.Steps():
		return e.checkDG(s)
	case s.Language != "":
		return "there is no language " + s.Language + "; leave it out for Starlark, or say dg"
	case len(s.On) > 0 || s.Words != "" || s.Number != 0:
		return "on, words and number are for the language dg; in Starlark the names of functions say what asks them"
	}
	p, fault := e.program(s.Source)
	if fault != nil {
		return placed(fault) + e.language.meant(fault)
	}
	if fault := e.language.mistake(s.Source); fault != nil {
		return placed(fault)
	}
	isAsked := slices.ContainsFunc(world.ScriptHooks(), func(h world.ScriptHook) bool { return p.Has(h.Name) })
	if !isAsked {
		return "it has no function that anything asks, such as on_say(e)"
	}
	return ""
}

// placed says where a fault is and what it is.
func placed(f *Fault) string {
	if f.Line == 0 {
		return f.Text
	}
	return fmt.Sprintf("%d:%d: %s", f.Line, f.Col, f.Text)
}

// discreet returns a fault without what the program had in its hands: a value may be what somebody said.
func discreet(f *Fault) *Fault {
	if f.Limit != "" {
		return f
	}
	quiet := *f
	if strings.HasPrefix(quiet.Text, "fail:") {
		quiet.Text = "it calls fail"
	}
	quiet.Text = valuesQuoted.ReplaceAllString(quiet.Text, `"..."`)
	return &quiet
}

// valuesQuoted are the values in an error of Starlark.
var valuesQuoted = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// Run implements [world.Scripter].
func (e *Engine) Run(c world.ScriptCall) world.ScriptResult {
	if c.Script.Steps() {
		return e.runDG(c)
	}
	p, fault := e.program(c.Script.Source)
	if fault != nil {
		return world.ScriptResult{Fault: placed(fault), Vars: c.Vars}
	}
	if !p.Has(c.Function) {
		return world.ScriptResult{Vars: c.Vars}
	}
	limits := DefaultLimits()
	limits.Steps = min(limits.Steps, c.Steps)
	if c.May {
		limits.Effects, limits.Timers = 0, 0
	}
	got, err := p.Run(Call{Function: c.Function, View: c.View, Vars: c.Vars, Reads: c.Reads, Roll: c.Roll, Limits: limits})
	out := world.ScriptResult{
		Ran: true, Answer: got.Answer, No: got.No, Vars: got.Vars, Lines: got.Lines, Steps: got.Steps,
	}
	if err != nil {
		var fault *Fault
		if out.Fault = err.Error(); errors.As(err, &fault) {
			out.Whole = placed(fault)
			out.Fault = placed(discreet(fault))
		}
		return out
	}
	for _, d := range got.Done {
		out.Done = append(out.Done, world.ScriptDone{Effect: d.Effect, Args: d.Args, More: d.More})
	}
	return out
}
