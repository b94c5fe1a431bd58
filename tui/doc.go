// Package tui is the screen that a person plays on: a Bubble Tea program over a [Link], which carries one session's
// lines out and its text and state in. It serves SSH visitors and is the face of the client alike, and knows nothing of
// either.
//
// Its one idea is that a frame costs what changed. There is one model, [Screen], whose parts are plain structs without
// commands of their own. Here are the text that scrolls ([Scroll]), what is found and copied in it ([reader]) and what
// goes out ([outbox]). Packages below have the line being typed (lineedit), the list of all commands (palette) and what
// stands around the text (panes, drawn from a view), all on cells (cell). Update does no I/O: whatever may block is a
// tea.Cmd. The rows of the screen come from one function (layout), those of text and panes from another (panes.Set),
// and all styles from tokens.
//
// Keys go to one taker after the other until one wants them: what has been opened (the palette, a search, a paste that
// waits for consent), a key that the person put commands on, the pane that has the keys, then the line. To add
// something that the screen does, name it in commands, so that the palette has it, and give it a key in toolKey.
//
// Concurrency: a Screen belongs to one tea.Program and is touched by its event loop alone. Commands talk to the Link
// and come back as messages. At most one command sends at any time, since commands of Bubble Tea run side by side and
// two lines could overtake each other; at most one receives and one completes.
//
// Everything from outside is hostile to a terminal until cleaned (package cell), every buffer is bounded, and no
// meaning is carried by colour alone.
package tui
