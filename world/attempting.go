package world

import (
	"cmp"
	"strings"
	"unicode"
)

// Attempt is a line that somebody typed, as scripts around them hear it that take words: those of the room, of
// creatures there, and of things there, in hand and worn.
type Attempt struct {
	Word string `json:"word" words:"all"`
	Rest string `json:"rest,omitempty" words:"all"`
	Verb string `json:"verb,omitempty" words:"fixed"` // that the line means where no script takes it; "": none
}

func (Attempt) needs() Role { return RoleGuest }

// deed is that of the verb which the line means, so that whose list names that verb is heard by scripts too.
func (a Attempt) deed() deed { return deed{verbs: []string{cmp.Or(a.Verb, "attempt")}} }

func (a Attempt) decide(t *Turn) *Refusal {
	if _, r := speech(a.Word + " " + a.Rest); r != nil {
		return r
	}
	for _, r := range t.listeners(t.me, a.Word, a.Rest) {
		if t.s.Scripts[r.id].Steps() {
			if !t.runSteps(r) {
				return nil
			}
			continue
		}
		if t.scriptSteps > TurnStepsMost-ScriptStepsMost {
			break
		}
		out := t.call(r, false, ScriptStepsMost)
		if out.Ran || out.Fault != "" {
			t.ran(r, &out)
		}
		if text := Clean(out.Answer); text != "" && out.Fault == "" && !t.s.forges(text) {
			t.emit(Narrated{Room: t.me.Room, To: t.me.ID, Text: text[:min(len(text), SpeechBytesMax)]})
			t.echoes(r, len(t.notices)-1)
		}
		if out.No || out.Answer != "" {
			return nil
		}
	}
	if len(t.notices) == 0 {
		return refuse(CodeUnknown, "Nothing comes of it.")
	}
	return nil
}

// mayHear reports whether a script hears a line that begins with a word: any line if somebody answers for it, else only
// when its source says the word, for a line may be meant for another ear, or be a password.
func (s *State) mayHear(id ScriptID, word string) bool {
	if s.Vouched(Key{kindScript, string(id)}) {
		return true
	}
	sp := s.Scripts[id]
	if sp.Steps() && sp.Words != "*" {
		return true // it names its words, and is asked for no others
	}
	between := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	for w := range strings.FieldsFuncSeq(sp.Source, between) {
		if strings.EqualFold(w, word) {
			return true
		}
	}
	return false
}

// listeners lists the runs of scripts around somebody that a line starts, in the order in which they are asked.
func (t *Turn) listeners(who *Actor, word, rest string) (out []*scriptRun) {
	if t.scriptsOff(who) || who.Has(PowerNoHassle) {
		return nil
	}
	text := strings.TrimSpace(word + " " + rest)
	one := func(id ScriptID, self string) {
		r := &scriptRun{id: id, self: self, room: who.Room, who: who, hook: "on_command", text: text}
		if t.s.runs(id) && t.s.Scripter.Has(t.s.Scripts[id], r.hook) && t.wants(r) && t.s.mayHear(id, word) {
			out = append(out, r)
		}
	}
	for _, id := range t.s.Index.Present[who.Room] {
		a := t.s.Actors[id]
		if m := t.s.wild(a); m != nil && id != who.ID && a.Presence == Here && a.Driver == "" {
			for _, script := range t.s.scriptsWith("actor:"+string(id), m.Scripts) {
				one(script, "actor:"+string(id))
			}
		}
	}
	for _, list := range [][]ItemID{t.s.Index.Held[who.ID], t.s.Index.Floor[who.Room]} {
		for _, id := range list {
			for _, script := range t.s.scriptsWith("item:"+string(id), t.s.spec(t.s.Items[id]).Scripts) {
				if t.s.hearsFrom(script, t.s.Items[id]) {
					one(script, "item:"+string(id))
				}
			}
		}
	}
	if spec := t.s.Rooms[who.Room]; spec != nil {
		for _, script := range t.s.scriptsWith("room:"+string(spec.ID), spec.Scripts) {
			one(script, "room:"+string(spec.ID))
		}
	}
	return out
}

// The places in which a thing whose script is in DG hears what is typed, as its number says: a sum of these.
const (
	hearsWorn   = 1
	hearsHeld   = 2
	hearsFloor  = 4
	hearsPlaces = hearsWorn | hearsHeld | hearsFloor
)

// hearsFrom reports whether a thing hears where it is.
func (s *State) hearsFrom(id ScriptID, it *Item) bool {
	sp := s.Scripts[id]
	if sp == nil || !sp.Steps() || sp.Number&hearsPlaces == 0 {
		return true
	}
	switch {
	case it.At.Room != "":
		return sp.Number&hearsFloor != 0
	case it.Worn != "":
		return sp.Number&hearsWorn != 0
	}
	return sp.Number&hearsHeld != 0
}

// Hearing says what scripts around somebody make of a line.
type Hearing struct {
	Acts  bool // something comes of it
	Takes bool // and the line means nothing else any more
}

// Hears reports what the scripts around somebody would make of a line. Nothing comes of asking, and those that are
// asked take no more steps together than one action has.
func (s *State) Hears(who *Actor, now Time, word, rest string) (out Hearing) {
	if len(s.Scripts) == 0 || s.Scripter == nil {
		return out
	}
	t := &Turn{s: s, seq: s.Seq + 1, now: max(now, s.Now), me: who, most: eventsMost}
	spent := 0
	for _, r := range t.listeners(who, word, rest) {
		if spent > TurnStepsMost-MayStepsMost {
			break
		}
		if s.Scripts[r.id].Steps() {
			live := &liveScript{t: t, r: r, dry: true}
			got := t.callSteps(r, live, MayStepsMost)
			out.Acts = out.Acts || live.acts > 0 || got.Fault != ""
			out.Takes = out.Takes || !got.No && got.Fault == ""
			spent += got.Steps
		} else {
			got := t.call(r, false, MayStepsMost)
			out.Acts = out.Acts || len(got.Done) > 0 || got.Fault != ""
			out.Takes = out.Takes || got.No || got.Answer != ""
			spent += got.Steps
		}
		if out.Takes {
			break
		}
	}
	return out
}
