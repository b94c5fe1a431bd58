package world

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Drawings within texts of the content: lines that stand as they are written, such as a map on a wall or a list of
// prices. Each begins with a stroke and a blank, and is told without them. All other lines are running text.

// DrawnColumns is how wide a row of a drawing is at most, in characters; every terminal shows as many.
const DrawnColumns = 80

// DrawnRow returns a row of a drawing without its stroke, and reports whether a line is one.
func DrawnRow(line string) (row string, is bool) {
	rest, is := strings.CutPrefix(line, "|")
	if !is || rest != "" && rest[0] != ' ' || utf8.RuneCountInString(rest) > DrawnColumns+1 {
		return line, false
	}
	return strings.TrimPrefix(rest, " "), true
}

// Undrawn returns a text without its drawings, for whoever wants running text; what of it is worded stays.
func Undrawn(text string) string {
	if !strings.Contains(text, "|") {
		return text
	}
	var out []string
	for part := range strings.SplitSeq(text, "\n\n") {
		var kept []string
		for line := range strings.SplitSeq(part, "\n") {
			row, is := DrawnRow(line)
			if !is || Worded(row) {
				kept = append(kept, strings.Join(strings.Fields(row), " "))
			}
		}
		if len(kept) > 0 {
			out = append(out, strings.Join(kept, " "))
		}
	}
	return strings.Join(out, "\n\n")
}

// Worded reports whether a row of a drawing is words in columns, which can be read out, and no picture.
func Worded(row string) bool {
	letters, others, run, longest := 0, 0, 0, 0
	for _, r := range row {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			letters++
			run++
			longest = max(longest, run)
		case r == ' ':
			run = 0
		default:
			others++
			run = 0
		}
	}
	const word = 3
	return longest >= word && letters >= 2*others
}
