package script

import (
	"fmt"

	"go.starlark.net/starlark"
)

// View is what a run may look at: strings, int, int64, bool, nil, []string, views, and functions that return one of
// them, which are asked the first time a program looks.
type View map[string]any

// record is a view as programs see it.
type record struct {
	fields View
	seen   map[string]starlark.Value
}

// String returns what print shows of a view.
func (r *record) String() string { return "view" }

// Type returns what type() shows of a view.
func (r *record) Type() string { return "view" }

// Freeze does nothing: a view never changes.
func (r *record) Freeze() {}

// Truth is true.
func (r *record) Truth() starlark.Bool { return true }

// Hash refuses: a view is no key.
func (r *record) Hash() (uint32, error) { return 0, fmt.Errorf("a view is no key") }

// attr returns a field.
func (r *record) attr(m *meter, name string) (starlark.Value, error) {
	if v := r.seen[name]; v != nil {
		return v, nil
	}
	field, has := r.fields[name]
	if !has {
		return nil, fmt.Errorf("there is no %s to see here", name)
	}
	if ask, is := field.(func() any); is {
		field = ask()
	}
	v := value(field)
	v.Freeze()
	if err := m.look(flat(v)); err != nil {
		return nil, err
	}
	if r.seen == nil {
		r.seen = map[string]starlark.Value{}
	}
	r.seen[name] = v
	return v, nil
}

// value makes data a value of Starlark. What it does not know is None.
func value(v any) starlark.Value {
	switch v := v.(type) {
	case string:
		return starlark.String(v)
	case int:
		return starlark.MakeInt(v)
	case int64:
		return starlark.MakeInt64(v)
	case bool:
		return starlark.Bool(v)
	case []string:
		out := make([]starlark.Value, len(v))
		for i, s := range v {
			out[i] = starlark.String(s)
		}
		return starlark.NewList(out)
	case View:
		if v == nil {
			return starlark.None
		}
		return &record{fields: v}
	case map[string]any:
		if v == nil {
			return starlark.None
		}
		return &record{fields: v}
	default:
		return starlark.None
	}
}
