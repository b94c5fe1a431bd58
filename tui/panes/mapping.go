package panes

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// Heights of the map: at least, as it comes, and from which it has a legend.
const (
	mapLeast   = 5
	mapBest    = 13
	legendFrom = 7
	// longLegendFrom is the height from which the legend may take two rows.
	longLegendFrom = 11
)

// mapping is the pane of the map. It follows the person until they look elsewhere.
type mapping struct {
	of    *view.Chart
	chart *Chart // by index alone
	eye   ChartFocus
	moved bool // one looks elsewhere than where one is
	room  string
	query query

	width, height int // of the drawing, as drawn last
}

// newMap makes the pane of the map.
func newMap() pane { return &mapping{} }

func (m *mapping) Name() string { return Map }

func (m *mapping) Title() string {
	words := "Map"
	if m.of != nil && m.of.Plane != "" {
		words += ": " + prose.Capital(m.of.Plane)
	}
	if m.moved {
		if here, ok := m.index().Here(); ok && here.Z != m.eye.Z {
			words += fmt.Sprintf(", %s", level(m.eye.Z-here.Z))
		}
	}
	return words
}

// level names a level by how far it is from one's own.
func level(by int) string {
	if by > 0 {
		return fmt.Sprintf("%d up", by)
	}
	return fmt.Sprintf("%d down", -by)
}

func (m *mapping) Keys() string {
	if m.query.on {
		return queryKeys
	}
	return "Arrows look around   Enter walks there   < > levels   / finds   c back to you"
}

func (m *mapping) See(v *view.View) bool {
	if same(m.of, v.Chart) {
		isOther := m.of == nil && m.room != v.Room
		m.room = v.Room
		return isOther
	}
	hasMoved := m.of == nil || v.Chart == nil || m.of.Here != v.Chart.Here
	m.of, m.chart, m.room = v.Chart, nil, v.Room
	if m.of == nil {
		m.moved = false
		return true
	}
	m.moved = m.moved && !hasMoved
	return true
}

// index returns the chart ready to be drawn. It is made when somebody looks: on most screens nobody does.
func (m *mapping) index() *Chart {
	if m.chart == nil {
		m.chart = NewChart(m.of)
		if !m.moved {
			m.home()
		}
	}
	return m.chart
}

// same reports whether two charts show the same. Mostly they are one, or one has moved.
func same(a, b *view.Chart) bool {
	if a == b || a == nil || b == nil {
		return a == b
	}
	return a.Here == b.Here && len(a.Rooms) == len(b.Rooms) && reflect.DeepEqual(a, b)
}

// home looks at where one is.
func (m *mapping) home() {
	m.moved = false
	m.eye, _ = m.index().Here()
}

func (m *mapping) Wants(Canvas) (least, best int) {
	if m.of == nil {
		return 0, 0
	}
	return mapLeast, min(max(m.high()+legendRows(mapBest), legendFrom), mapBest)
}

// high is how many rows show all of the level one looks at.
func (m *mapping) high() int {
	c := m.index() // which settles the eye
	return c.high(m.eye)
}

// noMap says why there is no map.
const noMap = "There is no map of where you are: nobody has told how its places lie."

func (m *mapping) Draw(c Canvas) []string {
	if m.of == nil {
		return clipped(c.Rows(c.Theme, cell.L(prose.Hint, noMap)), c.Height)
	}
	if _, ok := m.index().Here(); !ok && !m.moved {
		return clipped(c.Rows(c.Theme, cell.L(prose.Hint, "Where you are is not on the map.")), c.Height)
	}
	eye := m.eye
	eye.Pointing = c.Focused
	foot := m.foot(c)
	rest := c.Height - len(foot)
	m.width, m.height = c.Width, rest-legendRows(rest)
	rows, legend := m.index().Draw(eye, c.Theme, c.Pen, m.height)
	rows = append(rows, foot...)
	for _, r := range fitting(c, legend, rest-m.height) {
		rows = append(rows, c.Theme.Styled(prose.Hint, r))
	}
	return rows
}

// legendRows is how many of so many rows are the legend's.
func legendRows(height int) int {
	switch {
	case height >= longLegendFrom:
		return 2
	case height >= legendFrom:
		return 1
	}
	return 0
}

// foot is what stands below the drawing: what one points at.
func (m *mapping) foot(c Canvas) []string {
	var foot []string
	switch {
	case c.Height < mapLeast:
	case m.query.on:
		foot = append(foot, m.query.row(c))
	case c.Focused:
		words := "Nothing known here."
		if r := m.index().room(m.eye); r != nil {
			if words = r.Name; r.Note != "" {
				words += ", " + r.Note
			}
		}
		foot = append(foot, c.Theme.Styled(prose.Title, c.Ruler.Clip(words, c.Width, c.Signs.Cut)))
	}
	return foot
}

// fitting puts as many of some words as fit into so many rows.
func fitting(c Canvas, words []string, rows int) []string {
	var out []string
	for _, w := range words {
		last := len(out) - 1
		switch {
		case last >= 0 && c.Ruler.Width(out[last]+"  "+w) <= c.Width:
			out[last] += "  " + w
		case len(out) < rows && c.Ruler.Width(w) <= c.Width:
			out = append(out, w)
		}
	}
	return out
}

func (m *mapping) Key(key string) (Act, bool) {
	if m.of == nil {
		return Act{}, false
	}
	m.index() // which settles the eye
	if m.query.on {
		if words, ok := m.query.key(key); ok {
			return m.find(words), true
		}
		return Act{}, true
	}
	e := m.eye
	switch key {
	case "/":
		m.query.begin()
		return Act{}, true
	case "up", "shift+up":
		e.Y++
	case "down", "shift+down":
		e.Y--
	case "left":
		e.X--
	case "right":
		e.X++
	case "<", "pgup":
		e = m.index().nearest(m.index().Within(ChartFocus{X: e.X, Y: e.Y, Z: e.Z + 1}))
	case ">", "pgdown":
		e = m.index().nearest(m.index().Within(ChartFocus{X: e.X, Y: e.Y, Z: e.Z - 1}))
	case "c", "home":
		m.home()
		return Act{}, true
	case "enter", "ctrl+j", "ctrl+m":
		return m.walk(m.index().room(e)), true
	default:
		return Act{}, false
	}
	m.look(e)
	return Act{}, true
}

// look looks at a place.
func (m *mapping) look(e ChartFocus) {
	m.eye = m.index().Within(e)
	here, ok := m.index().Here()
	m.moved = !ok || here != m.eye
}

// find looks at the next room with some words in its name.
func (m *mapping) find(words string) Act {
	r := m.index().find(words, m.eye)
	if r == nil {
		return Act{Notice: "No place on the map has that in its name."}
	}
	m.look(ChartFocus{X: r.X, Y: r.Y, Z: r.Z})
	return Act{}
}

// walk begins the line that goes to a room.
func (m *mapping) walk(r *view.ChartRoom) Act {
	if r == nil {
		return Act{Notice: "Nobody knows what is there."}
	}
	line, ok := m.index().Path(r.ID)
	switch {
	case !ok:
		return Act{Notice: "You know no way to " + strings.TrimSuffix(r.Name, ".") + "."}
	case line == "":
		return Act{Notice: "That is where you are."}
	}
	return Act{Put: line, Release: true}
}

func (m *mapping) Click(x, y int) Act {
	if m.of == nil || y >= m.height {
		return Act{}
	}
	c := m.index() // which settles the eye
	r := c.RoomAt(m.eye, m.width, m.height, x, y)
	if r == nil {
		return Act{}
	}
	return m.walk(r)
}
