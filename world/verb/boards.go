package verb

import (
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// PinboardReport lists the notes on a board, the oldest first.
type PinboardReport struct {
	Board string    `json:"board"`
	Notes []PinLine `json:"notes"`
	Most  int       `json:"most"` // that it has room for
}

// PinLine is one of them. Its title is its writer's; "" for an answer that has none.
type PinLine struct {
	N     int    `json:"n"`
	Title string `json:"title,omitempty"`
	By    string `json:"by"`
	At    string `json:"at"`
	Re    int    `json:"re,omitempty"` // the note that it answers
	New   bool   `json:"new,omitempty"`
	Gone  bool   `json:"gone,omitempty"` // the record keeps its words no more
}

// PinReport is a note as it is read. Its title and words are its writer's.
type PinReport struct {
	PinLine

	Text string `json:"text,omitempty"`
}

// What is asked of a board.
const (
	boardList = "list"
	boardRead = "read"
)

type boardArgs struct {
	Text string `json:"text" take:"text" opt:"yes" help:"read, post, reply, remove or report and the rest; alone the list"`
}

func boardVerbs() []*Verb {
	return []*Verb{
		calls(Verb{
			Name: "board", Topic: topicTalking, Need: world.RoleGuest, Effect: Changes, Only: Typed,
			When: func(c Ctx) bool {
				_, plays := c.State.BoardNear(c.Actor.ID)
				return plays || c.pinned() != nil
			},
			Brief: "Read and write on the board that hangs here, or look at the board of a game.",
			Help: "Where a board hangs, the place says so. board lists its notes, board read 3 shows number 3 (so does read " +
				"3), board read alone the first that you have not read. board post Lost boots = One left boot, at the lime kiln. " +
				"pins up a note, its title before the sign; board reply 3 and the words answers number 3; board remove 3 takes " +
				"your own down; board report 3 and a reason shows it to whoever looks after the world. Of one player eight notes " +
				"hang on a board, and when it is full the oldest of whoever has most there falls. The notes of whom you " +
				"ignore are not shown " +
				"to you. Guests read, and write nothing. Words are kept for as long as the record of this world, 30 days " +
				"unless whoever " +
				"runs it set another time. Where you sit at a game or watch one, board shows that; board list is the notes.",
			Example: "board",
		}, func(c Ctx, a boardArgs) Call { return c.notices(a.Text) }),
	}
}

// pinned is the room with the board that hangs where somebody stands and may be read by them, or nil.
func (c Ctx) pinned() *world.RoomSpec {
	room := c.State.Rooms[c.Actor.Room]
	if room == nil || room.Board == nil || !c.State.MayUseBoard(c.Actor, room, false) {
		return nil
	}
	return room
}

// notices does what somebody wants with the board that hangs there, or shows that of a game.
func (c Ctx) notices(text string) Call {
	word, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	rest, word = strings.TrimSpace(rest), strings.ToLower(word)
	if _, plays := c.State.BoardNear(c.Actor.ID); word == "" && plays &&
		(c.State.AtTable(c.Actor.ID) || c.pinned() == nil) {
		return c.gameBoard()
	}
	if c.pinned() == nil {
		if room := c.State.Rooms[c.Actor.Room]; room != nil && room.Board != nil {
			return Call{Refusal: refuse(world.CodeNotAllowed, "What hangs there is not for you to read.")}
		}
		return Call{Refusal: refuse(world.CodeNotHere, "There is no board here, and no table to play at.")}
	}
	switch word {
	case "", boardList:
		return c.askBoard(boardList)
	case boardRead:
		return c.readPin(rest)
	case "post", "write", "pin", "note", "add":
		title, words, isCut := strings.Cut(rest, "=")
		if !isCut {
			return Call{Refusal: refuse(world.CodeMissing, "A note has a title and words: board post TITLE = and the words.")}
		}
		return c.does(world.PinNote{Title: strings.TrimSpace(title), Text: strings.TrimSpace(words)})
	case "reply", "answer":
		number, words, _ := strings.Cut(rest, " ")
		n, r := pinNumber(number)
		if r != nil {
			return Call{Refusal: r}
		}
		words = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(words), "="))
		return c.does(world.PinNote{Text: words, Re: n})
	case "remove", "delete", "take", wordDrop:
		n, r := pinNumber(rest)
		if r != nil {
			return Call{Refusal: r}
		}
		return c.does(world.Unpin{N: n})
	case "report":
		return c.reportPin(rest)
	}
	if _, err := strconv.Atoi(word); err == nil && rest == "" {
		return c.readPin(word)
	}
	return Call{Refusal: refuse(world.CodeBadValue,
		"Say board, board read 3, board post TITLE = and the words, board reply 3 and the words, board remove 3, or board "+
			"report 3 and why.")}
}

func (c Ctx) gameBoard() Call {
	if r := c.sight(); r != nil {
		return Call{Refusal: r}
	}
	return Call{Report: func(c Ctx) any {
		r, _ := c.State.BoardNear(c.Actor.ID)
		return r
	}}
}

func pinNumber(text string) (int, *world.Refusal) {
	n, err := strconv.Atoi(strings.TrimPrefix(text, "#"))
	if err != nil || n < 1 {
		return 0, refuse(world.CodeBadValue, "Say which by its number. board lists the notes.")
	}
	return n, nil
}

// askBoard asks the record for what is written there.
func (c Ctx) askBoard(args ...string) Call {
	if c.Via.Kind != world.ViaKeyboard && c.Via.Kind != world.ViaGrant {
		return Call{Refusal: refuse(world.CodeKeyboard, "Only you yourself, or your agent, can do that.")}
	}
	return Call{Ask: Ask{Kind: AskBoard, Args: args}}
}

// readPin asks for a note, or with no number for the first that was not read.
func (c Ctx) readPin(which string) Call {
	if which == "" {
		for _, p := range c.State.PinsFor(c.Actor, c.Actor.Room) {
			if p.N > c.Actor.Pins[c.Actor.Room] {
				return c.askBoard(boardRead, strconv.Itoa(p.N))
			}
		}
		return Call{Refusal: refuse(world.CodeMissing, "You have read all that hangs there. board lists it.")}
	}
	n, r := pinNumber(which)
	if r != nil {
		return Call{Refusal: r}
	}
	return c.askBoard(boardRead, strconv.Itoa(n))
}

// reportPin reports a note as anything else is reported.
func (c Ctx) reportPin(rest string) Call {
	number, why, _ := strings.Cut(rest, " ")
	n, r := pinNumber(number)
	if r != nil {
		return Call{Refusal: r}
	}
	for _, p := range c.State.PinsFor(c.Actor, c.Actor.Room) {
		if p.N != n {
			continue
		}
		if why = strings.TrimSpace(why); why == "" {
			return Call{Refusal: refuse(world.CodeMissing, "Say why: board report "+number+" and the reason.")}
		}
		text := "Note " + number + " by " + plain(p.Name) + " on " + plain(c.pinned().Board.Name) + " in " +
			string(c.Actor.Room) + " (record " + strconv.FormatUint(p.Seq, 10) + "): " + why
		return Call{Ask: Ask{Kind: AskReport, Args: []string{text}}}
	}
	return Call{Refusal: refuse(world.CodeUnknown, "No note of that number hangs there. Type board for the list.")}
}

// onBoard turns read 3 into board read 3 where a board hangs.
func (t *Table) onBoard(c Ctx, v *Verb, rest string) (*Verb, string) {
	if _, r := pinNumber(rest); v.Name == boardRead && r == nil && c.pinned() != nil {
		return t.byName["board"], boardRead + " " + rest
	}
	return v, rest
}

// headline is a note's line in the list.
func (l *PinLine) headline() string {
	title := world.Clean(l.Title)
	switch {
	case l.Gone:
		title = "(its words are gone)"
	case title == "":
		title = "an answer"
	}
	if l.Re > 0 {
		title += ", to " + strconv.Itoa(l.Re)
	}
	text := strconv.Itoa(l.N) + ": " + title + ", by " + world.Clean(l.By) + ", " + l.At
	if l.New {
		text += ", new"
	}
	return text
}

func (r PinboardReport) words(prose.Style) prose.Text {
	name := prose.Capital(world.Clean(r.Board))
	if len(r.Notes) == 0 {
		return prose.Text{prose.L(prose.Plain, name+" is bare. board post TITLE = and the words pins a note to it.")}
	}
	out := prose.Text{prose.L(prose.Title, name+": "+countOf(len(r.Notes), "note"))}
	for i := range r.Notes {
		out = append(out, prose.L(prose.Plain, r.Notes[i].headline()))
	}
	return out
}

func (r PinReport) words(prose.Style) prose.Text {
	line := r.PinLine
	line.New, line.Gone = false, false
	out := prose.Text{prose.L(prose.Title, "Note "+line.headline())}
	if r.Gone {
		return append(out, prose.L(prose.System, "Its words are gone: the record of this world does not reach back to them."))
	}
	return append(out, prose.L(prose.Speech, world.Clean(r.Text)))
}
