package panes

import (
	"strings"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// How rooms stand: so many cells of a room, and from one to the next in each direction.
const (
	roomCells = 3
	across    = 4
	down      = 2
)

// mark is what one cell shows. Of two marks for one cell that of the higher rank is shown.
type mark struct {
	sign string
	role cell.Token
	rank uint8
}

// The ranks of marks.
const (
	rankUnknown   uint8 = 1 + iota // a way nobody has walked
	rankElsewhere                  // one that does not lead where it seems to
	rankWay
	rankOneWay
	rankDoor
	rankRoom
)

// Signs on the drawing beside the lines, with what they mean, in the order of the legend.
func chartSigns() [][2]string {
	return [][2]string{
		{"@", "you"}, {"u", "up"}, {"d", "down"}, {"?", "not walked"}, {"+", "door"}, {"*", "noted"},
		{"<>^v", "one way"}, {"~", "elsewhere"},
	}
}

// drawing is a part of a chart while it is drawn.
type drawing struct {
	*Chart
	eye           ChartFocus
	signs         cell.Signs
	width, height int
	marks         [][]mark
}

// Draw draws the level at which one looks, the place looked at in the middle, and returns the rows and the words that
// explain the signs in them.
func (c *Chart) Draw(e ChartFocus, t *cell.Theme, p cell.Pen, height int) (rows, legend []string) {
	d := drawing{Chart: c, eye: e, signs: p.Signs, width: max(p.Width, 1), height: max(height, 1)}
	d.marks = make([][]mark, d.height)
	cells := make([]mark, d.width*d.height)
	for y := range d.marks {
		d.marks[y] = cells[y*d.width : (y+1)*d.width]
	}
	for i := range c.of.Rooms {
		r := &c.of.Rooms[i]
		if j, ok := c.at[spotOf(r)]; !ok || j != i || r.Z != e.Z {
			continue
		}
		if x, y := d.place(spotOf(r)); d.isNear(x, y) {
			d.room(r, x, y)
		}
	}
	for _, row := range d.marks {
		rows = append(rows, painted(row, t))
	}
	return rows, d.legend()
}

// high is how many rows it takes to draw all rooms of a level around a place in its middle.
func (c *Chart) high(e ChartFocus) int {
	far := 0
	for i := range c.of.Rooms {
		if r := &c.of.Rooms[i]; r.Z == e.Z {
			far = max(far, r.Y-e.Y, e.Y-r.Y)
		}
	}
	return 2*down*far + 1
}

// place is the left cell of a room.
func (d *drawing) place(s chartSpot) (x, y int) {
	return (d.width-roomCells)/2 + (s.x-d.eye.X)*across, (d.height-1)/2 - (s.y-d.eye.Y)*down
}

// isNear reports whether any of a room or its ways can be in the picture.
func (d *drawing) isNear(x, y int) bool {
	return x > -roomCells-across && x < d.width+across && y > -1-down && y < d.height+down
}

// RoomAt returns the room that stands at a cell of a drawing, nil for none.
func (c *Chart) RoomAt(e ChartFocus, width, height, x, y int) *view.ChartRoom {
	d := drawing{Chart: c, eye: e, width: max(width, 1), height: max(height, 1)}
	left, top := d.place(chartSpot{e.X, e.Y, e.Z})
	dx, dy := floor(x-left, across), floor(top-y, down)
	if (x-left)-dx*across >= roomCells || (top-y) != dy*down {
		return nil
	}
	e.X, e.Y = e.X+dx, e.Y+dy
	return c.room(e)
}

// floor divides downwards.
func floor(a, b int) int {
	if a < 0 {
		return -((b - 1 - a) / b)
	}
	return a / b
}

// room draws a room and its ways.
func (d *drawing) room(r *view.ChartRoom, x, y int) {
	left, middle, right := "[", " ", "]"
	role := prose.Plain
	for _, e := range r.Exits {
		w, ok := wayOf(e.Dir)
		switch {
		case !ok:
		case w.dz > 0:
			left = "u"
		case w.dz < 0:
			right = "d"
		default:
			d.way(r, e, w, x, y)
		}
	}
	switch {
	case r.ID == d.of.Here:
		middle, role = "@", prose.Title
	case r.Note != "":
		middle, role = "*", prose.Quest
	}
	side := prose.Plain
	if d.eye.Pointing && spotOf(r) == (chartSpot{d.eye.X, d.eye.Y, d.eye.Z}) {
		left, right, side, role = "{", "}", cell.TokenChosen, cell.TokenChosen
	}
	d.put(x, y, mark{left, side, rankRoom})
	d.put(x+1, y, mark{middle, role, rankRoom})
	d.put(x+2, y, mark{right, side, rankRoom})
}

// way draws a way out of a room whose left cell is at x, y.
func (d *drawing) way(r *view.ChartRoom, e view.ChartExit, w way, x, y int) {
	step := mark{d.line(w), cell.TokenRule, rankWay}
	cx, cy := x+1+w.dx*across/2, y-w.dy
	to, known := d.ids[e.To]
	length := 1
	switch {
	case e.To == "":
		d.put(cx, cy, mark{"?", prose.Hint, rankUnknown})
		return
	case known:
		if length = d.straight(spotOf(r), spotOf(&d.of.Rooms[to]), w); length == 0 {
			d.put(cx, cy, mark{"~", prose.Exit, rankElsewhere})
			return
		}
	}
	for i := range 2*length - 1 {
		// A way of several steps crosses the places where rooms would be; sideways these are three cells wide.
		for j := range 1 + i%2*(roomCells-1) {
			wide := 0
			if w.dx != 0 && w.dy == 0 {
				wide = j - i%2
			} else if j > 0 {
				break
			}
			d.put(cx+i*w.dx*across/2+wide, cy-i*w.dy, step)
		}
	}
	switch {
	case e.Door:
		d.put(cx, cy, mark{"+", prose.Exit, rankDoor})
	case known && !d.returns(&d.of.Rooms[to], r.ID, w) && w.dx*w.dy == 0:
		d.put(cx, cy, mark{arrow(w), prose.Exit, rankOneWay})
	}
}

// line is how a way is drawn.
func (d *drawing) line(w way) string {
	switch {
	case w.dx == 0:
		return d.signs.Rule
	case w.dy == 0:
		return d.signs.Dash
	case w.dx == w.dy:
		return "/"
	}
	return `\`
}

func arrow(w way) string {
	switch {
	case w.dx > 0:
		return ">"
	case w.dx < 0:
		return "<"
	case w.dy > 0:
		return "^"
	}
	return "v"
}

// returns reports whether a way leads back from a room, as far as anybody knows.
func (d *drawing) returns(from *view.ChartRoom, to string, w way) bool {
	for _, e := range from.Exits {
		if back, ok := wayOf(e.Dir); ok && back.short == w.back && (e.To == "" || e.To == to) {
			return true
		}
	}
	return false
}

// straightMost is over how many steps a way is drawn as one line.
const straightMost = 30

// straight says how many steps lead from one place straight to another with nothing between them; 0 if none do.
func (d *drawing) straight(from, to chartSpot, w way) int {
	for n := 1; n <= straightMost; n++ {
		from = chartSpot{from.x + w.dx, from.y + w.dy, from.z}
		if from == to {
			return n
		}
		if _, taken := d.at[from]; taken || w.dx*w.dy != 0 {
			return 0
		}
	}
	return 0
}

// put draws a mark where nothing of a higher rank is. Two slanting ways make a cross.
func (d *drawing) put(x, y int, m mark) {
	if x < 0 || x >= d.width || y < 0 || y >= d.height {
		return
	}
	at := &d.marks[y][x]
	switch {
	case at.sign == "/" && m.sign == `\`, at.sign == `\` && m.sign == "/":
		at.sign = "X"
	case m.rank >= at.rank && at.sign != "X":
		*at = m
	}
}

// legend explains the signs that are in the picture.
func (d *drawing) legend() []string {
	var out []string
	for _, s := range chartSigns() {
		found := strings.Map(func(sign rune) rune {
			if d.shows(string(sign)) {
				return sign
			}
			return -1
		}, s[0])
		if found != "" {
			out = append(out, found+" "+s[1])
		}
	}
	return out
}

func (d *drawing) shows(sign string) bool {
	for _, row := range d.marks {
		for _, m := range row {
			if m.sign == sign {
				return true
			}
		}
	}
	return false
}

// painted writes a row of marks in the theme's styles.
func painted(row []mark, t *cell.Theme) string {
	end := len(row)
	for end > 0 && (row[end-1].sign == "" || row[end-1].sign == " " && row[end-1].rank == 0) {
		end--
	}
	var b, run strings.Builder
	role := prose.Plain
	flush := func() {
		b.WriteString(t.Styled(role, run.String()))
		run.Reset()
	}
	for _, m := range row[:end] {
		if m.sign == "" {
			m.sign, m.role = " ", role
			if t.Open(role) != "" {
				m.role = prose.Plain
			}
		}
		if m.role != role {
			flush()
			role = m.role
		}
		run.WriteString(m.sign)
	}
	flush()
	return b.String()
}
