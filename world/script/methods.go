package script

import (
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"
)

// cost says what a method is charged before it is called.
type cost func(m *meter, on starlark.Value, args starlark.Tuple) error

// costOf returns what a method of a value costs; nil is one that it does not have.
func costOf(v starlark.Value, name string) cost {
	switch v.(type) {
	case starlark.String:
		return textCost(name)
	case *starlark.List:
		switch name {
		case "append":
			return grows
		case "clear":
			return free
		case "pop", "insert":
			return flatly
		case "extend":
			return extends
		case "index", "remove":
			return looks
		}
	case *starlark.Dict:
		switch name {
		case "get", "pop", "setdefault":
			return byKey
		case "clear":
			return free
		case "keys", "values":
			return copies
		case "items":
			return listsItems
		case "update":
			return updates
		}
	}
	return nil
}

// textCost is costOf for texts.
func textCost(name string) cost {
	switch name {
	case "lower", "upper", "title", "capitalize", "strip", "lstrip", "rstrip", "removeprefix", "removesuffix":
		return copies
	case "startswith", "endswith", "find", "rfind", "count", "isdigit", "isalpha", "isalnum", "isspace", "islower",
		"isupper":
		return looks
	case "split", "splitlines":
		return splits
	case "join":
		return joins
	case "replace":
		return replaces
	case "format":
		return fills
	default:
		return nil
	}
}

// guardAttr is x.name.
func guardAttr(
	t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple,
) (starlark.Value, error) {
	m := meterOf(t)
	name, _ := starlark.AsString(args[1]) // the rewriter wrote it
	if r, is := args[0].(*record); is {
		return r.attr(m, name)
	}
	return m.method(args[0], name)
}

// method returns a method of a value, which is charged when it is called.
func (m *meter) method(on starlark.Value, name string) (starlark.Callable, error) {
	charge := costOf(on, name)
	has, is := on.(starlark.HasAttrs)
	if charge == nil || !is {
		return nil, fmt.Errorf("a %s has no %s", on.Type(), name)
	}
	attr, err := has.Attr(name)
	if err != nil {
		return nil, err
	}
	own, is := attr.(starlark.Callable)
	if !is {
		return nil, fmt.Errorf("a %s has no %s", on.Type(), name)
	}
	return starlark.NewBuiltin(name, func(
		t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kw []starlark.Tuple,
	) (starlark.Value, error) {
		all := args
		for _, pair := range kw {
			all = append(slices.Clip(all), pair[1])
		}
		if err := charge(m, on, all); err != nil {
			return nil, err
		}
		return starlark.Call(t, own, args, kw)
	}), nil
}

func free(*meter, starlark.Value, starlark.Tuple) error { return nil }

func grows(m *meter, _ starlark.Value, _ starlark.Tuple) error { return m.make(lookBytes) }

// copies is charged for what makes no more than there was.
func copies(m *meter, on starlark.Value, _ starlark.Tuple) error { return m.make(flat(on)) }

// flatly is charged for what moves the elements.
func flatly(m *meter, on starlark.Value, _ starlark.Tuple) error { return m.look(flat(on)) }

// looks is charged for what looks at all there is.
func looks(m *meter, on starlark.Value, args starlark.Tuple) error {
	_, err := m.weigh(append(slices.Clip(args), on)...)
	return err
}

// splits is charged for as many parts as a text could have.
func splits(m *meter, on starlark.Value, args starlark.Tuple) error {
	s, _ := starlark.AsString(on) // it is only for texts
	parts := len(strings.Fields(s))
	if len(args) > 0 {
		if sep, is := args[0].(starlark.String); is && sep != "" {
			parts = strings.Count(s, string(sep)) + 1
		}
	} else {
		parts = max(parts, strings.Count(s, "\n")+1)
	}
	return m.make(len(s) + parts*lookBytes)
}

func joins(m *meter, on starlark.Value, args starlark.Tuple) error {
	n := 0
	for _, a := range args {
		weight, err := m.weigh(a)
		if err != nil {
			return err
		}
		n += weight + max(starlark.Len(a), 0)*flat(on)
	}
	return m.make(n)
}

func replaces(m *meter, on starlark.Value, args starlark.Tuple) error {
	s, _ := starlark.AsString(on) // it is only for texts
	if len(args) < 2 {
		return nil // its own error says what is missing
	}
	was, isText := args[0].(starlark.String)
	becomes, isTextToo := args[1].(starlark.String)
	if !isText || !isTextToo {
		return nil
	}
	return m.make(len(s) + strings.Count(s, string(was))*len(becomes))
}

func fills(m *meter, on starlark.Value, args starlark.Tuple) error {
	s, _ := starlark.AsString(on) // it is only for texts
	return m.formats(s, '{', args...)
}

func extends(m *meter, _ starlark.Value, args starlark.Tuple) error {
	n := 0
	for _, a := range args {
		n += flat(a)
	}
	return m.make(n)
}

func byKey(m *meter, _ starlark.Value, args starlark.Tuple) error {
	if len(args) == 0 {
		return nil
	}
	return m.key(args[0])
}

// listsItems is charged for a tuple for each element.
func listsItems(m *meter, on starlark.Value, _ starlark.Tuple) error { return m.make(4 * flat(on)) }

// updates takes a dict alone, whose keys are fit already.
func updates(m *meter, _ starlark.Value, args starlark.Tuple) error {
	for _, a := range args {
		if _, is := a.(*starlark.Dict); !is {
			return fmt.Errorf("update takes one dict")
		}
		if err := m.make(4 * flat(a)); err != nil {
			return err
		}
	}
	return nil
}
