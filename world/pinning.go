package world

import (
	"fmt"
	"slices"
)

// Boards hang in rooms, and people pin notes to them. The state holds that a note hangs there and who it is of; its
// words stand in the record of its pinning and nowhere else, so that erasing them there erases them, and they are kept
// for as long as the record is.

// Limits of boards.
const (
	PinsMost       = 40 // on one board that does not say otherwise; when it is full, see falling
	PinsMostEver   = 100
	PinTitleMost   = 60 // bytes
	PinsOneMost    = 8  // on one board, from the characters of one account
	boardNameBytes = 80
)

// BoardUse says who reads a board, or writes on it. The zero value: everybody, where guests do not write.
type BoardUse string

// Who reads and writes besides everybody.
const (
	UseStaff BoardUse = "staff" // who builds the world or looks after it
)

// BoardUses returns them all.
func BoardUses() []BoardUse { return []BoardUse{UseStaff} }

// BoardSpec says that a board hangs in a room.
type BoardSpec struct {
	Name  string   `json:"name" yaml:"name"` // within a sentence: "the slate by the door"
	Read  BoardUse `json:"read,omitempty" yaml:"read,omitempty"`
	Write BoardUse `json:"write,omitempty" yaml:"write,omitempty"`
	Most  int      `json:"most,omitempty" yaml:"most,omitempty"` // notes; 0: [PinsMost]
}

// Room is how many notes a board has room for.
func (b *BoardSpec) Room() int {
	if b.Most > 0 {
		return b.Most
	}
	return PinsMost
}

// Pinboard is what hangs on the board of a room, the oldest first.
type Pinboard struct {
	Room RoomID `json:"room"`
	Last int    `json:"last"` // the number of the note that was pinned last
	Pins []Pin  `json:"pins,omitempty"`
}

// Pin is a note on a board. It is called by its number, which no other note on that board ever has.
type Pin struct {
	N    int    `json:"n"`
	Seq  uint64 `json:"seq"` // the record that holds its words
	Num  uint32 `json:"num"` // of who wrote it
	Name string `json:"name"`
	At   int64  `json:"at"`           // by the wall clock, Unix milliseconds
	Re   int    `json:"re,omitempty"` // the note that it answers
}

// PinNote writes a note and pins it to the board where the actor stands.
type PinNote struct {
	Title string `json:"title" words:"all"`
	Text  string `json:"text" words:"all"`
	Re    int    `json:"re,omitempty"` // the note that it answers
}

// ReadPin says that the actor reads a note on the board where they stand, or with no number what hangs there. The
// daemon shows the words.
type ReadPin struct {
	N int `json:"n,omitempty"`
}

// Unpin takes a note off the board where the actor stands: one's own, or for those who look after the world anybody's.
// With All it takes down every note of the actor's, wherever it hangs, and scripts forget what they keep of the actor's
// words: it is what the world itself has of somebody who wants to be forgotten.
type Unpin struct {
	N   int  `json:"n,omitempty"`
	All bool `json:"all,omitempty"`
}

// NotePinned says that somebody pinned a note to the board of a room. Open says that everybody may read it there.
type NotePinned struct {
	Actor  ActorID `json:"actor"`
	Room   RoomID  `json:"room"`
	Board  string  `json:"board" words:"fixed"`
	N      int     `json:"n"`
	Seq    uint64  `json:"seq"` // of this record
	Num    uint32  `json:"num"` // of who wrote it
	Name   string  `json:"name" words:"fixed"`
	At     int64   `json:"at"` // by the wall clock, Unix milliseconds
	Title  string  `json:"title" words:"all"`
	Text   string  `json:"text" words:"all"`
	Re     int     `json:"re,omitempty"`
	Open   bool    `json:"open,omitempty"`
	Breath Time    `json:"breath"` // until when the writer's is spent
}

// PinRead says that somebody read a note on a board.
type PinRead struct {
	Actor ActorID `json:"actor"`
	Room  RoomID  `json:"room"`
	N     int     `json:"n"`
}

// PinWent is why a note is on its board no more.
type PinWent string

// Why notes go. The zero value: somebody took it down.
const (
	PinFell PinWent = "fell" // the board was full
	PinLost PinWent = "lost" // who wrote it was erased
)

// PinRemoved says that a note is on its board no more. Actor is who took it down.
type PinRemoved struct {
	Actor ActorID `json:"actor,omitempty"`
	Room  RoomID  `json:"room"`
	N     int     `json:"n"`
	Why   PinWent `json:"why,omitempty" words:"fixed"`
}

func (PinNote) needs() Role { return RoleGuest }
func (ReadPin) needs() Role { return RoleGuest }
func (Unpin) needs() Role   { return RolePlayer }

func (PinNote) deed() deed { return deed{verbs: []string{"board"}} }
func (ReadPin) deed() deed { return deed{verbs: []string{"board"}} }
func (Unpin) deed() deed   { return deed{verbs: []string{"board"}} }

// A note is read where no voice is heard.
func (PinNote) way() way { return way{soundless: true} }

func (ReadPin) harmless() {}
func (Unpin) harmless()   {}

// board returns the board where the actor stands, as they may use it: to read, or to write.
func (t *Turn) board(writes bool) (*RoomSpec, *Refusal) {
	room := t.s.Rooms[t.me.Room]
	switch {
	case !t.me.Player():
		return nil, refuse(CodeCannot, "Only people read and write there.")
	case room == nil || room.Board == nil:
		return nil, refuse(CodeNotHere, "There is no board here.")
	case !t.s.BrightFor(t.me, t.now):
		return nil, refuse(CodeDark, "It is too dark to see.")
	case !t.s.MayUseBoard(t.me, room, false):
		return nil, refuse(CodeNotAllowed, "What hangs there is not for you to read.")
	case writes && t.me.Guest():
		return nil, refuse(CodeNotAllowed, "Only who has an account writes on boards.")
	case writes && !t.s.MayUseBoard(t.me, room, true):
		return nil, refuse(CodeNotAllowed, "It is not for you to write there.")
	}
	return room, nil
}

// MayUseBoard reports whether somebody may read the board of a room, or write on it.
func (s *State) MayUseBoard(a *Actor, room *RoomSpec, writes bool) bool {
	use := room.Board.Read
	if writes {
		use = room.Board.Write
	}
	switch use {
	case UseStaff:
		return a.Role >= RoleBuilder
	case "":
		return !writes || !a.Guest()
	default: // nothing that a pack can say
		return false
	}
}

func (a PinNote) decide(t *Turn) *Refusal {
	room, r := t.board(true)
	if r != nil {
		return r
	}
	title, pins := Clean(a.Title), t.s.pinboard(room.ID)
	switch {
	case title == "" && a.Re == 0 || Clean(a.Text) == "":
		return refuse(CodeMissing, "A note has a title and words: board post TITLE = and the words.")
	case len(title) > PinTitleMost:
		return refuse(CodeBadValue, fmt.Sprintf("That title is too long: %d bytes at most.", PinTitleMost))
	case hasToken(title):
		return refuse(CodeBadValue, "There is a token in that. Whoever reads it could act as you: keep it to yourself.")
	case a.Re != 0 && pins.Numbered(a.Re) == nil:
		return refuse(CodeUnknown, noPinText)
	}
	text, spent, r := t.carry(a, nil, a.Text)
	mine := 0
	for i := range pins.Pins {
		mine += boolInt(pins.Pins[i].Num == t.me.Num || t.s.kin(t.me, t.s.ActorByNum(pins.Pins[i].Num)))
	}
	switch {
	case r != nil:
		return r
	case mine >= PinsOneMost:
		return refuse(CodeFull, fmt.Sprintf("%d notes of yours hang there, and that is as many as one may have. Take one "+
			"down first: board remove and its number.", mine))
	}
	for _, n := range t.falling(pins.Pins, len(pins.Pins)+1-room.Board.Room()) {
		t.emit(PinRemoved{Room: room.ID, N: n, Why: PinFell})
	}
	t.emit(NotePinned{
		Actor: t.me.ID, Room: room.ID, Board: room.Board.Name, N: pins.Last + 1, Seq: t.seq, Num: t.me.Num, Name: t.me.Name,
		At: t.s.WallClock(t.now), Title: title, Text: text, Re: a.Re, Open: room.Board.Read == "", Breath: spent,
	})
	return nil
}

// falling returns which notes fall, so many, when the actor pins up another: each time the oldest of those of whom most
// hang there, the new one counted, so that a few accounts cannot clear a board of what others wrote.
func (t *Turn) falling(pins []Pin, n int) (out []int) {
	left := slices.Clone(pins)
	owner := func(p *Pin) string {
		if a := t.s.ActorByNum(p.Num); a != nil && a.Account != "" {
			return "account " + string(a.Account)
		}
		return numbered("character", uint64(p.Num))
	}
	for ; n > 0 && len(left) > 0; n-- {
		count, most := map[string]int{}, 0
		mine := Pin{Num: t.me.Num}
		count[owner(&mine)]++
		for i := range left {
			count[owner(&left[i])]++
		}
		for _, c := range anyhow(count) {
			most = max(most, c)
		}
		// With none the one to be pinned up is of whom most hang there, and nothing of theirs hangs.
		at := max(0, slices.IndexFunc(left, func(p Pin) bool { return count[owner(&p)] == most }))
		out = append(out, left[at].N)
		left = slices.Delete(left, at, at+1)
	}
	return out
}

const noPinText = "No note of that number hangs there. Type board for the list."

// Nothing comes of reading one again: that is no refusal, because it is shown all the same.
func (a ReadPin) decide(t *Turn) *Refusal {
	room, r := t.board(false)
	switch {
	case r != nil:
		return r
	case a.N == 0:
		return nil
	}
	p := t.s.pinboard(room.ID).Numbered(a.N)
	if p == nil || !t.s.Legible(t.me, p) {
		return refuse(CodeUnknown, noPinText)
	}
	if t.me.Pins[room.ID] < a.N {
		t.emit(PinRead{Actor: t.me.ID, Room: room.ID, N: a.N})
	}
	return nil
}

func (a Unpin) decide(t *Turn) *Refusal {
	if a.All {
		t.forgetHeard(ScriptsForgot{Who: t.me.ID})
		t.unpin(t.me)
		return nil
	}
	room, r := t.board(false)
	if r != nil {
		return r
	}
	p := t.s.pinboard(room.ID).Numbered(a.N)
	switch {
	case p == nil:
		return refuse(CodeUnknown, noPinText)
	case p.Num != t.me.Num && !t.s.kin(t.me, t.s.ActorByNum(p.Num)) && t.me.Role < RoleWizard:
		return refuse(CodeNotAllowed, "That is not yours to take down. What should not hang there: board report and its "+
			"number.")
	}
	t.emit(PinRemoved{Actor: t.me.ID, Room: room.ID, N: a.N})
	return nil
}

// unpin takes down every note of somebody, and reports whether a record held them all.
func (t *Turn) unpin(a *Actor) bool {
	for id, b := range Ordered(t.s.Pinboards) {
		for _, p := range slices.Clone(b.Pins) {
			switch {
			case p.Num != a.Num:
			case t.full():
				return false
			default:
				t.emit(PinRemoved{Room: id, N: p.N, Why: PinLost})
			}
		}
	}
	return true
}

// pinboard is what hangs on the board of a room; of one on which nothing hung yet, an empty one.
func (s *State) pinboard(room RoomID) *Pinboard {
	if b := s.Pinboards[room]; b != nil {
		return b
	}
	return &Pinboard{Room: room}
}

// Numbered returns a note by its number, or nil.
func (b *Pinboard) Numbered(n int) *Pin {
	for i := range b.Pins {
		if b.Pins[i].N == n {
			return &b.Pins[i]
		}
	}
	return nil
}

// Legible reports whether somebody is shown a note: not when they ignore who wrote it, or that character is deleted.
func (s *State) Legible(a *Actor, p *Pin) bool {
	by := s.ActorByNum(p.Num)
	return by == nil || !by.IsDeleted() && !s.Ignores(a, by)
}

// PinsFor lists the notes on the board of a room that somebody is shown, the oldest first.
func (s *State) PinsFor(a *Actor, room RoomID) []Pin {
	return slices.DeleteFunc(slices.Clone(s.pinboard(room).Pins), func(p Pin) bool { return !s.Legible(a, &p) })
}

// BoardSight is a board as somebody sees it in passing.
type BoardSight struct {
	Name   string `json:"name"`
	Notes  int    `json:"notes"`
	Unread int    `json:"unread,omitempty"` // that hang behind the last one that they read
}

// BoardFor is the board of a room as somebody may read it; nil for none.
func (s *State) BoardFor(a *Actor, room *RoomSpec) *BoardSight {
	if a == nil || !a.Player() || room == nil || room.Board == nil || !s.MayUseBoard(a, room, false) {
		return nil
	}
	out := &BoardSight{Name: room.Board.Name}
	for _, p := range s.PinsFor(a, room.ID) {
		out.Notes++
		out.Unread += boolInt(p.N > a.Pins[room.ID] && p.Num != a.Num)
	}
	return out
}

// UnreadBoards lists the boards that somebody has read before, may read still, and on which something new hangs.
func (s *State) UnreadBoards(a *Actor) []BoardSight {
	var out []BoardSight
	for id := range Ordered(a.Pins) {
		if b := s.BoardFor(a, s.Rooms[id]); b != nil && b.Unread > 0 {
			out = append(out, *b)
		}
	}
	return out
}

func (e NotePinned) fold(s *State) {
	b := *s.pinboard(e.Room)
	b.Pins = append(slices.Clone(b.Pins), Pin{N: e.N, Seq: e.Seq, Num: e.Num, Name: e.Name, At: e.At, Re: e.Re})
	b.Last = e.N
	s.Pinboards[e.Room] = &b
	s.touch(kindPinboard, string(e.Room))
	s.outOfBreath(e.Actor, e.Breath)
}

func (e PinRead) fold(s *State) {
	a := s.actor(e.Actor)
	if a.Pins == nil {
		a.Pins = map[RoomID]int{}
	}
	a.Pins[e.Room] = e.N
}

func (e PinRemoved) fold(s *State) {
	b := *s.pinboard(e.Room)
	b.Pins = slices.DeleteFunc(slices.Clone(b.Pins), func(p Pin) bool { return p.N == e.N })
	s.Pinboards[e.Room] = &b
	s.touch(kindPinboard, string(e.Room))
}

// It is seen that somebody pins a note where everybody may read it; what it says is read.
func (e NotePinned) scene(*State) scene {
	return scene{actor: e.Actor, room: e.Room, sight: e.Open, closed: !e.Open, voice: e.Actor}
}

func (PinRead) scene(*State) scene { return scene{} }

func (e PinRemoved) scene(*State) scene {
	if e.Actor == "" {
		return scene{}
	}
	return scene{actor: e.Actor, closed: true}
}

func (NotePinned) traits() Traits { return Traits{Touches: AspectsNone, Cue: cue("Pinned")} }
func (PinRead) traits() Traits    { return Traits{OnlyTold: true, Touches: AspectsNone} }
func (PinRemoved) traits() Traits {
	return Traits{OnlyTold: true, Touches: AspectsNone, Cue: cue("Note taken down")}
}

// sound says what is wrong with a board as a pack has it; "" for nothing.
func (b *BoardSpec) sound() string {
	use := func(u BoardUse) bool { return u == "" || slices.Contains(BoardUses(), u) }
	switch {
	case b == nil:
		return ""
	case b.Name == "" || len(b.Name) > boardNameBytes:
		return fmt.Sprintf("its board has no name, or one of more than %d bytes", boardNameBytes)
	case !use(b.Read) || !use(b.Write):
		return "its board is read or written by nobody there is"
	case b.Most < 0 || b.Most > PinsMostEver:
		return fmt.Sprintf("its board has room for more than %d notes", PinsMostEver)
	}
	return ""
}

// pinboards looks into what hangs on boards.
func (c *checker) pinboards() {
	for id, b := range all(c, c.s.Pinboards) {
		if b.Room != id || len(b.Pins) > PinsMostEver {
			c.bad("the board of %s is filed wrongly, or has %d notes", id, len(b.Pins))
		}
		last := 0
		for _, p := range b.Pins {
			if p.N <= last || p.N > b.Last || p.Seq == 0 || p.Seq > c.s.Seq || p.Num == 0 || p.Name == "" || p.Re >= p.N {
				c.bad("a note on the board of %s cannot be: %+v", id, p)
			}
			last = p.N
		}
	}
}

// pinsRead looks into which notes somebody has read.
func (c *checker) pinsRead(a *Actor) {
	for id, n := range anyhow(a.Pins) {
		if !a.Player() || n <= 0 || n > c.s.pinboard(id).Last {
			c.bad("actor %s has read note %d on the board of %s, which cannot be", a.ID, n, id)
		}
	}
}
