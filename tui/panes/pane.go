package panes

// habit is how a pane is placed where nobody wished otherwise.
type habit struct {
	auto   bool // it shows by itself where there is room and something to show
	left   bool // its column, where there are two
	broad  bool // it needs rows longer than a narrow column has
	below  bool // it would rather stand under the text
	tall   bool // it takes rows that nobody else wants
	square bool // but no more of them than make it look square
}

// habits are how the panes are placed.
func habits(name string) habit {
	switch name {
	case Arena, Board, Log:
		return habit{auto: true, left: true}
	case Map:
		return habit{auto: true, left: true, tall: true, square: true}
	case Effects, Quests:
		return habit{auto: true, left: true}
	case Room, Gear:
		return habit{auto: true}
	case Chat:
		return habit{auto: true, broad: true, below: true, tall: true}
	case Who, Help, Sheet:
		return habit{broad: true, tall: true}
	}
	return habit{left: true}
}
