package prose

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/world"
)

// hole is where a pattern takes its next span. Patterns are our own constants; what others wrote comes only through
// holes.
const hole = '@'

// view is one way of perceiving one notice.
type view struct {
	n     *world.Notice
	sense world.Sense
	ear   bool // it is read to the viewer
	bare  bool // the viewer wants to know nothing of dice
}

func (v view) has(bits world.Sense) bool { return v.sense&bits != 0 }

// did reports whether the viewer is the one who did it, mine whether it was done to them.
func (v view) did() bool  { return v.has(world.Did) }
func (v view) mine() bool { return v.has(world.Mine) }

// sees reports whether the viewer knows who and what is there: by sight, or by being the one who acts.
func (v view) sees() bool { return v.has(world.Saw | world.Did) }

// dark reports whether the viewer only heard it, close by.
func (v view) dark() bool { return !v.sees() && v.has(world.Heard) && !v.has(world.Far) }

// as returns what an id is called, cleaned; never an empty name.
func (v view) as(id string) world.Caption {
	c := v.n.Caption(id)
	c.A, c.Name = Clean(c.A), Clean(c.Name)
	if c.Name == "" {
		return world.Caption{ID: id, Name: "something"}
	}
	return c
}

// name is somebody whom the viewer knows even unseen: "Ann", "the barkeep".
func (v view) name(id world.ActorID, role Role) Span {
	c := v.as(string(id))
	if c.Name == "something" && c.A == "" {
		c.Name = "someone"
	}
	return Span{Text: definite(c), Role: role}
}

// who is somebody whom the viewer knows if they see them: "Ann", "the barkeep", or "someone".
func (v view) who(id world.ActorID) Span { return v.whoAs(id, Person) }

func (v view) whoAs(id world.ActorID, role Role) Span {
	if !v.sees() {
		return Span{Text: "someone", Role: role}
	}
	return v.name(id, role)
}

// comer is somebody who is new to the viewer: "Ann", "a shore crab".
func (v view) comer(id world.ActorID) Span {
	if !v.sees() {
		return Span{Text: "someone", Role: Person}
	}
	return Span{Text: indefinite(v.as(string(id))), Role: Person}
}

// the is a thing that the viewer knows of, some one that is new to them, your one of their own.
func (v view) the(id world.ItemID) Span { return Span{Text: definite(v.as(string(id))), Role: Thing} }

func (v view) some(id world.ItemID) Span {
	return Span{Text: indefinite(v.as(string(id))), Role: Thing}
}

func (v view) your(id world.ItemID) Span {
	c := v.as(string(id))
	if c.A == "" {
		return Span{Text: c.Name, Role: Thing}
	}
	return Span{Text: "your " + c.Name, Role: Thing}
}

// mineOr is a thing as its user is told of it, or as others are.
func (v view) mineOr(id world.ItemID) Span {
	if v.did() {
		return v.the(id)
	}
	return v.some(id)
}

// definite is a name with "the", unless it is a proper name.
func definite(c world.Caption) string {
	if c.A == "" {
		return c.Name
	}
	return "the " + c.Name
}

// indefinite is a name with its own article.
func indefinite(c world.Caption) string {
	if c.A == "" {
		return c.Name
	}
	return c.A + " " + c.Name
}

// plain is a span of ordinary words.
func plain(s string) Span { return Span{Text: s} }

// said is what others wrote, cleaned.
func said(role Role, s string) Span { return Span{Text: Clean(s), Role: role} }

// tell makes a one-line text.
func tell(role Role, pattern string, parts ...Span) Text { return Text{line(role, pattern, parts...)} }

// line fills a pattern's holes, in order, and makes its first letter a capital. What is not in a hole has the role;
// a plain part takes it on too.
func line(role Role, pattern string, parts ...Span) Line {
	spans := make([]Span, 0, 2*len(parts)+1)
	add := func(s Span) {
		if s.Text == "" {
			return
		}
		if s.Role == Plain {
			s.Role = role
		}
		if len(spans) == 0 {
			s.Text = Capital(s.Text)
		}
		if n := len(spans) - 1; n >= 0 && spans[n].Role == s.Role {
			spans[n].Text += s.Text
			return
		}
		spans = append(spans, s)
	}
	for _, part := range parts {
		before, after, ok := strings.Cut(pattern, string(hole))
		add(plain(before))
		add(part)
		if !ok {
			after = ""
		}
		pattern = after
	}
	add(plain(pattern))
	return Line{Spans: spans}
}

// slotted is what stands for a placeholder of a text.
type slotted struct {
	name string
	is   Span
}

// own makes a one-line text of the pack's words for what happened, or of the plain ones.
func (v view) own(role Role, key world.TextKey, marks ...slotted) Text {
	text := Clean(v.n.Text(key))
	pattern, parts := strings.Builder{}, []Span(nil)
	for text != "" {
		at, first := len(text), slotted{}
		for _, m := range marks {
			if i := strings.Index(text, m.name); i >= 0 && i < at {
				at, first = i, m
			}
		}
		pattern.WriteRune(hole)
		parts = append(parts, plain(text[:at])) // in a hole of its own, for it may hold the sign of a hole
		if first.name == "" {
			break
		}
		pattern.WriteRune(hole)
		parts, text = append(parts, first.is), text[at+len(first.name):]
	}
	return Text{line(role, pattern.String(), parts...)}
}

// Capital makes the first letter a capital.
func Capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 || !unicode.IsLower(r) {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}
