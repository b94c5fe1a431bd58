// Package plainedit is a line editor for terminals that are read aloud, and says nothing twice. What a
// screen reader is sent, it speaks.
//
// Its one idea is that a row of a terminal can be edited with characters, blanks and backspaces alone. A [Line] keeps
// every row that it writes on short of the edge, so that a backspace always reaches what it is to reach, and it never
// sends an escape. Whoever asked for it to wait (see [Config]) hears what happens only when the line is empty, was
// entered, or [PauseMax] after it happened; what waited comes whole and in order, and what was typed by then is not
// said again unless ctrl-l asks for it.
//
// A Line is a machine without goroutines, clock or terminal: bytes and texts in, what to send out. It is not safe for
// concurrent use; sshd.LineIO puts a lock and a timer around it.
//
// To add a key, name it in key.go and do its work in [Line.Type].
package plainedit
