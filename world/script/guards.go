package script

import (
	"fmt"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// builtin is a function of Go that programs call.
type builtin = func(*starlark.Thread, *starlark.Builtin, starlark.Tuple, []starlark.Tuple) (starlark.Value, error)

// guards returns what rewritten programs call in place of what can be dear.
func guards() map[string]builtin {
	return map[string]builtin{
		"$op": guardOp, "$add": guardAdd, "$attr": guardAttr, "$key": guardKey,
		"$sized": guardSized, "$tuple": guardTuple, "$enter": guardEnter,
	}
}

// guardEnter is the first thing in each function.
func guardEnter(
	t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple,
) (starlark.Value, error) {
	m := meterOf(t)
	if t.CallStackDepth()-1 > m.limits.Depth {
		return nil, m.over("depth")
	}
	nodes, _ := starlark.AsInt32(args[0])
	return starlark.True, m.look(nodes * lookBytes / 4) // the room for what it works with is made at each call
}

// guardKey lets plain values be keys and indices, and no tuples: to hash one takes as long as it has parts in parts.
func guardKey(
	t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple,
) (starlark.Value, error) {
	return args[0], meterOf(t).key(args[0])
}

func (m *meter) key(v starlark.Value) error {
	switch v := v.(type) {
	case starlark.String:
		return m.look(len(v))
	case starlark.Int, starlark.Bool, starlark.NoneType:
		return nil
	default:
		return fmt.Errorf("something is looked up by a text or a number, not by a %s", v.Type())
	}
}

// guardSized charges for a part of something before it is cut out.
func guardSized(
	t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple,
) (starlark.Value, error) {
	if _, isRange := args[0].(starlark.Indexable); isRange && args[0].Type() == "range" {
		return args[0], nil
	}
	return args[0], meterOf(t).make(flat(args[0]))
}

// guardTuple charges for all that a tuple reaches, so that none can be made of which two ways lead to each part.
func guardTuple(
	t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple,
) (starlark.Value, error) {
	m := meterOf(t)
	weight, err := m.weigh(args[0])
	if err != nil {
		return nil, err
	}
	return args[0], m.make(weight)
}

// guardOp is an operator between two values.
func guardOp(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	code, _ := starlark.AsInt32(args[0])
	return meterOf(t).operate(syntax.Token(code), args[1], args[2])
}

// guardAdd is += and |=, which change a list or dict in place.
func guardAdd(
	t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple,
) (starlark.Value, error) {
	m := meterOf(t)
	code, _ := starlark.AsInt32(args[0])
	method := ""
	switch args[1].(type) {
	case *starlark.List:
		method = "extend"
	case *starlark.Dict:
		method = "update"
	default:
		return m.operate(syntax.Token(code), args[1], args[2])
	}
	f, err := m.method(args[1], method)
	if err != nil {
		return nil, err
	}
	if _, err := starlark.Call(t, f, args[2:], nil); err != nil {
		return nil, err
	}
	return args[1], nil
}

func (m *meter) operate(op syntax.Token, x, y starlark.Value) (starlark.Value, error) {
	switch op {
	case syntax.EQL, syntax.NEQ, syntax.LT, syntax.LE, syntax.GT, syntax.GE:
		if err := m.compares(x, y); err != nil {
			return nil, err
		}
		ok, err := starlark.Compare(op, x, y)
		return starlark.Bool(ok), err
	case syntax.IN, syntax.NOT_IN:
		if err := m.searches(x, y); err != nil {
			return nil, err
		}
	case syntax.LTLT:
		if n, err := starlark.AsInt32(y); err != nil || n > 63 {
			return nil, m.over("number")
		}
	default:
		if err := m.make(made(op, x, y)); err != nil {
			return nil, err
		}
	}
	if format, is := x.(starlark.String); is && op == syntax.PERCENT {
		if err := m.formats(string(format), '%', y); err != nil {
			return nil, err
		}
	}
	z, err := starlark.Binary(op, x, y)
	if err != nil {
		return nil, err
	}
	if n, is := z.(starlark.Int); is {
		if _, fits := n.Int64(); !fits {
			return nil, m.over("number")
		}
	}
	return z, nil
}

// compares charges for a comparison.
func (m *meter) compares(x, y starlark.Value) error {
	if scalar(x) || scalar(y) {
		return nil
	}
	_, err := m.weigh(x, y)
	return err
}

// searches charges for x in y.
func (m *meter) searches(x, y starlark.Value) error {
	switch y := y.(type) {
	case *starlark.Dict:
		return m.key(x)
	case starlark.String, *starlark.List, starlark.Tuple:
		_, err := m.weigh(x, y)
		return err
	default:
		return nil
	}
}

// scalar reports whether a value is compared at once.
func scalar(v starlark.Value) bool {
	switch v.(type) {
	case starlark.Int, starlark.Bool, starlark.NoneType:
		return true
	default:
		return false
	}
}

// made is how many bytes an operator makes at most.
func made(op syntax.Token, x, y starlark.Value) int {
	if scalar(x) && scalar(y) {
		return 0
	}
	switch op {
	case syntax.STAR:
		if n, err := starlark.AsInt32(y); err == nil {
			return max(n, 0) * flat(x)
		}
		if n, err := starlark.AsInt32(x); err == nil {
			return max(n, 0) * flat(y)
		}
		return 0
	case syntax.PIPE:
		return 4 * (flat(x) + flat(y))
	default:
		return flat(x) + flat(y)
	}
}

// formats charges for a text with places for values, which begin with a mark.
func (m *meter) formats(format string, mark byte, values ...starlark.Value) error {
	weight, err := m.weigh(values...)
	if err != nil {
		return err
	}
	places := 0
	for i := range len(format) {
		if format[i] == mark {
			places++
		}
	}
	return m.make(len(format) + places*weight)
}
