package cell

// Pen is how wide a row is, how it is measured and which signs may be drawn.
type Pen struct {
	Ruler Ruler
	Width int
	Signs Signs
}

// Signs are the few characters beyond ASCII that the screen itself draws, or what stands in for them.
type Signs struct{ Rule, Cut, Dash, Cross string }

// NewSigns returns the signs, of ASCII alone if that is asked for.
func NewSigns(ascii bool) Signs {
	if ascii {
		return Signs{Rule: "|", Cut: "~", Dash: "-", Cross: "+"}
	}
	return Signs{Rule: "│", Cut: "…", Dash: "─", Cross: "┼"}
}

// Painted is one row ready to be drawn, and how many cells it takes.
type Painted struct {
	Text  string
	Cells int
}

// Rows wraps and paints a line.
func (p Pen) Rows(t *Theme, line Line) []string {
	var rows []string
	for _, r := range p.Ruler.Wrap(line, p.Width) {
		rows = append(rows, t.Paint(line, r))
	}
	return rows
}
