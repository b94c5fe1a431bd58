package prose

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// A map is drawn on a grid of cells, each a room and the way to the next:
//
//	[ A ]---[u@ ]-?
//	  |       +
//	[  d]   [ B ]
const (
	roomCells   = 5 // "[uAd]"
	wayCells    = 3 // "---"
	pitch       = roomCells + wayCells
	mapWidth    = 80 // cells, for a screen that does not say how wide it is
	mapColsMost = 9  // rooms side by side; odd, for one stands in the middle
	mapRowsMost = 7  // and above each other
	lettersMost = 16 // rooms that are named below the map
	toldMost    = 12 // places that are told in words, beside the one where one stands
)

// Map draws the known places around somebody, or tells them in words to a screen reader.
func Map(r world.MapReport, style Style) Text {
	if style.ScreenReader || style.Worded {
		return toldMap(r)
	}
	here := slices.IndexFunc(r.Rooms, func(m world.MapRoom) bool { return m.Here })
	if here < 0 || r.Rooms[here].At == nil {
		return toldMap(r)
	}
	d := drawing{
		r: r, here: r.Rooms[here], at: map[world.Coord]int{}, ids: map[world.RoomID]int{}, across: '-', along: '|',
	}
	if style.Boxes {
		d.across, d.along = '─', '│'
	}
	d.measure(style.Width)
	text := Text{line(Plain, "The map around @.", Span{Text: Clean(d.here.Name), Role: Title})}
	text = append(text, d.draw()...)
	return append(text, d.legend()...)
}

// drawing is a map while it is drawn.
type drawing struct {
	r          world.MapReport
	here       world.MapRoom
	at         map[world.Coord]int  // the rooms in the picture
	ids        map[world.RoomID]int // all rooms that are listed
	cols, rows int

	across, along rune // ways as they are drawn
	cells         [][]cell
	letters       []int // the rooms that have one, in the order of letters
}

type cell struct {
	sign rune
	role Role
}

// measure settles how many rooms there are space for, and which those are.
func (d *drawing) measure(width int) {
	d.cols = max((cmp.Or(width, mapWidth)-wayCells)/pitch, 1)
	d.cols = min(d.cols-(d.cols+1)%2, mapColsMost)
	d.rows = mapRowsMost
	for i, m := range d.r.Rooms {
		d.ids[m.ID] = i
		if m.At == nil || m.At.Plane != d.here.At.Plane || m.At.Z != d.here.At.Z {
			continue
		}
		if x, y := d.middle(*m.At); x >= 0 && x < d.cols && y >= 0 && y < d.rows {
			d.at[*m.At] = i
			if !m.Here && len(d.letters) < lettersMost {
				d.letters = append(d.letters, i)
			}
		}
	}
}

// middle says in which column and row of the picture a place is; its middle is where one stands.
func (d *drawing) middle(c world.Coord) (x, y int) {
	return c.X - d.here.At.X + d.cols/2, d.here.At.Y - c.Y + d.rows/2
}

// draw draws the rooms, the nearest last: where ways of two are drawn in one place, one sees that of the nearer.
func (d *drawing) draw() Text {
	d.cells = make([][]cell, 2*d.rows+1)
	for y := range d.cells {
		d.cells[y] = make([]cell, d.cols*pitch+wayCells)
	}
	for i, m := range slices.Backward(d.r.Rooms) {
		if m.At == nil {
			continue
		}
		if at, ok := d.at[*m.At]; ok && at == i {
			d.room(i, m)
		}
	}
	return d.cropped()
}

// room draws one room and its ways.
func (d *drawing) room(i int, m world.MapRoom) {
	col, row := d.middle(*m.At)
	x, y := wayCells+col*pitch, 1+2*row
	d.put(x, y, Plain, '[')
	d.put(x+roomCells-1, y, Plain, ']')
	switch letter := slices.Index(d.letters, i); {
	case m.Here:
		d.put(x+2, y, Person, '@')
	case letter >= 0:
		d.put(x+2, y, Title, rune('A'+letter))
	}
	for _, w := range m.Ways {
		switch w.Dir {
		case world.Up:
			d.mark(x+1, y, 'u')
		case world.Down:
			d.mark(x+3, y, 'd')
		case world.East:
			d.sideways(x+roomCells, y, 1, m, w)
		case world.West:
			d.sideways(x-1, y, -1, m, w)
		case world.North:
			d.mark(x+2, y-1, d.sign(m, w, d.along))
		case world.South:
			d.mark(x+2, y+1, d.sign(m, w, d.along))
		case world.In, world.Out: // they have no place on a map; the list of ways names them
		default:
		}
	}
}

// sideways draws a way that leads east or west, beginning at the room.
func (d *drawing) sideways(x, y, step int, m world.MapRoom, w world.Way) {
	d.put(x, y, Exit, d.across)
	switch sign := d.sign(m, w, d.across); sign {
	case '?', '~':
		d.mark(x+step, y, sign)
	case '<', '>':
		d.put(x+step, y, Exit, d.across)
		d.mark(x+2*step, y, sign)
	default:
		d.mark(x+step, y, sign)
		d.put(x+2*step, y, Exit, d.across)
	}
}

// sign is what stands in the middle of a way; straight is that of one about which there is nothing to say.
func (d *drawing) sign(m world.MapRoom, w world.Way, straight rune) rune {
	if w.To == "" {
		return '?'
	}
	next, _ := m.At.Step(w.Dir)
	to, listed := d.ids[w.To]
	switch {
	case !listed: // too far off
		return straight
	case d.r.Rooms[to].At == nil || *d.r.Rooms[to].At != next:
		return '~'
	case w.Door != "" && w.Closed:
		return '+'
	case w.Door != "":
		return '\''
	}
	if _, back := d.r.Rooms[to].Exits[w.Dir.Opposite()]; !back {
		switch w.Dir {
		case world.North:
			return '^'
		case world.South:
			return 'v'
		case world.East:
			return '>'
		default:
			return '<'
		}
	}
	return straight
}

func (d *drawing) put(x, y int, role Role, sign rune) { d.cells[y][x] = cell{sign, role} }

// mark draws a sign that says something of a way.
func (d *drawing) mark(x, y int, sign rune) {
	role := Exit
	if sign == '?' {
		role = Hint
	}
	d.put(x, y, role, sign)
}

// shows reports whether a sign is in the picture.
func (d *drawing) shows(sign rune) bool {
	return slices.ContainsFunc(d.cells, func(row []cell) bool {
		return slices.ContainsFunc(row, func(c cell) bool { return c.sign == sign })
	})
}

// cropped returns the picture without its empty borders.
func (d *drawing) cropped() Text {
	first, left := -1, len(d.cells[0])
	last := 0
	for y, row := range d.cells {
		if x := slices.IndexFunc(row, func(c cell) bool { return c.sign != 0 }); x >= 0 {
			left, last = min(left, x), y
			if first < 0 {
				first = y
			}
		}
	}
	text := make(Text, 0, last-first+1)
	for _, row := range d.cells[first : last+1] {
		text = append(text, inked(row[left:]))
	}
	return text
}

// inked makes a line of a row of the picture.
func inked(row []cell) Line {
	end := len(row)
	for end > 0 && row[end-1].sign == 0 {
		end--
	}
	spans := make([]Span, 0, end)
	for _, c := range row[:end] {
		sign := " "
		if c.sign != 0 {
			sign = string(c.sign)
		}
		spans = append(spans, Span{Text: sign, Role: c.role})
	}
	l := join(spans)
	l.Drawn = true
	return l
}

// legend names the rooms that have letters, what leads up, down, in and out from here, and the signs in the picture.
func (d *drawing) legend() Text {
	var text Text
	var names []Span
	for i, room := range d.letters {
		if i > 0 {
			names = append(names, plain("; "))
		}
		names = append(names, Span{Text: string(rune('A' + i)), Role: Title}, plain(" "+Clean(d.r.Rooms[room].Name)))
	}
	if len(names) > 0 {
		text = append(text, join(append(names, plain("."))))
	}
	for _, w := range d.here.Ways {
		if w.Dir == world.Up || w.Dir == world.Down || w.Dir == world.In || w.Dir == world.Out {
			text = append(text, wayLine(w))
		}
	}
	text = append(text, d.key())
	return append(text, further(d.r, len(d.at))...)
}

// key explains the signs that are in the picture.
func (d *drawing) key() Line {
	words := []string{"@ you"}
	for _, s := range []struct{ signs, words string }{
		{"u", "up"}, {"d", "down"}, {"?", "not walked yet"}, {"+", "closed door"}, {"'", "open door"},
		{"<>^v", "one way"}, {"~", "leads elsewhere"},
	} {
		var here []string
		for _, sign := range s.signs {
			if d.shows(sign) {
				here = append(here, string(sign))
			}
		}
		if len(here) > 0 {
			words = append(words, strings.Join(here, " ")+" "+s.words)
		}
	}
	return L(Hint, strings.Join(words, ", ")+".")
}

// further counts the known places that are not shown, and says how to get to any.
func further(r world.MapReport, shown int) Text {
	all := len(r.Rooms) + r.More
	if all == 1 {
		return nil
	}
	lead := "For the way to a place that you know, type "
	if more := all - shown; more > 0 {
		lead = "You know " + count(more, "more place") + ". " + lead
	}
	return Text{{Spans: []Span{{lead, Hint}, {"map", Command}, {" and its name.", Hint}}}}
}

// toldMap tells the known places in words, nearest first, one a line.
func toldMap(r world.MapReport) Text {
	text := Text{}
	told := 0
	for _, m := range r.Rooms {
		name := Span{Text: Clean(m.Name), Role: Title}
		switch {
		case m.Here:
			text = append(text, line(Plain, "You are at @.", name))
			if ways := unwalked(m); ways != "" {
				text = append(text, L(Plain, "Not walked yet from here: "+ways+"."))
			}
			continue
		case told == toldMost:
			return append(text, further(r, told+1)...)
		case len(m.Path) == 0:
			text = append(text, line(Plain, "By no way that you know: @", name))
		default:
			text = append(text, line(Plain, "@: @", Span{Text: stepsWords(m.Path), Role: Exit}, name))
		}
		l := &text[len(text)-1]
		end := "."
		if ways := unwalked(m); ways != "" {
			end = ". Not walked yet from there: " + ways + "."
		}
		*l = join(append(l.Spans, plain(end)))
		told++
	}
	return append(text, further(r, told+1)...)
}

// unwalked names the ways out of a room that lead to no place one knows.
func unwalked(m world.MapRoom) string {
	var dirs []string
	for _, w := range m.Ways {
		if w.To == "" {
			dirs = append(dirs, string(w.Dir))
		}
	}
	return strings.Join(dirs, ", ")
}

// stepsWords says how to walk: "two steps north, one step east".
func stepsWords(steps []world.Dir) string {
	var out []string
	for i := 0; i < len(steps); {
		n := 1
		for i+n < len(steps) && steps[i+n] == steps[i] {
			n++
		}
		what := " step "
		if n > 1 {
			what = " steps "
		}
		out = append(out, numeral(n)+what+string(steps[i]))
		i += n
	}
	return strings.Join(out, ", ")
}

// Route tells the way to a place. The short form is for programs that walk by it, and for the eye.
func Route(r world.RouteReport, style Style) Text {
	name := Span{Text: Clean(r.Name), Role: Title}
	switch {
	case !r.Known:
		return Text{line(Refusal, "You know no way from here to @.", name)}
	case len(r.Steps) == 0:
		return append(Text{line(Plain, "You are at @.", name)}, namesakes(r)...)
	}
	text := Text{
		line(Plain, "The way to @: @.", name, Span{Text: stepsWords(r.Steps), Role: Exit}),
	}
	if !style.ScreenReader {
		text = append(text, Line{Spans: []Span{plain("In short: "), {Text: r.Walk, Role: Command}}})
	}
	for _, w := range r.Shut {
		if w.Closed {
			text = append(text, line(Plain, "On the way, @ is closed.", Span{Text: "the " + Clean(w.Door), Role: Thing}))
		}
		switch {
		case w.Shut != "":
			text = append(text, line(Warning, "On the way, you cannot get to @ now: "+Clean(w.Shut)+".",
				Span{Text: Clean(w.Name), Role: Title}))
		case w.Under:
			text = append(text, line(Warning, "On the way, @ lies under water until the tide is out.",
				Span{Text: Clean(w.Name), Role: Title}))
		}
	}
	return append(text, namesakes(r)...)
}

// namesakes says that there are other places of the name, and what to type for the next.
func namesakes(r world.RouteReport) Text {
	if r.Namesakes == 0 {
		return nil
	}
	return Text{line(Hint, "You know @ of that name, of which this is the nearest. For the next, type @.",
		plain(count(r.Namesakes, "place")), Span{Text: "map " + Clean(r.Next), Role: Command})}
}
