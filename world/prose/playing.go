package prose

import (
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// The names of the marks, as whoever plays them says it.
const (
	crossMark  = "X"
	noughtMark = "O"
)

// table speaks of who sits down and gets up.
func (v view) table(e world.Event) Text {
	switch e := e.(type) {
	case world.SeatTaken:
		return v.seatTaken(e)
	case world.SeatLeft:
		return v.seatLeft(e)
	case world.WatchBegan:
		if v.did() {
			return tell(Plain, "You draw near to watch @.", v.at(e.Board))
		}
	case world.WatchEnded:
		if v.did() && e.Why == world.RoseWilling {
			return tell(Plain, "You look away from @.", v.at(e.Board))
		}
	default:
	}
	return nil
}

// at is a table.
func (v view) at(id world.BoardID) Span { return Span{Text: definite(v.as(string(id))), Role: Thing} }

func (v view) seatTaken(e world.SeatTaken) Text {
	switch {
	case v.did() && e.Alone:
		return Text{
			line(Plain, "You sit down at @.", v.at(e.Board)),
			L(Plain, "Nobody sits across from you yet. The game begins when somebody does."),
		}
	case v.did():
		return tell(Plain, "You sit down at @.", v.at(e.Board))
	case v.sees():
		return tell(Plain, "@ sits down at @.", v.who(e.Actor), v.at(e.Board))
	}
	return nil
}

func (v view) seatLeft(e world.SeatLeft) Text {
	own, others := "", ""
	switch e.Why {
	case world.RoseWilling:
		own, others = "You get up from @.", "@ gets up from @."
	case world.RoseWalked:
		own, others = "You have left your chair at @.", "@ has left an empty chair at @."
	case world.RoseFight:
		own, others = "Your chair goes over as you get up from @.", "A chair goes over as @ gets up from @."
	case world.RoseEnded:
		others = "@ has left an empty chair at @."
	case world.RoseLost:
		own, others = "You were away from @ for so long that your chair was given up.",
			"@ has not stirred for a minute, and is led away from @."
	case world.RoseIdle:
		others = "@ has waited long enough, and gets up from @."
	case world.RoseYielded:
		others = "@ gets up from @ and holds the chair for somebody else."
	case world.RoseAlone:
		others = "@ gets up from @ as well."
	case world.RoseCleared:
		own, others = "@ is carried off, and your chair with it.", "@ gets up, for @ is carried off."
	}
	switch {
	case v.did() && own != "":
		return tell(Plain, own, v.at(e.Board))
	case !v.did() && v.sees() && others != "":
		return tell(Plain, others, v.who(e.Actor), v.at(e.Board))
	}
	return nil
}

// game speaks of what is played.
func (v view) game(e world.Event) Text {
	switch e := e.(type) {
	case world.GameBegan:
		return v.gameBegan(e)
	case world.MovePlayed:
		return v.moved(e)
	case world.GameEnded:
		return v.gameEnded(e)
	case world.Taunted:
		return v.taunted(e)
	case world.RematchAsked:
		return v.rematch(e)
	default:
		return nil
	}
}

func (v view) gameBegan(e world.GameBegan) Text {
	if !v.sees() && !v.mine() {
		return nil
	}
	board := Drawing(e.Rows, e.Cols, e.Cells)
	title := plain(world.GameTitle(e.Game))
	switch {
	case e.FirstChair != "":
		begins := houseName(string(e.FirstChair))
		text := tell(Plain, "@ wipes itself clean, with no hand near it, and chalk rules a new grid. It is for @ to begin.",
			v.at(e.Board), plain(begins))
		return v.closely(text, board)
	case v.did():
		text := tell(Plain, "A game of @ begins, against @. You play @, and begin.", title, v.name(e.Second, Person),
			plain(marks(e.FirstSide)))
		text = append(text, board...)
		return append(text, L(Hint, "Type place b2, for example, to put your mark on the square in the middle."))
	case v.mine():
		text := tell(Plain, "A game of @ begins, against @. You play @; @ begins.", title, v.name(e.First, Person),
			plain(marks(e.SecondSide)), v.name(e.First, Person))
		return append(text, board...)
	}
	text := tell(Plain, "@ and @ begin a game of @ at @.", v.who(e.First), v.who(e.Second), title, v.at(e.Board))
	return v.closely(text, board)
}

// houseName is what people call a chair of a table of the house, where nobody is seen to sit.
func houseName(chair string) string {
	if chair == string(world.ChairHuman) {
		return "the guest"
	}
	return "the stranger"
}

// closely adds a drawing for those who look closely.
func (v view) closely(text, board Text) Text {
	if v.has(world.Close) {
		return append(text, board...)
	}
	return text
}

func (v view) moved(e world.MovePlayed) Text {
	if !v.sees() && !v.mine() {
		return nil
	}
	board := Drawing(e.Rows, e.Cols, e.Cells)
	mark, square := plain(world.MarkWord(e.Side)), plain(world.Spot{Row: e.Row, Col: e.Col}.String())
	switch {
	case e.Chair != "":
		return v.closely(tell(Plain, "On @ chalk draws @ into @, by itself.", v.at(e.Board), mark, square), board)
	case v.did():
		return append(tell(Plain, "You put @ on @.", mark, square), board...)
	case v.mine():
		text := append(tell(Plain, "@ puts @ on @.", v.name(e.Actor, Person), mark, square), board...)
		if e.Next != "" {
			text = append(text, L(Plain, "It is your turn."))
		}
		return text
	case v.has(world.Close):
		return append(tell(Plain, "@ puts @ on @.", v.who(e.Actor), mark, square), board...)
	}
	return tell(Plain, "@ puts @ on @ at @.", v.who(e.Actor), mark, square, v.at(e.Board))
}

func (v view) gameEnded(e world.GameEnded) Text {
	if !v.sees() && !v.mine() {
		return nil
	}
	if e.How == world.EndOff {
		if v.did() || v.mine() {
			return tell(Plain, "The game is called off, and nobody has won it.")
		}
		return tell(Plain, "The game at @ is called off.", v.at(e.Board))
	}
	if e.Actor == "" {
		return v.chalkEnded(e)
	}
	me, them := v.name(e.Actor, Person), v.name(e.Other, Person)
	again := L(Hint, "Type rematch for another game, or stand to get up.")
	switch {
	case e.How == world.EndDrawn && (v.did() || v.mine()):
		return append(tell(Plain, "The board is full, and nobody has won: a draw."), again)
	case e.How == world.EndDrawn:
		return tell(Plain, "The board is full: @ and @ have drawn their game at @.", v.who(e.Actor), v.who(e.Other),
			v.at(e.Board))
	case e.How == world.EndForfeit && v.did():
		return append(tell(Gain, "@ leaves the game, and forfeits it. You win.", them), again)
	case e.How == world.EndForfeit && v.mine():
		return tell(Loss, "You leave the game, and forfeit it to @.", me)
	case e.How == world.EndForfeit:
		return tell(Plain, "@ forfeits the game at @ to @.", v.who(e.Other), v.at(e.Board), v.who(e.Actor))
	case v.did():
		return append(tell(Gain, "@ You win!", plain(inLine(e.Line))), again)
	case v.mine():
		return append(tell(Loss, "@ @ wins.", plain(inLine(e.Line)), begun(known(me))), again)
	}
	return tell(Plain, "@ @ has beaten @ at @.", plain(inLine(e.Line)), begun(known(v.who(e.Actor))),
		v.who(e.Other), v.at(e.Board))
}

// begun is what begins a sentence behind another one.
func begun(s Span) Span {
	s.Text = Capital(s.Text)
	return s
}

// chalkEnded speaks of a game at a table of the house.
func (v view) chalkEnded(e world.GameEnded) Text {
	if e.How == world.EndDrawn {
		return tell(Plain, "@ is full, and nobody has won. The chalk writes underneath: DRAWN.", v.at(e.Board))
	}
	winner := "THE STRANGER"
	if e.Chair == world.ChairHuman {
		winner = "THE GUEST"
	}
	return tell(Plain, "@ Chalk rules a stroke through it on @, and writes underneath: @ WINS.",
		plain(inLine(e.Line)), v.at(e.Board), plain(winner))
}

// inLine says what won a game: "A line of three: a1, b2, c3."
func inLine(line []world.Spot) string {
	names := make([]string, len(line))
	for i, at := range line {
		names[i] = at.String()
	}
	if len(names) == 0 {
		return "It is won."
	}
	return "A line of " + numeral(len(names)) + ": " + strings.Join(names, ", ") + "."
}

func (v view) taunted(e world.Taunted) Text {
	words := quoted(Speech, e.Text)
	switch {
	case e.Chair == world.ChairAI:
		return tell(Plain, "Under the grid on @ the stranger writes, for the guest to read: @", v.at(e.Board), words)
	case e.Chair != "":
		return tell(Plain, "Under the grid on @ the guest writes, in another hand: @", v.at(e.Board), words)
	case v.did():
		return tell(Plain, "You taunt @: @", v.name(e.Other, Person), words)
	case v.mine():
		return tell(Plain, "@ taunts you: @", v.name(e.Actor, Person), words)
	}
	return tell(Plain, "@ taunts @: @", v.who(e.Actor), v.who(e.Other), words)
}

func (v view) rematch(e world.RematchAsked) Text {
	switch {
	case v.did() && e.Other == "":
		return tell(Plain, "You look round for somebody to play with.")
	case v.did():
		return tell(Plain, "You ask for a new game. @ has to want it too.", v.name(e.Other, Person))
	case v.mine():
		text := tell(Plain, "@ asks for a new game.", v.name(e.Actor, Person))
		return append(text, L(Hint, "Type rematch if you would like that, too."))
	}
	return nil
}

// marks is what a side plays: "crosses".
func marks(side string) string {
	switch side {
	case crossMark:
		return "crosses"
	case noughtMark:
		return "noughts"
	}
	return side
}

// Drawing draws a board: a letter over each column, a number before each row. A screen reader leaves it out.
func Drawing(rows, cols int, cells []string) Text {
	if rows*cols != len(cells) || cols < 1 {
		return nil
	}
	letters := make([]string, cols)
	for c := range cols {
		letters[c] = strings.TrimSuffix(world.Spot{Col: c}.String(), "1")
	}
	text := Text{drawn("   " + strings.Join(letters, "   "))}
	for r := range rows {
		if r > 0 {
			text = append(text, drawn("  "+strings.Repeat("-", 4*cols-1)))
		}
		row := make([]string, cols)
		for c := range cols {
			row[c] = " " + mark(cells[r*cols+c]) + " "
		}
		number := strconv.Itoa(r + 1)
		text = append(text, drawn(number+strings.Repeat(" ", max(0, 2-len(number)))+strings.Join(row, "|")))
	}
	return text
}

func mark(cell string) string {
	if cell == "" {
		return " "
	}
	return Clean(cell)
}

func drawn(s string) Line {
	return Line{Spans: []Span{{Text: strings.TrimRight(s, " ")}}, Drawn: true}
}

// tauntsShown is how many of the newest taunts are told with a board.
const tauntsShown = 3

// Board puts a table into words.
func Board(r world.BoardReport, style Style) Text {
	name := Span{Text: "the " + Clean(r.Name), Role: Thing}
	title := plain(world.GameTitle(r.Game))
	text := tell(Plain, "On @ there is a game of @.", name, title)
	if r.Status == world.MatchWaiting {
		text = tell(Plain, "@ is there for a game of @. Nobody plays at the moment.", name, title)
	}
	text = append(text, seats(r)...)
	if style.ScreenReader {
		text = append(text, squares(r)...)
	} else {
		text = append(text, Drawing(r.Rows, r.Cols, r.Cells)...)
	}
	if l := standing(r); len(l.Spans) > 0 {
		text = append(text, l)
	}
	for _, t := range r.Taunts[max(0, len(r.Taunts)-tauntsShown):] {
		by := said(Person, t.By)
		if s := seatOf(r, t.Side); r.House && s != nil {
			by = plain(houseName(s.Kind))
		}
		text = append(text, line(Plain, "@: @", by, quoted(Speech, t.Text)))
	}
	return text
}

// seats says who plays what.
func seats(r world.BoardReport) Text {
	var text Text
	for _, s := range r.Seats {
		who := said(Person, s.Name)
		switch {
		case r.House:
			who = plain(houseName(s.Kind))
		case r.Mine != "" && s.Side == r.Mine:
			who = plain("you")
		}
		switch {
		case s.Side == "":
			text = append(text, line(Plain, "@ sits there, and waits for somebody to play with.", who))
		case who.Text == "you":
			text = append(text, line(Plain, "You play @.", plain(marks(s.Side))))
		default:
			text = append(text, line(Plain, "@ plays @.", who, plain(marks(s.Side))))
		}
	}
	return text
}

// squares lists what stands where, in words.
func squares(r world.BoardReport) Text {
	var words []string
	free := 0
	for i, c := range r.Cells {
		at := world.Spot{Row: i / max(r.Cols, 1), Col: i % max(r.Cols, 1)}
		what := "free"
		if c == "" {
			free++
		} else {
			what = strings.TrimPrefix(world.MarkWord(c), "a ")
		}
		words = append(words, at.String()+": "+what)
	}
	switch {
	case len(words) == 0:
		return nil
	case free == len(words):
		last := world.Spot{Row: r.Rows - 1, Col: r.Cols - 1}
		return Text{L(Plain, "All "+strconv.Itoa(free)+" squares are free, from "+world.Spot{}.String()+" to "+
			last.String()+".")}
	}
	return Text{L(Plain, strings.Join(words, ", ")+".")}
}

// seatOf returns who plays a side, nil for nobody.
func seatOf(r world.BoardReport, side string) *world.BoardSeat {
	for i := range r.Seats {
		if side != "" && r.Seats[i].Side == side {
			return &r.Seats[i]
		}
	}
	return nil
}

// standing says whose turn it is, or how it ended.
func standing(r world.BoardReport) Line {
	switch r.Status {
	case world.MatchPlaying:
		if r.Mine != "" && r.Mine == r.Turn {
			return L(Plain, "It is your turn.")
		}
		if s := seatOf(r, r.Turn); s != nil && !r.House {
			return line(Plain, "It is the turn of @.", said(Person, s.Name))
		}
		return line(Plain, "It is the turn of @.", plain(marks(r.Turn)))
	case world.MatchDrawn:
		return L(Plain, "It is a draw.")
	case world.MatchWon:
		switch {
		case r.Winner == r.Mine:
			return L(Plain, "You have won.")
		case seatOf(r, r.Winner) != nil && !r.House:
			return line(Plain, "@ has won.", said(Person, seatOf(r, r.Winner).Name))
		}
		return line(Plain, "@ have won.", plain(marks(r.Winner)))
	case world.MatchWaiting:
	}
	return Line{}
}
