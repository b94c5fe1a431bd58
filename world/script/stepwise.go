package script

import (
	"crypto/sha256"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/script/dg"
)

// Scripts in DG, which act line by line. What a run needs to go on later is kept as plain values: each variable by its
// name, and the rest under names that no variable has.
const (
	frameAt      = "@at"
	frameContext = "@context"
	frameGlobal  = "@global"
)

func (e *Engine) stepwise(s *world.ScriptSpec) (*dg.Script, *Fault) {
	key := sha256.Sum256([]byte(s.Language + "\n" + s.Source))
	e.mu.Lock()
	defer e.mu.Unlock()
	if c, has := e.compiled[key]; has {
		return c.steps, c.fault
	}
	var c compiled
	p, err := dg.Parse(s.Source)
	if err != nil {
		c.fault = &Fault{Text: err.Error()}
	} else {
		c.steps = p
	}
	if len(e.compiled) >= programsMost {
		clear(e.compiled)
	}
	e.compiled[key] = c
	return c.steps, c.fault
}

// hasDG reports whether a hook asks a script: one that may say no is asked before as well, wherever it can be.
func (e *Engine) hasDG(s *world.ScriptSpec, hook string) bool {
	p, fault := e.stepwise(s)
	if fault != nil {
		return false
	}
	if rest, isMay := strings.CutPrefix(hook, "may_"); isMay {
		return p.SaysNo() && slices.Contains(s.On, "on_"+rest)
	}
	return hook == world.StepOn || slices.Contains(s.On, hook)
}

func (e *Engine) checkDG(s *world.ScriptSpec) string {
	if _, fault := e.stepwise(s); fault != nil {
		return fault.Text
	}
	if len(s.On) == 0 {
		return "on has to list what asks it, such as on_enter"
	}
	for _, on := range s.On {
		if rest, isMay := strings.CutPrefix(on, "may_"); isMay {
			return "nothing ever asks " + on + "; a script in dg that may say no is one of on_" + rest
		}
		if text := noHook(on, func(h world.ScriptHook) bool { return !h.May }); text != "" {
			return text
		}
	}
	return ""
}

// runDG runs a script from its beginning, or from where it waits.
func (e *Engine) runDG(c world.ScriptCall) world.ScriptResult {
	p, fault := e.stepwise(c.Script)
	switch {
	case fault != nil:
		return world.ScriptResult{Fault: fault.Text, Vars: c.Vars}
	case c.World == nil:
		return world.ScriptResult{Fault: "there is no world here to act in", Vars: c.Vars}
	}
	limits := dg.DefaultLimits()
	limits.Steps = min(limits.Steps, c.Steps)
	frame := frameOf(c.Frame)
	got := p.Run(frame, c.World, limits)
	out := world.ScriptResult{Ran: true, No: got.No, Vars: c.Vars, Steps: got.Steps, Fault: got.Fault}
	for _, left := range got.Left {
		out.Lines = append(out.Lines, "leaves out: "+left)
	}
	if got.Wait > 0 {
		out.Done = []world.ScriptDone{{
			Effect: "after", Args: map[string]any{"seconds": int64(got.Wait), "step": world.StepOn}, More: kept(frame),
		}}
	}
	return out
}

func frameOf(values map[string]any) *dg.Frame {
	f := &dg.Frame{Vars: map[string]string{}, Global: map[string]bool{}}
	for name, value := range values {
		text, _ := value.(string)
		at, _ := value.(int64)
		switch name {
		case frameAt:
			f.At = int(at)
		case frameContext:
			f.Context = text
		case frameGlobal:
			for name := range strings.FieldsSeq(text) {
				f.Global[name] = true
			}
		default:
			f.Vars[name] = text
		}
	}
	return f
}

// kept is the opposite of frameOf.
func kept(f *dg.Frame) map[string]any {
	out := map[string]any{frameAt: int64(f.At)}
	for name, value := range f.Vars {
		out[name] = value
	}
	if f.Context != "" {
		out[frameContext] = f.Context
	}
	var global []string
	for name := range f.Global {
		global = append(global, name)
	}
	if slices.Sort(global); len(global) > 0 {
		out[frameGlobal] = strings.Join(global, " ")
	}
	return out
}
