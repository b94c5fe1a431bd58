package palette

import (
	"fmt"
	"strings"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/world/prose"
)

const (
	// rowsMax is how high the box is at most.
	rowsMax = 14
	// usageShare is the part of the width that the usage takes, usageLeast and usageMost the cells it takes at least and
	// at most.
	usageShare, usageLeast, usageMost = 3, 22, 46
	// groupFrom is the width from which each row ends in its group, groupCells what that takes.
	groupFrom, groupCells = 90, 14
	markCells             = 2
	// tellsFrom is the height from which a narrow box tells the chosen entry in full, in toldMax rows.
	tellsFrom, toldMax = 8, 2
)

// Rows draws the box: at most height rows, each at most as wide as the pen.
func (p *Palette) Rows(t *cell.Theme, pen cell.Pen, height int) []string {
	height = min(height, rowsMax)
	if height < 1 || pen.Width < 1 {
		return nil
	}
	var rows []string
	total := len(p.ranked)
	if p.verb != nil {
		total = len(p.candidates)
		rows = append(rows, p.title(t, pen, p.verb.Usage))
		if height > 2 {
			rows = append(rows, t.Styled(prose.Hint, pen.Ruler.Clip("  "+p.verb.Brief, pen.Width, pen.Signs.Cut)))
		}
	} else {
		rows = append(rows, p.title(t, pen, fmt.Sprintf("Commands, %d of %d", total, len(p.entries))))
	}
	told := p.told(t, pen, height)
	room := height - len(rows) - len(told)
	from := min(max(p.at-room/2, 0), max(total-room, 0))
	p.first, p.head, p.listed = from, len(rows), room
	for i := from; i < min(from+room, total); i++ {
		rows = append(rows, p.row(i, t, pen))
	}
	if total == 0 && room > 0 {
		rows = append(rows, t.Styled(prose.Hint, pen.Ruler.Clip("  "+p.empty(), pen.Width, pen.Signs.Cut)))
	}
	return append(rows, told...)
}

// told is the chosen entry in full, where the rows of the list are too short for that.
func (p *Palette) told(t *cell.Theme, pen cell.Pen, height int) []string {
	e := p.chosen()
	if p.verb != nil || e == nil || pen.Width >= groupFrom || height < tellsFrom {
		return nil
	}
	line := cell.Line{Indent: markCells, Spans: []cell.Span{
		{Text: cell.Blanks(markCells) + e.Usage + ": ", Role: prose.Command}, {Text: e.Brief, Role: prose.Hint},
	}}
	rows := append(pen.Rows(t, line), make([]string, toldMax)...) // always as many, so that the list stands still
	return rows[:toldMax]
}

// title is the rule above the box, with words in it.
func (p *Palette) title(t *cell.Theme, pen cell.Pen, words string) string {
	words = pen.Ruler.Clip(" "+words+" ", pen.Width-markCells, pen.Signs.Cut)
	rest := pen.Width - markCells - pen.Ruler.Width(words)
	return t.Styled(cell.TokenRule, strings.Repeat(pen.Signs.Dash, min(markCells, pen.Width))) +
		t.Styled(prose.Title, words) + t.Styled(cell.TokenRule, strings.Repeat(pen.Signs.Dash, max(rest, 0)))
}

// empty says why there are no rows.
func (p *Palette) empty() string {
	switch {
	case p.verb == nil:
		return "Nothing fits that. Esc leaves."
	case !p.known:
		return "Looking around..."
	case p.missing():
		return "Nothing here to complete that with. Type on."
	}
	return "Enter sends it."
}

// row draws one entry or completion.
func (p *Palette) row(i int, t *cell.Theme, pen cell.Pen) string {
	mark, token := "  ", prose.Plain
	if i == p.at && (p.verb == nil || p.takes()) {
		mark, token = "> ", cell.TokenChosen
	}
	inner := pen.Width - markCells
	if inner < 1 {
		return pen.Ruler.Clip(mark, pen.Width, "")
	}
	if p.verb != nil {
		return mark + t.Styled(token, pen.Ruler.Clip(p.candidates[i], inner, pen.Signs.Cut))
	}
	e := p.entries[p.ranked[i]]
	usage := min(max(inner/usageShare, usageLeast), usageMost, inner)
	first := pen.Ruler.Clip(e.Usage, usage, pen.Signs.Cut)
	out := mark + t.Styled(token, first)
	inner -= usage
	group := 0
	if pen.Width >= groupFrom {
		group = groupCells
	}
	brief := e.Brief
	if e.key != "" {
		brief = e.key + ": " + brief
	}
	if inner-group < markCells {
		return out
	}
	second := pen.Ruler.Clip(brief, inner-group-1, pen.Signs.Cut)
	out += cell.Blanks(usage-pen.Ruler.Width(first)+1) + t.Styled(prose.Hint, second)
	if group > 0 {
		third := pen.Ruler.Clip(e.Group, group-1, pen.Signs.Cut)
		out += cell.Blanks(inner-group-1-pen.Ruler.Width(second)+1) + t.Styled(cell.TokenGhost, third)
	}
	return out
}

// Hints says what the keys do now, from the fullest to the shortest words for it.
func (p *Palette) Hints() []string {
	switch {
	case p.notice != "":
		return []string{p.notice}
	case p.verb == nil:
		return []string{
			"Up and Down choose   Tab completes   Enter does it   Esc leaves",
			"Arrows choose   Tab completes   Enter does it   Esc leaves",
			"Enter does it   Esc leaves",
		}
	case p.known && p.at < len(p.candidates) && p.goesOn():
		return []string{"Arrows choose   Tab or Enter takes the word   Esc leaves", "Enter takes the word   Esc leaves"}
	case p.known && len(p.candidates) > 0:
		return []string{
			"Arrows choose   Tab takes the word   Enter sends   Esc leaves", "Tab takes   Enter sends   Esc leaves",
		}
	case p.missing():
		return []string{"Type the rest   Esc leaves"}
	}
	return []string{"Enter sends   Esc leaves"}
}
