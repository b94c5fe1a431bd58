package memory

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kljensen/snowball/english"

	"github.com/mudlark-mud/mudlark/ai/memory/search"
)

// somebody stands where a name was taken out.
const somebody = "somebody"

// Forget drops every memory that a person has a part in, and what was concluded from any of those. names are what they
// are or were called, beside those that the memory itself knows: memories of others that only name them stay, without
// the name, unless nothing is left then. Words of grammar stay in every text, whoever is called so, and so does what
// the world was made with: whoever is called like the tide cannot have the tide forgotten.
func (m *Memory) Forget(person string, names []string) []Change {
	if person == "" {
		return nil
	}
	names = slices.Clone(names)
	for _, id := range m.order {
		if r := m.rows[id]; r.By == person && !slices.Contains(names, r.Name) {
			names = append(names, r.Name)
		}
	}
	var out []Change
	gone := map[uint64]bool{}
	isEdited := false
	for _, id := range slices.Clone(m.order) {
		kept, ok := m.rows[id].Without(person, names, func(of uint64) bool { return gone[of] })
		switch {
		case !ok:
			gone[id] = true
			m.drop(id)
			out = append(out, Change{Drop: id})
		case kept.Text != m.rows[id].Text:
			m.rows[id].Text, isEdited = kept.Text, true
			delete(m.drawn, id)
			out = append(out, Change{Put: &kept})
		}
	}
	if isEdited {
		m.index, m.indexed = search.Index[uint64]{}, 0
	}
	delete(m.weight, person)
	return out
}

// Without returns a memory as it is once a person is forgotten, their id and names taken out of its text; not ok when
// it goes. isGone says of what a reflection rests on that it went before.
func (r *Row) Without(person string, names []string, isGone func(id uint64) bool) (kept Row, ok bool) {
	if r.By == person || r.Source == person || r.Only == person || slices.Contains(r.Who, person) {
		return Row{}, false
	}
	if r.Kind == Reflection && slices.ContainsFunc(r.Of, isGone) {
		return Row{}, false
	}
	kept = r.copy()
	if r.Kind == Lore || r.Kind == Given {
		return kept, true
	}
	kept.Text = Redact(Redact(r.Text, names), []string{person})
	return kept, kept.Text == r.Text || saysMore(kept.Text)
}

// saysMore reports whether a text still says something once nobody's name is in it.
func saysMore(text string) bool {
	return slices.ContainsFunc(folded(text), func(w string) bool { return w != somebody && !english.IsStopWord(w) })
}

// Redact takes names out of a text, in whatever case and as words of their own. Names that are words of grammar stay:
// they are in every text.
func Redact(text string, names []string) string {
	for _, name := range names {
		if name != "" && !english.IsStopWord(strings.ToLower(name)) {
			text = redact(text, name)
		}
	}
	return text
}

// redact goes letter by letter: some change their length with their case, and one of those in a text must not save the
// name beside it.
func redact(text, name string) string {
	var out strings.Builder
	before := utf8.RuneError
	for i := 0; i < len(text); {
		if n := prefix(text[i:], name); n > 0 && !isWordRune(before) {
			if after, _ := utf8.DecodeRuneInString(text[i+n:]); !isWordRune(after) {
				out.WriteString(somebody)
				before, _ = utf8.DecodeLastRuneInString(text[:i+n])
				i += n
				continue
			}
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		out.WriteString(text[i : i+size])
		before = r
		i += size
	}
	return out.String()
}

// prefix returns how many bytes of a text are a name, in whatever case; 0 when it does not begin with it.
func prefix(text, name string) int {
	at := 0
	for _, want := range name {
		is, size := utf8.DecodeRuneInString(text[at:])
		if size == 0 || unicode.ToLower(is) != unicode.ToLower(want) {
			return 0
		}
		at += size
	}
	return at
}

// isWordRune reports whether a letter goes on with a word: Ann is not in Ann-Marie.
func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_'
}
