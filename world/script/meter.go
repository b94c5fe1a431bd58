package script

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"go.starlark.net/starlark"
)

// meterKey is under which a thread finds its meter.
const meterKey = "meter"

// lookBytes is how many bytes may be looked at for one step.
const lookBytes = 16

// lineMost is the most bytes of one line for the trace.
const lineMost = 200

// meter counts what one run uses, and keeps what it asked for.
type meter struct {
	limits  Limits
	thread  *starlark.Thread
	roll    func(sides int) int
	reads   func(name string)
	memory  int
	effects int
	timers  int
	broke   string // the limit that was met
	done    []Done
	lines   []string
	vars    map[string]any
	globals starlark.StringDict
}

// errLimit ends a run; which limit it was stands in the meter.
var errLimit = errors.New("a limit is met")

func meterOf(t *starlark.Thread) *meter {
	m, _ := t.Local(meterKey).(*meter) // no thread is made without one
	return m
}

// over ends the run.
func (m *meter) over(limit string) error {
	if m.broke == "" {
		m.broke = limit
	}
	m.thread.Cancel(limit)
	return errLimit
}

// look charges for so many bytes that something looks at.
func (m *meter) look(bytes int) error {
	m.thread.Steps += uint64(max(bytes, 0) / lookBytes) // never below 0
	if m.thread.Steps >= uint64(m.limits.Steps) {       // a limit is above 0
		return m.over("steps")
	}
	return nil
}

// make charges for so many bytes that something makes.
func (m *meter) make(bytes int) error {
	if m.memory += max(bytes, 0); m.memory > m.limits.Memory || m.memory < 0 {
		return m.over("memory")
	}
	return m.look(bytes)
}

// weigh charges for looking at all of some values, and returns how many bytes that is. A part that is reached in two
// ways counts twice, as it does for whoever prints or compares it.
func (m *meter) weigh(values ...starlark.Value) (int, error) {
	left := (m.limits.Steps-int(m.thread.Steps))*lookBytes + 1 // far below what an int holds
	had := left
	for _, v := range values {
		if left = lighten(v, left); left <= 0 {
			return 0, m.over("steps")
		}
	}
	return had - left, m.look(had - left)
}

// lighten takes the weight of a value off what is left, and stops when nothing is.
func lighten(v starlark.Value, left int) int {
	switch v := v.(type) {
	case starlark.String:
		return left - lookBytes - len(v)
	case *starlark.List:
		left -= 2 * lookBytes
		for i := 0; i < v.Len() && left > 0; i++ {
			left = lighten(v.Index(i), left)
		}
	case starlark.Tuple:
		left -= 2 * lookBytes
		for i := 0; i < len(v) && left > 0; i++ {
			left = lighten(v[i], left)
		}
	case *starlark.Dict:
		left -= 2*lookBytes + v.Len()*lookBytes
		for k, e := range v.Entries() {
			if left = lighten(e, lighten(k, left)); left <= 0 {
				break
			}
		}
	default:
		left -= lookBytes
	}
	return left
}

// flat is how many bytes a value has without what its elements have in turn.
func flat(v starlark.Value) int {
	if s, is := v.(starlark.String); is {
		return len(s)
	}
	return lookBytes * max(starlark.Len(v), 0)
}

// ask keeps an effect.
func (m *meter) ask(d Done, timer bool) error {
	if timer {
		if m.timers++; m.timers > m.limits.Timers {
			return m.over("timers")
		}
	} else if m.effects++; m.effects > m.limits.Effects {
		return m.over("effects")
	}
	m.done = append(m.done, d)
	return nil
}

// functionName returns the name of a function of the program, given itself or its name.
func (m *meter) functionName(v starlark.Value) (string, error) {
	name := ""
	switch v := v.(type) {
	case starlark.String:
		name = string(v)
	case *starlark.Function:
		name = v.Name()
	default:
	}
	if f, is := m.globals[name].(*starlark.Function); is && f.NumParams() == 1 {
		return name, nil
	}
	return "", fmt.Errorf("%s is no function of this script that takes one value", v.String())
}

// print keeps a line for the trace.
func (m *meter) print(line string) {
	if len(m.lines) >= m.limits.Lines {
		return
	}
	if len(line) > lineMost {
		for line = line[:lineMost]; line != "" && !utf8.ValidString(line); {
			line = line[:len(line)-1]
		}
	}
	m.lines = append(m.lines, line)
}
