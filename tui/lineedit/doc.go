// Package lineedit is the line being typed: its editor, its history, and what could complete it.
//
// Its one idea is that the line is the person's alone: nothing that arrives moves its cursor or changes a letter of it.
// The parts know no screen and no session; who has keys calls them. Each belongs to one goroutine.
package lineedit
