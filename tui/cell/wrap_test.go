package cell_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/world/prose"
)

func TestWrap(t *testing.T) {
	cases := []struct {
		name  string
		line  cell.Line
		width int
		want  []string
	}{
		{"fits", cell.L(prose.Plain, "a gull"), 10, []string{"a gull"}},
		{"at a blank", cell.L(prose.Plain, "a wet gull"), 6, []string{"a wet", "gull"}},
		{"exactly", cell.L(prose.Plain, "a wet gull"), 10, []string{"a wet gull"}},
		{"nothing is one row", cell.Line{}, 10, []string{""}},
		{"inner blanks stay", cell.L(prose.Plain, "a   b c"), 5, []string{"a   b", "c"}},
		{"first blanks stay", cell.L(prose.Plain, "   a b"), 5, []string{"   a", "b"}},
		{"long word", cell.L(prose.Plain, "abcdefghij"), 4, []string{"abcd", "efgh", "ij"}},
		{"long word starts a row", cell.L(prose.Plain, "x abcdefghij"), 4, []string{"x", "abcd", "efgh", "ij"}},
		{"hanging", cell.Line{Indent: 2, Spans: []cell.Span{{Text: "aa bb cc dd"}}}, 6, []string{"aa bb", "  cc", "  dd"}},
		{"absurd indent", cell.Line{Indent: 99, Spans: []cell.Span{{Text: "aa bb cc"}}}, 6, []string{"aa bb", "   cc"}},
		{"a word across spans", cell.Line{Spans: []cell.Span{
			{Text: "the "}, {Text: "gull", Role: prose.Foe}, {Text: ", wet"}}}, 8, []string{"the", "gull,", "wet"}},
		{"wide", cell.L(prose.Plain, "潮が満ちる"), 5, []string{"潮が", "満ち", "る"}},
		{"wider than the row", cell.L(prose.Plain, "a潮b"), 1, []string{"a", "b"}},
		{"no-break blank", cell.L(prose.Plain, "a b\u00a0c"), 4, []string{"a", "b\u00a0c"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, _, _ := cell.Wrapped(c.line, c.width, ansi.WcWidth)
			if !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// No row is wider than asked, no word is lost, nothing but words is in a row.
func FuzzWrap(f *testing.F) {
	f.Add("the tide ", "rises, and e\u0301 潮が満ちる", 7, 2, true)
	f.Add("\x1b[2J👨\u200d👩\u200d👧\u200d👦\u202e", strings.Repeat("x", 50), 1, 9, false)
	f.Add("1️⃣ 🇳🇴🇸", "   ", 3, -1, true)
	f.Fuzz(func(t *testing.T, a, b string, width, indent int, grapheme bool) {
		width = min(max(width, 1), 300)
		method := ansi.WcWidth
		if grapheme {
			method = ansi.GraphemeWidth
		}
		line := cell.Line{Indent: indent, Spans: []cell.Span{{Text: a, Role: prose.Foe}, {Text: b, Role: 222}}}
		rows, cleaned, measure := cell.Wrapped(line, width, method)
		if len(rows) == 0 {
			t.Fatal("no rows")
		}
		for _, r := range rows {
			if got := measure(r); got > width {
				t.Errorf("%q: got %d cells, want at most %d", r, got, width)
			}
			// The renderer measures on its own; it must agree.
			if got := method.StringWidth(r); got > width {
				t.Errorf("%q: the renderer sees %d cells, want at most %d", r, got, width)
			}
			if i := strings.IndexFunc(r, func(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }); i >= 0 {
				t.Errorf("control character in %q", r)
			}
		}
		if width < 20 {
			return // Wide graphemes may have been left out.
		}
		got, want := strings.ReplaceAll(strings.Join(rows, ""), " ", ""), strings.ReplaceAll(cleaned.String(), " ", "")
		if got != want {
			t.Errorf("words changed: got %q, want %q", got, want)
		}
	})
}
