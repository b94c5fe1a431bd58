// Package automap is the map of a MUD that a player's client draws while the player walks.
//
// Rooms come in two ways. A MUD with GMCP tells each one (Enter): its number, its name, what lies beyond its exits. Of
// any other the client knows what was sent (Sent) and what was shown (Line), and guesses. A [RoomReader] recognises a
// room in the text, and the room is one already known when its title, its exits and the place it was reached from fit.
//
// A RoomReader looks for the line of exits as Diku's and LP's families write it, since nothing else looks like it. The
// first line after the last prompt that looks like a title is then taken for the room's name; a title right before a
// paragraph that begins with blanks is surer. Without a line of exits there is no room, and without a title there is
// none either.
//
// Its one idea is that a wrong map is worse than a small one. An exit leads where it was seen to lead; a room whose
// place on the grid is taken is not placed; whatever a MUD says is cleaned and bounded, and the map stops growing at
// RoomsMax.
//
// An Atlas belongs to one goroutine at a time. Paths are in path.go, walking them in walker.go, what the map pane draws
// in chart.go, the file in file.go, the directions that all MUDs share in compass.go. Another source of rooms fills an
// Info and calls Enter. Another form of the line of exits goes into forms.
package automap
