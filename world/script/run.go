package script

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Fault is why a source does not compile or a run ended early.
type Fault struct {
	Name      string // of the script
	Line, Col int    // 0 where it is not known
	Limit     string // that was met: steps, memory, depth, number, effects, timers; "" for a mistake
	Text      string
}

// Error returns name:line:col: what is wrong.
func (f *Fault) Error() string {
	if f.Line == 0 {
		return f.Name + ": " + f.Text
	}
	return fmt.Sprintf("%s:%d:%d: %s", f.Name, f.Line, f.Col, f.Text)
}

// Program is a script that was compiled. It never changes.
type Program struct {
	name    string
	globals starlark.StringDict
}

// Has reports whether a program has a function of that name which takes one value.
func (p *Program) Has(name string) bool {
	f, is := p.globals[name].(*starlark.Function)
	return is && f.NumParams() == 1
}

// Functions returns the functions of a program that take one value, in order.
func (p *Program) Functions() []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(p.globals)) {
		if p.Has(name) {
			out = append(out, name)
		}
	}
	return out
}

// Compile compiles a source; its top may define functions and constants. The error is a [*Fault] with the place of the
// first mistake.
func (l *Language) Compile(name, source string) (*Program, error) {
	if len(source) > SourceMost {
		return nil, &Fault{Name: name, Text: fmt.Sprintf("a script has at most %d bytes", SourceMost)}
	}
	file, err := (&syntax.FileOptions{}).Parse(name, source, 0)
	if err != nil {
		return nil, faultOf(name, err)
	}
	r := &rewriter{}
	for _, s := range file.Stmts {
		if r.err == nil {
			r.stmt(s)
		}
	}
	if r.err != nil {
		return nil, faultOf(name, r.err)
	}
	known := func(word string) bool { return l.names.Has(word) }
	prog, err := starlark.FileProgram(file, known)
	if err == nil {
		err = strangers(file)
	}
	if err != nil {
		return nil, faultOf(name, err)
	}
	m := newMeter(name, DefaultLimits())
	globals, err := prog.Init(m.thread, l.names)
	if m.broke == "" && len(m.done)+len(m.vars) > 0 {
		err = &Fault{Name: name, Text: "nothing can be asked for outside of a function"}
	}
	if err != nil {
		return nil, m.fault(name, err)
	}
	globals.Freeze()
	return &Program{name: name, globals: globals}, nil
}

// strangers finds names of Starlark that are not in the language.
func strangers(file *syntax.File) (err error) {
	syntax.Walk(file, func(n syntax.Node) bool {
		id, is := n.(*syntax.Ident)
		if !is || err != nil {
			return err == nil
		}
		b, is := id.Binding.(*resolve.Binding)
		if is && b.Scope == resolve.Universal && !slices.Contains([]string{"None", "True", "False"}, id.Name) {
			err = syntax.Error{Pos: id.NamePos, Msg: "there is no " + id.Name}
		}
		return true
	})
	return err
}

// Call is what a run is given.
type Call struct {
	Function string
	View     View
	Vars     map[string]any    // the script's variables: string or int64
	Reads    func(name string) // is told of each variable that is looked at; nil for nobody
	Roll     func(sides int) int
	Limits   Limits
}

// Result is what came of a run.
type Result struct {
	Answer string // the text that the function returned, if it did
	No     bool   // it returned False
	Done   []Done // what it asked for, in order
	Vars   map[string]any
	Lines  []string // printed
	Steps  int
	Memory int
}

// Run runs a function of a program. On an error, which is a [*Fault], nothing was asked for; what was printed, and how
// far it came, is known all the same. A function returns a text, True, False or nothing.
func (p *Program) Run(c Call) (Result, error) {
	m := newMeter(p.name, c.Limits)
	m.globals, m.roll, m.reads = p.globals, c.Roll, c.Reads
	m.vars = maps.Clone(c.Vars)
	if m.vars == nil {
		m.vars = map[string]any{}
	}
	f, is := p.globals[c.Function].(*starlark.Function)
	if !is {
		return Result{Vars: c.Vars}, &Fault{Name: p.name, Text: "there is no function " + c.Function}
	}
	answer, err := starlark.Call(m.thread, f, starlark.Tuple{&record{fields: c.View}}, nil)
	out := Result{Lines: m.lines, Steps: int(m.thread.Steps), Memory: m.memory}
	if err == nil && m.broke == "" {
		text, isText := starlark.AsString(answer)
		switch {
		case isText:
			out.Answer = text
		case answer == starlark.None || answer == starlark.True:
		case answer == starlark.False:
			out.No = true
		default:
			err = fmt.Errorf("%s returned a %s; it returns a text, True, False or nothing", c.Function, answer.Type())
		}
	}
	if err != nil || m.broke != "" {
		out.Vars = c.Vars
		return out, m.fault(p.name, err)
	}
	out.Done, out.Vars = m.done, m.vars
	return out, nil
}

func newMeter(name string, limits Limits) *meter {
	m := &meter{limits: limits, vars: map[string]any{}, thread: &starlark.Thread{Name: name}}
	m.thread.SetLocal(meterKey, m)
	m.thread.SetMaxExecutionSteps(uint64(max(limits.Steps, 1)))
	m.thread.OnMaxSteps = func(*starlark.Thread) { _ = m.over("steps") }
	m.thread.Print = func(*starlark.Thread, string) {}
	return m
}

// fault says why a run ended.
func (m *meter) fault(name string, err error) *Fault {
	f := &Fault{Name: name, Text: "a limit is met", Limit: m.broke}
	if err != nil {
		f = faultOf(name, err)
		f.Limit = m.broke
	}
	if m.broke != "" {
		f.Text = m.limitText()
	}
	return f
}

func (m *meter) limitText() string {
	switch m.broke {
	case "steps":
		return fmt.Sprintf("it takes more than %d steps", m.limits.Steps)
	case "memory":
		return fmt.Sprintf("it makes more than %d bytes", m.limits.Memory)
	case "depth":
		return fmt.Sprintf("functions call each other more than %d deep", m.limits.Depth)
	case "number":
		return "a number has more than 64 bits"
	case "effects":
		return fmt.Sprintf("it asks for more than %d effects", m.limits.Effects)
	case "timers":
		return fmt.Sprintf("it asks for more than %d timers", m.limits.Timers)
	default:
		return "the limit of " + m.broke + " is met"
	}
}

// faultOf makes an error of Starlark a fault with its place in the source.
func faultOf(name string, err error) *Fault {
	var own *Fault
	var wrong syntax.Error
	var list resolve.ErrorList
	var eval *starlark.EvalError
	f := &Fault{Name: name, Text: err.Error()}
	switch {
	case errors.As(err, &own):
		return own
	case errors.As(err, &wrong):
		f.Line, f.Col, f.Text = int(wrong.Pos.Line), int(wrong.Pos.Col), wrong.Msg
	case errors.As(err, &list) && len(list) > 0:
		f.Line, f.Col, f.Text = int(list[0].Pos.Line), int(list[0].Pos.Col), list[0].Msg
	case errors.As(err, &eval):
		f.Text = eval.Msg
		for _, frame := range slices.Backward(eval.CallStack) {
			if frame.Pos.Line > 0 && !strings.HasPrefix(frame.Name, "$") {
				f.Line, f.Col = int(frame.Pos.Line), int(frame.Pos.Col)
				break
			}
		}
	}
	if i := strings.IndexByte(f.Text, '$'); i >= 0 { // a guard's name says nothing to whoever wrote the script
		for name := range guards() {
			f.Text = strings.ReplaceAll(f.Text, name+": ", "")
		}
	}
	return f
}
