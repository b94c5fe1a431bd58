package script

import (
	"fmt"
	"slices"

	"go.starlark.net/starlark"

	"github.com/mudlark-mud/mudlark/world"
)

// What a program may be, and what it may not exceed to be compiled at all.
const (
	SourceMost  = 16 << 10 // bytes of source
	NestMost    = 32       // expressions and blocks within each other
	LiteralMost = 200      // elements of one list, dict, tuple or call as it is written
)

// Limits bounds one run. A run that meets one ends there, has no effect, and says which in [Fault.Limit].
type Limits struct {
	Steps   int // instructions, and 16 bytes that are looked at, copied or compared
	Memory  int // bytes made
	Depth   int // functions calling each other
	Effects int // effects asked for, timers not counted
	Timers  int // timers asked for
	Lines   int // printed for the trace; what is beyond is left out and is no fault
}

// DefaultLimits are limits under which the worst program that is known takes about a millisecond.
func DefaultLimits() Limits {
	return Limits{Steps: world.ScriptStepsMost, Memory: 64 << 10, Depth: 16, Effects: 32, Timers: 8, Lines: 20}
}

// Kind is of what sort the argument of an effect is.
type Kind string

// The kinds of arguments.
const (
	Text   Kind = "text"   // a string
	Number Kind = "number" // a whole number
	Value  Kind = "value"  // a string, a whole number, True or False, which become 1 and 0
	Name   Kind = "name"   // the name of a function of the script
)

// Param is an argument of an effect.
type Param struct {
	Name     string
	Kind     Kind
	Optional bool
}

// Effect is something that a script may ask for: a function that it calls.
type Effect struct {
	Name   string
	Params []Param
	Timer  bool // it is counted with the timers, and takes further values by name
}

// Done is an effect that a run asked for. Its values are of type string or int64; what was left out is missing.
type Done struct {
	Effect string
	Args   map[string]any
	More   map[string]any // of a timer
}

// Language is what programs may ask for beside Starlark itself.
type Language struct {
	effects map[string]Effect
	names   starlark.StringDict
}

// NewLanguage returns a language with some effects. Beside them programs may call roll(sides), get(name, default) and
// set(name, value) for the script's variables, and print for the trace. Two effects of one name, or one that is called
// as something of the language, are a mistake in the program and panic.
func NewLanguage(effects []Effect) *Language {
	l := &Language{effects: map[string]Effect{}, names: builtins()}
	for _, e := range effects {
		if l.names.Has(e.Name) {
			panic("script: two things are called " + e.Name)
		}
		l.effects[e.Name] = e
		l.names[e.Name] = starlark.NewBuiltin(e.Name, effect(e))
	}
	l.names.Freeze()
	return l
}

// Names returns what programs may call, in order.
func (l *Language) Names() []string {
	var out []string
	for _, n := range l.names.Keys() {
		if n[0] != '$' {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return out
}

// effect makes the function that asks for an effect.
func effect(e Effect) builtin {
	return func(
		t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kw []starlark.Tuple,
	) (starlark.Value, error) {
		m := meterOf(t)
		done := Done{Effect: e.Name, Args: map[string]any{}}
		if len(args) > len(e.Params) {
			return nil, fmt.Errorf("%s takes %d values", e.Name, len(e.Params))
		}
		for i, v := range args {
			if err := done.put(m, e.Params[i], v); err != nil {
				return nil, err
			}
		}
		for _, pair := range kw {
			name, _ := starlark.AsString(pair[0]) // by Starlark's own promise it is one
			i := slices.IndexFunc(e.Params, func(p Param) bool { return p.Name == name })
			switch {
			case i < 0 && e.Timer:
				v, err := plain(Param{Name: name, Kind: Value}, pair[1])
				if err != nil {
					return nil, err
				}
				if done.More == nil {
					done.More = map[string]any{}
				}
				done.More[name] = v
				continue
			case i < 0:
				return nil, fmt.Errorf("%s has no %s", e.Name, name)
			case done.Args[name] != nil:
				return nil, fmt.Errorf("%s is given %s twice", e.Name, name)
			}
			if err := done.put(m, e.Params[i], pair[1]); err != nil {
				return nil, err
			}
		}
		for _, p := range e.Params {
			if _, has := done.Args[p.Name]; !has && !p.Optional {
				return nil, fmt.Errorf("%s needs %s", e.Name, p.Name)
			}
		}
		return starlark.None, m.ask(done, e.Timer)
	}
}

// put takes one value of an effect.
func (d *Done) put(m *meter, p Param, v starlark.Value) error {
	if p.Kind == Name {
		name, err := m.functionName(v)
		if err != nil {
			return err
		}
		d.Args[p.Name] = name
		return nil
	}
	if v == starlark.None && p.Optional {
		return nil
	}
	out, err := plain(p, v)
	d.Args[p.Name] = out
	return err
}

// plain returns a value as data.
func plain(p Param, v starlark.Value) (any, error) {
	switch v := v.(type) {
	case starlark.String:
		if p.Kind != Number {
			return string(v), nil
		}
	case starlark.Int:
		if n, fits := v.Int64(); fits && p.Kind != Text {
			return n, nil
		}
	case starlark.Bool:
		if p.Kind == Value && bool(v) {
			return int64(1), nil
		} else if p.Kind == Value {
			return int64(0), nil
		}
	default:
	}
	return nil, fmt.Errorf("%s has to be a %s and not a %s", p.Name, p.Kind, v.Type())
}
