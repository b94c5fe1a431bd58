package triggers

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"go.starlark.net/lib/json"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Limits of a script.
const (
	// scriptStepsMax is how many steps of the interpreter one call may take.
	scriptStepsMax = 1_000_000
	// hooksMax is how many triggers, aliases and timers one folder of scripts may ask for.
	hooksMax = 1000
	// loadsMax is how deep scripts may load each other.
	loadsMax = 8
)

// hookKind is what a script waits for.
type hookKind uint8

// What a script may wait for.
const (
	hookTrigger hookKind = iota
	hookAlias
	hookTimer
	hookGMCP
)

// Hook is a function of a script and what it waits for.
type Hook struct {
	kind     hookKind
	Pattern  string        // of a trigger or an alias; the package of GMCP
	Every    time.Duration // of a timer
	Priority int
	Where    string // the file and line that asked for it
	script   string // whose body asked for it
	function starlark.Callable
}

// ScriptHost is what a script can reach.
type ScriptHost interface {
	Send(line string)
	Say(text string)
	Get(name string) (string, bool)
	Set(name, value string) error
}

// hostKey, hooksKey and folderKey are where a thread keeps what its functions need.
const (
	hostKey   = "host"
	folderKey = "folder"
)

// folder is what one Load reads.
type folder struct {
	files   fs.FS
	maxSize int64
	loaded  map[string]*module
	hooks   *[]Hook // nil when the scripts have been read
	depth   int
}

// module is a script that was loaded; nil globals while it still runs.
type module struct {
	globals starlark.StringDict
	err     error
}

// LoadScripts runs each named script of the folder once and returns what they wait for. A script with a mistake is left
// out; the others stand.
func LoadScripts(files fs.FS, names []string, maxSize int64, host ScriptHost) ([]Hook, []error) {
	var hooks []Hook
	var errs []error
	f := &folder{files: files, maxSize: maxSize, loaded: map[string]*module{}, hooks: &hooks}
	for _, name := range names {
		if _, err := f.load(name, host); err != nil {
			errs = append(errs, err)
		}
	}
	f.hooks = nil
	return hooks, errs
}

// load runs one script unless it has run already.
func (f *folder) load(name string, host ScriptHost) (starlark.StringDict, error) {
	if m, ok := f.loaded[name]; ok {
		if m == nil {
			return nil, fmt.Errorf("%s loads itself", name)
		}
		return m.globals, m.err
	}
	if !fs.ValidPath(name) || strings.ContainsAny(name, `/\`) || !strings.HasSuffix(name, ".star") {
		return nil, fmt.Errorf("%q cannot be loaded: only a script beside this one, such as \"loot.star\"", name)
	}
	if f.depth == loadsMax {
		return nil, fmt.Errorf("scripts load each other more than %d deep", loadsMax)
	}
	f.depth++
	defer func() { f.depth-- }()
	f.loaded[name] = nil
	m := &module{}
	m.globals, m.err = f.run(name, host)
	f.loaded[name] = m
	if m.err != nil {
		*f.hooks = slices.DeleteFunc(*f.hooks, func(h Hook) bool { return h.script == name })
	}
	return m.globals, m.err
}

func (f *folder) run(name string, host ScriptHost) (starlark.StringDict, error) {
	info, err := fs.Stat(f.files, name)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	if info.Size() > f.maxSize {
		return nil, fmt.Errorf("%s is larger than %d bytes", name, f.maxSize)
	}
	source, err := fs.ReadFile(f.files, name)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	options := &syntax.FileOptions{Set: true, While: true, TopLevelControl: true, GlobalReassign: true}
	globals, err := starlark.ExecFileOptions(options, f.thread(name, host), name, source, builtins())
	return globals, told(err)
}

// thread makes what one call runs in.
func (f *folder) thread(name string, host ScriptHost) *starlark.Thread {
	t := &starlark.Thread{
		Name:  name,
		Print: func(_ *starlark.Thread, msg string) { host.Say(msg) },
		Load:  func(_ *starlark.Thread, module string) (starlark.StringDict, error) { return f.load(module, host) },
	}
	t.SetMaxExecutionSteps(scriptStepsMax)
	t.SetLocal(hostKey, host)
	t.SetLocal(folderKey, f)
	return t
}

// Call runs the hook's function with what was matched: element 0 is all of it, the others are the arguments. For GMCP
// there is one element, the JSON, and the function is given what it means.
func (h *Hook) Call(host ScriptHost, args []string) error {
	f := &folder{loaded: map[string]*module{}}
	t := f.thread(h.Where, host)
	t.Load = nil
	arg, err := h.argument(t, args)
	if err != nil {
		return fmt.Errorf("%s: what the MUD sent is no JSON: %w", h.Where, err)
	}
	given := starlark.Tuple{arg}
	if h.kind == hookTimer {
		given = nil
	}
	_, err = starlark.Call(t, h.function, given, nil)
	return told(err)
}

func (h *Hook) argument(t *starlark.Thread, args []string) (starlark.Value, error) {
	if h.kind == hookGMCP {
		if len(args) == 0 || args[0] == "" {
			return starlark.None, nil
		}
		return starlark.Call(t, json.Module.Members["decode"], starlark.Tuple{starlark.String(args[0])}, nil)
	}
	list := make([]starlark.Value, len(args))
	for i, a := range args {
		list[i] = starlark.String(a)
	}
	return starlark.NewList(list), nil
}

// told makes an interpreter's error one line that names the script's line.
func told(err error) error {
	if err == nil {
		return nil
	}
	var bad *starlark.EvalError
	if !errors.As(err, &bad) {
		return err // a syntax error names its line already
	}
	msg := bad.Msg
	if strings.Contains(msg, "too many steps") {
		msg = fmt.Sprintf("it took more than %d steps and was ended; does a loop never end?", scriptStepsMax)
	}
	for _, frame := range slices.Backward(bad.CallStack) { // the innermost call that is in a script
		if pos := frame.Pos; pos.Line > 0 {
			return fmt.Errorf("%s:%d: %s", pos.Filename(), pos.Line, msg)
		}
	}
	return errors.New(msg)
}

// hook notes what a script waits for.
func hook(t *starlark.Thread, h Hook) error {
	f, ok := t.Local(folderKey).(*folder)
	if !ok || f.hooks == nil {
		return errors.New("trigger, alias, timer and on_gmcp are for the body of a script, not for its functions")
	}
	if len(*f.hooks) >= hooksMax {
		return fmt.Errorf("the scripts of a profile may have %d triggers, aliases and timers", hooksMax)
	}
	pos := t.CallFrame(1).Pos
	h.Where, h.script = fmt.Sprintf("%s:%d", pos.Filename(), pos.Line), t.Name
	*f.hooks = append(*f.hooks, h)
	return nil
}

// checked compiles a pattern only to refuse a bad one where it stands.
func checked(source string) error {
	_, err := Compile(source)
	return err
}
