package world

import (
	"strconv"
	"strings"
	"unicode"
)

// Limits of what people say of themselves, in bytes.
const (
	TitleBytesMost = 60
	AboutBytesMost = 400
	AwayBytesMost  = 100
)

// SelfField is something that people say of themselves.
type SelfField string

// What people say of themselves.
const (
	SelfTitle SelfField = "title" // stands behind their name
	SelfAbout SelfField = "about" // for whoever asks who they are
	SelfAway  SelfField = "away"  // why they do not answer just now
)

// Introduce says something of oneself, or with no text nothing any more.
type Introduce struct {
	What SelfField `json:"what" words:"fixed"`
	Text string    `json:"text,omitempty" words:"fixed"`
}

// Introduced says that somebody says something else of themselves from now on, or nothing.
type Introduced struct {
	Actor ActorID   `json:"actor"`
	What  SelfField `json:"what" words:"fixed"`
	Text  string    `json:"text,omitempty" words:"fixed"`
}

func (Introduce) needs() Role { return RoleGuest }

func (Introduce) deed() deed { return deed{verbs: []string{"title", "about", "afk"}} }

// To take something back is left to the frozen and the muted; see decide.
func (Introduce) harmless() {}

// longest is how long such a text is at most; 0 for what there is none of.
func (f SelfField) longest() int {
	switch f {
	case SelfTitle:
		return TitleBytesMost
	case SelfAbout:
		return AboutBytesMost
	case SelfAway:
		return AwayBytesMost
	}
	return 0
}

// Self returns what somebody says of themselves.
func (a *Actor) Self(what SelfField) string {
	switch what {
	case SelfTitle:
		return a.Title
	case SelfAbout:
		return a.About
	case SelfAway:
		return a.Gone
	}
	return ""
}

func (a Introduce) decide(t *Turn) *Refusal {
	text, most := Clean(a.Text), a.What.longest()
	switch {
	case !t.me.Player():
		return refuse(CodeCannot, "Only people say such things of themselves.")
	case most == 0:
		return refuse(CodeBadValue, "One has a title, something about oneself, and a word for when one is away.")
	case len(text) > most:
		return refuse(CodeBadValue, "That is too long: "+strconv.Itoa(most)+" bytes at most.")
	case hasToken(text):
		return refuse(CodeBadValue, "There is a token in that. Whoever reads it could act as you: keep it to yourself.")
	case a.What == SelfAway && text != "" && t.in.Via.Kind == ViaGrant: // nothing it does would end it
		return refuse(CodeKeyboard, "You have no keyboard to be away from. What you are about, you say with intent.")
	case text == t.me.Self(a.What):
		return refuse(CodeAlready, "It is so already.")
	}
	if r := t.claims(a.What, text); r != nil {
		return r
	}
	if text != "" {
		for _, kind := range []SanctionKind{SanctionMute, SanctionFreeze, SanctionJail} { // everybody reads it
			if x := t.s.SanctionOn(kind, t.me, t.now); x != nil {
				if kind == SanctionJail {
					return refuse(CodeJailed, x.Word())
				}
				return refuse(CodeMuted, x.Word())
			}
		}
	}
	t.emit(Introduced{Actor: t.me.ID, What: a.What, Text: text})
	return nil
}

// claims refuses a title that reads like a rank or like somebody else: who and whois show it beside both.
func (t *Turn) claims(what SelfField, text string) *Refusal {
	if what != SelfTitle || text == "" {
		return nil
	}
	words := strings.FieldsFunc(strings.ToLower(text), notLetter)
	first := ""
	for _, w := range words {
		switch {
		case disguised(w):
			return refuse(CodeBadValue, "Write each word of a title in letters of one alphabet.")
		case rankWord(w):
			return refuse(CodeBadValue, "A title is no rank: leave out "+w+".")
		case first == "" && w != "the" && w != "a" && w != "an":
			first = w
		}
	}
	if first == "head" || rankWord(strings.Join(words, "")) {
		return refuse(CodeBadValue, "A title is no rank: begin with another word.")
	}
	if who := t.s.PlayerNamed(first); who != nil && who != t.me && who.Player() {
		return refuse(CodeTaken, "Somebody else is called "+who.Name+": begin with another word.")
	}
	return nil
}

// rankWord reports whether a word, in lower case, is what somebody is called who has a say over the world.
func rankWord(w string) bool {
	switch strings.TrimSuffix(w, "s") {
	case "wizard", "builder", "admin", "administrator", "sysadmin", "sysop", "root", "operator", "moderator", "staff",
		"immortal", "god", "implementor", "implementer", "developer", "narrator", "gamemaster", "guest", "npc":
		return true
	}
	return false
}

// disguised reports whether a word has letters that are made to look like others: of two alphabets, or drawn in another
// way.
func disguised(w string) bool {
	const latinPlain, vietnamese, latinMost = 0x250, 0x1e00, 0x1eff
	latin, other := false, false
	for _, r := range w {
		switch {
		case r < latinPlain || r >= vietnamese && r <= latinMost:
			latin = true
		case unicode.In(r, unicode.Latin, unicode.Common):
			return true
		default:
			other = true
		}
	}
	return latin && other
}

// backAgain ends that somebody is away from the keyboard, who leaves the world.
func (t *Turn) backAgain(id ActorID) {
	if a := t.s.Actors[id]; a != nil && a.Gone != "" {
		t.emit(Introduced{Actor: id, What: SelfAway})
	}
}

func (e Introduced) fold(s *State) {
	a := s.actor(e.Actor)
	switch e.What {
	case SelfTitle:
		a.Title = e.Text
	case SelfAbout:
		a.About = e.Text
	case SelfAway:
		a.Gone = e.Text
	}
}

// Nobody is told but who says it; the others read it where they ask.
func (e Introduced) scene(*State) scene { return scene{actor: e.Actor, closed: true} }

func (Introduced) traits() Traits {
	return Traits{OnlyTold: true, Follows: true, Touches: AspectsNone, Cue: cue("Introduction")}
}

// introduced looks into what somebody says of themselves.
func (c *checker) introduced(a *Actor) {
	for _, f := range []SelfField{SelfTitle, SelfAbout, SelfAway} {
		if text := a.Self(f); text != Clean(text) || len(text) > f.longest() || text != "" && !a.Player() {
			c.bad("actor %s has %s %q, which cannot be", a.ID, f, text)
		}
	}
	if a.Gone != "" && a.Presence == Away {
		c.bad("actor %s is out of the world, and away from the keyboard", a.ID)
	}
}
