package tui

// Sizes in cells.
const (
	// widthDefault and heightDefault are assumed until the terminal has told its size.
	widthDefault, heightDefault = 80, 24
	// sizeMax bounds what a terminal may claim; a frame's cost grows with its area.
	sizeMax = 1000
	// panelFrom is the width from which the side panel shows by itself, panelLeast the one it can be asked for at.
	panelFrom, panelLeast = 100, 60
	panelNarrow           = 24 // the panel's width where it was asked for
	panelMax              = 50
	panelShare            = 4 // otherwise it takes one cell in so many
	// textMax is the longest row of text; the eye loses its way back from the end of a longer one.
	textMax = 120
	// barOneRow is the width from which the status bar is one row.
	barOneRow = 140
	// Heights from which the hint row and the bar's second row are worth their place.
	hintFrom, barTwoRowsFrom = 10, 14
	textMinRows              = 1
	// heightLeast is what is left to the rest when what is typed takes several rows.
	heightLeast = 8
)

// panelWish is what the person asked of the side panel.
type panelWish uint8

const (
	panelAuto panelWish = iota
	panelOn
	panelOff
)

// rect is an area of the screen, its upper left corner at x, y.
type rect struct{ x, y, width, height int }

// areas is where everything is. An area of no height or width is not drawn. From top to bottom: the text (with the
// rule and the panel to its right), the status bar, the input line, the hint row.
type areas struct {
	text, rule, panel, bar, input, hint rect
	measure                             int // how many of the text's cells its rows may take
	typed                               int // how many rows what is typed wanted
}

// wants is what the layout depends on beside the size.
type wants struct {
	panel  panelWish
	inPlay bool // there is a place, so something for the panel and the bar to show
	plays  bool // there is a board, which is worth a part of a narrow window too
}

// layout computes all areas, for any size. What must stay usable comes first: the input line, then a row of text, then
// the bar, then the hint.
func layout(width, height int, w wants) areas {
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
	case height >= barTwoRowsFrom && width < barOneRow && w.inPlay:
		a.bar = take(2)
	case bottom > textMinRows:
		a.bar = take(1)
	}
	a.text = rect{width: width, height: bottom}
	a.measure = min(width, textMax)
	if panel := panelWidth(width, w); panel > 0 && bottom > 0 {
		a.text.width = width - panel - 1
		a.rule = rect{x: a.text.width, width: 1, height: bottom}
		a.panel = rect{x: a.text.width + 1, width: panel, height: bottom}
		a.measure = min(a.text.width-1, textMax) // A blank keeps the words off the rule.
	}
	return a
}

// panelWidth returns how wide the side panel is, 0 if it is hidden.
func panelWidth(width int, w wants) int {
	switch {
	case !w.inPlay, w.panel == panelOff, width < panelLeast, w.panel == panelAuto && width < panelFrom && !w.plays:
		return 0
	case width < panelFrom:
		return panelNarrow
	}
	return min(width/panelShare, panelMax)
}
