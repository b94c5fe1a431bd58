package panes

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// row is a row under the ground, with what can be clicked in it.
type row struct {
	text  string
	zones []zone
}

// run is a row that is put together of styled pieces; neighbours of one style are one piece.
type run struct {
	theme *cell.Theme
	token cell.Token
	piece strings.Builder
	out   strings.Builder
}

func (r *run) put(token cell.Token, text string) {
	if token != r.token {
		r.flush()
		r.token = token
	}
	r.piece.WriteString(text)
}

func (r *run) flush() {
	r.out.WriteString(r.theme.Styled(r.token, r.piece.String()))
	r.piece.Reset()
}

func (r *run) done() string {
	r.flush()
	return r.out.String()
}

// stripped is a row without its styles.
func stripped(text string) string { return ansi.Strip(text) }

// foot is what stands under the ground: whose turn it is, and what one may do.
func (p *ArenaPane) foot(c Canvas) []row {
	var out []row
	words := func(token cell.Token, text string, most int) {
		rows := c.Rows(c.Theme, cell.L(token, text))
		if len(rows) > most {
			rows = rows[:most]
			rows[most-1] = c.Theme.Styled(token, c.Ruler.Clip(stripped(rows[most-1])+c.Signs.Cut, c.Width, c.Signs.Cut))
		}
		for _, r := range rows {
			out = append(out, row{text: r})
		}
	}
	put := func(token cell.Token, text string) {
		out = append(out, row{text: c.Theme.Styled(token, c.Ruler.Clip(text, c.Width, c.Signs.Cut))})
	}
	token := prose.Plain
	if p.a.You != "" && p.a.Active == p.a.You {
		token = prose.Title
	}
	put(token, p.turn())
	switch you := p.you(); {
	case p.words.on:
		out = append(out, p.input(c))
	case p.points && c.Focused:
		put(prose.Hint, p.about(p.at))
	case you != nil:
		put(prose.Plain, p.standing(you))
	default:
		put(prose.Plain, "")
	}
	if p.a.Reads {
		put(prose.Hint, "Your words are being thought over.")
	}
	if p.a.Asked != "" {
		words(prose.Speech, p.a.Asked, askedRows)
		out = append(out, p.buttons(c, []button{{buttonYes, "y", "yes"}, {buttonNo, "n", "no"}}))
	}
	if p.you() != nil {
		out = append(out, p.buttons(c, p.choices()))
	}
	for _, line := range p.a.Debug {
		words(prose.Hint, line, debugRows)
	}
	return out
}

// askedRows is how many rows a proposal takes at most, debugRows likewise a line of what was made of words.
const askedRows, debugRows = 5, 3

// turn says how the fight stands: the round, whose turn it is, and for how long.
func (p *ArenaPane) turn() string {
	clock := p.clock()
	if !p.a.Fights {
		if clock != "" {
			clock = " It begins in " + clock + "."
		}
		return "Nobody has struck yet." + clock
	}
	if clock != "" {
		clock = ", " + clock
	}
	who := "nobody's turn"
	switch f := p.a.Fighter(p.a.Active); {
	case f == nil:
	case f.ID == p.a.You:
		who = "your turn"
	default:
		who = f.Name + "'s turn"
	}
	return fmt.Sprintf("Round %d%s: %s", p.a.Round, clock, who)
}

// standing says where one stands and what is left of one's turn.
func (p *ArenaPane) standing(you *view.Fighter) string {
	at := fmt.Sprintf("You stand at %d,%d", you.At.X, you.At.Y)
	if !p.a.Fights || p.a.Active != p.a.You {
		return at + "."
	}
	blow := "a blow"
	if p.a.Struck {
		blow = "no blow"
	}
	return fmt.Sprintf("%s: %s and %s left.", at, steps(p.a.Left), blow)
}

func steps(n int) string {
	if n == 1 {
		return "1 step"
	}
	return fmt.Sprintf("%d steps", n)
}

// about says what is on a cell, and how far it is.
func (p *ArenaPane) about(at view.Cell) string {
	where := fmt.Sprintf("%d,%d: ", at.X, at.Y)
	you := p.you()
	if f := p.a.On(at); f != nil {
		switch {
		case f.ID == p.a.You:
			return where + "you"
		case you == nil:
			return fmt.Sprintf("%s%s, armour %d", where, f.Name, f.AC)
		case !p.against(f):
			return where + f.Name + ", on your side"
		case distance(you.At, at) <= reach:
			return fmt.Sprintf("%s%s, armour %d, within reach", where, f.Name, f.AC)
		}
		return fmt.Sprintf("%s%s, armour %d, %s away", where, f.Name, f.AC, steps(distance(you.At, at)))
	}
	name := ""
	for _, f := range p.a.Features {
		switch {
		case f.At != at:
		case f.Blocked:
			return where + orElse(f.Name, "something") + " in the way"
		case f.Cover > 0:
			name = fmt.Sprintf("%s, cover +%d, ", orElse(f.Name, "cover"), f.Cover)
		}
	}
	n := p.ground.steps[p.ground.index(at)]
	switch {
	case you == nil:
		return where + orElse(strings.TrimSuffix(name, ", "), "open ground")
	case n < 0:
		return where + name + "no way there"
	case n > p.steps():
		return where + name + steps(n) + ", too far for now"
	}
	return where + name + steps(n)
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// button is something to click, with the key that does the same.
type button struct{ name, key, word string }

// choices are the buttons of who fights.
func (p *ArenaPane) choices() []button {
	say := button{arenaInput, "g", "in words"}
	if p.words.on {
		say = button{propose, "Enter", "propose"}
	}
	if !p.a.Fights {
		return []button{{buttonRoll, "r", "roll"}, say, {buttonFlee, "f", "flee"}}
	}
	return []button{{buttonEnd, "e", "end turn"}, say, {buttonFlee, "f", "flee"}}
}

// buttons is a row of them.
func (p *ArenaPane) buttons(c Canvas, list []button) row {
	var out row
	at := 0
	for _, b := range list {
		word := "[" + b.key + " " + b.word + "]"
		if at+len(word) > c.Width {
			word = "[" + b.word + "]"
		}
		if at+len(word) > c.Width {
			break
		}
		out.zones = append(out.zones, zone{from: at, to: at + len(word), button: b.name})
		if at > 0 {
			out.text += " "
		}
		out.text += c.Theme.Styled(prose.Command, word)
		at += len(word) + 1
	}
	return out
}

// input is the row of ai-input.
func (p *ArenaPane) input(c Canvas) row {
	const lead = "gm "
	text, room := p.words.text, max(c.Width-len(lead)-1, 1)
	for c.Ruler.Width(text) > room { // its end is what one looks at
		_, size := utf8.DecodeRuneInString(text)
		text = text[size:]
	}
	return row{
		text:  c.Theme.Styled(cell.TokenChosen, lead+text+"_"),
		zones: []zone{{to: c.Width, button: arenaInput}},
	}
}
