package dialer

import "strings"

// infoRequest is what asks for a ServerInfo in plain text, as a line typed where a name is wanted.
const infoRequest = "MSSP-REQUEST"

// InfoLinesMax is how many lines an [InfoReader] looks at before it gives up.
const InfoLinesMax = 2 * InfoVariablesMax

// InfoReader finds a card in lines of text. The zero value is ready.
type InfoReader struct {
	card  ServerInfo
	begun bool
	lines int
}

// Line takes a line, with its tabulators, and reports whether the card is complete.
func (r *InfoReader) Line(text string) (ServerInfo, bool) {
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
	return ServerInfo{}, false
}

// Over reports whether no card is to be expected any more.
func (r *InfoReader) Over() bool { return r.lines >= InfoLinesMax }
