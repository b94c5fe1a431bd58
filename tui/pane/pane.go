// Package pane is what stands around the text: all panes of a screen, where each stands, and the status bar.
//
// Its one idea is that a frame costs what changed: a [Set] shows each view to all panes (package kind), settles where
// they stand ([Plan]), draws anew only those that say that they changed, and hands keys and clicks to one of them. It
// does no I/O: pages that panes lack are collected in [Set.Asks]. It belongs to one goroutine.
//
// To add a pane, write it in package kind, and name it in [New] and in habits.
package pane

import (
	"github.com/mudlark-mud/mudlark/tui/pane/kind"
)

// Act is what a key or a click asks of the screen. The zero Act asks for nothing.
type Act = kind.Act

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
	case kind.Arena, kind.Board, kind.Log:
		return habit{auto: true, left: true}
	case kind.Map:
		return habit{auto: true, left: true, tall: true, square: true}
	case kind.Effects, kind.Quests:
		return habit{auto: true, left: true}
	case kind.Room, kind.Gear:
		return habit{auto: true}
	case kind.Chat:
		return habit{auto: true, broad: true, below: true, tall: true}
	case kind.Who, kind.Help, kind.Sheet:
		return habit{broad: true, tall: true}
	}
	return habit{left: true}
}
