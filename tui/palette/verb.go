// Package palette finds what one may type by a few of its letters: it is the box that ctrl+k opens.
//
// Its one idea is that every command one may give, a verb of the session or something the screen does by itself, is one
// entry of one list, ranked by how well what was typed fits. It knows no screen and no session: whoever has keys calls
// it and does what it answers.
package palette

// Verb is something that can be typed, as the session tells of it.
type Verb struct {
	Name  string // "give"
	Usage string // "give <thing> to <person>"
	Brief string // "Hand something over."
	Group string // "Things"
}
