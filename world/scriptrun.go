package world

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// scriptRun is one run of a script, and what it is about.
type scriptRun struct {
	id    ScriptID
	self  string // room:ID, actor:ID or item:ID
	room  RoomID
	who   *Actor
	hook  string
	text  string
	dir   Dir
	item  *Item
	data  []ScriptVar
	fired int // the number of the timer
	words int // bytes that a run in DG had read out
	heard *hearing
	first int // the first event that came of it
	began bool
}

// ScriptRan says that a script ran: what it keeps from now on, if that changed, and, for who traces it, what it did.
type ScriptRan struct {
	Script ScriptID    `json:"script"`
	Step   string      `json:"step" words:"fixed"`
	Self   string      `json:"self,omitempty" words:"fixed"`
	By     ActorID     `json:"by,omitempty"`
	Steps  int         `json:"steps"`
	Words  int         `json:"words,omitempty"` // bytes of text that it had read out
	Zone   string      `json:"zone,omitempty" words:"fixed"`
	At     Time        `json:"at"`
	Fired  int         `json:"fired,omitempty"`
	Keeps  bool        `json:"keeps,omitempty"` // Vars are what it keeps
	Vars   []ScriptVar `json:"vars,omitempty"`
	Trace  []string    `json:"trace,omitempty" words:"all"`
}

// ScriptTimed says that a step of a script waits.
type ScriptTimed struct {
	Script ScriptID    `json:"script"`
	N      int         `json:"n"`
	Step   string      `json:"step" words:"fixed"`
	Self   string      `json:"self" words:"fixed"`
	By     ActorID     `json:"by,omitempty"`
	Zone   string      `json:"zone,omitempty" words:"fixed"`
	Data   []ScriptVar `json:"data,omitempty"`
	Gone   bool        `json:"gone,omitempty"` // it waits no more
}

// ScriptParked says that a script does not run any more, and why. Builders and wizards are told.
type ScriptParked struct {
	Script ScriptID `json:"script"`
	Step   string   `json:"step" words:"fixed"` // that failed; "" for all that it did
	Why    string   `json:"why" words:"fixed"`
	At     Time     `json:"at"`
}

// Narrated says that words came from a script, for all in a room or for one person there.
type Narrated struct {
	Room RoomID  `json:"room"`
	To   ActorID `json:"to,omitempty"`
	Text string  `json:"text" words:"all"`
	But  ActorID `json:"but,omitempty"` // who is there and does not read it
}

func scriptTimer(id ScriptID, n int) TimerID { return timerID(TimerScript, scriptSubject(id, n)) }

func scriptSubject(id ScriptID, n int) string { return string(id) + "/" + strconv.Itoa(n) }

// runs reports whether a script can run.
func (s *State) runs(id ScriptID) bool {
	return s.Scripter != nil && s.Scripts[id] != nil && (s.Running[id] == nil || s.Running[id].Parked == "")
}

// call runs the function of a script that is asked.
func (t *Turn) call(r *scriptRun, isMay bool, steps int) ScriptResult {
	c := ScriptCall{
		Script: t.s.Scripts[r.id], Function: r.hook, View: t.scriptView(r), Steps: steps, May: isMay,
	}
	if kept := t.s.Running[r.id]; kept != nil {
		c.Vars = scriptValues(kept.Vars)
		c.Reads = func(name string) {
			for _, v := range kept.Vars {
				if v.Name == name {
					r.hear(v.Heard, v.Text)
				}
			}
		}
	}
	if !isMay { // a refusal never depends on dice
		c.Roll = func(sides int) int { return t.roll("script", string(r.id), sides) }
	}
	return t.s.Scripter.Run(c)
}

// asks returns the refusal of a script that says no. One that fails lets it be, and is parked by what follows.
func (t *Turn) asks(r *scriptRun) *Refusal {
	if !t.s.runs(r.id) {
		return nil
	}
	if t.s.Scripts[r.id].Steps() {
		return t.asksSteps(r)
	}
	out := t.call(r, true, MayStepsMost)
	switch text := Clean(out.Answer); {
	case out.Fault != "":
		t.scriptFault = append(t.scriptFault, ScriptParked{Script: r.id, Step: r.hook, Why: out.Fault, At: t.sometime()})
	case text != "" && len(text) <= SpeechBytesMax && !t.s.forges(text):
		return refuse(CodeScript, text)
	case out.No || text != "":
		return refuse(CodeScript, "Something keeps you from it.")
	}
	return nil
}

// parkFaulty parks the scripts that failed to say whether something may be.
func (t *Turn) parkFaulty() {
	for _, e := range t.scriptFault {
		if t.s.runs(e.Script) {
			t.emit(e)
		}
	}
	t.scriptFault = nil
}

// zoneSteps returns how many steps the scripts of a zone that still run took within this second, and which took most.
func (t *Turn) zoneSteps(zone string) (sum int, most ScriptID) {
	return t.zoneSum(func(r *Running) int {
		return r.Steps * boolInt(r.Zone == zone && r.Second == t.now/Second)
	})
}

// zoneWords returns how many bytes the scripts of a zone that still run had read out within this minute, and which of
// them most.
func (t *Turn) zoneWords(zone string) (sum int, most ScriptID) {
	return t.zoneSum(func(r *Running) int {
		return r.Words * boolInt(r.Zone == zone && r.Minute == t.now/Minute)
	})
}

func (t *Turn) zoneSum(of func(*Running) int) (sum int, most ScriptID) {
	top := 0
	for id, r := range anyhow(t.s.Running) {
		n := of(r)
		if r.Parked != "" || n == 0 {
			continue
		}
		sum += n
		if n > top || n == top && id < most {
			top, most = n, id
		}
	}
	return sum, most
}

// wordsOf counts the bytes that a run has read out.
func wordsOf(done []ScriptDone) (sum int) {
	for _, d := range done {
		sum += len(argText(d, "text"))
	}
	return sum
}

// runScript runs what a script does at something, and carries out what it asks for. One in DG begins a moment later.
func (t *Turn) runScript(r *scriptRun) {
	if !t.s.runs(r.id) || t.full() {
		return
	}
	if t.s.Scripts[r.id].Steps() {
		if r.fired == 0 {
			t.starts(r, 0)
			return
		}
		t.runSteps(r)
		return
	}
	if t.scriptSteps > TurnStepsMost-ScriptStepsMost { // else it would be blamed for what others took
		t.traceLost(r, "it did not run: other scripts took the steps that one action has")
		return
	}
	out := t.call(r, false, ScriptStepsMost)
	if !out.Ran && r.fired == 0 && out.Fault == "" {
		t.scriptSteps += out.Steps
		return
	}
	t.ran(r, &out)
}

// ran tells of a run, and carries out what it asked for.
func (t *Turn) ran(r *scriptRun, out *ScriptResult) {
	zone := t.s.zoneAt(r.room)
	if t.scriptSteps += out.Steps; !r.began {
		r.first, r.began = len(t.notices), true
	}
	defer func() { t.echoes(r, r.first) }()
	ran := ScriptRan{
		Script: r.id, Step: r.hook, Self: r.self, Steps: out.Steps, Zone: zone, At: t.sometime(), Fired: r.fired,
		Words: wordsOf(out.Done) + r.words,
	}
	if r.who != nil {
		ran.By = r.who.ID
	}
	kept := t.s.Running[r.id]
	if out.Fault == "" && !t.s.Scripts[r.id].Steps() {
		var had map[string]any
		if kept != nil {
			had = scriptValues(kept.Vars)
		}
		if !maps.Equal(had, out.Vars) {
			var had []ScriptVar
			if kept != nil {
				had = kept.Vars
			}
			ran.Keeps, ran.Vars = true, t.sourced(r, scriptVars(out.Vars), had)
		}
	}
	if kept != nil && len(kept.Traced) > 0 {
		ran.Trace = traceOf(out)
	}
	t.emit(ran)
	if out.Fault != "" {
		t.park(r, out.Fault)
		return
	}
	if sum, most := t.zoneSteps(zone); sum > ZoneStepsMost {
		t.parkMost(r, most, fmt.Sprintf("the scripts of the zone took more than %d steps within a second, it the most of "+
			"them", ZoneStepsMost))
	}
	if sum, most := t.zoneWords(zone); sum > ZoneWordsMost {
		t.parkMost(r, most, fmt.Sprintf("the scripts of the zone had more than %d bytes read out within a minute, it the "+
			"most of them", ZoneWordsMost))
	}
	t.carryOut(r, out.Done)
}

// parkMost parks the script that took most of what a zone has.
func (t *Turn) parkMost(r *scriptRun, most ScriptID, why string) {
	other := *r
	if other.id = most; most != r.id {
		other.hook = "" // all that it did
	}
	t.park(&other, why)
}

// traceOf lists what a run printed and asked for.
func traceOf(out *ScriptResult) (lines []string) {
	add := func(line string) {
		if line = Clean(line); line != "" && len(lines) < scriptTraceMost {
			lines = append(lines, line)
		}
	}
	for _, l := range out.Lines {
		add("prints " + l)
	}
	for _, d := range out.Done {
		add(d.String())
	}
	if why := cmp.Or(out.Whole, out.Fault); why != "" {
		add("fails: " + why)
	}
	return lines
}

func (t *Turn) park(r *scriptRun, why string) {
	t.emit(ScriptParked{Script: r.id, Step: r.hook, Why: Clean(why), At: t.sometime()})
}

// carryOut does what a script asked for, as far as it can be.
func (t *Turn) carryOut(r *scriptRun, done []ScriptDone) {
	table := ScriptEffects()
	for _, d := range done {
		if !t.s.runs(r.id) || t.full() {
			return
		}
		i := slices.IndexFunc(table, func(e ScriptEffect) bool { return e.Name == d.Effect })
		why := ""
		switch {
		case i < 0:
			continue
		case d.Effect == "after":
			why = t.scriptAfter(r, d)
		case d.Effect == "cancel":
			t.scriptCancel(r.id, argText(d, "step"))
		default:
			why = table[i].do(t, r, d)
		}
		if why != "" {
			t.traceLost(r, Clean(d.String())+": "+why)
		}
	}
}

// traceLost tells those who trace a script what did not happen.
func (t *Turn) traceLost(r *scriptRun, why string) {
	if kept := t.s.Running[r.id]; kept != nil && len(kept.Traced) > 0 {
		t.emit(ScriptRan{
			Script: r.id, Step: r.hook, Self: r.self, Zone: t.s.zoneAt(r.room), At: t.sometime(), Trace: []string{why},
		})
	}
}

// scriptAfter has a step of a script wait. One too many is a fault.
func (t *Turn) scriptAfter(r *scriptRun, d ScriptDone) string {
	seconds, _ := d.Args["seconds"].(int64)
	if seconds < 1 || seconds > scriptWaitMost {
		return "it waits 1 to " + strconv.Itoa(scriptWaitMost) + " seconds"
	}
	t.scriptWaits(r, Time(seconds)*Second, argText(d, "step"), d.More)
	return ""
}

// scriptWaits has a step of a script wait for a time. One too many is a fault.
func (t *Turn) scriptWaits(r *scriptRun, wait Time, step string, data map[string]any) {
	zone := t.s.zoneAt(r.room)
	if kept := t.s.Running[r.id]; kept != nil && len(kept.Timers) >= scriptTimersMost {
		t.park(r, fmt.Sprintf("it has more than %d timers waiting", scriptTimersMost))
		return
	}
	waiting, most := t.zoneSum(func(other *Running) (n int) {
		for i := range other.Timers {
			n += boolInt(other.Timers[i].Zone == zone)
		}
		return n
	})
	if waiting >= zoneTimersMost {
		t.parkMost(r, most, fmt.Sprintf("the scripts of the zone have more than %d timers waiting, it the most of them",
			zoneTimersMost))
		if t.scriptCancel(most, ""); most == r.id {
			return
		}
	}
	e := ScriptTimed{
		Script: r.id, N: 1, Step: step, Self: r.self, Zone: zone, Data: t.sourced(r, scriptVars(data), nil),
	}
	if kept := t.s.Running[r.id]; kept != nil {
		e.N = kept.Last + 1
	}
	if r.who != nil {
		e.By = r.who.ID
	}
	t.emit(e)
	t.after(wait, TimerScript, scriptSubject(r.id, e.N))
}

// scriptCancel calls off what waits for a step; of every step when none is named.
func (t *Turn) scriptCancel(id ScriptID, step string) {
	kept := t.s.Running[id]
	if kept == nil {
		return
	}
	for _, timer := range slices.Clone(kept.Timers) {
		if step == "" || timer.Step == step {
			t.cancel(TimerScript, scriptSubject(id, timer.N))
			t.emit(ScriptTimed{Script: id, N: timer.N, Step: timer.Step, Self: timer.Self, Zone: timer.Zone, Gone: true})
		}
	}
}

// scriptDue runs the step of a script whose timer fired. One of a script that is parked waits a minute more, and one
// whose subject is gone is over.
func (t *Turn) scriptDue(subject string) {
	word, number, _ := strings.Cut(subject, "/")
	id := ScriptID(word)
	n, _ := strconv.Atoi(number)
	kept := t.s.Running[id]
	if kept == nil {
		return
	}
	i := slices.IndexFunc(kept.Timers, func(w ScriptTimer) bool { return w.N == n })
	if i < 0 {
		return
	}
	timer := kept.Timers[i]
	if !t.s.runs(id) {
		t.after(Minute, TimerScript, subject)
		return
	}
	if t.scriptSteps > TurnStepsMost-ScriptStepsMost || t.full() {
		t.after(Second, TimerScript, subject)
		return
	}
	r := &scriptRun{
		id: id, self: timer.Self, room: t.s.selfRoom(timer.Self), who: t.s.Actors[timer.By], hook: timer.Step,
		data: timer.Data, fired: n,
	}
	if i := slices.IndexFunc(r.data, func(v ScriptVar) bool { return v.Name == "text" }); i >= 0 &&
		strings.HasPrefix(timer.Step, "on_") {
		r.text = r.data[i].Text
	}
	if r.who != nil && (r.who.Presence == Away || r.who.Room != r.room && timer.Step != StepOn || r.who.Has(PowerInvis)) {
		r.who = nil
	}
	if r.room == "" || timer.Step == "on_enter" && (r.who == nil || !t.s.selfAwake(timer.Self)) {
		t.emit(ScriptTimed{Script: id, N: n, Step: timer.Step, Self: timer.Self, Zone: timer.Zone, Gone: true})
		return
	}
	t.runScript(r)
}

func (e ScriptRan) fold(s *State) {
	if s.Scripts[e.Script] == nil {
		return
	}
	r := s.running(e.Script)
	if e.Steps > 0 {
		if r.Second != e.At/Second || r.Zone != e.Zone {
			r.Steps = 0
		}
		if r.Minute != e.At/Minute || r.Zone != e.Zone {
			r.Minute, r.Words = e.At/Minute, 0
		}
		r.Second, r.Zone = e.At/Second, e.Zone
		r.Steps += e.Steps
		r.Words += e.Words
		r.Runs++
	}
	if e.Keeps {
		r.Vars = e.Vars
	}
	r.drop(e.Fired)
}

// drop takes a timer out of what waits.
func (r *Running) drop(n int) {
	r.Timers = slices.DeleteFunc(slices.Clone(r.Timers), func(w ScriptTimer) bool { return w.N == n })
	if len(r.Timers) == 0 {
		r.Timers = nil
	}
}

func (e ScriptTimed) fold(s *State) {
	if s.Scripts[e.Script] == nil {
		return
	}
	r := s.running(e.Script)
	if e.Gone {
		r.drop(e.N)
		return
	}
	r.Last = max(r.Last, e.N)
	r.Timers = append(slices.Clone(r.Timers), ScriptTimer{
		N: e.N, Step: e.Step, Self: e.Self, By: e.By, Zone: e.Zone, Data: e.Data,
	})
}

func (e ScriptParked) fold(s *State) {
	if s.Scripts[e.Script] != nil {
		r := s.running(e.Script)
		r.Parked, r.At = e.Why, e.At
	}
}

func (Narrated) fold(*State) {}
