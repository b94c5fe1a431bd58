package world

import (
	"slices"
	"strconv"
	"strings"
)

// Scripts that act line by line, in DG. What happens asks them and starts a run a moment later, as a timer that is due
// at once: so a run never meets somebody else's action half way. Before something happens a script that may say no is
// run without anything coming of it; only if it says no it is run again, in earnest, in place of what was wished.

const (
	// StepOn is the function of a script in DG that begins it, or goes on with it, from its frame.
	StepOn = "goes_on"

	keptMost     = 64 // variables that are kept with one person, creature or thing
	keptBytes    = 200
	runsDeepMost = 4 // runs within each other
)

// refMark is what references of entities begin with in DG, after its own.
const refMark = "}"

func refOf(self string) string {
	if self == "" {
		return ""
	}
	return refMark + self
}

func actorRef(a *Actor) string {
	if a == nil {
		return ""
	}
	return refMark + "actor:" + string(a.ID)
}

func itemRef(id ItemID) string {
	if id == "" {
		return ""
	}
	return refMark + "item:" + string(id)
}

// liveScript is the world as a run in DG has it. A dry one changes nothing: it notes whether anything would, and what
// the one who acts would read.
type liveScript struct {
	t     *Turn
	r     *scriptRun
	dry   bool
	at    RoomID // where it acts, if that is not where it is
	rolls uint64
	acts  int
	heard []string
	keeps map[string]*string // of a dry run
}

func (l *liveScript) Self() string { return refOf(l.r.self) }

// Roll throws a die that is the same in a dry run and in the run in earnest that follows.
func (l *liveScript) Roll(sides int) int {
	l.rolls++
	return roll(l.t.s.Seed, l.t.seq, "dg", string(l.r.id)+l.r.self, l.rolls, max(1, sides))
}

// Until returns the seconds until a time of the game's day.
func (l *liveScript) Until(hour, minute int) int {
	const perHour = 60
	now := (l.t.now + firstHour*GameHour) % GameDay
	then := (Time(hour%hoursPerDay)*GameHour + Time(minute)*GameHour/perHour) % GameDay
	if then <= now {
		then += GameDay
	}
	return int((then - now) / Second)
}

// keeperOf returns the variables that are kept with an entity, and of a room with which script and under which names.
func (s *State) keptWith(ref string) []ScriptVar {
	kind, id := cutEntry(strings.TrimPrefix(ref, refMark))
	switch kind {
	case "actor":
		if a := s.Actors[ActorID(id)]; a != nil {
			return a.Kept
		}
	case "item":
		if it := s.Items[ItemID(id)]; it != nil {
			return it.Kept
		}
	case "room":
		if r := s.Rooms[RoomID(id)]; r != nil && len(r.Scripts) > 0 && s.Running[r.Scripts[0]] != nil {
			return s.Running[r.Scripts[0]].Vars
		}
	}
	return nil
}

func (s *State) keptName(ref, name string) string {
	if kind, id := cutEntry(strings.TrimPrefix(ref, refMark)); kind == "room" {
		return id + " " + name
	}
	return name
}

func (l *liveScript) Kept(ref, name string) (string, bool) {
	if v, has := l.keeps[ref+" "+name]; has {
		if v == nil {
			return "", false
		}
		return *v, true
	}
	want := l.t.s.keptName(ref, name)
	for _, v := range l.t.s.keptWith(ref) {
		if v.Name == want {
			l.r.hear(v.Heard, v.Text)
			return v.Text, true
		}
	}
	return "", false
}

func (l *liveScript) Keep(ref, name, value string) {
	was, has := l.Kept(ref, name)
	if name == "" || has == (value != "") && was == value {
		return
	}
	if l.dry {
		if l.keeps == nil {
			l.keeps = map[string]*string{}
		}
		l.acts++
		l.keeps[ref+" "+name] = nil
		if value != "" {
			l.keeps[ref+" "+name] = &value
		}
		return
	}
	l.t.keep1(l.r, ref, name, Clean(value))
}

// ScriptKept says that a script keeps a variable with somebody or something; an empty Text forgets it. What it keeps
// with a room is kept with the room's first script, whose ID is Script.
type ScriptKept struct {
	Of     string   `json:"of" words:"fixed"`
	Script ScriptID `json:"script,omitempty"`
	Name   string   `json:"name" words:"fixed"`
	Text   string   `json:"text,omitempty" words:"fixed"`
	Heard  []Saying `json:"heard,omitempty"` // as in [ScriptVar]
}

func (t *Turn) keep1(run *scriptRun, ref, name, value string) {
	of := strings.TrimPrefix(ref, refMark)
	kind, id := cutEntry(of)
	e := ScriptKept{Of: of, Name: t.s.keptName(ref, name), Text: value[:min(len(value), keptBytes)]}
	most := keptMost
	switch kind {
	case "actor":
		if t.s.Actors[ActorID(id)] == nil {
			return
		}
	case "item":
		if t.s.Items[ItemID(id)] == nil {
			return
		}
	default:
		r := t.s.Rooms[RoomID(id)]
		if kind != "room" || r == nil || len(r.Scripts) == 0 || t.s.Scripts[r.Scripts[0]] == nil {
			return
		}
		e.Script, most = r.Scripts[0], scriptVarsMost
	}
	kept := t.s.keptWith(ref)
	if value != "" && len(kept) >= most && !slices.ContainsFunc(kept, func(v ScriptVar) bool { return v.Name == e.Name }) {
		return
	}
	v := ScriptVar{Name: name, Text: e.Text}
	if value != "" && !t.keepable(run, &v) {
		return
	}
	e.Heard = v.Heard
	t.emit(e)
}

func (e ScriptKept) fold(s *State) {
	put := func(list []ScriptVar) []ScriptVar {
		out := slices.DeleteFunc(slices.Clone(list), func(v ScriptVar) bool { return v.Name == e.Name })
		if e.Text != "" {
			out = append(out, ScriptVar{Name: e.Name, Text: e.Text, Heard: e.Heard})
			slices.SortFunc(out, func(a, b ScriptVar) int { return strings.Compare(a.Name, b.Name) })
		}
		if len(out) == 0 {
			return nil
		}
		return out
	}
	kind, id := cutEntry(e.Of)
	switch {
	case kind == "actor" && s.Actors[ActorID(id)] != nil:
		a := s.actor(ActorID(id))
		a.Kept = put(a.Kept)
	case kind == "item" && s.Items[ItemID(id)] != nil:
		it := s.item(ItemID(id))
		it.Kept = put(it.Kept)
	case e.Script != "" && s.Scripts[e.Script] != nil:
		r := s.running(e.Script)
		r.Vars = put(r.Vars)
	}
}

func (ScriptKept) scene(*State) scene { return scene{} }

func (ScriptKept) traits() Traits { return Traits{} }

// Attach puts a script on something by itself, or takes one off that its pattern names.
func (l *liveScript) Attach(script, ref string, on bool) {
	if number, isNumber := cutNumber(script); isNumber {
		script = l.t.s.scriptNumbered(number)
	}
	if script == "all" || l.t.s.Scripts[ScriptID(script)] == nil {
		if on || script != "all" {
			return
		}
	}
	if ref == "" {
		ref = l.Self()
	}
	what, other := "-"+script, "+"+script
	if on {
		what, other = other, what
	}
	l.Keep(ref, other, "")
	l.Keep(ref, what, "1")
}

// numberStem is what the ids of scripts that were imported begin with, before their number.
const numberStem = "trg-"

func (s *State) scriptNumbered(n string) string { return numberStem + n }

// cutNumber returns the number at the end of an id.
func cutNumber(id string) (number string, has bool) {
	i := len(id)
	for i > 0 && '0' <= id[i-1] && id[i-1] <= '9' {
		i--
	}
	return id[i:], i < len(id)
}

// scriptsWith lists the scripts of something: those that its pattern names, but for those that were taken off it, and
// those that were put on it.
func (s *State) scriptsWith(self string, named []ScriptID) []ScriptID {
	kept := s.keptWith(refMark + self)
	if len(kept) == 0 {
		return named
	}
	has := func(mark string, id ScriptID) bool {
		name := s.keptName(refMark+self, mark+string(id))
		return slices.ContainsFunc(kept, func(v ScriptVar) bool { return v.Name == name })
	}
	out := slices.DeleteFunc(slices.Clone(named), func(id ScriptID) bool { return has("-", id) || has("-", "all") })
	prefix := s.keptName(refMark+self, "+")
	for _, v := range kept {
		if id, is := strings.CutPrefix(v.Name, prefix); is && s.Scripts[ScriptID(id)] != nil && len(out) < ScriptsAtMost {
			out = append(out, ScriptID(id))
		}
	}
	return out
}

// frame is what a run of a script in DG begins with.
func (t *Turn) frame(r *scriptRun) map[string]any {
	out := map[string]any{}
	put := func(name, value string) {
		if value != "" {
			out[name] = Clean(value)[:min(len(value), keptBytes)]
		}
	}
	put("actor", actorRef(r.who))
	put("direction", string(r.dir))
	if r.item != nil {
		put("object", itemRef(r.item.ID))
	}
	typed := strings.ReplaceAll(r.text, refMark, "") // or it would name anybody and anything there is
	switch r.hook {
	case "on_command":
		word, rest, _ := strings.Cut(typed, " ")
		put("cmd", word)
		put("arg", rest)
		t.hearOwn(r)
	case "on_say":
		put("speech", typed)
		t.hearOwn(r)
	case "on_bribe":
		put("amount", r.text)
	case "on_hour":
		put("time", strconv.Itoa(t.now.Hour()))
	default:
	}
	return out
}

// wants reports whether what asks a script is as its words and number say.
func (t *Turn) wants(r *scriptRun) bool {
	sp := t.s.Scripts[r.id]
	if !sp.Steps() {
		return true
	}
	low := strings.ToLower(sp.Words)
	switch hook := strings.Replace(r.hook, "may_", "on_", 1); hook {
	case "on_command":
		word, _, _ := strings.Cut(strings.ToLower(r.text), " ")
		return r.text != "" && (low == "*" || low != "" && anyPrefix(word, low))
	case "on_say", "on_act":
		return saidIn(strings.ToLower(r.text), low, sp.Number)
	case "on_hour":
		return sp.Number == t.now.Hour()
	case "on_bribe":
		n, _ := strconv.Atoi(r.text)
		return n >= sp.Number
	case "on_hurt":
		_, id := cutEntry(r.self)
		a := t.s.Actors[ActorID(id)]
		return a != nil && a.HPMax > 0 && a.HP*percentAll/a.HPMax <= sp.Number
	case "on_wear", "on_remove", "on_timer":
		return true
	default:
		if sp.Number <= 0 || sp.Number >= percentAll {
			return sp.Number != 0 || hook != "on_random"
		}
		return roll(t.s.Seed, t.seq, "dg-chance", string(r.id)+r.self, 1, percentAll) <= sp.Number
	}
}

const percentAll = 100

// anyPrefix reports whether a word begins with one of some words.
func anyPrefix(word, words string) bool {
	for w := range strings.FieldsSeq(words) {
		if strings.HasPrefix(word, w) {
			return true
		}
	}
	return false
}

// saidIn reports whether a text has the words: as they stand, or with a number any of them by itself.
func saidIn(text, words string, number int) bool {
	if words == "*" || words == "" {
		return true
	}
	if number == 0 {
		return strings.Contains(text, words)
	}
	said := strings.FieldsFunc(text, func(r rune) bool { return notLetter(r) && r != '\'' && (r < '0' || r > '9') })
	for w := range strings.FieldsSeq(words) {
		if slices.Contains(said, strings.Trim(w, `".,!?`)) {
			return true
		}
	}
	return false
}

// starts has a script in DG begin: at once, or after some seconds.
func (t *Turn) starts(r *scriptRun, seconds int) {
	if t.s.runs(r.id) && t.s.Scripter.Has(t.s.Scripts[r.id], r.hook) && t.wants(r) {
		t.scriptWaits(r, Time(seconds)*Second, StepOn, t.frame(r))
	}
}

// asksSteps is asks for a script in DG.
func (t *Turn) asksSteps(r *scriptRun) *Refusal {
	if !t.s.Scripter.Has(t.s.Scripts[r.id], r.hook) || !t.wants(r) {
		return nil
	}
	live := &liveScript{t: t, r: r, dry: true}
	out := t.callSteps(r, live, MayStepsMost)
	if out.Fault != "" {
		t.scriptFault = append(t.scriptFault, ScriptParked{Script: r.id, Step: r.hook, Why: out.Fault, At: t.sometime()})
		return nil
	}
	if !out.No {
		return nil
	}
	text := "Something keeps you from it."
	if len(live.heard) > 0 {
		text = strings.Join(live.heard, " ")
		text = text[:min(len(text), SpeechBytesMax)]
	}
	refusal := refuse(CodeScript, Clean(text))
	if live.acts > 0 && t.instead == nil {
		t.instead = &instead{refusal: refusal, run: r, told: len(live.heard) > 0}
	}
	return refusal
}

// instead is a run that takes the place of what it refuses.
type instead struct {
	refusal *Refusal
	run     *scriptRun
	told    bool
}

// takesOver lets the script that refused something do what it does in place of it. It is asked when nothing has
// happened yet.
func (t *Turn) takesOver(r *Refusal) *Refusal {
	if t.instead == nil || t.instead.refusal != r {
		return r
	}
	run := t.instead.run
	run.began = true // with what is told of it
	if !t.instead.told && run.who != nil {
		t.emit(Narrated{Room: run.who.Room, To: run.who.ID, Text: r.Text})
	}
	t.runSteps(run)
	if len(t.notices) == 0 {
		return r
	}
	return nil
}

func (t *Turn) callSteps(r *scriptRun, live *liveScript, steps int) ScriptResult {
	c := ScriptCall{Script: t.s.Scripts[r.id], Function: r.hook, World: live, Steps: steps, May: live.dry}
	c.Frame = scriptValues(r.data)
	r.hearVars(r.data)
	if r.fired == 0 {
		c.Frame = t.frame(r)
	}
	return t.s.Scripter.Run(c)
}

// runSteps runs a script in DG in earnest and reports whether it lets be what started it.
func (t *Turn) runSteps(r *scriptRun) bool {
	if t.runsDeep >= runsDeepMost || t.full() || t.scriptSteps > TurnStepsMost-ScriptStepsMost {
		return true
	}
	if t.runsDeep++; !r.began {
		r.first, r.began = len(t.notices), true
	}
	out := t.callSteps(r, &liveScript{t: t, r: r}, ScriptStepsMost)
	t.runsDeep--
	if t.s.Scripts[r.id] != nil {
		t.ran(r, &out)
	}
	return out.No || out.Fault != ""
}
