package world

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// SpeechBytesMax is the longest speech, in bytes of UTF-8.
const SpeechBytesMax = 2000

// Say speaks aloud to everybody in the room.
type Say struct {
	Text string `json:"text" words:"all"`
}

// Shout speaks to everybody in the zone.
type Shout struct {
	Text string `json:"text" words:"all"`
}

// Tell speaks to one person wherever they are in the world.
type Tell struct {
	To   ActorID `json:"to"`
	Text string  `json:"text" words:"few"`
}

// Whisper speaks to one person in the room; the others see that it happens and no word of it.
type Whisper struct {
	To   ActorID `json:"to"`
	Text string  `json:"text" words:"few"`
}

// Emote acts out: "smiles thinly" becomes "Ann smiles thinly".
type Emote struct {
	Text string `json:"text" words:"all"`
}

// Gesture makes one of the pack's ready-made gestures, alone or at somebody here.
type Gesture struct {
	Social SocialID `json:"social"`
	To     ActorID  `json:"to,omitempty"`
}

// Said says that somebody spoke aloud.
type Said struct {
	Actor ActorID `json:"actor"`
	Text  string  `json:"text" words:"all"`
	At    Time    `json:"at,omitempty"`   // of a creature that reacts
	Hour  bool    `json:"hour,omitempty"` // to the hour
}

// Shouted says that somebody shouted.
type Shouted struct {
	Actor  ActorID `json:"actor"`
	Text   string  `json:"text" words:"all"`
	Breath Time    `json:"breath,omitempty"` // until when the speaker's is spent; 0 before there was such a thing
}

// Told says that somebody spoke to one person over any distance.
type Told struct {
	Actor  ActorID `json:"actor"`
	To     ActorID `json:"to"`
	Text   string  `json:"text" words:"few"`
	Breath Time    `json:"breath,omitempty"`           // until when the speaker's is spent; 0 in old records
	Away   string  `json:"away,omitempty" words:"all"` // what whoever is told says of being away from the keyboard
}

// Whispered says that somebody whispered; Text reaches only To, and bystanders are told of Hushed instead.
type Whispered struct {
	Actor ActorID `json:"actor"`
	To    ActorID `json:"to"`
	Text  string  `json:"text" words:"few"`
}

// Hushed says that somebody whispered to another, without the words.
type Hushed struct {
	Actor ActorID `json:"actor"`
	To    ActorID `json:"to"`
}

// Emoted says that somebody acted something out.
type Emoted struct {
	Actor ActorID `json:"actor"`
	Text  string  `json:"text" words:"all"`
	At    Time    `json:"at,omitempty"`   // of a creature that reacts
	Hour  bool    `json:"hour,omitempty"` // to the hour
}

// Gestured says that somebody made a gesture, with the pack's words as they were then.
type Gestured struct {
	Actor  ActorID  `json:"actor"`
	Social SocialID `json:"social"`
	To     ActorID  `json:"to,omitempty"`
	Self   string   `json:"self" words:"fixed"`             // to the doer
	Target string   `json:"target,omitempty" words:"fixed"` // to the one it is made at
	Others string   `json:"others" words:"fixed"`           // to the rest
}

func (Say) needs() Role     { return RoleGuest }
func (Shout) needs() Role   { return RoleGuest }
func (Tell) needs() Role    { return RoleGuest }
func (Whisper) needs() Role { return RoleGuest }
func (Emote) needs() Role   { return RoleGuest }
func (Gesture) needs() Role { return RoleGuest }

func (Say) deed() deed     { return deed{verbs: []string{"say", "ask", "talk"}} }
func (Shout) deed() deed   { return deed{verbs: []string{"shout"}} }
func (Tell) deed() deed    { return deed{verbs: []string{"tell", "reply"}} }
func (Whisper) deed() deed { return deed{verbs: []string{"whisper"}} }
func (Emote) deed() deed   { return deed{verbs: []string{"emote"}} }
func (Gesture) deed() deed { return deed{verbs: []string{"gesture"}} }

// speech checks words that somebody wants to say.
func speech(text string) (string, *Refusal) {
	text = Clean(text)
	switch {
	case text == "":
		return "", refuse(CodeMissing, "You open your mouth, and think better of it: there were no words.")
	case len(text) > SpeechBytesMax:
		return "", refuse(CodeBadValue, "That is too long to say in one breath.")
	case hasToken(text):
		return "", refuse(CodeBadValue, "There is a token in that. Whoever hears it could act as you: keep it to yourself.")
	}
	return text, nil
}

// How the tokens of agents begin, and how many letters and digits follow at least in what is taken for one.
const (
	tokenBegins = "mlk_"
	tokenLeast  = 24
)

// hasToken reports whether words hold what looks like an agent's token: what is said stays in the record for ever.
func hasToken(text string) bool {
	_, rest, isThere := strings.Cut(strings.ToLower(text), tokenBegins)
	for isThere {
		n := strings.IndexFunc(rest, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
		if n >= tokenLeast || n < 0 && len(rest) >= tokenLeast {
			return true
		}
		_, rest, isThere = strings.Cut(rest, tokenBegins)
	}
	return false
}

func (a Say) decide(t *Turn) *Refusal {
	text, r := speech(a.Text)
	if r == nil {
		t.emit(Said{Actor: t.me.ID, Text: text})
	}
	return r
}

func (a Shout) decide(t *Turn) *Refusal {
	text, spent, r := t.carry(a, nil, a.Text)
	if r == nil {
		t.emit(Shouted{Actor: t.me.ID, Text: text, Breath: spent})
	}
	return r
}

func (a Emote) decide(t *Turn) *Refusal {
	text, r := speech(a.Text)
	if r == nil {
		t.emit(Emoted{Actor: t.me.ID, Text: text})
	}
	return r
}

func (a Tell) decide(t *Turn) *Refusal {
	to := t.s.Actors[a.To]
	switch {
	case to == nil || to.Presence == Away:
		return refuse(CodeAbsent, "They are not in the world just now.")
	case to == t.me:
		return refuse(CodeCannot, "You mutter to yourself.")
	case to.Player() && to.Presence == Linkdead:
		return refuse(CodeAbsent, to.Name+" has lost touch with the world and would not hear it.")
	}
	text, spent, r := t.carry(a, to, a.Text)
	if r == nil {
		t.emit(Told{Actor: t.me.ID, To: a.To, Text: text, Breath: spent, Away: to.Gone})
	}
	return r
}

func (a Whisper) decide(t *Turn) *Refusal {
	to := t.present(a.To)
	switch {
	case to == nil:
		return refuse(CodeNotHere, "They are not here.")
	case to == t.me:
		return refuse(CodeCannot, "You mutter to yourself.")
	}
	text, r := speech(a.Text)
	if r = cmp.Or(t.unheard(to), r); r == nil {
		t.emit(Whispered{Actor: t.me.ID, To: a.To, Text: text})
		t.emit(Hushed{Actor: t.me.ID, To: a.To})
	}
	return r
}

func (a Gesture) decide(t *Turn) *Refusal {
	sp := t.s.Socials[a.Social]
	if sp == nil {
		return refuse(CodeUnknown, "There is no such gesture.")
	}
	e := Gestured{Actor: t.me.ID, Social: a.Social, Self: sp.Alone, Others: sp.AloneAll}
	if a.To != "" && a.To != t.me.ID {
		if t.present(a.To) == nil {
			return refuse(CodeNotHere, "They are not here.")
		}
		e.To, e.Self, e.Target, e.Others = a.To, sp.At, sp.AtTarget, sp.AtAll
	}
	t.emit(e)
	return nil
}

// answer lets somebody of the world say one of its authored lines to a person who speaks to it: by name, because one of
// its lines is about what was said, or because nobody else is there to be meant.
func (t *Turn) answer(e Said) {
	speaker := t.s.Actors[e.Actor]
	if speaker == nil || !speaker.Player() || t.heeds(e) {
		return
	}
	var said, named []string // only where somebody might answer
	best, fit, people := (*Actor)(nil), 0, 0
	for _, id := range t.s.Index.Present[speaker.Room] {
		a := t.s.Actors[id]
		m := t.s.mob(a)
		if m != nil && said == nil {
			said, named = longWords(e.Text), strings.FieldsFunc(strings.ToLower(e.Text), notLetter)
		}
		switch {
		case m == nil && a.Presence == Here, m != nil && m.Mind.Attends(): // a mind makes its own answer
			people++
		case m == nil || len(m.Says) == 0 || t.s.Fights(a) || t.s.sleeps(a):
		case slices.ContainsFunc(t.s.ActorWords(a), func(w string) bool { return slices.Contains(named, w) }):
			t.emit(Said{Actor: id, Text: t.line(m, said)})
			return
		default:
			if f := m.fit(said); best == nil || f > fit {
				best, fit = a, f
			}
		}
	}
	if best != nil && (fit > 0 || people == 1) {
		t.emit(Said{Actor: best.ID, Text: t.line(t.s.mob(best), said)})
	}
}

// whisperBack lets somebody of the world answer a whisper with a whisper.
func (t *Turn) whisperBack(e Whispered) {
	speaker, to := t.s.Actors[e.Actor], t.s.Actors[e.To]
	if speaker == nil || to == nil || !speaker.Player() {
		return
	}
	if m := t.s.mob(to); m != nil && !m.Mind.Attends() && len(m.Says) > 0 && !t.s.Fights(to) {
		t.emit(Whispered{Actor: e.To, To: e.Actor, Text: t.line(m, longWords(e.Text))})
	}
}

// fit counts the words that the line which fits best shares with what was said.
func (m *MobSpec) fit(said []string) int {
	best := 0
	for _, l := range m.Says {
		best = max(best, shared(l, said))
	}
	return best
}

// shared counts the longer words of a line that were said.
func shared(line string, said []string) int {
	n := 0
	for _, w := range longWords(line) {
		if slices.Contains(said, w) {
			n++
		}
	}
	return n
}

// line picks the authored line that fits best.
func (t *Turn) line(m *MobSpec, said []string) string {
	best, fits := 0, []string(nil)
	for _, l := range m.Says {
		n := shared(l, said)
		if n > best {
			best, fits = n, nil
		}
		if n == best {
			fits = append(fits, l)
		}
	}
	return fits[t.roll("line", string(m.ID), len(fits))-1]
}

const longWordLetters = 4 // shorter words say little about what is meant

// longWords lists the longer words of a text, lower case, without punctuation.
func longWords(text string) []string {
	return slices.DeleteFunc(strings.FieldsFunc(strings.ToLower(text), notLetter), func(w string) bool {
		return len(w) < longWordLetters
	})
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

func (e Said) fold(s *State)   { s.spoke(e.Actor, e.At, e.Hour) }
func (e Emoted) fold(s *State) { s.spoke(e.Actor, e.At, e.Hour) }

func (Hushed) fold(*State)    {}
func (Gestured) fold(*State)  {}
func (Whispered) fold(*State) {}

func (e Shouted) fold(s *State) { s.outOfBreath(e.Actor, e.Breath) }

func (e Told) fold(s *State) {
	s.actor(e.To).ReplyTo = e.Actor
	s.outOfBreath(e.Actor, e.Breath)
}

func (e Said) scene(s *State) scene { return s.voiced(e.Actor) }

func (e Shouted) scene(s *State) scene {
	sc := s.voiced(e.Actor)
	if here := s.Rooms[sc.room]; here != nil {
		around := s.awakeIn(func(r *RoomSpec) bool { return r.Zone == here.Zone && r.ID != sc.room })
		sc.others = s.carriedTo(Shout{}, e.Actor, around).others
	}
	return sc
}

func (e Told) scene(*State) scene {
	return scene{actor: e.Actor, target: e.To, sound: true, closed: true}
}

func (e Whispered) scene(*State) scene {
	return scene{actor: e.Actor, target: e.To, sight: true, sound: true, closed: true}
}

func (e Said) traits() Traits {
	return Traits{
		Speech: Speech{Channel: ChannelSay, To: ToRoom, Speaker: e.Actor, Words: e.Text}, Public: true,
		OnlyTold: true, Touches: AspectsNone, Cue: cue("Say"),
	}
}

func (e Shouted) traits() Traits {
	return Traits{
		Speech: Speech{Channel: ChannelShout, To: ToAll, Speaker: e.Actor, Words: e.Text}, Public: true,
		OnlyTold: true, Touches: AspectsNone, Names: Far, Cue: cue("Shout"), Sound: SoundShout,
	}
}

func (e Told) traits() Traits {
	return Traits{
		Speech: Speech{Channel: ChannelTell, To: ToOne, Speaker: e.Actor, Words: e.Text}, OnlyTold: true,
		Follows: true, Touches: AspectsNone, Names: anySense, Cue: cue("Tell"), Sound: SoundVoice,
	}
}

func (e Whispered) traits() Traits {
	return Traits{
		Speech:   Speech{Channel: ChannelWhisper, To: ToOne, Speaker: e.Actor, Words: e.Text},
		OnlyTold: true, Follows: true, Touches: AspectsNone, Cue: cue("Whisper"), Sound: SoundVoice,
	}
}

// Hushed is for bystanders only: those whom it concerns have the words.
func (e Hushed) scene(s *State) scene {
	return scene{
		actor: e.Actor, target: e.To, room: s.whereIs(e.Actor), sight: true, aside: true, voice: e.Actor,
	}
}

func (e Emoted) scene(s *State) scene {
	sc := s.seen(e.Actor)
	sc.voice = e.Actor
	return sc
}

func (e Gestured) scene(s *State) scene {
	sc := s.seen(e.Actor)
	sc.target, sc.voice = e.To, e.Actor
	return sc
}

func (Hushed) traits() Traits { return Traits{OnlyTold: true, Touches: AspectsNone, Cue: cue("Hush")} }

func (e Emoted) traits() Traits {
	return Traits{
		Speech: Speech{To: ToRoom, Speaker: e.Actor, Words: e.Text}, Public: true, OnlyTold: true,
		Touches: AspectsNone, Cue: cue("Emote"),
	}
}

func (Gestured) traits() Traits {
	return Traits{Public: true, OnlyTold: true, Touches: AspectsNone, Cue: cue("Gesture")}
}

// voiced is the scene of somebody's own words said aloud: who ignores them hears nothing.
func (s *State) voiced(who ActorID) scene {
	sc := s.heard(who)
	sc.voice = who
	return sc
}

// heard is the scene of something said aloud; whoever has light sees who speaks.
func (s *State) heard(who ActorID) scene {
	return scene{actor: who, room: s.whereIs(who), sight: true, sound: true}
}
