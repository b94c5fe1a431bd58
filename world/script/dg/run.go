package dg

import (
	"fmt"
	"strings"
)

// World is what a run sees and does.
type World interface {
	// Self returns the reference of what the script is of.
	Self() string
	// Field returns a field of an entity, by its reference, or of one of the names that the world knows, such as time;
	// false where there is none. With neither field nor argument it is what the name means by itself.
	Field(of, field, arg string) (string, bool)
	// Do carries out a command and reports whether it is one.
	Do(command, rest string) bool
	// Kept returns a variable that was kept with an entity.
	Kept(ref, name string) (string, bool)
	// Keep keeps one, or forgets it where there is no value.
	Keep(ref, name, value string)
	// Roll throws a die.
	Roll(sides int) int
	// Until returns how many seconds it is until a time of the day.
	Until(hour, minute int) int
	// Attach puts a script on something, or takes it off.
	Attach(script, ref string, on bool)
}

// IsRef reports whether a value is the reference of an entity, and not words.
func IsRef(value string) bool { return len(value) > 1 && value[0] == RefMark }

// RefMark is what references begin with.
const RefMark = '}'

// Bounds of what a frame holds.
const (
	TextMost = 1000 // bytes of a variable, or of a line once it is filled in
	VarsMost = 40
	nameMost = 48
)

// Frame is a run that is not over: the line that is next, and its variables.
type Frame struct {
	At      int
	Vars    map[string]string
	Context string
	Global  map[string]bool // which of the variables are kept when they are set
	Rounds  int             // of loops, since the last wait
}

// Limits bounds one run. A run that meets one ends there.
type Limits struct {
	Steps    int // lines, variables and operators, and 16 bytes that are made
	Memory   int // bytes made
	Commands int
}

// DefaultLimits are those of a run that a world starts.
func DefaultLimits() Limits { return Limits{Steps: 10_000, Memory: 64 << 10, Commands: 64} }

// Result is what came of a run.
type Result struct {
	Wait  int      // the run goes on from its frame after so many seconds; 0: it is over
	No    bool     // it returned 0
	Steps int      // that it took
	Fault string   // line:1: the limit that was met; "" for none
	Left  []string // lines that were left out, because nothing knows their command
}

type run struct {
	s        *Script
	frame    *Frame
	world    World
	limits   Limits
	steps    int
	memory   int
	commands int
	broke    string
	line     int
	out      Result
}

// Run runs a script from where its frame is.
func (s *Script) Run(f *Frame, w World, limits Limits) Result {
	r := &run{s: s, frame: f, world: w, limits: limits}
	if f.Vars == nil {
		f.Vars = map[string]string{}
	}
	if f.Global == nil {
		f.Global = map[string]bool{}
	}
	for r.broke == "" && f.At >= 0 && f.At < len(s.lines) {
		r.line = s.lines[f.At].at
		if r.spend(1) {
			break
		}
		if r.step(&s.lines[f.At]) {
			break
		}
	}
	r.out.Steps = min(r.steps, limits.Steps)
	if r.broke != "" {
		r.out.Wait, r.out.Fault = 0, fmt.Sprintf("%d:1: it %s", r.line, r.broke)
	}
	return r.out
}

// spend counts steps and reports whether the run is over.
func (r *run) spend(steps int) bool {
	if r.steps += steps; r.steps > r.limits.Steps && r.broke == "" {
		r.broke = fmt.Sprintf("takes more than %d steps", r.limits.Steps)
	}
	return r.broke != ""
}

func (r *run) deep(depth int) bool {
	if depth > depthMost && r.broke == "" {
		r.broke = fmt.Sprintf("nests expressions more than %d deep", depthMost)
	}
	return r.broke != ""
}

// made counts the bytes of a text that was made.
func (r *run) made(s string) string {
	const bytesPerStep = 16
	if r.memory += len(s); r.memory > r.limits.Memory && r.broke == "" {
		r.broke = fmt.Sprintf("makes more than %d bytes", r.limits.Memory)
	}
	r.spend(len(s) / bytesPerStep)
	return s
}

func cut(s string) string { return strings.ToValidUTF8(s[:min(len(s), TextMost)], "") }

// step does one line and leads to the next; it reports whether the run stops.
func (r *run) step(l *line) bool {
	f := r.frame
	next := f.At + 1
	switch l.kind {
	case isIf:
		next = r.branch(f.At)
	case isElseIf, isElse: // from above: its branch was done
		for next = l.to; next < len(r.s.lines) && next >= 0 && r.s.lines[next].kind != isEnd; {
			next = r.s.lines[next].to
		}
	case isWhile:
		if !r.isTrue(l.rest) {
			next = l.to
		}
	case isDone, isBreak:
		if l.to >= 0 {
			next = l.to
		}
	case isSwitch:
		next = r.chosen(f.At)
	case isEnd, isCase, isDefault:
	case isHalt:
		return true
	case isReturn:
		r.out.No = strings.TrimSpace(r.value(l.rest, 0)) == "0"
	case isWait:
		f.At = next
		r.out.Wait = r.wait(l.rest)
		return r.out.Wait > 0
	case isCommand:
		r.command(r.filled(l.rest, 0))
	default:
		r.remember(l)
	}
	f.At = next
	return false
}

// branch returns the line behind the first branch of an if that holds.
func (r *run) branch(at int) int {
	for at >= 0 && at < len(r.s.lines) && r.broke == "" {
		l := &r.s.lines[at]
		if l.kind != isIf && l.kind != isElseIf || r.isTrue(l.rest) {
			return at + 1
		}
		at = l.to
	}
	return len(r.s.lines)
}

// chosen returns the line behind the first case of a switch that is as its value.
func (r *run) chosen(at int) int {
	value := strings.TrimSpace(r.value(r.s.lines[at].rest, 0))
	for at = r.s.lines[at].to; at >= 0 && at < len(r.s.lines) && r.broke == ""; at = r.s.lines[at].to {
		l := &r.s.lines[at]
		if l.kind != isCase || holds(operate("==", value, strings.TrimSpace(r.value(l.rest, 0)))) {
			return at + 1
		}
	}
	return len(r.s.lines)
}

// wait returns how many seconds a wait takes: pulses of a tenth, seconds, ticks of 75, or until a time of day.
func (r *run) wait(rest string) int {
	const pulses, tick, most = 10, 75, 24 * 3600
	words := strings.Fields(strings.ToLower(r.filled(rest, 0)))
	if len(words) == 0 {
		return 0
	}
	if words[0] == "until" && len(words) > 1 {
		hour, minute, isClock := strings.Cut(words[1], ":")
		h, _ := number(hour)
		m, _ := number(minute)
		if !isClock {
			h, m = h/100, h%100
		}
		return min(max(1, r.world.Until(int(h), int(m))), most)
	}
	n, _ := number(words[0])
	unit := ""
	if len(words) > 1 {
		unit = words[1]
	}
	switch {
	case strings.HasPrefix(unit, "t"):
		n *= tick
	case !strings.HasPrefix(unit, "s"):
		n = (n + pulses - 1) / pulses
	}
	return int(min(max(1, n), most))
}

// remember does what changes variables.
func (r *run) remember(l *line) {
	if l.kind == isNop {
		r.filled(l.rest, 0)
		return
	}
	name, rest, _ := strings.Cut(l.rest, " ")
	name, rest = strings.ToLower(r.filled(name, 0)), strings.TrimSpace(rest)
	switch l.kind {
	case isSet:
		r.set(name, strings.TrimSpace(r.filled(rest, 0)))
	case isEval:
		r.set(name, strings.TrimSpace(r.value(rest, 0)))
	case isUnset:
		delete(r.frame.Vars, name)
		r.world.Keep(r.world.Self(), r.kept(name), "")
	case isGlobal:
		r.frame.Global[name] = true
		if v, has := r.frame.Vars[name]; has {
			r.world.Keep(r.world.Self(), r.kept(name), v)
			delete(r.frame.Vars, name)
		}
	case isContext:
		r.frame.Context = cut(strings.TrimSpace(r.filled(l.rest, 0)))
		if r.frame.Context == "0" {
			r.frame.Context = ""
		}
	case isExtract: // to NUMBER words
		n, words, _ := strings.Cut(rest, " ")
		i, _ := number(r.filled(n, 0))
		list := strings.Fields(r.filled(words, 0))
		r.set(name, "")
		if i >= 1 && int(i) <= len(list) {
			r.set(name, list[i-1])
		}
	case isMakeUID: // name WHAT, or name mob WHAT
		what := strings.TrimSpace(r.filled(rest, 0))
		ref, _ := r.world.Field("find", what, "")
		r.set(name, ref)
	case isRemote:
		if v, has := r.frame.Vars[name]; has {
			r.world.Keep(strings.TrimSpace(r.filled(rest, 0)), r.kept(name), v)
		} else if v, has := r.world.Kept(r.world.Self(), r.kept(name)); has {
			r.world.Keep(strings.TrimSpace(r.filled(rest, 0)), r.kept(name), v)
		}
	case isDelete:
		r.world.Keep(strings.TrimSpace(r.filled(rest, 0)), r.kept(name), "")
	default:
	}
}

// kept is the name by which a variable is kept.
func (r *run) kept(name string) string {
	if r.frame.Context != "" && name != "" {
		name += "@" + r.frame.Context
	}
	return name[:min(len(name), nameMost)]
}

// set sets a variable: one that is global with what the script is of.
func (r *run) set(name, value string) {
	if name == "" || len(name) > nameMost {
		return
	}
	value = r.made(cut(value))
	if _, has := r.frame.Vars[name]; !has {
		if _, is := r.world.Kept(r.world.Self(), r.kept(name)); is || r.frame.Global[name] {
			r.world.Keep(r.world.Self(), r.kept(name), value)
			return
		}
		if len(r.frame.Vars) >= VarsMost {
			r.broke = fmt.Sprintf("sets more than %d variables", VarsMost)
			return
		}
	}
	r.frame.Vars[name] = value
}

// command carries a line out.
func (r *run) command(text string) {
	word, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	word, rest = strings.ToLower(word), strings.TrimSpace(rest)
	if word == "" || r.broke != "" {
		return
	}
	if r.commands++; r.commands > r.limits.Commands {
		r.broke = fmt.Sprintf("does more than %d things", r.limits.Commands)
		return
	}
	if word == "attach" || word == "detach" {
		script, ref, _ := strings.Cut(rest, " ")
		r.world.Attach(script, strings.TrimSpace(ref), word == "attach")
		return
	}
	if !r.world.Do(plainWord(word), rest) {
		r.out.Left = append(r.out.Left, text)
	}
}

// shortened are the commands of scripts that DG has for creatures, things and rooms, each with a letter in front.
//
//nolint:gochecknoglobals // immutable: a fixed table of the language, only read
var shortened = map[string]bool{
	"send": true, "echo": true, "echoaround": true, "zoneecho": true, "door": true, "load": true, "purge": true,
	"teleport": true, "force": true, "damage": true, "at": true, "asound": true, "recho": true, "transform": true,
	"move": true, "goto": true, "kill": true, "follow": true, "junk": true, "heal": true, "log": true,
}

// plainWord is the name of a command without the letter that says whose it is.
func plainWord(word string) string {
	if len(word) > 2 && strings.IndexByte("mow", word[0]) >= 0 && shortened[word[1:]] && word != "wat" {
		return "%" + word[1:]
	}
	return word
}
