package world

import (
	"slices"
	"strconv"
	"strings"
)

// Words that scripts heard. What people say and type is theirs, and can be taken out of the record for good; so it must
// not live on where a script kept it. A run that looks at such words, or at what was kept of them, has heard them, and
// each text that it keeps from then on carries their sources. Such a text stands in the record of the run and in the
// memory of the running server, and in no row of the state on the disk: what is kept of heard words ends with the next
// start. Erasing a record blanks the words that other records have of it, and an event has the state forget them.

// heardMost is how many sayings one kept text may hold words of; what would hold more is not kept.
const heardMost = 32

// numberHeard is how many digits a number has at least that counts as words when somebody said it.
const numberHeard = 3

// Saying says in which record words were said or typed, and by whom.
type Saying struct {
	Seq uint64  `json:"seq"`
	Who ActorID `json:"who,omitempty"`
}

// hearing is what a run heard: from where, and the words.
type hearing struct {
	from  []Saying
	words []string
}

// hear notes that a run has words before it.
func (r *scriptRun) hear(from []Saying, words string) {
	if len(from) == 0 || strings.TrimSpace(words) == "" {
		return
	}
	if r.heard == nil {
		r.heard = &hearing{}
	}
	for _, s := range from {
		if !slices.Contains(r.heard.from, s) {
			r.heard.from = append(r.heard.from, s)
		}
	}
	r.heard.words = append(r.heard.words, strings.ToLower(words))
}

// hearVars notes that a run has before it what was kept, or waited, of words.
func (r *scriptRun) hearVars(vars []ScriptVar) {
	for _, v := range vars {
		r.hear(v.Heard, v.Text)
	}
}

// hearOwn notes that a run has before it what made it run. A bribe is a number that nobody said.
func (t *Turn) hearOwn(r *scriptRun) {
	if r.fired == 0 && r.hook != "on_bribe" {
		s := Saying{Seq: t.seq}
		if r.who != nil {
			s.Who = r.who.ID
		}
		r.hear([]Saying{s}, r.text)
		return
	}
	r.hearVars(r.data)
}

// sourced marks those of some values that a run may have from what it heard; was is what is kept already, and stays as
// it is where it is the same. A name that has heard words in it is not kept.
func (t *Turn) sourced(r *scriptRun, vars, was []ScriptVar) []ScriptVar {
	var out []ScriptVar
	for _, v := range vars {
		if i := slices.IndexFunc(was, func(w ScriptVar) bool { return w.Name == v.Name }); i >= 0 &&
			scriptValue(&was[i]) == scriptValue(&v) {
			out = append(out, was[i])
			continue
		}
		if t.keepable(r, &v) {
			out = append(out, v)
		}
	}
	return out
}

// keepable is sourced for one value; false means that it is not kept.
func (t *Turn) keepable(r *scriptRun, v *ScriptVar) bool {
	if r.heard == nil || t.owned(r, v) {
		return r.heard == nil || !r.leaks(v.Name, t.s.Scripts[r.id])
	}
	if len(r.heard.from) > heardMost || r.leaks(v.Name, t.s.Scripts[r.id]) {
		return false
	}
	v.Heard = slices.Clone(r.heard.from)
	if v.IsA == numberVar {
		v.Text, v.Num = strconv.FormatInt(v.Num, 10), 0
	}
	return true
}

// numberVar is what a variable is that is a number.
const numberVar = "num"

// owned reports whether a value is none of the words that a run heard: a number, unless it is a long one that somebody
// said; somebody or something that there is; or what stands in the script as it is.
func (t *Turn) owned(r *scriptRun, v *ScriptVar) bool {
	sp, text := t.s.Scripts[r.id], v.Text
	if v.IsA == numberVar {
		text = strconv.FormatInt(v.Num, 10)
	}
	if _, err := strconv.ParseInt(text, 10, 64); err == nil {
		return len(text) < numberHeard ||
			!slices.ContainsFunc(r.heard.words, func(w string) bool { return strings.Contains(w, text) })
	}
	kind, id := cutEntry(strings.TrimPrefix(text, refMark))
	switch {
	case text == "" || sp == nil || r.who != nil && (text == r.who.Name || text == string(r.who.ID)):
		return true
	case strings.HasPrefix(text, refMark):
		return kind == "actor" && t.s.Actors[ActorID(id)] != nil || kind == "item" && t.s.Items[ItemID(id)] != nil ||
			kind == "room" && t.s.Rooms[RoomID(id)] != nil
	case strings.HasPrefix(v.Name, "@"): // where a run in DG goes on, and not its words
		return !r.leaks(text, sp)
	case !sp.Steps():
		return strings.Contains(sp.Source, `"`+text+`"`) || strings.Contains(sp.Source, "'"+text+"'")
	}
	for line := range strings.Lines(sp.Source) {
		if strings.HasSuffix(strings.TrimRight(line, "\r\n \t"), " "+text) {
			return true
		}
	}
	return false
}

// leaks reports whether a text has a word of what a run heard that does not stand in the script.
func (r *scriptRun) leaks(text string, sp *ScriptSpec) bool {
	const least = 3 // letters of what counts as a word
	if r.heard == nil || sp == nil {
		return false
	}
	low, source := strings.ToLower(text), strings.ToLower(sp.Source)
	for _, said := range r.heard.words {
		for w := range strings.FieldsFuncSeq(said, notLetter) {
			if len(w) >= least && strings.Contains(low, w) && !strings.Contains(source, w) {
				return true
			}
		}
	}
	return false
}

// ScriptEchoed says that the events First and following, before Last, of its record came of a run that had words before
// it from those records: they may be in what was said and told there. When such a record is erased, so are they.
type ScriptEchoed struct {
	Script ScriptID `json:"script"`
	First  int      `json:"first"`
	Last   int      `json:"last"`
	Heard  []Saying `json:"heard"`
}

// ScriptsForgot says that scripts keep nothing any more of the words of a record, or of somebody's.
type ScriptsForgot struct {
	Record uint64  `json:"record,omitempty"`
	Who    ActorID `json:"who,omitempty"`
}

// echoes tells of what a run did since its first event, if it had words of older records before it. Those of its own
// record are erased with that.
func (t *Turn) echoes(r *scriptRun, first int) {
	if r.heard == nil || !slices.ContainsFunc(r.heard.from, func(s Saying) bool { return s.Seq != t.seq }) {
		return
	}
	if slices.ContainsFunc(t.notices[first:], func(n Notice) bool { return wordy(n.Event) }) {
		t.emit(ScriptEchoed{Script: r.id, First: first, Last: len(t.notices), Heard: slices.Clone(r.heard.from)})
	}
}

// forgetHeard has scripts forget the words of a record, or of somebody, if they keep any.
func (t *Turn) forgetHeard(e ScriptsForgot) {
	has := false
	t.s.heardVars(func(vars []ScriptVar) { has = has || slices.ContainsFunc(vars, e.is) })
	if has {
		t.emit(e)
	}
}

// is reports whether words in a variable are meant.
func (e ScriptsForgot) is(v ScriptVar) bool {
	return slices.ContainsFunc(v.Heard, func(s Saying) bool {
		return e.Record != 0 && s.Seq == e.Record || e.Who != "" && s.Who == e.Who
	})
}

// heardVars calls for all that scripts keep.
func (s *State) heardVars(each func(vars []ScriptVar)) {
	for _, r := range anyhow(s.Running) {
		each(r.Vars)
		for i := range r.Timers {
			each(r.Timers[i].Data)
		}
	}
	for _, a := range anyhow(s.Actors) {
		each(a.Kept)
	}
	for _, it := range anyhow(s.Items) {
		each(it.Kept)
	}
}

// Deaf reports whether scripts keep something of words that are known no more: they were erased, or the state was read
// from the disk. What scripts do with them cannot be decided again.
func (s *State) Deaf() (is bool) {
	s.heardVars(func(vars []ScriptVar) {
		is = is || slices.ContainsFunc(vars, func(v ScriptVar) bool {
			return len(v.Heard) > 0 && (v.Text == "" || v.Text == Blanked)
		})
	})
	return is
}

func (ScriptEchoed) fold(*State) {}

func (e ScriptsForgot) fold(s *State) { s.unhear(e.is) }

// unhear takes out of the state what is kept of words: a variable is as if it had never been set, and what waits has an
// empty text.
func (s *State) unhear(is func(ScriptVar) bool) {
	without := func(vars []ScriptVar) []ScriptVar {
		out := slices.DeleteFunc(slices.Clone(vars), is)
		if len(out) == 0 {
			return nil
		}
		return out
	}
	for id, r := range anyhow(s.Running) {
		if slices.ContainsFunc(r.Vars, is) {
			s.running(id).Vars = without(r.Vars)
		}
		for i := range r.Timers {
			if slices.ContainsFunc(r.Timers[i].Data, is) {
				r = s.running(id)
				r.Timers = slices.Clone(r.Timers)
				r.Timers[i].Data = emptied(r.Timers[i].Data, is)
			}
		}
	}
	for id, a := range anyhow(s.Actors) {
		if slices.ContainsFunc(a.Kept, is) {
			s.actor(id).Kept = without(a.Kept)
		}
	}
	for id, it := range anyhow(s.Items) {
		if slices.ContainsFunc(it.Kept, is) {
			s.item(id).Kept = without(it.Kept)
		}
	}
}

// emptied returns values of which some are none any more: an empty text, or 0.
func emptied(vars []ScriptVar, is func(ScriptVar) bool) []ScriptVar {
	out := slices.Clone(vars)
	for i := range out {
		if is(out[i]) {
			out[i] = ScriptVar{Name: out[i].Name, IsA: out[i].IsA}
		}
	}
	return out
}

func wasHeard(v ScriptVar) bool { return len(v.Heard) > 0 }

// unheard returns values as they stand in a row on the disk: without the words of anybody, which it does not hold.
func unheard(vars []ScriptVar) []ScriptVar {
	if !slices.ContainsFunc(vars, wasHeard) {
		return vars
	}
	out := slices.Clone(vars)
	for i := range out {
		if wasHeard(out[i]) {
			out[i].Text = ""
		}
	}
	return out
}

// unheardRow is a row without such words.
func (s *State) unheardRow(k Key) any {
	switch k.Kind {
	case kindActor:
		if a := s.Actors[ActorID(k.ID)]; a != nil && slices.ContainsFunc(a.Kept, wasHeard) {
			row := *a
			row.Kept = unheard(a.Kept)
			return &row
		}
		return orNil(s.Actors[ActorID(k.ID)])
	case kindItem:
		if it := s.Items[ItemID(k.ID)]; it != nil && slices.ContainsFunc(it.Kept, wasHeard) {
			row := *it
			row.Kept = unheard(it.Kept)
			return &row
		}
		return orNil(s.Items[ItemID(k.ID)])
	default:
		r := s.Running[ScriptID(k.ID)]
		if r == nil {
			return nil
		}
		row := *r
		row.Vars, row.Timers = unheard(r.Vars), slices.Clone(r.Timers)
		for i := range row.Timers {
			row.Timers[i].Data = unheard(row.Timers[i].Data)
		}
		return &row
	}
}

func (ScriptEchoed) scene(*State) scene  { return scene{} }
func (ScriptsForgot) scene(*State) scene { return scene{} }

func (ScriptEchoed) traits() Traits  { return Traits{} }
func (ScriptsForgot) traits() Traits { return Traits{} }
