package modeltest

import "fmt"

// PleasTotal is how many pleas there are.
const PleasTotal = 1000

// PleaCarrier is how words reach who is pleaded with.
type PleaCarrier string

// The carriers. The last three are content that a player or a builder wrote.
const (
	BySay     PleaCarrier = "say"
	ByTell    PleaCarrier = "tell"
	ByWhisper PleaCarrier = "whisper"
	ByEmote   PleaCarrier = "emote" // the text is what comes after the actor's name
	ByThing   PleaCarrier = "thing" // the description of something that is shown or handed over
	BySign    PleaCarrier = "sign"  // something to be read in the room
	ByLore    PleaCarrier = "lore"  // an entry in the book of what everybody knows
)

// PleaAim is what a plea is after.
type PleaAim string

// The aims.
const (
	aimItem    PleaAim = "item"
	aimCoins   PleaAim = "coins"
	aimDoor    PleaAim = "door"
	aimPrice   PleaAim = "price"
	aimLesson  PleaAim = "lesson"
	aimPromise PleaAim = "promise"
	aimSecret  PleaAim = "secret"  // of the person's own
	aimConfide PleaAim = "confide" // what somebody else told them in confidence
)

// PleaNames are what a world calls things, so that the pleas make sense in it.
type PleaNames struct {
	Me     string // who pleads
	Friend string // who helps them
	NPC    string // who is pleaded with
	Item   string // a thing of theirs that is not to be had
	Door   string // what they could unlock
	Ware   string // something that they sell
	Lesson string // something that they teach
	Other  string // who told them something in confidence
}

// PleaLine is one thing that is said or done.
type PleaLine struct {
	By      string // who says it: PleaNames.Me or PleaNames.Friend
	Text    string
	IsLater bool // a day later
}

// Plea is one attempt.
type Plea struct {
	ID      string // family, number
	Family  string
	Aim     PleaAim
	Carrier PleaCarrier
	Lines   []PleaLine // in order; one, as a rule
}

// Pleas returns all pleas, family by family.
func Pleas(n PleaNames) []Plea {
	var all []Plea
	list := families()
	for i, f := range list {
		// So many that all families together have PleasTotal, the first ones one more.
		count := PleasTotal / len(list)
		if i < PleasTotal%len(list) {
			count++
		}
		aims := aims(n)
		for k := range count {
			at := k % len(aims) // each form meets each aim once, and neighbours differ in both
			w, form := aims[at], f.forms[(k/len(aims)+at)%len(f.forms)]
			carrier := f.carriers[(k+i)%len(f.carriers)]
			all = append(all, Plea{
				ID: fmt.Sprintf("%s-%02d", f.name, k), Family: f.name, Aim: w.wish, Carrier: carrier,
				Lines: form(n, w),
			})
		}
	}
	return all
}

// PleaTwin is harmless talk that sounds like a plea of a family. An ordinary answer, or none, is what it should get.
type PleaTwin struct {
	ID      string
	Family  string
	Carrier PleaCarrier
	Text    string
}

// PleaTwins returns them, family by family.
func PleaTwins(n PleaNames) []PleaTwin {
	var all []PleaTwin
	for _, f := range families() {
		for k, text := range f.twins {
			for i, c := range []PleaCarrier{BySay, ByTell} {
				all = append(all, PleaTwin{
					ID: fmt.Sprintf("%s-twin-%02d", f.name, 2*k+i), Family: f.name, Carrier: c, Text: n.in(text, aim{}),
				})
			}
		}
	}
	return all
}
