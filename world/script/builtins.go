package script

import (
	"errors"
	"fmt"
	"sort"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// builtins returns what programs may call of Starlark's own and for variables, dice and the trace, and the guards.
func builtins() starlark.StringDict {
	out := starlark.StringDict{}
	for name, f := range guards() {
		out[name] = starlark.NewBuiltin(name, f)
	}
	for name, c := range map[string]cost{
		"abs": free, "len": free, "bool": free, "type": free, "range": free,
		"all": flatArgs, "any": flatArgs, "enumerate": pairs, "list": flatArgs, "max": scans, "min": scans,
		"reversed": flatArgs, "str": prints, "repr": prints, "tuple": scans, "zip": pairs, "int": digits,
	} {
		out[name] = charged(name, c)
	}
	for name, f := range map[string]builtin{
		"sorted": sorted, "fail": fail, "print": printLine, "roll": rollDie, "get": getVar, "set": setVar,
	} {
		out[name] = starlark.NewBuiltin(name, f)
	}
	return out
}

// charged is one of Starlark's own functions behind its cost.
func charged(name string, c cost) *starlark.Builtin {
	own, _ := starlark.Universe[name].(*starlark.Builtin) // the names above are functions
	return starlark.NewBuiltin(name, func(
		t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kw []starlark.Tuple,
	) (starlark.Value, error) {
		if len(kw) > 0 {
			return nil, fmt.Errorf("%s takes no values by name", name)
		}
		if err := c(meterOf(t), nil, args); err != nil {
			return nil, err
		}
		return starlark.Call(t, own, args, nil)
	})
}

func flatArgs(m *meter, _ starlark.Value, args starlark.Tuple) error {
	for _, a := range args {
		if err := m.make(flat(a)); err != nil {
			return err
		}
	}
	return nil
}

// scans is charged for what compares, or keeps in a tuple, all there is.
func scans(m *meter, on starlark.Value, args starlark.Tuple) error {
	weight, err := m.weigh(args...)
	if err != nil {
		return err
	}
	if err := m.make(weight); err != nil {
		return err
	}
	return flatArgs(m, on, args)
}

// pairs is charged for what makes a tuple for each element.
func pairs(m *meter, on starlark.Value, args starlark.Tuple) error {
	for range 3 {
		if err := flatArgs(m, on, args); err != nil {
			return err
		}
	}
	return scans(m, on, args)
}

// prints is charged for what makes a text of a value; a sign may become ten.
func prints(m *meter, _ starlark.Value, args starlark.Tuple) error {
	weight, err := m.weigh(args...)
	if err != nil {
		return err
	}
	return m.make(2 * weight)
}

func digits(m *meter, _ starlark.Value, args starlark.Tuple) error {
	if len(args) != 1 {
		return errors.New("int takes one value")
	}
	if s, is := args[0].(starlark.String); is && len(strings.TrimSpace(string(s))) > 18 {
		return m.over("number")
	}
	return nil
}

func fail(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	why, is := "", len(args) == 1
	if is {
		why, is = starlark.AsString(args[0])
	}
	if !is {
		return nil, errors.New("fail takes one text")
	}
	return nil, errors.New(why)
}

func printLine(
	t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple,
) (starlark.Value, error) {
	m := meterOf(t)
	if err := prints(m, nil, args); err != nil {
		return nil, err
	}
	var parts []string
	for _, a := range args {
		s, is := starlark.AsString(a)
		if !is {
			s = a.String()
		}
		parts = append(parts, s)
	}
	m.print(strings.Join(parts, " "))
	return starlark.None, nil
}

// sidesMost is how many sides a die may have.
const sidesMost = 1_000_000

func rollDie(
	t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kw []starlark.Tuple,
) (starlark.Value, error) {
	m, sides := meterOf(t), 0
	if err := starlark.UnpackArgs(b.Name(), args, kw, "sides", &sides); err != nil {
		return nil, err
	}
	if sides < 1 || sides > sidesMost {
		return nil, fmt.Errorf("a die has 1 to %d sides", sidesMost)
	}
	if m.roll == nil {
		return nil, errors.New("there are no dice here")
	}
	return starlark.MakeInt(m.roll(sides)), nil
}

// NameMost is the most bytes of a variable's name, WordsMost of a text in one, VarsMost how many a script may have.
const (
	NameMost  = 48
	WordsMost = 200
	VarsMost  = 32
)

func getVar(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kw []starlark.Tuple) (starlark.Value, error) {
	var name string
	var otherwise starlark.Value = starlark.None
	if err := starlark.UnpackArgs(b.Name(), args, kw, "name", &name, "default?", &otherwise); err != nil {
		return nil, err
	}
	m := meterOf(t)
	if v, has := m.vars[name]; has {
		if m.reads != nil {
			m.reads(name)
		}
		return value(v), nil
	}
	return otherwise, nil
}

func setVar(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kw []starlark.Tuple) (starlark.Value, error) {
	var name string
	var to starlark.Value
	if err := starlark.UnpackArgs(b.Name(), args, kw, "name", &name, "value", &to); err != nil {
		return nil, err
	}
	m := meterOf(t)
	if name == "" || len(name) > NameMost {
		return nil, fmt.Errorf("the name of a variable has 1 to %d bytes", NameMost)
	}
	if to == starlark.None {
		delete(m.vars, name)
		return starlark.None, nil
	}
	v, err := plain(Param{Name: "value", Kind: Value}, to)
	if err != nil {
		return nil, err
	}
	if s, is := v.(string); is && len(s) > WordsMost {
		return nil, fmt.Errorf("a variable keeps at most %d bytes", WordsMost)
	}
	if _, has := m.vars[name]; !has && len(m.vars) >= VarsMost {
		return nil, fmt.Errorf("a script has at most %d variables; set(name, None) forgets one", VarsMost)
	}
	m.vars[name] = v
	return starlark.None, nil
}

// sorted is sorted(list, key=None, reverse=False): texts or numbers, or by keys that are.
func sorted(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kw []starlark.Tuple) (starlark.Value, error) {
	var list starlark.Iterable
	var key starlark.Callable
	var isReverse bool
	if err := starlark.UnpackArgs(b.Name(), args, kw, "list", &list, "key?", &key, "reverse?", &isReverse); err != nil {
		return nil, err
	}
	m := meterOf(t)
	if err := m.make(4 * flat(list)); err != nil {
		return nil, err
	}
	var all, keys []starlark.Value
	for v := range starlark.Elements(list) {
		k := v
		if key != nil {
			var err error
			if k, err = starlark.Call(t, key, starlark.Tuple{v}, nil); err != nil {
				return nil, err
			}
		}
		if err := m.key(k); err != nil {
			return nil, errors.New("only texts and numbers can be sorted; give a key=")
		}
		all, keys = append(all, v), append(keys, k)
	}
	return m.sort(all, keys, isReverse)
}

func (m *meter) sort(all, keys []starlark.Value, isReverse bool) (starlark.Value, error) {
	weight, err := m.weigh(keys...)
	if err != nil {
		return nil, err
	}
	for n := len(all); n > 0; n /= 2 {
		if err := m.look(2 * weight); err != nil {
			return nil, err
		}
	}
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	var wrong error
	sort.SliceStable(order, func(i, j int) bool {
		op := syntax.LT
		if isReverse {
			op = syntax.GT
		}
		less, err := starlark.Compare(op, keys[order[i]], keys[order[j]])
		if err != nil {
			wrong = err
		}
		return less
	})
	out := make([]starlark.Value, len(all))
	for i, n := range order {
		out[i] = all[n]
	}
	return starlark.NewList(out), wrong
}
