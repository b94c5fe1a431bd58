package cell_test

import (
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/world/prose"
)

func TestIndex(t *testing.T) {
	cases := []struct {
		name, s, sub string
		from, to     int
	}{
		{"plain", "a brass lamp", "lamp", 8, 12},
		{"capitals", "A Brass Lamp", "bRASS", 2, 7},
		{"none", "a brass lamp", "lantern", -1, -1},
		{"nothing", "a brass lamp", "", -1, -1},
		{"the end", "lamp", "lampe", -1, -1},
		{"other letters", "Die Glühbirne", "GLÜH", 4, 9},
		{"of another length", "İİ lamp", "lamp", 5, 9},
		{"a sign that folds to another length", "300 K", "300 \u212a", 0, 5},
		{"wide", "潮が満ちる", "満", 6, 9},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if from, to := cell.Index(c.s, c.sub); from != c.from || to != c.to {
				t.Errorf("got %d, %d, want %d, %d", from, to, c.from, c.to)
			}
		})
	}
}

func TestFound(t *testing.T) {
	line := cell.Line{Indent: 2, Spans: []cell.Span{
		{Text: "A br", Role: prose.Thing}, {Text: "ass lamp, bra", Ink: cell.InkBold}, {Text: "ss."},
	}}
	for _, c := range []struct {
		name    string
		profile colorprofile.Profile
		want    string
	}{
		{"with colours", colorprofile.TrueColor, "A brass lamp, brass."},
		{"without", colorprofile.ASCII, "A [brass] lamp, [brass]."},
	} {
		t.Run(c.name, func(t *testing.T) {
			theme := cell.NewTheme(cell.Look{Profile: c.profile})
			marked, count := theme.Found(line, "BRASS", cell.TokenMark)
			if got := marked.String(); got != c.want || count != 2 || marked.Indent != 2 {
				t.Errorf("got %q, %d, indent %d, want %q, 2, 2", got, count, marked.Indent, c.want)
			}
			words := ""
			for _, s := range marked.Spans {
				if s.Role == cell.TokenMark && s.Ink == 0 {
					words += s.Text
				}
			}
			if want := "brassbrass"; ansi.Strip(words) != want && words != "[brass][brass]" {
				t.Errorf("marked: got %q, want %q", words, want)
			}
		})
	}
}
