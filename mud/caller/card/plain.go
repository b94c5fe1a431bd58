package card

import "strings"

// Request is what asks for a card in plain text, as a line typed where a name is wanted.
const Request = "MSSP-REQUEST"

// LinesMax is how many lines a [Reader] looks at before it gives up.
const LinesMax = 2 * VariablesMax

// Reader finds a card in lines of text. The zero value is ready.
type Reader struct {
	card  Card
	begun bool
	lines int
}

// Line takes a line, with its tabulators, and reports whether the card is complete.
func (r *Reader) Line(text string) (Card, bool) {
	const begin, end = "MSSP-REPLY-START", "MSSP-REPLY-END"
	r.lines++
	switch text = strings.TrimSpace(text); {
	case strings.HasSuffix(text, begin): // a prompt may stand before it
		r.begun = true
	case !r.begun:
	case text == end:
		return r.card, true
	default:
		if name, values, found := strings.Cut(text, "\t"); found {
			r.card.add(name, strings.Split(values, "\t"))
		}
	}
	return Card{}, false
}

// Over reports whether no card is to be expected any more.
func (r *Reader) Over() bool { return r.lines >= LinesMax }
