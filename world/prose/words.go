package prose

import (
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// List joins phrases as one does in speech: "a", "a and b", "a, b and c". The words between have the plain role.
func List(phrases ...[]Span) []Span {
	var out []Span
	for i, p := range phrases {
		switch {
		case i == 0:
		case i == len(phrases)-1:
			out = append(out, plain(" and "))
		default:
			out = append(out, plain(", "))
		}
		out = append(out, p...)
	}
	return out
}

// Hour says an hour of the day, 0 to 23: "seven in the morning", "noon". Hours beyond count on from midnight.
func Hour(h int) string {
	const day, noon = 24, 12
	h = (h%day + day) % day
	switch {
	case h == 0:
		return "midnight"
	case h < noon:
		return numeral(h) + " in the morning"
	case h == noon:
		return "noon"
	case h < 18:
		return numeral(h-noon) + " in the afternoon"
	case h < 22:
		return numeral(h-noon) + " in the evening"
	}
	return numeral(h-noon) + " at night"
}

// numeral spells a small number, as prose does.
func numeral(n int) string {
	small := [...]string{
		"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
	}
	if n < 0 || n >= len(small) {
		return strconv.Itoa(n)
	}
	return small[n]
}

// count says a number of things: "1 coin", "7 coins".
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// third puts the first word of a verb phrase into the third person: "claw" is "claws", "lash out" is "lashes out".
func third(phrase string) string {
	verb, rest, more := strings.Cut(phrase, " ")
	if more {
		rest = " " + rest
	}
	switch {
	case verb == "":
		return phrase
	case hasSuffix(verb, "s", "x", "z", "ch", "sh", "o"):
		return verb + "es" + rest
	case strings.HasSuffix(verb, "y") && !hasSuffix(verb, "ay", "ey", "oy", "uy"):
		return verb[:len(verb)-1] + "ies" + rest
	}
	return verb + "s" + rest
}

func hasSuffix(s string, any ...string) bool {
	for _, suffix := range any {
		if strings.HasSuffix(s, suffix) {
			return true
		}
	}
	return false
}

// paragraphs makes lines of a longer text, one for each paragraph; blank lines part them. The rows of a drawing are
// lines by themselves.
func paragraphs(role Role, s string) Text {
	var out Text
	for p := range strings.SplitSeq(strings.ReplaceAll(s, "\r\n", "\n"), "\n\n") {
		if _, is := world.DrawnRow(strings.SplitN(p, "\n", 2)[0]); is {
			out = append(out, drawnRows(role, p)...)
			continue
		}
		if p = strings.TrimSpace(Clean(p)); p != "" {
			out = append(out, L(role, p))
		}
	}
	return out
}

// drawnRows makes lines of the rows of a drawing.
func drawnRows(role Role, s string) (out Text) {
	for row := range strings.SplitSeq(s, "\n") {
		row, _ = world.DrawnRow(row)
		row = strings.TrimRight(Clean(row), " ")
		l := L(role, row)
		l.Drawn, l.Told = true, world.Worded(row)
		out = append(out, l)
	}
	return out
}
