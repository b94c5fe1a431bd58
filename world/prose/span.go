package prose

import "strings"

// Role says what a run of words means. Renderers turn roles into colours, sounds or nothing at all;
// a colour never carries meaning that the words do not.
type Role uint8

// The roles, in a fixed order: themes and tests index by them.
const (
	Plain   Role = iota // ordinary narration
	Title               // the name of a place, a heading
	Exit                // a way out
	Person              // a player or a friendly soul
	Foe                 // somebody who fights
	Thing               // an item
	Speech              // words said aloud
	Private             // words meant for few: tell, whisper
	Emote               // something acted out
	Loss                // harm, loss, death
	Gain                // something won, found, healed
	Warning             // danger announced: the tide, a countdown
	Quest               // quests and their progress
	Refusal             // the world says no
	Hint                // what one could type next
	System              // the server speaking about itself
	Command             // a command as one would type it
	Roles               // the number of roles
)

// Span is a run of text with one meaning. Text holds no control characters and no line breaks.
type Span struct {
	Text string `json:"text"`
	Role Role   `json:"role,omitempty"`
}

// Line is one paragraph: a renderer wraps it to the viewer's width, hanging by Indent cells.
type Line struct {
	Spans  []Span `json:"spans"`
	Indent int    `json:"indent,omitempty"`
	Drawn  bool   `json:"drawn,omitempty"` // it is part of a drawing: not to be wrapped, and not to be read out
	Told   bool   `json:"told,omitempty"`  // it is drawn, and words: to be read out all the same
}

// Text is a sequence of paragraphs.
type Text []Line

// L makes a line of one role.
func L(role Role, text string) Line { return Line{Spans: []Span{{Text: text, Role: role}}} }

// String returns the line's words without their meaning.
func (l Line) String() string {
	if len(l.Spans) == 1 {
		return l.Spans[0].Text
	}
	var b strings.Builder
	for _, s := range l.Spans {
		b.WriteString(s.Text)
	}
	return b.String()
}

// String returns the words, a line each, without a final line break.
func (t Text) String() string {
	lines := make([]string, len(t))
	for i, l := range t {
		lines[i] = l.String()
	}
	return strings.Join(lines, "\n")
}

// Name returns the role as programs write it: "person". What is no role is "plain".
func (r Role) Name() string {
	names := roleNames()
	if r >= Roles {
		r = Plain
	}
	return names[r]
}

// RoleNamed returns the role that programs write so. What nobody knows is Plain.
func RoleNamed(name string) Role {
	for r, n := range roleNames() {
		if n == name {
			return Role(r)
		}
	}
	return Plain
}

func roleNames() [Roles]string {
	return [...]string{
		"plain", "title", "exit", "person", "foe", "thing", "speech", "private", "emote", "loss", "gain", "warning",
		"quest", "refusal", "hint", "system", "command",
	}
}
