package tui

import "github.com/mudlark-mud/mudlark/tui/panes"

// Sizes in cells.
const (
	// widthDefault and heightDefault are assumed until the terminal has told its size.
	widthDefault, heightDefault = 80, 24
	// sizeMax bounds what a terminal may claim; a frame's cost grows with its area.
	sizeMax = 1000
	// barOneRow is the width from which the status bar is one row.
	barOneRow = 140
	// Heights from which the hint row and the bar's second row are worth their place.
	hintFrom, barTwoRowsFrom = 10, 14
	textMinRows              = 1
	// heightLeast is what is left to the rest when what is typed takes several rows.
	heightLeast = 8
)

// rect is an area of the screen, its upper left corner at x, y.
type rect struct{ x, y, width, height int }

// areas is where everything is, from top to bottom: the text and the panes around it, which package panes arranges, the
// status bar, the input line, the hint row. An area of no height is not drawn.
type areas struct {
	around, bar, input, hint rect
	typed                    int // how many rows what is typed wanted
}

// layout computes all areas, for any size. What must stay usable comes first: the input line, then a row of text, then
// the bar, then the hint. In play there is more for the bar to show.
func layout(width, height int, inPlay bool) areas {
	var a areas
	bottom := height
	take := func(rows int) rect {
		rows = min(rows, bottom)
		bottom -= rows
		return rect{x: 0, y: bottom, width: width, height: rows}
	}
	if height >= hintFrom {
		a.hint = take(1)
	}
	a.input = take(1)
	switch {
	case height >= barTwoRowsFrom && width < barOneRow && inPlay:
		a.bar = take(2)
	case bottom > textMinRows:
		a.bar = take(1)
	}
	a.around = rect{width: width, height: bottom}
	return a
}

// arrange computes the layout anew. What is typed in several lines takes rows of the text; the session is not told of
// that.
func (s *Screen) arrange() {
	more := max(min(s.typedRows()-1, s.height-heightLeast), 0)
	s.areas = layout(s.width, s.height-more, s.inPlay())
	s.areas.typed = s.typedRows()
	s.areas.input.height += more
	s.areas.hint.y += more
	s.panes.Resize(s.areas.around.width, s.areas.around.height)
	s.barRows, s.textRows = nil, textRows{}
	s.fit()
}

// fit gives the text the room that the panes leave to it.
func (s *Screen) fit() panes.Plan {
	plan := s.panes.Plan()
	s.text.Shape(plan.Measure, plan.Text.Height)
	s.outbox.resize(s.panes.Measure(), plan.Text.Height+s.areas.input.height-1)
	return plan
}

// inset is how many blanks stand before the text: one behind a rule.
func inset(plan panes.Plan) int {
	if plan.Text.X > 0 && plan.Text.Width > 2 {
		return 1
	}
	return 0
}
