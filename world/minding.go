package world

// A creature with a mind is content as everybody else is: what it is like, what it wants and how it talks is said in
// its pattern, and so is all that it may give, sell, buy, unlock, teach and promise. What is not listed there the rules
// refuse it, whatever words talked it into wanting to.

// MindSpec says that a creature thinks for itself, and what about. The zero value of a list allows nothing.
type MindSpec struct {
	Traits    []string       `json:"traits,omitempty" yaml:"traits,omitempty"` // of [Traits]
	Wants     []WantSpec     `json:"wants,omitempty" yaml:"wants,omitempty"`
	Voice     string         `json:"voice,omitempty" yaml:"voice,omitempty"`   // how it talks
	Thinks    string         `json:"thinks,omitempty" yaml:"thinks,omitempty"` // an emote: "turns the glass."
	Relations []RelationSpec `json:"relations,omitempty" yaml:"relations,omitempty"`
	Rounds    []RoundSpec    `json:"rounds,omitempty" yaml:"rounds,omitempty"` // by the hour, ascending
	Lines     []LineSpec     `json:"lines,omitempty" yaml:"lines,omitempty"`
	Secrets   []string       `json:"secrets,omitempty" yaml:"secrets,omitempty"` // what it knows and never says
	Gives     []GiftSpec     `json:"gives,omitempty" yaml:"gives,omitempty"`
	Sells     []WareSpec     `json:"sells,omitempty" yaml:"sells,omitempty"`     // for Price, or down to Least
	Buys      []WareSpec     `json:"buys,omitempty" yaml:"buys,omitempty"`       // for Price, or up to Most
	Guards    bool           `json:"guards,omitempty" yaml:"guards,omitempty"`   // for who is attacked
	Fights    []ProtoID      `json:"fights,omitempty" yaml:"fights,omitempty"`   // by turns: with whom it may begin
	Shuns     []RoomID       `json:"shuns,omitempty" yaml:"shuns,omitempty"`     // where it never walks
	Unlocks   []DoorID       `json:"unlocks,omitempty" yaml:"unlocks,omitempty"` // doors whose locks it works
	Opens     []ProtoID      `json:"opens,omitempty" yaml:"opens,omitempty"`     // containers whose locks it works
	Teaches   []LessonSpec   `json:"teaches,omitempty" yaml:"teaches,omitempty"`
	Promises  []PromiseSpec  `json:"promises,omitempty" yaml:"promises,omitempty"`
	Hire      *HireSpec      `json:"hire,omitempty" yaml:"hire,omitempty"` // it goes along with whoever pays it
}

// WantSpec is something that a creature is about. Verb and Arg, if given, are what it does about it.
type WantSpec struct {
	ID     string `json:"id" yaml:"id"`
	Text   string `json:"text" yaml:"text"`
	Weight int    `json:"weight" yaml:"weight"` // 1 to 10
	Verb   string `json:"verb,omitempty" yaml:"verb,omitempty"`
	Arg    string `json:"arg,omitempty" yaml:"arg,omitempty"`
}

// RelationSpec is what another creature is to it.
type RelationSpec struct {
	To    ProtoID `json:"to" yaml:"to"`
	Is    string  `json:"is" yaml:"is"`                           // "sister", "rival"
	Feels int     `json:"feels,omitempty" yaml:"feels,omitempty"` // -5 (hatred) to 5 (love)
	Note  string  `json:"note,omitempty" yaml:"note,omitempty"`
}

// RoundSpec says where a creature is from an hour of the game day on.
type RoundSpec struct {
	Hour  int    `json:"hour" yaml:"hour"` // 0 to 23
	Room  RoomID `json:"room" yaml:"room"`
	Doing string `json:"doing,omitempty" yaml:"doing,omitempty"` // in place of its Long while it is there
}

// LineSpec is something that it says. In Text {name} is who is spoken to; {thing}, {price}, {other} and {what} stand
// where On gives them.
type LineSpec struct {
	On    string   `json:"on" yaml:"on"`                           // of [LineTimes]
	About []string `json:"about,omitempty" yaml:"about,omitempty"` // words and questions that make it fit
	Mood  string   `json:"mood,omitempty" yaml:"mood,omitempty"`
	Text  string   `json:"text" yaml:"text"`

	When *WhenSpec `json:"when,omitempty" yaml:"when,omitempty"` // of whom it is said to
}

// GiftSpec is a kind of thing that it may give away, to whom, and how often.
type GiftSpec struct {
	Item  ProtoID `json:"item" yaml:"item"`
	To    string  `json:"to" yaml:"to"`                           // of [GiftTos]
	Every int     `json:"every,omitempty" yaml:"every,omitempty"` // seconds from one to the next, whoever gets it

	When *WhenSpec `json:"when,omitempty" yaml:"when,omitempty"` // of whom it is given to
}

// WareSpec is a kind of thing that it deals in, with prices in pence.
type WareSpec struct {
	Item  ProtoID `json:"item" yaml:"item"`
	Price int     `json:"price" yaml:"price"`                     // what it asks, or offers
	Least int     `json:"least,omitempty" yaml:"least,omitempty"` // selling: down to this; 0 is Price
	Most  int     `json:"most,omitempty" yaml:"most,omitempty"`   // buying: up to this; 0 is Price
}

// LessonSpec is something that it can teach: words, and a place that becomes known by them.
type LessonSpec struct {
	ID    string   `json:"id" yaml:"id"`
	Name  string   `json:"name" yaml:"name"`
	Text  string   `json:"text" yaml:"text"`
	About []string `json:"about,omitempty" yaml:"about,omitempty"` // words that ask for it
	Room  RoomID   `json:"room,omitempty" yaml:"room,omitempty"`
	Price int      `json:"price,omitempty" yaml:"price,omitempty"` // in pence

	Craft  CraftID `json:"craft,omitempty" yaml:"craft,omitempty"`   // it is a lesson in this
	Raises int     `json:"raises,omitempty" yaml:"raises,omitempty"` // by so much
	Upto   int     `json:"upto,omitempty" yaml:"upto,omitempty"`     // and no higher than this
	From   int     `json:"from,omitempty" yaml:"from,omitempty"`     // for who is this sure of it already
}

// PromiseSpec is something that it can promise. Item, if given, is the kind of thing that it may then give. For, if
// given, is what somebody must have done to be promised it, and to be paid.
type PromiseSpec struct {
	ID   string     `json:"id" yaml:"id"`
	Text string     `json:"text" yaml:"text"`
	Item ProtoID    `json:"item,omitempty" yaml:"item,omitempty"`
	For  PromiseFor `json:"for,omitzero" yaml:"for,omitempty"`
	When *WhenSpec  `json:"when,omitempty" yaml:"when,omitempty"` // of whom it is promised to, when it is
}

// PromiseFor is a deed that earns a promise: a fact of the world about that very person, whatever anybody says. The
// zero value asks for nothing.
type PromiseFor struct {
	Beats ProtoID `json:"beats,omitempty" yaml:"beats,omitempty"` // who won a game at a table against such a creature
}

// IsConditional reports whether a promise has to be earned.
func (p *PromiseSpec) IsConditional() bool { return p.For != PromiseFor{} }

// To whom a gift may go.
const (
	GiftAnyone   = "anyone"
	GiftFriend   = "friend"   // who has completed a quest that is offered in its zone, or was promised something
	GiftPromised = "promised" // who was promised it
)

// GiftTos lists to whom gifts may go.
func GiftTos() []string { return []string{GiftAnyone, GiftFriend, GiftPromised} }

// MindTraits lists what a creature may be like.
func MindTraits() []string {
	return []string{
		"anxious", "blunt", "brave", "careful", "cheerful", "cowardly", "curious", "dutiful", "generous", "gentle",
		"gossip", "greedy", "grim", "honest", "hot-tempered", "kind", "lazy", "liar", "lonely", "loyal", "merry",
		"patient", "playful", "proud", "shy", "stubborn", "superstitious", "suspicious", "talkative", "vain", "wistful",
	}
}

// LineTimes lists when a creature may have something to say.
func LineTimes() []string {
	return []string{
		"greet", "greet-known", "greet-friend", "greet-foe", "greet-again", "farewell", "thanks", "theft", "insult", "refuse",
		"promise", "teach", "price", "haggle-no", "haggle-yes", "beaten", "won", "drawn", "bell", "hurt", "duty",
		"gossip", "remember", "unknown", "busy", "idle", "answer",
		// Asked of itself and of where things are.
		"who", "how", "place", "where", "here", "way", "refer", "lore", "hour", "real", "advice", "story", "told",
		"told-none", "games", "games-none", "stranger", "nothing", "quiet", "again", "again-short",
		// In passing, and after its deeds.
		"welcome", "nod", "sorry", "given", "unlocked", "failed", "haggle-low", "haggle-worse", "haggle-last",
		// Beside a fight by turns, and in one.
		"brawl", "brawl-over", "taunt",
		// Of trade, of work, of the sea, and of those who speak.
		"sell", "sell-no", "wares", "buys", "credit", "pay", "hire", "work", "turns", "visitors", "else", "private", "enter",
		"missing", "woe", "boast", "flatter", "vow", "deal", "acquaint", "bring", "decline", "already",
	}
}

// Minded returns what a body's mind is like, or nil when it has none of its own.
func (s *State) Minded(a *Actor) *MindSpec {
	if a == nil || a.Player() {
		return nil
	}
	if m := s.mob(a); m != nil {
		return m.Mind
	}
	return nil
}

// Reflexive reports whether somebody fights by rule: a creature that has no mind of its own, or whose mind only talks
// while it is hired, and nobody to play it.
func (s *State) Reflexive(a *Actor) bool {
	return a != nil && !a.Player() && a.Agent == "" && a.Driver == "" && (s.Minded(a) == nil || a.Hire != nil)
}

// Due returns where a creature's round wants it at a time, and whether anything does. It is the last of its rounds that
// has begun; before the first of the day it is still the last of the day before. One without rounds is due where it was
// made, if it is where it does not walk.
func (s *State) Due(a *Actor, now Time) (RoundSpec, bool) {
	m := s.Minded(a)
	switch {
	case m == nil:
		return RoundSpec{}, false
	case len(m.Rounds) == 0:
		return RoundSpec{Room: s.home(a)}, !s.Roams(a, a.Room)
	}
	due := m.Rounds[len(m.Rounds)-1]
	for _, r := range m.Rounds {
		if r.Hour <= now.Hour() {
			due = r
		}
	}
	return due, true
}
