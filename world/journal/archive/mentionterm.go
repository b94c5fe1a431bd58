package archive

import (
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

const termBytesMost = 64 // no id is longer

// startTerm is in every record in which a daemon took the world up: it is what the event is called.
const startTerm = "Started"

// Term returns the text that is in every record which mentions an entity. Others may hold it too, since it may be said
// or be the name of something else.
func Term(k world.Key) string {
	switch {
	case k == StartKey():
		return startTerm
	case k.Kind == kindTimer:
		// A timer's id is made of what is set and for whom, and only one of the two events has it whole.
		_, subject, _ := strings.Cut(k.ID, ":")
		return subject
	case k.Kind == kindEdited: // the same, of an entry of content
		_, id, _ := strings.Cut(k.ID, ":")
		return id
	case k.Kind == kindChange: // its number is in one kind of event alone
		return "ContentChanged"
	case k.Kind == kindAgents, k.Kind == kindBulletin:
		// Nothing that changes either of these rows names it, so it is looked for in all records: this word is in each of
		// them.
		return "kind"
	}
	return k.ID
}

// TermIn returns what of a text in a record could be a term, nil when nothing could.
func TermIn(text []byte) []byte {
	if len(text) > 2*termBytesMost {
		return nil
	}
	for i, c := range text {
		switch {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c >= 'A' && c <= 'Z', c == '-':
		case c == ':' && i > 0:
			return TermIn(text[i+1:])
		default:
			return nil
		}
	}
	if len(text) == 0 || len(text) > termBytesMost {
		return nil
	}
	return text
}
