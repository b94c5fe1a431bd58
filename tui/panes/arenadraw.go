package panes

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// Sizes in cells and rows.
const (
	arenaListLeast = 16 // how wide a list beside the ground is at least
	gap            = 2  // between the two
	gridLeast      = 5  // rows of the ground that are shown at least
	headRows       = 1
	tickEvery      = 5 // columns that have their number over them
	meterFull      = 8 // signs of a bar of health
	arenaLeadCells = 4 // of the list, before a name
	nameLeast      = 3 // cells of a name beside its points
)

// zone is where a click does something: at a button, or on cells from cell on, each so many cells wide.
type zone struct {
	y, from, to int
	button      string
	cell        view.Cell
	wide        int
}

// shape is how the ground and the list stand on a canvas.
type shape struct {
	label    int  // cells of the row numbers
	wide     int  // cells of a column of the ground
	cols     int  // of the ground that are shown
	rows     int  // likewise
	isBeside bool // the list stands beside the ground
	list     int  // cells of the list
}

// shaped chooses how to draw: as large as fits, the list under the ground, else beside it, else as much of the ground
// as there is room for, the list under it. foot is how many rows stand under both.
func (p *ArenaPane) shaped(width, height, foot int) shape {
	s := shape{label: len(strconv.Itoa(p.a.Height-1)) + 1, list: width}
	spare := height - headRows - foot
	fits := func(wide, rest int) bool { return s.label+wide*p.a.Width+rest <= width }
	isHigh := p.a.Height+len(p.a.Fighters) <= spare
	switch {
	case fits(2, gap+arenaListLeast) && p.a.Height <= spare:
		s.wide, s.isBeside = 2, true
	case fits(2, 0) && isHigh:
		s.wide = 2
	case fits(1, gap+arenaListLeast):
		s.wide, s.isBeside = 1, true
	case fits(2, 0):
		s.wide = 2
	default:
		s.wide = 1
	}
	s.cols = max(min(p.a.Width, (width-s.label)/s.wide), 1)
	if s.isBeside {
		s.rows = max(min(p.a.Height, spare), 1)
		s.list = width - s.label - s.cols*s.wide - gap
		return s
	}
	s.rows = max(min(p.a.Height, spare-len(p.a.Fighters)), min(gridLeast, p.a.Height), 1)
	return s
}

// Wants implements pane.
func (p *ArenaPane) Wants(c Canvas) (least, best int) {
	if p.a == nil {
		return 0, 0
	}
	foot := len(p.foot(c))
	s := p.shaped(c.Width, c.Height-1, foot)
	best = headRows + foot + s.rows
	if !s.isBeside {
		best += len(p.a.Fighters)
	} else {
		best = max(best, headRows+foot+len(p.a.Fighters))
	}
	best = min(best, max(c.Height-1, 1)) // its title takes one
	return best, best
}

// Draw implements pane.
func (p *ArenaPane) Draw(c Canvas) []string {
	p.zones = p.zones[:0]
	if p.a == nil {
		return clippedArena(c.Rows(c.Theme, cell.L(prose.Hint, "Nobody fights by turns here.")), c.Height)
	}
	foot := p.foot(c)
	s := p.shaped(c.Width, c.Height, len(foot))
	rows := p.grid(c, s)
	list := p.list(c, s.list)
	if s.isBeside {
		at := s.label + s.cols*s.wide
		for i := range max(len(rows), min(len(list)+headRows, c.Height-len(foot))) {
			if i == len(rows) {
				rows = append(rows, "")
			}
			used := c.Ruler.Width(stripped(rows[i]))
			if i >= headRows && i-headRows < len(list) {
				rows[i] += cell.Blanks(at+gap-used) + list[i-headRows].text
				p.zones = append(p.zones, list[i-headRows].zone(i, at+gap, s.list))
			}
		}
	}
	put := func(f row) {
		for _, z := range f.zones {
			z.y = len(rows)
			p.zones = append(p.zones, z)
		}
		rows = append(rows, f.text)
	}
	if len(foot) > 0 {
		put(foot[0]) // whose turn it is, next to the ground
	}
	if !s.isBeside {
		for _, entry := range list {
			p.zones = append(p.zones, entry.zone(len(rows), 0, s.list))
			rows = append(rows, entry.text)
		}
	}
	for i := 1; i < len(foot); i++ {
		put(foot[i])
	}
	return clippedArena(rows, c.Height)
}

func clippedArena(rows []string, height int) []string { return rows[:min(len(rows), max(height, 0))] }

// window is the first column and row that are shown, so that what is pointed at, or where one stands, is in the middle
// as far as the ground goes.
func (p *ArenaPane) window(s shape, c Canvas) (x, y int) {
	at := p.middle()
	if p.points && c.Focused {
		at = p.at
	}
	return min(max(at.X-s.cols/2, 0), p.a.Width-s.cols), min(max(at.Y-s.rows/2, 0), p.a.Height-s.rows)
}

// grid draws the ground with the numbers at its edges.
func (p *ArenaPane) grid(c Canvas, s shape) []string {
	p.vx, p.vy = p.window(s, c)
	var head strings.Builder
	head.WriteString(cell.Blanks(s.label))
	for x := p.vx; x < p.vx+s.cols; x++ {
		isAt := p.points && c.Focused && x == p.at.X
		if at := s.label + (x-p.vx)*s.wide; isAt || x%tickEvery == 0 && (!p.points || !c.Focused || abs(x-p.at.X) > 2) {
			n := strconv.Itoa(x)
			if blanks := at - head.Len(); blanks >= 0 && at+len(n) <= c.Width {
				head.WriteString(cell.Blanks(blanks) + n)
			}
		}
	}
	rows := []string{c.Theme.Styled(prose.Hint, head.String())}
	way, far := p.planned(c)
	for y := p.vy; y < p.vy+s.rows; y++ {
		number := strconv.Itoa(y)
		p.zones = append(p.zones, zone{
			y: len(rows), from: s.label, to: s.label + s.cols*s.wide, cell: view.Cell{X: p.vx, Y: y}, wide: s.wide,
		})
		var out run
		out.theme = c.Theme
		out.put(prose.Hint, cell.Blanks(s.label-1-len(number))+number+" ")
		for x := p.vx; x < p.vx+s.cols; x++ {
			at := view.Cell{X: x, Y: y}
			token, sign, filler := p.sign(at, c)
			if way[at] {
				token, sign = cell.TokenWay, "*"
			}
			if c.Focused && p.points && at == p.at || far == at && far != p.at {
				token = cell.TokenChosen
			}
			out.put(token, sign)
			if s.wide > 1 {
				if filler == " " {
					token = prose.Plain
				}
				out.put(token, filler)
			}
		}
		rows = append(rows, out.done())
	}
	return rows
}

// planned is the way to where one points, and its end where that is another cell than the one pointed at.
func (p *ArenaPane) planned(c Canvas) (cells map[view.Cell]bool, end view.Cell) {
	end = p.at
	you := p.you()
	if you == nil || !p.points || !c.Focused {
		return nil, end
	}
	to := p.at
	if f := p.a.On(to); f != nil {
		if !p.against(f) || distance(you.At, f.At) <= reach {
			return nil, end
		}
		var ok bool
		if to, ok = p.ground.beside(f.At, p.steps()); !ok {
			return nil, end
		}
	}
	cells = map[view.Cell]bool{}
	for _, at := range p.ground.way(to, p.steps()) {
		cells[at], end = true, at
	}
	return cells, end
}

// sign is what stands on a cell: how it looks, its sign, and what fills the second cell of a wide column.
func (p *ArenaPane) sign(at view.Cell, c Canvas) (token cell.Token, sign, filler string) {
	signs := signsOf(c.Signs)
	if f := p.a.On(at); f != nil {
		return p.look(f), p.letter(f), " "
	}
	for i := range p.a.Features {
		switch f := &p.a.Features[i]; {
		case f.At != at:
		case f.Blocked:
			return prose.Hint, signs.wall, signs.wall
		case f.Cover > 0:
			return prose.Thing, signs.cover, " "
		}
	}
	if p.a.Fights && p.a.Active == p.a.You && p.ground.within(at, p.steps()) {
		return cell.TokenReach, signs.near, " "
	}
	return cell.TokenRule, signs.open, " "
}

// arenaSigns are what cells are drawn with.
type arenaSigns struct{ wall, cover, near, open string }

// signsOf are the signs that fit those of the screen.
func signsOf(s cell.Signs) arenaSigns {
	if s.Rule == "|" {
		return arenaSigns{wall: "#", cover: "=", near: "o", open: "."}
	}
	return arenaSigns{wall: "█", cover: "▒", near: "•", open: "·"}
}

// look is how somebody is drawn.
func (p *ArenaPane) look(f *view.Fighter) cell.Token {
	switch {
	case f.ID == p.a.Active:
		return cell.TokenMark
	case f.ID == p.a.You:
		return prose.Title
	case f.Foe:
		return prose.Foe
	}
	return prose.Person
}

// letter is what somebody is drawn with: oneself as @, foes with a capital letter of their name and friends with a
// small one, each with another, by their order.
func (p *ArenaPane) letter(f *view.Fighter) string {
	taken := map[rune]bool{}
	for i := range p.a.Fighters {
		g := &p.a.Fighters[i]
		letter := rune('@')
		if g.ID != p.a.You {
			letter = free(taken, strings.ToLower(bareArena(g.Name))+"abcdefghijklmnopqrstuvwxyz0123456789")
		}
		taken[letter] = true
		if g != f {
			continue
		}
		if f.Foe {
			return strings.ToUpper(string(letter))
		}
		return string(letter)
	}
	return "?"
}

// free is the first letter or digit of some words that is not taken.
func free(taken map[rune]bool, words string) rune {
	for _, r := range words {
		if (r >= 'a' && r <= 'z' || r >= '0' && r <= '9') && !taken[r] {
			return r
		}
	}
	return '?'
}

// arenaEntry is somebody in the list.
type arenaEntry struct {
	text string
	at   view.Cell
}

// zone is where a click on the entry counts as one on whom it names.
func (e arenaEntry) zone(y, from, cells int) zone {
	return zone{y: y, from: from, to: from + cells, cell: e.at, wide: cells}
}

// list is who fights, in the order of their turns: whose turn it is, the letter, the name, and how they are.
func (p *ArenaPane) list(c Canvas, width int) []arenaEntry {
	var out []arenaEntry
	for i := range p.a.Fighters {
		f := &p.a.Fighters[i]
		mark := "  "
		if f.ID == p.a.Active {
			mark = "> "
		}
		hp := fmt.Sprintf(" %d/%d", f.HP, f.HPMax)
		if spare := width - arenaLeadCells - len(hp) - len(f.Name) - meterFull - 3; spare >= 0 && f.HPMax > 0 {
			hp += " " + meter(f.HP, f.HPMax, meterFull)
		}
		if width < arenaLeadCells+nameLeast+len(hp) {
			hp = ""
		}
		room := width - arenaLeadCells - len(hp)
		name := f.Name
		if c.Ruler.Width(name) > room {
			name = c.Ruler.Clip(bareArena(name), max(room, 1), c.Signs.Cut)
		}
		role := prose.Gain
		if f.HPMax > 0 && f.HP*4 < f.HPMax {
			role = prose.Loss
		}
		blanks := cell.Blanks(room - c.Ruler.Width(name))
		token := p.look(f)
		if f.ID == p.a.Active {
			token = prose.Title
		}
		text := c.Theme.Styled(cell.TokenWay, mark) + c.Theme.Styled(p.look(f), p.letter(f)) + " " +
			c.Theme.Styled(token, name) + blanks + c.Theme.Styled(role, hp)
		out = append(out, arenaEntry{text: text, at: f.At})
	}
	return out
}
