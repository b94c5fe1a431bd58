// Package panes draws what stands around the text: the panes of a screen, where each stands, and the status bar.
//
// A [pane] is state with a drawing: it is shown a view, says whether its drawing changed, and answers a key or a click
// with an [Act]. Most panes are a roll: a list that scrolls and in which things are chosen. A [Set] shows each view to
// all panes, settles where they stand ([Plan]), draws anew only those that changed, and hands keys and clicks to one of
// them. So a frame costs what changed.
//
// [Chart] draws a map of rooms on cells: three cells a room, one between it and the next.
//
//	[ ]-[@]-?
//	 |   +
//	u ] [ d
//
// [ArenaPane] draws a fight by turns: the ground as a grid, the fighters, and a pointer. A key or a click there is a
// line that could have been typed: pointing at a free cell is "move 4,5", at a foe within reach "attack hob". The pane
// works out by itself which cells are within reach ([ArenaOf]), as the world will, and decides nothing.
//
// Nothing here does I/O, and everything belongs to one goroutine. Whatever comes in was cleaned by package view. What
// colours say is said by a sign or a word as well. To add a pane, write its type, and name it in [NewSet] and in
// habits. To add a key of the arena, give it a case in ArenaPane.Key; a button goes into ArenaPane.buttons.
package panes
