package triggers

import (
	"errors"
	"fmt"
	"math"
	"time"

	"go.starlark.net/lib/json"
	"go.starlark.net/starlark"
)

// timerMin is the shortest time, in seconds, between two calls of a timer; timerMax the longest.
const timerMin, timerMax = 0.1, 30 * 24 * 3600

// callback is a function of Go that scripts call.
type callback = func(*starlark.Thread, *starlark.Builtin, starlark.Tuple, []starlark.Tuple) (starlark.Value, error)

// builtins returns what scripts may call beside Starlark's own.
func builtins() starlark.StringDict {
	out := starlark.StringDict{"json": json.Module}
	for name, f := range map[string]callback{
		"trigger": onText(hookTrigger), "alias": onText(hookAlias), "timer": onTime, "on_gmcp": onGMCP,
		"send": send, "say": say, "var": setVar, "get": getVar, "match": match,
	} {
		out[name] = starlark.NewBuiltin(name, f)
	}
	return out
}

// onText is trigger(pattern, function, priority=5) and alias(pattern, function, priority=5).
func onText(kind hookKind) callback {
	return func(
		t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kw []starlark.Tuple,
	) (starlark.Value, error) {
		h := Hook{kind: kind, Priority: 5}
		err := starlark.UnpackArgs(b.Name(), args, kw, "pattern", &h.Pattern, "function", &h.function,
			"priority?", &h.Priority)
		if err != nil {
			return nil, err
		}
		if err := checked(h.Pattern); err != nil {
			return nil, err
		}
		return starlark.None, hook(t, h)
	}
}

// onTime is timer(seconds, function).
func onTime(
	t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kw []starlark.Tuple,
) (starlark.Value, error) {
	h := Hook{kind: hookTimer}
	var every starlark.Value
	if err := starlark.UnpackArgs(b.Name(), args, kw, "seconds", &every, "function", &h.function); err != nil {
		return nil, err
	}
	seconds, ok := starlark.AsFloat(every)
	if !ok || math.IsNaN(seconds) || seconds < timerMin || seconds > timerMax {
		return nil, fmt.Errorf("a timer runs every %g to %d seconds", timerMin, timerMax)
	}
	h.Every = time.Duration(seconds * float64(time.Second))
	return starlark.None, hook(t, h)
}

// onGMCP is on_gmcp(package, function).
func onGMCP(
	t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kw []starlark.Tuple,
) (starlark.Value, error) {
	h := Hook{kind: hookGMCP}
	if err := starlark.UnpackArgs(b.Name(), args, kw, "package", &h.Pattern, "function", &h.function); err != nil {
		return nil, err
	}
	return starlark.None, hook(t, h)
}

// hostOf returns what the script that runs may reach.
func hostOf(t *starlark.Thread) (ScriptHost, error) {
	h, ok := t.Local(hostKey).(ScriptHost)
	if !ok {
		return nil, errors.New("nothing can be reached from here")
	}
	return h, nil
}

// send is send(line).
func send(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kw []starlark.Tuple) (starlark.Value, error) {
	var line string
	if err := starlark.UnpackArgs(b.Name(), args, kw, "line", &line); err != nil {
		return nil, err
	}
	h, err := hostOf(t)
	if err != nil {
		return nil, err
	}
	h.Send(line)
	return starlark.None, nil
}

// say is say(text).
func say(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kw []starlark.Tuple) (starlark.Value, error) {
	var text string
	if err := starlark.UnpackArgs(b.Name(), args, kw, "text", &text); err != nil {
		return nil, err
	}
	h, err := hostOf(t)
	if err != nil {
		return nil, err
	}
	h.Say(text)
	return starlark.None, nil
}

// setVar is var(name, value).
func setVar(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kw []starlark.Tuple) (starlark.Value, error) {
	var name string
	var value starlark.Value
	if err := starlark.UnpackArgs(b.Name(), args, kw, "name", &name, "value", &value); err != nil {
		return nil, err
	}
	h, err := hostOf(t)
	if err != nil {
		return nil, err
	}
	text, ok := starlark.AsString(value)
	if !ok {
		text = value.String()
	}
	return starlark.None, h.Set(name, text)
}

// getVar is get(name, default="").
func getVar(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kw []starlark.Tuple) (starlark.Value, error) {
	var name, otherwise string
	if err := starlark.UnpackArgs(b.Name(), args, kw, "name", &name, "default?", &otherwise); err != nil {
		return nil, err
	}
	h, err := hostOf(t)
	if err != nil {
		return nil, err
	}
	if v, ok := h.Get(name); ok {
		return starlark.String(v), nil
	}
	return starlark.String(otherwise), nil
}

// match is match(pattern, text): the list that a trigger would be given, or None.
func match(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kw []starlark.Tuple) (starlark.Value, error) {
	var source, text string
	if err := starlark.UnpackArgs(b.Name(), args, kw, "pattern", &source, "text", &text); err != nil {
		return nil, err
	}
	p, err := Compile(source)
	if err != nil {
		return nil, err
	}
	m, ok := p.Find(text)
	if !ok {
		return starlark.None, nil
	}
	var list []starlark.Value
	for _, s := range m.List() {
		list = append(list, starlark.String(s))
	}
	return starlark.NewList(list), nil
}
