package prose

import (
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// Style is how one viewer likes reports. The zero Style is the full one.
type Style struct {
	Brief        bool // leave out the description of a room
	ScreenReader bool // sentences in place of signs
	Worded       bool // maps in words, though drawings are welcome otherwise
	Width        int  // cells that a drawing may take; 0: 80
	Boxes        bool // the client surely shows the signs that Unicode has for drawing
}

// Room puts a look around into words: the name, the description, the exits on one line, then things and people.
// The description of a dark room is told even to a brief viewer: it is why nothing else is.
func Room(r world.RoomReport, style Style) Text {
	text := Text{L(Title, Clean(r.Name))}
	if !style.Brief || r.Dark {
		text = append(text, paragraphs(Plain, r.Desc)...)
	}
	folk := append(sights(r.People, style), crowd(r)...)
	if style.ScreenReader { // who is there matters first, and one cannot skip to the end of what is read out
		text, folk = append(text, folk...), nil
	}
	text = append(text, ExitsLine(r.Exits))
	if words := Clean(r.TideWords); words != "" {
		text = append(text, L(Plain, Capital(words)+"."))
	}
	text = append(text, sights(r.Things, style)...)
	text = append(text, folk...)
	for _, name := range r.Quests {
		text = append(text, line(Quest, "A quest is offered here: @. Type quests to hear of it.",
			Span{Text: Clean(name), Role: Title}))
	}
	if b := r.Board; b != nil && (b.Unread > 0 || !style.Brief) {
		text = append(text, boardLine(b))
	}
	if r.Battle != "" {
		text = append(text, L(Warning, "Two sides stand against each other here. Type grid to see how."))
	}
	return text
}

// Folk lists the people of a look around.
func Folk(r world.RoomReport, style Style) Text {
	text := append(sights(r.People, style), crowd(r)...)
	if len(text) == 0 {
		return Text{L(Plain, "Nobody else is here.")}
	}
	return text
}

// Things lists the things of a look around.
func Things(r world.RoomReport, style Style) Text {
	if text := sights(r.Things, style); len(text) > 0 {
		return text
	}
	return Text{L(Plain, "There is nothing here that could be named.")}
}

// crowd counts the people beyond those who are listed.
func crowd(r world.RoomReport) Text {
	var text Text
	switch more := r.More; {
	case more == 1:
		text = append(text, L(Plain, "Somebody else is here too, in the crowd."))
	case more > 1:
		text = append(text, L(Plain, "Another "+strconv.Itoa(more)+" people are here, in the crowd."))
	}
	if r.Lost > 0 {
		text = append(text, L(Plain, "And "+LostGuests(r.Lost)+"."))
	}
	return text
}

// LostGuests counts guests who stand there link-dead.
func LostGuests(n int) string {
	if n == 1 {
		return "a guest whose line broke"
	}
	return strconv.Itoa(n) + " guests whose line broke"
}

// RoomSentence is a room in one paragraph, as the tool `look` answers (requirement S2-03): the description, then the
// exits. "A torch flickers on the wall. Exits: North."
func RoomSentence(r world.RoomReport) string {
	desc := strings.Join(strings.Fields(Clean(world.Undrawn(r.Desc))), " ")
	exits := ExitsLine(r.Exits).String()
	if desc == "" {
		return exits
	}
	return desc + " " + exits
}

// ExitsLine names the ways out on one line: "Exits: South, East (oak door, closed)." or "Exits: none."
func ExitsLine(ways []world.Way) Line {
	if len(ways) == 0 {
		return L(Plain, "Exits: none.")
	}
	phrases := []Span{plain("Exits: ")}
	for i, w := range ways {
		if i > 0 {
			phrases = append(phrases, plain(", "))
		}
		phrases = append(phrases, Span{Text: Capital(Clean(string(w.Dir))), Role: Exit})
		if notes := wayNotes(w); len(notes) > 0 {
			phrases = append(phrases, plain(" ("+strings.Join(notes, ", ")+")"))
		}
	}
	return join(append(phrases, plain(".")))
}

// Exits lists the ways out a line each, with where they lead as far as the viewer knows.
func Exits(ways []world.Way) Text {
	if len(ways) == 0 {
		return Text{L(Plain, "There is no way out that you can see.")}
	}
	text := make(Text, 0, len(ways))
	for _, w := range ways {
		text = append(text, wayLine(w))
	}
	return text
}

// NeverBeen stands for the name of a place that the viewer has not seen.
const NeverBeen = "somewhere you have not been"

// wayLine is a way out and where it leads, as far as the viewer knows.
func wayLine(w world.Way) Line {
	to := NeverBeen
	if name := Clean(w.Name); name != "" {
		to = name
	}
	spans := []Span{{Text: Capital(Clean(string(w.Dir))), Role: Exit}, plain(": " + to)}
	if notes := wayNotes(w); len(notes) > 0 {
		spans = append(spans, plain(" ("+strings.Join(notes, ", ")+")"))
	}
	return join(append(spans, plain(".")))
}

// wayNotes says what one should know of an exit before walking.
func wayNotes(w world.Way) []string {
	var notes []string
	if door := Clean(w.Door); door != "" {
		state := "open"
		if w.Closed {
			state = "closed"
		}
		notes = append(notes, door, state)
	}
	switch {
	case w.Shut != "":
		notes = append(notes, "shut by the tide")
	case w.Under:
		notes = append(notes, "under water")
	}
	switch w.Needs {
	case world.PassBoat:
		notes = append(notes, "deep water")
	case world.PassFlight:
		notes = append(notes, "open air")
	case world.PassAir:
		notes = append(notes, "no air")
	}
	return notes
}

// sights shows what stands in a room, a sentence each; things that look the same are counted.
func sights(refs []world.Ref, style Style) Text {
	text := make(Text, 0, len(refs))
	for _, s := range counted(refs) {
		spans := marked(s.Ref)
		if s.Kind == "item" && (s.State == "open" || s.State == "closed") {
			spans = append(spans, plain(" It is "+s.State+"."))
		}
		switch {
		case s.n == 1:
		case style.ScreenReader:
			spans = append(spans, plain(" There are "+strconv.Itoa(s.n)+" of them."))
		default:
			spans = append(spans, plain(" ("+strconv.Itoa(s.n)+")"))
		}
		text = append(text, join(spans))
	}
	return text
}

// tally is something shown and how many look like it.
type tally struct {
	world.Ref
	n int
}

// counted brings together what looks the same, in the order of the first of each.
func counted(refs []world.Ref) []tally {
	out := make([]tally, 0, len(refs))
	at := make(map[[4]string]int, len(refs))
	for _, r := range refs {
		key := [4]string{r.Name, r.Bare, r.Line, r.State}
		if i, ok := at[key]; ok && r.Kind != "person" {
			out[i].n++
			continue
		}
		at[key] = len(out)
		out = append(out, tally{Ref: r, n: 1})
	}
	return out
}

// RoleOf says what somebody or something shown is. Whom one may fight is no foe before they are angry.
func RoleOf(r world.Ref) Role {
	switch {
	case r.Kind == "item":
		return Thing
	case r.Foe:
		return Foe
	}
	return Person
}

// marked is the sentence with which something stands in a room, its name marked for what it is.
func marked(r world.Ref) []Span {
	sentence, role := Clean(r.Line), RoleOf(r)
	if sentence == "" {
		sentence = Capital(Clean(r.Name)) + " is here."
	}
	from, to := find(sentence, Clean(r.Bare))
	if from < 0 {
		return []Span{{Text: sentence, Role: role}}
	}
	return []Span{plain(sentence[:from]), {Text: sentence[from:to], Role: role}, plain(sentence[to:])}
}

// find looks for a name in a sentence, whole or at least its last word; from is negative when neither is there.
func find(sentence, name string) (from, to int) {
	words := strings.Fields(name)
	if len(words) == 0 {
		return -1, -1
	}
	for _, what := range []string{name, words[len(words)-1]} {
		for from := 0; from+len(what) <= len(sentence); from++ {
			to := from + len(what)
			if strings.EqualFold(sentence[from:to], what) && !letterAt(sentence, from-1) && !letterAt(sentence, to) {
				return from, to
			}
		}
	}
	return -1, -1
}

// letterAt reports whether a word goes on at a byte. A byte of a longer letter counts as one.
func letterAt(s string, i int) bool {
	if i < 0 || i >= len(s) {
		return false
	}
	c := s[i] | 0x20
	return c >= 'a' && c <= 'z' || s[i] >= 0x80
}

// join makes a line of spans, those of one role together.
func join(spans []Span) Line {
	out := spans[:0]
	for _, s := range spans {
		switch n := len(out) - 1; {
		case s.Text == "":
		case n >= 0 && out[n].Role == s.Role:
			out[n].Text += s.Text
		default:
			out = append(out, s)
		}
	}
	return Line{Spans: out}
}
