package prose

import "strings"

// Picture makes a drawing of its rows. What it is drawn with says what it is: light, water, words, or a line. A screen
// reader leaves it out.
func Picture(rows string) Text {
	var text Text
	for row := range strings.SplitSeq(strings.Trim(rows, "\n"), "\n") {
		var spans []Span
		for _, r := range Clean(row) {
			spans = append(spans, Span{Text: string(r), Role: drawnRole(r)})
		}
		l := join(spans)
		l.Drawn = true
		text = append(text, l)
	}
	return text
}

func drawnRole(r rune) Role {
	switch {
	case strings.ContainsRune("✦*", r):
		return Title
	case strings.ContainsRune("~≈", r):
		return Exit
	case strings.ContainsRune("·.", r):
		return Hint
	case r >= 'A' && r <= 'Z', r >= 'a' && r <= 'z':
		return Title
	}
	return Plain
}
