package panes

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/view"
)

// segment is one part of the bar. Of segments that do not fit together the one of the highest rank goes first; rank 0
// stays and is clipped.
type segment struct {
	token cell.Token
	rank  int
	text  string
}

// Bar draws the status bar: two rows of where and who, or one with both.
func Bar(v *view.View, title string, t *cell.Theme, p cell.Pen, rows int) []string {
	if v == nil || v.Name == "" && v.Room == "" {
		blank := barRow(p, t, nil, nil)
		return []string{barRow(p, t, []segment{{token: cell.TokenBar, text: title}}, nil), blank}[:rows]
	}
	who, fight := whoSegments(v), fightSegments(v)
	where, when := whereSegments(v), whenSegments(v)
	if rows == 1 {
		return []string{barRow(p, t, append(who, fight...), append(where, when...))}
	}
	return []string{barRow(p, t, where, when), barRow(p, t, who, fight)}
}

// whoSegments says who one is and how well.
func whoSegments(v *view.View) []segment {
	var s []segment
	if v.Name != "" {
		s = append(s, segment{token: cell.TokenBar, rank: 1, text: v.Name})
	}
	for _, g := range v.Gauges {
		s = append(s, gaugeSegments(g)...)
	}
	if words := worthText(v); words != "" {
		s = append(s, segment{token: cell.TokenBar, rank: 7, text: words})
	}
	return s
}

// gaugeSegments tell one gauge: health in words, numbers and a meter, any other in numbers.
func gaugeSegments(g view.Gauge) []segment {
	k := cell.TokenHealth
	if g.Low {
		k = cell.TokenAlarm
	}
	switch {
	case g.Name == view.Health && g.Most > 0:
		return []segment{
			{token: k, text: gaugeWord(g) + " " + points(g)}, {token: k, rank: 4, text: meter(g.Now, g.Most, meterCells)},
		}
	case g.Now == 0 && g.Most == 0: // words alone are for the pane
		return nil
	case g.Low:
		return []segment{{token: k, rank: 3, text: lowSign + g.Name + " " + points(g)}}
	}
	return []segment{{token: k, rank: 3, text: g.Name + " " + points(g)}}
}

func fightSegments(v *view.View) []segment {
	if v.Fighting == "" {
		return nil
	}
	return []segment{{token: cell.TokenAlarm, rank: 2, text: "fighting " + v.Fighting}}
}

// whereSegments names the place and the ways out of it.
func whereSegments(v *view.View) []segment {
	if v.Room == "" {
		return nil
	}
	exits := "no exits"
	if len(v.Exits) > 0 {
		exits = "exits"
		for _, e := range v.Exits {
			if exits += " " + e.Dir; e.Closed {
				exits += " (closed)"
			}
		}
	}
	return []segment{{token: cell.TokenBar, text: v.Room}, {token: cell.TokenBar, rank: 3, text: exits}}
}

// whenSegments tells the tide and the hour.
func whenSegments(v *view.View) []segment {
	var s []segment
	if v.Tide != "" {
		s = append(s, segment{token: cell.TokenBar, rank: 5, text: "tide " + v.Tide})
	}
	if v.Time != "" {
		s = append(s, segment{token: cell.TokenBar, rank: 6, text: v.Time})
	}
	return s
}

// barRow draws segments at the left and right end of one row of the bar's ground.
func barRow(p cell.Pen, t *cell.Theme, left, right []segment) string {
	inner := p.Width - 2
	if inner < 1 {
		return t.Styled(cell.TokenBar, cell.Blanks(p.Width))
	}
	left, right = fitBar(p, left, right, inner)
	var b strings.Builder
	used := 0
	put := func(k cell.Token, s string) {
		used += p.Ruler.Width(s)
		b.WriteString(t.Open(k) + s + ansi.ResetStyle)
	}
	put(cell.TokenBar, " ")
	for i, s := range left {
		if i > 0 {
			put(cell.TokenBar, segmentGap)
		}
		put(s.token, p.Ruler.Clip(s.text, inner, p.Signs.Cut))
	}
	if tail := segmentCells(p, right); tail > 0 {
		put(cell.TokenBar, cell.Blanks(p.Width-1-used-tail))
		for i, s := range right {
			if i > 0 {
				put(cell.TokenBar, segmentGap)
			}
			put(s.token, p.Ruler.Clip(s.text, inner, p.Signs.Cut))
		}
	}
	put(cell.TokenBar, cell.Blanks(p.Width-used))
	return b.String()
}

// segmentGap stands between segments.
const segmentGap = "  "

// segmentCells is how wide some segments are together.
func segmentCells(p cell.Pen, segments []segment) int {
	total := 0
	for i, s := range segments {
		if i > 0 {
			total += len(segmentGap)
		}
		total += p.Ruler.Width(s.text)
	}
	return total
}

// fitBar leaves out segments, the highest rank first, until the rest fits into width. What must stay and is too wide
// for all of it gives way from the right.
func fitBar(p cell.Pen, left, right []segment, width int) (fitLeft, fitRight []segment) {
	for barCells(p, left, right) > width {
		side, at, rank := 0, -1, 0
		for n, segments := range [][]segment{left, right} {
			for i, s := range segments {
				if s.rank > rank {
					side, at, rank = n, i, s.rank
				}
			}
		}
		switch {
		case at < 0 && len(left)+len(right) <= 1:
			return left, right
		case at < 0 && len(right) > 0:
			spare := width - segmentCells(p, left) - len(segmentGap)
			right = right[:1]
			right[0].text = p.Ruler.Clip(right[0].text, spare, p.Signs.Cut)
			if right[0].text == "" {
				right = nil
			}
			return left, right
		case at < 0:
			return left[:1], right
		case side == 0:
			left = omitted(left, at)
		default:
			right = omitted(right, at)
		}
	}
	return left, right
}

// barCells is how wide both ends are with the gap between them.
func barCells(p cell.Pen, left, right []segment) int {
	total := segmentCells(p, left) + segmentCells(p, right)
	if len(left) > 0 && len(right) > 0 {
		total += len(segmentGap)
	}
	return total
}

// omitted returns segments without the one at i, in new memory.
func omitted(segments []segment, i int) []segment {
	return append(append([]segment(nil), segments[:i]...), segments[i+1:]...)
}
