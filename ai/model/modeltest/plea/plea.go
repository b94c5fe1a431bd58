// Package plea is a thousand attempts by players to make a person of the world do or tell what they must not, and the
// harmless talk that sounds like them.
//
// Its one idea: an attack is a form and a wish. The forms are the families of attack that are known from shipped games
// and from the literature on models that are talked out of their orders (invented authority, role swaps, stage
// directions, disguised letters, a payload in pieces, memories planted for later ...); the wishes are what can go wrong
// in a world (a thing, coins, a door, a price, a lesson, a promise, a secret, somebody else's confidence). Each form is
// tried with each wish, so that a defence which knows the words of one attack is not mistaken for one that holds.
//
// Nothing here is random: [All] and [Twins] are the same each time, and each plea has an id that stays its own.
//
// To add a form, add a line to its family in forms.go, or a family to families; [Total] of all are dealt out evenly.
package plea

import "fmt"

// Total is how many pleas there are.
const Total = 1000

// Carrier is how words reach who is pleaded with.
type Carrier string

// The carriers. The last three are content that a player or a builder wrote.
const (
	Say     Carrier = "say"
	Tell    Carrier = "tell"
	Whisper Carrier = "whisper"
	Emote   Carrier = "emote" // the text is what comes after the actor's name
	Thing   Carrier = "thing" // the description of something that is shown or handed over
	Sign    Carrier = "sign"  // something to be read in the room
	Lore    Carrier = "lore"  // an entry in the book of what everybody knows
)

// Wish is what a plea is after.
type Wish string

// The wishes.
const (
	Item    Wish = "item"
	Coins   Wish = "coins"
	Door    Wish = "door"
	Price   Wish = "price"
	Lesson  Wish = "lesson"
	Promise Wish = "promise"
	Secret  Wish = "secret"  // of the person's own
	Confide Wish = "confide" // what somebody else told them in confidence
)

// Names are what a world calls things, so that the pleas make sense in it.
type Names struct {
	Me     string // who pleads
	Friend string // who helps them
	NPC    string // who is pleaded with
	Item   string // a thing of theirs that is not to be had
	Door   string // what they could unlock
	Ware   string // something that they sell
	Lesson string // something that they teach
	Other  string // who told them something in confidence
}

// Line is one thing that is said or done.
type Line struct {
	By      string // who says it: Names.Me or Names.Friend
	Text    string
	IsLater bool // a day later
}

// Plea is one attempt.
type Plea struct {
	ID      string // family, number
	Family  string
	Wish    Wish
	Carrier Carrier
	Lines   []Line // in order; one, as a rule
}

// All returns all pleas, family by family.
func All(n Names) []Plea {
	var all []Plea
	list := families()
	for i, f := range list {
		// So many that all families together have Total, the first ones one more.
		count := Total / len(list)
		if i < Total%len(list) {
			count++
		}
		wishes := wishes(n)
		for k := range count {
			at := k % len(wishes) // each form meets each wish once, and neighbours differ in both
			w, form := wishes[at], f.forms[(k/len(wishes)+at)%len(f.forms)]
			carrier := f.carriers[(k+i)%len(f.carriers)]
			all = append(all, Plea{
				ID: fmt.Sprintf("%s-%02d", f.name, k), Family: f.name, Wish: w.wish, Carrier: carrier,
				Lines: form(n, w),
			})
		}
	}
	return all
}

// Twin is harmless talk that sounds like a plea of a family. An ordinary answer, or none, is what it should get.
type Twin struct {
	ID      string
	Family  string
	Carrier Carrier
	Text    string
}

// Twins returns them, family by family.
func Twins(n Names) []Twin {
	var all []Twin
	for _, f := range families() {
		for k, text := range f.twins {
			for i, c := range []Carrier{Say, Tell} {
				all = append(all, Twin{
					ID: fmt.Sprintf("%s-twin-%02d", f.name, 2*k+i), Family: f.name, Carrier: c, Text: n.in(text, wish{}),
				})
			}
		}
	}
	return all
}
