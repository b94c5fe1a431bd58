package cell

import (
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// Wrapped wraps a line as the transcript does and returns the rows' words, the line itself as it was cleaned, and how
// it measures.
func Wrapped(line Line, width int, m ansi.Method) (rows []string, cleaned Line, measure func(string) int) {
	r := Ruler{Method: m}
	cleaned = CleanLine(line)
	plain := NewTheme(Look{Profile: colorprofile.NoTTY})
	plain.open = [tokens]string{}
	for _, row := range r.Wrap(cleaned, width) {
		rows = append(rows, plain.Paint(cleaned, row))
	}
	return rows, cleaned, r.Width
}

// Inks returns each token's full colours and ground for a dark and a light background.
func Inks() (inks []struct{ Dark, Light, GroundDark, GroundLight string }) {
	for t := range tokens {
		s := shadeOf(t)
		ink := struct{ Dark, Light, GroundDark, GroundLight string }{s.dark, s.light, "#1e1e1e", "#ffffff"}
		if s.attr&onBar != 0 {
			ink.GroundDark, ink.GroundLight = barDark, barLight
		}
		inks = append(inks, ink)
	}
	return inks
}
